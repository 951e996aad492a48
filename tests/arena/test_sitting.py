"""The plain loop: anybody who answers a move can sit, and the rules are those of the compiled one."""

from dataclasses import replace

import pytest

from plyometric.arena.games import play_game
from plyometric.arena.players import read_player
from plyometric.arena.sitting import Machine, Sitting, play_on
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import Draws
from plyometric.kernel.referee import legal_moves, read_move

CHECKERS = load("checkers")
PLAIN = [read_player(f"checkers:evaluation=material,plain=on,depth={depth}") for depth in (3, 4)]
FULL = [read_player(f"checkers:evaluation=material,depth={depth}") for depth in (3, 4)]


class Script:
    """Somebody who plays what is written down."""

    def __init__(self, *texts):
        self.texts = list(texts)

    def answer(self, sitting):
        return read_move(sitting.game, sitting.state, self.texts.pop(0))


@pytest.mark.parametrize("players", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize("text", ["", "B:W18,26,32:B1,15", "B:WK32,K31:BK1"])
def test_both_loops_play_the_same_game(text, players):
    start = CHECKERS.read_position(text) if text else CHECKERS.start()
    sitting = Sitting(CHECKERS, start)
    moves = list(play_on(sitting, *map(Machine, players)))
    played = play_game(*players, start)
    assert (sitting.result, tuple(moves)) == (played.result, played.moves)


def test_kings_that_go_to_and_fro_draw_by_the_third_repetition():
    sitting = Sitting(CHECKERS, CHECKERS.read_position("B:WK32:BK1"))
    there_and_back = ("1-6", "6-1") * 9
    here_and_there = ("32-27", "27-32") * 9
    moves = list(play_on(sitting, Script(*there_and_back), Script(*here_and_there)))
    assert len(moves) == 8 and sitting.result == 0
    assert sitting.is_drawn and sitting.legal


def test_draw_rules_are_data():
    start = CHECKERS.read_position("B:WK32:BK1")
    for draws, plies in ((Draws(2, 80, 400), 4), (Draws(0, 6, 400), 6), (Draws(0, 0, 7), 7)):
        sitting = Sitting(CHECKERS, start, draws)
        moves = list(play_on(sitting, Script(*("1-6", "6-1") * 9), Script(*("32-27", "27-32") * 9)))
        assert (len(moves), sitting.result) == (plies, 0)
    game = replace(CHECKERS, name="short checkers", draws=Draws(0, 6, 400))
    kings = [replace(player, game=game) for player in PLAIN]
    assert len(play_game(*kings, start).moves) == 6


@pytest.mark.parametrize("draws", [Draws(1), Draws(quiet=128), Draws(3, 0), Draws(longest=0), Draws(-1)])
def test_impossible_draw_rules_are_refused(draws):
    uses = (
        lambda: replace(CHECKERS, draws=draws),
        lambda: play_game(*PLAIN, CHECKERS.start(), draws=draws),
        lambda: Sitting(CHECKERS, draws=draws),
    )
    for use in uses:
        with pytest.raises(InputError, match="checkers: "):
            use()


def test_only_legal_moves_are_made_and_all_can_be_taken_back():
    sitting = Sitting(CHECKERS)
    first = legal_moves(CHECKERS, CHECKERS.start())[0]
    sitting.play(first)
    with pytest.raises(InputError, match=f"move {first + 1} is not legal in 'W:"):
        sitting.play(first + 1)
    assert sitting.moves == [first] and sitting.result is None
    sitting.take_back(1)
    assert sitting.state == CHECKERS.start()
    for plies in (1, 0, -1):
        with pytest.raises(InputError, match="nothing to take back"):
            sitting.take_back(plies)
