"""Winning as a goal, for every game that says at a glance when it is over: all moves are tried."""

from dataclasses import replace

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, Goal, rule
from plyometric.kernel.parts import never_over


def with_goal(game: Game) -> Game:
    """Return a game that has a goal: its own, or to win."""
    if game.goal:
        return game
    if game.passed is None or game.over is never_over:
        raise InputError(f"{game.name} has no goal, nor `passed` and `over`, by which to win could be one.")
    return replace(game, evaluation=None, goal=winning(game))  # type: ignore[arg-type]


def winning(game: Game) -> Goal:
    """Return the goal to win a game; nothing is known about zones, so that every move upsets a proof."""
    moves, over, result, wins = game.moves, game.over, game.result, game.wins

    @rule
    def reached(state, attacks):
        """The game is over, and the attacker has won."""
        return over(state) and result(state) == (1 if attacks else -1)

    @rule
    def missed(state, attacks):
        """The game is over, and he has not."""
        return over(state) and result(state) != (1 if attacks else -1)

    @rule
    def strike(state, out):
        """Return the first move that wins."""
        return out[0] if wins(state, out) else NO_MOVE

    @rule
    def attacks(state, breadth, out):
        """Write all moves."""
        return moves(state, out)

    @rule
    def replies(zone, state, out):
        """Write all moves."""
        return moves(state, out)

    return Goal(
        name=f"win({game.name})",
        reached=reached,
        missed=missed,
        strike=strike,
        tries=attacks,
        attacks=attacks,
        no_zone=rule(lambda state: 0),
        struck=rule(lambda state, move, slack: 0),
        moved=rule(lambda zone, before, after, move, slack: zone),
        joined=rule(lambda zone, other: zone),
        barred=rule(lambda zone, state, slack: zone),
        closed=rule(lambda zone, state: zone),
        replies=replies,
    )
