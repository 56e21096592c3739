#pragma once

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/atoms/told.hpp>
#include <workmem/resolution/atoms/word_hits.hpp>
#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/propose/operators.hpp>
#include <workmem/resolution/rank/features.hpp>
#include <workmem/resolution/scene.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace workmem::resolution {

/// Describes hypotheses. What is the same for all of them is found once.
class describer {
public:
    describer(const scene& at, const window_things& window, const word_hits& hits,
              const atom_reader& read, const operators& said, const proposer& proposed,
              const told& last, bool left_open, const sight& first)
        : at_{at},
          window_{window},
          hits_{hits},
          read_{read},
          said_{said},
          proposed_{proposed},
          told_{last},
          left_open_{left_open},
          sight_{first},
          content_{hits.content()} {
        for (std::size_t i = 0; i < hits.size(); ++i) {
            anywhere_[i] = hits.anywhere(i);
            type_ |= hits.at(i, field::type);
            kind_ |= hits.at(i, field::kind);
            cue_ |= hits.at(i, field::cue);
            if (hits.at(i, field::id) != 0) ids_ |= whole_ids(i);
        }
        for (std::size_t i = 0; i < window.size(); ++i)
            if (is_named_in_full(i)) named_ |= bit(i);
        said_now_ = named_ | ids_;
        for (const auto& each : hits.spelled()) said_now_ |= each.exact;
        for (std::size_t i = 0; i < window.size(); ++i) {
            if ((said_now_ & bit(i)) != 0) continue;
            unsaid_.push_back(i);
            if (person_ == window_things::most && detail::is_somebody(window[i], at.words))
                person_ = i;
        }
        for (const auto& each : proposed.all()) {
            best_ = (std::max)(best_, each.quality);
            most_owned_ = (std::max)(most_owned_, count(each.words & content_));
        }
        read_traits();
        form_ = find_form();
    }

    /// That nothing is meant.
    [[nodiscard]] feature_list nothing() const {
        feature_list out{};
        std::copy(traits_.begin(), traits_.end(), out.begin());
        const auto level =
            unsaid_.empty() ? 0 : static_cast<std::size_t>(window_[unsaid_.front()].level);
        put_nth(out, feature::sight_nothing_by, static_cast<std::size_t>(sight_.by),
                sight_.things == 0);
        put_nth(out, feature::form_nothing, static_cast<std::size_t>(form_) * 6 + level, 1);
        return out;
    }
    [[nodiscard]] feature_list operator()(const hypothesis& of) const {
        feature_list out{};
        describe_set(of, out);
        describe_words(of, out);
        describe_making(of, out);
        describe_attention(of, out);
        describe_together(of, out);
        describe_sight(of, out);
        put_nth(out, feature::form_state,
                static_cast<std::size_t>(form_) * static_cast<std::size_t>(state::count_) +
                    static_cast<std::size_t>(state_of(of, out)),
                1);
        return out;
    }
    [[nodiscard]] int has(trait what) const noexcept {
        return traits_[static_cast<std::size_t>(what)];
    }

private:
    static void put(feature_list& out, feature where, int what) noexcept {
        out[static_cast<std::size_t>(where)] = static_cast<std::int16_t>(what);
    }
    static void put_nth(feature_list& out, feature first, std::size_t n, int what) noexcept {
        out[static_cast<std::size_t>(first) + n] = static_cast<std::int16_t>(what);
    }
    // A share in quarters.
    [[nodiscard]] static int part(thing_set some, thing_set of) noexcept {
        return of == 0 ? 0 : count(some & of) * 4 / count(of);
    }
    void set(trait what, int value) noexcept {
        traits_[static_cast<std::size_t>(what)] = static_cast<std::int16_t>(value);
    }

