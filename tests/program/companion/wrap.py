"""wrap.py PROGRAM: a server behind `workmem wrap` is the server, for everybody but the memory."""
import array
import fcntl
import json
import os
import pathlib
import random
import re
import select
import signal
import statistics
import subprocess
import sys
import termios
import time

from support import request, run_all, surely
from eventually import eventually

SERVER = [sys.executable, str(pathlib.Path(__file__).parent / "server.py")]


def start(user, command, **more):
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**user.environment, **more.pop("environment", {})}
    return subprocess.Popen(command, cwd=user.project, env=environment, **{**streams, **more})


def wrapped(user, *options, server=SERVER):
    return [user.program, "wrap", *options, "--", *server]


def talk(user, command, sent, **more):
    process = start(user, command, **more)
    out, log = process.communicate(sent, timeout=60)
    return process.returncode, out, log


def unread(pipe):
    """How many bytes stand in it."""
    found = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, found)
    return found[0]


def children(process):
    """Of those that it has started, the ones that it has not seen the end of."""
    return "" if process.poll() is not None else pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


def is_asleep(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    except OSError:
        return False


def looks(process):
    """How often its first thread has gone to sleep: between two looks at whether the client reads."""
    status = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/status").read_text()
    return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)$", status, re.M)[1])


def await_looks(process, count):
    """Until it has looked so often, or has ended."""
    before = 0 if process.poll() is not None else looks(process)
    eventually(lambda: process.poll() is not None or looks(process) >= before + count)


def call(number, name, **arguments):
    return request(number, "tools/call", name=name, arguments=arguments)


