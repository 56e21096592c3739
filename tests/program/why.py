"""why.py PROGRAM: what `workmem why` says that a reference meant, and what became of a thing; nothing is changed by it."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / "companion"))
from support import user as new_user

program = str(pathlib.Path(sys.argv[1]).resolve())


def run(status, *arguments, cwd=None, given=""):
    done = subprocess.run([program, *arguments], input=given, capture_output=True, text=True, encoding="utf-8", timeout=60, cwd=cwd)
    said = done.stdout + done.stderr
    assert done.returncode == status, (arguments, done.returncode, said)
    assert "\x1b" not in said, said
    return said


def serve(folder, store, *calls):
    """A session of a client in a project, and its answers."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    asked = [{"id": 0, "method": "initialize", "params": hello}]
    asked += [{"id": id, "method": "tools/call", "params": {"name": name, "arguments": call}} for id, (name, call) in enumerate(calls, 1)]
    said = run(0, "mcp", "--store", store, "--tools", "all", cwd=folder, given="".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in asked))
    return [json.loads(line)["result"] for line in said.splitlines() if '"id":0' not in line]


def lines(status, *arguments):
    """What stands behind each label."""
    said = run(status, "why", *arguments)
    return {line[:9].strip(): line[9:] for line in said.splitlines()}


def pages(*names):
    return [{"id": id, "title": name} for id, name in enumerate(names, 1)]


def make(folder, store):
    serve(folder, store,
          ("memory_observe", {"session_id": "old", "tool": "list_orders", "result": [{"id": "o-1", "title": "Shoes"}, {"id": "o-2", "title": "Hat"}]}))
    done = serve(folder, store,
                 ("memory_observe", {"session_id": "new", "tool": "list_pages", "result": pages("Home\x1b[31m", "About", "Pricing")}),
                 ("memory_observe", {"session_id": "new", "tool": "delete_page", "arguments": {"id": 3}, "result": {"ok": True}}),
                 ("memory_remember", {"session_id": "new", "content": "Paris", "key": "city"}),
                 ("memory_remember", {"session_id": "new", "content": "London", "key": "city", "pin": True}),
                 ("memory_plan", {"session_id": "new", "add": ["Ship it"]}))
    assert not any(each.get("isError") for each in done), done


def a_reference_is_explained(store):
    second = lines(0, store, "the second one", "--at", "1")
    assert re.fullmatch(r'page "About" \(2\), \d+ % sure, in "agent/[^"]+/new" after change 1, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d', second["means"]), second
    assert second["because"] == '1 of 3 pages: "second" in the list', second
    assert re.search(r'page "Home\\u001b\[31m" \(1\), \d+ %: ', second["instead"]) and second["instead"].endswith("; less likely than the answer"), second
    assert second["known"].startswith('3 things, newest page "Home\\u001b[31m" (1), ') and second["known"].endswith("; 0 notes"), second
    assert second["gone"] == "nothing", second
    invoice = lines(1, store, "cancel the invoice")
    assert invoice["means"].startswith("nothing that was known, in ") and "/new\" after change 4" in invoice["means"], invoice
    assert invoice["because"] == 'Could not resolve "cancel the invoice" to anything in memory', invoice
    assert '2 things, newest ' in invoice["known"] and '; 1 note, newest "London"' in invoice["known"], invoice
    assert re.fullmatch(r'2 things, last: "Paris" \(note [0-9a-z]{8}\), superseded \(change 4\); page "Pricing" \(3\), removed \(change 2\)', invoice["gone"]), invoice
    # Another conversation, by how its name ends.
    old = lines(0, store, "the second one", "--agent", "old")
    assert old["means"].startswith('order "Hat" (o-2), '), old
    assert lines(1, store, "that page", "--at", "2000-01-01", "--agent", "new")["known"] == "0 things; 0 notes"
    hostile = lines(1, store, "the \x1b[2Jinvoice")
    assert "\\u001b[2Jinvoice" in hostile["because"], hostile


