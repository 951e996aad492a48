"""Commands that learn how to think, and tell what was learned: learn, explain."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric import __version__, games
from plyometric.cli.display import Display
from plyometric.cli.minutes import TRYING, Clock, Made, deepest, while_there_is_time
from plyometric.cli.shared import (
    Depth,
    Json,
    Seed,
    Where,
    app,
    load,
    open_run_if_wanted,
    read_position,
    says_what_is_kept,
    show,
    vetted,
)
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.arena.allocation import Plan, Terms
    from plyometric.arena.statistics import Tally
    from plyometric.kernel import Game
    from plyometric.learn.examples import Examples
    from plyometric.learn.strategies import Reason

    Wishes = tuple[Game, Terms, list[float], int]

learn = App(name="learn", help="Learn from games.")
app.command(learn)

Count = Annotated[int, Parameter(validator=Number(gte=0))]

IN_MATCH, HASTY, MANY = 100, 1, 100_000
"""Games played together where a strategy is tried, or where time is short; and the most of them then."""


@learn.command
def allocation(
    game: str,
    /,
    *,
    file: Annotated[Path, Parameter(name=["--file", "-o"])],
    k: Depth | None = None,
    n: Depth = 2,
    deep: int = 8,
    moves: Annotated[int, Parameter(validator=Number(lte=1000))] = 40,
    method: Literal["tree", "boosted"] = "tree",
    examples: Annotated[int, Parameter(validator=Number(gte=100))] = 50_000,
    probe: Annotated[int, Parameter(validator=Number(gte=0, lte=4))] = 0,
    evaluation: str = "",
    weights: Path | None = None,
    games: Count = 0,
    minutes: Annotated[float, Parameter(validator=Number(gte=0))] = 0,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Learn which positions of a game deserve a deeper search, and write it as a strategy.

    A program plays itself. Each position at which it has a choice is labelled by whether a search to
    depth k + n may choose better than one to depth k, and a tree learns to foresee that. With --out a
    folder keeps the labelled positions, from which a later call with --resume goes on, also if it wants
    more of them or another method.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    file
        The file to write.
    k
        The depth of an ordinary search; by default 4, or less where --minutes leaves no time for that.
    n
        How many plies more a deep search looks ahead.
    deep
        How many deep searches the player may spend.
    moves
        In how many of its moves.
    method
        tree: one tree whose questions can be read. boosted: many, which foresee how much is gained.
    examples
        How many positions to label at least.
    probe
        How deep the strategy may search itself before it decides.
    evaluation
        By which of its evaluations the game judges positions; by default its usual one.
    weights
        File with the weights of the evaluation, or their name with the game; by default the game's own.
    games
        How many games to try the strategy in, against a player that never looks deeper; as many are played
        with the same deep searches spent at random.
    minutes
        How long it may take, about, once all is compiled: two thirds for labelling, as many positions as
        there is time for, and the rest for trying. What is learned by the clock is not the same when it is
        learned again.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.allocation import Terms
    from plyometric.arena.weights import read_weights
    from plyometric.arena.workers import workers
    from plyometric.learn.allocation import BATCH, labelled_parts
    from plyometric.learn.strategies import write_plan

    where, terms = where or Where(), Terms(k or Terms().k, n, deep, moves).checked()
    check_file(file)
    with Display() as display, workers(where.threads, where.cluster) as executor:
        rules = load(game).judged_by(evaluation)
        believed = list(read_weights(rules, weights and str(weights)))
        run = open_run_if_wanted("learn-allocation", config_of(rules, terms, believed, probe, seed), where)
        with says_what_is_kept(run) if run else nullcontext():
            wishes, batch = (rules, terms, believed, probe), HASTY if minutes and not run else BATCH
            clock, terms = begun(display, minutes, wishes, seed, where.threads, is_fixed=bool(k or run))
            parts = labelled_parts(rules, terms, believed, probe, seed, executor, run=run, batch=batch)
            found = joined(display.track("labelling", *clock.labelling(parts, examples)))
            plan = display.wait_for("learning", partial(grown, found, rules, terms, believed, method, probe))
            write_plan(file, plan, rules, how_made(method, seed, len(found.gain)))
            tallies = tried(display, executor, rules, plan, games, seed, clock)
            facts = facts_of(rules, found, plan, method, tallies)
            if run:
                run.finish(facts)
    show({**facts, "file": str(file)}, f"{account(facts)}\nwrote {file}", json)


@app.command
def explain(
    strategy: Path | None = None,
    /,
    *,
    policy: str = "",
    position: str = "",
    game: str = "",
    evaluation: str = "",
    nodes: Annotated[int, Parameter(validator=Number(gte=1))] = 5000,
    deep: int | None = None,
    moves: int | None = None,
    svg: Path | None = None,
    json: Json = False,
) -> None:
    """Say why a learned strategy would look deeper, a time manager stops, or a tree of opinions grows.

    Parameters
    ----------
    strategy
        File that `plyo learn allocation` or `plyo learn clock` wrote, or the name of one with a game.
    policy
        In place of a strategy: by which policy a tree grows, with options as in a player's text,
        trqss,expansions=50,opinion=FILE. The game is pawn_endings unless another is named.
    position
        The position in the game's own notation; by default the start.
    game
        Name of the game, or path of its file; by default the installed game that the strategy is for.
    evaluation
        The evaluation that the strategy is for; by default the game's usual one.
    nodes
        For a time manager: how many nodes the search is allotted.
    deep
        How many deep searches are left; by default as many as there are at first.
    moves
        How many moves are left, this one included; by default as many as there are at first.
    svg
        File to which the tree is drawn.
    """
    from plyometric.cli.clock import explain_manager, is_manager
    from plyometric.cli.opinion import explain_tree
    from plyometric.learn.strategies import explain as reason_for
    from plyometric.learn.strategies import read_plan

    if (strategy is None) == (not policy):
        raise InputError("give the file of a strategy, or --policy trqss.")
    if strategy is None:
        explain_tree(game, policy, evaluation, position, svg, json)
        return
    if is_manager(strategy):
        explain_manager(strategy, game, position, nodes, json)
        return
    with Display():
        rules = (vetted(game) if game else installed_game(strategy)).judged_by(evaluation)
        plan = read_plan(strategy, rules)
        state = read_position(rules, position)
        d = plan.terms.d if deep is None else deep
        m = plan.terms.m if moves is None else moves
        reason = reason_for(rules, plan, state, choices(rules, state), d, m)
    facts = {"game": rules.name, "position": rules.position_text(state), "deep": d, "moves": m}
    picture = f"{rules.draw(state)}\n\n" if rules.draw else ""
    show({**facts, **reason._asdict()}, picture + in_words(plan, reason, d, m), json)


# What learning needs


def how_made(method: str, seed: int, examples: int) -> dict[str, Any]:
    """Return how a strategy was learned, for its file."""
    made = {"by": "plyo learn allocation", "version": __version__}
    return {**made, "method": method, "seed": seed, "examples": examples}


def check_file(file: Path | None) -> None:
    """Refuse a file that could not be written when all has been learned."""
    if file and (file.is_dir() or not file.parent.is_dir()):
        raise InputError(f"--file {file}: a file is expected, in a folder that exists.")


def config_of(game: "Game", terms: "Terms", weights: list[float], probe: int, seed: int) -> dict[str, Any]:
    """Return all that shapes labelled positions: more of them, or another method, may come later."""
    from plyometric.kernel import sources
    from plyometric.learn import allocation as labelling

    shape = {"game": game.name, "digest": game.digest, "k": terms.k, "n": terms.n, "moves": terms.m}
    code = {"sources": sources.digest(labelling.__name__)}
    return {**shape, "weights": weights, "probe": probe, "seed": seed, **code}


def make_ready(game: "Game", terms: "Terms", weights: list[float], probe: int) -> None:
    """Compile what labels positions and tries strategies: no game is played."""
    from plyometric.arena.allocation import RANDOM, plain_strategy
    from plyometric.learn.allocation import label_batch
    from plyometric.learn.allocation_games import play_batch

    nothing = range(0)
    label_batch(game.address, terms, weights, probe, 1, nothing)
    play_batch(game.address, plain_strategy(RANDOM), terms, weights, weights, 1, nothing)


def seconds_of_a_game(
    game: "Game", terms: "Terms", weights: list[float], probe: int, seed: int, k: int
) -> float:
    """Return how long the positions of one game take to label."""
    from plyometric.learn.allocation import label_batch

    began = time.monotonic()
    label_batch(game.address, terms._replace(k=k), weights, probe, seed, range(1))
    return time.monotonic() - began


def begun(
    display: Display, minutes: float, wishes: "Wishes", seed: int, threads: int, is_fixed: bool
) -> tuple[Clock, "Terms"]:
    """Return the clock that begins to run, and the terms with a depth that there is time for.

    No clock counts compiling. A depth that was asked for, and that there is no time for, is refused.
    """
    terms = wishes[1]
    if not minutes:
        return Clock(0), terms
    display.wait_for("compiling", make_ready, *wishes)
    clock = Clock(minutes)
    most = clock.seconds_a_game(threads or os.cpu_count() or 1)

    def a_game(k: int) -> float:
        return seconds_of_a_game(*wishes, seed, k)

    k, seconds = display.wait_for("timing", deepest, a_game, terms.k, most)
    if k < terms.k and is_fixed:
        raise InputError(
            f"--k {terms.k}: to label one game would take {seconds:,.0f} s or more, too long for --minutes"
            f" {minutes:g}. There is time for --k {k}."
        )
    return clock, terms._replace(k=k)


def joined(parts: Iterator["Examples"]) -> "Examples":
    """Return all examples together."""
    import numpy as np

    from plyometric.learn.examples import Examples

    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def grown(
    examples: "Examples", game: "Game", terms: "Terms", weights: list[float], method: str, probe: int
) -> "Plan":
    """Return the strategy that a method learns from labelled positions, with all that it is for."""
    from plyometric.arena.allocation import Plan
    from plyometric.learn.allocation import GROW, fitted_terms

    fitted = fitted_terms(game, terms, weights, examples)
    strategy = GROW[method](examples, fitted, probe)
    return Plan(game.name, game.evaluation_name, fitted, tuple(weights), strategy)


def tried(
    display: Display, executor: Any, game: "Game", plan: "Plan", games: int, seed: int, clock: Clock
) -> dict[str, "Tally"]:
    """Play a strategy, and chance with the same budget, against a player that never looks deeper.

    They are other games than it learned from; by the clock as many as there is time for.
    """
    from plyometric.arena.allocation import RANDOM, plain_strategy

    most = games or (MANY if clock.seconds else 0)
    spenders = {"tried": plan.strategy, "random": plain_strategy(RANDOM)}
    tallies = {}
    for name, strategy in spenders.items() if most else ():
        results = series(executor, game, plan._replace(strategy=strategy), most, seed, bool(clock.seconds))
        within = while_there_is_time(results, partial(clock.part, clock.over, clock.over + TRYING))
        shown = display.track(f"{name} strategy" if name == "random" else "strategy", within, share_of(most))
        tallies[name] = reduce(add, shown)
    return tallies


def series(executor: Any, game: "Game", plan: "Plan", games: int, seed: int, is_hasty: bool) -> Made["Tally"]:
    """Yield the results of a strategy's games, some at a time."""
    from plyometric.arena.statistics import Tally
    from plyometric.arena.workers import each
    from plyometric.learn.allocation_games import play_batch

    weights, size = list(plan.weights), HASTY if is_hasty else IN_MATCH
    fixed = (game.address, plan.strategy, plan.terms, weights, weights, seed + 1)
    units = ((str(i), (*fixed, range(i, min(i + size, games)))) for i in range(0, games, size))
    return (Tally(*part["results"]) for part in each(executor, play_batch, units))


