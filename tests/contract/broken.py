"""Sticks, a game that keeps the contract, and copies of it in which one thing is wrong.

Seven sticks lie there, each side takes one to three, whoever takes the last one wins.
"""

from typing import NamedTuple

import numpy as np
from in_parts import in_parts
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import MOST_PROMISING, WIN, rule


class State(NamedTuple):
    left: int
    side: int


@rule
def moves(s, out):
    n = min(3, s.left)
    for i in range(n):
        out[i] = i + 1
    return n


@rule
def play(s, move):
    return State(s.left - move, 1 - s.side)


@rule
def evaluate(s, weights):
    return int64(weights[0] * (s.left % 4) * (1 - 2 * s.side))


@rule
def features(s, out):
    out[0] = 1 - 2 * s.side


@rule
def other_side(s):
    return State(s.left, 1 - s.side)


def sticks(name, **changes):
    rules = {"start": lambda: State(7, 0), "moves": moves, "play": play, "width": 3}
    return in_parts(name=name, **(rules | changes))


SOUND = sticks(
    "sticks",
    evaluate=evaluate,
    weights=(10.0,),
    features=features,
    feature_names=("first side moves",),
    passed=other_side,
)


@rule
def goes_on_after_three(s, move):
    return State(s.left - move, s.side if move == 3 else 1 - s.side)


@rule
def never_turns(s, move):
    return State(s.left - move, s.side)


@rule
def first_side_always(s):
    return 0


@rule
def sticks_left(s):
    return s.left


@rule
def half_moves(s, out):
    return s.left / 2


@rule
def no_answer(s, out):
    out[0] = 1


@rule
def list_of_moves(s, out):
    return [1, 2]


@rule
def misspelt(s, out):
    return mim(3, s.left)  # noqa: F821


def plain_helper(s):
    return s.left


@rule
def calls_a_plain_function(s, out):
    return plain_helper(s)


@rule
def misspelt_field(s, out):
    return s.lft


@rule
def now_this_now_that(s, move):
    if s.left > 2:
        return s
    return 2


@rule
def adds_text(s, out):
    return s.left + "1"


@rule
def takes_too_little(s):
    return s


@rule
def plays_to_a_number(s, move):
    return s.left - move


@rule
def one_move_twice(s, out):
    n = moves(s, out)
    if n > 1:
        out[1] = 1
    return n


@rule
def counts_on_a_clean_sheet(s, out):
    n = min(3, s.left)
    for i in range(n):
        out[i] += i + 1
    return n


@rule
def below_zero(s, out):
    n = moves(s, out)
    for i in range(n):
        out[i] -= 2
    return n


@rule
def plays_a_dice(s, move):
    return State(s.left - move, np.random.randint(0, 1 << 30))


@rule
def puts_sticks_back(s, move):
    return State(7, 1 - s.side)


@rule
def over_too_soon(s):
    return s.left < 3


@rule
def all_taken(s):
    return s.left == 0


@rule
def number_for_over(s):
    return s.left


@rule
def twice_won(s):
    return 2


@rule
def for_both_sides(s, weights):
    return s.left


@rule
def reads_a_second_weight(s, weights):
    return int64(weights[1])


@rule
def like_a_win(s, weights):
    return WIN - 1


@rule
def adds_up(s, out):
    out[0] += s.left


@rule
def two_features(s, out):
    out[0] = 0
    out[1] = 1


@rule
def same_for_both(s, out):
    out[0] = s.left


@rule
def forces_four(s, out):
    out[0] = 4
    return 1


@rule
def class_of_move(s, move, n):
    return 4 if move == 3 else 1


@rule
def always_reversible(s, move):
    return 1


@rule
def rates_all_alike(s, moves, n, weights, out):
    for i in range(n):
        out[i] = 7


@rule
def wins_with_the_first(s, out):
    return min(1, moves(s, out))


@rule
def wins_nothing(s, out):
    return 0


@rule
def promises_too_much(s, move):
    return MOST_PROMISING - 2 + move


@rule
def promises_halves(s, move):
    return move / 2


@rule
def swaps_a_stick_away(s):
    return State(max(0, s.left - 1), 1 - s.side)


@rule
def depth_below(s, depth):
    return depth if s.left < 1 else depth_below(State(s.left - 1, s.side), depth + 1)


@rule
def counts_down_from_literal(s, weights):
    return depth_below(s, 0)


def refuses_everything(text):
    raise InputError(f"position {text!r}: nothing is accepted.")


NO_STATE = "start must return a NamedTuple of whole numbers"

