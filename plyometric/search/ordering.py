"""In which order the moves of a node are tried: by what they win, and by how they did before.

The move of the table first, then what wins by exchange, then killers, then quiet moves by their history
(Schaeffer 1989). What the open programs added since is off unless wanted: `blame` takes from the history of
those tried in vain, and keeps it apart for the two sides; with it, `replies` remembers a move also as the
reply to the move before it, and searches a late move more or less deeply as it did well or badly.
"""

from numba import uint64

from plyometric.kernel import NO_MOVE, rule

HISTORY = 1 << 12
"""Places of the history table, for either side."""

REPLIES = 1 << 15
"""Places for moves as replies to others."""

MOST_HISTORY, MOST_AT_ONCE = 1 << 12, 1 << 8
"""The bounds of a move's history, and what one cut-off can add to it."""

WINNING, KILLER = 1 << 45, 1 << 40
TAKEN = -(1 << 62)
TAKEN_LOSING = TAKEN - 1
"""What stands for the rating of a move that was taken; all that are left are rated higher."""

LOSING = -(KILLER >> 1)
"""Captures that lose more than they win have merits below this."""

LEAST = -(2 * KILLER)
"""A merit below that of any move."""

INDEX_BITS, LAST = 10, 1023
"""The last bits of a rating tell which move it is of."""

SCATTER = 0x9E37_79B1
"""An odd number by which neighbouring moves come to lie far apart."""


@rule
def rate(game, state, ply, n, hint, least, desk):
    """Rate the moves of a node but the hint, which was tried, none as less promising than `least`."""
    for i in range(n):
        merit = max(merit_of(game, state, desk.moves[ply, i], ply, desk), least)
        desk.ratings[ply, i] = TAKEN if i == hint else rating(merit, i)


@rule
def rating(merit, index):
    """Return a merit with the index of its move: among equals the lower index is rated higher."""
    return (merit << INDEX_BITS) | (LAST - index)


@rule
def merit_in(rating):
    """Return the merit that a rating was made of."""
    return rating >> INDEX_BITS


@rule
def index_in(rating):
    """Return the index of the move that was rated."""
    return LAST - (rating & LAST)


@rule
def merit_of(game, state, move, ply, desk):
    """Return how promising a move is: what wins, what cut off here, what cut off elsewhere.

    Whether it loses more than it wins is asked only where it is next to be tried: most never are.
    """
    gain = game.gain(state, move) if desk.uses_exchange else 0
    if gain > 0:
        return WINNING + gain
    if move == desk.killers[ply, 0] or move == desk.killers[ply, 1]:
        return KILLER
    return repute(move, ply, desk)


@rule
def repute(move, ply, desk):
    """Return how a quiet move did before: anywhere, and as a reply to the move that led here."""
    known = desk.history[side_at(ply, desk), history_index(move)]
    if desk.uses_replies and ply:
        known += desk.replies[reply_index(desk.chosen[ply - 1], move)]
    return known


@rule
def next_index(game, state, ply, i, n, hint, desk):
    """Return the index of the i-th move to try: the hint, then the best rated left, or the i-th generated.

    Moves are rated only after the hint, which often makes all others needless.
    """
    if not desk.uses_order:
        return i
    has_hint = 0 <= hint < n
    if i == 0 and has_hint:
        return hint
    if i == has_hint:
        rate(game, state, ply, n, hint, LEAST, desk)
    return take_best(game, state, ply, n, LEAST, desk)


@rule
def take_best(game, state, ply, n, least, desk):
    """Take the best rated move left and return its index; what is found to lose comes after quiet moves."""
    while True:
        best = best_rating(ply, n, desk)
        merit, top = merit_in(best), index_in(best)
        if merit < WINNING or not game.loses(state, desk.moves[ply, top]):
            desk.ratings[ply, top] = TAKEN if merit > LOSING else TAKEN_LOSING
            return top
        desk.ratings[ply, top] = rating(max(merit - WINNING - KILLER, least), top)


@rule
def is_known_to_lose(game, state, move, ply, index, desk):
    """Return whether a move that was taken loses more than it wins; a capture was asked when it was taken."""
    if desk.uses_order and desk.uses_exchange and game.gain(state, move) > 0:
        return desk.ratings[ply, index] == TAKEN_LOSING
    return game.loses(state, move)


@rule
def best_rating(ply, n, desk):
    """Return the best rating of a move that was not taken, TAKEN if there is none.

    Only the largest number is sought, at places without a sign, which cannot be counted from the end: so a
    processor compares several at once, and jumps nowhere that it could guess wrong.
    """
    best = desk.ratings[ply, 0]
    for i in range(1, n):
        best = max(best, desk.ratings[ply, uint64(i)])
    return best


@rule
def credit(game, state, ply, index, n, plies, desk):
    """Remember a quiet move that cut off, as a killer and in the history; blame those of n tried in vain."""
    move, bonus = desk.moves[ply, index], plies**2
    if desk.uses_exchange and game.gain(state, move) > 0:
        return
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    if not desk.uses_blame:
        place = history_index(move)
        desk.history[0, place] = min(desk.history[0, place] + bonus, KILLER - 1)
        return
    remember(move, bonus, ply, desk)
    for i in range(n):
        if desk.ratings[ply, i] <= TAKEN and i != index:
            remember(desk.moves[ply, i], -bonus, ply, desk)


@rule
def remember(move, bonus, ply, desk):
    """Add to how a move did, for good or ill, the less the nearer that is to its bounds."""
    side, place, bonus = side_at(ply, desk), history_index(move), min(max(bonus, -MOST_AT_ONCE), MOST_AT_ONCE)
    desk.history[side, place] = moved_by(bonus, desk.history[side, place])
    if desk.uses_replies and ply:
        place = reply_index(desk.chosen[ply - 1], move)
        desk.replies[place] = moved_by(bonus, desk.replies[place])


@rule
def moved_by(bonus, known):
    """Return what is known of a move after a bonus, within its bounds."""
    return known + bonus - known * abs(bonus) // MOST_HISTORY


@rule
def side_at(ply, desk):
    """Return whose history counts at a ply, 0 or 1; both sides share one, unless blame keeps them apart."""
    return ply & desk.uses_blame


@rule
def history_index(move):
    """Return a move's place in the history table."""
    return (move ^ (move >> 12) ^ (move >> 29) ^ (move >> 37)) & (HISTORY - 1)


@rule
def reply_index(before, move):
    """Return the place of a move as the reply to another."""
    return ((history_index(before) * SCATTER >> 7) + history_index(move) * 13) & (REPLIES - 1)


@rule
def fade(desk):
    """Let what is known from earlier searches count for less; killers are forgotten."""
    desk.killers[:] = NO_MOVE
    for side in range(1 + desk.uses_blame):
        for i in range(HISTORY):
            desk.history[side, i] >>= 3
    for i in range(REPLIES if desk.uses_replies else 0):
        desk.replies[i] >>= 3
