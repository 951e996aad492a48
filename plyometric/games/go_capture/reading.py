"""What a good reader looks at when a string may be captured, and how a position strikes him at a glance.

    attacker   the liberties of the string, the points next to them, the liberties of the defender's weak
               strings that touch these, and what saves his own weak strings beside it and beside these
    defender   its liberties, the points next to them, the liberties of weak strings of either side around,
               captures that relieve his strings beside it, and to pass where it has an eye

The first moves are chosen from more than later ones: there the defender's set holds every move that may stop
a threat of two moves. A string with five liberties counts as safe, and with fewer after many moves.
"""

from collections.abc import Callable

from plyometric.games.go_capture.board import Board
from plyometric.games.go_capture.rules import ATTACKER, DEFENDER, NO_KO
from plyometric.games.go_capture.slate import (
    BESIDE,
    BEYOND,
    EMPTY,
    TARGET,
    Strings,
    fields,
    laid_rule,
    move_rules,
    string_rules,
)
from plyometric.kernel import rule
from plyometric.kernel.slates import MANY, Slate

SAFE = 5
"""A string with so many liberties is not read any further."""

WEAK = 3
"""A string with so many liberties is weak: what happens to it may matter to its neighbours."""

EARLY, LATE = 4, 9
"""After so many moves a string is safe with one liberty less, and weak too; then safe with two less."""

PROOF = ((1, 1, 2, 5, 10, 16), (1, 1, 1, 4, 10, 16))
DISPROOF = ((6, 6, 4, 3, 2, 1), (5, 5, 4, 2, 1, 1))
"""The numbers that a position begins with, by who moves and the liberties after the best extension."""

FAR = ((0, 0, 0, 3, 8), (0, 0, 0, 0, 0))
"""What is added to the proof number for the liberties that the string has."""

NEAR = 4
"""Up to so many liberties the attacker plays next to them too."""

Adding = tuple[Callable, Callable, Callable]
"""The rules that write one move, the liberties in a row, and those of weak strings."""


def slate(there: Board) -> Slate:
    """Return the slate of a board of one size."""
    strings = string_rules(there)
    put, wiped = move_rules(there, strings)
    return Slate(
        name=f"capture(size={there.grid.size})",
        fields=fields(there.grid.size),
        laid=laid_rule(there),
        put=put,
        wiped=wiped,
        allowed=allowed_rule(there, strings),
        glance=glance_rule(there, strings),
        ideas=ideas_rule(there, strings),
    )


def allowed_rule(there: Board, strings: Strings) -> Callable:
    """Return the rule `allowed`."""
    stride, is_legal = there.grid.stride, strings.is_legal

    @rule
    def allowed(move, desk):
        """Return whether a stone may be put on a point."""
        return is_legal(move + stride, desk)

    return allowed


def capture_rules(there: Board, strings: Strings) -> tuple[Callable, Callable]:
    """Return the rules that tell whether the string is caught, and whether the defender can capture."""
    stride, (trace, _, steps) = there.grid.stride, strings

    @rule
    def is_caught(desk):
        """Return whether what was taken just now stays so: one stone may be avenged at once.

        That is no capture where a string is taken for it, and where the attacker asks no ko either.
        """
        end = desk.trail_length - 4
        if desk.trail[end + 1] > 1 or (desk.ko != NO_KO and not desk.asks):
            return True
        return trace(desk.trail[end] + stride, 1, BESIDE, desk)[1] > 1

    @rule
    def can_capture(stones, desk):
        """Return whether the defender can capture a string next to some stones of the string."""
        begun = desk.mark
        for i in range(stones):
            for step in steps:
                near = desk.string[TARGET, i] + step
                is_new = desk.cells[near] == ATTACKER and desk.seen[BESIDE, near] <= begun
                if is_new and trace(near, 1, BESIDE, desk)[1] == 1:
                    return True
        return False

    return is_caught, can_capture


