"""What generate_references.py builds its cases of: recorded tool results, and dialogues."""
import gzip
import json
import re

import reference_wordings as en


class Skip(Exception):
    """The material at hand does not allow a certain answer."""


def need(condition):
    if not condition:
        raise Skip


def nth(n):
    return f"{n}" + {1: "st", 2: "nd", 3: "rd"}.get(n, "th")  # no list or date here reaches 21


def spoken(value, style=0):
    """Times and dates as people say them; other values as they are."""
    if re.fullmatch(r"\d\d:\d\d", value):
        hour, minute = int(value[:2]), value[3:]
        short = f"{(hour + 11) % 12 + 1}" + (f":{minute}" if minute != "00" else "")
        half = "am" if hour % 24 < 12 else "pm"
        return (f"{short} {half}", f"{short}{half}", value)[style % 3]
    if re.fullmatch(r"2019-03-\d\d", value):
        day = nth(int(value[8:]))
        return (f"March {day}", f"{day} March", f"the {day} of March")[style % 3]
    return value[:-1] if re.fullmatch(r"\d\.\d0", value) else value


def sentence(text):
    return text[0].upper() + re.sub(r"([.!])\.", r"\1", text[1:])


class Found:
    """A recorded tool result."""

    def __init__(self, event):
        self.event, self.tool = event, event["tool"]
        self.items, self.ids = event["result"], event["ids"]
        self.prefix = self.ids[0].partition("#")[0] if self.ids else ""
        clues = [self.tool] + (list(self.items[0]) if self.items else [])
        # what books a restaurant also returns names, but is not a search
        searched = self.tool not in en.BOOKINGS
        self.kind = next((en.SEARCHES[c] for c in clues if searched and c in en.SEARCHES), None)
        self.group = en.GROUPS.get(self.kind or self.prefix, self.kind or self.prefix)

    def words(self, i):
        """What can be said about an item: its fields, under names that all services share."""
        item = self.items[i] if self.items else {}
        words = {k: spoken(v) for k, v in {**self.event["arguments"], **item}.items()}
        for alias, fields in en.ALIASES.items():
            for field in fields.split():
                if field in words:
                    words.setdefault(alias, words[field])
        return words

    def label(self, i):
        labels = [en.KINDS[self.kind].label.format_map(self.words(k)) for k in range(len(self.ids))]
        need(labels.count(labels[i]) == 1)
        return labels[i]

    def values(self, role, chosen=None):
        """Comparable values of the items, provided that "latest" and the like have one reading."""
        fields = [f for f in self.items[0] if en.ROLES.get(f) == role]
        need(len(fields) == 1)
        items = [self.items[i] for i in chosen] if chosen else self.items
        if role in ("time", "departure"):  # the day comes first; a round trip departs twice
            need(len({tuple(v for f, v in item.items() if "date" in f) for item in items}) == 1)
            need("inbound_departure_time" not in items[0])
        text = role in ("time", "departure", "date")
        return [item[fields[0]] if text else float(item[fields[0]]) for item in items]

    def positional(self):
        """True when "the second" cannot be taken for "the second in time"."""
        return len({tuple(v for f, v in item.items() if en.ROLES.get(f) in
                          ("time", "departure", "date", "year")) for item in self.items}) == 1


def read(path):
    """Lists of things, bookings with the search before them, and empty results."""
    lists, bookings, empty = [], [], []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            dialogue = json.loads(line)
            seen = []
            for event in dialogue["events"]:
                if event["kind"] != "tool_result":
                    continue
                found = Found(event)
                if found.tool in en.BOOKINGS and len(found.ids) == 1:
                    before = next((f for f in reversed(seen) if found.ids[0] in f.ids), None)
                    if before or found.tool in en.DIRECT:
                        bookings.append((found, before))
                elif found.kind and found.ids:
                    seen.append(found)
                    lists.append(found)
                elif found.kind:
                    empty.append(found)
    return lists, bookings, empty


