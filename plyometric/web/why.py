"""Why a player with an allocation strategy thinks here: move by move, from the game alone.

What a strategy decides follows from the position and from what is left to spend, so a game that is played
through again tells its whole budget.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyometric.arena.allocation import description_names
from plyometric.arena.players import Player
from plyometric.arena.sitting import Sitting
from plyometric.errors import InputError
from plyometric.kernel.referee import legal_moves
from plyometric.learn.strategies import Reason, description, explain
from plyometric.learn.trees import leaves


class Decision(NamedTuple):
    """What a strategy decided before one move, the deep searches and moves that were left, and why."""

    ply: int
    deep_left: int
    moves_left: int
    reason: Reason | None  # none where there was but one move
    is_deep: bool


def decisions(player: Player, sitting: Sitting, side: int) -> Iterator[Decision]:
    """Yield the decisions of a player who moves at every other ply from `side` on, this position included."""
    assert player.plan
    terms, d, m = player.plan.terms, 0, 0
    for ply in range(side, len(sitting.states), 2):
        if m == 0:
            d, m = terms.d, terms.m
        state = sitting.states[ply]
        n = len(legal_moves(player.game, state))
        reason = explain(player.game, player.plan, state, n, d, m) if n > 1 else None
        is_deep = bool(reason and reason.is_deep)
        yield Decision(ply, d, m, reason, is_deep)
        d, m = d - is_deep, m - 1


def depth_allotted(player: Player, sitting: Sitting) -> int:
    """Return how deep a strategy lets its player search the position on the board."""
    assert player.plan
    *_, last = decisions(player, sitting, len(sitting.moves) % 2)
    return player.plan.terms.k + player.plan.terms.n * last.is_deep


def why(player: Player, sitting: Sitting, side: int) -> dict[str, Any]:
    """Return the decisions of a game as plain data, each with what the strategy saw."""
    if not player.plan:
        raise InputError("this player has no strategy: give it one, such as strategy=depth4.")
    plan = player.plan
    names = description_names(player.game, len(plan.strategy.patterns), plan.strategy.probe)
    rows = [_row(player, sitting, one, names) for one in decisions(player, sitting, side)]
    return {"terms": plan.terms._asdict(), "decisions": rows}


def _row(player: Player, sitting: Sitting, one: Decision, names: list[str]) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "ply": one.ply,
        "move": _move(sitting, one.ply),
        "deep_left": one.deep_left,
        "moves_left": one.moves_left,
        "is_deep": one.is_deep,
    }
    if one.reason is None:
        return facts | {"score": None, "threshold": None, "path": [], "features": [], "leaf": None}
    seen = walk(player, sitting.states[one.ply], names)
    numbers = {"score": round(one.reason.score, 5), "threshold": round(one.reason.threshold, 5)}
    return facts | numbers | {"path": one.reason.path, **seen}


def _move(sitting: Sitting, ply: int) -> str:
    game = sitting.game
    return game.move_text(sitting.states[ply], sitting.moves[ply]) if ply < len(sitting.moves) else ""


def walk(player: Player, state: Any, names: list[str]) -> dict[str, Any]:
    """Return the features of a position, and the leaf to which it comes in a single tree."""
    assert player.plan
    strategy = player.plan.strategy
    moves = len(legal_moves(player.game, state))
    x = description(player.game, state, moves, strategy, player.plan.weights)
    features = [{"name": name, "value": float(number)} for name, number in zip(names, x, strict=True)]
    try:
        leaf = int(leaves(strategy.forest, [x])[0])
    except InputError:
        leaf = None
    return {"features": features, "leaf": leaf}
