"""The evaluation chinook: features on boards a player can set up, and mobility by playing every step."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.arena.weights import read_weights
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.checkers.board import PLACES, State
from plyometric.games.checkers.chinook import FEATURES, HAND, HAND_TUNED
from plyometric.games.checkers.notation import read_position
from plyometric.games.shipped import shipped
from plyometric.kernel import kernel, referee

GAME = load("checkers").judged_by("chinook")


@kernel
def captures_after(game, state, origin, target, out):
    """Write how the other side can capture after a step, captures of our own being left aside."""
    after = State(state.own ^ origin ^ target, state.foe, state.kings, state.side)
    return game.forcing(game.passed(after), out)


@kernel
def judge(game, state, weights):
    return game.evaluate(state, weights)


@kernel
def other_to_move(game, state):
    return game.passed(state)


def differences(state):
    """Return the features of the state's phase by name, and the phase, counted from 1."""
    blocks = referee.features(GAME, state)[: 4 * FEATURES].reshape(4, FEATURES)
    (phase,) = np.flatnonzero(blocks[:, 0])
    return dict(zip(HAND_TUNED, blocks[phase].tolist(), strict=True)), int(phase) + 1


def feature(name, position):
    return differences(read_position(position))[0][name]


@st.composite
def boards(draw):
    """Positions of random play, after any number of plies."""
    states, _ = referee.random_game(GAME, draw(st.integers(0, 10_000)), 0, plies=draw(st.integers(0, 120)))
    return states[-1]


def steps_of(state):
    """Yield every step of the side to move, as origin and target, as if nothing had to be captured."""
    taken = state.own | state.foe
    for i, (row, column) in enumerate(PLACES):
        ways = (1, -1) if state.kings >> i & 1 else (1,)
        for j, (to_row, to_column) in enumerate(PLACES):
            is_near = to_row - row in ways and abs(to_column - column) == 1
            if state.own >> i & 1 and is_near and not taken >> j & 1:
                yield 1 << i, 1 << j


def counted(state):
    """Return free, some, no-move, exception and double-cap mobility by playing every step."""
    out, free, movers, counts = np.zeros(64, np.int64), set(), set(), [0, 0, 0]
    for origin, target in steps_of(state):
        n = captures_after(GAME, state, origin, target, out)
        movers.add(origin)
        if n == 0:
            free.add(origin)
            counts[0] += 1
        turned = int(f"{target:032b}"[::-1], 2)
        counts[1] += n > 0 and not any(move & turned for move in first_prey(state, origin, target))
        counts[2] += any((move & 0xFFFF_FFFF).bit_count() > 1 for move in out[:n].tolist())
    return counts[0], len(movers - free), state.own.bit_count() - len(movers), counts[1], counts[2]


def first_prey(state, origin, target):
    """Yield the pieces that a first jump of the other side takes after a step, as it sees the board."""
    after = other_to_move(GAME, State(state.own ^ origin ^ target, state.foe, state.kings, state.side))
    jumps = [(i, down, right) for i in range(32) for down in (1, -1) for right in (1, -1)]
    for i, down, right in jumps:
        (row, column), is_able = PLACES[i], down == 1 or after.kings >> i & 1
        over, land = ((row + n * down, column + n * right) for n in (1, 2))
        if after.own >> i & 1 and is_able and on(after.foe, over) and on(~(after.own | after.foe), land):
            yield 1 << PLACES.index(over)


def on(pieces, place):
    """Return whether a place is on the board, and one of a set."""
    return place in PLACES and pieces >> PLACES.index(place) & 1


@given(boards())
@settings(max_examples=150, deadline=None)
def test_mobility_is_what_playing_every_step_counts(state):
    found, _ = differences(state)
    ours, theirs = counted(state), counted(other_to_move(GAME, state))
    names = ("free", "some", "no-move", "exception", "double-cap")
    for name, mine, other in zip(names, ours, theirs, strict=True):
        assert found[f"{name} mobility"] == mine - other, name