BROKEN = {
    "kinds": [
        (sticks("halves", moves=half_moves), "moves must return a whole number, not 3.5 in position '7 0'."),
        (sticks("silent", moves=no_answer), "moves must return a whole number, not None in position '7 0'."),
        (sticks("list", moves=list_of_moves), "moves must return a whole number, not [1, 2]"),
        (sticks("misspelt", moves=misspelt), "name 'mim' is not defined."),
        (
            sticks("helped", moves=calls_a_plain_function),
            "plain_helper is a plain function: write @rule above it.",
        ),
        (sticks("misspelt field", moves=misspelt_field), "Unknown attribute 'lft' of type State(int64 x 2)."),
        (sticks("undecided", play=now_this_now_that), "returns now one kind, now another: "),
        (sticks("text added", moves=adds_text), "add(int64, Literal[str](1)) cannot be compiled."),
        (sticks("one argument", play=takes_too_little), "takes (s), gets (State(int64 x 2), int64)"),
        (sticks("number", play=plays_to_a_number), "play must return a State of whole numbers, not "),
        (sticks("narrow", width=2), "moves writes more than width=2 moves, or returns 3 in position '7 0'."),
        (sticks("listed", start=lambda: [7, 0]), NO_STATE),
        (sticks("text", start=lambda: State("7", 0)), NO_STATE),
        (sticks("number over", over=number_for_over), "over must return True or False, not 7"),
        (sticks("great", evaluate=like_a_win), f"evaluate returns {WIN - 1} in position '7 0'"),
        (sticks("literal", evaluate=counts_down_from_literal), "write int64(0) where it passes 0"),
    ],
    "moves": [
        (sticks("double", moves=one_move_twice), "moves writes the move 1 twice in position '"),
        (
            sticks("unclean", moves=counts_on_a_clean_sheet),
            "depends on what stood in out before in position '",
        ),
        (sticks("negative", moves=below_zero), "moves writes the move -1 in position '"),
    ],
    "play": [(sticks("dice", play=plays_a_dice), "play is not pure: move ")],
    "endings": [
        (sticks("early", over=over_too_soon), "over says True where there are "),
        (sticks("twice won", result=twice_won), "result must be 1, 0 or -1, not 2 in position '0 "),
    ],
    "turns": [
        (sticks("goes on", play=goes_on_after_three), "' the same side is to move again; the"),
        (sticks("never turns", play=never_turns), "in 20 random games side never changes."),
        (sticks("one mover", mover=first_side_always), "play does not turn the sides: after move"),
        (sticks("third mover", mover=sticks_left), "mover must return 0 or 1, not 7 and then "),
    ],
    "playouts end": [
        (sticks("endless", play=puts_sticks_back), "none of 20 random games ends within 1000 plies.")
    ],
    "move notation": [
        (sticks("mute", move_text=lambda s, move: "take"), "are both written 'take' in position '"),
        (sticks("wrong", read_move=lambda s, text: 1), "which reads as 1 in position '"),
    ],
    "position notation": [
        (
            sticks("padded", position_text=lambda s: f"{s.left} {s.side} "),
            "one line without blanks around it",
        ),
        (sticks("blind", position_text=lambda s: f"{s.left} 0"), "which reads as State(left="),
        (sticks("unread", read_position=refuses_everything), "nothing is accepted."),
    ],
    "nonsense refused": [
        (sticks("gullible", read_move=lambda s, text: int(text or 1)), "'' is read as the move 1"),
    ],
    "weights": [
        (sticks("greedy", evaluate=reads_a_second_weight, weights=(1.0,)), "reads more than its 1 weights")
    ],
    "features": [
        (sticks("adder", features=adds_up, feature_names=("left",)), "must set every entry of out"),
        (sticks("unset", feature_names=("left",)), "must set every entry of out"),
        (
            sticks("wide", features=two_features, feature_names=("left",)),
            "writes more than its 1 names",
        ),
    ],
    "forcing moves": [
        (sticks("four", forcing=forces_four), "forcing writes [4], but the legal moves are [1, 2")
    ],
    "move classes": [
        (
            sticks("classes", move_classes=class_of_move, class_names=("one", "two")),
            "has the classes 100 of 2 bits in position",
        ),
    ],
    "reversible moves": [
        (sticks("one", reversible=always_reversible), "reversible must return True or False, not 1 in"),
    ],
    "move ratings": [
        (sticks("rash", rate=rates_all_alike), "rate gives move 1 7, but playing it 0 in position '7 0'."),
    ],
    "winning moves": [
        (sticks("eager", wins=wins_with_the_first), "wins writes [1], but the winning moves are [] in"),
        (
            sticks("meek", over=all_taken, wins=wins_nothing),
            "wins writes [], but the winning moves are [2] in position '2 0'.",
        ),
    ],
    "move priors": [
        (sticks("lavish", prior=promises_too_much), "prior gives 1024, not 0 to 1023, to move 3 in"),
        (
            sticks("half", prior=promises_halves),
            "prior must return a whole number, not 0.5 in position '7 0'.",
        ),
    ],
    "colour symmetry": [
        (sticks("loses a stick", swapped=swaps_a_stick_away), "swapped twice is not the same position in "),
        (
            sticks("lopsided", swapped=other_side, evaluate=evaluate, weights=(9.0,)),
            "changes the evaluation from ",
        ),
    ],
    "pass symmetry": [
        (
            sticks("even", passed=other_side, evaluate=for_both_sides),
            "gives 7 to one side and 7 to the other",
        ),
        (
            sticks("level", passed=other_side, features=same_for_both, feature_names=("sticks",)),
            "feature sticks does not change its sign",
        ),
    ],
}
