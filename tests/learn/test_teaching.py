"""Learning from a teacher: the paper's worked example, and the flow of knowledge through filters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyometric.arena.exams import Exam, sit
from plyometric.arena.games import choose, seat
from plyometric.arena.players import Player
from plyometric.games import load
from plyometric.kernel.referee import random_game, read_move
from plyometric.learn.filters import Filters, Focus, Lesson, OwnTeacher, Rules, SelfTest
from plyometric.learn.learner import HERE, steps
from plyometric.learn.teaching import Session, Teaching, lesson_of, reinforced
from plyometric.search.selective import Selective

FIVES = load("fives")
FIRST = FIVES.weights
STARTS = tuple(random_game(FIVES, 1, index, 10)[0][-1] for index in range(5))
STUDENT, TEACHER = Selective(3, breadth=3), Selective(4, breadth=6)


def player(weights=FIRST, settings=STUDENT):
    return Player(FIVES, settings.checked(FIVES), tuple(weights), "")


def teaching(**places):
    return Teaching(player(), player(settings=TEACHER), STARTS, 40, Filters(**places))


def session(**places):
    method = teaching(**places)
    return Session(method, method.begin(), HERE)


def lesson(*difference):
    return Lesson(np.array(difference, float), np.zeros(5), False)


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


# The flow


class Refuse:
    """Stands at a place and lets nothing pass, counting what comes."""

    def __init__(self):
        self.seen = 0

    def admits(self, lesson, now):
        self.seen += 1
        return False

    accepts = admits

    def retained(self, before, now):
        self.seen += 1
        return before


def test_each_place_can_stop_the_flow():
    for place in ("experience", "acquisition"):
        refuse = Refuse()
        stopped = session(**{place: (refuse,)})
        stopped.learn(lesson(1, -1, 0, 0, 0))
        assert stopped.weights == FIRST
        assert refuse.seen == 1
    blind = session(attention=(Focus(()),))
    blind.learn(lesson(1, -1, 0, 0, 0))
    assert (blind.weights, blind.state["counts"]["proposed"]) == (FIRST, 0)


def test_a_cheap_filter_spares_the_dear_one_behind_it():
    dear = Refuse()
    thrifty = session(acquisition=(Rules(FIVES), dear))
    thrifty.learn(lesson(0, -10, 0, 1, 0))
    assert (thrifty.state["counts"]["proposed"], dear.seen) == (1, 0)
    thrifty.learn(lesson(1, -1, 0, 0, 0))
    assert (thrifty.state["counts"]["proposed"], dear.seen) == (2, 1)


def test_without_filters_every_change_is_knowledge_at_once():
    last, again = (list(steps(teaching()))[-1] for _ in range(2))
    assert last["counts"]["lessons"] >= last["counts"]["proposed"] == last["counts"]["accepted"] > 0
    assert last["weights"] != list(FIRST)
    assert last == again


def test_a_session_can_be_forgotten():
    refuse = Refuse()
    *_, last = steps(teaching(retention=(refuse,)))
    assert (last["weights"], refuse.seen) == (list(FIRST), 5)
    assert last["counts"]["accepted"] > 0


def test_a_self_tested_curve_never_falls():
    exam = Exam(STARTS)
    tested = steps(teaching(acquisition=(SelfTest(player(), player(), exam),)))
    scores = [sit(player(state["weights"]), player(), exam).score for state in tested]
    assert scores[0] == 50.0
    assert scores == sorted(scores)


def test_a_teacher_may_keep_to_its_own_weights():
    odd, own = (1.0, 1.0, 900.0, 900.0, 900.0), OwnTeacher(FIRST)
    learning = session(utilisation=(own,))
    learning.state["weights"] = list(odd)
    state, place = STARTS[0], seat(player(settings=TEACHER))
    assert learning.move(place, "teacher", state) == choose(FIVES, [state], place, FIRST)[0]
    assert learning.move(place, "student", state) == choose(FIVES, [state], place, odd)[0]


class Once:
    """Accepts a single change, by what it remembers."""

    def accepts(self, proposed, now):
        now.memory["asked"] = now.memory.get("asked", 0) + 1
        return now.memory["asked"] == 1


def test_a_filter_remembers_by_the_state_and_not_by_itself():
    once = teaching(acquisition=(Once(),))
    path = list(steps(once))
    assert path[-1]["counts"]["accepted"] == 1
    assert path[-1]["memory"]["acquisition"] == [{"asked": path[-1]["counts"]["proposed"]}]
    assert path[0]["memory"]["acquisition"] == [{}]
    assert list(steps(once)) == path


def test_tests_and_their_games_are_counted():
    tested = teaching(acquisition=(SelfTest(player(), player(), Exam(STARTS)),))
    *_, last = steps(tested)
    share, figures = tested.progress(last)
    assert share == 1.0
    assert figures["tests"] == figures["proposed"] > 0
    assert figures["games"] == 10 * figures["tests"]
