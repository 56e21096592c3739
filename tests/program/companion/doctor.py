"""doctor.py PROGRAM: `workmem doctor` finds what is wrong, and the command that it names mends it. It changes nothing
itself: each time it is asked, all bytes and times of the home folder and of the project stay as they are."""
import contextlib
import ctypes
import json
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys

from support import User, content, run_all

HOSTILE = ["it's \"mine\"", "$(touch pwned) `touch pwned` $HOME", "a\nfix: rm -rf x\n", "\x1b[31m\u202e\u200b\x7f", "-rf ; & | * ~ \\ \\n"]


def tree(user):
    """Everything that doctor could change, but for SQLite's index of the log: each reader of a database makes one, writes to
    it, and takes it away."""
    out = {}
    for top in (user.home, user.project):
        for each in [top, *sorted(top.rglob("*"))]:
            is_ = os.lstat(each)
            if not each.name.endswith("-shm"):
                text = each.read_bytes() if each.is_file() else b""
                time = is_.st_mtime_ns if not each.is_dir() else None
                out[str(each)] = (is_.st_mode, is_.st_uid, time, text)
    return out


class Report:
    """What doctor says, in text and in JSON."""

    def __init__(self, user, *arguments, before="", cwd=None, **environment):
        user.environment["PATH"] = "/usr/bin:/bin"
        usual = tree(user)
        command = " ".join(shlex.quote(str(each)) for each in (user.program, "doctor", *arguments))
        self.text, self.status = "", None
        for option in ("", " --json"):
            done = subprocess.run(["bash", "-c", (before + "\n" if before else "") + command + option], cwd=cwd or user.project,
                                  env={**user.environment, **environment}, capture_output=True, timeout=120)
            assert done.returncode in (0, 1) and done.stderr == b"", done
            assert self.status in (None, done.returncode), done
            self.status = done.returncode
            if not option:
                self.text = done.stdout.decode()
        assert tree(user) == usual, {key for key in usual if usual[key] != tree(user).get(key)} or set(tree(user)) - set(usual)
        report = json.loads(done.stdout)
        self.findings = report["findings"]
        levels = ["ok", "note", "problem"]
        worst = max((each["level"] for each in self.findings), key=levels.index)
        assert report["status"] == worst and self.status == (worst == "problem"), report
        # One line each, the worst first, and one of what is fine.
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", self.text), self.text
        lines = [f'{each["level"]:8} {each["about"]}: {each["says"]}' + (f'; fix: {each["fix"]}' if "fix" in each else "")
                 for level in ("problem", "note") for each in self.findings if each["level"] == level]
        said, lines = ([re.sub(r"a hook takes \d+ ms", "a hook takes some ms", line) for line in each]
                       for each in (self.text.split("\n"), lines))
        assert said[:len(lines)] == lines and said[len(lines)].startswith("ok       ") and said[len(lines) + 1:] == [""], (said, lines)
        self.fine = said[len(lines)]

    def wrong(self, about=None):
        return [each for each in self.findings if each["level"] != "ok" and about in (None, each["about"])]

    def expect_nothing_wrong(self):
        """But for modules, which are built where their libraries are."""
        assert not [each for each in self.wrong() if each["about"] != "modules"], self.text

    def one(self, about, *patterns, level="problem"):
        """The only thing that is wrong with that, which says this."""
        (found,) = self.wrong(about)
        assert found["level"] == level and all(re.search(each, found["says"]) for each in patterns), (found, patterns)
        return found


def mends(user, found, **more):
    """Runs the command that a finding names."""
    done = subprocess.run(["bash", "-c", found["fix"]], cwd=more.pop("cwd", user.project), env=user.environment, capture_output=True,
                          timeout=60, **more)
    assert done.returncode == 0, (found, done)
    return done.stdout.decode()


def mended(user, about, *patterns, level="problem", arguments=(), **environment):
    """Finds one thing, mends it as told, and finds it no more."""
    found = Report(user, *arguments, **environment).one(about, *patterns, level=level)
    mends(user, found)
    after = Report(user, *arguments, **environment)
    assert not after.wrong(about), (found, after.text)
    return found