def a_thing_is_there_or_gone(store):
    gone = lines(0, store, "Pricing")
    assert gone["thing"].startswith('page "Pricing" (3), in "agent/'), gone
    assert re.fullmatch(r'by change 2, [-0-9]+ [0-9:]+: removed page "Pricing" \(3\)', gone["gone"]), gone
    assert re.match(r'by change 1, [-0-9]+ [0-9:]+: saw page "Home', gone["came"]), gone
    assert gone["changes"].startswith("2 speak of it"), gone
    # Before it left.
    there = lines(0, store, "Pricing", "--at", "1", "--agent", "new")
    assert there["there"].startswith("3 of 3 things, newest first; it goes when "), there
    assert lines(0, store, "o-1")["there"].startswith("1 of 2 things"), store
    city = lines(0, store, "city")
    assert city["thing"].startswith('"Paris" (note ') and "replaced" in city["gone"] and '"London" (note ' in city["also"], city
    assert lines(0, store, "--thing", "lond")["there"] == "pinned: it is never evicted"
    task = lines(0, store, "ship it")
    assert task["thing"].startswith('"Ship it" (task ') and task["there"] == '"Ship it" is ready', task


def what_is_wrong_is_said(folder, store):
    assert 'nothing that was recorded up to then is called "nothing"' in run(2, "why", store, "--thing", "nothing")
    assert "change 99 of stream " in run(2, "why", store, "it", "--at", "99")
    assert '--at must be the number of a change, a time ' in run(2, "why", store, "it", "--at", "soon")
    assert 'there is no agent "nobody"; there are "agent/' in run(2, "why", store, "it", "--agent", "nobody")
    assert 'say a reference, such as "that page", or --thing' in run(2, "why", store)
    assert "there is no store" in run(2, "why", str(folder / "nowhere"), "it")
    plans = f"sqlite:{folder / 'plans.db'}"
    run(0, "plan", "add", plans, "Alone", "--as", "kim")
    assert "no agent has a memory in " in run(2, "why", plans, "that page")


def what_hooks_dropped_is_said(user):
    def sees(text):
        user.hook(user.event("PostToolUse", tool_name="mcp__cms__list_pages", tool_input={}, tool_response=[{"type": "text", "text": text}]))

    sees(json.dumps(pages("Home", "About")))
    user.run("what")  # records it
    sees("[1,2,3]")
    seen = user.run("why", user.store, "the second one")
    assert seen.startswith('means    page "About" (2), '), seen
    assert "\nwaiting  1 event of hooks, which the next call records\n" in seen, seen
    assert "not known, since yesterday\n  results in which nothing was found: 1, 1 of mcp__cms__list_pages" in seen, seen
    user.run("what")
    seen = user.run("why", user.store, "the second one", status=1)
    assert "a result of mcp__cms__list_pages was not understood\n" in seen and "waiting" not in seen, seen
    assert "gone     nothing; 1 result not understood, last: claude could not read the result of mcp__cms__list_pages (change 2)\n" in seen, seen
    # Nothing says to which moment of the past that belongs.
    assert "since yesterday" not in user.run("why", user.store, "the second one", "--at", "1")


def all_bytes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


with tempfile.TemporaryDirectory(prefix="workmem-why-") as parent:
    parent = pathlib.Path(parent)
    for name in ("sqlite", "files"):
        folder, project = parent / name, parent / f"{name}-project"
        folder.mkdir()
        project.mkdir()
        store = f"sqlite:{folder / 'store.db'}" if name == "sqlite" else str(folder / "store")
        make(project, store)
        before = all_bytes(folder)
        a_reference_is_explained(store)
        a_thing_is_there_or_gone(store)
        assert all_bytes(folder) == before, name
        what_is_wrong_is_said(folder, store)
with new_user(program) as somebody:
    what_hooks_dropped_is_said(somebody)
