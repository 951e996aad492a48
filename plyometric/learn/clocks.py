"""Learning when a search has looked deep enough: a time manager for any game, from its own searches.

1.  The player plays itself with a bank of nodes. Some of its searches are noted depth by depth; then a much
    larger one tells what the move of each depth is worth. The regret of stopping there is how much worse it
    is than the best move, in the chance to win: values are squashed by their spread in the games played.
2.  Boosted trees learn to foresee the regret from the signs of a search.
3.  Candidates differ in the exponent: how strongly they go by the regret, 0 being not at all. The fraction of
    each follows from even terms: it is set so that as much is spent as by a player that spends evenly.
4.  All candidates meet the even player from the same openings, and those that fall behind leave. The luckiest
    of several looks better than it is: so the best of them must not lose to the one with exponent 0 in
    fresh games, or that one is taken.
5.  What was gained is measured once more, against the even player in games that nothing was picked by.
"""

import math
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plyometric import __version__
from plyometric.arena.bank import AT_ONCE
from plyometric.arena.clock import Control
from plyometric.arena.match import Standing, match
from plyometric.arena.openings import Line, opening
from plyometric.arena.players import Player
from plyometric.arena.sitting import Machine, Sitting
from plyometric.arena.statistics import Tally
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.kernel import kernel
from plyometric.kernel.parts import SURE
from plyometric.kernel.rng import below
from plyometric.learn.one_thread import on_one_thread
from plyometric.learn.trees import forest_of, scores
from plyometric.runs import Run
from plyometric.search.analysis import Analysis, Handle
from plyometric.search.kinds import Kind
from plyometric.search.managers import EVEN, FINISH, SIGNS, Manager, Timing, look, stretched

IN_UNIT = 2
"""Games that are noted together."""

NOTED = 3
"""One of so many searches is noted."""

FAR, FARTHER = 2, 8
"""How many shares a search that is noted visits, and the one that judges it."""

EARLY, TYPICAL = 0.1, (0.3, 1.2)
"""Shares after which a depth is learned from, and between which regrets are usual."""

EXPONENTS = (0.0, 0.25, 0.5)
BOOSTING: dict[str, Any] = {
    "max_iter": 40,
    "max_leaf_nodes": 6,
    "learning_rate": 0.05,
    "min_samples_leaf": 100,
    "early_stopping": False,
    "random_state": 0,
}
FLOOR = 0.2
"""The part of the mean regret that is added to all: no position is known to hold none."""

HELD_OUT = 5
"""One of so many games is held out, to tell how much of the regret is foreseen."""

EVENING, TRIAL, GUARD, FRESH = 1000, 2000, 3000, 4000
"""By how much the seeds of matches lie apart, so that no two of them begin from the same random moves."""

FEWEST = 200
"""Depths from which nothing can be learned yet."""

PARTS, BEHIND = 3, 2.0
"""In how many parts a trial is held, and by how many standard errors who falls behind the best leaves."""

EVEN_WITHIN, MOST_TO_TELL = 0.009, 1000
"""How far one round may be off in the nodes of a candidate, and the games of a round at most."""

STRONGEST = 6.0
"""The strongest correction of a fraction, in powers of what was spent too much."""


@dataclass(frozen=True)
class Lesson:
    """How a manager is learned: nodes a move, games to note, and games of each kind of match."""

    nodes: int = 2000
    games: int = 150
    exponents: tuple[float, ...] = EXPONENTS
    pilot_games: int = 60
    rounds: int = 4
    trial_games: int = 600
    fresh_games: int = 600
    seed: int = 1


# Noting searches


def note_games(player: Player, lines: list[Line], share: int, seed: int, games: range) -> list[dict]:
    """Play some games, and return what was noted of some of their searches."""
    return [noted for index in games for noted in note_game(player, lines, share, seed, index)]


def note_game(player: Player, lines: list[Line], share: int, seed: int, index: int) -> Iterator[dict]:
    """Play a game by searches of twice the share, each cut off in thought where the share is spent."""
    game = player.game
    sitting = Sitting(game, opening(game.usual, lines, index, seed))
    far = Machine(limited(player, FAR * share))
    while not sitting.is_over:
        if len(sitting.legal) == 1:
            sitting.play(sitting.legal[0])
            continue
        handle = far.think(sitting)
        found = handle.run()
        if below(NOTED, seed, index, len(sitting.moves)) == 0:
            yield noted_of(player, sitting, handle, found, share) | {"game": index}
        sitting.play(after_share(handle, share))


