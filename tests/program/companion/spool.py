"""spool.py PROGRAM: what hooks see waits in a file, and is recorded once, whoever is busy or killed. With
WORKMEM_LONG_TESTS 2,000 hooks and drains are killed."""
import collections
import json
import os
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from support import PAGES, content, run_all, surely


def waiting(user):
    """The files of events that wait."""
    return sorted((user.data / "memory.db.spool").glob("*.[ed]*"))


def page(user, number, session="s-1"):
    return user.event("PostToolUse", session, tool_name="mcp__cms__get_page", tool_input={"id": f"p-{number}"},
                      tool_response=content({"id": f"p-{number}", "title": f"Page {number}"}))


def recorded(user, store):
    """How often each thing was recorded as seen."""
    counts = collections.Counter()
    for line in user.run("log", store, "--json").splitlines():
        change = json.loads(line)
        if change["kind"] == "entity.put":
            counts.update({each["id"] for each in change.get("entities", [])})
    return counts


def an_event_waits_in_a_file_until_something_is_asked(user):
    token = "ghp_" + "x7Kq9ZrT2mWv4LpB8nHs3JdY6fGc1QaE5uXo"
    user.lists_pages()
    user.uses("mcp__cms__get_page", {"id": "p-3", "note": "zebra-argument"},
              content({"id": "p-3", "title": f"Key {token}", "price": "zebra-price"}))
    assert not (user.data / "memory.db").exists()
    (file,) = waiting(user)
    assert os.stat(file).st_mode & 0o777 == 0o600 and os.stat(file.parent).st_mode & 0o777 == 0o700
    text = file.read_text()
    assert "Home" in text and token not in text and "zebra" not in text, text
    assert surely(user.says("rename the second page")) == 'workmem: "the second page" is page p-2 "About"'
    assert not waiting(user) and recorded(user, user.store) == {"p-1": 1, "p-2": 1, "p-3": 1}
    # Nothing waits, nothing is there: a prompt makes no store.
    user.run("forget", "--all")
    (user.data / "memory.db").unlink()
    assert surely(user.says("rename the second page")) == "" and not (user.data / "memory.db").exists()


def a_result_that_was_not_understood_is_passed_on_as_one(user):
    user.lists_pages()
    user.uses("mcp__cms__list_prices", {}, content([{"amount": 3, "currency": "EUR"}, {"amount": 4, "currency": "EUR"}]))
    assert "p-2" not in user.says("delete the second one")


def what_waits_is_forgotten_like_what_is_known(user):
    for scope in ("--project", "--all"):
        user.lists_pages()
        user.run("forget", scope)
        assert not waiting(user) and "nothing is known yet" in user.run("what")


def all_who_ask_know_what_waits(user):
    user.starts()
    for number, asks in enumerate((
            lambda: user.run("what"), lambda: user.starts("s-2", "startup"), lambda: user.says("open that page"),
            lambda: json.dumps(user.asks("memory_context", session_id="s-1")))):
        user.hook(page(user, number))
        assert waiting(user) and f"Page {number}" in asks(), number
        assert not waiting(user)
    assert set(recorded(user, user.store).values()) == {1}


def a_line_that_was_cut_off_spoils_no_other(user):
    user.hook(page(user, 1))
    (file,) = waiting(user)
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:-20])
    user.hook(page(user, 2))
    file.write_bytes(file.read_bytes() + b"+ garbage\n\xff\0\n" + whole[:40])
    user.hook(page(user, 3))
    what = user.run("what")
    assert all(f"Page {each}" in what for each in (1, 2, 3)), what
    assert recorded(user, user.store) == {"p-1": 1, "p-2": 1, "p-3": 1} and not waiting(user)


def an_event_is_recorded_once_however_often_it_is_drained(user):
    user.starts()
    for number in range(5):
        user.hook(page(user, number))
    (file,) = waiting(user)
    before = file.read_bytes()
    user.run("what")
    # Killed before it could say that it had recorded them, under either name.
    for name in (file, file.with_suffix(".draining")):
        name.write_bytes(before)
        user.hook(page(user, 5))
        assert "Page 5" in user.run("what") and not waiting(user)
    counts = recorded(user, user.store)
    assert counts.pop("p-5") == 2 and set(counts.values()) == {1} and len(counts) == 5, counts


