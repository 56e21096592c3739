#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/magnitude.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/value_words.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/resolution/values/years.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace workmem::resolution {

namespace detail {

// Each attribute of a group whose value is of a kind.
template <class Use>
void each_of_kind(const scene& at, const group& of, value_kind kind, Use use) {
    for (const auto index : of.members)
        each_attribute(at.entries[index], [&](const attribute& each) {
            const auto read = magnitude_reader{text::lexicon::most_measures, at.words}(each.value);
            if (!read) return;
            using is = magnitude::kind;
            const bool number = read->is == is::number || read->is == is::measured;
            const bool fits = kind == value_kind::number ? number
                              : kind == value_kind::time
                                  ? read->is == is::time || read->is == is::instant
                                  : read->is == is::day || read->is == is::instant;
            if (fits) use(each);
        });
}

// "5 Elm St": a number in front of a name is a part of that.
[[nodiscard]] inline bool is_house_number(const utterance& said, std::size_t i) {
    if (leading_digits(said[i].text) != said[i].text.size()) return false;
    if (ends_phrase(said, i + 1)) return false;
    const auto& next = said[i + 1];
    return next.capital && next.known == nullptr && said.noun(i + 1) == nullptr;
}

}  // namespace detail

/// A value that a phrase asks for, and of which attribute.
struct wanted_value {
    value said;
    std::uint32_t measures = 0;    ///< 0: any attribute
    std::string_view attribute{};  ///< a word of its name; empty: any
    std::string_view name{};       ///< its whole name; empty: any
    value_bound bound = value_bound::equal;
    std::int64_t upper = 0;           ///< of a range
    std::size_t first = 0, last = 0;  ///< of a bound, its words up to the value

    /// Whether a stored value is what is asked for.
    [[nodiscard]] constexpr bool may_be(const value& stored) const noexcept {
        if (bound == value_bound::equal) return said.may_be(stored);
        if (said.kind != stored.kind) return false;
        // "After the 10th": of whatever month; 32 is "before January", too.
        const bool day =
            said.kind == value_kind::date && said.amount < (bound == value_bound::from ? 33 : 32);
        const auto amount = day ? stored.amount % 32 : stored.amount;
        if (bound == value_bound::from) return amount >= said.amount;
        if (bound == value_bound::to) return amount <= said.amount;
        if (said.amount > upper)  // over midnight
            return stored.amount >= said.amount || stored.amount < upper;
        return stored.amount >= said.amount && stored.amount < upper;
    }
};

namespace detail {

// Amounts are whole numbers of the least unit; a month alone stands before its first day.
[[nodiscard]] inline wanted_value limited(const value& said, const said_bound& limits) {
    wanted_value out{said};
    out.bound = limits.bound;
    out.upper = limits.upper;
    out.first = limits.first;
    out.last = limits.last;
    const bool from = out.bound == value_bound::from;
    const bool month = said.kind == value_kind::date && said.amount % 32 == 0;
    if (limits.open)
        out.said.amount += from ? (month ? 32 : 1) : (month ? 0 : -1);
    else if (month && out.bound == value_bound::to)
        out.said.amount += 31;
    return out;
}

}  // namespace detail

/// The measure that comes first in the lexicon of those on which things of a group have a value of
/// a kind: a price before a size, a departure before an arrival. 0: none.
[[nodiscard]] inline std::uint32_t first_measure(const scene& at, const group& of,
                                                 value_kind kind) {
    std::uint32_t all = 0;
    detail::each_of_kind(at, of, kind,
                         [&](const attribute& each) { all |= measures_of(each.name, at.words); });
    return all & (~all + 1U);
}

/// Tells what a value in a phrase is said of; nothing when it may be said of something else. The
/// scene and the group must outlive it.
class wanted_value_reader {
public:
    wanted_value_reader(const scene& at, const group& of) noexcept : at_{at}, of_{of} {}

