"""The command that thinks: search."""

import time
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Depth, Json, app, line_text, load, read_position, show, value_text
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.kernel import Game


@app.command
def search(
    game: str,
    /,
    *,
    depth: Depth | None = None,
    nodes: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    seconds: Annotated[float | None, Parameter(validator=Number(gt=0))] = None,
    table: Annotated[float, Parameter(validator=Number(gte=0))] = 16,
    plain: Annotated[bool, Parameter(negative="")] = False,
    breadth: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    threats: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
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
        Megabytes of transposition table; 0 goes without.
    plain
        Search to a fixed depth by minimax with alpha-beta cut-offs and nothing more.
    breadth
        Search only so many of the most promising moves at each node, to a fixed depth.
    threats
        With --breadth: look first for a win by so many threats, each to be answered at once.
    position
        What to search, in the game's own notation; by default the start.
    """
    from plyometric.search.alphabeta import Settings, analyse
    from plyometric.search.minimax import minimax

    if not (depth or nodes or seconds):
        raise InputError("a search needs a limit: --depth, --nodes or --seconds.")
    if plain and (nodes or seconds or breadth or threats or not depth):
        raise InputError("--plain needs --depth and takes no other limit.")
    with Display() as display:
        rules = load(game)
        state = read_position(rules, position)
        if plain:
            display.wait_for("compiling", minimax, rules, 1, state)
            work: tuple[Any, ...] = (minimax, rules, depth, state)
        else:
            settings = Settings(depth or 0, nodes or 0, table, breadth=breadth, threats=threats)
            settings.checked(rules)
            display.wait_for("compiling", analyse, rules, Settings(1, table=0), state)
            work = (analyse, rules, settings, state, None, seconds or 0)
        began = time.perf_counter()
        found = display.wait_for("searching", *work)
        taken = time.perf_counter() - began
    facts = facts_of(rules, state, found, depth, taken)
    picture = f"{rules.draw(state)}\n\n" if rules.draw else ""
    show(facts, picture + in_words(facts), json)


def facts_of(game: "Game", state: Any, found: Any, depth: int | None, seconds: float) -> dict[str, Any]:
    """Return what a search found; a plain one always reaches the depth that was asked for."""
    line = line_text(game, state, found.line)
    return {
        "value": found.value,
        "best": line[0] if line else None,
        "line": line,
        "depth": getattr(found, "depth", depth),
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
