#pragma once

#include <workmem/resolution/accounting.hpp>
#include <workmem/resolution/group.hpp>
#include <workmem/resolution/identifiers.hpp>
#include <workmem/resolution/kinds.hpp>
#include <workmem/resolution/name_rules.hpp>
#include <workmem/resolution/plurals.hpp>
#include <workmem/resolution/restriction.hpp>
#include <workmem/resolution/scene.hpp>
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

/// A phrase whose value is a set, because it lists or excludes: "the first and the third", "pages 2
/// and 3", "everything but Home and Blog", "the one that isn't Home".
///
///     phrase  := list | whole exclusion list
///     whole   := ("all" | "everything" | the things) …, or "the one that" for one of them
///     list    := term (("and" | "or" | ",") term)*
///     term    := ordinal | number | name, each with or without a kind
///
/// Every term has to be understood: what is named in such a phrase and not known makes all of it
/// unresolved. Bounded steps for each word that joins or excludes.
class set_reader {
    using word_class = text::word_class;

public:
    explicit set_reader(const scene& at) : at_{at}, said_{at.said} {}

    [[nodiscard]] std::optional<outcome> read() const {
        constexpr std::size_t most_tried = 16;
        std::size_t tried = 0;
        for (std::size_t i = 1; i < said_.size() && tried < most_tried; ++i) {
            if (const auto excluded = exclusion_end(i)) {
                ++tried;
                if (auto out = left_out(i, *excluded)) return out;
            } else if (joins(i)) {
                ++tried;
                if (auto out = listed(i)) return out;
            } else if (said_[i].is(word_class::rest) || said_[i].is(word_class::other)) {
                ++tried;
                if (auto out = what_is_left(i)) return out;
            }
        }
        return std::nullopt;
    }

private:
    struct term {
        std::vector<std::uint32_t> members{};
        std::size_t next = 0;
        bool is_known = true;
        bool is_number = false;
        std::size_t noun = 0;  // the size of the text: none
    };
    struct term_list {
        std::vector<std::uint32_t> members{};
        std::size_t first = 0, next = 0;
        std::size_t terms = 0, known = 0;
        bool chooses = false;
    };

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

    // "The rest", "the other two", "the remaining ones": the list without what was spoken of last.
    [[nodiscard]] std::optional<outcome> what_is_left(std::size_t i) const {
        const auto& word = said_[i];
        const bool rest = word.is(word_class::rest);
        if ((!rest && !word.is(word_class::other)) || word.after_comma || word.begins_sentence ||
            !said_[i - 1].is(word_class::definite))
            return std::nullopt;
        auto next = i + 1;
        std::size_t count = 0;
        if (!ends_phrase(said_, next) && said_[next].known != nullptr &&
            said_[next].known->cardinal > 1)
            count = static_cast<std::size_t>(said_[next++].known->cardinal);
        std::size_t noun = none();
        bool many = rest || count != 0;
        if (!ends_phrase(said_, next)) {
            const auto& head = said_[next];
            const bool is_kind = kinds().closest(next) > text::kinship::cue;
            if (is_kind) noun = next;
            const bool plural = at_.words.singular(head.text) != head.text;
            if ((is_kind || head.is(word_class::placeholder)) && !plural) return std::nullopt;
            many = many || (plural && (is_kind || head.is(word_class::placeholder)));
        }
        // "for the rest of my life"
        if (next_is(next, word_class::partitive) && !next_is(next + 1, word_class::plural) &&
            !next_is(next + 1, word_class::definite))
            return std::nullopt;
        if (!many) return std::nullopt;
        auto left = group_of(at_, kinds(), noun).members;
        const auto newest = [&](std::uint32_t a, std::uint32_t b) {
            return at_.entries[a].order < at_.entries[b].order;
        };
        // "Not Home, but the rest"
        bool denied = false;
        for (std::size_t j = 0; j + 1 < i; ++j) {
            if (!said_[j].is(word_class::negation)) continue;
            const auto out = read_list(j + 1);
            if (out.terms == 0 || out.known < out.terms) return unresolved(said_.text(), at_.type);
            std::erase_if(left, [&](std::uint32_t each) {
                return std::find(out.members.begin(), out.members.end(), each) != out.members.end();
            });
            denied = true;
        }
        if (denied) return as_set(at_, left, evidence(said_, i - 1, i));
        const auto drop = count == 0 ? std::size_t{1}
                                     : (left.size() > count ? left.size() - count : std::size_t{0});
        for (std::size_t dropped = 0; dropped < drop && !left.empty(); ++dropped) {
            const auto last = std::max_element(left.begin(), left.end(), newest);
            if (!is_named(at_.entries[*last].level)) return std::nullopt;
            left.erase(last);
        }
        if (drop == 0 || left.empty()) return std::nullopt;
        return as_set(at_, left, evidence(said_, i - 1, i));
    }

