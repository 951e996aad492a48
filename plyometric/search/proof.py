"""Abstract Proof Search: proving that an attacker reaches a goal, whatever the defender does.

Source: T. Cazenave, Iterative widening (2001), and Abstract proof search (2000). Its words, for any game
that has a goal:

    gi k    the attacker, to move, reaches the goal in k of his moves
    ip k    it would be gi k if the defender, who is to move, passed
    g k     the defender is to move, and it is gi k whatever he does

The definitions stand here once, for every order k. What the defender may try against a threat is what lies
in the zone of its proof (see `Goal`); his forced moves are those of them after which the threat is gone.

The search deepens one ply at a time. Where the attacker is to move it looks for gi 1 to gi 3, then tries a
set of moves; where the defender is, it looks for ip 1 and ip 2 (set 1) or ip 3 as well (set 2), tries the
forced moves of the first that holds, and gives the attack up where none does. At the horizon a ladder is
read out: threats of order 1 only. Choices: the set EVERY stands for all legal moves without any of these
notions; positions beyond the horizon are UNKNOWN; a ladder ends with the desk, and games whose rows of such
threats have no end read none, as the paper does so for Go alone.
"""

from numba import int64

from plyometric.kernel import NO_MOVE, fragment, kernel, rule
from plyometric.kernel.desk import PLIES, SPENT, Fields
from plyometric.search.table import EXACT, NOTHING, age_in, depth_in, key_of, look_up, packed, store, value_in

WON, UNKNOWN, LOST = 1, 0, -1
"""What is known of a position, seen by the attacker."""

OPEN = 2
"""Stands where nothing is known yet."""

ORDER = 3
"""The longest threat that the attacker looks for at every node, in his moves."""

EVERY = 7
"""The set of all legal moves."""

DEEPEST = 64
"""Plies of the tree; threats and ladders go deeper."""

PLACES = 1023
"""Moves get credit by the lowest bits of their numbers."""

FIELDS: Fields = (
    ("plays", ()),  # moves that were played, those of threats and ladders included
    ("play_limit", ()),
    ("attack_set", ()),  # the sets of moves in force
    ("defence_set", ()),
    ("found", (PLIES,)),  # the move by which the attacker carries out a threat
    ("least", (PLIES,)),  # nodes below each ply if the best move had always come first
    ("least_nodes", ()),
    ("history", (2, PLACES + 1)),  # the credit of moves, the defender's and the attacker's
)
"""What a desk holds for proofs beside the usual."""


# Threats


@kernel
def reaches(game, state, order, slack, ply, desk):
    """Return whether the attacker, to move, reaches the goal in `order` moves, and the zone of the proof."""
    goal = game.goal
    zone = goal.no_zone(state)
    desk.found[ply] = goal.strike(state, desk.moves[ply])
    if desk.found[ply] != NO_MOVE:
        return True, (goal.struck(state, desk.found[ply], slack) if slack else zone)
    if order == 1 or is_spent(ply + 3, desk):
        return False, zone
    for i in range(goal.tries(state, order, desk.moves[ply])):
        move = desk.moves[ply, i]
        child = played(game, state, move, desk)
        holds, zone = holds_against_all(game, child, order - 1, slack, ply + 1, desk)
        if holds:
            desk.found[ply] = move
            return True, (goal.moved(zone, state, child, move, slack) if slack else zone)
    return False, zone


@fragment
def holds_against_all(game, state, order, slack, ply, desk):
    """Return whether the goal is reached in `order` moves whatever the defender does first, and the zone."""
    goal = game.goal
    passed = game.passed(state)
    holds, first = reaches(game, passed, order, int64(1), ply + 1, desk)
    zone = goal.no_zone(state)
    if holds:
        first = goal.closed(first, passed)
        if slack:
            zone = goal.closed(reaches(game, passed, order, slack + 1, ply + 1, desk)[1], passed)
            zone = goal.joined(zone, goal.barred(first, state, slack))
        n = goal.replies(first, state, desk.moves[ply])
        i = 0
        while holds and i < n:
            child = played(game, state, desk.moves[ply, i], desk)
            holds, there = reaches(game, child, order, slack, ply + 1, desk)
            if slack:
                zone = goal.joined(zone, goal.closed(there, child))
            i += 1
    return holds, zone


