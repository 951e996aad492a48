"""Beyond the paper's tables: widening in other games, and GNU Go asked the same questions."""

from statistics import mean

from plyometric.arena.statistics import ratio_interval
from plyometric.engines.guests import command_in
from plyometric.engines.reading import Ours, question_about, reply_of, rival
from plyometric.errors import InputError
from plyometric.studies.claims import Claim
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches
from plyometric.studies.widening.lab import BUDGETS, IN_UNIT, SETS, problems, rows_of

GO = "go_capture"
GNUGO = "gnugo"
OTHERS = ("phutball", "fives")
READERS = ("ours", "GNU Go")

BEYOND_GO = (
    Claim("phutball.3.cost", "Section 6", "Phutball: OR2-2AND1-2, cost", 0.5, 0.0, "phutball.1.cost"),
    Claim("phutball.1.cost", "Section 6", "Phutball: OR2-2AND2-2, cost", 1.0, stake=0.0),
    Claim("fives.3.cost", "fives", "OR2-2AND1-2, cost"),
    *(
        Claim(f"{game}.{strategy}.solved", game, f"strategy {strategy}, % solved")
        for game in OTHERS
        for strategy in ("1", "3")
    ),
    *(Claim(f"gnugo.{name}.{who}", f"{name}, 0.1 s", f"{who}, % right") for name in SETS for who in READERS),
)

Timed = tuple[bool, bool, float | None, float | None]
"""Whether we, and GNU Go, are right about a problem, and the seconds of both, None without an answer."""


def try_other_games(x: Experiment) -> None:
    """Compare strategies 1 and 3 in other games."""
    for game in OTHERS:
        found = {key: rows_of(x, game, "threats", "1 s", key) for key in ("1", "3")}
        for key, rows in found.items():
            x.measure_share(f"{game}.{key}.solved", sum(row[0] for row in rows), len(rows), scale=100)
        plays = {key: [row[1] for row in rows] for key, rows in found.items()}
        x.measure_estimate(f"{game}.3.cost", ratio_interval(plays["3"], plays["1"]), len(plays["3"]))
    x.measure_exactly("phutball.1.cost", 1.0, len(plays["1"]))


def meet_gnugo(x: Experiment) -> None:
    """Ask GNU Go and our reader whether the strings of all problems are caught; without it, say so."""
    try:
        command_in(GNUGO)
    except InputError:
        x.note("GNU Go", "GNU Go is not installed here, so that it was not asked.")
        return
    told = []
    for name in SETS:
        units = batches(range(x.size(10, len(problems(GO, name)))), IN_UNIT, name)
        rows = x.joined(f"GNU Go, {name}", ask_both, units)
        for i, who in enumerate(READERS):
            x.measure_share(f"gnugo.{name}.{who}", sum(row[i] for row in rows), len(rows), scale=100)
            seconds = mean(row[2 + i] for row in rows if row[2 + i] is not None)
            told.append(f"{name}, {who}: {1000 * seconds:.2f} ms a problem")
    x.note("Time, ours and GNU Go's, on this machine", "\n".join(told))


def ask_both(name: str, indices: range) -> list[Timed]:
    """Put some problems of a set to our reader and to GNU Go."""
    ours, theirs = Ours(BUDGETS["0.1 s"]), rival(GNUGO)
    try:
        asked = [question_about(problems(GO, name)[index]) for index in indices]
        pairs = [(reply_of(ours, one), reply_of(theirs, one)) for one in asked]
    finally:
        theirs.leave()
    return [(a.is_right, b.is_right, a.seconds, b.seconds) for a, b in pairs]
