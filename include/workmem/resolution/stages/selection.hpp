#pragma once

#include <workmem/resolution/group.hpp>
#include <workmem/resolution/kinds/kinds.hpp>
#include <workmem/resolution/scene.hpp>
#include <workmem/resolution/sentence/utterance.hpp>
#include <workmem/resolution/sets/group_words.hpp>
#include <workmem/resolution/sets/joined_restriction.hpp>
#include <workmem/resolution/sets/list_place.hpp>
#include <workmem/resolution/sets/plurals.hpp>
#include <workmem/resolution/sets/restriction.hpp>
#include <workmem/resolution/sets/selection_words.hpp>
#include <workmem/resolution/sets/term_list.hpp>
#include <workmem/resolution/values/comparisons.hpp>
#include <workmem/resolution/values/ranking_by_attribute.hpp>
#include <workmem/resolution/values/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace workmem::resolution {

/// What a phrase selects of the things of a list, where every word of it is understood: "the second
/// open issue", "all open ones except the newest", "the paid ones and INV-7", "the two cheapest by
/// Lumo", "everything that is neither done nor blocked".
///
///     selection   := union (exclusion union)? | "which" head restriction
///     union       := term (joint term)*
///     term        := quantifier* place? scale? restriction? head? restriction?
///                  | (place | scale) "of" union | name | number
///     quantifier  := "the" | "all" | "any" | "both" | "only" | "my" | number …
///     exclusion   := "except" | "other than" | "but" "not"? | ", not" | "unless" …
///
/// A place and a scale choose from what the rest of their term leaves. The longest phrase that can
/// be read is taken. One with a word that nothing here understands is left to the other stages, and
/// so is one that only names, counts or compares. At most 24 words are read, and 256 terms tried.
class selection_reader {
    using word_class = text::word_class;
    using members = std::vector<std::uint32_t>;

public:
    /// The scene and the terms must outlive it.
    selection_reader(const scene& at, const term_reader& terms)
        : at_{at}, said_{at.said}, terms_{terms}, words_{at, terms} {}

    /// Unresolved where a place is chosen that there is not: "the fourth open one" of three.
    [[nodiscard]] std::optional<outcome> read() {
        if (said_.size() < 2 || said_.size() > most_words * 2) return std::nullopt;
        values_ = value_reader{said_}.values();
        read_terms_.assign(said_.size(), std::nullopt);
        left_ = most_terms;
        beyond_ = false;
        const auto next = [&](std::size_t from) { return words_.find_begin(from); };
        for (auto begin = next(0); begin < said_.size(); begin = next(begin + 1)) {
            if (auto out = read_from(begin)) return out;
            if (words_.opens(begin) || (words_.asks(begin) && !words_.tells_what(begin))) break;
        }
        return beyond_ ? std::optional{unresolved(said_.text(), at_.type)} : std::nullopt;
    }

private:
    static constexpr std::size_t most_words = 24, most_terms = 256;

    struct selected {
        members things{};
        bool composed = false;  // by more than a name, a place or a scale alone
        bool named = false;
    };
    struct range {
        std::size_t begin, end;
    };

