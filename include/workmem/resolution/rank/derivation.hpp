#pragma once

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/propose/operators.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

/// The words of a part of a text, of its first 64.
[[nodiscard]] inline word_set words_in(const utterance& said, std::string_view part) noexcept {
    const auto begin = part.empty() ? std::string_view::npos : said.text().find(part);
    word_set out = 0;
    for (std::size_t i = 0; begin != std::string_view::npos && i < said.size() && i < 64; ++i)
        if (said[i].position >= begin && said[i].position < begin + part.size()) out |= bit(i);
    return out;
}

/// Says how a text led to a set of things: from how many it was chosen, which words said what of
/// them, and which said nothing. Refers to all that it is made from.
class derivation {
public:
    derivation(const scene& at, const window_things& window, const word_hits& hits)
        : at_{at}, window_{window}, hits_{hits}, said_{at} {}

    /// Returns one line: `the only one of 3 invoices: "open" is in its status; not used: "urgent"`.
    /// \param evidence  words that were read in another way than the hypothesis says
    [[nodiscard]] std::string of(hypothesis one, std::string_view evidence = {}) const {
        one.words |= words_in(at_.said, evidence) & hits_.content();
        one.words = with_whole_ids(one);
        std::vector<std::string> facts;
        bool is_operated = false;
        for_each_run(one, one.words, [&](const run& each) {
            const bool operates = each.says == field::count_;
            auto fact = operates ? operation_of(one, each) : fact_of(one, each);
            is_operated = is_operated || operates;
            if (!fact.empty() && std::find(facts.begin(), facts.end(), fact) == facts.end())
                facts.push_back(std::move(fact));
        });
        auto out = choice(one, is_operated);
        for (std::size_t i = 0; i < facts.size(); ++i) out.append(i == 0 ? ": " : ", ") += facts[i];
        append_unused(out, one);
        return out;
    }

private:
    // Words that stand together and say the same of the same things.
    struct run {
        std::size_t first = 0, last = 0;
        field says = field::count_;  // or: an operator
        thing_set of = 0;
        std::string_view attribute{};

        [[nodiscard]] bool goes_on_with(const run& next) const noexcept {
            return last + 1 == next.first && says == next.says && of == next.of &&
                   attribute == next.attribute;
        }
    };

