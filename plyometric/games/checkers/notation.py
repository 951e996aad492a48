"""How checkers is written and drawn: Portable Draughts Notation 3.0 (PDN), text and pictures.

Squares are numbered 1 to 32; moves read `11-15` and `22x15`, positions `B:W18,K10:B12,K22`.
"""

import re
from collections.abc import Iterator

from plyometric.errors import InputError
from plyometric.games import drawing
from plyometric.games.checkers.board import BOARD, INDEX, PLACES, State

JUMPS = [
    [
        (INDEX[row + down, column + right], INDEX[row + 2 * down, column + 2 * right])
        for down in (-1, 1)
        for right in (-1, 1)
        if (row + 2 * down, column + 2 * right) in INDEX
    ]
    for row, column in PLACES
]
"""For every bit: the neighbours that a king can jump, each with the bit where it lands."""

COLOURS = ("Black", "White")
MEN, KINGS = "bw", "BW"
CROWNING_ROWS = (range(29, 33), range(1, 5))
EXAMPLE = "B:W18,21-28,K10:B1-7,K32"


def number(side: int, index: int) -> int:
    """Return the number of the square that a bit stands for, as printed on the board."""
    return 32 - index if side else index + 1


def index_of(side: int, square: int) -> int:
    """Return the bit that stands for the square of a number."""
    return 32 - square if side else square - 1


def ends(move: int) -> tuple[int, int]:
    """Return the origin and the target of a move, as bits."""
    return move >> 32 & 31, move >> 37


