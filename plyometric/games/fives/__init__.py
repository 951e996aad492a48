"""Five in a row on a square board, 10 by 10 unless told otherwise.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures. Choices where it is silent: more than five in a row win as well; the first stone goes to the
middle, on a board of even size to the middle cell nearest a1; a line is open only over the empty cells
that touch it, so that a stone beyond a gap, even an own one, blocks it like the edge of the board.

Its authors wished to count lines with a gap too: `fives(split=1)` does, and open twos as well.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.fives.lines import (
    both,
    cell_rules,
    change_rules,
    count_rule,
    either,
    five_rule,
    holds_any,
    layout,
    meet,
    split_rule,
    unpacked,
    winning_rule,
    without,
)
from plyometric.kernel import MOST_PROMISING, WIN, Game, rule
from plyometric.kernel.bits import lowest

SIZES = range(5, 16)
SIDES = "xo"

UNIT = 100
"""Evaluations are in hundredths of the paper's unit, so that learned coefficients such as 222.5 keep
their worth; no board comes near the value of a won game."""

SOLID = ("four_1", "four_2", "three_1", "three_2", "three_3")
SOLID_WEIGHTS = (500.0, 400.0, 300.0, 200.0, 100.0)
DOMINANCE = (
    ("four_1", "four_2"),
    ("three_1", "three_2"),
    ("three_2", "three_3"),
    ("four_1", "three_1"),
    ("four_2", "three_3"),
)

SPLIT = ("split_four", "split_three_1", "split_three_2", "two_1")
SPLIT_WEIGHTS = (400.0, 200.0, 80.0, 30.0)
"""Chosen by us: four with a gap is worth what a solid four is that has one place to grow, three with a gap
a little less than a solid three of its kind, and an open two less than any three."""


class State(NamedTuple):
    """A position seen by the side to move."""

    own_a: int
    own_b: int
    own_c: int
    own_d: int
    foe_a: int
    foe_b: int
    foe_c: int
    foe_d: int
    side: int  # 0 when x is to move, 1 when o is


def start() -> State:
    """Return the first position: an empty board, x to move."""
    return State(0, 0, 0, 0, 0, 0, 0, 0, side=0)


@rule
def position(own, foe, side):
    """Return a state from two sets of stones; a set of cells is four words."""
    return State(own[0], own[1], own[2], own[3], foe[0], foe[1], foe[2], foe[3], side)


@rule
def own_of(s):
    """Return the stones of the side to move."""
    return s.own_a, s.own_b, s.own_c, s.own_d


@rule
def foe_of(s):
    """Return the stones of the side that moved last."""
    return s.foe_a, s.foe_b, s.foe_c, s.foe_d


@rule
def passed(s):
    """Return the same board with the other side to move."""
    return position(foe_of(s), own_of(s), 1 - s.side)


@rule
def swapped(s):
    """Return the same position with the colours exchanged."""
    return position(own_of(s), foe_of(s), 1 - s.side)


@rule
def box_side(x):
    """Return the bits from one below the lowest of a set to one above its highest."""
    x |= x << 1 | x >> 1
    up_to_highest = x
    for n in (1, 2, 4, 8):
        up_to_highest |= up_to_highest >> n
    return up_to_highest & (x | -x)


def move_rules(size: int, has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `moves` and `play`; a move is the cell's number: a1 is 0, b1 is 1, and so on."""
    stride, rows_in_word, _, _ = layout(size)
    stone_at, _ = cell_rules(size)
    full = (1 << size) - 1
    middle = (size - 1) // 2

    @rule
    def row_of(x, row):
        return x[row // rows_in_word] >> row % rows_in_word * stride & full

    @rule
    def interest_zone(stones):
        rows, columns = 0, 0
        for row in range(size):
            line = row_of(stones, row)
            columns |= line
            rows |= int64(line != 0) << row
        if rows == 0:
            return 1 << middle, 1 << middle
        return box_side(rows) & full, box_side(columns) & full

    @rule
    def moves(s, out):
        """Write the empty cells of the interest zone: the box around all stones and one cell more."""
        if has_five(foe_of(s)):
            return 0
        stones = either(own_of(s), foe_of(s))
        rows, columns = interest_zone(stones)
        n = 0
        while rows:
            row = lowest(rows)
            rows &= rows - 1
            free = columns & ~row_of(stones, row)
            while free:
                out[n] = row * size + lowest(free)
                free &= free - 1
                n += 1
        return n

    @rule
    def play(s, move):
        """Return the position after a stone was put, seen by the other side."""
        return position(foe_of(s), either(own_of(s), stone_at(move)), 1 - s.side)

    return moves, play


def move_text(size: int, state: State, move: int) -> str:
    """Return a cell as letter and number: a1 is at the bottom left."""
    row, column = divmod(move, size)
    return f"{chr(ord('a') + column)}{row + 1}"


def rows_of(size: int, state: State) -> list[str]:
    """Return the rows from the top, each a string of x, o and dots."""
    stride, rows, _, _ = layout(size)
    own, foe = SIDES[state.side], SIDES[1 - state.side]

    def symbol(row: int, column: int) -> str:
        word, bit = row // rows, row % rows * stride + column
        return own if state[word] >> bit & 1 else foe if state[4 + word] >> bit & 1 else "."

    return ["".join(symbol(row, column) for column in range(size)) for row in reversed(range(size))]


def state_of(size: int, rows: list[str], side: int) -> State:
    """Return the position that rows of x, o and dots show, the top row first."""
    stride, in_word, _, _ = layout(size)
    words = {symbol: [0, 0, 0, 0] for symbol in "xo."}
    for row, line in enumerate(reversed(rows)):
        for column, symbol in enumerate(line):
            words[symbol][row // in_word] |= 1 << row % in_word * stride + column
    return State._make([*words[SIDES[side]], *words[SIDES[1 - side]], side])


def shows_five(rows: list[str], symbol: str) -> bool:
    """Return whether five of a symbol stand in a row: the slash between rows is the margin here."""
    board = "/".join(rows)
    lines = (f"{symbol}(.{{{step - 1}}}{symbol}){{4}}" for step in layout(len(rows)).steps)
    return any(re.search(line, board) for line in lines)


def position_text(size: int, state: State) -> str:
    """Return the rows from the top, numbers for empty cells, then the side to move: `5/2x2/1o3/5/5 x`."""
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows_of(size, state)))
    return f"{board} {SIDES[state.side]}"


