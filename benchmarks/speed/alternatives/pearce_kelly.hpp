#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace bench {

/// A topological order that is kept while edges come: D. J. Pearce and P. H. J. Kelly, "A dynamic
/// topological sort algorithm for directed acyclic graphs", 2007, as it is published.
class pearce_kelly {
public:
    explicit pearce_kelly(std::size_t count)
        : out_(count), in_(count), place_(count), is_visited_(count) {
        std::iota(place_.begin(), place_.end(), 0U);
    }
    /// False where it would close a cycle.
    bool add(std::uint32_t from, std::uint32_t to) {
        if (place_[to] < place_[from]) {
            std::vector<std::uint32_t> ahead, back;
            const bool is_free = reach(
                out_, to, ahead, [&](auto each) { return place_[each] <= place_[from]; }, from);
            if (is_free)
                (void)reach(in_, from, back, [&](auto each) { return place_[each] >= place_[to]; });
            for (const auto each : ahead) is_visited_[each] = false;
            for (const auto each : back) is_visited_[each] = false;
            if (!is_free) return false;
            reorder(ahead, back);
        }
        out_[from].push_back(to);
        in_[to].push_back(from);
        return true;
    }

private:
    static constexpr std::uint32_t nobody = 0xFFFFFFFFU;

    template <class Edges, class InRange>
    bool reach(const Edges& edges, std::uint32_t start, std::vector<std::uint32_t>& found,
               InRange&& in_range, std::uint32_t forbidden = nobody) {
        found.push_back(start);
        is_visited_[start] = true;
        for (std::size_t i = 0; i < found.size(); ++i)
            for (const auto each : edges[found[i]]) {
                if (each == forbidden) return false;
                if (is_visited_[each] || !in_range(each)) continue;
                is_visited_[each] = true;
                found.push_back(each);
            }
        return true;
    }
    void reorder(std::vector<std::uint32_t>& ahead, std::vector<std::uint32_t>& back) {
        const auto by_place = [&](auto a, auto b) { return place_[a] < place_[b]; };
        std::sort(ahead.begin(), ahead.end(), by_place);
        std::sort(back.begin(), back.end(), by_place);
        auto& all = back;
        all.insert(all.end(), ahead.begin(), ahead.end());
        std::vector<std::uint32_t> places;
        for (const auto each : all) places.push_back(place_[each]);
        std::sort(places.begin(), places.end());
        for (std::size_t i = 0; i < all.size(); ++i) place_[all[i]] = places[i];
    }

    std::vector<std::vector<std::uint32_t>> out_, in_;
    std::vector<std::uint32_t> place_;
    std::vector<char> is_visited_;
};

}  // namespace bench
