"""served.py PROGRAM FOLDER: the page that `workmem inspect` serves goes on as its store does, and changes it only when it may."""

import json
import os
import pathlib
import re
import shutil
import socket
import sys
import time
import urllib.parse

import pages
import stores
from served_pages import Served, opened, position_of

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)


def store_of(name, make):
    store = f"sqlite:{folder / name}.db"
    make(program, store)
    return store


def log_of(store):
    return pages.run(program, "log", store, "--json").stdout


def part_of(history, memory, stream=""):
    """The first part of a memory whose stream ends so, and its number."""
    return next((part, number) for number, part in enumerate(history.data["parts"]) if part["memory"] == memory and part["stream"].endswith(stream))


def all_is_as_the_library_says(store, history):
    return sum(pages.compare(program, store, history, part) for part in range(len(history.data["parts"])))


def it_is_the_page_of_the_file(store):
    with Served(program, store) as served:
        page = served.page()
        file = pages.run(program, "inspect", store).stdout
        assert pages.data_of(page) == pages.data_of(file)
        assert "connect-src 'self'" in page and "connect-src 'none'" in file
        plain = re.sub(r'data-position="[^"]+"', 'data-position=""', page).replace("connect-src 'self'", "connect-src 'none'")
        assert plain == file, "it differs in something else"
        assert 'data-changes=""' in page
        one = pages.data_of(file)["parts"][0]["stream"]
    with Served(program, store, "--stream", one) as served:
        assert {part["stream"] for part in pages.data_of(served.page())["parts"]} == {one}


def what_others_record_comes(store):
    with Served(program, store) as served:
        history, events = opened(served)
        began = len(history.data["parts"])
        with stores.Client(program, store) as client:
            # In streams that are there, and in others.
            stores.talk(client, "support")
            stores.remember(client, "another batch")
            stores.plan(client, "third")
            client.call("memory_remember", content="That is all", session_id="support")
        is_last = lambda history: any(fields.get("text") == "That is all" for fields in history.records.values())
        events.until(history, is_last)
        assert len(history.data["parts"]) > began
        count = all_is_as_the_library_says(store, history)
        assert count > 60, count
        # Who was cut off hears the rest, and who comes from elsewhere loads the page again.
        first = position_of(served.page())
        with stores.Client(program, store) as client:
            client.call("memory_remember", content="One more", session_id="support")
        again = served.events("0.0.0", Last_Event_ID=first)
        assert len(again.next()["patches"]) >= 1
        for elsewhere in ("7.1.0", "0.99999.0", "", "x"):
            assert served.events(elsewhere).next() is None, elsewhere
        events.close()


def a_folder_is_shared_with_those_who_write_it(_):
    store = str(folder / "folder")
    pathlib.Path(store).mkdir()
    with Served(program, store, "--allow-changes") as served:
        history, events = opened(served)
        nudge = lambda text: pages.run(program, "plan", "nudge", store, "--plan", "one", "--as", "ann", "ben", text)
        says = lambda text: lambda history: any(fields.get("message") == text for fields in history.records.values())
        pages.run(program, "plan", "add", store, "Design", "--plan", "one", "--goal", "All")
        for i in range(5):
            nudge(f"Message {i}")
            events.until(history, says(f"Message {i}"))
        part, _ = part_of(history, "plan")
        assert served.change(part, "head", "ben", "nudge", "From the page")[0] == 200
        events.until(history, says("From the page"))
        assert all_is_as_the_library_says(store, history) > 0
        # Who has it open keeps it from all others, and the page says so as long as that is so.
        with stores.Client(program, store) as client:
            client.call("task_note", plan="one", agent="cid", kind="nudge", content="Alone", to="ben")
            events.until(history, lambda history: any("the stream is open in process" in note for note in history.data["notes"]))
        events.until(history, lambda history: not history.data["notes"])
        events.until(history, says("Alone"))


def a_change_comes_soon(store):
    took = []
    with Served(program, store) as served, stores.Client(program, store) as client:
        _, events = opened(served)
        for i in range(10):
            begin = time.monotonic()
            client.call("memory_remember", content=f"Soon {i}", session_id="support")
            while f"Soon {i}" not in json.dumps(events.next()):
                pass
            took.append(time.monotonic() - begin)
    print(f"a change of another process came after {sorted(took)[5] * 1000:.0f} ms, at most {max(took) * 1000:.0f} ms")


