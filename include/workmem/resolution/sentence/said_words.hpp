#pragma once

#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace workmem::resolution {

/// What a word is compared by inside names: without an apostrophe and without a final `s`, because
/// "Milton's" is written "Miltons" and "Milton" too.
[[nodiscard]] constexpr std::string_view word_key(std::string_view word) noexcept {
    word = word.substr(0, (std::min)(word.find('\''), word.size()));
    if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.remove_suffix(1);
    return word;
}

/// Where the words of a stored text stand one after the other in an utterance, from word `from` on
/// and beginning before word `before`; `count` is 0 where they do not.
struct said_phrase {
    std::size_t first = 0;
    std::size_t count = 0;
};
[[nodiscard]] inline said_phrase find_phrase(const utterance& said, std::string_view stored,
                                             std::size_t from, std::size_t before) noexcept {
    text::word_reader reader{stored};
    text::word head{};
    if (!reader.next(head)) return {};
    for (auto i = from; i < before; ++i) {
        if (!same_word(said[i].text, head.text)) continue;
        auto rest = reader;
        auto end = i + 1;
        bool all = true;
        for (text::word next{}; all && rest.next(next); ++end)
            all = end < said.size() && same_word(said[end].text, next.text);
        if (all) return {i, end - i};
    }
    return {};
}

/// The words of a text, to be asked whether a name could stand in it. The utterance must outlive
/// it.
class said_words {
public:
    explicit said_words(const utterance& said) {
        keys_.reserve(said.size());
        for (const auto& each : said.tokens()) {
            keys_.push_back(word_key(each.plain));
            beginnings_ |= beginning(each.plain);
        }
        std::sort(keys_.begin(), keys_.end());
        keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    }

    [[nodiscard]] bool has(std::string_view key) const noexcept {
        return std::binary_search(keys_.begin(), keys_.end(), key);
    }
    /// Whether a name as it stands in memory could be said: some word of it, all words of an id.
    /// A quick look that may be wrong only in saying yes; spares folding and storing most names.
    [[nodiscard]] bool may_name(std::string_view text, bool is_id,
                                std::uint32_t most_words) const noexcept {
        // Most ids fail at their first letters.
        if (is_id && text.size() > 1 && is_plain(text[0]) && is_plain(text[1]) &&
            (beginning(text.substr(0, 2)) & beginnings_) == 0)
            return false;
        text::word_reader reader{text};
        std::uint32_t count = 0;
        for (text::word word{}; count < most_words && reader.next(word); ++count)
            if (((beginning(word.text) & beginnings_) != 0) != is_id) return !is_id;
        return is_id && count != 0;
    }

private:
    static constexpr bool is_plain(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    // One of 64 bits for the first two letters of a word; beyond ASCII it may be any.
    static constexpr std::uint64_t beginning(std::string_view word) noexcept {
        const unsigned first = static_cast<unsigned char>(word[0]);
        unsigned second = word.size() > 1 ? static_cast<unsigned char>(word[1]) : 0;
        if ((first | second) >= 0x80) return ~std::uint64_t{0};
        if (second == '\'') second = 0;
        if (second != 0) second |= 0x20;
        return std::uint64_t{1} << ((first | 0x20) * 7 + second * 5) % 63 << 1;
    }

    std::uint64_t beginnings_ = 0;
    std::vector<std::string_view> keys_;  // sorted
};

}  // namespace workmem::resolution
