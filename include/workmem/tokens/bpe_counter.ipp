#pragma once

#include <workmem/config.hpp>
#include <workmem/tokens/bpe_counter.hpp>

namespace workmem::detail {

WORKMEM_DECL std::size_t pair_merger::count(std::string_view piece) {
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

WORKMEM_DECL void pair_merger::offer(std::size_t at) {
    if (parts_[at].next == piece_.size()) return;
    const auto end = end_of_pair(at);
    const auto rank = ranks_.find(piece_.substr(at, end - at));
    if (rank == rank_table::none) return;
    pairs_.push_back({rank, at, end});
    std::push_heap(pairs_.begin(), pairs_.end(), std::greater<>{});
}

WORKMEM_DECL void pair_merger::merge(std::size_t at) {
    const auto second = parts_[at].next, after = parts_[second].next;
    parts_[at].next = after;
    parts_[second].next = gone;
    if (after != piece_.size()) parts_[after].previous = at;
    offer(at);
    if (at != 0) offer(parts_[at].previous);
}

}  // namespace workmem::detail

namespace workmem {

WORKMEM_DECL auto bpe_counter::open(const std::string& path, token_encoding encoding)
    -> result<bpe_counter> {
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

WORKMEM_DECL std::size_t bpe_counter::operator()(std::string_view text) const {
    if (!text::is_valid(text)) return (*this)(text::to_valid(text));
    detail::pair_merger merger{*ranks_};
    piece_reader pieces{text, encoding_};
    std::size_t count = 0;
    for (std::string_view piece; pieces.next(piece);) count += merger.count(piece);
    return count;
}

}  // namespace workmem