def script():
    numbers = random.Random(19)
    lines = [request(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"}),
             call(2, "list_pages"), "no json\n", "{}\n", "\n", request(3, "say", text="to the log\n")]
    for number in range(4, 60):
        lines.append(call(number, "text", size=numbers.choice([0, 10, 5_000, 70_000, 1_000_000])))
        raw = bytes(numbers.randrange(256) for _ in range(numbers.randrange(300)))
        lines.append(request(number, "raw", bytes=raw.hex()))
    lines.append(request(100, "raw", bytes=("é\r\n\0[{".encode() * 3).hex()))
    return "".join(lines).encode()


def every_byte_is_the_servers(user):
    for end in ("", request(1, "exit", status=0), request(1, "exit", status=3)):
        sent = script() + end.encode()
        bare = talk(user, SERVER, sent)
        assert len(bare[1]) > 1_000_000
        assert talk(user, wrapped(user), sent) == bare
        assert talk(user, wrapped(user, "--name", "x"), sent, environment={"WORKMEM_OFF": "1"}) == bare
        assert talk(user, wrapped(user, "--store", "/nowhere/at/all"), sent) == bare
        assert talk(user, wrapped(user, "--store", "sqlite:/dev/null"), sent) == bare
    user.run("check", user.store)


def it_ends_as_the_server_ends(user):
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
        sent = request(1, "kill", signal=int(number)).encode()
        bare = talk(user, SERVER, sent)
        assert talk(user, wrapped(user), sent) == bare, (number, bare)
    assert talk(user, wrapped(user, server=["/nowhere/server"]), b"")[0] == 127
    assert talk(user, wrapped(user, server=[str(user.project)]), b"")[0] == 126
    assert talk(user, wrapped(user, server=["true"]), b"")[0] == 0
    for command in (SERVER, wrapped(user)):
        process = start(user, command)
        process.stdin.write(request(1, "ping").encode())
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b"signal 15\n"
        assert process.wait(60) == 7
        process.stdin.close()
    # What it has started may go on: nobody waits for that.
    status, out, _ = talk(user, wrapped(user, server=["sh", "-c", "sleep 600 2>&- & echo $!"]), b"")
    os.kill(int(out), signal.SIGKILL)
    assert status == 0


def writes(size, status=0):
    return [sys.executable, "-c", f"import sys; sys.stdout.buffer.write(bytes(range(250)) * {size // 250}); sys.stdout.flush(); sys.exit({status})"]


def who_reads_slowly_gets_every_byte(user):
    process = start(user, wrapped(user, server=writes(1_000_000, status=3)), stderr=None)
    process.stdin.close()
    read = []
    while not read or read[-1]:
        # The server waits, or has ended: then who stands before it looks now and then whether more is read.
        eventually(lambda: not children(process) if read and unread(process.stdout) < 1 << 15 else
                   unread(process.stdout) >= 1 << 15 and all(map(is_asleep, children(process))))
        if not children(process):
            await_looks(process, 3)
        read.append(os.read(process.stdout.fileno(), 1 << 16))
    process.stdout.close()
    assert b"".join(read) == bytes(range(250)) * 4_000, sum(map(len, read))
    assert process.wait(60) == 3
    # A pipe that does not block loses nothing, either.
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    process = start(user, wrapped(user, server=writes(1_000_000)), stdin=subprocess.DEVNULL, stdout=writing, stderr=None)
    eventually(lambda: not select.select([], [writing], [], 0)[1])
    os.close(writing)
    with open(reading, "rb") as through:
        assert len(through.read()) == 1_000_000
    assert process.wait(60) == 0


def who_does_not_read_can_end_it(user):
    # More than the pipe to the client holds, and little enough for the server to end.
    for ends in (lambda process: process.stdout.close(), lambda process: process.send_signal(signal.SIGTERM)):
        process = start(user, wrapped(user, server=writes(100_000, status=3)), stderr=None)
        process.stdin.close()
        select.select([process.stdout], [], [])
        eventually(lambda: not children(process))
        await_looks(process, 7)
        assert process.poll() is None
        ends(process)
        assert process.wait(60) == 3
        process.stdout.close()
    process = start(user, wrapped(user, server=["sh", "-c", "head -c 100000 /dev/zero; exec sleep 600"]))
    eventually(lambda: any(pathlib.Path(f"/proc/{each}/cmdline").read_bytes().startswith(b"sleep") for each in children(process)))
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == -signal.SIGTERM


def variables_of_other_commands_do_not_stop_it(user):
    wrong = {"WORKMEM_TOOLS": "core,recall", "WORKMEM_DENY": "nothing", "WORKMEM_HOOK_MILLISECONDS": "abc"}
    assert talk(user, wrapped(user, server=["cat"]), b"said\n", environment=wrong) == (0, b"said\n", b"")


def what_it_saw_can_be_referred_to(user):
    user.starts()
    assert talk(user, wrapped(user), script())[0] == 0
    assert user.asks("memory_resolve", reference="delete the page Über uns")["id"] == "p-2"
    what = user.run("what")
    assert "conversation s-1 by claude, cms" in what or "conversation s-1 by cms" in what, what
    assert surely(user.says("open that page")).startswith('workmem: "that page" is page p-')


def it_goes_on_after_what_it_knew_was_forgotten(user):
    process = start(user, wrapped(user))

    def lists(number):
        process.stdin.write(call(number, "list_pages").encode())
        process.stdin.flush()
        process.stdout.readline()
        eventually(lambda: "p-2" in user.run("what"))

    lists(2)
    user.run("forget", "--project")
    lists(3)
    process.stdin.close()
    process.wait(60)


def tools_can_be_left_out(user):
    sent = call(2, "list_pages").encode()
    for pattern in ("list_*", "mcp__cms__list_pages"):
        talk(user, wrapped(user, "--name", "cms", "--deny-tool", pattern), sent)
    assert "nothing is known" in user.run("what")
    talk(user, wrapped(user, "--name", "cms"), sent)
    assert "p-2" in user.run("what")


def a_killed_one_leaves_a_whole_store(user):
    numbers = random.Random(19)
    for _ in range(15):
        process = start(user, wrapped(user))
        try:
            for number in range(200):
                process.stdin.write(call(number, "list_pages").encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass
        for _ in range(numbers.randrange(200)):
            process.stdout.readline()
        process.kill()
        process.stdout.close()
        process.stderr.close()
        process.wait()
    talk(user, wrapped(user), call(2, "list_pages").encode())
    assert ", 0 problems" in user.run("check", user.store)
    assert "p-2" in user.run("what")


def round_trips(user, command, count):
    process = start(user, command)
    times = []
    for number in range(count):
        # Every fourth is a call that is looked at.
        sent = (call(number, "list_pages") if number % 4 == 0 else request(number, "ping")).encode()
        begin = time.perf_counter()
        process.stdin.write(sent)
        process.stdin.flush()
        assert process.stdout.readline()
        times.append((time.perf_counter() - begin) * 1000)
    process.stdin.close()
    process.wait(60)
    times = sorted(times[20:])
    return times[len(times) // 2], times[len(times) * 99 // 100]


def figures(user):
    pairs = []
    times, count = (5, 800) if "WORKMEM_LONG_TESTS" in os.environ else (1, 200)
    for _ in range(times):
        bare, through = round_trips(user, SERVER, count), round_trips(user, wrapped(user), count)
        pairs.append((through[0] - bare[0], through[1] - bare[1]))
    print("         added, in the median of all pairs: p50 "
          f"{statistics.median(each[0] for each in pairs):.3f} ms, p99 {statistics.median(each[1] for each in pairs):.3f} ms")


if __name__ == "__main__":
    run_all(sys.argv[1], [every_byte_is_the_servers, it_ends_as_the_server_ends, who_reads_slowly_gets_every_byte,
                          who_does_not_read_can_end_it, variables_of_other_commands_do_not_stop_it, what_it_saw_can_be_referred_to,
                          it_goes_on_after_what_it_knew_was_forgotten, tools_can_be_left_out, a_killed_one_leaves_a_whole_store, figures])
