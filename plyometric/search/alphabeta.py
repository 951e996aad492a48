"""The full search: strong play for any game.

Iterative deepening; principal-variation search with null windows (Marsland and Campbell 1982); a
transposition table; the table's move first, then killers, then the history heuristic (Schaeffer
1989); quiescence where a game names forcing moves; fractional plies: each class of moves costs its
own part of a ply; singular extensions (Anantharaman, Campbell and Hsu 1990), off unless wanted: a move
that is better by a margin than all others is searched one ply deeper. A player may instead search only
the most promising moves (`breadth`), and then also look for a win by threats beforehand (`threats`).

Choices: the table cuts only in null windows, and only at equal depth or by a forced win or loss that
was seen at a smaller one. So table, order and null windows leave the value of a fixed-depth search as
it is, and the principal variation always reaches the very leaf whose evaluation is the value.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, WIDEST, WIN, Game, kernel, rule
from plyometric.kernel.desk import GOES_ON, HISTORY, PLIES, SPENT, lent, new_desk
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.minimax import keep_line, leaf_value, line_on
from plyometric.search.selective import select_from_root
from plyometric.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    LARGEST,
    NOTHING,
    SURE,
    bound_in,
    depth_in,
    index_in,
    key_of,
    look_up,
    new_table,
    packed,
    seen_from_here,
    seen_from_root,
    store,
    value_in,
)
from plyometric.search.threats import win_from_root

PLY = 100
"""Depth is counted in hundredths of a ply."""

SINGULAR_DEPTH = 4 * PLY
"""From here on a move may be found singular: by searches of half the depth, all others are worse."""

FIRST, KILLER = 1 << 50, 1 << 40
NO_HINT = -1
MOST_NODES = 10**18


@kernel
def explore(game, state, depth, ply, alpha, beta, desk, table):
    """Return the value of a position searched to `depth` >= PLY within (alpha, beta)."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    if is_ended(desk):
        return 0
    key = key_of(state)
    desk.key[ply] = key
    if ply and desk.uses_repetition and recurs(ply, desk):
        return 0
    hint, bar = NO_HINT, int64(-WIN)
    if desk.uses_table:
        known = look_up(table, key)
        if known != NOTHING:
            hint = index_in(known)
            value = seen_from_root(value_in(known), ply)
            if beta - alpha == 1 and settles(known, value, depth, alpha, beta):
                return value
            if desk.uses_singular and may_be_singular(known, value, depth, ply, desk):
                bar = value - desk.singular_margin
    n = game.moves(state, desk.moves[ply])
    if n == 0:
        return game.result(state) * (WIN - ply)
    if desk.uses_order:
        rate(ply, n, hint, desk)
    extension = PLY if bar > -WIN and n > 1 else 0
    others = range(n) if extension else range(0)
    for i in others:
        if i != hint and extension:
            child = game.play(state, desk.moves[ply, i])
            desk.anchor[ply + 1] = ply + 1
            if -explore(game, child, depth // 2, ply + 1, -bar, 1 - bar, desk, table) >= bar:
                extension = 0
    best, best_index, floor = -WIN, 0, alpha
    for i in range(n):
        index = next_index(ply, i, n, desk)
        move = desk.moves[ply, index]
        child = game.play(state, move)
        rest = depth - desk.costs[game.move_class(state, move)] + (extension if index == hint else 0)
        desk.anchor[ply + 1] = desk.anchor[ply] if game.reversible(state, move) else ply + 1
        if rest < PLY or ply + 2 >= PLIES:
            value = -horizon_value(game, child, ply + 1, -beta, -alpha, desk)
        else:
            is_scout = desk.uses_null_window and i > 0
            if is_scout:
                value = -explore(game, child, rest, ply + 1, -alpha - 1, -alpha, desk, table)
            if not is_scout or alpha < value < beta:
                value = -explore(game, child, rest, ply + 1, -beta, -alpha, desk, table)
        if desk.stop:
            return 0
        if value > best:
            best, best_index = value, index
            if value > alpha:
                alpha = value
                keep_line(ply, move, desk)
                if value >= beta:
                    credit(ply, move, depth, desk)
                    break
    if desk.uses_table:
        bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
        store(table, key, packed(seen_from_here(best, ply), depth, best_index, desk.age, bound))
    return best


@rule
def may_be_singular(known, value, depth, ply, desk):
    """Return whether a stored move is worth a test of being the only good one."""
    is_lower_bound = bound_in(known) != AT_MOST and abs(value) < SURE
    is_deep_enough = depth >= SINGULAR_DEPTH and depth_in(known) >= depth - 3 * PLY
    return is_lower_bound and is_deep_enough and ply <= 2 * desk.depth


@rule
def horizon_value(game, state, ply, alpha, beta, desk):
    """Return the value at the horizon, looked into until it is quiet if that is wanted."""
    if desk.uses_quiescence:
        return quieten(game, state, ply, alpha, beta, desk)
    return leaf_value(game, state, ply, desk)


@kernel
def quieten(game, state, ply, alpha, beta, desk):
    """Return the value after all forcing moves that a side would rather play than stand still."""
    best = leaf_value(game, state, ply, desk)
    if is_ended(desk) or abs(best) > SURE or ply + 2 >= PLIES:
        return best
    n = game.forcing(state, desk.moves[ply])
    if n == 0:
        return best
    if not game.may_decline:
        best = -WIN
    elif best >= beta:
        return best
    alpha = max(alpha, best)
    for i in range(n):
        move = desk.moves[ply, i]
        value = -quieten(game, game.play(state, move), ply + 1, -beta, -alpha, desk)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, move, desk)
                if value >= beta:
                    break
    return best


