"""The goal of the capture game: the moves that may catch a string, and on what a proof of it rests.

Sets of attacking moves, each within the next:
    1   the liberties of the string
    2   and their empty neighbours, and the liberties of adjacent strings that have fewer than it has
    3   and those of adjacent strings that have as many, and what captures a string next to one of these

A zone is three sets: points, and stones of the defender near which strings of the attacker in atari, or
with two liberties, would matter. Source of the first two sets: T. Cazenave, Iterative widening (2001). The
third set and the zones are ours; tests hold them against all moves.
"""

from collections.abc import Callable

from plyometric.games.go_capture.board import Board
from plyometric.games.go_capture.reading import slate
from plyometric.games.go_capture.rules import ATTACKER, NO_KO, SAFE, Stones
from plyometric.kernel import NO_MOVE, Goal, rule
from plyometric.kernel.sets import both, count, either, holds_any, without


def goal(there: Board, stones: Stones, is_legal: Callable, is_caught: Callable) -> Goal:
    """Return the goal on a board of one size."""
    strike, tries, attacks = attack_rules(there, stones, is_legal)
    no_zone, struck, moved, joined = proof_rules(there, stones)
    barred, closed, replies = defence_rules(there, stones, is_legal)
    target = stones.target

    @rule
    def reached(s, attacks):
        """Whoever is to move, the string is gone."""
        return is_caught(s)

    @rule
    def missed(s, attacks):
        """A string with six liberties is safe."""
        return count(target(s)[1]) >= SAFE

    return Goal(
        name=f"capture(size={there.grid.size})",
        reached=reached,
        missed=missed,
        strike=strike,
        tries=tries,
        attacks=attacks,
        no_zone=no_zone,
        struck=struck,
        moved=moved,
        joined=joined,
        barred=barred,
        closed=closed,
        replies=replies,
        aimed=aimed_rule(there, stones),
        slate=slate(there),
    )


def aimed_rule(there: Board, stones: Stones) -> Callable:
    """Return the rule `aimed`."""
    first, single = there.first, there.single
    attackers, defenders, _, position, _ = stones

    @rule
    def aimed(s, drawn):
        """Attack the string of one of the defender's stones, if there is any."""
        left = defenders(s)
        for _ in range(drawn % max(count(left), 1)):
            left = without(left, single(first(left)))
        target = first(left) if holds_any(left) else s.target
        return position(attackers(s), defenders(s), NO_KO, target, ATTACKER, s.colour)

    return aimed


def writing_rule(there: Board, is_legal: Callable) -> Callable:
    """Return the rule that writes the legal moves among some points."""
    single, first = there.single, there.first

    @rule
    def write(s, points, n, out):
        """Write the legal moves among some points behind n others; return how many there are then."""
        while holds_any(points):
            point = first(points)
            points = without(points, single(point))
            if is_legal(s, point):
                out[n] = point
                n += 1
        return n

    return write


def wider_rules(there: Board, stones: Stones) -> tuple[Callable, Callable]:
    """Return the rules that tell what the second set of attacking moves adds to the first, and the third."""
    neighbours, string, short_of = there.neighbours, there.string, there.short_of
    attackers, defenders, empty, _, _ = stones

    @rule
    def around(s, caught, liberties):
        """Return what the second set has beyond the first."""
        fewer = short_of(neighbours(caught), attackers(s), empty(s), count(liberties) - 1)
        return without(either(both(neighbours(liberties), empty(s)), fewer), liberties)

    @rule
    def beyond(s, caught, liberties):
        """Return what the third set adds: races with adjacent strings, and captures that save these."""
        beside = string(both(neighbours(caught), attackers(s)), attackers(s), empty(s))[0]
        as_many = short_of(beside, attackers(s), empty(s), count(liberties))
        saving = short_of(neighbours(beside), without(defenders(s), caught), empty(s), 1)
        return either(as_many, saving)

    return around, beyond


