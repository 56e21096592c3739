"""Waiting for what other processes do: no test waits for a fixed time."""
import select
import time


def eventually(holds):
    """Waits until it holds, for a minute at most; what it answered then."""
    end = time.monotonic() + 60
    while not (answer := holds()):
        assert time.monotonic() < end, "in vain waited for a minute"
        time.sleep(.002)
    return answer


def drip(to, pieces):
    """Sends one piece after the other, slowly, until the other end of the socket says something or goes; how many."""
    sent = 0
    for piece in pieces:
        if select.select([to], [], [], .1)[0]:
            break
        try:
            to.sendall(piece)
        except OSError:
            break
        sent += 1
    return sent
