"""served_browser.py PROGRAM FOLDER PACKAGES CHROMIUM: pages that `workmem inspect` serves in a browser show what happens, and change what they may."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import stores
from served_pages import Served

program, folder, packages, chromium = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
here = pathlib.Path(__file__).resolve().parent
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)

store, empty = (f"sqlite:{folder.resolve() / name}.db" for name in ("all", "hostile"))
stores.everything(program, store)
with stores.Client(program, store) as client:
    client.call("task_plan", plan="reviewed", goal="Reviews", tasks=[{"title": "one", "needs_review": True}])
    claim = client.call("task_next", plan="reviewed", agent="worker-1")["claim"]
    client.call("task_finish", claim=claim, outcome="completed", summary="done")
    client.call("task_memory_record_decision", plan="reviewed", question="May we?", choice="We may", needs_approval=True, agent="worker-1")
with stores.Client(program, empty):
    pass
with Served(program, store) as reading, Served(program, store, "--allow-changes") as changing, Served(program, empty) as filling:
    (folder / "hostile.json").write_text(json.dumps(stores.hostile), encoding="utf-8")
    (folder / "served.json").write_text(json.dumps({
        "program": program, "store": store, "empty": empty, "reading": reading.url, "changing": changing.url, "filling": filling.url,
        "fill": [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(here)!r}); import stores; stores.of_hostile_texts({program!r}, {empty!r})"]}), encoding="utf-8")
    done = subprocess.run([packages / "node", here / "served.mjs", packages, chromium, folder]).returncode
sys.exit(done)
