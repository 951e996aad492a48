"""A crowd at the page: many browsers at once, each of which plays games move by move against the machine.

Nobody may be told of an error or of an illegal move, nobody may wait in vain while others play on, and the
memory of the server stays within bounds.
"""

import json
import resource
import threading
import time
from collections import Counter

from web.served import open_site

from . import Try

COUNT = 50
"""Browsers at once."""

MOVES = 12
"""Moves that each asks for."""

PLAYERS = ("nodes=20000", "depth=6", "seconds=0.2", "depth=5,evaluation=material")
MEGABYTES = 600
"""By how much the server may grow."""


def attack(count, folder):
    """Yield what became of each browser."""
    with open_site(folder, searches=2) as site:
        site.think(game="checkers", player="nodes=2000")
        site.think(game="checkers", player="depth=2,evaluation=material")
        before = megabytes()
        browsers = [Browser(site, i) for i in range(count)]
        began = time.monotonic()
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join(600)
        for browser in browsers:
            yield Try("plays its moves", browser.fault())
        yield Try("a fair share for each", unfairness(browsers))
        grown = megabytes() - before
        yield Try("memory", f"grew by {grown:.0f} MB" if grown > MEGABYTES else "")
        line = site.office.line
        yield Try(
            "nobody is left in line", f"{len(line.waiting)} wait" if line.waiting or line.at_work else ""
        )
        waits = sorted(wait for browser in browsers for wait in browser.waits)
        told = f"{waits[len(waits) // 2]:.2f} s, the longest {waits[-1]:.2f} s"
        print(
            f"{len(waits)} moves in {time.monotonic() - began:.0f} s, the median after {told}; {grown:.0f} MB"
        )


def megabytes():
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def unfairness(browsers):
    """Return who waited far longer in all than the others who asked for the same."""
    totals = {}
    for browser in browsers:
        totals.setdefault(browser.player, []).append(sum(browser.waits))
    apart = {
        player: (min(waits), max(waits))
        for player, waits in totals.items()
        if max(waits) > 3 * min(waits) + 5
    }
    return f"{apart}" if apart else ""


class Browser(threading.Thread):
    """Somebody who plays against the machine."""

    def __init__(self, site, number):
        super().__init__(daemon=True)
        self.site, self.number, self.player = site, number, PLAYERS[number % len(PLAYERS)]
        self.waits, self.faults, self.moves = [], Counter(), []

    def run(self):
        try:
            for _ in range(MOVES):
                self.play_one()
        except Exception as error:
            self.faults[f"{type(error).__name__}: {str(error)[:200]}"] += 1

    def play_one(self):
        """Make the first legal move, let the machine answer, and make sure that its move is legal."""
        seen = self.site.good("look", game="checkers", moves=self.moves)
        if seen["result"] is not None:
            self.moves = []
            return
        self.moves.append(seen["legal"][self.number % len(seen["legal"])]["move"])
        legal = [move["move"] for move in self.site.good("look", game="checkers", moves=self.moves)["legal"]]
        if not legal:
            self.moves = []
            return
        began = time.monotonic()
        last = self.site.think(game="checkers", moves=self.moves, player=self.player, tab=f"{self.number}")[
            -1
        ]
        self.waits.append(time.monotonic() - began)
        if last.get("best") not in legal:
            self.faults[f"no legal move: {json.dumps(last)[:200]}"] += 1
        self.moves.append(last.get("best"))

    def fault(self):
        if self.is_alive():
            return f"{self.number} still waits"
        return "; ".join(self.faults)