def glance_rule(there: Board, strings: Strings) -> Callable:
    """Return the rule `glance`."""
    trace, is_legal, _ = strings
    is_caught, can_capture = capture_rules(there, strings)
    reach = reach_rule(strings)

    @rule
    def glance(desk):
        """Return the numbers of a position, by the liberties that the string has, and could have."""
        if desk.cells[desk.target] != DEFENDER:
            return (0, MANY) if is_caught(desk) else (MANY, 0)
        safe = SAFE - (desk.height >= EARLY) - (desk.height >= LATE)
        stones, free = trace(desk.target, safe - 1, TARGET, desk)
        if free >= safe:
            return MANY, 0
        if desk.mover == ATTACKER and free == 1 and stones > 1 and is_legal(desk.liberties[TARGET, 0], desk):
            return 0, MANY
        most, second = reach(free, safe if desk.mover == DEFENDER else MANY, desk)
        if desk.mover == ATTACKER:
            most = min(max(second - 1, 0), SAFE)
        elif most >= safe:
            return MANY, 0
        elif free == 1 and most < 2 and stones > 1 and not can_capture(stones, desk):
            return 0, MANY
        return PROOF[desk.mover][most] + FAR[desk.mover][free], DISPROOF[desk.mover][most]

    return glance


def reach_rule(strings: Strings) -> Callable:
    """Return the rule that tells how many liberties the string gets by its best extension."""
    trace, _, steps = strings

    @rule
    def count_new(place, desk):
        """Return 1 for a liberty that was not counted yet."""
        if desk.listed[place] == desk.listing:
            return 0
        desk.listed[place] = desk.listing
        return 1

    @rule
    def reach(free, enough, desk):
        """Return the most and the second most; what an extension would capture is not counted."""
        most = second = 0
        for i in range(free):
            desk.listing += 1
            begun = desk.mark
            place = desk.liberties[TARGET, i]
            desk.listed[place] = desk.listing
            n = 0
            for k in range(free):
                n += count_new(desk.liberties[TARGET, k], desk)
            for step in steps:
                near = place + step
                if desk.cells[near] == EMPTY:
                    n += count_new(near, desk)
                elif desk.cells[near] == DEFENDER and desk.seen[BESIDE, near] <= begun:
                    others = trace(near, SAFE, BESIDE, desk)[1]
                    for k in range(others):
                        n += count_new(desk.liberties[BESIDE, k], desk)
            most, second = max(most, n), max(min(most, n), second)
            if most >= enough:
                break
        return most, second

    return reach


def adding_rules(there: Board, strings: Strings) -> Adding:
    """Return the rules that write moves behind n others."""
    stride = there.grid.stride
    trace, is_legal, steps = strings

    @rule
    def add(place, n, desk, out):
        """Write a move if it is legal, and was not met yet."""
        if desk.listed[place] == desk.listing:
            return n
        desk.listed[place] = desk.listing
        if not is_legal(place, desk):
            return n
        out[n] = place - stride
        return n + 1

    @rule
    def add_all(row, free, n, desk, out):
        """Write the liberties in a row."""
        for i in range(free):
            n = add(desk.liberties[row, i], n, desk, out)
        return n

    @rule
    def add_weak(places, length, colour, most, n, desk, out):
        """Write the liberties of strings of a colour next to some places that have few."""
        begun = desk.mark
        for i in range(length):
            for step in steps:
                near = places[i] + step
                if desk.cells[near] == colour and desk.seen[BEYOND, near] <= begun:
                    free = trace(near, most, BEYOND, desk)[1]
                    n = add_all(BEYOND, free if free <= most else 0, n, desk, out)
        return n

    return add, add_all, add_weak


