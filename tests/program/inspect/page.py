"""page.py PROGRAM FOLDER: a page of `workmem inspect` holds what the library says, as text, and only its owner reads it."""

import json
import os
import pathlib
import random
import shutil
import sys

import pages
import stores

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)


def inspected(store, *arguments, status=0):
    return pages.run(program, "inspect", store, *arguments, status=status)


def refused(says, *arguments, status=2):
    done = pages.run(program, "inspect", *arguments, status=status)
    assert says in done.stderr, f"{arguments} says {done.stderr}, not {says}"
    assert done.stdout == "", arguments


def around(page):
    """The page without its data."""
    begin = page.index('id="data">') + len('id="data">')
    return page[:begin] + page[page.index("</script>", begin):]


def problem_of_ready(history, part):
    """The first task that is not ready as what it waits for says, in a plan without conditions and decisions."""
    tasks = dict(history.section(part, "tasks"))
    for key, fields in tasks.items():
        ready = "status" not in fields and all(tasks[on["task"]].get("status") == "completed" for on in fields.get("depends_on", []))
        if ready != fields.get("_ready", False):
            return f"{key}: {fields}"
    return None


def replayed(store, page, how_often, seed, each_step=lambda history, part: None):
    history = pages.History(pages.data_of(page))
    steps = len(history.data["patches"])
    chosen = set(random.Random(seed).sample(range(steps), min(how_often, steps))) | {steps - 1}
    records = 0
    for step in range(steps):
        part = history.step()
        if step in chosen:
            records += pages.compare(program, store, history, part)
        problem = each_step(history, part)
        assert problem is None, f"after step {step}: {problem}"
    for part in range(len(history.data["parts"])):
        records += pages.compare(program, store, history, part)
    return records


# Every memory, at 50 changes of all streams, and at the end of each.
store = f"sqlite:{folder / 'all.db'}"
stores.everything(program, store)
before = pages.run(program, "log", store, "--json").stdout
page = inspected(store).stdout
memories = {part["memory"] for part in pages.data_of(page)["parts"]}
assert memories == set(pages.sections), memories
assert replayed(store, page, 50, 1) > 100
assert pages.run(program, "log", store, "--json").stdout == before, "reading it changed the store"

# What a plan's tasks are is what `show` says.
plans = {plan["name"]: plan for plan in map(json.loads, pages.run(program, "show", store, "--json").stdout.splitlines())}
history = pages.History(pages.data_of(page))
for _ in history.data["patches"]:
    history.step()
shown = 0
for part, about in enumerate(history.data["parts"]):
    plan = plans.get(about["stream"].removeprefix("task/")) if about["memory"] == "plan" else None
    if plan is None:
        continue
    states = {key: fields.get("status") or ("ready" if fields.get("_ready") else "waiting") for key, fields in history.section(part, "tasks")}
    assert states == {task["id"]: task["state"] for task in plan["tasks"]}
    shown += len(states)
assert shown == 20, shown
assert any(fields.get("unread") == "list_products" for part in range(len(history.data["parts"])) for _, fields in history.section(part, "head"))

# What was asked, with the answers that `why` gives of then.
asked = {}
for part, about in enumerate(history.data["parts"]):
    for _, fields in history.section(part, "answers"):
        assert fields["meant"] == 1 and fields["at"] > 0, fields
        asked[fields["phrase"]] = fields["candidates"]
assert asked.keys() == {"the careers page", "cancel the second one"}, asked
careers = asked["the careers page"]
told = next(line for line in pages.run(program, "log", store).stdout.splitlines() if '"the careers page" meant page "Careers" (page-3)' in line)
step = int(told.split()[0])
why = pages.run(program, "why", store, "the careers page", "--agent", "support", "--at", str(step - 1)).stdout
assert f'({careers[0]["id"]})' in why.splitlines()[0] and careers[0]["reason"], (careers, why)
assert f'{round(careers[0]["confidence"] / 10_000)} % sure' in why.splitlines()[0], (careers, why)

