"""deleted.py PROGRAM: stores that are deleted under a server, that cannot be written, and that are many files."""
import contextlib
import json
import os
import resource
import shutil
import subprocess
import sys
import time

from support import request, run_all


class Server:
    def __init__(self, user, *arguments, **more):
        self.count = 0
        self.process = subprocess.Popen([user.program, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=user.environment, cwd=user.project, text=True, **more)
        self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})

    def ask(self, method, **params):
        self.count += 1
        self.process.stdin.write(request(self.count, method, **params))
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.count:
                return answer

    def call(self, name, **arguments):
        answer = self.ask("tools/call", name=name, arguments=arguments)
        if "error" in answer:
            return False, json.dumps(answer["error"])
        result = answer["result"]
        return not result.get("isError"), result["content"][0]["text"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=60)


def stores(user):
    user.data.mkdir(parents=True, exist_ok=True)
    return {f"sqlite:{user.home / 'own.db'}": lambda: [each.unlink() for each in user.home.glob("own.db*")],
            str(user.home / "folder"): lambda: shutil.rmtree(user.home / "folder")}


def a_server_says_that_its_store_was_deleted(user):
    for store, delete in stores(user).items():
        with contextlib.closing(Server(user, "--store", store)) as server:
            assert server.call("memory_remember", content="Deploys are on Tuesdays")[0]
            delete()
            done, said, end = True, "", time.monotonic() + 60
            while done and time.monotonic() < end:
                done, said = server.call("memory_remember", content=f"Note {time.monotonic_ns()}")
            assert not done and "deleted or replaced while it was open" in said and "with the option `recreate`" in said, said
            assert not server.call("memory_remember", content="More")[0]
        # Nothing was made in its place.
        assert not list(user.home.glob("own.db")) + list(user.home.glob("folder"))


def one_that_may_begins_it_anew(user):
    for store, delete in stores(user).items():
        with contextlib.closing(Server(user, "--store", store, "--recreate")) as server:
            assert server.call("memory_remember", content="Deploys are on Tuesdays")[0]
            delete()
            number, end = 0, time.monotonic() + 60
            while time.monotonic() < end:
                number += 1
                done, said = server.call("memory_remember", content=f"Note {number}")
                assert done, (store, said)
                if list(user.home.glob("own.db")) + list(user.home.glob("folder")):
                    break
            assert server.call("memory_remember", content="Later")[0]
        assert "Later" in user.run("log", store, "--json"), store
        assert ", 0 problems" in user.run("check", store)
        delete()


def a_store_that_was_closed_is_read_where_nothing_can_be_written(user):
    folder = user.home / "medium"
    folder.mkdir()
    store = f"sqlite:{folder / 'memory.db'}"
    with contextlib.closing(Server(user, "--store", store)) as server:
        assert server.call("memory_remember", content="Deploys are on Tuesdays")[0]
    (folder / "memory.db-turn").unlink(missing_ok=True)
    (folder / "memory.db").chmod(0o444)
    for above in (user.home, user.home.parent):
        above.chmod(0o755)
    folder.chmod(0o555)
    other = {"user": 65534} if os.geteuid() == 0 else {}
    if other and subprocess.run([user.program, "--version"], capture_output=True, **other).returncode != 0:
        return  # the program is where another user cannot call it
    for arguments in (("log", store), ("check", store), ("show", store)):
        done = subprocess.run([user.program, *arguments], capture_output=True, text=True, env=user.environment, cwd="/", **other)
        assert done.returncode == 0 or "plan" in done.stderr, done
    server = subprocess.run([user.program, "mcp", "--read-only", "--store", store, "--project", str(user.project)], capture_output=True, text=True, cwd="/",
                            env=user.environment, input=request(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={
                                "name": "test", "version": "1"}) + request(2, "tools/call", name="memory_search", arguments={"query": "deploys"}), **other)
    assert "Tuesdays" in server.stdout, server
    assert [each.name for each in folder.iterdir()] == ["memory.db"]
    folder.chmod(0o755)


def many_sessions_take_few_files(user):
    sessions = 10_000 if "WORKMEM_LONG_TESTS" in os.environ else 400
    for hard in (128, 4_096):
        store = str(user.home / f"sessions-{hard}")

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (64 if hard > 128 else hard, hard))

        with contextlib.closing(Server(user, "--store", store, "--tools", "session", preexec_fn=limit)) as server:
            for number in range(sessions):
                done, said = server.call("working_memory_add", session_id=f"s{number}", content=f"note {number}", priority="low")
                assert done, (number, said)
            for number in range(0, sessions, 97):
                done, said = server.call("working_memory_list", session_id=f"s{number}")
                assert done and f"note {number}" in said, (number, said)
            soft = [line.split()[3] for line in open(f"/proc/{server.process.pid}/limits") if line.startswith("Max open files")]
            assert soft == [str(hard)], soft
        if hard == 128 and sessions > 400:
            break


run_all(sys.argv[1], [a_server_says_that_its_store_was_deleted, one_that_may_begins_it_anew,
                      a_store_that_was_closed_is_read_where_nothing_can_be_written, many_sessions_take_few_files])