def mended_in_the_environment(user, about, *patterns, level="problem", **environment):
    """The same where the command is one for the shell in which a person works."""
    found = Report(user, **environment).one(about, *patterns, level=level)
    assert not Report(user, before=found["fix"], **environment).wrong(about), found


@contextlib.contextmanager
def hostile_user(user, name):
    """A user whose folders have such a name."""
    folder = user.home.parent / name.replace("/", "")
    folder.mkdir()
    yield User(user.program, folder)


def an_empty_home_is_fine_and_stays_empty(user):
    report = Report(user)
    report.expect_nothing_wrong()
    assert report.status == 0 and not list(user.home.iterdir())
    for part in ("program: workmem ", "none yet", "none is here", "ms of a processor", "nothing since yesterday", "0 events"):
        assert part in report.fine, (part, report.fine)


def a_user_whose_client_uses_the_memory_is_fine(user):
    user.run("setup", "claude")
    user.starts()
    user.lists_pages()
    report = Report(user)
    report.expect_nothing_wrong()
    assert "claude set up" in report.fine and re.search(r"the last event came from claude at 20\d\d-", report.fine), report.fine
    assert "1 events" in report.fine and "with 1 streams" in report.fine or "streams" in report.fine, report.fine
    assert "doctor" not in user.run("what")
    # So it is where the store was closed, and in a store of files.
    user.run("replay", "--store", user.home / "files", input=b'{"dialogue":"d","events":[{"kind":"user","text":"hi"}]}\n')
    for store in (user.store, user.home / "files", "files"):
        Report(user, store, cwd=user.home).expect_nothing_wrong()


def bad_usage_is_refused(user):
    user.run("doctor", "mysql://host", status=2)
    user.run("doctor", "redis:secret@host", status=2)
    user.run("doctor", "sqlite:", status=2)
    user.run("doctor", "--what", status=109)
    user.run("doctor", "a", "b", status=109)
    user.run("doctor", status=2, environment={"HOME": ""})
    assert "STORE" in user.run("doctor", "--help")


def what_others_can_read_is_closed(user):
    data = user.data
    for path, mode, right in ((data, 0o755, 0o700), (data / "memory.db", 0o644, 0o600), (data / "memory.db-wal", 0o666, 0o600),
                              (data / "memory.db.spool", 0o750, 0o700), (data / "workmem.log", 0o640, 0o600), (data / "memory.db", 0o400, 0o600)):
        user.starts()
        user.lists_pages()
        path.chmod(mode)
        found = mended(user, "permissions", re.escape(f'{path}" has the mode {mode:04o}, not {right:04o}'))
        assert found["fix"] == f"chmod {right:o} {path}" and path.stat().st_mode & 0o777 == right
        user.starts()
        user.lists_pages()
        path.chmod(mode)
        assert path == data / "workmem.log" or "`workmem doctor` says what is wrong" in user.run("what")
        if path.exists():
            path.chmod(right)
        assert "doctor" not in user.run("what")
    # Several kinds at once, and several of a kind.
    (user.data / "tenants").mkdir(mode=0o755)
    for name in ("a b", "it's"):
        (user.data / "tenants" / name).write_text("")
    report = Report(user)
    assert len(report.wrong("permissions")) == 2 and "and 1 more files" in report.text, report.text
    for each in report.wrong("permissions"):
        mends(user, each)
    # So many that their names would fill the screen.
    for number in range(40):
        (user.data / "tenants" / f"{number} $(touch pwned)").write_text("")
    found = mended(user, "permissions", "and 39 more files")
    assert len(found["fix"]) < 1000 and found["fix"].startswith("find "), found
    # A store that is named.
    files = user.home / "files"
    user.run("replay", "--store", files, input=b'{"dialogue":"d","events":[{"kind":"user","text":"hi"}]}\n')
    files.chmod(0o755)
    mended(user, "permissions", "0755", arguments=(files,))
    named = user.home / "own.db"
    user.run("mcp", "--store", f"sqlite:{named}", input=b"")
    named.chmod(0o604)
    mended(user, "permissions", "0604", arguments=(f"sqlite:{named}",))


