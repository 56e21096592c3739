"""server.py [LOG]: a small server of tools that answers as its input says, for who stands before it.

Sends bytes that no careful server would: long lines, lines that are no JSON, several messages at once."""
import json
import os
import signal
import sys

out = sys.stdout.buffer


def answer(number, result):
    out.write(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}, ensure_ascii=False).encode() + b"\n")
    out.flush()


def on_signal(number, _):
    out.write(b"signal %d\n" % number)
    out.flush()
    sys.exit(7)


signal.signal(signal.SIGTERM, on_signal)
for line in sys.stdin.buffer:
    try:
        asked = json.loads(line)
        method, params = asked["method"], asked.get("params", {})
    except (ValueError, KeyError, TypeError):
        out.write(b"no JSON: " + line)
        out.flush()
        continue
    if method == "initialize":
        answer(asked["id"], {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                             "serverInfo": {"name": "cms", "version": "1"}})
    elif method == "ping":
        answer(asked["id"], {})
    elif method == "tools/call" and params["name"] == "list_pages":
        pages = [{"id": "p-1", "title": "Home"}, {"id": "p-2", "title": "Über uns"}]
        answer(asked["id"], {"content": [{"type": "text", "text": json.dumps(pages, ensure_ascii=False)}]})
    elif method == "tools/call":
        answer(asked["id"], {"content": [{"type": "text", "text": "x" * params["arguments"]["size"]}]})
    elif method == "raw":
        out.write(bytes.fromhex(params["bytes"]))
        out.flush()
    elif method == "say":
        sys.stderr.write(params["text"])
        sys.stderr.flush()
    elif method == "exit":
        sys.exit(params["status"])
    elif method == "kill":
        os.kill(os.getpid(), params["signal"])
        signal.pause()
