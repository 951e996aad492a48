"""Filters one by one, and by their names."""

import json

import numpy as np
import pytest

from plyometric.arena.exams import Exam, sit
from plyometric.arena.players import Player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import Game
from plyometric.kernel.referee import random_game
from plyometric.learn.filters import (
    NO_FILTERS,
    Circumstances,
    Focus,
    Lesson,
    Now,
    OwnTeacher,
    Rules,
    SelfTest,
    SequentialTest,
    Surprise,
    filters_named,
    sit_on,
)
from plyometric.learn.learner import HERE
from plyometric.learn.leaves import require_linear
from plyometric.search.selective import Selective

FIVES = load("fives")
FIRST = FIVES.weights
STARTS = tuple(random_game(FIVES, 1, index, 10)[0][-1] for index in range(5))
STUDENT = Selective(3, breadth=3)


def player(weights=FIRST):
    return Player(FIVES, STUDENT.checked(FIVES), tuple(weights), "")


def now(weights=FIRST, memory=None, executor=HERE):
    return Now(weights, {} if memory is None else memory, executor)


def lesson(*difference, decides=False):
    return Lesson(np.array(difference, float), np.zeros(5), decides)


# The filters


def test_a_surprise_is_a_difference_in_worth():
    assert not Surprise(100).admits(lesson(1, -1, 0, 0, -0.5), now())
    assert Surprise(100).admits(lesson(1, -1, 0, 0, 0), now())
    assert Surprise(100).admits(lesson(-1, 1, 0, 0, 0), now())
    assert Surprise(1e9).admits(lesson(0, 0, 0, 0, 0, decides=True), now())


@pytest.mark.parametrize(
    ("weights", "makes_sense"),
    [
        (FIRST, True),
        ((500, 500, 300, 200, 100), True),
        ((500, 501, 300, 200, 100), False),
        ((500, 400, 300, 301, 100), False),
        ((500, 400, 300, 200, 201), False),
        ((500, 400, 501, 200, 100), False),
        ((500, 150, 400, 300, 160), False),
        ((500, 400, 300, 200, 0), False),
    ],
)
def test_rules_refuse_what_does_not_make_sense(weights, makes_sense):
    assert Rules(FIVES).accepts(weights, now()) is makes_sense


def test_a_self_test_accepts_strictly_better_scores_alone():
    test, memory = SelfTest(player(), player(), Exam(STARTS)), {}
    assert not test.accepts(FIRST, now(memory=memory))
    candidates = [tuple(k * (1 + 0.4 * (i == j)) for j, k in enumerate(FIRST)) for i in range(5)]
    highest = 50.0
    for weights in candidates:
        score = sit(player(weights), player(), Exam(STARTS)).score
        memory = json.loads(json.dumps(memory))
        assert test.accepts(weights, now(memory=memory)) is (score > highest)
        highest = max(highest, score)
    assert memory == {"highest": highest, "tests": 6, "games": 60}


def test_an_exam_is_the_same_wherever_it_is_sat():
    student, exam = player((520, 400, 300, 200, 150)), Exam(STARTS)
    with workers(threads=2) as executor:
        assert sit_on(executor, student, player(), exam) == sit(student, player(), exam)


def fresh(index):
    return random_game(FIVES, 2, index, 10)[0][-1]


def test_a_sequential_test_sees_harm_and_improvement():
    spoilt = (1.0, 1.0, 300.0, 900.0, 900.0)
    test, memory = SequentialTest(player(), fresh, plies=40, most=150), {}
    assert not test.accepts(spoilt, now(memory=memory))
    games = memory["games"]
    assert 0 < games < 300
    assert test.accepts(FIRST, now(spoilt, memory))
    assert memory["games"] > games
    assert memory["tests"] == 2
    undecided, memory = SequentialTest(player(), fresh, plies=40, most=10), {}
    assert not undecided.accepts(FIRST, now(memory=memory))
    assert memory["games"] == 20


def test_a_sequential_test_uses_no_position_twice():
    asked, memory = [], {}
    test = SequentialTest(player(), lambda index: asked.append(index) or fresh(index), plies=10, most=10)
    for _ in range(2):
        test.accepts(FIRST, now(memory=memory))
    assert asked == list(range(20))


def test_a_focus_sees_some_features_alone():
    assert Focus((0, 3)).attended(np.array([1.0, -2, 3, -4, 5]), now()).tolist() == [1, 0, 0, -4, 0]


# By name


CIRCUMSTANCES = Circumstances(player(), player(), Exam(STARTS), fresh)


def test_names_become_filters_at_their_places():
    words = ["self-test", "session-test", "rules", "experience", "own-teacher", "focus=four_1/three_3"]
    made = filters_named(words, CIRCUMSTANCES)
    assert made.experience == (Surprise(100),)
    assert made.attention == (Focus((0, 4)),)
    assert [type(one) for one in made.acquisition] == [Rules, SelfTest]
    assert [type(one) for one in made.retention] == [SelfTest]
    assert made.utilisation == (OwnTeacher(FIRST),)
    assert filters_named([], CIRCUMSTANCES) == NO_FILTERS


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("selftest", "no filter 'selftest': there are experience, focus, rules, self-test"),
        ("rules=3", "rules takes no value"),
        ("experience=much", "a number is expected"),
        ("experience=-1", "0 or more"),
        ("experience=nan", "0 or more"),
        ("focus=five", "some of the features four_1"),
    ],
)
def test_an_unknown_filter_is_refused(word, said):
    with pytest.raises(InputError, match=said):
        filters_named([word], CIRCUMSTANCES)


def test_a_game_without_a_weight_for_each_feature_cannot_be_taught():
    plain = Game(name="bare", start=FIVES.start, moves=FIVES.moves, play=FIVES.play)
    with pytest.raises(InputError, match="bare has 0 features and 0 weights"):
        require_linear(plain)
    require_linear(FIVES)