def hostile_texts_stay_texts(_):
    store = store_of("hostile", lambda program, store: stores.Client(program, store).__exit__())
    with Served(program, store) as served:
        history, events = opened(served)
        stores.of_hostile_texts(program, store)
        wanted = len(pages.run(program, "log", store, "--json").stdout.splitlines())
        seen = 0
        texts = set()
        while seen < wanted:
            more = events.next()
            seen += sum(more["steps"]["changes"])
            history.go_on(more)
            texts.update(str(value) for fields in history.records.values() for value in fields.values())
        for text in stores.hostile:
            assert any(text in each for each in texts), f"{text!r} is missing"
        assert all_is_as_the_library_says(store, history) > 60
        raw = served.ask(path="")[1]
        begin = raw.index('id="data">') + len('id="data">')
        assert not set(raw[begin:raw.index("</script>", begin)]) & set("<\u2028\u2029")


def why_is_what_the_command_says(store):
    before = log_of(store)
    with Served(program, store) as served:
        part, _ = part_of(pages.History(pages.data_of(served.page())), "window", "/support")
        asked = lambda *parts: served.ask(path="why/" + "/".join(urllib.parse.quote(part, safe="") for part in parts))
        for text in ("the second one", "the careers page", 'o-2 / "100 %"'):
            status, said = asked(part["stream"], "6", text)
            assert status == 200 and said == pages.run(program, "why", store, text, "--agent", part["stream"], "--at", "6", status=None).stdout, said
        assert asked(part["stream"], "now", "the careers page")[1] == pages.run(program, "why", store, "the careers page", "--agent", part["stream"]).stdout
        for wrong in ("why/", "why/a", "why/a/1", "why/a/1/b/c", "why/a//b", "why/%zz/1/a"):
            assert served.ask(path=wrong)[0] == 400, wrong
        assert asked("nobody", "6", "it")[0] == 404 and asked(part["stream"], "soon", "it")[0] == 404
        assert served.ask(path="why/a/1/b", token="0" * 32)[0] == 403 and served.ask("POST", "why/a/1/b", "{}")[0] == 403
    assert log_of(store) == before


def nothing_changes_without_leave(store):
    before = log_of(store)
    with Served(program, store) as served:
        history, _ = opened(served)
        part, number = part_of(history, "notes")
        key = next(key for key, _ in history.section(number, "items"))
        for path in ("", "changes", "events", "elsewhere"):
            status, said = served.ask("POST", path, "{}", Origin=served.origin, Content_Type="application/json")
            assert status == 403 and "--allow-changes" in said, (path, status, said)
        assert served.change(part, "items", key, "pin")[0] == 403
        assert 'data-changes="yes"' not in served.page()
    assert log_of(store) == before


