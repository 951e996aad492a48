"""Othello: enclose the other side's discs in a line to turn them over; who has more at the end wins.

A set of squares is one word, all of its 64 bits; square 64, which is none, stands for a pass. A position is
typed row by row, / between, x for Black and o for White, and then who is to move.

     0  1  2  3  4  5  6  7  1
     8  9 10 11 12 13 14 15  2      right is +1, down is +8,
     ...                            right and down +9, left and down +7
    56 57 58 59 60 61 62 63  8
     a  b  c  d  e  f  g  h
"""

from typing import NamedTuple

from plyometric import Evaluation, Game, InputError, Notation, rule
from plyometric.kernel.bits import bit, lowest, popcount, signed, up, without_lowest

CORNERS, INNER = signed(0x8100_0000_0000_0081), 0x7E7E_7E7E_7E7E_7E7E
STEPS = (-9, -8, -7, -1, 1, 7, 8, 9)
NAMES, WEIGHTS = ("corners", "choices", "discs"), (60.0, 5.0, -1.0)


class State(NamedTuple):
    """The discs of the side to move, those of the other side, and whether White is to move."""

    own: int
    foe: int
    white: int


@rule
def line(origin, foe, step):
    """Return the unbroken lines of discs that begin a step on from some squares; none runs past an edge."""
    through = foe if step % 8 == 0 else foe & INNER
    found = through & up(origin, step)
    for _ in range(5):
        found |= through & up(found, step)
    return found


@rule
def playable(own, foe):
    """Return the empty squares at the far ends of lines: a disc there encloses them."""
    ends = 0
    for step in STEPS:
        ends |= up(line(own, foe, step), step)
    return ends & ~(own | foe)


@rule
def moves(s, out):
    """Write every square that turns something over, or a pass, as the lowest of no squares."""
    left = playable(s.own, s.foe)
    n = popcount(left) if left else min(1, popcount(playable(s.foe, s.own)))
    for i in range(n):
        out[i], left = lowest(left), without_lowest(left)
    return n


@rule
def play(s, square):
    """Put a disc down, and turn over the lines between it and others of the mover's."""
    disc, turned = bit(square), 0
    for step in STEPS:
        turned |= line(disc, s.foe, step) & line(s.own, s.foe, -step)
    return State(s.foe & ~turned, s.own | disc | turned, 1 - s.white)


@rule
def leads(s):
    """Return how much more than the other side the mover has of corners, moves and discs."""
    choices = popcount(playable(s.own, s.foe)) - popcount(playable(s.foe, s.own))
    return popcount(s.own & CORNERS) - popcount(s.foe & CORNERS), choices, popcount(s.own) - popcount(s.foe)


@rule
def features(s, out):
    """Write the leads, which weights can be learned for."""
    out[0], out[1], out[2] = leads(s)


@rule
def evaluate(s, weights):
    """Corners are never turned over; who has a choice need not give them away; discs can wait for the end."""
    corners, choices, discs = leads(s)
    return int(weights[0] * corners + weights[1] * choices + weights[2] * discs)


def position_text(state: State) -> str:
    """Return the rows from the top, and who is to move."""
    own, foe = "ox" if state.white else "xo"
    cells = [own if state.own >> i & 1 else foe if state.foe >> i & 1 else "." for i in range(64)]
    return "/".join("".join(cells[i : i + 8]) for i in range(0, 64, 8)) + f" {own}"


def read_position(text: str) -> State:
    """Return the state of a typed position."""
    x, o = (signed(sum(1 << i for i, c in enumerate(text.replace("/", "")) if c == mark)) for mark in "xo")
    state = State(o, x, 1) if text.endswith("o") else State(x, o, 0)
    if position_text(state) != text:
        raise InputError(f"position {text!r}: 8 rows such as ...ox... are expected, / between, then x or o.")
    return state


GAME = Game(
    name="othello",
    start=lambda: State(bit(28) | bit(35), bit(27) | bit(36), 0),
    moves=moves,
    play=play,
    result=rule(lambda s: min(1, max(-1, popcount(s.own) - popcount(s.foe)))),
    over=rule(lambda s: not playable(s.own, s.foe) | playable(s.foe, s.own)),
    passed=rule(lambda s: State(s.foe, s.own, 1 - s.white)),
    evaluation=Evaluation(evaluate=evaluate, features=features, feature_names=NAMES, weights=WEIGHTS),
    notation=Notation(
        move_text=lambda state, i: "abcdefgh"[i % 8] + str(i // 8 + 1) if i < 64 else "pass",
        position_text=position_text,
        read_position=read_position,
        draw=lambda state: position_text(state).replace("/", "\n") + "\nabcdefgh",
    ),
)
