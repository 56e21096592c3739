#pragma once

#include <workmem/ranking/ranking.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::ranking::detail {

/// A document on its way into an answer.
struct candidate {
    std::uint64_t score = 0;
    std::uint64_t position = 0;
    std::uint32_t slot = 0;
    std::uint32_t number = 0;
    std::uint32_t matched = 0;
    bool is_neighbour = false;
};

/// The best `most` candidates of those offered, whatever order they come in. O(log most) each; one
/// whose score is below `least()` need not be offered.
template <class Choice>
class best_candidates {
public:
    best_candidates(std::size_t most, const Choice& choice) : most_{most}, choice_{&choice} {}

    /// What a candidate must reach.
    [[nodiscard]] std::uint64_t least() const noexcept { return least_; }
    void offer(const candidate& each) {
        if (most_ == 0 || each.score < least_) return;
        if (kept_.size() == most_) {
            if (!is_better(each, kept_.front())) return;
            std::pop_heap(kept_.begin(), kept_.end(), better());
            kept_.back() = each;
        } else {
            kept_.push_back(each);
        }
        std::push_heap(kept_.begin(), kept_.end(), better());
        if (kept_.size() == most_) least_ = kept_.front().score;
    }
    /// Those kept, best first.
    [[nodiscard]] std::vector<candidate> take() {
        std::sort(kept_.begin(), kept_.end(), better());
        return std::move(kept_);
    }

private:
    [[nodiscard]] bool is_better(const candidate& a, const candidate& b) const {
        return a.score != b.score ? a.score > b.score
                                  : comes_before(*choice_, a.slot, a.position, b.slot, b.position);
    }
    [[nodiscard]] auto better() const {
        return [this](const candidate& a, const candidate& b) { return is_better(a, b); };
    }

    std::size_t most_;
    const Choice* choice_;
    std::uint64_t least_ = 1;
    std::vector<candidate> kept_;
};

template <class Choice>
[[nodiscard]] std::vector<hit> best_hits(const std::vector<candidate>& all, std::size_t most,
                                         const Choice& choice) {
    best_candidates best{most, choice};
    for (const auto& each : all) best.offer(each);
    std::vector<hit> out;
    for (const auto& each : best.take())
        out.push_back({each.slot, each.matched, each.score, each.is_neighbour});
    return out;
}

/// Adds up what is said of documents, by number; candidates stay in the order in which they came.
class candidate_sums {
public:
    /// Room for up to `most` different documents.
    explicit candidate_sums(std::size_t most) : cells_(std::bit_ceil(most * 2 + 1)) {
        all_.reserve(most);
    }
    /// The sum of a document; `make()` is called for its first candidate.
    template <class Make>
    candidate& operator()(std::uint32_t number, Make&& make) {
        const auto mask = cells_.size() - 1;
        for (std::size_t at = number * 0x9E3779B1U & mask;; at = (at + 1) & mask) {
            if (cells_[at] == 0) {
                all_.push_back(make());
                cells_[at] = static_cast<std::uint32_t>(all_.size());
                return all_.back();
            }
            if (all_[cells_[at] - 1].number == number) return all_[cells_[at] - 1];
        }
    }
    [[nodiscard]] const std::vector<candidate>& all() const noexcept { return all_; }

private:
    std::vector<std::uint32_t> cells_;  // 1 + the place in all_
    std::vector<candidate> all_;
};

}  // namespace workmem::ranking::detail
