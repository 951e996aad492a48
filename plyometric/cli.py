"""The command line: plyo.

Every command is a function here; its docstring is its help. Modules that need Numba are imported
inside the commands, so that help and listings answer at once.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Parameter
from cyclopts.validators import Number

from plyometric import __version__, games
from plyometric.display import Display
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.runs import Run

app = App(name="plyo", help="Train the thinking of game programs.", version=__version__)

Depth = Annotated[int, Parameter(validator=Number(gte=1, lte=200))]
Json = Annotated[bool, Parameter(negative="", help="Print one JSON document on standard output.")]


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Where work is done and kept."""

    threads: Annotated[int, Parameter(validator=Number(gte=0))] = 0
    "How many threads to use; 0 means one for each core."
    cluster: str = ""
    "Address of a Dask scheduler to work on, such as tcp://host:8786."
    out: Path | None = None
    "Folder in which the run is kept, so that it can be resumed."
    resume: Annotated[bool, Parameter(negative="")] = False
    "Go on with a run that was stopped."


@app.command(name="games")
def list_games(*, json: Json = False) -> None:
    """List the games that are installed."""
    names = games.names()
    show({"games": names}, "\n".join(names), json)


@app.command
def perft(
    game: str, depth: Depth, /, *, position: str = "", where: Where | None = None, json: Json = False
) -> None:
    """Count the move sequences of every length up to DEPTH.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    depth
        The greatest length.
    position
        Where to count from, in the game's own notation; by default the start.
    """
    from plyometric.arena.split_perft import split_perft
    from plyometric.arena.workers import workers

    where = where or Where()
    with Display() as display:
        rules = load(game)
        state = read_position(rules, position)
        config = {"game": game, "digest": rules.digest, "depth": depth, "position": position}
        run = open_run_if_wanted("perft", config, where)
        rows = []
        if not json:
            print(f"{'depth':>5} {'leaves':>16} {'seconds':>9}")
        with says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
            for level in range(1, depth + 1):
                began = time.perf_counter()
                parts = split_perft(rules, level, state, executor, run)
                leaves = sum(display.track(f"perft {level}", parts))
                rows.append({"depth": level, "leaves": leaves, "seconds": time.perf_counter() - began})
                if not json:
                    print(f"{level:5} {leaves:16} {rows[-1]['seconds']:9.3f}", flush=True)
        results = {"game": rules.name, "position": rules.position_text(state), "perft": rows}
        if run:
            run.finish({**results, "perft": [{"depth": r["depth"], "leaves": r["leaves"]} for r in rows]})
    if json:
        show(results, "", json)


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


@app.command
def check(game: str, /, *, data: Path | None = None, json: Json = False) -> None:
    """Test a game against the contract that every game keeps, and say what is wrong where.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    data
        Folder with the game's .perft and .playthrough files; by default that of the game file.
    """
    from plyometric.testing import check_game

    with Display() as display:
        rules = load(game)
        findings = display.wait_for("checking", check_game, rules, data)
    marks = {"ok": "✓", "failed": "✗", "skipped": "–"}
    lines = [f"{marks[f.status]} {f.check}{': ' + f.sentence if f.sentence else ''}" for f in findings]
    show({"game": rules.name, "findings": [f._asdict() for f in findings]}, "\n".join(lines), json)
    if any(finding.status == "failed" for finding in findings):
        sys.exit(1)


@app.command
def new(name: str, /) -> None:
    """Write NAME.py, a small working game to start your own from."""
    from plyometric.newgame import starter_source

    path = Path(f"{name}.py")
    source = starter_source(name)
    if path.exists():
        raise InputError(f"{path} exists already: choose another name, or move it away.")
    path.write_text(source)
    print(f"wrote {path}\n\nTry: plyo check {path}\n     plyo perft {path} 5")


@app.command
def warm(*names: str) -> None:
    """Compile games ahead of time (by default all that are installed), so that nothing waits later."""
    from plyometric.search.minimax import minimax, root_values
    from plyometric.search.perft import perft as count

    with Display() as display:
        for name in display.track("games", names or games.names()):
            rules = load(name)
            began = time.perf_counter()
            for kernel in (lambda g: count(g, 3), lambda g: minimax(g, 2), lambda g: root_values(g, 2)):
                display.wait_for(f"compiling {name}", kernel, rules)
            print(f"{rules.name}: ready ({time.perf_counter() - began:.1f} s)")


def load(game: str) -> "Game":
    """Load a game and make sure that its rules return what they must."""
    from plyometric.referee import probe

    rules = games.load(game)
    probe(rules)
    return rules


def read_position(game: "Game", text: str) -> Any:
    """Return the state that a position text names, or the start."""
    assert game.read_position is not None
    return game.read_position(text) if text else game.start()


def line_text(game: "Game", state: Any, line: tuple[int, ...]) -> list[str]:
    """Return a line of moves as players write it."""
    from plyometric.referee import play

    texts = []
    for move in line:
        texts.append(game.move_text(state, move))
        state = play(game, state, move)
    return texts


def value_text(value: int) -> str:
    """Return a value in words where it is a sure win or loss."""
    from plyometric.kernel import WIN

    distance = WIN - abs(value)
    if distance > 1000:
        return str(value)
    return f"{'win' if value > 0 else 'loss'} in {distance} plies"


def show(facts: dict[str, Any], text: str, as_json: bool) -> None:
    """Print a result, as text or as one JSON document."""
    print(json.dumps(facts, indent=1) if as_json else text)


def open_run_if_wanted(name: str, config: dict[str, Any], where: Where) -> "Run | None":
    """Open a run folder if one was asked for with --out or --resume."""
    from plyometric.runs import open_run

    if not where.out and not where.resume:
        return None
    return open_run(name, config, where.out, where.resume)


@contextmanager
def says_what_is_kept(run: "Run | None") -> Iterator[None]:
    """Add to an interruption where the finished work lies."""
    try:
        yield
    except KeyboardInterrupt:
        kept = "what is printed above was finished"
        if run:
            kept = f"finished units are kept in {run.folder}, and the same command with --resume goes on"
        raise KeyboardInterrupt(kept) from None


def main(words: list[str] | None = None) -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    try:
        app(words, exit_on_error=False, print_error=False)
    except (CycloptsError, InputError) as error:
        fail(" ".join(str(error).split()), 2)
    except KeyboardInterrupt as stop:
        fail(f"stopped; {stop or 'nothing was kept'}.", 130)
    except BrokenPipeError:
        os._exit(1)
    except Exception as error:
        sentence = in_plain_words(error)
        if sentence is None:
            raise
        fail(sentence, 2)


def in_plain_words(error: Exception) -> str | None:
    """Return one sentence for a rule that does not compile, None for any other error."""
    if "numba" not in sys.modules:
        return None
    from numba.core.errors import NumbaError

    from plyometric.errors import plain_words

    return plain_words(error) if isinstance(error, NumbaError) else None


def fail(sentence: str, code: int) -> None:
    """Print one sentence on standard error and end at once, whatever threads still run."""
    print(f"plyo: {sentence}", file=sys.stderr, flush=True)
    sys.stdout.flush()
    os._exit(code)