def what_belongs_to_another_is_given_back(user):
    if os.geteuid() != 0:
        return
    user.starts()
    # Closes the database: SQLite gives a log that is there to the owner of its database.
    user.asks("memory_list")
    for path in (user.data / "memory.db", user.data):
        os.chown(path, 1234, -1)
        mended(user, "permissions", f'{path}" belongs to user 1234, not to 0')
        assert path.stat().st_uid == 0
    # Root looks after another's home: all of it is to stay theirs.
    for each in (user.home, *user.home.rglob("*")):
        os.chown(each, 1234, -1)
    assert not Report(user).wrong("permissions")
    os.chown(user.data / "memory.db", 0, -1)
    mended(user, "permissions", "belongs to user 0, not to 1234")


def settings(user, client):
    return {"claude": user.home / ".claude" / "settings.json", "codex": user.home / ".codex" / "hooks.json",
            "gemini": user.home / ".gemini" / "settings.json", "cursor": user.home / ".cursor" / "hooks.json"}[client]


def server_file(user, client):
    return {"claude": user.home / ".claude.json", "codex": user.home / ".codex" / "config.toml",
            "gemini": user.home / ".gemini" / "settings.json", "cursor": user.home / ".cursor" / "mcp.json"}[client]


def a_client_that_is_not_set_up_is(user):
    for client in ("claude", "codex", "gemini", "cursor"):
        settings(user, client).parent.mkdir()
        found = mended(user, "clients", f"^{client} is not set up$", level="note")
        assert found["fix"] == f"{user.program} setup {client}"
        assert f"{client} set up" in Report(user).fine.replace(", codex", "").replace(", gemini", "") or client in Report(user).fine
    assert "claude, codex, gemini, cursor set up" in Report(user).fine


def a_client_that_calls_another_program_is_set_right(user):
    other = user.home / "it's old" / "workmem"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    for client in ("claude", "codex", "gemini", "cursor"):
        with hostile_user(user, client) as own:
            own.run("setup", client)
            for file, ours, ending in ((settings(own, client), f"{own.program} hook", " hook"),
                                       (server_file(own, client), f'"{own.program}"', "")):
                before = file.read_text()
                assert ours in before
                # It is gone, is no program, is another one, or nothing of that name is found.
                other.chmod(0o644)
                for program, says, level in ((own.home / "gone" / "workmem", "which cannot be run", "problem"),
                                             (other, "which cannot be run", "problem"), (other, "another program than this one", "note"),
                                             ("workmem", "not in the PATH", "problem")):
                    if level == "note":
                        other.chmod(0o755)
                    word = json.dumps(shlex.quote(str(program)) + ending)[1:-1] if ending else json.dumps(str(program))
                    file.write_text(before.replace(ours, word))
                    mended(own, "clients", f"^{client} calls .*{says}", level=level)
                    assert file.read_text() == before


def what_leads_to_this_program_is_left_alone(user):
    (user.home / "bin").mkdir()
    (user.home / "bin" / "workmem").symlink_to(user.program)
    user.run("setup", "claude")
    before = settings(user, "claude").read_text()
    for word in ("~/bin/workmem", "$HOME/bin/workmem", "'" + str(user.home / "bin" / "workmem") + "'", "$(dirname x)/workmem", "$ELSEWHERE/workmem"):
        settings(user, "claude").write_text(before.replace(user.program, word))
        assert not Report(user).wrong("clients"), (word, Report(user).text)


def a_part_that_is_missing_is_added(user):
    for client, event in (("claude", "UserPromptSubmit"), ("gemini", "AfterTool"), ("codex", "PostToolUse"), ("cursor", "sessionStart")):
        user.run("setup", client)
        value = json.loads(settings(user, client).read_text())
        del value["hooks"][event]
        settings(user, client).write_text(json.dumps(value))
        mended(user, "clients", f"^{client} is set up in parts, without a hook for {event}$", level="note")
    value = json.loads(server_file(user, "claude").read_text())
    value["mcpServers"]["workmem"] = {"command": "npx", "args": ["other"]}
    server_file(user, "claude").write_text(json.dumps(value))
    mended(user, "clients", "^claude has another server with the name workmem$", level="note")
    del value["mcpServers"]
    server_file(user, "claude").write_text(json.dumps(value))
    mended(user, "clients", "^claude is set up in parts, without the server$", level="note")


