"""Principal-variation search with all that makes it strong, as kernels for any game.

Iterative deepening; null windows (Marsland and Campbell 1982); a transposition table; the table's move
first, then killers, then the history heuristic (Schaeffer 1989); quiescence where a game names forcing
moves; fractional plies: each class of moves costs its own part of a ply; singular extensions
(Anantharaman, Campbell and Hsu 1990), off unless wanted: a move that is better by a margin than all
others is searched one ply deeper.

Choices: the table cuts only in null windows, and only at equal depth or by a forced win or loss that
was seen at a smaller one. So table, order and null windows leave the value of a fixed-depth search as
it is, and the principal variation always reaches the very leaf whose evaluation is the value.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, WIN, kernel, rule
from plyometric.kernel.desk import GOES_ON, PLIES, SPENT
from plyometric.search.minimax import clear, is_ended, keep, keep_line, leaf_value
from plyometric.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    SURE,
    bound_in,
    depth_in,
    index_in,
    key_of,
    look_up,
    packed,
    seen_from_here,
    seen_from_root,
    store,
    value_in,
)

PLY = 100
"""Depth is counted in hundredths of a ply."""

SINGULAR_DEPTH = 4 * PLY
"""From here on a move may be found singular: by searches of half the depth, all others are worse."""

HISTORY = 4096
"""Places of the history table."""

FIRST, KILLER = 1 << 50, 1 << 40
NO_HINT = -1
NO_BAR, SETTLED = -WIN, -WIN - 1


@kernel
def explore(game, state, depth, ply, alpha, beta, desk, table):
    """Return the value of a position searched to `depth` >= PLY within (alpha, beta)."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    key = desk.key[ply] = key_of(game, state)
    if is_ended(desk) or (ply and desk.uses_repetition and recurs(ply, desk)):
        return 0
    hint, bar, value = consult(key, depth, ply, alpha, beta, desk, table)
    if bar == SETTLED:
        return value
    n = game.moves(state, desk.moves[ply])
    if n == 0:
        return game.result(state) * (WIN - ply)
    rate(ply, n, hint, desk)
    is_singular = bar > NO_BAR and n > 1
    for i in range(n if is_singular else 0):
        if i != hint and is_singular:
            child = game.play(state, desk.moves[ply, i])
            desk.anchor[ply + 1] = ply + 1
            is_singular = -explore(game, child, depth // 2, ply + 1, -bar, 1 - bar, desk, table) < bar
    best, best_index, floor = -WIN, 0, alpha
    for i in range(n):
        index = next_index(ply, i, n, desk)
        move = desk.moves[ply, index]
        child = game.play(state, move)
        extension = PLY if is_singular and index == hint else 0
        rest = depth + extension - desk.costs[game.move_class(state, move)]
        desk.anchor[ply + 1] = desk.anchor[ply] if game.reversible(state, move) else ply + 1
        if rest < PLY or ply + 2 >= PLIES:
            value = -horizon_value(game, child, ply + 1, -beta, -alpha, desk)
        else:
            is_scout = desk.uses_null_window and i > 0
            low = -alpha - 1 if is_scout else -beta
            value = -explore(game, child, rest, ply + 1, low, -alpha, desk, table)
            if is_scout and alpha < value < beta:
                value = -explore(game, child, rest, ply + 1, -beta, -alpha, desk, table)
        if desk.stop:
            return 0
        if value > best:
            best, best_index = value, index
            alpha = raised(alpha, value, ply, move, desk)
        if best >= beta:
            credit(ply, move, depth, desk)
            break
    enter(table, key, found(best, best_index, floor, beta, depth, ply, desk), desk)
    return best


@rule
def raised(alpha, value, ply, move, desk):
    """Return the lower end of the window after a move's value; a line that raises it is kept."""
    if value <= alpha:
        return alpha
    keep_line(ply, move, desk)
    return value


@rule
def found(best, index, floor, beta, depth, ply, desk):
    """Return what was found at a node, as the table keeps it."""
    bound = AT_MOST if best <= floor else AT_LEAST if best >= beta else EXACT
    return packed(seen_from_here(best, ply), depth, index, desk.age, bound)


@rule
def enter(table, key, content, desk):
    """Store what was found, if a table is used."""
    if desk.uses_table:
        store(table, key, content)


@rule
def consult(key, depth, ply, alpha, beta, desk, table):
    """Return what the table knows: the move to try first, the bar of a singular move, and the value.

    The bar is SETTLED where the value answers the question, and NO_BAR where no move may be singular.
    """
    known = look_up(table, key) if desk.uses_table else NOTHING
    if known == NOTHING:
        return int64(NO_HINT), int64(NO_BAR), int64(0)
    value = seen_from_root(value_in(known), ply)
    if beta - alpha == 1 and settles(known, value, depth, alpha, beta):
        return int64(NO_HINT), int64(SETTLED), value
    is_candidate = desk.uses_singular and may_be_singular(known, value, depth, ply, desk)
    return index_in(known), value - desk.singular_margin if is_candidate else int64(NO_BAR), value


@rule
def may_be_singular(known, value, depth, ply, desk):
    """Return whether a stored move is worth a test of being the only good one."""
    is_lower_bound = bound_in(known) != AT_MOST and abs(value) < SURE
    is_deep_enough = depth >= SINGULAR_DEPTH and depth_in(known) >= depth - 3 * PLY
    return is_lower_bound and is_deep_enough and ply <= 2 * desk.depth and ply + 2 < PLIES


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
    if not game.may_decline(state):
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
    for i in range(n if desk.uses_order else 0):
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
    place = history_index(move)
    desk.history[place] = min(desk.history[place] + plies * plies, KILLER - 1)


@rule
def history_index(move):
    """Return a move's place in the history table."""
    return (move ^ (move >> 12) ^ (move >> 29) ^ (move >> 37)) & (HISTORY - 1)


@kernel
def deepen(game, state, desk, table):
    """Search one ply deeper again and again; return the value of the last search that was finished."""
    begin(desk)
    for depth in range(1, desk.plies + 1):
        value = explore(game, state, int64(depth * PLY), int64(0), int64(-WIN), int64(WIN), desk, table)
        if desk.stop:
            break
        keep(value, depth, desk)
        if abs(value) > SURE and WIN - abs(value) <= depth:
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return desk.value


@rule
def begin(desk):
    """Make the desk ready for a new search: older table entries age, older history fades."""
    clear(desk)
    desk.age = (desk.age + 1) & 63
    desk.anchor[0] = 0
    desk.killers[:] = NO_MOVE
    for i in range(HISTORY):
        desk.history[i] >>= 3
