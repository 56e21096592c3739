#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/sets/term_list.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/resolution/values/values.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::resolution {

namespace detail {

// "But", "minus", ", not", ", only": what follows is left out of what is named before.
[[nodiscard]] inline bool leaves_out(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    const auto& word = said[i];
    if (word.is(word_class::setting_apart)) return true;
    if (word.is(word_class::instead) && word.is(word_class::function)) return true;
    return word.after_comma && (word.is(word_class::recently) || word.is(word_class::restricting));
}
// Where the phrase behind such a word begins: "but leave | the crash one", ", just not to | Jonas".
[[nodiscard]] inline std::size_t behind_joints(const utterance& said, std::size_t i) noexcept {
    using text::word_class;
    const auto joins = [](const token& word) {
        return word.known != nullptr && !word.is(word_class::definite) &&
               !word.is(word_class::possessive) && !word.is(word_class::placeholder) &&
               (word.is(word_class::function) || word.is(word_class::negation) ||
                word.is(word_class::predicate) || word.is(word_class::restricting) ||
                word.is(word_class::change));
    };
    auto begin = i + 1;
    while (begin + 1 < said.size() && !said[begin].capital && joins(said[begin])) ++begin;
    return begin;
}

// What words from one on mean among some things, by their values: "the crash one", "disk and
// certificates". The words behind it may say more of the verb.
class meant_among {
public:
    meant_among(const scene& at, const kind_stage& kinds, const std::vector<std::uint32_t>& of)
        : at_{at}, kinds_{kinds}, all_{of, {}, false} {}

    struct phrase {
        std::vector<std::uint32_t> members{};
        std::size_t next = 0;
    };
    [[nodiscard]] std::optional<phrase> read(std::size_t from) const {
        using text::word_class;
        constexpr std::size_t most_terms = 8;
        const auto& said = at_.said;
        phrase out;
        out.next = from;
        for (std::size_t terms = 0; terms < most_terms; ++terms) {
            if (terms != 0) {
                if (out.next >= said.size() || said[out.next].begins_sentence ||
                    !(said[out.next].is(word_class::coordinating) || said[out.next].after_comma))
                    break;
                out.next += said[out.next].is(word_class::coordinating);
            }
            const auto each = term(out.next);
            if (each.members.empty()) return terms == 0 ? std::nullopt : std::optional{out};
            for (const auto one : each.members)
                if (std::find(out.members.begin(), out.members.end(), one) == out.members.end())
                    out.members.push_back(one);
            out.next = each.next;
        }
        return out;
    }

private:
    [[nodiscard]] phrase term(std::size_t first) const {
        using text::word_class;
        constexpr std::size_t most_words = 12;
        const auto& said = at_.said;
        auto end = first;
        while (end < said.size() && end < first + most_words &&
               (end == first || !ends_phrase(said, end)) && !said[end].is(word_class::coordinating))
            ++end;
        const std::vector<value> none;
        for (; end > first; --end) {
            const bool whole =
                end == first + 1 || end == said.size() || ends_phrase(said, end) ||
                said[end].is(word_class::coordinating) || said[end].is(word_class::function) ||
                said[end].is(word_class::predicate) || said[end].is(word_class::change);
            if (!whole) continue;
            restriction asked{at_, kinds_, all_, none};
            if (!asked.read(first, end) || asked.empty()) continue;
            auto found = asked.fitting();
            if (!found.empty() && found.size() < all_.members.size())
                return {std::move(found), end};
        }
        return {};
    }

    const scene& at_;
    const kind_stage& kinds_;
    group all_;
};

}  // namespace detail

/// A phrase that names a whole and what is left out of it: "everything but Home and Blog", "the one
/// that isn't Home".
///
///     whole := ("all" | "everything" | the things) …, or "the one that" for one of them
///
/// What is left out and not known makes all of it unresolved.
class exclusion_reader {
    using word_class = text::word_class;

public:
    exclusion_reader(const scene& at, const term_reader& terms)
        : at_{at}, said_{at.said}, terms_{terms} {}

