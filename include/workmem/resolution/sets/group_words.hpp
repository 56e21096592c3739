#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/value_words.hpp>
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

/// What the things of a group say of themselves, by the words of their names, ids, attributes and
/// values, and what some of them lack. The scene and the group must outlive it. All members are
/// linear in the attributes of the group.
class group_words {
    using word_class = text::word_class;

public:
    group_words(const scene& at, const group& of) noexcept : at_{at}, of_{of} {}

    /// Whether a thing has a word: of its name or id, of a value, or as what is so. `apart`: values
    /// that all of the group share do not count.
    [[nodiscard]] bool has(const entry& of, std::string_view word, bool apart = false) const {
        if (!of.unnamed && value_has_word(of.name, word)) return true;
        if (of.id == word || value_has_word(of.id, word) || begins_code(of.id, word)) return true;
        if (has_code(of, at_.words.code_of(word))) return true;
        // What somebody opened need not be open.
        const auto* const known = at_.words.find(word);
        const bool tells_state = known == nullptr || !known->is(word_class::made);
        return any_attribute(of, [&](const attribute& each) {
            if (apart && is_alike(each)) return false;
            if (const auto yes = detail::truth(each.value))
                return *yes && name_has_word(each.name, word);
            const auto* const text = std::get_if<std::string>(&each.value);
            if (text != nullptr)
                return (value_has_word(*text, word) && !is_all_of_another(each, word) &&
                        !detail::value_denies(*text, word, at_.words)) ||
                       value_has_stem(*text, word) ||
                       (tells_state && value_is_past_of(*text, word)) ||
                       (is_instant(*text) && tells(each.name, word));
            const auto* const number = std::get_if<std::int64_t>(&each.value);
            // A small number alone is a place, or a count of anything.
            constexpr std::size_t shortest = 3;
            return number != nullptr &&
                   ((word.size() >= shortest && std::to_string(*number) == word) ||
                    (*number != 0 && tells(each.name, word)));
        });
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
    /// Whether all of the group have a word: it is what they are.
    [[nodiscard]] bool all_have(std::string_view word) const {
        return std::all_of(of_.members.begin(), of_.members.end(),
                           [&](std::uint32_t i) { return has(at_.entries[i], word); });
    }
    /// Whether some of the group have a word and others do not.
    [[nodiscard]] bool tells_apart(std::string_view word) const {
        const auto having =
            std::count_if(of_.members.begin(), of_.members.end(),
                          [&](std::uint32_t i) { return has(at_.entries[i], word); });
        return having > 0 && static_cast<std::size_t>(having) < of_.members.size() &&
               !is_part_of_flag(word);
    }
    /// Whether some have a word and others do not, when what all say alike is left out.
    [[nodiscard]] bool some_lack_apart(std::string_view word) const {
        if (of_.members.size() < 2) return false;
        const auto having = std::count_if(of_.members.begin(), of_.members.end(),
                                          [&](auto i) { return has(at_.entries[i], word, true); });
        return having > 0 && static_cast<std::size_t>(having) < of_.members.size();
    }
    /// Whether a value says that a thing is not so: `not_started`.
    [[nodiscard]] bool is_denied(const entry& of, std::string_view word) const {
        return any_attribute(of, [&](const attribute& each) {
            const auto* const text = std::get_if<std::string>(&each.value);
            return text != nullptr && detail::value_denies(*text, word, at_.words);
        });
    }
    /// Whether a thing is called so, or a value of it is just that.
    [[nodiscard]] static bool says_whole(const entry& of, std::string_view value) {
        return (!of.unnamed && same_word(of.name, value)) ||
               any_attribute(of, [&](const attribute& each) {
                   const auto* const text = std::get_if<std::string>(&each.value);
                   return text != nullptr && same_word(*text, value);
               });
    }
    /// All of a value, a word in one that tells the state, or something that is so: `occupied`.
    [[nodiscard]] static bool is_in_state(const entry& of, std::string_view word) {
        static constexpr std::string_view names[]{"status", "state",   "stage",
                                                  "phase",  "outcome", "response"};
        if (flag_of(of, word).value_or(false)) return true;
        return any_attribute(of, [&](const attribute& each) {
            const auto* const text = std::get_if<std::string>(&each.value);
            if (text == nullptr) return false;
            return same_word(*text, word) ||
                   (value_has_word(*text, word) &&
                    std::any_of(std::begin(names), std::end(names), [&](std::string_view name) {
                        return name_has_word(each.name, name);
                    }));
        });
    }
    /// Whether a thing has an attribute with these words in its name that is not 0 or "none".
    [[nodiscard]] bool has_field(const entry& of, std::string_view word,
                                 std::string_view second = {}) const {
        const auto says_nothing = [&](const scalar& value) {
            if (const auto* const number = std::get_if<std::int64_t>(&value)) return *number == 0;
            const auto* const text = std::get_if<std::string>(&value);
            const auto* const known = text == nullptr ? nullptr : find_unfolded(*text, at_.words);
            return known != nullptr && known->is(word_class::absent);
        };
        return any_attribute(of, [&](const attribute& each) {
            return (name_has_word(each.name, word) || detail::name_says_done(each.name, word)) &&
                   (second.empty() || name_has_word(each.name, second)) &&
                   !says_nothing(each.value);
        });
    }
    /// Whether something has an attribute of that name which is no yes or no.
    [[nodiscard]] bool names_field(std::string_view word) const {
        return any_attribute([&](const attribute& each) {
            return !detail::truth(each.value) && name_has_word(each.name, word);
        });
    }
    /// Whether a word is of the name of an amount or a day that something has.
    [[nodiscard]] bool names_amount(std::string_view word) const {
        return any_attribute([&](const attribute& each) {
            const auto* const text = std::get_if<std::string>(&each.value);
            return !std::holds_alternative<bool>(each.value) &&
                   (text == nullptr || is_instant(*text)) && name_has_word(each.name, word);
        });
    }
    /// Whether an attribute has both words in its name: "isolation rooms".
    [[nodiscard]] bool is_in_name_of(std::string_view first, std::string_view second) const {
        return any_attribute([&](const attribute& each) {
            return name_has_word(each.name, first) && name_has_word(each.name, second);
        });
    }
    /// Whether some have an attribute of that name and some have none.
    [[nodiscard]] bool may_lack(std::string_view word, std::string_view second = {}) const {
        if (word.empty()) return false;
        const auto having = std::count_if(of_.members.begin(), of_.members.end(), [&](auto i) {
            return has_field(at_.entries[i], word, second);
        });
        return having > 0 && static_cast<std::size_t>(having) < of_.members.size();
    }
    /// The word by which the only attribute is called that is somebody, and that some do not have:
    /// `assignee`, `signed_by`. Empty: there is none, or several.
    [[nodiscard]] std::string_view lacking_somebody() const {
        std::string_view out;
        bool several = false;
        for (const auto index : of_.members)
            detail::each_attribute(at_.entries[index], [&](const attribute& each) {
                const auto word = somebody_in(each.name);
                if (word.empty() || same_word(out, word) || !may_lack(word)) return;
                several = several || !out.empty();
                out = word;
            });
        return several ? std::string_view{} : out;
    }
    /// Whether something of the group is said to be so or not.
    [[nodiscard]] bool is_flag(std::string_view word) const {
        return !word.empty() && any_attribute([&](const attribute& each) {
            return std::holds_alternative<bool>(each.value) && name_has_word(each.name, word);
        });
    }
    /// Whether a word is all of a value of something, or of the name of what is so or not.
    [[nodiscard]] bool is_whole(std::string_view word) const {
        return any_attribute([&](const attribute& each) {
            const auto* const text = std::get_if<std::string>(&each.value);
            return text != nullptr
                       ? same_word(*text, word)
                       : std::holds_alternative<bool>(each.value) && same_word(each.name, word);
        });
    }
    /// Whether something of the group has an attribute for which the test holds.
    template <class Test>
    [[nodiscard]] bool any_attribute(Test test) const {
        return std::any_of(of_.members.begin(), of_.members.end(),
                           [&](std::uint32_t i) { return any_attribute(at_.entries[i], test); });
    }
    template <class Test>
    [[nodiscard]] static bool any_attribute(const entry& of, Test test) {
        return of.attributes != nullptr &&
               std::any_of(of.attributes->begin(), of.attributes->end(), test);
    }

private:
    // Whether an attribute has the same value in all of the group; looked up once.
    [[nodiscard]] bool is_alike(const attribute& of) const {
        if (!alike_) {
            alike_.emplace();
            const auto* const first = at_.entries[of_.members.front()].attributes;
            if (first != nullptr)
                for (const auto& each : *first)
                    if (all_say(each)) alike_->push_back(each.name);
        }
        return std::find(alike_->begin(), alike_->end(), of.name) != alike_->end();
    }
    [[nodiscard]] bool all_say(const attribute& of) const {
        return std::all_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
            const auto* const attributes = at_.entries[i].attributes;
            const auto* const value =
                attributes == nullptr ? nullptr : find_attribute(*attributes, of.name);
            return value != nullptr && *value == of.value;
        });
    }
    [[nodiscard]] std::string_view somebody_in(std::string_view name) const {
        std::string_view before;
        identifier_reader parts{name};
        for (std::string_view part; parts.next(part); before = part) {
            const auto* const known = find_unfolded(part, at_.words);
            if (known == nullptr) continue;
            if (known->is(word_class::person)) return part;
            if (known->is(word_class::origin) && !before.empty()) return before;
        }
        return {};
    }
    // "Meetings" are not those of which `isOnlineMeeting` is true.
    [[nodiscard]] bool is_part_of_flag(std::string_view word) const {
        return any_attribute([&](const attribute& each) {
            if (!detail::truth(each.value) || !name_has_word(each.name, word)) return false;
            std::size_t parts = 0;
            identifier_reader reader{each.name};
            for (std::string_view part; reader.next(part);) {
                const auto* const known = find_unfolded(part, at_.words);
                parts += known == nullptr || !known->is(word_class::predicate);
            }
            return parts > 1;
        });
    }
    // "Paid" is not what says `partially_paid`, where something says `paid`.
    [[nodiscard]] bool is_all_of_another(const attribute& of, std::string_view word) const {
        const auto* const text = std::get_if<std::string>(&of.value);
        if (text == nullptr || text->find(' ') != std::string::npos || same_word(*text, word))
            return false;
        return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
            const auto* const attributes = at_.entries[i].attributes;
            const auto* const value =
                attributes == nullptr ? nullptr : find_attribute(*attributes, of.name);
            const auto* const other = value == nullptr ? nullptr : std::get_if<std::string>(value);
            return other != nullptr && same_word(*other, word);
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

    const scene& at_;
    const group& of_;
    mutable std::optional<std::vector<std::string_view>> alike_{};
};

}  // namespace workmem::resolution