def a_busy_store_keeps_no_event_and_no_answer_back(user):
    user.starts()
    user.lists_pages()
    user.asks("memory_remember", content="Deploys are on Tuesdays", for_good=True)
    user.environment["WORKMEM_HOOK_MILLISECONDS"] = "5000"
    for how in ("BEGIN IMMEDIATE", "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE"):
        busy = sqlite3.connect(user.data / "memory.db", isolation_level=None)
        busy.executescript(how)
        name = "Contact Us" if "IMMEDIATE" in how else "Press Room"
        user.uses("mcp__cms__get_page", {"id": name[0]}, content({"id": name[0], "title": name}))
        assert surely(user.says(f"rename {name}")) == f'workmem: "{name}" is page {name[0]} "{name}"'
        told = user.starts("s-2")
        assert name in told, told
        if "IMMEDIATE" in how:
            assert "Deploys are on Tuesdays" in told and "About" in told, told
        busy.close()
        assert waiting(user)
    what = user.run("what")
    assert "Contact Us" in what and "Press Room" in what and not waiting(user), what
    # One that is no database is the same, for as long as it is one.
    for each in user.data.glob("memory.db*"):
        if each.is_file():
            each.unlink()
    (user.data / "memory.db").write_bytes(b"no database" * 1000)
    user.lists_pages()
    assert surely(user.says("rename that page")) == 'workmem: "that page" is page p-1 "Home"'
    (user.data / "memory.db").unlink()
    assert "Home" in user.run("what")


def a_server_that_does_not_answer_is_asked_once(user):
    folder = pathlib.Path(user.program).parent
    for scheme, module, path in (("redis", "workmem-redis.so", ""), ("postgresql", "workmem-postgres.so", "/memory")):
        if not (folder / module).exists():
            continue
        asked = []
        with socket.create_server(("127.0.0.1", 0)) as silent:
            def listen():
                try:
                    while True:
                        asked.append(silent.accept()[0])
                except OSError:
                    pass
            threading.Thread(target=listen, daemon=True).start()
            options = ("--store", f"{scheme}://127.0.0.1:{silent.getsockname()[1]}{path}", "--milliseconds", "8000")
            user.lists_pages(session=scheme, options=options)
            told = user.says("open the second one", session=scheme, options=options)
        assert surely(told) == 'workmem: "the second one" is page p-2 "About"', told
        assert len(asked) == 1, len(asked)


