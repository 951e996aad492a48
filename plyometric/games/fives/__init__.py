"""Five in a row on a square board, 10 by 10 unless told otherwise.

Source: Hasson, Markovitch and Sella, Using filters to improve the efficiency of game-playing learning
procedures. Choices where it is silent: more than five in a row win as well; the first stone goes to the
middle, on a board of even size to the middle cell nearest a1; a line is open only over the empty cells
that touch it, so that a stone beyond a gap, even an own one, blocks it like the edge of the board.

Its authors wished to count lines with a gap too: the evaluation `split` does, and open twos as well.

    lines       sets of cells in words, and the lines that shifts find in them
    rules       moves, play, who has won
    judgement   what a position is worth
    goal        which moves may make five, and on what a proof rests
    notation    text and pictures
"""

from plyometric.errors import InputError
from plyometric.games.fives.goal import goal
from plyometric.games.fives.judgement import solid_judgement, split_judgement
from plyometric.games.fives.lines import five_rule
from plyometric.games.fives.notation import notation
from plyometric.games.fives.rules import choice_rules, end_rules, move_rules, passed, start, swapped
from plyometric.kernel import Game, Hints

SIZES = range(5, 16)


def fives(size: int = 10) -> Game:
    """Return five in a row on a board of size by size cells."""
    if size not in SIZES:
        raise InputError(f"fives(size={size}): the size of the board is {SIZES[0]} to {SIZES[-1]}.")
    has_five = five_rule(size)
    moves, play = move_rules(size, has_five)
    over, result = end_rules(has_five)
    prior, wins = choice_rules(size, has_five)
    return Game(
        name="fives" if size == 10 else f"fives(size={size})",
        start=start,
        moves=moves,
        play=play,
        result=result,
        over=over,
        passed=passed,
        swapped=swapped,
        width=size * size,
        evaluations={"solid": solid_judgement(size), "split": split_judgement(size)},
        hints=Hints(prior=prior, wins=wins, placements=True),
        notation=notation(size),
        goal=goal(size, has_five),
    )


GAME = fives()
