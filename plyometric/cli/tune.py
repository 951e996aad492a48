"""The command that tunes a search: tune."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.match import conduct_facts, headline
from plyometric.cli.match import facts_of as match_facts
from plyometric.cli.shared import (
    Json,
    Seed,
    Where,
    app,
    load,
    open_run_if_wanted,
    says_what_is_kept,
    show,
    vetted,
)
from plyometric.errors import InputError, brief

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from plyometric.arena.tables import Entrant
    from plyometric.engines.candidates import Candidate
    from plyometric.learn.tuning.parameters import Setting, Space
    from plyometric.learn.tuning.screening import Silent
    from plyometric.learn.tuning.tuner import Comparison, Outcome, Round, Tuner
    from plyometric.runs import Run

TEST = (0.0, 10.0, 0.05, 0.05)
"""The sequential test of a match: elo0, elo1, alpha, beta."""

USUAL: dict[str, Any] = {"suite": "tactics", "nodes": 20_000, "method": "gradient", "objective": "nodes"}
"""What stands in where neither the command line nor the file says it."""

SETTINGS_WORTH = 40
"""How many settings, measured on all positions of training, the usual budget is worth."""

Count = Annotated[int | None, Parameter(validator=Number(gte=1))]


@dataclass(frozen=True)
class Terms:
    """What shapes the result of tuning."""

    suite: str
    nodes: int
    budget: int
    method: str
    objective: str
    seed: int
    parameters: dict[str, Any] = field(default_factory=dict)


@app.command
def tune(
    engine: str,
    /,
    *,
    suite: str | None = None,
    param: list[str] | None = None,
    settings: Path | None = None,
    nodes: Count = None,
    budget: Count = None,
    method: str | None = None,
    objective: str | None = None,
    game: str = "chess",
    games: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Tune a search: find settings under which known answers are found after fewer nodes.

    Half of the positions are for tuning, the others tell whether it is true: those of the sets train and
    held-out where a suite has them, by lot where it has not. With --out a folder keeps every search, and the
    same command with --resume goes on.

    Parameters
    ----------
    engine
        A player of ours, chess or checkers:null_move=2, or a program, glaurung or "gnuchess --uci"; its
        language is found out, or told by uci:, gtp: or gountil: before it.
    suite
        Positions with their answers: a file, or the name of a suite that comes with the game.
    param
        A parameter to tune, NAME or NAME=[START,]LEAST..MOST[/STEP]; again for each. By default all.
    settings
        TOML file for what the command line does not say, with a table of parameters.
    nodes
        How many nodes a search may visit.
    budget
        How many nodes all searches may visit together; the last round may pass it.
    method
        gradient (the paper's Algorithm 1), central, spsa, descent (for options with few values), cma, tpe
        or random.
    objective
        What is to fall: nodes, log (of nodes), par2 (twice the limit where not solved) or solved (the
        number that are not).
    game
        What a program plays.
    games
        Let the tuned setting play so many games at most against the start, until a test of 0 against 10 Elo
        ends.
    seed
        All randomness follows from it.
    """
    from plyometric.arena.workers import workers
    from plyometric.engines.subjects import dismiss

    where = where or Where()
    given = {"suite": suite, "nodes": nodes, "budget": budget, "method": method, "objective": objective}
    with Display() as display, workers(where.threads, where.cluster) as executor:
        who = candidate_for(display, engine, game)
        if games:
            check_match(who, games)
        terms = terms_of(given, param or [], settings, seed)
        shop = Workshop(display, executor, who, terms, where)
        try:
            with says_what_is_kept(shop.run):
                facts = shop.work(games, is_shown=not json)
        finally:
            dismiss()
    show(facts, account(facts), json)


def candidate_for(display: Display, text: str, game: str) -> "Candidate":
    """Return who is to be tuned; a program is probed first."""
    from plyometric.engines.candidates import candidate, is_ours, our_candidate

    if is_ours(text):
        return our_candidate(text, vetted)
    for _, found in display.track("probing", candidate(text, load(game)), lambda step: (None, step[0])):
        who = found
    assert who
    return who


