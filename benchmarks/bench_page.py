"""The page: how soon it is there, how soon it answers a move, and what being watched costs a search.

The server is a process of its own, asked over loopback as a browser asks it. All is measured warm: machine
code comes from the disk cache, and the second answer counts.
"""

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.measure import Row, compare
from plyometric.arena.players import read_player
from plyometric.search.analysis import Handle
from plyometric.web.line import TELLS
from plyometric.web.watching import LOOKS, Watch

NODES = 6_000_000
SERVE = [sys.executable, "-m", "plyometric", "serve", "--port", "0"]
GAME: dict[str, Any] = {"game": "checkers", "start": "", "moves": [], "tab": "bench"}


def rows() -> list[Row]:
    """Measure the start, the answer to a move, the reports of a search and its speed."""
    with served() as port:
        warm = think(port, "depth=2")[-1]["best"]

        def answer() -> float:
            began = time.perf_counter()
            think(port, "depth=8", [warm])
            return 1000 * (time.perf_counter() - began)

        def reports() -> float:
            thought = think(port, f"nodes={NODES}")
            return sum("nodes" in one for one in thought) / thought[-1]["taken"]

        return [
            compare("first page after plyo serve", "s", seconds_to_first_page, None, "< 1"),
            compare("answer to a move, checkers depth 8", "ms", answer, None, "< 300"),
            compare("reports of a search", "per second", reports, None, "> 5"),
            compare(
                "search that is watched, beside one that is not", "M nodes/CPU s", watched, alone, "> 0.95"
            ),
        ]


@contextmanager
def served() -> Iterator[int]:
    """Run a server, and give its port."""
    server = subprocess.Popen(SERVE, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found
        yield int(found[1])
    finally:
        server.terminate()
        server.wait(10)


def seconds_to_first_page() -> float:
    """Return the seconds from the start of a server to the end of its first page."""
    began = time.perf_counter()
    with served() as port:
        door = http.client.HTTPConnection("127.0.0.1", port)
        door.request("GET", "/")
        assert door.getresponse().read()
        return time.perf_counter() - began


def think(port: int, player: str, moves: list[str] | None = None) -> list[dict[str, Any]]:
    """Return all that is told of a search."""
    door = http.client.HTTPConnection("127.0.0.1", port)
    body = json.dumps({**GAME, "player": player, "moves": moves or []})
    door.request("POST", "/api/think", body, {"Content-Type": "application/json"})
    return [json.loads(line) for line in door.getresponse().read().splitlines()]


def alone() -> float:
    """Return the million nodes that a search visits in a second of computing when nobody watches."""
    began = elsewhere()
    handle().begin().wait()
    return NODES / 1e6 / (elsewhere() - began)


def watched() -> float:
    """Return the same of a search that is watched and told of as on the page."""
    began, told, searched = elsewhere(), 0.0, handle().begin()
    watch = Watch(searched)
    while not searched.is_done:
        time.sleep(LOOKS)
        watch.look()
        if time.monotonic() - told >= TELLS:
            told = time.monotonic()
            json.dumps(watch.told())
    return NODES / 1e6 / (elsewhere() - began)


def elsewhere() -> float:
    """Return the seconds of computing in other threads than this one, which is where a search goes on."""
    return time.process_time() - time.thread_time()


def handle() -> Handle:
    """Return the search of the first position."""
    player = read_player(f"checkers:nodes={NODES}")
    return Handle(player.game, player.kind, None, player.weights)
