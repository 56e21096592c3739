#pragma once

#include <workmem/resolution/attribute_words.hpp>
#include <workmem/resolution/conditions.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values.hpp>
#include <workmem/text/words.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// Whether the first letter of a word stands anywhere in a text; spares cutting most of them.
[[nodiscard]] inline bool has_letter(std::string_view text, std::string_view word) noexcept {
    if (word.empty() || static_cast<unsigned char>(word[0]) >= 0x80) return true;
    const auto first = text::fold_ascii(word[0]);
    return std::any_of(text.begin(), text.end(),
                       [&](char c) { return text::fold_ascii(c) == first; });
}

// "Cancelled" and "canceled", "labelling" and "labeling": a participle with one l or two.
[[nodiscard]] inline bool is_spelled_alike(std::string_view a, std::string_view b) noexcept {
    if (a.size() < b.size()) std::swap(a, b);
    for (const std::string_view ending : {"ed", "ing"}) {
        const auto stem = ending.size() + 2;
        if (a.size() == b.size() + 1 && a.size() > stem + 2 && a[a.size() - stem] == 'l' &&
            a[a.size() - stem + 1] == 'l' && same_word(a.substr(a.size() - ending.size()), ending))
            return same_word(a.substr(0, a.size() - stem + 1), b.substr(0, a.size() - stem + 1)) &&
                   same_word(a.substr(a.size() - ending.size()),
                             b.substr(b.size() - ending.size()));
    }
    return false;
}

}  // namespace detail

/// Whether some part of a short value is the word: `done`, "transit" of `in_transit`, "cancelled"
/// of `Canceled`.
[[nodiscard]] inline bool value_has_word(std::string_view value, std::string_view word) {
    constexpr std::size_t longest = 80;
    if (value.size() > longest || !detail::has_letter(value, word)) return false;
    text::word_reader reader{value};
    for (text::word part{}; reader.next(part);)
        if (name_has_word(part.text, word) || same_word(part.text, word) ||
            detail::is_spelled_alike(part.text, word))
            return true;
    return false;
}

/// Whether an attribute is written in a code: `de`, or `de-AT`, for "German".
[[nodiscard]] inline bool has_code(const entry& of, std::string_view code) {
    constexpr std::size_t longest = 6;
    if (code.empty() || of.attributes == nullptr) return false;
    return std::any_of(of.attributes->begin(), of.attributes->end(), [&](const attribute& each) {
        const auto* const text = std::get_if<std::string>(&each.value);
        if (text == nullptr || text->size() < code.size() || text->size() > longest ||
            !same_word(std::string_view{*text}.substr(0, code.size()), code))
            return false;
        return text->size() == code.size() || (*text)[code.size()] == '-' ||
               (*text)[code.size()] == '_';
    });
}

/// What words ask of the things of a group: a word of a value or of a name, something that is or
/// is not so, an amount ("over 100"). Unlike `conditions` it takes a stretch of words as a whole:
/// each has to be something that a thing of the group has. The scene, the kinds and the group must
/// outlive it.
class restriction {
    using word_class = text::word_class;

public:
    restriction(const scene& at, const kind_stage& kinds, const group& of,
                const std::vector<value>& values)
        : at_{at}, kinds_{kinds}, of_{of}, values_{values} {}

