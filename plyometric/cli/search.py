"""The command that thinks: search."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Depth, Json, app, line_text, load, read_position, show, value_text
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.search.analysis import Analysis


@app.command
def search(
    game: str,
    /,
    *,
    depth: Depth | None = None,
    nodes: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    seconds: Annotated[float | None, Parameter(validator=Number(gt=0))] = None,
    table: Annotated[float | None, Parameter(validator=Number(gte=0))] = None,
    plain: Annotated[bool, Parameter(negative="")] = False,
    breadth: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    threats: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    evaluation: str = "",
    weights: str = "",
    position: str = "",
    json: Json = False,
) -> None:
    """Search a position and show the best line.

    It ends at the first limit that is reached: --depth, --nodes or --seconds.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    depth
        How many plies to look ahead.
    nodes
        How many positions to visit at most.
    seconds
        How long to search at most.
    table
        Megabytes of transposition table, 16 if none are named; 0 goes without.
    plain
        Search to a fixed depth by minimax with alpha-beta cut-offs and nothing more.
    breadth
        Search only so many of the most promising moves at each node.
    threats
        With --breadth: look first for a win by so many threats, each to be answered at once.
    evaluation
        By which of its evaluations the game judges positions; by default its usual one.
    weights
        File or name of the weights of that evaluation; by default its own.
    position
        What to search, in the game's own notation; by default the start.
    """
    from plyometric.search.analysis import Handle
    from plyometric.search.kinds import kind_from_options

    if not (depth or nodes or seconds):
        raise InputError("a search needs a limit: --depth, --nodes or --seconds.")
    given = {"depth": depth, "nodes": nodes, "breadth": breadth, "threats": threats, "table": table}
    options = {key: value for key, value in given.items() if value is not None}
    with Display() as display:
        rules = load(game).judged_by(evaluation)
        state = read_position(rules, position)
        kind = kind_from_options(options | ({"plain": "on"} if plain else {}), {})
        handle = Handle(rules, kind, state, read_weights_of(rules, weights), seconds=seconds or 0)
        display.wait_for("compiling", handle.compile)
        found = display.follow("searching", handle, value_text)
    facts = facts_of(rules, state, found, handle.taken)
    picture = f"{rules.draw(state)}\n\n" if rules.draw else ""
    show(facts, picture + in_words(facts), json)


def read_weights_of(game: "Game", weights: str) -> Any:
    """Return the weights that a file or a name gives, or the game's own."""
    from plyometric.arena.weights import read_weights

    return read_weights(game, weights or None)


def facts_of(game: "Game", state: Any, found: "Analysis", seconds: float) -> dict[str, Any]:
    """Return what a search found."""
    line = line_text(game, state, found.line)
    return {
        "value": found.value,
        "best": line[0] if line else None,
        "line": line,
        "depth": found.depth,
        "nodes": found.nodes,
        "nodes per second": round(found.nodes / seconds),
    }


def in_words(facts: dict[str, Any]) -> str:
    """Return the facts as lines of text."""
    words = facts | {
        "value": value_text(facts["value"]),
        "best": facts["best"] or "none: the game is over",
        "line": " ".join(facts["line"]),
        "nodes": f"{facts['nodes']:,}",
        "nodes per second": f"{facts['nodes per second']:,}",
    }
    return "\n".join(f"{key:17} {value}" for key, value in words.items())
