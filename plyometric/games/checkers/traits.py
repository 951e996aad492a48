"""What a learner may look at in a checkers position: 23 hand-made traits.

Source: Markovitch and Sella, Learning of resource allocation strategies for game playing (Computational
Intelligence 12, 1996), Table 1, which gives names and ranges but no definitions. Most go back to Samuel,
Some studies in machine learning using the game of checkers (1959), Appendix C, whose names stand in
brackets below. Each definition is chosen so that the range comes out as in the table.

White is the side to move, whatever its colour, and Black the other. Rules take the view of the side whose
trait they are, so that the same rule serves White with the position and Black with the position passed.
Wherever pieces step, they do so as if captures were not compulsory; only "white legal moves" obeys that.
"""

import numpy as np

from plyometric.games.checkers.board import (
    CROWN,
    WIDTH,
    State,
    ahead_a,
    ahead_b,
    back_a,
    back_b,
    captures,
    jumpers,
    passed,
    steppers,
    vacant,
)
from plyometric.kernel import rule
from plyometric.kernel.bits import popcount

TRAIT_NAMES = (
    "white legal moves",
    "white total moves",
    "black total moves",
    "white mobile pieces",
    "black mobile pieces",
    "num of white pawns",
    "num of white kings",
    "num of black pawns",
    "num of black kings",
    "evaluation function",
    "white on threat",
    "white sacrifice",
    "black sacrifice",
    "white crown1",
    "white crown2",
    "white crown3",
    "lonely black pawn",
    "white triangle trap",
    "black triangle trap",
    "white center pieces",
    "black center pieces",
    "white base control",
    "black base control",
)

CENTER = 0x0066_6600
"""Squares 10, 11, 14, 15, 18, 19, 22 and 23."""

BRIDGE = 0b101
"""Squares 1 and 3 for the side that begins there, 32 and 30 for the other."""


@rule
def traits(s, out):
    """Write all 23 traits, White being the side to move."""
    black = passed(s)
    white_steps, white_chains = steps(s), chains(s)
    out[0] = legal_moves(white_steps, white_chains)
    out[1] = total_moves(white_steps, white_chains)
    out[2] = total_moves(steps(black), chains(black))
    out[3] = mobile_pieces(s)
    out[4] = mobile_pieces(black)
    out[5] = pawns(s)
    out[6] = kings(s)
    out[7] = pawns(black)
    out[8] = kings(black)
    out[9] = evaluation(s, black)
    out[10] = on_threat(black)
    out[11] = sacrifice(s)
    out[12] = sacrifice(black)
    out[13] = crown(s, 1)
    out[14] = crown(s, 2)
    out[15] = crown(s, 3)
    out[16] = lonely_pawns(black)
    out[17] = triangle_traps(s)
    out[18] = triangle_traps(black)
    out[19] = center_pieces(s)
    out[20] = center_pieces(black)
    out[21] = base_control(s)
    out[22] = base_control(black)


@rule
def steps(s):
    """Return the number of single steps."""
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    return popcount(to_ahead_a) + popcount(to_ahead_b) + popcount(to_back_a) + popcount(to_back_b)


@rule
def chains(s):
    """Return the number of captures, a whole chain being one."""
    return captures(s, np.empty(WIDTH, np.int64)) if jumpers(s) else 0


@rule
def legal_moves(steps, chains):
    """White legal moves: captures if there are any, since they are compulsory, else steps."""
    return chains if chains else steps


@rule
def total_moves(steps, chains):
    """White and black total moves: steps and captures, as if these were not compulsory [MOB and jumps]."""
    return steps + chains


@rule
def mobile_pieces(s):
    """White and black mobile pieces: those with at least one of the total moves."""
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    return popcount(to_ahead_a | to_ahead_b | to_back_a | to_back_b | jumpers(s))


@rule
def pawns(s):
    """Num of white and black pawns: the men on the board."""
    return popcount(s.own & ~s.kings)


@rule
def kings(s):
    """Num of white and black kings: the kings on the board."""
    return popcount(s.own & s.kings)


@rule
def evaluation(s, black):
    """Evaluation function: material balance in men, a king for three, held within 8 and counted from 1."""
    balance = pawns(s) - pawns(black) + 3 * (kings(s) - kings(black))
    return max(-8, min(8, balance)) + 9


@rule
def on_threat(black):
    """White on threat: 1 if Black could capture were it to move, else 0."""
    return 1 if jumpers(black) else 0


@rule
def sacrifice(s):
    """White and black sacrifice: steps after which the other side can capture [DENY, exchanges included]."""
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    ahead = exposing(s, to_ahead_a, ahead_a) + exposing(s, to_ahead_b, ahead_b)
    return ahead + exposing(s, to_back_a, back_a) + exposing(s, to_back_b, back_b)


@rule
def exposing(s, movers, step):
    """Return how many steps in one direction let the other side capture."""
    n = 0
    while movers:
        piece = movers & -movers
        movers ^= piece
        # Only the other side's kings matter to what it can capture, so the mover's stay as they were.
        after = State(s.own ^ piece ^ step(piece), s.foe, s.kings, s.side)
        n += on_threat(passed(after))
    return n


@rule
def crown(s, rows):
    """White crown1, crown2, crown3: men so many rows from the king row, with an empty square ahead."""
    empty = vacant(s)
    free = back_a(empty) | back_b(empty)
    return popcount(s.own & ~s.kings & free & (CROWN >> 4 * rows))


@rule
def lonely_pawns(s):
    """Lonely black pawn: men with four empty squares around them, hence not on the edge [POLE].

    Counting men on the edge as well gives up to nine in random games, and the table has two at most.
    """
    empty = vacant(s)
    surrounded = ahead_a(empty) & ahead_b(empty) & back_a(empty) & back_b(empty)
    return popcount(s.own & ~s.kings & surrounded)


@rule
def triangle_traps(s):
    """White and black triangle trap: squares where a piece can step and threaten two captures at once [FORK].

    The piece and the two that it could capture, each with an empty square behind it, are the triangle.
    A man threatens ahead only. One that is crowned by its step could turn round, but of the two squares
    behind it, it has just left one.
    """
    empty = vacant(s)
    a, b = back_a(s.foe & back_b(empty)), back_b(s.foe & back_a(empty))
    c, d = ahead_a(s.foe & ahead_b(empty)), ahead_b(s.foe & ahead_a(empty))
    to_ahead_a, to_ahead_b, to_back_a, to_back_b = steppers(s)
    by_kings = ahead_a(to_ahead_a & s.kings) | ahead_b(to_ahead_b & s.kings)
    by_kings |= back_a(to_back_a) | back_b(to_back_b)
    by_any = ahead_a(to_ahead_a) | ahead_b(to_ahead_b) | by_kings
    return popcount(by_any & a & b | by_kings & (c & d | (a | b) & (c | d)))


@rule
def center_pieces(s):
    """White and black center pieces: men and kings on the eight squares in the middle [CENT and KCENT]."""
    return popcount(s.own & CENTER)


@rule
def base_control(s):
    """White and black base control: men on the two bridge squares of the own back row [BACK]."""
    return popcount(s.own & ~s.kings & BRIDGE)
