"""Connect Four: drop stones into seven columns; four of yours in a row win.

A set of cells is one word. A column takes seven bits, the top one always empty: no line runs past it.

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46      up is +1, right is +7,
     ...                      right and up +8, right and down +6
     0  7 14 21 28 35 42
     a  b  c  d  e  f  g

A move is written as its column. A position is typed row by row from the top, / between, x for who
began and o for the other; empty rows at the top may be left out: `...o.../..xx...`.
"""

from typing import NamedTuple

from plyometric import Evaluation, Game, Hints, InputError, Notation, popcount, rule

FLOOR = sum(1 << 7 * column for column in range(7))
COLUMN, BOARD = 63, 63 * FLOOR
CENTRE, BESIDE = COLUMN << 3 * 7, COLUMN << 2 * 7 | COLUMN << 4 * 7
DIRECTIONS = (1, 6, 7, 8)
NAMES, WEIGHTS = ("centre", "beside"), (6.0, 3.0)


class State(NamedTuple):
    """The stones of the side to move, and those of the other side."""

    own: int
    foe: int


@rule
def has_four(stones):
    """Return whether four stand in a row."""
    for step in DIRECTIONS:
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@rule
def over(s):
    """Return whether someone has won or the board is full."""
    return has_four(s.own) or has_four(s.foe) or s.own | s.foe == BOARD


@rule
def moves(s, out):
    """Write every column that has room."""
    n = 0
    for column in range(0 if over(s) else 7):
        if (s.own | s.foe) >> 7 * column & COLUMN != COLUMN:
            out[n] = column
            n += 1
    return n


@rule
def play(s, column):
    """Drop a stone: adding 1 at the foot of a column carries into its lowest empty cell."""
    stone = (s.own | s.foe) + (1 << 7 * column) & COLUMN << 7 * column
    return State(s.foe, s.own | stone)


@rule
def lead(s, cells):
    """Return how many more stones than the other side the mover has on some cells."""
    return popcount(s.own & cells) - popcount(s.foe & cells)


@rule
def features(s, out):
    """Write the leads that weights can be learned for."""
    out[0], out[1] = lead(s, CENTRE), lead(s, BESIDE)


@rule
def evaluate(s, weights):
    """Stones near the centre are part of more lines."""
    return int(weights[0] * lead(s, CENTRE) + weights[1] * lead(s, BESIDE))


def position_text(state: State) -> str:
    """Return the rows from the top."""
    own, foe = "xo" if state.own.bit_count() == state.foe.bit_count() else "ox"
    cells = [own if state.own >> i & 1 else foe if state.foe >> i & 1 else "." for i in range(49)]
    return "/".join("".join(cells[row::7]) for row in reversed(range(6)))


def read_position(text: str) -> State:
    """Return the state of a typed position."""
    cells = {7 * i + j: cell for j, row in enumerate(text.split("/")[::-1]) for i, cell in enumerate(row)}
    x, o = (sum(1 << i for i in cells if cells[i] == mark) for mark in "xo")
    surplus, floats = x.bit_count() - o.bit_count(), (x | o) + FLOOR & (x | o)
    state = State(o, x) if surplus else State(x, o)
    if floats or surplus not in (0, 1) or len(text) % 8 != 7 or not position_text(state).endswith(text):
        raise InputError(f"position {text!r}: rows are expected such as ...o.../..xx..., with x to begin.")
    return state


GAME = Game(
    name="connect_four",
    start=lambda: State(0, 0),
    moves=moves,
    play=play,
    result=rule(lambda s: has_four(s.own) - has_four(s.foe)),
    over=over,
    passed=rule(lambda s: State(s.foe, s.own)),
    width=7,
    evaluation=Evaluation(evaluate=evaluate, features=features, feature_names=NAMES, weights=WEIGHTS),
    hints=Hints(placements=True),
    notation=Notation(
        move_text=lambda state, column: "abcdefg"[column],
        position_text=position_text,
        read_position=read_position,
        draw=lambda state: position_text(state).replace("/", "\n") + "\nabcdefg",
    ),
)
