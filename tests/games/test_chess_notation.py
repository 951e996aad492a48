"""Chess in writing: positions, moves and pictures."""

from xml.etree import ElementTree

import pytest

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.chess import GAME
from plyometric.games.chess.fen import EXAMPLE, position_text, read_position
from plyometric.games.chess.pictures import draw, svg
from plyometric.games.chess.san import move_text, move_texts, read_move, uci_text
from plyometric.kernel import referee

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CROWNING = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
TWO_ROOKS = "4k3/8/8/8/R7/8/8/R3K3 w Q - 0 1"

# Positions


def test_the_start_is_the_start():
    assert read_position(START) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        KIWIPETE,
        EXAMPLE,
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 20",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 99 300",
    ],
)
def test_a_position_is_written_as_it_is_read(text):
    assert position_text(read_position(text)) == text


def test_clocks_may_be_missing_and_blanks_may_be_many():
    assert read_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq -\n") == GAME.start()


def test_a_leap_that_nobody_can_answer_is_forgotten():
    after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert position_text(read_position(after_e4)) == after_e4.replace("e3", "-")


def test_the_number_of_the_move_counts_plies():
    assert read_position("4k3/8/8/8/8/8/8/4K2R b K - 7 12").ply == 23
    assert read_position("4k3/8/8/8/8/8/8/4K2R w K - 7 12").ply == 22


EMPTY = "8/8/8/8/8/8/8/8"


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", 1, "4 or 6 fields are expected, not 0"),
        (f"{EMPTY} w", 18, "4 or 6 fields are expected, not 2"),
        (f"{START} 5", 59, "4 or 6 fields are expected, not 7"),
        ("4k3/8/8/8/8/8/4K3 w - -", 1, "8 rows are expected with / between, not 7"),
        ("4k3/8/8/x7/8/8/8/4K3 w - -", 9, "'x' is neither a piece nor a number of empty squares"),
        ("4k3/8/8/9/8/8/8/4K3 w - -", 9, "'9' is neither a piece nor a number of empty squares"),
        ("4k3/8/8/44/8/8/8/4K3 w - -", 9, "two numbers of empty squares follow each other"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", 9, "row 5 has 7 squares, not 8"),
        ("4k3/8/8/QQ7/8/8/8/4K3 w - -", 9, "row 5 has 9 squares, not 8"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", 4, "no pawn can stand on the first row or the last"),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", 17, "no pawn can stand on the first row or the last"),
        ("4k3/8/8/8/8/8/8/8 w - -", 1, "White has no king, and one is needed"),
        ("4k3/8/8/8/8/8/k7/4K3 w - -", 1, "Black has 2 kings, and one is needed"),
        ("4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - -", 1, "White has 9 pawns, and 8 are the most"),
        ("4k3/8/8/8/1n6/qqqqqqqq/rrrrrrrr/4K3 w - -", 1, "Black has 18 pieces, and 16 are the most"),
        (
            "4k3/8/8/8/QQQ5/8/1PPPPPPP/4K3 w - -",
            1,
            "White has more pieces than the 1 pawns that it lost can have become",
        ),
        (
            "4k3/8/8/B1B5/8/8/PPPPPPPP/4K3 w - -",
            1,
            "White has more pieces than the 0 pawns that it lost can have become",
        ),
        ("4k3/8/8/8/8/8/8/4K3 W - -", 21, "the side to move is w or b, not 'W'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KX -",
            23,
            "who may castle is - or some of KQkq, not 'KX'",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w QK -", 24, "who may castle is - or some of KQkq, not 'QK'"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ -", 25, "Q needs White's king on e1 and rook on a1"),
        ("r3k3/8/8/8/8/8/8/5K2 w k -", 24, "k needs Black's king on e8 and rook on h8"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e6", 28, "a pawn is captured in passing on row 3, not 'e6'"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - i3", 28, "a pawn is captured in passing on row 3, not 'i3'"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - d3", 28, "no pawn can have leapt over d3"),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3", 30, "no pawn can have leapt over e3"),
        ("4k3/8/8/8/8/8/8/4K2R w - - x 1", 28, "a number from 0 to 99999 is expected, not 'x'"),
        ("4k3/8/8/8/8/8/8/4K2R w - - -1 1", 28, "a number from 0 to 99999 is expected, not '-1'"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 0", 30, "a number from 1 to 99999 is expected, not '0'"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - -", 23, "Black is in check, but White is to move"),
        (
            "4k3/8/8/8/1b5b/8/4r3/4K3 w - -",
            1,
            "no move can have given White all these checks at once",
        ),
        (
            "4k3/8/8/8/r3K2r/8/8/8 w - -",
            1,
            "no move can have given White all these checks at once",
        ),
        (
            "8/8/8/1k6/3pP3/8/8/1R2K3 b - e3",
            30,
            "Black was in check before a pawn leapt over e3",
        ),
    ],
)
def test_a_broken_position_is_named_with_its_place(text, place, what):
    with pytest.raises(InputError) as caught:
        read_position(text)
    sentence = f"position {text!r}, character {place}: {what}; a position reads like {EXAMPLE}."
    assert str(caught.value) == sentence


# Moves


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        (START, "g1f3", "Nf3"),
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "d5e6", "dxe6"),
        (KIWIPETE, "f3f6", "Qxf6"),
        (TWO_ROOKS, "a1a3", "R1a3"),
        (TWO_ROOKS, "a4e4", "Re4+"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/Q7/8/8/4K3/Q6Q w - - 0 1", "a1e1", "Qa1e1"),
        ("4k3/8/8/8/8/8/8/N2NK3 w - - 0 1", "d1b2", "Nb2"),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"),
        (CROWNING, "a7b8q", "axb8=Q+"),
        (CROWNING, "a7a8n", "a8=N"),
        ("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "g1g8", "Qg8#"),
    ],
)
def test_moves_as_players_and_as_engines_write_them(position, move, text):
    state = read_position(position)
    found = read_move(state, move)
    assert move_text(state, found) == text
    assert uci_text(state, found) == move
    assert read_move(state, text) == found