def what_finds_no_room_is_told(user):
    (user.data / "memory.db.spool").mkdir(parents=True)
    (user.data / "memory.db").write_bytes(b"no database" * 1000)
    user.hook(page(user, 1))
    (file,) = waiting(user)
    line = file.read_bytes()
    file.write_bytes(line * ((4 << 20) // len(line)))
    user.hook(page(user, 2))
    assert "full" in (user.data / "workmem.log").read_text()
    assert file.stat().st_size <= 4 << 20


def much_is_recorded_by_the_hooks_themselves(user):
    for number in range(120):
        user.hook(page(user, number, "s" * 100 + str(number % 3)))
        assert sum(each.stat().st_size for each in waiting(user)) < 68 << 10
    many = {"id": "p-many", "title": "x" * 190}
    for number in range(400):
        user.uses("mcp__cms__list_pages", {}, content([{**many, "id": f"p-{number}-{n}"} for n in range(10)]))
        size = sum(each.stat().st_size for each in waiting(user))
        assert size < 80 << 10, size
        if number > 20 and size < 10_000:
            return
    raise AssertionError("nothing was recorded")


def processor_time(process):
    with open(f"/proc/{process.pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1e9


class Started:
    """A process that is killed when it has had that much of a processor, if it is to be killed at all."""

    def __init__(self, user, arguments, event, most):
        self.process = subprocess.Popen([user.program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env=user.environment, cwd=user.project)
        self.most = most
        self.was_killed = False
        try:
            self.process.stdin.write(event)
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def is_running(self):
        if self.was_killed or self.process.poll() is not None:
            return False
        if self.most is not None and processor_time(self.process) >= self.most:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.was_killed = True
            return False
        return True


def killed_at_any_point(user, store, kills):
    """Tool events, prompts and others that drain, 16 at once, many of them killed."""
    numbers = random.Random(kills)
    sent, whole, killed, rounds = 0, set(), 0, 0
    user.starts("s-0", options=("--store", store))
    while killed < kills:
        running = []
        for place in range(16):
            most = numbers.random() * .01 if numbers.random() < .8 else None
            session = f"s-{numbers.randrange(3)}"
            if place < 10:
                sent += 1
                event = page(user, sent, session)
            else:
                event = user.event("UserPromptSubmit", session, prompt="open that page")
            if place < 14:
                started = Started(user, ("hook", "--client", "claude", "--store", store), json.dumps(event).encode(), most)
            else:
                started = Started(user, ("what", "--store", store), b"", most)
            started.sent = sent if place < 10 else None
            running.append(started)
            for each in running:
                each.is_running()
        left = list(running)
        while left:
            left = [each for each in left if each.is_running()]
        killed += sum(each.was_killed for each in running)
        whole |= {f"p-{each.sent}" for each in running if each.sent and not each.was_killed}
        rounds += 1
    user.run("what", "--store", store)
    assert "wait to be recorded" not in user.run("what", "--store", store)
    counts = recorded(user, store)
    lost = whole - set(counts)
    assert not lost, (len(lost), sorted(lost)[:5], (user.data / "workmem.log").read_text()[-2000:])
    twice = {name: count for name, count in counts.items() if count > 1}
    assert not twice, (len(twice), sorted(twice)[:5])
    assert ", 0 problems" in user.run("check", store)
    print(f"         {killed} killed of {16 * rounds}, {sent} events sent, {len(whole)} of them written, {len(counts)} recorded")


def killed_hooks_and_drains_lose_nothing_and_record_nothing_twice(user):
    killed_at_any_point(user, user.store, 2000 if "WORKMEM_LONG_TESTS" in os.environ else 120)


def so_do_those_of_a_store_of_files(user):
    user.data.mkdir(parents=True)
    killed_at_any_point(user, str(user.data / "files"), 400 if "WORKMEM_LONG_TESTS" in os.environ else 40)


def a_store_is_whole_or_not_there(user):
    numbers = random.Random(19)
    made = 0
    for _ in range(400 if "WORKMEM_LONG_TESTS" in os.environ else 60):
        started = Started(user, ("hook", "--client", "claude"), json.dumps(user.event("SessionStart", source="startup")).encode(),
                          .002 + numbers.random() * .02)
        while started.is_running():
            pass
        if (user.data / "memory.db").exists():
            made += 1
            assert ", 0 problems" in user.run("check", user.store)
            for each in user.data.glob("memory.db*"):
                if each.is_file():
                    each.unlink()
    # What one that was killed has left goes with the next one.
    user.starts()
    assert {each.name for each in user.data.glob("memory.db*")} <= {
        "memory.db", "memory.db-wal", "memory.db-shm", "memory.db-turn", "memory.db.spool"}, list(user.data.iterdir())
    assert made > 0


run_all(sys.argv[1], [
    an_event_waits_in_a_file_until_something_is_asked, a_result_that_was_not_understood_is_passed_on_as_one, what_waits_is_forgotten_like_what_is_known, all_who_ask_know_what_waits,
    a_line_that_was_cut_off_spoils_no_other, an_event_is_recorded_once_however_often_it_is_drained,
    a_busy_store_keeps_no_event_and_no_answer_back, a_server_that_does_not_answer_is_asked_once, what_finds_no_room_is_told, much_is_recorded_by_the_hooks_themselves,
    killed_hooks_and_drains_lose_nothing_and_record_nothing_twice, so_do_those_of_a_store_of_files, a_store_is_whole_or_not_there])
