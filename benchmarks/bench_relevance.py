"""Searches by an opinion on the paper's pawn ending: expansions a second, opinions included, on one core."""

from functools import cache, partial

from benchmarks.measure import Row, compare
from plyometric.games import load
from plyometric.learn.foresight import Inquiry, as_arrays, make_examples
from plyometric.learn.opinions import Lesson, learn_opinion
from plyometric.search.analysis import Handle
from plyometric.search.bestfirst import BestFirst
from plyometric.search.foreseen import Foreseen
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Opinion
from plyometric.search.relevance import Relevance

FAMILIES, EXPANSIONS = 400, 1000
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
    settings = {kind.marks[0]: way, "opinion": opinion(), "expansions": EXPANSIONS}
    handle = Handle(load("pawn_endings"), kind(**settings), seconds=60)
    handle.run()
    return int(handle.seat.desk.expansions) / handle.taken


@cache
def opinion() -> Opinion:
    """Return an opinion learned in a moment; how much it knows does not change what it costs."""
    game = load("pawn_endings")
    inquiry = vars(Inquiry(nodes=300))
    examples = as_arrays(make_examples(game.address, [], inquiry, 1, range(FAMILIES)))
    return learn_opinion(game, examples, Lesson((40.0, 150.0, 400.0), 900.0), 1)[0]
