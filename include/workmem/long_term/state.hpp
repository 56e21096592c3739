#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/command.hpp>
#include <workmem/journal/untouched.hpp>
#include <workmem/long_term/changes.hpp>
#include <workmem/policies.hpp>
#include <workmem/ranking/search_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What an observer of long-term memory hears.
struct long_term_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view kind{};  ///< `long_term.put` or `long_term.erase`
    bool foreign = false;     ///< another writer of the same stream made it
    std::vector<std::string> put{};
    std::string erased{};
};

namespace long_term_commands {

using slots_by_id = std::map<std::string, std::uint32_t, std::less<>>;
using slots_by_number = std::map<std::uint64_t, std::uint32_t>;

/// A memory and its places, made ready so that coming in cannot fail.
struct staged {
    long_term_memory value;
    slots_by_id::node_type by_id;
    slots_by_number::node_type by_number;
};
struct put_decision {
    long_term_changes::put change;
    std::size_t answer = 0;  ///< how many came in
    std::optional<error> problem;
    std::vector<long_term_changes::full_memory> fresh;
    std::vector<staged> place;
};
/// Those that are not there yet come in; an id that is known stays as it is.
struct put {
    using decision = put_decision;
    std::span<const long_term_memory> memories;
    timestamp time;
};

struct erase_decision {
    long_term_changes::erase change;
    bool answer = false;
    std::optional<error> problem;
};
struct erase {
    using decision = erase_decision;
    std::string_view id;
    timestamp time;
};

}  // namespace long_term_commands

/// The state of long-term memory: memories by id and in the order in which they came, and an index
/// of their words. Copyable and movable; not synchronised.
template <class Policies = default_policies>
class long_term_state : public journal::untouched {
    using ranking_policy = typename Policies::long_term::ranking;

public:
    using notice_type = long_term_notice;
    using snapshot_type = long_term_changes::snapshot;
    using decisions =
        recorded_decisions<long_term_commands::put_decision, long_term_commands::erase_decision>;

    static constexpr std::string_view owner = "long_term";
    static constexpr std::string_view purpose = "long_term";

    // Reading.

