"""The commands about suites, positions with known answers: suite run."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.search import USUAL_TABLE
from plyometric.cli.shared import Json, Where, app, load, open_run_if_wanted, says_what_is_kept, show

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.arena.solving import Attempt
    from plyometric.games.suites import Problem
    from plyometric.kernel import Game

suite = App(name="suite", help="Positions with known answers.")
app.command(suite)

ROW = "{name:<20.20} {answers:<14.14} {played:<8} {depth:>5} {nodes:>13} {found:>13}  {mark}"
HEADS = {"name": "position", "answers": "answer", "played": "played", "depth": "depth", "nodes": "nodes"}
HEADS |= {"found": "found at", "mark": ""}


@suite.command
def run(
    file: str,
    /,
    *,
    player: str,
    seconds: Annotated[float | None, Parameter(validator=Number(gt=0))] = None,
    stop: Annotated[bool, Parameter(negative="")] = False,
    part: Annotated[str, Parameter(name="--set")] = "",
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Let a player search every position of a suite, and count the nodes until it finds the answer.

    A position is found when some finished depth has an answer as its best move, and solved when the
    player would play one at its limit. The nodes to solution are all nodes up to the first depth that
    found it.

    Parameters
    ----------
    file
        A suite: EPD, or a line of that form for any game; or records, .pdn or .pgn, whose first moves are
        the answers. Or the name of a suite that comes with the game.
    player
        Who searches, such as checkers:nodes=100000.
    seconds
        How long to search a position at most; the player then needs no other limit.
    stop
        Search a position no further than to the first depth that finds the answer.
    part
        Search only the positions of this set, such as held-out.
    """
    from plyometric.arena import solving
    from plyometric.arena.workers import workers
    from plyometric.games.shipped import file_named
    from plyometric.games.suites import read_suite
    from plyometric.kernel import sources

    where = where or Where()
    with Display() as display:
        who = solver(display, player, seconds or 0)
        found = read_suite(file_named(who.game, file, "suite"), who.game)
        chosen = found.of_set(part) if part else found
        config = {"player": who.as_json(), "seconds": seconds, "stop": stop, "problems": chosen.problems}
        config |= {"sources": sources.digest(solving.__name__)}
        kept = open_run_if_wanted("suite-run", config, where)
        if not json:
            print("\n".join(filter(None, [found.account, ROW.format(**HEADS).rstrip()])), flush=True)
        with says_what_is_kept(kept), workers(where.threads, where.cluster) as executor:
            tries = solving.attempts(who, chosen.problems, executor, seconds or 0, stop, kept)
            rows = list(followed(display, who.game, chosen.problems, tries, is_shown=not json))
            facts = {"suite": file, "player": player, **facts_of(chosen.problems, rows)}
            facts |= {"skipped": [one._asdict() for one in found.skipped]}
            facts |= {"positions": [told(who.game, *row) for row in zip(chosen.problems, rows, strict=True)]}
            if kept:
                kept.finish(facts)
    show(facts, in_words(facts), json)


def solver(display: Display, text: str, seconds: float) -> "Player":
    """Return the player that a text describes, ready to search; a clock is limit enough."""
    from plyometric.arena.players import options_in, unlimited_player
    from plyometric.search.analysis import Handle

    name, options = options_in(text)
    load(name)
    who = unlimited_player(name, options, USUAL_TABLE)
    display.wait_for("compiling", Handle(who.game, who.kind, weights=who.weights, seconds=seconds).compile)
    return who


def followed(
    display: Display, game: "Game", problems: Sequence["Problem"], tries: Iterator["Attempt"], is_shown: bool
) -> Iterator["Attempt"]:
    """Pass attempts on, with a line of progress, and the row of each if they are to be shown."""
    solved = 0

    def state(one: "Attempt") -> tuple[float, str]:
        nonlocal solved
        solved += one.is_held
        return (n + 1) / len(problems), f"{n + 1} of {len(problems)} positions, {solved} solved"

    n = 0
    for n, one in enumerate(display.track("solving", tries, state)):
        if is_shown:
            print(row(game, problems[n], one), flush=True)
        yield one


# What is told


def told(game: "Game", problem: "Problem", one: "Attempt") -> dict[str, Any]:
    """Return what became of one position."""
    answers = [game.move_text(problem.state, move) for move in problem.answers]
    facts = {"name": problem.name, "set": problem.part, "answers": answers}
    facts |= {"played": game.move_text(problem.state, one.move), "solved": one.is_held, "depth": one.depth}
    found = {"depth": one.found_depth, "nodes": one.found_nodes} if one.is_found else None
    return {**facts, "nodes": one.nodes, "found": found}


def row(game: "Game", problem: "Problem", one: "Attempt") -> str:
    """Return what became of one position as a row of the table."""
    facts = told(game, problem, one)
    found = f"{one.found_nodes:,}" if one.is_found else "-"
    mark = "solved" if one.is_held else "lost again" if one.is_found else ""
    cells = facts | {"answers": " ".join(facts["answers"]), "nodes": f"{one.nodes:,}", "found": found}
    return ROW.format(**cells, mark=mark).rstrip()


def facts_of(problems: Sequence["Problem"], tries: Sequence["Attempt"]) -> dict[str, Any]:
    """Return the figures of all positions together, and of each set."""
    parts: dict[str, list[Attempt]] = {}
    for problem, one in zip(problems, tries, strict=True):
        parts.setdefault(problem.part, []).append(one)
    named = {part: totals(there) for part, there in sorted(parts.items()) if part}
    return {**totals(tries), "sets": named}


def totals(tries: Sequence["Attempt"]) -> dict[str, Any]:
    """Return how many were solved and found, with 95 % intervals, and what that took in nodes."""
    from plyometric.arena.statistics import wilson

    counts = {"solved": sum(one.is_held for one in tries), "found": sum(one.is_found for one in tries)}
    shares = {key: {"n": n, **wilson(n / len(tries), len(tries))._asdict()} for key, n in counts.items()}
    costs = [one.cost for one in tries]
    return {"n": len(tries), **shares, "nodes": sum(costs), "median nodes": median(costs)}


def in_words(facts: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    sets = {part: there for part, there in facts["sets"].items() if there["n"] < facts["n"]}
    return "\n".join(in_a_line(name, there) for name, there in {"all": facts, **sets}.items())


def in_a_line(name: str, facts: dict[str, Any]) -> str:
    """Return the figures of some positions in one line."""
    shares = (
        f"{word} {share['n']} of {facts['n']}, {share['value']:.1%} [{share['low']:.1%}, {share['high']:.1%}]"
        for word, share in ((word, facts[word]) for word in ("solved", "found"))
    )
    nodes = f"{facts['nodes']:,} nodes to solution, median {facts['median nodes']:,.0f}"
    return f"{name}: {'; '.join(shares)}; {nodes}"
