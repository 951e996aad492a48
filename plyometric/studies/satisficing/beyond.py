"""Beyond the paper: other learners, more actions, more players, frictions, other games, strategies, grids."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from plyometric.games.dilemma import MATRICES, STRATEGIES, C, dilemma, social_dilemma
from plyometric.learn.satisficing import Frictions, duel, simulate
from plyometric.learn.satisficing_grid import read_grid, shortest_ways, way_lengths
from plyometric.learn.satisficing_pairs import AS_PRINTED, COOPERATION, draw, evenly, watch_pairs
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches, draw_curves, one_each
from plyometric.studies.satisficing.paper import BATCH
from plyometric.studies.satisficing.pictures import contours, draw_games, draw_strategies

TURNS = 2_000
SIGMA, DELTA = 0.8, 0.3
K = 0.6

FRICTIONS = ("payoffs seen wrongly, by up to so much", "slips of the hand, so likely", "habit, so likely")
LEARNERS = {"slow": 0.9, "fast": 0.5}
PLAYERS = (2, 3, 4, 5, 7, 10, 15, 20)
UNITS = (1, 2, 3, 4, 6, 10)
STRENGTHS = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3)
LEVELS = (0.5, 0.9, 1.0)
WALKS = 10_000

GRID = """
......
.####.
......
.####.
.....G
......
"""

PER_CENT = partial(draw_curves, is_even=True, ylim=(0, 102))
"""Draws curves of percentages over values that stand evenly spaced."""


# Units of work: each counts something over some runs, for any thread or machine


def own_lambdas(pairs: Sequence[tuple[Any, Any]], seed: int, runs: range) -> list[int]:
    """Count the trials that end in cooperation, for pairs of ranges of the agents' lambdas."""
    trials = draw(AS_PRINTED, seed, runs.start, len(runs))
    drawn = evenly(seed, runs.start, len(runs), 9)[:, 7:]
    games, counts = dilemma(trials.sigma, trials.delta), []
    for ranges in pairs:
        low, high = np.array(ranges).T
        ends = watch_pairs(games, low + (high - low) * drawn, trials.aspirations, trials.actions)[0]
        counts.append(int((ends == COOPERATION).sum()))
    return counts


class Setting(NamedTuple):
    """A game among equals, and how its agents learn."""

    game: np.ndarray
    players: int = 2
    lam: tuple[float, float] = AS_PRINTED.lam
    frictions: Frictions = Frictions()


def endings(
    game: np.ndarray,
    players: int,
    lam: tuple[float, float],
    frictions: Frictions,
    seed: int,
    runs: range,
) -> list[float]:
    """Count runs that rest in cooperation, in defection, elsewhere or nowhere; add up cooperative actions."""
    choices, drawn = len(game), evenly(seed, runs.start, len(runs), 2 * players + 1)
    aspirations, actions = 0.5 + 1.5 * drawn[:, :players], (drawn[:, players:-1] * choices).astype(np.int64)
    lams = lam[0] + (lam[1] - lam[0]) * drawn[:, -1:]
    ends = simulate(
        stretched(game), lams, aspirations, actions, TURNS, frictions, seed=seed, first=runs.start
    )
    rests = ends.period == 1
    cooperates, defects = (rests & (ends.actions == action).all(axis=1) for action in (C, choices - 1))
    counts = (cooperates, defects, rests & ~cooperates & ~defects, ~rests, ends.cooperation)
    return [float(count.sum()) for count in counts]


def meetings(strategy: str, seed: int, runs: range) -> list[float]:
    """Add up what an agent earns a turn against a strategy, the squares of that, and what its rival earns."""
    trials, game = draw(AS_PRINTED, seed, runs.start, len(runs)), dilemma(SIGMA, DELTA)
    earned = np.empty((len(runs), 2))
    for i, run in enumerate(runs):
        aspiration, action = trials.aspirations[i, 0], int(trials.actions[i, 0])
        course = duel(game, trials.lam[i], aspiration, action, strategy, 400, seed=seed, run=run)
        earned[i] = course.payoffs[200:].mean(axis=0)
    return [float(earned[:, 0].sum()), float((earned[:, 0] ** 2).sum()), float(earned[:, 1].sum())]


