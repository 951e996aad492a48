"""Commands about games themselves: games, perft, check, new, warm."""

import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from plyometric import games
from plyometric.cli.display import Display
from plyometric.cli.shared import (
    Depth,
    Json,
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


library = App(name="games", help="Games that are installed, and files of games that were played.")
app.command(library)


@library.default
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
                leaves = sum(display.track(f"perft {level}", parts, lambda _: (None, "")))
                rows.append({"depth": level, "leaves": leaves, "seconds": time.perf_counter() - began})
                if not json:
                    print(f"{level:5} {leaves:16} {rows[-1]['seconds']:9.3f}", flush=True)
            results = {"game": rules.name, "position": rules.position_text(state), "perft": rows}
            if run:
                run.finish({**results, "perft": [{"depth": r["depth"], "leaves": r["leaves"]} for r in rows]})
    if json:
        show(results, "", json)


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
    from plyometric.testing.guard import checked, trial_of

    with Display() as display, trial_of("check", game, str(data or "")) as trial:
        deque(display.track("checking", trial.watch(), lambda step: (None, step)), maxlen=0)
        name, findings = checked(trial, game)
    marks = {"ok": "✓", "failed": "✗", "skipped": "–"}
    lines = [f"{marks[f.status]} {f.check}{': ' + f.sentence if f.sentence else ''}" for f in findings]
    show({"game": name, "findings": [f._asdict() for f in findings]}, "\n".join(lines), json)
    if any(finding.status == "failed" for finding in findings):
        sys.exit(1)


@app.command
def new(name: str, /) -> None:
    """Write NAME.py, a small working game to start your own from."""
    from plyometric.files import write_text
    from plyometric.games.newgame import starter_source

    path = Path(f"{name}.py")
    source = starter_source(name)
    if path.exists():
        raise InputError(f"{path} exists already: choose another name, or move it away.")
    write_text(path, source)
    print(f"wrote {path}\n\nTry: plyo check {path}\n     plyo perft {path} 5")


@app.command
def warm(*names: str) -> None:
    """Compile games ahead of time (by default all that are installed), so that nothing waits later."""
    with Display() as display:
        for name in names or games.names():
            rules = load(name)
            began = time.perf_counter()
            display.wait_for(f"compiling {name}", use_all_kernels, rules)
            print(f"{rules.name}: ready ({time.perf_counter() - began:.1f} s)")


def use_all_kernels(game: "Game") -> None:
    """Use everything that commands use, on the smallest scale."""
    from plyometric.arena.games import play_game
    from plyometric.arena.players import read_player
    from plyometric.arena.sitting import Machine, Sitting
    from plyometric.kernel import referee
    from plyometric.search.analysis import Handle
    from plyometric.search.kinds import kinds
    from plyometric.search.perft import perft as count

    count(game, 3)
    referee.random_game(game, 0, 0, 2)
    referee.result(game, game.start()), referee.features(game, game.start())
    for kind in kinds().values():
        with suppress(InputError):  # a kind may need what a game lacks, such as an opinion
            Handle(game, kind.smallest()).compile()
    player = read_player(f"{game.origin}:depth=1")
    play_game(player, player, game.start())
    sitting = Sitting(game)
    sitting.play(sitting.legal[0])
    Machine(player).think(sitting).run()