def only_the_page_may_ask(store):
    before = log_of(store)
    with Served(program, store, "--allow-changes") as served:
        history, _ = opened(served)
        part, number = part_of(history, "notes")
        key = next(key for key, _ in history.section(number, "items"))
        change = lambda **more: served.change(part, "items", key, "unpin", **more)
        port = served.port
        refused = {
            "no token": (403, dict(token="")), "another token": (403, dict(token="0" * 32)), "half a token": (403, dict(token=served.token[:16])),
            "a token that is longer": (403, dict(token=served.token + "0")),
            "another host": (403, dict(Host="example.com")), "a name that points here": (403, dict(Host=f"evil.example:{port}")),
            "two hosts": (400, dict(Host=[f"127.0.0.1:{port}", "evil.example"])), "no host": (403, dict(Host=None)),
            "another origin": (403, dict(Origin="https://evil.example")), "no origin": (403, dict(Origin=None)), "a file": (403, dict(Origin="null")),
            "another port of this machine": (403, dict(Origin=f"http://127.0.0.1:{port + 1}")), "another name of it": (403, dict(Origin=f"http://localhost:{port}")),
            "https": (403, dict(Origin=f"https://127.0.0.1:{port}")),
            "a form": (415, dict(Content_Type="application/x-www-form-urlencoded")), "text": (415, dict(Content_Type="text/plain")), "no type": (415, dict(Content_Type=None)),
            "no length": (411, dict(Content_Length=None)), "too long": (413, dict(Content_Length=str(2 ** 20 + 1))), "no number": (411, dict(Content_Length="1x")),
        }
        for what, (wanted, how) in refused.items():
            status, said = change(**how)
            assert status == wanted and json.loads(said)["problem"], (what, status, said)
        # Reading asks for the same.
        for what, how in {"no token": dict(token=""), "another token": dict(token="0" * 32), "another host": dict(Host="example.com"),
                          "another origin": dict(Origin="http://127.0.0.1:1")}.items():
            for path in ("", "events"):
                assert served.ask(path=path, **how)[0] == 403, what
        assert served.ask("GET", "changes")[0] == served.ask("GET", "elsewhere")[0] == 404
        assert served.ask("POST", "elsewhere", "{}", Origin=served.origin, Content_Type="application/json")[0] == 404
        for method in ("PUT", "DELETE", "HEAD", "OPTIONS"):
            assert served.ask(method)[0] == 405, method
        # What makes no sense is refused with its reason.
        for said, why in {"[]": "must be an object", "{": "must be an object", json.dumps({"stream": 1}): "with the text stream"}.items():
            status, answer = served.ask("POST", "changes", said, Origin=served.origin, Content_Type="application/json")
            assert status == 409 and why in answer, (said, status, answer)
        for changed, why in ((dict(stream="nowhere"), 'there is no stream \\"nowhere\\"'), (dict(memory="nothing"), "does nothing to")):
            status, answer = served.change({**part, **changed}, "items", key, "pin")
            assert status == 409 and why in answer, (changed, status, answer)
        for section, which, verb, why in (("items", key, "explode", 'the verb \\"explode\\" does nothing to \\"items\\"'), ("items", "none", "pin", "none")):
            status, answer = served.change(part, section, which, verb)
            assert status == 409 and why in answer, (verb, status, answer)
        assert log_of(store) == before, "something was changed"
        assert change()[0] == 200 and log_of(store) != before
        assert change(Host=f"localhost:{port}", Origin=f"http://localhost:{port}")[0] == 200


def listens_on_this_machine_alone(store):
    with Served(program, store) as served:
        own = {os.readlink(f"/proc/{served.process.pid}/fd/{each}") for each in os.listdir(f"/proc/{served.process.pid}/fd")}
        listening = []
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
                    listening.append(fields[1])
        assert listening == [f"0100007F:{served.port:04X}"], listening


