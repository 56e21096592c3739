#pragma once

#include <workmem/fwd.hpp>
#include <workmem/ranking/bm25_query.hpp>
#include <workmem/ranking/candidates.hpp>
#include <workmem/ranking/inverted_index.hpp>
#include <workmem/ranking/ranking.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::ranking {

/// The numbers of `bm25`; shares in parts per million.
struct bm25_options {
    std::uint32_t saturation = 1'500'000;     ///< k1: how much a repetition of a word still adds
    std::uint32_t length_share = 1'000'000;   ///< b: how much of a text's length counts against it
    std::uint32_t speaker_share = 500'000;    ///< of a word's weight, where it names the speaker
    std::uint32_t neighbour_share = 500'000;  ///< of a score, for the documents next to it in time
    std::uint32_t neighbour_span = 50;  ///< words beyond which nothing reaches further than that
    std::uint32_t neighbour_reach = 4;  ///< documents on either side
    std::uint32_t pool = 64;            ///< documents whose scores reach their neighbours
};

/// Okapi BM25 (S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond",
/// 2009) over stemmed words without stop words, with whose words they are as a field of its own,
/// and with neighbours in time.
///
/// For a word in n of N documents the weight is ln((2N + 2) / (2n + 1)), times how often the query
/// has it. A document that has it c times adds weight × c(k1 + 1) / (c + k1(1 − b + b × words /
/// average words)), and `speaker_share` of the weight where it names the speaker. Of the best
/// `pool` documents by this sum each then adds `neighbour_share` of its own to the next document on
/// either side; to those further off less, by how many words lie between the middles of the two,
/// down to nothing at `neighbour_span`. A document outside the pool has nothing of its own, one
/// that is not accepted has no score and reaches nobody. The order is by score; for ties see
/// `everything`.
///
/// Integers throughout: the same answers on every machine. A query costs O(entries of its words +
/// pool); adding and erasing cost what the text does; erased documents are cleared away O(1)
/// amortised. Copyable, movable; concurrent calls of const members are safe.
template <class Language>
class basic_bm25 {
public:
    basic_bm25() = default;
    explicit basic_bm25(const bm25_options& options) : options_{options} {}