    // A number counts with a sign of money, decimals, or the name of an attribute beside it.
    [[nodiscard]] std::optional<wanted_value> operator()(const value& said) const {
        const auto& words = at_.said;
        std::size_t i = 0;
        while (i < words.size() && words[i].position != said.position) ++i;
        if (ends_range(words, i)) return std::nullopt;
        const auto limits = find_bound(words, i);
        if (limits && limits->scale)
            if (auto out = scaled(said, i, *limits); out || !is_bound(limits->first)) return out;
        if (said.kind == value_kind::number && i < words.size())
            if (auto dated = in_year(said, i, limits)) return dated;
        if (limits) return bounded(said, *limits);
        if (said.kind != value_kind::number) return wanted_value{said};
        auto next = i + 1;
        while (next < words.size() && detail::leading_digits(words[next].text) != 0) ++next;
        wanted_value out{said};
        // "a rating of 4.6"
        const bool joined = i > 1 && words[i - 1].is(word_class::function);
        for (const auto beside : {next, joined ? i - 2 : i - 1}) {
            if (beside >= words.size()) continue;
            const auto& word = words[beside];
            const auto* noun = words.noun(beside);
            if (noun != nullptr && noun->is(word_class::moment) && !counts(word.text)) continue;
            if (word.known != nullptr && word.known->measures != 0) {
                out.measures = word.known->measures;
                return out;
            }
            const bool named =
                std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t index) {
                    return any_attribute(index, [&](const attribute& each) {
                        return name_has_word(each.name, word.text) && !detail::truth(each.value);
                    });
                });
            if (named && word.text.size() > 2) {
                out.attribute = word.text;
                return out;
            }
        }
        const auto before = said.position == 0 ? ' ' : words.text()[said.position - 1];
        const bool money = before == '$' || static_cast<unsigned char>(before) >= 0x80;
        if (money || said.amount % 1000 != 0) return out;
        if (i > 0 && words[i - 1].is(word_class::relation)) {
            out.attribute = year_word(at_, of_, said.amount);
            if (!out.attribute.empty()) return out;
        }
        // "the one from 2021": a number that something has, and not a small one
        constexpr std::int64_t telling = 100'000;
        const bool had = said.amount >= telling &&
                         std::any_of(of_.members.begin(), of_.members.end(), [&](auto each) {
                             return any_attribute(each, [&](const attribute& a) {
                                 const auto number = value_of(a.value);
                                 return number && said.may_be(*number);
                             });
                         });
        return had ? std::optional{out} : std::nullopt;
    }

    /// "Longer than 300 seconds", said at a word: of the first attribute that things have of what
    /// the adjective compares by. In a unit that cannot be told: nothing.
    [[nodiscard]] std::optional<wanted_value> scaled(const value& said, std::size_t i,
                                                     const said_bound& limits) const {
        const auto& all = at_.said[*limits.scale].known->compares;
        const bool compared = std::any_of(all.begin(), all.end(), [](const auto& each) {
            return each.how == text::degree::comparative;
        });
        for (const auto& each : all) {
            if (each.how != (compared ? text::degree::comparative : text::degree::plain)) continue;
            const auto measure = std::uint32_t{1} << each.measure;
            auto out = detail::limited(said, limits.as(each.towards));
            out.name = name_of(measure, said.kind);
            if (out.name.empty() && said.kind == value_kind::number && is_year(at_.said[i].text)) {
                value year = said;
                year.kind = value_kind::year;
                year.amount /= 1000;
                out = detail::limited(year, limits.as(each.towards));
                out.name = name_of(measure, value_kind::date);
            }
            if (out.name.empty()) continue;
            if (out.said.kind != value_kind::number) return out;
            const auto amount = counted(said, out.name, each.measure, limits.last);
            if (!amount) return std::nullopt;
            auto converted = said;
            converted.amount = *amount;
            const auto name = out.name;
            out = detail::limited(converted, limits.as(each.towards));
            out.name = name;
            return out;
        }
        return std::nullopt;
    }

