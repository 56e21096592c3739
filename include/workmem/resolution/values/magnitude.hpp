#pragma once

#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/lexicon.hpp>
#include <workmem/value/attribute.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace workmem::resolution {

/// What an attribute's value counts when things are compared by it. Only magnitudes of one kind
/// can be compared: numbers (thousandths), numbers with a unit of the measure, times of day and
/// instants (minutes), days (minutes, too), and levels ("$$").
struct magnitude {
    enum class kind : std::uint8_t { number, measured, time, day, instant, level };

    kind is = kind::number;
    std::int64_t amount = 0;

    /// Of a day or an instant: 1 = Monday … 7.
    [[nodiscard]] constexpr std::int64_t weekday() const noexcept {
        constexpr std::int64_t minutes_a_day = 1440, first = 1;  // the days count from a Tuesday
        return (amount / minutes_a_day + first) % 7 + 1;
    }
};

/// Reads an attribute's value on the scale of a measure: `95.5`, "$1,299.00", "4.5 stars",
/// "1.2 km", "2 h 30 min", "19:30", "7:30 PM", "2031-03-03T18:00", "March 3, 2031", "$$".
/// Nothing when it is anything else. Allocates nothing and looks at 40 bytes at most.
class magnitude_reader {
public:
    magnitude_reader(std::uint8_t measure, const text::lexicon& words) noexcept
        : measure_{measure}, words_{words} {}

    [[nodiscard]] std::optional<magnitude> operator()(const scalar& stored) const {
        if (const auto* text = std::get_if<std::string>(&stored)) return read(*text);
        if (std::holds_alternative<bool>(stored)) return std::nullopt;
        if (const auto number = value_of(stored))
            return magnitude{magnitude::kind::number, number->amount};
        return std::nullopt;
    }

private:
    using kind = magnitude::kind;
    static constexpr std::int64_t minutes_a_day = 1440;

    [[nodiscard]] std::optional<magnitude> read(std::string_view text) const {
        constexpr std::size_t longest = 40;
        if (text.empty() || text.size() > longest) return std::nullopt;
        if (text.find_first_not_of('$') == std::string_view::npos)
            return magnitude{kind::level, static_cast<std::int64_t>(text.size())};
        const auto start = text.find_first_of("0123456789");
        if (start == std::string_view::npos) return named(text);
        if (const auto point = date_or_time(text, start)) return point;
        return number(text, start);
    }

    // "Free", "two".
    [[nodiscard]] std::optional<magnitude> named(std::string_view text) const {
        const auto* known = find(text);
        if (known == nullptr || known->cardinal < 0) return std::nullopt;
        return magnitude{kind::number, known->cardinal * std::int64_t{1000}};
    }

    [[nodiscard]] std::optional<magnitude> date_or_time(std::string_view text,
                                                        std::size_t start) const {
        const auto digits = detail::leading_digits(text.substr(start));
        const auto first = detail::to_number(text.substr(start, digits));
        const auto rest = text.substr(start + digits);
        if (start == 0 && digits == 4 && rest.size() >= 6 && (rest[0] == '-' || rest[0] == '/') &&
            rest[3] == rest[0]) {
            const auto month = two(rest.substr(1)), day = two(rest.substr(4));
            if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
            const auto minutes = days_before(first, month, day) * minutes_a_day;
            if (rest.size() < 12 || (rest[6] != 'T' && rest[6] != ' '))
                return magnitude{kind::day, minutes};
            const auto time = clock(rest.substr(7));
            if (!time) return std::nullopt;
            return magnitude{kind::instant, minutes + *time};
        }
        if (start == 0 && digits <= 2)
            if (const auto time = clock(text)) return magnitude{kind::time, *time};
        return in_words(text);
    }

    // "March 3, 2031", "3 Mar": a month, a day and perhaps a year.
    [[nodiscard]] std::optional<magnitude> in_words(std::string_view text) const {
        std::int64_t month = 0, day = 0, year = 0;
        text::word_reader reader{text};
        for (text::word word{}; reader.next(word);) {
            const auto digits = detail::leading_digits(word.text);
            const auto amount = detail::to_number(word.text.substr(0, digits));
            if (digits == 0) {
                const auto* known = find(word.text);
                if (known != nullptr && known->month != 0) month = known->month;
            } else if (digits == 4) {
                year = amount;
            } else if (digits <= 2 && day == 0) {
                day = amount;
            }
        }
        if (month == 0 || day < 1 || day > 31) return std::nullopt;
        return magnitude{kind::day, days_before(year, month, day) * minutes_a_day};
    }

    [[nodiscard]] std::optional<magnitude> number(std::string_view text, std::size_t start) const {
        constexpr std::size_t most_before = 8;  // "approx. ", "USD ", signs of currencies
        if (start > most_before || is_code(text, start)) return std::nullopt;
        std::int64_t sum = 0;
        bool measured = false;
        for (std::size_t at = start; at < text.size();) {
            const bool negative = at > 0 && text[at - 1] == '-' && !measured;
            std::int64_t amount = 0;
            at = thousandths(text, at, amount);
            if (amount < 0) return std::nullopt;
            while (at < text.size() && (text[at] == ' ' || text[at] == '-')) ++at;
            auto end = at;
            while (end < text.size() && is_letter(text[end])) ++end;
            const auto size = unit(text.substr(at, end - at));
            if (size == 0) {
                if (measured) break;
                return magnitude{kind::number, negative ? -amount : amount};
            }
            if (amount > (std::numeric_limits<std::int64_t>::max)() / 8 / size) return std::nullopt;
            sum += amount * size;
            measured = true;
            at = (std::min)(text.find_first_of("0123456789", end), text.size());
        }
        return magnitude{kind::measured, sum};
    }

