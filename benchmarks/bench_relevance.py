"""Searches by an opinion on the paper's pawn ending: expansions a second, opinions included, on one core."""

from functools import partial

from benchmarks.measure import Row, compare
from plyometric.games import load
from plyometric.search.analysis import Handle
from plyometric.search.bestfirst import BestFirst
from plyometric.search.foreseen import Foreseen
from plyometric.search.opinionated import Opinionated
from plyometric.search.relevance import Relevance

EXPANSIONS = 1000
WANTED = {"qss": "2,000 or more", "trqss": "2,000 or more"}
KINDS: tuple[type[Opinionated], ...] = (Relevance, BestFirst, Foreseen)


def rows() -> list[Row]:
    """Measure every way of each kind but atrqss, which goes on as trqss does."""
    ways = [(kind, way) for kind in KINDS for way in kind.ways if way != "atrqss"]
    return [
        compare(f"pawn ending, {way}", "expansions/s", partial(speed, kind, way), None, WANTED.get(way, "–"))
        for kind, way in ways
    ]


def speed(kind: type[Opinionated], way: str) -> float:
    """Return the expansions a second of one search."""
    game = load("pawn_endings")
    handle = Handle(game, kind(**{kind.marks[0]: way, "expansions": EXPANSIONS}), seconds=60)
    handle.run()
    return int(handle.seat.desk.expansions) / handle.taken
