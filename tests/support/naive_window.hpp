// What an entity window is to do, as slowly and plainly as it can be said: a vector, newest first.
// Written from the documents, not from the library's code.
#pragma once

#include <workmem/entity/options.hpp>
#include <workmem/entity/removal.hpp>
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/value/entity.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

enum class rule : std::uint8_t { two_segment, lru, fifo };

struct naive_removal {
    workmem::entity value;
    workmem::removal_cause cause;
};

class naive_window {
public:
    struct held {
        workmem::entity value;
        workmem::timestamp time;
        workmem::strength level = workmem::strength::returned;
        std::uint32_t count = 0;
        std::uint64_t born = 0;
        bool in_batch = false;
        bool was_named = false;  // before the batch came
    };

    naive_window(rule evicts, bool type_counts, workmem::entity_options options)
        : rule_{evicts}, type_counts_{type_counts}, options_{std::move(options)} {}

    // Nothing where the call is to be refused with `capacity`.
    std::optional<std::size_t> add_many(std::vector<workmem::entity> batch, workmem::strength level,
                                        workmem::timestamp now) {
        // Of several with one key the last counts.
        for (std::size_t i = 0; i < batch.size();) {
            const bool again = std::any_of(
                batch.begin() + static_cast<std::ptrdiff_t>(i) + 1, batch.end(),
                [&](const auto& later) { return same(later, batch[i].type, batch[i].id); });
            if (again)
                batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(i));
            else
                ++i;
        }
        if (options_.token_limit != 0)
            for (const auto& each : batch)
                if (tokens(each) > options_.token_limit) return std::nullopt;
        expire(now);
        if (batch.empty()) return 0;
        std::size_t added = 0;
        std::vector<naive_removal> replaced;
        for (auto& each : entries) {
            each.in_batch = false;
            each.was_named = is_named(each.level);
        }
        for (auto& each : batch) {
            held next{std::move(each), now, level, 0, ++births_, true, false};
            if (auto old = position(next.value.type, next.value.id); old != entries.end()) {
                replaced.push_back({old->value, workmem::removal_cause::replaced});
                next.level = std::max(old->level, level);
                next.was_named = old->was_named;
                next.count = old->count;
                next.born = old->born;
                entries.erase(old);
                next.in_batch = true;
                entries.insert(entries.begin(), std::move(next));
            } else {
                ++added;
                entries.insert(entries.begin(), std::move(next));
            }
        }
        added -= shrink(true, replaced);
        removed.insert(removed.end(), replaced.begin(), replaced.end());
        return added;
    }

    bool touch(std::string_view type, std::string_view id, workmem::strength level,
               workmem::timestamp now) {
        const auto found = position(type, id);
        if (found == entries.end() || expired(*found, now)) return false;
        auto each = std::move(*found);
        entries.erase(found);
        each.time = now;
        each.level = std::max(each.level, level);
        ++each.count;
        entries.insert(entries.begin(), std::move(each));
        return true;
    }

    bool remove(std::string_view type, std::string_view id, workmem::timestamp now) {
        expire(now);
        const auto found = position(type, id);
        if (found == entries.end()) return false;
        removed.push_back({found->value, workmem::removal_cause::removed});
        entries.erase(found);
        return true;
    }

    std::size_t clear() {
        for (const auto& each : entries)
            removed.push_back({each.value, workmem::removal_cause::removed});
        const auto count = entries.size();
        entries.clear();
        return count;
    }

    std::size_t sweep(workmem::timestamp now) {
        const auto before = entries.size();
        expire(now);
        for (auto& each : entries) {
            each.in_batch = false;
            each.was_named = is_named(each.level);
        }
        std::vector<naive_removal> none;
        shrink(false, none);
        return before - entries.size();
    }

    std::size_t set_options(workmem::entity_options options, workmem::timestamp now) {
        options_ = std::move(options);
        return sweep(now);
    }

    [[nodiscard]] std::vector<held> visible(workmem::timestamp now) const {
        std::vector<held> out;
        for (const auto& each : entries)
            if (!expired(each, now)) out.push_back(each);
        return out;
    }
    [[nodiscard]] bool contains(std::string_view type, std::string_view id,
                                workmem::timestamp now) const {
        return std::any_of(entries.begin(), entries.end(), [&](const held& each) {
            return same(each.value, type, id) && !expired(each, now);
        });
    }
    [[nodiscard]] const workmem::entity_options& options() const { return options_; }

    std::vector<held> entries;           // newest first
    std::vector<naive_removal> removed;  // since somebody emptied it