@rule
def played(game, state, move, desk):
    """Return the position after a move; every one is counted."""
    desk.plays += 1
    return game.play(state, move)


@rule
def is_spent(ply, desk):
    """Return whether the search must end here: its plays are spent, it was told to, or the desk ends."""
    if desk.plays >= desk.play_limit and not desk.stop:
        desk.stop = SPENT
    return desk.stop != 0 or ply >= PLIES - 3


@rule
def order_of(game, state, most, ply, desk):
    """Return in how few moves the attacker, to move, reaches the goal, 0 where it takes over `most`."""
    for order in range(1, most + 1):
        if reaches(game, state, order, int64(0), ply, desk)[0]:
            return order
    return 0


@rule
def forced(game, state, most, ply, desk):
    """Write the defender's forced moves; return the order of the threat, 0 where there is none, and how many.

    A move is forced that leaves no threat of that order or of a smaller one.
    """
    passed = game.passed(state)
    for order in range(1, most + 1):
        holds, zone = reaches(game, passed, order, int64(1), ply + 1, desk)
        if holds:
            n = game.goal.replies(game.goal.closed(zone, passed), state, desk.moves[ply])
            return order, leave_forced(game, state, order, n, ply, desk)
    return 0, 0


@rule
def leave_forced(game, state, order, n, ply, desk):
    """Leave of n moves those after which there is no threat of an order; return how many."""
    left = 0
    for i in range(n):
        move = desk.moves[ply, i]
        if not reaches(game, played(game, state, move, desk), order, int64(0), ply + 1, desk)[0]:
            desk.moves[ply, left] = move
            left += 1
    return left


@kernel
def ladder(game, state, attacks, ply, desk):
    """Return whether the attacker reaches the goal by threats of order 1 alone; `attacks` says who moves."""
    if attacks:
        if game.goal.strike(state, desk.moves[ply]) != NO_MOVE:
            return True
        n = 0 if is_spent(ply + 3, desk) else game.goal.tries(state, 2, desk.moves[ply])
    else:
        order, n = forced(game, state, int64(1), ply, desk)
        if not order:
            return False
    for i in range(n):
        child = played(game, state, desk.moves[ply, i], desk)
        if ladder(game, child, not attacks, ply + 1, desk) == attacks:
            return attacks
    return not attacks


# The tree


@kernel
def prove(game, state, depth, ply, attacks, desk, table):
    """Return what is known of a position when it is searched to a depth; `attacks` says who is to move."""
    desk.nodes += 1
    desk.least[ply] = 1
    if is_spent(ply, desk):
        return UNKNOWN
    value = at_a_glance(game, state, attacks)
    if value != OPEN:
        return value
    key = key_of(game, state)
    content = look_up(table, key)
    value = known_by(content, depth, desk)
    if value == OPEN:
        value, n = before_moves(game, state, depth, ply, attacks, desk)
        best = desk.found[ply] if attacks and value == WON and depth else NO_MOVE
        if value == OPEN:
            order_moves(n, move_in(content), attacks, ply, desk)
            value, best = try_moves(game, state, depth, n, ply, attacks, desk, table)
        if not desk.stop:
            keep_value(value, best, depth, key, desk, table)
    return value


@rule
def at_a_glance(game, state, attacks):
    """Return what shows of a position without any search."""
    if game.goal.reached(state, attacks):
        return WON
    return LOST if game.goal.missed(state, attacks) else OPEN


@rule
def before_moves(game, state, depth, ply, attacks, desk):
    """Return what a node is worth before its moves are tried, OPEN if they must be, and how many there are.

    Beyond the horizon a ladder is read out, where a game has any.
    """
    if depth == 0:
        return (WON if game.goal.has_ladders and ladder(game, state, attacks, ply, desk) else UNKNOWN), 0
    if attacks:
        return before_attacks(game, state, ply, desk)
    return before_defences(game, state, ply, desk)


