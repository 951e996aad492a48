"""Openings: the files that come with the games, and the ones that people write."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import pytest

from plyometric.arena.openings import (
    _read_line,
    after,
    ballots,
    drawn_ballots,
    opening,
    openings_of,
    read_openings,
)
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.referee import is_over, legal_moves
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

CHECKERS = load("checkers")
FIVES = load("fives")
CONNECT_FOUR = load("examples/connect_four.py")


def test_moves_that_hold_blanks_are_read():
    spaced = replace(CONNECT_FOUR.notation, move_text=lambda state, column: "drop " + "abcdefg"[column])
    assert _read_line(replace(CONNECT_FOUR, notation=spaced), "drop a drop b  # level", "x") == (0, 1)


def test_a_shallow_search_already_finds_the_three_move_ballots():
    """174 is the number of ballots on the list of the American Checker Federation, barred ones included."""
    lines = openings_of(CHECKERS)
    assert len(lines) == 174
    assert [ballot.line for ballot in ballots(CHECKERS, plies=3, depth=5, margin=50)] == lines


@pytest.mark.parametrize(("game", "plies", "depth", "margin"), [(CHECKERS, 3, 13, 50), (FIVES, 3, 8, 20_000)])
def test_the_files_hold_what_their_headers_say(game, plies, depth, margin):
    lines = openings_of(game)
    assert len({after(game, line) for line in lines}) == len(lines)
    assert {len(line) for line in lines} == {plies}
    sample = lines[:: len(lines) // 3]
    assert all(abs(analyse(game, Full(depth), after(game, line)).value) <= margin for line in sample)


def drawn(count, threads=1, **terms):
    terms = {"plies": 4, "depth": 5, "margin": 40, "seed": 3} | terms
    with ThreadPoolExecutor(threads) as executor:
        return list(islice(drawn_ballots(CHECKERS, **terms, executor=executor), count))


def test_openings_are_drawn_fair_and_lead_to_positions_of_their_own():
    found = drawn(30)
    assert {len(line) for line, _ in found} == {4}
    assert len({after(CHECKERS, line) for line, _ in found}) == 30
    for line, value in found:
        assert analyse(CHECKERS, Full(5), after(CHECKERS, line)).value == value
        assert abs(value) <= 40


def test_the_same_openings_are_drawn_on_any_number_of_threads():
    assert drawn(20, threads=3) == drawn(20)
    assert drawn(20, seed=4) != drawn(20)


def test_openings_are_drawn_as_long_as_there_are_new_ones(monkeypatch):
    monkeypatch.setattr("plyometric.arena.openings.PATIENCE", 100)
    assert {ballot.line for ballot in drawn(10, plies=1)} == {
        ballot.line for ballot in ballots(CHECKERS, plies=1, depth=5, margin=40)
    }


def test_an_opening_that_loses_a_man_is_left_out(tmp_path):
    path = tmp_path / "lost.openings"
    path.write_text("9-14 22-17 11-16\n9-14 22-17 14-18\n")
    sound, lost = read_openings(CHECKERS, path)
    assert abs(analyse(CHECKERS, Full(13), after(CHECKERS, lost)).value) >= 100
    assert sound in openings_of(CHECKERS)
    assert lost not in openings_of(CHECKERS)


def test_another_size_of_board_does_not_use_the_file():
    assert openings_of(load("fives(size=7)")) == [()]
    assert openings_of(CONNECT_FOUR) == [()]


def test_every_opening_comes_once_before_any_comes_again():
    lines = openings_of(CHECKERS)
    states = [opening(CHECKERS, lines, index, seed=4) for index in range(len(lines))]
    assert set(states) == {after(CHECKERS, line) for line in lines}
    assert states != [opening(CHECKERS, lines, index, seed=5) for index in range(len(lines))]


def test_random_openings_are_fair_and_differ():
    states = [opening(CONNECT_FOUR, [()], index, seed=1) for index in range(40)]
    assert len(set(states)) >= 35
    assert not any(is_over(CONNECT_FOUR, state) for state in states)
    assert {bin(state.own | state.foe).count("1") for state in states} == {6}
    assert states == [opening(CONNECT_FOUR, [()], index, seed=1) for index in range(40)]


def test_a_file_is_read_with_its_comments(tmp_path):
    path = tmp_path / "mine.openings"
    path.write_text("# two openings\n11-15 23-19 8-11  # Glasgow\n\n9-13\n")
    glasgow, short = read_openings(CHECKERS, path)
    assert (len(glasgow), len(short)) == (3, 1)
    assert legal_moves(CHECKERS, after(CHECKERS, glasgow))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("11-15\n11-15 23-19 8-12\n", "line 2: '8-12' is not a legal move here"),
        ("# nothing\n", "holds no opening"),
        ("a7\n", "line 1: 'a7' is not a legal move"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path, text, said):
    path = tmp_path / "bad.openings"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_openings(CHECKERS, path)


def test_an_opening_that_ends_the_game_is_refused(tmp_path):
    path = tmp_path / "short.openings"
    path.write_text("a b a b a b a\n")
    with pytest.raises(InputError, match="line 1: the game is over after these moves"):
        read_openings(CONNECT_FOUR, path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.openings: No such file"):
        read_openings(CHECKERS, tmp_path / "none.openings")
