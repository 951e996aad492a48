"""Trees and forests as one flat array, which kernels walk: learning another recompiles nothing.

A forest is a float64 array with four numbers a row, and a walk begins at row 0:

    a question   feature, threshold, row to go to if x[feature] <= threshold, row if it is greater
    a leaf       -1, value, first row of the next tree or -1, number of the leaf
"""

from numba import int64

from plyometric.kernel import rule


@rule
def leaf_below(forest, x, row):
    """Return the row of the leaf to which questions lead from a row on."""
    while forest[row, 0] >= 0:
        if x[int64(forest[row, 0])] <= forest[row, 1]:
            row = int64(forest[row, 2])
        else:
            row = int64(forest[row, 3])
    return row


@rule
def score(forest, x):
    """Return the sum of the leaves that an example comes to in all trees."""
    total, row = 0.0, int64(0)
    while row >= 0:
        row = leaf_below(forest, x, row)
        total += forest[row, 1]
        row = int64(forest[row, 2])
    return total
