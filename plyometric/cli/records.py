"""The commands about files of recorded games: games list, games convert."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.games import library
from plyometric.cli.shared import Json, load, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.games.records import Fault, Record
    from plyometric.kernel import Game

USUAL_GAMES = {".pgn": "chess", ".pdn": "checkers"}
"""The games of files by their endings."""

NAMED = 5
"""How many games that cannot be read are named; all of them are counted."""


@library.command(name="list")
def list_records(file: Path, /, *, game: str = "", json: Json = False) -> None:
    """List the games recorded in a PDN or PGN file, and say what is wrong with those that cannot be read.

    Parameters
    ----------
    file
        The file, which may hold many games.
    game
        What is played in it, a name or the path of a game file; by default chess in .pgn, checkers in .pdn.
    """
    rules, good, bad = read(file, game)
    facts = [facts_of(rules, record) for record in good]
    lines = [row(number, one) for number, one in enumerate(facts, 1)]
    broken = [fault._asdict() for fault in bad]
    show({"game": rules.name, "games": facts, "faults": broken}, "\n".join(lines), json)
    tell(file, good, bad)


@library.command
def convert(
    file: Path,
    /,
    *,
    to: Literal["records", "openings", "positions"] = "records",
    plies: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    game: str = "",
) -> None:
    """Print the games of a PDN or PGN file anew: as clean records, as openings, or as positions.

    Openings are what `plyo match --openings FILE` and `plyo learn evaluation --openings FILE` begin from.
    Games that cannot be read are left out, and named.

    Parameters
    ----------
    file
        The file, which may hold many games.
    to
        records: the games as they would be written here. openings: the first moves of each, a line each,
        none twice. positions: the position after so many plies, a line each, none twice.
    plies
        How many plies of each game to take: by default 8 for openings, all for the others.
    game
        What is played in it, a name or the path of a game file; by default chess in .pgn, checkers in .pdn.
    """
    from plyometric.games.records import write_record

    rules, good, bad = read(file, game)
    taken = [cut(record, plies or (8 if to == "openings" else None)) for record in good]
    if to == "records":
        print("\n".join(write_record(record, rules) for record in taken), end="")
    else:
        lines = openings_in(rules, taken) if to == "openings" else positions_in(rules, taken)
        print("\n".join(dict.fromkeys(lines)))
    tell(file, good, bad)


def read(file: Path, game: str) -> tuple["Game", list["Record"], list["Fault"]]:
    """Return the game of a file, the records that can be read, and what is wrong with the others."""
    from plyometric.games.records import good_records, text_of

    named = game or USUAL_GAMES.get(file.suffix.lower(), "")
    if not named:
        raise InputError(f"{file}: what is played in it? Say so with --game.")
    text = text_of(file)
    with Display() as display:
        rules = load(named)
        good, bad = display.wait_for("reading", good_records, text, rules)
    if not good and not bad:
        raise InputError(f"{file} holds no games.")
    return rules, good, bad


def cut(record: "Record", plies: int | None) -> "Record":
    """Return a record of the first plies alone."""
    from plyometric.games.records import OPEN

    if plies is None or len(record.moves) <= plies:
        return record
    return record._replace(moves=record.moves[:plies], result=OPEN)


def openings_in(game: "Game", records: list["Record"]) -> Iterator[str]:
    """Yield the moves of the games that begin at the start, as a book of openings has them."""
    from plyometric.games.notebook import Board, Line

    for record in records:
        if record.start == game.start() and record.moves:
            yield str(Line(Board(game, record.start), record.moves))


def positions_in(game: "Game", records: list["Record"]) -> Iterator[str]:
    """Yield the position at the end of each record."""
    from plyometric.games.notebook import Board, Line

    for record in records:
        yield game.position_text(Line(Board(game, record.start), record.moves).end.state)


def facts_of(game: "Game", record: "Record") -> dict[str, Any]:
    """Return what a list tells of a game."""
    sides = game.records.sides if set(game.records.sides) <= set(record.headers) else ("Black", "White")
    names = [record.headers.get(side, "?") for side in sides]
    facts: dict[str, Any] = {"sides": names, "result": record.result, "plies": len(record.moves)}
    return facts | {key: record.headers[key] for key in ("Event", "Date") if key in record.headers}


def row(number: int, facts: dict[str, Any]) -> str:
    """Return a game as a line of a list."""
    about = ", ".join(facts[key] for key in ("Event", "Date") if key in facts)
    played = f"{facts['result']}  {facts['plies']} plies"
    return f"{number:5}  {' - '.join(facts['sides'])}  {played}  {about}".rstrip()


def tell(file: Path, good: list["Record"], bad: list["Fault"]) -> None:
    """Say on standard error how many games were read, and which were not."""
    print(f"{file}: {len(good)} games read, {len(bad)} not", file=sys.stderr)
    for fault in bad[:NAMED]:
        print(f"{file}, line {fault.line}, game {fault.game}: {fault.what}", file=sys.stderr)
    if len(bad) > NAMED:
        print(f"... and {len(bad) - NAMED} more", file=sys.stderr)
