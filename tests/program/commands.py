"""commands.py PROGRAM PAGE...: the commands that the pages show do what they say.

Every block of `sh` whose lines begin with "workmem" is run line by line in a folder of its own, which has
what the lines read; each line must end with 0. A client that is configured as a block of `json` says gets an
answer."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
here = pathlib.Path(__file__).parent
inputs = {"dialogues.jsonl": 1, "results.jsonl": 2, "events.jsonl": 4, "texts.jsonl": 3}


def run(command, folder, **more):
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder)}
    environment.pop("XDG_DATA_HOME", None)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, **more)


def scratch(parent, number):
    folder = pathlib.Path(parent) / str(number)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "workmem").symlink_to(program)
    for name, lines in inputs.items():
        text = (here / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / name).write_text("".join(text[:lines]), encoding="utf-8")
    return folder


def fail(page, line, result):
    sys.exit(f"{page}: {line}\nended with {result.returncode}\n{result.stdout[:2000]}{result.stderr}")


ran = clients = 0
with tempfile.TemporaryDirectory(prefix="workmem-commands-") as parent:
    for page in sys.argv[2:]:
        text = pathlib.Path(page).read_text(encoding="utf-8")
        for number, (language, block) in enumerate(re.findall(r"^```(sh|json)\n(.*?)^```$", text, re.S | re.M)):
            folder = scratch(parent, f"{pathlib.Path(page).parent.name}-{number}")
            if language == "json":
                for name, client in json.loads(block)["mcpServers"].items():
                    messages = [
                        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                            "protocolVersion": "2025-06-18", "capabilities": {},
                            "clientInfo": {"name": name, "version": "1"}}},
                        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}]
                    result = run([str(folder / "bin" / client["command"]), *client["args"]], folder,
                                 input="".join(json.dumps(each) + "\n" for each in messages))
                    if result.returncode or '"memory_resolve"' not in result.stdout:
                        fail(page, block, result)
                    clients += 1
            elif not all(line.startswith(("workmem ", "cmake -P cmake/", "clang++ ")) for line in block.splitlines()):
                sys.exit(f"{page}: nobody tries this:\n{block}")
            elif block.startswith("workmem "):
                for line in block.splitlines():
                    result = run(line, folder, shell=True, stdin=subprocess.DEVNULL)
                    if result.returncode:
                        fail(page, line, result)
                    ran += 1
if ran < 10 or not clients:
    sys.exit(f"only {ran} commands and {clients} configurations were found")
print(f"{ran} commands, {clients} configurations")
