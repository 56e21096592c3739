"""members.py INCLUDE USES: every public member of a memory is called by the files in the folder USES, which link
against the library."""

import pathlib
import re
import sys

headers = """
    entity/window.hpp entity/basic_entity_memory.hpp bounded/bounded_store.hpp long_term/long_term_store.hpp
    session/session.hpp session/session_store.hpp task/task_memory.hpp task/operations.hpp task/reading.hpp
    task/task_handle.hpp task/task_store.hpp agent/agent_memory.hpp keyed/scopes.hpp journal/recorded_memory.hpp
""".split()
# Needs <workmem/templates.hpp>, or an engine for files; or is called without its name.
elsewhere = {"state_at", "try_state_at", "open", "try_open", "begin", "end", "bool"}


def public_members(text):
    """Functions declared in the public parts of classes that stand in the first column."""
    found, classes, is_public = set(), set(), False
    for line in text.splitlines():
        if begun := re.match(r"(class|struct) (\w+)[^;]*$", line):
            classes.add(begun[2])
            is_public = begun[1] == "struct"
        elif re.match(r"\s*(public|protected|private):", line):
            is_public = "public:" in line
        elif line == "};":
            is_public = False
        elif is_public and (name := re.match(r"    (?! |return|if|for|while|static_assert|requires|throw)"
                                             r"[\w:<>,&*\[\] ]*?[\w>&*\]] [&*]?(\w+)\(", line)):
            found.add(name[1])
    return found - classes


folder = pathlib.Path(sys.argv[1]) / "workmem"
called = set()
for each in pathlib.Path(sys.argv[2]).glob("*.?pp"):
    called |= set(re.findall(r"(?:\.|::)(\w+)\(", each.read_text()))
missing = 0
for header in headers:
    members = public_members((folder / header).read_text())
    assert members, f"no member in {header}"
    for name in sorted(members - called - elsewhere):
        print(f"nothing calls {name} of {header}")
        missing += 1
sys.exit(1 if missing else 0)
