"""The full search, held against plain minimax, and where it goes beyond it."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tactics import KINDS, read_tactics, tactic_in

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import WIN
from plyometric.kernel.referee import evaluate, is_over, legal_moves, play, random_game, result
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
from plyometric.search.minimax import minimax
from plyometric.search.table import SURE

CHECKERS = load("checkers")
CONNECT_FOUR = load("examples/connect_four.py")
FIVES = load("fives")
PLAIN = Full(table=0, order=False, null_window=False, quiescence=False, repetition=False)
SAME_VALUE = Full(table=0.1, quiescence=False, repetition=False)

games = st.sampled_from([CHECKERS, CONNECT_FOUR, FIVES])
places = st.tuples(games, st.integers(0, 200), st.integers(0, 60))


def position(place):
    game, index, plies = place
    states, _ = random_game(game, 5, index, plies)
    return game, states[-1]


def deepest(game):
    return 3 if game is FIVES else 6


@given(places, st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_with_every_enhancement_off_it_visits_the_nodes_of_minimax(place, depth):
    game, state = position(place)
    depth = min(depth, deepest(game))
    found = analyse(game, replace(PLAIN, depth=depth), state)
    by_minimax = [minimax(game, d, state) for d in range(1, found.depth + 1)]
    assert found.nodes == sum(plain.nodes for plain in by_minimax)
    assert (found.value, found.line) == (by_minimax[-1].value, by_minimax[-1].line)
    assert found.depth == depth or abs(found.value) > SURE


@given(places, st.integers(1, 6), st.sampled_from([0.0001, 0.01, 1]))
@settings(max_examples=80, deadline=None)
def test_enhancements_leave_the_value_as_it_is_however_small_the_table(place, depth, megabytes):
    game, state = position(place)
    found = analyse(game, replace(SAME_VALUE, depth=min(depth, deepest(game)), table=megabytes), state)
    assert found.value == minimax(game, found.depth, state).value


@given(places, st.integers(1, 7), st.booleans())
@settings(max_examples=80, deadline=None)
def test_the_line_leads_to_the_leaf_whose_worth_is_the_value(place, depth, looks_until_quiet):
    game, state = position(place)
    wanted = Full(min(depth, deepest(game)), quiescence=looks_until_quiet, repetition=False)
    found = analyse(game, wanted, state)
    for move in found.line:
        assert move in legal_moves(game, state)
        state = play(game, state, move)
    assert state == found.leaf
    plies = len(found.line)
    is_end = is_over(game, state) or (not legal_moves(game, state) and plies < found.depth)
    worth = result(game, state) * (WIN - plies) if is_end else evaluate(game, state)
    assert found.value == (-worth if plies % 2 else worth)


def test_captures_at_the_horizon_are_looked_into():
    state = CHECKERS.read_position("B:W17,22:B10")
    blind, seeing = (analyse(CHECKERS, Full(1, quiescence=sees), state) for sees in (False, True))
    assert CHECKERS.move_text(state, blind.move) == "10-14", "it walks into 17x10"
    assert CHECKERS.move_text(state, seeing.move) == "10-15"


def test_the_same_input_gives_the_same_search():
    first, second = (analyse(CHECKERS, Full(11)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("nodes", [1, 1_000, 20_000])
def test_a_limit_of_nodes_is_kept(nodes):
    found = analyse(CHECKERS, Full(nodes=nodes))
    assert found.depth >= 1
    assert found.nodes <= nodes + CHECKERS.width, "leaves are counted together with their parent"
    assert found.line[0] in legal_moves(CHECKERS, CHECKERS.start())
    assert found == analyse(CHECKERS, Full(nodes=nodes))


def test_a_limit_of_seconds_is_kept():
    began = time.monotonic()
    found = analyse(CHECKERS, Full(), seconds=0.1)
    assert 0.1 <= time.monotonic() - began < 3
    assert found.line[0] in legal_moves(CHECKERS, CHECKERS.start())


def test_a_finished_game_has_no_move():
    found = analyse(CHECKERS, Full(5), CHECKERS.read_position("B:W6:B"))
    assert (found.value, found.line, found.move) == (-WIN, (), None)


def test_a_full_ply_for_every_class_is_the_plain_depth():
    whole = analyse(CHECKERS, Full(8))
    assert whole == analyse(CHECKERS, Full(8, costs=(1.0, 1.0, 1.0)))


def test_cheap_captures_lengthen_the_search_and_dear_steps_shorten_it():
    state = random_game(CHECKERS, 1, 0, 12)[0][-1]
    fixed = replace(SAME_VALUE, depth=6)
    usual, longer, shorter = (
        analyse(CHECKERS, replace(fixed, costs=costs), state)
        for costs in [(1.0, 1.0, 1.0), (1.0, 0.5, 1.0), (2.0, 1.0, 1.0)]
    )
    assert shorter.nodes < usual.nodes < longer.nodes
    assert len(shorter.line) < len(usual.line) == 6 <= len(longer.line)


@pytest.mark.parametrize("depth", range(2, 7))
def test_steps_that_cost_two_plies_halve_the_depth(depth):
    dear = replace(SAME_VALUE, depth=2 * depth, costs=(2.0, 2.0, 2.0))
    assert analyse(CHECKERS, dear).value == minimax(CHECKERS, depth).value


def test_to_come_back_to_a_position_of_the_game_is_a_draw():
    """Black's king has two squares to go to; on both it has been before."""
    state = CHECKERS.read_position("B:W30:BK1")
    first, second = (play(CHECKERS, state, move) for move in legal_moves(CHECKERS, state))
    assert analyse(CHECKERS, Full(3), state).value == 30
    assert analyse(CHECKERS, Full(3), state, past=[first, state]).value == 30
    assert analyse(CHECKERS, Full(3), state, past=[first, state, second]).value == 0
    assert analyse(CHECKERS, Full(3, repetition=False), state, past=[first, state, second]).value == 30


