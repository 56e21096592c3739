#!/usr/bin/env python3
"""Generates reference-resolution cases that recorded dialogues hardly hold: ordinals, positions,
superlatives, attribute values, "the other one", references to nothing. Only the sentences are
generated (reference_wordings.py); the tool results and their ids are those of the evaluation data.
Formats and protocol are those of that data too, so its score.py takes the output as it is.

    WORKMEM_EVAL_DIR=... benchmarks/quality/generate_references.py OUTPUT_FOLDER

Written without knowledge of the resolver. A case is kept only if its answer is certain: values
fit one item of the whole dialogue, extremes have no tie, and a list in which "second" could also
mean "second in time" is referred to by number only. Deterministic: the seed is fixed.
"""
import collections
import json
import os
import random
import re
import sys

import reference_wordings as en
from reference_case import Case, Skip, need, nth, read, spoken

SEED = 20190301


# Each of these builds one case on a recorded list and returns what is meant, None for nothing.

def number(case, k, by_order, typed=False):
    phrase = case.pick(en.BY_ORDER if by_order else en.BY_NUMBER, typed)
    case.ask(case.fill(phrase, o=en.ORDINALS[k], d=nth(k + 1), w=en.WORDS[k], k=k + 1))


def ordinal(case):
    found, switched = case.found, case.chance(0.25)
    need(len(found.ids) >= 3)
    case.before(0 if switched else 0.35)
    case.listing(found)
    if switched:  # another list was shown since, so that only the type says which is meant
        case.after()
    k = case.rng.randrange(len(found.ids))
    number(case, k, found.positional() and case.chance(0.6), switched)
    return found, k


def last(case):
    need(case.found.positional() and len(case.found.ids) >= 3)
    case.before()
    case.listing(case.found)
    case.ask(case.fill(case.pick(en.LAST)))
    return case.found, len(case.found.ids) - 1


def neighbour(case, i, step):
    """The one after or before item i, which is talked about."""
    found, name = case.found, case.found.label(i)
    if case.chance(0.5):
        case.offer(found, i, listed=True)
    else:
        case.listing(found)
        case.user(case.rng.choice((f"Tell me more about {name}.", f"What about {name}?")))
        case.say(case.rng.choice((f"{name} is quite popular.", f"Many people choose {name}.")),
                 found, [i], "INFORM")
    case.ask(case.fill(case.pick(en.AFTER if step > 0 else en.BEFORE), a=name))


def position(case):
    found = case.found
    n, form = len(found.ids), case.rng.choice((1, 1, -1, 0))
    need(found.positional() and n >= 3)
    case.before()
    if form:
        i = case.rng.randrange(max(0, -form), n - max(0, form))
        neighbour(case, i, form)
        return found, i + form
    case.listing(found)
    case.ask(case.fill(case.pick(en.BEFORE_LAST)))
    return found, n - 2


def former_latter(case):
    case.before()
    a, b = case.pair()
    former = case.chance(0.5)
    case.ask(case.fill(case.pick(en.TWO), o="former" if former else "latter"))
    return case.found, a if former else b


def extreme(case, role, end, typed=False):
    adjectives, others = en.EXTREMES[role, end]
    phrase = case.pick(en.EXTREME_FORMS + others, typed)
    case.ask(case.fill(phrase, x=case.pick(adjectives.split()).replace("_", " ")))


def superlative(case):
    found, switched = case.found, case.chance(0.25)
    role, end = case.pick(list(en.EXTREMES))
    values = found.values(role)
    need(len(values) >= 2 and values.count(end(values)) == 1)
    case.before(0 if switched else 0.35)
    case.listing(found, role if case.chance(0.5) else None)
    if switched:
        case.after()
    extreme(case, role, end, switched)
    return found, values.index(end(values))


def comparative(case):
    role, end = case.pick(list(en.COMPARATIVES))
    case.before()
    # Without the values in the sentence, "earlier" could mean "named earlier".
    pair = case.pair(role if role in ("time", "departure", "date") or case.chance(0.5) else None)
    values = case.found.values(role, pair)
    need(values[0] != values[1])
    adjective = case.pick(en.COMPARATIVES[role, end].split()).replace("_", " ")
    case.ask(case.fill(case.pick(en.COMPARATIVE_FORMS), x=adjective))
    return case.found, pair[values.index(end(values))]


