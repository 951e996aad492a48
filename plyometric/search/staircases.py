"""Staircases: what a deeper search may come to say of a position, as chances on one common support.

The support are values called spikes, the lowest first, symmetric about zero. A staircase is a row of
chances, one for each spike, seen by the side to move; the other side sees it backwards. Its cumulative
distribution is a flight of stairs, and that of the best of several moves is the product of theirs, if
opinions about different leaves change independently.

Sources: E. B. Baum and W. D. Smith, A Bayesian approach to relevance in game playing, for Q, its step size
and the one sweep that finds it for all leaves; the paper that the study of metareasoning reruns, for what a
computation is worth. Its equation 7 is taken with the sign by which no information is worth less than
nothing: what is gained at once is what Q falls by.
"""

from plyometric.kernel import rule


@rule
def fill(row, number):
    """Write one number everywhere in a row."""
    for i in range(len(row)):
        row[i] = number


@rule
def back_up(chances, others, node, first, n, room):
    """Write the staircase of a node from those of its n children, which begin at `first`.

    `others` becomes, for each child, the chance that none of its siblings is worth more than each spike, as
    the parent sees it. `room` is a row to work on.
    """
    last = len(room) - 1
    product = chances[node]
    fill(product, 1.0)
    for child in range(first, first + n):
        below = 0.0
        for v in range(last + 1):
            below += chances[child, last - v]
            others[child, v] = product[v]
            product[v] *= below
    fill(room, 1.0)
    for child in range(first + n - 1, first - 1, -1):
        below = 0.0
        for v in range(last + 1):
            below += chances[child, last - v]
            others[child, v] *= room[v]
            room[v] *= below
    for v in range(last, 0, -1):
        product[v] -= product[v - 1]


@rule
def pass_down(expected, others, out):
    """Write what is expected for each spike of a child, given what is for each spike of its parent.

    Where the child is worth u to the parent, the parent is worth u or more: more if a sibling is.
    """
    last = len(expected) - 1
    rest = 0.0
    for u in range(last, -1, -1):
        out[last - u] = others[u] * expected[u] + rest
        if u:
            rest += (others[u] - others[u - 1]) * expected[u]


@rule
def mean(chances, spikes):
    """Return the expected value of a staircase."""
    total = 0.0
    for v in range(len(spikes)):
        total += chances[v] * spikes[v]
    return total


@rule
def put_spike(chances, place):
    """Make a staircase certain of one spike."""
    fill(chances, 0.0)
    chances[place] = 1.0


@rule
def put_between(chances, spikes, value, chance):
    """Add a chance at any value: the two spikes beside it share it so that the mean is the same."""
    last = len(spikes) - 1
    above = 1
    while above < last and spikes[above] < value:
        above += 1
    low, high = spikes[above - 1], spikes[above]
    part = min(max((value - low) / (high - low), 0.0), 1.0)
    chances[above - 1] += (1.0 - part) * chance
    chances[above] += part * chance


@rule
def put_bounds(chances, spikes, value, lower, upper, certainty):
    """Write a staircase from a value, its bounds, and how sure it is: the three spikes of equation 14."""
    fill(chances, 0.0)
    width = upper - lower
    rest = 1.0 - certainty if width > 0.0 else 0.0
    put_between(chances, spikes, value, 1.0 - rest)
    if rest > 0.0:
        put_between(chances, spikes, lower, rest * (upper - value) / width)
        put_between(chances, spikes, upper, rest * (value - lower) / width)


# What a computation is worth


@rule
def value_of_leaf(chances, best, own, rival, q):
    """Return by how much knowing a leaf would change Q, and by how much it would lower it: V_Q and V_I.

    `best` and `own` are what the best move and the leaf's own move at the root are expected to be worth for
    each spike of the leaf, `rival` what the best of the other moves is. The better of the two is played.
    """
    step, gain = 0.0, 0.0
    for v in range(len(chances)):
        change = q - (best[v] - max(own[v], rival))
        step += chances[v] * abs(change)
        gain += chances[v] * change
    return step, gain


@rule
def full_value(step, gain, gamma):
    """Return V, the value at once and, discounted, what is left of the step: V_I + gamma V_F."""
    return gain + gamma * (step - gain)


@rule
def utility_of_expansion(value, time, gamma, cost):
    """Return U of exploring a leaf that takes so much time, each unit of which has a cost: equation 12."""
    return (1.0 - gamma) * (value - cost * time)


@rule
def utility_of_adaptation(saved, time, gamma, cost):
    """Return U of an adaptation that takes some time and saves other time later: equation 13."""
    return gamma * cost * saved - cost * time


@rule
def time_after_adaptation(time, first_time, likeness, reduction):
    """Return how long a leaf takes after an adaptation at a position like it: equations 15 and 16."""
    return min(time, (1.0 - likeness * reduction) * first_time)
