"""Game records: what PDN files in the wild look like, and what is said about broken ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games import chess
from plyometric.games.checkers import GAME
from plyometric.games.checkers.notation import position_text, read_position
from plyometric.games.records import OPEN, Record, good_records, read_records, text_of, write_record
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


def test_quotation_marks_in_a_header_are_kept_whether_or_not_they_are_marked_as_such():
    assert only('[Event "The "Old" Cup"] 11-15') == only(r'[Event "The \"Old\" Cup"] 11-15')


def test_a_set_up_that_says_no_begins_from_the_start():
    assert only('[SetUp "0"][FEN "W:WK3:B7,8,14"] 11-15 *').start == GAME.start()


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
        ('[Event "Cup\r"]', 1, 1, 'this header is broken: one is written [Name "value"], on one line.'),
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


# Chess, in PGN

IMMORTAL = """
[Event "London"]
[Date "1851.06.21"]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]
[ECO "C33"]

1.e4 e5 2.f4 {the King's Gambit} exf4 3.Bc4 Qh4+ (3...d5 4.Bxd5 (4.exd5 Bd6) Nf6) 4.Kf1 b5?! $6 5.Bxb5 Nf6
6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 11.Rg1! cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6
16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 ; (or 18...Qxa1+
19.e5 Qxa1+ 20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0
"""
FOUR_RIGHTS = '[FEN "r3k2r/8/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 31"]'


def last_position(record):
    state = record.start
    for move in record.moves:
        state = referee.play(chess.GAME, state, move)
    return chess.GAME.position_text(state)


def test_a_game_of_chess_with_all_that_annotators_do():
    (record,) = read_records(IMMORTAL, chess.GAME)
    assert list(record.headers) == ["Event", "Date", "White", "Black", "ECO"]
    assert (len(record.moves), record.result) == (45, "1-0")
    assert last_position(record) == "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23"
    assert read_records(write_record(record, chess.GAME), chess.GAME) == [record]


def test_castling_with_noughts_is_no_result_and_old_spellings_are_read():
    text = f"{FOUR_RIGHTS} 31. exd6 e.p. 0-0 32. 0-0-0!? gxh1(Q) 1/2-1/2"
    (record,) = read_records(text, chess.GAME)
    assert write_record(record, chess.GAME).endswith("\n\n31. exd6 O-O 32. O-O-O gxh1=Q 1/2-1/2\n")


def test_moves_of_chess_are_numbered_as_its_positions_are():
    text = FOUR_RIGHTS.replace("w KQkq d6", "b KQkq -")
    (record,) = read_records(f"{text} gxh1=Q+ Ke2", chess.GAME)
    assert write_record(record, chess.GAME).endswith("\n\n31... gxh1=Q+ 32. Ke2 *\n")


@pytest.mark.parametrize(
    ("text", "line", "game", "words"),
    [
        ("1. e4 e5\n2. 0-0 *", 2, 1, "'0-0' is not a legal move here: Ke2, a3,"),
        ("1. e4 1-0\n1. e4 e5\n2. Nf6", 3, 2, "'Nf6' is not a legal move here:"),
        (
            '[Event "x"]\n[FEN "8/8/8/8/8/8/8/8 w - -"]',
            2,
            1,
            "position '8/8/8/8/8/8/8/8 w - -', character 1: ",
        ),
    ],
)
def test_a_broken_game_of_chess_is_named_with_its_line(text, line, game, words):
    with pytest.raises(InputError) as caught:
        read_records(text, chess.GAME, "cup.pgn")
    assert str(caught.value).startswith(f"cup.pgn, line {line}, game {game}: {words}")


SPOILED = """[Event "one"]
1. 11-15{glued} 23-19 *

[Event "illegal"]
1. 11-15 99-19 *

[Event "unclosed"]
1. 11-15 { never closed
23-19 1-0

[Event "four"]
1. 9-14 22-18;glued too
0-1
"""


def test_one_bad_game_costs_no_other():
    good, bad = good_records(SPOILED, GAME)
    assert [record.headers["Event"] for record in good] == ["one", "four"]
    assert [len(record.moves) for record in good] == [2, 2] and good[1].result == "0-1"
    assert [(fault.game, fault.line) for fault in bad] == [(2, 5), (3, 8)]
    assert "99-19" in bad[0].what and "never closed" in bad[1].what


def test_a_comment_that_is_never_closed_swallows_no_other_game():
    text = '[Event "one"]\n1. 11-15 {open 23-19 *\n\n[Event "two"]\n1. 9-14 {closed\n[%clk 1]} 22-18 *\n'
    good, bad = good_records(text, GAME)
    assert [(record.headers["Event"], len(record.moves)) for record in good] == [("two", 2)]
    assert [(fault.game, fault.line) for fault in bad] == [(1, 2)] and "never closed" in bad[0].what


def test_as_many_empty_lines_as_a_page_accepts_are_read():
    """To look for the next game from each line end to each other would take seven minutes."""
    records, faults = good_records("[\n" + 200_000 * "\n", GAME)
    assert not records and len(faults) == 1


def test_a_file_in_latin_1_is_read_as_such(tmp_path):
    path = tmp_path / "old.pdn"
    for encoding in ("utf-8", "latin-1"):
        path.write_text('[Event "Café"] 1. 11-15 *', encoding=encoding)
        assert only(text_of(path)).headers["Event"] == "Café"


def test_a_text_that_is_broken_to_its_end_is_named_once():
    good, bad = good_records("1. 11-15 ) 22-18 *\n1. 11-15 *", GAME)
    assert good == [] and [fault.line for fault in bad] == [1]
