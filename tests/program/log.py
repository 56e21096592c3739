"""log.py PROGRAM: what `workmem log` says of a store, which changes it picks out, and that it goes on with what comes."""

import json
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading

program = sys.argv[1]


def run(status, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=60)
    said = done.stdout + done.stderr
    assert done.returncode == status, (arguments, done.returncode, said)
    assert "\x1b" not in said, said
    return said


def plan(store, command, *arguments, by):
    return run(0, "plan", command, store, *arguments, "--as", by)


def changes(text):
    """The sentences, without their numbers and times."""
    return [found[1] for found in re.finditer(r"^ +\d+ \d\d:\d\d:\d\d (.*)$", text, re.M)]


def told(*arguments):
    return changes(run(0, "log", *arguments))


def make(store):
    plan(store, "add", "Token service", by="kim")
    plan(store, "add", 'Odd\x1b[31m\n"one"', "--after", "Token service", by="kim")
    plan(store, "claim", "Token service", "--lease", "10", by="worker-2")
    plan(store, "done", "Token service", "--summary", "as drawn", by="worker-2")
    plan(store, "claim", by="kim claimed\n  3 10:00:00 ann")


def sentences_have_names_and_times(store):
    log = run(0, "log", store)
    assert re.match(r'== "task/[^"]+" \(task\), 8 changes\n {9}20\d\d-\d\d-\d\d\n {7}1 ', log), log
    expected = [
        r'set the plan "[^"]+"',
        r'kim added "Token service" \(task [0-9a-z]{8}\)',
        r'kim added "Odd\\u001b\[31m\\n\\"one\\"" \(task [0-9a-z]{8}\) \(after "Token service" \(task [0-9a-z]{8}\)\)',
        r'worker-2 claimed "Token service" \(task [0-9a-z]{8}\) until (20\d\d-\d\d-\d\d )?\d\d:\d\d:\d\d',
        r'worker-2 started "Token service" \(task [0-9a-z]{8}\)',
        r'worker-2 completed "Token service" \(task [0-9a-z]{8}\): "as drawn"',
        r'"kim claimed\\n  3 10:00:00 ann" claimed "Odd.*" \(task [0-9a-z]{8}\) until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d',
        r'"kim claimed\\n  3 10:00:00 ann" started "Odd.*" \(task [0-9a-z]{8}\)',
    ]
    sentences = changes(log)
    assert len(sentences) == len(expected), log
    for sentence, pattern in zip(sentences, expected):
        assert re.fullmatch(pattern, sentence), (sentence, pattern)


def changes_are_picked_out(store):
    everything = told(store)
    assert told(store, "--kind", "task") == everything
    assert told(store, "--kind", "task.add") == everything[1:3]
    assert told(store, "--kind", "task.claim", "--kind", "task.plan") == [everything[0], everything[3], everything[6]]
    assert told(store, "--actor", "worker-2") == everything[3:6]
    assert told(store, "--actor", "worker") == []
    about = [each for each in everything if "Token service" in each]
    assert told(store, "--thing", "token SERVICE") == about
    id = re.search(r"\(task ([0-9a-z]{8})\)", everything[1])[1]
    assert told(store, "--thing", id) == about
    assert told(store, "--thing", id[:3]) == []
    assert told(store, "--thing", "Odd\x1b") == everything[2:3] + everything[6:]
    assert told(store, "--actor", "worker-2", "--thing", id, "--kind", "task.complete") == everything[5:6]
    # Names of what happened before the first change that is asked for.
    assert told(store, "--after", "3") == everything[3:]
    for since, until, expected in (("2000-01-01", "2999-12-31T23:59:59Z", everything), ("1d", "0s", everything),
                                   ("2999-01-01", "2999-12-31", []), ("2000-01-01", "2001-01-01", [])):
        assert told(store, "--since", since, "--until", until) == expected, (since, until)
    assert run(0, "log", store, "--actor", "nobody") == ""
    assert "there is no kind \"tasks\"; there are entity, bounded, session, " in run(105, "log", store, "--kind", "tasks")
    for wrong in ("soon", "5", "5 min", "-5min", "2026-13-01", "99999999999d"):
        assert f'must be a time as 2026-11-30T14:02:11Z or 2026-11-30, or how long ago (30s, 5min, 2h, 1d), is "{wrong}"' in \
            run(105, "log", store, f"--since={wrong}"), wrong


def json_is_what_is_kept(store):
    lines = run(0, "log", store, "--json").splitlines()
    assert [json.loads(each)["kind"] for each in lines] == ["task.plan", "task.add", "task.add"] + ["task.move"] * 5
    assert all(each.startswith('{"kind":"task.') for each in lines), lines
    assert run(0, "log", store, "--json", "--after", "6").splitlines() == lines[6:]
    assert run(0, "log", store, "--json", "--kind", "task.claim").splitlines() == [lines[3], lines[6]]


def one_that_follows_goes_on(store):
    follower = subprocess.Popen([program, "log", store, "--follow", "--kind", "task.add"], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, encoding="utf-8")
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(each) for each in follower.stdout], daemon=True).start()

    def wait_for(words):
        while True:
            line = lines.get(timeout=60)
            if words in line:
                return line
    try:
        assert wait_for("kim added").endswith(")\n")
        wait_for("kim added")
        assert "ann added \"Later\" (task " in (plan(store, "add", "Later", by="ann"), wait_for("Later"))[1]
        # A stream that was not there, below its own heading.
        plan(store, "add", "Elsewhere", "--plan", "other plan", "--goal", "another", by="ann")
        assert "other" in wait_for("== ")
        wait_for("ann added \"Elsewhere\"")
    finally:
        follower.terminate()
        follower.wait(timeout=60)
    assert lines.empty()


with tempfile.TemporaryDirectory(prefix="workmem-log-") as folder:
    for store in (f"sqlite:{pathlib.Path(folder) / 'store.db'}", str(pathlib.Path(folder) / "store")):
        make(store)
        sentences_have_names_and_times(store)
        changes_are_picked_out(store)
        json_is_what_is_kept(store)
        one_that_follows_goes_on(store)
