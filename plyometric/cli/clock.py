"""What people do with time managers, which tell when a search has looked deep enough: learn, explain."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.learn import check_file, learn
from plyometric.cli.shared import (
    Json,
    Seed,
    Where,
    load,
    open_run_if_wanted,
    read_position,
    says_what_is_kept,
    show,
    value_text,
    vetted,
)
from plyometric.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyometric.arena.match import Standing
    from plyometric.arena.players import Player
    from plyometric.learn.clocks import Candidate, Lesson, Reason
    from plyometric.runs import Run
    from plyometric.search.managers import Manager

Games = Annotated[int, Parameter(validator=Number(gte=2))]


@learn.command
def clock(
    game: str,
    /,
    *,
    file: Annotated[Path, Parameter(name=["--file", "-o"])],
    nodes: Annotated[int, Parameter(validator=Number(gte=100))] = 2000,
    games: Games = 150,
    exponent: Annotated[float, Parameter(validator=Number(gte=0, lte=2))] | None = None,
    trial: Games = 600,
    fresh: Games = 600,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Learn when a search of a game has looked deep enough, and write it as a time manager.

    The player plays itself with a bank of nodes. Boosted trees learn to foresee, from the signs of a search
    after each finished depth, how much would be lost by stopping there. How strongly to go by that is
    decided by games, and what is gained over spending evenly is told by fresh ones. A player uses it where
    a clock runs: plyo match GAME:clock=FILE GAME:clock=even --bank 5000.

    Parameters
    ----------
    game
        Name of a game, or path of a game file; or a player, checkers:evaluation=material.
    file
        The file to write.
    nodes
        How many nodes a move has on average.
    games
        From how many games searches are noted.
    exponent
        How strongly to go by the regret, 0 for not at all; by default that is tried out.
    trial
        How many games each candidate plays at most, against a player that spends evenly.
    fresh
        How many games tell what was gained.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.match import check_games
    from plyometric.arena.workers import workers
    from plyometric.files import finite
    from plyometric.learn.clocks import EXPONENTS, Lesson, how_learned
    from plyometric.search.managers import write_manager

    exponents = EXPONENTS if exponent is None else (exponent,)
    lesson = Lesson(nodes, games, exponents, trial_games=trial, fresh_games=fresh, seed=seed)
    where = where or Where()
    check_file(file)
    for number in (trial, fresh):
        check_games(number)
    with Display() as display:
        player = player_of(game)
        run = open_run_if_wanted("learn-clock", config_of(player, lesson), where)
        with says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
            manager, told = learned(display, player, lesson, executor, run)
            told |= gained(display, player, lesson, manager, executor)
            if run:
                run.finish(told)
        write_manager(file, with_facts(manager, finite(how_learned(lesson, told))))
    facts = {"game": player.game.name, "file": str(file), **told}
    show(facts, "\n".join([*account(told), f"wrote {file}"]), json)


def player_of(text: str) -> "Player":
    """Return the player that a text describes, whose search must have a time manager and no limit."""
    from dataclasses import replace

    from plyometric.arena.bank import check_bank
    from plyometric.arena.players import USUAL, options_in, unlimited_player

    name, options = options_in(text)
    vetted(name)
    player = unlimited_player(name, options, USUAL)
    check_bank(player.kind)
    if player.kind.manager is None:
        raise InputError(f"a {player.kind.name} search has no time manager.")
    return replace(player, kind=player.kind.checked(player.game), name=text)


def config_of(player: "Player", lesson: "Lesson") -> dict[str, Any]:
    """Return all that shapes the searches noted: other trials may come later."""
    from plyometric.kernel import sources
    from plyometric.learn import clocks

    shape = {"nodes": lesson.nodes, "games": lesson.games, "seed": lesson.seed}
    return {"player": player.as_json(), **shape, "sources": sources.digest(clocks.__name__)}


def with_facts(manager: "Manager", facts: dict[str, Any]) -> "Manager":
    """Return a manager that says how it was learned."""
    from dataclasses import replace

    return replace(manager, learned=facts)


# The steps of learning


def learned(
    display: Display, player: "Player", lesson: "Lesson", executor: "Executor", run: "Run | None"
) -> tuple["Manager", dict[str, Any]]:
    """Return the manager that was learned and picked, and how that went."""
    from plyometric.arena.openings import openings_of
    from plyometric.learn import clocks

    parts = clocks.noted_games(player, openings_of(player.game), lesson, executor, run)
    done = iter(range(clocks.IN_UNIT, lesson.games + clocks.IN_UNIT, clocks.IN_UNIT))
    tracked = display.track("noting", parts, lambda _: (min(1.0, next(done) / lesson.games), ""))
    notes = [one for part in tracked for one in part]
    manager, told = display.wait_for("learning", clocks.learn_regret, player, notes)
    contest = clocks.contest_of(player, lesson.nodes, executor)
    steps = clocks.candidates(contest, manager, lesson)
    evened = list(display.track("evening out", steps, said_of_fraction))
    trial = clocks.race(contest, evened, lesson, lesson.seed + clocks.TRIAL)
    *_, left = display.track("trial", trial, lambda now: (None, standings_text(now)))
    picked = display.wait_for("guarding", clocks.guarded, contest, left, evened[0], lesson)
    return picked, {**told, "searches": len(notes), "trial": [trial_facts(one) for one in left]}


def gained(
    display: Display, player: "Player", lesson: "Lesson", manager: "Manager", executor: "Executor"
) -> dict[str, Any]:
    """Return what a manager gains over spending evenly, in games that nothing was picked by."""
    from plyometric.arena.statistics import elo_interval
    from plyometric.learn import clocks

    contest = clocks.contest_of(player, lesson.nodes, executor)
    standings = contest.standings(manager, clocks.EVEN, lesson.fresh_games, lesson.seed + clocks.FRESH)
    for standing in display.track("fresh games", standings, lambda now: (share_of(now, lesson), "")):
        end = standing
    terms = {"fraction": manager.fraction, "exponent": manager.exponent}
    elo = elo_interval(end.tally)._asdict()
    return {**terms, "gain": {"games": end.tally.games, "elo": elo, "nodes": clocks.ratio(end)}}


def share_of(standing: "Standing", lesson: "Lesson") -> float:
    """Return which share of the fresh games is played."""
    return standing.tally.games / lesson.fresh_games


def said_of_fraction(manager: "Manager") -> tuple[None, str]:
    """Return a candidate in words."""
    return None, f"exponent {manager.exponent:g}: fraction {manager.fraction:.3f}"


def standings_text(left: list["Candidate"]) -> str:
    """Return how the candidates stand that are left."""
    return "  ".join(f"{one.manager.exponent:g}: {one.tally.score:.1%}" for one in left)


def trial_facts(one: "Candidate") -> dict[str, float]:
    """Return how a candidate did in its trial."""
    return {"exponent": one.manager.exponent, "score": one.tally.score, "games": one.tally.games}


def account(told: dict[str, Any]) -> Iterator[str]:
    """Yield what was learned, as lines."""
    yield f"{told['depths']:,} finished depths of {told['searches']:,} searches"
    yield f"{told['explained']:.1%} of the variance of regret is foreseen in games held out"
    for one in told["trial"]:
        yield f"exponent {one['exponent']:<5g} {one['score']:.1%} of the points in {one['games']} games"
    yield f"taken: exponent {told['exponent']:g}, fraction {told['fraction']:.3f}"
    gain, elo = told["gain"], told["gain"]["elo"]
    yield f"Elo {elo['value']:+.1f} [{elo['low']:+.1f}, {elo['high']:+.1f}] over spending evenly, in"
    yield f"  {gain['games']} fresh games at {gain['nodes']:.3f} of the nodes"


# Why it stops


def is_manager(path: Path) -> bool:
    """Return whether a file, or what comes with a game under that name, is a time manager."""
    from plyometric.files import read_json
    from plyometric.games.shipped import owner_of
    from plyometric.search.managers import FORMAT

    if path.is_file():
        content = read_json(path)
        return isinstance(content, dict) and content.get("format") == FORMAT
    return bool(owner_of(str(path), "clock"))


def explain_manager(file: Path, game: str, position: str, nodes: int, json: bool) -> None:
    """Search a position as a time manager would, and show what it made of every depth."""
    from plyometric.learn.clocks import reasons
    from plyometric.search.managers import read_manager

    with Display():
        load(game or game_of(file))
        player = player_of(game or game_of(file))
        manager = read_manager(player.game, str(file))
        state = read_position(player.game, position)
        found = reasons(player, manager, state, nodes)
    rows = [{**one._asdict(), "move": player.game.move_text(state, one.move)} for one in found]
    facts = {"game": player.game.name, "position": player.game.position_text(state), "allotted": nodes}
    show({**facts, "depths": rows}, "\n".join(lines_of(player, state, found, nodes)), json)


def game_of(file: Path) -> str:
    """Return the game that a time manager is for; a file may not name other files to be run."""
    from plyometric import games
    from plyometric.files import read_document
    from plyometric.games.shipped import owner_of
    from plyometric.search.managers import FORMAT

    name = owner_of(str(file), "clock") or str(read_document(file, FORMAT).get("game"))
    if name not in games.names():
        raise InputError(f"{file} is for {name!r:.80}, which is not installed: give its file with --game.")
    return name


def lines_of(player: "Player", state: Any, found: list["Reason"], nodes: int) -> Iterator[str]:
    """Yield what a manager made of every depth, as lines of a table, and the signs of the last."""
    game = player.game
    yield f"{nodes:,} nodes are allotted; a depth is the last that is finished at its bar or later."
    yield "depth  move       value      nodes   regret        bar"
    for one in found:
        text, value = game.move_text(state, one.move), value_text(one.value)
        decided = "goes on" if one.goes_on else "stops"
        seen = f"{one.depth:5}  {text:8} {value:>7} {one.nodes:10,}"
        yield f"{seen} {one.regret:8.4f} {one.bar:10,.0f}  {decided}"
    if found and found[-1].goes_on:
        yield "The search ended by itself, or when it had visited the most that it may."
    yield from (f"  {name}: {sign:.3g}" for name, sign in (found[-1].signs if found else {}).items())