def a_file_that_cannot_be_read_is_set_aside(user):
    for client in ("claude", "codex", "gemini", "cursor"):
        for file in {settings(user, client), server_file(user, client)}:
            for text in ("{", '{"a" 1}', "[]", "{} {}", "\x1b[31m \u202e"):
                if file.suffix == ".toml":
                    continue
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
                found = mended(user, "clients", f"^{client}: ")
                assert str(file) in found["says"]
            assert file.suffix == ".toml" or len(list(file.parent.glob(file.name + ".unreadable*"))) == 5
    settings(user, "claude").unlink()
    settings(user, "claude").symlink_to("settings.json")
    mended(user, "clients", "^claude: .*links lead in a circle")
    settings(user, "gemini").unlink()
    settings(user, "gemini").mkdir()
    mended(user, "clients", "^gemini: .*it is no file")
    # What is read by its client, and has no place for ours.
    server_file(user, "codex").write_text('mcp_servers = { other = { command = "x" } }\n')
    found = Report(user).one("clients", "^codex: .*no table of its own", level="note")
    assert "[mcp_servers.workmem]" in mends(user, found)


def hooks_that_are_switched_off_are_switched_on(user):
    config = server_file(user, "codex")
    config.parent.mkdir()
    for text in ("[other]\nhooks = false\n[features]\nhooks = false # not yet\n", "features.hooks=false\n", "features = { a = true, hooks = false }\n",
                 "[other]\nhooks = false\n\n[features]\na = false\n\"codex_hooks\" = false\n"):
        config.write_text(text)
        assert "not set up" in Report(user).one("clients", level="note")["says"]
        user.run("setup", "codex")
        line = text.rstrip("\n").count("\n") + 1
        mended(user, "clients", f"^codex has its hooks switched off, in line {line} of ")
        assert config.read_text().startswith(text[::-1].replace("false"[::-1], "true"[::-1], 1)[::-1]), config.read_text()
        shutil.rmtree(config.parent)
        config.parent.mkdir()


def files_of_a_project_are_looked_at(user):
    user.run("setup", "claude", "--project")
    # Its files name no path: a shell has to find the program.
    found = Report(user).one("clients", '^claude in this project calls "workmem", which is not in the PATH$')
    after = Report(user, before=found["fix"])
    assert not after.wrong("clients") and "claude in this project set up" in after.fine, after.text
    # Where another one is found, both say so.
    (user.home / "bin").mkdir()
    (user.home / "bin" / "workmem").write_text("#!/bin/sh\n")
    (user.home / "bin" / "workmem").chmod(0o755)
    before = f"export PATH={user.home}/bin:$PATH"
    report = Report(user, before=before)
    report.one("program", "the PATH finds another workmem first", level="note")
    found = report.one("clients", "another program than this one", level="note")
    assert not Report(user, before=before + "\n" + found["fix"]).wrong("clients")
    value = json.loads((user.project / ".mcp.json").read_text())
    del value["mcpServers"]["workmem"]
    (user.project / ".mcp.json").write_text(json.dumps(value))
    path = found["fix"]
    found = Report(user, before=path).one("clients", "in this project is set up in parts", level="note")
    mends(user, {"fix": path + " && " + found["fix"]}, cwd="/")
    assert not Report(user, before=path).wrong("clients")