    [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
    /// nullptr if it is not there.
    [[nodiscard]] const long_term_memory* find(std::string_view id) const noexcept {
        const auto found = by_id_.find(id);
        return found == by_id_.end() ? nullptr : &held_[found->second].value;
    }
    [[nodiscard]] const long_term_memory& value(std::uint32_t slot) const noexcept {
        return held_[slot].value;
    }
    /// `visit(number, memory)` for those that came after number `after`, in that order, until it
    /// answers false.
    template <class Visit>
    void visit_after(std::uint64_t after, Visit&& visit) const {
        for (auto each = by_number_.upper_bound(after); each != by_number_.end(); ++each)
            if (!visit(each->first, held_[each->second].value)) return;
    }
    [[nodiscard]] const ranking::search_index<ranking_policy>& index() const noexcept {
        return index_;
    }
    [[nodiscard]] timestamp time() const noexcept { return time_; }
    /// Builds the index anew if there was no memory for a part of it.
    void refresh_index() {
        if (!index_.is_stale()) return;
        index_.rebuild([this](auto&& take) {
            for (const auto& [number, slot] : by_number_) take(slot, document_of(slot));
        });
    }
    friend bool operator==(const long_term_state& a, const long_term_state& b) {
        return std::equal(a.by_number_.begin(), a.by_number_.end(), b.by_number_.begin(),
                          b.by_number_.end(), [&](const auto& x, const auto& y) {
                              return x.first == y.first && a.value(x.second) == b.value(y.second);
                          });
    }

    // History.

    struct saved_state {
        snapshot_type head{};
        std::vector<long_term_changes::full_memory> memories{};
        std::vector<std::uint64_t> numbers{};

        [[nodiscard]] snapshot_type document() const noexcept {
            auto whole = head;
            whole.memories = memories;
            whole.numbers = numbers;
            return whole;
        }
    };
    [[nodiscard]] saved_state snapshot() const {
        saved_state out;
        out.head.time = time_;
        out.head.next_number = next_number_;
        for (const auto& [number, slot] : by_number_) {
            out.memories.push_back({&held_[slot].value});
            out.numbers.push_back(number);
        }
        return out;
    }
    void restore(const snapshot_type& content) {
        std::vector<long_term_commands::staged> place;
        stage(content.memories, place);
        for (std::size_t i = 0; i < place.size(); ++i) {
            if (i < content.numbers.size())
                next_number_ = (std::max)(next_number_, content.numbers[i]);
            insert(std::move(place[i]));
        }
        next_number_ = (std::max)(next_number_, content.next_number);
        time_ = content.time;
    }
    [[nodiscard]] long_term_state blank() const { return {}; }

    // Changes: decide, apply, locate.

    verdict decide(const long_term_commands::put& command, long_term_commands::put_decision& out) {
        for (const auto& each : command.memories) {
            const bool twice =
                std::any_of(out.fresh.begin(), out.fresh.end(),
                            [&](const auto& other) { return other.value->id == each.id; });
            if (find(each.id) == nullptr && !twice) out.fresh.push_back({&each});
        }
        if (out.fresh.empty()) return verdict::nothing;
        out.change = {(std::max)(command.time, time_), out.fresh};
        out.answer = out.fresh.size();
        locate(out);
        return verdict::change;
    }
    verdict decide(const long_term_commands::erase& command,
                   long_term_commands::erase_decision& out) {
        out.change = {(std::max)(command.time, time_), command.id};
        out.answer = find(command.id) != nullptr;
        locate(out);
        return verdict::change;
    }
    void locate(long_term_commands::put_decision& recorded) {
        stage(recorded.change.memories, recorded.place);
    }
    void locate(long_term_commands::erase_decision&) { free_.reserve(free_.size() + 1); }

    using journal::untouched::apply;
    void apply(long_term_commands::put_decision& decided, notice_type*) noexcept {
        for (auto& each : decided.place) insert(std::move(each));
        time_ = (std::max)(time_, decided.change.time);
    }
    void apply(long_term_commands::erase_decision& decided, notice_type*) noexcept {
        time_ = (std::max)(time_, decided.change.time);
        const auto found = by_id_.find(decided.change.id);
        if (found == by_id_.end()) return;
        const auto slot = found->second;
        index_.erase(slot);
        by_number_.erase(held_[slot].number);
        by_id_.erase(found);
        held_[slot] = {};
        free_.push_back(slot);
    }

    void announce(const long_term_commands::put_decision& decided, notice_type& notice) const {
        notice.kind = long_term_changes::put::kind;
        notice.time = decided.change.time;
        for (const auto& each : decided.change.memories) notice.put.push_back(each.value->id);
    }
    void announce(const long_term_commands::erase_decision& decided, notice_type& notice) const {
        notice.kind = long_term_changes::erase::kind;
        notice.time = decided.change.time;
        notice.erased = decided.change.id;
    }

private:
    struct entry {
        long_term_memory value{};
        std::uint64_t number = 0;  // of those that came in; the order
    };
    [[nodiscard]] ranking::document document_of(std::uint32_t slot) const noexcept {
        return {held_[slot].value.content, held_[slot].value.core, held_[slot].number};
    }

    void stage(std::span<const long_term_changes::full_memory> memories,
               std::vector<long_term_commands::staged>& place) {
        held_.reserve(held_.size() + memories.size());
        place.reserve(memories.size());
        for (const auto& each : memories) {
            long_term_commands::slots_by_id id{{each.value->id, 0}};
            long_term_commands::slots_by_number number{{0, 0}};
            place.push_back({*each.value, id.extract(id.begin()), number.extract(number.begin())});
        }
    }
    void insert(long_term_commands::staged&& what) noexcept {
        if (by_id_.find(what.value.id) != by_id_.end()) return;  // a record may name it again
        auto slot = static_cast<std::uint32_t>(held_.size());
        if (free_.empty()) {
            held_.emplace_back();
        } else {
            slot = free_.back();
            free_.pop_back();
        }
        held_[slot] = {std::move(what.value), next_number_++};
        what.by_id.mapped() = what.by_number.mapped() = slot;
        what.by_number.key() = held_[slot].number;
        by_id_.insert(std::move(what.by_id));
        by_number_.insert(std::move(what.by_number));
        index_.put(slot, document_of(slot));
    }

    long_term_commands::slots_by_id by_id_;
    long_term_commands::slots_by_number by_number_;
    std::vector<entry> held_;
    std::vector<std::uint32_t> free_;
    ranking::search_index<ranking_policy> index_;
    std::uint64_t next_number_ = 1;
    timestamp time_{};
};

}  // namespace workmem