def limited(player: Player, nodes: int, depth: int = 0) -> Player:
    """Return the player with so many nodes for each move, and no deeper."""
    return replace(player, kind=player.kind.within(nodes=nodes, depth=depth))


def after_share(handle: Handle, share: int) -> int:
    """Return the move of the last depth that was finished within a share."""
    within = [step.move for step in handle.course if step.nodes <= share]
    return within[-1] if within else handle.course[0].move


def noted_of(player: Player, sitting: Sitting, handle: Handle, found: Analysis, share: int) -> dict:
    """Return a search depth by depth, with what each depth's move is worth by a much larger search."""
    desk, n = handle.seat.desk, int(handle.seat.desk.steps)
    judge = Machine(limited(player, FARTHER * share))
    best = judge.think(sitting).run()
    worth = {best.move: best.value}
    for move in {step.move for step in handle.course} - {best.move}:
        worth[move] = worth_of(player, sitting, move, best.depth, FARTHER * share)
    course = np.column_stack([desk.course[:n], desk.efforts[:n]]).tolist()
    values = [max(worth[step.move], -abs(best.value) - 4 * SURE) for step in handle.course]
    facts = [len(sitting.moves), len(sitting.legal), share]
    return {"facts": facts, "course": course, "best": best.value, "worth": values}


def worth_of(player: Player, sitting: Sitting, move: int, depth: int, nodes: int) -> int:
    """Return what a move is worth at a depth, if the nodes suffice."""
    kind = limited(player, nodes, depth).kind
    handle = Handle(player.game, kind, sitting.state, player.weights, past=sitting.recent, only=[move])
    return handle.run().value


def noting_units(player: Player, lines: list[Line], lesson: Lesson) -> list[Unit]:
    """Return the units in which searches are noted."""
    starts = range(0, lesson.games, IN_UNIT)
    fixed = (player, lines, lesson.nodes, lesson.seed)
    return [(f"games from {i}", (*fixed, range(i, min(i + IN_UNIT, lesson.games)))) for i in starts]


def noted_games(
    player: Player, lines: list[Line], lesson: Lesson, executor: Executor, run: Run | None = None
) -> Iterator[list[dict]]:
    """Yield what was noted, unit by unit, kept in the journal of a run."""
    return each(executor, note_games, noting_units(player, lines, lesson), run)


# Learning regret


class Examples(NamedTuple):
    """Finished depths as arrays: the game, the signs, the shares spent, and the regret of stopping there."""

    game: np.ndarray
    signs: np.ndarray
    spent: np.ndarray
    regret: np.ndarray

    def taken(self, rows: np.ndarray) -> "Examples":
        """Return some of the examples."""
        return Examples(*(column[rows] for column in self))


@kernel
def _signs_of_each(course, efforts, facts, manager, out):
    for last in range(len(course)):
        look(course, efforts, last, facts, manager)
        for i in range(len(manager.signs)):
            out[last, i] = manager.signs[i]


def signs_of(course: np.ndarray, facts: tuple[int, ...], timing: Timing) -> np.ndarray:
    """Return the signs after every depth of a course, whose rows end in the nodes of the best move."""
    out = np.zeros((len(course), len(SIGNS)))
    _signs_of_each(np.ascontiguousarray(course[:, :4]), course[:, 4].copy(), facts, timing, out)
    return out


def spread_of(notes: list[dict]) -> float:
    """Return how far values are spread that no side has won by."""
    values = [abs(one["best"]) for one in notes if abs(one["best"]) <= SURE]
    return max(float(np.quantile(values, 0.68)) if values else 1.0, 1.0)


def chance(value: Any, spread: float) -> Any:
    """Return the chance to win that a value stands for."""
    return 1 / (1 + np.exp(-np.clip(np.asarray(value) / spread, -20, 20)))


