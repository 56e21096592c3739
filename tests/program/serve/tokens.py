"""Who may come in, and to what:  tokens.py PROGRAM"""
import os
import pathlib
import re
import sqlite3
import stat
import subprocess
import sys

from support import Client, Server, expect, initialize, modern
from eventually import eventually

TOOLS = ("--tools", "core,session")


def unused(program, home, ann, dan, fay):
    """The store of a tenant whom nobody asks for is closed while others are served, and opened again."""
    with Server(program, *TOOLS, "--tenant-seconds", "1", home=home) as server:
        def opened():
            files = pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir()
            return {each.stem for each in (pathlib.Path(os.path.realpath(file)) for file in files) if each.suffix == ".db"}
        first, second = Client(server, ann), Client(server, dan)
        first.call("memory_remember", content="It is in the LARDER", key="place")
        message, headers = modern("tools/call", name="memory_context", arguments={})
        assert "LARDER" in str(server.ask(body=message, headers=headers, Authorization="Bearer " + ann)[2])
        second.call("memory_context")
        expect(opened(), {"ann", "dan"}, "both are open")
        # One that was used later, and is closed.
        third = Client(server, fay)
        third.call("memory_context")
        expect(opened(), {"ann", "dan", "fay"}, "all are open")
        expect(third.close(), 204, "the end of a session")
        eventually(lambda: second.call("memory_context") and "fay" not in opened())
        expect(opened(), {"ann", "dan"}, "a session keeps its store open")
        expect(first.close(), 204, "the end of the session")
        eventually(lambda: second.call("memory_context") and "ann" not in opened())
        expect(opened(), {"dan"}, "nobody asks for ann's")
        again = Client(server, ann)
        assert "LARDER" in again.call("memory_context"), "nothing is lost"
        expect(opened(), {"ann", "dan"}, "both are open again")
    expect(server.status, 0, "the end")
    assert not server.log, server.log