    // The things whose id is said in full from a word on.
    [[nodiscard]] thing_set whole_ids(std::size_t word) const {
        thing_set out = 0;
        const auto text = at_.said.text().substr(at_.said[word].position);
        for_each_in(hits_.at(word, field::id), [&](std::size_t i) {
            const auto id = window_[i].id;
            if (id.size() > 1 && text.size() >= id.size() &&
                same_letters(text.substr(0, id.size()), id))
                out |= bit(i);
        });
        return out;
    }
    [[nodiscard]] bool is_named_in_full(std::size_t i) const {
        const auto& of = window_[i];
        if (of.unnamed || of.name.empty()) return false;
        int words = 0;
        text::word_reader reader{of.name};
        for (text::word word{}; reader.next(word);) {
            bool found = false;
            for (std::size_t w = 0; w < hits_.size() && !found; ++w)
                found = same_noun(word.text, at_.said[w].plain);
            if (!found) return false;
            ++words;
        }
        return words != 0;
    }

    void read_traits() {
        using text::word_class;
        const auto any = [&](word_class c) {
            return std::any_of(at_.said.tokens().begin(), at_.said.tokens().end(),
                               [c](const token& each) { return each.is(c); });
        };
        const auto content = count(content_);
        int unknown = 0, key = 0;
        for_each_in(content_, [&](std::size_t i) {
            if (anywhere_[i] != 0) return;
            if ((hits_.at(i, field::key) | hits_.at(i, field::empty_key)) != 0)
                ++key;
            else if ((read_.bounds() & bit(i)) == 0)
                ++unknown;
        });
        set(trait::one, 1);
        set(trait::short_text, at_.said.size() <= 4);
        set(trait::long_text, at_.said.size() >= 12);
        set(trait::no_content, content == 0);
        set(trait::content, (std::min)(content, 6));
        set(trait::unknown, (std::min)(unknown, 6));
        set(trait::key_only, (std::min)(key, 3));
        for (std::size_t i = 0; i < at_.said.size(); ++i) {
            const auto& word = at_.said[i];
            if (!word.is(word_class::pronoun)) continue;
            const bool before_noun = i + 1 < at_.said.size() && !word.clitic &&
                                     !at_.said[i + 1].after_comma &&
                                     !at_.said[i + 1].is(word_class::function) &&
                                     !at_.said[i + 1].is(word_class::predicate);
            if (word.is(word_class::plural)) {
                set(trait::plural_pronoun, 1);
            } else if (word.is(word_class::he_or_she)) {
                set(trait::person_pronoun, 1);
            } else if (word.is(word_class::near_demonstrative) ||
                       word.is(word_class::far_demonstrative)) {
                if (!before_noun) set(trait::thing_pronoun, 1);
            } else if (!word.is(word_class::owner_pronoun)) {
                set(trait::thing_pronoun, 1);
            }
        }
        set(trait::place_pronoun, any(word_class::place_pronoun));
        set(trait::near_demonstrative, any(word_class::near_demonstrative));
        set(trait::far_demonstrative, any(word_class::far_demonstrative));
        for (const auto& each : at_.said.tokens())
            if (each.is(word_class::placeholder))
                set(each.text.ends_with('s') ? trait::placeholders : trait::placeholder, 1);
        set(trait::both, any(word_class::both));
        set(trait::every, any(word_class::every) || any(word_class::everything));
        set(trait::quantity, said_.quantity != 0);
        set(trait::superlative, !said_.superlatives.empty());
        set(trait::place, !said_.places.empty());
        set(trait::bound, read_.bounds() != 0);
        set(trait::exclusion, said_.excludes());
        set(trait::rest, said_.rest);
        set(trait::negation, said_.negations != 0);
        set(trait::definite, any(word_class::definite));
        set(trait::indefinite, any(word_class::indefinite));
        set(trait::question, at_.said.text().find('?') != std::string_view::npos);
        set(trait::asks_which, any(word_class::interrogative));
        set(trait::asks_person, any(word_class::asking_person) || any(word_class::choosing_person));
        set(trait::addressee, any(word_class::addressee));
        set(trait::self, any(word_class::self));
        set(trait::coordinated, any(word_class::connective));
        set(trait::possessive, any(word_class::possessive));
        set(trait::clitic,
            std::any_of(at_.said.tokens().begin(), at_.said.tokens().end(),
                        [](const token& each) { return each.clitic && each.known == nullptr; }));
        set(trait::acquires, any(word_class::acquire));
        set(trait::searches, any(word_class::search));
        set(trait::changes, any(word_class::change));
        set(trait::greets, any(word_class::greeting));
        set(trait::assents, any(word_class::assent));
        set(trait::opens_with_question, at_.said.size() != 0 && at_.said[0].is(word_class::asking));
        set(trait::property, any(word_class::property));
        set(trait::moment, any(word_class::moment));
        for (std::size_t i = 0; i < hits_.size(); ++i)
            if (hits_.at(i, field::type) != 0) {
                const auto& word = at_.said[i].text;
                const bool plural = at_.words.singular(word) != word;
                set(plural ? trait::plural_kind : trait::singular_kind, 1);
            }
        for (const auto& each : hits_.spelled())
            set((each.exact | each.part) != 0 ? trait::known_id : trait::unknown_id, 1);
        set(trait::names_all, named_ != 0);
        set(trait::several_kinds, window_.kinds().size() > 1);
        set(trait::few_things, window_.size() < 4);
        set(trait::answered_one, count(proposed_.answered()) == 1);
        set(trait::answered_set, count(proposed_.answered()) > 1);
        set(trait::offered_one, count(proposed_.offered()) == 1);
        set(trait::offered_set, count(proposed_.offered()) > 1);
        set(trait::newest_single, window_.size() != 0 &&
                                      window_[0].observation == window_.newest_observation() &&
                                      window_[0].rank == 0);
        set(trait::told_anything, told_.anything);
        set(trait::told_asks, told_.asks);
        set(trait::told_one, count(told_.things) == 1);
        set(trait::told_several, count(told_.things) > 1);
        set(trait::told_before, told_.things != 0 && told_.age > 0);
        set(trait::sight_resolved, sight_.things != 0 && sight_.by != look::focus);
        set(trait::sight_weak, sight_.things != 0 && sight_.by == look::focus);
        set(trait::sight_open, sight_.things == 0);
    }