private:
    using word_class = text::word_class;

    template <class Test>
    [[nodiscard]] bool any_attribute(std::uint32_t index, Test test) const {
        const auto* attributes = at_.entries[index].attributes;
        return attributes != nullptr && std::any_of(attributes->begin(), attributes->end(), test);
    }

    // "Created in 2023", "before 2010": of a day, where no number of theirs is a year.
    [[nodiscard]] std::optional<wanted_value> in_year(
        const value& said, std::size_t i, const std::optional<said_bound>& limits) const {
        const auto& words = at_.said;
        const bool follows = i > 0 && !words[i].after_comma && !limits &&
                             words[i - 1].is(word_class::relation) && !is_bound(i - 1);
        const bool bounds = limits && limits->last == i && speaks_of_time(words, *limits);
        if (!is_year(words[i].text) || !(follows || bounds) || !year_word(at_, of_, said.amount).empty())
            return std::nullopt;
        wanted_value out;
        out.said = value{value_kind::year, detail::to_number(words[i].text), false, said.position};
        out.attribute = said_day();
        if (limits) {
            out.bound = limits->bound;
            if (limits->open) out.said.amount += limits->bound == value_bound::from ? 1 : -1;
        }
        bool some = false;
        detail::each_of_kind(at_, of_, value_kind::date, [&](const attribute&) { some = true; });
        return some ? std::optional{out} : std::nullopt;
    }
    // "Released before 2010": a word of the name of a day.
    [[nodiscard]] std::string_view said_day() const {
        constexpr std::size_t most_words = 24, shortest = 3;
        for (std::size_t i = 0; i < at_.said.size() && i < most_words; ++i) {
            const auto& word = at_.said[i];
            if (word.is(word_class::function) || word.text.size() < shortest) continue;
            bool names = false;
            detail::each_of_kind(at_, of_, value_kind::date, [&](const attribute& each) {
                names = names || name_has_word(each.name, word.text);
            });
            if (names) return word.text;
        }
        return {};
    }
    [[nodiscard]] bool is_bound(std::size_t i) const noexcept {
        return at_.said[i].is(word_class::from_bound) || at_.said[i].is(word_class::to_bound);
    }
    // The first attribute of a measure whose value is of a kind; empty: none.
    [[nodiscard]] std::string_view name_of(std::uint32_t measure, value_kind kind) const {
        std::string_view out;
        detail::each_of_kind(at_, of_, kind, [&](const attribute& each) {
            if (out.empty() && (measures_of(each.name, at_.words) & measure) != 0) out = each.name;
        });
        return out;
    }
    // A said amount in the unit that an attribute counts in. Nothing: of another thing, or in a
    // unit that cannot be told.
    [[nodiscard]] std::optional<std::int64_t> counted(const value& said, std::string_view name,
                                                      std::uint8_t measure,
                                                      std::size_t last) const {
        const auto& words = at_.said;
        const auto in_words = [&](std::uint32_t index) {
            const auto* const attributes = at_.entries[index].attributes;
            const auto* const of =
                attributes == nullptr ? nullptr : find_attribute(*attributes, name);
            const auto* const text = of == nullptr ? nullptr : std::get_if<std::string>(of);
            return text != nullptr && std::any_of(text->begin(), text->end(), [](char c) {
                       return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
                   });
        };
        if (std::any_of(of_.members.begin(), of_.members.end(), in_words)) return std::nullopt;
        const auto in_name = unit_of(name, measure);
        const auto before = said.position == 0 ? ' ' : words.text()[said.position - 1];
        if (before == '$' || static_cast<unsigned char>(before) >= 0x80)
            return in_name == 0 ? std::optional{said.amount} : std::nullopt;
        // "5m", "100%", "300 ms"
        const auto& number = words[last];
        const auto digits = detail::leading_digits(number.text);
        auto unit = number.text.substr(digits);
        const auto behind = words.text().substr(number.position + number.text.size());
        if (unit.empty() && !behind.empty() &&
            std::string_view{" ,;.!?:)\n"}.find(behind.front()) == std::string_view::npos)
            return std::nullopt;
        const text::lexicon::word* known = nullptr;
        if (!unit.empty()) {
            known = find_unfolded(unit, at_.words);
        } else if (const auto next = last + 1; !ends_phrase(words, next)) {
            if (words[next].is(word_class::partitive)) return std::nullopt;  // "two of them"
            unit = words[next].text;
            known = words[next].known;
            const bool counts =
                known == nullptr || !known->units.empty() || known->measures != 0 ||
                (words.noun(next) != nullptr && !words[next].is(word_class::function));
            if (!counts) return said.amount;
        }
        if (unit.empty() || name_has_word(name, unit)) return said.amount;
        if (known == nullptr) return std::nullopt;
        const auto of_measure = [&](const auto& each) { return each.measure == measure; };
        const auto size = std::find_if(known->units.begin(), known->units.end(), of_measure);
        if (size == known->units.end())
            return known->units.empty() && (known->measures >> measure & 1U) != 0
                       ? std::optional{said.amount}
                       : std::nullopt;
        constexpr auto most = (std::numeric_limits<std::int64_t>::max)();
        if (in_name == 0 || said.amount > most / size->size) return std::nullopt;
        return said.amount * size->size / in_name;
    }
    // The size of the unit in an attribute's name, `duration_seconds`; 0: there is none.
    [[nodiscard]] std::int64_t unit_of(std::string_view name, std::uint8_t measure) const {
        identifier_reader parts{name};
        for (std::string_view part; parts.next(part);)
            if (const auto* const known = find_unfolded(part, at_.words); known != nullptr)
                for (const auto& each : known->units)
                    if (each.measure == measure) return each.size;
        return 0;
    }
    // "Over 100", "rated above 4.5", "after 6 pm".
    [[nodiscard]] std::optional<wanted_value> bounded(const value& said,
                                                      const said_bound& limits) const {
        auto out = detail::limited(said, limits);
        const auto& words = at_.said;
        if (said.kind == value_kind::number && is_year(words[limits.last].text) &&
            speaks_of_time(words, limits)) {
            out.attribute = year_word(at_, of_, said.amount);
            return out.attribute.empty() ? std::nullopt : std::optional{out};
        }
        for (const auto beside : {limits.first - 1, limits.last + 1})
            if (beside < words.size() && out.measures == 0 && words[beside].known != nullptr)
                out.measures = words[beside].known->measures;
        if (out.measures == 0 && said.kind == value_kind::number) out.attribute = said_number();
        if (out.measures == 0 && said.kind == value_kind::date) out.attribute = said_day();
        if (out.measures == 0 && out.attribute.empty())
            out.measures = first_measure(at_, of_, said.kind);
        if (out.measures == 0 && out.attribute.empty() && said.kind == value_kind::number)
            out.attribute = sole_number();
        if (out.measures == 0 && out.attribute.empty() && said.kind != value_kind::date)
            return std::nullopt;
        return out;
    }
    // "Change the batteries of those below 20": the word of the text that an attribute which is a
    // number has in its name.
    [[nodiscard]] std::string_view said_number() const {
        constexpr std::size_t most_words = 24, shortest = 3;
        for (std::size_t i = 0; i < at_.said.size() && i < most_words; ++i) {
            const auto& word = at_.said[i];
            if (word.is(word_class::function) || word.text.size() < shortest) continue;
            const bool names =
                std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t index) {
                    return any_attribute(index, [&](const attribute& each) {
                        return (std::holds_alternative<std::int64_t>(each.value) ||
                                std::holds_alternative<double>(each.value)) &&
                               name_has_word(each.name, word.text);
                    });
                });
            if (names) return word.text;
        }
        return {};
    }
    // The only attribute of the group that is a number, if there is just one.
    [[nodiscard]] std::string_view sole_number() const {
        std::string_view out;
        bool several = false;
        for (const auto index : of_.members)
            detail::each_attribute(at_.entries[index], [&](const attribute& each) {
                const auto number = value_of(each.value);
                if (!number || number->kind != value_kind::number) return;
                several = several || (!out.empty() && out != each.name);
                out = each.name;
            });
        return several ? std::string_view{} : head_of(out);
    }

    // "For two nights" says nothing about a price per night.
    [[nodiscard]] bool counts(std::string_view moments) const {
        return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
            return any_attribute(i, [&](const attribute& each) {
                return name_has_word(each.name, moments) &&
                       (measures_of(each.name, at_.words) & ~measures_of(moments, at_.words)) == 0;
            });
        });
    }

    const scene& at_;
    const group& of_;
};

