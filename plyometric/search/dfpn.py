"""Depth-first proof-number search on the sets of moves of Abstract Proof Search.

Source: A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications (2002). Every node has a
proof number, how many leaves must still be proven at least, and a disproof number; the search goes on
where the smaller of the two grows least, as long as neither passes its limit. Short threats end a node as
they do in `proof`. Choices: beyond DEEPEST plies an attack has failed; numbers end at MANY.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, fragment, kernel, rule
from plyometric.search.proof import (
    DEEPEST,
    LOST,
    OPEN,
    UNKNOWN,
    WON,
    at_a_glance,
    before_moves,
    is_spent,
    played,
)
from plyometric.search.table import EXACT, NOTHING, key_of, look_up, packed, store, value_in

MANY = (1 << 15) - 1
"""The number of what can never be proven, or disproven."""

TREE = 1
"""The depth with which nodes are opened: none of them is a horizon."""


@rule
def numbers_of(table, key):
    """Return the proof and disproof number that are known of a position, 1 and 1 where nothing is."""
    content = look_up(table, key)
    both = value_in(content) if content != NOTHING else int64(1 << 15 | 1)
    return both >> 15, both & MANY


@rule
def keep_numbers(proof, disproof, key, nodes, table):
    """Keep the numbers of a position; what took more nodes stays longer."""
    store(table, key, packed(min(proof, MANY) << 15 | min(disproof, MANY), nodes, 0, 1, EXACT))


@rule
def numbers_for(value):
    """Return the numbers of what is decided."""
    return (0, MANY) if value == WON else (MANY, 0)


@kernel
def grow(game, state, most, least, ply, attacks, desk, table):
    """Open a position until its proof number reaches `most`, or its disproof number `least`."""
    desk.nodes += 1
    key = key_of(game, state)
    began = desk.nodes
    value, n = opened(game, state, ply, attacks, desk)
    if value == UNKNOWN:
        return
    if value != OPEN:
        proof, disproof = numbers_for(value)
        keep_numbers(proof, disproof, key, 1, table)
        return
    for i in range(n):
        desk.ratings[ply, i] = key_of(game, played(game, state, desk.moves[ply, i], desk))
    while not desk.stop:
        proof, disproof, best, second = weighed(n, ply, attacks, desk, table)
        keep_numbers(proof, disproof, key, desk.nodes - began, table)
        if ply == 0:
            desk.kept[0] = desk.moves[0, best]
        if proof >= most or disproof >= least or proof == 0 or disproof == 0:
            return
        go_on(game, state, (proof, disproof, most, least), (best, second), ply, attacks, desk, table)


@rule
def opened(game, state, ply, attacks, desk):
    """Return what shows of a position, OPEN if its moves must be tried, and how many there are."""
    if is_spent(ply, desk):
        return UNKNOWN, 0
    value = at_a_glance(game, state, attacks)
    if value == OPEN and ply >= DEEPEST:
        value = LOST
    if value != OPEN:
        return value, 0
    return before_moves(game, state, TREE, ply, attacks, desk)


@rule
def weighed(n, ply, attacks, desk, table):
    """Return both numbers of a node from those of its n moves, the best move, and the second best number.

    The side to move needs one good move, so its number is the least of theirs; the other needs an answer to
    each, so its number is their sum.
    """
    least, second, total, best = MANY, MANY, 0, 0
    for i in range(n):
        proof, disproof = numbers_of(table, desk.ratings[ply, i])
        own, other = (proof, disproof) if attacks else (disproof, proof)
        total = min(total + other, MANY)
        if own < least:
            least, second, best = own, least, i
        else:
            second = min(second, own)
    return (least, total, best, second) if attacks else (total, least, best, second)


@fragment
def go_on(game, state, numbers, choice, ply, attacks, desk, table):
    """Open the most promising move until another is more promising, or the node's own limits are reached."""
    proof, disproof, most, least = numbers
    best, second = choice
    there_proof, there_disproof = numbers_of(table, desk.ratings[ply, best])
    child = played(game, state, desk.moves[ply, best], desk)
    if attacks:
        most, least = min(most, second + 1), min(least - disproof + there_disproof, MANY)
    else:
        most, least = min(most - proof + there_proof, MANY), min(least, second + 1)
    grow(game, child, most, least, ply + 1, not attacks, desk, table)


@kernel
def settle(game, state, attacks, desk, table):
    """Return WON, LOST or UNKNOWN for a position; the most promising move is kept on the desk."""
    many = int64(MANY)
    grow(game, state, many, many, int64(0), attacks, desk, table)
    proof, disproof = numbers_of(table, key_of(game, state))
    value = WON if proof == 0 else LOST if disproof == 0 else UNKNOWN
    if value != UNKNOWN:
        keep_move(game, state, value, attacks, desk, table)
    return value


@rule
def keep_move(game, state, value, attacks, desk, table):
    """Keep a move on the desk by which the side that wins does so, if it is to move."""
    desk.found[0] = NO_MOVE
    n = opened(game, state, int64(0), attacks, desk)[1]
    desk.kept[0] = desk.found[0]
    for i in range(n):
        there = numbers_of(table, key_of(game, game.play(state, desk.moves[0, i])))
        if there[0 if value == WON else 1] == 0:
            desk.kept[0] = desk.moves[0, i]
            return
