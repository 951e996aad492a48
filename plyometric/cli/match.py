"""The commands that let players meet: match, openings."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import (
    Depth,
    Json,
    Seed,
    Where,
    app,
    line_text,
    load,
    open_run_if_wanted,
    says_what_is_kept,
    show,
    vetted,
)
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.arena.clock import Control
    from plyometric.arena.match import Standing
    from plyometric.arena.openings import Ballot
    from plyometric.arena.statistics import Tally
    from plyometric.arena.tables import Conduct, Entrant
    from plyometric.kernel import Game

Test = tuple[float, float, float, float]
"""A sequential test: elo0, elo1, alpha, beta."""

BY_THE_CLOCK = "This was played by the clock: it would not be the same if it were played again."

book = App(name="book", help="Books of fair openings.")
app.command(book)

HEADER = """\
# Made by: {made_by}
# {which} of {plies} plies that leave no side ahead by more than {margin}, judged by the full search to
# depth {depth}; of those that lead to one position, the first. After each: its value for the side to move."""


@app.command
def match(
    a: str,
    b: str,
    /,
    *,
    games: Annotated[int, Parameter(validator=Number(gte=2))] = 1000,
    sprt: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    openings: Path | None = None,
    adjudicate: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    clock: str = "",
    bank: Annotated[int, Parameter(validator=Number(gte=0, lte=10**15))] = 0,
    game: str = "chess",
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Play a match of colour-swapped pairs between two players.

    A player is a game and its options, checkers:depth=6 or checkers:nodes=5000,weights=FILE. The options
    may stand in a TOML file, checkers:FILE.toml; one that names an installed game, game = "checkers", is a
    player by itself. Options of every player: weights and strategy (files, or names of those that come
    with the game), evaluation (which of the game's). Its other options pick the kind of search and its
    settings: depth and nodes are limits, breadth makes it selective; plyo kinds lists them all. In a match
    a player may have a clock, chess:seconds=0.1. With --clock or --bank all moves of a game share one limit,
    and chess:clock=even, finish, stable or FILE picks the time manager that spends it.

    Engines can be entered by UCI: uci:PATH,nodes=5000 or "uci:gnuchess --uci,movetime=0.1". Their limits are
    nodes, depth and movetime (seconds); whatever else is named is an option of the engine. One thread and no
    book are set where it offers them. Who crashes, gives no answer or makes an illegal move has lost the
    game, which is counted. A match by the clock is not the same when it is played again.

    Parameters
    ----------
    a
        The player whose score is shown.
    b
        Its opponent.
    games
        How many games to play at most, an even number.
    sprt
        Two Elo differences, --sprt 0 5: stop as soon as one is accepted against the other.
    alpha
        The chance that the test may wrongly accept the greater difference.
    beta
        The chance that the test may wrongly accept the smaller difference.
    openings
        File with a line of moves for each opening; by default the game's own.
    adjudicate
        Where an engine or a clock takes part, break off a game that both sides in their last three moves each
        find won by so much, in the unit of the evaluation; 0 plays all to the end.
    clock
        Give either side a clock: 60+0.6, seconds for all moves and for each. Whoever oversteps it has lost.
    bank
        Give either side so many nodes a move on average; this can be played again bit for bit.
    game
        What two engines play; players name it themselves.
    seed
        Orders the openings, and chooses random moves where more are needed.
    """
    from plyometric.arena import match as arena
    from plyometric.arena.openings import openings_of
    from plyometric.arena.workers import workers
    from plyometric.engines.guests import read_entrants
    from plyometric.kernel import sources
    from plyometric.learn.strategies import read_plan

    where = where or Where()
    arena.check_games(games)
    control = control_of(clock, bank)
    one, other = read_entrants((a, b), game, read_plan, vetted, control)
    lines = openings_of(one.game, openings)
    test = (*sprt, alpha, beta) if sprt else None
    config = {"a": one.as_json(), "b": other.as_json(), "games": games, "seed": seed, "bar": adjudicate}
    config |= {"sources": sources.digest(arena.__name__)}
    run = open_run_if_wanted("match", config | {"openings": lines, "sprt": test}, where)
    with Display() as display, says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
        standings = arena.match(one, other, lines, games, seed, executor, run=run, test=test, bar=adjudicate)
        for standing in display.track("match", standings, lambda now: share_and_words(now, games, test)):
            result = standing
        facts = {"a": a, "b": b, "seed": seed, **facts_of(result.tally, test), **conduct_facts(result)}
        facts["by the clock"] = any(map(is_timed, (one, other)))
        facts |= {"control": {"bank": bank, "clock": clock}} if clock or bank else {}
        if run:
            run.finish(facts)
    remark = [BY_THE_CLOCK] if facts["by the clock"] else []
    show(facts, "\n".join([table(a, b, result.tally, test), *conduct_lines(result), *remark]), json)


@book.command(name="make")
@app.command
def openings(
    game: str,
    /,
    *,
    plies: Annotated[int, Parameter(validator=Number(gte=1, lte=20))],
    depth: Depth = 10,
    margin: Annotated[int, Parameter(validator=Number(gte=0))] = 40,
    count: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    seed: Seed = 1,
    where: Where | None = None,
) -> None:
    """Print fair openings of a game, all or so many drawn at random, as a file that `plyo match` reads.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    plies
        How many moves an opening has.
    depth
        How deep the full search looks at its end.
    margin
        By how much that search may find a side ahead, in the units of the game's evaluation.
    count
        How many to draw at random; 0 means all that there are.
    seed
        Draws the random moves.
    """
    from plyometric.arena.openings import ballots

    if not count and where and where != Where():
        raise InputError(
            "only openings that are drawn are kept and shared out: with --out, --resume, --threads or"
            " --cluster give --count as well."
        )
    where = where or Where()
    made_by = f"plyo openings {game} --plies {plies} --depth {depth} --margin {margin}"
    made_by += f" --count {count} --seed {seed}" if count else ""
    with Display() as display:
        rules = load(game)
        found: Iterable[Ballot] = ballots(rules, plies, depth, margin)
        if count:
            found = drawn(display, rules, (plies, depth, margin, seed), count, where)
        which = "Random openings" if count else "All openings"
        print(HEADER.format(made_by=made_by, which=which, plies=plies, margin=margin, depth=depth))
        for line, value in display.track("searching", found, lambda ballot: (None, str(ballot.line))):
            print(f"{' '.join(line_text(rules, rules.start(), line))}  # {value}")


def drawn(
    display: Display, game: "Game", terms: tuple[int, int, int, int], count: int, where: Where
) -> list["Ballot"]:
    """Return so many openings drawn at random; the terms are plies, depth, margin and seed."""
    from plyometric.arena import openings as arena
    from plyometric.arena.workers import workers
    from plyometric.kernel import sources

    config = {"game": game.address, "terms": terms, "sources": sources.digest(arena.__name__)}
    run = open_run_if_wanted("openings", config, where)
    with says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
        fair = arena.drawn_ballots(game, *terms, executor, run)
        found = display.collect("drawing", fair, count, "such openings")
        if run:
            run.finish({"game": game.name, "openings": count})
    return found


def share_and_words(standing: "Standing", games: int, test: Test | None) -> tuple[float, str]:
    """Return the share of a match that is played, and its state in one line."""
    wrong = sum(sum(one.faults.values()) for one in standing.conduct)
    words = f"  {wrong} faults" if wrong else ""
    return standing.tally.games / games, headline(standing.tally, test) + words


def headline(tally: "Tally", test: Test | None) -> str:
    """Return the state of a match in one line."""
    from plyometric.arena.statistics import sprt

    text = f"{tally.games} games  +{tally.wins} ={tally.draws} -{tally.losses}  {tally.score:.1%}"
    if not test:
        return text
    state = sprt(tally, *test)
    return f"{text}  LLR {state.llr:.2f} ({state.lower:.2f}, {state.upper:.2f})"


def facts_of(tally: "Tally", test: Test | None) -> dict[str, Any]:
    """Return all figures of a match."""
    from plyometric.arena.statistics import elo_interval, likelihood_of_superiority, score_interval, sprt

    facts: dict[str, Any] = {"games": tally.games, "wins": tally.wins, "draws": tally.draws}
    facts |= {"losses": tally.losses, "ptnml": list(tally.ptnml)}
    facts |= {"score": score_interval(tally)._asdict(), "elo": elo_interval(tally)._asdict()}
    facts |= {"los": likelihood_of_superiority(tally)}
    return facts | (
        {"sprt": {**sprt(tally, *test)._asdict(), "elo0": test[0], "elo1": test[1]}} if test else {}
    )


def table(a: str, b: str, tally: "Tally", test: Test | None) -> str:
    """Return the figures of a match in the words that engine testers know."""
    from plyometric.arena.statistics import elo_interval, likelihood_of_superiority, score_interval, sprt

    elo, score = elo_interval(tally), score_interval(tally)
    lines = [
        f"{a} against {b}",
        f"Elo    {elo.value:+.1f} +/- {elo.error:.1f} (95%)",
        f"Score  {score.value:.2%} [{score.low:.2%}, {score.high:.2%}]",
        f"LOS    {likelihood_of_superiority(tally):.2%}",
        f"Games  N: {tally.games} W: {tally.wins} L: {tally.losses} D: {tally.draws}",
        f"Ptnml  0-2: {', '.join(map(str, tally.ptnml))}",
    ]
    if test:
        state = sprt(tally, *test)
        verdict = "no decision" if state.verdict == "running" else f"{state.verdict} accepted"
        bounds = f"({state.lower:.2f}, {state.upper:.2f}) [{test[0]:.2f}, {test[1]:.2f}]"
        lines.append(f"LLR    {state.llr:.2f} {bounds} {verdict}")
    return "\n".join(lines)


def control_of(clock: str, bank: int) -> "Control":
    """Return the time control that options ask for."""
    from plyometric.arena.clock import Control, read_control

    if clock and bank:
        raise InputError("give either side a --clock or a --bank, not both.")
    return read_control(clock) if clock else Control(bank)


def is_timed(entrant: "Entrant") -> bool:
    """Return whether somebody plays by a clock."""
    seconds = entrant.control.seconds or getattr(entrant, "seconds", 0)
    return bool(seconds or getattr(entrant, "limits", {}).get("movetime"))


def conduct_facts(standing: "Standing") -> dict[str, Any]:
    """Return how either side behaved, where it was noted."""
    sides = {
        side: one for side, one in zip("ab", standing.conduct, strict=True) if one.searches or one.faults
    }
    return (
        {"conduct": {side: {**one.as_json(), "mean": means(one)} for side, one in sides.items()}}
        if sides
        else {}
    )


def means(conduct: "Conduct") -> dict[str, float]:
    """Return what one search of a side was on average."""
    searches = max(1, conduct.searches)
    return {name: getattr(conduct, name) / searches for name in ("depth", "nodes", "seconds")}


def conduct_lines(standing: "Standing") -> list[str]:
    """Return a line for either side: its mean search, and what it did wrong."""
    lines = []
    for side, one in zip("AB", standing.conduct, strict=True):
        if one.searches or one.faults:
            lines.append(f"{side}      {mean_search(one)} a search{said_of_faults(one)}")
            lines += [f"       first fault: {one.first_fault}"] if one.first_fault else []
    one, other = standing.conduct
    spent = [f"Nodes  A visited {one.nodes / other.nodes:.3f} times those of B"] if other.nodes else []
    return lines + spent


def mean_search(conduct: "Conduct") -> str:
    """Return what one search of a side was on average, as far as it is known."""
    mean = means(conduct)
    parts = [f"depth {mean['depth']:.1f}"] if conduct.depth else []
    parts += [f"{mean['nodes']:,.0f} nodes"]
    parts += [f"{mean['seconds']:.3f} s"] if conduct.seconds else []
    return ", ".join(parts)


def said_of_faults(conduct: "Conduct") -> str:
    """Return what a side did wrong; where nothing can go wrong, nothing is said."""
    faults = ", ".join(f"{kind}: {times}" for kind, times in sorted(conduct.faults.items()))
    return f"; {faults or 'no faults'}" if faults or conduct.seconds else ""
