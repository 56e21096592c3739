#pragma once

#include <workmem/session/session_memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// What is to be remembered for a while.
struct new_session_memory {
    std::string content;
    workmem::priority priority = workmem::priority::medium;
    std::vector<std::string> tags{};
    attribute_list metadata{};
};

/// A memory of a session, seen from outside: a view, while the session is visited.
struct session_entry {
    std::string_view id{};
    std::string_view content{};
    workmem::priority priority = workmem::priority::medium;
    std::uint64_t number = 0;  ///< in the order in which they came
    timestamp expires{};
    std::string promoted_to{};  ///< its id in long-term memory; empty: it is not promoted
};

/// Which memories of a session are meant.
struct session_filter {
    /// All but what is excluded below, or only those of one kind, whatever is excluded.
    enum class kind : std::uint8_t { all, pending, expired, promoted };
    kind only = kind::all;
    bool include_expired = false;
    bool include_promoted = false;
    std::optional<workmem::priority> priority{};
    std::vector<std::string> tags{};  ///< any of them, as they are written; empty: all

    /// What is to be known of a memory.
    struct facts {
        workmem::priority priority;
        bool expired;
        bool promoted;
        bool pending;
    };
    /// `has_tag(tag)` says whether the memory has it.
    template <class HasTag>
    [[nodiscard]] bool accepts(const facts& of, HasTag&& has_tag) const {
        switch (only) {
            case kind::all:
                if ((of.expired && !include_expired) || (of.promoted && !include_promoted))
                    return false;
                break;
            case kind::pending:
                if (!of.pending) return false;
                break;
            case kind::expired:
                if (!of.expired) return false;
                break;
            case kind::promoted:
                if (!of.promoted) return false;
                break;
        }
        if (priority && of.priority != *priority) return false;
        return tags.empty() || std::any_of(tags.begin(), tags.end(), has_tag);
    }
};

/// Some of a session's memories, in the order in which they came.
struct session_page {
    std::vector<session_memory> memories{};
    std::size_t total = 0;                ///< how many the filter accepts, on this page or not
    std::optional<std::uint64_t> next{};  ///< `after` for the rest; none: this is the end
};

/// A memory that answers a search.
struct session_hit {
    session_memory value;
    std::uint32_t relevance_ppm = 0;  ///< from 0 to 1,000,000
};

/// Some of what answers a search, best first.
struct session_hits {
    std::vector<session_hit> hits{};
    std::size_t total = 0;                ///< how many answer, on this page or not
    std::optional<std::uint64_t> next{};  ///< `skip` for the rest; none: this is the end
};

/// How a session stands. `active` and `expired` add up to `total`; averages are over `total`.
struct session_stats {
    std::size_t total = 0;
    std::size_t active = 0;
    std::size_t expired = 0;
    std::size_t promoted = 0;
    std::size_t pending_promotion = 0;
    std::uint64_t accesses = 0;                ///< of all together
    std::uint64_t importance_ppm = 0;          ///< of all together
    std::array<std::size_t, 4> by_priority{};  ///< low to critical
    std::size_t undelivered = 0;              ///< promoted, but not known to be in long-term memory
    std::optional<timestamp> first_expiry{};  ///< when the first one expires, or has

    [[nodiscard]] double avg_access_count() const noexcept {
        return total == 0 ? 0.0 : static_cast<double>(accesses) / static_cast<double>(total);
    }
    [[nodiscard]] double avg_importance() const noexcept {
        return total == 0 ? 0.0
                          : static_cast<double>(importance_ppm) / static_cast<double>(total) / 1e6;
    }
};

}  // namespace workmem