/// Reads the words that say when without a number: "morning", "in June", "before noon". The scene
/// and the group must outlive it.
class time_words {
public:
    time_words(const scene& at, const group& of) noexcept : at_{at}, of_{of} {}

    [[nodiscard]] std::optional<wanted_value> operator()(std::size_t i) const {
        const auto& word = at_.said[i];
        if (word.known == nullptr) return std::nullopt;
        wanted_value out;
        out.said.position = word.position;
        if (word.known->month != 0) {
            // "March 3rd" is a day, "you may" a verb
            if (is_number(i + 1) || (i > 0 && is_number(i - 1)) ||
                (word.is(text::word_class::predicate) && !word.capital &&
                 !(i > 0 && at_.said[i - 1].is(text::word_class::relation))))
                return std::nullopt;
            out.said.kind = value_kind::date;
            constexpr std::int64_t month = 32;
            out.said.amount = word.known->month * month;
            if (const auto limits = limits_of(i)) {
                if (limits->scale)
                    return wanted_value_reader{at_, of_}.scaled(out.said, i, *limits);
                out = detail::limited(out.said, *limits);
            }
            return of_some_day(out, i);
        }
        if (word.known->weekday != 0) {
            if (limits_of(i)) return std::nullopt;  // "after Friday": which one, nothing says
            out.said.kind = value_kind::weekday;
            out.said.amount = word.known->weekday;
            return of_some_day(out, i);
        }
        if (word.known->day_from < 0) return std::nullopt;
        out.said.kind = value_kind::time;
        out.measures = first_measure(at_, of_, value_kind::time);
        if (out.measures == 0) return std::nullopt;
        const auto limits = limits_of(i);
        out.said.amount = word.known->day_from;
        if (!limits) {
            out.bound = value_bound::range;
            out.upper = word.known->day_to;
            return out;
        }
        if (limits->scale) {
            const bool point = word.known->day_from + 1 == word.known->day_to;  // "noon"
            return point ? wanted_value_reader{at_, of_}.scaled(out.said, i, *limits)
                         : std::nullopt;
        }
        const auto measures = out.measures;
        out = detail::limited(out.said, *limits);
        out.measures = measures;
        return out;
    }

private:
    // "Before", "no later than". Parts of the day begin with what "after" is said of.
    [[nodiscard]] std::optional<said_bound> limits_of(std::size_t i) const {
        return detail::bound_before(at_.said, i, true, at_.said[i].known->day_from < 0);
    }
    [[nodiscard]] bool is_number(std::size_t i) const noexcept {
        return i < at_.said.size() && detail::leading_digits(at_.said[i].text) != 0;
    }
    // Of what the word before it measures, else of the first measure that is a day, else of any.
    [[nodiscard]] std::optional<wanted_value> of_some_day(wanted_value out, std::size_t i) const {
        std::uint32_t all = 0;
        bool some = false;
        std::string_view own;  // "the invoices from March": by their `invoiceDate`
        detail::each_of_kind(at_, of_, value_kind::date, [&](const attribute& each) {
            all |= measures_of(each.name, at_.words);
            some = true;
            const auto type = head_of(at_.entries[of_.members.front()].type);
            if (name_has_word(each.name, type)) own = type;
        });
        out.measures = measures_before(i) & all;
        if (out.measures == 0) out.attribute = attribute_before(i);
        if (out.measures == 0 && out.attribute.empty()) out.attribute = own;
        if (out.measures == 0 && out.attribute.empty()) out.measures = all & (~all + 1U);
        return some ? std::optional{out} : std::nullopt;
    }
    // "Expires in October": a word of the name of a date.
    [[nodiscard]] std::string_view attribute_before(std::size_t i) const {
        for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
            const auto& word = at_.said[i - back];
            if (word.is(text::word_class::function)) continue;
            bool names = false;
            detail::each_of_kind(at_, of_, value_kind::date, [&](const attribute& each) {
                names = names || name_has_word(each.name, word.text);
            });
            if (names) return word.text;
        }
        return {};
    }
    // "due in June"
    [[nodiscard]] std::uint32_t measures_before(std::size_t i) const noexcept {
        for (std::size_t back = 1; back <= 2 && back <= i; ++back)
            if (const auto* known = at_.said[i - back].known; known != nullptr)
                if (known->measures != 0) return known->measures;
        return 0;
    }

    const scene& at_;
    const group& of_;
};

}  // namespace workmem::resolution