private:
    [[nodiscard]] bool same(const workmem::entity& value, std::string_view type,
                            std::string_view id) const {
        return value.id == id && (!type_counts_ || value.type == type);
    }
    std::vector<held>::iterator position(std::string_view type, std::string_view id) {
        return std::find_if(entries.begin(), entries.end(),
                            [&](const held& each) { return same(each.value, type, id); });
    }
    [[nodiscard]] bool expired(const held& each, workmem::timestamp now) const {
        return options_.ttl && now >= each.time + *options_.ttl;
    }
    void expire(workmem::timestamp now) {
        for (std::size_t i = 0; i < entries.size();) {
            if (expired(entries[i], now)) {
                removed.push_back({entries[i].value, workmem::removal_cause::expired});
                entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }
    [[nodiscard]] static std::size_t tokens(const workmem::entity& value) {
        return workmem::bounding_counter{}("  - \"" + value.name + "\" (" + value.id.text() +
                                           ")\n");
    }
    [[nodiscard]] std::size_t all_tokens() const {
        std::size_t sum = 0;
        for (const auto& each : entries) sum += tokens(each.value);
        return sum;
    }
    // Which goes next: never the newest of a batch, whatever the rule.
    [[nodiscard]] std::size_t victim(bool spare_newest) const {
        const std::size_t first = spare_newest ? 1 : 0;
        // The last of those that pass, which is the one touched longest ago.
        const auto last = [&](auto&& passes) {
            for (auto i = entries.size(); i-- > first;)
                if (passes(entries[i])) return i;
            return entries.size();
        };
        const auto outside = [](const held& each) { return !each.in_batch; };
        auto best = entries.size();
        switch (rule_) {
            case rule::lru: break;
            case rule::fifo:
                for (auto i = first; i < entries.size(); ++i)
                    if (outside(entries[i]) &&
                        (best == entries.size() || entries[i].born < entries[best].born))
                        best = i;
                break;
            case rule::two_segment: {
                // What was merely returned goes first. Then a list's own entries but the newest
                // stay outside, unless named ones hold more than three quarters of the window.
                const auto returned = [](const held& each) { return !is_named(each.level); };
                best = last([&](const held& each) { return outside(each) && returned(each); });
                if (best != entries.size()) return best;
                const auto own = last([&](const held& each) { return returned(each); });
                const auto named = static_cast<std::size_t>(
                    std::count_if(entries.begin(), entries.end(),
                                  [](const held& each) { return each.was_named; }));
                if (own == entries.size() || named * 4 > options_.capacity * 3)
                    best = last(outside);
                if (best == entries.size()) best = own;
                break;
            }
        }
        if (best == entries.size()) best = last(outside);
        return best != entries.size() ? best : entries.size() - 1;
    }
    // How many that came in with this batch went at once.
    std::size_t shrink(bool spare_newest, std::vector<naive_removal>& replaced) {
        std::size_t newcomers_gone = 0;
        const auto drop = [&](workmem::removal_cause cause) {
            const auto at = victim(spare_newest);
            auto gone = entries[at];
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
            if (!gone.in_batch) {
                removed.push_back({gone.value, cause});
                return;
            }
            // It leaves as what it was before the batch; a newcomer never was there.
            const auto old = std::find_if(replaced.begin(), replaced.end(), [&](const auto& each) {
                return same(each.value, gone.value.type, gone.value.id);
            });
            if (old == replaced.end()) {
                ++newcomers_gone;
                return;
            }
            removed.push_back({old->value, cause});
            replaced.erase(old);
        };
        while (entries.size() > options_.capacity) drop(workmem::removal_cause::capacity);
        while (options_.token_limit != 0 && all_tokens() > options_.token_limit)
            drop(workmem::removal_cause::token_budget);
        return newcomers_gone;
    }

    rule rule_;
    bool type_counts_;
    workmem::entity_options options_;
    std::uint64_t births_ = 0;
};

}  // namespace workmem_test
