#pragma once

#include <workmem/text/inflection.ipp>
#include <workmem/text/search_english.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace workmem::text {

namespace detail {

inline constexpr std::string_view english_stop_words =
    "a about above after again against all am an and any are as at be because been before being "
    "below between both but by can cannot could did do does doing down during each few for from "
    "further had has have having he her here hers herself him himself his how i if in into is it "
    "its itself let me more most my myself no nor not of off on once only or other ought our ours "
    "ourselves out over own same she should so some such than that the their theirs them "
    "themselves then there these they this those through to too under until up very was we were "
    "what when where which while who whom whose why will with would you your yours yourself "
    "yourselves";

inline constexpr std::string_view english_asking_words =
    "answer answered ask asked asking asks conversation conversations describe described "
    "describes discuss discussed discusses discussing discussion discussions ever explain "
    "explained explains give given gives gave list lists long many mention mentioned mentioning "
    "mentions much often please question questions said say saying says summarise summarize "
    "summary talk talked talking talks tell telling tells think thinking thinks thought told";

struct search_word {
    std::string_view word;
    search_class what = search_class::content;
};

[[nodiscard]] constexpr std::size_t search_word_hash(std::string_view word) noexcept {
    const auto at = [word](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(word[i]));
    };
    return at(0) * 31 + at(word.size() / 2) * 131 + at(word.size() - 1) * 7 + word.size() * 17;
}

inline constexpr auto english_search_words = [] {
    std::array<search_word, 512> cells{};
    const auto take = [&cells](std::string_view list, search_class what) {
        while (!list.empty()) {
            const auto end = list.find(' ') == list.npos ? list.size() : list.find(' ');
            auto cell = search_word_hash(list.substr(0, end)) % cells.size();
            while (!cells[cell].word.empty()) cell = (cell + 1) % cells.size();
            cells[cell] = {list.substr(0, end), what};
            list.remove_prefix(end == list.size() ? end : end + 1);
        }
    };
    take(english_stop_words, search_class::stop);
    take(english_asking_words, search_class::asking);
    return cells;
}();

}  // namespace detail

WORKMEM_DECL search_class search_english::classify(std::string_view word) noexcept {
    const auto& cells = detail::english_search_words;
    auto cell = detail::search_word_hash(word) % cells.size();
    for (; !cells[cell].word.empty(); cell = (cell + 1) % cells.size())
        if (cells[cell].word == word) return cells[cell].what;
    return search_class::content;
}

}  // namespace workmem::text
