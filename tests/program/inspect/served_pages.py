"""A running `workmem inspect --serve`, and requests to it."""

import http.client
import json
import re
import signal
import subprocess
import threading

import pages


class Served:
    """One on a free port; a context manager, after which it has ended well."""

    def __init__(self, program, store, *options, env=None):
        self.process = subprocess.Popen([program, "inspect", store, "--serve", *options], env=env, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        self.first = self.process.stderr.readline()
        found = re.fullmatch(r"workmem inspect: (http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/) \((may change the store|changes nothing)\)\n", self.first)
        assert found, self.first + self.process.stderr.read()
        self.url, self.port, self.token = found[1], int(found[2]), found[3]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.log = []
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr))
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=60)
        self.reader.join()
        self.process.stderr.close()
        assert problem[0] or status == 0, status
        assert not any(self.token in line for line in self.log), self.log

    def ask(self, method="GET", path="", body=None, token=None, **headers):
        """Status, and the answer. A header that is None is left out."""
        to = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        to.putrequest(method, f"/{self.token if token is None else token}/{path}", skip_host="Host" in given, skip_accept_encoding=True)
        if body is not None:
            given.setdefault("Content-Length", str(len(body.encode())))
        for name, value in given.items():
            for each in value if isinstance(value, list) else [value]:
                if each is not None:
                    to.putheader(name, each)
        to.endheaders(body and body.encode())
        answer = to.getresponse()
        said = answer.read().decode()
        to.close()
        return answer.status, said

    def page(self):
        status, page = self.ask()
        assert status == 200, page
        return page

    def change(self, part, section, key, verb, text="", **headers):
        """Asks for a change as the page does, of a part of its data."""
        body = {"stream": part["stream"], "memory": part["memory"], "section": section, "key": key, "verb": verb, "text": text}
        return self.ask("POST", "changes", json.dumps(body), **{"Origin": self.origin, "Content_Type": "application/json", **headers})

    def events(self, position, **headers):
        return Events(self, position, headers)


class Events:
    """What a page hears after a position."""

    def __init__(self, served, position, headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
        self.connection.request("GET", f"/{served.token}/events?after={position}", headers={name.replace("_", "-"): value for name, value in headers.items()})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200 and self.answer.headers["Content-Type"] == "text/event-stream"
        self.position = position

    def next(self):
        """The data of the next one, which comes within a minute."""
        lines = []
        while (line := self.answer.readline().decode()) != "\n":
            assert line.endswith("\n"), f"it ends with {line!r}"
            lines.append(line[:-1])
        assert [line.split(":")[0] for line in lines] == ["id", "event", "data"], lines
        self.position = lines[0].removeprefix("id: ")
        return json.loads(lines[2].removeprefix("data: "))

    def until(self, history, holds):
        """Goes on with a history until that holds."""
        while not holds(history):
            history.go_on(self.next())

    def close(self):
        self.connection.close()
        self.answer.close()


def position_of(page):
    return re.search(r'<body data-position="([^"]*)"', page)[1]


def opened(served):
    """A page at its end: its history, and what it hears."""
    page = served.page()
    history = pages.History(pages.data_of(page))
    for _ in history.data["patches"]:
        history.step()
    return history, served.events(position_of(page))
