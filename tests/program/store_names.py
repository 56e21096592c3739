"""store_names.py PROGRAM: what is no name of a store is refused by each command, and leaves nothing."""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])


def commands(store):
    for begins in ("plan add", "log", "why", "check", "doctor", "show", "inspect"):
        yield [*begins.split(), store, *(["Task"] if begins == "plan add" else ["x"] if begins == "why" else [])]
    for begins in ("what", "hook --client claude", "forget --all"):
        yield [*begins.split(), "--store", store]


def run(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=60, input="{}",
                          env={"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "WORKMEM_HOOK_MILLISECONDS": "20000"})
    return done.returncode, done.stdout + done.stderr


def refused(folder, store, why, but=()):
    before = sorted(os.listdir(folder))
    for command in [*commands(store), *([] if "mcp" in but else [["mcp", "--store", store]])]:
        status, said = run(folder, *command)
        assert status == (0 if command[0] == "hook" else 2) and why in said, (command, status, said)
        assert sorted(os.listdir(folder)) == before, (command, os.listdir(folder))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "home").mkdir()
    for store in ("sqlite3:foo.db", "mongodb:foo", "duckdb:x.db", "memory:", "mysql://host"):
        refused(folder, store, "is of no kind that is known here; name a folder, sqlite:FILE")
    # A server is wrapped all the same.
    before = sorted(os.listdir(folder))
    assert run(folder, "wrap", "--store", "mongodb:foo", "--", "true")[0] == 0 and sorted(os.listdir(folder)) == before
    assert "is of no kind that is known here" in next((folder / "home").rglob("workmem.log")).read_text()
    refused(folder, "sqlite://x.db", "write sqlite:FILE")
    refused(folder, "memory", "write ./memory for a folder", but="mcp")
    assert run(folder, "mcp", "--store", "memory")[0] == 0

    # A path that begins so is said to be one.
    for store in ("./memory", "./notes:2026", "C:x", str(folder / "a:b")):
        assert run(folder, "plan", "add", store, "Task")[0] == 0 and (folder / store).is_dir(), store

    database = sqlite3.connect(folder / "p.db")
    database.execute("CREATE TABLE t (x)")
    database.close()
    refused(folder, "p.db", 'is a SQLite database; write "sqlite:p.db"')
