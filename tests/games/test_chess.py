"""The rules of chess on positions a player can set up."""

from pathlib import Path

import pytest

from plyometric.games.chess import GAME
from plyometric.games.chess.fen import position_text, read_position
from plyometric.games.chess.san import move_texts, read_move
from plyometric.kernel import referee
from plyometric.search.perft import perft
from plyometric.testing import read_perft

PERFT = list(read_perft(GAME, Path(__file__).parents[1] / "data" / "chess.perft"))
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def legal(position):
    return sorted(move_texts(read_position(position)).values())


def after(position, *moves):
    state = read_position(position)
    for move in moves:
        state = referee.play(GAME, state, read_move(state, move))
    return position_text(state)


def ends(position):
    """Return how a game without moves ended for the side to move."""
    assert legal(position) == []
    return referee.result(GAME, read_position(position))


@pytest.mark.parametrize(("where", "state", "counts"), PERFT)
def test_published_counts_of_move_sequences(where, state, counts):
    assert [perft(GAME, depth, state) for depth in range(1, len(counts) + 1)] == counts


def test_the_start():
    assert position_text(GAME.start()) == START
    pawns = [f"{file}{row}" for file in "abcdefgh" for row in "34"]
    assert legal(START) == sorted([*pawns, "Na3", "Nc3", "Nf3", "Nh3"])


def test_the_position_with_the_most_moves():
    assert len(legal("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218 < GAME.width


# Pawns


def test_a_pawn_leaps_from_its_home_only_over_empty_squares():
    assert legal("8/8/8/8/8/4k3/P3P2P/K7 w - - 0 1") == ["Kb1", "Kb2", "a3", "a4", "h3", "h4"]
    assert "a4" not in legal("8/8/8/8/8/n3k3/P7/3K4 w - - 0 1")


def test_a_pawn_that_leapt_can_be_captured_in_passing_at_once_and_only_then():
    before = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"
    leapt = after(before, "d4")
    assert leapt == "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"
    assert after(leapt, "exd3") == "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2"
    assert "exd3" not in legal(after(leapt, "Kd8", "Kf2"))


def test_where_no_pawn_stands_beside_it_nothing_is_noted():
    assert after("4k3/8/8/8/5p2/8/3P4/4K3 w - - 0 1", "d4") == "4k3/8/8/8/3P1p2/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("position", "what"),
    [
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "both pawns leave the row on which the king is attacked"),
        ("4k3/8/8/8/3Pp3/8/8/4RK2 b - d3 0 1", "the capturing pawn shields its king on the file"),
        ("8/8/2k5/8/3Pp3/8/8/4K2B b - d3 0 1", "the capturing pawn shields its king on a diagonal"),
        ("8/7k/8/8/3Pp3/8/2B5/4K3 b - d3 0 1", ""),
        ("8/8/8/3k4/3Pp3/8/8/3RK3 b - d3 0 1", ""),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", ""),
    ],
)
def test_capturing_in_passing_must_not_expose_the_king(position, what):
    assert ("exd3" in legal(position)) == (not what)
    assert position_text(read_position(position)) == (position.replace(" d3 ", " - ") if what else position)


def test_a_check_by_the_pawn_that_leapt_can_be_answered_in_passing():
    assert legal("8/8/8/2k5/3Pp3/1R6/4R3/4K3 b - d3 0 1") == ["Kc4", "Kc6", "Kd5", "Kd6", "Kxd4", "exd3"]


def test_a_pawn_becomes_any_piece_but_a_king_by_a_step_or_a_capture():
    found = [move for move in legal("1n6/P7/8/8/8/8/7k/4K3 w - - 0 1") if "8" in move]
    assert found == ["a8=B", "a8=N", "a8=Q", "a8=R", "axb8=B+", "axb8=N", "axb8=Q+", "axb8=R"]
    assert after("1n6/P7/8/8/8/8/7k/4K3 w - - 3 1", "axb8=R") == "1R6/8/8/8/8/8/7k/4K3 b - - 0 1"


def test_a_pawn_that_captures_a_rook_at_home_takes_its_right_away():
    before = "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1"
    assert after(before, "bxa8=Q+", "Kd7") == "Q6r/3k4/8/8/8/8/6p1/R3K2R w KQ - 1 2"
    assert after(before, "bxa8=N", "gxh1=Q+") == "N3k2r/8/8/8/8/8/8/R3K2q w Qk - 0 2"


# Castling


