"""redis_store.py PROGRAM REDIS_SERVER: a store in a private Redis server, as a user goes through it.
No output may name the password."""
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from eventually import eventually  # noqa: E402

program, redis_server = sys.argv[1:]
PASSWORD = "s3cret-right"
DIALOGUE = (
    '{"dialogue":"d/../1","events":[{"kind":"tool_result","tool":"list_pages","result":'
    '[{"id":1,"title":"Home"},{"id":2,"title":"About"}]},'
    '{"kind":"user","text":"open the second one"},'
    '{"kind":"query","query":1,"reference":"the second one",'
    '"utterance":"open the second one"}]}\n'
)


def run(status, pattern, *arguments, given="", password=None):
    environment = {k: v for k, v in os.environ.items() if k != "REDISCLI_AUTH"}
    if password:
        environment["REDISCLI_AUTH"] = password
    done = subprocess.run(
        [program, *arguments],
        input=given,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    shown = " ".join(arguments)
    if done.returncode != status or not re.search(pattern, done.stdout):
        sys.exit(
            f"workmem {shown}\nended with {done.returncode}, expected {status}\n"
            f"expected to match: {pattern}\n{done.stdout}"
        )
    if "s3cret" in done.stdout:
        sys.exit(f"workmem {shown}\nnames the password:\n{done.stdout}")
    return done.stdout


def start(folder):
    for _ in range(10):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        server = subprocess.Popen(
            [redis_server, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder,
             "--save", "", "--appendonly", "yes", "--appendfsync", "always",
             "--requirepass", PASSWORD],
            stdout=subprocess.DEVNULL,
        )

        def answers():
            try:
                socket.create_connection(("127.0.0.1", port), timeout=60).close()
            except OSError:
                return False
            return True
        eventually(lambda: server.poll() is not None or answers())
        if server.poll() is None:
            return server, port
    sys.exit("redis-server does not start")


def go_through(port):
    host = f"127.0.0.1:{port}"
    store, open_store = f"redis://:{PASSWORD}@{host}", f"redis://{host}"
    run(0, "no streams", "log", store)
    run(0, "== d/../1\n", "replay", "--store", store, given=DIALOGUE)
    run(0, "== d/../1, goes on with 2 entities after 2 changes\n",
        "replay", "--store", open_store, given=DIALOGUE, password=PASSWORD)
    out = run(0, r'== "d/../1" \(agent\), [45] changes', "log", store)
    assert 'saw page "Home' in out and 'chose page "About" (2)' in out, out
    run(2, f'there is no stream "d1" in "redis://{host}"', "log", store, "--stream", "d1")
    run(0, r'stream "d/../1": records 1 to [45]\n1 streams, 0 problems\n', "check", store)
    run(2, "there is no plan", "show", store)
    # What one server of ours is told the next one knows.
    hello = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
        '"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n'
        '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    )
    call = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n'
    run(0, '"structuredContent"', "mcp", "--store", store, given=hello + call % (
        "memory_remember", '{"content":"quokkas at dusk","session_id":"ann","for_good":true}'))
    for tool, given in (("memory_context", '{"session_id":"ann"}'), ("memory_search", '{"query":"quokkas","session_id":"ann"}')):
        run(0, "quokkas at dusk", "mcp", "--read-only", "--store", store, given=hello + call % (tool, given))
    # Who may not come in, and what is no address.
    for command in (["log"], ["check"], ["replay", "--store"], ["mcp", "--store"]):
        run(2, "password is wrong", *command, f"redis://:s3cret-wrong@{host}", given=DIALOGUE)
        run(2, "asks for a password", *command, open_store, given=DIALOGUE)
        run(2, "port is no number", *command, "redis://:s3cret@localhost:x", given=DIALOGUE)
    run(2, r"TLS \(rediss://\) are not supported", "log", f"rediss://:{PASSWORD}@{host}")
    run(2, "Connection refused", "log", f"redis://:{PASSWORD}@127.0.0.1:1")


with tempfile.TemporaryDirectory() as folder:
    server, port = start(folder)
    try:
        go_through(port)
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