def share_of(games: int) -> Callable[["Tally"], tuple[float, str]]:
    """Return the function that tells how many games are played."""
    played = 0

    def state(part: "Tally") -> tuple[float, str]:
        nonlocal played
        played += part.games
        return played / games, f"{played:,} games"

    return state


# What is told


def facts_of(
    game: "Game", examples: "Examples", plan: "Plan", method: str, tallies: dict[str, "Tally"]
) -> dict[str, Any]:
    """Return what was learned, and from what."""
    import numpy as np

    from plyometric.arena.allocation import description_names
    from plyometric.arena.statistics import score_interval
    from plyometric.learn.strategies import asked_about

    forest = plan.strategy.forest
    names = description_names(game, 0, plan.strategy.probe)
    facts = {
        "game": game.name,
        "method": method,
        "terms": plan.terms._asdict(),
        "examples": len(examples.gain),
        "games": len(np.unique(examples.game)),
        "positive": float(examples.positive.mean()),
        "leaves": int((forest[:, 0] < 0).sum()),
        "asked about": dict(asked_about(forest, names)),
    }
    for name, tally in tallies.items():
        facts[name] = {"games": tally.games, **score_interval(tally)._asdict()}
    return facts


def account(facts: dict[str, Any]) -> str:
    """Return what was learned in a few lines."""
    terms, asked = facts["terms"], list(facts["asked about"].items())
    k, n, d, m = (terms[key] for key in "kndm")
    topics = ", ".join(f"{name} ({share:.0%})" for name, share in asked[:5])
    asks = f"most about {topics}" if topics else "nothing: more examples may help"
    lines = [
        f"{facts['game']}: depth {k + n} in place of {k} at {d} of {m} moves",
        f"{facts['examples']:,} positions of {facts['games']:,} games, {facts['positive']:.1%} of which may"
        " gain by the deeper search",
        f"{facts['method']}, leaves: {facts['leaves']:,}; asks {asks}",
    ]
    spenders = {"tried": "learned", "random": "the same budget spent at random"}
    for score, words in ((facts[name], words) for name, words in spenders.items() if name in facts):
        interval = f"95 % interval {score['low']:.1%} to {score['high']:.1%}"
        lines.append(
            f"{words}: {score['value']:.1%} of the points against never looking deeper, in"
            f" {score['games']:,} games ({interval})"
        )
    return "\n".join(lines)