def read_position(size: int, text: str) -> State:
    """Return the position that a text in the form of `position_text` describes."""
    board, _, side = text.strip().partition(" ")
    side = side.strip()
    if side not in tuple(SIDES):
        raise InputError(f"position {text!r}: the rows must be followed by the side to move, x or o.")
    lines = board.split("/")
    if len(lines) != size:
        raise InputError(f"position {text!r} has {len(lines)} rows: {size} are expected, with / between.")
    rows = [read_row(size, size - i, line) for i, line in enumerate(lines)]
    if shows_five(rows, side):
        raise InputError(f"position {text!r}: {side} has won already, so {side} cannot be to move.")
    return state_of(size, rows, SIDES.index(side))


def read_row(size: int, number: int, text: str) -> str:
    """Return a row of x, o and dots from one in which numbers stand for empty cells."""
    row = ""
    for part in re.findall(r"[0-9]+|.", text):
        if not re.fullmatch(r"x|o|[0-9]{1,2}", part):
            raise InputError(f"row {number} {text!r}: {part!r} is not x, o or a number of empty cells.")
        row += part if part in SIDES else "." * int(part)
    if len(row) != size:
        raise InputError(f"row {number} {text!r} has {len(row)} cells: {size} are expected.")
    return row


def status(rows: list[str], side: int) -> str:
    """Return in a few words how the game stands."""
    if shows_five(rows, SIDES[1 - side]):
        return f"{SIDES[1 - side]} has won"
    return f"{SIDES[side]} to move" if "." in "".join(rows) else "drawn"


def letters(size: int) -> list[str]:
    """Return the names of the columns."""
    return [chr(ord("a") + column) for column in range(size)]


def draw(size: int, state: State) -> str:
    """Return the board as text with coordinates, and how the game stands."""
    rows = rows_of(size, state)
    lines = [f"{size - i:2} {' '.join(row)}" for i, row in enumerate(rows)]
    return "\n".join([*lines, f"   {' '.join(letters(size))}", status(rows, state.side)])


def svg(size: int, state: State) -> str:
    """Return the board as a picture: x plays the dark stones, o the light ones."""
    rows = rows_of(size, state)
    pieces = {
        (row, column): drawing.Piece(is_light=symbol == "o")
        for row, line in enumerate(rows)
        for column, symbol in enumerate(line)
        if symbol != "."
    }
    labels = {(size, column): letter for column, letter in enumerate(letters(size))}
    labels |= {(row, -1): str(size - row) for row in range(size)}
    return drawing.svg(status(rows, state.side), size, size, pieces, labels, crossings=True)


def choice_rules(size: int, has_five: Callable) -> tuple[Callable, Callable]:
    """Return the rules `prior` and `wins`."""
    cells = layout(size).cells
    winning_cells = winning_rule(size)
    _, write_cells = cell_rules(size)
    off = np.arange(size) * 2 - (size - 1)
    priors = (MOST_PROMISING - (off * off)[:, None] - off * off).ravel()

    @rule
    def prior(s, move):
        """Prefer the centre: the distance to it, squared, is counted in halves of a cell."""
        return int(priors[move])

    @rule
    def wins(s, out):
        """Write the cells that make five: each touches a stone, so the interest zone holds them all."""
        own, foe = own_of(s), foe_of(s)
        found = winning_cells(own, without(cells, either(own, foe)))
        if not holds_any(found) or has_five(foe):
            return 0
        return write_cells(found, out)

    return prior, wins


