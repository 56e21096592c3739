"""Many clients add to one store at once:  clients.py PROGRAM [CLIENTS]

Nobody is refused, nothing that was acknowledged is missing, who waits longest is not overtaken for long, and the server
does not work long on one. Then the same while the server is asked to end.
"""
import bisect
import multiprocessing
import os
import re
import signal
import sys
import threading
import time

from support import Client, Server, expect
from eventually import eventually

TOOLS = ("--tools", "session", "--rate", "100000")
PROCESSES = 4
STREAMS = 10  # sessions of the store, which the clients share


class Port:
    def __init__(self, port):
        self.port = port


def work(port, names, calls, ready, go, out):
    """Each of the names adds as often as that; what was acknowledged, and from when to when it took."""
    done, took, problems = [], [], []

    def one(name):
        try:
            client = Client(Port(port))
        except Exception as problem:
            problems.append(f"{name} cannot begin: {problem!r}")
            ready.release()
            return
        ready.release()
        go.wait()
        for at in range(calls):
            content = f"{name} says {at}"
            began = time.perf_counter()
            try:
                made = client.call("working_memory_add", session_id=f"s{hash_of(name)}", content=content, priority="high")
            except Exception as problem:
                problems.append(repr(problem))
                return
            took.append((began, time.perf_counter()))
            done.append((f"s{hash_of(name)}", made["id"], content))

    threads = [threading.Thread(target=one, args=(name,)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    out.put((done, took, problems))


def hash_of(name):
    return sum(name.encode()) % STREAMS


def add_at_once(server, clients, calls, after=None):
    """All clients at once; `after()` happens while they work."""
    names = [f"client-{i}" for i in range(clients)]
    ready, go, out = multiprocessing.Semaphore(0), multiprocessing.Event(), multiprocessing.Queue()
    processes = [multiprocessing.Process(target=work, args=(server.port, names[i::PROCESSES], calls, ready, go, out)) for i in range(PROCESSES)]
    for each in processes:
        each.start()
    for _ in names:
        ready.acquire()
    began = time.perf_counter()
    go.set()
    if after:
        after()
    parts = [out.get() for _ in processes]
    seconds = time.perf_counter() - began
    for each in processes:
        each.join()
    done, took, problems = (sum((part[i] for part in parts), []) for i in range(3))
    return done, took, problems, seconds


def check_all_there(server, done):
    client = Client(server)
    for session in sorted({each[0] for each in done}):
        there, cursor = {}, {}
        while cursor is not None:
            page = client.call("working_memory_export", session_id=session, **cursor)
            there |= {each["id"]: each["content"] for each in page["memories"]}
            cursor = {"cursor": page["next_cursor"]} if "next_cursor" in page else None
        for _, id, content in (each for each in done if each[0] == session):
            expect(there.get(id), content, f"{session}: {id}")
    client.close()


def p99(values):
    return sorted(values)[len(values) * 99 // 100]


def overtaken(took):
    """How many other calls were answered while each was waiting for its answer."""
    ends = sorted(end for _, end in took)
    return [bisect.bisect_left(ends, end) - bisect.bisect_right(ends, began) for began, end in took]


def main(program, clients):
    calls = max(4, 2000 // clients)
    with Server(program, *TOOLS) as server:
        before = server.processor_time()
        done, took, problems, seconds = add_at_once(server, clients, calls)
        worked = server.processor_time() - before
        assert not problems, f"{len(problems)} refused, such as {problems[0]}"
        expect(len(done), clients * calls, "acknowledged")
        check_all_there(server, done)
        print(f"{clients} clients, {len(done)} adds in {seconds:.2f} s ({len(done) / seconds:.0f} a second): 0 refused, "
              f"p99 {p99([end - began for began, end in took]) * 1000:.1f} ms, overtaken by {p99(overtaken(took))}, "
              f"{worked / len(done) * 1000:.2f} ms of processor time each")
        assert p99(overtaken(took)) <= 10 * clients, p99(overtaken(took))
        assert worked / len(done) <= .005, worked
        expect(int(next(line.split()[1] for line in server.ask("GET", "/metrics")[2].splitlines() if line.startswith("workmem_sessions "))),
               clients, "sessions")

        def added():
            counted = server.ask("GET", "/metrics")[2]
            return int(re.search('tool="working_memory_add",outcome="done"} ([0-9]+)', counted)[1])

        def stop():
            first = added()
            eventually(lambda: added() >= first + 2 * clients)
            server.process.send_signal(signal.SIGTERM)
        done, _, problems, _ = add_at_once(server, clients, 100_000, stop)
        server.process.wait(timeout=60)
        print(f"asked to end: {len(done)} more were acknowledged")
        assert done and len(problems) == clients, (len(done), len(problems))
    expect(server.status, 0, "the end")
    with Server(program, *TOOLS, home=server.folder) as again:
        check_all_there(again, done)
    print("nothing acknowledged is missing")


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000 if "WORKMEM_LONG_TESTS" in os.environ else 100)
