"""Clocks: rows (e), in which the decision falls after each finished depth of a search by nodes.

Row (d) foretells before the search what a position deserves, and gains nothing. A time manager decides
later, when the search itself has told how settled it is. Each meets a player that spends as many nodes
evenly, from the game's own openings.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from plyometric.arena.clock import Control
from plyometric.arena.games import Limits, Observer, Watch, play_seats, seat
from plyometric.arena.match import PAIRS_IN_UNIT, play_pairs
from plyometric.arena.openings import opening, openings_of
from plyometric.arena.players import USUAL, Player, unlimited_player
from plyometric.arena.statistics import Tally, elo_interval
from plyometric.kernel import rule
from plyometric.studies.claims import Claim
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches, draw_curves

BANK = 1000
"""Nodes a move on average."""

ROWS = {"checkers": ("finish", "stable"), "chess": ("finish", "learned")}
"""The time managers of each game that meet the even one: those that come with it, or are built in."""

JUDGED = {"chess": {"weights": "earlier"}}
"""The weights of a game that has learned better ones since the study was made."""

SHOWN = ("even", "finish", "stable", "learned")
LONGEST = 80
"""Plies of a game that the figure shows."""

IN_UNIT = 4
FIGURE_GAME = "chess"

CLAIMS = tuple(
    Claim(f"clock.{game}.{manager}", "(e)", f"{game} by a bank of nodes: {manager} against even")
    for game, managers in ROWS.items()
    for manager in managers
)


def player_with(game: str, manager: str) -> Player:
    """Return the usual player of a game, with a bank and a time manager that comes with the game."""
    player = unlimited_player(game, {"clock": manager} | JUDGED.get(game, {}), USUAL)
    kind = player.kind.checked(player.game)
    return replace(player, kind=kind, name=f"{game}:clock={manager}", control=Control(BANK))


def play_clocks(x: Experiment) -> None:
    """Play the rows, and draw where in a game each manager spends."""
    for claim in CLAIMS:
        _, game, manager = claim.id.split(".")
        play_row(x, claim.id, player_with(game, manager), player_with(game, "even"))
    draw_spending(x)


def play_row(x: Experiment, claim: str, one: Player, other: Player) -> None:
    """Play a manager against the even one, and put its score beside the claim."""
    pairs, lines = range(x.size(20, 1_000)), openings_of(one.game)
    units = [(key, (one, other, lines, part, x.seed)) for key, (part,) in batches(pairs, PAIRS_IN_UNIT)]
    parts = list(x.each(claim, play_pairs, units))
    tally = Tally.of_pairs([pair for part in parts for pair in part["results"]])
    nodes = np.sum([[side["nodes"] for side in part["conduct"]] for part in parts], axis=0)
    x.measure_score(claim, tally)
    elo, share = elo_interval(tally), nodes[0] / nodes[1]
    text = f"{share:.3f} of those of the even player; Elo {elo.value:+.1f} [{elo.low:+.1f}, {elo.high:+.1f}]"
    x.note(f"Nodes in {claim}", text)


# Where in a game each spends


@rule
def note_nodes(game, state, n, ply, move, seat, notes):
    """Add up what was spent at a ply where there was a choice, and count such searches."""
    if n > 1 and ply < len(notes):
        notes[ply, 0] += seat.desk.nodes
        notes[ply, 1] += 1


SPENDING = Observer(name="spending", note=note_nodes)


def spending_batch(player: Player, seed: int, games: range) -> list[list[int]]:
    """Play some games of a player against itself; return nodes and searches at each ply."""
    game, notes = player.game, np.zeros((LONGEST, 2), np.int64)
    lines, seats = openings_of(game), (seat(player), seat(player))
    limits = Limits(game.draws.checked(game.name))
    for index in games:
        start = opening(game.usual, lines, index, seed)
        play_seats(game, start, *seats, limits, Watch(SPENDING, notes))
    return notes.tolist()


def draw_spending(x: Experiment) -> None:
    """Draw the nodes of a search at each move, on average, for every manager."""
    columns: dict[str, list[Any]] = {"move": list(range(1, LONGEST // 2 + 1))}
    for manager in SHOWN:
        player = player_with(FIGURE_GAME, manager)
        units = batches(range(x.size(8, 200)), IN_UNIT, player, x.seed)
        nodes, searches = x.total(f"spending of {manager}", spending_batch, units).reshape(-1, 2, 2).sum(1).T
        columns[manager] = (nodes / np.maximum(searches, 1)).tolist()
    x.figure(
        "clocks",
        "Where in a game each time manager spends its nodes",
        f"Nodes of a search at each move after the opening, {FIGURE_GAME}, {BANK:,} a move on average.",
        columns,
        partial(draw_curves, xlabel="move", ylabel="nodes of a search"),
    )