@rule
def solid_worth(counts, weights):
    """Return the five counts times their weights."""
    fours = counts[0] * weights[0] + counts[1] * weights[1]
    return fours + (counts[2] * weights[2] + counts[3] * weights[3] + counts[4] * weights[4])


@rule
def split_worth(counts, weights):
    """Return the four counts of split lines and open twos times their weights."""
    threes = counts[1] * weights[6] + counts[2] * weights[7]
    return counts[0] * weights[5] + threes + counts[3] * weights[8]


@rule
def hundredths(worth):
    """Return a worth as a whole number of hundredths of the paper's unit."""
    return int64(np.rint(UNIT * worth))


def rate_rule(size: int) -> Callable:
    """Return the rule `rate`."""
    cells = layout(size).cells
    winning_cells = winning_rule(size)
    survey, change = change_rules(size)
    stone_at, _ = cell_rules(size)

    @rule
    def rate(s, moves, n, weights, out):
        """Count anew only where a stone changes a line: elsewhere the position keeps its worth."""
        own, foe = both(cells, own_of(s)), both(cells, foe_of(s))
        empty = without(cells, either(own, foe))
        notes = np.empty((8, 5), np.int64)
        winning = winning_cells(own, empty)
        total, anywhere = survey(own, foe, empty, notes)
        unchanged = hundredths(solid_worth(unpacked(total), weights))
        for i in range(n):
            stone = stone_at(moves[i])
            out[i] = unchanged
            if meet(stone, winning):
                out[i] = WIN
            elif meet(stone, anywhere):
                after = total + change(own, foe, empty, notes, stone)
                out[i] = hundredths(solid_worth(unpacked(after), weights))

    return rate


def solid_judgement(size: int) -> dict[str, Any]:
    """Return how the paper judges a position: by its solid lines."""
    contents, rate = count_rule(size), rate_rule(size)

    @rule
    def evaluate(s, weights):
        return hundredths(solid_worth(contents(own_of(s), foe_of(s)), weights))

    @rule
    def features(s, out):
        """Write the five counts, the mover's less the opponent's."""
        out[0], out[1], out[2], out[3], out[4] = contents(own_of(s), foe_of(s))

    return {
        "evaluate": evaluate,
        "features": features,
        "rate": rate,
        "weights": SOLID_WEIGHTS,
        "feature_names": SOLID,
        "dominance": DOMINANCE,
    }


def split_judgement(size: int) -> dict[str, Any]:
    """Return how a position is judged by split lines and open twos as well, as the paper wishes."""
    contents, split_contents = count_rule(size), split_rule(size)

    @rule
    def evaluate(s, weights):
        own, foe = own_of(s), foe_of(s)
        solid = solid_worth(contents(own, foe), weights)
        return hundredths(solid + split_worth(split_contents(own, foe), weights))

    @rule
    def features(s, out):
        """Write the nine counts, the mover's less the opponent's."""
        own, foe = own_of(s), foe_of(s)
        out[0], out[1], out[2], out[3], out[4] = contents(own, foe)
        out[5], out[6], out[7], out[8] = split_contents(own, foe)

    return {
        "evaluate": evaluate,
        "features": features,
        "weights": SOLID_WEIGHTS + SPLIT_WEIGHTS,
        "feature_names": SOLID + SPLIT,
        "dominance": (*DOMINANCE, ("split_three_1", "split_three_2")),
    }


def name_of(size: int, split: int) -> str:
    """Return the name of a member of the family, without the parameters that are as usual."""
    given = [f"size={size}"] * (size != 10) + [f"split={split}"] * (split != 0)
    return f"fives({','.join(given)})" if given else "fives"


def fives(size: int = 10, split: int = 0) -> Game:
    """Return five in a row on a board of size by size cells; with split=1 split lines count as well."""
    if size not in SIZES:
        raise InputError(f"fives(size={size}): the size of the board is {SIZES[0]} to {SIZES[-1]}.")
    if split not in (0, 1):
        raise InputError(f"fives(split={split}): split is 0 or 1.")
    has_five = five_rule(size)
    moves, play = move_rules(size, has_five)
    prior, wins = choice_rules(size, has_five)

    @rule
    def over(s):
        """Only the side that moved last can have made five."""
        return has_five(foe_of(s))

    @rule
    def result(s):
        """Five in a row have lost the game for the side to move; a full board is a draw."""
        return -1 if has_five(foe_of(s)) else 0

    return Game(
        name=name_of(size, split),
        start=start,
        moves=moves,
        play=play,
        result=result,
        over=over,
        prior=prior,
        wins=wins,
        passed=passed,
        swapped=swapped,
        width=size * size,
        move_text=partial(move_text, size),
        position_text=partial(position_text, size),
        read_position=partial(read_position, size),
        draw=partial(draw, size),
        svg=partial(svg, size),
        **(split_judgement(size) if split else solid_judgement(size)),
    )


GAME = fives()