def attack_rules(there: Board, stones: Stones, is_legal: Callable) -> tuple[Callable, Callable, Callable]:
    """Return the rules `strike`, `tries` and `attacks`."""
    first, target = there.first, stones.target
    write = writing_rule(there, is_legal)
    around, beyond = wider_rules(there, stones)

    @rule
    def strike(s, out):
        """Return the last liberty of the string, if the attacker may play there."""
        liberties = target(s)[1]
        if count(liberties) != 1 or not is_legal(s, first(liberties)):
            return NO_MOVE
        return first(liberties)

    @rule
    def tries(s, order, out):
        """Write the liberties where there are `order`, the second set where there are fewer."""
        caught, liberties = target(s)
        if count(liberties) > order:
            return 0
        n = write(s, liberties, 0, out)
        if count(liberties) == order or order < 3:
            return n
        return write(s, around(s, caught, liberties), n, out)

    @rule
    def attacks(s, breadth, out):
        """Write a set of attacking moves, those of smaller sets first."""
        caught, liberties = target(s)
        n = write(s, liberties, 0, out)
        if breadth > 1:
            wider = around(s, caught, liberties)
            n = write(s, wider, n, out)
            if breadth > 2:
                n = write(s, without(beyond(s, caught, liberties), either(liberties, wider)), n, out)
        return n

    return strike, tries, attacks


def proof_rules(there: Board, stones: Stones) -> tuple[Callable, Callable, Callable, Callable]:
    """Return the rules `no_zone`, `struck`, `moved` and `joined`."""
    single, neighbours, string, short_of = there.single, there.neighbours, there.string, there.short_of
    attackers, defenders, empty, _, target = stones
    nothing = (0,) * there.grid.words

    @rule
    def no_zone(s):
        """Return three empty sets."""
        return nothing, nothing, nothing

    @rule
    def minding(points, own, slack):
        """Return a zone of points, and of the defender's stones to be minded as the slack asks."""
        return (points, own, nothing) if slack < 2 else (points, nothing, own)

    @rule
    def joined(zone, other):
        """Return the union of two zones."""
        return either(zone[0], other[0]), either(zone[1], other[1]), either(zone[2], other[2])

    @rule
    def struck(s, move, slack):
        """The last liberty matters, and adjacent strings that could be captured in time."""
        caught, liberty = target(s)
        weak = short_of(neighbours(caught), attackers(s), empty(s), slack)
        return minding(either(liberty, weak), caught, slack)

    @rule
    def moved(zone, before, after, move, slack):
        """The move's point matters, its string if that is weak, and what made its captures possible."""
        _, liberties = string(single(move), attackers(after), empty(after))
        points = single(move)
        if count(liberties) <= slack:
            points = either(points, liberties)
        caught = without(defenders(before), defenders(after))
        weak = short_of(neighbours(caught), attackers(before), empty(before), slack)
        return joined(zone, minding(either(points, weak), caught, slack))

    return no_zone, struck, moved, joined


def defence_rules(there: Board, stones: Stones, is_legal: Callable) -> tuple[Callable, Callable, Callable]:
    """Return the rules `barred`, `closed` and `replies`."""
    single, first, neighbours, string, short_of = there[1:5] + there[6:]
    attackers, defenders, empty = stones[:3]
    write, nothing = writing_rule(there, is_legal), (0,) * there.grid.words

    @rule
    def weak_near(s, points, most):
        """Return the liberties of the attacker's strings next to some points that have few."""
        return short_of(neighbours(points), attackers(s), empty(s), most)

    @rule
    def barred(zone, s, slack):
        """A suicide becomes legal when a string of the attacker around it is captured."""
        points, near, nearer = nothing, nothing, nothing
        waiting = both(zone[0], empty(s))
        while holds_any(waiting):
            point = first(waiting)
            waiting = without(waiting, single(point))
            if point != s.ko and not is_legal(s, point):
                own = string(single(point), defenders(s), empty(s))[0]
                points = either(points, weak_near(s, own, slack + 1))
                near, nearer = (either(near, own), nearer) if slack < 2 else (near, either(nearer, own))
        return points, near, nearer

    @rule
    def closed(zone, s):
        """Add the liberties of the attacker's weak strings near what is minded."""
        points, near, nearer = zone
        points = either(points, weak_near(s, near, 1))
        return either(points, weak_near(s, nearer, 2)), near, nearer

    @rule
    def replies(zone, s, out):
        """Write the legal moves among the points of a zone."""
        return write(s, both(zone[0], empty(s)), 0, out)

    return barred, closed, replies
