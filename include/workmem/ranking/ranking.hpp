#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::ranking {

/// What an index takes in. It keeps what it needs of the texts; the views may end with the call.
struct document {
    std::string_view text;
    std::string_view speaker;    ///< whose words they are; may be empty
    std::uint64_t position = 0;  ///< order in time: a sequence number, a step or milliseconds
};

/// A document that answers a query.
struct hit {
    std::uint32_t slot = 0;
    std::uint32_t matched = 0;  ///< how many different words of the query it holds itself
    std::uint64_t score = 0;    ///< above 0, in parts per million of the policy's unit
    bool is_neighbour = false;  ///< it says nothing of the query; it stands near one that does

    friend bool operator==(const hit&, const hit&) = default;
};

/// The answer to a query.
struct ranked {
    std::vector<hit> hits;    ///< best first
    std::uint32_t words = 0;  ///< how many different words of the query counted
};

/// Why a document has its score: the shares add up to it.
struct explanation {
    struct word_share {
        std::string word;  ///< as indexed: folded, stemmed
        std::uint64_t score = 0;
        bool of_speaker = false;  ///< it names (also) who speaks
    };
    struct neighbour_share {
        std::uint32_t slot = 0;
        std::uint64_t score = 0;
    };
    std::uint64_t score = 0;                  ///< 0: no hit
    std::vector<word_share> words;            ///< highest first
    std::vector<neighbour_share> neighbours;  ///< documents close in time, highest first
    std::uint64_t similarity = 0;             ///< the share of an embedding
};

/// Which documents a search is about, and which of two with the same score comes first. `before`
/// may be left out: then the newer one does, of two of the same position the one of the lower slot.
struct everything {
    [[nodiscard]] constexpr bool accepts(std::uint32_t) const noexcept { return true; }
};

/// Finds documents by slot number. `add` replaces what the slot held and may fail for want of
/// memory: then the index is to be cleared and filled again (`ranking::search_index` sees to it).
/// The same documents give the same answers, whatever was added and erased before. Concurrent calls
/// of const members are safe.
template <class Policy>
concept policy = std::default_initializable<Policy> && std::movable<Policy> &&
    requires(Policy& policy, const Policy& search, const document& what, std::uint32_t slot,
             std::string_view query, std::size_t most, const everything& choice) {
    policy.add(slot, what);
    { policy.erase(slot) }
    noexcept;
    { policy.clear() }
    noexcept;
    { search.size() } -> std::convertible_to<std::size_t>;
    { search.search(query, most, choice) } -> std::same_as<ranked>;
    { search.explain(query, slot, most, choice) } -> std::same_as<explanation>;
};

/// Nothing is indexed, nothing found.
struct none {
    void add(std::uint32_t, const document&) noexcept {}
    void erase(std::uint32_t) noexcept {}
    void clear() noexcept {}
    [[nodiscard]] std::size_t size() const noexcept { return 0; }
    [[nodiscard]] std::size_t memory() const noexcept { return 0; }
    template <class Choice = everything>
    [[nodiscard]] ranked search(std::string_view, std::size_t, const Choice& = {}) const {
        return {};
    }
    template <class Choice = everything>
    [[nodiscard]] explanation explain(std::string_view, std::uint32_t, std::size_t,
                                      const Choice& = {}) const {
        return {};
    }
};

namespace detail {

template <class Choice>
concept breaks_ties = requires(const Choice& choice, std::uint32_t slot) {
    { choice.before(slot, slot) } -> std::convertible_to<bool>;
};

/// Whether the first of two documents with the same score comes before the second.
template <class Choice>
[[nodiscard]] bool comes_before(const Choice& choice, std::uint32_t slot, std::uint64_t position,
                                std::uint32_t other, std::uint64_t other_position) {
    if constexpr (breaks_ties<Choice>) {
        if (choice.before(slot, other)) return true;
        if (choice.before(other, slot)) return false;
    }
    return position != other_position ? position > other_position : slot < other;
}

}  // namespace detail

}  // namespace workmem::ranking