def modules_are_looked_at(user):
    built = pathlib.Path(user.program).parent
    (user.home / "bin").mkdir()
    own = user.program = str(shutil.copy(user.program, user.home / "bin" / "workmem"))
    packages = {"workmem-redis.so": "libhiredis-dev", "workmem-postgres.so": "libpq-dev", "workmem-http.so": "libcpp-httplib-dev"}
    report = Report(user)
    assert report.status == 0 and len(report.wrong("modules")) == 3
    for found, (name, package) in zip(report.wrong("modules"), packages.items()):
        assert f"there is no {name}" in found["says"] and found["fix"].startswith(f"apt-get install {package} && "), found
    # A store that needs it makes it a problem, and no message shows a password.
    for scheme, name in (("redis", "workmem-redis.so"), ("postgresql", "workmem-postgres.so")):
        report = Report(user, f"{scheme}://ann:hush@127.0.0.1:1/x")
        assert report.status == 1 and "hush" not in report.text, report.text
        assert [each["level"] for each in report.wrong("modules") if name in each["says"]] == ["problem"]
    there = [name for name in packages if (built / name).exists()]
    for name in there:
        file = user.home / "bin" / name
        file.write_bytes(b"#!/bin/sh\n")
        (found,) = [each for each in Report(user).wrong("modules") if each["level"] == "problem"]
        assert "is no module of this program" in found["says"] and found["fix"] == "build and install workmem again", found
        whole = (built / name).read_bytes()
        file.write_bytes(whole.replace(b"), compiler", b"), Compiler"))
        (found,) = [each for each in Report(user).wrong("modules") if each["level"] == "problem"]
        assert "is of another build" in found["says"] and found["fix"] == "build and install workmem again", found
        library = re.search(rb"\0(lib(hiredis|pq|cpp-httplib)\.so\.[0-9.]+)\0", whole)
        if library:
            other = library[1][:-1] + b"x"
            file.write_bytes(whole.replace(library[1] + b"\0", other + b"\0"))
            (found,) = [each for each in Report(user).wrong("modules") if each["level"] == "problem"]
            assert found["fix"] == "apt-get install " + other.decode().replace(".so.", ""), found
        shutil.copy(built / name, file)
        report = Report(user)
        assert not [each for each in report.wrong("modules") if name in each["says"]] and name in report.fine, report.text
    # Where it was built it is built again.
    (user.home / "CMakeCache.txt").write_text("")
    (user.home / "bin" / "workmem-redis.so").write_bytes(b"")
    found = [each for each in Report(user).wrong("modules") if "redis" in each["says"]][0]
    assert found["fix"] == f"cmake --build {user.home} --target workmem_program", found
    assert own == user.program


def a_store_that_is_not_there_is_made(user):
    for store in (f"sqlite:{user.home}/new.db", user.home / "new files", f"sqlite:{user.home}/a/b c/new.db", user.home / "a/d"):
        found = Report(user, store).one("store", "there is no store")
        mends(user, found)
        assert not Report(user, store).wrong("store"), found


def what_is_no_store_stays_as_it_is(user):
    """A person may name the wrong thing: no command moves it, or takes it from others."""
    things = user.home / "things"
    (things / "ab" / "cd").mkdir(parents=True)
    (things / "ab" / "cd" / "notes").write_text("mine")
    (things / "words.db").write_bytes(b"no database" * 1000)
    other = sqlite3.connect(things / "other.db")
    other.executescript("CREATE TABLE a(b);")
    other.close()
    for each in [things, *things.rglob("*")]:
        each.chmod(0o755 if each.is_dir() else 0o644)
    for store in (things, f"sqlite:{things}/words.db", f"sqlite:{things}/other.db", f"sqlite:{things}", things / "words.db"):
        report = Report(user, store)
        assert "fix" not in report.one("store") and not report.wrong("permissions"), report.text
    assert "doctor" in user.run("what", "--store", f"sqlite:{things}/other.db", status=2)
    # An empty folder may become a store.
    (user.home / "empty").mkdir()
    Report(user, user.home / "empty").expect_nothing_wrong()
    files = user.home / "files"
    user.run("replay", "--store", files, input=b'{"dialogue":"d","events":[{"kind":"user","text":"hi"}]}\n')
    (log,) = files.rglob("log")
    log.chmod(0o644)
    mended(user, "permissions", "0644", arguments=(files,))
    files.chmod(0o755)
    assert f"`workmem doctor {files}` says" in user.run("what", "--store", files)
    files.chmod(0o700)
    for number in range(20):
        (log.parent / f"log.cut-{number}").write_text("")
    found = mended(user, "permissions", "19 more files", arguments=(files,))
    assert found["fix"].startswith("find "), found
    (files / "words").write_text("mine")
    report = Report(user, files)
    assert "fix" not in report.one("store", "it holds") and not report.wrong("permissions"), report.text