def wider_rules(strings: Strings, adding: Adding) -> tuple[Callable, ...]:
    """Return the rules that write what is further off."""
    trace, _, steps = strings
    add, add_all, add_weak = adding

    @rule
    def add_rescues(places, length, most, n, desk, out):
        """Write liberties of the attacker's weak strings next to some places, and captures that save them."""
        begun = desk.mark
        for i in range(length):
            for step in steps:
                near = places[i] + step
                if desk.cells[near] == ATTACKER and desk.seen[BESIDE, near] <= begun:
                    stones, free = trace(near, most, BESIDE, desk)
                    if free <= most:
                        n = add_all(BESIDE, free, n, desk, out)
                        n = add_weak(desk.string[BESIDE], stones, DEFENDER, 1, n, desk, out)
        return n

    @rule
    def add_relief(free, n, desk, out):
        """Write the defender's captures beside his strings that touch the liberties of the string."""
        begun = desk.mark
        for i in range(free):
            for step in steps:
                near = desk.liberties[TARGET, i] + step
                if desk.cells[near] == DEFENDER and desk.seen[BESIDE, near] <= begun:
                    length = trace(near, SAFE, BESIDE, desk)[0]
                    n = add_weak(desk.string[BESIDE], length, ATTACKER, 1, n, desk, out)
        return n

    @rule
    def add_around(free, n, desk, out):
        """Write the points next to the liberties of the string."""
        for i in range(free):
            for step in steps:
                n = add(desk.liberties[TARGET, i] + step, n, desk, out)
        return n

    return add_rescues, add_relief, add_around


def eye_rule(strings: Strings) -> Callable:
    """Return the rule that tells whether the string has an eye."""
    is_legal = strings.is_legal

    @rule
    def has_eye(free, desk):
        """Return whether the attacker may not play on one of the liberties of the string."""
        desk.mover = ATTACKER
        found = False
        for i in range(free):
            found |= not is_legal(desk.liberties[TARGET, i], desk)
        desk.mover = DEFENDER
        return found

    return has_eye


def side_rules(there: Board, strings: Strings, adding: Adding) -> tuple[Callable, Callable]:
    """Return the rules that write the moves of either side beyond the liberties."""
    last, has_eye, add_weak = there.grid.size * there.grid.stride, eye_rule(strings), adding[2]
    add_rescues, add_relief, add_around = wider_rules(strings, adding)

    @rule
    def attacking(stones, free, n, desk, out):
        """Write what the attacker looks at beyond the liberties."""
        string, liberties = desk.string[TARGET], desk.liberties[TARGET]
        weak = WEAK - (desk.height >= EARLY)
        n = add_rescues(string, stones, min(free, weak), n, desk, out)
        n = add_rescues(liberties, free, WEAK - 1, n, desk, out)
        if free <= NEAR:
            n = add_around(free, n, desk, out)
        return add_weak(liberties, free, DEFENDER, weak, n, desk, out)

    @rule
    def avenging(n, desk, out):
        """Write what may help to avenge one stone: its friends must live, or a foe be short of liberties."""
        n = add_weak(desk.liberties[TARGET], 1, ATTACKER, WEAK - 1, n, desk, out)
        return add_weak(desk.liberties[TARGET], 1, DEFENDER, WEAK - 1, n, desk, out)

    @rule
    def defending(stones, free, n, desk, out):
        """Write what the defender looks at beyond the liberties; one stone may be avenged."""
        string, liberties = desk.string[TARGET], desk.liberties[TARGET]
        weak = WEAK - (desk.height >= EARLY)
        n = add_weak(string, stones, ATTACKER, min(free, weak - 1), n, desk, out)
        if free == 1:
            return avenging(n, desk, out) if stones == 1 else n
        n = add_around(free, add_relief(free, n, desk, out), desk, out)
        n = add_weak(liberties, free, ATTACKER, weak, n, desk, out)
        n = add_weak(liberties, free, DEFENDER, weak, n, desk, out)
        if has_eye(free, desk):
            out[n] = last
            n += 1
        return n

    return attacking, defending


def ideas_rule(there: Board, strings: Strings) -> Callable:
    """Return the rule `ideas`."""
    last, trace = there.grid.size * there.grid.stride, strings.trace
    adding = adding_rules(there, strings)
    add_all = adding[1]
    attacking, defending = side_rules(there, strings, adding)

    @rule
    def ideas(desk, out):
        """Write the moves of the side to move, those on the liberties first."""
        desk.listing += 1
        stones, free = trace(desk.target, SAFE, TARGET, desk)
        if free > SAFE:
            out[0] = last
            return int(desk.mover == DEFENDER)
        n = add_all(TARGET, free, 0, desk, out)
        if desk.mover == ATTACKER:
            return attacking(stones, free, n, desk, out)
        return defending(stones, free, n, desk, out)

    return ideas