def it_has_few_connections_and_ends_all(store):
    with Served(program, store) as served:
        _, events = opened(served)
        held = [socket.create_connection(("127.0.0.1", served.port), timeout=60) for _ in range(80)]
        assert b"503" in held[-1].recv(100), "it takes any number"
        # Those who sent nothing have gone, and it answers again.
        for each in held:
            each.close()
        while b" 200 " not in raw(served, f"GET /{served.token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
            pass
        for said in ("\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n"):
            assert raw(served, said).startswith(b"HTTP/1.1 400 "), said
        assert raw(served, "GET / HTTP/1.1\r\n" + "a: b\r\n" * 20_000 + "\r\n")[:12] in (b"", b"HTTP/1.1 400")
    # A page was open all the time.
    events.close()


def raw(served, text):
    out = b""
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as to:
        try:
            to.sendall(text.encode())
            while piece := to.recv(65_536):
                out += piece
        except ConnectionError:
            pass
    return out


def a_person_changes_all_that_can_be_changed(_):
    store = store_of("changed", stores.everything)
    with stores.Client(program, store) as client:
        tasks = client.call("task_list", plan="billing", limit=100)["tasks"]
        ids = {task["title"]: task["id"] for task in tasks}
        asked = client.call("task_memory_record_decision", plan="billing", question="May we?", choice="We may", needs_approval=True, agent="worker-1")["id"]
        second = client.call("task_memory_record_decision", plan="billing", question="Also that?", choice="That, too", needs_approval=True, agent="worker-1")["id"]
        plan = client.call("task_plan", plan="reviewed", goal="Reviews", tasks=[{"title": title, "needs_review": True} for title in ("one", "two", "three")])["tasks"]
        for task in plan:
            claim = client.call("task_next", plan="reviewed", agent="worker-1", task=task["id"])["claim"]
            client.call("task_finish", claim=claim, outcome="completed", summary="done")
    with Served(program, store, "--allow-changes") as served:
        history, events = opened(served)

        def changed(memory, stream, section, key, verb, text, holds):
            part, number = part_of(history, memory, stream)
            status, said = served.change(part, section, key, verb, text)
            assert status == 200, (verb, key, status, said)
            events.until(history, lambda history: holds(dict(history.section(number, section))))

        def forgotten(memory, stream, section, key, text):
            """After an erasure the page is made anew, without what was erased."""
            nonlocal history, events
            part, _ = part_of(history, memory, stream)
            assert text in served.page()
            status, said = served.change(part, section, key, "forget")
            assert status == 200, (key, status, said)
            while events.next() is not None:
                pass
            events.close()
            history, events = opened(served)
            # The erasure is recorded before it is made.
            while text in served.page():
                events.next()
                history, events = opened(served)
            assert text not in log_of(store)
            status, said = served.change(part, section, key, "forget")
            before = log_of(store)
            if memory != "plan":
                assert status == 409 and "there is no" in said and log_of(store) == before, (status, said)
            history, events = opened(served)

        notes = dict(history.section(part_of(history, "notes", "support")[1], "items"))
        contact = next(key for key, fields in notes.items() if fields.get("key") == "contact")
        changed("notes", "support", "items", contact, "pin", "", lambda items: items[contact].get("pinned"))
        changed("notes", "support", "items", contact, "unpin", "", lambda items: not items[contact].get("pinned"))
        changed("notes", "support", "items", contact, "correct", "Maria wants <b>no</b> call", lambda items: items[contact]["text"] == "Maria wants <b>no</b> call")
        changed("plan", "billing", "decisions", asked, "approve", "go on", lambda made: made[asked].get("approval", {}).get("granted") is True)
        changed("plan", "billing", "decisions", second, "refuse", "no", lambda made: made[second].get("approval", {}).get("granted") is False)
        for task, verb, status in zip(plan, ("approve", "rework", "reject"), ("completed", None, "failed")):
            changed("plan", "reviewed", "tasks", task["id"], verb, "looked at it", lambda tasks: tasks[task["id"]].get("status") not in ("review",))
            assert dict(history.section(part_of(history, "plan", "reviewed")[1], "tasks"))[task["id"]].get("status") in (status, "assigned", "in_progress"), verb
        failed, ended = ids["Key rotation"], ids["Design token schema"]
        changed("plan", "billing", "tasks", failed, "reopen", "", lambda tasks: "status" not in tasks[failed])
        changed("plan", "billing", "tasks", ended, "reopen", "It was not done", lambda tasks: "status" not in tasks[ended])
        changed("plan", "billing", "tasks", ended, "correct", "Claims and keys", lambda tasks: tasks[ended]["description"] == "Claims and keys")
        changed("plan", "billing", "agents", "worker-2", "nudge", "Please stop", lambda _: any(fields.get("message") == "Please stop" for fields in history.records.values()))
        part, number = part_of(history, "plan", "billing")
        assert served.change(part, "head", "all", "nudge", "Lunch")[0] == 200
        events.until(history, lambda history: sum(fields.get("message") == "Lunch" for fields in history.records.values()) >= 2)
        assert {fields["from"] for _, fields in history.section(number, "nudges") if fields["message"] == "Lunch"} == {os.environ.get("USER") or f"uid {os.geteuid()}"}
        memories = dict(history.section(part_of(history, "session", "batch")[1], "memories"))
        low = next(key for key, fields in memories.items() if fields["content"].startswith("The low"))
        changed("session", "batch", "memories", low, "correct", "The lowest", lambda memories: memories[low]["content"] == "The lowest")
        kept = dict(history.section(part_of(history, "long-term")[1], "kept"))
        hamburg = next(key for key, fields in kept.items() if "Hamburg" in fields["content"])
        part, _ = part_of(history, "long-term")
        assert served.change(part, "kept", hamburg, "correct", "Ship from Bremen")[0] == 200
        while "Ship from Bremen" not in served.page():
            events.next()
        # What it said before is stored nowhere any more.
        assert served.change(part, "kept", hamburg, "correct", "Ship from Kiel")[0] == 200
        while "Bremen" in (said := served.page()) or "Ship from Kiel" not in said:
            pass
        history, events = opened(served)
        assert all_is_as_the_library_says(store, history) > 60
        # The limits of this program are none of the store's: nothing had to leave.
        assert len(history.section(part_of(history, "notes", "support")[1], "items")) == len(notes)

        forgotten("notes", "support", "items", contact, "Maria wants \\u003cb>no\\u003c/b> call")
        forgotten("session", "batch", "memories", low, "The lowest")
        forgotten("long-term", "", "kept", hamburg, "Ship from Kiel")
        entities = dict(history.section(part_of(history, "window", "sales")[1], "entities"))
        shoes = next(key for key, fields in entities.items() if fields.get("name") == "Socks")
        part, number = part_of(history, "window", "sales")
        assert served.change(part, "entities", shoes, "forget")[0] == 200
        while shoes in dict(history.section(number, "entities")):
            history, events = opened(served)
        assert served.change(part, "entities", "x", "forget")[0] == 409
        description = "Claims and keys"
        forgotten("plan", "billing", "tasks", ended, description)


def what_does_not_fit_is_refused(_):
    store = store_of("refused", lambda program, store: stores.Client(program, store).__exit__())
    with stores.Client(program, store) as client:
        client.call("memory_remember", content="One", key="first", session_id="s")
        client.call("memory_remember", content="Two", session_id="s", pin=True)
        client.call("memory_remember", content="Kept", session_id="s", for_good=True)
        client.call("working_memory_add", session_id="w", content="Three", priority="low")
        client.call("task_plan", plan="p", goal="All", tasks=[{"title": "A task"}])
    with Served(program, store, "--allow-changes") as served:
        history, _ = opened(served)
        before = log_of(store)

        def refused(memory, stream, section, key, verb, text, why):
            part, number = part_of(history, memory, stream)
            key = next((each for each, fields in history.section(number, section) if key in (fields.get("text"), fields.get("content"), fields.get("title"))), key)
            status, said = served.change(part, section, key, verb, text)
            assert status == 409 and why in json.loads(said)["problem"], (memory, section, key, verb, status, said)
            assert log_of(store) == before, (memory, section, key, verb)

        # The agent that writes next would evict it, and with it what it said before.
        refused("notes", "s", "items", "One", "correct", "many words " * 9000, "all may have 4000")
        refused("notes", "s", "items", "Two", "correct", "many words " * 1200, "at most half of the limits")
        for memory, stream, section, record in (("notes", "s", "items", "One"), ("session", "w", "memories", "Three"), ("long-term", "", "kept", "Kept")):
            refused(memory, stream, section, record, "correct", "password=Tr0ub4dor&3xyz", "which looks like a secret")
            for unknown in ("", "nothing", record, "first"):
                refused(memory, stream, section, unknown if unknown != record else "x" + record, "forget", "", "there is no")
            refused(memory, stream, "tasks", record, "forget", "", "does nothing to")
        for section in ("tasks", "decisions", "branches", "discoveries", "nudges", "artifacts"):
            for unknown in ("", "nothing"):
                refused("plan", "p", section, unknown, "forget", "", "there is no")
        refused("plan", "p", "nudges", next(key for key, _ in history.section(part_of(history, "plan", "/p")[1], "tasks")), "forget", "", "there is no")
        for section in ("agents", "head", "gone", "items", ""):
            refused("plan", "p", section, "x", "forget", "", "does nothing to")
        # What fits is taken.
        part, number = part_of(history, "notes", "s")
        assert served.change(part, "items", next(key for key, fields in history.section(number, "items") if fields["text"] == "One"), "correct", "many words " * 600)[0] == 200


def what_is_forgotten_is_kept_nowhere(_):
    for name, make in (("kept", lambda name: f"sqlite:{folder.resolve() / name}.db"), ("kept-folder", lambda name: str(folder.resolve() / name))):
        store = make(name)
        if not store.startswith("sqlite"):
            pathlib.Path(store).mkdir()
        with stores.Client(program, store) as client:
            for text, key in (("Call Maria", None), ("Send Maria a parcel", "maria"), ("Stays for good", None)):
                client.call("memory_remember", content=text, session_id="s", for_good=True, **({"key": key} if key else {}))
            for text in ("Promoted one", "Promoted two"):
                added = client.call("working_memory_add", session_id="w", content=text, priority="critical")
                client.call("working_memory_promote", session_id="w", memory_id=added["id"])
        # Another project keeps something else by the same key.
        (folder / "elsewhere/.git").mkdir(parents=True, exist_ok=True)
        with stores.Client(os.path.abspath(program), store, cwd=folder / "elsewhere") as client:
            client.call("memory_remember", content="Maria of elsewhere", key="maria", session_id="e", for_good=True)
        with Served(program, store, "--allow-changes") as served:
            history, _ = opened(served)
            for memory, stream, section, text in (("notes", "s", "items", "Call Maria"), ("notes", "s", "items", "Send Maria a parcel"), ("session", "w", "memories", "Promoted one")):
                part, number = part_of(history, memory, stream)
                key = next(key for key, fields in history.section(number, section) if text in (fields.get("text"), fields.get("content")))
                status, said = served.change(part, section, key, "forget")
                assert status == 200, (text, said)
                assert text not in log_of(store), (name, text)
            left = log_of(store)
            assert left.count('"Stays for good"') == left.count('"Maria of elsewhere"') == 2 and "Promoted two" in left, left


def nobody_reviews_their_own_work(_):
    others = {name: value for name, value in os.environ.items() if name != "USER"}
    for person, env in ((f"uid {os.geteuid()}", others), ("ann", {**others, "USER": "ann"})):
        store = store_of(f"own {person}", lambda program, store: stores.Client(program, store).__exit__())
        with stores.Client(program, store) as client:
            for task in client.call("task_plan", plan="p", goal="All", tasks=[{"title": title, "needs_review": True} for title in ("mine", "yours")])["tasks"]:
                claim = client.call("task_next", plan="p", agent=person if task["title"] == "mine" else "ben", task=task["id"])["claim"]
                client.call("task_finish", claim=claim, outcome="completed", summary="done")
        with Served(program, store, "--allow-changes", env=env) as served:
            history, _ = opened(served)
            part, number = part_of(history, "plan", "/p")
            for key, fields in history.section(number, "tasks"):
                status, said = served.change(part, "tasks", key, "approve")
                assert status == (409 if fields["title"] == "mine" else 200), (person, fields["title"], status, said)


def a_store_that_goes_and_comes_back_is_read_anew(_):
    file = folder / "gone.db"
    store = store_of("gone", lambda program, store: stores.Client(program, store).__exit__())
    add = lambda title: pages.run(program, "plan", "add", store, title, "--plan", "one", "--goal", "All")
    add("Before")
    with Served(program, store) as served:
        history, events = opened(served)
        for each in folder.glob("gone.db*"):
            each.unlink()
        while "gone.db" not in str(pages.data_of(served.page())["notes"]):
            pass
        add("After")
        while events.next() is not None:
            pass
        while pages.data_of(served.page())["notes"]:
            pass
        page = served.page()
        assert "After" in page and "Before" not in page
    assert file.exists()


def what_is_no_store_is_refused(store):
    for arguments, status, says in (
            (["nowhere", "--serve"], 2, 'there is no store "nowhere"; name a folder'), (["memory", "--serve"], 2, 'the store "memory" would be gone when the command ends'),
            ([store, "--stream", "none", "--serve"], 2, 'there is no stream "none" in "'), ([store, "--serve", "70000"], 105, "--serve: Value 70000 not in range 0 to 65535"),
            ([store, "--allow-changes"], 107, "--allow-changes requires --serve"), ([store, "--serve", "--html", "x"], 108, "excludes"),
            ([store, "--at", "1", "--serve"], 108, "excludes")):
        said = pages.run(program, "inspect", *arguments, status=status)
        assert says in said.stderr and said.stdout == "", (arguments, said.stderr)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = pages.run(program, "inspect", store, "--serve", str(port), status=2)
        assert f"cannot listen on 127.0.0.1, port {port}" in said.stderr, said.stderr


one = store_of("all", stores.everything)
for case in (it_is_the_page_of_the_file, what_others_record_comes, a_folder_is_shared_with_those_who_write_it, a_change_comes_soon, why_is_what_the_command_says, nothing_changes_without_leave, only_the_page_may_ask,
             listens_on_this_machine_alone, it_has_few_connections_and_ends_all, a_store_that_goes_and_comes_back_is_read_anew, what_is_no_store_is_refused, a_person_changes_all_that_can_be_changed,
             what_does_not_fit_is_refused, what_is_forgotten_is_kept_nowhere, nobody_reviews_their_own_work, hostile_texts_stay_texts):
    case(one)
    print(case.__name__.replace("_", " "), flush=True)