def shortest(lam: float, seed: int, runs: range) -> list[float]:
    """Add up the shares of cells from which the learnt way is a shortest one, for each first aspiration."""
    grid = read_grid(GRID)
    found = (
        way_lengths(grid, lam, level, 0.95, WALKS, len(runs), seed=seed, first=runs.start) for level in LEVELS
    )
    return [float((lengths == shortest_ways(grid)).mean(axis=1).sum()) for lengths in found]


def stretched(game: np.ndarray) -> np.ndarray:
    """Return a game whose payoffs reach from 0 to 1."""
    return (game - game.min()) / (game.max() - game.min())


# The steps of the study


def mix_lambdas(x: Experiment) -> None:
    """Let the two agents learn at rates of their own."""
    runs = x.size(20_000, 200_000)
    drawn = (AS_PRINTED.lam, AS_PRINTED.lam)
    own = x.total("own lambdas", own_lambdas, batches(range(runs), BATCH, (drawn,), x.seed))
    x.measure_share("beyond.lambdas", int(own[0]), runs, 100)
    rates = np.round(np.linspace(0.05, 0.95, x.size(7, 19)), 3).tolist()
    pairs = [([((a, a), (b, b)) for b in rates],) for a in rates]
    runs = x.size(100, 500)
    found = over_runs(x, "lambdas", own_lambdas, pairs, runs) * 100 / runs
    title = "Agents that learn at different rates"
    contours(x, "lambdas", title, ("lambda A", rates), ("lambda B", rates), found.T)


def enlarge_game(x: Experiment) -> None:
    """Give two agents more actions, then bring more agents together, in a social dilemma."""
    runs, lams = x.size(300, 4_000), {"λ by Table 1": AS_PRINTED.lam, "λ = 0.9": (0.9, 0.9)}
    settings = [Setting(social_dilemma(2, n, K), 2, lam) for lam in lams.values() for n in UNITS]
    found = over_runs(x, "actions", endings, settings, runs)[:, 0].reshape(len(lams), -1)
    for actions in (3, 11):
        x.measure_share(f"beyond.actions.{actions}", int(found[0, UNITS.index(actions - 1)]), runs, 100)
    x.figure(
        "actions",
        "More than two actions",
        f"Per cent of runs in which two agents come to rest giving all; social dilemma, k = {K}.",
        {"actions": [n + 1 for n in UNITS], **as_columns(lams, found * 100 / runs)},
        partial(
            draw_curves,
            xlabel="actions of each agent",
            ylabel="% full cooperation",
            is_even=True,
            ylim=(0, 102),
        ),
    )
    settings = [Setting(social_dilemma(n, 1, K), n, lam) for lam in lams.values() for n in PLAYERS]
    found = over_runs(x, "players", endings, settings, runs)[:, 0].reshape(len(lams), -1)
    for players in (5, 20):
        x.measure_share(f"beyond.players.{players}", int(found[0, PLAYERS.index(players)]), runs, 100)
    x.figure(
        "players",
        "More than two players",
        f"Per cent of runs in which all come to rest in cooperation; social dilemma, k = {K}.",
        {"players": list(PLAYERS), **as_columns(lams, found * 100 / runs)},
        partial(PER_CENT, xlabel="players", ylabel="% all cooperate"),
    )


def disturb(x: Experiment) -> None:
    """Let agents see payoffs wrongly, let their hands slip, and give them habits."""
    for learner, lam in LEARNERS.items():
        found = disturbed(x, learner, lam)
        for kind, strength, row in zip(Frictions._fields, (0.1, 0.01, 0.1), found, strict=True):
            share, runs = row[STRENGTHS.index(strength)], x.size(200, 2_000)
            x.measure_share(f"beyond.{kind}.{learner}", share * runs, runs, 100)
        x.figure(
            f"frictions-{learner}",
            f"Noise, slips of the hand, and habit, where lambda is {lam}",
            f"Per cent of cooperative actions after {TURNS:,} turns; sigma 0.8, delta 0.5.",
            {"strength": list(STRENGTHS), **as_columns(FRICTIONS, 100 * found)},
            partial(
                draw_curves,
                xlabel="so much, or so likely",
                ylabel="% cooperative actions",
                is_even=True,
                ylim=(0, 102),
            ),
        )


