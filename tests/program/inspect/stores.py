"""Stores with something in every memory, made as clients make them: by the tools of `workmem mcp`."""

import json
import os
import subprocess
import time

# What must stay text wherever it stands.
hostile = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--", "-->", "]]>", "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>", "\"onmouseover=\"alert(1)", "' onfocus='alert(1)", "javascript:alert(1)", "&lt;b&gt;", "&amp;",
    "&#60;script&#62;", "\\u003cscript\\u003e", "\\", "\\\"", "\"", "'", "`${alert(1)}`", "${alert(1)}", "{{constructor}}", "__proto__",
    "constructor", "toString", "hasOwnProperty", "\u2028alert(1)\u2029", "line\nbreak", "tab\there", "\u001b[31mred\u001b[0m", "\u0007bell",
    "\u202eright to left", "\u2066isolated\u2069", "zero\u200bwidth", "\ufeffmark", "\u00ad soft", "日本語のタスク", "задача", "مهمة", "משימה",
    "e\u0301\u0302\u0303", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\U0001f4a9", "NULL", "null", "undefined", "NaN", "[object Object]", "0", "-1", "1e309", "true",
    "<style>*{display:none}</style>", "<base href=//evil.example>", "<meta http-equiv=refresh content=0>", "<a href=//evil.example>x</a>",
    "<iframe srcdoc=x>", "<link rel=stylesheet href=//evil.example>", "@style@", "@script@ @data@", "x" * 90, "<" * 40, "%3Cscript%3E", "../../etc/passwd",
]


class Client:
    """Calls tools of a server that keeps its memory in a store; a context manager."""

    def __init__(self, program, store, sweeps_every="1h", cwd=None):
        self.server = subprocess.Popen([program, "mcp", "--store", store, "--tools", "all", "--sweep-every", sweeps_every], cwd=cwd,
                                       env={**os.environ, "WORKMEM_RECORD_ANSWERS": "1"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.last = 0
        self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})

    def ask(self, method, **params):
        self.last += 1
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}) + "\n")
        self.server.stdin.flush()
        while True:
            answer = json.loads(self.server.stdout.readline())
            if answer.get("id") == self.last:
                return answer

    def call(self, called, /, **arguments):
        answer = self.ask("tools/call", name=called, arguments=arguments)
        if "error" in answer or answer["result"].get("isError"):
            raise ValueError(f"{called}: {answer}"[:500] + f" {arguments}"[:500])
        return answer["result"]["structuredContent"]

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.server.stdin.close()
        self.server.wait()
        self.server.stdout.close()


def talk(client, session):
    pages = [{"id": f"page-{i}", "title": title, "status": "draft"} for i, title in enumerate(["Pricing", "About us", "Careers", "Contact", "Press"], 1)]
    client.call("memory_observe", tool="cms.list_pages", result=json.dumps(pages), session_id=session)
    client.call("memory_hear", role="user", text="Open the careers page.", session_id=session)
    client.call("memory_resolve", reference="the careers page", session_id=session)
    client.call("memory_observe", tool="cms.get_page", arguments={"id": "page-3"}, result=json.dumps({"page": pages[2]}), session_id=session)
    client.call("memory_observe", tool="orders.list", session_id=session, result=json.dumps(
        [{"id": f"o-{i}", "title": title, "total": 10 * i, "customer": {"id": f"c-{i}", "name": name}}
         for i, (title, name) in enumerate([("Shoes", "Maria Lopez"), ("Socks", "Ahmed Khan"), ("Hat", "Chen Wei")], 1)]))
    client.call("memory_resolve", reference="cancel the second one", session_id=session)
    client.call("memory_remember", content="Refunds go to the card", pin=True, tags=["policy"], session_id=session)
    client.call("memory_remember", content="Maria prefers e-mail to calls", key="contact", session_id=session)
    client.call("memory_remember", content="Ship from Hamburg before noon", for_good=True, session_id=session)
    client.call("memory_hear", role="assistant", text="I cancelled the socks.", session_id=session)
    for i in range(4):
        client.call("memory_remember", content=f"Detail {i} of the order of socks: {'the parcel was weighed again ' * (i + 1)}", session_id=session)
    client.call("memory_remember", content="Maria wants a call back, now", key="contact", session_id=session)


