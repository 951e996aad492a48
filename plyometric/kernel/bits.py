"""Sets of squares as the bits of one int64 word, bits 0 to 62."""

from plyometric.kernel import rule


@rule
def popcount(squares):
    """Return how many squares are in the set."""
    n = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n


@rule
def lowest(squares):
    """Return the index of the lowest square in the set."""
    return popcount((squares & -squares) - 1)
