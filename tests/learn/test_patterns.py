"""Patterns of checkers pieces: against a slow matcher that looks at a drawn board, square by square."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.checkers.board import PLACES, State
from plyometric.kernel.referee import random_game
from plyometric.learn.patterns import (
    ANYTHING,
    ANYWHERE,
    FOE_BASELINE,
    FOE_KING,
    FOE_MAN,
    FOE_PIECE,
    FREE,
    LEFT_EDGE,
    MIDDLE_COURT,
    MOST_GENERAL,
    OWN_BASELINE,
    OWN_KING,
    OWN_MAN,
    OWN_PIECE,
    RIGHT_EDGE,
    best_patterns,
    count_all,
    export_text,
    from_rows,
    info,
    search_patterns,
    specialised,
    to_rows,
)

CHECKERS = load("checkers")
ATTACK = (FOE_MAN, ANYTHING, OWN_PIECE, ANYTHING, FREE, ANYWHERE)


@pytest.fixture(scope="module")
def boards():
    games = [random_game(CHECKERS, 1, index)[0] for index in range(60)]
    return np.array([state for states in games for state in states])


@st.composite
def positions(draw):
    kinds = draw(st.lists(st.sampled_from("oOxX" + 4 * " "), min_size=32, max_size=32))
    own, foe, kings = (
        sum(1 << i for i, kind in enumerate(kinds) if kind in some) for some in ("oO", "xX", "OX")
    )
    return State(own, foe, kings, draw(st.integers(0, 1)))


patterns = st.tuples(*[st.integers(0, 7)] * 5, st.integers(0, 5))

MEETS = {
    ANYTHING: " oOxX",
    FREE: " ",
    OWN_PIECE: "oO",
    FOE_PIECE: "xX",
    OWN_MAN: "o",
    OWN_KING: "O",
    FOE_MAN: "x",
    FOE_KING: "X",
}
LIES_IN = {
    ANYWHERE: lambda top, left: True,
    OWN_BASELINE: lambda top, left: top == 5,
    FOE_BASELINE: lambda top, left: top == 0,
    MIDDLE_COURT: lambda top, left: 1 <= top <= 4 and 1 <= left <= 4,
    LEFT_EDGE: lambda top, left: left == 0,
    RIGHT_EDGE: lambda top, left: left == 5,
}


def drawn(state):
    """Draw the board as the mover sees it, its own side at the bottom."""
    board = {}
    for i, (row, column) in enumerate(PLACES):
        letter = "o" if state.own >> i & 1 else "x" if state.foe >> i & 1 else " "
        board[7 - row, 7 - column] = letter.upper() if state.kings >> i & 1 else letter
    return board


def slow_matches(state, pattern):
    """Return the top left corners of the windows that a pattern matches."""
    board = drawn(state)
    corners = [(top, left) for top in range(6) for left in range(6) if (top + 1, left + 1) in board]
    assert len(corners) == 18
    return {(top, left) for top, left in corners if is_match(board, top, left, pattern)}


def is_match(board, top, left, pattern):
    squares = [(top, left), (top, left + 2), (top + 1, left + 1), (top + 2, left), (top + 2, left + 2)]
    fits = all(board[square] in MEETS[wanted] for square, wanted in zip(squares, pattern, strict=False))
    return fits and LIES_IN[pattern[5]](top, left)


def count(state, pattern):
    return int(count_all([state], [pattern])[0, 0])


# Matching


@given(positions(), st.lists(patterns, min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
def test_counts_are_those_of_the_slow_matcher(state, some):
    assert count_all([state], some)[0].tolist() == [len(slow_matches(state, pattern)) for pattern in some]


@pytest.mark.parametrize("square", range(5))
@pytest.mark.parametrize("condition", MEETS)
def test_each_condition_on_each_square(square, condition, boards):
    pattern = (*MOST_GENERAL[:square], condition, *MOST_GENERAL[square + 1 :])
    expected = [len(slow_matches(State(*board), pattern)) for board in boards[::50].tolist()]
    assert count_all(boards[::50], [pattern])[:, 0].tolist() == expected


def test_the_first_position():
    start = CHECKERS.start()
    assert count(start, MOST_GENERAL) == 18
    assert [count(start, (*MOST_GENERAL[:5], area)) for area in range(6)] == [18, 3, 3, 8, 3, 3]
    assert count(start, (OWN_MAN,) * 5 + (OWN_BASELINE,)) == 3
    assert count(start, (FOE_MAN,) * 5 + (FOE_BASELINE,)) == 3
    assert count(start, (FOE_MAN,) * 5 + (OWN_BASELINE,)) == 0


@pytest.mark.parametrize("turn", ["W:W22:B18", "B:W15:B11"])
def test_whoever_moves_is_own_and_looks_ahead(turn):
    # The piece ahead stands to the right of White's man on 22 and of Black's man on 11, each as its
    # player sees the board.
    state = CHECKERS.read_position(turn)
    assert count(state, (ANYTHING, FOE_MAN, OWN_MAN, ANYTHING, ANYTHING, ANYWHERE)) == 1
    assert count(state, (FOE_MAN, ANYTHING, OWN_MAN, ANYTHING, ANYTHING, ANYWHERE)) == 0


def test_left_is_left_for_the_mover():
    # White sees square 29 in its left corner; Black, on the other side, sees square 4 there.
    for text in ("W:W29:B1", "B:W32:B4"):
        state = CHECKERS.read_position(text)
        assert count(state, (ANYTHING, ANYTHING, ANYTHING, OWN_MAN, ANYTHING, LEFT_EDGE)) == 1
        assert count(state, (ANYTHING, ANYTHING, ANYTHING, OWN_MAN, ANYTHING, RIGHT_EDGE)) == 0


def other_side(state):
    own, foe, kings = (int(f"{word:032b}"[::-1], 2) for word in (state.foe, state.own, state.kings))
    return State(own, foe, kings, 1 - state.side)


OTHER_COLOUR = [ANYTHING, FREE, FOE_PIECE, OWN_PIECE, FOE_MAN, FOE_KING, OWN_MAN, OWN_KING]
OTHER_AREA = [ANYWHERE, FOE_BASELINE, OWN_BASELINE, MIDDLE_COURT, RIGHT_EDGE, LEFT_EDGE]


@given(positions(), patterns)
@settings(max_examples=100, deadline=None)
def test_the_other_side_sees_the_pattern_turned_round(state, pattern):
    turned = (*(OTHER_COLOUR[condition] for condition in pattern[4::-1]), OTHER_AREA[pattern[5]])
    assert count(other_side(state), turned) == count(state, pattern)


@given(positions(), patterns)
@settings(max_examples=60, deadline=None)
def test_a_more_special_pattern_never_matches_where_its_parent_does_not(state, pattern):
    parent = slow_matches(state, pattern)
    for special in specialised(pattern):
        assert slow_matches(state, special) <= parent
        assert count(state, special) <= count(state, pattern)


def test_every_pattern_is_reached_from_the_most_general_one():
    found, waiting = {MOST_GENERAL}, [MOST_GENERAL]
    for pattern in waiting:
        fresh = set(specialised(pattern)) - found
        found |= fresh
        waiting += fresh
    assert len(found) == 6 * 8**5


# Rating


def test_info_by_hand():
    # Eight boards with a man of ours on square 18 or not. Among the four without it one is positive: this
    # takes -1/4 log2(1/4) - 3/4 log2(3/4) = 0.811 bits to tell. The four with it are all positive: 0 bits.
    # On average 4/8 * 0.811 + 4/8 * 0 = 0.406.
    bare, manned = CHECKERS.read_position("B:W32:B1"), CHECKERS.read_position("B:W32:B1,18")
    man = (ANYTHING, ANYTHING, OWN_MAN, ANYTHING, ANYTHING, MIDDLE_COURT)
    uncertain = -1 / 4 * math.log2(1 / 4) - 3 / 4 * math.log2(3 / 4)
    bits = info([bare] * 4 + [manned] * 4, [1, 0, 0, 0, 1, 1, 1, 1], [man])
    assert bits.tolist() == [pytest.approx(uncertain / 2)]


@given(st.integers(0, 10**6), st.lists(patterns, min_size=1, max_size=20))
@settings(max_examples=30, deadline=None)
def test_info_follows_equations_6_and_7(boards, seed, some):
    labels = np.random.default_rng(seed).integers(0, 2, len(boards))
    for bits, counts in zip(info(boards, labels, some), count_all(boards, some).T, strict=True):
        expected = 0.0
        for value in np.unique(counts):
            p = labels[counts == value].mean()
            expected -= (counts == value).mean() * sum(q * math.log2(q) for q in (p, 1 - p) if q)
        assert bits == pytest.approx(expected, abs=1e-12)


# Searching


def test_a_planted_pattern_is_found(boards):
    labels = count_all(boards, [ATTACK])[:, 0] > 0
    rated = search_patterns(boards, labels, expansions=300)
    assert rated.info[0] == 0
    assert ((count_all(boards, rated.patterns[:1])[:, 0] > 0) == labels).all()
    assert list(ATTACK) in rated.patterns[rated.info == 0].tolist()


def test_a_planted_pattern_is_found_through_noise(boards):
    noise = np.random.default_rng(0).random(len(boards)) < 0.1
    labels = (count_all(boards, [ATTACK])[:, 0] > 0) ^ noise
    rated = search_patterns(boards, labels, expansions=300)
    assert list(ATTACK) in rated.patterns[:1].tolist()


def test_the_search_opens_each_pattern_once_and_rates_it(boards):
    labels = boards[:, 0] % 2
    rated = search_patterns(boards, labels, expansions=30)
    assert len(np.unique(rated.patterns, axis=0)) == len(rated.patterns) > 100
    assert (np.diff(rated.info) >= 0).all()
    assert (info(boards, labels, rated.patterns) == rated.info).all()
    again = search_patterns(boards, labels, expansions=30)
    assert (again.patterns == rated.patterns).all() and (again.info == rated.info).all()


def test_one_expansion_gives_the_twenty_successors(boards):
    rated = search_patterns(boards, boards[:, 0] % 2, expansions=1)
    assert set(map(tuple, rated.patterns.tolist())) == {MOST_GENERAL, *specialised(MOST_GENERAL)}
    assert len(rated.patterns) == 21


def test_the_best_patterns_are_not_alike(boards):
    labels = count_all(boards, [ATTACK])[:, 0] > 0
    rated = search_patterns(boards, labels, expansions=300)
    best = best_patterns(rated, boards, count=12)
    counts = count_all(boards, best)
    assert best.shape == (12, 6) and (best[0] == rated.patterns[0]).all()
    assert np.ptp(counts, axis=0).min() > 0
    assert np.abs(np.corrcoef(counts.T) - np.eye(12)).max() <= 0.9


def test_fewer_patterns_are_returned_where_fewer_differ(boards):
    rated = search_patterns(boards, boards[:, 0] % 2, expansions=0)
    assert best_patterns(rated, boards).shape == (0, 6)


# Text and JSON


def test_patterns_as_little_boards():
    assert export_text([ATTACK, (FREE, FOE_PIECE, OWN_KING, OWN_MAN, FOE_KING, LEFT_EDGE)]).splitlines() == [
        "x   ?",
        "  +    anywhere",
        "?   .",
        "",
        ".   -",
        "  O    left edge",
        "o   X",
        "",
        "? anything  . free  + own piece  - foe piece  o own man  O own king  x foe man  X foe king",
    ]


def test_patterns_come_back_from_json_as_they_were():
    some = np.array([ATTACK, MOST_GENERAL])
    assert (from_rows(json.loads(json.dumps(to_rows(some)))) == some).all()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("7", "^patterns: a list of rows"),
        ("[[0, 0, 0, 0, 0]]", "^patterns, row 0: 6 finite numbers"),
        ("[[0, 0, 0, 0, 0, null]]", "row 0: 6 finite numbers"),
        ("[[0, 0, 0, 0, 0, 0], [8, 0, 0, 0, 0, 0]]", "row 1: number 1 must be whole and from 0 to 7"),
        ("[[0, 0, 0, 0, 0, 6]]", "row 0: number 6 must be whole and from 0 to 5"),
        ("[[0, 0, -1, 0, 0, 0]]", "row 0: number 3 must be"),
        ("[[0, 0, 0.5, 0, 0, 0]]", "row 0: number 3 must be"),
        ("[[0, 0, 1e300, 0, 0, 0]]", "row 0: number 3 must be"),
    ],
)
def test_a_hostile_file_is_refused_with_its_place(text, fault):
    with pytest.raises(InputError, match=fault):
        from_rows(json.loads(text))


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ([], "states of checkers"),
        ([[1, 2, 0]], "states of checkers"),
        ([[1.5, 2, 0, 0]], "states of checkers"),
        ([[1, 2, 0, 0], [3, 2, 0, 0]], "board 1 is no position"),
        ([[1, 2, 4, 0]], "board 0 is no position"),
        ([[1 << 32, 2, 0, 0]], "board 0 is no position"),
    ],
)
def test_what_is_no_board_is_refused(wrong, fault):
    with pytest.raises(InputError, match=fault):
        count_all(wrong, [MOST_GENERAL])
