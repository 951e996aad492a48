"""Chess positions, of random games and set up at random: python-chess must agree about each of them."""

import random

import chess

from plyometric.errors import InputError
from plyometric.games.chess import GAME
from plyometric.games.chess.fen import position_text, read_position
from plyometric.games.chess.san import move_texts, read_move, uci_text
from plyometric.kernel import referee

from . import Try

COUNT = 20_000
PLIES = 120
"""How much of a random game is looked at: later on few pieces are left."""

STRICTER = ("lost can have become", "was in check before a pawn leapt")
"""What we refuse and python-chess overlooks."""

KINDS = (chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def attack(count, folder, seed=1):
    """Yield whether python-chess agrees, by turns about a position from a game and about one set up."""
    dice = random.Random(seed)
    played = played_positions(seed)
    for i in range(count):
        if i % 4:
            yield Try("positions of random games", fault_of(next(played), dice))
        else:
            yield Try("positions set up", fault_in(set_up(dice), dice))


def played_positions(seed):
    """Yield the states of one random game after the other."""
    index = 0
    while True:
        yield from referee.random_game(GAME, seed, index, PLIES)[0]
        index += 1


def set_up(dice):
    """Return a board that was set up by hand: one in some is of no game."""
    board = thrown(dice)
    while not board.is_valid() and dice.random() < 0.9:
        board = thrown(dice)
    return board


def thrown(dice):
    """Return a board with few pieces on it, often with a pawn that has just leapt, or a king at home."""
    board = chess.Board(None)
    board.turn = dice.random() < 0.5
    board.halfmove_clock, board.fullmove_number = dice.randrange(100), dice.randrange(1, 200)
    free = dice.sample(range(64), 64)
    if dice.random() < 0.5:
        board.ep_square = leap(board, dice.randrange(8), dice)
        free = [square for square in free if square % 8 != board.ep_square % 8]
    for colour in chess.COLORS:
        settle(board, colour, dice, free)
    board.castling_rights = dice.choice((board.rooks, 0, board.rooks & dice.getrandbits(64)))
    board.castling_rights = board.clean_castling_rights() or 0
    return board


def leap(board, file, dice):
    """Let a pawn of the other side have leapt, beside one of the mover's; return the square between."""
    row, behind = (4, 5) if board.turn else (3, 2)
    board.set_piece_at(chess.square(file, row), chess.Piece(chess.PAWN, not board.turn))
    for beside in {max(file - 1, 0), min(file + 1, 7)} - {file}:
        if dice.random() < 0.7:
            board.set_piece_at(chess.square(beside, row), chess.Piece(chess.PAWN, board.turn))
    return chess.square(file, behind)


def settle(board, colour, dice, free):
    """Put down a king, at home with its rooks or anywhere, and other pieces."""
    first = 0 if colour else 56
    if dice.random() < 0.4 and not board.occupied & 255 << first and first + 4 in free:
        for square, kind in ((4, chess.KING), (7, chess.ROOK), (0, chess.ROOK)):
            board.set_piece_at(first + square, chess.Piece(kind, colour))
    for kind in (
        *(() if board.king(colour) is not None else (chess.KING,)),
        *dice.choices(KINDS, k=dice.randrange(7)),
    ):
        square = free.pop()
        if board.piece_at(square) is None and not (kind == chess.PAWN and square // 8 in (0, 7)):
            board.set_piece_at(square, chess.Piece(kind, colour))


def fault_in(board, dice):
    """Return where we and python-chess disagree about a board that may be none of a game."""
    text = board.fen(en_passant="fen")
    try:
        state = read_position(text)
    except InputError as error:
        is_stricter = any(words in str(error) for words in STRICTER)
        return f"{text}: {error}" if board.is_valid() and not is_stricter else ""
    return fault_of(state, dice) if board.is_valid() else f"{text} should be refused: {board.status()!r}"


def fault_of(state, dice):
    """Return in what we and python-chess disagree about a position."""
    text = position_text(state)
    board = chess.Board(text)
    facts = {
        "text": (board.fen(), text),
        "state": (state._replace(taken=0), read_position(text)),
        "moves": (their_texts(board), our_texts(state)),
        "check": (board.is_check(), bool(referee.ASKING["in_check"](GAME, state))),
        "end": (their_end(board), our_end(state)),
        "reading": reread(state, board, dice),
    }
    wrong = [f"{fact}: {theirs} and {ours}" for fact, (theirs, ours) in facts.items() if theirs != ours]
    return f"{text}: {'; '.join(wrong)}" if wrong else ""


def their_texts(board):
    if board.is_insufficient_material():
        return {}
    return {move.uci(): board.san(move) for move in board.legal_moves}


def our_texts(state):
    return {uci_text(state, move): text for move, text in move_texts(state).items()}


def their_end(board):
    outcome = board.outcome()
    return outcome and (-1 if outcome.winner is not None else 0)


def our_end(state):
    return None if referee.legal_moves(GAME, state) else referee.result(GAME, state)


def reread(state, board, dice):
    """Return the board after one move by either's reading of its text."""
    moves = move_texts(state)
    if not moves:
        return None, None
    text = dice.choice(list(moves.values()))
    board.push_san(text)
    return board.fen(), position_text(referee.play(GAME, state, read_move(state, text)))
