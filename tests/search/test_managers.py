"""Time managers: when a search ends, the files they come from, and the move of a depth that was cut short."""

import json
import math
from dataclasses import asdict, replace

import numpy as np
import pytest

from plyometric.errors import InputError
from plyometric.games import load, names
from plyometric.games.shipped import shipped
from plyometric.kernel.referee import random_game
from plyometric.learn.trees import scores
from plyometric.search.analysis import Handle, tick_for
from plyometric.search.full import Full
from plyometric.search.managers import (
    BUILT_IN,
    FINISH,
    LEAST,
    MOST,
    SIGNS,
    STABLE,
    checked_clock,
    manager_from_json,
    read_manager,
    stretched,
    write_manager,
)
from plyometric.search.minimax import root_values

CHECKERS = load("checkers").judged_by("material")
SAME_VALUE = Full(table=0.1, quiescence=False, repetition=False)


def positions(n, plies):
    return [random_game(CHECKERS, 5, index, plies)[0][-1] for index in range(n)]


def ended(state, clock, allotted, most=10**6):
    """Return a search that was allotted so many nodes."""
    handle = Handle(CHECKERS, replace(SAME_VALUE, clock=clock, nodes=most), state)
    handle.seat.desk.allotted = allotted
    handle.run()
    return handle


@pytest.mark.parametrize("allotted", [50, 700, 9_000])
def test_finish_ends_with_the_first_depth_that_has_taken_its_fraction(allotted):
    for state in positions(8, 12):
        *before, end = (step.nodes for step in ended(state, "finish", allotted).course)
        bar = FINISH.fraction * allotted
        assert end >= bar > max(before, default=0)


def test_without_an_allotment_and_for_the_even_nothing_ends_early():
    (state,) = positions(1, 12)
    whole = ended(state, "finish", 0, 3_000)
    assert ended(state, "even", 100, 3_000).course == whole.course
    assert len(ended(state, "finish", 100, 3_000).course) < len(whole.course)


def seen(**signs):
    row = np.zeros((1, len(SIGNS)))
    for name, value in signs.items():
        row[0, {"share": 3, "since": 4}[name]] = value
    return scores(np.array(STABLE.forest), row)[0]


def test_a_move_that_stays_and_takes_most_of_the_nodes_needs_less_time():
    assert seen(share=0.2, since=0) > seen(share=0.6, since=0) > seen(share=0.9, since=0)
    assert seen(share=0.6, since=0) > seen(share=0.6, since=2) > seen(share=0.6, since=9)


def test_more_regret_deserves_more_time_within_bounds():
    assert stretched(4.0, 0.5, 1.0) == 2.0 and stretched(0.25, 0.5, 1.0) == 0.5
    assert stretched(1e9, 0.5, 1.0) == MOST and stretched(-1.0, 0.5, 1.0) == LEAST


# The move of a depth that was cut short


def test_a_better_move_of_a_depth_that_was_cut_short_is_played():
    """It is the better of the two at the next depth, by exact values."""
    overtaken = 0
    for state in positions(30, 14):
        for nodes in range(100, 1_500, 60):
            handle = ended(state, "finish", 0, nodes)
            found, (depth, old, value, _) = handle.now(), handle.course[-1]
            if found.move == old:
                assert found.value == value
                continue
            overtaken += 1
            values = root_values(CHECKERS, depth + 1, state)
            assert values[found.move] == found.value > values[old]
    assert overtaken >= 5


# Files


def test_a_manager_is_the_same_after_being_written(tmp_path):
    manager = replace(STABLE, name="mine", game=CHECKERS.name, learned={"by": "hand"})
    write_manager(tmp_path / "mine.json", manager)
    assert read_manager(CHECKERS, str(tmp_path / "mine.json")) == manager
    for one in BUILT_IN.values():
        assert manager_from_json(json.loads(json.dumps(asdict(one)))) == one


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fraction": -1}, "fraction is a number from 0 to 10, not -1"),
        ({"usual": 0}, "usual is a number from 1e-09"),
        ({"exponent": "high"}, "exponent is a number from 0 to 10, not 'high'"),
        ({"forest": [[99, 0, 1, 2], [-1, 0, -1, 0], [-1, 0, -1, 1]]}, "forest, row 0: the feature must be"),
        ({"forest": [[0, 0, 0, 0]]}, "forest, row 0: it must lead to later rows"),
        ({"signs": ["mood"]}, "goes by other signs than this version sees"),
        ({"game": "chess"}, "it is a time manager for the game 'chess', not for 'checkers'"),
        ({"format": "plyometric weights 1"}, "'plyometric time manager 1' is accepted"),
        ({"forest": None}, "is not a whole time manager"),
    ],
)
def test_a_file_that_is_no_manager_for_the_game_is_refused(change, said, tmp_path):
    path = tmp_path / "clock.json"
    write_manager(path, FINISH)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(InputError, match=said):
        read_manager(CHECKERS, str(path))


def test_managers_that_come_with_games_fit_them():
    found = [(name, file) for name in names() for file in shipped(load(name), "clock")]
    assert ("chess", "learned") in found and ("chess", "finish") in found
    for name, file in found:
        game = load(name)
        manager = checked_clock(game.judged_by(game.played_by), file)
        assert (manager.game, manager.is_even) == (name, False)


# Clocks of seconds


def test_a_share_of_the_time_is_told_in_nodes_at_the_speed_so_far():
    (state,) = positions(1, 12)
    handle = ended(state, "finish", 0, 2_000)
    handle.grant(math.inf, 0.5)
    assert handle.seat.desk.allotted == 0, "who has no share is allotted nothing"
    handle.grant(2.0, 0.5)
    assert handle.seat.desk.allotted == 4 * handle.nodes


def test_a_clock_is_looked_at_often_enough_to_tell_a_share():
    assert [tick_for(share) for share in (0.001, 0.25, 60)] == [0.001, 0.005, 0.01]