def test_a_pinned_rival_needs_no_telling_apart():
    state = read_position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")
    assert move_text(state, read_move(state, "g1e2")) == "Ne2"


@pytest.mark.parametrize(
    ("position", "texts"),
    [
        (START, "Nf3 Ng1f3 Ng1-f3 Ngf3 N1f3 g1f3 g1-f3 Nf3! Nf3?! Nf3+ Nf3!?"),
        (KIWIPETE, "O-O 0-0 o-o O-O! O-O+ e1g1 0-0!?"),
        (KIWIPETE, "O-O-O 0-0-0 e1c1"),
        (KIWIPETE, "dxe6 de6 d:e6 d5xe6 d5e6 Pdxe6 dxe6!"),
        (CROWNING, "axb8=Q+ axb8=Q axb8Q axb8(Q) ab8=Q axb8/Q a7b8q a7xb8=q axb8=Q++ axb8=Q#"),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "exd3 exd3ep exd3e.p. e4d3 ed3 exd3ep!"),
    ],
)
def test_a_move_is_read_in_every_common_spelling(position, texts):
    state = read_position(position)
    assert len({read_move(state, f" {text} ") for text in texts.split()}) == 1


@pytest.mark.parametrize(
    ("position", "text", "sentence"),
    [
        (TWO_ROOKS, "Ra3", "'Ra3' leaves open which move is meant: R1a3, R4a3."),
        (CROWNING, "a8", "'a8' leaves open which move is meant: a8=Q, a8=R, a8=B, a8=N."),
        ("k7/8/8/8/8/8/7r/K5r1 w - - 0 1", "Kb1", "'Kb1' is not a legal move here: the game is over."),
        ("k7/8/8/8/8/8/7r/K7 w - - 0 1", "Ka2", "'Ka2' is not a legal move here: Kb1."),
        ("k7/8/8/8/8/8/7r/K7 w - - 0 1", "x" * 70, f"'{'x' * 56}... is not a legal move here: Kb1."),
    ],
)
def test_a_wrong_move_is_answered_with_the_legal_ones(position, text, sentence):
    with pytest.raises(InputError) as caught:
        read_move(read_position(position), text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e5",
        "exd5",
        "Nd2",
        "O-O",
        "e2e5",
        "e2e4q",
        "Ke2",
        "nf3",
        "e9",
        "e4=Q",
        "--",
        "0000",
        "Nf3=N",
        "e4=",
        "e4(",
        "Nf3)",
        "e4e5",
    ],
)
def test_what_is_no_legal_move_is_refused(text):
    with pytest.raises(InputError, match="is not a legal move here"):
        read_move(GAME.start(), text)


def test_endless_texts_are_refused_as_soon_as_others():
    for read, text in (
        (read_position, "Q" * 300_000),
        (read_position, f"{'Q' * 300_000}/8/8/8/8/8/8/8 w - -"),
        (lambda text: read_move(GAME.start(), text), f"e4{' ' * 300_000}x"),
    ):
        with pytest.raises(InputError) as caught:
            read(text)
        assert len(str(caught.value)) < 400


# Pictures


def test_the_board_is_drawn_as_white_sees_it():
    assert draw(read_position("r1bqk2r/pppp1Qpp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")) == (
        "8 ♜ · ♝ ♛ ♚ · · ♜\n"
        "7 ♟ ♟ ♟ ♟ · ♕ ♟ ♟\n"
        "6 · · ♞ · · ♞ · ·\n"
        "5 · · ♝ · ♟ · · ·\n"
        "4 · · ♗ · ♙ · · ·\n"
        "3 · · · · · · · ·\n"
        "2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙\n"
        "1 ♖ ♘ ♗ · ♔ · ♘ ♖\n"
        "  a b c d e f g h\n"
        "Black is mated"
    )


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (START, "White to move"),
        ("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "Black to move, in check"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black is stalemated"),
        ("8/8/4k3/8/8/2N1K3/8/8 w - - 0 1", "drawn: nobody can mate"),
    ],
)
def test_a_drawing_says_how_the_game_stands(position, words):
    state = read_position(position)
    assert draw(state).splitlines()[-1] == words
    assert f"Chess, {words}" in svg(state)


def test_the_picture_shows_every_piece_and_lights_a_king_in_check():
    root = ElementTree.fromstring(svg(read_position("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")))
    space = "{http://www.w3.org/2000/svg}"
    figures = {figure.get("transform") for figure in root.findall(f"{space}g")}
    assert figures == {"translate(270 30)", "translate(270 450)", "translate(330 450)"}
    lit = [box for box in root.findall(f"{space}rect") if box.get("fill") == drawing.HIGHLIGHT]
    assert [(box.get("x"), box.get("y")) for box in lit] == [("270", "30")]


def test_a_picture_needs_nothing_from_elsewhere():
    picture = svg(GAME.start())
    assert picture.count("http") == 1
    assert "href" not in picture and "id=" not in picture and "<text" in picture


def test_all_moves_of_a_game_are_read_back():
    states, moves = referee.random_game(GAME, 3, 0, 80)
    for state, move in zip(states, moves, strict=False):
        assert {read_move(state, text): text for text in move_texts(state).values()} == move_texts(state)
        assert read_move(state, uci_text(state, move)) == move
