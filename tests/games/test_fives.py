"""Five in a row, held against the rules on hand-made boards and against slow plain Python."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.games.fives import GAME, fives
from plyometric.games.fives.notation import state_of
from plyometric.kernel import referee
from plyometric.testing import read_perft

SMALL, LARGE = fives(size=5), fives(size=15)
BOARDS = {5: SMALL, 7: fives(size=7), 10: GAME, 15: LARGE}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
DATA = Path(__file__).parents[1] / "data"


# Boards by hand


def with_stones(size, stones, side="x"):
    """Return the state with the given cells {(row, column): "x" or "o"}, row 0 at the bottom."""
    rows = ["".join(stones.get((row, c), ".") for c in range(size)) for row in reversed(range(size))]
    return state_of(size, rows, "xo".index(side))


def laid(line, direction):
    """Return a line of ten cells as stones on the board: across, upwards, or on a long diagonal."""
    across = {
        (0, 1): lambda i: (4, i),
        (1, 0): lambda i: (i, 4),
        (1, 1): lambda i: (i, i),
        (1, -1): lambda i: (i, 9 - i),
    }
    return {across[direction](i): symbol for i, symbol in enumerate(line) if symbol != "."}


def move_texts(game, state):
    return [game.move_text(state, move) for move in referee.legal_moves(game, state)]


def after(game, text):
    state = game.start()
    for move in text.split():
        state = referee.play(game, state, referee.read_move(game, state, move))
    return state


def fives_on(size) -> Iterator[list[tuple[int, int]]]:
    """Yield every five cells in a row that a board has."""
    for row in range(size):
        for column in range(size):
            for down, right in DIRECTIONS:
                cells = [(row + i * down, column + i * right) for i in range(5)]
                if all(0 <= x < size for cell in cells for x in cell):
                    yield cells


# Winning


@pytest.mark.parametrize("size", [5, 10, 15])
def test_five_in_a_row_win_everywhere_in_all_four_directions(size):
    lines = list(fives_on(size))
    assert len(lines) == 2 * size * (size - 4) + 2 * (size - 4) ** 2
    for line in lines:
        assert referee.is_over(BOARDS[size], with_stones(size, dict.fromkeys(line, "x"), side="o"))


@pytest.mark.parametrize("size", [5, 10, 15])
def test_four_in_a_row_and_a_fifth_stone_apart_do_not_win(size):
    for line in fives_on(size):
        for gap in range(5):
            stones = dict.fromkeys(line[:gap] + line[gap + 1 :], "x") | {line[gap]: "o"}
            assert not referee.is_over(BOARDS[size], with_stones(size, stones, side="o"))


@pytest.mark.parametrize("size", [5, 10, 15])
def test_no_line_leaves_one_edge_and_comes_in_at_the_other(size):
    straight = {frozenset(line) for line in fives_on(size)}
    for start in range(size * size):
        for step in (1, size - 1, size, size + 1):
            cells = {divmod((start + i * step) % size**2, size) for i in range(5)}
            state = with_stones(size, dict.fromkeys(cells, "x"), side="o")
            assert referee.is_over(BOARDS[size], state) == (cells in straight)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("line", ["xxxxxx....", ".oxxxxxxxo", "xxxxxxxxxx"])
def test_more_than_five_win_too(line, direction):
    assert referee.is_over(GAME, with_stones(10, laid(line, direction), side="o"))


def test_the_game_ends_with_the_fifth_stone_and_is_lost_for_the_side_to_move():
    four = after(GAME, "e5 e6 f5 f6 g5 g6 h5 h6")
    assert not referee.is_over(GAME, four)
    won = referee.play(GAME, four, referee.read_move(GAME, four, "i5"))
    assert referee.is_over(GAME, won)
    assert referee.legal_moves(GAME, won) == []
    assert referee.result(GAME, won) == -1


def test_a_full_board_without_five_is_drawn():
    rows = ["xxooxxooxx", "ooxxooxxoo"] * 5
    full = state_of(10, rows, 0)
    assert not referee.is_over(GAME, full)
    assert referee.legal_moves(GAME, full) == []
    assert referee.result(GAME, full) == 0
    last = state_of(10, [".xooxxooxx", *rows[1:]], 0)
    assert move_texts(GAME, last) == ["a10"]


# The interest zone


@pytest.mark.parametrize(("size", "middle"), [(5, "c3"), (10, "e5"), (15, "h8")])
def test_the_first_stone_goes_to_the_middle(size, middle):
    game = BOARDS[size]
    assert move_texts(game, game.start()) == [middle]


def test_the_zone_is_one_cell_wider_than_the_box_around_all_stones():
    assert move_texts(GAME, after(GAME, "e5")) == ["d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"]
    apart = GAME.read_position("10/10/10/10/5o4/10/3x6/10/10/10 x")
    zone = {f"{letter}{number}" for letter in "cdefg" for number in range(3, 8)}
    assert set(move_texts(GAME, apart)) == zone - {"d4", "f6"}


def test_the_zone_ends_at_the_edges():
    corner = GAME.read_position("10/10/10/10/10/10/10/10/10/x9 o")
    assert move_texts(GAME, corner) == ["b1", "a2", "b2"]
    corners = GAME.read_position("9o/10/10/10/10/10/10/10/10/x9 x")
    assert len(move_texts(GAME, corners)) == 98


# Counting lines

NOTHING = {}
LINES = {
    "...xxxx...": {"four_1": 1},
    "..x.xxxx..": {"four_1": 1},
    "xxxx......": {"four_2": 1},
    "..oxxxx...": {"four_2": 1},
    "oxxxx.o...": {"four_2": 1},
    "xxxxo.....": NOTHING,
    "..oxxxxo..": NOTHING,
    "...xxx....": {"three_1": 1},
    "x..xxx..o.": {"three_1": 1},
    ".xxx......": {"three_2": 1},
    "o.xxx.....": {"three_2": 1},
    "x.xxx.....": {"three_2": 1},
    ".xxx.o....": {"three_3": 1},
    "x.xxx.x...": {"three_3": 1},
    "xxx.......": {"three_3": 1},
    "..oxxx..x.": {"three_3": 1},
    "xxx.o.....": NOTHING,
    ".oxxx.x...": NOTHING,
    "oxxxo.....": NOTHING,
    "..xx..xx..": NOTHING,
    "xxx..xxx..": {"three_3": 1, "three_1": 1},
    "xxxx.xxx..": {"four_2": 1, "three_2": 1},
    "xxxxx.xxx.": {"three_3": 1},
    "ooo..xxx..": {"three_3": -1, "three_1": 1},
}


def named_features(game, state):
    counts = zip(game.feature_names, referee.features(game, state), strict=True)
    return {name: count for name, count in counts if count}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("line", LINES)
def test_lines_are_counted_by_their_open_ends(line, direction):
    for cells in (line, line[::-1]):
        stones = laid(cells, direction)
        negative = {name: -count for name, count in LINES[line].items()}
        assert named_features(GAME, with_stones(10, stones, side="x")) == LINES[line]
        assert named_features(GAME, with_stones(10, stones, side="o")) == negative


def test_the_evaluation_is_in_hundredths_so_that_learned_coefficients_stay_exact():
    half_open_three = with_stones(10, laid(".xxx......", (0, 1)))
    learned = (560, 450, 300, 222.5, 122.5)
    assert referee.evaluate(GAME, half_open_three) == 20_000
    assert referee.evaluate(GAME, half_open_three, learned) == 22_250


def reference_counts(size, stones, symbol):
    """Count the lines of one side, one cell after another, as the words of the paper have it."""

    def free(row, column, down, right):
        cells = [(row + i * down, column + i * right) for i in (1, 2)]
        empty = [all(0 <= x < size for x in cell) and cell not in stones for cell in cells]
        return sum(empty) if empty[0] else 0

    counts = dict.fromkeys(GAME.feature_names, 0)
    for (row, column), _ in filter(lambda item: item[1] == symbol, stones.items()):
        for down, right in DIRECTIONS:
            if stones.get((row - down, column - right)) == symbol:
                continue
            length = 1
            while stones.get((row + length * down, column + length * right)) == symbol:
                length += 1
            last = (row + (length - 1) * down, column + (length - 1) * right)
            ends = tuple(sorted((free(row, column, -down, -right), free(*last, down, right))))
            name = NAMES.get((length, ends))
            if name:
                counts[name] += 1
    return counts


NAMES = {
    **dict.fromkeys([(4, (1, 1)), (4, (1, 2)), (4, (2, 2))], "four_1"),
    **dict.fromkeys([(4, (0, 1)), (4, (0, 2))], "four_2"),
    (3, (2, 2)): "three_1",
    (3, (1, 2)): "three_2",
    **dict.fromkeys([(3, (1, 1)), (3, (0, 2))], "three_3"),
}


@pytest.mark.parametrize("size", [7, 10, 15])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_counts_are_those_of_slow_plain_python(size, data):
    cells = data.draw(st.lists(st.sampled_from("xxo..."), min_size=size**2, max_size=size**2))
    stones = {divmod(i, size): symbol for i, symbol in enumerate(cells) if symbol != "."}
    own, foe = (reference_counts(size, stones, symbol) for symbol in "xo")
    found = referee.features(BOARDS[size], with_stones(size, stones)).tolist()
    assert found == [own[name] - foe[name] for name in GAME.feature_names]


# Counting move sequences


def reference_perft(stones, side, depth):
    """Count move sequences on the board of ten by ten, cell by cell."""
    last = "xo"[side == "x"]
    if any(all(stones.get(cell) == last for cell in line) for line in ALL_FIVES):
        return 0
    zone = [(4, 4)] if not stones else [cell for cell in box(stones) if cell not in stones]
    if depth == 1:
        return len(zone)
    return sum(reference_perft(stones | {cell: side}, last, depth - 1) for cell in zone)


def box(stones):
    rows, columns = zip(*stones, strict=True)
    for row in range(max(0, min(rows) - 1), min(9, max(rows) + 1) + 1):
        for column in range(max(0, min(columns) - 1), min(9, max(columns) + 1) + 1):
            yield row, column


ALL_FIVES = list(fives_on(10))


def stones_of(text):
    rows = re.sub(r"\d+", lambda run: "." * int(run[0]), text.split()[0]).split("/")
    return {(9 - i, c): symbol for i, row in enumerate(rows) for c, symbol in enumerate(row) if symbol != "."}


def test_move_sequences_are_those_of_slow_plain_python():
    lines = list(read_perft(GAME, DATA / "fives.perft"))
    assert len(lines) == 6
    for where, state, counts in lines:
        text = GAME.position_text(state)
        small = [n for n in counts if n < 50_000]
        found = [reference_perft(stones_of(text), text[-1], depth + 1) for depth in range(len(small))]
        assert found == small, where


# Notation


def test_cells_are_named_from_the_bottom_left():
    assert GAME.move_text(GAME.start(), 0) == "a1"
    assert GAME.move_text(GAME.start(), 99) == "j10"
    assert LARGE.move_text(LARGE.start(), 224) == "o15"


def test_a_position_is_written_as_it_is_drawn():
    state = SMALL.read_position("5/2x2/1oxo1/5/4x o")
    board = [
        " 5 . . . . .",
        " 4 . . x . .",
        " 3 . o x o .",
        " 2 . . . . .",
        " 1 . . . . x",
        "   a b c d e",
        "o to move",
    ]
    assert SMALL.draw(state).splitlines() == board
    assert SMALL.position_text(state) == "5/2x2/1oxo1/5/4x o"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5/5/5/5/5 x", "x to move"),
        ("5/5/xxxxx/5/5 o", "x has won"),
        ("xxoox/ooxxo/xxoox/ooxxo/xxoox o", "drawn"),
    ],
)
def test_the_drawing_says_how_the_game_stands(text, words):
    assert SMALL.draw(SMALL.read_position(text)).endswith(words)


@pytest.mark.parametrize("size", [5, 10, 15])
def test_texts_of_positions_read_back(size):
    game = BOARDS[size]
    states, _ = referee.random_game(game, 1, 0, 40)
    assert [game.read_position(game.position_text(state)) for state in states] == states


def test_the_picture_shows_every_stone_and_names_the_edges():
    picture = SMALL.svg(SMALL.read_position("5/2x2/1oxo1/5/4x o"))
    empty = SMALL.svg(SMALL.start())
    assert {"a", "e", "1", "5", "o to move"} <= set(ElementTree.fromstring(picture).itertext())
    a_stone = SMALL.svg(SMALL.read_position("5/5/5/5/4x o")).count("<circle")
    assert (picture.count("<circle"), empty.count("<circle")) == (5 * a_stone, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "position '': the rows must be followed by the side to move, x or o."),
        ("5/5/5/5/5", "position '5/5/5/5/5': the rows must be followed by the side to move, x or o."),
        ("5/5/5/5/5 w", "position '5/5/5/5/5 w': the rows must be followed by the side to move, x or o."),
        ("5/5/5 x", "position '5/5/5 x' has 3 rows: 5 are expected, with / between."),
        ("5/5/2x1/5/5 x", "row 3 '2x1' has 4 cells: 5 are expected."),
        ("5/5/5/5/xo4 x", "row 1 'xo4' has 6 cells: 5 are expected."),
        ("5/2z2/5/5/5 x", "row 4 '2z2': 'z' is not x, o or a number of empty cells."),
        ("999/5/5/5/5 x", "row 5 '999': '999' is not x, o or a number of empty cells."),
        ("5/ooooo/5/5/5 o", "position '5/ooooo/5/5/5 o': o has won already, so o cannot be to move."),
        ("x4/1x3/2x2/3x1/4x x", "position 'x4/1x3/2x2/3x1/4x x': x has won already, so x cannot be to move."),
    ],
)
def test_bad_positions_are_refused_with_one_sentence(text, sentence):
    with pytest.raises(InputError) as fault:
        SMALL.read_position(text)
    assert str(fault.value) == sentence


@pytest.mark.parametrize("size", [0, 4, 16])
def test_boards_of_other_sizes_are_refused(size):
    with pytest.raises(InputError, match=f"size={size}.: the size of the board is 5 to 15"):
        fives(size=size)


@pytest.mark.parametrize("text", ["e6", "k1", "a0", "", "5e"])
def test_moves_outside_the_zone_are_refused(text):
    with pytest.raises(InputError, match=f"'{text}' is not a legal move here: e5"):
        referee.read_move(GAME, GAME.start(), text)