def examples_of(notes: list[dict], spread: float) -> Examples:
    """Return what can be learned from: depths that took some of the share, where there was a choice."""
    timing = Manager("", 0.0, spread=spread).for_kernels()
    parts = []
    for one in notes:
        course, share = np.array(one["course"], np.int64), one["facts"][2]
        regret = np.maximum(chance(one["best"], spread) - chance(one["worth"], spread), 0)
        spent = course[:, 3] / share
        signs = signs_of(course, tuple(one["facts"]), timing)
        part = Examples(np.full(len(course), one["game"]), signs, spent, regret)
        parts.append(part.taken(spent >= EARLY))
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def learn_regret(player: Player, notes: list[dict]) -> tuple[Manager, dict[str, Any]]:
    """Return a manager whose forest foresees regret, and how well it does in games held out."""
    spread = spread_of(notes)
    examples = examples_of(notes, spread) if notes else None
    if examples is None or len(examples.regret) < FEWEST:
        raise InputError("too few searches were noted to learn from: let more games be played.")
    is_held = examples.game % HELD_OUT == 0
    forest = boosted(examples.taken(~is_held))
    told = {"depths": len(examples.regret), "mean regret": float(examples.regret.mean())}
    told |= {"explained": explained(forest, examples.taken(is_held))}
    forest = boosted(examples)
    forest[0, 1] += FLOOR * examples.regret.mean()  # the first row is the leaf from which all trees start
    is_typical = (examples.spent >= TYPICAL[0]) & (examples.spent <= TYPICAL[1])
    usual = max(float(np.mean(scores(forest, examples.signs[is_typical]))), 1e-6)
    game, rows = player.game, tuple(map(tuple, forest.tolist()))
    learned = Manager("learned", FINISH.fraction, usual=usual, spread=spread, forest=rows)
    return replace(learned, game=game.name, evaluation=game.evaluation_name), told


def boosted(examples: Examples) -> np.ndarray:
    """Return boosted trees that foresee regret; one thread learns, as sums by several differ."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    model = HistGradientBoostingRegressor(**BOOSTING)
    with on_one_thread():
        model.fit(examples.signs, examples.regret)
    return forest_of(model)


def explained(forest: np.ndarray, examples: Examples) -> float:
    """Return which share of the variance of regret is foreseen."""
    left = np.mean((examples.regret - scores(forest, examples.signs)) ** 2)
    return float(1 - left / max(np.var(examples.regret), 1e-12))


# Matches


def managed(kind: Kind, manager: Manager) -> Kind:
    """Return the settings of a search with a time manager."""
    return replace(kind, clock=manager)  # type: ignore[call-arg]


class Contest(NamedTuple):
    """Where managers of one player meet: its openings, the nodes a move, and who does the work."""

    player: Player
    lines: list[Line]
    nodes: int
    executor: Executor

    def standings(self, a: Manager, b: Manager, games: int, seed: int) -> Iterator[Standing]:
        """Yield how a match between two managers stands."""
        one, other = (self.managed(manager) for manager in (a, b))
        return match(one, other, self.lines, games, seed, self.executor)

    def managed(self, manager: Manager) -> Player:
        """Return the player with a manager and a bank."""
        return replace(self.player, kind=managed(self.player.kind, manager), control=Control(self.nodes))


def contest_of(player: Player, nodes: int, executor: Executor) -> Contest:
    """Return the contest of a player's managers from random openings, which no seed shares with another.

    A book is too small for that: every match would be of the same games.
    """
    return Contest(player, [()], nodes, executor)


def last(standings: Iterator[Standing]) -> Standing:
    """Return how a match ends."""
    *_, end = standings
    return end


def ratio(standing: Standing) -> float:
    """Return the nodes of A for each of B's."""
    one, other = standing.conduct
    return one.nodes / max(other.nodes, 1)


def evened(contest: Contest, manager: Manager, lesson: Lesson, seed: int) -> Manager:
    """Return a manager with the fraction by which it spends what the even player does.

    A bank draws spending towards its share the more, the longer a game is: the correction allows for that.
    The first round is a rough one, and tells how many games the others need. Each has its own idea of the
    right fraction, and their mean is surer than any.
    """
    games, total, weight = lesson.pilot_games, 0.0, 0
    for i in range(lesson.rounds):
        end = last(contest.standings(manager, EVEN, games, seed + i))
        moves = end.conduct[0].searches / end.tally.games
        pull = min(moves / 10 / (1 - 0.9**moves), STRONGEST)
        total += games * (math.log(manager.fraction) - pull * math.log(ratio(end)))
        weight += games
        manager = replace(manager, fraction=math.exp(total / weight))
        games = max(games, games_to_tell(moves))
    return manager