@rule
def before_attacks(game, state, ply, desk):
    """Look for short threats, then write the attacker's moves."""
    if desk.attack_set == EVERY:
        n = game.moves(state, desk.moves[ply])
    elif order_of(game, state, ORDER, ply, desk):
        return WON, 0
    else:
        n = game.goal.attacks(state, desk.attack_set, desk.moves[ply])
    return (OPEN if n else LOST), n


@rule
def before_defences(game, state, ply, desk):
    """Write the defender's forced moves: none against a threat is a win, no threat the end of the attack."""
    if desk.defence_set == EVERY:
        return OPEN, game.moves(state, desk.moves[ply])
    order, n = forced(game, state, desk.defence_set + 1, ply, desk)
    if desk.stop:
        return UNKNOWN, 0
    if not order:
        return LOST, 0
    return (OPEN if n else WON), n


@fragment
def try_moves(game, state, depth, n, ply, attacks, desk, table):
    """Return the best that one of n moves comes to for its side, and that move.

    The only question is whether the attack is won: the first move that answers it is the last one tried.
    """
    best, value = NO_MOVE, LOST if attacks else WON
    i, is_answered, least = 0, False, 1
    while i < n and not is_answered:
        move = desk.moves[ply, i]
        there = prove(game, played(game, state, move, desk), depth - 1, ply + 1, not attacks, desk, table)
        if best == NO_MOVE or (there > value if attacks else there < value):
            best, value = move, there
        is_answered = (there == WON) == attacks
        least = 1 + desk.least[ply + 1] if is_answered else least + desk.least[ply + 1]
        i += 1
    desk.least[ply] = least
    if not desk.stop:
        desk.history[int(attacks), best & PLACES] += 1 << min(depth, 40)
    return value, best


# Order


@rule
def order_moves(n, first, attacks, ply, desk):
    """Put a move first, the others by their credit; of those with the same, the order stays."""
    for i in range(n):
        move = desk.moves[ply, i]
        credit = desk.history[int(attacks), move & PLACES] if move != first else 1 << 62
        k = i
        while k > 0 and desk.ratings[ply, k - 1] < credit:
            desk.moves[ply, k], desk.ratings[ply, k] = desk.moves[ply, k - 1], desk.ratings[ply, k - 1]
            k -= 1
        desk.moves[ply, k], desk.ratings[ply, k] = move, credit


# The table: what is kept, and when it holds


@rule
def keep_value(value, move, depth, key, desk, table):
    """Keep what was found, with the sets of moves by which it was."""
    step = desk.attack_set << 3 | desk.defence_set
    store(table, key, packed((move + 1) << 2 | value + 1, depth, 0, step, EXACT))


@rule
def move_in(content):
    """Return the move that was best, or NO_MOVE."""
    return (value_in(content) >> 2) - 1


@rule
def known_by(content, depth, desk):
    """Return what a content says under the sets now in force, or OPEN.

    A win holds under any. A loss holds if the sets were as wide; so deep a look that came to nothing, if they
    were the same.
    """
    if content == NOTHING:
        return OPEN
    value, step = (value_in(content) & 3) - 1, age_in(content)
    if value == WON:
        return WON
    attack_set, defence_set = step >> 3, step & 7
    if value == LOST:
        return LOST if attack_set >= desk.attack_set and defence_set >= desk.defence_set else OPEN
    is_same = attack_set == desk.attack_set and defence_set == desk.defence_set
    return UNKNOWN if is_same and depth_in(content) >= depth else OPEN


# Deepening


@kernel
def deepen(game, state, attacks, desk, table):
    """Search ever deeper until the answer is known or the plays are spent; the depth stands on the desk."""
    value = UNKNOWN
    desk.depth = 0
    while value == UNKNOWN and desk.depth < DEEPEST and not desk.stop:
        desk.depth += 1
        value = prove(game, state, int64(desk.depth), int64(0), attacks, desk, table)
        desk.least_nodes += desk.least[0]
        if not desk.stop:
            desk.kept[0] = move_in(look_up(table, key_of(game, state)))
    return value
