"""starter: a game of your own, which for now is noughts and crosses.

It works as it stands. Change a rule, save, ask again: there is nothing to build or to register.

    plyo check starter.py               is anything wrong with the rules?
    plyo perft starter.py 5             how many ways are there to play one to five moves?
    plyo search starter.py --depth 9    what is best?
    plyo learn evaluation starter.py    what is the middle worth, what a corner?
"""

from typing import NamedTuple

from plyometric import Evaluation, Game, Notation, popcount, rule

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)
MIDDLE, CORNERS = 0o020, 0o505


# All that there is to know about a position, as a few whole numbers. Here the nine cells are bits.
class State(NamedTuple):
    """The stones of the side to move, and those of the other side."""

    own: int
    foe: int


# Rules are small functions marked @rule. They become machine code: keep to numbers, loops and ifs.
@rule
def has_line(stones):
    """Return whether three stand in a row."""
    n = 0
    for line in LINES:
        n += stones & line == line
    return n > 0


@rule
def over(s):
    """Return whether the last stone has won or filled the board."""
    return has_line(s.foe) or s.own | s.foe == 0o777


# A move is any whole number from 0 up that `play` understands. No moves: the game is over.
@rule
def moves(s, out):
    """Write every empty cell."""
    n = 0
    for cell in range(0 if over(s) else 9):
        if not (s.own | s.foe) >> cell & 1:
            out[n] = cell
            n += 1
    return n


# A state never changes: playing returns the next one, in which the sides have changed places.
@rule
def play(s, cell):
    """Return the state after a stone, seen by the other side."""
    return State(own=s.foe, foe=s.own | 1 << cell)


@rule
def result(s):
    """Return -1 if the side to move has lost, 0 for a draw."""
    return -1 if has_line(s.foe) else 0


# What a position is worth to the side to move, where a search looks no further. Weights can be learned.
@rule
def lead(s, cells):
    """Return how many more stones than the other side the mover has on some cells."""
    return popcount(s.own & cells) - popcount(s.foe & cells)


@rule
def features(s, out):
    """Write what each weight is multiplied by."""
    out[0], out[1] = lead(s, MIDDLE), lead(s, CORNERS)


@rule
def evaluate(s, weights):
    """Whoever holds the middle and more corners is ahead."""
    return int(weights[0] * lead(s, MIDDLE) + weights[1] * lead(s, CORNERS))


# From here on it is plain Python, for people to read.
def draw(state: State) -> str:
    """Return the board as text: + for the side to move, o for the other."""
    cells = ["+" if state.own >> i & 1 else "o" if state.foe >> i & 1 else str(i + 1) for i in range(9)]
    return "\n".join(" ".join(cells[i : i + 3]) for i in (0, 3, 6))


GAME = Game(
    name="starter",
    start=lambda: State(own=0, foe=0),
    moves=moves,
    play=play,
    over=over,
    result=result,
    width=9,
    evaluation=Evaluation(
        evaluate=evaluate, features=features, feature_names=("middle", "corners"), weights=(10.0, 5.0)
    ),
    notation=Notation(move_text=lambda state, cell: str(cell + 1), draw=draw),
)
