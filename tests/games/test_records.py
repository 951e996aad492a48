"""Game records: what PDN files in the wild look like, and what is said about broken ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games.checkers import GAME
from plyometric.games.checkers.notation import position_text, read_position
from plyometric.games.records import OPEN, Record, read_records, write_record
from plyometric.kernel import referee

RESULTS = (*GAME.records.results, OPEN)

TWO_GAMES = r"""
% a line for programs
[Event "The \"Old\" Cup"] [Site "C:\\games"]
[Black "Anderson"]
[Result "1-0"]

1. 11-15 {the \ most popular ( start} 23-19 $1 2. 8-11 ; a rest of line (
   22-17 3. 4-8! (3. 9-13?! 17-14 (17x14 {or 18-14)}) 10x17 21x14) 3... 17-13?
4.
15-18* 24-20(!) 5. ... 11-15 1-0

[Event "Second"]
1.9-14 22-18 2.5-9 2-0
"""


def moves_of(record):
    state = record.start
    for move in record.moves:
        yield GAME.move_text(state, move)
        state = referee.play(GAME, state, move)


def only(text):
    (record,) = read_records(text, GAME)
    return record


def test_a_file_with_all_that_annotators_do():
    first, second = read_records(TWO_GAMES, GAME)
    assert first.headers == {"Event": 'The "Old" Cup', "Site": r"C:\games", "Black": "Anderson"}
    assert " ".join(moves_of(first)) == "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15"
    assert first.result == "1-0"
    assert " ".join(moves_of(second)) == "9-14 22-18 5-9"
    assert (second.headers, second.result) == ({"Event": "Second"}, "2-0")


def test_line_ends_of_any_system_are_the_same():
    assert read_records("\ufeff" + TWO_GAMES.replace("\n", "\r\n"), GAME) == read_records(TWO_GAMES, GAME)


def test_a_text_without_games_has_none():
    assert read_records(" {nothing} \n", GAME) == []


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_ends_a_game(result):
    first, second = read_records(f"1. 11-15 {result} 1. 9-13 {result}", GAME)
    assert (first.result, second.result) == (result, result)
    assert list(moves_of(second)) == ["9-13"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('[Result "0-1"] 11-15 *', "0-1"),
        ('[Result "0-1"] 11-15', "0-1"),
        ('[Result "0-1"] 11-15 1-0', "1-0"),
        ('[Result "1+ - 1-"] 11-15', "1+ - 1-"),
        ("11-15", "*"),
    ],
)
def test_where_the_result_stands(text, result):
    assert only(text).result == result


def test_a_new_header_begins_a_new_game_even_without_a_result():
    assert len(read_records('[Event "A"] 11-15 [Event "B"] 11-15', GAME)) == 2


def test_a_game_may_start_from_a_position():
    record = only('[SetUp "1"][FEN "W:WK3:B7,8,14"] 1. 3x12 *')
    assert record.start == read_position("W:WK3:B7,8,14")
    assert record.headers == {}
    assert list(moves_of(record)) == ["3x12"]


def test_long_captures_with_and_without_their_landing_squares():
    text = '[FEN "B:W15,22:B11"] {} 11x18x25 *'
    assert only(text) == only(text.replace("x18x", "x"))


@pytest.mark.parametrize(
    ("text", "line", "game", "what"),
    [
        ("11-15\n{never\nclosed", 2, 1, "the comment that { opens here is never closed."),
        ("11-15 1-0\n\n9-13 (9-14\n(", 4, 2, "the variation that ( opens here is never closed."),
        ("11-15\n)", 2, 1, "this ) closes no variation."),
        ("11-15 }", 1, 1, "'}' is out of place here."),
        ("[Event Cup]", 1, 1, 'this header is broken: one is written [Name "value"], on one line.'),
        ('* \n[Event "Cup\n"]', 2, 2, 'this header is broken: one is written [Name "value"], on one line.'),
        ('[FEN "B:W18:B14"]\n1. 14-17', 2, 1, "'14-17' is not a legal move here: 14x23."),
        ('[FEN "B:W18:B14"]\n1. hello', 2, 1, "'hello' is not a legal move here: 14x23."),
        (
            '[Event "Cup"]\n[FEN "B:W18"]',
            2,
            1,
            "position 'B:W18', character 6: one part for White and one for Black are expected;"
            " a position reads like B:W18,21-28,K10:B1-7,K32.",
        ),
    ],
)
def test_a_broken_record_is_named_with_its_line_and_game(text, line, game, what):
    with pytest.raises(InputError) as caught:
        read_records(text, GAME, "cup.pdn")
    assert str(caught.value) == f"cup.pdn, line {line}, game {game}: {what}"


def test_a_record_as_text():
    start = read_position("B:W15,22,32:B11")
    record = only(f'[Event "The \\"Cup\\""] [FEN "{position_text(start)}"] 11x25 32-27 25-29 0-1')
    assert write_record(record, GAME) == (
        '[Event "The \\"Cup\\""]\n[Result "0-1"]\n[SetUp "1"]\n[FEN "B:W15,22,32:B11"]\n\n'
        "1. 11x25 32-27 2. 25-29 0-1\n"
    )


@pytest.mark.parametrize("headers", [{"Two words": "x"}, {"": "x"}, {"Event": "two\nlines"}])
def test_a_header_that_could_not_be_read_back_is_refused(headers):
    with pytest.raises(InputError, match="a name is one word, and a value one line"):
        write_record(Record(headers, GAME.start(), ()), GAME)


names = st.from_regex(r"[A-Z][A-Za-z0-9_]*", fullmatch=True).filter(
    lambda name: name not in ("Result", "SetUp", "FEN")
)
values = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))


@given(
    st.dictionaries(names, values, max_size=4),
    st.integers(0, 10_000),
    st.integers(0, 30),
    st.integers(0, 120),
    st.sampled_from(RESULTS) | values,
)
@settings(deadline=None)
def test_what_is_written_is_read_back(headers, seed, skipped, plies, result):
    states, moves = referee.random_game(GAME, seed, 0, plies)
    skipped = min(skipped, len(moves))
    record = Record(headers, states[skipped], tuple(moves[skipped:]), result)
    text = write_record(record, GAME)
    assert read_records(text + text, GAME) == [record, record]
    body = text.split("\n\n")[-1]
    assert all(len(line) <= 80 for line in body.splitlines())