def walks(move: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to walk a capture: the bits it touches down on, origin first.

    Jumps lead from a bit to few others, and over a piece along one diagonal only: whoever jumps all
    captured pieces, in whatever order, touches the same squares as the rules did.
    """
    return _onward(ends(move)[0], move & BOARD)


def _onward(at: int, left: int) -> Iterator[tuple[int, ...]]:
    if not left:
        yield (at,)
    for over, land in JUMPS[at]:
        if left >> over & 1:
            yield from ((at, *rest) for rest in _onward(land, left ^ 1 << over))


def move_text(state: State, move: int, legal: list[int]) -> str:
    """Return a move as players write it, with every landing square only where the ends are ambiguous."""
    stops: tuple[int, ...] = ends(move)
    if sum(ends(other) == stops for other in legal) > 1:
        stops = min(walks(move))
    return ("x" if move & BOARD else "-").join(str(number(state.side, stop)) for stop in stops)


def read_move(state: State, text: str, legal: list[int]) -> int:
    """Return the move that its two ends or all its landing squares name, with `-` or `x` between."""
    named = _named(state, text, legal)
    if len(named) == 1:
        return named[0]
    fault = "leaves open which capture is meant" if named else "is not a legal move here"
    accepted = ", ".join(move_text(state, move, legal) for move in legal)
    raise InputError(f"{text!r} {fault}: {accepted or 'the game is over'}.")


def _named(state: State, text: str, legal: list[int]) -> list[int]:
    """Return the moves that walk exactly the squares of a text, else those between its two squares."""
    if not re.fullmatch(r"\s*[0-9]{1,2}([-xX:][0-9]{1,2})+\s*", text):
        return []
    stops = tuple(index_of(state.side, int(square)) for square in re.findall("[0-9]+", text))
    walked = [move for move in legal if move & BOARD and stops in walks(move)]
    return walked or [move for move in legal if stops == ends(move)]


def pieces(state: State) -> dict[int, str]:
    """Return the pieces by the number of their square: b and w for men, B and W for kings."""
    board = {}
    for index in range(32):
        if (state.own | state.foe) >> index & 1:
            colour = state.side ^ (state.foe >> index & 1)
            letters = KINGS if state.kings >> index & 1 else MEN
            board[number(state.side, index)] = letters[colour]
    return dict(sorted(board.items()))


def position_text(state: State) -> str:
    """Return a position as PDN writes it, every square by itself and in order."""
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for square, piece in pieces(state).items():
        sides[piece.upper()].append(f"K{square}" if piece in KINGS else str(square))
    return f"{'BW'[state.side]}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def read_position(text: str) -> State:
    """Return the position that a PDN text describes, its sides in either order, ranges allowed."""
    (place, turn), *parts = _cut(text.rstrip().removesuffix("."), ":", 0)
    if turn not in ("B", "W"):
        raise _fault(text, place, f"the side to move is B or W, not {turn!r}")
    board: dict[int, str] = {}
    for place, part in parts:
        _set_up(board, text, place, part)
    if sorted(part[0] for _, part in parts) != ["B", "W"]:
        raise _fault(text, len(text), "one part for White and one for Black are expected")
    side = "BW".index(turn)
    black, white, kings = (_bits(board, side, letters) for letters in ("bB", "wW", KINGS))
    return State(white, black, kings, side) if side else State(black, white, kings, side)


def _cut(text: str, mark: str, place: int) -> Iterator[tuple[int, str]]:
    """Cut a text that begins at a place, and yield the pieces with the places where they begin."""
    for piece in text.split(mark):
        yield place + len(piece) - len(piece.lstrip()), piece.strip()
        place += len(piece) + 1


def _set_up(board: dict[int, str], text: str, place: int, part: str) -> None:
    """Put the pieces of one colour on the board."""
    if part[:1] not in ("B", "W"):
        raise _fault(text, place, f"a side's pieces begin with B or W, not {part[:1]!r}")
    colour = "BW".index(part[0])
    squares = list(_squares(text, place + 1, part[1:]))
    if len(squares) > 12:
        raise _fault(text, place, f"{COLOURS[colour]} has {len(squares)} pieces, and 12 are the most")
    for where, square, is_king in squares:
        if square in board:
            raise _fault(text, where, f"two pieces stand on square {square}")
        if not is_king and square in CROWNING_ROWS[colour]:
            raise _fault(text, where, f"a {COLOURS[colour]} man on square {square} would be a king")
        board[square] = (KINGS if is_king else MEN)[colour]


def _squares(text: str, start: int, part: str) -> Iterator[tuple[int, int, bool]]:
    """Yield place, square and whether a king stands there, for every square that a part lists."""
    for place, item in _cut(part, ",", start) if part.strip() else ():
        match = re.fullmatch(r"(K?)\s*([0-9]{1,2})(?:\s*-\s*([0-9]{1,2}))?", item)
        if not match:
            raise _fault(text, place, f"{item!r} is no square")
        first, last = int(match[2]), int(match[3] or match[2])
        if not 1 <= first <= last <= 32:
            raise _fault(text, place, f"squares run from 1 to 32, not {item.lstrip('K ')}")
        yield from ((place, square, bool(match[1])) for square in range(first, last + 1))


def _fault(text: str, place: int, what: str) -> InputError:
    return InputError(f"position {text!r}, character {place + 1}: {what}; a position reads like {EXAMPLE}.")


def _bits(board: dict[int, str], side: int, letters: str) -> int:
    return sum(1 << index_of(side, square) for square, piece in board.items() if piece in letters)


def places(state: State, move: int) -> list[drawing.Place]:
    """Return where a move begins and touches down."""
    stops = min(walks(move)) if move & BOARD else ends(move)
    return [PLACES[number(state.side, stop) - 1] for stop in stops]


def draw(state: State) -> str:
    """Return the board as text, as White sees it."""
    board = pieces(state)
    rows = [["     "] * 8 for _ in range(8)]
    for square, (row, column) in enumerate(PLACES, 1):
        rows[row][column] = f"{square:3} {board.get(square, '.')}"
    edge = f"+{'-' * 41}+"
    lines = [edge, *(f"|{''.join(row)} |" for row in rows), edge]
    return "\n".join([*lines, f"{COLOURS[state.side]} to move; b w are men, B W are kings"])


def svg(state: State) -> str:
    """Return the board as a picture, as White sees it."""
    return drawing.svg(
        f"Checkers, {COLOURS[state.side]} to move",
        columns=8,
        rows=8,
        pieces={
            PLACES[square - 1]: drawing.Piece(piece in "wW", drawing.CROWN if piece in KINGS else "")
            for square, piece in pieces(state).items()
        },
        labels={place: str(square) for square, place in enumerate(PLACES, 1)},
    )
