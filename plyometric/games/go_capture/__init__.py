"""The capture game of Go: one side attacks a string of the other, on boards from 5 x 5 to 19 x 19.

The goal is to catch the string. Suicide is illegal, and a ko may not be retaken at once. Choices: a string
with six liberties is safe; the defender may pass, the attacker may not, so that he loses where he has no
move; positions may come back, and the draw rules say when that ends a game.

    board      strings, found by growing sets of points
    rules      moves, captures, ko, the end
    goal       which moves may catch a string, and on what a proof rests
    slate      stones that are put and wiped in place
    reading    what a good player looks at
    notation   text and pictures
    sgf        problems in files
"""

from functools import partial

from plyometric.errors import InputError
from plyometric.games.go_capture.board import board
from plyometric.games.go_capture.goal import goal
from plyometric.games.go_capture.notation import notation, start
from plyometric.games.go_capture.rules import (
    end_rules,
    identity_rule,
    judgement,
    legal_rule,
    may_recur,
    moves_rule,
    play_rules,
    stone_rules,
)
from plyometric.kernel import Game

SIZES = range(5, 20)


def name_of(size: int) -> str:
    """Return the name of the game on a board of size by size points."""
    return "go_capture" if size == 9 else f"go_capture(size={size})"


def go_capture(size: int = 9) -> Game:
    """Return the capture game on a board of size by size points."""
    if size not in SIZES:
        raise InputError(f"go_capture(size={size}): the size of the board is {SIZES[0]} to {SIZES[-1]}.")
    there = board(size)
    stones = stone_rules(there)
    is_legal = legal_rule(there, stones)
    is_caught, over, result = end_rules(there, stones)
    play, passed = play_rules(there, stones)
    return Game(
        name=name_of(size),
        start=partial(start, size),
        moves=moves_rule(there, stones, is_legal, over),
        play=play,
        result=result,
        over=over,
        reversible=may_recur,
        identity=identity_rule(stones),
        passed=passed,
        width=size * size + 1,
        evaluation=judgement(stones),
        notation=notation(size),
        goal=goal(there, stones, is_legal, is_caught),
    )


GAME = go_capture()