    // The place of the first of a set among what the text does not name.
    [[nodiscard]] std::size_t place_of(thing_set of) const noexcept {
        for (std::size_t i = 0; i < unsaid_.size(); ++i)
            if ((of & bit(unsaid_[i])) != 0) return i;
        return window_things::most;
    }
    [[nodiscard]] text_form find_form() const noexcept {
        const auto t = [&](trait what) { return has(what) != 0; };
        const bool bare = t(trait::no_content);
        if (bare && t(trait::greets)) return text_form::greeting;
        if (bare && t(trait::assents))
            return t(trait::told_asks) ? text_form::answer : text_form::assent;
        if (t(trait::person_pronoun)) return text_form::person;
        if (t(trait::plural_pronoun)) return text_form::plural;
        if (t(trait::thing_pronoun)) return bare ? text_form::bare_pronoun : text_form::pronoun;
        if (t(trait::placeholder) || t(trait::placeholders)) return text_form::placeholder;
        if (t(trait::place_pronoun)) return text_form::place;
        if (t(trait::acquires)) return text_form::acquiring;
        if (t(trait::question) || t(trait::opens_with_question)) return text_form::question;
        if (t(trait::definite)) return text_form::definite;
        return bare ? text_form::bare : text_form::other;
    }
    [[nodiscard]] state state_of(const hypothesis& of, const feature_list& out) const noexcept {
        const auto get = [&](feature what) { return out[static_cast<std::size_t>(what)] != 0; };
        const bool one = count(of.things) == 1;
        if (of.from == base::joined) return state::joined;
        const auto owned = of.words & content_;
        if (owned != 0 || (of.words != 0 && of.made != 0)) {
            if (get(feature::full_name) || get(feature::named_id))
                return one ? state::full_name_one : state::full_name_several;
            if (of.has(atom_kind::name) || of.has(atom_kind::id))
                return one ? state::name_one : state::name_several;
            if (of.has(atom_kind::value) || of.has(atom_kind::flag) ||
                of.has(atom_kind::unset_flag) || (of.made != 0 && !of.is(made_by::attention)))
                return one ? state::value_one : state::value_several;
            if (of.is(made_by::attention)) return state::type_attention;
            if ((type_ & of.things) != 0) return one ? state::type_one : state::type_several;
            return one ? state::near_one : state::near_several;
        }
        if (one) {
            const auto place = place_of(of.things);
            const auto i = static_cast<std::size_t>(std::countr_zero(of.things));
            if (place == 0)
                return static_cast<state>(static_cast<std::size_t>(state::newest_returned) +
                                          static_cast<std::size_t>(window_[i].level));
            return place == 1 ? state::second : place < 6 ? state::recent : state::older;
        }
        if (get(feature::is_answered)) return state::answered_set;
        if (get(feature::is_offered)) return state::offered_set;
        return of.from == base::newest || of.from == base::newest_list ? state::newest_set
                                                                       : state::other_set;
    }

