"""Counter-based random numbers: a number is a function of its place, never of the ones before it.

`word(seed, stream, counter)` gives the same number in a kernel, in plain Python, on any thread and
on any machine, so that work may be cut and ordered in any way. The generator is Philox4x32-10
(Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, SC 2011): the seed is
its key; stream (say, the index of a game) and counter (say, the ply) are its counter.
"""

from plyometric.kernel import kernel, rule

MASK = 0xFFFF_FFFF


@rule
def philox(c0, c1, c2, c3, k0, k1):
    """Return the four words into which ten rounds stir a 128-bit counter under a 64-bit key."""
    for _ in range(10):
        low, high = c0 * 0xD251_1F53, c2 * 0xCD9E_8D57
        c0, c2 = ((high >> 32) & MASK) ^ c1 ^ k0, ((low >> 32) & MASK) ^ c3 ^ k1
        c1, c3 = high & MASK, low & MASK
        k0, k1 = (k0 + 0x9E37_79B9) & MASK, (k1 + 0xBB67_AE85) & MASK
    return c0, c1, c2, c3


@rule
def words(seed, stream, counter):
    """Return four random words for one place."""
    seed, stream, counter = int(seed), int(stream), int(counter)
    return philox(
        counter & MASK,
        (counter >> 32) & MASK,
        stream & MASK,
        (stream >> 32) & MASK,
        seed & MASK,
        (seed >> 32) & MASK,
    )


@kernel
def word(seed, stream, counter):
    """Return a whole number from 0 to 2**32 - 1."""
    return words(seed, stream, counter)[0]


@kernel
def uniform(seed, stream, counter):
    """Return a number from 0 (included) to 1 (excluded), with 53 random bits."""
    a, b, _, _ = words(seed, stream, counter)
    return ((a >> 5) * 67108864.0 + (b >> 6)) / 9007199254740992.0


@kernel
def below(bound, seed, stream, counter):
    """Return a whole number from 0 to bound - 1, for bounds under 2**31."""
    return (words(seed, stream, counter)[0] * bound) >> 32
