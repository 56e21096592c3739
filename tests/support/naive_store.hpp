// A bounded store in the plainest words: a list, looked through anew for every decision.
#pragma once

#include "bounded_bundles.hpp"

#include <workmem/detail/fixed_point.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workmem_test {

enum class going { by_importance, by_density, first_in, least_used };

class naive_store {
public:
    using item = workmem::item;
    using timestamp = workmem::timestamp;

    naive_store(going rule, workmem::bounded_options limits) : options{limits}, rule_{rule} {}

    workmem::bounded_options options;
    std::vector<item> queue;
    std::vector<std::uint64_t> used;  // beside the queue: when each was used last
    std::vector<std::string> gone;    // ids that left for room in the last call, sorted
    std::int64_t step = 0;
    timestamp latest{};
    std::uint64_t next = 1, use = 0;

    [[nodiscard]] std::int64_t tokens() const {
        std::int64_t sum = 0;
        for (const auto& each : queue) sum += each.tokens;
        return sum;
    }

    // False where it is refused; then nothing has changed.
    bool put(std::vector<item> items, timestamp now) {
        const auto before = *this;
        gone.clear();
        std::vector<std::string> fresh;
        latest = (std::max)(latest, now);
        for (auto& each : items) {
            if (each.step < 0) each.step = step;
            if (each.step < step || each.tokens > options.max_tokens) return undo(before);
            step = each.step;
            each.created = each.accessed = latest;
            if (!each.key.empty())
                for (std::size_t i = 0; i < queue.size(); ++i)
                    if (queue[i].key == each.key) {
                        each.pinned = each.pinned || queue[i].pinned;
                        drop(i);
                        break;
                    }
        }
        for (auto& each : items) {
            each.number = next++;
            fresh.push_back(each.id);
            queue.push_back(each);
            used.push_back(++use);
        }
        if (too_many_pins(before) || !make_room(fresh)) return undo(before);
        return true;
    }
    bool update(const std::string& id, const item& into, timestamp now) {
        const auto before = *this;
        gone.clear();
        auto at = find(id);
        if (at == queue.size()) return false;
        if (queue[at] == into) return true;
        latest = (std::max)(latest, now);
        if (into.tokens > options.max_tokens) return undo(before);
        changed_ = queue[at];
        queue[at] = into;
        for (std::size_t i = 0; i < queue.size() && !into.key.empty(); ++i)
            if (i != at && queue[i].key == into.key) {
                queue[at].pinned = queue[at].pinned || queue[i].pinned;
                drop(i);
                at = find(id);
                break;
            }
        auto spared = std::vector<std::string>{id};
        // The group it leaves is spared as well as the one it joins.
        const auto old_group = before.queue[before.find(id)].group;
        if (!old_group.empty())
            for (const auto& each : before.queue)
                if (each.group == old_group) spared.push_back(each.id);
        if (too_many_pins(before) || !make_room(spared)) return undo(before);
        return true;
    }
    bool set_options(const workmem::bounded_options& limits, timestamp now) {
        const auto before = *this;
        gone.clear();
        options = limits;
        latest = (std::max)(latest, now);
        if (!make_room({})) return undo(before);
        if (gone.empty()) latest = before.latest;
        return true;
    }
    std::size_t sweep(timestamp now) {
        gone.clear();
        const auto before = std::exchange(latest, (std::max)(latest, now));
        sweeping_ = true;
        std::vector<std::string> ids;
        for (const auto& each : queue)
            if (stand(each).order == expired_order) ids.push_back(each.id);
        for (const auto& id : ids) drop(find(id));
        sweeping_ = false;
        if (ids.empty()) latest = before;
        return ids.size();
    }
    std::size_t find(const std::string& id) const {
        std::size_t i = 0;
        while (i < queue.size() && queue[i].id != id) ++i;
        return i;
    }
    void drop(std::size_t i) {
        queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(i));
        used.erase(used.begin() + static_cast<std::ptrdiff_t>(i));
    }
    void touch(std::size_t i, timestamp now) {
        queue[i].accessed = (std::max)(queue[i].accessed, now);
        ++queue[i].access_count;
        used[i] = ++use;
    }

