"""Mining suites: positions of self-play in which one move is best, and hard to find.

A player plays itself from random openings, unless the game draws positions by itself. The player's kind of
search, given many more nodes, looks at every position that has a choice. It is a problem if

    a shallow search misses the answer: no depth finished within so many nodes, and none of the first
    plies, finds it best; so nothing that is plain to see, such as taking back, is a problem (nor is a
    position in which a search of a tenth of the nodes stays with such a move);
    the deep search holds it, over its last depths or by a forced win, and with some times the nodes still;
    every other move is worse by a margin: a second deep search, of the others alone, says how much;
    it matters: without the answer the game is not won, nor is it lost with it.

Where a proof is wanted, another evaluation must agree, which sees less at a glance and so must search: the
answer wins, and without it there is no lead of more than the margin.

Positions that stood before, be it with the colours exchanged, are left out, and those with the same
answer that differ in little. A hash of the position says which half of the suite it belongs to.
"""

import hashlib
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any, NamedTuple

from plyometric.arena.games import play_game
from plyometric.arena.openings import RANDOM_PLIES, wander
from plyometric.arena.players import Player, player_from_json
from plyometric.arena.workers import Unit, each
from plyometric.errors import InputError
from plyometric.games.suites import Problem, bare_text
from plyometric.kernel import Game
from plyometric.kernel.parts import SURE
from plyometric.kernel.referee import ASKING, legal_moves, play
from plyometric.runs import Run
from plyometric.search.analysis import Handle, Step

PLAIN_TO_SEE = 2
"""An answer that a search of so many plies finds best is no problem."""

STEADY = 2
"""Over how many depths the deep search must hold the answer."""

GLANCE = 10
"""By a search of so many times fewer nodes most positions are seen to be none: its best move was plain."""

SURER = 4
"""With so many times the nodes the deep search must hold it still."""

DECIDED = 3
"""A lead of so many margins decides a game."""

NEAR = 8
"""Positions with the same answer differ in little if so few bits of their words do: two pieces or so."""

LONGEST = 100
"""Plies of a game: much longer ones are endings in which little changes."""

AT_ONCE = 100
"""Positions that stand for a game where the game draws them."""

PATIENCE = 500
"""After so many games that bring nothing new, there is taken to be no more."""

MASK = (1 << 64) - 1
HALVES = ("train", "held-out")


@dataclass(frozen=True)
class Terms:
    """What makes a problem: the nodes that must miss the answer, those that prove it, and the margin.

    `proof` names an evaluation by which the answer must be proven to win.
    """

    shallow: int = 1000
    deep: int = 200_000
    margin: int = 100
    proof: str = ""

    @property
    def decided(self) -> int:
        """A lead that decides a game."""
        return DECIDED * self.margin

    def checked(self) -> "Terms":
        """Return the terms, or say what is wrong with them."""
        if not 1 <= self.shallow < self.deep or self.margin < 1:
            raise InputError(
                "a shallow search of 1 node or more, a deeper one and a margin of 1 or more are expected,"
                f" not {self.shallow}, {self.deep} and {self.margin}."
            )
        return self


class Nugget(NamedTuple):
    """A problem that was found: its position, the answer, and what the deep search said of both.

    `without` is what the best other move is worth; depth and nodes are those that first found the answer.
    """

    words: tuple[int, ...]
    answer: int
    value: int
    without: int
    depth: int
    nodes: int


def mine(
    player: Player, terms: Terms, seed: int, executor: Executor, run: Run | None = None
) -> Generator[Nugget, None, None]:
    """Yield problems as they are found in one game after the other, as long as there are new ones."""
    if player.plan or not hasattr(player.kind, "nodes"):
        raise InputError(f"player {player.name!r}: a search that takes nodes is expected, and no strategy.")
    player.game.judged_by(terms.proof)
    known = Known(player.game)
    barren = 0
    for found in each(executor, dig, _units(player, terms.checked(), seed), run):
        barren += 1
        for words, *facts in found:
            nugget = Nugget(tuple(words), *facts)
            if known.is_new(nugget):
                barren = 0
                yield nugget
        if barren >= PATIENCE:
            return


def _units(player: Player, terms: Terms, seed: int) -> Iterator[Unit]:
    for index in count():
        yield f"game {index}", (player.as_json(), asdict(terms), seed, index)


def dig(facts: dict[str, Any], terms: dict[str, Any], seed: int, index: int) -> list[Nugget]:
    """Let a player play one game against itself, and return the problems in it."""
    player = player_from_json(facts)
    found = (nugget_at(player, Terms(**terms), state) for state in _positions(player, seed, index))
    return [nugget for nugget in found if nugget]


