"""The commands about databases of endings: database build, database probe."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Json, app, load, read_position, show, value_text
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.kernel import Game

database = App(name="database", help="What positions with few pieces are worth.")
app.command(database)

Pieces = Annotated[int, Parameter(validator=Number(gte=1, lte=8))]

ROW = "{:>6} {:>14} {:>14} {:>14} {:>14} {:>12}"


@database.command
def build(game: str, /, *, pieces: Pieces = 4, json: Json = False) -> None:
    """Find out what every position with few pieces is worth, and keep it in the cache folder.

    A search uses it by the option endings: checkers:depth=9,endings=4. Those with fewer pieces are built
    first, and each is kept when it is done.

    Parameters
    ----------
    game
        Name of a game that counts off its endings, or path of a game file.
    pieces
        How many pieces the positions have at most.
    """
    from plyometric.search.databases.shelf import bytes_needed, checked_pieces, facts_of

    with Display() as display:
        rules = load(game)
        checked_pieces(rules, pieces)
        needed = bytes_needed(rules, pieces) / 2**20
        display.console.print(f"it takes about {needed:,.0f} MB of memory to build.")
        facts = display.wait_for("database", facts_of, rules, pieces)
    show(facts, in_words(facts), json)


@database.command
def probe(game: str, position: str, /, *, pieces: Pieces = 4, json: Json = False) -> None:
    """Say what a position with few pieces is worth, and each of its moves.

    Parameters
    ----------
    game
        Name of a game that counts off its endings, or path of a game file.
    position
        The position, in the game's own notation, such as W:WK10:BK1.
    pieces
        The database to look it up in, which is built if it is not there.
    """
    with Display() as display:
        rules = load(game)
        facts = display.wait_for("database", looked_up, rules, read_position(rules, position), pieces)
    lines = [f"{move:>10}  {value}" for move, value in facts["moves"].items()]
    show(facts, "\n".join([facts["value"], *lines]), json)


def looked_up(game: "Game", state: Any, pieces: int) -> dict[str, Any]:
    """Return the value of a position and of all its moves, the best first."""
    from plyometric.kernel.referee import legal_moves, play
    from plyometric.search.databases import seen_at
    from plyometric.search.databases.shelf import entry_of

    entry = entry_of(game, state, pieces)
    if entry is None:
        raise InputError(f"the database of {pieces} pieces does not hold {game.position_text(state)}.")
    found = {}
    for move in legal_moves(game, state):
        behind = entry_of(game, play(game, state, move), pieces)
        assert behind is not None, "a move leads to as many pieces or fewer"
        found[game.move_text(state, move)] = -seen_at(behind, 1)
    best_first = sorted(found.items(), key=lambda item: -item[1])
    return {
        "position": game.position_text(state),
        "value": words_of(seen_at(entry, 0)),
        "moves": {text: words_of(value) for text, value in best_first},
    }


def words_of(value: int) -> str:
    """Return what a database says, in words."""
    return value_text(value) if value else "draw"


def in_words(facts: dict[str, Any]) -> str:
    """Return the totals of a database as a table."""
    heads = ("positions", "wins", "draws", "losses", "longest win")
    rows = [[pieces, *(totals[head] for head in heads)] for pieces, totals in facts["totals"].items()]
    numbers = [[f"{cell:,}" if isinstance(cell, int) else str(cell or "–") for cell in row] for row in rows]
    return "\n".join(ROW.format(*row) for row in (("pieces", *heads), *numbers))
