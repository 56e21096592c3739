"""few_sessions.py PROGRAM FOLDER: a server that keeps one session in memory knows all of them, and so does the next."""

import json
import pathlib
import shutil
import subprocess
import sys

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
store = f"sqlite:{folder / 'memory.db'}"


def run(*arguments, given=""):
    done = subprocess.run([program, *arguments], input=given, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def serve(tool, calls):
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    asked = [{"id": 0, "method": "initialize", "params": hello}]
    asked += [{"id": id, "method": "tools/call", "params": {"name": tool, "arguments": call}} for id, call in enumerate(calls, 1)]
    given = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in asked)
    answers = run("mcp", "--store", store, "--tools", "session", "--max-open-sessions", "1", given=given)
    return [json.loads(line)["result"]["structuredContent"] for line in answers.splitlines()[1:]]


sessions = [f"s{i}" for i in range(6)]
serve("working_memory_add", [{"session_id": each, "content": f"note of {each}", "priority": "low"} for each in sessions * 2])
for each, listed in zip(sessions, serve("working_memory_list", [{"session_id": each} for each in sessions])):
    found = [memory["content"] for memory in listed["memories"]]
    if found != [f"note of {each}"] * 2:
        sys.exit(f"{each} holds {found}")
log = run("log", store)
for each in sessions:
    if log.count(f'entered session "{each}" to be looked at') == 0:
        sys.exit(f"{each} is in no hour:\n{log}")
if not run("check", store).endswith(", 0 problems\n"):
    sys.exit("check finds something")