def main(program):
    server = Server(program, *TOOLS)
    home = pathlib.Path(server.folder.name) / "workmem"
    # Without tokens this machine alone is served.
    status, _, log = server.run("--address", "0.0.0.0", "--port", "0")
    assert status == 2 and "this machine alone" in log, log
    status, _, log = server.run("--allow-host", "memory.example.org", "--port", "0")
    assert status == 2 and "this machine alone" in log, log
    status, _, log = server.run("--tokens", str(home / "none"), "--port", "0")
    assert status == 2 and "there is no token" in log, log
    made = {}
    for whose in ("ann", "ann:reader", "bob:writer"):
        status, out, log = server.run("--add-token", whose)
        assert status == 0 and re.fullmatch(r"wm_[0-9a-f]{64}\n", out), (out, log)
        made[whose] = out.strip()
    for whose in ("", "Ann", "a/b", "../x", "a b", "x" * 65, "ann:owner", "ann:"):
        status, out, log = server.run("--add-token", whose)
        assert status != 0 and not out.startswith("wm_"), whose
    file = home / "tokens"
    expect(stat.S_IMODE(file.stat().st_mode), 0o600, "the mode of the file")
    text = file.read_text()
    assert not any(token in text or token[3:] in text for token in made.values()), "only hashes are kept"
    listed = server.run("--list-tokens")[1].splitlines()
    expect(sorted(line.split(" ", 1)[1] for line in listed), ["ann reader", "ann writer", "bob writer"], "the list")
    status, _, log = server.run("--store", "memory", "--port", "0")
    assert status == 2 and "--tenants" in log, log

    with server:
        for shown in (None, "", "Bearer", "Bearer ", "Bearer x", "Basic " + made["ann"], made["ann"], "Bearer " + made["ann"][:-1],
                      "Bearer " + made["ann"] + "0", "Bearer " + made["ann"].upper(), "Bearer " + text.split()[0]):
            for ask in (lambda **more: server.ask(body=initialize(), **more), lambda **more: server.ask("GET", "/metrics", **more),
                        lambda **more: server.ask("DELETE", **more)):
                status, headers, _ = ask(Authorization=shown)
                assert status == 401 and headers["WWW-Authenticate"].startswith("Bearer"), (shown, status)
        expect(server.ask(body=initialize(), Authorization=["Bearer " + made["ann"]] * 2)[0], 400, "two tokens")
        expect(server.ask(body=initialize(), path="/mcp?token=" + made["ann"])[0], 401, "a token in the address")
        expect(server.ask("GET", "/healthz")[0], 200, "everybody may know that it lives")
        expect(server.ask("GET", "/metrics", Authorization="bearer " + made["bob:writer"])[0], 200, "metrics")

        ann, reader, bob = (Client(server, made[each]) for each in ("ann", "ann:reader", "bob:writer"))
        ann.call("memory_remember", content="The code is ZEBRA", key="code")
        ann.call("working_memory_add", session_id="s", content="ZEBRA too", priority="high")
        # A reader reads, and changes nothing.
        assert "ZEBRA" in reader.call("memory_context")
        offered = {each["name"] for each in reader.request("tools/list")["result"]["tools"]}
        assert "memory_remember" not in offered and "memory_context" in offered, offered
        for tool in ("memory_remember", "memory_forget", "working_memory_add", "working_memory_clear_session"):
            said = reader.request("tools/call", {"name": tool, "arguments": {"content": "x", "session_id": "s", "id": "code", "priority": "low"}})
            expect(said["error"]["code"], -32602, tool)
        message, headers = modern("tools/call", name="memory_remember", arguments={"content": "x"})
        said = server.ask(body=message, headers=headers, Authorization="Bearer " + made["ann:reader"])[2]
        expect(said["error"]["code"], -32602, "nor without a session")
        # What belongs to another tenant is not there.
        assert "ZEBRA" not in bob.call("memory_context")
        expect(bob.call("memory_search", query="ZEBRA")["count"], 0, "bob's")
        expect(bob.call("working_memory_list", session_id="s")["count"], 0, "bob's session")
        for other in (reader, bob):
            for method in ("POST", "DELETE"):
                expect(server.ask(method, body=initialize() | {"method": "ping"}, Authorization=other.headers["Authorization"],
                                  **{"Mcp-Session-Id": ann.headers["Mcp-Session-Id"]})[0], 404, "somebody else's session")
        # A token that is taken out is out, with the sessions it began.
        id = next(line.split()[0] for line in listed if line.endswith("bob writer"))
        expect(server.run("--remove-token", id)[0], 0, "remove")
        expect(server.run("--remove-token", id)[0], 1, "remove again")
        eventually(lambda: bob.post({"jsonrpc": "2.0", "id": 9, "method": "ping"})[0] == 401)
        # A new one is in.
        token = server.run("--add-token", "eve")[1].strip()
        eventually(lambda: server.ask(body=initialize(), Authorization="Bearer " + token)[0] == 200)
        eve = Client(server, token)
        assert "ZEBRA" not in eve.call("memory_context")
        # Who was a writer, and is a reader now, writes no more; nor without a session.
        remember, said_so = modern("tools/call", name="memory_remember", arguments={"content": "x"})
        eve_asks = {"Authorization": eve.headers["Authorization"], "headers": said_so, "body": remember}
        assert "result" in server.ask(**eve_asks)[2]
        text = file.read_text()
        file.write_text(re.sub(r"(?m)^(.* eve )writer$", r"\1reader", text))
        assert file.read_text() != text
        eventually(lambda: server.ask(**eve_asks)[2].get("error", {}).get("code") == -32602)
        # Where others could read the file, nobody comes in.
        os.chmod(file, 0o644)
        eventually(lambda: server.ask(body=initialize(), Authorization="Bearer " + made["ann"])[0] == 401)
        os.chmod(file, 0o600)
    expect(server.status, 0, "the end")

    stores = {each.name for each in (home / "tenants").glob("*.db")}
    expect(stores, {"ann.db", "bob.db", "eve.db"}, "a store for each tenant")
    for each in (home / "tenants").iterdir():
        expect(stat.S_IMODE(each.stat().st_mode) & 0o077, 0, each.name)
    # Who made a change stands beside it.
    id = next(line.split()[0] for line in listed if line.endswith("ann writer"))
    records = b"".join(path.read_bytes() for path in (home / "tenants").glob("ann.db*"))
    assert f"ann/{id}".encode() in records, "the actor is recorded"
    assert not any(token.encode() in records for token in made.values())

    unused(program, server.folder, made["ann"], *(server.run("--add-token", each)[1].strip() for each in ("dan", "fay")))

    # Many make tokens at once, and each is there.
    makers = [subprocess.Popen([server.program, "serve", "--add-token", f"t{n}"], env=server.environment, text=True,
                               stdout=subprocess.PIPE) for n in range(8)]
    assert all(each.communicate()[0].startswith("wm_") and each.returncode == 0 for each in makers)
    kept = server.run("--list-tokens")[1].splitlines()
    assert {f"t{n} writer" for n in range(8)} <= {line.split(" ", 1)[1] for line in kept}, kept
    # When the last one is taken out, nobody comes in any more.
    for line in kept:
        expect(server.run("--remove-token", line.split()[0])[0], 0, "remove")
    status, _, log = server.run("--port", "0")
    assert status == 2 and "there is no token" in log, log

    with Server(program, *TOOLS, "--store", "memory", "--rate", "0.4") as server:
        expect(server.ask(body=initialize())[0], 200, "seldom is not never")
    with Server(program, *TOOLS, "--store", "memory", "--rate", "5") as server:
        refused = []

        def ask():
            status, headers, _ = server.ask(body=initialize())
            refused.extend([headers["Retry-After"]] if status == 429 else [])
            return status
        eventually(lambda: ask() == 429 and len(refused) >= 5)
        assert all(int(each) >= 1 for each in refused), refused
        expect(server.ask("GET", "/healthz")[0], 200, "its health is not limited")
        eventually(lambda: ask() == 200)
    print("all as it should be")


main(sys.argv[1])