    void describe_set(const hypothesis& of, feature_list& out) const {
        const auto size = count(of.things);
        put(out, feature::pair, size == 2);
        put(out, feature::several, size > 2 && size < 6);
        put(out, feature::many, size > 5);
        put(out, feature::share, part(of.things, window_.all()));
        put(out, feature::mixed, window_.count_kinds(of.things) > 1);
        put(out, feature::whole_kind, window_.of_kinds_in(of.things) == of.things);
    }

    void describe_words(const hypothesis& of, feature_list& out) const {
        using text::word_class;
        const auto owned = of.words & content_;
        int unknown = 0, others = 0, key = 0, own = 0, verbs = 0;
        for_each_in(content_ & ~of.words, [&](std::size_t i) {
            if ((anywhere_[i] & of.things) != 0)
                ++own;
            else if (anywhere_[i] != 0)
                ++others;
            else if ((hits_.at(i, field::key) & of.things) != 0)
                ++key;
            else
                ++unknown;
        });
        for (std::size_t i = 0; i < hits_.size(); ++i)
            verbs += hits_.role(i) == word_role::verb && anywhere_[i] != 0 &&
                     (of.words & bit(i)) == 0 && (anywhere_[i] & of.things) == 0;
        put(out, feature::owned, (std::min)(count(owned), 6));
        put(out, feature::owned_bare, (std::min)(count(of.words & ~content_), 4));
        put(out, feature::unowned, owned == 0);
        put(out, feature::unread_unknown, (std::min)(unknown, 6));
        put(out, feature::unread_others, (std::min)(others, 6));
        put(out, feature::unread_key, (std::min)(key, 4));
        put(out, feature::unread_own, (std::min)(own, 4));
        put(out, feature::unread_verb_hit, (std::min)(verbs, 3));
        put(out, feature::behind_best, (std::min)((best_ - of.quality) / 25, 16));
        put(out, feature::behind_owned, (std::min)(most_owned_ - count(owned), 6));
        put(out, feature::best_owned, count(owned) == most_owned_ && most_owned_ != 0);
        int name_words = 0;
        for_each_in(owned, [&](std::size_t i) {
            name_words += (hits_.at(i, field::name) & of.things) != 0;
        });
        put(out, feature::name_words, (std::min)(name_words, 4));
        put(out, feature::full_name, part(named_, of.things));
        put(out, feature::named_id, part(ids_, of.things));
        put(out, feature::other_full_name, (named_ & ~of.things) != 0 && (named_ & of.things) == 0);
        const bool several_named = count(named_) > 1;
        put(out, feature::is_all_named, several_named && named_ == of.things);
        put(out, feature::part_of_named,
            several_named && named_ != of.things && (of.things & ~named_) == 0);
        const bool excludes = of.is(made_by::exclusion) && named_ != 0;
        put(out, feature::named_left_out, excludes && (named_ & of.things) == 0);
        put(out, feature::named_kept, excludes && (named_ & of.things) != 0);
        put(out, feature::other_id, (ids_ & ~of.things) != 0 && (ids_ & of.things) == 0);
        bool met = false, in_part = false, missed = false;
        for (const auto& each : hits_.spelled()) {
            if ((each.exact & of.things) != 0)
                met = true;
            else if (each.exact == 0 && (each.part & of.things) != 0)
                in_part = true;
            else
                missed = true;
        }
        put(out, feature::id_met, met);
        put(out, feature::id_met_in_part, in_part);
        put(out, feature::id_missed, missed);
        put(out, feature::unknown_id_unowned, has(trait::unknown_id) != 0 && owned == 0);
        put(out, feature::type_said, part(type_, of.things));
        put(out, feature::kind_said, part(kind_ & ~type_, of.things));
        put(out, feature::cue_said, part(cue_ & ~type_ & ~kind_, of.things));
        put(out, feature::other_type_said, type_ != 0 && (type_ & of.things) == 0);
        put(out, feature::other_kind_said, kind_ != 0 && ((kind_ | type_) & of.things) == 0);
        put(out, feature::other_cue_said, cue_ != 0 && ((cue_ | kind_ | type_) & of.things) == 0);
        put(out, feature::type_and_more, (type_ & of.things) == of.things && count(owned) > 1);
        bool definite = false, indefinite = false;
        for_each_in(owned, [&](std::size_t i) {
            for (std::size_t back = 1; back <= 2 && back <= i; ++back) {
                const auto& before = at_.said[i - back];
                definite = definite || before.is(word_class::definite) ||
                           before.is(word_class::near_demonstrative) ||
                           before.is(word_class::far_demonstrative);
                indefinite = indefinite || (before.is(word_class::indefinite) &&
                                            !before.is(word_class::far_demonstrative));
            }
        });
        put(out, feature::definite_words, definite);
        put(out, feature::indefinite_words, indefinite);
        describe_places_of_words(of, out);
    }
    void describe_places_of_words(const hypothesis& of, feature_list& out) const {
        using text::word_class;
        const auto size = hits_.size() == 0 ? std::size_t{1} : hits_.size();
        if (of.words != 0) {
            const auto first = static_cast<std::size_t>(std::countr_zero(of.words));
            const auto last = static_cast<std::size_t>(63 - std::countl_zero(of.words));
            put(out, feature::early, static_cast<int>((size - first) * 4 / size));
            put(out, feature::late, static_cast<int>((last + 1) * 4 / size));
        }
        bool name = false, value = false, all_behind = (of.words & content_) != 0;
        for_each_in(of.words & content_, [&](std::size_t i) {
            if (at_.said[i].clitic) {
                name = name || (hits_.at(i, field::name) & of.things) != 0;
                value = value || ((hits_.at(i, field::value) & of.things) != 0 &&
                                  (hits_.at(i, field::name) & of.things) == 0);
            }
            bool behind = false;
            for (std::size_t back = 1; back <= 2 && back <= i; ++back)
                behind = behind || at_.said[i - back].is(word_class::relation) ||
                         at_.said[i - back].is(word_class::partitive);
            all_behind = all_behind && behind;
        });
        put(out, feature::possessive_name, name);
        put(out, feature::possessive_value, value);
        put(out, feature::possessive_missed, has(trait::clitic) != 0 && !name && !value);
        put(out, feature::behind_relation,
            all_behind && count(content_) > count(of.words & content_));
    }