def remember(client, session):
    for i, priority in enumerate(["low", "medium", "high", "critical"]):
        added = client.call("working_memory_add", session_id=session, content=f"The {priority} thing number {i}", priority=priority, tags=["t", priority])
        client.call("working_memory_get", session_id=session, memory_id=added["id"])
    client.call("working_memory_promote", session_id=session, memory_id=added["id"])


def plan(client, name, agents=("worker-1", "worker-2")):
    tasks = [
        {"title": "Design token schema", "description": "Claims, lifetimes, keys"},
        {"title": "Token service", "depends_on": ["Design token schema"], "needs_review": True},
        {"title": "Key rotation", "depends_on": ["Design token schema"]},
        {"title": "Middleware", "depends_on": ["Token service"]},
        {"title": "Rate limits", "depends_on": ["Middleware"]},
        {"title": "Login page", "depends_on": ["Token service"]},
        {"title": "Audit log", "depends_on": ["Key rotation"]},
        {"title": "Load test", "depends_on": ["Rate limits", "Login page"]},
        {"title": "Security review", "depends_on": ["Audit log", "Middleware"]},
        {"title": "Ship it", "depends_on": ["Load test", "Security review"]},
    ]
    made = client.call("task_plan", plan=name, goal="Add JWT authentication to the API", constraints=["No downtime"], tasks=tasks)
    ids = {task["title"]: task["id"] for task in made["tasks"]}
    first = client.call("task_next", plan=name, agent=agents[0])
    client.call("task_finish", claim=first["claim"], outcome="completed", summary="RS256, fifteen minutes", next_steps=["rotate keys"])
    client.call("task_note", plan=name, agent=agents[0], kind="decision", content="RS256", question="Which signature?", tasks=[ids["Token service"]])
    client.call("task_note", plan=name, agent=agents[0], kind="discovery", content="The gateway strips headers", tasks=[ids["Middleware"]])
    client.call("task_note", plan=name, agent=agents[0], kind="artifact", content="The schema of tokens", path="docs/tokens.md", tasks=[ids["Design token schema"]])
    client.call("task_note", plan=name, agent=agents[0], kind="nudge", content="Please look at the schema", to=agents[1])
    second = client.call("task_next", plan=name, agent=agents[0], task=ids["Token service"])
    client.call("task_finish", claim=second["claim"], outcome="completed", summary="It signs and verifies")
    third = client.call("task_next", plan=name, agent=agents[1], task=ids["Key rotation"])
    client.call("task_finish", claim=third["claim"], outcome="failed", summary="The key store refuses: permission denied")
    return ids


def everything(program, store):
    """Two conversations, a session, what is kept for good, and two plans."""
    with Client(program, store) as client:
        talk(client, "support")
        talk(client, "sales")
        remember(client, "batch")
        plan(client, "auth")
        ids = plan(client, "billing")
        client.call("task_review", plan="billing", agent="reviewer-1", task=ids["Token service"], verdict="approved", comments="fine")
        claim = client.call("task_next", plan="billing", agent="worker-2", task=ids["Middleware"], lease_minutes=10)["claim"]
        client.call("task_update", plan="billing", claim=claim, status="blocked", note="the staging cluster is down")
        client.call("memory_observe", tool="list_products", result="Blue lamp costs 3\nRed lamp costs 4\nGreen lamp", session_id="support")


def crowded(program, store):
    """Notes that are nearly too many, and that were, and a plan of more tasks than are drawn."""
    with Client(program, store) as client:
        for session, count in (("nearly", 52), ("over", 70)):
            for i in range(count):
                client.call("memory_remember", content=f"Note {i}", session_id=session)
        client.call("memory_observe", tool="shop.list_lamps", result=json.dumps([{"id": "lamp-1", "title": "Blue lamp"}, {"id": "lamp-2", "title": "Red lamp"}]), session_id="over")
        client.call("memory_forget", id="lamp-1", session_id="over")
        tasks = [{"title": f"Task {i}", "depends_on": [f"Task {i - 1}"] if i > 296 else []} for i in range(300)]
        ids = {task["title"]: task["id"] for i in range(0, 300, 100) for task in client.call("task_plan", plan="wide", goal="All", tasks=tasks[i:i + 100])["tasks"]}
        claim = lambda title: client.call("task_next", plan="wide", agent="worker-1", task=ids[title])["claim"]
        client.call("task_finish", claim=claim("Task 290"), outcome="failed", summary="no disk")
        client.call("task_update", plan="wide", claim=claim("Task 280"), status="blocked", note="no network")
        client.call("task_memory_record_decision", plan="wide", question="May we?", choice="We may", needs_approval=True, agent="worker-1", affects_tasks=[ids["Task 0"]])
    with Client(program, store, "1s") as client:
        added = client.call("working_memory_add", session_id="batch", content="For an hour", priority="low")
        client.call("working_memory_expire", session_id="batch", memory_id=added["id"])
        while client.call("working_memory_list_expired", session_id="batch")["count"] > 0:
            time.sleep(.05)


