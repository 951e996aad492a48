"""Search by relevance: it takes what is won, keeps to its limits, says why it looked where, and plays."""

import json

import numpy as np
import pytest
from vague import CONNECT_FOUR, GAME, opinion

from plyometric.arena.games import play_game
from plyometric.arena.players import player_from_json, read_player
from plyometric.errors import InputError
from plyometric.kernel import WIN
from plyometric.search.analysis import Handle
from plyometric.search.kinds import kind_from_json
from plyometric.search.opinions import read_opinion, write_opinion
from plyometric.search.relevance import POLICIES, Relevance

THREE_TO_TWO = "......./......./......./......./oo...../xxx...."
THREE_IN_A_ROW = "......./......./......./......./ooo..../xxx...."


@pytest.fixture
def file(tmp_path):
    write_opinion(tmp_path / "opinion.json", opinion())
    return tmp_path / "opinion.json"


def kind(**settings):
    return Relevance(**{"policy": "qss", "expansions": 60, "opinion": opinion(), **settings})


def searched(position="", **settings):
    state = CONNECT_FOUR.read_position(position) if position else None
    handle = Handle(CONNECT_FOUR, kind(**settings), state)
    return handle.run(), handle


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_takes_what_is_won_and_stops_what_is_lost(policy):
    found, _ = searched(THREE_IN_A_ROW, policy=policy, planner=opinion(2))
    assert CONNECT_FOUR.move_text(None, found.move) == "d"
    assert found.value == 100, "the highest spike: the game is won"
    stopped, _ = searched(
        "......./......./......./......./oo...../xxx....", policy=policy, planner=opinion(2)
    )
    assert CONNECT_FOUR.move_text(None, stopped.move) == "d"


def test_limits_are_kept():
    for settings, expansions, depth in (({}, 60, 99), ({"expansions": 7}, 7, 99), ({"depth": 2}, 60, 2)):
        found, handle = searched(**settings)
        assert handle.seat.desk.expansions <= expansions
        assert found.depth == handle.deepest <= depth
    found, handle = searched(expansions=0, nodes=100)
    assert 100 < found.nodes <= 107
    _, dear = searched(cost=1000.0)
    assert dear.seat.desk.expansions == 0, "nothing is worth so much"


def test_the_same_search_finds_the_same_and_tells_why():
    (one, first), (two, second) = searched(), searched()
    assert one == two
    log, n = first.seat.memory.log, int(first.seat.desk.computations)
    assert n == first.seat.desk.expansions == len(set(log.picked[:n].tolist())), "no leaf twice"
    q, step, gain, time, value = log.reasons[:n].T
    assert np.all(gain <= step + 1e-9) and np.all(gain >= -1e-9) and np.all(q >= -1e-9)
    assert np.array_equal(value, step) and np.all(time >= 1)
    assert first.seat.memory.tree.favourites[n] == one.move
    assert np.array_equal(log.reasons[:n], second.seat.memory.log.reasons[:n])


def test_an_adaptation_is_made_once_where_it_saves_enough():
    slow = opinion(effort=[0.5, 0.5, 0.5, 6.0])
    _, handle = searched(policy="atrqss", opinion=slow, planner=opinion(2), cost=0.05, effort=1.0)
    log, n = handle.seat.memory.log, int(handle.seat.desk.computations)
    assert (log.picked[:n] == 0).sum() == 1 == handle.seat.desk.adapted
    assert n == handle.seat.desk.expansions + 1 > 1, "it goes on after that"
    _, idle = searched(policy="atrqss", planner=opinion(2), cost=0.0)
    assert idle.seat.desk.adapted == 0, "time that costs nothing need not be saved"


def test_a_position_that_stands_twice_is_judged_once():
    _, handle = searched(expansions=30)
    tree, n = handle.seat.memory.tree, int(handle.seat.desk["size"])
    leaves = [x for x in range(n) if not tree.exact[x] and not tree.children[x]]
    judged = {(int(tree.keys[x]), *tree.chances[x].tolist()) for x in leaves}
    assert len(judged) == len(set(tree.keys[leaves].tolist())), "twins are alike"
    assert 0 < handle.seat.desk.twins <= n - len(set(tree.keys[:n].tolist()))


def test_batches_grow_as_large_a_tree():
    _, handle = searched(batch=8)
    assert handle.seat.desk.expansions == 60


def test_it_plays_whole_games_also_from_plain_data(file):
    text = f"{GAME}:policy=trqss,expansions=15,opinion={file}"
    player, other = read_player(text), read_player(f"{GAME}:depth=1")
    again = player_from_json(json.loads(json.dumps(player.as_json())))
    start = CONNECT_FOUR.start()
    assert play_game(player, other, start) == play_game(again, other, start)
    same = kind_from_json(json.loads(json.dumps(player.kind.as_json())))
    assert same.opinion.layers == player.kind.opinion.layers


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"gamma": 1.5}, "gamma must be from 0 to 1, not 1.5"),
        ({"policy": "all"}, "policy is one of qss, trqss, atrqss, not 'all'"),
        ({"policy": "atrqss"}, "give planner=FILE as well"),
        ({"opinion": ""}, "no opinion comes with connect_four: give opinion=FILE"),
        ({"opinion": opinion(game="chess")}, "an opinion for the game 'chess', not for 'connect_four'"),
        (
            {"opinion": opinion(marginal=[0.3] * 5)},
            "marginal: 5 chances with the sum 1 are expected, not 5 with 1.5",
        ),
        ({"opinion": opinion(certainty=2)}, "certainty: a number from 0 to 1 is expected, not 2"),
        ({"opinion": opinion(certainty=0.5)}, "layer 3: 3 by 3 weights are expected"),
        ({"opinion": opinion(spikes=[-1.0, 0.0, 2.0])}, "rising and symmetric about 0"),
        ({"opinion": opinion(effort=[1.0, float("nan"), 1.0, 1.0])}, "effort: finite numbers are expected"),
        ({"opinion": opinion(inputs=["x"])}, "learn it anew"),
        ({"opinion": opinion(layers=[])}, "three pairs of weights and biases"),
        ({"policy": "atrqss", "planner": opinion(spikes=[-9.0, -1.0, 0.0, 1.0, 9.0])}, "has other spikes"),
    ],
)
def test_a_wrong_setting_is_refused_in_a_sentence(settings, words):
    with pytest.raises(InputError, match=words):
        kind(**settings).checked(CONNECT_FOUR)


def test_an_opinion_reads_back_as_it_was_written(file):
    assert read_opinion(CONNECT_FOUR, str(file)).as_json() == opinion().as_json()
    file.write_text(file.read_text().replace('"spikes"', '"thorns"'))
    with pytest.raises(InputError, match="is not a whole opinion: it lacks 'spikes'"):
        read_opinion(CONNECT_FOUR, str(file))


def test_values_stay_below_those_of_decided_games():
    assert abs(searched()[0].value) < WIN // 2
