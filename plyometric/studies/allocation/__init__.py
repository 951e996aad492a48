"""Learning which positions deserve a deeper search.

Paper: S. Markovitch and Y. Sella, Learning of resource allocation strategies for game playing,
Computational Intelligence 12 (1996), 88-105.

A checkers player searches to depth 4, and may search to depth 6 at 8 of its 40 moves. Strategies for
spending the 8 are judged by Q, the share of points against a player that never searches deeper, in
games of 40 moves each. The strategy is learned from positions of self-play, each labelled by whether
the deeper search would have chosen better.

Choices where the paper is silent or mistaken:
- Evaluation 100 a man, 300 a king, and 3 for every piece gone, for the side that is ahead. A game is won
  by a lead of 4 men (kings count 3) after 40 moves, else tied. King value and judge were picked so that
  the ties of `never` and the Q of `always` fit the paper; `random` and `oracle` were not used in that.
- Who moves first alternates. Positions with one legal move are no examples and spend nothing.
- Equation 5 asks for the least threshold; the greatest is meant, as 0 always satisfies it. Its ratio is
  d to the choices expected in m moves, since forced moves are not offered.
- Both sides of a game give examples, seen by the side to move. Sets of examples share no game.
- Questions of the tree have two answers, as scikit-learn's. A question needs 50 examples on each side,
  a gain of 0.0001 bit, and p <= 0.01 in a chi-square test.
- RELIEF keeps a feature whose weight exceeds the 95 % quantile of runs with shuffled labels.
- The 20 best patterns that are not near copies of each other (correlation above 0.9) join the features.

Beyond the paper the class is the utility of equation 4, at most 3 men, predicted by boosted trees. A
spender by optimal stopping knows the worth of each (d, m) left. A shallow search tells how settled a
position is: to depth 2, or to depth 4, after which the player goes on to depth 6 or plays what it has
found. Its nodes count as the player's own. At last depths give way to nodes: with iterative deepening,
a player that banks nodes meets one that spends as many evenly; in (e) the decision falls after each
finished depth, by the time managers that come with checkers and chess.
"""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from plyometric.arena.allocation import (
    ALWAYS,
    LEARNED,
    NEVER,
    NO_PATTERNS,
    ORACLE_CHANGE,
    ORACLE_GAIN,
    RANDOM,
    Strategy,
    Terms,
    description_names,
    plain_strategy,
)
from plyometric.arena.statistics import Tally, score_interval
from plyometric.games import load
from plyometric.learn.allocation import (
    context_table,
    fixed_threshold,
    label_batch,
    quantile_thresholds,
    stopping_thresholds,
)
from plyometric.learn.allocation_games import Bank, budgeted_batch, play_batch
from plyometric.learn.examples import Examples, all_examples, cut_by_game, write_examples
from plyometric.learn.one_thread import on_one_thread
from plyometric.learn.patterns import best_patterns, count_all, search_patterns
from plyometric.learn.patterns import export_text as patterns_as_text
from plyometric.learn.relief import Relief
from plyometric.learn.trees import enrich, export_text, forest_of, grow_tree, scores
from plyometric.studies.allocation import clocks
from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches, draw_curves, draw_intervals, with_intervals

WEIGHTS, JUDGE = [100.0, 300.0, 3.0], [100.0, 300.0, 0.0]
TERMS = Terms(k=4, n=2, d=8, m=40, margin=400, gain=50)
PROBE = TERMS.k
GAIN_CAP = 300.0
NODES = 600
PER_GAME, IN_BATCH = 60, 100

RELIEF_IN_PAPER = "++++++++-+-+++++---++-+"
"""Table 1's column, in the order of the features."""

