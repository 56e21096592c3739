#pragma once

#include <workmem/detail/fixed_point.hpp>
#include <workmem/ranking/inverted_index.hpp>
#include <workmem/ranking/term_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::ranking::detail {

/// The different words of a query that count, and what each weighs: words that only ask are left
/// out unless there are no others. Reads at most 65,535 words. In the order of the index's terms.
template <class Language>
class bm25_query {
public:
    static constexpr std::size_t most = 0xFFFF;

    struct word {
        std::uint32_t term;
        std::uint64_t weight;  ///< in ppm of a nat
    };
    struct weighted_cursor {
        postings::cursor at;
        std::uint64_t weight;
    };

    bm25_query(std::string_view query, const inverted_index<Language>& index) {
        for (const auto what : {text::search_class::content, text::search_class::asking})
            if (size_ == 0) read(query, what, index);
    }

    /// How many different words count, those that stand in no document among them.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// The weight of a term; 0 where the query does not have it.
    [[nodiscard]] std::uint64_t weight(std::uint32_t term) const noexcept {
        const auto at = std::lower_bound(words_.begin(), words_.end(), term,
                                         [](const word& a, std::uint32_t b) { return a.term < b; });
        return at != words_.end() && at->term == term ? at->weight : 0;
    }
    [[nodiscard]] std::vector<weighted_cursor> cursors(
        const inverted_index<Language>& index) const {
        std::vector<weighted_cursor> out;
        for (const auto& each : words_)
            out.push_back({postings::cursor{index.lists(), each.term}, each.weight});
        return out;
    }

private:
    void read(std::string_view query, text::search_class what,
              const inverted_index<Language>& index) {
        std::vector<std::uint32_t> known;
        std::vector<std::string> unknown;
        term_reader<Language> reader{query};
        for (term each{}; known.size() + unknown.size() < most && reader.next(each);) {
            if (each.what != what) continue;
            const auto number = index.terms().find(each.text);
            if (number == no_term)
                unknown.emplace_back(each.text);
            else
                known.push_back(number);
        }
        std::sort(known.begin(), known.end());
        for (auto at = known.begin(); at != known.end();) {
            const auto next =
                std::find_if(at, known.end(), [at](auto each) { return each != *at; });
            ++size_;
            if (const auto documents = index.lists().documents(*at); documents > 0) {
                const auto weight = workmem::detail::log_ratio_ppm(
                    2 * index.size() + 2, 2 * std::uint64_t{documents} + 1);
                const auto times = static_cast<std::uint64_t>(next - at);
                words_.push_back({*at, weight * times});
            }
            at = next;
        }
        std::sort(unknown.begin(), unknown.end());
        unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
        size_ += static_cast<std::uint32_t>(unknown.size());
    }

    std::vector<word> words_;
    std::uint32_t size_ = 0;
};

}  // namespace workmem::ranking::detail