    void describe_making(const hypothesis& of, feature_list& out) const {
        for (std::size_t i = 0; i < 10; ++i) put_nth(out, feature::made, i, of.made >> i & 1);
        for (std::size_t i = 0; i < static_cast<std::size_t>(atom_kind::count_); ++i)
            put_nth(out, feature::kinds, i, static_cast<int>(of.kinds >> i & 1U));
        put_nth(out, feature::from, static_cast<std::size_t>(of.from), 1);
        const bool superlative = of.is(made_by::superlative), bound = of.is(made_by::bound);
        put(out, feature::fit_superlative, superlative ? of.fit : 0);
        put(out, feature::unfit_superlative, superlative && of.fit == 0);
        put(out, feature::fit_bound, bound ? of.fit : 0);
        put(out, feature::unfit_bound, bound && of.fit == 0);
        put(out, feature::missed_superlative, has(trait::superlative) != 0 && !superlative);
        put(out, feature::missed_place, has(trait::place) != 0 && !of.is(made_by::place));
        put(out, feature::missed_bound, has(trait::bound) != 0 && !bound);
        put(out, feature::missed_exclusion,
            has(trait::exclusion) != 0 && !of.is(made_by::exclusion));
        put(out, feature::missed_rest, has(trait::rest) != 0 && !of.is(made_by::rest));
        const bool denied = of.has(atom_kind::denied) || of.has(atom_kind::lacking) ||
                            of.has(atom_kind::unset_flag) || of.has(atom_kind::near_unset_flag);
        put(out, feature::missed_negation,
            has(trait::negation) != 0 && !denied && !of.is(made_by::exclusion));
        const auto size = count(of.things);
        put(out, feature::quantity_met, said_.quantity != 0 && said_.quantity == size);
        put(out, feature::quantity_missed, said_.quantity != 0 && said_.quantity != size);
        put(out, feature::made_of_pair, of.made_of == 2);
        put(out, feature::rest_of_quantity,
            of.is(made_by::rest) && said_.quantity != 0 && said_.quantity == size);
        int denied_words = 0;
        for_each_in(of.words & content_, [&](std::size_t i) { denied_words += hits_.denied(i); });
        put(out, feature::denial_met, denied ? (std::min)(denied_words, 2) : 0);
        put(out, feature::denial_missed,
            denied || of.is(made_by::exclusion) ? 0 : (std::min)(denied_words, 2));
        for (std::size_t i = 0; i < 10; ++i)
            if ((of.made >> i & 1) != 0)
                put_nth(
                    out, feature::made_from,
                    i * static_cast<std::size_t>(base::count_) + static_cast<std::size_t>(of.from),
                    1);
        put(out, feature::made_of_quantity, said_.quantity != 0 && of.made_of == said_.quantity);
    }

