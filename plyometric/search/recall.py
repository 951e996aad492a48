"""What is known of a position before it is searched: by a database of endings, or by the table."""

from numba import int64

from plyometric.kernel import WIN, rule
from plyometric.kernel.desk import PLIES
from plyometric.search.databases import number_in, seen_at
from plyometric.search.pruning import PLY, UNKNOWN
from plyometric.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOTHING,
    SURE,
    bound_in,
    depth_in,
    index_in,
    look_up,
    packed,
    seen_from_here,
    seen_from_root,
    store,
    value_in,
)

SINGULAR_DEPTH = 4 * PLY
"""From here on a move may be found singular: by searches of half the depth, all others are worse."""

NO_HINT = -1
NO_BAR, SETTLED = -WIN, -WIN - 1


@rule
def recall(game, state, key, depth, ply, alpha, beta, desk, memory):
    """Return what is known of a position beforehand, by a database of endings or else by the table."""
    value = proven(game, state, ply, memory.endings)
    if value != UNKNOWN:
        return int64(NO_HINT), int64(SETTLED), int64(value)
    return consult(key, depth, ply, alpha, beta, desk, memory.table)


@rule
def proven(game, state, ply, endings):
    """Return what a database says of a position below the root, UNKNOWN where it says nothing.

    Where there is none, no machine code is made for it: beside a search it costs a third of the speed.
    """
    if endings is None:
        return UNKNOWN
    number = number_in(game, state, endings) if ply else -1
    return seen_at(endings[number], ply) if number >= 0 else UNKNOWN


@rule
def consult(key, depth, ply, alpha, beta, desk, table):
    """Return what the table knows: the move to try first, the bar of a singular move, and the value.

    The bar is SETTLED where the value answers the question, and NO_BAR where no move may be singular.
    """
    known = look_up(table, key) if desk.uses_table else NOTHING
    if known == NOTHING:
        return int64(NO_HINT), int64(NO_BAR), int64(0)
    value = seen_from_root(value_in(known), ply)
    if beta - alpha == 1 and settles(known, value, depth, alpha, beta, desk):
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
def settles(known, value, depth, alpha, beta, desk):
    """Return whether what the table knows answers a null window; a forced end stays forced if deeper."""
    bound, known_depth = bound_in(known), depth_in(known)
    is_deeper = desk.uses_deeper and known_depth > depth
    if known_depth == depth or is_deeper or (known_depth < depth and abs(value) > SURE):
        return (value >= beta and bound != AT_MOST) or (value <= alpha and bound != AT_LEAST)
    return False


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