    void add(std::uint32_t slot, const document& what) { index_.add(slot, what); }
    void erase(std::uint32_t slot) noexcept { index_.erase(slot); }
    void clear() noexcept { index_.clear(); }
    [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
    [[nodiscard]] const bm25_options& options() const noexcept { return options_; }
    /// Bytes on the heap.
    [[nodiscard]] std::size_t memory() const noexcept { return index_.memory(); }

    /// The best `most` documents that `choice` accepts.
    template <class Choice = everything>
    [[nodiscard]] ranked search(std::string_view query, std::size_t most,
                                const Choice& choice = {}) const {
        const detail::bm25_query<Language> words{query, index_};
        auto pool = best_of_their_own(words, pool_for(most), choice);
        ranked out;
        out.words = words.size();
        detail::candidate_sums sums{pool.size() * (1 + 2 * std::size_t{options_.neighbour_reach})};
        for (const auto& each : pool) sums(each.number, [&] { return each; });
        for (const auto& each : pool) {
            for_each_neighbour(each.number, [&](std::uint32_t number, std::uint64_t share) {
                const auto& neighbour = index_[number];
                if (!choice.accepts(neighbour.slot)) return;
                const auto make = [&] {
                    return detail::candidate{
                        0, index_.position(number), neighbour.slot, number, 0, true};
                };
                sums(number, make).score += part(each.score, share);
            });
        }
        out.hits = detail::best_hits(sums.all(), most, choice);
        return out;
    }

    /// Why `slot` has the score that `search` with the same arguments gives it. Costs a search.
    template <class Choice = everything>
    [[nodiscard]] explanation explain(std::string_view query, std::uint32_t slot, std::size_t most,
                                      const Choice& choice = {}) const {
        explanation out;
        const auto number = index_.number_of(slot);
        if (number == detail::no_number || !choice.accepts(slot)) return out;
        const detail::bm25_query<Language> words{query, index_};
        for (const auto& each : best_of_their_own(words, pool_for(most), choice)) {
            if (each.number == number) explain_words(words, number, out);
            for_each_neighbour(each.number, [&](std::uint32_t neighbour, std::uint64_t share) {
                const auto score = part(each.score, share);
                if (neighbour == number && score > 0) out.neighbours.push_back({each.slot, score});
            });
        }
        std::sort(out.words.begin(), out.words.end(), [](const auto& a, const auto& b) {
            return a.score != b.score ? a.score > b.score : a.word < b.word;
        });
        for (const auto& each : out.words) out.score += each.score;
        for (const auto& each : out.neighbours) out.score += each.score;
        return out;
    }

private:
    static constexpr std::uint64_t million = 1'000'000;
    static constexpr unsigned fraction = 16;  // bits

    [[nodiscard]] static constexpr std::uint64_t part(std::uint64_t whole,
                                                      std::uint64_t ppm) noexcept {
        return whole * ppm / million;
    }

    [[nodiscard]] std::size_t pool_for(std::size_t most) const noexcept {
        return (std::max)(most, std::size_t{options_.pool});
    }

    // What a word's weight is multiplied with, for an occurrence in a document of some length.
    class saturation {
    public:
        saturation(const bm25_options& options, std::uint64_t length, std::size_t documents)
            : speaker_{fixed(options.speaker_share)},
              most_{fixed(million + options.saturation)},
              constant_{
                  fixed(part(options.saturation,
                             million - (std::min)(million, std::uint64_t{options.length_share})))} {
            const auto average =
                (std::max)(std::uint64_t{1} << fraction,
                           (length << fraction) / (std::max)(documents, std::size_t{1}));
            const auto share = part(options.saturation, options.length_share);
            per_word_ = ((share << 32) / million << fraction) / average;
        }
        [[nodiscard]] std::uint64_t operator()(std::uint64_t weight, detail::occurrence what,
                                               std::uint32_t length) const noexcept {
            const std::uint64_t count = (std::min)(what.count, 0xFFFFU);
            const auto divisor = (count << fraction) + constant_ + (per_word_ * length >> fraction);
            auto factor = what.speaks ? speaker_ : 0;
            if (count > 0) factor += (count * most_ << fraction) / divisor;
            return weight * factor >> fraction;
        }

    private:
        static constexpr std::uint64_t fixed(std::uint64_t ppm) noexcept {
            return (ppm << fraction) / million;
        }
        std::uint64_t speaker_, most_, constant_;
        std::uint64_t per_word_ = 0;  // times 2^32
    };
    [[nodiscard]] saturation saturating() const {
        return {options_, index_.length(), index_.size()};
    }

    // A window of documents at a time: every word adds to the sums of the window, then those that
    // were touched are offered. A sum holds the number of words in its low bits.
    template <class Choice>
    [[nodiscard]] std::vector<detail::candidate> best_of_their_own(
        const detail::bm25_query<Language>& words, std::size_t most, const Choice& choice) const {
        constexpr std::uint32_t window = 2'048;
        constexpr unsigned counter = 16;
        std::array<std::uint64_t, window> sums{};
        std::array<std::uint64_t, window / 64> touched{};
        detail::best_candidates best{most, choice};
        const auto saturate = saturating();
        auto cursors = words.cursors(index_);
        while (!cursors.empty()) {
            auto begin = detail::no_number;
            for (const auto& each : cursors) begin = (std::min)(begin, each.at.document());
            begin -= begin % window;
            for (auto& each : cursors) {
                for (; !each.at.at_end() && each.at.document() - begin < window;
                     each.at.advance()) {
                    const auto number = each.at.document();
                    const auto in = number - begin;
                    const auto score = saturate(each.weight, each.at.what(), index_[number].length);
                    sums[in] += (score << counter) + 1;
                    touched[in / 64] |= std::uint64_t{1} << in % 64;
                }
            }
            std::erase_if(cursors, [](const auto& each) { return each.at.at_end(); });
            for (std::uint32_t group = 0; group < touched.size(); ++group) {
                for (auto bits = std::exchange(touched[group], 0); bits != 0; bits &= bits - 1) {
                    const auto in = group * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
                    const auto sum = std::exchange(sums[in], 0);
                    if (sum >> counter < best.least()) continue;
                    const auto& each = index_[begin + in];
                    if (each.slot == detail::no_number || !choice.accepts(each.slot)) continue;
                    best.offer({sum >> counter, index_.position(begin + in), each.slot, begin + in,
                                static_cast<std::uint32_t>(sum & ((1U << counter) - 1))});
                }
            }
        }
        return best.take();
    }

    // Calls `use(number, share in ppm)` for the documents around one.
    template <class Use>
    void for_each_neighbour(std::uint32_t number, Use&& use) const {
        const auto walk = [&](auto onward) {
            std::uint64_t between = 0;  // words
            auto neighbour = onward(index_[number]);
            for (std::uint32_t i = 0;
                 i < options_.neighbour_reach && neighbour != detail::no_number; ++i) {
                std::uint64_t share = options_.neighbour_share;
                if (i > 0) {
                    const auto apart =
                        between +
                        (std::uint64_t{index_[number].length} + index_[neighbour].length) / 2;
                    if (between >= options_.neighbour_span) return;
                    if (apart < options_.neighbour_span)
                        use(neighbour,
                            share * (options_.neighbour_span - apart) / options_.neighbour_span);
                } else {
                    use(neighbour, share);
                }
                between += index_[neighbour].length;
                neighbour = onward(index_[neighbour]);
            }
        };
        walk([](const auto& each) { return each.previous; });
        walk([](const auto& each) { return each.next; });
    }

    void explain_words(const detail::bm25_query<Language>& words, std::uint32_t number,
                       explanation& out) const {
        const auto saturate = saturating();
        index_.for_each_term(number, [&](std::uint32_t term, detail::occurrence what) {
            const auto weight = words.weight(term);
            if (weight == 0) return;
            out.words.push_back({std::string{index_.terms()[term]},
                                 saturate(weight, what, index_[number].length), what.speaks});
        });
    }

    bm25_options options_;
    detail::inverted_index<Language> index_;
};

/// The same for documents that stand alone: what came before or after says nothing about them.
class bm25_alone : public bm25 {
public:
    bm25_alone() : bm25{without_neighbours()} {}

private:
    static bm25_options without_neighbours() noexcept {
        bm25_options out;
        out.neighbour_share = 0;
        return out;
    }
};

}  // namespace workmem::ranking
