"""wrapped.py PROGRAM PACKAGES: official servers behind `workmem wrap` say the same bytes, and what they said is known."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "program" / "companion"))
from support import request, run_all  # noqa: E402

program, packages = sys.argv[1:]
node = str(pathlib.Path(packages) / "node")
HELLO = ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})


def server(name, *arguments):
    folder = pathlib.Path(packages) / "node_modules" / "@modelcontextprotocol" / f"server-{name}"
    return [node, str(folder / "dist" / "index.js"), *map(str, arguments)]


def call(name, **arguments):
    return "tools/call", {"name": name, "arguments": arguments}


def conversation(user, command, asked, environment):
    """All that comes back, asked one by one."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               cwd=user.project, env={**user.environment, **environment})
    out = b""
    for number, (method, params) in enumerate([HELLO, *asked]):
        process.stdin.write(request(number, method, **params).encode())
        if number == 0:
            process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        process.stdin.flush()
        while True:
            line = process.stdout.readline()
            assert line, out
            out += line
            if json.loads(line).get("id") == number and "method" not in json.loads(line):
                break
    process.stdin.close()
    out += process.stdout.read()
    return out, process.wait(60)


def same(user, command, asked, prepare=lambda: {}):
    user.starts()
    bare = conversation(user, command, asked, prepare())
    assert bare[0].count(b"\n") > len(asked) and b'"isError":true' not in bare[0], bare[0][-2000:]
    assert conversation(user, [user.program, "wrap", "--", *command], asked, prepare()) == bare
    user.run("check", user.store)


def everything(user):
    same(user, server("everything"), [("tools/list", {}), call("echo", message="hällo\n" * 1_000), ("ping", {})])


def filesystem(user):
    folder = user.project / "docs"
    folder.mkdir()
    for name in ("first.md", "second.md"):
        (folder / name).write_text(f"# {name}\n")
    same(user, server("filesystem", folder), [("tools/list", {}), call("list_directory", path=str(folder)),
                                              call("read_text_file", path=str(folder / "second.md"))])
    known = user.asks("memory_resolve", reference="open second.md again")
    assert known["status"] == "resolved" and known["type"] == "file" and known["id"].endswith("second.md"), known


def memory(user):
    people = [{"name": "Ann Lee", "entityType": "person", "observations": ["likes tea"]}]

    def prepare():
        file = user.home / "memory.jsonl"
        file.unlink(missing_ok=True)
        return {"MEMORY_FILE_PATH": str(file)}
    same(user, server("memory"), [("tools/list", {}), call("create_entities", entities=people), call("read_graph")], prepare)


run_all(program, [everything, filesystem, memory])
