"""Iterative widening: proving with few moves first, and with more where that fails.

Source: T. Cazenave, Iterative widening (2001). A strategy is a row of steps, and a step the sets of moves
that are tried: the attacker's (OR) and the defender's (AND). Each step is a whole search that deepens from
the start, or goes by proof numbers, which begin with nothing. The table is plain, emptied before each step,
or enhanced: it is kept, and what it holds says under which sets it was found.

Choices where the paper is silent: what may be spent is counted in plays, which are the same on every
machine; of what is left, each step may use its equal share, and the last one all.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game
from plyometric.kernel.desk import GOES_ON, lent, new_desk
from plyometric.kernel.referee import ASKING, legal_moves, play
from plyometric.search.dfpn import settle
from plyometric.search.proof import EVERY, FIELDS, LOST, UNKNOWN, WON, deepen
from plyometric.search.table import new_table
from plyometric.search.winning import with_goal

MOST_PLAYS = 10**15

LONGEST_LINE = 80
"""Plies that are shown of a line; a ko may have no end."""


class Step(NamedTuple):
    """The sets of moves of one search: the attacker's and the defender's."""

    attack: int
    defence: int
    is_best_first: bool = False  # by proof numbers, and not by deepening


class Strategy(NamedTuple):
    """How the sets of moves widen."""

    name: str
    steps: tuple[Step, ...]


STRATEGIES = {
    number: Strategy(name, tuple(Step(*sets) for sets in steps))
    for number, name, steps in (
        (1, "OR2-2AND2-2", ((2, 2),)),
        (2, "OR1-2AND2-2", ((1, 2), (2, 2))),
        (3, "OR2-2AND1-2", ((2, 1), (2, 2))),
        (4, "AND1-2OR1-2", ((1, 1), (1, 2), (2, 2))),
        (5, "OR1-2AND1-2", ((1, 1), (2, 1), (2, 2))),
        (6, "ORAND1-2", ((1, 1), (2, 2))),
        (7, "OR1-2ANDOR1-2", ((1, 1), (2, 1), (1, 2), (2, 2))),
        (8, "ORAND1-2AND1-2", ((1, 1), (1, 2), (2, 1), (2, 2))),
        (9, "brute force", ((EVERY, EVERY),)),
    )
}
"""The paper's nine, by their numbers."""

BEST_FIRST = Strategy("df-pn", (Step(2, 2, True),))
WIDEST = Strategy("df-pn, OR3", (Step(3, 2, True),))
THOROUGH = Strategy("ladders, then df-pn on all sets", (Step(1, 1), Step(3, 2, True), Step(3, 3, True)))
"""Proof numbers on the paper's sets, on the widest of the attacker, and what is best for answers."""


class Proof(NamedTuple):
    """What a search came to: WON, UNKNOWN or LOST for the attacker, the best move, and what it took."""

    value: int
    move: int
    step: int
    depth: int
    plays: int
    nodes: int
    least_nodes: int

    @property
    def is_won(self) -> bool:
        """Whether the attacker is proven to reach the goal."""
        return self.value == WON


@dataclass(frozen=True)
class Terms:
    """How a solver works: its strategy, what it may play for each search, and its table."""

    strategy: Strategy = STRATEGIES[3]
    plays: int = 1_000_000
    is_enhanced: bool = True
    megabytes: float = 8

    def checked(self) -> "Terms":
        """Return the terms, or say what is wrong with them."""
        if not 1 <= self.plays <= MOST_PLAYS:
            raise InputError(f"plays must be from 1 to {MOST_PLAYS}, not {self.plays}.")
        return self


class Solver:
    """Proves what becomes of a game's goal, by default to win; its memory is used again for every search."""

    def __init__(self, game: Game, terms: Terms | None = None) -> None:
        self.game, self.terms = with_goal(game), (terms or Terms()).checked()
        self.table = new_table(self.terms.megabytes)
        self.desk = new_desk(self.game, fields=FIELDS)

    def attack(self, state: Any) -> Proof:
        """Say whether the attacker, to move, reaches the goal."""
        return self._search(state, attacks=True)

    def defend(self, state: Any) -> Proof:
        """Say whether the attacker reaches the goal where the defender is to move."""
        return self._search(state, attacks=False)

    def save(self, state: Any) -> Proof:
        """Say how the defender, to move, keeps the goal from being reached, also where no short threat shows.

        Then the attack is proven as if he passed, and he tries the moves of its line. If none of them helps,
        it is unknown whether another does.
        """
        found = self.defend(state)
        if found.value != LOST or found.move != NO_MOVE:
            return found
        line = self.line(ASKING["passed"](self.game, state), only_won=True)
        legal = legal_moves(self.game, state) if line else []
        for move in (move for move in dict.fromkeys(line) if move in legal):
            after = self.attack(play(self.game, state, move))
            if not after.is_won:
                return after._replace(move=move)
        return found._replace(value=UNKNOWN) if line else found

    def line(self, state: Any, attacks: bool = True, only_won: bool = False) -> list[int]:
        """Return how the goal is reached, or kept from being so, as far as the moves are forced."""
        moves, proof = list[int](), self._search(state, attacks)
        if only_won and not proof.is_won:
            return moves
        while proof.move != NO_MOVE and len(moves) < LONGEST_LINE:
            moves.append(proof.move)
            state, attacks = play(self.game, state, proof.move), not attacks
            proof = self._search(state, attacks)
        return moves

    def _search(self, state: Any, attacks: bool) -> Proof:
        """Search one step after the other, until one of them proves it or nothing is left to spend."""
        desk, steps = self.desk, self.terms.strategy.steps
        self._clear()
        desk.plays = desk.nodes = desk.least_nodes = 0
        value, n = UNKNOWN, 0
        for n, step in enumerate(steps):
            self._set_out(step, len(steps) - n)
            search = settle if step.is_best_first else deepen
            with lent(desk):
                value = int(search(self.game, state, attacks, desk, self.table))
            if value == WON or desk.plays >= self.terms.plays:
                break
        spent = (int(desk[name]) for name in ("depth", "plays", "nodes", "least_nodes"))
        return Proof(value, int(desk.kept[0]), n, *spent)

    def _set_out(self, step: Step, steps_left: int) -> None:
        """Put a step's sets and its share of the plays on the desk; a plain table is emptied."""
        desk = self.desk
        left = self.terms.plays - int(desk.plays)
        desk.attack_set, desk.defence_set, is_best_first = step
        desk.play_limit = int(desk.plays) + -(-left // steps_left)
        desk.stop, desk.kept[0] = GOES_ON, NO_MOVE
        if not self.terms.is_enhanced or is_best_first:
            self._clear()

    def _clear(self) -> None:
        """Forget all that is known."""
        self.table[:] = 0
        self.desk.history[:] = 0
