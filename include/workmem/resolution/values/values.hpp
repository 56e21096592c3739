#pragma once

#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/entry.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

enum class value_kind : std::uint8_t { number, time, date, weekday, year };

/// A number, a time of day or a day, read from a text or from an attribute, in integers:
/// thousandths; minutes since midnight; month × 32 + day, with 0 for what was not said of them;
/// 1 for Monday to 7.
struct value {
    value_kind kind = value_kind::number;
    std::int64_t amount = 0;
    bool half_day = false;     ///< a time that may be before or after noon: "at 6"
    std::size_t position = 0;  ///< in the text, in bytes

    /// Whether what was said may be what is stored.
    [[nodiscard]] constexpr bool may_be(const value& stored) const noexcept {
        if (kind != stored.kind) return false;
        if (amount == stored.amount) return true;
        if (kind == value_kind::time)
            return (half_day || stored.half_day) && amount % 720 == stored.amount % 720;
        if (kind != value_kind::date) return false;
        if (amount % 32 == 0) return amount / 32 == stored.amount / 32;
        return amount < 32 && amount == stored.amount % 32;
    }
};

namespace detail {

constexpr std::size_t leading_digits(std::string_view text) noexcept {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    return count;
}

constexpr std::int64_t to_number(std::string_view digits) noexcept {
    std::int64_t out = 0;
    for (const char c : digits.substr(0, 12)) out = out * 10 + (c - '0');
    return out;
}

}  // namespace detail

/// What a stored text is as a value: an ISO day (with or without a time behind it), `HH:MM`, or a
/// number; nothing when it is anything else. Allocates nothing.
[[nodiscard]] constexpr std::optional<value> parse_value(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == '$' || text.front() == ' ')) text.remove_prefix(1);
    const auto digits = detail::leading_digits(text);
    if (digits == 0 || digits > 12 || text.size() > 40) return std::nullopt;
    const auto first = detail::to_number(text.substr(0, digits));
    const auto rest = text.substr(digits);
    const auto two = [](std::string_view at) {
        return at.size() >= 2 && detail::leading_digits(at.substr(0, 2)) == 2;
    };
    if (digits == 4 && rest.size() >= 6 && rest[0] == '-' && two(rest.substr(1)) &&
        rest[3] == '-' && two(rest.substr(4)))
        return value{value_kind::date, detail::to_number(rest.substr(1, 2)) * 32 +
                                           detail::to_number(rest.substr(4, 2))};
    if (digits <= 2 && rest.size() >= 3 && rest[0] == ':' && two(rest.substr(1)))
        return value{value_kind::time, first * 60 + detail::to_number(rest.substr(1, 2)),
                     rest.size() > 3 && rest[3] == ' '};
    if (rest.empty()) return value{value_kind::number, first * 1000};
    if (rest[0] != '.') return std::nullopt;
    const auto decimals = detail::leading_digits(rest.substr(1));
    if (decimals + 1 != rest.size() || decimals == 0) return std::nullopt;
    std::int64_t thousandths = 0;
    for (std::size_t i = 0; i < 3; ++i)
        thousandths = thousandths * 10 + (i < decimals ? rest[1 + i] - '0' : 0);
    return value{value_kind::number, first * 1000 + thousandths};
}

/// The same for an attribute of any kind.
[[nodiscard]] inline std::optional<value> value_of(const scalar& stored) noexcept {
    if (const auto* text = std::get_if<std::string>(&stored)) return parse_value(*text);
    if (const auto* number = std::get_if<std::int64_t>(&stored);
        number != nullptr && *number > -1'000'000'000'000 && *number < 1'000'000'000'000)
        return value{value_kind::number, *number * 1000};
    if (const auto* number = std::get_if<double>(&stored);
        number != nullptr && *number > -1e12 && *number < 1e12)
        return value{value_kind::number,
                     static_cast<std::int64_t>(*number * 1000 + (*number < 0 ? -0.5 : 0.5))};
    return std::nullopt;
}