    [[nodiscard]] std::optional<outcome> read_from(std::size_t begin) {
        auto stop = begin + 1;
        while (stop < said_.size() && !said_[stop].begins_sentence) ++stop;
        if (stop - begin > most_words) return std::nullopt;
        for (auto end = stop; end > begin; --end) {
            auto exclusion = stop;
            if (end != stop) {
                exclusion = words_.find_exclusion(end, stop);
                if (exclusion == end) continue;
                // What is added or denied behind it has to be understood, too.
                if (said_[end].is(word_class::coordinating) || said_[end].is(word_class::negation))
                    return std::nullopt;
                if (!words_.may_end(begin, end, stop)) continue;
            }
            auto found =
                words_.asks(begin) ? read_question(begin, end) : read_selection(begin, end);
            // "… to done, except the last two"
            if (found && exclusion < stop) found = leave_out(*std::move(found), exclusion, stop);
            if (!found) continue;
            if (!found->composed || found->things.empty()) return std::nullopt;
            return as_set(at_, found->things, evidence(said_, begin, end - 1));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<selected> read_question(std::size_t begin, std::size_t end) {
        auto i = begin + 1;
        if (words_.tells_what(begin)) {
            for (auto w = i; w < end; ++w)
                if (said_[w].is(word_class::definite) || said_[w].is(word_class::possessive))
                    return std::nullopt;  // "what's wrong with the first one?"
            return read_term(begin, end, nullptr, said_.size());
        }
        std::size_t count = 0;
        if (i < end) count = number_of_things(said_[i]);
        if (count != 0) ++i;
        while (i < end && (said_[i].is(word_class::partitive) || said_[i].is(word_class::definite)))
            ++i;
        if (i + 1 >= end || find_scale(i, end)) return std::nullopt;
        const auto& head = said_[i];
        const bool stands_for = head.is(word_class::placeholder) || head.is(word_class::plural);
        if (!stands_for && kinds().closest(i) <= text::kinship::cue) return std::nullopt;
        auto found = restricted(group_of(at_, kinds(), stands_for ? said_.size() : i), i + 1, end);
        if (!found || found->empty()) return std::nullopt;
        const bool one = !head.is(word_class::plural) && !words_.is_many(i);
        if ((one && found->size() != 1) || (count != 0 && found->size() != count))
            return std::nullopt;
        return selected{std::move(*found), true};
    }

    [[nodiscard]] std::optional<selected> read_selection(std::size_t begin, std::size_t end) {
        if (begin > 0 && said_[begin - 1].is(word_class::negation)) return correct(begin, end);
        for (auto i = begin + 1; i < end; ++i) {
            if (words_.excluded_from(i, end) == 0) continue;
            if (auto left = read_union(begin, i, nullptr))
                return leave_out(*std::move(left), i, end);
        }
        return read_union(begin, end, nullptr);
    }
    // "Not Home, Blog"
    [[nodiscard]] std::optional<selected> correct(std::size_t begin, std::size_t end) {
        for (auto i = begin + 1; i < end; ++i) {
            if (!said_[i].after_comma) continue;
            const auto denied = read_union(begin, i, nullptr);
            auto out = denied ? read_union(i, end, nullptr) : std::nullopt;
            if (!out) continue;
            std::erase_if(out->things, [&](auto e) { return contains(denied->things, e); });
            out->composed = true;
            return out;
        }
        return std::nullopt;
    }
    // Without what is left out by the word at `exclusion`.
    [[nodiscard]] std::optional<selected> leave_out(selected from, std::size_t exclusion,
                                                    std::size_t stop) {
        const auto begin = words_.excluded_from(exclusion, stop);
        const auto base = from.things;
        // "…, only the last one stays", another stage knows.
        if (said_[exclusion].is(word_class::restricting)) return std::nullopt;
        for (auto end = stop; end > begin; --end) {
            if (end != stop && !words_.may_end(begin, end, stop)) continue;
            auto out = read_union(begin, end, &base);
            if (!out) out = described_alone(begin, end, base);
            // "The open ones except the paid one"
            if (!out && read_union(begin, end, nullptr)) out.emplace();
            if (!out) continue;
            std::erase_if(from.things, [&](auto e) { return contains(out->things, e); });
            // "Home, not Blog"
            if (from.things.size() == base.size() && !from.named && !out->things.empty())
                return std::nullopt;
            from.composed = true;
            return from;
        }
        return std::nullopt;
    }
    // "Unless open"
    [[nodiscard]] std::optional<selected> described_alone(std::size_t begin, std::size_t end,
                                                          const members& base) const {
        if (said_[begin].is(word_class::numbering) ||
            detail::leading_digits(said_[begin].text) != 0)
            return std::nullopt;
        auto found = restricted(group{base, {}, false}, begin, end);
        if (!found || found->empty()) return std::nullopt;
        return selected{std::move(*found), true};
    }

    [[nodiscard]] std::optional<selected> read_union(std::size_t begin, std::size_t end,
                                                     const members* base) {
        if (left_ == 0) return std::nullopt;
        --left_;
        if (auto one = read_term(begin, end, base, said_.size())) return one;
        if (auto named = read_name(begin, end)) return named;
        for (auto i = begin + 1; i + 1 < end; ++i) {
            const bool joins = said_[i].is(word_class::coordinating);
            if ((!joins && !said_[i].after_comma) || said_[i].is(word_class::choosing)) continue;
            if (!joins && !has_joint(i, end)) continue;
            auto next = joins ? i + 1 : i;
            if (next + 1 < end && said_[next].is(word_class::adding)) ++next;  // "and also"
            // "The open and the paid invoices": the noun stands behind both
            auto left = read_term(begin, i, base, words_.last_noun(next, end));
            if (!left) left = read_name(begin, i);
            const auto right = left ? read_union(next, end, base) : std::nullopt;
            if (!right) continue;
            // Places alone are counted by the stage for lists.
            left->composed = left->composed || right->composed || left->named || right->named;
            left->named = left->named && right->named;
            for (const auto each : right->things)
                if (!contains(left->things, each)) left->things.push_back(each);
            return left;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<selected> read_name(std::size_t begin, std::size_t end) {
        const auto& term = term_at(begin);
        if (!term || !term->is_known || term->next != end) return std::nullopt;
        const auto first = said_[begin].is(word_class::definite) ? begin + 1 : begin;
        const bool placed =
            first < end && (places().ordinal(first) != 0 || said_[first].is(word_class::list_end));
        return selected{term->members, false, !placed};
    }
    [[nodiscard]] bool has_joint(std::size_t begin, std::size_t end) const noexcept {
        for (auto i = begin; i < end; ++i)
            if (said_[i].is(word_class::coordinating)) return true;
        return false;
    }
    // Read once: where it ends does not depend on the phrase it is in.
    [[nodiscard]] const std::optional<list_term>& term_at(std::size_t begin) {
        auto& cached = read_terms_[begin];
        if (!cached) cached.emplace(terms_.read_term(begin, nullptr));
        return *cached;
    }

    // The words before the restrictions of a term.
    struct quantifiers {
        bool all = false;         // or any
        bool determined = false;  // by an article, or what stands for one
        bool stands_for = false;  // no noun follows: "everything", "those over 50"
        bool pointing = false;    // "them", "these" alone
        std::size_t exactly = 0;  // how many; 0: nothing says it
        std::size_t next = 0;     // the word behind them
    };
    // The parts of a term behind them, by their words.
    struct parts {
        std::size_t begin = 0;     // what stands before the head
        std::size_t head = 0;      // the end of the term: none
        std::size_t modified = 0;  // behind what stands before the head
        std::size_t behind = 0;    // what describes the head
        std::size_t end = 0;
    };

    // A term from `begin` to `end`, of all things or of some; `shared`: the noun that another one
    // lends it, or the size of the text.
    [[nodiscard]] std::optional<selected> read_term(std::size_t begin, std::size_t end,
                                                    const members* base, std::size_t shared) {
        auto by = read_quantifiers(begin, end);
        if (!by) return std::nullopt;
        by->all = by->all || (by->next == begin && begin < end && words_.opens_bare(begin));
        if (!by->all && !by->determined && shared == said_.size() &&
            !words_.opens(by->next < end ? by->next : begin))
            return std::nullopt;
        by->stands_for = by->stands_for || (by->all && !words_.has_head(by->next, end));
        // "These are great", "why these?"
        const bool told = end < said_.size() && said_[end].is(word_class::predicate);
        if (by->pointing && by->next == end && base == nullptr && !told &&
            !said_[0].is(word_class::asking))
            if (auto listed = read_listed(*by)) return listed;
        return read_described(begin, *by, end, base, shared);
    }
    [[nodiscard]] std::optional<quantifiers> read_quantifiers(std::size_t begin,
                                                              std::size_t end) const {
        quantifiers out;
        auto& i = out.next;
        for (i = begin; i < end; ++i) {
            const auto& word = said_[i];
            if (i > begin && word.after_comma) return std::nullopt;
            if (word.is(word_class::everything) || (i == begin && words_.tells_what(i))) {
                out.all = out.stands_for = true;
                ++i;
                break;
            }
            if (word.is(word_class::every) || word.is(word_class::free_choice)) {
                out.all = true;
            } else if (word.is(word_class::both)) {
                out.all = out.determined = true;
                out.exactly = 2;
            } else if (word.is(word_class::plural)) {
                out.determined = true;
                out.pointing = out.stands_for = !words_.has_head(i + 1, end);
                if (out.stands_for) {
                    ++i;
                    break;
                }
            } else if (word.is(word_class::definite) || word.is(word_class::possessive)) {
                out.determined = true;
            } else if (i > begin && number_of_things(word) != 0 && !counts_scale(i, end)) {
                out.exactly = number_of_things(word);
            } else if (!word.is(word_class::restricting) && !word.is(word_class::recently) &&
                       !((out.all || out.determined) && word.is(word_class::partitive))) {
                break;
            }
        }
        return out;
    }
    // "All of them", and "these" of a list of which nobody has spoken.
    [[nodiscard]] std::optional<selected> read_listed(const quantifiers& by) const {
        auto things = group_of(at_, kinds(), said_.size());
        if (!things.listed || things.members.size() < 2 ||
            (!by.all && !things.named(at_).empty()) ||
            (by.exactly != 0 && by.exactly != things.members.size()))
            return std::nullopt;
        return selected{std::move(things.members), true};
    }

    [[nodiscard]] std::optional<selected> read_described(std::size_t begin, const quantifiers& by,
                                                         std::size_t end, const members* base,
                                                         std::size_t shared) {
        const auto scale = find_scale(by.next, end);
        if (scale && (scale->how != text::degree::superlative || scale->asks)) return std::nullopt;
        // "Anything last counted in May"
        auto chosen = by.stands_for || (scale && scale->first == by.next)
                          ? std::optional<list_place>{}
                          : places().read(by.next, scale ? (std::min)(scale->first, end) : end);
        auto of = read_parts(begin, by, chosen ? chosen->next : by.next, end, scale);
        if (!of) return std::nullopt;
        const bool headed = of->head < end;
        const bool alone = !headed && !by.stands_for && of->modified > of->begin;
        const bool owned = alone && said_[of->modified - 1].clitic;
        // What somebody has, and not that person, another stage tells.
        if (owned && !by.all && base == nullptr && shared == said_.size()) return std::nullopt;
        // "The VIPs", where something is said to be one
        const bool called = alone && by.determined && !owned && words_.is_many(of->modified - 1) &&
                            !said_[of->modified - 1].is(word_class::property);
        if (!headed && !by.stands_for && !chosen && !scale && !owned && !by.all && !called &&
            shared == said_.size())
            return std::nullopt;

        auto from = things_of(*of, chosen || scale, headed ? of->head : shared, by, base);
        if (!from || from->things.members.empty()) return std::nullopt;
        auto composed = from->composed;
        auto& things = from->things;
        if (chosen && counts_from_end(*of)) {
            chosen->from_end = composed = true;
            of->end = of->behind;
        }
        // "The third entry": what they are called, nothing in memory says
        if (alone && is_strange(things, of->modified - 1)) {
            if (!chosen && !scale && base == nullptr) return std::nullopt;
            --of->modified;
        }
        const auto listed = things.members;
        for (const auto& each : around(*of, scale)) {
            const bool bare = !headed && (chosen || scale) && !owned;
            if (base == nullptr && (each.begin == of->behind || bare) &&
                becomes(begin, each, headed, headed || by.stands_for || bare, by.pointing))
                return std::nullopt;
            auto kept = restricted(things, each.begin, each.end);
            // "The ones after the 31st", when none is: never all of them
            beyond_ =
                beyond_ || (kept && kept->empty() && headed && bound_at(said_, each.begin) != 0);
            if (!kept || kept->empty()) return std::nullopt;
            composed = true;
            things.members = std::move(*kept);
            things.places.clear();
        }
        if (scale) return ranked(*scale, things, composed);
        if (chosen && !composed && base == nullptr)
            return at_place(begin, end, *chosen, listed, things.listed);
        auto out = chosen ? chosen->of(things.members) : things.members;
        beyond_ = beyond_ || (out.empty() && composed && headed && of->behind == of->end);
        if (out.empty()) return std::nullopt;
        if (!chosen && by.exactly != 0 && out.size() != by.exactly) return std::nullopt;
        const bool one =
            headed ? !words_.is_many(of->head) : !owned && !called && shared == said_.size();
        if (!chosen && by.exactly == 0 && !by.all && !by.stands_for && one && out.size() != 1)
            return std::nullopt;
        // "Delete the builds": all that were listed
        composed = composed || (!one && headed && base == nullptr && of->modified == of->begin &&
                                of->behind == of->end && things.listed && out.size() > 1 &&
                                asks_for_all(begin, of->head));
        return selected{std::move(out), composed};
    }

    // "Delete the builds": nothing but what they are is said of all that were listed.
    [[nodiscard]] bool asks_for_all(std::size_t begin, std::size_t head) const {
        const auto searches = [&](std::size_t i) { return said_[i].is(word_class::search); };
        if (begin == head || !words_.follows_verb(begin) || searches(begin - 1) || searches(0))
            return false;
        bool behind_comma = false;
        for (auto i = head + 1; i < said_.size(); ++i) {
            // "…, the open ones", "…, max 300", but "…, please"
            behind_comma = behind_comma || said_[i].after_comma || said_[i].is(word_class::instead);
            if (said_[i].begins_sentence || (behind_comma && !said_[i].is(word_class::function) &&
                                             !said_[i].is(word_class::greeting)))
                return false;
        }
        return words_.find_exclusion(head + 1, said_.size()) == said_.size() &&
               kinds().closest(head) >= text::kinship::synonym;
    }

    // Whether words behind a phrase say what becomes of the things, and not which they are.
    [[nodiscard]] bool becomes(std::size_t begin, const range& of, bool headed, bool whole,
                               bool pointing) const {
        if (whole && words_.tells_change(of.begin, of.end)) return true;
        const bool turned = words_.is_turned(begin);
        if (turned && comparative_at(said_, of.begin)) return true;  // "make them cheaper than 50"
        if ((headed || turned) && !words_.describes(of.begin)) return true;
        if (turned && of.begin + 1 == of.end) return true;      // "mark the first one closed"
        if (pointing && words_.is_verb(of.begin)) return true;  // "those are done"
        return words_.is_timed(begin) && words_.tells_when(of.begin, of.end);
    }
    // Finds the head, the last noun before what describes it; nothing where it is no single phrase.
    [[nodiscard]] std::optional<parts> read_parts(std::size_t begin, const quantifiers& by,
                                                  std::size_t from, std::size_t end,
                                                  const std::optional<comparison>& scale) const {
        parts out{from, end, from, from, end};
        if (by.stands_for) return out;
        auto& i = out.modified;
        for (; i < end; ++i) {
            if (scale && i >= scale->first && i <= scale->last) continue;
            const auto& word = said_[i];
            if ((word.after_comma && i > begin) || (i > from && words_.begins_another(i)) ||
                (words_.is_verb(i) && !word.is(word_class::change)) || word.is(word_class::other) ||
                word.is(word_class::rest))
                return std::nullopt;
            if (words_.is_head(i, out.head == end))
                out.head = i;
            else if (words_.ends_modifiers(i))
                break;
        }
        out.behind = i;
        if (out.head == end) return out;
        out.modified = out.head;
        out.behind = out.head + 1;
        // "The last train leaves on Friday"
        if (out.behind < end && words_.is_verb(out.behind)) return std::nullopt;
        return out;
    }

    struct source {
        group things{};
        bool composed = false;
    };
    // What a term selects from. "The oldest of the open ones": of what is said behind.
    [[nodiscard]] std::optional<source> things_of(parts& of, bool chooses, std::size_t noun,
                                                  const quantifiers& by, const members* base) {
        source out;
        if (chooses && of.behind + 1 < of.end && said_[of.behind].is(word_class::partitive) &&
            words_.opens(of.behind + 1) && !counts_from_end(of)) {
            auto inner = read_union(of.behind + 1, of.end, base);
            if (!inner) return std::nullopt;
            of.end = of.behind;
            out.things.members = std::move(inner->things);
            out.composed = inner->composed;
            return out;
        }
        const bool any = noun >= said_.size() || said_[noun].is(word_class::placeholder);
        if (base != nullptr) {
            out.things.members = *base;
            if (any) return out;
            const kind_filter fits{at_, kinds(), noun};
            std::erase_if(out.things.members, [&](auto e) { return !fits(at_.entries[e]); });
            return out;
        }
        out.things = group_of(at_, kinds(), any ? said_.size() : noun);
        // "Those": of which somebody spoke
        if (by.stands_for && !by.all)
            if (auto named = out.things.named(at_); named.size() > 1)
                out.things.members = std::move(named);
        return out;
    }
    // "The third from the end"
    [[nodiscard]] bool counts_from_end(const parts& of) const noexcept {
        return of.behind + 3 == of.end && said_[of.behind].is(word_class::partitive) &&
               said_[of.behind + 1].is(word_class::definite) &&
               said_[of.behind + 2].is(word_class::list_bottom);
    }
    // The words before and behind the head that restrict, without those of a scale.
    [[nodiscard]] std::vector<range> around(const parts& of,
                                            const std::optional<comparison>& scale) const {
        std::vector<range> out;
        for (const auto& each : {range{of.begin, of.modified}, range{of.behind, of.end}}) {
            if (!scale || scale->first >= each.end || scale->last < each.begin) {
                out.push_back(each);
                continue;
            }
            const range before{each.begin, (std::max)(each.begin, scale->first)};
            if (!leads_to_scale(before)) out.push_back(before);
            out.push_back({scale->last + 1, each.end});
        }
        std::erase_if(out, [](const range& each) { return each.begin >= each.end; });
        return out;
    }
    // "… with the", "… that has the" before it
    [[nodiscard]] bool leads_to_scale(const range& of) const noexcept {
        for (auto i = of.begin; i < of.end; ++i)
            if (!said_[i].is(word_class::function) && !said_[i].is(word_class::describing) &&
                !said_[i].is(word_class::predicate))
                return false;
        return true;
    }
    // Whether a word is a noun that nothing in memory knows.
    [[nodiscard]] bool is_strange(const group& things, std::size_t i) const {
        const auto& word = said_[i];
        const auto* const noun = said_.noun(i);
        if (word.clitic || word.is(word_class::function) || word.is(word_class::predicate) ||
            word.is(word_class::moment) || word.is(word_class::property) ||
            detail::leading_digits(word.text) != 0 ||
            (noun != nullptr && at_.words.has_kind(*noun)))
            return false;
        return !group_words{at_, things}.is_known(word.text);
    }
    // Those of some things that words tell of; nothing where one of them is not understood.
    [[nodiscard]] std::optional<members> restricted(const group& things, std::size_t begin,
                                                    std::size_t end) const {
        if (words_.find_exclusion(begin + 1, end) != end) return std::nullopt;
        // "All dramas as watched": what they become; "assigned to Mia"
        for (auto i = begin + 1; i < end; ++i)
            if (said_[i].is(word_class::target) && !said_[i - 1].is(word_class::made) &&
                !said_[i - 1].text.ends_with("ed") && !(i + 1 < end && said_[i + 1].hyphen))
                return std::nullopt;
        return joined_restriction{at_, kinds(), values_}.read(things, begin, end);
    }

    // A place alone: in the list as it came.
    [[nodiscard]] std::optional<selected> at_place(std::size_t begin, std::size_t end,
                                                   const list_place& chosen, const members& all,
                                                   bool listed) {
        const auto& term = term_at(begin);
        if (term && term->next == end && term->is_known) return selected{term->members};
        if (!listed || places().number(begin) == 0) return std::nullopt;
        auto out = chosen.of(all);
        if (out.empty()) return std::nullopt;
        return selected{std::move(out), true};
    }
    [[nodiscard]] std::optional<comparison> find_scale(std::size_t begin, std::size_t end) const {
        return comparison_finder{said_, at_.words}.find(begin, end);
    }
    [[nodiscard]] bool counts_scale(std::size_t i, std::size_t end) const {
        const auto found = find_scale(i, end);
        return found && found->count > 1 && found->first <= i + 1;
    }
    [[nodiscard]] std::optional<selected> ranked(const comparison& asked, const group& things,
                                                 bool composed) const {
        const auto& all = things.members;
        if (all.size() <= asked.count && asked.place == 1)
            return all.size() == asked.count ? std::optional{selected{all, composed}}
                                             : std::nullopt;
        const auto order = ranking_by_attribute{at_, things}.order(asked);
        const auto begin = static_cast<std::size_t>(asked.place - 1);
        const auto end = begin + asked.count;
        if (order.size() < (std::max)(end, std::size_t{2})) {
            // "The top three" of what has no rating
            if (asked.count < 2 || !said_[asked.first].is(word_class::list_top))
                return std::nullopt;
            auto first = list_place{{1}, false, asked.count}.of(all);
            return first.empty() ? std::nullopt : std::optional{selected{std::move(first), true}};
        }
        const auto ties = [&](std::size_t a) {
            return a > 0 && a < order.size() && order[a - 1].amount == order[a].amount;
        };
        if (ties(begin) || ties(end)) return std::nullopt;
        selected out{{}, composed};
        for (auto n = begin; n < end; ++n) out.things.push_back(order[n].index);
        return out;
    }

    [[nodiscard]] const kind_stage& kinds() const { return terms_.kinds(); }
    [[nodiscard]] list_place_reader places() const { return {at_, kinds()}; }

    const scene& at_;
    const utterance& said_;
    const term_reader& terms_;
    const selection_words words_;
    std::vector<value> values_{};
    std::vector<std::optional<std::optional<list_term>>> read_terms_{};  // by their first word
    std::size_t left_ = 0;  // terms that may still be tried
    bool beyond_ = false;   // a place was chosen, or a bound set, where there is nothing
};

}  // namespace workmem::resolution
