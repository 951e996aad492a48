"""The modules of the paper on metareasoning: what they detect, how they judge, how they adapt."""

import numpy as np
import pytest

from plyometric.errors import InputError
from plyometric.learn.abstraction import (
    Adapter,
    Conjunction,
    Evaluator,
    Judged,
    Transition,
    learn_operators,
    likeness,
    triple_spike,
)

FAR, NEAR, QUEEN = 1, 2, 3
"""A pawn far from its goal, near to it, and what it becomes."""


def holds(*features):
    return Conjunction(frozenset(features))


def evaluator(values=(1.0, 1.0, 9.0)):
    n = len(values)
    return Evaluator(tuple(map(holds, (FAR, NEAR, QUEEN))), values, (2.0,) * n, (1.0,) * n, (3.0,) * n)


STEPS = [
    *(Transition("step", holds(FAR), frozenset({FAR}), frozenset({NEAR})) for _ in range(3)),
    Transition("step", holds(FAR), frozenset({FAR}), frozenset()),
    *(Transition("promote", holds(NEAR), frozenset({NEAR}), frozenset({QUEEN})) for _ in range(2)),
]


@pytest.mark.parametrize("trust", [0.0, 0.3, 1.0])
def test_three_spikes_have_the_sum_one_and_the_mean_of_the_value(trust):
    for seed in range(50):
        low, value, high = sorted(np.random.default_rng(seed).normal(0, 5, 3))
        spikes = triple_spike(Judged(value, low, high, 1.0), trust)
        assert sum(chance for chance, _ in spikes) == pytest.approx(1)
        assert sum(chance * at for chance, at in spikes) == pytest.approx(value)
    assert triple_spike(Judged(2.0, 2.0, 2.0, 1.0), trust) == [(1.0, 2.0)]


def test_trust_that_is_no_chance_is_refused():
    with pytest.raises(InputError, match=r"must be from 0 to 1, not 1\.5"):
        triple_spike(Judged(0.0, -1.0, 1.0, 1.0), 1.5)


def test_an_evaluator_adds_up_what_holds():
    told = evaluator().judge(frozenset({FAR, QUEEN}))
    assert told == Judged(10.0, 8.0, 14.0, 6.0)
    assert evaluator().judge(frozenset()).time == 1.0
    assert not Conjunction(frozenset({FAR}), frozenset({NEAR})).holds(frozenset({FAR, NEAR}))
    assert evaluator().moved(frozenset({FAR, NEAR}), 1.0).values == (1.5, 1.5, 9.0)


def test_operators_are_learned_as_frequencies():
    step, promote = learn_operators(STEPS)
    assert (step.name, step.seen, step.goes, step.appears) == ("step", 4, {FAR: 1.0}, {NEAR: 0.75})
    assert promote.appears == {QUEEN: 1.0}


def test_adaptation_foresees_what_a_plan_comes_to():
    before, state = evaluator(), frozenset({FAR})
    after = Adapter(learn_operators(STEPS)).adapted(before, state)
    assert before.value(state) == 1.0
    assert 4.0 < after.value(state) < 9.0, "a queen in two steps, one of which may fail"
    assert after.value(frozenset({QUEEN})) == 9.0
    assert after == Adapter(learn_operators(STEPS)).adapted(before, state), "the same seed, the same values"


def test_likeness_falls_with_every_difference():
    assert likeness(frozenset({1, 2}), frozenset({1, 2})) == 1
    assert likeness(frozenset({1, 2}), frozenset({1, 3})) == pytest.approx(1 / 3)