    void describe_attention(const hypothesis& of, feature_list& out) const {
        const auto first = static_cast<std::size_t>(std::countr_zero(of.things));
        const auto last = static_cast<std::size_t>(63 - std::countl_zero(of.things));
        const auto place = place_of(of.things);
        put(out, feature::newest_thing, place == 0);
        put(out, feature::second_thing, place == 1);
        put(out, feature::third_thing, place == 2);
        put(out, feature::recent_thing, place > 2 && place < 6);
        put(out, feature::older_thing, place > 9);
        put(out, feature::said_now, part(said_now_, of.things));
        put(out, feature::newest_person,
            person_ < window_things::most && of.things == bit(person_));
        put(out, feature::oldest_member, (std::min)(static_cast<int>(last), 20));
        std::size_t before = 0;
        for (std::size_t i = 0; i < first; ++i) before += window_[i].type == window_[first].type;
        put(out, feature::newest_of_kind, before == 0);
        put(out, feature::second_of_kind, before == 1);
        put(out, feature::later_of_kind, before > 3);
        thing_set newest = 0, alone = 0, first_in_list = 0, people = 0, unnamed = 0, facts = 0;
        std::size_t level = 0;
        for_each_in(of.things, [&](std::size_t i) {
            const auto& each = window_[i];
            level = (std::max)(level, static_cast<std::size_t>(each.level));
            if (each.observation == window_.newest_observation()) newest |= bit(i);
            if (each.rank == 0) alone |= bit(i);
            if (each.rank == 1) first_in_list |= bit(i);
            if (detail::is_somebody(each, at_.words)) people |= bit(i);
            if (each.unnamed) unnamed |= bit(i);
            if (is_fact(each, at_.words)) facts |= bit(i);
        });
        put_nth(out, feature::level_returned, level, 1);
        put(out, feature::in_newest_result, part(newest, of.things));
        put(out, feature::alone_in_result, part(alone, of.things));
        put(out, feature::first_in_list, part(first_in_list, of.things));
        const auto answered = proposed_.answered(), offered = proposed_.offered();
        put(out, feature::is_answered, answered != 0 && answered == of.things);
        put(out, feature::in_answered, answered != 0 && (of.things & ~answered) == 0);
        put(out, feature::beyond_answered,
            (of.things & answered) != 0 && (of.things & ~answered) != 0);
        put(out, feature::is_offered, offered != 0 && offered == of.things);
        put(out, feature::in_offered, offered != 0 && (of.things & ~offered) == 0);
        put(out, feature::is_told, told_.things != 0 && told_.things == of.things);
        put(out, feature::in_told, part(told_.things, of.things));
        const bool one = count(of.things) == 1;
        if (!told_.order.empty() && one) {
            put(out, feature::told_first, told_.order.size() > 1 && first == told_.order.front());
            put(out, feature::told_last, told_.order.size() > 1 && first == told_.order.back());
        }
        put(out, feature::told_others, told_.things != 0 && (told_.things & of.things) == 0);
        put(out, feature::told_newest, place == 0 && (told_.things & of.things) != 0);
        const bool unowned = (of.words & content_) == 0;
        const bool only = one && told_.things == of.things;
        put(out, feature::told_asks_unowned, told_.asks && unowned && place == 0 && one);
        put(out, feature::told_one_unowned, only && unowned);
        put(out, feature::told_one_owned, only && !unowned);
        put(out, feature::told_one_pronoun, only && has(trait::thing_pronoun) != 0);
        put(out, feature::told_before_unowned, only && unowned && has(trait::told_before) != 0);
        put(out, feature::left_open_unowned, unowned && left_open_);
        put(out, feature::told_one_property,
            only && (has(trait::property) != 0 || has(trait::key_only) != 0));
        put(out, feature::person, part(people, of.things));
        put(out, feature::unnamed, part(unnamed, of.things));
        put(out, feature::fact, part(facts, of.things));
    }

