#pragma once

#include <workmem/text/fold.hpp>

#include <cstddef>
#include <string_view>

namespace workmem::text {

/// A word of a text and where it begins, in bytes.
struct word {
    std::string_view text;
    std::size_t position;
};

/// Walks over the words of a text without allocating: runs of word characters; an apostrophe
/// between two letters stays inside (`don't`), every other sign separates. Linear.
class word_reader {
public:
    explicit constexpr word_reader(std::string_view text) noexcept : text_{text} {}

    /// The next word, or false at the end.
    constexpr bool next(word& out) noexcept {
        while (at_ < text_.size()) {
            const auto c = decode(text_.substr(at_, 4));
            if (is_word(c.value)) break;
            at_ += c.bytes;
        }
        const auto begin = at_;
        while (at_ < text_.size()) {
            const auto c = decode(text_.substr(at_, 4));
            if (is_word(c.value)) {
                at_ += c.bytes;
            } else if (is_apostrophe(c.value) && at_ + c.bytes < text_.size() &&
                       is_word(decode(text_.substr(at_ + c.bytes, 4)).value)) {
                at_ += c.bytes;
            } else {
                break;
            }
        }
        out = {text_.substr(begin, at_ - begin), begin};
        return at_ > begin;
    }

private:
    static constexpr bool is_apostrophe(char32_t c) noexcept { return c == '\'' || c == 0x2019; }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace workmem::text