# Only one stream.
one = pages.data_of(inspected(store, "--stream", "task/auth").stdout)
assert [part["stream"] for part in one["parts"]] == ["task/auth"], one["parts"]

# Texts that want to be markup stand in the data alone, where nothing ends it.
hostile = f"sqlite:{folder / 'hostile.db'}"
stores.of_hostile_texts(program, hostile)
bad = inspected(hostile).stdout
assert around(bad) == around(page), "what is stored stands outside the data"
begin = bad.index('id="data">') + len('id="data">')
inside = bad[begin:bad.index("</script>", begin)]
assert not set(inside) & set("<\u2028\u2029"), "the data could end"
held = json.loads(inside)
texts = json.dumps(held, ensure_ascii=False)
for text in stores.hostile:
    assert json.dumps(text, ensure_ascii=False)[1:-1] in texts, f"{text!r} is missing"
assert replayed(hostile, bad, 20, 2) > 100

# Where not all records are looked at after each change.
many = str(folder / "many")
stores.of_many_records(program, many, random.Random(4))
assert replayed(many, inspected(many).stdout, 20, 5, problem_of_ready) > 5_000

# What was erased is nowhere.
with stores.Client(program, store) as client:
    kept = client.call("memory_remember", content="The word is xyzzy", session_id="support")["id"]
    assert "xyzzy" in inspected(store).stdout
    client.call("memory_forget", id=kept, erase=True, session_id="support")
    client.call("memory_remember", content="Another word", session_id="support")
page = inspected(store).stdout
assert "xyzzy" not in page and "Another word" in page
assert replayed(store, page, 5, 6) > 100

# A file that only its owner reads, whole or not at all.
file = folder / "page.html"
inspected(store, "--html", str(file))
assert file.read_text(encoding="utf-8") == page
assert file.stat().st_mode & 0o777 == 0o600, oct(file.stat().st_mode)
file.chmod(0o644)
inspected(store, "--html", str(file))
assert file.stat().st_mode & 0o777 == 0o600, "it is as open as the one before"
assert sorted(each.name for each in folder.iterdir() if each.name.startswith("page")) == ["page.html"]
refused('cannot write "', store, "--html", str(folder / "nowhere" / "page.html"))
refused("--html: it has no name", store, "--html", "", status=105)
refused("it is no file", store, "--html", str(folder))

# What is wrong is said, and nothing is printed.
refused('there is no store "nowhere"', "nowhere")
refused('there is no stream "task/none" in "', store, "--stream", "task/none")
refused("name a stream of ", store, "--at", "1")
refused("record 1000 of stream ", store, "--stream", "task/auth", "--at", "1000")
refused("--megabytes: Value 0 not in range", store, "--megabytes", "0", status=105)
refused("--html excludes --at", store, "--at", "1", "--html", str(file), status=108)
assert file.read_text(encoding="utf-8") == page, "a refused call wrote the file"

# A store that holds nothing.
(folder / "empty").mkdir()
assert pages.data_of(inspected(str(folder / "empty")).stdout)["steps"]["time"] == []

# More than fits: older changes are put together, and the newest are as they were.
large = str(folder / "large")
with stores.Client(program, large) as client:
    for i in range(700):
        client.call("memory_remember", content=f"{i} " + f"{i * 7919 % 104729} words that are said once " * 60, session_id="s")
whole = inspected(large).stdout
thin = inspected(large, "--megabytes", "1").stdout
assert len(whole) > 1_000_000 >= len(thin), (len(whole), len(thin))
all_of, some = pages.data_of(whole), pages.data_of(thin)
assert all_of["thinned"] == 0 < some["thinned"], some["thinned"]
assert sum(some["steps"]["changes"]) == sum(all_of["steps"]["changes"]) == len(all_of["patches"])
assert some["steps"]["changes"][-20:] == [1] * 20
assert replayed(large, thin, 10, 3) > 0
print("all of it is as the library says")