    [[nodiscard]] field field_of(std::size_t word, thing_set of) const noexcept {
        using enum field;
        constexpr std::array by_worth{type,       id,        name,       value,     flag,
                                      unset_flag, near_name, near_value, near_flag, near_unset_flag,
                                      kind};
        const auto found = std::find_if(by_worth.begin(), by_worth.end(), [&](field each) {
            return (hits_.at(word, each) & of) != 0;
        });
        return found == by_worth.end() ? count_ : *found;
    }
    [[nodiscard]] const spelled_id* id_with(std::size_t word) const noexcept {
        const auto found =
            std::find_if(hits_.spelled().begin(), hits_.spelled().end(),
                         [&](const spelled_id& each) { return (each.words & bit(word)) != 0; });
        return found == hits_.spelled().end() ? nullptr : &*found;
    }
    // A spelled id is one word: all of it speaks for what has it, and none of it as a part of
    // another id.
    [[nodiscard]] word_set with_whole_ids(const hypothesis& one) const noexcept {
        auto out = one.words;
        for (const auto& each : hits_.spelled()) {
            if ((each.words & out) == 0) continue;
            bool is_part = false;
            for_each_in(each.words & out, [&](std::size_t i) {
                is_part = is_part || field_of(i, one.things) == field::id;
            });
            if ((each.exact | each.part) != 0)
                out |= each.words;
            else if (is_part)
                out &= ~each.words;
        }
        return out;
    }
    [[nodiscard]] run read(const hypothesis& one, std::size_t word) const {
        run out{word, word};
        if (const auto* const id = id_with(word); id != nullptr && id->exact != 0) {
            out.of = id->exact & one.things;
            if (out.of != 0) out.says = field::id;
            return out;
        }
        out.says = field_of(word, one.things);
        if (out.says == field::count_) return out;
        out.of = hits_.at(word, out.says) & one.things;
        if (out.says == field::value || out.says == field::near_value)
            out.attribute = attribute_with(first_of(out.of), word);
        return out;
    }
    template <class Do>
    void for_each_run(const hypothesis& one, word_set words, Do do_it) const {
        run open;
        bool is_open = false;
        for_each_in(words, [&](std::size_t i) {
            const auto next = read(one, i);
            if (is_open && open.goes_on_with(next)) {
                open.last = i;
                return;
            }
            if (is_open) do_it(open);
            open = next;
            is_open = true;
        });
        if (is_open) do_it(open);
    }
    void append_unused(std::string& out, const hypothesis& one) const {
        constexpr std::size_t most_unused = 4;
        auto words = hits_.content() | told_of_one();
        for (const auto& each : hits_.spelled()) words |= each.words;
        words &= ~one.words;
        std::size_t unused = 0;
        while (words != 0) {
            const auto first = static_cast<std::size_t>(std::countr_zero(words));
            const auto last = first + static_cast<std::size_t>(std::countr_one(words >> first)) - 1;
            for (auto i = first; i <= last; ++i) words &= ~bit(i);
            if (++unused <= most_unused)
                out.append(unused == 1 ? "; not used: " : ", ") += quoted(first, last);
        }
        if (unused > most_unused) out += " and " + std::to_string(unused - most_unused) + " more";
    }
    [[nodiscard]] std::string quoted(std::size_t first, std::size_t last) const {
        const auto &from = at_.said[first], &to = at_.said[last];
        return quoted(
            at_.said.text().substr(from.position, to.position + to.text.size() - from.position));
    }
    [[nodiscard]] static std::string quoted(std::string_view text) {
        constexpr std::size_t most = 60;
        return text::quoted(text::prefix(text, most));
    }
    // The words that ask for a place, "first", or stand before the "one" that they tell of.
    [[nodiscard]] word_set told_of_one() const noexcept {
        using text::word_class;
        word_set out = 0;
        for (std::size_t i = 0; i < hits_.size(); ++i) {
            const auto& word = at_.said[i];
            const bool is_between = i > 0 && i + 1 < hits_.size() &&
                                    at_.said[i - 1].is(word_class::definite) &&
                                    at_.said[i + 1].is(word_class::placeholder);
            if ((word.known != nullptr && word.known->ordinal != 0) || is_between) out |= bit(i);
        }
        return out;
    }
    // `3 invoices`, `1 thing`
    [[nodiscard]] static std::string counted(std::size_t count, std::string_view type) {
        std::string noun{type.empty() ? std::string_view{"thing"} : text::prefix(type, 60)};
        std::replace(noun.begin(), noun.end(), '_', ' ');
        if (count != 1 && noun.ends_with('y') && noun.size() > 1 &&
            std::string_view{"aeiou"}.find(noun[noun.size() - 2]) == std::string_view::npos)
            noun.replace(noun.size() - 1, 1, "ies");
        else if (count != 1)
            noun += noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("ch") ? "es" : "s";
        return std::to_string(count) + ' ' + text::escaped(noun);
    }
    [[nodiscard]] const window_things::kind* kind_of(thing_set of) const noexcept {
        const auto& kinds = window_.kinds();
        const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) {
            return (of & ~each.members) == 0;
        });
        return found == kinds.end() ? nullptr : &*found;
    }

    // From how many it was chosen, and how.
    [[nodiscard]] std::string choice(const hypothesis& one, bool is_operated) const {
        const auto* const kind = kind_of(one.things);
        const auto type = kind == nullptr ? std::string_view{} : kind->name;
        const auto chosen = static_cast<std::size_t>(count(one.things));
        const auto known =
            kind == nullptr ? window_.size() : static_cast<std::size_t>(count(kind->members));
        const auto made_of = one.made_of > 0 ? static_cast<std::size_t>(one.made_of) : known;
        const auto of = " of " + counted(made_of, type);
        if (one.is(made_by::join)) return counted(chosen, type) + " together";
        if (one.is(made_by::rest)) return "what is left" + of;
        if (one.is(made_by::attention)) return newest(one) + of;
        if (one.words == 0 && chosen == 1) return attended(one);
        if (chosen == made_of)
            return (chosen > 1 ? "all " : "the only ") + counted_or_one(chosen, type);
        if (chosen > 1 || is_operated || one.made != 0) return std::to_string(chosen) + of;
        if (one.kinds != 0) return "the only one" + of;
        return newest(one) + of;
    }
    // The first of a list that nothing was said of is not the latest.
    [[nodiscard]] std::string newest(const hypothesis& one) const {
        const auto& of = first_of(one.things);
        return is_named(of.level) ? "the latest" : of.rank == 1 ? "the first" : "one";
    }
    // Why it is meant where no word tells.
    [[nodiscard]] std::string attended(const hypothesis& one) const {
        const auto& of = first_of(one.things);
        if (is_named(of.level))
            return one.things == bit(0) ? "what was spoken of last" : "what was spoken of earlier";
        return newest(one) + (of.observation == window_.newest_observation()
                                  ? " of the newest result"
                                  : " of an earlier result");
    }
    [[nodiscard]] static std::string counted_or_one(std::size_t count, std::string_view type) {
        auto out = counted(count, type);
        return count == 1 ? out.substr(2) : out;
    }
    // `its name`, `their name`, `the name of one`
    [[nodiscard]] static std::string owned(const hypothesis& one, const run& by,
                                           std::string_view what) {
        if (by.of != one.things)
            return "the " + std::string{what} + " of " +
                   (count(by.of) == 1 ? std::string{"one"} : std::to_string(count(by.of)));
        return (count(one.things) > 1 ? "their " : "its ") + std::string{what};
    }
    // What the words say of the things.
    [[nodiscard]] std::string fact_of(const hypothesis& one, const run& of) const {
        const auto says = quoted(of.first, of.last);
        const auto whose = [&](std::string_view what) { return owned(one, of, what); };
        switch (of.says) {
            case field::id: return says + (is_whole_id(of) ? " is " : " is in ") + whose("id");
            case field::name: return says + " is in " + whose("name");
            case field::near_name: return says + " is nearly in " + whose("name");
            case field::value:
            case field::near_value: return says + value_fact(of, whose(text_of(of.attribute)));
            case field::flag:
            case field::near_flag: return says + " is so";
            case field::unset_flag:
            case field::near_unset_flag: return says + " is not so";
            default: return {};  // the choice names the kind
        }
    }
    [[nodiscard]] bool is_whole_id(const run& of) const noexcept {
        const auto &from = at_.said[of.first], &to = at_.said[of.last];
        const auto end = to.position + to.text.size();
        const auto text = at_.said.text().substr(from.position, end - from.position);
        const auto* const spelled = id_with(of.first);
        return same_letters(first_of(of.of).id, text) ||
               (spelled != nullptr && (spelled->exact & of.of) != 0);
    }
    // "done" says what `completed` does; "reopen" is no word of it.
    [[nodiscard]] std::string value_fact(const run& of, const std::string& whose) const {
        const auto* const value = of.attribute.empty()
                                      ? nullptr
                                      : find_attribute(*first_of(of.of).attributes, of.attribute);
        const auto* const text = value == nullptr ? nullptr : std::get_if<std::string>(value);
        if (of.says == field::value || text == nullptr) return " is in " + whose;
        return is_state(of.first, *text) ? " is another word for " + whose
                                         : " is nearly in " + whose;
    }
    [[nodiscard]] bool is_state(std::size_t word, std::string_view stored) const noexcept {
        const auto states = at_.words.states_like(at_.said[word].plain);
        const auto code = at_.words.code_of(at_.said[word].plain);
        return (!code.empty() && same_letters(stored, code)) ||
               std::any_of(states.begin(), states.end(), [&](const auto& each) {
                   return !each.denied && same_letters(stored, each.word);
               });
    }
    [[nodiscard]] const entry& first_of(thing_set of) const noexcept {
        return window_[static_cast<std::size_t>(std::countr_zero(of))];
    }
    [[nodiscard]] static std::string text_of(std::string_view attribute) {
        return attribute.empty() ? "values" : text::escaped(text::prefix(attribute, 60));
    }
    // The name of the attribute that holds a word, or comes nearest to it.
    [[nodiscard]] std::string_view attribute_with(const entry& of, std::size_t word) const {
        std::string_view out;
        int best = 0;
        if (of.attributes == nullptr) return out;
        for (const auto& each : *of.attributes)
            if (const auto how = closeness(each.value, word); how > best) {
                best = how;
                out = each.name;
            }
        return out;
    }
    [[nodiscard]] int closeness(const scalar& of, std::size_t word) const {
        constexpr int same = 10;
        const auto* const text = std::get_if<std::string>(&of);
        const value_reader said{at_.said, word};
        const auto stored = value_of(of);
        if (stored && !said.values().empty() && said.values().front().may_be(*stored)) return same;
        if (text == nullptr) return 0;
        if (is_state(word, *text)) return same - 1;
        int out = 0;
        text::word_reader reader{*text};
        for (text::word part{}; reader.next(part);)
            out = (std::max)(out, likeness(at_.said[word].plain, part.text));
        return out;
    }

    // What an operator did: `age 34, "under 40"`, `"second" in the list`.
    [[nodiscard]] std::string operation_of(const hypothesis& one, const run& by) const {
        const auto& read = said_.read();
        const auto says = quoted(by.first, by.last);
        const auto operates = [&](const auto& each) { return (each.words & bit(by.first)) != 0; };
        if (one.is(made_by::exclusion) && by.last >= read.excluding) {
            const auto last = static_cast<std::size_t>(63 - std::countl_zero(one.words));
            const auto left = static_cast<std::size_t>(one.made_of - count(one.things));
            return quoted(read.excluding, last) + " leaves " + std::to_string(left) + " out";
        }
        if (one.is(made_by::superlative))
            if (const auto found =
                    std::find_if(read.superlatives.begin(), read.superlatives.end(), operates);
                found != read.superlatives.end()) {
                const auto amounts = amounts_of(one, &*found);
                return amounts.empty() ? says + " of them" : amounts + ", " + says;
            }
        if (one.is(made_by::place) && std::any_of(read.places.begin(), read.places.end(), operates))
            return says + " in the list";
        const auto amounts = one.has(atom_kind::bound) ? amounts_of(one, nullptr) : std::string{};
        if (!amounts.empty()) return amounts + ", " + says;
        return says + (count(one.things) > 1 ? " holds for them" : " holds for it");
    }
    // `age 34, 39, 22`, of the only column that can have been compared.
    [[nodiscard]] std::string amounts_of(const hypothesis& one,
                                         const superlative_operator* by) const {
        const window_things::column* best = nullptr;
        int best_fit = -1;
        bool several = false;
        for (const auto& each : window_.columns()) {
            if ((one.things & ~each.has) != 0) continue;
            auto fit = fit_of(at_, hits_, each).fit;
            if (by != nullptr) {
                const auto measures = by->highest | by->lowest;
                if ((each.measures & measures) != 0 || (by->by_age && each.dated()))
                    fit = (std::max)(fit, 2);
                if (fit == 0 && (by->by_age || measures != 0)) continue;
            }
            several = fit == best_fit || (several && fit < best_fit);
            if (fit > best_fit) best = &each;
            best_fit = (std::max)(fit, best_fit);
        }
        if (best == nullptr || several) return {};
        constexpr std::size_t most = 3;
        auto out = text_of(best->name) + ' ';
        std::size_t told = 0;
        for_each_in(one.things, [&](std::size_t i) {
            const auto* const value = find_attribute(*window_[i].attributes, best->name);
            if (++told > most || value == nullptr) return;
            if (told > 1) out += ", ";
            append_value(out, *value);
        });
        if (told > most) out += " and " + std::to_string(told - most) + " more";
        return out;
    }
    static void append_value(std::string& out, const scalar& of) {
        if (const auto* const text = std::get_if<std::string>(&of))
            text::append_escaped(out, text::prefix(*text, 40));
        else if (const auto* const whole = std::get_if<std::int64_t>(&of))
            text::detail::append_number(out, *whole);
        else if (const auto* const number = std::get_if<double>(&of))
            text::detail::append_number(out, *number);
    }

    const scene& at_;
    const window_things& window_;
    const word_hits& hits_;
    operator_reader said_;
};

}  // namespace workmem::resolution