STORY = Story(
    question="How much of what deeper search gains comes by choosing where?",
    headline="share.patterns",
    plain="""A program that looks further ahead plays better, but it has no time to do so at every move.
This one plays checkers. At each of its 40 moves in a game it looks 4 half-moves ahead, and at 8 of them it
may look 6 ahead. Which 8? It learns that from its own games: it notes what a position looks like, and
whether the deeper look would have changed its move for the better. The score Q is the share of points
(1 for a win, 1/2 for a tie) against the same program that never looks deeper; so "never" scores about 0.5
and "always" the most that can be had, about 0.7. The headline is how far it gets on the way from
"never" to "always": 0 is no better, 1 as good as to look deeper at every move. "random" spends the 8
anywhere; the "oracle" may look first and decide then; ID3 is a decision tree, and RELIEF a test of which
features of a position it may ask for; patterns are pieces of positions that it finds by itself.""",
    found="""With the 8 deeper looks where the learned strategy wants them the program scored
{table2.patterns}, with the same 8 spent anywhere {table2.random}. To look deeper at every move scored
{table2.always}, never to do so {table2.never}. So of all that deeper search can gain here, chance alone
brought {share.random}, and learning where to look {share.patterns}.""",
    why="""The paper does not tell what a king is worth or how unfinished games were judged; both were
chosen here so that "never" and "always" come close to its figures, and the rest follows from that.""",
    minutes=9,
)

CLAIMS = (
    Claim("table2.never", "Table 2", "never", 0.499, 0.01, "table2.always"),
    Claim("table2.random", "Table 2", "random", 0.547, 0.01, "table2.never"),
    Claim("table2.id3", "Table 2", "basic ID3", 0.555, 0.01, "table2.random"),
    Claim("table2.relief", "Table 2", "ID3 + RELIEF", 0.582, 0.01, "table2.id3"),
    Claim("table2.context", "Table 2", "context-sensitive classifier", 0.587, 0.01, "table2.relief"),
    Claim("table2.patterns", "Table 2", "with self-made patterns", 0.599, 0.01, "table2.context"),
    Claim("table2.oracle", "Table 2", "oracle", 0.683, 0.009, "table2.random"),
    Claim("table2.always", "Table 2", "always", 0.700, 0.009, "table2.never"),
    Claim("share.random", "Section 6", "share of the possible improvement: random", 0.24, 0.05),
    Claim(
        "share.patterns",
        "Section 6",
        "share of the possible improvement: full system",
        0.50,
        0.05,
        "share.random",
    ),
    Claim("table1.kept", "Table 1", "features that RELIEF keeps, of 23", 17.0),
    Claim("table1.dropped", "Table 1", "of the 6 that it drops in the paper, dropped", 6.0),
    Claim("beyond.oracle", "equation 4", "oracle by utility"),
    Claim("beyond.boosted", "(a)", "boosted utility"),
    Claim("beyond.stopping", "(b)", "boosted utility, optimal stopping"),
    Claim("beyond.probe", "(c)", "boosted utility, a look to depth 2"),
    Claim("beyond.look", "(c)", "boosted utility, a look to depth 4"),
    Claim("beyond.look_stopping", "(c)", "a look to depth 4, optimal stopping"),
    Claim("beyond.nodes", "(d)", "banked nodes against evenly spent ones"),
    Claim("beyond.again", "(a) to (c)", "the best of them, in fresh games"),
    Claim("share.beyond", "", "share of the possible improvement: best of (a) to (c)"),
    *clocks.CLAIMS,
)

BOOSTING: dict[str, Any] = {
    "max_iter": 30,
    "max_leaf_nodes": 15,
    "learning_rate": 0.2,
    "early_stopping": False,
    "random_state": 0,
}
"""Few and small trees: two hundred larger ones gain 0.006 at ten times the cost of a decision."""

BOOSTED = (
    (0, "beyond.boosted", "beyond.stopping"),
    (2, "beyond.probe", ""),
    (4, "beyond.look", "beyond.look_stopping"),
)
"""Rows by boosted trees: how deep a search looks first, and the rows by quantiles and by stopping."""