private:
    static constexpr int expired_order = 1;

    bool undo(const naive_store& before) {
        *this = before;
        gone.clear();
        return false;
    }
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> pins() const {
        std::pair<std::int64_t, std::int64_t> out{0, 0};
        for (const auto& each : queue)
            if (each.pinned) {
                ++out.first;
                out.second += each.tokens;
            }
        return out;
    }
    [[nodiscard]] bool too_many_pins(const naive_store& before) const {
        const auto now = pins(), then = before.pins();
        return (now.first > options.max_items / 2 && now.first > then.first) ||
               (now.second > options.max_tokens / 2 && now.second > then.second);
    }
    [[nodiscard]] std::vector<const item*> leaving_with(const item& one) const {
        std::vector<const item*> out;
        for (const auto& each : queue)
            if (&each == &one || (!one.group.empty() && each.group == one.group))
                out.push_back(&each);
        return out;
    }

    struct place {
        int order;
        double rank;
        std::uint64_t number;
        bool operator<(const place& other) const {
            if (order != other.order) return order < other.order;
            if (rank != other.rank) return rank < other.rank;
            return number < other.number;
        }
    };
    // Where an item stands by importance, with what leaves with it.
    [[nodiscard]] place stand(const item& one) const {
        bool pinned = false, forgotten = true, expired = true;
        double importance = 0;
        std::uint64_t number = 0, worth = 0;
        std::int64_t newest = 0, weight = 0, members = 0;
        for (const auto* const each : leaving_with(one)) {
            pinned = pinned || each->pinned;
            forgotten = forgotten && each->forgotten;
            importance = (std::max)(importance, static_cast<double>(each->importance));
            number = (std::max)(number, each->number);
            newest = (std::max)(newest, each->step);
            weight += each->tokens;
            ++members;
            ++worth;
        }
        // An expiry in steps and one by the clock: the group's latest of either.
        bool old_by_step = true, old_by_clock = true;
        for (const auto* const each : leaving_with(one)) {
            const auto step_ttl = each->step_ttl ? each->step_ttl : options.step_ttl;
            const auto wall_ttl = each->wall_ttl ? each->wall_ttl : options.wall_ttl;
            old_by_step = old_by_step && step_ttl && step - each->step > *step_ttl;
            old_by_clock = old_by_clock && wall_ttl && latest - each->created >= *wall_ttl;
        }
        expired = old_by_step || old_by_clock;
        if (pinned) return {99, 0, number};
        if (forgotten) return {0, 0, number};
        const bool important = importance >= options.importance_threshold_high;
        if (rule_ == going::by_density && !sweeping_) {
            const auto logarithm = [](std::uint64_t of) {
                return of == 0 ? -(std::int64_t{1} << 24)
                               : static_cast<std::int64_t>(workmem::detail::fixed_log2(of));
            };
            const auto share = (std::max)(members * options.max_tokens, weight * options.max_items);
            const auto decay = newest * (std::int64_t{1} << 24) / options.half_life;
            return {important ? 5 : 3,
                    static_cast<double>(
                        logarithm(worth) +
                        logarithm(500'000 + static_cast<std::uint64_t>(importance * 1e6 + 0.5)) -
                        logarithm(static_cast<std::uint64_t>(share)) + decay),
                    number};
        }
        if (expired) return {important ? 4 : expired_order, 0, number};
        if (important) return {5, importance, number};
        return {importance < options.importance_threshold_low ? 2 : 3, 0, number};
    }
    // Of what was there before the call, as it was.
    [[nodiscard]] bool too_many_important(const std::vector<std::string>& fresh) const {
        std::int64_t items = 0, weight = 0;
        for (const auto& each : queue) {
            const auto& one = changed_ && changed_->id == each.id ? *changed_ : each;
            const bool came =
                !changed_ && std::find(fresh.begin(), fresh.end(), each.id) != fresh.end();
            if (came || one.pinned || one.forgotten ||
                one.importance < options.importance_threshold_high)
                continue;
            ++items;
            weight += one.tokens;
        }
        return items > (std::max)(options.max_items / 8, std::int64_t{1}) ||
               weight > options.max_tokens / 8;
    }
    bool make_room(const std::vector<std::string>& fresh) {
        std::vector<std::string> spared = fresh;
        for (const auto& id : fresh)
            if (const auto at = find(id); at < queue.size())
                for (const auto* const mate : leaving_with(queue[at])) spared.push_back(mate->id);
        while (static_cast<std::int64_t>(queue.size()) > options.max_items ||
               tokens() > options.max_tokens) {
            std::optional<std::size_t> victim;
            const bool by_density = rule_ == going::by_density;
            const bool mixed = by_density && too_many_important(fresh);
            const auto goes_before = [&](std::size_t a, std::size_t b) {
                if (rule_ == going::first_in) return queue[a].number < queue[b].number;
                if (rule_ == going::least_used) return used[a] < used[b];
                auto x = stand(queue[a]), y = stand(queue[b]);
                for (auto* const each : {&x, &y})
                    if (mixed && each->order == 5) each->order = 3;
                return x < y;
            };
            for (std::size_t i = 0; i < queue.size(); ++i) {
                const auto where = stand(queue[i]);
                const bool is_spared =
                    std::find(spared.begin(), spared.end(), queue[i].id) != spared.end();
                const bool guarded = where.order == 5 &&
                                     (rule_ == going::by_importance || by_density) &&
                                     options.guard == workmem::importance_protection::strict;
                if (where.order == 99 || is_spared || guarded) continue;
                if (!victim || goes_before(i, *victim)) victim = i;
            }
            if (!victim) return false;
            std::vector<std::string> ids;
            for (const auto* const each : leaving_with(queue[*victim])) ids.push_back(each->id);
            for (const auto& id : ids) {
                gone.push_back(id);
                drop(find(id));
            }
        }
        std::sort(gone.begin(), gone.end());
        changed_.reset();
        return true;
    }

    going rule_;
    bool sweeping_ = false;
    std::optional<item> changed_;  // what `update` changes, as it was
};

}  // namespace workmem_test
