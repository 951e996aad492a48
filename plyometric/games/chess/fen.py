"""Positions of chess as text: Forsyth-Edwards Notation (FEN).

A position reads `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`: the rows from the top, the
side to move, who may still castle where, the square over which a pawn has just leapt, the plies since the
last capture or move of a pawn, and the number of the move. That square is kept and written only where a
pawn can be captured there, so that positions with the same moves are the same.
"""

import re
from collections import Counter
from typing import NamedTuple

from plyometric.errors import InputError, brief
from plyometric.games.chess.board import (
    CORNERS,
    DIAGONAL_LINES,
    SIXTH_ROW,
    STRAIGHT_LINES,
    State,
    attackers,
    checkers,
    kings,
    turned,
)
from plyometric.games.chess.rules import may_pass
from plyometric.kernel import kernel, rule
from plyometric.kernel.bits import down, lowest, popcount, rows_turned, signed, up

FILES = "abcdefgh"
SQUARES = [f"{file}{row}" for row in range(1, 9) for file in FILES]
COLOURS = ("White", "Black")
KINDS = {0: "K", 1: "P", 2: "N", 4: "B", 8: "R", 12: "Q"}
"""The letter of a piece by the sets that it stands in: pawns, knights, diagonals, straights."""

CASTLING = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
"""The squares of king and rook, by the letter that says that they may castle."""

AT_FIRST = {"Q": 1, "R": 2, "N": 2, "light": 1, "dark": 1}
"""How many of a kind a side has before pawns become others; bishops go by the colour of their squares."""

EXAMPLE = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def turn_of(state: State) -> int:
    """Return 0 where White is to move, 1 where Black is."""
    return state.ply & 1


def square_at(state: State, index: int) -> int:
    """Return the square that a bit stands for, a1 being 0 and h8 63; and the other way round."""
    return index ^ 56 * turn_of(state)


def kind_at(state: State, index: int) -> str:
    """Return the letter of the piece that a bit stands for, whatever its colour."""
    on_lines = 4 * (state.diagonals >> index & 1) + 8 * (state.straights >> index & 1)
    return KINDS[(state.pawns >> index & 1) + 2 * (state.knights >> index & 1) + on_lines]


def pieces(state: State) -> dict[int, str]:
    """Return the pieces by their squares: capital letters for White, small ones for Black."""
    board = {}
    for index in range(64):
        if (state.own | state.foe) >> index & 1:
            letter, is_black = kind_at(state, index), turn_of(state) ^ (state.foe >> index & 1)
            board[square_at(state, index)] = letter.lower() if is_black else letter
    return board


def position_text(state: State) -> str:
    """Return a position as FEN."""
    board = pieces(state)
    rows = ("".join(board.get(8 * row + column, ".") for column in range(8)) for row in reversed(range(8)))
    placed = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    words = (placed, "wb"[turn_of(state)], _castling(state), _passing(state))
    return f"{' '.join(words)} {state.clock} {state.ply // 2 + 1}"


def _castling(state: State) -> str:
    corners = {letter: square_at(state, rook) for letter, (_, rook) in CASTLING.items()}
    return "".join(letter for letter, corner in corners.items() if state.rights >> corner & 1) or "-"


def _passing(state: State) -> str:
    target = state.rights & SIXTH_ROW
    return SQUARES[square_at(state, lowest(target))] if target else "-"


def read_position(text: str) -> State:
    """Return the position that a FEN describes; its last two fields may be missing."""
    try:
        return _position(text)
    except _Fault as fault:
        place, what = fault.args
        where = f"position {brief(text, 100)}, character {place + 1}"
        raise InputError(f"{where}: {what}; a position reads like {EXAMPLE}.") from None


class _Fault(Exception):
    """A place in a text, and what is wrong there."""


class _Field(NamedTuple):
    """A word of a text, and where it begins."""

    place: int
    text: str


def _position(text: str) -> State:
    fields = [_Field(match.start(), match[0]) for match in re.finditer(r"\S+", text)]
    if len(fields) not in (4, 6):
        raise _Fault(len(text), f"4 or 6 fields are expected, not {len(fields)}")
    rows, turn, castling, passing, *counted = fields
    board = _board(rows)
    if turn.text not in ("w", "b"):
        raise _Fault(turn.place, f"the side to move is w or b, not {brief(turn.text)}")
    side = "wb".index(turn.text)
    rights = _corners(castling, board) | _leapt_over(passing, board, side)
    clock, number = map(_number, counted, (0, 1)) if counted else (0, 1)
    state = _seen_by(side, board, rights)._replace(clock=clock, ply=2 * (number - 1) + side)
    return _settled(state, rows, turn, passing)


def _board(rows: _Field) -> dict[int, str]:
    """Return the pieces by their squares."""
    lines = rows.text.split("/")
    if len(lines) != 8:
        raise _Fault(rows.place, f"8 rows are expected with / between, not {len(lines)}")
    board: dict[int, str] = {}
    place = rows.place
    for row, line in zip(reversed(range(8)), lines, strict=True):
        board |= _row(row, line, place)
        place += len(line) + 1
    for side, letters in enumerate(("PNBRQK", "pnbrqk")):
        own = {square: letter.upper() for square, letter in board.items() if letter in letters}
        if fault := _excess(own):
            raise _Fault(rows.place, f"{COLOURS[side]} has {fault}")
    return board