def run(x: Experiment) -> None:
    """Rerun the experiment of the paper, then go beyond it."""
    lab = Lab(x)
    for_relief, train, fresh = lab.examples()
    lab.rerun_paper(for_relief, train, fresh)
    lab.go_beyond(train.joined(fresh))
    lab.report()
    clocks.play_clocks(x)


class Lab:
    """The study's apparatus: one game, one set of terms, and the rows of the table as they come in."""

    def __init__(self, x: Experiment) -> None:
        self.x = x
        self.game = load("checkers")
        self.names = description_names(self.game)
        self.tallies: dict[str, Tally] = {}
        self.spent: dict[str, np.ndarray] = {}
        self.strategies: dict[str, Strategy] = {}

    def examples(self) -> tuple[Examples, ...]:
        """Return the examples for RELIEF, for growing trees and for enriching leaves."""
        x, game = self.x, self.game
        sizes = (x.size(600, 10_000), x.size(5_000, 100_000), x.size(5_000, 500_000))
        fixed = (game.address, TERMS, WEIGHTS, PROBE, x.seed)
        units = batches(
            range(IN_BATCH * (math.ceil(sum(sizes) // PER_GAME / IN_BATCH) + 1)), IN_BATCH, *fixed
        )
        names, fields = description_names(game, 0, PROBE), type(game.start())._fields
        paths = x.files(
            "examples", label_batch, units, lambda path, part: write_examples(path, part, names, fields)
        )
        found = all_examples(paths)
        x.note("Examples", f"{len(found.gain):,} positions, {found.positive.mean():.1%} of them positive")
        return cut_by_game(found, sizes)

    # The paper

    def rerun_paper(self, for_relief: Examples, train: Examples, fresh: Examples) -> None:
        """Learn as the paper did, and play the eight rows of Table 2."""
        relief = Relief(seed=self.x.seed).fit(self.traits(for_relief), for_relief.positive)
        self.compare_relief(relief)
        kept = relief.get_support()
        patterns = self.find_patterns(train)
        basic = grow_tree(self.traits(train), train.positive)
        filtered = grow_tree(self.traits(train, kept), train.positive)
        enriched, leaves = enrich(filtered, self.traits(fresh, kept), fresh.positive)
        seen, seen_fresh = (self.with_patterns(part, kept, patterns) for part in (train, fresh))
        patterned, their_leaves = enrich(grow_tree(seen, train.positive), seen_fresh, fresh.positive)
        half, offered = fixed_threshold(np.nextafter(0.5, 1), TERMS), share_offered(fresh)
        self.row("table2.never", plain_strategy(NEVER))
        self.row("table2.random", plain_strategy(RANDOM))
        self.row("table2.id3", learned(basic, half))
        self.row("table2.relief", learned(filtered, half))
        self.row("table2.context", learned(enriched, context_table(leaves, TERMS, offered)))
        self.row("table2.patterns", learned(patterned, context_table(their_leaves, TERMS, offered), patterns))
        self.row("table2.oracle", plain_strategy(ORACLE_CHANGE))
        self.row("table2.always", plain_strategy(ALWAYS))
        self.x.note(
            "The tree after RELIEF, its first questions", first_lines(export_text(filtered, self.names))
        )
        self.x.note("The patterns it made itself", patterns_as_text(patterns))

    def traits(self, examples: Examples, kept: np.ndarray | None = None) -> np.ndarray:
        """Return the 23 features; those not kept are blank, so that no question asks for them."""
        columns = examples.description[:, : len(self.names)]
        return columns if kept is None else np.where(kept, columns, 0.0)

    def with_patterns(self, examples: Examples, kept: np.ndarray, patterns: np.ndarray) -> np.ndarray:
        """Return the kept features and the counts of the patterns."""
        return np.hstack([self.traits(examples, kept), count_all(examples.state, patterns)])

    def find_patterns(self, train: Examples) -> np.ndarray:
        """Return the best patterns that a search comes upon."""
        sample = train.taken(slice(self.x.size(2_000, 20_000)))
        rated = search_patterns(sample.state, sample.positive, self.x.size(50, 1_000))
        return best_patterns(rated, sample.state)

    def compare_relief(self, relief: Relief) -> None:
        """Put our RELIEF beside the paper's column of Table 1."""
        ours = np.where(relief.get_support(), "+", "-")
        lines = [
            f"{name:22} paper {theirs}   ours {mine}   weight {weight:+.4f}"
            for name, theirs, mine, weight in zip(
                self.names, RELIEF_IN_PAPER, ours, relief.weights_, strict=True
            )
        ]
        self.x.note(f"Table 1: what RELIEF keeps (threshold {relief.threshold_:+.4f})", "\n".join(lines))
        self.x.measure_exactly("table1.kept", relief.get_support().sum(), relief.n_features_in_)
        both = sum(theirs == mine == "-" for theirs, mine in zip(RELIEF_IN_PAPER, ours, strict=True))
        self.x.measure_exactly("table1.dropped", both, RELIEF_IN_PAPER.count("-"))

    # Beyond the paper

    def go_beyond(self, examples: Examples) -> None:
        """Learn the utility itself, spend by optimal stopping, look before deciding, and count nodes."""
        self.row("beyond.oracle", plain_strategy(ORACLE_GAIN))
        games = len(np.unique(examples.game))
        for probe, by_quantile, by_stopping in BOOSTED:
            forest, predicted = self.boosted(examples, probe)
            thresholds = quantile_thresholds(predicted, TERMS, share_offered(examples))
            spender = learned(forest, thresholds, probe=probe)
            self.row(by_quantile, spender)
            if by_stopping:
                thresholds = stopping_thresholds(predicted, examples.move, games, TERMS)
                self.row(by_stopping, learned(forest, thresholds, probe=probe))
            if probe == 2:
                self.play_by_nodes(spender, float(predicted.mean()))

    def boosted(self, examples: Examples, probe: int) -> tuple[np.ndarray, np.ndarray]:
        """Return boosted trees that predict the utility, and their predictions.

        One thread learns, since sums by several differ in their last bits.
        """
        from sklearn.ensemble import HistGradientBoostingRegressor

        seen = examples.description[:, : len(description_names(self.game, 0, probe))]
        model = HistGradientBoostingRegressor(**BOOSTING)
        with on_one_thread():
            model.fit(seen, np.clip(examples.gain, 0, GAIN_CAP))
        forest = forest_of(model)
        return forest, scores(forest, seen)

    def play_by_nodes(self, strategy: Strategy, mean_score: float) -> None:
        """Let a player that banks nodes meet one that spends as many evenly."""
        game, pairs = self.game, self.x.size(100, 5_000)
        bank = Bank(strategy, mean_score, NODES)
        fixed = (game.address, bank, TERMS, WEIGHTS, JUDGE, self.x.seed)
        parts = list(self.x.each("beyond.nodes", budgeted_batch, batches(range(pairs), IN_BATCH, *fixed)))
        tally = Tally.of_pairs([pair for part in parts for pair in part["results"]])
        self.x.measure_score("beyond.nodes", tally)
        saver, steady = np.sum([part["nodes"] for part in parts], axis=0) / tally.games
        self.x.note("Nodes a game in (d)", f"banked {saver:,.0f}, evenly spent {steady:,.0f}")

    # The table

    def row(self, claim: str, strategy: Strategy, seed: int | None = None) -> None:
        """Play a strategy against never, and put its score beside the claim."""
        game, games = self.game, self.x.size(200, 10_000)
        fixed = (game.address, strategy, TERMS, WEIGHTS, JUDGE, seed or self.x.seed)
        parts = list(self.x.each(claim, play_batch, batches(range(games), IN_BATCH, *fixed)))
        tally = sum((Tally(*part["results"]) for part in parts), Tally())
        spent = np.sum([part["spent"] for part in parts], axis=0) / games
        self.tallies[claim], self.spent[claim], self.strategies[claim] = tally, spent, strategy
        self.x.measure_score(claim, tally)

    def report(self) -> None:
        """Measure the shares of the possible improvement, and draw the figures."""
        what = {claim.id: claim.what for claim in CLAIMS}
        learned_rows = [claim for _, *claims in BOOSTED for claim in claims if claim]
        best = max(learned_rows, key=lambda claim: self.tallies[claim].score)
        self.row("beyond.again", self.strategies[best], self.x.seed + 1)
        picked = f"{what[best]}; picked by its score, so played again in fresh games"
        self.x.note("The best of (a) to (c)", picked)
        for share, claim in (
            ("random", "table2.random"),
            ("patterns", "table2.patterns"),
            ("beyond", "beyond.again"),
        ):
            self.x.measure(f"share.{share}", *self.share(claim), self.tallies[claim].games)
        self.x.note("What a row spends, a game", "\n".join(self.costs()))
        self.x.figure(
            "quality",
            "Share of points against a player that never looks deeper",
            "Q of every strategy with its 95 % interval; crosses are the paper's.",
            self.qualities(what),
            partial(draw_intervals, xlabel="share of points"),
        )
        self.x.figure(
            "spending",
            "Where in the game the deep searches are spent",
            "Deep searches at each of the 40 moves, a game on average.",
            self.spending(what),
            partial(draw_curves, xlabel="move", ylabel="deep searches a game"),
        )

    def share(self, claim: str) -> tuple[float, float, float]:
        """Return which share of the way from never to always a row goes, with its interval.

        All three scores are measured; the errors of independent ones add up as squares.
        """
        rows = (claim, "table2.never", "table2.always")
        row, never, always = (score_interval(self.tallies[name]) for name in rows)
        way = always.value - never.value
        share = (row.value - never.value) / way
        error = math.hypot(row.error, (1 - share) * never.error, share * always.error) / way
        return share, share - error, share + error

    def costs(self) -> Iterator[str]:
        """Yield the deep searches and nodes that each row spends in a game."""
        for claim, spent in self.spent.items():
            yield f"{claim:22} {spent[:-1].sum():5.2f} deep searches  {spent[-1]:9,.0f} nodes"

    def qualities(self, what: dict[str, str]) -> dict[str, list]:
        """Return the columns of the figure of Q."""
        reported = {claim.id: claim.reported for claim in CLAIMS}
        found = [self.x.measured[claim] for claim in self.tallies]
        paper = [reported[claim] for claim in self.tallies]
        return {
            "strategy": [what[claim] for claim in self.tallies],
            **with_intervals("Q", found, paper),
        }

    def spending(self, what: dict[str, str]) -> dict[str, list]:
        """Return the columns of the figure of spending."""
        shown = ("table2.random", "table2.context", "table2.oracle", "beyond.look", "beyond.look_stopping")
        curves = {what[claim]: self.spent[claim][:-1].tolist() for claim in shown}
        return {"move": list(range(1, TERMS.m + 1)), **curves}


def learned(
    forest: np.ndarray, thresholds: np.ndarray, patterns: np.ndarray = NO_PATTERNS, probe: int = 0
) -> Strategy:
    """Return a learned strategy."""
    return Strategy(LEARNED, forest, thresholds, patterns, probe)


def share_offered(examples: Examples) -> float:
    """Return at which share of moves there is a choice; both sides of a game give examples."""
    return len(examples.game) / (2 * TERMS.m * len(np.unique(examples.game)))


def first_lines(text: str, lines: int = 60) -> str:
    """Return the beginning of a long text."""
    parts = text.splitlines()
    return "\n".join(parts[:lines] + [f"... and {len(parts) - lines} lines more"] * (len(parts) > lines))