@given(boards())
@settings(max_examples=50, deadline=None)
def test_the_evaluation_is_the_features_times_the_weights_and_turns_with_the_side(state):
    value = referee.features(GAME, state) @ np.array(HAND)
    assert judge(GAME, state, np.array(HAND)) == int(value)
    move = 2 * HAND[(differences(state)[1] - 1) * FEATURES]
    other = referee.features(GAME, other_to_move(GAME, state)) @ np.array(HAND)
    assert value + other == pytest.approx(move)


@pytest.mark.parametrize(
    ("name", "position", "wanted"),
    [
        ("value of move", "B:W32:B1", 1),
        ("recapture mobility", "B:W18:B6,10,14", 0),  # nobody's step can be taken
        ("recapture mobility", "B:W19:B1,6,10", 1),  # 10-15 is taken by a jump to 10, which 6 takes
        ("recapture mobility", "B:W19:B10", 0),  # the same with nobody behind
        ("double-cap mobility", "B:W19:B6,10", 1),  # 10-15 lets 19 take it and then 6
        ("balance", "B:W32:B1,5,9", -2),  # three on the left against one on the right
        ("advancement", "B:W32:B9,13", 5),  # two rows and three
        ("centrality", "B:W32:B10,15", 2),
        ("angle", "B:W29:B1,2,6", 2),  # 6 has 1 and 2 behind it; they and 29 have the edge
        ("back row", "B:W32:B1,2,3", 4),
        ("back row", "B:W32:B1,3", 3),
        ("back row", "B:W32:B2,3", 2),
        ("back row", "B:W32:B2", 1),
        ("shadow", "B:W18:B6,7,10", 1),  # 10 is backed and faces 18 on its file
        ("shadow", "B:W18:B10", 0),
        ("trapped king", "B:WK4:B3,11", 1),  # 4-8 is taken by 3 or by 11
        ("trapped king", "B:WK4:B3", 1),
        ("trapped king", "B:WK18:B3,11", 0),
        ("loose checker", "B:W18:B6,7", 0),
        ("loose checker", "B:W18:B10", 0),
        ("loose checker", "B:W18,22,23:B10", -1),  # 18 is covered; 18-14 and 18-15 would attack 10
        ("king center", "B:W32:BK18,K1", 1),
        ("d2e7", "B:W32:B7", 1),
        ("d2e7", "B:W26:B3", -1),
        ("free king", "B:W5:B25", 0),  # both run free
        ("free king", "B:W32:B5", 0),  # each meets the other
        ("free king", "B:W5,6:B25", -1),
        ("dog-hole", "B:W5:B1", 1),
        ("dog-hole", "B:W12:B3", 1),
        ("dog-hole", "B:W30:B21", -1),
        ("loose men", "B:W18:BK1", 1),
        ("loose men", "B:W18,22:BK1", 0),
        ("loose men", "B:W18:B1", 0),
        ("frozen", "B:W5:B1", 1),
        ("frozen", "B:W6:B1,2", 1),
        ("frozen", "B:W6:B1", 0),
    ],
)
def test_a_feature_on_a_board(name, position, wanted):
    assert feature(name, position) == wanted


@pytest.mark.parametrize(
    ("position", "phase"),
    [("B:W21-32:B1-12", 1), ("B:W21-30:B1-9", 2), ("B:W21-26:B1-7", 3), ("B:W21-24:B1-5", 4)],
)
def test_the_phase_is_told_by_the_pieces(position, phase):
    assert differences(read_position(position))[1] == phase


def test_the_papers_weights_come_with_the_game():
    assert read_weights(GAME, "chinook-hand") == HAND == GAME.weights
    learned = read_weights(GAME, "chinook-learned")
    assert learned[:3] == (-2.3, 3.4, 0.89)
    assert learned[-3:] == (-0.12, 100.0, 130.0)


def test_weights_that_do_not_fit_are_refused(tmp_path):
    with pytest.raises(InputError, match="for evaluation 'chinook', not for 'material'"):
        read_weights(load("checkers").judged_by("material"), "chinook-hand")
    facts = json.loads(shipped(GAME, "weights")["chinook-hand"].read_text())
    for weights in ([1.0], [float("nan")] * len(HAND)):
        (tmp_path / "mine.json").write_text(json.dumps({**facts, "weights": weights}))
        with pytest.raises(InputError, match="86 weights"):
            read_weights(GAME, str(tmp_path / "mine.json"))
