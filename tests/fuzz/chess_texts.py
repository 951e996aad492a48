"""Chess in writing, spoiled: refused in a sentence, or read as python-chess does."""

import io
import random
import re
from functools import partial

import chess
import chess.pgn

from plyometric.errors import InputError
from plyometric.games.chess import GAME
from plyometric.games.chess.fen import position_text, read_position
from plyometric.games.chess.san import move_texts, read_move, uci_text
from plyometric.games.records import read_records, write_record
from plyometric.kernel import referee

from . import Try
from .chess_positions import STRICTER, played_positions
from .nonsense import spoiled

COUNT = 30_000
IN_POSITIONS = "KQRBNPkqrbnp12345678/- wbaceh0"
IN_MOVES = "KQRBNPOabcdefgh12345678x=+#-0oqn!?:() "
IN_GAMES = [*IN_MOVES, "\n", "{", "}", "(", ")", ";", "$1 ", " 1-0 ", " * ", "[", "]", '"', "%", "\\", ". "]


def attack(count, folder, seed=1):
    """Yield what became of each text, by turns a position, a move and a game."""
    dice, states = random.Random(seed), played_positions(seed)
    tries = {"positions": position_fault, "moves": move_fault, "games": game_fault}
    for i in range(count):
        kind = list(tries)[i % len(tries)]
        state = next(states)
        yield Try(kind, tries[kind](dice, state))


def changed(dice, text, signs):
    """Return a text with a sign or two changed, or full of nonsense."""
    if dice.random() < 0.3:
        return spoiled(dice, text)
    for _ in range(dice.choice((1, 1, 2, 3))):
        a = dice.randrange(len(text) + 1)
        text = text[:a] + dice.choice(["", *signs]) + text[a + dice.randrange(2) :]
    return text


def answer_of(read, text):
    """Return what a reader of ours makes of a text, None if it refuses it in a sentence, or its fault."""
    try:
        return read(text), ""
    except InputError as error:
        return None, "" if "\n" not in str(error) else f"no sentence: {error}"
    except Exception as error:
        return None, f"{type(error).__name__}: {error} for {text!r:.300}"


# Positions


def position_fault(dice, state):
    text = changed(dice, position_text(state), IN_POSITIONS)
    ours, fault = answer_of(read_position, text)
    board = board_of(text)
    if ours and (board is None or board.fen() != position_text(ours)):
        return f"{text!r} is read as {position_text(ours)}, by python-chess as {board and board.fen()}"
    if ours is None and board and board.fen(en_passant="fen") == text and not is_stricter(text):
        return f"{text!r} is refused"
    return fault


def board_of(text):
    try:
        board = chess.Board(text)
    except ValueError:
        return None
    return board if board.is_valid() else None


def is_stricter(text):
    try:
        read_position(text)
    except InputError as error:
        return any(words in str(error) for words in STRICTER)
    return False


# Moves


def move_fault(dice, state):
    legal = move_texts(state)
    if not legal:
        return ""
    move = dice.choice(list(legal))
    text = changed(dice, dice.choice((legal[move], uci_text(state, move))), IN_MOVES)
    found, fault = answer_of(partial(read_move, state), text)
    ours, board = found is not None and uci_text(state, found), chess.Board(position_text(state))
    if ours and ours not in (theirs := {their_move(board, one) for one in (text.strip(), *tidied(text))}):
        return f"{text!r} is read as {ours}, by python-chess as {theirs}, in {board.fen()}"
    if not ours and their_move(board, text):
        return f"{text!r} is refused in {board.fen()}"
    return fault


def tidied(text):
    """Yield a text as python-chess wants it spelled."""
    text = re.sub(r"\s*(e\.?p\.?)?\s*[+#]*\s*[!?]*$", "", text.strip())
    text = re.sub(r"(?:[=/]?|\()([NBRQnbrq])\)?$", lambda crown: f"={crown[1].upper()}", text)
    text = text.replace(":", "x").replace("0", "O").replace("o", "O").removeprefix("P")
    yield text
    yield re.sub(r"[-x=]", "", text).lower()


def their_move(board, text):
    """Return the move that python-chess reads, in the words of engines; nothing is moved by none."""
    for read in (board.parse_san, board.parse_uci):
        try:
            move = read(text)
        except ValueError:
            continue
        return move.uci() if move else ""
    return ""


# Games


def game_fault(dice, state):
    text = "".join(str(annotated_game(dice)) + "\n\n" for _ in range(dice.choice((1, 1, 2))))
    if dice.random() < 0.2:
        return whole_fault(text)
    text = changed(dice, text, IN_GAMES)
    records, fault = answer_of(partial(read_records, game=GAME), text)
    for record in records or ():
        if read_records(write_record(record, GAME), GAME) != [record]:
            return f"what {text!r} is read as is not read back"
    return fault


def whole_fault(text):
    """Return where we and python-chess read a sound text differently."""
    stream, theirs = io.StringIO(text), []
    while game := chess.pgn.read_game(stream):
        headers = {
            name: value for name, value in game.headers.items() if name not in ("Result", "FEN", "SetUp")
        }
        theirs.append((headers, game.board().fen(), game.end().board().fen(), game.headers["Result"]))
    ours = [
        (one.headers, position_text(one.start), last_of(one), one.result) for one in read_records(text, GAME)
    ]
    return "" if ours == theirs else f"{text!r} is read as {ours}, by python-chess as {theirs}"


def last_of(record):
    state = record.start
    for move in record.moves:
        state = referee.play(GAME, state, move)
    return position_text(state)


def annotated_game(dice):
    """Return a short random game with all that annotators do."""
    game = chess.pgn.Game()
    game.headers["Event"], game.headers["Result"] = "The Cup", dice.choice(("1-0", "*", "1/2-1/2"))
    if dice.random() < 0.3:
        game.setup(chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 12"))
    node, board = game, game.board()
    for _ in range(dice.randrange(12)):
        moves = list(board.legal_moves)
        if not moves:
            break
        other, move = dice.choice(moves), dice.choice(moves)
        node = node.add_main_variation(move, comment=dice.choice(("", "", "so; (it) goes")))
        node.nags |= set(dice.choice(((), (), (1,), (6, 140))))
        if other != move and dice.random() < 0.2:
            node.parent.add_variation(other, comment="or so")
        board.push(move)
    return game