def games_to_tell(moves: float) -> int:
    """Return how many games of so many moves tell whether as much is spent, nearly enough.

    At its end a game has saved or borrowed about three shares.
    """
    return min(2 * math.ceil((3 / (EVEN_WITHIN * max(moves, 1))) ** 2 / 2), MOST_TO_TELL)


def candidates(contest: Contest, manager: Manager, lesson: Lesson) -> Iterator[Manager]:
    """Yield a manager for each exponent, on even terms; the fraction of one is where the next begins."""
    for exponent in lesson.exponents:
        manager = evened(contest, replace(manager, exponent=exponent), lesson, lesson.seed + EVENING)
        yield manager


class Candidate(NamedTuple):
    """A manager in trial, and how it stands against the even player."""

    manager: Manager
    tally: Tally = Tally()


def race(contest: Contest, managers: list[Manager], lesson: Lesson, seed: int) -> Iterator[list[Candidate]]:
    """Yield the candidates before and after every part of their trial; those that fall behind leave."""
    left, part = [Candidate(manager) for manager in managers], max(lesson.trial_games // PARTS // 2, 1) * 2
    yield left
    for i in range(PARTS if len(left) > 1 else 0):
        for place, one in enumerate(left):
            end = last(contest.standings(one.manager, EVEN, part, seed + i))
            left[place] = Candidate(one.manager, one.tally + end.tally)
        best = max(left, key=lambda one: one.tally.score)
        left = [one for one in left if best.tally.score - one.tally.score <= BEHIND * error_of(best.tally)]
        yield left


def error_of(tally: Tally) -> float:
    """Return the standard error of a difference between two scores of such matches."""
    return math.sqrt(2 / max(tally.pairs, 1)) * max(tally.spread, 0.05)


def best_of(left: list[Candidate]) -> Candidate:
    """Return the candidate with the best score; of equals the simplest."""
    return max(left, key=lambda one: (one.tally.score, -one.manager.exponent))


def guarded(contest: Contest, left: list[Candidate], plain: Manager, lesson: Lesson) -> Manager:
    """Return the best candidate, unless it loses fresh games to the plain one that goes by no regret."""
    best = best_of(left).manager
    if best.exponent == plain.exponent:
        return plain
    end = last(contest.standings(best, plain, lesson.trial_games, lesson.seed + GUARD))
    return best if end.tally.score >= 0.5 else plain


# Why a search ended where it did


class Reason(NamedTuple):
    """What a manager made of a finished depth: the nodes at which it would have been the last, and why."""

    depth: int
    move: int
    value: int
    nodes: int
    regret: float
    bar: float
    goes_on: bool
    signs: dict[str, float]


def reasons(player: Player, manager: Manager, state: Any, allotted: int, turn: int = 0) -> list[Reason]:
    """Return what a manager makes of every depth of a search that is allotted so many nodes."""
    kind = managed(player.kind, manager).within(nodes=AT_ONCE * allotted)
    handle = Handle(player.game, kind, state, player.weights, turn=turn)
    desk, timing = handle.seat.desk, manager.for_kernels()
    desk.allotted = allotted
    handle.run()
    course = np.column_stack([desk.course, desk.efforts])[: desk.steps]
    facts = (turn, int(desk.root_length), allotted)
    seen = zip(course, signs_of(course, facts, timing), strict=True)
    return [_reason(row, signs, allotted, timing) for row, signs in seen]


def _reason(row: np.ndarray, signs: np.ndarray, allotted: int, timing: Timing) -> Reason:
    fraction, exponent, usual, _ = timing.terms.tolist()
    regret = float(scores(timing.forest, signs[None])[0])
    bar = fraction * allotted * stretched(regret, exponent, usual)
    depth, move, value, nodes, _ = row.tolist()
    told = dict(zip(SIGNS, signs.tolist(), strict=True))
    goes_on = fraction == 0 or nodes < bar
    return Reason(depth, move, value, nodes, regret=regret, bar=bar, goes_on=goes_on, signs=told)


def how_learned(lesson: Lesson, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a file says of how its manager was learned."""
    settings = {"nodes": lesson.nodes, "games": lesson.games, "seed": lesson.seed}
    return {"by": "plyo learn clock", "version": __version__, **settings, **told}
