#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/magnitude.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/resolution/values/wanted_value.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// What the words of a phrase ask of attributes: a time, a day, an amount ("at 6:30", "the $95
/// one", "4 stars"), words of a value ("in Oakland"), something that is or is not so ("with
/// parking"). Words that no thing of the group knows are left out; where they could only be a
/// value they make the phrase impossible. The scene and the group must outlive it.
class conditions {
public:
    conditions(const scene& at, const group& of) noexcept : at_{at}, of_{of} {}

    /// Where words stand. One that is not understood can only be a value before "one", and behind
    /// it with a preposition; beside a noun only with a capital: there are hair salons, and the
    /// doctor "for a chat".
    enum class place : std::uint8_t { before_one, behind_one, before_noun, behind_noun };

    /// Takes in the words from `begin` to `end`.
    void read(std::size_t begin, std::size_t end, place where) {
        constexpr std::size_t most_words = 12;
        end = (std::min)(end, begin + most_words);
        for (auto i = begin; i < end;) {
            const auto took = is_before(where) ? 0 : whole_value(i, end);
            if (took == 0) word(i, where);
            i += (std::max)(took, std::size_t{1});
        }
    }
    /// Takes in the values said from word `begin` to `end`.
    void read(const std::vector<value>& values, std::size_t begin, std::size_t end) {
        if (begin >= end) return;
        const auto last = at_.said[end - 1].position;
        for (const auto& each : values)
            if (each.position >= at_.said[begin].position && each.position <= last &&
                values_.size() < most_values)
                if (auto asked = wanted_value_reader{at_, of_}(each)) values_.push_back(*asked);
        for (auto i = begin; i < end && values_.size() < most_values; ++i)
            if (const auto* const known = at_.said[i].known;
                known != nullptr &&
                ((known->month != 0 && !at_.said[i].clitic) || known->weekday != 0 ||
                 (known->day_from >= 0 && detail::bound_before(at_.said, i, true, false))))
                if (auto asked = time_words{at_, of_}(i)) values_.push_back(*asked);
    }

    [[nodiscard]] bool empty() const noexcept {
        return values_.empty() && words_.empty() && whole_.empty();
    }
    /// Whether something was asked for that nothing in the group could have.
    [[nodiscard]] bool impossible() const noexcept { return impossible_; }
    [[nodiscard]] bool has_values() const noexcept { return !values_.empty(); }
    /// Whether a word is of the bound of a value: "not over" in "not over 30".
    [[nodiscard]] bool bounds(std::size_t word) const noexcept {
        return std::any_of(values_.begin(), values_.end(), [&](const wanted_value& each) {
            return each.bound != value_bound::equal && each.first <= word && word <= each.last;
        });
    }

    /// Whether any of the group has an attribute of the kind of each value asked for.
    [[nodiscard]] bool comparable() const {
        return std::all_of(values_.begin(), values_.end(), [&](const wanted_value& asked) {
            return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
                return any_attribute(
                    i, [&](const attribute& each) { return may_compare(asked, each); });
            });
        });
    }
    [[nodiscard]] std::vector<std::uint32_t> fitting() const {
        std::vector<std::uint32_t> out;
        for (const auto each : of_.members)
            if (fits(each)) out.push_back(each);
        return out;
    }

