"""The algebra of relevance: on trees small enough to try every combination, the fast sweep is exact."""

from itertools import product

import numpy as np
import pytest

from plyometric.search.growth import Tree, renew
from plyometric.search.relevance import Influence, sweep
from plyometric.search.staircases import (
    full_value,
    mean,
    put_bounds,
    time_after_adaptation,
    utility_of_adaptation,
    utility_of_expansion,
)

SPIKES = {3: np.array([-3.0, 0.0, 3.0]), 5: np.array([-9.0, -2.5, 0.0, 2.5, 9.0])}
MOST_LEAVES = 6


def random_tree(seed):
    """Return the children of each position, and the staircases of the leaves; some chances are 0."""
    dice = np.random.default_rng(seed)
    spikes = SPIKES[3 if seed % 2 else 5]
    children, leaves = [[]], [0]
    while len(leaves) < MOST_LEAVES - 1 and (len(children) == 1 or dice.random() < 0.8):
        x = leaves.pop(dice.integers(len(leaves)))
        n = int(dice.integers(1, min(4, MOST_LEAVES + 1 - len(leaves))))
        children[x] = list(range(len(children), len(children) + n))
        children += [[] for _ in range(n)]
        leaves += children[x]
    stairs = dice.random((len(children), len(spikes))) * (dice.random((len(children), len(spikes))) < 0.7)
    stairs[:, 0] += 1e-3
    return spikes, children, stairs / stairs.sum(axis=1, keepdims=True)


def as_arrays(spikes, children, stairs):
    n = len(children)
    whole = {name: np.zeros(n, np.int64) for name in Tree._fields}
    tree = Tree(**whole)._replace(
        chances=stairs.copy(), others=np.zeros_like(stairs), room=np.zeros(len(spikes)), root=np.zeros(1)
    )
    for x, below in enumerate(children):
        tree.first[x], tree.children[x] = (below[0], len(below)) if below else (0, 0)
        tree.plies[below] = tree.plies[x] + 1
    for x in reversed(range(n)):
        renew(x, tree)
    stairs, numbers = np.zeros((2, n, len(spikes))), np.zeros((2, n))
    return tree, Influence(*stairs, *numbers, *np.zeros((2, n), np.int64))


def by_brute_force(spikes, children, stairs):
    """Return Q, and V_Q and V_I of each leaf, from all combinations of spikes."""
    leaves = [x for x, below in enumerate(children) if not below]
    places = np.array(list(product(range(len(spikes)), repeat=len(leaves))))
    column = {leaf: i for i, leaf in enumerate(leaves)}
    chances = np.prod([stairs[leaf][places[:, column[leaf]]] for leaf in leaves], axis=0)

    def value(x):
        if not children[x]:
            return spikes[places[:, column[x]]]
        return np.max([-value(child) for child in children[x]], axis=0)

    moves = np.array([-value(child) for child in children[0]])

    def q(weights):
        total = weights.sum()
        return (moves.max(axis=0) @ weights - (moves @ weights).max()) / total

    found = {}
    for leaf in leaves:
        each = [chances * (places[:, column[leaf]] == j) for j in range(len(spikes)) if stairs[leaf][j] > 0]
        changes = [(part.sum(), q(chances) - q(part)) for part in each]
        found[leaf] = sum(p * abs(c) for p, c in changes), sum(p * c for p, c in changes)
    return q(chances), found


@pytest.mark.parametrize("first", range(0, 1000, 250))
def test_one_sweep_finds_what_all_combinations_tell(first):
    for seed in range(first, first + 250):
        spikes, children, stairs = random_tree(seed)
        tree, influence = as_arrays(spikes, children, stairs)
        q, leaves = by_brute_force(spikes, children, stairs)
        best = max(-tree.chances[child] @ spikes for child in children[0])
        assert tree.chances[0] @ spikes - best == pytest.approx(q, abs=1e-12)
        found = sweep(tree, influence, spikes, q, 99)
        swept = {x: (influence.step[x], influence.gain[x]) for x in influence.leaves[:found].tolist()}
        for leaf, worth in leaves.items():
            assert swept.get(leaf, (0.0, 0.0)) == pytest.approx(worth, abs=1e-12), (seed, leaf)
            assert -1e-12 <= worth[1] <= worth[0] + 1e-12, "no information is worth less than nothing"


def test_a_staircase_of_the_best_move_is_a_product_of_stairs():
    spikes = SPIKES[3]
    stairs = np.array([[0, 0, 0], [0.5, 0, 0.5], [0.25, 0.5, 0.25]])
    tree, _ = as_arrays(spikes, [[1, 2], [], []], stairs)
    assert tree.chances[0] == pytest.approx([0.125, 0.25, 0.625])
    assert mean(tree.chances[0], spikes) == pytest.approx(1.5)
    assert tree.others[1] == pytest.approx([0.25, 0.75, 1.0]), "what the second is worth at most"


def test_utilities_are_those_of_the_paper():
    step, gain, gamma, cost, time = 0.7, 0.2, 0.5, 0.01, 3.0
    value = full_value(step, gain, gamma)
    assert value == pytest.approx(gain + gamma * (step - gain))
    at_once, later = gain - cost * time, (step - gain) - value + cost * time
    assert utility_of_expansion(value, time, gamma, cost) == pytest.approx(at_once + gamma * later)
    assert utility_of_adaptation(30.0, 10.0, gamma, cost) == pytest.approx(0.05)
    assert time_after_adaptation(8.0, 8.0, 1.0, 0.5) == 4.0
    assert time_after_adaptation(3.0, 8.0, 0.2, 0.5) == 3.0, "a farther adaptation adds nothing"


def test_the_three_spikes_of_equation_14_have_the_mean_of_their_value():
    spikes, certainty = np.arange(-12.0, 13.0), 0.4
    dice = np.random.default_rng(1)
    for _ in range(200):
        lower, value, upper = np.sort(dice.uniform(-12, 12, 3))
        chances = np.zeros(len(spikes))
        put_bounds(chances, spikes, value, lower, upper, certainty)
        assert chances.sum() == pytest.approx(1, abs=1e-12) and chances.min() >= 0
        assert mean(chances, spikes) == pytest.approx(value, abs=1e-12)
    put_bounds(chances, spikes, 2.0, -1.0, 8.0, certainty)
    told = {value: chance for value, chance in zip(spikes, chances, strict=True) if chance}
    assert told == pytest.approx({-1: 0.6 * 6 / 9, 2: 0.4, 8: 0.6 * 3 / 9})
    put_bounds(chances, spikes, 2.5, 2.5, 2.5, certainty)
    assert chances[14] == chances[15] == 0.5, "without bounds it is sure, between two spikes"
