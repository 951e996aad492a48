"""Databases of endings: counts, values by another way of finding them, damage, and search with them."""

from dataclasses import replace

import numpy as np
import pytest

from plyometric.arena.players import read_player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.checkers.notation import read_position
from plyometric.kernel import WIN, kernel, rule
from plyometric.search.analysis import analyse
from plyometric.search.databases import FREE, shelf
from plyometric.search.full import Full

CHECKERS = load("checkers")


@rule
def won(state):
    return 1


GIVEAWAY = replace(CHECKERS, name="giveaway", result=won, evaluation=None)
"""The same moves, and whoever cannot move has won."""


@pytest.fixture(scope="module", autouse=True)
def own_shelf(tmp_path_factory):
    """Let databases be built where nobody else's lie; machine code stays where it is."""
    patch = pytest.MonkeyPatch()
    home = tmp_path_factory.mktemp("shelf")
    patch.setattr(shelf, "folder", lambda: home)
    yield home
    patch.undo()


@kernel
def sweep(game, known, plies, moves):
    """Decide by going forward what takes so many plies; return how many positions are not decided."""
    undecided = 0
    for number in range(len(known)):
        state = game.numbered(number)
        if known[number] == 0 and game.number_of(state) == number:
            undecided += 1
            n = game.moves(state, moves)
            if n == 0:
                known[number] = game.result(state)
                continue
            worst, lost = 0, 0
            for i in range(n):
                behind = known[game.number_of(game.play(state, moves[i]))]
                if behind == -plies < 0:
                    known[number] = plies + 1
                lost += 0 < behind <= plies
                worst = max(worst, behind)
            if lost == n and known[number] == 0:
                known[number] = -worst - 1
    return undecided


def by_brute_force(game, size):
    """Return the entries of so many numbers by playing every move again and again."""
    known, moves = np.zeros(size, np.int16), np.zeros(game.width, np.int64)
    for plies in range(0, 80):
        sweep(game, known, plies, moves)
    return known


@pytest.mark.parametrize(("game", "pieces"), [(CHECKERS, 3), (GIVEAWAY, 2)])
def test_every_entry_is_what_brute_force_finds(game, pieces):
    entries = shelf.database(game, pieces)
    assert (np.where(entries == FREE, 0, entries) == by_brute_force(game, len(entries))).all()


def test_there_are_as_many_positions_as_others_have_counted():
    totals = shelf.facts_of(CHECKERS, 3)["totals"]
    assert [one["positions"] for one in totals.values()] == [120, 6972, 261_224]
    assert totals["1"] == {"positions": 120, "wins": 60, "draws": 0, "losses": 60, "longest win": 1}
    assert all(one["wins"] + one["draws"] + one["losses"] == one["positions"] for one in totals.values())


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        ("W:WK10:BK1", None),  # a king in the double corner's reach draws
        ("W:WK15:BK32", None),
        ("B:W22:B18", 1),  # the man is taken
        ("B:W18:BK23", 1),
        ("W:W5:B1", 0),  # White cannot move
    ],
)
def test_small_endings_that_a_player_knows(position, plies):
    entry = shelf.entry_of(CHECKERS, read_position(position), 2)
    assert entry == 0 if plies is None else abs(entry) == plies + 1


def test_a_damaged_database_is_built_again_and_that_is_said(own_shelf, caplog):
    before = shelf.database(CHECKERS, 2).copy()
    (path,) = (own_shelf / "databases").glob("checkers-*-2.npy")
    data = path.read_bytes()
    for spoiled in (data[:-10], data[:500] + b"spoiled" + data[507:], b""):
        shelf._opened.clear()
        path.write_bytes(spoiled)
        assert (shelf.database(CHECKERS, 2) == before).all()
        assert "is damaged: it is built again" in caplog.text
        caplog.clear()
    assert path.read_bytes() == data


def test_a_search_with_a_database_wins_by_the_shortest_way():
    state = read_position("W:WK10,K14:BK1")
    entry = shelf.entry_of(CHECKERS, state, 3)
    assert entry > 0
    found = analyse(CHECKERS, Full(depth=2, endings=3, table=1), state)
    assert WIN - found.value == entry - 1
    assert shelf.entry_of(CHECKERS, found.leaf, 3) is not None


def test_what_no_database_can_be_is_said():
    with pytest.raises(InputError, match="checkers has databases of up to 6 pieces, not of 7"):
        read_player("checkers:depth=3,endings=7")
    with pytest.raises(InputError, match="fives has no endings"):
        read_player("fives:depth=3,endings=2")
