#pragma once

#include <workmem/resolution/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/identifiers.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/name_rules.hpp>
#include <workmem/resolution/plurals.hpp>
#include <workmem/resolution/restriction.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/term_list.hpp>
#include <workmem/resolution/utterance.hpp>
#include <workmem/resolution/values.hpp>
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

    /// Where what is left out begins, if a word says that something is.
    [[nodiscard]] std::optional<std::size_t> excluded_at(std::size_t i) const {
        const auto& word = said_[i];
        if (word.begins_sentence) return std::nullopt;
        std::size_t end = i + 1;
        if (word.is(word_class::other) && terms_.next_is(i + 1, word_class::excluding))
            end = i + 2;  // "other than"
        else if (word.is(word_class::setting_apart))
            end = terms_.next_is(i + 1, word_class::describing) ? i + 2 : i + 1;  // "apart from"
        else if (!(word.is(word_class::excluding) && word.is(word_class::negation)) &&
                 !word.is(word_class::instead) && !is_denied_relative(i))
            return std::nullopt;
        if (terms_.next_is(end, word_class::describing)) ++end;  // "except for"
        if (end >= said_.size()) return std::nullopt;
        return end;
    }
    [[nodiscard]] std::optional<outcome> left_out(std::size_t i, std::size_t from) const {
        auto whole = whole_before(is_denied_relative(i) ? relative_start(i) : i);
        if (!whole) return std::nullopt;
        auto of = terms_.read_list(from);
        if (of.terms == 0) {
            of.next = phrase_end(from);
            of.members = with_values(whole->members, from, of.next);
            if (of.members.empty()) {
                // Another stage may know what "the cheapest" is.
                if (said_[from].is(word_class::definite)) return std::nullopt;
                return unresolved(said_.text(), at_.type);
            }
        }
        if (of.known < of.terms) return unresolved(said_.text(), at_.type);
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

    [[nodiscard]] std::size_t phrase_end(std::size_t from) const {
        constexpr std::size_t most = 12;
        auto end = from;
        while (end < said_.size() && end < from + most && (end == from || !ends_phrase(said_, end)))
            ++end;
        return end;
    }
    // Those of them that have every word of a stretch as a value, but for words that say nothing of
    // a thing; none if there is no such word.
    [[nodiscard]] std::vector<std::uint32_t> with_values(const std::vector<std::uint32_t>& of,
                                                         std::size_t from, std::size_t end,
                                                         std::size_t except = ~std::size_t{
                                                             0}) const {
        std::vector<std::string_view> words;
        for (auto i = from; i < end; ++i) {
            const auto& word = said_[i];
            if (i == except || word.is(word_class::definite) || word.is(word_class::placeholder) ||
                (kinds().closest(i) > text::kinship::cue && !is_whole_value(of, word.text)))
                continue;
            // "Done" says nothing in a question, and everything of a task.
            const bool is_small = word.is(word_class::function) ||
                                  word.is(word_class::describing) ||
                                  word.is(word_class::predicate) || word.is(word_class::pronoun) ||
                                  word.is(word_class::interrogative);
            if (!is_small || is_whole_value(of, word.text)) words.push_back(word.text);
        }
        if (words.empty()) return {};
        std::vector<std::uint32_t> out;
        for (const auto each : of)
            if (std::all_of(words.begin(), words.end(), [&](std::string_view word) {
                    return term_reader::has_value(at_.entries[each], word);
                }))
                out.push_back(each);
        return out;
    }
    [[nodiscard]] bool is_whole_value(const std::vector<std::uint32_t>& of,
                                      std::string_view word) const {
        return std::any_of(of.begin(), of.end(), [&](std::uint32_t each) {
            const auto* const attributes = at_.entries[each].attributes;
            return attributes != nullptr &&
                   std::any_of(attributes->begin(), attributes->end(), [&](const attribute& one) {
                       const auto* const text = std::get_if<std::string>(&one.value);
                       return text != nullptr && text->size() == word.size() &&
                              same_word(*text, word);
                   });
        });
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
        out.members = group_of(at_, kinds(), noun).members;
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
