"""Learning a time manager: regret from searches noted, even terms, and who is picked."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from plyometric.arena.match import Standing
from plyometric.arena.openings import opening
from plyometric.arena.players import unlimited_player
from plyometric.arena.statistics import Tally
from plyometric.arena.tables import Conduct
from plyometric.errors import InputError
from plyometric.learn.clocks import (
    EVEN,
    FRESH,
    TRIAL,
    Lesson,
    best_of,
    contest_of,
    evened,
    examples_of,
    games_to_tell,
    guarded,
    learn_regret,
    race,
    reasons,
)
from plyometric.learn.trees import scores
from plyometric.search.managers import FINISH, SIGNS, STABLE, Manager

CHECKERS = unlimited_player("checkers", {"evaluation": "material"}, {"table": 0.1})
SINCE = SIGNS.index("depths since the best move changed")


def noted(game, moves, worth):
    """Return a search whose depths found these moves, each worth so much, and took a tenth of the share."""
    course = [[i + 1, move, 0, 100 * (i + 1), 50] for i, move in enumerate(moves)]
    return {"game": game, "facts": [10, 8, 1000], "course": course, "best": 100, "worth": worth}


def unsettled_and_settled(games):
    """Searches that lose half a pawn if they end within a depth of a change, and nothing after that."""
    for game in range(games):
        yield noted(game, [1, 2, 1, 2, 1, 2], [50, 50, 50, 50, 50, 100])
        yield noted(game, [3] * 6, [100] * 6)


def test_regret_is_what_a_larger_search_finds_lost_in_the_chance_to_win():
    examples = examples_of([noted(7, [1, 2, 2], [0, 100, 100])], spread=100.0)
    assert examples.regret.tolist() == pytest.approx([1 / (1 + np.exp(-1)) - 0.5, 0, 0])
    assert examples.signs[:, SINCE].tolist() == [0, 0, 1]
    assert examples.spent.tolist() == [0.1, 0.2, 0.3] and set(examples.game) == {7}


def test_the_forest_foresees_more_regret_where_the_best_move_keeps_changing():
    manager, told = learn_regret(CHECKERS, list(unsettled_and_settled(100)))
    signs = examples_of(list(unsettled_and_settled(1)), manager.spread).signs
    foreseen = scores(np.array(manager.forest), signs)
    assert foreseen[1:5].min() > 2 * foreseen[7:].max() > 0, "the first depths of both look alike"
    assert told["explained"] > 0.5
    assert (manager.game, manager.evaluation) == ("checkers", "material")


def test_from_too_few_searches_nothing_is_learned():
    for notes in ([], [noted(0, [1], [0])]):
        with pytest.raises(InputError, match="too few searches were noted"):
            learn_regret(CHECKERS, notes)


class Desk:
    """A contest in which a manager spends in proportion to its fraction, and scores what is written down."""

    def __init__(self, wins=()):
        self.wins, self.games = dict(wins), []

    def standings(self, a, b, games, seed):
        self.games.append((a.exponent, b.name, games, seed))
        spent = Conduct(40 * games, 0, round(1e9 * (a.fraction / 0.5) ** 0.25)), Conduct(40 * games, 0, 10**9)
        won = self.wins.get((a.exponent, b.name), 0.5)
        pairs = games // 2
        good = round(pairs * won)
        tally = Tally.of_pairs([(1, 1)] * good + [(-1, -1)] * (pairs - good))
        yield Standing(tally, spent)


def test_a_fraction_is_set_so_that_as_much_is_spent_as_by_the_even_player():
    assert evened(Desk(), FINISH, Lesson(rounds=6), 1).fraction == pytest.approx(0.5, rel=0.02)
    assert games_to_tell(13) > games_to_tell(26) > games_to_tell(50) >= 2


PLAIN, MILD, STRONG = (Manager("learned", 0.5, exponent) for exponent in (0.0, 0.5, 1.0))


def test_no_match_begins_from_the_positions_of_another():
    """Though checkers has a book: it holds fewer openings than the matches of one lesson begin from."""
    contest = contest_of(CHECKERS, 20, ThreadPoolExecutor(1))
    assert {"lines": contest.lines} == {"lines": [()]}
    begun = [{opening(CHECKERS.game, contest.lines, i, seed) for i in range(30)} for seed in (TRIAL, FRESH)]
    assert len(begun[0] & begun[1]) < 3


def test_who_falls_behind_leaves_the_trial_and_the_best_is_picked():
    desk = Desk({(0.0, "even"): 0.6, (0.5, "even"): 0.65, (1.0, "even"): 0.2})
    *_, left = race(desk, [PLAIN, MILD, STRONG], Lesson(trial_games=240), 5)
    assert [one.manager for one in left] == [PLAIN, MILD]
    assert best_of(left).manager == MILD
    assert {seed for *_, seed in desk.games} == {5, 6, 7}, "every part has openings of its own"


@pytest.mark.parametrize(("score", "picked"), [(0.6, MILD), (0.5, MILD), (0.4, PLAIN)])
def test_the_luckiest_must_hold_its_own_against_the_plain_one(score, picked):
    left = [SimpleNamespace(manager=MILD, tally=SimpleNamespace(score=0.6))]
    desk = Desk({(0.5, "learned"): score})
    assert guarded(desk, left, PLAIN, Lesson()) == picked


def test_every_depth_is_explained_and_the_last_is_where_the_manager_stopped():
    state = CHECKERS.game.start()
    found = reasons(CHECKERS, STABLE, state, 3000)
    assert [one.goes_on for one in found] == [True] * (len(found) - 1) + [False]
    assert found[-1].nodes >= found[-1].bar > 0
    assert [one.signs["depth"] for one in found] == [one.depth for one in found]
    assert all(one.goes_on for one in reasons(CHECKERS, EVEN, state, 3000))
    assert reasons(CHECKERS, replace(STABLE, fraction=0.05), state, 3000)[-1].depth < found[-1].depth
