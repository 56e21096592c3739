#pragma once

#include <workmem/resolution/absence/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/names/name_rules.hpp>
#include <workmem/resolution/names/slug.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/values/identifiers.hpp>
#include <workmem/resolution/values/value_words.hpp>
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

/// One thing, or several, that a list names: "the first", "page 2", "Home", "Lena's".
struct list_term {
    std::vector<std::uint32_t> members{};
    std::size_t next = 0;  ///< the word behind it
    bool is_known = true;
    bool is_number = false;
    std::size_t noun = 0;  ///< the size of the text: none
};
/// Terms that are joined: "the first and the third".
struct term_list {
    std::vector<std::uint32_t> members{};
    std::size_t first = 0, next = 0;
    std::size_t terms = 0, known = 0;
    bool chooses = false;  ///< by "or"
};

/// Reads the terms of lists:
///
///     list := term (("and" | "or" | ",") term)*
///     term := ordinal | number | name | name "'s" | the words of a thing, with or without a kind
///
/// The scene must outlive it; not safe for concurrent use. Bounded steps for each word.
class term_reader {
    using word_class = text::word_class;

public:
    explicit term_reader(const scene& at) : at_{at}, said_{at.said} {}

    // Most texts have no such phrase, and need none.
    [[nodiscard]] const kind_stage& kinds() const {
        if (!kinds_) kinds_.emplace(at_);
        return *kinds_;
    }
    [[nodiscard]] std::size_t none() const noexcept { return said_.size(); }
    [[nodiscard]] bool next_is(std::size_t i, word_class c) const noexcept {
        return !ends_phrase(said_, i) && said_[i].is(c);
    }
    // A word that joins what is before it to what follows, maybe behind a comma.
    [[nodiscard]] bool joins(std::size_t i) const noexcept {
        return said_[i].is(word_class::coordinating) ||
               (said_[i].after_comma && !said_[i].begins_sentence);
    }

