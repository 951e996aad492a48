"""The command that thinks: search."""

import time

from plyometric.cli.shared import Depth, Json, app, line_text, load, read_position, show, value_text
from plyometric.display import Display


@app.command
def search(game: str, /, *, depth: Depth, position: str = "", json: Json = False) -> None:
    """Search a position to a fixed depth and show the best line.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    depth
        How many plies to look ahead.
    position
        What to search, in the game's own notation; by default the start.
    """
    from plyometric.search.minimax import minimax

    with Display() as display:
        rules = load(game)
        state = read_position(rules, position)
        display.wait_for("compiling", minimax, rules, 1, state)
        began = time.perf_counter()
        found = display.wait_for("searching", minimax, rules, depth, state)
        seconds = time.perf_counter() - began
    line = line_text(rules, state, found.line)
    facts = {
        "value": found.value,
        "best": line[0] if line else None,
        "line": line,
        "nodes": found.nodes,
        "nodes per second": round(found.nodes / seconds),
    }
    text = {**facts, "value": value_text(found.value), "best": line[0] if line else "none: the game is over"}
    text |= {"line": " ".join(line), "nodes": f"{found.nodes:,}"}
    text |= {"nodes per second": f"{facts['nodes per second']:,}"}
    picture = f"{rules.draw(state)}\n\n" if rules.draw else ""
    show(facts, picture + "\n".join(f"{key:17} {value}" for key, value in text.items()), json)
