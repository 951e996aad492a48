"""The rules of checkers on positions a player can set up, and its notation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games.checkers import GAME, move_text, read_move
from plyometric.games.checkers.notation import EXAMPLE, draw, position_text, read_position, svg
from plyometric.kernel import kernel, referee
from plyometric.search.perft import perft


@kernel
def other_to_move(game, state):
    return game.passed(state)


@kernel
def colours_exchanged(game, state):
    return game.swapped(state)


def legal(position):
    state = read_position(position)
    return sorted(move_text(state, move) for move in referee.legal_moves(GAME, state))


def after(position, *moves):
    state = read_position(position)
    for move in moves:
        state = referee.play(GAME, state, read_move(state, move))
    return position_text(state)


@st.composite
def game_states(draw_from):
    seed = draw_from(st.integers(0, 10_000))
    states, _ = referee.random_game(GAME, seed, 0, plies=draw_from(st.integers(0, 120)))
    return states[-1]


@st.composite
def crowded_boards(draw_from):
    """Positions full of kings, where long chains cross each other."""
    squares = draw_from(st.permutations(range(1, 33)))
    white = draw_from(st.integers(0, 12))
    black = draw_from(st.integers(0, 12))
    turn = draw_from(st.sampled_from("BW"))
    sides = squares[:white], squares[white : white + black]
    return read_position(
        f"{turn}:W{','.join(f'K{n}' for n in sides[0])}:B{','.join(f'K{n}' for n in sides[1])}"
    )


START = "B:W21-32:B1-12"

# The rules


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate([1, 7, 49, 302, 1469, 7361, 36768, 179740])))
def test_perft_from_the_start(depth, leaves):
    assert perft(GAME, depth) == leaves


def test_black_moves_first_and_down_the_board():
    assert legal(START) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]


def test_white_answers_up_the_board():
    answers = ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"]
    assert legal(after(START, "11-15")) == answers


def test_who_can_capture_must():
    assert legal("B:W18:B1,14") == ["14x23"]


def test_among_captures_the_shorter_may_be_chosen():
    assert legal("B:W17,18,27:B14") == ["14x21", "14x32"]


def test_a_chain_is_jumped_to_its_end():
    assert "14x23" not in legal("B:W18,27:B14")
    assert after("B:W18,27:B14,1", "14x32") == "W:W:B1,K32"


def test_a_man_captures_forwards_only():
    assert legal("B:W14,23:B18") == ["18x27"]


def test_a_king_captures_both_ways():
    assert legal("B:W14,23:BK18") == ["18x27", "18x9"]


def test_a_king_steps_in_all_four_directions():
    assert legal("W:WK18:B") == ["18-14", "18-15", "18-22", "18-23"]


def test_a_man_that_reaches_the_king_row_stops_there_even_if_a_king_could_jump_on():
    assert legal("B:W26,27:B22") == ["22x31"]
    assert after("B:W26,27:B22", "22x31") == "W:W27:BK31"


def test_a_king_jumps_on_where_a_man_stops():
    assert legal("B:W26,27:BK22") == ["22x24"]


def test_a_man_is_crowned_by_a_step_to_the_last_row():
    assert after("W:W6:BK32", "6-1") == "B:WK1:BK32"


def test_a_chain_may_return_to_its_own_start():
    assert after("B:W14,15,22,23,32:BK17", "17x17") == "W:W32:BK17"


def test_a_loop_that_can_be_walked_both_ways_is_one_move():
    loop = "B:W14,15,22,23:BK17"
    state = read_position(loop)
    assert legal(loop) == ["17x17"]
    assert read_move(state, "17x10x19x26x17") == read_move(state, "17x26x19x10x17")


def test_a_piece_is_jumped_only_once():
    assert after("B:W14:BK17", "17x10") == "W:W:BK10"


def test_two_chains_with_the_same_ends_are_two_moves_with_full_paths():
    fork = "B:W14,15,22,23:B10"
    assert legal(fork) == ["10x17x26", "10x19x26"]
    assert after(fork, "10x17x26") == "W:W15,23:B26"
    assert after(fork, "10x19x26") == "W:W14,22:B26"


@pytest.mark.parametrize("position", ["W:W21:B14,17", "W:W:B1", "B:WK1:B"])
def test_who_cannot_move_has_lost(position):
    assert legal(position) == []
    assert referee.result(GAME, read_position(position)) == -1


def test_the_widest_open_board_fits():
    assert len(legal("B:W:BK5-8,K13-16,K21-24")) == 42 < GAME.width


# Two games from the United States national tournament of 1946

CHAMBLEE_TINSLEY = """
10-14 22-17 14-18 23x14 9x18 24-19 11-16 19-15 7-10 26-22 10x19 22x15 5-9 17-13 9-14 25-22 16-20 22-17
14-18 29-25 12-16 17-14 8-12 21-17 19-24 28x19 16x23 14-9 12-16 17-14 16-19 15-10 6x15 14-10 20-24 27x20
2-7 10-6 1x10 9-6 7-11 6-2 10-14 2-6 14-17 6-10 17-22 25-21 22-26 31x22 18x25 13-9 4-8 9-6 8-12 6-2 25-29
21-17 12-16 2-6 3-8 32-28 8-12 28-24 19x28 10x19x26 16-19 6-10 28-32 26-22 19-23 17-14 32-28 22-26 23-27
26-23 27-31 23-18 28-24 10-15
"""

TINSLEY_CHAMBLEE = """
10-14 22-17 14-18 23x14 9x18 26-23 6-9 23x14 9x18 30-26 2-6 26-23 6-9 23x14 9x18 31-26 5-9 17-13 11-15 13x6
1x10 25-22 18x25 29x22 10-14 27-23 8-11 24-19 15x24 28x19
"""


@pytest.mark.parametrize(
    ("game", "last"),
    [
        (CHAMBLEE_TINSLEY, "B:W14,K15,K18,20,30:B11,12,K24,K29,K31"),
        (TINSLEY_CHAMBLEE, "B:W19,21,22,23,26,32:B3,4,7,11,12,14"),
    ],
)
def test_a_recorded_game_can_be_replayed(game, last):
    assert after(START, *game.split()) == last


# Moves as text


@pytest.mark.parametrize("text", ["6x24", "6-24", "6x15x24", "6-15-24", " 6X24 ", "06x24", "6:15:24"])
def test_a_capture_is_read_in_every_common_spelling(text):
    state = read_position("B:W10,19:B6")
    assert move_text(state, read_move(state, text)) == "6x24"


def test_a_step_written_like_a_capture_is_read_as_the_step():
    assert after(START, "10x14") == after(START, "10-14")


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        ("B:W18:B1,14", "1-5", "'1-5' is not a legal move here: 14x23."),
        ("B:W18:B1,14", "castles", "'castles' is not a legal move here: 14x23."),
        ("B:W18,27:B14", "14x23", "'14x23' is not a legal move here: 14x32."),
        ("B:W18,27:B14", "14x24x32", "'14x24x32' is not a legal move here: 14x32."),
        ("B:W18:B14", "14", "'14' is not a legal move here: 14x23."),
        ("B:W:B14", "14-0", "'14-0' is not a legal move here: 14-18, 14-17."),
        ("B:W:B14", "14-99", "'14-99' is not a legal move here: 14-18, 14-17."),
        ("B:WK1:B", "1-5", "'1-5' is not a legal move here: the game is over."),
        (
            "B:W14,15,22,23:B10",
            "10x26",
            "'10x26' leaves open which capture is meant: 10x17x26, 10x19x26.",
        ),
    ],
)
def test_a_wrong_move_is_answered_with_the_legal_ones(position, text, sentence):
    with pytest.raises(InputError) as caught:
        read_move(read_position(position), text)
    assert str(caught.value) == sentence


@given(game_states() | crowded_boards())
@settings(deadline=None)
def test_every_move_has_its_own_text_and_is_read_back(state):
    moves = referee.legal_moves(GAME, state)
    texts = [move_text(state, move) for move in moves]
    assert len(set(texts)) == len(moves) <= 48
    assert [read_move(state, text) for text in texts] == moves


# Positions as text


@given(game_states() | crowded_boards())
@settings(deadline=None)
def test_a_position_is_read_back(state):
    assert read_position(position_text(state)) == state


def test_the_start_is_the_start():
    assert read_position(START) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        "W:W18,K10:B12,K22",
        "W:B12,K22:W18,K10",
        "W:WK10,18:BK22,12.",
        "  W : W 18, K 10 : B 12 ,K22 . ",
        "W:W18-18,K10-10:B12,K22",
    ],
)
def test_positions_in_every_common_spelling(text):
    assert position_text(read_position(text)) == "W:WK10,18:B12,K22"


def test_a_side_may_have_no_pieces_left():
    assert position_text(read_position("W:W:B7")) == "W:W:B7"


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", 1, "the side to move is B or W, not ''"),
        ("R:W1:B2", 1, "the side to move is B or W, not 'R'"),
        ("B", 2, "one part for White and one for Black are expected"),
        ("B:W21-32", 9, "one part for White and one for Black are expected"),
        ("B:W21:W22", 10, "one part for White and one for Black are expected"),
        ("B:W21:B1:W22", 13, "one part for White and one for Black are expected"),
        ("B::B1", 3, "a side's pieces begin with B or W, not ''"),
        ("B:W21:R1", 7, "a side's pieces begin with B or W, not 'R'"),
        ("B:W21,Q22:B1", 7, "'Q22' is no square"),
        ("B:W21,:B1", 7, "'' is no square"),
        ("B:W21:B1;2", 8, "'1;2' is no square"),
        ("B:W33:B1", 4, "squares run from 1 to 32, not 33"),
        ("B:W21:B K0", 9, "squares run from 1 to 32, not 0"),
        ("B:W32-21:B1", 4, "squares run from 1 to 32, not 32-21"),
        ("B:W21,22,21:B1", 10, "two pieces stand on square 21"),
        ("B:W21:B1,K21", 10, "two pieces stand on square 21"),
        ("B:W21,4:B1", 7, "a White man on square 4 would be a king"),
        ("B:W21:B1,29", 10, "a Black man on square 29 would be a king"),
        ("B:W20-32:B1", 3, "White has 13 pieces, and 12 are the most"),
    ],
)
def test_a_broken_position_is_named_with_its_place(text, place, what):
    with pytest.raises(InputError) as caught:
        read_position(text)
    sentence = f"position {text!r}, character {place}: {what}; a position reads like {EXAMPLE}."
    assert str(caught.value) == sentence


def test_the_example_in_that_sentence_is_accepted():
    assert position_text(read_position(EXAMPLE)) == "B:WK10,18,21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,K32"


# What a position is worth


def test_kings_and_men_are_counted_for_the_side_to_move():
    assert referee.features(GAME, read_position("B:W18,K10,K11:B5,6,7,K32")).tolist() == [2, -1, 24 - 7]
    assert referee.evaluate(GAME, read_position("W:W18,K10,K11:B5,6,7,K32")) == -70


@given(game_states(), st.integers(-500, 500))
@settings(deadline=None)
def test_the_evaluation_is_the_weighted_sum_of_the_features(state, trade):
    weights = 100, 130, trade
    assert referee.evaluate(GAME, state, weights) == referee.features(GAME, state) @ weights


@pytest.mark.parametrize(
    ("weights", "value"), [((100, 130, 0), -70), ((100, 130, 3), -70 - 63), ((100, 300, 3), 100 + 63)]
)
def test_whoever_is_ahead_gains_by_every_piece_that_leaves_the_board(weights, value):
    assert referee.evaluate(GAME, read_position("W:WK30:B5,6"), weights) == value


def test_where_nobody_is_ahead_trades_are_worth_nothing():
    assert referee.evaluate(GAME, read_position("W:W30:B5"), (100, 300, 3)) == 0


@given(game_states() | crowded_boards())
@settings(deadline=None)
def test_what_one_side_gains_by_trades_the_other_loses(state):
    weights = 100, 300, 3
    value = referee.evaluate(GAME, state, weights)
    assert referee.evaluate(GAME, other_to_move(GAME, state), weights) == -value


def test_passing_keeps_the_board():
    passed = other_to_move(GAME, read_position("B:W18,K10:B12,K22"))
    assert position_text(passed) == "W:WK10,18:B12,K22"


def test_exchanging_colours_turns_the_board():
    swapped = colours_exchanged(GAME, read_position("B:W18,K10:B12,K22"))
    assert position_text(swapped) == "W:WK11,21:B15,K23"


@given(game_states() | crowded_boards())
@settings(deadline=None)
def test_passing_or_exchanging_colours_twice_changes_nothing(state):
    assert other_to_move(GAME, other_to_move(GAME, state)) == state
    assert colours_exchanged(GAME, colours_exchanged(GAME, state)) == state


# The board as a picture


def test_the_board_is_drawn_as_white_sees_it():
    assert draw(read_position("W:W22,K30:BK1,12")).splitlines() == [
        "+-----------------------------------------+",
        "|       1 B       2 .       3 .       4 . |",
        "|  5 .       6 .       7 .       8 .      |",
        "|       9 .      10 .      11 .      12 b |",
        "| 13 .      14 .      15 .      16 .      |",
        "|      17 .      18 .      19 .      20 . |",
        "| 21 .      22 w      23 .      24 .      |",
        "|      25 .      26 .      27 .      28 . |",
        "| 29 .      30 W      31 .      32 .      |",
        "+-----------------------------------------+",
        "White to move; b w are men, B W are kings",
    ]


def test_the_picture_shows_every_square_number_and_who_is_to_move():
    picture = svg(GAME.start())
    assert "Checkers, Black to move" in picture
    assert all(f">{square}</text>" in picture for square in range(1, 33))
