"""Requests that are wrong, or meant badly:  requests.py PROGRAM"""
import base64
import gzip
import json
import os
import signal
import socket
import sys
import tempfile

from support import Client, JSON, Server, expect, initialize, modern, ping
from eventually import drip, eventually

TOOLS = ("--store", "memory", "--tools", "core,session")


def hosts_and_origins(server):
    for host in ("127.0.0.1", "localhost", f"localhost:{server.port}", "LocalHost:1", "[::1]", f"[::1]:{server.port}"):
        expect(server.ask(body=initialize(), Host=host)[0], 200, f"Host {host}")
    for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example/localhost",
                 "localhost@evil.example", "localhost:x", "", "[::1", "192.168.0.1", "localhost, evil.example"):
        status = server.ask(body=initialize(), Host=host)[0]
        assert status in (400, 403), (host, status)
        assert server.ask("GET", "/healthz", Host=host)[0] in (400, 403), host
    expect(server.raw(b"POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n")[9:12], b"400", "no host")
    expect(server.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")[9:12], b"400", "two hosts")
    for origin in ("http://localhost", "http://localhost:3000", "https://127.0.0.1", f"http://[::1]:{server.port}"):
        expect(server.ask(body=initialize(), Origin=origin)[0], 200, origin)
    for origin in ("http://evil.example", "null", "https://localhost.evil.example", "http://localhost@evil.example",
                   "ftp://localhost", "localhost", "chrome-extension://abc"):
        expect(server.ask(body=initialize(), Origin=origin)[0], 403, origin)


def forms(server):
    for type, status in (("application/json", 200), ("application/json; charset=utf-8", 200), ("Application/JSON;charset=\"UTF-8\"", 200),
                         ("application/json; charset=latin1", 415), ("text/plain", 415), ("", 415), (None, 415),
                         ("application/x-www-form-urlencoded", 415), ("multipart/form-data; boundary=x", 415), ("application/jsonx", 415)):
        expect(server.ask(body=initialize(), **{"Content-Type": type})[0], status, type)
    for accept, status in (("application/json", 200), ("application/json, text/event-stream", 200), ("*/*", 200), ("application/*;q=0.5", 200),
                           (None, 200), ("text/event-stream", 406), ("text/html", 406), ("application/json;q=0", 406)):
        expect(server.ask(body=initialize(), Accept=accept)[0], status, accept)
    bomb = gzip.compress(b" " * 50_000_000)
    expect(server.ask(body=bomb, **{"Content-Encoding": "gzip"})[0], 415, "gzip")
    for method in ("GET", "PUT", "PATCH", "OPTIONS", "HEAD"):
        status, headers, _ = server.ask(method)
        expect((status, headers["Allow"]), (405, "POST, DELETE"), method)
    expect(server.ask("POST", "/", initialize())[0], 404, "another path")
    expect(server.ask("GET", "/../../etc/passwd")[0], 404, "a path upwards")
    expect(server.ask("POST", "/healthz", "{}")[0], 405, "healthz")
    expect(server.ask("GET", "/healthz")[::2], (200, "ok\n"), "healthz")
    expect(server.raw(b"BREW /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n")[9:12], b"400", "no method")
    assert server.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 10 + b"\r\n\r\n")[9:12] in (b"400", b""), "TLS"


def parts(server):
    """An answer is not cut: its call has been made."""
    whole = server.ask("GET", "/healthz")[2]
    for each in ("bytes=0-0", "bytes=99999999-", "bytes=" + ",".join(["0-"] * 500)):
        expect(server.ask("GET", "/healthz", Range=each)[::2], (200, whole), each)
        status, _, told = server.ask("POST", "/mcp", initialize(), Range=each)
        expect((status, "serverInfo" in told["result"]), (200, True), each)


