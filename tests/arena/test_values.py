"""No weight, however large, and no file, however wrong, makes a player move against the rules."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
import pytest
from fuzz import bounds, values
from in_parts import in_parts

from plyometric.arena.games import choose, play_game
from plyometric.arena.players import Player, read_player
from plyometric.arena.sitting import Sitting
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import WIN, rule
from plyometric.kernel.desk import weights_of
from plyometric.kernel.parts import HEAVIEST, SURE
from plyometric.kernel.referee import legal_moves
from plyometric.learn.comparison import Comparison
from plyometric.learn.leaves import cut
from plyometric.learn.tdleaf import TDLeaf
from plyometric.learn.teaching import GROWN, tamed
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.kinds import Kind, Method
from plyometric.search.minimax import Plain, root_values
from plyometric.search.selective import Selective
from plyometric.search.table import EXACT, bound_in, depth_in, index_in, packed, value_in

FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
CHECKERS = load("checkers")


class Count(NamedTuple):
    """How many sticks are left, and whether it is the second player's turn."""

    left: int
    turn: int


@rule
def moves(s, out):
    """Take one, two or three."""
    out[0], out[1], out[2] = 1, 2, 3
    return min(3, s.left)


@rule
def play(s, move):
    return Count(s.left - move, 1 - s.turn)


@rule
def boundless(s, weights):
    """A worth beyond that of any won game, which 64 bits hold just so."""
    return -(2**63) + s.left if s.left % 2 else 2**62 + s.left


@rule
def boundless_ratings(s, moves, n, weights, out):
    for i in range(n):
        out[i] = -(2**62) - i if i % 2 else 2**62 + i


def sticks(**parts):
    return in_parts(name="boundless", start=lambda: Count(20, 0), moves=moves, play=play, **parts)


BOUNDLESS = sticks(evaluate=boundless)


# Values


@pytest.mark.parametrize("kind", [Plain(depth=3), Full(depth=3, table=0.01), Selective(depth=3, breadth=2)])
def test_an_evaluation_beyond_a_won_game_is_no_win_and_leaves_a_line(kind):
    found = analyse(BOUNDLESS, kind)
    assert len(found.line) == 3
    assert abs(found.value) == SURE


def test_every_root_move_of_a_boundless_evaluation_has_a_value_below_a_win():
    assert {abs(value) for value in root_values(BOUNDLESS, 2).values()} == {SURE}


def test_boundless_ratings_are_packed_without_harm():
    rated = sticks(evaluate=boundless, rate=boundless_ratings)
    found = analyse(rated, Selective(depth=4, breadth=3))
    assert found.move in legal_moves(rated, rated.start())
    assert abs(found.value) <= WIN


def test_a_depth_beyond_what_the_table_can_tell_spoils_no_other_part():
    content = packed(-5, 20_000, 7, 3, EXACT)
    assert (value_in(content), index_in(content), bound_in(content)) == (-5, 7, EXACT)
    assert depth_in(content) == 2**14 - 1


def test_a_game_without_a_class_of_moves_is_refused():
    with pytest.raises(InputError, match="class_names must name one class of moves at least"):
        sticks(class_names=())


# Weights


HOSTILE = [
    [1e12, 1e12, 0],
    [HEAVIEST + 1, 0, 0],
    [float("nan"), 0, 0],
    ["1", "2", "3"],
    "123",
    [True, 0, 0],
    [None, 0, 0],
    [[1], [2], [3]],
    [1, 2],
    [10**310, 0, 0],
    [10**5000, 0, 0],
    5,
    {"men": 1},
    np.zeros((3, 1)),
    np.float64(3),
]


@pytest.mark.parametrize("weights", HOSTILE, ids=range(len(HOSTILE)))
def test_weights_that_are_no_moderate_numbers_are_refused(weights):
    said = "^checkers takes 3 weights, numbers from -1000000 to 1000000, not .{1,60}\\.$"
    with pytest.raises(InputError, match=said):
        weights_of(CHECKERS, weights)
    with pytest.raises(InputError, match=said):
        choose(CHECKERS, [CHECKERS.start()], Plain(depth=1).seat(CHECKERS), weights)


def test_weights_that_a_player_was_given_behind_its_back_are_refused():
    player = replace(read_player("checkers:evaluation=material,depth=2"), weights=(1e12, 1e12, 0.0))
    with pytest.raises(InputError, match="checkers takes 3 weights"):
        play_game(player, player, CHECKERS.start())


