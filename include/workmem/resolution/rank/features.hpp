#pragma once

#include <workmem/resolution/atoms/atoms.hpp>
#include <workmem/resolution/atoms/things.hpp>
#include <workmem/resolution/propose/hypotheses.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace workmem::resolution {

/// What is known of a text, whatever it may mean.
enum class trait : std::uint8_t {
    one,  ///< always
    short_text,
    long_text,
    no_content,
    content,  ///< words, at most 6
    unknown,  ///< of them nothing has
    key_only,
    thing_pronoun,
    person_pronoun,
    plural_pronoun,
    place_pronoun,
    near_demonstrative,
    far_demonstrative,
    placeholder,
    placeholders,
    both,
    every,
    quantity,
    superlative,
    place,
    bound,
    exclusion,
    rest,
    negation,
    definite,
    indefinite,
    question,
    asks_which,
    asks_person,
    addressee,
    self,
    coordinated,
    possessive,
    clitic,
    acquires,
    searches,
    changes,
    greets,
    assents,
    opens_with_question,
    property,
    moment,
    singular_kind,
    plural_kind,
    unknown_id,  ///< spelled like an id that nothing has
    known_id,
    names_all,  ///< some thing is named in full
    several_kinds,
    few_things,
    answered_one,
    answered_set,
    offered_one,
    offered_set,
    newest_single,
    told_anything,
    told_asks,
    told_one,
    told_several,
    told_before,
    sight_resolved,
    sight_weak,
    sight_open,
    count_
};

/// The shape of a text, by the first that fits.
enum class text_form : std::uint8_t {
    greeting,
    assent,
    answer,  ///< an assent to a question
    bare_pronoun,
    person,
    plural,
    pronoun,
    placeholder,
    place,
    acquiring,
    question,
    definite,
    bare,
    other,
    count_
};

/// Why a hypothesis comes to mind, by the first that fits.
enum class state : std::uint8_t {
    joined,
    full_name_one,
    full_name_several,
    name_one,
    name_several,
    value_one,
    value_several,
    type_one,
    type_attention,
    type_several,
    near_one,
    near_several,
    newest_returned,
    newest_read,
    newest_offered,
    newest_mentioned,
    newest_chosen,
    newest_acted_on,
    second,
    recent,
    older,
    answered_set,
    offered_set,
    newest_set,
    other_set,
    count_
};