class Case:
    """One dialogue with one query at its end."""

    def __init__(self, rng, pool, used, found):
        self.rng, self.pool, self.used, self.found = rng, pool, used, found
        self.events, self.searches, self.named, self.reference = [], [], [], ""

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, options, typed=False):
        """The wording used least so far; typed: only those which say the type."""
        options = [o for o in options if not typed or "{noun}" in o]
        option = min(options, key=lambda o: (self.used[o], self.rng.random()))
        self.used[option] += 1
        return option

    def user(self, text):
        text = re.sub(r"\b([Aa]) (?=[AEIO])", r"\1n ", sentence(text))
        self.events.append({"kind": "user", "text": text})

    def say(self, text, found=None, indices=(), act="OFFER"):
        ids = [found.ids[i] for i in indices]
        self.named += [(len(self.events), x) for x in ids]
        self.events.append({"kind": "system", "text": sentence(text),
                            "mentions": [{"id": x, "act": act} for x in ids]})

    def result(self, found):
        self.searches.append(found)
        self.events.append(found.event)

    def search(self, found, lead=""):
        """Asks only for what holds for all results."""
        rows = [found.words(i) for i in range(len(found.ids) or 1)]
        requests = [r for r in en.KINDS[found.kind].requests if all(
            word in rows[0] and len({row.get(word) for row in rows}) == 1
            for word in re.findall(r"{(\w+)}", r))]
        need(requests)
        self.user(lead + sentence(self.rng.choice(requests).format_map(rows[0])))
        self.result(found)

    def counted(self, found):
        noun = en.KINDS[found.kind].nouns[0]
        return f"{len(found.ids)} {noun}" + ("es" if noun == "bus" else "s")

    def detailed(self, found, i, role):
        name, words = found.label(i), found.words(i)
        if not role:
            return name
        value = next((words[f] for f in found.items[i] if en.ROLES.get(f) == role), "")
        return name if not value or value in name else name + en.DETAILS[role].format(value)

    def listing(self, found, role=None):
        """All names (with the values of a role), or a list on the screen with its first or none."""
        n, counted = len(found.ids), self.counted(found)
        if n == 1:
            return self.offer(found, 0)
        if n <= 5 and self.chance(0.6):
            names = [self.detailed(found, i, role) for i in range(n)]
            several = ", ".join(names[:-1])
            self.say(self.rng.choice((
                f"I found {counted}: {several} and {names[-1]}.",
                f"You could choose from {several} or {names[-1]}.",
                "Here they are: " + ", ".join(f"{i}. {x}" for i, x in enumerate(names, 1)) + ".",
                f"{several} and {names[-1]} are available.")), found, range(n))
        elif self.chance(0.5):
            self.say(self.rng.choice((f"I found {counted} and put the list on your screen.",
                                      f"I have {counted} for you, you should see the list now.",
                                      f"Here is the list with {counted}.")))
        else:
            self.say(self.rng.choice((
                f"I found {counted}, the list is on your screen. At the top is {found.label(0)}.",
                f"I sent you a list with {counted}, starting with {found.label(0)}.")), found, [0])

    def offer(self, found, i, listed=False):
        name = found.label(i)
        intro = ""
        if listed or len(found.ids) > 1 and self.chance(0.5):
            intro = self.rng.choice(("I've listed {} for you. ", "The list has {}. ",
                                     "You can see {} on your screen. ")).format(self.counted(found))
        self.say(intro + sentence(self.rng.choice((
            f"How about {name}?", f"I'd suggest {name}.", f"{name} looks like a good match.",
            f"Would you like {name}?"))), found, [i])

    def pair(self, role=None):
        """Exactly two are named, in any order."""
        need(len(set(self.found.ids)) >= 2)
        a, b = self.rng.sample(range(len(self.found.ids)), 2)
        x, y = (self.detailed(self.found, i, role) for i in (a, b))
        self.say(self.rng.choice((f"Would you prefer {x} or {y}?", f"I can offer {x} and {y}.",
                                  f"There's {x}, or {y} if you like that better.",
                                  f"How about {x} or {y}?")), self.found, [a, b])
        return a, b

    def aside(self, lead="", whole=False):
        """A search for something of another group, of which one or the whole list is shown."""
        other = self.rng.choice(self.pool)
        known = self.searches + [self.found]
        need(other.group not in {f.group for f in known})
        need(other.prefix not in {f.prefix for f in known})
        self.search(other, lead)
        if whole:
            self.listing(other)
        else:
            self.offer(other, self.rng.randrange(len(other.ids)))

    def before(self, chance=0.35):
        """The search of the case; sometimes something else was talked about first."""
        if not self.chance(chance):
            return self.search(self.found)
        self.aside()
        self.search(self.found, self.rng.choice((
            "Good to know. Now something else. ", "All right. ", "I'll keep that in mind. ")))

    def after(self):
        self.aside(self.rng.choice(("Okay. Before I decide: ", "Got it. ", "I'll think about it. ",
                                    "Thanks, one moment. ")), self.chance(0.3))

    def holders(self, role, value):
        """The ids of all things of the dialogue which have the value or only seem to."""
        ids = set()
        for found in self.searches:
            for x, item in zip(found.ids, found.items):
                for field, own in item.items():
                    if role in ("price", "rating", "year"):
                        hit = en.ROLES.get(field) == role and float(own) == float(value)
                    else:
                        hit = value.lower() in own.lower()
                    ids |= {x} if hit else set()
        return ids

    def fill(self, phrase, **words):
        return phrase.format(noun=self.rng.choice(en.KINDS[self.found.kind].nouns), **words)

    def ask(self, reference):
        frames = en.FRAMES + en.KINDS[self.found.kind].frames * 2
        self.tell(self.rng.choice(frames).format(ref=reference))

    def tell(self, reference):
        self.reference = sentence(reference)
        utterance = (self.rng.choice(en.LEADS) + " " if self.chance(0.3) else "") + self.reference
        self.user(utterance)
        self.events[-1]["text"] = utterance
        self.events.append({"kind": "query", "query": 0, "reference": self.reference,
                            "utterance": utterance})

    def difficulty(self, wanted):
        """The labels of the evaluation data. What was named last would be too easy."""
        turns = [turn for turn, x in self.named if x == wanted]
        if not turns:
            return "description"
        later = [x for turn, x in self.named if turn > turns[-1]]
        if later:
            same = any(x.partition("#")[0] == wanted.partition("#")[0] for x in later)
            return "back" if same else "type_switch"
        need(any(turn == turns[-1] and x != wanted for turn, x in self.named))
        return "choice"

    def gold(self, dialogue, phenomenon, expected):
        head = {"dialogue": dialogue, "stratum": "generated", "query": 0}
        tail = {"source": "generated: " + phenomenon, "reference": self.reference}
        if expected is None:
            return {**head, "ids": [], "category": "none", "acts": ["none"], **tail}
        found, i = expected
        returned = {x for f in self.searches for x in f.ids}
        prefixes = [x.partition("#")[0] for x in returned]
        return {**head, "ids": [found.ids[i]],
                "where": [[e, k] for e, event in enumerate(self.events)
                          for k, x in enumerate(event.get("ids", ())) if x == found.ids[i]],
                "name": found.label(i) if found.kind else found.words(i).get("name", found.ids[i]),
                "service": found.event["service"], "category": phenomenon, "acts": ["select"],
                "difficulty": self.difficulty(found.ids[i]),
                "candidates": len(returned), "same_type": prefixes.count(found.prefix),
                "types": len(set(prefixes)), **tail}