def check_match(who: "Candidate", games: int) -> None:
    """Refuse a match that could not be played when all is tuned."""
    from plyometric.arena.match import check_games
    from plyometric.engines.uci import UciEngine

    check_games(games)
    if who.way not in ("inside", "uci"):
        raise InputError(f"{who.name}: only UCI engines and players of ours can play a match.")
    if who.facts.get("by_count", UciEngine.by_count) != UciEngine.by_count:
        raise InputError(
            f"{who.name} does not keep to a limit of nodes, so it can play no match: leave --games out."
        )


def terms_of(given: dict[str, Any], param: list[str], settings: Path | None, seed: int) -> Terms:
    """Return what was wished, on the command line or else in a file."""
    from plyometric.learn.tuning.objectives import objective_named
    from plyometric.learn.tuning.wishes import read_wishes, wish_in

    told = read_wishes(settings) if settings else {"parameters": {}}
    parameters = dict(map(wish_in, param)) or told.pop("parameters")
    told.pop("parameters", None)
    unknown = next((key for key in told if key not in given), "")
    if unknown:
        raise InputError(f"{settings} sets {unknown!r:.60}: {', '.join(given)} and parameters are known.")
    wanted = {
        **USUAL,
        "budget": 0,
        **told,
        **{key: value for key, value in given.items() if value is not None},
    }
    for key in ("suite", "method", "objective"):
        if not isinstance(wanted[key], str):
            raise InputError(f"{key} must be a text, not {brief(wanted[key])}.")
    objective_named(wanted["objective"])
    for key in ("nodes", "budget"):
        if type(wanted[key]) is not int or wanted[key] < (key == "nodes"):
            raise InputError(f"{key} must be a whole number of 1 or more, not {wanted[key]!r:.60}.")
    return Terms(**wanted, seed=seed, parameters=parameters)


class Workshop:
    """All that one tuning works with."""

    def __init__(
        self, display: Display, executor: "Executor", who: "Candidate", terms: Terms, where: Where
    ) -> None:
        from plyometric.engines.questions import questions_in
        from plyometric.games.shipped import file_named
        from plyometric.learn.tuning.wishes import space_of

        self.display, self.executor, self.who, self.terms = display, executor, who, terms
        path = file_named(who.game, terms.suite, "suite")
        self.asked, self.skipped = questions_in(path, who.game, who.way)
        self.space = space_of(terms.parameters, who.offers)
        self.facts = {**who.facts, **({"parameters": self.start} if who.way == "gountil" else {})}
        self.run = open_run_if_wanted("tune", self._config(), where)

    @property
    def start(self) -> dict[str, str]:
        """The setting to begin with, as the program is told."""
        return self.space.told(self.space.start)

    def _config(self) -> dict[str, Any]:
        from dataclasses import asdict

        from plyometric.kernel import sources
        from plyometric.learn.tuning import tuner

        shape = {"engine": self.facts, "terms": asdict(self.terms), "space": asdict(self.space)}
        return {**shape, "questions": self.asked, "sources": sources.digest(tuner.__name__)}

    def work(self, games: int, is_shown: bool) -> dict[str, Any]:
        """Screen, tune, judge; return all that came out."""
        from plyometric.learn.tuning.screening import silent

        tuner = self._tuner()
        if is_shown:
            print("\n".join(filter(None, [self.skipped, *heading(self.space)])), flush=True)
        tuner.begin()
        quiet = silent(tuner.bench, self.space, tuner.places.train)
        rounds = list(self._shown(tuner, is_shown))
        outcome = tuner.outcome()
        facts = facts_of(self, tuner, rounds, outcome, quiet)
        if games:
            facts["match"] = self._match(outcome.best, games)
        if self.run:
            write_graphs(self.run, self.space, rounds, len(tuner.places.train))
            self.run.finish(facts)
        return facts

    def _tuner(self) -> "Tuner":
        from plyometric.arena.workers import each
        from plyometric.learn.tuning.asking import asking
        from plyometric.learn.tuning.bench import Bench
        from plyometric.learn.tuning.methods import method_named
        from plyometric.learn.tuning.objectives import objective_named
        from plyometric.learn.tuning.tuner import Tuner, split

        terms = self.terms
        questions = [one.question for one in self.asked]
        on_all = partial(each, self.executor, run=self.run)
        measure = asking(self.facts, self.space, questions, terms.nodes, on_all)
        places = split([one.part for one in self.asked], terms.seed)
        budget = terms.budget or SETTINGS_WORTH * terms.nodes * len(places.train)
        bench = Bench(self._followed(measure, budget), terms.nodes, objective_named(terms.objective))
        return Tuner(self.space, method_named(terms.method, self.space, terms.seed), bench, places, budget)

    def _followed(self, measure: Any, budget: int) -> Any:
        """Return what measures as well, and shows how much of the budget is spent."""
        spent = 0

        def state(found: list) -> tuple[float, str]:
            nonlocal spent
            spent += sum(one.nodes for one in found)
            return min(1.0, spent / budget), f"{spent:,} of {budget:,} nodes"

        return lambda jobs: self.display.track("tuning", measure(jobs), state)

    def _shown(self, tuner: "Tuner", is_shown: bool) -> Iterator["Round"]:
        first = 0
        for one in tuner.rounds():
            first = first or tuner.bench.total(self.space.start, tuner.places.train)
            if is_shown:
                print(row(self.space, one, first, len(tuner.places.train)), flush=True)
            yield one

    def _match(self, best: "Setting", games: int) -> dict[str, Any]:
        """Let the tuned setting play the start."""
        from plyometric.arena.match import match
        from plyometric.arena.openings import openings_of

        tuned, start = (
            entrant(self.who, told, self.terms.nodes) for told in (self.space.told(best), self.start)
        )
        lines = openings_of(tuned.game, None)
        standings = match(tuned, start, lines, games, self.terms.seed, self.executor, self.run, test=TEST)
        state = self.display.track(
            "match", standings, lambda now: (now.tally.games / games, headline(now.tally, TEST))
        )
        *_, last = state
        return match_facts(last.tally, TEST) | conduct_facts(last)


