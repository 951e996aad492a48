"""Learning from a teacher: the paper's worked example, the filters one by one, and their flow."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import choose, seat
from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import Game
from plyometric.kernel.referee import random_game, read_move
from plyometric.learn.filters import (
    Circumstances,
    Filters,
    Focus,
    Learner,
    Lesson,
    OwnTeacher,
    Rules,
    SelfTest,
    SequentialTest,
    Surprise,
    filters_named,
    lesson_of,
    reinforced,
)
from plyometric.learn.leaves import require_linear
from plyometric.search.alphabeta import Settings

FIVES = load("fives")
FIRST = FIVES.weights
STARTS = tuple(random_game(FIVES, 1, index, 10)[0][-1] for index in range(5))
STUDENT, TEACHER = Settings(3, breadth=3), Settings(4, breadth=6)


def player(weights=FIRST, settings=STUDENT):
    return Player(FIVES, settings.checked(FIVES), tuple(weights), "")


def learner(**places):
    return Learner(player(), player(settings=TEACHER), Filters(**places), FIRST)


def lesson(*difference, decides=False):
    return Lesson(np.array(difference, float), np.zeros(5), decides)


# The learning rule


def test_the_papers_worked_example():
    assert reinforced(FIRST, np.array([1, -1, 2, -1, 0])) == (520, 400, 320, 200, 100)


def test_three_steps_lead_to_the_papers_final_coefficients():
    weights = FIRST
    for difference in ((-1, 1, 0, 0, 0), (0, -1, 0, 1, 1), (1, 0, -2, 0, 0)):
        weights = reinforced(weights, np.array(difference))
    assert weights == (560, 450, 300, 222.5, 122.5)


@given(st.lists(st.integers(-3, 3), min_size=5, max_size=5))
def test_nothing_ever_falls_and_only_what_was_preferred_rises(difference):
    changed = reinforced(FIRST, np.array(difference))
    for before, after, d in zip(FIRST, changed, difference, strict=True):
        assert after == before if d <= 0 else after >= before
    if min(difference) >= 0:
        assert changed == FIRST


def test_a_lesson_is_seen_by_the_teacher():
    state = FIVES.read_position("10/10/10/10/2ooo5/10/10/2xx6/10/10 o")
    found = lesson_of(FIVES, state, read_move(FIVES, state, "f6"), read_move(FIVES, state, "c5"))
    assert found.difference.tolist() == [1, 0, -1, 0, 0]
    assert not found.decides


# The filters


def test_a_surprise_is_a_difference_in_worth():
    assert not Surprise(100).admits(lesson(1, -1, 0, 0, -0.5), FIRST)
    assert Surprise(100).admits(lesson(1, -1, 0, 0, 0), FIRST)
    assert Surprise(100).admits(lesson(-1, 1, 0, 0, 0), FIRST)
    assert Surprise(1e9).admits(lesson(0, 0, 0, 0, 0, decides=True), FIRST)


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
    assert Rules(FIVES).accepts(weights, FIRST) is makes_sense


def test_a_self_test_accepts_strictly_better_scores_alone():
    test = SelfTest(player(), player(), Exam(STARTS))
    assert not test.accepts(FIRST, FIRST)
    candidates = [tuple(k * (1 + 0.4 * (i == j)) for j, k in enumerate(FIRST)) for i in range(5)]
    highest = 50.0
    for weights in candidates:
        score = sit(player(weights), player(), Exam(STARTS)).score
        assert test.accepts(weights, FIRST) is (score > highest)
        highest = max(highest, score)
    assert (test.last, test.tests, test.games) == (highest, 6, 60)


def fresh(index):
    return random_game(FIVES, 2, index, 10)[0][-1]


def test_a_sequential_test_sees_harm_and_improvement():
    spoilt = (1.0, 1.0, 300.0, 900.0, 900.0)
    test = SequentialTest(player(), fresh, plies=40, most=150)
    assert not test.accepts(spoilt, FIRST)
    games = test.games
    assert 0 < games < 300
    assert test.accepts(FIRST, spoilt)
    assert test.games > games
    undecided = SequentialTest(player(), fresh, plies=40, most=10)
    assert not undecided.accepts(FIRST, FIRST)
    assert undecided.games == 20


def test_a_focus_sees_some_features_alone():
    assert Focus((0, 3)).attended(np.array([1.0, -2, 3, -4, 5])).tolist() == [1, 0, 0, -4, 0]


# The flow


class Refuse:
    """Stands at a place and lets nothing pass, counting what comes."""

    def __init__(self):
        self.seen = 0

    def admits(self, lesson, weights):
        self.seen += 1
        return False

    accepts = admits

    def retained(self, after, before):
        self.seen += 1
        return before


def test_each_place_can_stop_the_flow():
    for place in ("experience", "acquisition"):
        refuse = Refuse()
        stopped = learner(**{place: (refuse,)})
        stopped.learn(lesson(1, -1, 0, 0, 0))
        assert stopped.weights == FIRST
        assert refuse.seen == 1
    blind = learner(attention=(Focus(()),))
    blind.learn(lesson(1, -1, 0, 0, 0))
    assert (blind.weights, blind.counts["proposed"]) == (FIRST, 0)


def test_a_cheap_filter_spares_the_dear_one_behind_it():
    dear = Refuse()
    thrifty = learner(acquisition=(Rules(FIVES), dear))
    thrifty.learn(lesson(0, -10, 0, 1, 0))
    assert (thrifty.counts["proposed"], dear.seen) == (1, 0)
    thrifty.learn(lesson(1, -1, 0, 0, 0))
    assert (thrifty.counts["proposed"], dear.seen) == (2, 1)


def test_without_filters_every_change_is_knowledge_at_once():
    free = learner()
    for start in STARTS:
        free.session(start, 40)
    assert free.counts["lessons"] >= free.counts["proposed"] == free.counts["accepted"] > 0
    assert free.weights != FIRST
    again = learner()
    for start in STARTS:
        again.session(start, 40)
    assert again.weights == free.weights


def test_a_session_can_be_forgotten():
    refuse = Refuse()
    forgetful = learner(retention=(refuse,))
    for start in STARTS:
        forgetful.session(start, 40)
    assert (forgetful.weights, refuse.seen) == (FIRST, 5)
    assert forgetful.counts["accepted"] > 0


def test_a_self_tested_curve_never_falls():
    exam = Exam(STARTS)
    tested = learner(acquisition=(SelfTest(player(), player(), exam),))
    scores = [50.0]
    for start in STARTS:
        tested.session(start, 40)
        scores.append(sit(player(tested.weights), player(), exam).score)
    assert scores == sorted(scores)


def test_a_teacher_may_keep_to_its_own_weights():
    odd = (1.0, 1.0, 900.0, 900.0, 900.0)
    own = OwnTeacher(FIRST)
    assert (own.used(odd, "teacher"), own.used(odd, "student")) == (FIRST, odd)
    learned = replace(learner(utilisation=(own,)), weights=odd)
    state, place = STARTS[0], seat(player(settings=TEACHER))
    assert [learned._move(place, "teacher", state)] == choose(FIVES, [state], place, FIRST)


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
    assert filters_named([], CIRCUMSTANCES) == Filters()


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
