"""hostile_hooks.py PROGRAM: hooks work no longer than they may, and end with 0, whatever they are sent. An instrumented
program takes longer to start than a hook may take: with WORKMEM_INSTRUMENTED fewer, as long as they take."""
import json
import os
import random
import resource
import sys

from support import PAGES, content, run_all


def hostile(numbers):
    """An event that nobody should send."""
    word = lambda: "".join(chr(numbers.choice([numbers.randrange(32, 127), numbers.randrange(0xD7FF)]))
                           for _ in range(numbers.randrange(40)))

    def value(depth=0):
        kind = numbers.randrange(9 if depth < 4 else 6)
        if kind < 2:
            return word()
        if kind < 4:
            return numbers.choice([0, -1, 1e308, 2**64, True, False, None, numbers.random()])
        if kind < 6:
            return numbers.choice(["../../etc/passwd", "/", "\0", "p-1", "that page", "%s%n", "'; DROP TABLE streams;--", "\x1b[31m"])
        if kind < 8:
            return {numbers.choice(["id", "name", "title", "type", word()]): value(depth + 1) for _ in range(numbers.randrange(6))}
        return [value(depth + 1) for _ in range(numbers.randrange(6))]

    event = {"session_id": "s-1", "cwd": "/tmp", "hook_event_name": numbers.choice(
        ["SessionStart", "UserPromptSubmit", "PostToolUse", "PreCompact", word()]),
        "source": "startup", "prompt": "open that page", "tool_name": "mcp__cms__list_pages", "tool_input": {}, "tool_response": content(PAGES)}
    for name in numbers.sample(sorted(event), numbers.randrange(1, 6)):
        if numbers.randrange(4) == 0:
            del event[name]
        elif name != "hook_event_name":
            event[name] = value()
    text = json.dumps(event, ensure_ascii=numbers.random() < .5).encode("utf-8", "surrogatepass")
    how = numbers.randrange(10)
    if how == 0:
        return text[:numbers.randrange(len(text))]
    if how == 1:
        at = numbers.randrange(len(text))
        return text[:at] + bytes(numbers.randrange(256) for _ in range(8)) + text[at:]
    if how == 2:
        return numbers.choice([b"", b"null", b"[]", b"[" * 100_000, b'{"a":' * 50_000, b"\xff" * 1000, b"1e999"])
    if how == 3:
        return json.dumps({**event, "prompt": "x " * 300_000}).encode()
    if how == 4:
        many = content([{"id": n, "title": word()} for n in range(2_000)])
        return json.dumps({**event, "hook_event_name": "PostToolUse", "tool_response": many}).encode()
    return text


def processor_time():
    """Of all hooks that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def nothing_stops_a_client(user):
    numbers = random.Random(19)
    clients = ["claude", "codex", "gemini", "cursor"]
    user.starts()  # a machine may be too busy for any other hook to make the store in its time
    instrumented = "WORKMEM_INSTRUMENTED" in os.environ
    count = 100 if instrumented else 500 if "WORKMEM_LONG_TESTS" in os.environ else 200
    for number in range(count):
        event, client = hostile(numbers), clients[number % 4]
        begin = processor_time()
        out = user.hook(event, client=client, in_time=not instrumented)
        took = processor_time() - begin
        if out:
            assert isinstance(json.loads(out), dict), out
        assert took <= .1 or instrumented, (number, took)
    user.run("check", user.store)
    print(f"         {count} hostile events")


run_all(sys.argv[1], [nothing_stops_a_client])