    // "SUP-1204", "3B-02", "203.0.113.10": digits that count nothing. "2h30" and "PT2H30M" have
    // units.
    [[nodiscard]] bool is_code(std::string_view text, std::size_t start) const {
        const auto begin = text.substr(0, start).find_last_of(' ') + 1;
        const auto word = text.substr(begin, text.find(' ', start) - begin);
        for (std::size_t at = word.starts_with("PT") ? 2 : 0; at < word.size(); ++at) {
            auto end = at;
            while (end < word.size() && is_letter(word[end])) ++end;
            const bool before_digits =
                end < word.size() && word.find_first_of("0123456789", end) < end + 2;
            if (end > at && before_digits && unit(word.substr(at, end - at)) == 0) return true;
            at = end;
        }
        return std::count(word.begin(), word.end(), '.') > 2;
    }

    // "1,250.50" and "1.250,50": what stands before three digits separates thousands.
    static std::size_t thousandths(std::string_view text, std::size_t at, std::int64_t& out) {
        constexpr std::int64_t most = 1'000'000'000'000;
        const auto take = [&](std::int64_t so_far) {
            for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
                so_far = so_far > most ? so_far : so_far * 10 + (text[at] - '0');
            return so_far;
        };
        auto whole = take(0);
        const auto group = [&] {
            return at + 1 < text.size() && (text[at] == ',' || text[at] == '.') &&
                   detail::leading_digits(text.substr(at + 1)) == 3;
        };
        const char separator = group() ? text[at] : ' ';
        const bool groups = separator == ',' ||
                            (separator == '.' && text.find(separator, at + 1) != text.npos) ||
                            (separator == '.' && text.find(',', at + 1) != text.npos);
        while (groups && group() && text[at] == separator) {
            ++at;
            whole = take(whole);
        }
        out = whole > most ? -1 : whole * 1000;
        if (at + 1 < text.size() && (text[at] == '.' || text[at] == ',') &&
            detail::leading_digits(text.substr(at + 1)) != 0) {
            ++at;
            for (std::int64_t unit = 100; at < text.size() && text[at] >= '0' && text[at] <= '9';
                 ++at, unit /= 10)
                if (out >= 0) out += unit * (text[at] - '0');
        }
        return at;
    }

    // The size of a unit of this measure; 0: it is none.
    [[nodiscard]] std::int64_t unit(std::string_view word) const {
        const auto* known = word.empty() ? nullptr : find(word);
        if (known == nullptr) return 0;
        for (const auto& each : known->units)
            if (each.measure == measure_) return each.size;
        return 0;
    }

    // "19:30", "7:30 pm", "7pm": minutes since midnight.
    [[nodiscard]] std::optional<std::int64_t> clock(std::string_view text) const {
        const auto digits = detail::leading_digits(text);
        if (digits == 0 || digits > 2) return std::nullopt;
        auto minutes = detail::to_number(text.substr(0, digits)) * 60;
        auto rest = text.substr(digits);
        const bool colon = rest.size() >= 3 && rest[0] == ':' && two(rest.substr(1)) >= 0;
        if (colon) {
            minutes += two(rest.substr(1));
            rest.remove_prefix(3);
            if (rest.size() >= 3 && rest[0] == ':') rest.remove_prefix(3);
        }
        while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
        auto end = rest.size();
        while (end > 0 && rest[end - 1] == '.') --end;
        const auto* half = end == 0 ? nullptr : find(rest.substr(0, end));
        const bool before = half != nullptr && half->is(text::word_class::before_noon);
        const bool after = half != nullptr && half->is(text::word_class::after_noon);
        if ((!colon && !before && !after) || minutes >= minutes_a_day) return std::nullopt;
        if (after && minutes < 720) minutes += 720;
        if (before && minutes >= 720) minutes -= 720;
        return minutes;
    }

    [[nodiscard]] const text::lexicon::word* find(std::string_view word) const {
        return find_unfolded(word, words_);
    }
    static constexpr bool is_letter(char c) noexcept {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    // Two digits as a number; -1: there are none.
    static constexpr std::int64_t two(std::string_view text) noexcept {
        return text.size() >= 2 && detail::leading_digits(text.substr(0, 2)) == 2
                   ? detail::to_number(text.substr(0, 2))
                   : -1;
    }
    // Days since a fixed day, by the usual count of months from March.
    static constexpr std::int64_t days_before(std::int64_t year, std::int64_t month,
                                              std::int64_t day) noexcept {
        if (month < 3) --year;
        const auto shifted = (month + 9) % 12;
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * shifted + 2) / 5 + day;
    }

    std::uint8_t measure_;
    const text::lexicon& words_;
};

}  // namespace workmem::resolution
