#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/attribute_words.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sets/group_words.hpp>
#include <workmem/resolution/values/conditions.hpp>
#include <workmem/resolution/values/value_bounds.hpp>
#include <workmem/resolution/values/value_words.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/words.hpp>
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

/// What words ask of the things of a group: a word of a value or of a name, something that is or
/// is not so, an amount ("over 100"). Unlike `conditions` it takes a stretch of words as a whole:
/// each has to be something that a thing of the group has. The scene, the kinds and the group must
/// outlive it.
class restriction {
    using word_class = text::word_class;

public:
    restriction(const scene& at, const kind_stage& kinds, const group& of,
                const std::vector<value>& values)
        : at_{at}, kinds_{kinds}, of_{of}, values_{values}, things_{at, of} {}

    /// Takes in the words from `begin` to `end`, or none of them and answers false. `denied`: as if
    /// "not" stood before them.
    [[nodiscard]] bool read(std::size_t begin, std::size_t end, bool denied = false) {
        if (begin >= end) return true;
        conditions amounts{at_, of_};
        amounts.read(values_, begin, end);
        if (amounts.has_values() && !amounts.comparable()) return false;
        const auto before = words_.size();
        bool either = false, nobody = false, denies_amount = false;
        std::string_view told{};  // "assigned", before "to Mia"
        const auto tell = [&] {
            if (!told.empty() && is_told(told, words_.back())) words_.back().of = told;
            told = {};
        };
        for (auto i = begin; i < end; ++i) {
            const auto& word = at_.said[i];
            if (amounts.bounds(i)) continue;
            if (word.is(word_class::negation) && !word.capital) {
                // "Not over 30" is another bound.
                denied = i + 1 == end || !(at_.said[i + 1].is(word_class::from_bound) ||
                                           at_.said[i + 1].is(word_class::to_bound));
                nobody = nobody || word.is(word_class::choosing_person);
                continue;
            }
            // "Nobody has viewed", but "the ones nobody has to Mia"
            if (denied && nobody) {
                const auto took = read_field(i, end, denied);
                denied = took == 0;
                if (took != 0) i += took - 1;
                if (took != 0 || is_small(i)) continue;
                words_.resize(before);
                return false;
            }
            // "Assigned to anyone but Erik"
            if (word.is(word_class::instead) && i > begin &&
                at_.said[i - 1].is(word_class::choosing_person)) {
                words_.resize(before);
                return false;
            }
            // "Cheaper than 70 or over 200" are two restrictions.
            if (word.is(word_class::choosing) && amounts.has_values()) {
                words_.resize(before);
                return false;
            }
            if (word.is(word_class::choosing) && words_.size() > before && !denied) {
                either = true;
                continue;
            }
            if (amounts.has_values() && (detail::leading_digits(word.text) != 0 || is_unit(word)))
                continue;
            // "below 20 percent": of what, nothing says
            if (amounts.has_values() && i > begin && !things_.is_known(word.text) &&
                detail::leading_digits(at_.said[i - 1].text) == at_.said[i - 1].text.size())
                continue;
            // "Hall A", "in review": all of a value
            if (const auto took = read_whole(i, end, denied); took != 0) {
                tell();
                i += took - 1;
                denied = either = false;
                continue;
            }
            // "drop-off" of `dropoff`
            if (i + 1 < end && at_.said[i + 1].hyphen && read_joined(i, denied)) {
                ++i;
                denied = false;
                continue;
            }
            // "with a limit of at least 3500", "created before March 3rd"
            if (amounts.has_values() &&
                (things_.names_amount(word.text) || leads_to_bound(i, end))) {
                // "not founded before 2004"
                if (denied && i > begin && at_.said[i - 1].is(word_class::negation) &&
                    i + 1 < end && amounts.bounds(i + 1)) {
                    denies_amount = true;
                    denied = false;
                }
                continue;
            }
            // "the issues that Jonas opened"
            if (word.is(word_class::made) && i > begin && at_.said[i - 1].known == nullptr &&
                things_.is_known(at_.said[i - 1].text))
                continue;
            if (const auto took = read_field(i, end, denied); took != 0) {
                i += took - 1;
                denied = either = false;
                continue;
            }
            if (const auto took = read_numbered(i, end, denied); took != 0) {
                i += took - 1;
                denied = either = false;
                continue;
            }
            const auto next = words_.size();
            if (is_small(i)) {
                // "Open" of what says `done: false`
                if (word.is(word_class::predicate) && read_state(word.text, denied)) {
                    words_[next].either = either;
                    denied = either = false;
                }
                continue;
            }
            if (introduces(i, end)) {
                told = word.text;
                continue;
            }
            // "Without a room", where all have a type of room
            if (denied && at_.said.noun(i) != nullptr && things_.names_field(word.text)) {
                words_.resize(before);
                return false;
            }
            if (!read_word(word.text, denied)) {
                if (word.is(word_class::assent)) continue;  // "right now"
                // "on the upper floor": what the value beside it is called
                if (!denied && is_field_beside(i, begin, end)) continue;
                words_.resize(before);
                return false;
            }
            words_[next].either = either;
            tell();
            denied = either = false;
        }
        // "That nobody has"
        if (denied && nobody && words_.size() == before) {
            const auto somebody = things_.may_lack(told) ? told : things_.lacking_somebody();
            if (somebody.empty()) return false;
            words_.push_back({somebody, true, true});
            denied = false;
        }
        // "Not created in March": nothing here denies a day.
        if (denied && amounts.has_values()) {
            words_.resize(before);
            return false;
        }
        if (amounts.has_values()) amounts_.push_back({amounts, denies_amount});
        return true;
    }
    /// Takes in one word, or answers false.
    [[nodiscard]] bool read_word(std::string_view word, bool denied = false) {
        if (!things_.is_known(word)) {
            // "unhealthy", where some are said to be healthy or not
            const auto* const known = at_.words.find(word);
            const auto plain = without_negation(word);
            if (!plain.empty() && !denied && things_.may_lack(plain)) {
                words_.push_back({plain, true, true});
                return true;
            }
            if (!plain.empty() && things_.is_known(plain)) {
                word = plain;
            } else if (known != nullptr && things_.is_flag(known->opposite)) {
                word = known->opposite;
            } else {
                return read_state(word, denied);
            }
            denied = !denied;
        }
        asked made{word, denied};
        made.apart = things_.all_have(word) && things_.some_lack_apart(word);
        made.denies = denied && std::any_of(of_.members.begin(), of_.members.end(), [&](auto i) {
                          return things_.is_denied(at_.entries[i], word);
                      });
        words_.push_back(made);
        return true;
    }
    /// What the things of the group say of themselves.
    [[nodiscard]] const group_words& things() const noexcept { return things_; }
    [[nodiscard]] bool empty() const noexcept { return words_.empty() && amounts_.empty(); }
    /// Whether amounts or days were asked for.
    [[nodiscard]] bool compares() const noexcept { return !amounts_.empty(); }

