"""twins.py INCLUDE: what a memory's throwing verb takes, its `try_` twin takes, too: programs without exceptions have
no other."""

import pathlib
import re
import sys

headers = """agent/agent_memory bounded/bounded_store entity/basic_entity_memory entity/window session/session
    session/session_store long_term/long_term_store task/operations task/task_memory task/task_handle task/task_store
    task/reading""".split()
# Those that throw nothing by themselves, or are another thing than what has that name.
others = {
    "agent/agent_memory open", "bounded/bounded_store summarize", "session/session_store health",
    "session/session_store sweep", "task/task_store create",
}


def matched(text, at):
    """What stands before the parenthesis that closes the one before `at`."""
    depth, end = 1, at
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[at:end - 1]


def types_of(parameters):
    """Without names and defaults."""
    parts, depth = [""], 0
    for c in parameters:
        depth += (c in "<({") - (c in ">)}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    plain = [" ".join(re.sub(r"=.*", "", each, flags=re.S).split()) for each in parts if each.strip()]
    return tuple(re.sub(r"(?<=[ &*>])\w+$", "", each).strip() for each in plain)


folder = pathlib.Path(sys.argv[1]) / "workmem"
problems, compared = [], 0
for header in headers:
    text = re.sub(r"//.*", "", (folder / f"{header}.hpp").read_text())
    found = {}
    for call in re.finditer(r"(?<![\w.>:])(\w+)\(", text):
        before = text[text.rfind("\n", 0, call.start()) + 1:call.start()]
        if re.match(r"    (?! )(?:\[\[nodiscard\]\] )?(?:static )?[\w:<>,&* ]+ $", before):
            found.setdefault(call[1], set()).add(types_of(matched(text, call.end())))
    for name, takes in found.items():
        twin = found.get("try_" + name)
        if twin is None or f"{header} {name}" in others:
            continue
        compared += len(takes)
        problems += [f"{header}.hpp: {name}({', '.join(each)}) has no twin try_{name}" for each in takes - twin]
assert compared > 100, f"only {compared} verbs were found"
sys.exit("\n".join(problems) or 0)
