"""The goal of fives: the moves that may make five in a row, and on what a proof of it rests.

Sets of attacking moves, each within the next; a *line* is five cells in a row without the defender's stones:
    1   the cells of lines with three stones of the attacker: they make a four
    2   and those of lines with two: they make a three
    3   and those of lines with one

Where the defender could make five, the attacker has to stop that, and nothing else is tried. A zone is a set
of cells: those where the attacker plays, and those of lines in which the defender would be first.
"""

from collections.abc import Callable

from plyometric.games.fives.lines import (
    both,
    cell_rules,
    either,
    holds_any,
    layout,
    shift_rules,
    winning_rule,
    without,
)
from plyometric.games.fives.rules import box_rules, foe_of, own_of
from plyometric.kernel import NO_MOVE, Goal, rule

NOTHING = (0, 0, 0, 0)


@rule
def no_zone(s):
    """Return an empty set."""
    return NOTHING


@rule
def barred(zone, s, slack):
    """No cell becomes legal that was not."""
    return NOTHING


@rule
def closed(zone, s):
    """A zone is what it is."""
    return zone


def goal(size: int, has_five: Callable) -> Goal:
    """Return the goal on a board of one size."""
    strike, tries, attacks, write = attack_rules(size, has_five)
    struck, moved, replies = proof_rules(size, write)

    @rule
    def reached(s, attacks):
        """The attacker moved last, and made five."""
        return not attacks and has_five(foe_of(s))

    @rule
    def missed(s, attacks):
        """The defender moved last, and made five."""
        return attacks and has_five(foe_of(s))

    return Goal(
        name=f"five(size={size})",
        reached=reached,
        missed=missed,
        strike=strike,
        tries=tries,
        attacks=attacks,
        no_zone=no_zone,
        struck=struck,
        moved=moved,
        joined=either,
        barred=barred,
        closed=closed,
        replies=replies,
    )


def line_rule(size: int) -> Callable:
    """Return the rule that tells the empty cells of lines with some stones."""
    steps, cells = layout(size)[2:]
    ahead, behind = shift_rules(size)

    @rule
    def in_lines(stones, empty, least):
        """Return the empty cells of lines that hold so many of one side's stones at least, 1 to 4."""
        found = NOTHING
        for step in steps:
            lines, there, free = cells, stones, either(stones, empty)
            one, two, three, four = NOTHING, NOTHING, NOTHING, NOTHING
            for _ in range(5):
                lines = both(lines, free)
                four, three = either(four, both(three, there)), either(three, both(two, there))
                two, one = either(two, both(one, there)), either(one, there)
                there, free = ahead(there, step), ahead(free, step)
            hits = both(lines, four if least > 3 else three if least > 2 else two if least > 1 else one)
            for _ in range(5):
                found = either(found, hits)
                hits = behind(hits, step)
        return both(found, empty)

    return in_lines


def writing_rule(size: int) -> Callable:
    """Return the rule that writes the legal moves among some cells."""
    _, write_cells = cell_rules(size)
    _, interest_zone = box_rules(size)

    @rule
    def write(s, found, n, out):
        """Write cells behind n other moves; return how many there are then."""
        rows, columns = interest_zone(either(own_of(s), foe_of(s)))
        for i in range(n, n + write_cells(found, out[n:])):
            cell = out[i]
            if rows >> cell // size & columns >> cell % size & 1:
                out[n] = cell
                n += 1
        return n

    return write


def attack_rules(size: int, has_five: Callable) -> tuple[Callable, Callable, Callable, Callable]:
    """Return the rules `strike`, `tries` and `attacks`, and the one that writes moves."""
    cells = layout(size).cells
    winning_cells, in_lines, write = winning_rule(size), line_rule(size), writing_rule(size)

    @rule
    def strike(s, out):
        """Return a cell that makes five."""
        found = winning_cells(own_of(s), without(cells, either(own_of(s), foe_of(s))))
        if not holds_any(found) or has_five(foe_of(s)):
            return NO_MOVE
        write(s, found, 0, out)
        return out[0]

    @rule
    def attacks(s, breadth, out):
        """Write what stops a five, or else a set of attacking moves, those of smaller sets first."""
        own, empty = own_of(s), without(cells, either(own_of(s), foe_of(s)))
        stops = winning_cells(foe_of(s), empty)
        if holds_any(stops):
            return write(s, stops, 0, out)
        n, known = 0, NOTHING
        for least in range(3, max(3 - breadth, 0), -1):
            found = in_lines(own, empty, least)
            n = write(s, without(found, known), n, out)
            known = found
        return n

    @rule
    def tries(s, order, out):
        """Write what may make five in `order` moves."""
        return 0 if has_five(foe_of(s)) else attacks(s, order - 1, out)

    return strike, tries, attacks, write


def proof_rules(size: int, write: Callable) -> tuple[Callable, Callable, Callable]:
    """Return the rules `struck`, `moved` and `replies`."""
    cells = layout(size).cells
    stone_at, _ = cell_rules(size)
    in_lines = line_rule(size)

    @rule
    def struck(s, move, slack):
        """The cell matters, and those by which the defender would make five before."""
        empty = without(cells, either(own_of(s), foe_of(s)))
        return either(stone_at(move), in_lines(foe_of(s), empty, max(5 - slack, 1)))

    @rule
    def moved(zone, before, after, move, slack):
        """The cell matters."""
        return either(zone, stone_at(move))

    @rule
    def replies(zone, s, out):
        """Write the empty cells of a zone."""
        return write(s, without(zone, either(own_of(s), foe_of(s))), 0, out)

    return struck, moved, replies
