"""What stands in a page of `workmem inspect`: a second, small reader of its data."""

import datetime
import json
import re
import subprocess


def run(program, *arguments, status=0):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, encoding="utf-8")
    if status is not None and done.returncode != status:
        raise AssertionError(f"{arguments}: {done.returncode}, not {status}\n{done.stdout[:500]}{done.stderr}")
    return done


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


class History:
    """Applies patches as the format says, and knows nothing of memories."""

    def __init__(self, data):
        self.records, self.where, self.sequences, self.times = {}, [], [], set()
        self.begin(data)

    def begin(self, data):
        """Goes on with other data, which is what came after."""
        self.data, self.at, self.time = data, -1, 0
        flat = data["records"]
        where = [(flat[i], data["sections"][flat[i + 1]], flat[i + 2]) for i in range(0, len(flat), 3)]
        # Records have other numbers there.
        self.records = {where.index(key) if key in where else (where.append(key) or len(where) - 1): fields
                        for key, fields in ((self.where[number], fields) for number, fields in self.records.items())}
        self.where = where
        self.seen = self.sequences + [0] * (len(data["parts"]) - len(self.sequences))
        self.sequences = [0] * len(data["parts"])
        self.times |= {data["fields"][code >> 2] for patch in data["patches"] for changes in patch[1::2] if changes
                      for code in changes[::2] if code & 3 == 3}

    def step(self):
        self.at += 1
        steps = self.data["steps"]
        self.time += steps["time"][self.at]
        part = steps["part"][self.at]
        self.sequences[part] += steps["sequence"][self.at]
        patch = self.data["patches"][self.at]
        for record, changes in zip(patch[::2], patch[1::2]):
            if changes == 0:
                self.records.pop(record, None)
                continue
            fields = self.records.setdefault(record, {})
            for code, value in zip(changes[::2], changes[1::2]):
                name = self.data["fields"][code >> 2]
                if code & 3 == 2:
                    fields.pop(name, None)
                else:
                    fields[name] = [value, self.data["values"][value] if code & 3 == 1 else None, None, None][code & 3] if code & 3 < 2 else self.time + value
        return part

    def go_on(self, data):
        """Applies all that came after."""
        self.begin(data)
        for _ in data["patches"]:
            self.step()
        self.sequences = [now or before for now, before in zip(self.sequences, self.seen)]

    def section(self, part, name):
        """Key and fields, in the order in which they came."""
        found = [(self.where[number][2], fields) for number, fields in self.records.items() if self.where[number][:2] == (part, name)]
        return sorted(found, key=lambda each: each[1].get("_n", each[1].get("number", 0)))


left_out = {"version", "token", "lease", "paused"}


def milliseconds(text):
    return round(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def expected(record, times):
    out = {name: milliseconds(value) if name in times and isinstance(value, str) else value for name, value in record.items() if name not in left_out}
    return out


def actual(key, fields, has_id):
    out = {name: value for name, value in fields.items() if not name.startswith("_")}
    if has_id:
        out.setdefault("id", key)
    return out


def id_of(key):
    """What an entity's key says: its size of the type, the type, the id."""
    size, rest = key.split(":", 1)
    return rest.encode()[int(size):].decode()


# Where a memory's records are in the library's snapshots, and on the page.
sections = {
    "window": ("entity", {"entities": "entities"}),
    "notes": ("bounded", {"items": "items"}),
    "session": ("session", {"memories": "memories", "outbox": "outbox"}),
    "long-term": ("long_term", {"memories": "kept"}),
    "plan": ("task", {name: name for name in ("tasks", "decisions", "discoveries", "artifacts", "branches", "nudges", "agents")}),
}


def compare(program, store, history, part):
    """Whether the page holds what the library says of the part after the same change; how many records."""
    about = history.data["parts"][part]
    sequence = history.sequences[part]
    said = json.loads(run(program, "inspect", store, "--stream", about["stream"], "--at", str(sequence)).stdout)
    assert (said["stream"], said["sequence"]) == (about["stream"], sequence), said
    owner, names = sections[about["memory"]]
    memory = said["memories"].get(owner, {})
    count = 0
    for name, shown in names.items():
        wanted = [expected(record, history.times) for record in memory.get(name, [])]
        if owner == "entity":
            wanted.reverse()  # the newest is first there
        found = [actual(key if owner != "entity" else id_of(key), fields, True) for key, fields in history.section(part, shown)]
        assert found == wanted, f"{about['stream']} {shown} after {sequence}:\n{found}\n{wanted}"
        count += len(found)
    if owner == "task" and memory:
        head = dict(history.section(part, "head"))[""]
        plan = memory["plan"]
        assert (head.get("name", ""), head.get("goal", "")) == (plan.get("name", ""), plan.get("goal", "")), head
    return count
