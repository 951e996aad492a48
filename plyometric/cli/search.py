"""The command that thinks: search."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Depth, Json, app, line_text, load, read_position, show, value_text

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.search.analysis import Analysis


USUAL_TABLE = {"table": 16.0}
"""Megabytes of table where nobody names them: a search that is asked for alone may be long."""


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
    evaluation: str | None = None,
    weights: str | None = None,
    position: str = "",
    json: Json = False,
) -> None:
    """Search a position and show the best line.

    It ends at the first limit that is reached: --depth, --nodes or --seconds. The other options pick the
    kind of search and its settings, as in a player's text; plyo kinds lists them all.

    Parameters
    ----------
    game
        Name of a game, or path of a game file; or a player, fives:breadth=5, whose search it shall be.
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
    from plyometric.arena.players import options_in, seconds_in, unlimited_player
    from plyometric.search.analysis import Handle

    limit = seconds_in("--seconds", seconds or 0)
    flags: dict[str, Any] = {
        "depth": depth,
        "nodes": nodes,
        "breadth": breadth,
        "threats": threats,
        "table": table,
    }
    flags |= {"evaluation": evaluation, "weights": weights, "plain": "on" if plain else None}
    name, options = options_in(game)
    options |= {key: word for key, word in flags.items() if word is not None}
    with Display() as display:
        load(name)
        who = unlimited_player(name, options, USUAL_TABLE)
        state = read_position(who.game, position)
        handle = Handle(who.game, who.kind, state, who.weights, seconds=limit)
        display.wait_for("compiling", handle.compile)
        found = display.follow("searching", handle, value_text)
    facts = facts_of(who.game, state, found, handle.taken)
    picture = f"{who.game.draw(state)}\n\n" if who.game.draw else ""
    show(facts, picture + in_words(facts), json)


def facts_of(game: "Game", state: Any, found: "Analysis", seconds: float) -> dict[str, Any]:
    """Return what a search found."""
    from plyometric.search.asking import speed

    line = line_text(game, state, found.line)
    return {
        "value": found.value,
        "best": line[0] if line else None,
        "line": line,
        "depth": found.depth,
        "nodes": found.nodes,
        "nodes per second": speed(found.nodes, seconds),
    }


def in_words(facts: dict[str, Any]) -> str:
    """Return the facts as lines of text."""
    fast = facts["nodes per second"]
    words = facts | {
        "value": value_text(facts["value"]),
        "best": facts["best"] or "none: the game is over",
        "line": " ".join(facts["line"]),
        "nodes": f"{facts['nodes']:,}",
        "nodes per second": "too short a search to tell" if fast is None else f"{fast:,}",
    }
    return "\n".join(f"{key:17} {value}" for key, value in words.items())


@app.command
def kinds(*, json: Json = False) -> None:
    """List the kinds of search, each with the options that a player's text may give it."""
    from dataclasses import fields

    from plyometric.search.kinds import kinds as found

    about = {
        name: {
            "is": (kind.__doc__ or "").splitlines()[0],
            "options": {one.name: one.default for one in fields(kind)},
            "picked by": list(kind.marks),
        }
        for name, kind in found().items()
    }
    lines = [
        f"{name:10} {facts['is']}\n{'':10} {', '.join(facts['options'])}" for name, facts in about.items()
    ]
    show({"kinds": about}, "\n".join(lines), json)
