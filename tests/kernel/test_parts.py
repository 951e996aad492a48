"""A game in parts: each rule is declared once, and a position is not its state."""

from typing import NamedTuple

import pytest
from in_parts import in_parts

from plyometric.arena.games import Limits, play_game, play_seats
from plyometric.arena.players import read_player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import RULES, Draws, Evaluation, rule
from plyometric.kernel.referee import ASKING, evaluate
from plyometric.search.analysis import analyse, note
from plyometric.search.full import Full
from plyometric.search.selective import Selective


class Place(NamedTuple):
    at: int
    clock: int
    side: int


@rule
def steps(s, out):
    """Left or right on a ring of eight places."""
    out[0], out[1] = 1, 7
    return 2


@rule
def step(s, move):
    return Place((s.at + move) % 8, s.clock + 1, 1 - s.side)


def ring(name, **changes):
    rules = {"start": lambda: Place(0, 0, 0), "moves": steps, "play": step, "width": 2}
    given = {"reversible": rule(lambda s, move: True), "draws": Draws(3, 40, 400)}
    return in_parts(name=name, **(rules | given | changes))


def plies_of(game):
    kind = Full(depth=1, table=0)
    seats = kind.seat(game), kind.seat(game)
    return len(play_seats(game, game.start(), *seats, Limits(game.draws)).moves)


def test_a_clock_in_the_state_is_no_part_of_the_position():
    without = ring("ring")
    told = ring("ring by identity", identity=rule(lambda s: (s.at, s.side)))
    assert plies_of(without) == 40, "with its clock no position stands twice"
    assert plies_of(told) < 40
    assert ASKING["identity"](told, Place(3, 17, 1)) == (3, 1)


def test_the_table_takes_states_of_one_identity_for_one_position():
    settings = {"evaluate": rule(lambda s, weights: s.at), "reversible": rule(lambda s, move: False)}
    without = ring("ring of worth", **settings)
    told = ring("ring of worth by identity", identity=rule(lambda s: (s.at, s.side)), **settings)
    kind = Full(depth=12, table=1, repetition=False)
    one, other = analyse(without, kind), analyse(told, kind)
    assert one.value == other.value
    assert other.nodes < one.nodes


class Sum(NamedTuple):
    total: int
    left: int


def hot(name, may_decline):
    """A game of three moves in which every move gives 5 away and is forcing."""
    return in_parts(
        name=name,
        start=lambda: Sum(0, 3),
        moves=rule(lambda s, out: write_one(s, out)),
        play=rule(lambda s, move: Sum(5 - s.total, s.left - 1)),
        result=rule(lambda s: 0),
        evaluate=rule(lambda s, weights: s.total),
        forcing=rule(lambda s, out: write_one(s, out)),
        may_decline=may_decline,
        width=1,
    )


@rule
def write_one(s, out):
    out[0] = 0
    return 1 if s.left > 0 else 0


def test_whether_a_forcing_move_may_be_declined_depends_on_the_state():
    free = hot("free", rule(lambda s: True))
    bound = hot("bound", rule(lambda s: False))
    bound_at_first = hot("bound at first", rule(lambda s: s.left != 2))
    values = [analyse(game, Full(depth=1, table=0)).value for game in (free, bound, bound_at_first)]
    assert values == [-5, -5, 0]


def test_every_rule_is_declared_once_and_can_be_asked():
    assert set(ASKING) == set(RULES)
    assert RULES["moves"].takes == "state, out"
    assert all(declared.tells for declared in RULES.values())


def test_a_player_picks_the_evaluation_and_meets_one_that_picks_another():
    solid = read_player("fives:depth=2,breadth=3")
    split = read_player("fives:depth=2,breadth=3,evaluation=split")
    assert (solid.game.evaluation_name, split.game.evaluation_name) == ("solid", "split")
    start = load("fives").start()
    assert play_game(solid, split, start).moves != play_game(solid, solid, start).moves
    state = load("fives").read_position("10/10/10/10/2xx1x4/10/10/10/10/10 x")
    assert evaluate(split.game, state) > evaluate(solid.game, state) == 0


def test_a_game_may_offer_evaluations_that_are_not_linear():
    square = Evaluation(evaluate=rule(lambda s, weights: s.at * s.at))
    plain = Evaluation(evaluate=rule(lambda s, weights: s.at))
    game = ring("ring of two", evaluations={"plain": plain, "square": square})
    place = Place(5, 0, 0)
    assert [evaluate(game.judged_by(name), place) for name in ("", "plain", "square")] == [5, 5, 25]
    assert game.offered_evaluations == ("plain", "square")
    with pytest.raises(InputError, match="ring of one: give `evaluation` or `evaluations`, not both"):
        ring("ring of one", evaluation=plain, evaluations={"square": square})


def test_threats_are_only_for_games_whose_moves_are_placements():
    with pytest.raises(InputError, match="the threats of checkers cannot be told"):
        Selective(depth=2, breadth=3, threats=2).checked(load("checkers"))
    assert Selective(depth=2, breadth=3, threats=2).checked(load("fives")).threats == 2


def test_two_positions_that_differ_in_the_last_bit_have_two_keys():
    othello = load("examples/othello.py")
    rows = ["........"] * 3 + ["...ox...", "...xo..."] + ["........"] * 2
    texts = [f"{'/'.join([*rows, '.......' + corner])} x" for corner in "xo."]
    assert len({key(othello, othello.read_position(text)) for text in texts}) == 3


def key(game, state):
    desk = Full(depth=1, table=0).seat(game).desk
    note(game, state, desk)
    return int(desk.past[0])