@pytest.mark.parametrize(
    ("position", "ways"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["O-O", "O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["O-O", "O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", ["O-O"]),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", []),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", []),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["O-O-O"]),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["O-O-O"]),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["O-O"]),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["O-O", "O-O-O"]),
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", []),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", ["O-O-O"]),
    ],
)
def test_a_king_castles_over_empty_squares_that_are_not_attacked(position, ways):
    """The rook may be attacked, and walk over an attacked square."""
    assert [move for move in legal(position) if move.startswith("O")] == ways


def test_castling_moves_king_and_rook():
    open_board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert after(open_board, "O-O") == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert after(open_board, "O-O-O", "O-O") == "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2"
    assert after(open_board, "O-O", "O-O-O") == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"


def test_who_has_moved_king_or_rook_castles_no_more():
    there_and_back = after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rb1", "Ke7", "Ra1", "Ke8")
    assert there_and_back == "r3k2r/8/8/8/8/8/8/R3K2R w K - 4 3"


# Checks and pins


def test_a_check_is_answered_by_the_king_by_a_capture_or_in_between():
    assert legal("3k4/8/8/8/1b6/R7/8/4KN2 w - - 0 1") == ["Kd1", "Ke2", "Kf2", "Nd2", "Rc3"]
    assert legal("3k4/8/8/8/1b6/8/1R6/4K2N w - - 0 1") == ["Kd1", "Ke2", "Kf1", "Kf2", "Rd2+", "Rxb4"]


def test_from_a_double_check_only_the_king_escapes():
    assert legal("4r1k1/8/8/8/1b6/8/8/R2QK3 w - - 0 1") == ["Kf1", "Kf2"]


def test_a_king_does_not_hide_behind_itself():
    assert "Ke2" not in legal("4r1k1/8/8/8/8/4K3/8/8 w - - 0 1")


def test_a_pinned_piece_moves_along_its_pin_only():
    kings = ["Kd1", "Kd2", "Ke2", "Kf1", "Kf2"]
    along = ["Re2", "Re3", "Re5", "Re6", "Rxe7+"]
    assert legal("4k3/4r3/8/8/4R3/8/8/4K3 w - - 0 1") == [*kings, *along]
    assert legal("4k3/8/8/b7/8/2N5/8/4K3 w - - 0 1") == kings


# The end


@pytest.mark.parametrize(
    ("position", "result"),
    [
        ("8/8/8/8/8/5k2/4q3/4K3 w - - 0 1", -1),
        ("r1bqk2r/pppp1Qpp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", -1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0),
        ("8/8/4k3/8/8/2N1K3/8/8 w - - 0 1", 0),
        ("8/2b5/4k3/8/8/4K3/8/8 b - - 0 1", 0),
        ("8/8/4k3/2b5/8/4K3/5B2/8 w - - 0 1", 0),
    ],
)
def test_mate_loses_and_stalemate_or_too_little_to_mate_draws(position, result):
    assert ends(position) == result


@pytest.mark.parametrize("row", ["2N1K2n", "2NNK3", "1B1NK3", "1BB1K3", "2b1KB2", "4K2P", "3RK3"])
def test_with_more_than_that_the_game_goes_on(row):
    assert legal(f"4k3/8/8/8/8/{row}/8/8 w - - 0 1")


# How people count


def test_clock_and_number_count_as_players_do():
    assert after(START, "Nf3", "Nf6", "Ng1") == "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2"
    assert after(START, "Nf3", "d5", "Nd4").endswith(" b KQkq - 1 2")
    assert after("4k3/8/8/8/8/8/4p3/4K2R w K - 40 60", "Kxe2", "Kd7").endswith(" w - - 1 61")


@pytest.mark.parametrize(
    ("position", "move", "classes"),
    [
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rc2", ""),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Re2", "check"),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "Rd7", "beside the king, sacrifice"),
        ("4k3/8/3p4/4n3/3P4/8/8/4K3 w - - 0 1", "dxe5", "advance, capture"),
        ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "Nxd5", "capture"),
        ("4k3/8/8/3q4/8/8/3N4/4K3 w - - 0 1", "Nc4", "sacrifice"),
        ("4k3/8/8/2q5/8/8/3N4/4K3 w - - 0 1", "Nb3", "threat"),
        ("4k3/2P5/8/1p6/Q7/8/8/4K3 w - - 0 1", "Qa8+", "check, escape"),
        ("4k3/8/1P6/8/8/8/8/4K3 w - - 0 1", "b7", "advance, push to the seventh"),
    ],
)
def test_the_classes_of_moves(position, move, classes):
    state = GAME.read_position(position)
    bits = GAME.move_classes(state, read_move(state, move), 20)
    found = [name for i, name in enumerate(GAME.class_names) if bits >> i & 1]
    assert ", ".join(sorted(found)) == classes