def a_damaged_store_is_mended_or_set_aside(user):
    user.run("setup", "claude")
    user.starts()
    user.lists_pages()
    database = user.data / "memory.db"
    for text, says in ((b"no database" * 1000, "no SQLite database"), (b"", "empty, no journal")):
        for each in user.data.glob("memory.db-*"):
            each.unlink()
        database.write_bytes(text)
        found = mended(user, "store", says)
        assert not database.exists() and (user.data / "memory.db.damaged").exists(), found
        assert "Home" in user.starts() or not text
    assert (user.data / "memory.db.damaged2" / "memory.db").exists()
    # One that is named, and is of ours.
    named = f"sqlite:{user.home}/own.db"
    user.run("mcp", "--store", named, input=b"")
    database = sqlite3.connect(user.home / "own.db")
    database.executescript("DROP TABLE snapshots;")
    database.close()
    mends(user, Report(user, named).one("store", "its tables are not those of a journal"))
    mended(user, "store", "there is no store", arguments=(named,))
    # A store of files is mended as far as it can be read.
    files = user.home / "files"
    dialogue = json.dumps({"dialogue": "d", "events": [
        {"kind": "tool_result", "tool": "list_pages", "result": [{"id": n, "title": f"Page {n}"} for n in range(9)]},
        {"kind": "user", "text": "open the second one"},
        {"kind": "query", "query": 1, "reference": "the second one", "utterance": "open the second one"}]}) + "\n"
    user.run("replay", "--store", files, input=dialogue.encode())
    (log,) = files.rglob("log")
    whole = log.read_bytes()
    log.write_bytes(whole[:400] + b"#" + whole[401:])
    mended(user, "store", "damaged at byte", arguments=(files,))


def crc32c(data):
    out = 0xFFFFFFFF
    for byte in data:
        out ^= byte
        for _ in range(8):
            out = out >> 1 ^ (0x82F63B78 if out & 1 else 0)
    return out ^ 0xFFFFFFFF


def a_store_of_files_of_a_newer_version_is_known(user):
    files = user.home / "files"
    user.run("replay", "--store", files, input=b'{"dialogue":"newer","events":[{"kind":"user","text":"hi"}]}\n')
    (log,) = files.rglob("log")
    whole = log.read_bytes()
    # The head of the first frame, the length of what follows, and its checksum; the format is its second record.
    size = int.from_bytes(whole[4:8], "little")
    payload = whole[32:32 + size].replace(b"workmem log\x01\0\0\x001", b"workmem log\x01\0\0\x009")
    assert payload != whole[32:32 + size]
    log.write_bytes(whole[:28] + crc32c(whole[:28] + payload).to_bytes(4, "little") + payload + whole[32 + size:])
    found = Report(user, files).one("store", "written in format 9, newer than the 1")
    assert found["fix"] == "install the version of workmem that wrote it, or a newer one"
    log.write_bytes(whole)
    assert not Report(user, files).wrong("store")


def a_database_of_a_newer_version_is_known(user):
    user.starts()
    for version, is_wrong in ((9, True), (1, False)):
        database = sqlite3.connect(user.data / "memory.db")
        database.execute(f"PRAGMA user_version={version}")
        database.close()
        if is_wrong:
            found = Report(user).one("store", "written by a newer version, in format 9")
            assert found["fix"] == "install the version of workmem that wrote it, or a newer one"
        else:
            assert not Report(user).wrong("store")


