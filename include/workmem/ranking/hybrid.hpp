#pragma once

#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/candidates.hpp>
#include <workmem/ranking/embedding.hpp>
#include <workmem/ranking/ranking.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::ranking {

/// The numbers of `hybrid`.
struct hybrid_options {
    std::uint32_t constant = 60;  ///< of the fusion: how little the very first ranks stand out
    std::uint32_t pool = 256;     ///< documents taken from either ranking
};

/// Words and meaning: `Words` (a ranking policy, `bm25`) and the cosine of embeddings the caller
/// computes, combined by reciprocal rank fusion (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal
/// rank fusion outperforms Condorcet and individual rank learning methods", SIGIR 2009): a document
/// gets 1 / (constant + rank) from each ranking that has it among its best `pool`, rank from 1; one
/// whose cosine is not above 0 has no rank. Scores in parts per million. A query embeds its text
/// and is linear in documents × dimensions. Copyable, movable as its parts are; concurrent calls of
/// const members are safe where those of the embedding are.
template <embedding Embedding, policy Words = bm25>
class hybrid {
public:
    hybrid() requires std::default_initializable<Embedding>
    = default;
    explicit hybrid(Embedding embed, const hybrid_options& options = {}, Words words = {})
        : embed_{std::move(embed)}, options_{options}, words_{std::move(words)} {}

    void add(std::uint32_t slot, const document& what) {
        auto vector = quantised(embed_(what.text));
        if (slot >= vectors_.size()) vectors_.resize(std::size_t{slot} + 1);
        words_.add(slot, what);
        const auto size = length(vector);
        vectors_[slot] = {std::move(vector), size, what.position};
    }
    void erase(std::uint32_t slot) noexcept {
        words_.erase(slot);
        if (slot < vectors_.size()) vectors_[slot] = {};
    }
    void clear() noexcept {
        words_.clear();
        vectors_.clear();
    }
    [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }

    /// The best `most` documents that `choice` accepts.
    template <class Choice = everything>
    [[nodiscard]] ranked search(std::string_view query, std::size_t most,
                                const Choice& choice = {}) const {
        const auto pool = (std::max)(most, std::size_t{options_.pool});
        auto by_words = words_.search(query, pool, choice);
        const auto by_meaning = nearest(query, pool, choice);
        detail::candidate_sums sums{by_words.hits.size() + by_meaning.size()};
        std::uint64_t rank = 0;
        for (const auto& each : by_words.hits)
            sums(each.slot, [&] { return from_words(each); }).score += share(++rank);
        rank = 0;
        for (const auto& each : by_meaning) {
            auto& sum = sums(each.slot, [&] { return each; });
            sum.score += share(++rank);
            sum.is_neighbour = false;
        }
        by_words.hits = detail::best_hits(sums.all(), most, choice);
        return by_words;
    }
    /// Why `slot` has the score that `search` with the same arguments gives it: the words' share of
    /// the fused score is divided as the words' own score is, rounded down, the rest to the first.
    template <class Choice = everything>
    [[nodiscard]] explanation explain(std::string_view query, std::uint32_t slot, std::size_t most,
                                      const Choice& choice = {}) const {
        const auto pool = (std::max)(most, std::size_t{options_.pool});
        explanation out;
        const auto by_words = words_.search(query, pool, choice).hits;
        for (std::size_t i = 0; i < by_words.size(); ++i)
            if (by_words[i].slot == slot)
                out = scaled(words_.explain(query, slot, pool, choice), share(i + 1));
        const auto by_meaning = nearest(query, pool, choice);
        for (std::size_t i = 0; i < by_meaning.size(); ++i)
            if (by_meaning[i].slot == slot) out.similarity = share(i + 1);
        out.score += out.similarity;
        return out;
    }

private:
    static constexpr std::uint64_t million = 1'000'000;

    struct stored {
        std::vector<std::int8_t> vector;
        std::uint64_t length = 0;  // in 1/1,024
        std::uint64_t position = 0;
    };

    [[nodiscard]] std::uint64_t share(std::uint64_t rank) const noexcept {
        return million / (options_.constant + rank);
    }
    [[nodiscard]] detail::candidate from_words(const hit& each) const noexcept {
        return {
            0, vectors_[each.slot].position, each.slot, each.slot, each.matched, each.is_neighbour};
    }
    // The root of the sum of squares, times 1,024.
    static std::uint64_t length(const std::vector<std::int8_t>& vector) noexcept {
        const auto square = static_cast<std::uint64_t>(dot(vector, vector)) << 20;
        std::uint64_t root = 0;
        for (auto bit = std::uint64_t{1} << 31; bit != 0; bit >>= 1)
            if ((root | bit) * (root | bit) <= square) root |= bit;
        return root;
    }
    template <class Choice>
    [[nodiscard]] std::vector<detail::candidate> nearest(std::string_view query, std::size_t pool,
                                                         const Choice& choice) const {
        const auto wanted = quantised(embed_(query));
        if (wanted.empty()) return {};
        detail::best_candidates best{pool, choice};
        for (std::uint32_t slot = 0; slot < vectors_.size(); ++slot) {
            const auto& each = vectors_[slot];
            const auto product = dot(wanted, each.vector);
            if (product <= 0 || !choice.accepts(slot)) continue;
            // The query's length is the same for all.
            const auto score = (static_cast<std::uint64_t>(product) << 30) / each.length;
            best.offer({score, each.position, slot, slot, 0});
        }
        auto out = best.take();
        for (auto& each : out) each.score = 0;
        return out;
    }
    static explanation scaled(explanation out, std::uint64_t to) {
        const auto whole = out.score;
        std::uint64_t given = 0;
        const auto scale = [&](std::uint64_t& score) { given += score = score * to / whole; };
        for (auto& each : out.words) scale(each.score);
        for (auto& each : out.neighbours) scale(each.score);
        auto& first = out.words.empty() ? out.neighbours.front().score : out.words.front().score;
        first += to - given;
        out.score = to;
        return out;
    }

    Embedding embed_{};
    hybrid_options options_;
    Words words_;
    std::vector<stored> vectors_;  // by slot
};

}  // namespace workmem::ranking