def _positions(player: Player, seed: int, index: int) -> Iterator[Any]:
    """Yield the positions of a game, or some that the game draws, each as a suite would tell it."""
    game, indices = player.game, range(index * AT_ONCE, (index + 1) * AT_ONCE)
    states = (game.drawn(seed, i) for i in indices) if game.drawn else _played(player, seed, index)
    for state in states:
        if len(legal_moves(game, state)) > 1:
            yield game.read_position(bare_text(game, state))


def _played(player: Player, seed: int, index: int) -> Iterator[Any]:
    """Yield the positions of a game that a player plays against itself."""
    game, draws = player.game, player.game.draws._replace(longest=LONGEST)
    state = wander(game, game.start(), RANDOM_PLIES, seed, index)
    for move in play_game(player, player, state, draws=draws).moves:
        yield state
        state = play(game, state, move)


def nugget_at(player: Player, terms: Terms, state: Any) -> Nugget | None:
    """Return the problem that a position is, if it is one."""
    if not _is_hidden(_searched(player, -(-terms.deep // GLANCE), state), terms):
        return None
    *_, last = course = _searched(player, terms.deep, state)
    is_held = last.value > SURE or all(step.move == last.move for step in course[-STEADY:])
    if not (_is_hidden(course, terms) and is_held and last.value > -terms.decided):
        return None
    others = [move for move in legal_moves(player.game, state) if move != last.move]
    without = _searched(player, terms.deep, state, others)[-1].value
    if without >= terms.decided or last.value - without < terms.margin:
        return None
    if _searched(player, SURER * terms.deep, state)[-1].move != last.move:
        return None
    if terms.proof and not _is_proven(player, terms, state, last, without):
        return None
    first = _first_find(course)
    return Nugget(tuple(state), last.move, last.value, without, first.depth, first.nodes)


def _is_proven(player: Player, terms: Terms, state: Any, last: Step, without: int) -> bool:
    """Return whether an answer alone wins, also by the evaluation that proves it."""
    game = player.game.judged_by(terms.proof)
    judge = replace(player, game=game, weights=tuple(game.weights))
    others = [move for move in legal_moves(player.game, state) if move != last.move]
    if last.value < terms.decided or without > terms.margin:
        return False
    if _searched(judge, SURER * terms.deep, state, [last.move])[-1].value < terms.decided:
        return False
    return _searched(judge, terms.deep, state, others)[-1].value <= terms.margin


def _first_find(course: Sequence[Step]) -> Step:
    """Return where a search first found the move that it holds best in the end."""
    return next(step for step in course if step.move == course[-1].move)


def _is_hidden(course: Sequence[Step], terms: Terms) -> bool:
    """Return whether a search found its best move late."""
    first = _first_find(course)
    return first.nodes > terms.shallow and first.depth > PLAIN_TO_SEE


def _searched(player: Player, nodes: int, state: Any, only: Sequence[int] = ()) -> list[Step]:
    """Return the course of a player's search with so many nodes."""
    limits: dict[str, Any] = {"nodes": nodes, "depth": 0}
    handle = Handle(player.game, replace(player.kind, **limits), state, player.weights, only=only)
    handle.run()
    return handle.course


class Known:
    """The problems that were taken, by which another is told to be new."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.taken: list[tuple[tuple[int, ...], int]] = []

    def is_new(self, nugget: Nugget) -> bool:
        """Take a problem, unless its position is known or nearly so; return whether it was taken."""
        forms = self._forms(self.game.state_of(nugget.words))
        if any(self._is_like(form, nugget.answer, *known) for form in forms for known in self.taken):
            return False
        self.taken.append((forms[0], nugget.answer))
        return True

    def _forms(self, state: Any) -> list[tuple[int, ...]]:
        """Return the words that tell a position from others, also those with the colours exchanged."""
        swapped = [ASKING["swapped"](self.game, state)] if self.game.swapped else []
        return [tuple(ASKING["identity"](self.game, one)) for one in (state, *swapped)]

    def _is_like(self, form: tuple[int, ...], answer: int, words: tuple[int, ...], move: int) -> bool:
        apart = sum(((one ^ other) & MASK).bit_count() for one, other in zip(form, words, strict=True))
        return apart == 0 or (answer == move and apart <= NEAR)


def problem_of(game: Game, nugget: Nugget, name: str) -> Problem:
    """Return a problem as a suite has it, in the half where a hash of its position puts it."""
    state = game.state_of(nugget.words)
    digest = hashlib.sha256(bare_text(game, state).encode()).digest()
    return Problem(state, (nugget.answer,), name, HALVES[digest[0] & 1])
