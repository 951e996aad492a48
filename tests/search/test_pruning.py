"""What a bold search leaves out, and what it must never miss."""

from dataclasses import replace

import pytest

from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import WIN
from plyometric.kernel.desk import new_desk
from plyometric.kernel.referee import ASKING, legal_moves, random_game, read_move
from plyometric.search import pruning
from plyometric.search.analysis import analyse
from plyometric.search.full import Full

CHESS = load("chess")
CHECKERS = load("checkers")
MILD = Full(table=0.5, exchange=True, evasions=True)
BOLD = Full(table=0.5, **CHESS.settings)

MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#", 1),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7#", 1),
    ("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", "Qg8+", 3),
]

POINTLESS_CHECKS = [
    "3r2r1/1p1k1pb1/2p1b3/p1N2N1p/8/P1P3BP/1P4P1/4R1K1 b - - 3 31",
    "8/7p/8/1p2k3/3pp3/7R/8/1r2K3 w - - 2 47",
]
"""Whatever is played, a check follows whose giver can be taken, at a loss."""

EXCHANGES = [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100, False),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100, True),
    ("4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1", "Nxe5", 300, False),
    ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", 100, True),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100, False),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", 800, False),
    ("3qk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "Qxd5", 100, False),
    ("3qk3/3r4/8/3p4/8/8/3Q4/4K3 w - - 0 1", "Qxd5", 100, True),
]


def position(fen):
    return CHESS.read_position(fen)


@pytest.mark.parametrize(("fen", "move", "plies"), MATES)
@pytest.mark.parametrize("kind", [MILD, BOLD])
def test_a_mate_is_found_however_boldly_it_is_looked_for(fen, move, plies, kind):
    state = position(fen)
    found = analyse(CHESS, replace(kind, depth=plies), state)
    assert found.value == WIN - plies
    assert found.move == read_move(CHESS, state, move)


def test_without_evasions_a_mate_at_the_horizon_is_not_seen():
    found = analyse(CHESS, replace(MILD, evasions=False, depth=1), position(MATES[0][0]))
    assert found.value < WIN - 100


@pytest.mark.parametrize("fen", POINTLESS_CHECKS)
def test_a_check_that_only_losing_captures_answer_is_no_mate(fen):
    """Without evasions all moves looked lost, so that none was played."""
    state = position(fen)
    found = analyse(CHESS, replace(MILD, evasions=False, depth=2), state)
    assert found.move in legal_moves(CHESS, state)
    assert abs(found.value) < WIN - 100


@pytest.mark.parametrize(("fen", "move", "gain", "loses"), EXCHANGES)
def test_captures_are_played_out_on_their_square(fen, move, gain, loses):
    state = position(fen)
    move = read_move(CHESS, state, move)
    assert ASKING["gain"](CHESS, state, move) == gain
    assert bool(ASKING["loses"](CHESS, state, move)) is loses


def test_nobody_passes_in_check_or_with_pawns_alone():
    in_check, pawns, pieces = map(
        position,
        [
            "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
            "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1",
        ],
    )
    assert [bool(ASKING["may_pass"](CHESS, one)) for one in (in_check, pawns, pieces)] == [False, False, True]


def test_zugzwang_among_pawns_is_seen_although_passing_is_tried():
    for turn in "wb":
        whoever_moves_loses = position(f"8/8/8/3Kp3/4Pk2/8/8/8 {turn} - - 0 1")
        assert analyse(CHESS, replace(BOLD, depth=9), whoever_moves_loses).value < -50


@pytest.mark.parametrize("index", range(12))
def test_a_window_around_the_last_value_leaves_the_value_as_it_is(index):
    state = random_game(CHESS, 3, index, 30)[0][-1]
    wide, narrow = (analyse(CHESS, replace(MILD, depth=6, aspiration=width), state) for width in (0, 1))
    assert wide.value == narrow.value