    /// Those of the group that are as it is said, in its order.
    [[nodiscard]] std::vector<std::uint32_t> fitting() const {
        auto out = of_.members;
        for (const auto& each : amounts_) {
            const auto fits = each.of.fitting();
            std::erase_if(out, [&](std::uint32_t i) {
                return (std::find(fits.begin(), fits.end(), i) == fits.end()) != each.denied;
            });
        }
        std::erase_if(out, [&](std::uint32_t i) { return !fits(at_.entries[i]); });
        return out;
    }

private:
    // "Without a subject", "no isolation rooms" where there are 0, "that don't have a room number",
    // "never played", "with open invoices": what some have and some have not. How many words it
    // took.
    std::size_t read_field(std::size_t i, std::size_t end, bool denied) {
        const auto& word = at_.said[i].text;
        const bool owned = i > 0 && is_behind_owning(i);
        if ((!denied && !owned) || introduces(i, end)) return 0;
        asked made{word, denied, true};
        std::size_t took = 1;
        if (denied ? things_.may_lack(word) : counts(i, end)) {
            while (i + took < end && things_.is_in_name_of(word, at_.said[i + took].text)) ++took;
        } else if (i + 1 < end && things_.may_lack(word, at_.said[i + 1].text)) {
            made.second = at_.said[i + 1].text;
            took = 2;
        } else {
            return 0;
        }
        words_.push_back(made);
        return took;
    }
    // "With invoices", "has an end date"
    [[nodiscard]] bool is_behind_owning(std::size_t i) const noexcept {
        const bool article = i > 1 && at_.said[i - 1].is(word_class::indefinite);
        return at_.said[article ? i - 2 : i - 1].is(word_class::owning);
    }
    [[nodiscard]] bool read_joined(std::size_t i, bool denied) {
        const auto joined = std::string{at_.said[i].text} + std::string{at_.said[i + 1].text};
        for (const auto index : of_.members) {
            if (at_.entries[index].attributes == nullptr) continue;
            for (const auto& each : *at_.entries[index].attributes) {
                const auto* const text = std::get_if<std::string>(&each.value);
                if (text == nullptr || !same_word(*text, joined)) continue;
                words_.push_back({*text, denied});
                return true;
            }
        }
        return false;
    }
    // Other words for the state that something of the group is in: `declined` for "rejected". Those
    // for what it is not count where none of the others occurs.
    [[nodiscard]] bool read_state(std::string_view word, bool denied) {
        const auto all = at_.words.states_like(word);
        const auto own = std::find_if(all.begin(), all.end(),
                                      [&](const auto& each) { return each.word == word; });
        const auto is_said = [&](std::string_view other) {
            return std::any_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t i) {
                return things_.is_in_state(at_.entries[i], other);
            });
        };
        for (const bool turned : {false, true}) {
            bool found = false;
            for (const auto& each : all) {
                if (each.word == word || (each.denied != own->denied) != turned ||
                    !is_said(each.word))
                    continue;
                asked made{each.word, denied != turned};
                made.state = true;
                made.either = found && !made.denied;
                words_.push_back(made);
                found = true;
            }
            if (found) return true;
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
        std::string_view word{};
        bool denied = false;
        bool field = false;         // asks for an attribute, whatever its value
        std::string_view second{};  // another word of its name
        bool either = false;        // or what the word before asks
        bool apart = false;         // what all of them say alike does not count
        bool denies = false;        // some are said not to be so: those
        bool whole = false;         // a value as it stands
        bool state = false;         // a word for the state of a thing
        std::string_view of{};      // of an attribute that this participle names: "assigned to"
        std::int64_t number = -1;   // what the attribute is that is called so
    };
    [[nodiscard]] bool fits(const entry& of) const {
        bool all = true;
        for (std::size_t w = 0; w < words_.size();) {
            bool any = false;
            do {
                const auto& each = words_[w++];
                any = any || fits(of, each);
            } while (w < words_.size() && words_[w].either);
            all = all && any;
        }
        return all;
    }
    [[nodiscard]] bool fits(const entry& of, const asked& each) const {
        if (each.denies) return things_.is_denied(of, each.word);
        if (!each.of.empty()) return says_of(of, each.of, each) != each.denied;
        if (each.state && each.denied && things_.is_flag(each.word))
            return flag_of(of, each.word) == false;
        const bool is = each.number >= 0 ? has_number(of, each.word, each.number)
                        : each.whole     ? things_.says_whole(of, each.word)
                        : each.state     ? things_.is_in_state(of, each.word)
                        : each.field     ? things_.has_field(of, each.word, each.second)
                                         : things_.has(of, each.word, each.apart);
        return is != each.denied;
    }
    // Whether what a participle names is what is asked for: `assignee` of "assigned to Mia".
    [[nodiscard]] static bool says_of(const entry& of, std::string_view told, const asked& what) {
        return group_words::any_attribute(of, [&](const attribute& each) {
            const auto* const text = std::get_if<std::string>(&each.value);
            return text != nullptr && is_named_by(each.name, told) &&
                   (what.whole ? same_word(*text, what.word) : value_has_word(*text, what.word));
        });
    }
    [[nodiscard]] static bool is_named_by(std::string_view name, std::string_view told) {
        return name_has_word(name, told) || detail::name_says_done(name, told);
    }
    [[nodiscard]] bool is_told(std::string_view told, const asked& what) const {
        return std::any_of(of_.members.begin(), of_.members.end(),
                           [&](auto i) { return says_of(at_.entries[i], told, what); });
    }
    // "Assigned to Mia", "approved by Laura", "marked as open": what follows says it.
    [[nodiscard]] bool introduces(std::size_t i, std::size_t end) const {
        constexpr std::size_t shortest = 5;
        if (i + 2 >= end || at_.said[i + 1].after_comma) return false;
        const auto& word = at_.said[i].text;
        const auto& next = at_.said[i + 1];
        if (word.size() < shortest || !word.ends_with("ed") ||
            !(next.is(word_class::target) || next.is(word_class::origin)) ||
            (at_.said[i + 2].is(word_class::choosing_person) &&
             !at_.said[i + 2].is(word_class::negation)))
            return false;
        return !things_.is_known(word) || things_.any_attribute([&](const attribute& of) {
            return is_named_by(of.name, word);
        });
    }
    // How many words from one on are all of a value: at least two, at most four.
    std::size_t read_whole(std::size_t begin, std::size_t end, bool denied) {
        constexpr std::size_t most_words = 4;
        std::string_view best;
        std::size_t longest = 1;
        if (begin + 1 >= end) return 0;
        const auto look = [&](std::string_view value) {
            if (!begin_alike(value, at_.said[begin].text)) return;
            std::size_t words = 0;
            text::word_reader reader{value};
            for (text::word each{}; reader.next(each);) {
                identifier_reader parts{each.text};  // "past due" of `past_due`
                for (std::string_view part; parts.next(part); ++words)
                    if (words == most_words || begin + words >= end ||
                        !same_word(part, at_.said[begin + words].text))
                        return;
            }
            if (words > longest) longest = words, best = value;
        };
        for (const auto i : of_.members) {
            const auto& each = at_.entries[i];
            if (each.attributes == nullptr) continue;
            for (const auto& one : *each.attributes)
                if (const auto* const text = std::get_if<std::string>(&one.value)) look(*text);
        }
        if (best.empty()) return 0;
        asked made{best, denied};
        made.whole = true;
        words_.push_back(made);
        return longest;
    }
    // "The second floor", "floor 2", where things have a floor that is a number. How many words it
    // took.
    std::size_t read_numbered(std::size_t i, std::size_t end, bool denied) {
        if (i + 1 >= end || at_.said[i + 1].after_comma) return 0;
        const auto& first = at_.said[i];
        const auto& next = at_.said[i + 1];
        const bool ordinal = first.known != nullptr && first.known->ordinal > 0;
        const auto& name = ordinal ? next.text : first.text;
        const auto digits = detail::leading_digits(next.text);
        if (!ordinal && (digits == 0 || digits != next.text.size())) return 0;
        const auto number = ordinal ? std::int64_t{first.known->ordinal}
                                    : std::int64_t{detail::to_number(next.text)};
        if (std::none_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t each) {
                return has_number(at_.entries[each], name, number);
            }))
            return 0;
        asked made{name, denied};
        made.number = number;
        words_.push_back(made);
        return 2;
    }
    // "Floor" beside "upper", where things have a floor.
    [[nodiscard]] bool is_field_beside(std::size_t i, std::size_t begin, std::size_t end) const {
        const auto has_beside = [&](std::size_t other) {
            return things_.any_attribute([&](const attribute& each) {
                const auto* const text = std::get_if<std::string>(&each.value);
                return text != nullptr && name_has_word(each.name, at_.said[i].text) &&
                       value_has_word(*text, at_.said[other].text);
            });
        };
        return (i > begin && has_beside(i - 1)) || (i + 1 < end && has_beside(i + 1));
    }
    // "Created before …"
    [[nodiscard]] bool leads_to_bound(std::size_t i, std::size_t end) const {
        const auto& word = at_.said[i];
        return i + 1 < end && !at_.said[i + 1].after_comma &&
               (word.is(word_class::made) || word.text.ends_with("ed")) &&
               (at_.said[i + 1].is(word_class::ahead) || at_.said[i + 1].is(word_class::behind) ||
                at_.said[i + 1].is(word_class::relation));
    }
    // Whether words from one on are all of the name of what some have and some have not.
    [[nodiscard]] bool counts(std::size_t i, std::size_t end) const {
        const auto& word = at_.said[i].text;
        return things_.may_lack(word) &&
               (i + 1 == end || things_.is_in_name_of(word, at_.said[i + 1].text)) &&
               (!things_.is_known(word) ||
                std::none_of(of_.members.begin(), of_.members.end(), [&](std::uint32_t each) {
                    return things_.any_attribute(at_.entries[each], [&](const attribute& one) {
                        return name_has_word(one.name, word) &&
                               !std::holds_alternative<std::int64_t>(one.value);
                    });
                }));
    }

    // "Euros", "rated": says of what an amount is.
    [[nodiscard]] static bool is_unit(const token& word) noexcept {
        return word.is(word_class::moment) ||
               (word.known != nullptr &&
                (word.known->measures != 0 || word.known->month != 0 || word.known->weekday != 0));
    }
    // A word that says nothing of a thing; "done" does, where it is all of a value.
    [[nodiscard]] bool is_small(std::size_t i) const {
        const auto& word = at_.said[i];
        const bool small = word.is(word_class::function) || word.is(word_class::describing) ||
                           word.is(word_class::predicate) || word.is(word_class::pronoun) ||
                           word.is(word_class::interrogative) || word.is(word_class::placeholder) ||
                           word.is(word_class::property) || word.is(word_class::choosing_person) ||
                           word.is(word_class::from_bound) || word.is(word_class::to_bound) ||
                           (kinds_.closest(i) > text::kinship::cue && !kinds_.is_of_said_kind(i));
        return small && !things_.is_whole(word.text);
    }

    const scene& at_;
    const kind_stage& kinds_;
    const group& of_;
    const std::vector<value>& values_;
    group_words things_;
    std::vector<asked> words_{};
    struct asked_amount {
        conditions of;
        bool denied = false;  // "not founded before 2004"
    };
    std::vector<asked_amount> amounts_{};
};

}  // namespace workmem::resolution