private:
    struct wanted_word {
        std::string_view text;
        bool whole;  // only as a whole value: such words stand in any text
        bool name;   // it may stand in a name, too
        bool negated;
    };
    using word_class = text::word_class;
    static constexpr std::size_t most_values = 4;

    [[nodiscard]] static bool is_before(place where) noexcept {
        return where == place::before_one || where == place::before_noun;
    }

    template <class Test>
    [[nodiscard]] bool any_attribute(std::uint32_t index, Test test) const {
        const auto* attributes = at_.entries[index].attributes;
        return attributes != nullptr && std::any_of(attributes->begin(), attributes->end(), test);
    }

    [[nodiscard]] bool is_for(const wanted_value& asked, const attribute& each) const {
        if (!asked.name.empty()) return each.name == asked.name;
        if (!asked.attribute.empty()) return name_has_word(each.name, asked.attribute);
        return asked.measures == 0 || (measures_of(each.name, at_.words) & asked.measures) != 0;
    }
    [[nodiscard]] bool may_compare(const wanted_value& asked, const attribute& each) const {
        if (!is_for(asked, each)) return false;
        bool same = false;
        stored(each.value, [&](const value& v) { same = same || v.kind == asked.said.kind; });
        return same;
    }

    // The values that an attribute has: a day and a time when it is an instant.
    template <class Use>
    void stored(const scalar& of, Use use) const {
        const auto* text = std::get_if<std::string>(&of);
        const auto read = magnitude_reader{text::lexicon::most_measures, at_.words}(of);
        if (!read) return;
        using kind = magnitude::kind;
        switch (read->is) {
            case kind::number: use(value{value_kind::number, read->amount}); break;
            case kind::time: use(value{value_kind::time, read->amount}); break;
            case kind::instant:
            case kind::day:
                if (const auto day = parse_value(*text)) {
                    use(*day);
                } else {
                    const utterance words{*text, at_.words};
                    const value_reader inside{words};
                    for (const auto& each : inside.values())
                        if (each.kind == value_kind::date) use(each);
                }
                use(value{value_kind::weekday, read->weekday()});
                if (is_year(text->substr(0, 4)))
                    use(value{value_kind::year, detail::to_number(text->substr(0, 4))});
                if (read->is == kind::instant) use(value{value_kind::time, read->amount % 1440});
                break;
            default: break;
        }
    }

    // "From Got Your Six": several words that are a value as they stand; how many there are.
    std::size_t whole_value(std::size_t first, std::size_t end) {
        std::size_t longest = 1;
        std::string_view best;
        for (const auto each : of_.members)
            detail::each_attribute(at_.entries[each], [&](const attribute& of) {
                const auto* text = std::get_if<std::string>(&of.value);
                const auto words = text == nullptr ? 0 : words_of(*text, first, end);
                if (words > longest) longest = words, best = *text;
            });
        if (best.empty()) return 0;
        whole_.push_back(best);
        return longest;
    }
    // How many words a value has if they stand in the text from a word on, or 0.
    [[nodiscard]] std::size_t words_of(std::string_view text, std::size_t first,
                                       std::size_t end) const noexcept {
        auto i = first;
        text::word_reader reader{text};
        for (text::word each{}; reader.next(each); ++i)
            if (i >= end || !same_word(each.text, at_.said[i].text)) return 0;
        return i - first;
    }

    void word(std::size_t i, place where) {
        const auto& said = at_.said[i];
        const bool before = is_before(where);
        const bool house = detail::leading_digits(said.text) != 0;
        if (house ? !detail::is_house_number(at_.said, i) : said.text.size() < 2) return;
        if (auto time = time_words{at_, of_}(i)) {
            if (values_.size() < most_values) values_.push_back(*time);
            return;
        }
        if (said.known != nullptr && said.known->cardinal > 0 &&
            !said.is(word_class::placeholder)) {
            const value number{value_kind::number, said.known->cardinal * std::int64_t{1000}, false,
                               said.position};
            if (auto asked = wanted_value_reader{at_, of_}(number)) values_.push_back(*asked);
            return;
        }
        if (said.is(word_class::placeholder) || said.is(word_class::pronoun) ||
            said.is(word_class::other) || said.is(word_class::negation) ||
            said.is(word_class::before_noon) || said.is(word_class::after_noon) ||
            (said.known != nullptr && (said.known->month != 0 || !said.known->compares.empty())))
            return;
        const bool common = said.is(word_class::function) || said.is(word_class::adjective) ||
                            said.is(word_class::predicate) || said.is(word_class::change) ||
                            said.is(word_class::acquire) || said.is(word_class::made);
        const auto* noun = at_.said.noun(i);
        const bool kind = noun != nullptr && at_.words.has_kind(*noun);
        if (common && !before) return;
        if (kind && !before) {
            // "with breakfast": something that things have or have not
            const wanted_word had{said.text, false, false, is_negated(i)};
            if (is_behind_relation(i) || had.negated) ask_if_so(had);
            return;
        }
        const bool capital = house || (said.capital && !said.begins_sentence);
        const bool name = !common && (where == place::before_one || capital);
        const wanted_word asked{said.text, common, name, is_negated(i)};
        const bool known = std::any_of(of_.members.begin(), of_.members.end(),
                                       [&](std::uint32_t each) { return has(each, asked, true); });
        if (known) {
            words_.push_back(asked);
            return;
        }
        if (said.known != nullptr && !said.is(word_class::common)) return;
        const bool behind = is_behind_relation(i);
        if (capital || where == place::before_one || (where == place::behind_one && behind))
            impossible_ = true;
    }
    void ask_if_so(const wanted_word& asked) {
        for (const auto each : of_.members)
            if (any_attribute(each, [&](const attribute& a) {
                    return detail::truth(a.value) && name_has_word(a.name, asked.text);
                })) {
                words_.push_back(asked);
                return;
            }
    }
    // "With parking", "with a pool".
    [[nodiscard]] bool is_behind_relation(std::size_t i) const noexcept {
        const auto& said = at_.said;
        if (i > 1 && !said[i].after_comma && said[i - 1].is(word_class::indefinite)) --i;
        return i > 0 && !said[i].after_comma && said[i - 1].is(word_class::relation);
    }
    [[nodiscard]] bool is_negated(std::size_t i) const {
        for (std::size_t back = 1; back <= 2 && back <= i; ++back)
            if (at_.said[i - back].is(word_class::negation)) return true;
        return false;
    }

    // Whether an attribute has the word; with `either`, also whether it says that it is not so.
    [[nodiscard]] bool has(std::uint32_t index, const wanted_word& asked, bool either) const {
        const auto& of = at_.entries[index];
        if (!of.unnamed && asked.name && detail::says_word(of.name, asked.text)) return true;
        return any_attribute(index, [&](const attribute& each) {
            if (const auto yes = detail::truth(each.value))
                return (*yes || either) && !asked.whole && name_has_word(each.name, asked.text);
            const auto* text = std::get_if<std::string>(&each.value);
            if (text == nullptr || (!asked.name && *text == of.name)) return false;
            // "The two largest debits": those that say DEBIT
            return same_noun(*text, asked.text) ||
                   (!asked.whole && detail::says_word(*text, asked.text));
        });
    }
    [[nodiscard]] bool fits(std::uint32_t index) const {
        for (const auto& asked : words_)
            if (has(index, asked, false) == asked.negated) return false;
        for (const auto whole : whole_)
            if (!any_attribute(index, [&](const attribute& each) {
                    const auto* text = std::get_if<std::string>(&each.value);
                    return text != nullptr && same_word(*text, whole);
                }))
                return false;
        return std::all_of(values_.begin(), values_.end(), [&](const wanted_value& asked) {
            return any_attribute(index, [&](const attribute& each) {
                bool equal = false;
                if (is_for(asked, each))
                    stored(each.value, [&](const value& v) { equal = equal || asked.may_be(v); });
                return equal;
            });
        });
    }

    const scene& at_;
    const group& of_;
    std::vector<wanted_value> values_{};
    std::vector<wanted_word> words_{};
    std::vector<std::string_view> whole_{};  // values of several words
    bool impossible_ = false;
};

}  // namespace workmem::resolution