@pytest.mark.parametrize(
    ("wanted", "seconds", "said"),
    [
        (Full(), 0, "a search needs a limit"),
        (Full(-1), 0, "depth must be from 1 to"),
        (Full(500), 0, "depth must be from 1 to"),
        (Full(nodes=-5), 0, "nodes must be from 1 to"),
        (Full(5, table=-1), 0, "table must be from 0 to"),
        (Full(5, table=float("nan")), 0, "table must be from 0 to"),
        (Full(5, costs=(1.0,) * 7), 0, "step, capture, crowning; give a cost each"),
        (Full(5, costs=(1.0, 0.0, 1.0)), 0, "from 0.1 to 10 plies"),
        (Full(5), -1, "seconds must be more than 0"),
    ],
)
def test_impossible_limits_get_one_sentence(wanted, seconds, said):
    with pytest.raises(InputError, match=said):
        analyse(CHECKERS, wanted, seconds=seconds)


SMALL_SEARCH = """
import json
from plyometric.games import load
from plyometric.search.analysis import analyse
from plyometric.search.full import Full
found = analyse(load("examples/connect_four.py"), Full(4, table=0.01))
print(json.dumps([found.value, found.line, found.nodes, found.leaf]))
"""


@pytest.mark.parametrize("surrounding", ["without machine code", "cold", "warm"])
def test_every_process_searches_alike(surrounding, tmp_path_factory):
    env = dict(os.environ)
    if surrounding == "without machine code":
        env["NUMBA_DISABLE_JIT"] = "1"
    if surrounding == "cold":
        env["PLYOMETRIC_CACHE"] = str(tmp_path_factory.mktemp("cold"))
    done = subprocess.run(
        [sys.executable, "-c", SMALL_SEARCH], capture_output=True, text=True, env=env, check=True, timeout=120
    )
    found = analyse(CONNECT_FOUR, Full(4, table=0.01))
    assert json.loads(done.stdout) == [found.value, [*found.line], found.nodes, [*found.leaf]]


def test_tactics_are_found_with_a_twentieth_of_the_nodes_of_plain_alpha_beta():
    tactics = read_tactics()
    assert len(tactics) >= 40
    plain = full = 0
    for game, state, move, depth in tactics:
        by_minimax, found = minimax(game, depth, state), analyse(game, Full(depth), state)
        assert by_minimax.move == found.move == move
        assert min(by_minimax.value, found.value) > SURE
        plain += by_minimax.nodes
        full += found.nodes
    assert full * 20 <= plain


def test_singular_extensions_see_wins_beyond_the_horizon():
    tactics = [tactic for tactic in read_tactics() if tactic.game.name == "checkers"]

    def wins_seen(singular):
        found = [analyse(t.game, Full(t.depth - 2, singular=singular), t.state) for t in tactics]
        return sum(f.value > SURE and f.move == t.move for f, t in zip(found, tactics, strict=True))

    assert wins_seen(0) == 0
    assert wins_seen(20) >= 3


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.game)
def test_tactics_are_what_their_maker_says(kind):
    made = [tactic for tactic in read_tactics() if tactic.game.name == kind.game]
    assert len(made) == kind.positions
    assert tactic_in(made[0].game, made[0].state, kind) == made[0]
