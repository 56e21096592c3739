// A memory as a resolver sees it, built by hand: what came in last stands first.
#pragma once

#include <workmem/resolution/reference.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

struct thing {
    std::string type;
    std::string id;
    std::string name{};  // empty: the service gave none
    workmem::attribute_list attributes{};
};

class remembered {
public:
    // The only result of a call: named, rank 0.
    remembered& single(thing each) {
        ++observation_;
        add(std::move(each), 0, workmem::strength::mentioned);
        return *this;
    }
    // A list of results: its first is the newest, none is named yet.
    remembered& list(std::vector<thing> results) {
        ++observation_;
        for (std::size_t i = results.size(); i-- > 0;)
            add(std::move(results[i]), static_cast<std::uint32_t>(i + 1),
                workmem::strength::returned);
        return *this;
    }
    // What a single result holds inside: rank 0, all of one call.
    remembered& parts(std::vector<thing> held) {
        ++observation_;
        for (auto& each : held) add(std::move(each), 0, workmem::strength::returned);
        return *this;
    }
    remembered& touch(std::string_view id, workmem::strength level) {
        const auto at = std::find_if(held_.begin(), held_.end(),
                                     [&](const record& each) { return each.it.id == id; });
        if (at != held_.end()) {
            at->level = std::max(at->level, level);
            at->order = ++order_;
            held_.splice(held_.begin(), held_, at);
        }
        return *this;
    }
    remembered& hear(workmem::role speaker, std::string_view text);

    [[nodiscard]] std::vector<workmem::entry> entries() const {
        std::vector<workmem::entry> out;
        for (const auto& each : held_) {
            workmem::entry view;
            view.type = each.it.type;
            view.id = each.it.id;
            view.name = each.it.name;
            view.attributes = &each.it.attributes;
            view.unnamed = each.unnamed;
            view.order = each.order;
            view.observation = each.observation;
            view.rank = each.rank;
            view.level = each.level;
            view.number = each.number;
            out.push_back(view);
        }
        return out;
    }

    // The ids that a text names, in order of appearance.
    [[nodiscard]] std::vector<std::string> named_in(
        std::string_view text, workmem::role speaker = workmem::role::assistant) const;
    // The id that a reference means at first sight; "" when nothing, "?" when several could be.
    [[nodiscard]] std::string means(std::string_view text, std::string_view type = {}) const;
    // The same by a policy of the caller's.
    template <class Policy>
    [[nodiscard]] std::string means(std::string_view text, std::string_view type = {}) const {
        return id_of(Policy{}.resolve(entries(), text, {type}, workmem::text::lexicon::english()));
    }
    [[nodiscard]] workmem::outcome resolve(std::string_view text, std::string_view type = {}) const;

private:
    [[nodiscard]] std::string id_of(const workmem::outcome& found) const;

    struct record {
        thing it;
        bool unnamed;
        std::uint64_t order, observation;
        std::uint32_t rank;
        workmem::strength level;
        std::uint32_t number;
    };

    void add(thing each, std::uint32_t rank, workmem::strength level) {
        const bool unnamed = each.name.empty();
        if (unnamed) each.name = "Unnamed " + each.type;
        ++order_;
        held_.push_front({std::move(each), unnamed, order_, observation_, rank, level,
                          static_cast<std::uint32_t>(order_)});
    }

    std::list<record> held_;
    std::uint64_t order_ = 0, observation_ = 0;
};

}  // namespace workmem_test
