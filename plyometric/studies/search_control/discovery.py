"""Beyond the paper on search control, its open question: what is there to extend on?

Every class of moves that the game can name, and every two classes that meet in a move, is made half a ply
cheaper and half a ply dearer, each alone. What pays by more than chance is put together, and measured on
positions held out and in games.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from plyometric.learn.tuning.bench import Bench
from plyometric.learn.tuning.discovery import Trial, put_together, tried
from plyometric.learn.tuning.parameters import Setting
from plyometric.learn.tuning.tuner import compared
from plyometric.search.costs import cost_names
from plyometric.studies.search_control.beyond import play_against_start
from plyometric.studies.search_control.lab import PLY, Ground, Lab, costs_of, held_out, in_plies, per_cent

COSTS = 0.5, 1.5
"""What a class is tried at, in plies."""


def discover_classes(lab: Lab, ground: Ground, games: int, nodes: int) -> None:
    """Find the classes, and pairs of them, that pay; put them together, and measure what they do."""
    names = tuple(cost_names(ground.who.game))
    ground = replace(ground, classes=names, space=costs_of(names))
    start, places = ground.space.start, ground.places
    bench = lab.bench("discovery", ground, "log")
    trials = tried(bench, start, list(changes_of(start)), places.train)
    kept = [trial.setting for trial in trials if trial.is_kept]
    best = put_together(bench, start, kept, places.train)
    bench.measure([start, best, *kept], places.held_out)
    lab.x.measure_exactly("discovery.tried", len(trials), len(places.train))
    lab.x.measure_exactly("discovery.kept", len(kept), len(places.train))
    measure_on_others(lab, ground, bench, best, kept)
    lab.x.note("What was put together", "\n".join(told_of(ground, best)) or "Nothing pays.")
    lab.x.note("Every change that was tried", "\n".join(rows(ground, bench, trials)))
    play_against_start(lab, ground, best, "discovery.match", games, nodes)


def changes_of(start: Setting) -> Iterator[Setting]:
    """Yield the start with one cost changed, for every cost and every change."""
    for place in range(len(start)):
        for cost in COSTS:
            yield (*start[:place], cost * PLY, *start[place + 1 :])


def measure_on_others(lab: Lab, ground: Ground, bench: Bench, best: Setting, kept: list[Setting]) -> None:
    """Measure on positions held out what was put together, and the pair of classes that pays most alone."""
    train, start = ground.places.train, ground.space.start
    found = held_out(bench, ground, best)
    lab.x.measure_estimate("discovery.nodes", per_cent(found.change), found.positions)
    lab.x.measure_share("discovery.solved", found.solved[1], found.positions, 100)
    pairs = [one for one in kept if any(" + " in name for name, _ in changed(ground, one))]
    pair = min(pairs, key=lambda one: bench.cost(one, train), default=start)
    alone = held_out(bench, ground, pair)
    lab.x.measure_estimate("discovery.pair", per_cent(alone.change), alone.positions)


def changed(ground: Ground, setting: Setting) -> list[tuple[str, float]]:
    """Return the classes and pairs that do not cost a ply, with what they cost."""
    costs = zip(ground.classes, in_plies(setting), strict=True)
    return [(name, cost) for name, cost in costs if cost != 1]


def told_of(ground: Ground, setting: Setting) -> Iterator[str]:
    """Yield a line for each class and pair that does not cost a ply."""
    return (f"{name:40} {cost:.2f}" for name, cost in changed(ground, setting))


def rows(ground: Ground, bench: Bench, trials: Iterable[Trial]) -> Iterator[str]:
    """Yield a line for every change that was tried, the surest first."""
    start, places = ground.space.start, ground.places
    for trial in sorted(trials, key=lambda one: (one.chance, -one.positions)):
        change = compared(bench, start, trial.setting, places.train[: trial.positions]).change.value
        line = f"{next(told_of(ground, trial.setting))}  {100 * change:+6.1f} % on {trial.positions:3}"
        if trial.is_kept:
            others = compared(bench, start, trial.setting, places.held_out).change
            line += f", chance {trial.chance:.4f}; held out {100 * others.value:+6.1f} %"
        yield line