def entrant(who: "Candidate", told: dict[str, str], nodes: int) -> "Entrant":
    """Return a setting as somebody who can play a match by the same limit of nodes."""
    from plyometric.arena.players import player_from_json
    from plyometric.engines.guests import Visitor
    from plyometric.engines.inside import playing

    if who.way == "inside":
        return playing(player_from_json(who.facts["player"]), told, nodes)
    return Visitor(who.game.usual, tuple(who.facts["command"]), {"nodes": nodes}, told, str(told))


# What is told


def heading(space: "Space") -> list[str]:
    """Return the head of the table of rounds."""
    names = [f"{i}: {one.name}" for i, one in enumerate(space.parameters, 1)]
    columns = " ".join(f"{i:>7}" for i in range(1, len(names) + 1))
    return [*names, f"{'round':>5} {'spent':>15} {'nodes':>7} {'solved':>11}  {columns}"]


def row(space: "Space", one: "Round", first: int, positions: int) -> str:
    """Return a round as a row of the table: its nodes are told as a share of those at the start."""
    values = " ".join(f"{text:>7.7}" for text in space.told(one.setting).values())
    solved = f"{one.solved}/{positions}"
    return f"{one.number:>5} {one.spent:>15,} {one.nodes / first:>7.1%} {solved:>11}  {values}"


def facts_of(
    shop: Workshop, tuner: "Tuner", rounds: list["Round"], outcome: "Outcome", quiet: list["Silent"]
) -> dict[str, Any]:
    """Return all that came out of tuning."""
    space, bench = shop.space, tuner.bench
    told = [
        {**one._asdict(), "setting": space.told(one.setting), "best": space.told(one.best)} for one in rounds
    ]
    return {
        "engine": shop.who.name,
        "way": shop.who.way,
        "method": shop.terms.method,
        "objective": shop.terms.objective,
        "seed": shop.terms.seed,
        "start": shop.start,
        "best": space.told(outcome.best),
        "is accepted": outcome.is_accepted,
        "train": comparison_facts(outcome.train),
        "held-out": comparison_facts(outcome.held_out),
        "advice": outcome.advice,
        "silent": [one.sentence for one in quiet],
        "left out": {shop.asked[place].name: fault for place, fault in tuner.left_out.items()},
        "faults": {"n": bench.faults.total(), "first": bench.first_fault},
        "spent": bench.spent,
        "rounds": told,
    }


