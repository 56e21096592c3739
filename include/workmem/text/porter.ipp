#pragma once

#include <workmem/config.hpp>
#include <workmem/text/porter.hpp>

namespace workmem::text::detail {

WORKMEM_DECL void porter_word::mark(std::size_t from) noexcept {
    vowels_ &= below(from);
    for (auto i = from; i < size_; ++i) {
        const char c = letters_[i];
        const bool vowel =
            porter_vowels[static_cast<unsigned char>(c)] || (c == 'y' && i > 0 && !is_vowel(i - 1));
        vowels_ |= std::uint64_t{vowel} << i;
    }
}

WORKMEM_DECL void porter_past_and_gerund(porter_word& word) noexcept {
    if (word.ends("eed")) {
        if (word.measure(word.size() - 3) > 0) word.cut(1);
        return;
    }
    const std::size_t ending = word.ends("ed") ? 2 : word.ends("ing") ? 3 : 0;
    if (ending == 0 || !word.has_vowel(word.size() - ending)) return;
    word.cut(ending);
    if (word.ends("at") || word.ends("bl") || word.ends("iz")) {
        word.replace(0, "e");
    } else if (word.ends_in_double_consonant()) {
        if (word.last() != 'l' && word.last() != 's' && word.last() != 'z') word.cut(1);
    } else if (word.measure(word.size()) == 1 && word.ends_short(word.size())) {
        word.replace(0, "e");
    }
}

}  // namespace workmem::text::detail

namespace workmem::text {

WORKMEM_DECL std::size_t porter_stem(char* letters, std::size_t size) noexcept {
    if (size <= 2 || size > porter_longest) return size;
    detail::porter_word word{letters, size};
    if (word.last() == 's') {
        if (word.ends("sses") || word.ends("ies"))
            word.cut(2);
        else if (word.last(1) != 's')
            word.cut(1);
    }
    detail::porter_past_and_gerund(word);
    if (word.last() == 'y' && word.has_vowel(word.size() - 1)) word.replace(1, "i");
    detail::porter_replace(word, detail::porter_step_2, 0);
    detail::porter_replace(word, detail::porter_step_3, 0);
    detail::porter_replace(word, detail::porter_step_4, 1);
    if (word.last() == 'e') {
        const auto stem = word.size() - 1;
        const int measure = word.measure(stem);
        if (measure > 1 || (measure == 1 && !word.ends_short(stem))) word.cut(1);
    }
    if (word.last() == 'l' && word.last(1) == 'l' && word.measure(word.size()) > 1) word.cut(1);
    return word.size();
}

}  // namespace workmem::text
