"""A page on loopback for tests and attacks: the real server in a thread, asked as any program may ask."""

import http.client
import json
import shutil
import socket
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from plyometric.games import newgame
from plyometric.web.app import create

STARTER = Path(newgame.__file__).parent / "starter.py"
JSON = {"Content-Type": "application/json"}


class Site:
    """A server under test, and how to ask it."""

    def __init__(self, folder, port, office):
        self.folder, self.port, self.office = folder, port, office

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, headers=None, timeout=120):
        """Return the status, the headers and the text of an answer."""
        door = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            door.request(method, path, body, headers or {})
            answer = door.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode(errors="replace")
        finally:
            door.close()

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, name, **body):
        """Return the status and the JSON that answers a question."""
        status, _, text = self.ask("POST", f"/api/{name}", json.dumps(body), JSON)
        return status, json.loads(text)

    def good(self, name, **body):
        status, answer = self.post(name, **body)
        assert status == 200, answer
        return answer

    def refused(self, name, **body):
        """Return the sentence with which a question is refused."""
        status, answer = self.post(name, **body)
        assert status == 400, (status, answer)
        return answer["error"]

    def think(self, **body):
        """Return all that is told of a search."""
        asked = json.dumps({"tab": "one", "start": "", "moves": [], **body})
        status, _, text = self.ask("POST", "/api/think", asked, JSON)
        assert status == 200, text
        return [json.loads(line) for line in text.splitlines()]


@contextmanager
def open_site(folder, **settings):
    """Serve a folder, with a small game of its own in it, for as long as the context lasts."""
    shutil.copy(STARTER, folder / "noughts.py")
    app = create(folder, **settings)
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Site(folder, door.getsockname()[1], app.app.state.office)
    finally:
        server.should_exit = True
        thread.join(10)
        door.close()


def claim(ours, verdict):
    low, high = ours - 1, ours + 1
    numbers = {"reported": 50.0, "ours": ours, "low": low, "high": high, "n": 100}
    return {"id": "table1.a", "where": "Table 1", "what": "<b>share</b>", "verdict": verdict, **numbers}


def write_run(folder, seed, ours, verdict):
    """Leave a finished run in a folder, as a study does."""
    folder.mkdir(parents=True)
    config = {"name": "satisficing", "scale": "quick", "seed": seed}
    results = {"study": "satisficing", "seed": seed, "claims": [claim(ours, verdict)]}
    story = {"question": "How many?", "headline": "table1.a", "plain": "So many."}
    report = {"scale": "quick", "story": story, "about": "A study.", "notes": [], "figures": []}
    run = {"seconds": 1.5, "cores": 2, "ended": "2026-01-01T00:00:00"}
    files = {"config": config, "results": results, "report": report, "run": run}
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
