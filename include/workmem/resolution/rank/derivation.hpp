#pragma once

#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace workmem::resolution {

/// Says how a text led to a set of things: from how many it was chosen, which words said what of
/// them, and which said nothing. Refers to all that it is made from.
class derivation {
public:
    derivation(const scene& at, const window_things& window, const word_hits& hits) noexcept
        : at_{at}, window_{window}, hits_{hits} {}

    /// Returns one line: `the only one of 3 invoices: "open" is in its status; not used: "urgent"`.
    /// \param evidence  words that were read in another way than the hypothesis says
    [[nodiscard]] std::string of(hypothesis one, std::string_view evidence = {}) const {
        one.words |= words_in(evidence) & hits_.content();
        std::string by, facts;
        for_each_run(one, one.words, [&](const run& each) {
            const auto fact = fact_of(one, each);
            if (each.says == field::count_)
                by += (by.empty() ? " by " : ", ") + quoted(each);
            else if (!fact.empty())
                facts += (facts.empty() ? ": " : ", ") + fact;
        });
        auto out = choice(one, !by.empty()) + by + facts;
        constexpr std::size_t most_unused = 4;
        std::size_t unused = 0;
        for_each_run(one, (hits_.content() | ordinals()) & ~one.words, [&](const run& each) {
            if (++unused <= most_unused)
                out += (unused == 1 ? "; not used: " : ", ") + quoted(each);
        });
        if (unused > most_unused) out += " and " + std::to_string(unused - most_unused) + " more";
        return out;
    }

private:
    // Words that stand together and say the same kind of thing.
    struct run {
        std::size_t first = 0, last = 0;
        field says = field::count_;
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
    template <class Do>
    void for_each_run(const hypothesis& one, word_set words, Do do_it) const {
        run open;
        bool is_open = false;
        for (std::size_t i = 0; i <= hits_.size(); ++i) {
            const bool is_in = i < hits_.size() && (words & bit(i)) != 0;
            const auto says = is_in ? field_of(i, one.things) : field::count_;
            if (is_open && (!is_in || says != open.says)) {
                do_it(open);
                is_open = false;
            }
            if (!is_in) continue;
            if (!is_open) open = {i, i, says};
            is_open = true;
            open.last = i;
        }
    }
    [[nodiscard]] std::string quoted(const run& of) const {
        const auto &first = at_.said[of.first], &last = at_.said[of.last];
        return quoted(at_.said.text().substr(first.position,
                                             last.position + last.text.size() - first.position));
    }
    [[nodiscard]] static std::string quoted(std::string_view text) {
        constexpr std::size_t most = 60;
        return text::quoted(text::prefix(text, most));
    }
    // The words that ask for a place: "first".
    [[nodiscard]] word_set ordinals() const noexcept {
        word_set out = 0;
        for (std::size_t i = 0; i < hits_.size(); ++i)
            if (at_.said[i].known != nullptr && at_.said[i].known->ordinal != 0) out |= bit(i);
        return out;
    }
    // The words of a part of the text.
    [[nodiscard]] word_set words_in(std::string_view part) const noexcept {
        const auto begin = part.empty() ? std::string_view::npos : at_.said.text().find(part);
        word_set out = 0;
        for (std::size_t i = 0; begin != std::string_view::npos && i < hits_.size(); ++i)
            if (at_.said[i].position >= begin && at_.said[i].position < begin + part.size())
                out |= bit(i);
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
        if (one.is(made_by::join)) return "together with others";
        if (one.is(made_by::rest)) return "what is left" + of;
        if (one.is(made_by::attention)) return "the latest" + of;
        if (one.words == 0 && chosen == 1)
            return one.things == bit(0) ? "what was spoken of last" : "what was spoken of earlier";
        if (chosen == made_of)
            return (chosen > 1 ? "all " : "the only ") + counted_or_one(chosen, type);
        if (chosen > 1 || is_operated || one.made != 0) return std::to_string(chosen) + of;
        return (one.kinds != 0 ? "the only one" : "the latest") + of;
    }
    [[nodiscard]] static std::string counted_or_one(std::size_t count, std::string_view type) {
        auto out = counted(count, type);
        return count == 1 ? out.substr(2) : out;
    }
    // What the words say of the things.
    [[nodiscard]] std::string fact_of(const hypothesis& one, const run& of) const {
        if (one.is(made_by::join)) return quoted(of);
        const auto says = quoted(of);
        const std::string whose = count(one.things) > 1 ? " is in their " : " is in its ";
        switch (of.says) {
            case field::id: return id_fact(one, says);
            case field::name: return says + whose + "name";
            case field::near_name: return says + " is nearly in its name";
            case field::value:
            case field::near_value: return says + whose + attribute_with(one, of.first);
            case field::flag:
            case field::near_flag: return says + " is so";
            case field::unset_flag:
            case field::near_unset_flag: return says + " is not so";
            default: return {};  // the choice names the kind
        }
    }
    // All of an id, or a part of it.
    [[nodiscard]] std::string id_fact(const hypothesis& one, const std::string& says) const {
        const auto id = first_of(one).id;
        return at_.said.text().find(id) == std::string_view::npos ? says + " is in its id"
                                                                  : quoted(id) + " is its id";
    }
    [[nodiscard]] const entry& first_of(const hypothesis& one) const noexcept {
        return window_[static_cast<std::size_t>(std::countr_zero(one.things))];
    }
    // The name of an attribute that holds a word; "attributes" where none is found.
    [[nodiscard]] std::string attribute_with(const hypothesis& one, std::size_t word) const {
        const auto& of = first_of(one);
        if (of.attributes != nullptr)
            for (const auto& each : *of.attributes) {
                const auto* const text = std::get_if<std::string>(&each.value);
                if (text == nullptr) continue;
                text::word_reader reader{*text};
                for (text::word part{}; reader.next(part);)
                    if (same_noun(part.text, at_.said[word].plain))
                        return text::escaped(text::prefix(each.name, 60));
            }
        return "attributes";
    }

    const scene& at_;
    const window_things& window_;
    const word_hits& hits_;
};

}  // namespace workmem::resolution
