#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/ranking.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::ranking {

/// A policy as a memory holds it: what a memory does while it applies a change cannot fail. Where
/// there was no memory for an entry the index is stale, takes in nothing more, and has to be
/// rebuilt before it is asked. Copyable, movable as the policy is; concurrent calls of const
/// members are safe.
template <policy Policy>
class search_index {
public:
    search_index() = default;
    explicit search_index(Policy policy) : policy_{std::move(policy)} {}

    /// Adds a document, or replaces what the slot held.
    void put(std::uint32_t slot, const document& what) noexcept {
        put_made(slot, [&what] { return what; });
    }
    /// The same for one that has to be made: where that fails the index is stale.
    template <class Make>
    void put_made(std::uint32_t slot, Make&& make) noexcept {
        if (is_stale_) return;
#if WORKMEM_EXCEPTIONS
        try {
            policy_.add(slot, make());
        } catch (...) {
            mark_stale();
        }
#else
        policy_.add(slot, make());
#endif
    }
    void erase(std::uint32_t slot) noexcept {
        if (!is_stale_) policy_.erase(slot);
    }
    void clear() noexcept {
        policy_.clear();
        is_stale_ = false;
    }
    void mark_stale() noexcept {
        policy_.clear();
        is_stale_ = true;
    }
    [[nodiscard]] bool is_stale() const noexcept { return is_stale_; }

    /// Fills a stale index, or any, from what the memory holds: `each_document(take)` calls
    /// `take(slot, document)` for every document, in any order; the views must last until the end.
    /// If it throws, the index is stale.
    template <class EachDocument>
    void rebuild(EachDocument&& each_document) {
        struct slot_and_document {
            std::uint32_t slot;
            document what;
        };
        mark_stale();
        std::vector<slot_and_document> all;
        each_document([&all](std::uint32_t slot, const document& what) {
            all.push_back({slot, what});
        });
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.what.position != b.what.position ? a.what.position < b.what.position
                                                      : a.slot < b.slot;
        });
        for (const auto& each : all) policy_.add(each.slot, each.what);
        is_stale_ = false;
    }

    /// How many documents there are; of a stale index 0.
    [[nodiscard]] std::size_t size() const noexcept { return policy_.size(); }
    /// The best `most` documents that `choice` accepts; of a stale index none.
    template <class Choice = everything>
    [[nodiscard]] ranked search(std::string_view query, std::size_t most,
                                const Choice& choice = {}) const {
        return policy_.search(query, most, choice);
    }
    /// Why `slot` has the score that `search` with the same arguments gives it.
    template <class Choice = everything>
    [[nodiscard]] explanation explain(std::string_view query, std::uint32_t slot, std::size_t most,
                                      const Choice& choice = {}) const {
        return policy_.explain(query, slot, most, choice);
    }
    [[nodiscard]] const Policy& policy() const noexcept { return policy_; }

private:
    Policy policy_;
    bool is_stale_ = false;
};

}  // namespace workmem::ranking
