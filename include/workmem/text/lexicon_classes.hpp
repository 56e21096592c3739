#pragma once

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem::text {

/// What a word does in a reference, whatever the sentence is about. A word may do several things.
enum class word_class : std::uint8_t {
    near_demonstrative,  ///< this, these
    far_demonstrative,   ///< that, those
    pronoun,             ///< it, they: stands for a thing
    place_pronoun,       ///< there: stands for something with an address
    definite,            ///< the: what follows is known already
    indefinite,          ///< a, some: what follows is new
    possessive,          ///< my, your: what follows belongs to somebody
    interrogative,       ///< what, which: asks for what follows
    negation,            ///< not, no
    other,               ///< other, different: not the one in focus
    placeholder,         ///< one, option: stands for any kind of thing
    earlier,             ///< back, mentioned: takes up something from before
    search,              ///< find, look: asks for new things
    acquire,             ///< book, buy: makes a booking of a thing that is there
    change,              ///< cancel, rename: acts on a thing that is there
    self,                ///< I, we: who speaks
    addressee,           ///< you: who is spoken to
    vacant,              ///< free, busy: said of who speaks, asks for a calendar
    predicate,           ///< is, sounds: follows a demonstrative that stands alone
    property,            ///< address, price: something a thing has
    location,            ///< address, city: a property that makes its owner a place
    place_noun,          ///< place, spot: any thing with an address
    fact,                ///< weather, balance: an answer, not a thing to act on
    moment,              ///< day, week: when, not what
    adjective,           ///< new, same: may stand between an article and its noun
    function,            ///< of, with: says nothing about which thing is meant
    before_noon,         ///< am
    after_noon,          ///< pm
    full_hour,           ///< o'clock
    ordinal_ending,      ///< rd: makes an ordinal of the digits before it
    relation,            ///< to, into: leads to a second thing: "add that to the entry"
    target,              ///< to, as: what a thing is changed to follows
    connective,          ///< and: may be said or left out inside a name
    coordinating,        ///< and, or: another of several follows
    list_end,            ///< last, final
    numbering,           ///< number, no.: makes a place of the number behind it
    partitive,           ///< of: what follows is chosen from
    list_top,            ///< top, beginning: "the one at the top"
    list_bottom,         ///< bottom, end
    listing,             ///< list: what has a top and an end
    placed,              ///< at, listed, comes: stands at some place of a list
    most,                ///< most, highest: the upper end of the scale that follows
    least,               ///< least, lowest: the lower end
    more,                ///< more: of two, the upper one
    less,                ///< less, fewer: of two, the lower one
    newest,              ///< newest, latest: of things without dates, what came last
    oldest,              ///< oldest, earliest: what came first
    former,              ///< former: of two, the one named first
    latter,              ///< latter: of two, the one named last
    next,                ///< next, following: the one behind in a list
    previous,            ///< previous, preceding: the one in front of it
    behind,              ///< after, below: "the one after it"
    ahead,               ///< before, above: "the one before it"
    plural,              ///< these, them: several things
    everything,          ///< everything: all there is
    setting_apart,       ///< except, besides, apart: what follows is left out
    choosing,            ///< or: one of several
    both,                ///< both: exactly two
    every,               ///< all, each: the whole of a list
    describing,          ///< with, for, that, called: goes on to describe the noun before it
    excluding,           ///< not, except: what follows is not meant
    instead,             ///< but, rather: what follows is meant
    recently,            ///< just: what follows happened a moment ago
    made,                ///< created, booked: how a thing came to be
    identifying,         ///< key, email: an attribute by which people call its owner
    common,              ///< general, random: a word of any sentence that may be a name, too
    asking,              ///< how, when, where: begins a question
    greeting,            ///< hello, thanks: means nothing by itself
    impersonal,          ///< raining, late: "it" before it stands for nothing
    person_pronoun,      ///< he, her: stands for a person
    from_bound,          ///< over, above: what follows is the least
    to_bound,            ///< under, below: what follows is the most
    origin,              ///< by, of: whose the thing before it is
    asking_person,       ///< who: asks for somebody
    free_choice,         ///< any, whichever: all that are as it is said
    turning,             ///< mark, set: what becomes of the things follows them
    timing,              ///< schedule, postpone: when it shall be follows the things
    title,               ///< dr, mrs: stands before the name of somebody
    adding,              ///< also, too: comes on top of what was said
    rest,                ///< rest, others: what is left of a set
    permitting,          ///< can, may: what is allowed there
    choosing_person,     ///< whose, anybody: asks for one of several
    assent,              ///< yes, great: agrees to what was said
    sized,               ///< biggest, longest: by whatever amount there is
    restricting,         ///< only: nothing but what follows
    between,             ///< between: a range follows
    breaking_off,        ///< hang, forget: "hang on", "forget it"
    person,              ///< customer, nurse: somebody
    he_or_she,           ///< he, her: stands for one person, and for no firm as "they" may
    owning,              ///< with, has: what follows is something that a thing has
    lasting,             ///< still, already: how long it has been so
    owner_pronoun,       ///< his, their: what follows belongs to somebody who was named
    telling,             ///< ask, remind: what follows is somebody, then what that is about
    comparing,           ///< than: behind a comparative, what is compared with follows
    absent,              ///< missing, none: as a value, that a thing does not have it
    count_
};

/// The end of a scale that an adjective names.
enum class direction : std::uint8_t { lowest, highest };

/// How far an adjective goes: cheap, cheaper, cheapest.
enum class degree : std::uint8_t { plain, comparative, superlative };

/// How the kind that a word names is related to another kind, weakest first.
enum class kinship : std::uint8_t { none, cue, narrower, broader, synonym, same };

}  // namespace workmem::text
