"""Suites: positions with known answers, as files that people have.

How a file is read follows from its ending:

    .pdn, .pgn    a game record each: where it begins is the position, and its first move the answer
    all others    a line each, as the Extended Position Description (EPD) of chess has it, for every game:

        POSITION bm MOVE MOVE; id "a name"; set "held-out"; c0 "a comment";

The position and its moves are in the game's own notation. Source: S. Edwards, Portable Game Notation
Specification and Implementation Guide (1994), section 16.2. Any of the moves after `bm` is an answer, and
none after `am` is; where there is no `bm`, all other moves are. `set` is ours: which part of a suite the
position belongs to. Other operations are passed over, as are blank lines and those that begin with # or %.
Whatever cannot be read is skipped, and says so.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.files import read_text
from plyometric.games.records import Record, read_records
from plyometric.kernel import Game
from plyometric.kernel.referee import ASKING, legal_moves, read_move

MOST_ENDS = 20
"""How many ends of a position are tried in a line, which may be long and wrong."""

NAMED = 5
"""How many of the lines that were skipped an account names."""

ENDS = re.compile(r"\s*;|\s+(?=[A-Za-z])|\s*$")
OPERATION = re.compile(r'([A-Za-z]\w*)((?:[^;"]|"[^"]*(?:"|$))*)(?:;|$)')
HEADER = re.compile(r"^\[.*$(?:\s*^\[.*$)*", re.MULTILINE)


class Problem(NamedTuple):
    """A position, the moves any of which is its answer, a name, and the set that it belongs to."""

    state: Any
    answers: tuple[int, ...]
    name: str = ""
    part: str = ""


class Skipped(NamedTuple):
    """What could not be read: in which line it begins, and why."""

    line: int
    why: str


class Suite(NamedTuple):
    """The problems of a file, and what of it was skipped."""

    problems: tuple[Problem, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def account(self) -> str:
        """What was skipped, in one sentence; nothing if all was read."""
        if not self.skipped:
            return ""
        whole = len(self.problems) + len(self.skipped)
        named = "; ".join(f"line {line}: {why.rstrip('.')}" for line, why in self.skipped[:NAMED])
        more = f"; and {len(self.skipped) - NAMED} more" if len(self.skipped) > NAMED else ""
        return f"{len(self.skipped)} of {whole} positions were skipped: {named}{more}."

    def of_set(self, part: str) -> "Suite":
        """Return the problems of a set alone, or say which sets there are."""
        chosen = tuple(problem for problem in self.problems if problem.part == part)
        if not chosen:
            sets = ", ".join(sorted({problem.part for problem in self.problems} - {""})) or "none"
            raise InputError(f"no position is of the set {part!r:.60}: the sets of this suite are {sets}.")
        return self._replace(problems=chosen)


def read_suite(path: Path, game: Game) -> Suite:
    """Return the suite in a file; one that holds no problem at all is refused."""
    read = READERS.get(path.suffix.lower(), _from_lines)
    found = list(read(game, read_text(path).removeprefix("\ufeff")))
    problems = tuple(one for one in found if isinstance(one, Problem))
    suite = Suite(problems, tuple(one for one in found if isinstance(one, Skipped)))
    if not problems:
        raise InputError(f"{path} holds no position of {game.name} with its answer. {suite.account}".strip())
    return suite


def problem_line(game: Game, problem: Problem, comment: str = "") -> str:
    """Return a problem as a line of a suite."""
    moves = " ".join(game.move_text(problem.state, move) for move in problem.answers)
    told = {"id": problem.name, "set": problem.part, "c0": comment}
    strings = "".join(f' {code} "{text}";' for code, text in told.items() if text)
    return f"{bare_text(game, problem.state)} bm {moves};{strings}"


def bare_text(game: Game, state: Any) -> str:
    """Return a position's text without the words at its end that do not tell it from others.

    So chess does without its clocks, as EPD wants it.
    """
    words = game.position_text(state).split(" ")
    here = ASKING["identity"](game, state)
    for n in range(1, len(words)):
        with suppress(InputError):
            shorter = " ".join(words[:n])
            if ASKING["identity"](game, game.read_position(shorter)) == here:
                return shorter
    return " ".join(words)


# A line each


def _from_lines(game: Game, text: str) -> Iterator[Problem | Skipped]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and line.lstrip()[0] not in "#%":
            try:
                yield _problem(game, line.strip(), f"line {number}")
            except InputError as error:
                yield Skipped(number, str(error))


def _problem(game: Game, line: str, place: str) -> Problem:
    state, rest = _position(game, line)
    told: dict[str, str] = {}
    for code, operands in OPERATION.findall(rest):
        told[code] = f"{told.get(code, '')} {operands}".strip()
    name, part = (told.get(code, "").strip('"') for code in ("id", "set"))
    return Problem(state, _answers(game, state, told), name or place, part)


def _position(game: Game, line: str) -> tuple[Any, str]:
    """Return the position at the beginning of a line, and the operations after it.

    Nothing need mark its end, and it may hold blanks: so the shortest beginning is taken that can be read
    and that is followed by what could be an operation.
    """
    for end in islice(ENDS.finditer(line), MOST_ENDS):
        with suppress(InputError):
            return game.read_position(line[: end.start()]), line[end.end() :]
    return game.read_position(re.split(r";|\s(?:bm|am)\s", line)[0]), ""


def _answers(game: Game, state: Any, told: dict[str, str]) -> tuple[int, ...]:
    best, wrong = (_moves(game, state, told.get(code, "")) for code in ("bm", "am"))
    if not best and not wrong:
        raise InputError("it names neither a best move (bm) nor one to avoid (am).")
    right = [move for move in best or legal_moves(game, state) if move not in wrong]
    if not right:
        raise InputError("every move is one to avoid (am).")
    return tuple(dict.fromkeys(right))


def _moves(game: Game, state: Any, operands: str) -> list[int]:
    return [read_move(game, state, word) for word in operands.replace(",", " ").split()]


# A record each


def _from_records(game: Game, text: str) -> Iterator[Problem | Skipped]:
    """Read each record by itself, so that a broken one spoils no other."""
    begins = [match.start() for match in HEADER.finditer(text)]
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        number = text.count("\n", 0, begin) + 1
        try:
            yield from (_recorded(record, f"line {number}") for record in read_records(text[begin:end], game))
        except InputError as error:
            yield Skipped(number, str(error).removeprefix("<text>, "))


def _recorded(record: Record, place: str) -> Problem:
    if not record.moves:
        raise InputError("it has no move, so the answer is not told.")
    name, part = record.headers.get("Event", "").strip("?"), record.headers.get("Set", "")
    return Problem(record.start, record.moves[:1], name or place, part)


READERS: dict[str, Callable[[Game, str], Iterator[Problem | Skipped]]] = {
    ".pdn": _from_records,
    ".pgn": _from_records,
}
"""How suites are read whose files are not of a line each."""
