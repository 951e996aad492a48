"""Lines with a gap and open twos, counted by the evaluation `split` of fives."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_fives import BOARDS, DIRECTIONS, laid, named_features, with_stones

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.fives import GAME, fives
from plyometric.games.fives.judgement import SPLIT
from plyometric.kernel import referee

SPLIT_BOARDS = {10: fives().judged_by("split")}
LINES = {
    "...xx.xx..": {"split_four": 1},
    "x.xxx.....": {"split_four": 1, "three_2": 1},
    "oxxx.xo...": {"split_four": 1},
    "xxx.xxx...": {"split_four": 1, "three_2": 1},
    ".xx.xx.xx.": {"split_four": 2},
    "..x.xx....": {"split_three_1": 1},
    ".xx.x.o...": {"split_three_1": 1},
    "x.xx......": {"split_three_2": 1},
    "..ox.xx...": {"split_three_2": 1},
    "..xx.xo...": {"split_three_2": 1},
    "..ox.xxo..": {},
    "...xx..x..": {"two_1": 1},
    ".x.xx.x...": {"split_three_1": 2},
    "...xx.....": {"two_1": 1},
    "x..xx..o..": {"two_1": 1},
    "o.xx......": {},
    "..xx..xx..": {"two_1": 2},
    "..oo..xx..": {},
}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("line", LINES)
def test_lines_with_a_gap_are_counted(line, direction):
    game = SPLIT_BOARDS[10]
    for cells in (line, line[::-1]):
        stones = laid(cells, direction)
        negative = {name: -count for name, count in LINES[line].items()}
        assert named_features(game, with_stones(10, stones, side="x")) == LINES[line]
        assert named_features(game, with_stones(10, stones, side="o")) == negative


SHAPES = {
    "split_four": "(?<=s)_(?=sss)|(?<=ss)_(?=ss)|(?<=sss)_(?=s)",
    "split_three_1": "(?=_s_ss_)|(?=_ss_s_)",
    "split_three_2": "(?=#(s_ss|ss_s)_)|(?=_(s_ss|ss_s)#)",
    "two_1": "(?=__ss__)",
}


def lines_on(size, stones, symbol):
    """Yield every line of the board as text: s for a stone, _ for an empty cell, # for all else."""
    letters = {symbol: "s", None: "_"}
    for down, right in DIRECTIONS:
        for row in range(size):
            for column in range(size):
                if not (0 <= row - down < size and 0 <= column - right < size):
                    cells = [(row + i * down, column + i * right) for i in range(size)]
                    on_board = [cell for cell in cells if all(0 <= x < size for x in cell)]
                    yield f"#{''.join(letters.get(stones.get(cell), '#') for cell in on_board)}#"


@pytest.mark.parametrize("size", SPLIT_BOARDS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_shapes_are_those_that_a_search_for_text_finds(size, data):
    cells = data.draw(st.lists(st.sampled_from("xxo..."), min_size=size**2, max_size=size**2))
    stones = {divmod(i, size): symbol for i, symbol in enumerate(cells) if symbol != "."}
    own, foe = (list(lines_on(size, stones, symbol)) for symbol in "xo")
    found = referee.features(SPLIT_BOARDS[size], with_stones(size, stones)).tolist()
    expected = [times(SHAPES[name], own) - times(SHAPES[name], foe) for name in SPLIT]
    assert found[5:] == expected
    assert found[:5] == referee.features(BOARDS[size], with_stones(size, stones)).tolist()


def times(shape, lines):
    return sum(len(re.findall(shape, line)) for line in lines)


def test_the_evaluation_is_the_sum_of_counts_times_weights():
    game = SPLIT_BOARDS[10]
    stones = laid(".x.xx..xxx", (0, 1)) | laid("oo.oo.....", (1, 1))
    counts = referee.features(game, with_stones(10, stones))
    assert {-1, 1} <= set(counts.tolist())
    assert referee.evaluate(game, with_stones(10, stones)) == 100 * (counts @ game.weights)


def test_the_family_names_what_differs_from_the_usual_game():
    texts = ["fives", "fives(size=10)", "fives(size=15)"]
    assert [load(text).name for text in texts] == ["fives", "fives", "fives(size=15)"]


def test_a_game_may_be_judged_in_several_ways_and_stays_the_same_game():
    solid, split = GAME, load("fives").judged_by("split")
    assert split.feature_names == GAME.feature_names + SPLIT
    assert split.name == solid.name and split.rules_digest == solid.rules_digest
    assert split.digest != solid.digest
    assert split.judged_by("solid").digest == solid.digest
    with pytest.raises(InputError, match=r"^fives has no evaluation 'deep': there are solid, split\.$"):
        GAME.judged_by("deep")


def test_no_line_starts_worth_less_than_one_that_it_dominates():
    game = SPLIT_BOARDS[10]
    weight = dict(zip(game.feature_names, game.weights, strict=True))
    assert game.dominance == (*GAME.dominance, ("split_three_1", "split_three_2"))
    assert all(weight[great] >= weight[small] for great, small in game.dominance)