def _row(row: int, line: str, place: int) -> dict[int, str]:
    """Return the pieces of a row by their squares."""
    squares = ""
    for i, sign in enumerate(line):
        if sign not in "12345678PNBRQKpnbrqk":
            raise _Fault(place + i, f"{sign!r} is neither a piece nor a number of empty squares")
        if sign in "Pp" and row in (0, 7):
            raise _Fault(place + i, "no pawn can stand on the first row or the last")
        if re.match("[0-9]{2}", line[i:]):
            raise _Fault(place + i, "two numbers of empty squares follow each other")
        squares += "." * int(sign) if sign.isdecimal() else sign
    if len(squares) != 8:
        raise _Fault(place, f"row {row + 1} has {len(squares)} squares, not 8")
    return {8 * row + column: sign for column, sign in enumerate(squares) if sign != "."}


def _excess(own: dict[int, str]) -> str:
    """Return what a side has too many or too few of, nothing if all is well."""
    held = Counter(own.values())
    if held["K"] != 1:
        return f"{held['K'] or 'no'} king{'s' * (held['K'] > 1)}, and one is needed"
    if len(own) > 16:
        return f"{len(own)} pieces, and 16 are the most"
    if held["P"] > 8:
        return f"{held['P']} pawns, and 8 are the most"
    light = sum((square // 8 + square % 8) % 2 for square, letter in own.items() if letter == "B")
    held.update(light=light, dark=held["B"] - light)
    become = sum(max(0, held[kind] - count) for kind, count in AT_FIRST.items())
    lost = 8 - held["P"]
    return f"more pieces than the {lost} pawns that it lost can have become" if become > lost else ""


def _corners(castling: _Field, board: dict[int, str]) -> int:
    """Return the rooks that may castle."""
    if not re.fullmatch("-|(?=.)K?Q?k?q?", castling.text):
        raise _Fault(castling.place, f"who may castle is - or some of KQkq, not {brief(castling.text)}")
    corners = 0
    for i, letter in enumerate(castling.text.strip("-")):
        king, rook = CASTLING[letter]
        standing = board.get(king, ""), board.get(rook, "")
        if standing != (("k", "r") if letter.islower() else ("K", "R")):
            needed = f"king on {SQUARES[king]} and rook on {SQUARES[rook]}"
            raise _Fault(castling.place + i, f"{letter} needs {COLOURS[letter.islower()]}'s {needed}")
        corners |= 1 << rook
    return corners


def _leapt_over(passing: _Field, board: dict[int, str], side: int) -> int:
    """Return the square over which the other side's pawn has just leapt."""
    if passing.text == "-":
        return 0
    row = (6, 3)[side]
    if not re.fullmatch(f"[a-h]{row}", passing.text):
        raise _Fault(passing.place, f"a pawn is captured in passing on row {row}, not {brief(passing.text)}")
    square, ahead = SQUARES.index(passing.text), (8, -8)[side]
    if board.get(square - ahead) != "pP"[side] or square in board or square + ahead in board:
        raise _Fault(passing.place, f"no pawn can have leapt over {passing.text}")
    return 1 << square


def _number(field: _Field, least: int) -> int:
    if not re.fullmatch("[0-9]{1,5}", field.text) or int(field.text) < least:
        raise _Fault(field.place, f"a number from {least} to 99999 is expected, not {brief(field.text)}")
    return int(field.text)


def _seen_by(side: int, board: dict[int, str], rights: int) -> State:
    """Return the board as a side sees it that is to move."""
    own, foe, *others = (
        sum(1 << square for square, letter in board.items() if letter in letters)
        for letters in ("PNBRQK", "pnbrqk", "Pp", "Nn", "BbQq", "RrQq")
    )
    if side:
        own, foe = foe, own
    words = map(rows_turned if side else signed, (own, foe, *others, rights))
    return State._make([*words, 0, 0, side])


@rule
def _opposed(lines, king, givers):
    """Return whether the king stands between two that give check along a line of a table."""
    one = givers & lines[king, 0] and givers & lines[king, 1]
    return bool(one or (givers & lines[king, 2] and givers & lines[king, 3]))


@kernel
def _survey(s):
    """Return who attacks which king: the other side's, the mover's before a pawn leapt; and two facts.

    These are whether a last move can have given the checks, and whether a pawn can be captured in passing.
    """
    givers, king = checkers(s), lowest(kings(s) & s.own)
    leapt = down(s.rights & SIXTH_ROW, 8)
    before = attackers(s, king, (s.own | s.foe) ^ leapt ^ up(leapt, 16)) & ~leapt
    opposed = _opposed(STRAIGHT_LINES, king, givers) or _opposed(DIAGONAL_LINES, king, givers)
    return checkers(turned(s)), before, popcount(givers) <= 2 and not opposed, may_pass(s)


def _settled(state: State, rows: _Field, turn: _Field, passing: _Field) -> State:
    """Refuse checks that cannot be, and drop a square on which nothing can be captured in passing."""
    exposed, before, can_be, can_pass = _survey(state)
    side = turn_of(state)
    if exposed:
        raise _Fault(turn.place, f"{COLOURS[1 - side]} is in check, but {COLOURS[side]} is to move")
    if not can_be:
        raise _Fault(rows.place, f"no move can have given {COLOURS[side]} all these checks at once")
    if before and passing.text != "-":
        raise _Fault(passing.place, f"{COLOURS[side]} was in check before a pawn leapt over {passing.text}")
    return state if can_pass else state._replace(rights=state.rights & CORNERS)
