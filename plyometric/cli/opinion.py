"""What people do with opinions, by which a search tells where it is worth to look: learn and explain them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
)
from plyometric.errors import InputError, brief

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.learn.foresight import Examples, Inquiry
    from plyometric.learn.opinions import Calibration

    Wanted = tuple[Game, tuple[float, ...], Inquiry, int, int]

Whole = Annotated[int, Parameter(validator=Number(gte=1))]


@learn.command
def opinion(
    game: str,
    /,
    *,
    file: Annotated[Path, Parameter(name=["--file", "-o"])],
    families: Whole = 10_000,
    nodes: Whole = 4_000,
    plies: Annotated[int, Parameter(validator=Number(gte=0, lte=1000))] | None = None,
    edges: str = "",
    most: Annotated[float, Parameter(validator=Number(gte=0))] = 0.0,
    unit: Whole = 100,
    without: tuple[str, ...] = (),
    evaluation: str = "",
    weights: str | None = None,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Learn how a deeper search would change its mind about positions of a game, and write it as an opinion.

    Positions come about in games played for that, or are drawn by the game itself; each is searched, and a
    small net learns the chances of what is found. A search by --policy grows its tree by them:
    plyo match GAME:policy=trqss,expansions=500,opinion=FILE GAME:depth=4.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    file
        The file to write.
    families
        From how many games positions are taken, about three each.
    nodes
        How many nodes each position is searched for.
    plies
        How far a game goes on at most; by default 12 plies from a position that is drawn, 60 from the start.
    edges
        Where bins of values are cut, 40/150/400 in the unit of the evaluation; by default into equal parts.
    most
        What a decided game is worth; by default somewhat more than undecided ones.
    unit
        By how much a search changes its mind at least before that counts.
    without
        Features, traits or pieces that the opinion shall not be formed from.
    evaluation
        By which of its evaluations the game judges positions; by default the one by which it is played, or
        the first where weights are named.
    weights
        File or name of the weights of that evaluation; by default its own.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.weights import read_weights
    from plyometric.learn.foresight import Inquiry
    from plyometric.learn.opinions import Lesson, learn_opinion
    from plyometric.search.opinions import write_opinion

    check_file(file)
    with Display() as display:
        rules = as_wanted(load(game), evaluation, weights)
        lesson = Lesson(read_edges(edges), most, without=without).checked(rules)
        far = plies if plies is not None else 12 if rules.drawn else 60
        inquiry, believed = Inquiry(nodes, far, unit=unit), read_weights(rules, weights)
        examples = searched(display, (rules, believed, inquiry, seed, families), where or Where())
        how = {"nodes": nodes, "families": families}
        learned, told = display.wait_for("learning", learn_opinion, rules, examples, lesson, seed, how)
        write_opinion(file, learned)
    facts = {"game": rules.name, "file": str(file), "spikes": learned.spikes, **told._asdict()}
    show(facts, "\n".join([*account(told), f"wrote {file}"]), json)


def as_wanted(game: "Game", evaluation: str, weights: str | None) -> "Game":
    """Return a game judged by the evaluation that is named, or as players judge it."""
    return game.judged_by(evaluation) if evaluation or weights else game.played


def searched(display: Display, wanted: "Wanted", where: Where) -> "Examples":
    """Return positions with what searches say of them, kept in a run if one was asked for."""
    from plyometric.arena.workers import workers
    from plyometric.kernel import sources
    from plyometric.learn import foresight
    from plyometric.learn.foresight import as_arrays, each_part, units_of

    rules, believed, inquiry, seed, families = wanted
    settings = {"game": rules.name, "digest": rules.digest, "weights": list(believed), "seed": seed}
    settings["sources"] = sources.digest(foresight.__name__)
    run = open_run_if_wanted("learn-opinion", {**settings, **vars(inquiry)}, where)
    units = units_of(rules, believed, inquiry, seed, families)
    done = iter(range(1, len(units) + 1))
    with workers(where.threads, where.cluster) as executor, says_what_is_kept(run):
        parts = each_part(executor, units, run)
        tracked = display.track("searching", parts, lambda _: (next(done) / len(units), ""))
        examples = as_arrays(row for part in tracked for row in part)
    if run:
        run.finish({"positions": len(examples.value)})
    return examples


def read_edges(text: str) -> tuple[float, ...]:
    """Return the edges that a text names."""
    try:
        return tuple(float(word) for word in text.split("/") if text)
    except ValueError:
        raise InputError(f"--edges are numbers such as 40/150/400, not {brief(text)}.") from None


def account(told: "Calibration") -> Iterator[str]:
    """Yield how far an opinion can be trusted, as lines."""
    yield f"{told.examples:,} positions learned from, {told.held_out:,} held out"
    yield f"log-loss {told.loss:.3f}; {told.marginal_loss:.3f} by how positions are at large"
    yield f"error of the mean {told.error:.1f}; share of effort explained {told.effort:.2f}"
    yield "chance told        told  came true  chances"
    for low, high, n, said, real in told.reliability:
        yield f"{low:5.3f} to {high:5.3f}    {said:6.4f}     {real:6.4f}  {n:7,}"


GROWS = {"expansions": 50}
"""How far a tree grows that is to be explained, where nothing else limits it."""


def explain_tree(
    game: str, policy: str, evaluation: str, position: str, svg: Path | None, json: bool
) -> None:
    """Grow a tree by a policy, and show it with the reason for each step."""
    from plyometric.arena.players import options_in, unlimited_player
    from plyometric.files import write_text
    from plyometric.report.trees import grown, tree_svg, tree_text
    from plyometric.search.analysis import Handle

    check_file(svg)
    name = game or "pawn_endings"
    _, options = options_in(f"{name}:policy={policy}")
    with Display() as display:
        load(name)
        who = unlimited_player(name, options | {"evaluation": evaluation}, GROWS)
        state = read_position(who.game, position)
        handle = Handle(who.game, who.kind, state, who.weights)
        found = display.follow("growing", handle, value_text)
    best = who.game.move_text(state, found.move) if found.line else "none: the game is over"
    title = f"{policy.partition(',')[0]}, {handle.seat.desk.expansions} expansions; best {best}"
    tree = grown(handle, title)
    if svg:
        write_text(svg, tree_svg(tree))
    facts = {"game": who.game.name, "position": who.game.position_text(state), "best": best}
    show({**facts, "branches": [one._asdict() for one in tree.branches]}, tree_text(tree), json)