    /// Takes in the words from `begin` to `end`, or none of them and answers false.
    [[nodiscard]] bool read(std::size_t begin, std::size_t end) {
        if (begin >= end) return true;
        conditions amounts{at_, of_};
        amounts.read(values_, begin, end);
        if (amounts.has_values() && !amounts.comparable()) return false;
        const auto before = words_.size();
        bool denied = false, either = false;
        for (auto i = begin; i < end; ++i) {
            const auto& word = at_.said[i];
            if (word.is(word_class::negation) && !word.capital) {
                denied = true;
                continue;
            }
            if (word.is(word_class::choosing) && words_.size() > before && !denied) {
                either = true;
                continue;
            }
            if (amounts.has_values() && (detail::leading_digits(word.text) != 0 || is_unit(word)))
                continue;
            // "drop-off" of `dropoff`
            if (i + 1 < end && at_.said[i + 1].hyphen && read_joined(i, denied)) {
                ++i;
                denied = false;
                continue;
            }
            // "without a subject"
            if (denied && may_lack(word.text)) {
                words_.push_back({word.text, true, true, false});
                denied = false;
                continue;
            }
            if (is_small(i)) continue;
            if (!read_word(word.text, denied)) {
                words_.resize(before);
                return false;
            }
            words_.back().either = either;
            denied = either = false;
        }
        if (amounts.has_values()) amounts_.push_back(amounts);
        return true;
    }
    /// Takes in one word, or answers false.
    [[nodiscard]] bool read_word(std::string_view word, bool denied = false) {
        if (!is_known(word)) {
            // "unhealthy", where some are said to be healthy or not
            const auto* const known = at_.words.find(word);
            const auto plain = without_negation(word);
            if (!plain.empty() && is_known(plain))
                word = plain;
            else if (known != nullptr && is_flag(known->opposite))
                word = known->opposite;
            else
                return false;
            denied = !denied;
        }
        words_.push_back({word, denied, false, false});
        return true;
    }
    /// Whether some of the group have a word and others do not.
    [[nodiscard]] bool tells_apart(std::string_view word) const {
        const auto having =
            std::count_if(of_.members.begin(), of_.members.end(),
                          [&](std::uint32_t i) { return has(at_.entries[i], word); });
        return having > 0 && static_cast<std::size_t>(having) < of_.members.size();
    }
    /// Whether all of the group have a word: it is what they are.
    [[nodiscard]] bool all_have(std::string_view word) const {
        return std::all_of(of_.members.begin(), of_.members.end(),
                           [&](std::uint32_t i) { return has(at_.entries[i], word); });
    }
    [[nodiscard]] bool empty() const noexcept { return words_.empty() && amounts_.empty(); }

    /// Those of the group that are as it is said, in its order.
    [[nodiscard]] std::vector<std::uint32_t> fitting() const {
        auto out = of_.members;
        for (const auto& each : amounts_) {
            const auto fits = each.fitting();
            std::erase_if(out, [&](std::uint32_t i) {
                return std::find(fits.begin(), fits.end(), i) == fits.end();
            });
        }
        std::erase_if(out, [&](std::uint32_t i) { return !fits(at_.entries[i]); });
        return out;
    }

    /// Whether anything of the group has the word, or is said not to be so.
    [[nodiscard]] bool is_known(std::string_view word) const {
        return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
            const auto& each = at_.entries[i];
            if (has(each, word)) return true;
            return any_attribute(each, [&](const attribute& of) {
                return detail::truth(of.value) && name_has_word(of.name, word);
            });
        });
    }

