"""browser.py PROGRAM FOLDER PACKAGES CHROMIUM: pages of `workmem inspect` in a browser show what the library says."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import pages
import stores

program, folder, packages, chromium = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
here = pathlib.Path(__file__).resolve().parent
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
# Pages name their stores as they were named.
os.chdir(folder)


def checks_of(store, page, how_often, seed):
    """Of some steps, what the library says of the part that changed: [{step, part, memory, sections}]."""
    data = pages.data_of(page)
    history, out = pages.History(data), []
    steps = len(data["patches"])
    chosen = set(random.Random(seed).sample(range(steps), min(how_often, steps)))
    for step in range(steps):
        part = history.step()
        if step not in chosen:
            continue
        about = data["parts"][part]
        owner, names = pages.sections[about["memory"]]
        said = json.loads(pages.run(program, "inspect", store, "--stream", about["stream"], "--at", str(history.sequences[part])).stdout)
        memory = said["memories"].get(owner, {})
        sections = {shown: [pages.expected(record, history.times) for record in memory.get(name, [])] for name, shown in names.items()}
        out.append({"step": step, "part": part, "memory": about["memory"], "sections": sections})
    return out


made = {}
for name, make in (("all", stores.everything), ("hostile", stores.of_hostile_texts)):
    store = f"sqlite:{name}.db"
    make(program, store)
    file = folder / f"{name}.html"
    pages.run(program, "inspect", store, "--html", str(file))
    made[name] = {"page": str(file), "checks": checks_of(store, file.read_text(encoding="utf-8"), 50, 7)}
stores.crowded(program, "sqlite:crowded.db")
pages.run(program, "inspect", "sqlite:crowded.db", "--html", str(folder / "crowded.html"))
made["crowded"] = {"page": str(folder / "crowded.html")}
# The plans of two streams can have one name.
made["twins"] = {"page": str(folder / "twins.html")}
(folder / "twins.html").write_text(pathlib.Path(made["all"]["page"]).read_text(encoding="utf-8").replace('"billing"', '"auth"'), encoding="utf-8")
made["hostile"]["texts"] = stores.hostile

# The scripts of the page are one: what one of them does not know, another may.
script = re.findall(r"<script>(.*?)</script>", pathlib.Path(made["all"]["page"]).read_text(encoding="utf-8"), re.S)
(folder / "page.js").write_text(script[-1], encoding="utf-8")
shutil.copy(here / "eslint.config.mjs", folder)
subprocess.run([packages / "node", packages / "node_modules/eslint/bin/eslint.js", "page.js"], check=True, cwd=folder)

(folder / "checks.json").write_text(json.dumps(made), encoding="utf-8")
sys.exit(subprocess.run([packages / "node", here / "browser.mjs", packages, chromium, folder]).returncode)
