"""Chess.

Source: the FIDE laws of chess. A game is drawn when a position stands for the third time, after fifty
moves of each side in which no pawn has moved and nothing was captured, and where beside the kings there
is one knight or bishops on squares of one colour only.

    board       which bit stands for which square, and what each piece attacks
    rules       moves, play, and when a game is over
    evaluation  what a position is worth, by terms, pawns and attacks
    exchange    what captures gain and lose
    classes     what may be said of a move at a glance
    fen         positions as text
    san         moves as text, and as engines write them
    pictures    the board in a terminal and as a picture
"""

from plyometric.games.chess import fen, pictures, san
from plyometric.games.chess.board import in_check
from plyometric.games.chess.classes import CLASS_NAMES, move_classes
from plyometric.games.chess.evaluation import FEATURE_NAMES, WEIGHTS, evaluate, features
from plyometric.games.chess.exchange import gain, loses, may_decline, may_pass
from plyometric.games.chess.rules import (
    WIDTH,
    clock,
    forcing,
    identity,
    moves,
    over,
    passed,
    play,
    result,
    reversible,
    start,
    swapped,
)
from plyometric.kernel import Draws, Evaluation, Game, Hints, Notation, Records

LINEAR = Evaluation(
    evaluate=evaluate,
    features=features,
    feature_names=FEATURE_NAMES,
    weights=WEIGHTS,
    of_turn=("to move (opening)", "to move (ending)"),
    settings={
        "exchange": True,
        "evasions": True,
        "deeper": True,
        "blame": True,
        "replies": True,
        "trend": True,
        "aspiration": 40,
        "null_move": 2.0,
        "reductions": 1.2,
        "futility": 80,
    },
)

GAME = Game(
    name="chess",
    start=start,
    moves=moves,
    play=play,
    result=result,
    over=over,
    reversible=reversible,
    identity=identity,
    clock=clock,
    passed=passed,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=100),
    evaluations={"linear": LINEAR},
    hints=Hints(
        forcing=forcing,
        may_decline=may_decline,
        in_check=in_check,
        may_pass=may_pass,
        gain=gain,
        loses=loses,
        move_classes=move_classes,
        class_names=CLASS_NAMES,
    ),
    notation=Notation(
        move_text=san.move_text,
        read_move=san.read_move,
        position_text=fen.position_text,
        read_position=fen.read_position,
        draw=pictures.draw,
        svg=pictures.svg,
        places=pictures.places,
        engine_move_text=san.uci_text,
        records=Records(
            extension="pgn",
            sides=fen.COLOURS,
            results=("1-0", "0-1", "1/2-1/2"),
            ply=lambda state: state.ply,
        ),
    ),
)