    // Where what is left out begins, if a word says that something is.
    [[nodiscard]] std::optional<std::size_t> exclusion_end(std::size_t i) const {
        const auto& word = said_[i];
        if (word.begins_sentence) return std::nullopt;
        std::size_t end = i + 1;
        if (word.is(word_class::other) && next_is(i + 1, word_class::excluding))
            end = i + 2;  // "other than"
        else if (word.is(word_class::setting_apart))
            end = next_is(i + 1, word_class::describing) ? i + 2 : i + 1;  // "apart from"
        else if (!(word.is(word_class::excluding) && word.is(word_class::negation)) &&
                 !word.is(word_class::instead) && !is_denied_relative(i))
            return std::nullopt;
        if (next_is(end, word_class::describing)) ++end;  // "except for"
        if (end >= said_.size()) return std::nullopt;
        return end;
    }
    // "that isn't", "which is not"
    [[nodiscard]] bool is_denied_relative(std::size_t i) const {
        return said_[i].is(word_class::negation) && i >= 2 &&
               (relative(i - 1) || (said_[i - 1].is(word_class::predicate) && relative(i - 2)));
    }
    [[nodiscard]] bool relative(std::size_t i) const noexcept {
        return said_[i].is(word_class::far_demonstrative) || said_[i].is(word_class::interrogative);
    }

    [[nodiscard]] std::optional<term> read_term(std::size_t i, const term* before) const {
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
    // "Lena's", and nothing behind it: what has her name for a value.
    [[nodiscard]] std::optional<term> owned_at(std::size_t i) const {
        const auto& word = said_[i];
        if (!word.clitic || word.known != nullptr || said_.noun(i) != nullptr ||
            !(ends_phrase(said_, i + 1) || said_[i + 1].is(word_class::coordinating)))
            return std::nullopt;
        term out;
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
    [[nodiscard]] std::optional<term> described_at(std::size_t i) const {
        constexpr std::size_t most_words = 4;
        const accounting known{at_, kinds()};
        term out;
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
    [[nodiscard]] std::optional<term> name_at(std::size_t i) const {
        term out;
        out.noun = none();
        std::size_t longest = 0;
        for (std::uint32_t e = 0; e < at_.entries.size(); ++e) {
            const auto& each = at_.entries[e];
            if (!at_.allows(each)) continue;
            std::size_t words = 0;
            if (!each.unnamed) words = spelled(i, each.name);
            words = (std::max)({words, spelled(i, each.id), spelled(i, each.slug)});
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
    [[nodiscard]] std::optional<term> part_at(std::size_t i) const {
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
        term out;
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
        if (name.empty() || name.size() > 120) return 0;
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
    [[nodiscard]] std::optional<term> place_at(std::size_t i) const {
        const auto& word = said_[i];
        const auto digits = detail::leading_digits(word.text);
        const bool written =
            digits != 0 && digits < 5 && said_.is_ordinal_ending(word.text.substr(digits));
        const auto rank = written ? detail::to_number(word.text.substr(0, digits))
                                  : (word.known != nullptr ? word.known->ordinal : 0);
        const bool last = word.is(word_class::list_end);
        if (rank <= 0 && !last) return std::nullopt;
        term out;
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
        if (kinds().closest(i) != text::kinship::none) return i++;
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
    [[nodiscard]] std::optional<term> number_at(std::size_t i, const term* before) const {
        term out;
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
    [[nodiscard]] std::optional<term> unknown_at(std::size_t i) const {
        if (next_is_definite(i)) ++i;
        term out;
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

    // Terms from a word on, as far as they are joined.
    [[nodiscard]] term_list read_list(std::size_t first) const {
        constexpr std::size_t most_terms = 64;
        term_list out;
        out.first = out.next = first;
        std::optional<term> last;
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
    [[nodiscard]] bool is_whole(const term_list& of) const {
        return of.next >= said_.size() || ends_phrase(said_, of.next) ||
               said_[of.next].is(word_class::function) ||
               said_[of.next].is(word_class::coordinating);
    }

    [[nodiscard]] std::optional<outcome> listed(std::size_t joint) const {
        constexpr std::size_t most_words = 6;
        for (auto s = joint > most_words ? joint - most_words : 0; s < joint; ++s) {
            const auto first = read_term(s, nullptr);
            if (!first || first->next != joint) continue;
            const auto of = read_list(s);
            if (of.terms < 2 || of.known == 0 || !is_whole(of)) return std::nullopt;
            // "Not the first one, the third one" corrects.
            if (s > 0 && said_[s - 1].is(word_class::negation)) {
                if (!said_[joint].is(word_class::coordinating)) return std::nullopt;
                return unresolved(said_.text(), at_.type);
            }
            if (of.known < of.terms) return unresolved(said_.text(), at_.type);
            if (of.members.size() < 2 && !of.chooses) return std::nullopt;
            const auto words = evidence(said_, of.first, of.next - 1);
            if (of.chooses) {
                if (of.members.size() == 1) return as_set(at_, of.members, words);
                return ambiguous(said_.text(),
                                 picks(of.members, 500'000, "one or the other", words));
            }
            return as_set(at_, of.members, words);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<outcome> left_out(std::size_t i, std::size_t from) const {
        auto whole = whole_before(is_denied_relative(i) ? relative_start(i) : i);
        if (!whole) return std::nullopt;
        auto of = read_list(from);
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
                    return has_value(at_.entries[each], word);
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

    const scene& at_;
    const utterance& said_;
    mutable std::optional<kind_stage> kinds_;
};

}  // namespace workmem::resolution
