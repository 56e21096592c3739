#pragma once

#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/nouns.hpp>
#include <workmem/text/web_address.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// A stretch of a text that is spelled like an id, a path or an address: `src/a.cpp`, `WO-2291`,
/// `#12`, `fetchUser`, `3fa85f64`.
struct spelled_id {
    std::string_view text;
    word_set words = 0;
    thing_set exact = 0;  ///< the things that are called so, or the only one whose id begins so
    thing_set part = 0;   ///< … that have it at the end or the beginning of an id, or as a value
    thing_set begun = 0;  ///< … whose id begins so
};

/// Finds them. Linear in the text and the things.
class spelled_id_reader {
public:
    spelled_id_reader(const scene& at, const window_things& window) : window_{window} {
        const auto text = at.said.text();
        for (std::size_t begin = 0; begin < text.size() && found_.size() < most;) {
            const auto start = text.find_first_not_of(blanks, begin);
            if (start == std::string_view::npos) break;
            auto end = (std::min)(text.find_first_of(blanks, start), text.size());
            begin = end;
            const auto chunk = trimmed(text.substr(start, end - start));
            if (!is_spelled_like_id(chunk)) continue;
            spelled_id each{chunk};
            const auto from = static_cast<std::size_t>(chunk.data() - text.data());
            for (std::size_t i = 0; i < at.said.size() && i < 64; ++i)
                if (at.said[i].position >= from && at.said[i].position < from + chunk.size())
                    each.words |= bit(i);
            for (std::size_t i = 0; i < window.size(); ++i) compare(each, i);
            if (each.exact == 0 && count(each.begun) == 1 && chunk.size() >= shortest_prefix)
                each.exact = each.begun;
            found_.push_back(each);
        }
    }
    [[nodiscard]] const std::vector<spelled_id>& all() const noexcept { return found_; }

    [[nodiscard]] static constexpr bool is_path(std::string_view text) noexcept {
        return text.find_first_of("/\\") != std::string_view::npos;
    }

private:
    static constexpr std::size_t most = 8, shortest_prefix = 6;
    static constexpr std::string_view blanks{" \t\r\n\f\v"};

    [[nodiscard]] static constexpr std::string_view trimmed(std::string_view text) noexcept {
        constexpr std::string_view around{"\"'`.,;:!?()[]{}<>"};
        const auto first = text.find_first_not_of(around);
        if (first == std::string_view::npos) return {};
        text = text.substr(first, text.find_last_not_of(around) - first + 1);
        if (text.ends_with("'s")) text.remove_suffix(2);
        return text;
    }
    [[nodiscard]] static constexpr bool is_spelled_like_id(std::string_view text) noexcept {
        bool letter = false, digit = false, sign = false, inner_capital = false;
        if (text.size() < 2) return false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (static_cast<unsigned char>(c) >= 0x80) return false;
            const bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
            letter = letter || lower || upper;
            digit = digit || (c >= '0' && c <= '9');
            const bool inside = i > 0 && i + 1 < text.size();
            sign = sign || c == '/' || c == '_' || c == '\\' || (c == '.' && inside) ||
                   (c == '#' && i == 0);
            inner_capital =
                inner_capital || (upper && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z');
        }
        if (!letter)  // no amounts, times and days: "10:30", "$1,299", "2026-03-03"
            return digit &&
                   (text[0] == '#' || (text.size() > 4 && text.find_first_not_of("0123456789") ==
                                                              std::string_view::npos));
        if (digit) return !is_time_or_amount(text);
        return inner_capital || sign;
    }
    // "7pm", "3rd", "20k", "1.5kg"
    [[nodiscard]] static constexpr bool is_time_or_amount(std::string_view text) noexcept {
        constexpr std::size_t longest_amount = 8, longest_unit = 3;
        const auto letters = text.find_first_not_of("0123456789.,:");
        return letters != 0 && letters <= longest_amount && text.size() - letters <= longest_unit &&
               text.find_first_of("0123456789", letters) == std::string_view::npos;
    }
    void compare(spelled_id& said, std::size_t thing) const {
        const auto& of = window_[thing];
        auto text = said.text;
        if (text[0] == '#') text.remove_prefix(1);
        const auto is = [&](std::string_view stored) { return same_letters(stored, text); };
        if (is(of.id) || (!of.unnamed && is(of.name)) || is(of.slug) ||
            text::leads_to(text, of.slug)) {
            said.exact |= bit(thing);
            return;
        }
        constexpr std::size_t shortest = 4;
        const auto ends = [&](std::string_view whole, std::string_view end) {
            return whole.size() > end.size() && end.size() >= shortest &&
                   same_letters(whole.substr(whole.size() - end.size()), end) &&
                   !is_word(whole[whole.size() - end.size() - 1]);
        };
        const auto begins = [&](std::string_view whole, std::string_view start) {
            return whole.size() > start.size() && start.size() >= shortest &&
                   same_letters(whole.substr(0, start.size()), start);
        };
        if (begins(of.id, text)) said.begun |= bit(thing);
        const bool has_page = is_path(of.slug) && !is_path(of.id);
        bool part = ends(of.id, text) || begins(of.id, text) || (ends(text, of.id) && !has_page);
        // Another folder, owner or host is another thing: of "b/shop" is "a/shop" no part.
        if (!part && is_path(text) && (is_path(of.id) || has_page)) return;
        part = part || ends(text, of.id) ||
               (!of.unnamed && (begins(of.name, text) || ends(text, of.name)));
        if (!part && of.attributes != nullptr)
            part = std::any_of(of.attributes->begin(), of.attributes->end(), [&](const auto& each) {
                if (const auto* const value = std::get_if<std::string>(&each.value))
                    return is(*value) || ends(*value, text);
                const auto* const number = std::get_if<std::int64_t>(&each.value);
                return number != nullptr && *number > 9 && std::to_string(*number) == text;
            });
        if (part) said.part |= bit(thing);
    }
    [[nodiscard]] static constexpr bool is_word(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    const window_things& window_;
    std::vector<spelled_id> found_;
};

}  // namespace workmem::resolution
