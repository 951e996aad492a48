"""The capture game: its rules on small boards, its notation, and problems in SGF files."""

import pytest

from plyometric import legal_moves, load, play
from plyometric.errors import InputError
from plyometric.games.go_capture import sgf
from plyometric.games.go_capture.notation import svg
from plyometric.games.points import point_text, read_point
from plyometric.kernel.referee import is_over, result

GAME = load("go_capture(size=5)")


def after(position, *moves):
    state = GAME.read_position(position)
    for move in moves:
        point = 30 if move == "pass" else read_point(5, move)
        assert point in legal_moves(GAME, state), move
        state = play(GAME, state, point)
    return state


def named(state):
    return {GAME.move_text(state, move) for move in legal_moves(GAME, state)}


# Rules


def test_a_string_is_caught_when_its_last_liberty_is_taken():
    state = after("5/2o2/1oxo1/5/5 C3 o o -", "C2")
    assert is_over(GAME, state) and result(GAME, state) == -1
    assert legal_moves(GAME, state) == []
    assert GAME.position_text(state) == "5/2o2/1o1o1/2o2/5 C3 o x -"
    assert GAME.draw(state).endswith("white attacks C3: caught")


def test_a_string_with_six_liberties_is_safe():
    state = after("5/1x3/5/5/4o B4 o x -", "C4")
    assert is_over(GAME, state) and GAME.draw(state).endswith("safe")
    assert result(GAME, state) == -1


def test_suicide_is_illegal_unless_it_captures():
    assert "A1" not in named(after("5/5/5/o4/1o2x E1 o x -"))
    assert "A1" in named(after("5/5/x4/ox3/1ox2 B2 o x -"))


def test_a_ko_may_not_be_retaken_at_once():
    state = after("5/1xo2/x1xo1/1xo2/5 C3 o o -", "B3")
    assert GAME.position_text(state) == "5/1xo2/xo1o1/1xo2/5 C3 o x C3"
    state = after("5/1xo2/xo1o1/1xo2/5 B2 o x -", "C3")
    assert GAME.position_text(state).endswith("B3") and "B3" not in named(state)
    assert "B3" in named(after(GAME.position_text(state), "E5", "pass"))


def test_the_defender_may_pass_and_the_attacker_may_not():
    assert "pass" in named(after("5/5/2x2/5/5 C3 o x -"))
    assert "pass" not in named(after("5/5/2x2/5/5 C3 o o -"))


# Notation


def test_points_are_named_as_go_players_do():
    assert point_text(9, read_point(9, "j9")) == "J9"
    for wrong in ("I5", "A0", "A10", "", "99", "Ä1"):
        with pytest.raises(InputError, match="A1 to J9, without I"):
            read_point(9, wrong)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5/5/2x2/5/5", "must be followed by the attacked stone"),
        ("5/5/2x2/5 C3 o o -", "has 4 rows: 5 are expected"),
        ("5/5/2x2/5/5 C2 o o -", "white attacks C2, where there is no black stone"),
        ("5/5/2o2/5/5 C3 o o -", "white attacks C3, where there is no black stone"),
        ("5/2o2/1oxo1/2o2/5 C3 o x -", "the string at C3 has no liberty"),
        ("5/5/2x2/5/5 C3 o o C3", "there is no ko at C3"),
    ],
)
def test_what_is_no_position_is_refused(text, words):
    with pytest.raises(InputError, match=words):
        GAME.read_position(text)


def test_the_picture_marks_the_attacked_stone_and_the_answer():
    picture = svg(5, GAME.read_position("5/2o2/1oxo1/5/5 C3 o o -"), [read_point(5, "C2")])
    assert picture.count("\N{MULTIPLICATION SIGN}") == 1 and picture.count("rgba(240, 190, 60") == 1


def test_sizes_that_do_not_exist_are_refused():
    with pytest.raises(InputError, match="is 5 to 19"):
        load("go_capture(size=25)")


# SGF


def test_a_problem_goes_into_sgf_and_back(tmp_path):
    state = GAME.read_position("5/2o2/1oxo1/5/5 C3 o o -")
    task = sgf.Task(5, state, read_point(5, "C2"), "easy")
    (tmp_path / "one.sgf").write_text(sgf.task_text(task))
    assert sgf.read_tasks(tmp_path / "one.sgf") == [task]
    (tmp_path / "two.sgf").write_text(2 * sgf.task_text(task))
    assert sgf.read_tasks(tmp_path / "two.sgf") == [task, task]


def test_a_game_begins_with_whoever_its_file_says():
    state = GAME.read_position("5/2o2/1oxo1/5/5 C3 o x -")
    assert sgf.read_game(sgf.task_text(sgf.Task(5, state), [read_point(5, "C2")]), "x") == (
        sgf.Task(5, state, read_point(5, "C2")),
        [read_point(5, "C2")],
    )


def test_moves_of_a_game_are_played_first(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5];B[cc];W[cb];B[aa];W[bc];B[];W[dc])")
    (task,) = sgf.read_tasks(file, "C3", 6)
    assert GAME.position_text(task.state) == "x4/2o2/1oxo1/5/5 C3 o o -"


FAULTS = {
    "nothing": ("", "no SGF"),
    "garbage": ("%PDF-1.4 (;", "no SGF"),
    "large": ("(;SZ[25]AB[aa]TR[aa])", "the board has 25 rows: 5 to 19 are accepted"),
    "no target": ("(;SZ[5]AB[aa])", "no stone is marked as the target"),
    "empty target": ("(;SZ[5]AB[aa]TR[bb])", "the target B4 is an empty point"),
    "breathless": ("(;SZ[5]AB[aa]AW[ab][ba]TR[aa])", "a string that is set up has no liberty"),
    "occupied": ("(;SZ[5]AB[aa]TR[aa];W[aa];B[bb])", "move 1 is played on a stone"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_file_that_is_no_problem_is_refused_in_one_sentence(case, tmp_path):
    text, words = FAULTS[case]
    file = tmp_path / "bad.sgf"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as refused:
        sgf.read_tasks(file, moves=2 if case == "occupied" else 0)
    assert str(refused.value).startswith(str(file))


def test_a_move_number_past_the_end_is_refused(tmp_path):
    file = tmp_path / "short.sgf"
    file.write_text("(;SZ[5]AB[aa]TR[aa];W[bb])")
    with pytest.raises(InputError, match="there are 1 moves in the game, not 7"):
        sgf.read_tasks(file, moves=7)
