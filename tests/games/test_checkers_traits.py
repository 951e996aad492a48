"""The traits of checkers positions: on boards a player can set up, and against a count by the definitions.

All positions have White to move, so that the paper's White and Black are those on the board.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.games.checkers import GAME
from plyometric.games.checkers.board import PLACES
from plyometric.games.checkers.notation import pieces, read_position
from plyometric.kernel import kernel, referee

START = "W:W21-32:B1-12"
SHUT_IN = "W:W21:B14,17"
EXCHANGE = "W:W18,32:B14"
KINGS = "W:W18,K10,K11:B5,6,7,K32"


@kernel
def write_traits(game, state, out):
    game.traits(state, out)


@kernel
def other_to_move(game, state):
    return game.passed(state)


@kernel
def colours_exchanged(game, state):
    return game.swapped(state)


def traits(state):
    out = np.full(len(GAME.trait_names), np.nan)
    write_traits(GAME, state, out)
    return dict(zip(GAME.trait_names, out.tolist(), strict=True))


@st.composite
def game_states(draw):
    seed = draw(st.integers(0, 10_000))
    states, _ = referee.random_game(GAME, seed, 0, plies=draw(st.integers(0, 120)))
    return states[-1]


@st.composite
def mixed_boards(draw):
    """Positions of men and kings that no game need have led to."""
    squares = draw(st.permutations(range(1, 33)))
    white, black = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    crowned = draw(st.sets(st.sampled_from(squares)))
    parts = [
        ",".join(f"K{n}" if n in crowned or n in row else f"{n}" for n in side)
        for side, row in ((squares[:white], range(1, 5)), (squares[white : white + black], range(29, 33)))
    ]
    return read_position(f"{draw(st.sampled_from('BW'))}:W{parts[0]}:B{parts[1]}")


# Positions a player can check


@pytest.mark.parametrize("turn", "BW")
def test_all_traits_of_the_start(turn):
    assert traits(read_position(turn + START[1:])) == {
        "white legal moves": 7,
        "white total moves": 7,
        "black total moves": 7,
        "white mobile pieces": 4,
        "black mobile pieces": 4,
        "num of white pawns": 12,
        "num of white kings": 0,
        "num of black pawns": 12,
        "num of black kings": 0,
        "evaluation function": 9,
        "white on threat": 0,
        "white sacrifice": 0,
        "black sacrifice": 0,
        "white crown1": 0,
        "white crown2": 0,
        "white crown3": 0,
        "lonely black pawn": 0,
        "white triangle trap": 0,
        "black triangle trap": 0,
        "white center pieces": 2,
        "black center pieces": 2,
        "white base control": 2,
        "black base control": 2,
    }


@pytest.mark.parametrize(
    ("trait", "position", "value"),
    [
        ("white legal moves", EXCHANGE, 1),  # 18x9 is compulsory
        ("white legal moves", "W:W23:B18,19", 2),  # 23x14 and 23x16
        ("white legal moves", "W:W27:B15,23", 1),  # 27x11, a whole chain
        ("white legal moves", "W:WK17:B14,15,22,23", 1),  # the same loop both ways round
        ("white legal moves", SHUT_IN, 0),
        ("white total moves", EXCHANGE, 4),  # 18x9, 18-15, 32-27, 32-28
        ("white total moves", SHUT_IN, 0),
        ("black total moves", EXCHANGE, 2),  # 14x23, 14-17
        ("black total moves", "W:W25,30:B21", 0),
        ("white mobile pieces", EXCHANGE, 2),
        ("white mobile pieces", "W:W21:B17", 1),  # it cannot step, but capture
        ("white mobile pieces", SHUT_IN, 0),
        ("black mobile pieces", SHUT_IN, 2),  # 14-18, 17-22
        ("black mobile pieces", "W:W25,30:B21", 0),
        ("num of white pawns", KINGS, 1),
        ("num of white pawns", "W:WK10:B5", 0),
        ("num of white kings", KINGS, 2),
        ("num of white kings", "W:W10:B5", 0),
        ("num of black pawns", KINGS, 3),
        ("num of black pawns", "W:W10:BK5", 0),
        ("num of black kings", KINGS, 1),
        ("num of black kings", "W:W10:B5", 0),
        ("evaluation function", KINGS, 10),  # 1 + 2 x 3 against 3 + 3
        ("evaluation function", "W:WK10:B5,6,7", 9),
        ("evaluation function", "W:W30:BK1,6,7,8", 4),
        ("evaluation function", "W:WK10,K11,K14,K15:B5", 17),
        ("evaluation function", "W:W32:BK1,K2,K3,K4", 1),
        ("white on threat", "W:W18:B14", 1),  # 14x23
        ("white on threat", "W:W18,23:B14", 0),
        ("white on threat", "W:W7:B11", 0),  # a man does not capture backwards
        ("white on threat", "W:W7:BK11", 1),
        ("white sacrifice", "W:W22:B13", 1),  # 22-17 13x22
        ("white sacrifice", "W:W21,22:B13", 1),  # 22-17 again; after 21-17 no square is free behind it
        ("white sacrifice", "W:W17,22:B13", 1),  # 22-18 leaves 17 alone
        ("white sacrifice", "W:W18:B14", 0),  # 18-15 runs away from 14x23
        ("white sacrifice", "W:W19,22:BK26", 2),  # 19-15 and 19-16 leave 22 to the king
        ("white sacrifice", "W:W19,22:B26", 0),
        ("black sacrifice", "W:W22:B13", 1),  # 13-17 22x13
        ("black sacrifice", "W:W22:B12", 0),
        ("white crown1", "W:W6:B1", 1),  # 6-2
        ("white crown1", "W:W6:B1,2", 0),
        ("white crown1", "W:WK6,10,14:BK32", 0),
        ("white crown2", "W:W10,12:BK32", 2),
        ("white crown2", "W:W10:B6,7", 0),
        ("white crown2", "W:W6,14:BK32", 0),
        ("white crown3", "W:W14,16:B9", 2),
        ("white crown3", "W:W14:B9,10", 0),
        ("lonely black pawn", "W:W32:B9,11", 2),
        ("lonely black pawn", "W:W32:B2,12,13", 0),  # on the edge
        ("lonely black pawn", "W:W32:B10,15", 0),
        ("lonely black pawn", "W:W15:B10", 0),
        ("lonely black pawn", "W:W32:BK10", 0),
        ("white triangle trap", "W:W22:B14,15", 1),  # 22-18 threatens 18x9 and 18x11
        ("white triangle trap", "W:W22,23:B14,15", 1),  # 22-18 or 23-18: the same square
        ("white triangle trap", "W:W22:B9,14,15", 0),  # 14 is covered by 9
        ("white triangle trap", "W:WK14:B22,23", 1),  # 14-18 threatens 18x25 and 18x27
        ("white triangle trap", "W:W14:B22,23", 0),
        ("black triangle trap", "W:W18,19:B10", 1),  # 10-15 threatens 15x22 and 15x24
        ("black triangle trap", "W:W18,19,22:B10", 0),
        ("white center pieces", "W:W10,K23,24:B14", 2),
        ("white center pieces", "W:W24:B14", 0),
        ("black center pieces", "W:W10,K23,24:B14", 1),
        ("black center pieces", "W:W10:B9,12,13,16,17,20,21,24", 0),
        ("white base control", "W:W30,31,32:B2", 2),
        ("white base control", "W:WK30,31:B1", 0),  # a king guards no bridge
        ("black base control", "W:W30:B2,3", 1),
        ("black base control", "W:W30:BK1,2,4", 0),
    ],
)
def test_a_trait_of_a_position(trait, position, value):
    assert traits(read_position(position))[trait] == value


# Against a count by the definitions


def pieces_by_place(state):
    return {PLACES[square - 1]: piece for square, piece in pieces(state).items()}


def ways(piece):
    """The directions in which a piece moves, as rows and columns."""
    rows = {"b": [1], "w": [-1]}.get(piece, [1, -1])
    return [(down, right) for down in rows for right in (-1, 1)]


def towards(place, way, distance=1):
    return place[0] + distance * way[0], place[1] + distance * way[1]


def is_free(board, place):
    return place in PLACES and place not in board


def places_of(board, colour):
    return [place for place, piece in board.items() if piece.lower() == colour]


def steps(board, colour):
    return [
        (place, towards(place, way))
        for place in places_of(board, colour)
        for way in ways(board[place])
        if is_free(board, towards(place, way))
    ]


def jumps(board, place, piece):
    """What a piece could jump from a place, and where it would land."""
    foes = places_of(board, OTHER[piece.lower()])
    ends = [(towards(place, way), towards(place, way, 2)) for way in ways(piece)]
    return [(over, land) for over, land in ends if over in foes and is_free(board, land)]


def chains(board, colour):
    """All captures of a side, told apart by their ends and by what they capture."""
    found = set()
    for place in places_of(board, colour):
        left = {other: piece for other, piece in board.items() if other != place}
        found |= {(place, *end) for end in chain_ends(left, place, board[place], frozenset())}
    return found


def chain_ends(board, place, piece, taken):
    onward = [(over, land) for over, land in jumps(board, place, piece) if over not in taken]
    if not onward:
        return {(place, taken)} if taken else set()
    return set().union(*(chain_ends(board, land, piece, taken | {over}) for over, land in onward))


def after(board, step):
    origin, target = step
    piece = board[origin].upper() if target[0] in (0, 7) else board[origin]
    return {place: other for place, other in board.items() if place != origin} | {target: piece}


def mobile(board, colour):
    return {move[0] for move in [*steps(board, colour), *chains(board, colour)]}


def sacrifices(board, colour):
    return [step for step in steps(board, colour) if chains(after(board, step), OTHER[colour])]


def traps(board, colour):
    forks = [(after(board, step), step[1]) for step in steps(board, colour)]
    return {place for then, place in forks if len(jumps(then, place, then[place])) >= 2}


def near_the_king_row(board, colour, rows):
    king_row = 7 if colour == "b" else 0
    ready = [origin for origin, _ in steps(board, colour) if board[origin] == colour]
    return {place for place in ready if abs(place[0] - king_row) == rows}


OTHER = {"b": "w", "w": "b"}


def counted(state):
    """The traits that count something, by their definitions."""
    board, white = pieces_by_place(state), "bw"[state.side]
    black = OTHER[white]
    found = {
        "white legal moves": chains(board, white) or steps(board, white),
        "white total moves": [*steps(board, white), *chains(board, white)],
        "black total moves": [*steps(board, black), *chains(board, black)],
        "white mobile pieces": mobile(board, white),
        "black mobile pieces": mobile(board, black),
        "white sacrifice": sacrifices(board, white),
        "black sacrifice": sacrifices(board, black),
        "white crown1": near_the_king_row(board, white, 1),
        "white crown2": near_the_king_row(board, white, 2),
        "white crown3": near_the_king_row(board, white, 3),
        "white triangle trap": traps(board, white),
        "black triangle trap": traps(board, black),
    }
    return {trait: len(things) for trait, things in found.items()} | {
        "white on threat": int(bool(chains(board, black)))
    }


@given(game_states() | mixed_boards())
@settings(deadline=None, max_examples=100)
def test_traits_are_what_their_definitions_count(state):
    expected = counted(state)
    found = traits(state)
    assert {trait: found[trait] for trait in expected} == expected


# On any position


@given(game_states() | mixed_boards())
@settings(deadline=None)
def test_traits_do_not_depend_on_the_colour_of_the_side_to_move(state):
    assert traits(colours_exchanged(GAME, state)) == traits(state)


@given(game_states() | mixed_boards())
@settings(deadline=None)
def test_with_the_other_side_to_move_white_and_black_change_places(state):
    here, there = traits(state), traits(other_to_move(GAME, state))
    for trait in here:
        counterpart = trait.replace("white", "black")
        if trait != counterpart in here:
            assert (here[trait], here[counterpart]) == (there[counterpart], there[trait])
    assert here["evaluation function"] + there["evaluation function"] == 18


RANGES = {
    "white legal moves": (2, 15),
    "white total moves": (2, 16),
    "black total moves": (1, 17),
    "white mobile pieces": (1, 10),
    "black mobile pieces": (1, 10),
    "num of white pawns": (0, 12),
    "num of white kings": (0, 4),
    "num of black pawns": (0, 12),
    "num of black kings": (0, 5),
    "evaluation function": (1, 17),
    "white on threat": (0, 1),
    "white sacrifice": (0, 9),
    "black sacrifice": (0, 15),
    "white crown1": (0, 3),
    "white crown2": (0, 3),
    "white crown3": (0, 3),
    "lonely black pawn": (0, 2),
    "white triangle trap": (0, 2),
    "black triangle trap": (0, 2),
    "white center pieces": (0, 6),
    "black center pieces": (0, 6),
    "white base control": (0, 2),
    "black base control": (0, 2),
}
"""Table 1 of the paper."""


def test_traits_of_random_games_lie_where_the_paper_saw_them():
    played = [state for index in range(40) for state in referee.random_game(GAME, 0, index, 120)[0]]
    chosen = [state for state in played if len(referee.legal_moves(GAME, state)) > 1]
    found = np.array([list(traits(state).values()) for state in chosen])
    low, high = np.array([RANGES[trait] for trait in GAME.trait_names]).T
    inside = (low <= found) & (found <= high)
    assert (inside.mean(axis=0) > 0.98).all()
    assert ((found >= low - 1) & (found <= 1.5 * high + 1)).all()
