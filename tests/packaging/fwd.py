"""fwd.py INCLUDE: every name that headers define in namespace workmem stands in fwd.hpp, or in the list below of what
memories are made of; and those that <workmem/workmem.hpp> brings are exported by the module."""

import pathlib
import re
import sys

# Parts of memories: nobody declares them ahead.
inner = set("""
    from_factory_t bounded_document bounded_state without_item context_cache intake session_document
    entity_window_state delivery pending_notice held_memory memory_ids session_state sweep_schedule session_agenda
    sweep_place long_term_state task_state task_operations task_reading task_work piece_reader rank_table
    answer_of recorded_decisions recorded_memory replayed replica verb_kind verdict
    bounded_state_policies bounded_state_policies_of entity_state_policies entity_state_policies_of
    long_term_state_policies long_term_state_policies_of session_state_policies session_state_policies_of
    audit_ring item_range entry_range task_range promotion_access_counts milliseconds timestamp
    attribute_list message_part
""".split())
# What a conversation is brought by: functions that nobody finds by their arguments in a module.
functions = ("messages/listen.hpp", "messages/message_like.hpp", "messages/read_message.hpp")
rooms = ("value", "time", "ids", "tokens", "metrics", "observer", "messages", "entity", "bounded", "long_term", "session",
         "task", "agent", "keyed", "resolution", "extraction", "journal", "secrets", "tools", "mcp", "view")


def defined(text):
    """Names of types directly in namespace workmem: of all our code only they begin in the first column there."""
    outer = re.search(r"^namespace workmem \{\n(.*?)^\}  // namespace workmem\n", text, re.M | re.S)
    body = outer.group(1) if outer else ""
    body = re.sub(r"^(?:inline )?namespace ([\w:]+) \{.*?^\}  // namespace \1\n", "", body, flags=re.M | re.S)
    return re.findall(r"^(?:struct|class|enum class|using) (\w+)\b(?!::|[^{;=]*;)", body, re.M)


def included(header, known):
    """All headers that one includes."""
    if header in known or not header.exists():
        return known
    known.add(header)
    for name in re.findall(r"^#include <workmem/(\S+\.hpp)>", header.read_text(), re.M):
        included(folder / name, known)
    return known


def aliases(header):
    """Aliases of memories, which name no policy."""
    text = (folder / header).read_text()
    return [name for name, of in re.findall(r"^using (\w+) =\s*(\w+)", text, re.M) if of.startswith("basic_") and
            re.search(r"_(memory|store|session|window)$", name)]


def documented_functions(header):
    """Those directly in namespace workmem that say what they do."""
    found = re.findall(r"^///.*\n(?:(?:template|requires).*\n)*(?:\[\[nodiscard\]\] )?[\w:<>,&* \n]*?(\w+)\(",
                       (folder / header).read_text(), re.M)
    assert found, f"no function in {header}"
    return found


folder = pathlib.Path(sys.argv[1]) / "workmem"
# What threads share is ahead of nothing but <shared_mutex>.
listed = set(re.findall(r"\w+", (folder / "fwd.hpp").read_text() + (folder / "shared.hpp").read_text()))
headers = [*folder.glob("*.hpp"), *(header for room in rooms for header in (folder / room).rglob("*.hpp"))]
found = {name: header for header in headers if header.name != "fwd.hpp" for name in defined(header.read_text())}
missing = sorted(name for name in found if name not in listed and name not in inner)
unknown = sorted(inner - found.keys())
for name in missing:
    print(f"fwd.hpp does not declare {name} of {found[name].relative_to(folder)}")
for name in unknown:
    print(f"{name} is no longer defined: take it out of the list in fwd.py")
exported = set(re.findall(r"using workmem::(\w+);", (folder / "workmem.cppm").read_text()))
brought = included(folder / "workmem.cppm", set())
public = {name: header for name, header in found.items() if header in brought and name not in inner}
public |= {name: folder / "fwd.hpp" for name in aliases("fwd.hpp")}
public |= {name: folder / header for header in functions for name in documented_functions(header)}
hidden = sorted(public.keys() - exported)
for name in hidden:
    print(f"workmem.cppm does not export {name} of {public[name].relative_to(folder)}")
sys.exit(1 if missing or unknown or hidden or len(found) < 100 else 0)