private:
    [[nodiscard]] bool read_joined(std::size_t i, bool denied) {
        const auto joined = std::string{at_.said[i].text} + std::string{at_.said[i + 1].text};
        for (const auto index : of_.members) {
            if (at_.entries[index].attributes == nullptr) continue;
            for (const auto& each : *at_.entries[index].attributes) {
                const auto* const text = std::get_if<std::string>(&each.value);
                if (text == nullptr || !same_word(*text, joined)) continue;
                words_.push_back({*text, denied, false, false});
                return true;
            }
        }
        return false;
    }
    // "paid" of "unpaid"; empty where no prefix denies.
    [[nodiscard]] static std::string_view without_negation(std::string_view word) noexcept {
        constexpr std::size_t shortest = 3;
        for (const std::string_view prefix : {"un", "in", "non", "dis"})
            if (word.size() >= prefix.size() + shortest && word.starts_with(prefix))
                return word.substr(prefix.size());
        return {};
    }
    struct asked {
        std::string_view word;
        bool denied;
        bool field;   // asks for an attribute, whatever its value
        bool either;  // or what the word before asks
    };
    [[nodiscard]] bool fits(const entry& of) const {
        bool all = true;
        for (std::size_t w = 0; w < words_.size();) {
            bool any = false;
            do {
                const auto& each = words_[w++];
                any = any ||
                      (each.field ? has_field(of, each.word) : has(of, each.word)) != each.denied;
            } while (w < words_.size() && words_[w].either);
            all = all && any;
        }
        return all;
    }
    [[nodiscard]] static bool has_field(const entry& of, std::string_view word) {
        return has_attribute_word(of, word);
    }
    // Whether some have an attribute of that name and some have none.
    [[nodiscard]] bool may_lack(std::string_view word) const {
        const auto having = std::count_if(of_.members.begin(), of_.members.end(),
                                          [&](auto i) { return has_field(at_.entries[i], word); });
        return having > 0 && static_cast<std::size_t>(having) < of_.members.size();
    }
    // Whether something of the group is said to be so or not.
    [[nodiscard]] bool is_flag(std::string_view word) const {
        return !word.empty() &&
               std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
                   return any_attribute(at_.entries[i], [&](const attribute& each) {
                       return std::holds_alternative<bool>(each.value) &&
                              name_has_word(each.name, word);
                   });
               });
    }

    template <class Test>
    [[nodiscard]] static bool any_attribute(const entry& of, Test test) {
        return of.attributes != nullptr &&
               std::any_of(of.attributes->begin(), of.attributes->end(), test);
    }
    [[nodiscard]] bool has(const entry& of, std::string_view word) const {
        if (!of.unnamed && value_has_word(of.name, word)) return true;
        if (of.id == word || value_has_word(of.id, word)) return true;
        if (has_code(of, at_.words.code_of(word))) return true;
        return any_attribute(of, [&](const attribute& each) {
            if (const auto yes = detail::truth(each.value))
                return *yes && name_has_word(each.name, word);
            const auto* const text = std::get_if<std::string>(&each.value);
            if (text != nullptr)
                return value_has_word(*text, word) || (is_instant(*text) && tells(each.name, word));
            const auto* const number = std::get_if<std::int64_t>(&each.value);
            return number != nullptr &&
                   (std::to_string(*number) == word || (*number != 0 && tells(each.name, word)));
        });
    }
    // `cancelled_at`, `unreadCount`, `amount_refunded`: the name of an instant or an amount tells
    // what has been done.
    [[nodiscard]] static bool tells(std::string_view name, std::string_view word) {
        constexpr std::size_t shortest = 5;
        if (word.size() < shortest || !(word.ends_with("ed") || word.starts_with("un")))
            return false;
        identifier_reader parts{name};
        for (std::string_view part; parts.next(part);)
            if (same_word(part, word) || detail::is_spelled_alike(part, word)) return true;
        return false;
    }
    [[nodiscard]] static bool is_instant(std::string_view text) noexcept {
        return text.size() >= 10 && text[4] == '-' && text[7] == '-';
    }
    // "Euros", "rated": says of what an amount is.
    [[nodiscard]] static bool is_unit(const token& word) noexcept {
        return word.is(word_class::moment) || (word.known != nullptr && word.known->measures != 0);
    }
    // A word that says nothing of a thing; "done" does, where it is all of a value.
    [[nodiscard]] bool is_small(std::size_t i) const {
        const auto& word = at_.said[i];
        const bool small = word.is(word_class::function) || word.is(word_class::describing) ||
                           word.is(word_class::predicate) || word.is(word_class::pronoun) ||
                           word.is(word_class::interrogative) || word.is(word_class::placeholder) ||
                           word.is(word_class::property) || word.is(word_class::from_bound) ||
                           word.is(word_class::to_bound) || kinds_.closest(i) > text::kinship::cue;
        return small && !is_whole(word.text);
    }
    [[nodiscard]] bool is_whole(std::string_view word) const {
        return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
            return any_attribute(at_.entries[i], [&](const attribute& each) {
                const auto* const text = std::get_if<std::string>(&each.value);
                return text != nullptr
                           ? same_word(*text, word)
                           : std::holds_alternative<bool>(each.value) && same_word(each.name, word);
            });
        });
    }

    const scene& at_;
    const kind_stage& kinds_;
    const group& of_;
    const std::vector<value>& values_;
    std::vector<asked> words_{};
    std::vector<conditions> amounts_{};
};

}  // namespace workmem::resolution
