#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/bounded/removal_reason.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// How full a store is.
struct store_usage {
    std::size_t items = 0;
    std::uint64_t tokens = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("items", self.items);
        archive("tokens", self.tokens);
    }
    friend bool operator==(const store_usage&, const store_usage&) = default;
};

enum class audit_kind : std::uint8_t {
    evicted,
    superseded,
    forgotten,  ///< softly
    restored,
    removed,         ///< for good, by an instruction
    limits_changed,  ///< the options
    refused,         ///< a call did not fit
    cleared,
    loaded,
    erased
};

[[nodiscard]] constexpr std::string_view to_string(audit_kind value) noexcept {
    constexpr std::string_view names[]{"evicted", "superseded",     "forgotten", "restored",
                                       "removed", "limits_changed", "refused",   "cleared",
                                       "loaded",  "erased"};
    return names[static_cast<std::size_t>(value)];
}

/// One line of a store's audit.
struct audit_event {
    struct affected {
        std::string id;
        std::optional<removal_reason> reason{};  ///< of those that left

        friend bool operator==(const affected&, const affected&) = default;
    };
    timestamp time{};
    std::int64_t step = 0;
    audit_kind kind = audit_kind::evicted;
    std::vector<affected> items{};
    store_usage before{};
    store_usage after{};
    std::string detail{};  ///< of a refusal: why; of other limits: which

    friend bool operator==(const audit_event&, const audit_event&) = default;
};

/// The last events of a store. Events are prepared while a change is decided, and published when it
/// is applied, which cannot fail; their memory is used again.
class audit_ring {
public:
    /// Forgets what was prepared and never published.
    void drop_prepared() noexcept { prepared_count_ = 0; }
    /// One event more, to be filled in before the next one is prepared; it may still say what an
    /// earlier one said.
    [[nodiscard]] audit_event& prepare(std::size_t limit) {
        if (prepared_count_ == prepared_.size()) prepared_.emplace_back();
        const auto needed = (std::min)(limit, events_.size() + prepared_count_ + 1);
        if (needed > events_.capacity())
            events_.reserve((std::min)(limit, (std::max)(needed, events_.size() * 2)));
        return prepared_[prepared_count_++];
    }
    [[nodiscard]] std::span<const audit_event> prepared() const noexcept {
        return {prepared_.data(), prepared_count_};
    }
    void publish(std::size_t limit) noexcept {
        for (std::size_t i = 0; i < prepared_count_ && limit != 0; ++i) {
            if (events_.size() < (std::min)(limit, events_.capacity())) {
                events_.push_back(std::move(prepared_[i]));
                continue;
            }
            std::swap(events_[oldest_], prepared_[i]);
            if (++oldest_ == events_.size()) oldest_ = 0;
        }
        prepared_count_ = 0;
    }
    /// Oldest first.
    [[nodiscard]] std::vector<audit_event> all() const {
        std::vector<audit_event> out;
        out.reserve(events_.size());
        for (std::size_t i = 0; i < events_.size(); ++i)
            out.push_back(events_[(oldest_ + i) % events_.size()]);
        return out;
    }
    /// Another limit: the newest stay.
    void shrink(std::size_t limit) noexcept {
        std::rotate(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(oldest_),
                    events_.end());
        oldest_ = 0;
        if (events_.size() > limit)
            events_.erase(events_.begin(), events_.end() - static_cast<std::ptrdiff_t>(limit));
    }
    void clear() noexcept {
        events_.clear();
        oldest_ = 0;
    }

private:
    std::vector<audit_event> events_;
    std::size_t oldest_ = 0;  // of a full ring
    std::vector<audit_event> prepared_;
    std::size_t prepared_count_ = 0;
};

/// An item that left.
struct removed_item {
    item value{};
    removal_reason reason = removal_reason::instructed;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("value", self.value);
        archive("reason", self.reason);
    }
};

/// An item that another with its key took the place of.
struct past_item {
    item value{};
    timestamp time{};  ///< when that was

    friend bool operator==(const past_item&, const past_item&) = default;
};

/// What an observer is told of one change of a bounded store, or of a refusal. It owns all it says.
struct bounded_notice {
    std::uint64_t sequence = 0;
    timestamp time{};
    std::string_view
        kind{};            ///< `bounded.put`, `bounded.forget`, …; `bounded.refused` is no record
    bool foreign = false;  ///< another writer of the same stream made it
    std::vector<std::string> put{};  ///< ids of what came in or was changed
    std::vector<removed_item> removed{};
    std::vector<audit_event> events{};
};

}  // namespace workmem
