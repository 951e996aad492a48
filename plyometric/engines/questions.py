"""Questions: the positions of a suite as a program is asked about them.

EPD and the like are read as suites of a game, in whose notation positions are told. What a Go program is
asked stands in a table with tabs between its columns:

    id    sgf    after_move    question    vertex    expected

The file is relative to the table's folder. `expected` is a regular expression in brackets, as in the
regression tests of GNU Go; one that ends in * is known to be missed, and means the same. A question is a
command that reads, attack or defend: tables come from anywhere, and some commands of GTP write files.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from plyometric.engines.seeking import Question
from plyometric.errors import InputError, brief
from plyometric.files import read_text
from plyometric.games.go_capture.sgf import read_board, stones_on
from plyometric.games.points import read_point
from plyometric.games.suites import Problem, read_suite
from plyometric.kernel import Game

READING = ("attack", "defend", "owl_attack", "owl_defend")
"""The commands of GTP that a table may ask: each reads about one string, and does nothing else."""

COLUMNS = ("id", "sgf", "after_move", "question", "vertex", "expected")


class Asked(NamedTuple):
    """A question, its name, and the set that it belongs to."""

    question: Question
    name: str
    part: str = ""


def questions_in(path: Path, game: Game, way: str) -> tuple[list[Asked], str]:
    """Return the questions of a file, told as a way to reach programs wants it, and what was skipped."""
    if path.suffix == ".tsv":
        return about_stones(path)
    suite = read_suite(path, game)
    return [asked_about(game, problem, way) for problem in suite.problems], suite.account


def asked_about(game: Game, problem: Problem, way: str) -> Asked:
    """Return a problem as a question, told as a way to reach programs wants it."""
    position = ("fen " if way == "uci" else "") + game.position_text(problem.state)
    answers = tuple(game.engine_move_text(problem.state, move) for move in problem.answers)
    return Asked(Question(position, answers), problem.name, problem.part)


def table_of(path: Path) -> list[Asked]:
    """Return the questions of a table."""
    return list(_from_table(path))


def about_stones(path: Path) -> tuple[list[Asked], str]:
    """Return the questions of a table about stones that are there, and which others were skipped."""
    asked = table_of(path)
    faults = [fault_of(one.question) for one in asked]
    kept = [one for one, fault in zip(asked, faults, strict=True) if not fault]
    named = [f"{one.name}: {fault.rstrip('.')}" for one, fault in zip(asked, faults, strict=True) if fault]
    account = f"{len(named)} of {len(asked)} questions were skipped: {'; '.join(named)}." if named else ""
    if not kept:
        raise InputError(f"{path} holds no question that can be asked. {account}")
    return kept, account


def fault_of(question: Question) -> str:
    """Return why a Go program cannot be asked this, nothing if it can."""
    record, _, before = question.position.removeprefix("loadsgf ").rpartition(" ")
    vertex = question.request.split()[-1]
    try:
        board, _ = read_board(Path(record), int(before) - 1 if before.isdigit() else None)
        return "" if read_point(board.side, vertex) in stones_on(board) else f"no stone stands at {vertex}"
    except InputError as error:
        return str(error)


def _from_table(path: Path) -> Iterator[Asked]:
    rows = list(csv.DictReader(read_text(path).splitlines(), delimiter="\t"))
    for number, row in enumerate(rows, 2):
        if any(row.get(column) is None for column in COLUMNS):
            raise InputError(f"{path}, line {number}: the columns {', '.join(COLUMNS)} are expected.")
        record = (path.parent / row["sgf"]).resolve()
        expected = row["expected"].removesuffix("*").removeprefix("[").removesuffix("]")
        if fault := _fault_in(row, expected):
            raise InputError(f"{path}, line {number}: {fault}")
        position = f"loadsgf {record} {row['after_move']}"
        request = f"{row['question']} {row['vertex']}"
        yield Asked(Question(position, (expected,), request), row["id"])
    if not rows:
        raise InputError(f"{path} holds no question.")


def _fault_in(row: dict[str, str], expected: str) -> str:
    """Return what is wrong with a row, nothing if it can be asked."""
    if row["question"] not in READING:
        return f"the question is {brief(row['question'])}: {', '.join(READING)} are known."
    if not re.fullmatch("[A-Za-z][0-9]{1,2}", row["vertex"]):
        return f"the vertex is {brief(row['vertex'])}: one such as E5 is expected."
    if not re.fullmatch("[0-9]{0,9}", row["after_move"]):
        return f"after_move is {brief(row['after_move'])}: a whole number or nothing is expected."
    try:
        re.compile(expected)
    except re.error as error:
        return f"{brief(expected)} is no regular expression: {error}."
    return ""
