"""Pawn endings: chess with kings and pawns, which become queens.

Source: the FIDE laws of chess, but that a pawn becomes a queen and nothing else. The start is the ending
that the paper on metareasoning was tried on. It is judged by who wins the race to a queen, or by material
and advance alone, as in the paper.

    rules       moves in the order of the board
    race        what an ending is worth at a glance
    planner     plans by pawns alone
    traits      what learners may look at
    positions   endings drawn by lot
"""

from plyometric.games.chess import GAME as CHESS
from plyometric.games.chess import fen, pictures, san
from plyometric.games.chess.board import kings
from plyometric.games.chess.rules import clock, identity, over, play, result, reversible, swapped
from plyometric.games.pawn_endings.positions import drawn
from plyometric.games.pawn_endings.race import advance, evaluate
from plyometric.games.pawn_endings.rules import WIDTH, forcing, moves, read_move, read_position, start
from plyometric.games.pawn_endings.traits import NAMES, traits
from plyometric.kernel import Draws, Evaluation, Game, Hints, Insight, Notation, rule
from plyometric.kernel.bits import down, lowest, up

PIECES = ("own pawns", "own king", "other pawns", "other king", "own queens", "other queens")


@rule
def columns_turned(word):
    """Return a board with left and right exchanged."""
    word = down(word, 1) & 0x5555_5555_5555_5555 | up(word & 0x5555_5555_5555_5555, 1)
    word = down(word, 2) & 0x3333_3333_3333_3333 | up(word & 0x3333_3333_3333_3333, 2)
    return down(word, 4) & 0x0F0F_0F0F_0F0F_0F0F | up(word & 0x0F0F_0F0F_0F0F_0F0F, 4)


@rule
def board(s, out):
    """Write where the pieces stand; left and right are exchanged where the own king stands left."""
    royal, queens = kings(s), s.straights
    out[0], out[1], out[2], out[3] = s.own & s.pawns, s.own & royal, s.foe & s.pawns, s.foe & royal
    out[4], out[5] = s.own & queens, s.foe & queens
    if lowest(s.own & royal) & 7 < 4:
        for i in range(len(PIECES)):
            out[i] = columns_turned(out[i])


GAME = Game(
    name="pawn_endings",
    start=start,
    moves=moves,
    play=play,
    result=result,
    over=over,
    reversible=reversible,
    identity=identity,
    clock=clock,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=100),
    evaluations={"race": Evaluation(evaluate=evaluate), "advance": Evaluation(evaluate=advance)},
    hints=Hints(forcing=forcing, in_check=CHESS.in_check, gain=CHESS.gain),
    insight=Insight(traits=traits, trait_names=NAMES, board=board, piece_names=PIECES, drawn=drawn),
    notation=Notation(
        move_text=san.move_text,
        read_move=read_move,
        position_text=fen.position_text,
        read_position=read_position,
        draw=pictures.draw,
        svg=pictures.svg,
        places=pictures.places,
        engine_move_text=san.uci_text,
        records=CHESS.records,
    ),
)