def comparison_facts(one: "Comparison") -> dict[str, Any]:
    """Return what has changed on some positions."""
    facts = one._asdict()
    return facts | {key: getattr(one, key)._asdict() for key in ("change", "more_solved")}


def account(facts: dict[str, Any]) -> str:
    """Return what came out in a few lines, with those to be pasted."""
    lines = [comparison_line(part, facts[part], facts["objective"]) for part in ("train", "held-out")]
    lines += facts["silent"]
    lines += [
        f"left out, as it fails there as it is: {name}, {why}" for name, why in facts["left out"].items()
    ]
    if facts["faults"]["n"]:
        lines.append(f"{facts['faults']['n']} searches failed; at first: {facts['faults']['first']}")
    lines.append(facts["advice"])
    lines += PASTED[facts["way"]](facts["best"])
    if "match" in facts:
        lines += match_lines(facts["match"])
    return "\n".join(lines)


def option_lines(best: dict[str, str]) -> list[str]:
    """Return the lines that set options by UCI."""
    return [f"setoption name {name} value {value}" for name, value in best.items()]


PASTED: dict[str, Callable[[dict[str, str]], list[str]]] = {
    "inside": option_lines,
    "uci": option_lines,
    "gtp": lambda best: [" ".join(f"--{name} {value}" for name, value in best.items())],
    "gountil": lambda best: [f"setparam {' '.join(best.values())}"],
}
"""How a setting is told to a program that is reached in each way."""


def match_lines(facts: dict[str, Any]) -> Iterator[str]:
    """Yield how the tuned setting did against the start, and what either did wrong."""
    elo, sprt = facts["elo"], facts["sprt"]
    yield (
        f"tuned against start: {facts['games']} games, Elo {elo['value']:+.1f}"
        f" [{elo['low']:+.1f}, {elo['high']:+.1f}], test of 0 against 10: {sprt['verdict']}"
    )
    for side, one in facts.get("conduct", {}).items():
        if one["faults"]:
            faults = ", ".join(f"{kind}: {times}" for kind, times in sorted(one["faults"].items()))
            name = {"a": "tuned", "b": "start"}[side]
            yield f"faults of the {name} setting there: {faults}; at first: {one['first_fault']}"


def comparison_line(part: str, one: dict[str, Any], objective: str) -> str:
    """Return in a line what has changed on the positions of a set."""
    change = one["change"]
    solved, nodes = one["solved"], one["nodes"]
    return (
        f"{part}: solved {solved[0]} to {solved[1]} of {one['positions']}, nodes {nodes[0]:,} to {nodes[1]:,}"
        f", {objective} {change['value']:+.1%} [{change['low']:+.1%}, {change['high']:+.1%}]"
    )


def write_graphs(run: "Run", space: "Space", rounds: list["Round"], positions: int) -> None:
    """Write the two graphs of the paper: nodes and solved, and the parameters, over the rounds."""
    from plyometric.report.figures import write_figures
    from plyometric.studies.experiment import Figure
    from plyometric.studies.kit import draw_curves

    numbers = [one.number for one in rounds]
    nodes = [100 * one.nodes / rounds[0].nodes for one in rounds]
    solved = [100 * one.solved / positions for one in rounds]
    progress: dict[str, list] = {"round": numbers, "nodes, % of the first round": nodes, "solved, %": solved}
    values = zip(*(space.shares(one.setting) for one in rounds), strict=True)
    names = [one.name for one in space.parameters]
    turned = {"round": numbers} | {name: list(column) for name, column in zip(names, values, strict=True)}
    draw = partial(draw_curves, xlabel="round")
    figures = [
        Figure("progress", "Nodes and positions solved", "", progress, partial(draw, ylabel="%")),
        Figure("parameters", "Parameters", "", turned, partial(draw, ylabel="share of the range")),
    ]
    write_figures(run.folder / "figures", figures)