    void describe_together(const hypothesis& of, feature_list& out) const {
        const auto get = [&](feature what) { return out[static_cast<std::size_t>(what)] != 0; };
        const auto t = [&](trait what) { return has(what) != 0; };
        const bool one = count(of.things) == 1, several = !one;
        const bool unowned = get(feature::unowned), person = get(feature::person);
        const bool newest = get(feature::newest_thing);
        const bool thing = t(trait::thing_pronoun), plural = t(trait::plural_pronoun);
        const auto both = [&](feature where, bool a, bool b) { put(out, where, a && b); };
        both(feature::singular_pronoun_one, thing, one);
        both(feature::singular_pronoun_several, thing, several && !of.is(made_by::join));
        both(feature::singular_pronoun_focus, thing, newest && one);
        both(feature::singular_pronoun_newest_single, thing,
             one && t(trait::newest_single) && newest);
        both(feature::singular_pronoun_fact, thing, get(feature::fact));
        both(feature::person_pronoun_person, t(trait::person_pronoun), person);
        both(feature::person_pronoun_other, t(trait::person_pronoun), !person);
        both(feature::plural_pronoun_one, plural, one);
        both(feature::plural_pronoun_several, plural, several);
        both(feature::plural_pronoun_answered, plural && several, get(feature::is_answered));
        both(feature::plural_pronoun_newest_list, plural && unowned,
             several && (of.from == base::newest || of.from == base::newest_list));
        both(feature::thing_pronoun_person, thing, one && person);
        const bool located =
            t(trait::place_pronoun) &&
            is_located(window_[static_cast<std::size_t>(std::countr_zero(of.things))], at_.words);
        both(feature::there_located, t(trait::place_pronoun), one && located);
        both(feature::there_unlocated, t(trait::place_pronoun), !located);
        both(feature::placeholder_several, t(trait::placeholder), several);
        both(feature::placeholders_one, t(trait::placeholders), one);
        both(feature::plural_kind_one, t(trait::plural_kind), one);
        both(feature::singular_kind_several, t(trait::singular_kind), several);
        both(feature::both_pair, t(trait::both), count(of.things) == 2);
        both(feature::both_other, t(trait::both), count(of.things) != 2);
        both(feature::every_one, t(trait::every), one);
        both(feature::every_several, t(trait::every), several);
        both(feature::quantity_unread, t(trait::quantity), unowned);
        both(feature::no_content_newest, t(trait::no_content), newest && one);
        both(feature::no_content_second, t(trait::no_content), get(feature::second_thing));
        both(feature::no_content_answered, t(trait::no_content), get(feature::is_answered));
        both(feature::no_content_offered, t(trait::no_content), get(feature::is_offered));
        put(out, feature::content_unowned_focus, unowned ? has(trait::unknown) : 0);
        both(feature::question_unowned, t(trait::question), unowned);
        both(feature::asks_which_one, t(trait::asks_which), one);
        both(feature::asks_which_several, t(trait::asks_which), several);
        both(feature::asks_person_person, t(trait::asks_person), person);
        both(feature::acquires_owned, t(trait::acquires), !unowned);
        both(feature::acquires_unowned, t(trait::acquires), unowned);
        both(feature::searches_owned, t(trait::searches), !unowned);
        both(feature::searches_unowned, t(trait::searches), unowned);
        both(feature::changes_owned, t(trait::changes), !unowned);
        both(feature::changes_unowned, t(trait::changes), unowned);
        both(feature::assents_offered, t(trait::assents), get(feature::in_offered));
        both(feature::assents_unowned, t(trait::assents), unowned);
        both(feature::greets_unowned, t(trait::greets), unowned);
        both(feature::addressee_unowned, t(trait::addressee), unowned);
        both(feature::indefinite_unowned, t(trait::indefinite), unowned);
        both(feature::property_focus, t(trait::property), unowned && newest);
        put(out, feature::single_owned_all,
            one && !unowned && count(of.words & content_) == count(content_));
        const bool joined = of.is(made_by::join), mixed = get(feature::mixed);
        both(feature::join_two_kinds, joined, mixed);
        both(feature::join_same_kind, joined, !mixed);
        both(feature::join_coordinated, joined, t(trait::coordinated));
        both(feature::join_pronoun, joined && of.is(made_by::join_with_focus),
             thing || t(trait::person_pronoun) || plural);
    }