/// What is known of one hypothesis, as small integers. Each trait is also a feature of the
/// hypothesis that nothing is meant.
enum class feature : std::uint16_t {
    // of the set
    pair = static_cast<std::uint16_t>(trait::count_),
    several,
    many,
    share,
    mixed,
    whole_kind,
    // of the words
    owned,
    owned_bare,
    unowned,
    unread_unknown,
    unread_others,
    unread_key,
    unread_own,
    unread_verb_hit,
    behind_best,
    behind_owned,
    best_owned,
    name_words,
    full_name,
    named_id,
    other_full_name,
    is_all_named,   ///< all of several things that are named in full
    part_of_named,  ///< some of them
    named_left_out,
    named_kept,  ///< though something is left out
    other_id,
    id_met,
    id_met_in_part,
    id_missed,
    unknown_id_unowned,
    type_said,
    kind_said,
    cue_said,
    other_type_said,
    other_kind_said,
    other_cue_said,
    type_and_more,
    definite_words,
    indefinite_words,
    early,
    late,
    possessive_name,
    possessive_value,
    possessive_missed,
    behind_relation,
    // how it was made, in the order of `made_by`, `atom_kind` and `base`
    made,
    kinds = made + 10,
    from = kinds + static_cast<std::uint16_t>(atom_kind::count_),
    fit_superlative = from + static_cast<std::uint16_t>(base::count_),
    unfit_superlative,
    fit_bound,
    unfit_bound,
    missed_superlative,
    missed_place,
    missed_bound,
    missed_exclusion,
    missed_rest,
    missed_negation,
    quantity_met,
    quantity_missed,
    made_of_pair,
    made_of_quantity,
    rest_of_quantity,
    denial_met,
    denial_missed,
    // attention
    newest_thing,
    second_thing,
    third_thing,
    recent_thing,
    older_thing,
    oldest_member,
    newest_of_kind,
    second_of_kind,
    later_of_kind,
    level_returned,
    level_read,
    level_offered,
    level_mentioned,
    level_chosen,
    level_acted_on,
    in_newest_result,
    alone_in_result,
    first_in_list,
    is_answered,
    in_answered,
    beyond_answered,
    is_offered,
    in_offered,
    said_now,
    is_told,
    in_told,
    told_first,
    told_last,
    told_others,
    told_newest,
    told_asks_unowned,
    told_one_unowned,
    told_one_owned,
    told_one_pronoun,
    told_one_property,
    told_before_unowned,
    left_open_unowned,
    newest_person,
    person,
    unnamed,
    fact,
    // together with what the text is like
    singular_pronoun_one,
    singular_pronoun_several,
    singular_pronoun_focus,
    singular_pronoun_newest_single,
    singular_pronoun_fact,
    person_pronoun_person,
    person_pronoun_other,
    plural_pronoun_one,
    plural_pronoun_several,
    plural_pronoun_answered,
    plural_pronoun_newest_list,
    thing_pronoun_person,
    there_located,
    there_unlocated,
    placeholder_several,
    placeholders_one,
    plural_kind_one,
    singular_kind_several,
    both_pair,
    both_other,
    every_one,
    every_several,
    quantity_unread,
    no_content_newest,
    no_content_second,
    no_content_answered,
    no_content_offered,
    content_unowned_focus,
    question_unowned,
    asks_which_one,
    asks_which_several,
    asks_person_person,
    acquires_owned,
    acquires_unowned,
    searches_owned,
    searches_unowned,
    changes_owned,
    changes_unowned,
    assents_offered,
    assents_unowned,
    greets_unowned,
    addressee_unowned,
    indefinite_unowned,
    property_focus,
    single_owned_all,
    join_two_kinds,
    join_same_kind,
    join_coordinated,
    join_pronoun,
    // what a first look says
    sight_same,
    sight_part,
    sight_differs,
    sight_open_unowned,
    sight_same_by,  // by which look
    sight_differs_by = sight_same_by + static_cast<std::uint16_t>(look::count_),
    sight_nothing_by = sight_differs_by + static_cast<std::uint16_t>(look::count_),
    made_from = sight_nothing_by + static_cast<std::uint16_t>(look::count_),  // 10 × `base`
    form_state =
        made_from + 10 * static_cast<std::uint16_t>(base::count_),  // `text_form` × `state`
    form_nothing = form_state + static_cast<std::uint16_t>(text_form::count_) *
                                    static_cast<std::uint16_t>(state::count_),
    count_ = form_nothing + static_cast<std::uint16_t>(text_form::count_) * 6
};

/// The first so many features tell whether an answer is right; by what a first look says and by
/// pairs of traits it is not told better.
inline constexpr auto trusted_features = static_cast<std::size_t>(feature::sight_same);

/// What never speaks for an answer, whatever the data say: words that were not read, and what was
/// asked for and is not so.
inline constexpr std::array doubts{
    feature::unread_unknown,     feature::unread_others,     feature::unread_key,
    feature::unread_verb_hit,    feature::other_id,          feature::id_missed,
    feature::unknown_id_unowned, feature::possessive_missed, feature::missed_superlative,
    feature::missed_place,       feature::missed_bound,      feature::missed_exclusion,
    feature::missed_rest,        feature::missed_negation,   feature::quantity_missed,
    feature::denial_missed,      feature::quantity_unread};

using feature_list = std::array<std::int16_t, static_cast<std::size_t>(feature::count_)>;

/// What `at_first_sight` answered, as a set.
struct sight {
    thing_set things = 0;
    look by = look::nothing;
};

}  // namespace workmem::resolution