@pytest.mark.parametrize("name", ["checkers", "fives", FOUR])
def test_the_heaviest_weights_play_by_the_rules(name):
    own = read_player(f"{name}:depth=2,table=0.01")
    for signs in range(1 << min(3, len(own.weights))):
        heavy = tuple(HEAVIEST * (1 - 2 * (signs >> i & 1)) for i in range(len(own.weights)))
        sitting = Sitting(own.game)
        for move in play_game(replace(own, weights=heavy), own, own.game.start()).moves:
            sitting.play(move)
        assert sitting.result is not None


@pytest.mark.parametrize(
    "line, said",
    [
        ("weights = [true, 1, 2]", "takes 3 weights, numbers from"),
        ("weights = [[1], [2]]", "a number of 64 bits or a list of them is expected"),
        (f"weights = [0x{'f' * 5000}, 1, 2]", "not .*something too long"),
        (f"depth = 0x{'f' * 5000}", "depth.: text, on or off, a number of 64 bits"),
        ("costs = [1, true, 1]", "costs must be 1.0/0.5/..."),
        ("evaluation = {a = 1}", "evaluation.: text, on or off"),
        ("depth = 1979-05-27", "depth.: text, on or off"),
    ],
)
def test_a_value_that_no_player_takes_gets_one_sentence(tmp_path, line, said):
    path = tmp_path / "player.toml"
    path.write_text(f'game = "checkers"\n{"" if line.startswith("depth") else "depth = 2"}\n{line}\n')
    with pytest.raises(InputError, match=said):
        read_player(str(path))


# Learners


def test_a_rule_that_grows_without_end_is_tamed_in_proportion():
    assert tamed((500.0, -GROWN)) == (500.0, -GROWN)
    assert tamed((GROWN, 3 * GROWN)) == (GROWN / 4, 3 * GROWN / 4)
    assert max(tamed((1e22, 1.0))) <= GROWN


def test_steps_of_learners_end_at_the_heaviest_weight():
    four = load(FOUR)
    student = Player(four, Selective(depth=1, breadth=2), (HEAVIEST, 1.0), "")
    far = TDLeaf(student, [four.start()], 10, 1, rate=100.0)
    state = far.begin() | {"weights": [HEAVIEST, -HEAVIEST]}
    assert all(abs(weight) <= HEAVIEST for weight in far.weights(state))
    near = Comparison(student, student, [four.start()], 4)
    assert max(near.weights(near.begin() | {"weights": [5e9, 1.0]})) <= HEAVIEST
    assert cut(np.array([1e22, -1e22, 3.0])).tolist() == [HEAVIEST, -HEAVIEST, 3.0]


# Moves


@rule
def play_beside_the_board(game, state, desk, memory):
    """Keep a move that nobody can make."""
    desk.kept[0], desk.kept[1], desk.depth = 77, -1, 1
    return 0


@rule
def find_nothing(game, state, desk, memory):
    """Keep no line."""
    desk.kept[0], desk.depth = -1, 1
    return 0


@dataclass(frozen=True)
class Wrong(Kind):
    """A search that keeps what it should not."""

    name: ClassVar[str] = "wrong"
    method: ClassVar[Method] = Method(name="wrong", decide=play_beside_the_board)

    def checked(self, game):
        return self


@dataclass(frozen=True)
class Empty(Wrong):
    """A search that keeps nothing."""

    method: ClassVar[Method] = Method(name="empty", decide=find_nothing)


@pytest.mark.parametrize("kind", [Wrong(1), Empty(1)])
def test_a_choice_that_is_not_legal_is_refused_wherever_it_is_made(kind):
    start = BOUNDLESS.start()
    with pytest.raises(InputError, match="has chosen a move that is not legal"):
        choose(BOUNDLESS, [start], kind.seat(BOUNDLESS), ())
    with pytest.raises(InputError, match=r"not legal|found no move where there are some"):
        analyse(BOUNDLESS, kind)
    player = Player(BOUNDLESS, kind, (), "")
    with pytest.raises(InputError, match="has made a move that is not legal, at ply 1"):
        play_game(player, player, start)


# Attacks, the short version


def test_nothing_that_is_given_as_a_value_ends_in_a_traceback_or_an_illegal_move(tmp_path):
    assert [one for one in values.attack(200, tmp_path, names=(FOUR,)) if one.fault] == []


@pytest.mark.parametrize("part, name", [("think", "connect_four")])
def test_kernels_stay_within_their_arrays(tmp_path, part, name):
    done = bounds.checked(part, name, tmp_path)
    assert done.returncode == 0, done.stderr
