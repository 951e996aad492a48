"""The commands about suites, positions with known answers: suite run, suite make."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isqrt
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.search import USUAL_TABLE
from plyometric.cli.shared import (
    Json,
    Seed,
    Where,
    app,
    load,
    open_run_if_wanted,
    says_what_is_kept,
    show,
    value_text,
)

if TYPE_CHECKING:
    from plyometric.arena.mining import Nugget, Terms
    from plyometric.arena.players import Player
    from plyometric.arena.solving import Attempt
    from plyometric.games.suites import Problem
    from plyometric.kernel import Game

suite = App(name="suite", help="Positions with known answers.")
app.command(suite)

ROW = "{name:<20.20} {answers:<14.14} {played:<8} {depth:>5} {nodes:>13} {found:>13}  {mark}"
HEADS = {"name": "position", "answers": "answer", "played": "played", "depth": "depth", "nodes": "nodes"}
HEADS |= {"found": "found at", "mark": ""}

Nodes = Annotated[int, Parameter(validator=Number(gte=1))]

HEAD = """\
# Made by: {made_by}
# Positions in which one move is best: a search of {shallow} nodes misses it at every depth,
# one of {deep} nodes holds it, and finds every other move worse by {margin} or more in the units of the
# evaluation. A hash of the position says whether it is for training or held out. After each: what it is
# worth with its answer and without, and where the search first found it."""

PROOF = """
# Judged by {proof} alone the answer wins as well, and no other move leads by more than {margin}."""


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
    from plyometric.arena.players import seconds_in
    from plyometric.arena.workers import workers
    from plyometric.games.shipped import file_named
    from plyometric.games.suites import read_suite
    from plyometric.kernel import sources

    where = where or Where()
    with Display() as display:
        limit = seconds_in("--seconds", seconds or 0)
        who = solver(display, player, limit)
        found = read_suite(file_named(who.game, file, "suite"), who.game)
        chosen = found.of_set(part) if part else found
        config: dict[str, Any] = {
            "player": who.as_json(),
            "seconds": seconds,
            "stop": stop,
            "problems": chosen.problems,
        }
        config["sources"] = sources.digest(solving.__name__)
        kept = open_run_if_wanted("suite-run", config, where)
        if not json:
            print("\n".join(filter(None, [found.account, ROW.format(**HEADS).rstrip()])), flush=True)
        with says_what_is_kept(kept), workers(where.threads, where.cluster) as executor:
            tries = solving.attempts(who, chosen.problems, executor, limit, stop, kept)
            rows = list(followed(display, who.game, chosen.problems, tries, is_shown=not json))
            facts = {"suite": file, "player": player, **facts_of(chosen.problems, rows)}
            facts |= {"skipped": [one._asdict() for one in found.skipped]}
            facts |= {"positions": [told(who.game, *row) for row in zip(chosen.problems, rows, strict=True)]}
            if kept:
                kept.finish(facts)
    show(facts, in_words(facts), json)


@suite.command
def make(
    game: str,
    /,
    *,
    count: Annotated[int, Parameter(validator=Number(gte=1))] = 400,
    player: str = "nodes=100",
    shallow: Nodes = 1000,
    deep: Nodes = 200_000,
    margin: Annotated[int, Parameter(validator=Number(gte=1))] = 100,
    proof: str = "",
    goal: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed = 1,
    where: Where | None = None,
) -> None:
    """Find problems in self-play, and print them as a suite: one move is best, and hard to find.

    A search of few nodes misses the answer at every depth; one of many holds it, and finds every other
    move worse by a margin. What is plain to see, and what was seen before, is left out. A hash of the
    position puts it into the set train or held-out.

    With --goal, problems are random positions in which the goal of the game is proven to be reached, by more
    plays than the one number and no more than the other; those of Go are printed as SGF.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    count
        How many problems to find.
    player
        How the games are played, as a player's options; its search, with more nodes, also finds the answers.
    shallow
        Nodes within which the answer must not be found.
    deep
        Nodes with which it must be.
    margin
        By how much every other move must be worse, in the units of the game's evaluation.
    proof
        Another evaluation of the game, by which the answer must be proven to win, and to be the only one.
    goal
        Make problems about the game's goal; one that has none is to be won.
    seed
        Draws the openings of the games.
    """
    from plyometric.arena.mining import Terms, problem_of
    from plyometric.games.suites import problem_line

    terms = Terms(shallow, deep, margin, proof).checked()
    made_by = f"plyo suite make {game} --count {count} --player {player} --shallow {shallow} --deep {deep}"
    with Display() as display:
        rules = load(game)
        if goal:
            print("\n".join(goal_problems(display, rules, terms, seed, count, where or Where())))
            return
        made_by += f" --margin {margin}{f' --proof {proof}' if proof else ''} --seed {seed}"
        head = (HEAD + PROOF * bool(proof)).format(made_by=made_by, **asdict(terms))
        nuggets = mined(display, f"{game}:{player}", terms, seed, count, where or Where())
        for n, nugget in enumerate(nuggets, 1):
            if n == 1:
                print(head)
            problem = problem_of(rules, nugget, f"{rules.name}.{n:03}")
            print(problem_line(rules, problem, nugget_text(nugget)), flush=True)