def described(case, role, value, typed=False):
    """The user's words for a value."""
    said = spoken(value, case.rng.randrange(6))
    if role == "rating":
        said = f"{float(value):g}"
    forms = en.VALUES["style" if role == "sort" and case.found.kind == "event" else role]
    case.ask(case.fill(case.pick(forms, typed), v=said.lower() if forms[0] == "the {v}" else said))


def chosen_value(case, found, i):
    """A field of the item that people refer by: its role and what they would say."""
    field = case.rng.choice([f for f in found.items[i] if en.ROLES.get(f) in en.VALUES])
    role, value = en.ROLES[field], found.items[i][field]
    if role == "street":
        street = re.fullmatch(r"\d+ ([A-Z][a-z]+( [A-Z][a-z]+)*)", value)
        need(street)
        value = street[1]
    need(found.kind not in value.lower())
    return role, value


def attribute_value(case):
    found, alone = case.found, case.chance(0.3)
    i = case.rng.randrange(len(found.ids))
    role, value = chosen_value(case, found, i)
    need(alone == (role == "city" or len(found.ids) == 1))
    if alone:  # "the one in Oakland", when the rest was searched elsewhere
        case.search(found)
        case.offer(found, i)
        case.after()
    else:
        case.before()
        case.listing(found)
    need(case.holders(role, value) == {found.ids[i]} and value not in found.label(i))
    described(case, role, value)
    return found, i


def other(case):
    case.before()
    a, b = case.pair()
    name = case.found.label(a)
    if case.chance(0.5):
        case.user(case.rng.choice((f"Tell me more about {name}.", f"I think {name}.")))
        case.say(f"Many people choose {name}.", case.found, [a], "INFORM")
        case.tell(case.fill(case.pick(en.OTHER)))
    else:
        case.tell(case.pick(en.NOT_A).format(a=name))
    return case.found, b


def back_by_type(case):
    found = case.found
    i = case.rng.randrange(len(found.ids))
    case.search(found)
    case.offer(found, i)
    if case.chance(0.5):
        case.user(f"I like {found.label(i)}, please remember it.")
        case.say("Noted.")
    case.after()
    case.tell(case.fill(case.pick(en.BACK)))
    return found, i


def just_made(case, earlier):
    booking = case.found
    order, things, verbs = en.BOOKINGS[booking.tool]
    if earlier:
        case.search(earlier)
        case.offer(earlier, earlier.ids.index(booking.ids[0]))
    case.user(order.format_map(booking.words(0)))
    case.result(booking)
    verb = case.pick(verbs)
    case.say(case.rng.choice((f"Done, it's {verb}.", "All set.", f"That's {verb} for you.")),
             booking, [0], "DONE")
    case.after()
    phrase = case.pick(en.JUST).format(t=case.rng.choice(things), v=verb)
    case.tell(case.pick(en.JUST_FRAMES).format(ref=phrase))
    return booking, 0


def partial_name(case):
    found, switched = case.found, case.chance(0.25)
    i = case.rng.randrange(len(found.ids))
    case.before(0 if switched else 0.35)
    case.listing(found)
    if switched:
        case.after()
    name = found.words(i).get("name", "")
    need(found.kind in ("car", "date") or found.label(i) == name)
    words = re.findall(r"[^\W\d_][\w'&]{3,}", name)
    parts = [w for w in words if w.lower() not in en.COMMON and w != name
             and found.kind not in w.lower() and case.holders("name", w) == {found.ids[i]}]
    need(parts)
    case.ask(case.fill(case.pick(en.PART), p=max(parts, key=len)))
    return found, i


def beyond_the_list(case):
    n, typed = len(case.found.ids), case.chance(0.3)
    need(2 <= n <= 7)
    case.before(1 if typed else 0)
    case.listing(case.found)
    number(case, n + case.rng.randrange(4), case.found.positional() and case.chance(0.7), typed)


def beyond_the_end(case):
    need(case.found.positional() and len(case.found.ids) >= 2)
    case.search(case.found)
    after = case.chance(0.5)
    neighbour(case, len(case.found.ids) - 1 if after else 0, 1 if after else -1)


def type_never_seen(case):
    case.before()
    case.listing(case.found)
    groups = {found.group for found in case.searches}
    case.tell(case.pick([text for text, near in en.NEVER.items() if not groups & {*near.split()}]))


def nothing_yet(case, empty=None):
    if empty:
        case.search(empty)
        case.say("Sorry, nothing was found.")
    elif case.chance(0.5):
        case.user(case.rng.choice(("Hi!", "Hello there.", "Good morning.", "I need your help.")))
        case.say(case.rng.choice(("Hello, what can I do for you?", "Hi! How can I help you?")))
    case.tell(case.pick(en.OPENINGS).format(ref=case.pick(en.NOTHING_YET)))