def installed_game(strategy: Path) -> "Game":
    """Return the game that a strategy is for; a file may not name other files to be run."""
    from plyometric.games.shipped import owner_of
    from plyometric.learn.strategies import game_of

    name = owner_of(str(strategy), "strategy") or game_of(strategy)
    try:
        return games.load_installed(name)
    except InputError:
        raise InputError(
            f"{strategy} is for {name!r:.80}, which is not installed: give its file with --game."
        ) from None


def choices(game: "Game", state: Any) -> int:
    """Return how many moves a position has, two at least."""
    from plyometric.kernel.referee import legal_moves

    n = len(legal_moves(game, state))
    if n < 2:
        why = "there is only one legal move" if n else "the game is over"
        raise InputError(f"position {game.position_text(state)!r}: {why}, so there is nothing to decide.")
    return n


def in_words(plan: "Plan", reason: "Reason", d: int, m: int) -> str:
    """Return the reason for a decision as lines of text."""
    depth = plan.terms.k + plan.terms.n * reason.is_deep
    what, whence = "share of such positions that may gain by a deeper search", "because"
    if reason.trees > 1:
        what, whence = "gain that a deeper search is expected to bring", f"{reason.trees} trees have asked"
    lines = [
        f"It would {'' if reason.is_deep else 'not '}look deeper: depth {depth}.",
        f"score      {reason.score:.4g}, the {what}",
        f"threshold  {threshold_text(reason, d, m)}",
    ]
    path = [f"  {line}" for line in reason.path or ["nothing is asked"]]
    return "\n".join([*lines, f"{whence}, seen by the side to move", *path])


def threshold_text(reason: "Reason", d: int, m: int) -> str:
    """Return what a score has to reach, with d deep searches and m moves left."""
    if d == 0:
        return "none, as no deep search is left"
    if d >= m:
        return f"none, as {d} deep searches are enough for all {m} moves left"
    return f"{reason.threshold:.4g}, with {d} deep searches and {m} moves left"
