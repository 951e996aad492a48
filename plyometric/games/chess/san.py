"""Moves of chess as text: Standard Algebraic Notation (SAN), and as engines write them (UCI).

SAN names a piece by its letter, and by its file or row where others of its kind can go to the same
square: `e4`, `exd5`, `Nbd7`, `O-O`, `e8=Q+`. Engines name the two squares: `e2e4`, `e1g1`, `e7e8q`.
"""

import re

import numpy as np

from plyometric.errors import InputError, brief
from plyometric.games.chess.board import State, in_check
from plyometric.games.chess.fen import SQUARES, kind_at, square_at, turn_of
from plyometric.games.chess.rules import WIDTH, moves, origin_of, over, play, target_of
from plyometric.kernel import kernel, rule
from plyometric.kernel.bits import down

FILE, ROW, CHECK, MATE = 1, 2, 4, 8
"""What the text of a move must tell beyond piece and target, as bits."""

PROMOTED = ("", "N", "B", "R", "Q")

ANNOTATED = r"(?:\s*e\.?p\.?)?(?:\s*[+#]+)?(?:\s*[!?]+)?"
CASTLES = re.compile(rf"([O0o])-\1(?P<long>-\1)?{ANNOTATED}")
NAMED = re.compile(
    r"(?P<kind>[PNBRQK]?)(?P<file>[a-h]?)(?P<row>[1-8]?)[-x:]?(?P<target>[a-h][1-8])"
    rf"(?:[=/]?(?P<crown>[NBRQnbrq])|\((?P<bracketed>[NBRQ])\))?{ANNOTATED}"
)
"""Texts of moves in every common spelling: `Ng1-f3`, `e:d6 e.p.`, `e8(Q)+`, `0-0!?`."""

NOTHING = "(?!)"
"""The pattern that nothing fits."""


@rule
def same_kind(s, one, other):
    """Return whether two of the mover's pieces are of one kind."""
    unlike = down(s.pawns, one) ^ down(s.pawns, other) | down(s.knights, one) ^ down(s.knights, other)
    unlike |= down(s.diagonals, one) ^ down(s.diagonals, other)
    unlike |= down(s.straights, one) ^ down(s.straights, other)
    return unlike & 1 == 0


@rule
def told_apart(s, move, legal, n):
    """Return by what a move is told from those of like pieces to the same square: by file if that does."""
    origin, in_file, in_row, rivals = origin_of(move), False, False, False
    for i in range(n):
        other = origin_of(legal[i])
        if other != origin and target_of(legal[i]) == target_of(move) and same_kind(s, origin, other):
            rivals = True
            in_file |= other & 7 == origin & 7
            in_row |= other >> 3 == origin >> 3
    return (ROW if in_file else 0) | (FILE if rivals and (in_row or not in_file) else 0)


@kernel
def _write_notes(s, legal, notes, room):
    """Write the legal moves and what their texts must tell; return how many there are."""
    n = moves(s, legal)
    for i in range(n):
        after = play(s, legal[i])
        notes[i] = told_apart(s, legal[i], legal, n)
        if in_check(after):
            notes[i] |= CHECK if over(after) or moves(after, room) else MATE
    return n


def _noted(state: State) -> dict[int, int]:
    """Return the legal moves, each with what its text must tell."""
    legal, notes, room = np.zeros((3, WIDTH), np.int64)
    n = _write_notes(state, legal, notes, room)
    return dict(zip(legal[:n].tolist(), notes[:n].tolist(), strict=True))


def ends(move: int) -> tuple[int, int]:
    """Return the origin and the target of a move, as bits."""
    return move & 63, move >> 6 & 63


def move_text(state: State, move: int) -> str:
    """Return a move as players write it."""
    return _text(state, move, _noted(state)[move])


def move_texts(state: State) -> dict[int, str]:
    """Return all legal moves, each as players write it."""
    return {move: _text(state, move, notes) for move, notes in _noted(state).items()}


def _text(state: State, move: int, notes: int) -> str:
    origin, target = ends(move)
    kind = kind_at(state, origin)
    sign = "#" if notes & MATE else "+" if notes & CHECK else ""
    if kind == "K" and abs(target - origin) == 2:
        return ("O-O" if target > origin else "O-O-O") + sign
    here, there = (SQUARES[square_at(state, index)] for index in (origin, target))
    takes = state.foe >> target & 1 or (kind == "P" and here[0] != there[0])
    apart = here[0] * bool(notes & FILE or (kind == "P" and takes)) + here[1] * bool(notes & ROW)
    crown = f"={PROMOTED[move >> 12]}" if move >> 12 else ""
    return f"{kind.strip('P')}{apart}{'x' * bool(takes)}{there}{crown}{sign}"


def uci_text(state: State, move: int) -> str:
    """Return a move as engines write it."""
    here, there = (SQUARES[square_at(state, index)] for index in ends(move))
    return f"{here}{there}{PROMOTED[move >> 12].lower()}"


def read_move(state: State, text: str) -> int:
    """Return the legal move that a text names, in whichever of the common spellings, engines' included."""
    noted, meant = _noted(state), _meant(text.strip(), turn_of(state))
    named = [move for move in noted if re.fullmatch(meant, _in_full(state, move))]
    if len(named) == 1:
        return named[0]
    fault = "leaves open which move is meant" if named else "is not a legal move here"
    accepted = ", ".join(_text(state, move, noted[move]) for move in named or noted)
    raise InputError(f"{brief(text)} {fault}: {accepted or 'the game is over'}.")


def _in_full(state: State, move: int) -> str:
    """Return a move with all there is to tell: piece, origin, target, and what a pawn becomes."""
    return f"{kind_at(state, ends(move)[0])}{uci_text(state, move)}"


def _meant(text: str, turn: int) -> str:
    """Return the pattern that the moves meant by a text fit when they are written in full."""
    if castles := CASTLES.fullmatch(text):
        file, home = "c" if castles["long"] else "g", "18"[turn]
        return f"Ke{home}{file}{home}"
    named = NAMED.fullmatch(text)
    if not named:
        return NOTHING
    kind, file, row, target = named.group("kind", "file", "row", "target")
    crown = named["crown"] or named["bracketed"] or "[nbrq]?"
    if not kind and file and row:
        kind = "."
    elif kind in ("", "P"):
        kind, file = "P", file or target[0]
    return f"{kind}{file or '.'}{row or '.'}{target}{crown.lower()}"