@rule
def is_ended(desk):
    """Return whether the search must end; one ply is always looked at, so that there is a move."""
    if desk.node_limit and desk.nodes > desk.node_limit and desk.depth and not desk.stop:
        desk.stop = SPENT
    return desk.stop != 0


@rule
def recurs(ply, desk):
    """Return whether the position at `ply` has stood before, on this path or in the game's past."""
    first = desk.anchor[ply]
    for earlier in range(ply - 4, first - 1, -2):
        if desk.key[earlier] == desk.key[ply]:
            return True
    if first == 0:
        for earlier in range((desk.past_length + ply) % 2, desk.past_length, 2):
            if desk.past[earlier] == desk.key[ply]:
                return True
    return False


@rule
def settles(known, value, depth, alpha, beta):
    """Return whether what the table knows answers a null window; a forced end stays forced if deeper."""
    bound = bound_in(known)
    if depth_in(known) == depth or (depth_in(known) < depth and abs(value) > SURE):
        return (value >= beta and bound != AT_MOST) or (value <= alpha and bound != AT_LEAST)
    return False


@rule
def rate(ply, n, hint, desk):
    """Rate the moves of a node; a rating carries the move's index, the lower first among equals."""
    for i in range(n):
        move = desk.moves[ply, i]
        merit = desk.history[history_index(move)]
        if i == hint:
            merit = FIRST
        elif move == desk.killers[ply, 0] or move == desk.killers[ply, 1]:
            merit = KILLER
        desk.ratings[ply, i] = (merit << 10) | (1023 - i)


@rule
def next_index(ply, i, n, desk):
    """Return the index of the i-th move to try: the best rated left, or the i-th generated."""
    if not desk.uses_order:
        return i
    top = 0
    for j in range(1, n):
        if desk.ratings[ply, j] > desk.ratings[ply, top]:
            top = j
    desk.ratings[ply, top] = -1
    return top


@rule
def credit(ply, move, depth, desk):
    """Remember a move that cut off: as a killer of its ply, and in the history of all."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    plies = depth // PLY
    desk.history[history_index(move)] += plies * plies


@rule
def history_index(move):
    """Return a move's place in the history table."""
    return (move ^ (move >> 12) ^ (move >> 29) ^ (move >> 37)) & (HISTORY - 1)


