// A memory as a resolver sees it, built by hand: what came in last stands first.
#pragma once

#include <workmem/entity/entry.hpp>
#include <workmem/resolution/salience.hpp>

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
    remembered& hear(workmem::role speaker, std::string_view text) {
        std::vector<std::string> ids;
        const auto view = entries();
        for (const auto& each : workmem::resolution::salience{}.mentions(
                 view, text, speaker, workmem::text::lexicon::english()))
            ids.emplace_back(view[each.index].id);
        for (const auto& id : ids)
            touch(id, speaker == workmem::role::user ? workmem::strength::mentioned
                                                     : workmem::strength::offered);
        return *this;
    }

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
            out.push_back(view);
        }
        return out;
    }

    // The ids that a text names, in order of appearance.
    [[nodiscard]] std::vector<std::string> named_in(
        std::string_view text, workmem::role speaker = workmem::role::assistant) const {
        const auto view = entries();
        std::vector<std::string> out;
        for (const auto& each : workmem::resolution::salience{}.mentions(
                 view, text, speaker, workmem::text::lexicon::english()))
            out.emplace_back(view[each.index].id);
        return out;
    }
    // The id that a reference means; "" when nothing, "?" when several could be.
    template <class Policy = workmem::resolution::salience>
    [[nodiscard]] std::string means(std::string_view text, std::string_view type = {}) const {
        const auto view = entries();
        const auto found = Policy{}.resolve(view, text, {type}, workmem::text::lexicon::english());
        if (found.status == workmem::resolution_status::ambiguous) return "?";
        if (found.status == workmem::resolution_status::unresolved) return "";
        return std::string{view[found.candidates.front().index].id};
    }
    [[nodiscard]] workmem::outcome resolve(std::string_view text,
                                           std::string_view type = {}) const {
        return workmem::resolution::salience{}.resolve(entries(), text, {type},
                                                       workmem::text::lexicon::english());
    }

private:
    struct record {
        thing it;
        bool unnamed;
        std::uint64_t order, observation;
        std::uint32_t rank;
        workmem::strength level;
    };

    void add(thing each, std::uint32_t rank, workmem::strength level) {
        const bool unnamed = each.name.empty();
        if (unnamed) each.name = "Unnamed " + each.type;
        held_.push_front({std::move(each), unnamed, ++order_, observation_, rank, level});
    }

    std::list<record> held_;
    std::uint64_t order_ = 0, observation_ = 0;
};

}  // namespace workmem_test