/// The values that a text names, in order: "7:30 pm", "8 pm", "March 3rd", "the 3rd", "$1,250.50".
/// Linear in the text. The utterance must outlive it.
class value_reader {
public:
    explicit value_reader(const utterance& said) : said_{said} {
        for (std::size_t i = 0; i < said.size();) i += read(i);
    }
    /// Only the value that begins at a word, if one does.
    value_reader(const utterance& said, std::size_t word) : said_{said} { read(word); }
    [[nodiscard]] const std::vector<value>& values() const noexcept { return values_; }

private:
    [[nodiscard]] bool joined(std::size_t i, char by) const noexcept {
        if (i == 0 || i >= said_.size()) return false;
        const auto& before = said_[i - 1];
        const auto end = before.position + before.text.size();
        return said_[i].position == end + 1 && said_.text()[end] == by;
    }
    [[nodiscard]] bool is(std::size_t i, text::word_class c) const noexcept {
        return i < said_.size() && said_[i].is(c);
    }
    [[nodiscard]] int month(std::size_t i) const noexcept {
        return i < said_.size() && said_[i].known != nullptr ? said_[i].known->month : 0;
    }

    // "On the tenth", where no place in a list can be meant.
    std::size_t read_words(std::size_t i) {
        using text::word_class;
        const auto* const known = said_[i].known;
        if (known == nullptr || known->ordinal <= 0 || i < 2 || said_[i].after_comma) return 1;
        const bool ends =
            i + 1 == said_.size() || said_[i + 1].after_comma ||
            (said_[i + 1].is(word_class::function) && !said_[i + 1].is(word_class::placeholder));
        if (ends && is(i - 1, word_class::definite) && is(i - 2, word_class::relation) &&
            is(i - 2, word_class::describing))
            values_.push_back({value_kind::date, known->ordinal, false, said_[i].position});
        return 1;
    }
    // Reads the value that begins at word i; how many words it took.
    std::size_t read(std::size_t i) {
        const auto& word = said_[i];
        const auto digits = detail::leading_digits(word.text);
        if (digits == 0) return read_words(i);
        if (digits > 9) return 1;
        const auto first = detail::to_number(word.text.substr(0, digits));
        const auto ending = word.text.substr(digits);
        const auto add = [&](value_kind kind, std::int64_t amount, bool half = false) {
            values_.push_back({kind, amount, half, word.position});
        };
        const auto number_at = [&](std::size_t at, std::size_t size) {
            return at < said_.size() && said_[at].text.size() == size &&
                   detail::leading_digits(said_[at].text) == size;
        };
        if (digits == 4 && ending.empty() && joined(i + 1, '-') && number_at(i + 1, 2) &&
            joined(i + 2, '-') && said_[i + 2].text.size() >= 2) {
            add(value_kind::date, detail::to_number(said_[i + 1].text) * 32 +
                                      detail::to_number(said_[i + 2].text.substr(0, 2)));
            return 3;
        }
        if (ending.empty() && digits <= 2 && joined(i + 1, ':') && i + 1 < said_.size() &&
            detail::leading_digits(said_[i + 1].text) == 2) {
            const auto& minutes = said_[i + 1].text;
            const auto all = first * 60 + detail::to_number(minutes.substr(0, 2));
            return 2 + time(i + 2, minutes.substr(2), all, word);
        }
        if (digits <= 2 && first <= 12 &&
            (half(ending) != 0 || (ending.empty() && half_at(i + 1) != 0)))
            return 1 + time(i + 1, ending, first * 60, word);
        if (digits <= 2 && first <= 24 && ending.empty() && is(i + 1, text::word_class::full_hour))
            return 2 + time(i + 2, {}, first * 60, word);
        if (digits <= 2 && first >= 1 && first <= 31) {
            const bool ordinal = said_.is_ordinal_ending(ending);
            int named = i > 0 ? month(i - 1) : 0;
            std::size_t took = 1;
            if (named == 0 && month(i + 1) != 0) named = month(i + 1), took = 2;
            if (named == 0 && is(i + 1, text::word_class::function) && month(i + 2) != 0 && ordinal)
                named = month(i + 2), took = 3;
            if (ordinal || (named != 0 && ending.empty())) {
                add(value_kind::date, named * 32 + first);
                return took;
            }
        }
        if (!ending.empty()) return 1;
        // "at 12.25"
        if (first < 24 && joined(i + 1, '.') && number_at(i + 1, 2) && said_[i + 1].text < "60" &&
            i > 0 && is(i - 1, text::word_class::placed) && is(i - 1, text::word_class::function))
            return 2 + time(i + 2, {}, first * 60 + detail::to_number(said_[i + 1].text), word);
        if (is_bare_hour(i)) return 1 + time(i + 1, {}, first * 60, word);
        auto amount = first;
        std::size_t next = i + 1;
        while (joined(next, ',') && number_at(next, 3) && amount < 1'000'000'000)
            amount = amount * 1000 + detail::to_number(said_[next++].text);
        amount *= 1000;
        if (joined(next, '.') && next < said_.size() &&
            detail::leading_digits(said_[next].text) == said_[next].text.size()) {
            const auto decimals = said_[next++].text;
            for (std::int64_t d = 0, unit = 100; d < 3; ++d, unit /= 10)
                if (static_cast<std::size_t>(d) < decimals.size())
                    amount += unit * (decimals[static_cast<std::size_t>(d)] - '0');
        }
        add(value_kind::number, amount);
        return next - i;
    }

    [[nodiscard]] bool is_kind(std::size_t i) const {
        const auto* const noun = said_.noun(i);
        return noun != nullptr && said_.lexicon().has_kind(*noun);
    }
    // "The one at 3", "the meeting at 10, please"
    [[nodiscard]] bool is_bare_hour(std::size_t i) const {
        using text::word_class;
        constexpr std::int64_t half_day = 12;
        const auto& word = said_[i];
        const auto hour = detail::to_number(word.text);
        if (word.text.size() > 2 || hour < 1 || hour > half_day || i < 2 || word.after_comma ||
            !is(i - 1, word_class::placed) || !is(i - 1, word_class::function) ||
            !(is(i - 2, word_class::placeholder) || is_kind(i - 2)))
            return false;
        if (i + 1 == said_.size() || said_[i + 1].after_comma || said_[i + 1].begins_sentence)
            return true;
        const auto& next = said_[i + 1];
        return next.is(word_class::function) && !next.is(word_class::moment) &&
               next.known->cardinal < 0;
    }
    // 1 before noon, 2 after noon, 0 neither.
    [[nodiscard]] int half(std::string_view ending) const noexcept {
        return ending.empty() ? 0 : said_.half_of_day(ending);
    }
    [[nodiscard]] int half_at(std::size_t i) const noexcept {
        if (i >= said_.size()) return 0;
        if (const int found = half(said_[i].text)) return found;
        // "a.m." comes as two words
        if (joined(i + 1, '.') && i + 1 < said_.size() && said_[i].text.size() == 1) {
            const char both[]{said_[i].text[0], '.', said_[i + 1].text[0]};
            return half({both, 3});
        }
        return 0;
    }
    std::size_t time(std::size_t after, std::string_view ending, std::int64_t minutes,
                     const token& word) {
        std::size_t took = 0;
        int part = half(ending);
        if (part == 0 && (part = half_at(after)) != 0) took = said_[after].text.size() == 1 ? 2 : 1;
        const auto hour = minutes / 60;
        if (hour > 24 || minutes % 60 > 59) return took;
        if (part == 2 && hour < 12) minutes += 720;
        if (part == 1 && hour == 12) minutes -= 720;
        values_.push_back({value_kind::time, minutes, part == 0 && hour <= 12, word.position});
        return took;
    }

    const utterance& said_;
    std::vector<value> values_;
};

/// How many attributes of the entry the values name; times count twice, numbers below ten not at
/// all, because any text is full of them.
[[nodiscard]] inline std::uint32_t count_matches(const entry& of, const value* begin,
                                                 const value* end) noexcept {
    std::uint32_t count = 0;
    if (of.attributes == nullptr || begin == end) return 0;
    for (const auto& each : *of.attributes) {
        const auto stored = value_of(each.value);
        if (!stored) continue;
        if (stored->kind == value_kind::number && stored->amount < 10'000) continue;
        for (const auto* said = begin; said != end; ++said) {
            if (!said->may_be(*stored)) continue;
            count += stored->kind == value_kind::time ? 2U : 1U;
            break;
        }
    }
    return count;
}

}  // namespace workmem::resolution
