"""Principal-variation search with all that makes it strong, as kernels for any game.

Iterative deepening; null windows (Marsland and Campbell 1982); a transposition table; an order of moves
(ordering.py); quiescence where a game names forcing moves; fractional plies: each class of moves costs its
own part of a ply; singular extensions (Anantharaman, Campbell and Hsu 1990), off unless wanted: a move that
is better by a margin than all others is searched one ply deeper.

Choices: the table cuts only in null windows, and only at equal depth or by a forced win or loss that
was seen at a smaller one. So table, order and null windows leave the value of a fixed-depth search as
it is, and the principal variation always reaches the very leaf whose evaluation is the value.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, WIN, fragment, pairing_kernel, rule
from plyometric.kernel.desk import GOES_ON, PLIES, SPENT
from plyometric.kernel.parts import undecided
from plyometric.search.costs import cost_of
from plyometric.search.managers import is_enough
from plyometric.search.minimax import (
    clear,
    is_ended,
    is_found,
    keep,
    keep_best,
    keep_line,
    leaf_value,
    moves_at,
    set_root,
    worth,
)
from plyometric.search.ordering import (
    TAKEN,
    best_rating,
    credit,
    fade,
    index_in,
    merit_in,
    next_index,
    rate,
    rating,
    repute,
    take_best,
)
from plyometric.search.pruning import (
    PLY,
    UNKNOWN,
    faded,
    is_far_above,
    is_hopeless,
    is_too_little,
    may_be_cut,
    may_try_to_pass,
    reduction,
    standing,
    unguided,
)
from plyometric.search.recall import NO_BAR, NO_HINT, SETTLED, enter, found, recall
from plyometric.search.table import (
    SURE,
    key_of,
)

BAD = -1
"""The merit of moves out of check that lose something or did badly before: they are tried in turn."""

ASPIRING = 4
"""From the depth after this on, a value is looked for near the one before."""


@pairing_kernel
def explore(game, state, depth, ply, alpha, beta, desk, memory):
    """Return the value of a position searched to `depth` >= PLY within (alpha, beta)."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    key = desk.key[ply] = key_of(game, state)
    key ^= 0 if ply else desk.only_mark
    if is_ended(desk) or (ply and desk.uses_repetition and recurs(ply, desk)):
        return 0
    hint, bar, value = recall(game, state, key, depth, ply, alpha, beta, desk, memory)
    depth -= unguided(hint, depth, desk)
    static = UNKNOWN if bar == SETTLED else standing(game, state, ply, alpha, beta, desk)
    if static != UNKNOWN:
        bar, value = answer_at_a_glance(game, state, static, bar, depth, ply, beta, desk, memory)
    if bar == SETTLED:
        return value
    n = moves_at(game, state, ply, desk)
    if n == 0 or (ply and game.clock(state) >= desk.quiet):
        return game.result(state) * (WIN - ply) if n == 0 else 0
    is_singular = all_others_fail(game, state, depth, ply, n, hint, bar, desk, memory)
    best, best_index, floor = -WIN, 0, alpha
    for i in range(n):
        index = next_index(game, state, ply, i, n, hint, desk)
        move = desk.moves[ply, index]
        child = game.play(state, move)
        is_late = i > 0 and best > -SURE and may_be_cut(game, state, child, move, ply, index, desk)
        if is_late and is_hopeless(game, state, move, static, depth, i, ply, index, alpha, desk):
            continue
        extension = PLY if is_singular and index == hint else 0
        rest = depth + extension - cost_of(game, state, move, n, ply, desk)
        set_out(ply, move, game.reversible(state, move), desk)
        if rest < PLY or ply + 2 >= PLIES:
            value = -horizon_value(game, child, ply + 1, -beta, -alpha, desk)
        else:
            saved = reduction(rest, i, ply, beta - alpha, repute(move, ply, desk), desk) if is_late else 0
            value = value_behind(game, child, rest, saved, i, ply, alpha, beta, desk, memory)
        if desk.stop:
            return 0 if ply else best
        if value > best:
            best, best_index = value, index
            alpha = raised(alpha, value, ply, move, desk)
        if best >= beta:
            credit(game, state, ply, index, n if i else 0, depth // PLY, desk)
            break
    enter(memory.table, key, found(best, best_index, floor, beta, depth, ply, desk), desk)
    return best


@fragment
def value_behind(game, child, rest, saved, i, ply, alpha, beta, desk, memory):
    """Return the value of the i-th move, first by a search saved on or in a null window if wanted."""
    is_scout = desk.uses_null_window and i > 0
    low = -alpha - 1 if is_scout else -beta
    value = -explore(game, child, rest - saved, ply + 1, low, -alpha, desk, memory)
    if saved and value > alpha:
        value = -explore(game, child, rest, ply + 1, low, -alpha, desk, memory)
    if is_scout and alpha < value < beta:
        value = -explore(game, child, rest, ply + 1, -beta, -alpha, desk, memory)
    return value


@fragment
def answer_at_a_glance(game, state, static, bar, depth, ply, beta, desk, memory):
    """Return SETTLED and a value where a position stays above the window by far, or even after a pass."""
    value = static
    if is_far_above(static, depth, ply, beta, desk):
        bar = SETTLED
    elif may_try_to_pass(game, state, static, depth, ply, beta, desk):
        set_out(ply, NO_MOVE, False, desk)
        rest = max(depth - desk.null_move - depth // 4, PLY)
        value = -explore(game, game.passed(state), rest, ply + 1, -beta, 1 - beta, desk, memory)
        if value >= beta and not desk.stop:
            bar, value = SETTLED, undecided(value)
    return bar, value


@fragment
def all_others_fail(game, state, depth, ply, n, hint, bar, desk, memory):
    """Return whether all moves but one stay below a bar, by searches of half the depth."""
    fail = bar > NO_BAR and n > 1
    for i in range(n if fail else 0):
        if i != hint and fail:
            set_out(ply, desk.moves[ply, i], False, desk)
            child = game.play(state, desk.moves[ply, i])
            fail = -explore(game, child, depth // 2, ply + 1, -bar, 1 - bar, desk, memory) < bar
    return fail


@rule
def set_out(ply, move, is_reversible, desk):
    """Note the move that leads to the next ply, and from where on its position could stand there again."""
    desk.chosen[ply] = move
    if ply == 0:
        desk.begun = desk.nodes
    desk.anchor[ply + 1] = desk.anchor[ply] if is_reversible else ply + 1


@rule
def raised(alpha, value, ply, move, desk):
    """Return the lower end of the window after a move's value; a line that raises it is kept."""
    if value <= alpha:
        return alpha
    keep_line(ply, move, desk)
    if ply == 0:
        desk.effort = desk.nodes - desk.begun
    return value


@rule
def horizon_value(game, state, ply, alpha, beta, desk):
    """Return the value at the horizon, looked into until it is quiet if that is wanted."""
    if desk.uses_quiescence:
        return quieten(game, state, ply, alpha, beta, desk)
    desk.deepest = max(desk.deepest, ply)
    return faded(leaf_value(game, state, ply, desk), ply, desk)


@pairing_kernel
def quieten(game, state, ply, alpha, beta, desk):
    """Return the value after all forcing moves that a side would rather play than stand still."""
    desk.deepest = max(desk.deepest, ply)
    is_evading = desk.uses_evasions and game.in_check(state)
    if is_evading:
        n, best = begin_evasions(game, state, ply, desk)
    else:
        n, best = begin_captures(game, state, ply, beta, desk)
    alpha, stand = max(alpha, best), best if best > -WIN else WIN
    for i in range(n):
        if is_evading:
            index = next_evasion(game, state, ply, i, n, desk)
        else:
            index = next_forcing(game, state, ply, i, n, alpha - stand, desk)
        if index < 0:
            break
        move = desk.moves[ply, index]
        desk.anchor[ply + 1] = ply + 1
        value = -quieten(game, game.play(state, move), ply + 1, -beta, -alpha, desk)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                keep_line(ply, move, desk)
                if value >= beta:
                    break
    return best if best > -WIN else worth(game, state, desk)


@rule
def begin_captures(game, state, ply, beta, desk):
    """Write the forcing moves to look at; return how many there are, and what standing still is worth."""
    if not game.may_decline(state):
        return begin_compulsory(game, state, ply, desk)
    best = faded(leaf_value(game, state, ply, desk), ply, desk)
    if is_ended(desk) or abs(best) > SURE or ply + 2 >= PLIES or best >= beta:
        return 0, best
    n = game.forcing(state, desk.moves[ply])
    if n and desk.uses_exchange:
        rate_by_gain(game, state, ply, n, desk)
    return n, best


@rule
def begin_compulsory(game, state, ply, desk):
    """Write the forcing moves, one of which must be played.

    Only where there is none, or none that does not lose, is a position judged.
    """
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    if game.over(state):
        return 0, game.result(state) * (WIN - ply)
    n = 0 if is_ended(desk) or ply + 2 >= PLIES else game.forcing(state, desk.moves[ply])
    if n == 0:
        return 0, faded(worth(game, state, desk), ply, desk)
    if desk.uses_exchange:
        rate_by_gain(game, state, ply, n, desk)
    return n, -WIN


@rule
def begin_evasions(game, state, ply, desk):
    """Write down every move out of check; return how many there are, and the value where there is none."""
    desk.nodes += 1
    desk.line[ply, 0] = NO_MOVE
    if is_ended(desk) or ply + 2 >= PLIES:
        return 0, worth(game, state, desk)
    n = game.moves(state, desk.moves[ply])
    if n == 0:
        return 0, game.result(state) * (WIN - ply)
    if desk.uses_exchange:
        rate(game, state, ply, n, NO_HINT, BAD, desk)
    return n, -WIN


@rule
def rate_by_gain(game, state, ply, n, desk):
    """Rate forcing moves by what they win."""
    for i in range(n):
        desk.ratings[ply, i] = rating(game.gain(state, desk.moves[ply, i]), i)


@rule
def next_evasion(game, state, ply, i, n, desk):
    """Return the index of the i-th move out of check."""
    return take_best(game, state, ply, n, BAD, desk) if desk.uses_exchange else i


@rule
def next_forcing(game, state, ply, i, n, wanted, desk):
    """Return the index of the next forcing move, negative where all that is left loses, or wins too little.

    Those that lose more than they win are passed over, but only what wins enough is asked whether it does.
    """
    if not desk.uses_exchange:
        return i
    while True:
        best = best_rating(ply, n, desk)
        gain, top = merit_in(best), index_in(best)
        if gain < 0 or is_too_little(gain, wanted, desk):
            return -1
        desk.ratings[ply, top] = TAKEN
        if not game.loses(state, desk.moves[ply, top]):
            return top


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


@pairing_kernel
def deepen(game, state, desk, memory):
    """Search one ply deeper again and again; return the value of the last search that was finished."""
    begin(desk)
    set_root(game, state, desk)
    for depth in range(1, desk.plies + 1):
        value = value_at(game, state, depth, desk, memory)
        if desk.stop:
            break
        keep(value, depth, desk)
        if is_found(desk) or is_settled(value, depth) or is_enough(desk, memory.manager):
            break
    if desk.stop == SPENT:
        desk.stop = GOES_ON
        if is_overtaken(desk):
            keep_best(value, desk)
    return desk.value


@rule
def is_settled(value, depth):
    """Return whether a depth has seen the end of the game, forced by one side."""
    return abs(value) > SURE and WIN - abs(value) <= depth


@rule
def is_overtaken(desk):
    """Return whether a depth that was cut short has found a better move than the one kept.

    Both must have been searched to the end: the one kept was tried, and is not the one under way.
    """
    best, old = desk.line[0, 0], desk.kept[0]
    if best in (NO_MOVE, old) or desk.chosen[0] == old or not desk.uses_order:
        return False
    for i in range(desk.root_length):
        if desk.moves[0, i] == old:
            return desk.ratings[0, i] <= TAKEN
    return False


@rule
def value_at(game, state, depth, desk, memory):
    """Return the value at a depth, looked for around that of the depth before where that is wanted."""
    margin = desk.aspiration if depth > ASPIRING and abs(desk.value) < SURE else 0
    low, high = (desk.value - margin, desk.value + margin) if margin else (-WIN, WIN)
    while True:
        value = explore(game, state, int64(depth * PLY), int64(0), int64(low), int64(high), desk, memory)
        if desk.stop or low < value < high or (low == -WIN and high == WIN):
            return value
        margin *= 4
        low = low if value > low else max(desk.value - margin, -WIN)
        high = high if value < high else min(desk.value + margin, WIN)


@rule
def begin(desk):
    """Make the desk ready for a new search: older table entries age, older history fades."""
    clear(desk)
    desk.age = (desk.age + 1) & 63
    desk.anchor[0] = 0
    fade(desk)
