"""Beyond the paper on search control: other methods and objectives, games, another game, a real engine."""

import shutil
from dataclasses import replace

from plyometric.arena.match import play_pairs
from plyometric.arena.openings import openings_of
from plyometric.arena.players import Player, player_from_json
from plyometric.arena.statistics import Tally, sprt
from plyometric.engines.candidates import candidate
from plyometric.engines.guests import GAMES
from plyometric.engines.inside import playing
from plyometric.learn.tuning.parameters import Setting, Space
from plyometric.learn.tuning.wishes import space_of
from plyometric.studies.kit import batches, draw_intervals, with_intervals
from plyometric.studies.search_control.lab import Ground, Lab, Tuned, in_plies, per_cent

OTHERS = {
    "central": "central differences",
    "spsa": "SPSA",
    "descent": "steps, raced and tried together",
    "cma": "CMA-ES, raced",
    "tpe": "TPE, raced",
    "random": "settings drawn at random, raced",
}
OBJECTIVES = {"log": "Algorithm 1, geometric mean of nodes", "par2": "Algorithm 1, PAR-2"}

BEST = "descent"
"""The method by which other searches, the other game and the real engine are tuned; chosen before any was."""

TEST = (0, 10, 0.05, 0.05)
"""The sequential test of the match: elo0, elo1, alpha and beta."""

GLAURUNG = "glaurung"


def compare_methods(lab: Lab, ground: Ground, budget: int, first: Tuned) -> dict[str, Tuned]:
    """Let other methods spend the same budget of nodes, and compare all on positions held out."""
    found = {"gradient": first}
    found |= {name: lab.tune(name, ground, name, budget) for name in OTHERS}
    for name, tuned in found.items():
        measure_method(lab, f"method.{name}", tuned)
    for name in OBJECTIVES:
        measure_method(lab, f"objective.{name}", lab.tune(f"{name} nodes", ground, "gradient", budget, name))
    names = ["Algorithm 1", *OTHERS.values()]
    lines = (
        f"{what:34} {' '.join(f'{cost:5.2f}' for cost in in_plies(tuned.outcome.best))}"
        for what, tuned in zip(names, found.values(), strict=True)
    )
    lab.x.note(f"What moves cost after tuning ({', '.join(ground.classes)})", "\n".join(lines))
    columns = {"method": names}
    columns |= with_intervals("all of the budget", [per_cent(one.held_out.change) for one in found.values()])
    columns |= with_intervals("half of it", [per_cent(one.half_way.change) for one in found.values()])
    told = "Nodes on positions held out, as per cent of those at the start, with 95 % intervals."
    lab.x.figure("methods", "All methods at equal budgets of nodes", told, columns, _draw_methods)
    return found


def _draw_methods(axes: object, columns: dict[str, list]) -> None:
    draw_intervals(axes, columns, "nodes, % of the start", even=100)


def measure_method(lab: Lab, claim: str, tuned: Tuned) -> None:
    """Measure a method on positions held out, with all of its budget and with half of it."""
    for key, found in (("all", tuned.held_out), ("half", tuned.half_way)):
        lab.x.measure_estimate(f"{claim}.{key}", per_cent(found.change), found.positions)
    lab.x.measure_share(f"{claim}.solved", tuned.held_out.solved[1], tuned.held_out.positions, 100)


def tune_elsewhere(lab: Lab, label: str, ground: Ground, budget: int) -> None:
    """Tune the classes of moves of another search or another game, to see how far the method carries."""
    for name in ("gradient", BEST):
        tuned = lab.tune(f"{label}, {name}", ground, name, budget)
        measure_method(lab, f"{label}.{name}", tuned)
    classes = zip(ground.classes, in_plies(tuned.outcome.best), strict=True)
    lab.x.note(f"What moves cost: {label}", "\n".join(f"{name:20} {cost:.2f}" for name, cost in classes))


def play_against_start(lab: Lab, ground: Ground, best: Setting, label: str, games: int, nodes: int) -> None:
    """Let the tuned weights play those at the start, and measure what is claimed under a label."""
    player, told = player_from_json(ground.who.facts["player"]), ground.space.told
    tuned, start = (playing(player, told(setting), nodes) for setting in (best, ground.space.start))
    lines = openings_of(tuned.game)
    units = batches(range(games // 2), 4, tuned, start, lines)
    played = lab.x.joined(label, play_some, [(key, (*arguments, lab.x.seed)) for key, arguments in units])
    tally = Tally.of_pairs(played)
    lab.x.measure_score(f"{label}.score", tally, 100)
    lab.x.measure_exactly(f"{label}.llr", sprt(tally, *TEST).llr, tally.games)


def play_some(a: Player, b: Player, lines: list, pairs: range, seed: int) -> list:
    """Return the results of some pairs of games."""
    return play_pairs(a, b, lines, pairs, seed)["results"]


def tune_glaurung(lab: Lab, ground: Ground, budget: int) -> None:
    """Tune the extensions of Glaurung where it is installed."""
    where = shutil.which(GLAURUNG) or shutil.which(GLAURUNG, path=GAMES)
    if not where:
        lab.x.note("Glaurung", "It is not installed here: make engines installs it.")
        return
    *_, (_, who) = candidate(f"uci:{where}", ground.who.game)
    assert who
    space = extensions_in(space_of({}, who.offers))
    tuned = lab.tune("glaurung", replace(ground, who=who, space=space), BEST, budget)
    measure_method(lab, "glaurung", tuned)
    settings = space.told(tuned.outcome.best).items()
    lab.x.note("Glaurung, tuned", "\n".join(f"setoption name {key} value {value}" for key, value in settings))


def extensions_in(space: Space) -> Space:
    """Return the parameters that extend a search."""
    return Space(tuple(one for one in space.parameters if "Extension" in one.name))