def value_nobody_has(case):
    found = case.found
    peers = [f for f in case.pool if f.kind == found.kind and f is not found]
    need(peers and len(found.ids) > 1)
    peer = case.rng.choice(peers)
    role, value = chosen_value(case, peer, case.rng.randrange(len(peer.ids)))
    case.before(0.2)
    case.listing(found)
    need(not case.holders(role, value) and any(en.ROLES.get(f) == role for f in found.items[0]))
    if role not in ("price", "rating", "year", "time", "departure", "date"):
        need(not any(case.holders(role, w) for w in re.findall(r"\w{4,}", value)))
    described(case, role, value)


def no_two_named(case):
    need(len(case.found.ids) != 2)
    case.search(case.found)
    case.offer(case.found, case.rng.randrange(len(case.found.ids)))
    case.ask(case.fill(case.pick(en.TWO), o=case.pick(("former", "latter"))))


def nothing_made(case):
    case.before()
    case.offer(case.found, case.rng.randrange(len(case.found.ids)))
    case.user(case.rng.choice(("I'm not sure yet.", "Let me think about it.", "Not now.")))
    case.say(case.rng.choice(("No problem.", "Take your time.", "Of course.")))
    phrase = case.pick(en.JUST).format(t=en.KINDS[case.found.kind].nouns[0],
                                       v=case.pick(("booked", "reserved")))
    case.tell(case.pick(en.JUST_FRAMES).format(ref=phrase))


def attribute_unknown(case):
    role, end = case.pick([key for key in en.EXTREMES if key[0] in en.WITHOUT])
    need(case.found.kind in en.WITHOUT[role] and len(case.found.ids) > 1)
    case.search(case.found)
    case.listing(case.found)
    extreme(case, role, end)


COUNTS = {ordinal: 84, last: 42, position: 60, former_latter: 50, superlative: 96, comparative: 52,
          attribute_value: 96, other: 50, back_by_type: 50, just_made: 48, partial_name: 52,
          beyond_the_list: 36, beyond_the_end: 12, type_never_seen: 36, nothing_yet: 26,
          value_nobody_has: 32, no_two_named: 16, nothing_made: 12, attribute_unknown: 12}


def generate(rng, lists, bookings, empty):
    """The services take turns as far as they have what a phenomenon needs."""
    used = collections.Counter()
    for build, count in COUNTS.items():
        material = [(found,) for found in lists]
        if build is just_made:
            material = bookings
        tools = collections.defaultdict(list)
        for row in material:
            tools[row[0].event["service"], row[0].tool].append(row)
        turns, tries, taken = collections.Counter(), collections.Counter(), set()
        while sum(turns.values()) < count:
            tool = min(tools, key=lambda t: (turns[t] + tries[t] // 60, rng.random()))
            row = rng.choice(tools[tool])
            case = Case(rng, lists, used, row[0])
            tries[tool] += 1
            try:
                need(id(row[0]) not in taken)
                extra = list(row[1:])
                if build is nothing_yet and case.chance(0.4):
                    extra = [rng.choice(empty)]
                expected = build(case, *extra)
                if expected:
                    case.difficulty(expected[0].ids[expected[1]])
            except Skip:
                continue
            turns[tool] += 1
            taken.add(id(row[0]))
            yield build.__name__, case, expected


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = os.environ.get("WORKMEM_EVAL_DIR") or sys.exit("WORKMEM_EVAL_DIR is not set")
    material = read(os.path.join(folder, "references", "dialogues.jsonl.gz"))
    os.makedirs(sys.argv[1], exist_ok=True)
    outputs = [open(os.path.join(sys.argv[1], name), "w", encoding="utf-8")
               for name in ("dialogues.jsonl", "gold.jsonl")]
    cases = generate(random.Random(SEED), *material)
    for n, (phenomenon, case, expected) in enumerate(cases, 1):
        name = f"generated_{n:05d}"
        services = list(dict.fromkeys(found.event["service"] for found in case.searches))
        lines = ({"dialogue": name, "services": services, "events": case.events},
                 case.gold(name, phenomenon.replace("_", " "), expected))
        for output, line in zip(outputs, lines):
            output.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    for output in outputs:
        output.close()


if __name__ == "__main__":
    main()