def a_store_that_others_use_is_no_problem(user):
    user.starts()
    # Another process: this one reads the file, and so would let go of its locks.
    holds = """import sqlite3, sys
busy = sqlite3.connect(sys.argv[1], isolation_level=None)
busy.executescript("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()"""
    busy = subprocess.Popen([sys.executable, "-c", holds, user.data / "memory.db"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert busy.stdout.readline()
    found = Report(user).one("store", "database is locked", level="note")
    busy.communicate()
    mends(user, found)
    assert not Report(user).wrong("store")
    files = user.home / "files"
    user.run("replay", "--store", files, input=b'{"dialogue":"d","events":[{"kind":"user","text":"hi"}]}\n')
    server = subprocess.Popen([user.program, "mcp", "--store", files], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=user.environment)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    for number, (method, params) in enumerate((("initialize", hello), ("tools/call", {"name": "memory_remember", "arguments": {"content": "x"}}))):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")
        server.stdin.flush()
        assert server.stdout.readline()
    report = Report(user, files)
    server.stdin.close()
    server.wait(timeout=60)
    report.one("store", "the stream is open in process", level="note")
    assert not Report(user, files).wrong("store"), report.text


def a_disk_that_can_only_be_read_is_mounted_again(user):
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    disk = user.home / "a disk"
    disk.mkdir()
    if libc.mount(b"none", bytes(disk), b"tmpfs", 0, b"size=1m,mode=700") != 0:
        print("         no disk can be mounted here")
        return
    try:
        user.environment["XDG_DATA_HOME"] = str(disk)
        user.run("setup", "claude")
        user.run("mcp", input=b"")
        remount, read_only = 32, 1
        assert libc.mount(b"none", bytes(disk), b"tmpfs", remount | read_only, b"") == 0
        (disk / "workmem" / "memory.db").exists()
        mended(user, "store", f'is on a disk that can only be read, "{disk}"')
        assert libc.mount(b"none", bytes(disk), b"tmpfs", remount | read_only, b"") == 0
        copy = Report(user, f"sqlite:{disk}/workmem/memory.db", XDG_DATA_HOME="")
        copy.one("store", "can only be read", level="note")
    finally:
        libc.umount(bytes(disk))


def events_that_never_came_are_missed(user):
    for client in ("claude", "codex"):
        user.run("setup", client)
    report = Report(user)
    assert [each["says"].split()[0] for each in report.wrong("hooks")] == ["claude", "codex"], report.text
    assert "/hooks" in report.wrong("hooks")[1]["fix"] and report.status == 0
    # What the client calls is what mends it.
    for client in ("claude", "codex"):
        for event in ("SessionStart", "PostToolUse"):
            (group,) = json.loads(settings(user, client).read_text())["hooks"][event]
            sent = user.event(event, source="startup", tool_name="mcp__cms__get_page", tool_input={}, tool_response=content({"id": "p-1", "title": "Home"}))
            subprocess.run(group["hooks"][0]["command"], shell=True, check=True, env=user.environment, cwd=user.project,
                           input=json.dumps(sent).encode(), stdout=subprocess.DEVNULL)
    report = Report(user)
    assert not report.wrong("hooks") and re.search("came from claude at .*, codex at ", report.fine), report.text
    # Recorded, they are still known.
    user.run("what")
    assert re.search("came from claude at .*, codex at ", Report(user).fine)


def hooks_that_take_too_long_are_known(user):
    limit = "WORKMEM_HOOK_MILLISECONDS"
    # No program starts in so little time.
    mended_in_the_environment(user, "hooks", r"a hook takes \d+ ms of a processor, and is ended after 1 ms", **{limit: "1"})
    for wrong in ("soon", "0", "60001", "\x1b[31m"):
        mended_in_the_environment(user, "hooks", f"{limit} must be a number of milliseconds from 1 to 60000, is ", **{limit: wrong})


def switches_are_told(user):
    mended_in_the_environment(user, "switches", "WORKMEM_OFF is set", level="note", WORKMEM_OFF="1")
    mended_in_the_environment(user, "switches", "WORKMEM_DAYS must be", WORKMEM_DAYS="soon")
    (user.project / ".workmem-ignore").write_text("# nothing\n")
    mended(user, "switches", "workmem-ignore.* names no pattern", level="note")


def what_was_dropped_is_told(user):
    user.starts()
    user.uses("mcp__cms__\x1b[31mrender", {}, content("Rendered without a word on any thing, thank you."))
    user.uses("mcp__cms__list_pages", {}, content([{"id": f"q-{n}", "title": f"Page {n}"} for n in range(40)]))
    log = user.data / "workmem.log"
    time = log.read_text().split(" ")[0]
    key = log.read_text().rstrip("\n").rsplit("[")[-1]
    with open(log, "a") as file:
        for said in ("took too long, and was ended", "crashed", f"an event was dropped: why [{key}", f"an event found no room: why [{key}",
                     "pieces were not looked at"):
            file.write(f"{time} hook --client claude: {said}\n")
    report = Report(user)
    wrong = report.wrong("dropped")
    assert len(wrong) == 7 and report.status == 0 and {each["level"] for each in wrong} == {"note"}, report.text
    assert "1 of mcp__cms__list_pages" in report.text
    for found in wrong:
        if "check" in found["fix"]:
            assert ", 0 problems" in mends(user, found)
    assert "`workmem doctor` says what is wrong" in user.run("what")
    # Of the day before yesterday nothing is told.
    log.write_text(log.read_text().replace(time[:4] + "-", str(int(time[:4]) - 1) + "-"))
    assert not Report(user).wrong("dropped") and "doctor" not in user.run("what")


def a_spool_that_is_nearly_full_is_emptied(user):
    user.starts()
    user.lists_pages()
    (file,) = (user.data / "memory.db.spool").glob("*.events")
    line = file.read_bytes()
    file.write_bytes(line * (4_000_000 // len(line)))
    found = Report(user).one("waiting", "events wait to be recorded in .*of at most 4194304 bytes")
    # Each call records what waits for some seconds.
    for _ in range(50):
        mends(user, found)
        if not Report(user).wrong("waiting"):
            break
    assert not Report(user).wrong("waiting")
    # That of another project names no folder: it is not known here.
    other = file.with_name("other-0123456789ab.events")
    other.write_bytes(line * (4_000_000 // len(line)))
    other.chmod(0o600)
    assert Report(user).one("waiting", "other-0123456789ab")["fix"] == "run `workmem what` in that project"


def notes_that_fill_their_room_are_told(user):
    user.starts()
    for number in range(55):
        assert user.asks("memory_remember", content=f"note {number}", session_id="s-1")["id"]
    found = Report(user).one("limits", 'conversation "s-1" are 55 of at most 64 notes', level="note")
    assert "memory_forget" in found["fix"]
    user.asks("memory_forget", instruction="everything", session_id="s-1")
    user.run("forget", "--project")
    assert not Report(user).wrong("limits")


def names_that_mean_no_good_are_words(user):
    for name in [*HOSTILE, os.fsdecode(b"\xff\xfe")]:
        with hostile_user(user, name) as other:
            other.run("setup", "claude")
            other.starts()
            other.lists_pages()
            Report(other).expect_nothing_wrong()
            other.data.chmod(0o777)
            (other.data / "memory.db").chmod(0o666)
            for found in Report(other).wrong("permissions"):
                mends(other, found)
            assert not Report(other).wrong("permissions")
            (other.home / ".claude" / "settings.json").write_text("{")
            mended(other, "clients", "^claude: ")
            (other.data / "memory.db").write_bytes(b"no database" * 1000)
            mended(other, "store", "no SQLite database")
            files = other.home / name.replace("/", "")
            mends(other, Report(other, "./" + files.name, cwd=other.home).one("store", "there is no store"))
            assert files.is_dir() and not Report(other, "./" + files.name, cwd=other.home).wrong("store")
            assert not list(user.home.parent.rglob("pwned")), name
            other.data.chmod(0o777)
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e\u200b]", other.run("what", "--store", files))


run_all(sys.argv[1], [
    an_empty_home_is_fine_and_stays_empty, a_user_whose_client_uses_the_memory_is_fine, bad_usage_is_refused,
    what_others_can_read_is_closed, what_belongs_to_another_is_given_back, a_client_that_is_not_set_up_is,
    a_client_that_calls_another_program_is_set_right, what_leads_to_this_program_is_left_alone, a_part_that_is_missing_is_added,
    a_file_that_cannot_be_read_is_set_aside, hooks_that_are_switched_off_are_switched_on, files_of_a_project_are_looked_at,
    modules_are_looked_at, a_store_that_is_not_there_is_made, what_is_no_store_stays_as_it_is, a_damaged_store_is_mended_or_set_aside,
    a_store_of_files_of_a_newer_version_is_known, a_database_of_a_newer_version_is_known,
    a_store_that_others_use_is_no_problem, a_disk_that_can_only_be_read_is_mounted_again,
    events_that_never_came_are_missed, hooks_that_take_too_long_are_known, switches_are_told, what_was_dropped_is_told,
    a_spool_that_is_nearly_full_is_emptied, notes_that_fill_their_room_are_told, names_that_mean_no_good_are_words])
