"""Reading: what a good player would say of a goal after a short look, where a proof would take too long.

Depth-first proof-number search, as in `dfpn`, but on a slate: moves are put and wiped in place, few of them
are looked at, and each is weighed at a glance before it is searched. For the side that must answer all moves
a position counts as hard as the hardest of them, and one for each of the others (T. Ueda, T. Hashimoto, J.
Hashimoto and H. Iida, Weak proof-number search, 2008): most are beside the point, and one answer does for
many. Near the root, where all moves looked at fail, those that refute them are tried too: the enemy's vital
point is one's own, as Go players say.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, kernel, rule
from plyometric.kernel.desk import PLIES, SPENT, lent, new_desk
from plyometric.kernel.referee import ASKING
from plyometric.kernel.slates import MANY
from plyometric.search.dfpn import numbers_of
from plyometric.search.proof import LOST, UNKNOWN, WON
from plyometric.search.table import EXACT, NOTHING, index_in, look_up, new_table, packed, store

FIELDS = (("plays", ()), ("play_limit", ()))

DEEPEST = PLIES - 8
"""Beyond so many plies an attack has failed."""

ANSWERED = 2
"""At so many plies from the root on, moves that refute all others are tried too."""

MEGABYTES = 1 / 8
"""The table is small, as it is emptied for every question."""


@kernel
def delve(slate, most, least, ply, desk, table):
    """Read a position until its proof number reaches `most`, or its disproof number `least`."""
    desk.nodes += 1
    began, attacks, key = desk.nodes, desk.mover == 0, desk.hash
    n = looked_at(slate, ply, attacks, desk, table)
    while True:
        own, other, best, second, others = gauged(n, ply, attacks, desk, table)
        if own == MANY and ply < ANSWERED:
            more = with_answers(slate, n, ply, desk, table)
            if more > n:
                n = more
                continue
        if ply > DEEPEST:
            own, other = (MANY, 0) if attacks else (0, MANY)
        proof, disproof = (own, other) if attacks else (other, own)
        keep(proof, disproof, desk.moves[ply, best] if n else NO_MOVE, desk.nodes - began, key, table)
        if ply == 0 and n:
            desk.kept[0] = desk.moves[0, best]
        if proof >= most or disproof >= least or own == 0 or other == 0 or desk.stop:
            return
        slate.put(desk.moves[ply, best], desk)
        desk.plays += 1
        margin = second + (second >> 2) + 1
        if attacks:
            delve(slate, min(most, margin), min(least - others, MANY), ply + 1, desk, table)
        else:
            delve(slate, min(most - others, MANY), min(least, margin), ply + 1, desk, table)
        slate.wiped(desk)


@rule
def looked_at(slate, ply, attacks, desk, table):
    """Write the moves of a node and glance at each; return how many: one that decides it stands alone."""
    if desk.plays >= desk.play_limit and not desk.stop:
        desk.stop = SPENT
    n = slate.ideas(desk, desk.moves[ply])
    for i in range(n):
        proof, disproof = glanced_at(slate, i, ply, desk, table)
        if (proof if attacks else disproof) == 0:
            desk.moves[ply, 0], desk.ratings[ply, 0] = desk.moves[ply, i], desk.ratings[ply, i]
            return 1
    return n


@rule
def glanced_at(slate, i, ply, desk, table):
    """Return the numbers of the position after the move of that index, and write by what it is known."""
    slate.put(desk.moves[ply, i], desk)
    desk.plays += 1
    desk.ratings[ply, i] = key = desk.hash
    if look_up(table, key) == NOTHING:
        proof, disproof = slate.glance(desk)
        keep(proof, disproof, NO_MOVE, 0, key, table)
    else:
        proof, disproof = numbers_of(table, key)
    slate.wiped(desk)
    return proof, disproof


@rule
def with_answers(slate, n, ply, desk, table):
    """Write behind n moves that fail what refutes them; return how many there are then."""
    more = n
    for i in range(n):
        answer = index_in(look_up(table, desk.ratings[ply, i])) - 1
        if answer != NO_MOVE and slate.allowed(answer, desk) and is_new(answer, more, ply, desk):
            desk.moves[ply, more] = answer
            glanced_at(slate, more, ply, desk, table)
            more += 1
    return more


@rule
def is_new(move, n, ply, desk):
    """Return whether a move is not among the first n of a node."""
    for i in range(n):
        if desk.moves[ply, i] == move:
            return False
    return True


@rule
def keep(proof, disproof, move, nodes, key, table):
    """Keep the numbers of a position, and its best move: 1 is added to it, so that 0 tells of none."""
    numbers = min(proof, MANY) << 15 | min(disproof, MANY)
    store(table, key, packed(numbers, nodes, move + 1, 1, EXACT))


@rule
def gauged(n, ply, attacks, desk, table):
    """Return the mover's number, the other's, the best move, the second best number, and the other moves.

    The side to move needs one good move; the other an answer to each.
    """
    least, second, hardest, unanswered, best = MANY, MANY, 0, 0, 0
    for i in range(n):
        proof, disproof = numbers_of(table, desk.ratings[ply, i])
        own, other = (proof, disproof) if attacks else (disproof, proof)
        unanswered += other > 0
        hardest = max(hardest, other)
        if own < least:
            least, second, best = own, least, i
        else:
            second = min(second, own)
    others = max(unanswered - 1, 0)
    return least, min(hardest + others, MANY), best, second, others


@kernel
def read(slate, state, asks, plays, desk, table):
    """Return what becomes of a position, the best move, the plays and the nodes."""
    table[:] = 0
    desk.plays = desk.nodes = desk.stop = 0
    desk.play_limit, desk.kept[0] = plays, NO_MOVE
    slate.laid(state, asks, desk)
    many = int64(MANY)
    delve(slate, many, many, int64(0), desk, table)
    proof, disproof = numbers_of(table, desk.hash)
    value = WON if proof == 0 else LOST if disproof == 0 else UNKNOWN
    return value, desk.kept[0], desk.plays, desk.nodes


class Reading(NamedTuple):
    """What was read: WON, UNKNOWN or LOST for the attacker, the best move, and what it took."""

    value: int
    move: int
    plays: int
    nodes: int

    @property
    def is_won(self) -> bool:
        """Whether the attacker reaches the goal."""
        return self.value == WON


class Reader:
    """Reads what becomes of a game's goal, with so many plays for each question at most."""

    def __init__(self, game: Game, plays: int) -> None:
        if game.goal is None or game.goal.slate is None:
            raise InputError(f"{game.name} has no slate to read on.")
        self.game, self.slate, self.plays = game, game.goal.slate, plays
        self.table: np.ndarray = new_table(MEGABYTES)
        self.desk = new_desk(game, fields=(*FIELDS, *self.slate.fields))

    def attack(self, state: Any) -> Reading:
        """Say whether the attacker, to move, reaches the goal."""
        return self._read(state, asks=True)

    def save(self, state: Any) -> Reading:
        """Say how the defender, to move, keeps the goal from being reached; no move where none is needed."""
        threat = self._read(ASKING["passed"](self.game, state), asks=False)
        return self._read(state, asks=False) if threat.is_won else threat._replace(value=LOST, move=NO_MOVE)

    def _read(self, state: Any, asks: bool) -> Reading:
        with lent(self.desk):
            return Reading(*read(self.slate, state, asks, self.plays, self.desk, self.table))
