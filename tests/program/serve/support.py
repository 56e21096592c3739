"""A running `workmem serve`, and requests to it as bytes."""
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "support"))

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Server:
    """One with folders of its own, on a free port."""

    def __init__(self, program, *options, home=None):
        self.folder = home or tempfile.TemporaryDirectory()
        self.environment = {**os.environ, "HOME": self.folder.name, "XDG_DATA_HOME": self.folder.name}
        self.environment.pop("WORKMEM_TOOLS", None)
        self.program = os.path.abspath(program)
        self.options = options
        self.process = None

    def run(self, *arguments):
        """The program with other arguments, in the same folders: its status, output and log."""
        done = subprocess.run([self.program, "serve", *arguments], env=self.environment, capture_output=True,
                              text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    def __enter__(self):
        self.process = subprocess.Popen([self.program, "serve", "--port", "0", *self.options], env=self.environment,
                                        stderr=subprocess.PIPE, text=True, cwd=self.folder.name)
        first = self.process.stderr.readline()
        found = re.search(r"http://[^ ]*:(\d+)/mcp", first)
        assert found, first + self.process.stderr.read()
        self.port = int(found[1])
        self.log = []
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr))
        self.reader.start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.status = self.process.wait(timeout=60)
        self.reader.join()
        self.process.stderr.close()

    def most_memory(self):
        """The most bytes that were resident so far."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) * 1024

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def raw(self, data, ends=True):
        """What the server sends for these bytes, after which nothing comes, until it closes the connection."""
        with self.connect() as to:
            out = b""
            try:
                to.sendall(data)
                if ends:
                    to.shutdown(socket.SHUT_WR)
                while piece := to.recv(65536):
                    out += piece
            except (BrokenPipeError, ConnectionResetError):
                pass
            return out

    def processor_time(self):
        """The seconds of the processor that it has spent."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method="POST", path="/mcp", body=None, headers=None, **more):
        """One request: status, headers, and the body as JSON where it is JSON."""
        to = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            text = body if body is None or isinstance(body, (bytes, str)) else json.dumps(body)
            given = {**(JSON if method == "POST" else {}), **(headers or {}), **more}
            to.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
            for name, value in given.items():
                for each in value if isinstance(value, list) else [value]:
                    if each is not None:
                        to.putheader(name, each)
            if text is not None and "Content-Length" not in given:
                to.putheader("Content-Length", str(len(text if isinstance(text, bytes) else text.encode())))
            to.endheaders()
            if text is not None:
                to.send(text if isinstance(text, bytes) else text.encode())
            answer = to.getresponse()
            said = answer.read().decode()
            is_json = (answer.headers.get("Content-Type") or "").startswith("application/json")
            return answer.status, answer.headers, json.loads(said) if is_json and said else said
        finally:
            to.close()


class Client:
    """A session of the revision 2025-11-25, over one connection that is kept."""

    def __init__(self, server, token=None, version="2025-11-25"):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.headers = dict(JSON)
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.number = 0
        self.told = []  # what came before answers
        status, headers, said = self.post({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
        assert status == 200 and "result" in said, (status, said)
        self.headers["Mcp-Session-Id"] = headers["Mcp-Session-Id"]
        self.headers["MCP-Protocol-Version"] = said["result"]["protocolVersion"]
        assert self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})[0] == 202

    def post(self, message):
        self.connection.request("POST", "/mcp", json.dumps(message), self.headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.headers["Content-Type"] == "text/event-stream":
            *told, text = (line[6:] for line in text.splitlines() if line.startswith("data: "))
            self.told += map(json.loads, told)
        return answer.status, answer.headers, json.loads(text) if text else None

    def request(self, method, params=None):
        self.number += 1
        status, _, said = self.post({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}})
        assert status == 200 and said["id"] == self.number, (status, said)
        return said

    def call(self, called, /, **arguments):
        """The answer of a tool, which must succeed: structured, or the text of one without structure."""
        said = self.request("tools/call", {"name": called, "arguments": arguments})
        assert "result" in said and not said["result"].get("isError"), said
        return said["result"].get("structuredContent", said["result"]["content"][0]["text"])

    def close(self):
        self.connection.request("DELETE", "/mcp", headers={k: v for k, v in self.headers.items() if k != "Content-Type"})
        answer = self.connection.getresponse()
        answer.read()
        self.connection.close()
        return answer.status


def ping(number=1):
    return {"jsonrpc": "2.0", "id": number, "method": "ping"}


def initialize(version="2025-11-25"):
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}


def modern(method, version="2026-07-28", **params):
    """A stateless request, and its headers."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {
        **params, "_meta": {"io.modelcontextprotocol/protocolVersion": version,
                            "io.modelcontextprotocol/clientCapabilities": {}}}}
    headers = {"MCP-Protocol-Version": version, "Mcp-Method": method}
    if name := params.get("name", params.get("uri")):
        headers["Mcp-Name"] = name
    return message, headers


def expect(found, wanted, what):
    assert found == wanted, f"{what}: {found} instead of {wanted}"
