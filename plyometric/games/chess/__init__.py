"""Chess.

Source: the FIDE laws of chess. A game is drawn when a position stands for the third time, after fifty
moves of each side in which no pawn has moved and nothing was captured, and where beside the kings there
is one knight or bishops on squares of one colour only.

    board      which bit stands for which square, and what each piece attacks
    rules      moves, play, and when a game is over
    fen        positions as text
    san        moves as text, and as engines write them
    pictures   the board in a terminal and as a picture
"""

from plyometric.games.chess import fen, pictures, san
from plyometric.games.chess.rules import (
    WIDTH,
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
from plyometric.kernel import Draws, Game, Hints, Notation, Records

GAME = Game(
    name="chess",
    start=start,
    moves=moves,
    play=play,
    result=result,
    over=over,
    reversible=reversible,
    identity=identity,
    passed=passed,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=100),
    hints=Hints(forcing=forcing),
    notation=Notation(
        move_text=san.move_text,
        read_move=san.read_move,
        position_text=fen.position_text,
        read_position=fen.read_position,
        draw=pictures.draw,
        svg=pictures.svg,
        records=Records(
            extension="pgn",
            sides=fen.COLOURS,
            results=("1-0", "0-1", "1/2-1/2"),
            ply=lambda state: state.ply,
        ),
    ),
)