@pytest.mark.parametrize("fen", ["3qkq2/8/8/8/8/3q4/8/K6r w - - 0 1"])
def test_whoever_is_lost_and_in_check_still_finds_a_move(fen):
    state = position(fen)
    assert analyse(CHESS, replace(BOLD, depth=4), state).move in legal_moves(CHESS, state)


def test_bold_settings_save_nodes():
    state = position("r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6")
    mild = analyse(CHESS, replace(MILD, depth=6), state)
    for setting in ("null_move", "reductions", "futility"):
        one = replace(MILD, depth=6, **{setting: CHESS.settings[setting]})
        assert analyse(CHESS, one, state).nodes < mild.nodes


def test_what_classes_save_adds_up():
    state = position("7k/5p1p/8/8/8/8/Q7/4K3 w - - 0 1")
    at_full_cost = analyse(CHESS, replace(MILD, depth=4), state)
    cheap_checks = analyse(CHESS, replace(MILD, depth=4, costs=(0.5, 1.0, 1.0, 1.0)), state)
    both_cheap = analyse(CHESS, replace(MILD, depth=4, costs=(0.5, 0.5, 1.0, 1.0)), state)
    assert at_full_cost.nodes < cheap_checks.nodes < both_cheap.nodes


def test_fifty_quiet_moves_are_a_draw_unless_they_mate():
    drawn = position("7k/8/8/8/8/8/1R6/R3K3 w - - 99 80")
    mating = position("7k/1R6/8/8/8/8/8/R3K3 w - - 99 80")
    assert analyse(CHESS, replace(BOLD, depth=3), drawn).value == 0
    assert analyse(CHESS, replace(BOLD, depth=3), mating).value == WIN - 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"null_move": 11.0}, "null_move must be from 0 to 10 plies, not 11.0"),
        ({"reductions": -1.0}, "reductions must be from 0 to 10 plies, not -1.0"),
        ({"futility": -1}, "futility must be from 0 to 999999 in the unit of the evaluation"),
        ({"aspiration": 10**9}, "aspiration must be from 0 to 999999 in the unit of the evaluation"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        Full(depth=3, **settings).checked(CHECKERS)


def test_whoever_improves_is_looked_at_more_closely():
    desk = new_desk(CHESS, None, BOLD.desk_fields(CHESS))
    desk.uses_trend, desk.static[:4] = 1, (10, 30, 20, 20)
    assert [pruning.improves(ply, desk) for ply in range(4)] == [True, True, True, False]
    desk.static[0], desk.static[2] = 10, pruning.UNKNOWN
    assert not pruning.improves(2, desk), "in check nobody is taken to improve"
    desk.uses_trend = 0
    assert pruning.improves(3, desk), "where the trend does not count, all are alike"


@pytest.mark.parametrize(("waited", "worth"), [(0, 260), (19, 260), (39, 195), (79, 65), (99, 0)])
def test_a_lead_fades_while_only_moves_are_made_that_can_be_taken_back(waited, worth):
    state = CHECKERS.read_position("W:WK30,K31,K32:BK1")
    kind = Full(1, quiescence=False, patience=20)
    assert analyse(CHECKERS, kind, state, past=[state] * waited).value == worth
    assert analyse(CHECKERS, replace(kind, quiescence=True), state, past=[state] * waited).value == worth


def test_a_move_that_cannot_be_taken_back_restores_a_lead_that_has_faded():
    state = CHECKERS.read_position("W:WK30,K31,K32,21:BK1")
    patient, eager = (
        analyse(CHECKERS, Full(1, patience=plies), state, past=[state] * 60) for plies in (0, 20)
    )
    assert patient.value == eager.value == 360
    assert CHECKERS.move_text(state, eager.move) == "21-17"


def test_a_win_that_is_seen_does_not_fade():
    state = CHECKERS.read_position("B:W6:B1")
    assert analyse(CHECKERS, Full(5, patience=20), state, past=[state] * 100).value == WIN - 1


def test_patience_is_no_negative_number():
    with pytest.raises(InputError, match="patience must be from 0 to 1000 plies, not -1"):
        analyse(CHECKERS, Full(1, patience=-1))
