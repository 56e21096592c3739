"""bench.py PROGRAM: `bench agent`, and what it asks a model, a scripted one on loopback."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

program = sys.argv[1]
asked = []


class Model(BaseHTTPRequestHandler):
    """Answers with the last id that the prompt holds, as somebody without memory would."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked.append((self.path, self.headers.get("Authorization"), body))
        ids = re.findall(r"d1:pages#\d", body["messages"][0]["content"])
        text = f' "{ids[-1]}".\n' if ids else "I do not know"
        if body["model"] == "silent":
            answer = b"{}"
        else:
            answer = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def lines(path, *values):
    path.write_text("".join(json.dumps(each) + "\n" for each in values))
    return str(path)


def main():
    server = HTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        dialogues = lines(folder / "dialogues.jsonl", {
            "dialogue": "d1",
            "events": [
                {"kind": "tool_result", "tool": "list_pages", "arguments": {},
                 "result": [{"title": "Home"}, {"title": "Prices"}],
                 "ids": ["pages#1", "pages#2"]},
                {"kind": "user", "text": "open the second page"},
                {"kind": "query", "query": 0, "reference": "open the second page",
                 "utterance": "open the second page"},
                {"kind": "user", "text": "and Home?"},
                {"kind": "query", "query": 1, "reference": "and Home?", "utterance": "and Home?"},
            ]})
        gold = lines(folder / "gold.jsonl", {"dialogue": "d1", "query": 0, "ids": ["pages#2"]},
                     {"dialogue": "d1", "query": 1, "ids": ["pages#1"]})
        base = [program, "bench", "agent", dialogues, "--gold", gold, "--after", "0", "--json"]

        def run(*more, key=None):
            env = {"OPENAI_API_KEY": key} if key else {}
            return subprocess.run([*base, *more], capture_output=True, text=True, env=env)

        alone = run()
        assert alone.returncode == 0, alone.stderr
        told = json.loads(alone.stdout)
        assert told["references"] == 2 and told["resolved"] == 2, told
        assert told["present"]["1800"]["workmem"] == 1, told
        assert "answered" not in told and not asked, told

        both = json.loads(run("--against", url, "--model", "small", key="sk-1").stdout)
        # The prompt holds both pages; the script names the last one, which is right once.
        assert both["answered"]["workmem"] == .5, both
        assert both["answered"]["BM25"] <= .5, both
        assert len(asked) == 8, len(asked)
        path, key, body = asked[0]
        assert path == "/v1/chat/completions" and key == "Bearer sk-1", (path, key)
        assert body["model"] == "small" and "open the second page" in body["messages"][1]["content"]

        one = json.loads(run("--against", url, "--questions", "1").stdout)
        assert one["references"] == 2 and one["answered"]["workmem"] == 1, one
        assert asked[-1][1] is None

        printed = subprocess.run([*base[:-1], "--against", url], capture_output=True, text=True)
        assert "of 2 references a model with 1800 tokens says rightly" in printed.stdout, printed

        for arguments, why in ((["--against", "http://127.0.0.1:1"], "the model does not answer"),
                               (["--against", url, "--model", "silent"], "has no text"),
                               (["--against", "ftp://nowhere"], "scheme"),
                               (["--model", "small"], "--against")):
            failed = run(*arguments, key="sk-secret")
            assert failed.returncode != 0 and why in failed.stderr, (arguments, failed)
            assert "sk-secret" not in failed.stderr + failed.stdout


main()