    // Where what is left out begins, if a word says that something is.
    [[nodiscard]] std::optional<std::size_t> excluded_at(std::size_t i) const {
        const auto& word = said_[i];
        // "… but not over 30" bounds what was said before.
        if (word.begins_sentence || bounds_at(said_, i) ||
            (word.is(word_class::instead) && restricts_further(said_, i + 1)))
            return std::nullopt;
        std::size_t end = i + 1;
        if (word.is(word_class::other) && terms_.next_is(i + 1, word_class::excluding))
            end = i + 2;  // "other than"
        else if (word.is(word_class::setting_apart))
            end = terms_.next_is(i + 1, word_class::describing) ? i + 2 : i + 1;  // "apart from"
        else if (detail::leaves_out(said_, i) && word.after_comma)
            end = detail::behind_joints(said_, i);
        else if (!(word.is(word_class::excluding) && word.is(word_class::negation)) &&
                 !word.is(word_class::instead) && !is_denied_relative(i))
            return std::nullopt;
        if (terms_.next_is(end, word_class::describing)) ++end;  // "except for"
        if (end >= said_.size()) return std::nullopt;
        return end;
    }
    [[nodiscard]] std::optional<outcome> left_out(std::size_t i, std::size_t from) const {
        auto whole = whole_before(is_denied_relative(i) ? relative_start(i) : i);
        if (!whole && !is_denied_relative(i)) whole = whole_in_clause(i);
        if (!whole) return std::nullopt;
        auto of = terms_.read_list(from);
        if (of.terms == 0 || of.known < of.terms) {
            const auto meant = detail::meant_among{at_, kinds(), whole->members}.read(from);
            if (meant) {
                of.members = meant->members;
                of.next = meant->next;
            } else {
                // Another stage may know what "the cheapest" is, and what is not so.
                if (of.terms == 0 &&
                    (said_[from].is(word_class::definite) || is_denied_relative(i)))
                    return std::nullopt;
                return unresolved(said_.text(), at_.type);
            }
        }
        // "Everyone but Tim": all that are listed with Tim
        const auto is_in = [&](std::uint32_t each) {
            return std::find(whole->members.begin(), whole->members.end(), each) !=
                   whole->members.end();
        };
        if (whole->any && !std::all_of(of.members.begin(), of.members.end(), is_in)) {
            const auto& one = at_.entries[of.members.front()];
            whole->members.clear();
            for (std::uint32_t e = 0; e < at_.entries.size(); ++e)
                if (const auto& each = at_.entries[e]; at_.allows(each) && each.type == one.type &&
                                                       each.observation == one.observation)
                    whole->members.push_back(e);
        }
        std::vector<std::uint32_t> rest;
        for (const auto each : whole->members)
            if (std::find(of.members.begin(), of.members.end(), each) == of.members.end())
                rest.push_back(each);
        const auto words = evidence(said_, whole->first, of.next - 1);
        if (rest.empty()) return unresolved(said_.text(), at_.type);
        if (whole->one && rest.size() > 1)
            return ambiguous(said_.text(), picks(rest, 500'000, "not what is excluded", words));
        return as_set(at_, rest, words);
    }

private:
    // "that isn't", "which is not"
    [[nodiscard]] bool is_denied_relative(std::size_t i) const {
        return said_[i].is(word_class::negation) && i >= 2 &&
               (relative(i - 1) || (said_[i - 1].is(word_class::predicate) && relative(i - 2)));
    }
    [[nodiscard]] bool relative(std::size_t i) const noexcept {
        return said_[i].is(word_class::far_demonstrative) || said_[i].is(word_class::interrogative);
    }

    [[nodiscard]] std::size_t relative_start(std::size_t i) const {
        return relative(i - 1) ? i - 1 : i - 2;
    }

    struct whole_group {
        std::vector<std::uint32_t> members{};
        std::size_t first = 0;
        bool one = false;
        bool any = false;  // of whatever kind
    };
    // "Turn all of them off except …", "everyone here, just not …"
    [[nodiscard]] std::optional<whole_group> whole_in_clause(std::size_t end) const {
        constexpr std::size_t most_words = 8;
        for (auto i = end; i > 0 && end - i < most_words && !said_[i].begins_sentence; --i) {
            const auto& word = said_[i - 1];
            const bool all =
                word.is(word_class::every) && i < end &&
                (said_[i].is(word_class::partitive) || said_[i].is(word_class::plural));
            const auto begin = said_[i].is(word_class::partitive) ? i + 2 : i + 1;
            if (all) return as_told(whole_before(begin), begin, end);
            if (word.is(word_class::everything)) return as_told(whole_before(i), i, end);
        }
        return std::nullopt;
    }
    // "Everything on Sunday except …": when, the words behind a whole tell; others may be the
    // verb's.
    [[nodiscard]] std::optional<whole_group> as_told(std::optional<whole_group> whole,
                                                     std::size_t begin, std::size_t end) const {
        if (!whole || begin >= end) return whole;
        const group all{whole->members, {}, false};
        const auto values = value_reader{said_}.values();
        restriction asked{at_, kinds(), all, values};
        if (!asked.read(begin, end) || !asked.compares()) return whole;
        whole->members = asked.fitting();
        whole->any = false;
        if (whole->members.empty()) return std::nullopt;
        return whole;
    }
    // "everything", "all", "all the pages", "every page", "all of them", "the one", "the pages"
    [[nodiscard]] std::optional<whole_group> whole_before(std::size_t end) const {
        if (end == 0) return std::nullopt;
        whole_group out;
        std::size_t noun = none();
        auto i = end - 1;
        out.first = i;
        const auto& last = said_[i];
        bool is_all = last.is(word_class::everything) || last.is(word_class::every);
        if (!is_all) {
            const bool stands_for = last.is(word_class::placeholder) || last.is(word_class::plural);
            const bool is_kind = kinds().closest(i) != text::kinship::none;
            if (!stands_for && !is_kind) return std::nullopt;
            if (is_kind) noun = i;
            bool determined = last.is(word_class::plural);
            constexpr std::size_t most = 3;
            for (std::size_t steps = 0; i > 0 && steps < most; ++steps) {
                const auto& before = said_[i - 1];
                if (before.is(word_class::every))
                    is_all = true;
                else if (before.is(word_class::definite) || before.is(word_class::plural))
                    determined = true;
                else if (!before.is(word_class::partitive))
                    break;
                out.first = --i;
            }
            out.one = !is_all && !(is_kind && at_.words.singular(last.text) != last.text) &&
                      !last.is(word_class::plural) && at_.words.singular(last.text) == last.text;
            if (!is_all && !determined) return std::nullopt;
        }
        const auto things = group_of(at_, kinds(), noun);
        out.members = things.members;
        // "Close those, but not Home": those that were spoken of
        if (!is_all && last.is(word_class::plural))
            if (auto named = things.named(at_); named.size() > 1) out.members = std::move(named);
        out.any = noun == none();
        if (out.members.empty()) return std::nullopt;
        return out;
    }

    [[nodiscard]] const kind_stage& kinds() const { return terms_.kinds(); }
    [[nodiscard]] std::size_t none() const noexcept { return said_.size(); }

    const scene& at_;
    const utterance& said_;
    const term_reader& terms_;
};

}  // namespace workmem::resolution
