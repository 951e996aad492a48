"""English draughts (checkers).

Sources: the rules of the American Checker Federation; perft counts by Aart Bik.
Choices where they are silent: two capture chains that leave the same board are one move; a game is drawn
when a position stands for the third time, and after forty moves of each side in which no man has moved
and nothing was captured.

    board      which bit stands for which square, steps and jumps
    rules      moves, play, material
    mobility   what the steps of a side let the other capture
    chinook    the evaluation of that name: 21 features in four phases
    blended    these and more, phase into phase, with learned weights
    tables     an evaluation by what men do together in small windows, looked up
    joined     the evaluation of usual play: what blended sees and these windows, weighed together
    traits     what a learner may look at
    endings    positions with few pieces, counted off
    patterns   how often small constellations of pieces stand on the board
    notation   PDN, text and pictures
"""

from plyometric.games.checkers import notation
from plyometric.games.checkers.blended import BLENDED
from plyometric.games.checkers.board import WIDTH, State, captures, passed, swapped
from plyometric.games.checkers.chinook import CHINOOK
from plyometric.games.checkers.endings import ENDINGS
from plyometric.games.checkers.joined import JOINED
from plyometric.games.checkers.patterns import EXAMPLES, count_matches
from plyometric.games.checkers.rules import (
    WEIGHTS,
    evaluate,
    features,
    may_decline,
    move_classes,
    moves,
    must_capture,
    play,
    reversible,
    start,
)
from plyometric.games.checkers.tables import TABLES_OF_MEN
from plyometric.games.checkers.traits import TRAIT_NAMES, traits
from plyometric.kernel import Draws, Evaluation, Game, Hints, Insight, Notation
from plyometric.kernel.referee import legal_moves

MATERIAL = Evaluation(
    evaluate=evaluate, features=features, feature_names=("men", "kings", "trade"), weights=WEIGHTS
)


def move_text(state: State, move: int) -> str:
    """Return a move as players write it."""
    return notation.move_text(state, move, legal_moves(GAME, state))


def read_move(state: State, text: str) -> int:
    """Return the legal move that a text names."""
    return notation.read_move(state, text, legal_moves(GAME, state))


GAME = Game(
    name="checkers",
    start=start,
    moves=moves,
    play=play,
    reversible=reversible,
    passed=passed,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=80),
    evaluations={
        "material": MATERIAL,
        "chinook": CHINOOK,
        "blended": BLENDED,
        "tables": TABLES_OF_MEN,
        "joined": JOINED,
    },
    played_by="joined",
    hints=Hints(
        forcing=captures,
        may_decline=may_decline,
        in_check=must_capture,
        move_classes=move_classes,
        class_names=("step", "capture", "crowning"),
    ),
    endings=ENDINGS,
    insight=Insight(traits=traits, trait_names=TRAIT_NAMES, matches=count_matches, patterns=EXAMPLES),
    notation=Notation(
        move_text=move_text,
        read_move=read_move,
        position_text=notation.position_text,
        read_position=notation.read_position,
        draw=notation.draw,
        svg=notation.svg,
        places=notation.places,
    ),
)