def of_hostile_texts(program, store):
    """Every text field holds one of the texts that want to be something else."""
    with Client(program, store) as client:
        things = [{"id": text or f"i-{i}", "title": text, "note": text} for i, text in enumerate(hostile)]
        for at in range(0, len(things), 5):
            client.call("memory_observe", tool="t.list", result=json.dumps({"things": things[at:at + 5]}), session_id="s")
        for text in hostile:
            client.call("memory_resolve", reference=text or "it", session_id="s")
            client.call("memory_remember", content=f"note {text}", key=text, tags=[text[:50]], session_id="s")
            client.call("working_memory_add", session_id="w", content=f"memory {text}", priority="low", tags=[text[:50]])
        added = client.call("task_plan", plan="p", goal=hostile[0], constraints=hostile,
                            tasks=[{"title": f"{i} {text}", "description": text, "tags": [text[:50]]} for i, text in enumerate(hostile)])["tasks"]
        for i, text in enumerate(hostile[:20]):
            for kind in ("decision", "discovery", "nudge"):
                client.call("task_note", plan="p", agent=f"a-{text}", kind=kind, content=text, question=text, tasks=[added[i]["id"]], **({"to": f"b-{text}"} if kind == "nudge" else {}))
            client.call("task_note", plan="p", agent=f"a-{text}", kind="artifact", content=text, path=f"{i}/{text}", tasks=[added[i]["id"]])
            claim = client.call("task_next", plan="p", agent=f"a-{text}", task=added[i]["id"])["claim"]
            client.call("task_finish", claim=claim, outcome="failed", summary=text)


def of_many_records(program, store, dice):
    """A plan and a session of more records than are looked at one by one after each change."""
    with Client(program, store) as client:
        tasks = [{"title": f"Task {i}", "needs_review": i % 5 == 0, "depends_on": sorted({f"Task {dice.randrange(i)}" for _ in range(2)}) if i > 20 else []} for i in range(300)]
        client.call("task_plan", plan="wide", goal="All of it", tasks=tasks)
        for i in range(300):
            client.call("working_memory_add", session_id="wide", content=f"memory {i} {i * 7919}", priority="low")
        for i in range(150):
            agent = f"worker-{dice.randrange(4)}"
            got = client.call("task_next", plan="wide", agent=agent)
            if "claim" in got:
                outcome = dice.choice(["completed"] * 5 + ["failed", "released"])
                done = client.call("task_finish", claim=got["claim"], outcome=outcome, summary=f"so it went {i}")
                if done["status"] == "review":
                    client.call("task_review", plan="wide", agent="reviewer", task=got["task"], verdict=dice.choice(["approved", "needs_rework"]), comments="looked at it")
                if done["status"] == "failed":
                    client.call("task_update", plan="wide", agent="lead", task=got["task"], status="pending")
            if i % 10 == 0:
                client.call("task_note", plan="wide", agent=agent, kind="artifact", content=f"draft {i}", path=f"docs/{i % 3}.md", tasks=[f"Task {i}"])
                client.call("task_note", plan="wide", agent=agent, kind="nudge", content=f"look at {i}", to="worker-1")
            memory = client.call("working_memory_list", session_id="wide", limit=1)["memories"][0]["id"]
            client.call("working_memory_get", session_id="wide", memory_id=memory)
            if i % 20 == 0:
                client.call("working_memory_expire", session_id="wide", memory_id=memory)
            client.call("task_changes", plan="wide", agent="worker-1")
