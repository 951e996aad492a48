"""Databases of endings: what every position with few pieces is worth, for any game that counts them off.

    retrograde   finding out, from the ends of games backwards
    shelf        databases in the cache folder: built when first needed, checked, and memory-mapped

A database is an array with an entry for each number that a game gives its endings: 0 for a draw, d + 1
where the mover wins in d plies, -(d + 1) where it loses in d plies, and FREE where the number has no
position. It holds the shortest way to win, and the longest to lose, whatever draw rules a game has beside
its moves.
"""

from plyometric.kernel import WIN, rule

FREE = -32768
"""What stands at a number that has no position."""


@rule
def seen_at(entry, ply):
    """Return an entry as a search sees it at a ply."""
    if entry == 0:
        return 0
    return WIN + 1 - entry - ply if entry > 0 else -WIN - 1 - entry + ply


@rule
def number_in(game, state, database):
    """Return the number of a position if the database holds it, else -1."""
    number = game.number_of(state)
    return number if number < len(database) else -1