    void describe_sight(const hypothesis& of, feature_list& out) const {
        const bool seen = sight_.things != 0 && sight_.things == of.things;
        put(out, feature::sight_same, seen);
        put(out, feature::sight_part, !seen && (sight_.things & of.things) != 0);
        put(out, feature::sight_differs, sight_.things != 0 && (sight_.things & of.things) == 0);
        const auto by = static_cast<std::size_t>(sight_.by);
        put_nth(out, feature::sight_same_by, by, seen);
        put_nth(out, feature::sight_differs_by, by, sight_.things != 0 && !seen);
        put(out, feature::sight_open_unowned, sight_.things == 0 && (of.words & content_) == 0);
    }

    const scene& at_;
    const window_things& window_;
    const word_hits& hits_;
    const atom_reader& read_;
    const operators& said_;
    const proposer& proposed_;
    const told& told_;
    bool left_open_;
    const sight& sight_;
    word_set content_;
    std::array<thing_set, word_hits::most_words> anywhere_{};
    std::array<std::int16_t, static_cast<std::size_t>(trait::count_)> traits_{};
    thing_set type_ = 0, kind_ = 0, cue_ = 0, named_ = 0, ids_ = 0;
    int best_ = 0, most_owned_ = 0;
    thing_set said_now_ = 0;
    std::vector<std::size_t> unsaid_;
    std::size_t person_ = window_things::most;
    text_form form_ = text_form::other;
};

}  // namespace workmem::resolution