def mined(
    display: Display, text: str, terms: "Terms", seed: int, count: int, where: Where
) -> Iterator["Nugget"]:
    """Yield so many problems out of the games that a player plays against itself, as they are found."""
    from plyometric.arena import mining
    from plyometric.arena.players import read_player
    from plyometric.arena.workers import workers
    from plyometric.kernel import sources

    player = read_player(text)
    config = {"player": player.as_json(), "terms": asdict(terms), "seed": seed}
    kept = open_run_if_wanted("suite-make", config | {"sources": sources.digest(mining.__name__)}, where)
    with says_what_is_kept(kept), workers(where.threads, where.cluster) as executor:
        found = mining.mine(player, terms, seed, executor, kept)
        yield from display.gather("mining", found, count, "problems")
        if kept:
            kept.finish({"game": player.game.name, "problems": count})


def goal_problems(
    display: Display, game: "Game", terms: "Terms", seed: int, count: int, where: Where
) -> Iterator[str]:
    """Yield so many problems about a game's goal, each as a file of problems has it."""
    from plyometric.arena import goals
    from plyometric.arena.workers import workers
    from plyometric.games.go_capture.sgf import Task, task_text
    from plyometric.games.suites import Problem, problem_line
    from plyometric.kernel import sources

    config = {"game": game.address, "terms": asdict(terms), "seed": seed}
    kept = open_run_if_wanted("suite-make", config | {"sources": sources.digest(goals.__name__)}, where)
    with says_what_is_kept(kept), workers(where.threads, where.cluster) as executor:
        found = goals.find(game, terms, seed, executor, kept)
        finds = display.collect("mining", found, count, "problems")
        if kept:
            kept.finish({"game": game.name, "problems": count})
    for n, one in enumerate(finds, 1):
        state, comment = game.state_of(one.words), f"proven in {one.plays} plays"
        if game.notation.protocol == "gtp":
            yield task_text(Task(isqrt(game.width), state, one.move, comment))
        else:
            yield problem_line(game, Problem(state, (one.move,), f"{game.name}.{n:03}"), comment)


def nugget_text(nugget: "Nugget") -> str:
    """Return what a suite says about a problem that was found."""
    values = f"{value_text(nugget.value)}, without it {value_text(nugget.without)}"
    return f"{values}; found at depth {nugget.depth}, {nugget.nodes} nodes"


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
    tried = solved = 0

    def state(one: "Attempt") -> tuple[float, str]:
        nonlocal tried, solved
        tried += 1
        solved += one.is_held
        return tried / len(problems), f"{tried} of {len(problems)} positions, {solved} solved"

    for n, one in enumerate(display.track("solving", tries, state)):
        if is_shown:
            print(row(game, problems[n], one), flush=True)
        yield one


# What is told


def told(game: "Game", problem: "Problem", one: "Attempt") -> dict[str, Any]:
    """Return what became of one position."""
    answers = [game.move_text(problem.state, move) for move in problem.answers]
    facts: dict[str, Any] = {"name": problem.name, "set": problem.part, "answers": answers}
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
    from statistics import median

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
