"""The goal of Phutball: the moves that may bring the ball over the line, and on what a proof of it rests.

Sets of attacking moves, each within the next; a *spot* is where the ball lies, or may land:
    1   all chains, and men that touch a spot or stand on one
    2   and men within two steps of a spot

A zone is a set of points: those on which a winning chain lands, those where the attacker puts men, and those
where a man would give the defender another chain. His chains always count. Source of the sets, in words: T.
Cazenave, Iterative widening (2001). The zones are ours; tests hold them against all moves.
"""

from collections.abc import Callable

from plyometric.games.phutball.rules import CHAINS, JUMP, STAND, TOP, Ball, Chains, writing_rules
from plyometric.kernel import NO_MOVE, Goal, rule
from plyometric.kernel.sets import around_rule, both, either, without


def goal(board: Ball, chains: Chains) -> Goal:
    """Return the goal on a board of one size."""
    reached, missed = end_rules(board)
    strike, tries, attacks, spots = attack_rules(board, chains, missed)
    no_zone, struck, moved, barred = proof_rules(board, chains, spots)
    closed, replies = defence_rules(board, chains)
    return Goal(
        name=f"touchdown(size={board.grid.size})",
        reached=reached,
        missed=missed,
        strike=strike,
        tries=tries,
        attacks=attacks,
        no_zone=no_zone,
        struck=struck,
        moved=moved,
        joined=rule(lambda zone, other: either(zone, other)),
        barred=barred,
        closed=closed,
        replies=replies,
        has_ladders=False,
    )


def end_rules(board: Ball) -> tuple[Callable, Callable]:
    """Return the rules `reached` and `missed`."""
    stride, last = board.grid.stride, board.grid.size - 1

    @rule
    def reached(s, attacks):
        """The ball is where the attacker wants it."""
        return s.ball // stride == (last if (s.side == TOP) == attacks else 0)

    @rule
    def missed(s, attacks):
        """The ball is where the defender wants it."""
        return s.ball // stride == (0 if (s.side == TOP) == attacks else last)

    return reached, missed


def attack_rules(
    board: Ball, chains: Chains, missed: Callable
) -> tuple[Callable, Callable, Callable, Callable]:
    """Return the rules `strike`, `tries` and `attacks`, and the one that tells the spots."""
    stride, last = board.grid.stride, board.grid.size - 1
    single, empty = board.single, board.empty
    follow, following, _ = chains
    around = around_rule(board.grid)
    write_points, write_chains = writing_rules(board, chains)

    @rule
    def spots(s):
        """Return where the ball lies, and where it may land."""
        found, chain, n = single(s.ball), following(s, STAND), 0
        while chain and n < CHAINS:
            found = either(found, single(follow(s, chain)[1]))
            chain, n = following(s, chain), n + 1
        return found

    @rule
    def strike(s, out):
        """Return a chain that ends on the goal line or over it."""
        wanted = last if s.side == TOP else 0
        chain, n = (0 if missed(s, True) else following(s, STAND)), 0
        while chain and n < CHAINS:
            if follow(s, chain)[1] // stride == wanted:
                return JUMP + chain
            chain, n = following(s, chain), n + 1
        return NO_MOVE

    @rule
    def attacks(s, breadth, out):
        """Write a set of attacking moves, those of smaller sets first."""
        near = around(spots(s))
        n = write_points(both(near, empty(s)), write_chains(s, 0, out), out)
        if breadth > 1:
            n = write_points(both(without(around(near), near), empty(s)), n, out)
        return n

    @rule
    def tries(s, order, out):
        """Write the first set: another man changes no chain."""
        return 0 if missed(s, True) else attacks(s, 1, out)

    return strike, tries, attacks, spots


def proof_rules(
    board: Ball, chains: Chains, spots: Callable
) -> tuple[Callable, Callable, Callable, Callable]:
    """Return the rules `no_zone`, `struck`, `moved` and `barred`."""
    single, trail, around = board.single, chains.trail, around_rule(board.grid)
    nothing = (0,) * board.grid.words

    @rule
    def no_zone(s):
        """Return an empty set."""
        return nothing

    @rule
    def struck(s, move, slack):
        """A man where the ball lands changes the chain; no other does."""
        return trail(s, move - JUMP)

    @rule
    def moved(zone, before, after, move, slack):
        """The move's points matter, and those where men would give the defender another chain."""
        own = single(move) if move < JUMP else trail(before, move - JUMP)
        near = around(spots(after))
        return either(either(zone, own), near if slack < 2 else around(near))

    @rule
    def barred(zone, s, slack):
        """No move of a zone is illegal but on a man, and those stay."""
        return nothing

    return no_zone, struck, moved, barred


def defence_rules(board: Ball, chains: Chains) -> tuple[Callable, Callable]:
    """Return the rules `closed` and `replies`."""
    empty = board.empty
    write_points, write_chains = writing_rules(board, chains)

    @rule
    def closed(zone, s):
        """A zone is what it is."""
        return zone

    @rule
    def replies(zone, s, out):
        """Write the defender's chains, and the empty points of a zone."""
        return write_points(both(zone, empty(s)), write_chains(s, 0, out), out)

    return closed, replies
