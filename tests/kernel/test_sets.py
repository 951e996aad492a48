"""Sets of points in several words, held against sets of Python."""

import pytest

from plyometric.kernel import kernel, plain, sets

SIZES = (5, 7, 9, 13, 19)


def packed(board, points):
    return tuple(board.single[list(points)].sum(axis=0).tolist()) if points else (0,) * board.words


@pytest.mark.parametrize("size", SIZES)
def test_every_point_has_a_place_of_its_own(size):
    board = sets.grid(size)
    assert plain(sets.count)(board.cells) == len(board.points) == size * size
    assert all(plain(sets.first_rule(board))(packed(board, [point])) == point for point in board.points)
    assert all(0 <= word < 1 << sets.USED for word in board.cells)


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_do_not_cross_the_edge(size):
    board = sets.grid(size)
    neighbours, points = plain(sets.neighbours_rule(board)), set(board.points)
    for point in points:
        near = {point + step for step in (1, -1, board.stride, -board.stride)} & points
        assert neighbours(packed(board, [point])) == packed(board, near)


@kernel
def combined(a, b):
    united, common = sets.either(a, b), sets.both(a, b)
    moved = sets.raised(a, 3), sets.lowered(b, 2)
    return united, common, sets.without(a, b), moved, sets.holds_any(common), sets.count(united)


def test_machine_code_and_python_agree():
    a, b = (0b1011, 1 << 61, 5), (0b0110, 1 << 61 | 1, 0)
    assert combined(a, b) == plain(combined)(a, b)