@kernel
def deepen(game, state, desk, table):
    """Search one ply deeper again and again; return the value of the last search that was finished."""
    begin(desk)
    value = 0
    for depth in range(1, desk.plies + 1):
        found = explore(game, state, int64(depth * PLY), int64(0), int64(-WIN), int64(WIN), desk, table)
        if desk.stop:
            break
        value = found
        desk.depth = depth
        desk.kept[:] = desk.line[0]
        if abs(value) > SURE and WIN - abs(value) <= depth:
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return value


@kernel
def decide(game, state, desk, table, full, narrow):
    """Search as a player does, and return the value; the line is kept on the desk.

    Only what is wanted is compiled: `full` is None for a selective search, and `narrow` for the full one.
    Before a selective search a win by threats is looked for, if that is wanted, and taken.
    """
    if full is not None:
        return deepen(game, state, desk, table)
    if narrow is not None:
        begin(desk)
        value = win_from_root(game, state, desk) if desk.threats else 0
        return value if value else select_from_root(game, state, desk)
    return 0


@kernel
def explore_each(game, state, desk, table, values):
    """Fill `values` with the exact value of every root move, none cut off by another."""
    begin(desk)
    n = game.moves(state, desk.moves[0])
    for i in range(n):
        move = desk.moves[0, i]
        child = game.play(state, move)
        rest = desk.plies * PLY - desk.costs[game.move_class(state, move)]
        desk.key[0] = key_of(state)
        desk.anchor[1] = 0 if game.reversible(state, move) else 1
        if rest < PLY:
            values[i] = -horizon_value(game, child, int64(1), int64(-WIN), int64(WIN), desk)
        else:
            values[i] = -explore(game, child, rest, int64(1), int64(-WIN), int64(WIN), desk, table)


@kernel
def note(state, desk):
    """Note that a position stood in the game before the root."""
    desk.past[desk.past_length] = key_of(state)
    desk.past_length += 1


@rule
def begin(desk):
    """Make the desk ready for a new search: older table entries age, older history fades."""
    desk.nodes = 0
    desk.depth = 0
    desk.age = (desk.age + 1) & 63
    desk.kept[0] = NO_MOVE
    desk.anchor[0] = 0
    desk.killers[:] = NO_MOVE
    for i in range(HISTORY):
        desk.history[i] >>= 3


class Settings(NamedTuple):
    """How a position is searched; with every enhancement off it is plain minimax."""

    depth: int = 0
    nodes: int = 0
    table: float = 16.0
    order: bool = True
    null_window: bool = True
    quiescence: bool = True
    repetition: bool = True
    singular: int = 0
    breadth: int = 0
    threats: int = 0
    costs: tuple[float, ...] = ()

    def checked(self, game: Game) -> "Settings":
        """Return the settings with their gaps filled, or say what is wrong with them."""
        if not 0 <= self.depth < PLIES:
            raise InputError(f"depth must be from 1 to {PLIES - 1} plies, not {self.depth}.")
        if not 0 <= self.nodes <= MOST_NODES:
            raise InputError(f"nodes must be from 1 to {MOST_NODES}, not {self.nodes}.")
        if not 0 <= self.table <= LARGEST:
            raise InputError(f"table must be from 0 to {LARGEST} MB, not {self.table}.")
        if not 0 <= self.singular < WIN:
            raise InputError(f"singular is a margin in the unit of the evaluation, not {self.singular}.")
        if not 0 <= self.breadth <= WIDEST:
            raise InputError(f"breadth must be from 1 to {WIDEST} moves, or 0 for all, not {self.breadth}.")
        if self.breadth and (self.nodes or not self.depth):
            raise InputError("breadth needs a depth, and takes no limit of nodes.")
        if not 0 <= self.threats < PLIES // 2 - 1:
            raise InputError(f"threats must be from 0 to {PLIES // 2 - 2}, not {self.threats}.")
        if self.threats and not self.breadth:
            raise InputError("threats are looked for before a selective search: give a breadth as well.")
        if self.threats and game.passed is None:
            raise InputError(f"{game.name} gives no rule `passed`, so its threats cannot be told.")
        if len(self.costs) not in (0, len(game.class_names)):
            raise InputError(
                f"{game.name} has the move classes {', '.join(game.class_names)}: give a cost each."
            )
        if not all(0.1 <= cost <= 10 for cost in self.costs):
            raise InputError(f"the cost of a move is from 0.1 to 10 plies, not {self.costs}.")
        costs = self.costs or (1.0,) * len(game.class_names)
        table = 0.0 if self.breadth else self.table
        return self._replace(depth=self.depth or PLIES - 1, table=table, costs=costs)


