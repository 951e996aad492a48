"""Suites: positions with known answers, as people write them."""

from dataclasses import replace

import pytest

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.suites import Problem, bare_text, problem_line, read_suite
from plyometric.kernel import Notation
from plyometric.kernel.referee import legal_moves, read_move

CHECKERS = load("checkers")
FIVES = load("fives")
CONNECT_FOUR = load("examples/connect_four.py")
IN_WORDS = replace(CHECKERS, notation=Notation())
DOUBLE_JUMP = "B:W18,26,32:B1,15"
ENDING = "B:W21:B1,K2"


@pytest.fixture
def suite_of(tmp_path):
    """Return the suite that a text is, in a file of that ending."""

    def read(text, game=CHECKERS, ending=".epd"):
        path = tmp_path / f"some{ending}"
        path.write_text(text)
        return read_suite(path, game)

    return read


def texts(game, problem):
    return [game.move_text(problem.state, move) for move in problem.answers]


def test_a_line_tells_a_position_its_answer_its_name_and_its_set(suite_of):
    suite = suite_of(f'{DOUBLE_JUMP} bm 15x31; id "the double jump"; set "held-out"; c0 "it wins";\n')
    (problem,) = suite.problems
    assert CHECKERS.position_text(problem.state) == DOUBLE_JUMP
    assert texts(CHECKERS, problem) == ["15x31"]
    assert (problem.name, problem.part, suite.account) == ("the double jump", "held-out", "")


@pytest.mark.parametrize(
    ("line", "answers", "name"),
    [
        (f"{ENDING} bm 1-5", ["1-5"], "line 1"),
        (f"{ENDING}; bm 1-5;", ["1-5"], "line 1"),
        (f"  {ENDING}  bm  1-5 , 2-6 ;id 7;", ["1-5", "2-6"], "7"),
        (f"{ENDING} bm 1-5; bm 2-6; bm 1-5;", ["1-5", "2-6"], "line 1"),
        (f'{ENDING} id "one; two"; bm 1-5;', ["1-5"], "one; two"),
        (f'{ENDING} acd 12; ce +35; dm 3; pv 1-5 21-17; bm 1-5; id "never closed', ["1-5"], "never closed"),
        (f"{ENDING} am 1-5 1-6;", ["2-6", "2-7"], "line 1"),
        (f"{ENDING} bm 1-5 1-6; am 1-5;", ["1-6"], "line 1"),
        ("B : W 21 : B 1 , K2 bm 1-5;", ["1-5"], "line 1"),
        (f"\ufeff{ENDING} bm 1-5;\r", ["1-5"], "line 1"),
    ],
)
def test_lines_are_written_in_many_ways(suite_of, line, answers, name):
    (problem,) = suite_of(line).problems
    assert CHECKERS.position_text(problem.state) == ENDING
    assert sorted(texts(CHECKERS, problem)) == answers
    assert problem.name == name


def test_the_line_is_for_every_game(suite_of):
    rows = "10/10/10/10/4xx4/4oo4/10/10/10/10 x"
    for game, position in ((CONNECT_FOUR, "...x..."), (FIVES, rows), (IN_WORDS, "16385 2181169152 0 0")):
        state = game.read_position(position)
        move = game.move_text(state, legal_moves(game, state)[0])
        (problem,) = suite_of(f"{position} bm {move}; id x;\n", game).problems
        assert (problem.state, texts(game, problem)) == (state, [move])


def test_comments_and_blank_lines_are_no_positions(suite_of):
    suite = suite_of(f"# made by hand\n\n% and more\n{ENDING} bm 1-5;\n")
    assert [problem.name for problem in suite.problems] == ["line 4"]
    assert not suite.skipped


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{ENDING} bm 1-9;", "'1-9' is not a legal move here: "),
        (f"{ENDING} id nothing;", "it names neither a best move (bm) nor one to avoid (am)"),
        (f"{ENDING} bm;", "it names neither a best move (bm) nor one to avoid (am)"),
        (f"{ENDING} am 1-5 1-6 2-6 2-7;", "every move is one to avoid (am)"),
        ("B:W21:B33 bm 1-5;", "position 'B:W21:B33', character 8: squares run from 1 to 32, not 33"),
        ("B:W21:B; bm 1-5;", "'1-5' is not a legal move here: the game is over"),
        ("a b " * 100_000, "the side to move is B or W"),
    ],
)
def test_what_cannot_be_read_is_skipped_with_its_line_and_why(suite_of, line, why):
    suite = suite_of(f"{ENDING} bm 1-5;\n{line}\n{ENDING} bm 1-6;\n")
    assert [problem.name for problem in suite.problems] == ["line 1", "line 3"]
    assert suite.account.startswith("1 of 3 positions were skipped: line 2: ")
    assert why in suite.account


def test_an_account_names_the_first_few(suite_of):
    suite = suite_of(f"{ENDING} bm 1-5;\n" + f"{ENDING} bm 1-9;\n" * 8)
    assert suite.account.startswith("8 of 9 positions were skipped: line 2: ")
    assert suite.account.endswith("; and 3 more.")


def test_a_file_without_any_problem_is_refused(suite_of):
    for text in ("", "# nothing\n", f"{ENDING} bm 1-9;\n"):
        with pytest.raises(InputError, match="holds no position of checkers with its answer"):
            suite_of(text)


RECORDS = f"""[Event "a shot"]
[FEN "{DOUBLE_JUMP}"]
[Set "held-out"]

1. 15x31 {{it wins}} 32-28 *

[Event "broken"]
[FEN "{DOUBLE_JUMP}"]
1. 15x31 (never closed *

[Event "no answer"]
[FEN "{DOUBLE_JUMP}"]
*

[FEN "{ENDING}"]
1. 2-6 1-0
"""


def test_the_first_move_of_a_record_is_the_answer(suite_of):
    suite = suite_of(RECORDS, ending=".pdn")
    shot, ending = suite.problems
    assert (texts(CHECKERS, shot), shot.name, shot.part) == (["15x31"], "a shot", "held-out")
    assert (texts(CHECKERS, ending), ending.name, ending.part) == (["2-6"], "line 15", "")
    assert [skipped.line for skipped in suite.skipped] == [7, 11]
    assert "never closed" in suite.skipped[0].why
    assert "it has no move" in suite.skipped[1].why


def test_a_set_can_be_taken_alone(suite_of):
    suite = suite_of(f"{ENDING} bm 1-5; set train;\n{ENDING} bm 1-6; set held-out;\n")
    assert [problem.name for problem in suite.of_set("held-out").problems] == ["line 2"]
    with pytest.raises(InputError, match="of the set 'test': the sets of this suite are held-out, train"):
        suite.of_set("test")


def test_a_problem_reads_back_as_it_was_written(suite_of):
    state = CHECKERS.read_position(ENDING)
    answers = tuple(read_move(CHECKERS, state, text) for text in ("1-5", "2-6"))
    problem = Problem(state, answers, "an ending", "train")
    line = problem_line(CHECKERS, problem, "depth 7")
    assert line == f'{ENDING} bm 1-5 2-6; id "an ending"; set "train"; c0 "depth 7";'
    assert suite_of(line).problems == (problem,)


def test_every_word_is_written_that_tells_a_position_from_others():
    assert bare_text(FIVES, FIVES.start()) == FIVES.position_text(FIVES.start())
    assert bare_text(IN_WORDS, IN_WORDS.start()) == IN_WORDS.position_text(IN_WORDS.start())
