"""The rules of the capture game: stones, captures, ko, and when the string is caught or safe."""

from collections.abc import Callable
from typing import NamedTuple

from plyometric.games.go_capture.board import Board
from plyometric.kernel import Evaluation, rule
from plyometric.kernel.sets import both, count, either, holds_any, without

WORDS = 7
"""Words that the stones of one side take on the largest board."""

ATTACKER, DEFENDER = 0, 1
NO_KO = -1

SAFE = 6
"""A string with so many liberties counts as safe."""


class State(NamedTuple):
    """A position: the stones of either side, and what the game is about."""

    attack_a: int
    attack_b: int
    attack_c: int
    attack_d: int
    attack_e: int
    attack_f: int
    attack_g: int
    defence_a: int
    defence_b: int
    defence_c: int
    defence_d: int
    defence_e: int
    defence_f: int
    defence_g: int
    ko: int  # the point that may not be retaken at once
    target: int  # a stone of the string that is attacked
    turn: int  # 0 when the attacker is to move, 1 when the defender is
    colour: int  # 0 when the attacker plays black, 1 when white


class Stones(NamedTuple):
    """The rules by which a state is read and made."""

    attackers: Callable
    defenders: Callable
    empty: Callable
    position: Callable
    target: Callable


def stone_rules(there: Board) -> Stones:
    """Return the rules by which a state is read and made."""
    words, cells = there.grid.words, there.grid.cells
    end, unused = WORDS + words, (0,) * (WORDS - words)
    single, string = there.single, there.string

    @rule
    def attackers(s):
        """Return the attacker's stones."""
        return s[:words]

    @rule
    def defenders(s):
        """Return the defender's stones."""
        return s[WORDS:end]

    @rule
    def empty(s):
        """Return the points without a stone."""
        return without(cells, either(attackers(s), defenders(s)))

    @rule
    def position(attack, defence, ko, target, turn, colour):
        """Return a state from the stones of both sides and what else there is."""
        words = (*attack, *unused, *defence, *unused, ko, target, turn, colour)
        return State(*words)

    @rule
    def target(s):
        """Return the string that is attacked and its liberties; two empty sets once it is caught."""
        return string(both(single(s.target), defenders(s)), defenders(s), empty(s))

    return Stones(attackers, defenders, empty, position, target)


def legal_rule(there: Board, stones: Stones) -> Callable:
    """Return the rule that tells whether the side to move may play on a point."""
    single, neighbours, enclosed = there.single, there.neighbours, there.enclosed
    attackers, defenders, empty = stones.attackers, stones.defenders, stones.empty
    captured = captured_rule(there)

    @rule
    def is_legal(s, point):
        """Return whether a point is empty, is no ko, and is no suicide."""
        stone, free = single(point), empty(s)
        if point == s.ko or not holds_any(both(stone, free)):
            return False
        near = neighbours(stone)
        if holds_any(both(near, free)):
            return True
        own, foe = (attackers(s), defenders(s)) if s.turn == ATTACKER else (defenders(s), attackers(s))
        left = without(free, stone)
        if not holds_any(enclosed(stone, either(own, stone), left)):
            return True
        return holds_any(captured(both(near, foe), foe, left))

    return is_legal


def captured_rule(there: Board) -> Callable:
    """Return the rule that tells which strings have lost their last liberty."""
    single, first, enclosed = there.single, there.first, there.enclosed
    nothing = (0,) * there.grid.words

    @rule
    def captured(some, stones, empty):
        """Return the strings at some points that have no liberty."""
        found = nothing
        while holds_any(some):
            seed = single(first(some))
            caught = enclosed(seed, stones, empty)
            found = either(found, caught)
            some = without(some, either(seed, caught))
        return found

    return captured


def play_rules(there: Board, stones: Stones) -> tuple[Callable, Callable]:
    """Return the rules `play` and `passed`."""
    last = there.grid.size * there.grid.stride
    single, first, neighbours = there.single, there.first, there.neighbours
    attackers, defenders, empty, position = stones[:4]
    captured = captured_rule(there)

    @rule
    def passed(s):
        """Return the same board with the other side to move; any ko may be retaken."""
        return position(attackers(s), defenders(s), NO_KO, s.target, 1 - s.turn, s.colour)

    @rule
    def play(s, move):
        """Return the position after a stone was put and what it captures was taken off."""
        if move == last:
            return passed(s)
        own, foe = (attackers(s), defenders(s)) if s.turn == ATTACKER else (defenders(s), attackers(s))
        stone = single(move)
        near, free = neighbours(stone), without(empty(s), stone)
        caught = captured(both(near, foe), foe, free)
        ko = NO_KO
        if holds_any(caught):
            is_alone = not holds_any(both(near, either(own, free)))
            ko = first(caught) if is_alone and count(caught) == 1 else NO_KO
        own, foe = either(own, stone), without(foe, caught)
        if s.turn == ATTACKER:
            return position(own, foe, ko, s.target, DEFENDER, s.colour)
        return position(foe, own, ko, s.target, ATTACKER, s.colour)

    return play, passed


def end_rules(there: Board, stones: Stones) -> tuple[Callable, Callable, Callable]:
    """Return the rules `is_caught`, `over` and `result`."""
    single, target, defenders = there.single, stones.target, stones.defenders

    @rule
    def is_caught(s):
        """Return whether the string was captured."""
        return not holds_any(both(single(s.target), defenders(s)))

    @rule
    def over(s):
        """The string is caught, or has liberties enough to be safe."""
        return is_caught(s) or count(target(s)[1]) >= SAFE

    @rule
    def result(s):
        """The attacker has won if the string is caught; if it is safe, or he cannot move, he has lost."""
        return -1 if s.turn == ATTACKER or is_caught(s) else 1

    return is_caught, over, result


def moves_rule(there: Board, stones: Stones, is_legal: Callable, over: Callable) -> Callable:
    """Return the rule `moves`."""
    last = there.grid.size * there.grid.stride
    single, first, empty = there.single, there.first, stones.empty

    @rule
    def moves(s, out):
        """Write the points that may be played; the defender may also pass."""
        if over(s):
            return 0
        n, points = 0, empty(s)
        while holds_any(points):
            point = first(points)
            points = without(points, single(point))
            if is_legal(s, point):
                out[n] = point
                n += 1
        if s.turn == DEFENDER:
            out[n] = last
            n += 1
        return n

    return moves


@rule
def may_recur(s, move):
    """Stones are captured again, so that any position may come back."""
    return True


def identity_rule(stones: Stones) -> Callable:
    """Return the rule `identity`."""
    attackers, defenders = stones.attackers, stones.defenders

    @rule
    def identity(s):
        """Leave out the words that the board does not need, and who plays which colour."""
        return (*attackers(s), *defenders(s), s.ko, s.target, s.turn)

    return identity


def judgement(stones: Stones) -> Evaluation:
    """Return what a position is worth: to the defender, the liberties of the string."""
    target = stones.target

    @rule
    def features(s, out):
        """Write the liberties, to the attacker's disadvantage."""
        liberties = count(target(s)[1])
        out[0] = -liberties if s.turn == ATTACKER else liberties

    @rule
    def evaluate(s, weights):
        """Weigh the liberties."""
        liberties = count(target(s)[1])
        return int(weights[0] * (-liberties if s.turn == ATTACKER else liberties))

    return Evaluation(evaluate=evaluate, features=features, weights=(100.0,), feature_names=("liberties",))