class Analysis(NamedTuple):
    """What the full search found: the leaf is the state at the end of the line, where value was read."""

    value: int
    line: tuple[int, ...]
    nodes: int
    depth: int
    leaf: Any

    @property
    def move(self) -> int | None:
        """The best move, or None where the game is over."""
        return self.line[0] if self.line else None


def search_desk(game: Game, settings: Settings, weights: Any = None) -> Any:
    """Return a desk laid out for the full search."""
    settings = settings.checked(game)
    desk = new_desk(game, weights)
    desk.plies = settings.depth
    desk.node_limit = settings.nodes
    desk.costs[:] = [round(cost * PLY) for cost in settings.costs]
    desk.uses_table = settings.table > 0
    desk.uses_order = settings.order
    desk.uses_null_window = settings.null_window
    desk.uses_quiescence = settings.quiescence
    desk.uses_singular = settings.singular > 0
    desk.singular_margin = settings.singular
    desk.breadth = settings.breadth
    desk.threats = settings.threats
    desk.uses_repetition = settings.repetition and game.recurs
    return desk


def kinds_of(settings: Settings) -> tuple[bool | None, bool | None]:
    """Return whether a search is full and whether it is selective, None for no, as `decide` wants it."""
    return (None, True) if settings.breadth else (True, None)


def analyse(
    game: Game,
    settings: Settings,
    state: Any = None,
    weights: Any = None,
    seconds: float = 0,
    past: Sequence[Any] = (),
) -> Analysis:
    """Search a state (by default, the start) within the limits of depth, nodes and seconds.

    `past` holds the states of the game before this one, in order: to come back to one is a draw.
    """
    if not (settings.depth or settings.nodes or seconds):
        raise InputError("a search needs a limit: depth, nodes or seconds.")
    state = game.start() if state is None else state
    desk, table = search_desk(game, settings, weights), new_table(settings.table)
    for earlier in past[-PLIES:]:
        note(earlier, desk)
    with lent(desk), _clock(desk, seconds):
        value = decide(game, state, desk, table, *kinds_of(settings))
    line = line_on(desk.kept)
    return Analysis(int(value), line, int(desk.nodes), int(desk.depth), _leaf(game, state, line))


def exact_values(game: Game, settings: Settings, state: Any = None, weights: Any = None) -> dict[int, int]:
    """Return the exact value of every legal move at the full search's depth."""
    if not settings.depth or settings.nodes:
        raise InputError("exact values need a depth, and take no limit of nodes.")
    state = game.start() if state is None else state
    moves = legal_moves(game, state)
    values = np.zeros(len(moves), np.int64)
    with lent(search_desk(game, settings, weights)) as desk:
        explore_each(game, state, desk, new_table(settings.table), values)
    return dict(zip(moves, values.tolist(), strict=True))


@contextmanager
def _clock(desk: Any, seconds: float) -> Iterator[None]:
    """Spend a search's limit when so many seconds are over; 0 is no limit."""
    if not 0 <= seconds <= threading.TIMEOUT_MAX:
        raise InputError(f"seconds must be more than 0, not {seconds}.")
    clock = threading.Timer(seconds, _spend, [desk])
    clock.daemon = True
    if seconds:
        clock.start()
    try:
        yield
    finally:
        clock.cancel()


def _spend(desk: Any) -> None:
    desk.node_limit = 1


def _leaf(game: Game, state: Any, line: tuple[int, ...]) -> Any:
    for move in line:
        state = play(game, state, move)
    return state
