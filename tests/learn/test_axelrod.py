"""The satisficing agent among the strategies of the Axelrod library."""

from itertools import pairwise

import pytest

from plyometric.errors import InputError
from plyometric.games.dilemma import STRATEGIES, matrix
from plyometric.learn.satisficing import duel, self_play

axelrod = pytest.importorskip("axelrod")

from axelrod.tests.strategies.test_player import TestPlayer  # noqa: E402

from plyometric.learn.axelrod_player import Satisficer  # noqa: E402

C, D = axelrod.Action.C, axelrod.Action.D
LIBRARY_GAME = matrix(3, 0, 5, 1)
OPPONENTS = [
    *axelrod.basic_strategies,
    *axelrod.axelrod_first_strategies,
    axelrod.Adaptive,
    axelrod.Appeaser,
    axelrod.BackStabber,
    axelrod.CollectiveStrategy,
    axelrod.Gradual,
    axelrod.GTFT,
    axelrod.HardTitForTat,
    axelrod.OmegaTFT,
    axelrod.Prober,
    axelrod.Punisher,
    axelrod.ZDExtort2,
]


def opponents():
    return list(dict.fromkeys(OPPONENTS))


def test_there_are_at_least_twenty_opponents():
    assert len(opponents()) >= 20


@pytest.mark.parametrize("opponent", opponents(), ids=lambda strategy: strategy.name)
@pytest.mark.parametrize("noise", [0, 0.05])
def test_every_turn_against_the_library_follows_the_rule(opponent, noise):
    player = Satisficer(aspiration=4.5, lam=0.8)
    turns = axelrod.Match((player, opponent()), turns=60, noise=noise, seed=1).play()
    pays = {(C, C): 3, (C, D): 0, (D, C): 5, (D, D): 1}
    aspiration, surprises = 4.5, 0
    for now, then in pairwise(turns):
        stays = pays[now] >= aspiration
        surprises += (now[0] == then[0]) != stays
        aspiration = 0.8 * aspiration + 0.2 * pays[now]
    assert surprises == 0 if noise == 0 else surprises < 15
    assert player.aspiration == pytest.approx(aspiration)


SAME = {
    "cooperator": axelrod.Cooperator,
    "defector": axelrod.Defector,
    "alternator": axelrod.Alternator,
    "tit-for-tat": axelrod.TitForTat,
    "suspicious-tit-for-tat": axelrod.SuspiciousTitForTat,
    "win-stay-lose-shift": axelrod.WinStayLoseShift,
    "grim": axelrod.Grudger,
}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize(("aspiration", "lam", "first"), [(4.5, 0.8, C), (2.0, 0.3, D), (5.0, 0.99, C)])
def test_our_compiled_games_are_the_librarys(name, aspiration, lam, first):
    turns = axelrod.Match((Satisficer(aspiration, lam, first), SAME[name]()), turns=100).play()
    course = duel(LIBRARY_GAME, lam, aspiration, int(first is D), name, 100)
    assert course.actions.tolist() == [[int(a is D), int(b is D)] for a, b in turns]


def test_all_strategies_without_chance_are_compared():
    assert {*SAME, "random"} == set(STRATEGIES)


def test_two_agents_play_as_our_compiled_ones_do():
    turns = axelrod.Match((Satisficer(4.5, 0.8), Satisficer(2.5, 0.8, D)), turns=100).play()
    course = self_play(LIBRARY_GAME, 0.8, (4.5, 2.5), (0, 1), 100)
    assert course.actions.tolist() == [[int(a is D), int(b is D)] for a, b in turns]


def test_a_tournament():
    players = [Satisficer(), Satisficer(2.0, 0.5, D), axelrod.TitForTat(), axelrod.Defector()]
    results = axelrod.Tournament(players, turns=50, repetitions=2, seed=1).play(progress_bar=False)
    assert sorted(results.ranked_names) == sorted(map(str, players))
    assert [first == second for first, second in results.scores] == [True] * 4


def test_lambda_outside_its_range_is_refused():
    with pytest.raises(InputError, match="lambda = 2.0: it weighs the past"):
        Satisficer(lam=2)


class TestSatisficer(TestPlayer):
    """The library's own tests of a player: reset, clone, equality, classification and so on."""

    name = "Satisficer: 5.0, 0.9, C"
    player = Satisficer
    expected_classifier = Satisficer.classifier

    def test_strategy(self):
        actions = [(C, C), (D, C), (D, D), (C, D), (D, C)]
        opponent = axelrod.MockPlayer([C, C, D, D, C])
        self.versus_test(opponent, expected_actions=actions, init_kwargs={"aspiration": 4.0, "lam": 0.5})


del TestPlayer
