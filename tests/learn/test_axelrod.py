"""The satisficing agent among the strategies of the Axelrod library.

The library takes many seconds to import, so it is imported by the tests and not by their collection.
"""

import inspect
import subprocess
import sys
import unittest
from functools import cache
from importlib.util import find_spec
from itertools import pairwise

import pytest

from plyometric.errors import InputError
from plyometric.games.dilemma import STRATEGIES, matrix
from plyometric.learn.satisficing import duel, self_play

pytestmark = pytest.mark.skipif(not find_spec("axelrod"), reason="the extra [axelrod] is not installed")

LIBRARY_GAME = matrix(3, 0, 5, 1)


@pytest.fixture(scope="module")
def axelrod():
    # On import the library reads the source of every strategy some ten times: once halves the wait.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspect, "getsource", cache(inspect.getsource))
        return pytest.importorskip("axelrod")


@pytest.fixture(scope="module")
def satisficer(axelrod):
    from plyometric.learn.axelrod_player import Satisficer

    return Satisficer


OPPONENTS = """
    Adaptive Alternator AntiTitForTat Appeaser BackStabber Bully
    CollectiveStrategy Cooperator CyclerCCD Defector FirstByDavis FirstByFeld
    FirstByGrofman FirstByJoss FirstByTullock Forgiver Gradual Grudger
    GTFT HardTitForTat OmegaTFT Prober Punisher Random
    SuspiciousTitForTat TitForTat TitFor2Tats TwoTitsForTat WinStayLoseShift ZDExtort2
"""


def test_every_turn_against_thirty_strategies_follows_the_rule(axelrod, satisficer):
    C, D = axelrod.Action.C, axelrod.Action.D  # noqa: N806
    pays = {(C, C): 3, (C, D): 0, (D, C): 5, (D, D): 1}
    names, courses = OPPONENTS.split(), set()
    for name in names:
        player = satisficer(aspiration=4.5, lam=0.8)
        turns = axelrod.Match((player, getattr(axelrod, name)()), turns=60, seed=1).play()
        aspiration = 4.5
        for turn, (now, then) in enumerate(pairwise(turns)):
            assert (then[0] == now[0]) == (pays[now] >= aspiration), (name, turn)
            aspiration = 0.8 * aspiration + 0.2 * pays[now]
        assert player.aspiration == pytest.approx(aspiration)
        courses.add(tuple(turns))
    assert len(names) == 30 and len(courses) > 20


def test_an_action_changed_by_noise_becomes_its_own(axelrod, satisficer):
    content_with_anything = satisficer(aspiration=0.0, lam=1.0)
    match = axelrod.Match((content_with_anything, axelrod.Cooperator()), turns=100, noise=0.05, seed=3)
    own = "".join(str(actions[0]) for actions in match.play())
    assert "DDDD" in own and "CCCC" in own


SAME = {
    "cooperator": "Cooperator",
    "defector": "Defector",
    "alternator": "Alternator",
    "tit-for-tat": "TitForTat",
    "suspicious-tit-for-tat": "SuspiciousTitForTat",
    "win-stay-lose-shift": "WinStayLoseShift",
    "grim": "Grudger",
}


def as_numbers(turns):
    return [["CD".index(str(action)) for action in actions] for actions in turns]


def test_our_compiled_games_are_the_librarys(axelrod, satisficer):
    assert {*SAME, "random"} == set(STRATEGIES)
    for name, strategy in SAME.items():
        for aspiration, lam, first in (4.5, 0.8, "C"), (2.0, 0.3, "D"), (5.0, 0.99, "C"):
            player = satisficer(aspiration, lam, axelrod.Action.from_char(first))
            turns = axelrod.Match((player, getattr(axelrod, strategy)()), turns=100).play()
            course = duel(LIBRARY_GAME, lam, aspiration, "CD".index(first), name, 100)
            assert course.actions.tolist() == as_numbers(turns), name


def test_two_agents_play_as_our_compiled_ones_do(axelrod, satisficer):
    players = satisficer(4.5, 0.8), satisficer(2.5, 0.8, axelrod.Action.D)
    course = self_play(LIBRARY_GAME, 0.8, (4.5, 2.5), (0, 1), 100)
    assert course.actions.tolist() == as_numbers(axelrod.Match(players, turns=100).play())


def test_a_tournament(axelrod, satisficer):
    players = [satisficer(), satisficer(2.0, 0.5), axelrod.TitForTat(), axelrod.Defector()]
    results = axelrod.Tournament(players, turns=50, repetitions=2, seed=1).play(progress_bar=False)
    assert sorted(results.ranked_names) == sorted(map(str, players))
    assert all(first == second for first, second in results.scores)


def test_lambda_outside_its_range_is_refused(satisficer):
    with pytest.raises(InputError, match=r"lambda = 2.0: it weighs the past"):
        satisficer(lam=2)


def test_without_the_library_one_sentence_says_what_to_install():
    script = "import sys; sys.modules['axelrod'] = None; import plyometric.learn.axelrod_player"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "this needs the Axelrod library: pip install 'plyometric[axelrod]'." in done.stderr


def test_the_librarys_own_tests_of_a_player_pass(axelrod, satisficer):
    from axelrod.tests.strategies.test_player import TestPlayer

    class OurPlayer(TestPlayer):
        name = "Satisficer: 5.0, 0.9, C"
        player = satisficer
        expected_classifier = satisficer.classifier

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OurPlayer).run(result)
    assert result.testsRun >= 9
    assert not result.failures and not result.errors