def disturbed(x: Experiment, learner: str, lam: float) -> np.ndarray:
    """Return the share of cooperative actions, a row for each friction, a column for each strength."""
    runs, game = x.size(200, 2_000), dilemma(0.8, 0.5)
    frictions = [Frictions(**{kind: strength}) for kind in Frictions._fields for strength in STRENGTHS]
    settings = [Setting(game, 2, (lam, lam), friction) for friction in frictions]
    found = over_runs(x, f"frictions {learner}", endings, settings, runs)[:, -1] / runs
    return found.reshape(len(Frictions._fields), -1)


def change_game(x: Experiment) -> None:
    """Play other games of two actions."""
    runs = x.size(1_000, 20_000)
    found = over_runs(x, "games", endings, [Setting(game) for game in MATRICES.values()], runs)
    for name, counts in list(zip(MATRICES, found, strict=True))[1:]:
        x.measure_share(f"beyond.{name}", int(counts[0]), runs, 100)
    rests = ("both cooperate", "both defect", "one of each", "a cycle")
    x.figure(
        "games",
        "Other games",
        "Per cent of runs that end so; aspirations, first actions and lambda by Table 1.",
        {"game": list(MATRICES), **as_columns(rests, 100 * found[:, :-1].T / runs)},
        draw_games,
    )


def meet_strategies(x: Experiment) -> None:
    """Play against strategies that remember one turn."""
    runs = x.size(100, 1_000)
    own, squares, rivals = (
        over_runs(x, "strategies", meetings, [(name,) for name in STRATEGIES], runs).T / runs
    )
    errors = 1.96 * np.sqrt(np.maximum(0, squares - own**2) / runs)
    for name in ("tit-for-tat", "win-stay-lose-shift"):
        value, error = own[list(STRATEGIES).index(name)], errors[list(STRATEGIES).index(name)]
        low, middle, high = (100 * (value + shift) / SIGMA for shift in (-error, 0, error))
        x.measure(f"beyond.{name}", middle, low, high, runs)
    x.figure(
        "strategies",
        "Against strategies that remember one turn",
        f"Payoff a turn over turns 201 to 400, {runs:,} agents by Table 1; sigma {SIGMA}, delta {DELTA}.",
        {"strategy": list(STRATEGIES), "satisficer": own.tolist(), "rival": rivals.tolist()},
        partial(draw_strategies, sigma=SIGMA, delta=DELTA),
    )


def walk_the_grid(x: Experiment) -> None:
    """Let the cells of a grid learn the way to a goal."""
    runs, lams = x.size(20, 200), (0.0, 0.5, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998)
    found = over_runs(x, "grid", shortest, [(lam,) for lam in lams], runs) / runs
    x.measure_share("beyond.grid", found[lams.index(0.99), -1] * runs, runs, 100)
    names = [f"first aspiration {level}" for level in LEVELS]
    x.figure(
        "grid",
        "Sequential decisions: learning ways on a grid",
        f"Per cent of cells whose learnt way is a shortest one, after {WALKS:,} walks; discount 0.95.",
        {"lambda": list(lams), **as_columns(names, 100 * found.T)},
        partial(PER_CENT, xlabel="λ", ylabel="% shortest ways"),
    )
    x.note("The grid", GRID.strip())


def over_runs(x: Experiment, label: str, function: Any, settings: Iterable[tuple], runs: int) -> np.ndarray:
    """Return what a function counts over the same runs, a row for each setting."""
    return x.rows(label, function, one_each(settings, x.seed, range(runs)))


def as_columns(names: Iterable[str], rows: np.ndarray) -> dict[str, list]:
    """Return rows of numbers by name."""
    return dict(zip(names, rows.tolist(), strict=True))
