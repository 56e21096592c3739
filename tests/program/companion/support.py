"""A user of the program: a home folder, a project, clients that call hooks and servers."""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "support"))


class User:
    """Their home folder is empty, and so is their project, a git repository."""

    def __init__(self, program, folder):
        self.program = str(pathlib.Path(program).resolve())
        self.home = pathlib.Path(folder) / "home"
        self.project = pathlib.Path(folder) / "work" / "shop"
        self.home.mkdir(parents=True)
        (self.project / ".git").mkdir(parents=True)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("CLAUDE", "GEMINI", "CODEX", "WORKMEM")) and name != "XDG_DATA_HOME"}
        self.environment["HOME"] = str(self.home)
        # The machine may be slow: hooks have that long where their own time is not what is tested.
        self.environment["WORKMEM_HOOK_MILLISECONDS"] = "20000"

    @property
    def data(self):
        return self.home / ".local" / "share" / "workmem"

    @property
    def store(self):
        return f"sqlite:{self.data / 'memory.db'}"

    def run(self, *arguments, status=0, cwd=None, environment=None, **more):
        """What a command says; it must end with this status."""
        done = subprocess.run([self.program, *map(str, arguments)], cwd=cwd or self.project,
                              env={**self.environment, **(environment or {})}, capture_output=True, timeout=60, **more)
        assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
        return done.stdout.decode()

    def hook(self, event, *arguments, client="claude", in_time=False, **more):
        """What a hook answers to an event, as bytes; it must end with 0."""
        sent = event if isinstance(event, bytes) else json.dumps(event).encode()
        usual = ("--milliseconds", 75) if in_time else ()
        return self.run("hook", "--client", client, *usual, *arguments, input=sent, **more)

    def told(self, event, *arguments, **more):
        """What the model is told."""
        answer = self.hook(event, *arguments, **more)
        if not answer:
            return ""
        specific = json.loads(answer)["hookSpecificOutput"]
        assert list(json.loads(answer)) == ["hookSpecificOutput"], answer
        assert list(specific) == ["hookEventName", "additionalContext"], answer
        assert specific["hookEventName"] == event["hook_event_name"], answer
        return specific["additionalContext"]

    def event(self, name, session="s-1", **more):
        """An event as Claude Code documents it."""
        return {"session_id": session, "transcript_path": "/t.jsonl", "cwd": str(self.project),
                "permission_mode": "default", "hook_event_name": name, **more}

    def starts(self, session="s-1", source="startup", options=(), **more):
        return self.told(self.event("SessionStart", session, source=source, model="m"), *options, **more)

    def says(self, prompt, session="s-1", options=(), **more):
        return self.told(self.event("UserPromptSubmit", session, prompt=prompt), *options, **more)

    def uses(self, tool, arguments, result, session="s-1", options=(), **more):
        answer = self.hook(self.event("PostToolUse", session, tool_name=tool, tool_input=arguments,
                                      tool_response=result, tool_use_id="t"), *options, **more)
        assert answer == "", answer

    def reads(self, path, session="s-1", **more):
        """A file, as Claude Code says it."""
        self.uses("Read", {"file_path": str(path)},
                  {"type": "text", "file": {"filePath": str(path), "content": "zebra-file", "numLines": 1}}, session, **more)

    def lists_pages(self, session="s-1", **more):
        self.uses("mcp__cms__list_pages", {}, content(PAGES), session, **more)

    def asks(self, name, options=(), **arguments):
        """What a tool of the server answers."""
        lines = [request(1, "initialize", protocolVersion="2025-06-18", capabilities={},
                         clientInfo={"name": "test", "version": "1"}),
                 request(2, "tools/call", name=name, arguments=arguments)]
        out = self.run("mcp", "--tools", "memory", *options, input="".join(lines).encode())
        text = json.loads(out.splitlines()[1])["result"]["content"][0]["text"]
        return json.loads(text) if text.startswith("{") else text

    def listed_tools(self, **more):
        """The names of the tools that the server offers."""
        lines = [request(1, "initialize", protocolVersion="2025-06-18", capabilities={},
                         clientInfo={"name": "test", "version": "1"}), request(2, "tools/list")]
        answer = json.loads(self.run("mcp", input="".join(lines).encode(), **more).splitlines()[1])
        return [each["name"] for each in answer.get("result", {}).get("tools", [])]

    def stored(self):
        """All bytes of the store, and of what waits to be in it."""
        return b"".join(each.read_bytes() for each in sorted(self.data.rglob("*"))
                        if each.is_file() and each.name != "workmem.log")


def surely(told):
    """Without how likely it is."""
    return told.replace(" is probably ", " is ").replace(" are probably ", " are ")


PAGES = [{"id": "p-1", "title": "Home", "body": "zebra-body"}, {"id": "p-2", "title": "About", "body": "zebra-body"}]


def content(value):
    """The content of a result, as the protocol has it."""
    return [{"type": "text", "text": json.dumps(value)}]


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


@contextlib.contextmanager
def user(program):
    with tempfile.TemporaryDirectory(prefix="workmem-companion-") as folder:
        yield User(program, folder)


def run_all(program, cases):
    """Each case has a user of its own."""
    for case in cases:
        begin = time.monotonic()
        with user(program) as somebody:
            case(somebody)
        print(f"{time.monotonic() - begin:6.2f} s  {case.__name__.replace('_', ' ')}", flush=True)