    // Terms from a word on, as far as they are joined.
    [[nodiscard]] term_list read_list(std::size_t first) const {
        constexpr std::size_t most_terms = 64;
        term_list out;
        out.first = out.next = first;
        std::optional<list_term> last;
        auto at = first;
        while (out.terms < most_terms) {
            auto each = read_term(at, last ? &*last : nullptr);
            if (!each) each = unknown_at(at);
            if (!each) break;
            ++out.terms;
            out.known += each->is_known;
            for (const auto member : each->members)
                if (std::find(out.members.begin(), out.members.end(), member) == out.members.end())
                    out.members.push_back(member);
            out.next = each->next;
            last = std::move(each);
            if (out.next >= said_.size() || said_[out.next].begins_sentence) break;
            if (!joins(out.next)) break;
            at = out.next;
            if (said_[at].is(word_class::coordinating)) {
                out.chooses = out.chooses || said_[at].is(word_class::choosing);
                ++at;
            }
        }
        return out;
    }
    [[nodiscard]] std::optional<list_term> read_term(std::size_t i, const list_term* before) const {
        const auto start = i;
        if (i >= said_.size()) return std::nullopt;
        if (auto owned = owned_at(i)) return owned;
        if (auto named = name_at(i)) return named;
        if (next_from(start, i, word_class::definite)) ++i;
        if (i >= said_.size()) return std::nullopt;
        if (i != start)
            if (auto named = name_at(i)) return named;
        if (auto named = part_at(i)) return named;
        if (auto placed = place_at(i)) return placed;
        if (auto numbered = number_at(i, before)) return numbered;
        if (i != start) return described_at(i);
        return std::nullopt;
    }

private:
    // "Lena's", and nothing behind it: what has her name for a value.
    [[nodiscard]] std::optional<list_term> owned_at(std::size_t i) const {
        const auto& word = said_[i];
        if (!word.clitic || word.known != nullptr || said_.noun(i) != nullptr ||
            !(ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::coordinating)))
            return std::nullopt;
        list_term out;
        out.noun = none();
        out.next = i + 1;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e)
            if (at_.allows(at_.entries[e]) && has_value(at_.entries[e], word.text))
                out.members.push_back(e);
        out.is_known = !out.members.empty();
        return out;
    }
    // "The password article", "the zip": what all its words are known of; nothing that something
    // has.
    [[nodiscard]] std::optional<list_term> described_at(std::size_t i) const {
        constexpr std::size_t most_words = 4;
        const accounting known{at_, kinds()};
        list_term out;
        out.noun = none();
        out.next = i;
        std::vector<std::size_t> content;
        bool many = false, strange = true;
        for (; out.next < i + most_words && out.next < said_.size(); ++out.next) {
            const auto& word = said_[out.next];
            if (out.next != i && ends_phrase(said_, out.next)) break;
            if (word.is(word_class::placeholder)) {
                many = at_.words.singular(word.text) != word.text;
                ++out.next;
                break;
            }
            if (!known.matters(out.next) || word.is(word_class::predicate)) break;
            content.push_back(out.next);
            many = at_.words.singular(word.text) != word.text;
            strange = strange && word.known == nullptr;
        }
        if (content.empty()) return std::nullopt;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e) {
            const auto& each = at_.entries[e];
            if (at_.allows(each) && std::all_of(content.begin(), content.end(),
                                                [&](std::size_t w) { return known.has(each, w); }))
                out.members.push_back(e);
        }
        out.is_known = !out.members.empty();
        if (!out.is_known && !strange) return std::nullopt;
        if (!many && out.members.size() > 1) {
            std::erase_if(out.members,
                          [&](std::uint32_t e) { return !is_named(at_.entries[e].level); });
            if (out.members.size() != 1) return std::nullopt;
        }
        return out;
    }
    [[nodiscard]] bool next_from(std::size_t start, std::size_t i, word_class c) const noexcept {
        return i < said_.size() && (i == start || !ends_phrase(said_, i)) && said_[i].is(c);
    }

    // A whole name or id, the longest; a word with a capital, or behind a sign, that is none.
    [[nodiscard]] std::optional<list_term> name_at(std::size_t i) const {
        list_term out;
        out.noun = none();
        std::size_t longest = 0;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e) {
            const auto& each = at_.entries[e];
            if (!at_.allows(each)) continue;
            std::size_t words = 0;
            if (!each.unnamed) words = spelled(i, each.name);
            words = (std::max)({words, spelled(i, each.id), spelled(i, slug_of(each))});
            if (words == 0 || words < longest) continue;
            if (words > longest) out.members.clear();
            longest = words;
            out.members.push_back(e);
        }
        if (longest == 0) return std::nullopt;
        // Of several with one name the newest is meant.
        if (out.members.size() > 1) out.members.erase(out.members.begin() + 1, out.members.end());
        out.next = i + longest;
        // "the Home page"
        if (out.next < said_.size() && !ends_phrase(said_, out.next) &&
            kinds().kinship_with(out.next, at_.entries[out.members.front()]) != text::kinship::none)
            ++out.next;
        return out;
    }
    // "Henrik": a part of only one name.
    [[nodiscard]] std::optional<list_term> part_at(std::size_t i) const {
        if (!said_[i].capital || said_[i].clitic || said_[i].is(word_class::function) ||
            (i > 0 && said_[i - 1].capital && !said_[i - 1].begins_sentence &&
             !said_[i].after_comma))
            return std::nullopt;
        std::vector<std::uint32_t> having;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e)
            if (const auto& each = at_.entries[e];
                at_.allows(each) && !each.unnamed && value_has_word(each.name, said_[i].text))
                having.push_back(e);
        if (having.empty()) return std::nullopt;
        list_term out;
        out.noun = none();
        out.next = i + 1;
        while (out.next < said_.size() && !ends_phrase(said_, out.next) &&
               said_[out.next].capital) {
            auto fewer = having;
            std::erase_if(fewer, [&](std::uint32_t e) {
                return !value_has_word(at_.entries[e].name, said_[out.next].text);
            });
            if (fewer.empty()) break;
            having = std::move(fewer);
            ++out.next;
        }
        if (having.size() != 1) return std::nullopt;
        out.members = std::move(having);
        return out;
    }
    [[nodiscard]] std::size_t spelled(std::size_t i, std::string_view name) const {
        if (name.empty() || name.size() > 120 || begins_otherwise(name, said_[i].text)) return 0;
        text::word_reader reader{name};
        std::size_t words = 0;
        for (text::word each{}; reader.next(each); ++words) {
            if (i + words >= said_.size() || (words > 0 && said_[i + words].begins_sentence))
                return 0;
            std::string folded;
            append_folded(folded, each.text);
            if (folded != said_[i + words].text) return 0;
        }
        return words;
    }

    // "first", "second one", "last page", "first two"
    [[nodiscard]] std::optional<list_term> place_at(std::size_t i) const {
        const auto& word = said_[i];
        const auto digits = detail::leading_digits(word.text);
        const bool written =
            digits != 0 && digits < 5 && said_.is_ordinal_ending(word.text.substr(digits));
        const auto rank = written ? detail::to_number(word.text.substr(0, digits))
                                  : (word.known != nullptr ? word.known->ordinal : 0);
        const bool last = word.is(word_class::list_end);
        if (rank <= 0 && !last) return std::nullopt;
        list_term out;
        out.next = i + 1;
        std::uint32_t count = 1;
        if (!ends_phrase(said_, out.next)) {
            const auto& next = said_[out.next];
            const auto spoken = next.known != nullptr ? next.known->cardinal : 0;
            if (spoken > 1 && (last || rank == 1))
                count = static_cast<std::uint32_t>(spoken), ++out.next;
        }
        out.noun = noun_at(out.next);
        auto things = group_of(at_, kinds(), out.noun);
        const auto size = things.members.size();
        if (count > 1) {
            if (size < count)
                out.is_known = false;
            else if (last)
                out.members.assign(things.members.end() - static_cast<std::ptrdiff_t>(count),
                                   things.members.end());
            else
                out.members.assign(things.members.begin(),
                                   things.members.begin() + static_cast<std::ptrdiff_t>(count));
        } else if (const auto* const found =
                       things.at_place(last ? 0 : static_cast<std::uint32_t>(rank))) {
            out.members.push_back(*found);
        } else {
            out.is_known = false;
        }
        return out;
    }
    // The noun of a term, which is passed over; the size of the text for none.
    [[nodiscard]] std::size_t noun_at(std::size_t& i) const {
        if (ends_phrase(said_, i) || said_[i].is(word_class::coordinating)) return noun_behind(i);
        if (said_[i].is(word_class::placeholder)) return ++i, none();
        if (kinds().closest(i) != text::kinship::none) {
            // "text box"
            while (!ends_phrase(said_, i + 1) && kinds().is_of_said_kind(i) &&
                   kinds().is_of_said_kind(i + 1))
                ++i;
            return i++;
        }
        return none();
    }
    // "the second and third pages"
    [[nodiscard]] std::size_t noun_behind(std::size_t i) const {
        constexpr std::size_t most = 6;
        for (auto each = i; each < said_.size() && each < i + most; ++each) {
            if (said_[each].begins_sentence) break;
            if (kinds().closest(each) != text::kinship::none) return each;
        }
        return none();
    }

    // "pages 2", "#3"; behind such a term also "3" alone.
    [[nodiscard]] std::optional<list_term> number_at(std::size_t i, const list_term* before) const {
        list_term out;
        out.noun = before != nullptr && before->is_number ? before->noun : none();
        out.is_number = true;
        const auto is_number = [&](std::size_t w) {
            return w < said_.size() &&
                   detail::leading_digits(said_[w].text) == said_[w].text.size() &&
                   said_[w].text.size() < 10;
        };
        if (!is_number(i)) {
            if (kinds().closest(i) == text::kinship::none || ends_phrase(said_, i + 1) ||
                !is_number(i + 1))
                return std::nullopt;
            out.noun = i++;
        }
        const auto digits = said_[i].text;
        const kind_filter fits{at_, kinds(), out.noun};
        bool numbered = false;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e) {
            const auto& each = at_.entries[e];
            if (!fits(each)) continue;
            numbered = numbered || is_numbered(each, at_.words);
            if (has_number(each, digits)) out.members.push_back(e);
        }
        if (out.members.size() > 1) out.members.erase(out.members.begin() + 1, out.members.end());
        out.next = i + 1;
        if (out.members.empty() && !numbered && out.noun != none()) {
            const auto things = group_of(at_, kinds(), out.noun);
            if (const auto* const found =
                    things.at_place(static_cast<std::uint32_t>(detail::to_number(digits))))
                out.members.push_back(*found);
        }
        if (out.members.empty() && !numbered && out.noun == none()) return std::nullopt;
        out.is_known = !out.members.empty();
        return out;
    }
    [[nodiscard]] bool has_number(const entry& of, std::string_view digits) const {
        if (of.id == digits || number_in(of.id) == digits || number_before(of.name) == digits)
            return true;
        if (of.attributes == nullptr) return false;
        for (const auto& each : *of.attributes) {
            if (!identifies(each.name, of.type, at_.words)) continue;
            if (const auto* const text = std::get_if<std::string>(&each.value);
                text != nullptr && *text == digits)
                return true;
            if (const auto* const number = std::get_if<std::int64_t>(&each.value);
                number != nullptr && std::to_string(*number) == digits)
                return true;
        }
        return false;
    }

    // What is named, but not known.
    [[nodiscard]] std::optional<list_term> unknown_at(std::size_t i) const {
        if (next_is_definite(i)) ++i;
        list_term out;
        out.is_known = false;
        out.noun = none();
        out.next = i;
        while (out.next < said_.size() && out.next < i + 4 && said_[out.next].capital &&
               (out.next == i || !said_[out.next].after_comma) &&
               !said_[out.next].is(word_class::self))
            ++out.next;
        if (out.next == i && i < said_.size() && behind_sign(said_, i)) ++out.next;
        if (out.next == i) return std::nullopt;
        return out;
    }
    [[nodiscard]] bool next_is_definite(std::size_t i) const noexcept {
        return i + 1 < said_.size() && said_[i].is(word_class::definite);
    }

    [[nodiscard]] static bool has_value(const entry& of, std::string_view word) {
        constexpr std::size_t longest = 80;
        if (of.attributes == nullptr) return false;
        return std::any_of(of.attributes->begin(), of.attributes->end(),
                           [&](const attribute& each) {
                               if (const auto* const is = std::get_if<bool>(&each.value))
                                   return *is && name_has_word(each.name, word);
                               const auto* const text = std::get_if<std::string>(&each.value);
                               if (text == nullptr || text->size() > longest) return false;
                               text::word_reader reader{*text};
                               for (text::word part{}; reader.next(part);)
                                   if (same_noun(part.text, word)) return true;
                               return false;
                           });
    }

    const scene& at_;
    const utterance& said_;
    mutable std::optional<kind_stage> kinds_;
};

}  // namespace workmem::resolution
