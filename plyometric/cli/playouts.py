"""The command that plays random games: playouts."""

import time
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import (
    Json,
    Seed,
    Where,
    app,
    load,
    open_run_if_wanted,
    read_position,
    says_what_is_kept,
    show,
)
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.search.playouts import Playouts

LONG_ENOUGH = 0.05
"""Seconds from which on a speed is told: in less there is mostly noise."""


@app.command
def playouts(
    game: str,
    count: Annotated[int, Parameter(validator=Number(gte=1, lte=10**12))] = 10_000,
    /,
    *,
    position: str = "",
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Play random games to their end, and show how each first move did.

    The share of the points says how good a move is if both sides play by lot from there on. As a player
    this is GAME:playouts=1000, and GAME:uct=1000 puts its playouts where they tell most.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    count
        How many games to play.
    position
        Where to begin, in the game's own notation; by default the start.
    seed
        All lots follow from it.
    """
    from plyometric.arena.split_playouts import split_playouts
    from plyometric.arena.workers import workers
    from plyometric.search.playouts import playouts as play_out

    where = where or Where()
    with Display() as display:
        rules = load(game)
        state = read_position(rules, position)
        display.wait_for("compiling", play_out, rules, 1, state)
        config = {"game": game, "digest": rules.digest, "count": count, "position": position, "seed": seed}
        run = open_run_if_wanted("playouts", config, where)
        with says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
            began = time.perf_counter()
            parts = split_playouts(rules, count, state, seed, executor, run)
            found = reduce(add, display.track("playouts", parts, share_of(count)))
            seconds = time.perf_counter() - began
            facts = facts_of(rules, state, found, seed)
            if run:
                run.finish(facts)
    if not found.moves:
        raise InputError(f"position {rules.position_text(state)!r}: the game is over, nobody has a move.")
    show({**facts, "seconds": seconds}, in_words(facts, seconds), json)


def share_of(count: int) -> Any:
    """Return the function that tells how far the playouts have come."""
    done = 0

    def state(part: "Playouts") -> tuple[float, str]:
        nonlocal done
        done += part.total
        return done / count, f"{done:,} of {count:,}"

    return state


def facts_of(game: "Game", state: Any, found: "Playouts", seed: int) -> dict[str, Any]:
    """Return what the playouts say, the best first move first."""
    from plyometric.arena.statistics import wilson

    won, drawn, lost = found.results
    total = {"playouts": found.total, "won": won, "drawn": drawn, "lost": lost, "plies": found.plies}
    moves = {
        game.move_text(state, move): {"playouts": n, **wilson(found.scores[move], n)._asdict()}
        for move, n in sorted(found.counts.items(), key=lambda item: -found.scores[item[0]])
    }
    return {"game": game.name, "position": game.position_text(state), "seed": seed, **total, "moves": moves}


def in_words(facts: dict[str, Any], seconds: float) -> str:
    """Return what was found as lines of text."""
    n = facts["playouts"]
    shares = ", ".join(f"{facts[word] / n:.1%} {word}" for word in ("won", "drawn", "lost"))
    speed = f", {n / seconds:,.0f} a second" if seconds > LONG_ENOUGH else ""
    width = max(map(len, facts["moves"]))
    rows = [
        f"{text:{width}}  {one['value']:6.1%}  ({one['low']:.1%} to {one['high']:.1%}), {one['playouts']:,}"
        for text, one in facts["moves"].items()
    ]
    head = f"{n:,} random games: {shares} by the side to move; {facts['plies']:.1f} plies each{speed}"
    return "\n".join(
        [head, "", "share of the points by first move, with its 95 % interval, and games", *rows]
    )
