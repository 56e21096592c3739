"""Many clients add to one store at once:  clients.py PROGRAM [CLIENTS]

Nobody is refused, nothing that was acknowledged is missing, and who waits longest waits less than a second. Then the
same while the server is asked to end.
"""
import multiprocessing
import os
import signal
import sys
import threading
import time

from support import Client, Server, expect

TOOLS = ("--tools", "session", "--rate", "100000")
PROCESSES = 4
STREAMS = 10  # sessions of the store, which the clients share


class Port:
    def __init__(self, port):
        self.port = port


def work(port, names, calls, ready, go, out):
    """Each of the names adds as often as that; what was acknowledged, and how long it took."""
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
            took.append(time.perf_counter() - began)
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
    """All clients at once; `after(seconds)` happens while they work."""
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
    return done, sorted(took), problems, seconds


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


def main(program, clients):
    calls = max(4, 2000 // clients)
    with Server(program, *TOOLS) as server:
        done, took, problems, seconds = add_at_once(server, clients, calls)
        assert not problems, f"{len(problems)} refused, such as {problems[0]}"
        expect(len(done), clients * calls, "acknowledged")
        check_all_there(server, done)
        p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
        print(f"{clients} clients, {len(done)} adds in {seconds:.2f} s ({len(done) / seconds:.0f} a second): 0 refused, "
              f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms")
        assert p99 <= 1, p99
        expect(int(next(line.split()[1] for line in server.ask("GET", "/metrics")[2].splitlines() if line.startswith("workmem_sessions "))),
               clients, "sessions")

        def stop():
            time.sleep(0.3)
            server.process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        done, _, problems, _ = add_at_once(server, clients, 100_000, stop)
        server.process.wait(timeout=20)
        print(f"asked to end: {len(done)} more were acknowledged, and it ended after {time.monotonic() - began:.1f} s")
        assert done and len(problems) == clients, (len(done), len(problems))
    expect(server.status, 0, "the end")
    with Server(program, *TOOLS, home=server.folder) as again:
        check_all_there(again, done)
    print("nothing acknowledged is missing")


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000 if "WORKMEM_LONG_TESTS" in os.environ else 100)