def messages(server):
    def refused(body, status, code):
        found, _, said = server.ask(body=body)
        expect((found, said["error"]["code"], "id" in said), (status, code, False), str(body)[:60])
    for text in ("", "{", "hello", "[1,]", b"\xff", '{"a":1}{"b":2}', "NaN"):
        refused(text, 400, -32700)
    for value in ([], [ping()], [ping(1), ping(2)], 1, None, "x", {}, {"jsonrpc": "2.0", "id": None, "method": "ping"}):
        refused(json.dumps(value), 400, -32600)
    refused("[" * 100_000, 400, -32600)
    expect(server.ask(body={"jsonrpc": "1.0", "id": 7, "method": "ping"})[2]["id"], 7, "the id comes back")
    for message in (ping(), {"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "id": 1, "result": {}}):
        expect(server.ask(body=message)[0], 400, "no session")


def sessions(server):
    client = Client(server)
    id = client.headers["Mcp-Session-Id"]
    assert len(id) == 32 and id.isalnum()
    expect(client.request("ping")["result"], {}, "ping")
    expect(client.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})[0], 202, "notification")
    expect(client.request("nothing")["error"]["code"], -32601, "an error of the protocol is an answer")
    for version, status in (("2025-11-25", 200), ("2024-11-05", 200), (None, 200), ("1900-01-01", 400), ("x", 400)):
        headers = {"Mcp-Session-Id": id, "MCP-Protocol-Version": version}
        expect(server.ask(body=ping(f"v{version}"), headers=headers)[0], status, version)
    for wrong in ("x", id[:-1], id + "0", id.upper() if id.upper() != id else "y", "../" + id, "0" * 32):
        expect(server.ask(body=ping(), **{"Mcp-Session-Id": wrong})[0], 404, wrong)
        expect(server.ask("DELETE", **{"Mcp-Session-Id": wrong})[0], 404, wrong)
    expect(server.ask(body=ping(), **{"Mcp-Session-Id": [id, id]})[0], 400, "two ids")
    expect(server.ask("DELETE")[0], 400, "which one?")
    expect(client.close(), 204, "the end")
    expect(server.ask(body=ping(), **{"Mcp-Session-Id": id})[0], 404, "after the end")
    status, headers, _ = server.ask(body={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    expect((status, headers["Mcp-Session-Id"]), (200, None), "no session where initialize fails")


def subscriptions(server):
    """Who subscribed hears of a change with the answer to his next request, whoever made it."""
    client, other = Client(server), Client(server)
    uri = "memory://watched/context"
    changed = {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": uri}}
    expect(client.request("resources/subscribe", {"uri": uri})["result"], {}, "subscribe")
    client.request("ping")
    expect(client.told, [], "nothing has changed")
    other.call("working_memory_add", session_id="watched", content="new", priority="low")
    client.headers["Accept"] = "application/json"
    client.request("ping")
    client.headers["Accept"] = JSON["Accept"]
    expect(client.told, [], "who takes no stream hears of it later")
    client.request("ping")
    expect(client.told, [changed], "what another one has changed")
    client.call("working_memory_add", session_id="watched", content="newer", priority="low")
    expect(client.told, [changed] * 2, "what it has changed itself")
    client.request("ping")
    expect(client.told, [changed] * 2, "it is told once")
    expect(client.request("resources/unsubscribe", {"uri": uri})["result"], {}, "unsubscribe")
    other.call("working_memory_add", session_id="watched", content="newest", priority="low")
    client.request("ping")
    expect((client.told, other.told), ([changed] * 2, []), "who has not subscribed hears nothing")
    for each in (client, other):
        expect(each.post({"jsonrpc": "2.0", "id": "server-1", "result": {}})[0], 400, "an answer that nobody asked for")
        expect(each.close(), 204, "the end")


def stateless(server):
    def code(message, headers, status, **other):
        found, _, said = server.ask(body=message, headers={**headers, **other})
        expect((found, said.get("error", {}).get("code")), (status, None if status == 200 else said["error"]["code"]), message["method"])
        return said.get("error", {}).get("code")
    message, headers = modern("tools/list")
    expect(code(message, headers, 200), None, "tools/list")
    for name in headers:
        expect(code(message, {each: value for each, value in headers.items() if each != name}, 400), -32020, f"without {name}")
    expect(code(message, headers, 400, **{"Mcp-Method": "TOOLS/LIST"}), -32020, "another method")
    expect(code(message, headers, 400, **{"MCP-Protocol-Version": "2025-11-25"}), -32020, "another version")
    expect(code({**message, "params": {}}, headers, 400), -32602, "no envelope")
    expect(code(*modern("tools/list", "2099-01-01"), 400), -32022, "a version of the future")
    expect(code(*modern("ping"), 404), -32601, "a method that is gone")
    message, headers = modern("tools/call", name="memory_sessions", arguments={})
    expect(code(message, headers, 200, **{"Mcp-Name": "  memory_sessions  "}), None, "spaces")
    encoded = base64.b64encode(b"memory_sessions").decode()
    expect(code(message, headers, 200, **{"Mcp-Name": f"=?base64?{encoded}?="}), None, "Base64")
    for wrong in (f"=?base64?{encoded}=?=", "=?base64?SGVs!!!bG8=?=", "memory_context", encoded):
        expect(code(message, headers, 400, **{"Mcp-Name": wrong}), -32020, wrong)
    message, headers = modern("tools/call", name="nothing", arguments={})
    found, _, said = server.ask(body=message, headers=headers)
    expect((found, said["error"]["code"]), (200, -32602), "a tool that is none is an answer")
    for method in ("GET", "DELETE"):
        expect(server.ask(method, **{"MCP-Protocol-Version": "2026-07-28"})[0], 405, method)


def sizes(server):
    two = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2
    client = Client(server)
    large = "x" * 3_000_000
    said = client.request("tools/call", {"name": "memory_remember", "arguments": {"content": large}})
    assert said["result"]["isError"], "a note has a limit"
    expect(server.ask(body=json.dumps(ping()).encode() + b" " * 5_000_000)[0], 413, "5 MB")
    # Only announced: refused before anything is read.
    answer = server.raw(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        b"Content-Length: 1000000000000\r\n\r\nx", ends=False)
    expect(answer[9:12], b"413", "a terabyte")
    for length in (b"-1", b"x", b"1 2", b"99999999999999999999999999"):
        found = server.raw(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " + length +
                           b"\r\n\r\n{}")[9:12]
        assert found in (b"400", b"413"), (length, found)
    # The length is not said, and it does not end.
    endless = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    found = server.raw(endless + b"100000\r\n" + b" " * 0x100000 + b"\r\n" + (b"100000\r\n" + b" " * 0x100000 + b"\r\n") * 4)
    assert found[9:12] in (b"413", b""), found[:80]
    found = server.raw(endless + b"2e\r\n" + json.dumps(ping()).encode().ljust(0x2e) + b"\r\n0\r\n\r\n")
    expect(found[9:12], b"400", "chunks are read: the session is missing")
    both = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    expect(server.raw(both + b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").count(b"HTTP/1.1 "), 1, "two lengths")
    # The library decodes headers: what counts is what was sent.
    for header in (b"Content-Length: %32", b"Transfer-Encoding: %63hunked", b"Content-Length : 2", b" Content-Length: 2", b"Content-Length: 2\n"):
        sent = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header + b"\r\n\r\n{}" + two
        found = server.raw(sent)
        assert found[9:12] == b"400" and found.count(b"HTTP/1.1 ") == 1, (header, found)
    # What stands in a body that was refused is no request.
    hidden = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for before in (b"GET /mcp HTTP/1.1\r\nHost: localhost\r\n", b"POST /mcp HTTP/1.1\r\nHost: evil.example\r\n",
                   b"DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"):
        sent = before + b"Content-Length: " + str(len(hidden)).encode() + b"\r\n\r\n" + hidden
        expect(server.raw(sent).count(b"HTTP/1.1 "), 1, before)
    # How long it is must be said; what follows is no request of its own.
    for header in (b"", b"Transfer-Encoding: gzip, chunked\r\n"):
        sent = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + header + b"\r\n{}" + hidden
        found = server.raw(sent)
        assert found[9:12] in (b"411", b"400") and found.count(b"HTTP/1.1 ") == 1, (header, found)
    # A head without an end.
    with server.connect() as to:
        sent = 0
        try:
            to.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
            while sent < 50_000_000:
                to.sendall(b"X-More: " + b"y" * 8_000 + b"\r\n")
                sent += 8_010
        except OSError:
            pass
        assert sent < 40_000_000, "nobody reads that"
    # Nor are long ones kept.
    before = server.most_memory()
    heads = []
    for _ in range(30):
        heads.append(server.connect())
        try:
            for _ in range(200):
                heads[-1].sendall(b"GET /healthz HTTP/1.1\r\nX-More: " + b"y" * 8_000 + b"\r\n")
        except OSError:
            pass
    assert server.most_memory() - before < 30_000_000, "heads are kept"
    for each in heads:
        each.close()
    # Two requests at once are two answers.
    expect(server.raw(two).count(b"200 OK"), 2, "two at once")


HEAD = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


def late(server):
    """Who takes his time is answered where he may, and nobody waits for him."""
    with server.connect() as idle, server.connect() as to:
        body = json.dumps(initialize()).encode()
        head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n"
        expect(drip(to, (head[at:at + 20] for at in range(0, len(head), 20))), (len(head) + 19) // 20, "nobody is asked too often")
        expect(server.ask(body=initialize())[0], 200, "somebody else")
        to.sendall(b"Content-Type: application/json\r\nContent-Length: " + str(len(body)).encode() + b"\r\n\r\n" + body)
        expect(to.recv(65536)[9:12], b"200", "a late request")
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        expect(idle.recv(65536)[9:12], b"200", "an idle connection is kept")
    waiting = [server.connect() for _ in range(300)]
    for each in waiting:
        each.sendall(HEAD)
    expect(server.ask(body=initialize())[0], 200, "beside 300 who send nothing")
    for each in waiting:
        each.close()


def slow(program):
    """Who sends slowly keeps a connection as long as a request may take."""
    with Server(program, *TOOLS, "--request-seconds", "2", "--idle-seconds", "2") as server:
        with server.connect() as to:
            assert drip(to, (HEAD[at:at + 1] for at in range(len(HEAD)))) < len(HEAD), "a slow head"
        with server.connect() as to:
            to.sendall(HEAD)
            assert drip(to, [b" "] * 600) < 600, "a slow body"
        expect(server.raw(b"", ends=False), b"", "an idle connection")
    expect(server.status, 0, "the end")


def full(program):
    with Server(program, *TOOLS, "--max-connections", "4") as server:
        held = [server.connect() for _ in range(4)]
        for each in held:
            each.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert each.recv(4096).startswith(b"HTTP/1.1 200")
        expect(server.raw(b"", ends=False)[9:12], b"503", "no room")
        for each in held:
            each.close()
        # There is room again as soon as the server has seen that they are gone.
        asked = []
        eventually(lambda: asked.append(server.ask("GET", "/healthz")[0]) or asked[-1] != 503)
        expect(asked[-1], 200, "room again")
        expect(server.raw(b"BREW / HTTP/1.1\r\n\r\n")[9:12], b"400", "no method")
        expect(server.raw(b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")[9:12], b"414", "a long address")
        counted = server.ask("GET", "/metrics")[2]
        for status, times in ((400, 1), (414, 1), (503, 1 + asked.count(503))):
            assert f'workmem_http_requests_total{{status="{status}"}} {times}\n' in counted, counted


def signals(program):
    """One that others send by mistake ends nothing, and a terminal that goes away ends it as SIGTERM does."""
    with Server(program, *TOOLS) as server:
        server.process.send_signal(signal.SIGUSR1)
        expect(server.ask("GET", "/healthz")[0], 200, "still there")
        server.process.send_signal(signal.SIGHUP)
        server.process.wait(timeout=60)
    expect(server.status, 0, "the end")


def ignored(program):
    """Of a project that is to be ignored nothing is told, and of its parts nothing is kept."""
    memory = ("--store", "memory", "--tools", "memory")
    home = tempfile.TemporaryDirectory()
    ignore = os.path.join(home.name, ".workmem-ignore")
    with open(ignore, "w") as file:
        file.write("lib/\n")
    with Server(program, *memory, home=home) as server:
        client = Client(server)
        seen = json.dumps([{"path": "lib/own.c"}, {"path": "doc/own.md"}])
        expect(client.call("memory_observe", tool="read_file", result=seen)["added"], 2, "seen")
        known = client.call("memory_context")
        assert "own.md" in json.dumps(known) and "own.c" not in json.dumps(known), known
        client.close()
    open(ignore, "w").close()
    with Server(program, *memory, home=home) as server:
        client = Client(server)
        expect(client.request("tools/list")["result"]["tools"], [], "tools of an ignored project")
        client.close()


def main(program):
    # One that waited for what is not sent would do so for longer than anything here takes.
    with Server(program, *TOOLS, "--request-seconds", "600", "--idle-seconds", "600") as server:
        for check in (hosts_and_origins, forms, parts, messages, sessions, subscriptions, stateless, sizes, late):
            check(server)
        counted = server.ask("GET", "/metrics")[2]
        assert 'workmem_tool_calls_total{tool="memory_sessions",outcome="done"}' in counted, counted
        assert 'tool="memory_remember",outcome="refused"' in counted
        assert "nothing" not in counted and "evil" not in counted
    expect(server.status, 0, "the end")
    assert not server.log, server.log
    slow(program)
    full(program)
    signals(program)
    ignored(program)
    print("all as it should be")


main(sys.argv[1])
