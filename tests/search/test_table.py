"""The transposition table: two places for each position, and who must leave."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.kernel import WIN, kernel
from plyometric.search import table as rules
from plyometric.search.table import AT_LEAST, AT_MOST, EXACT, LARGEST, NOTHING, SURE, new_table


@kernel
def store(table, key, value, depth, index, age, bound):
    rules.store(table, key, rules.packed(value, depth, index, age, bound))


@kernel
def look_up(table, key):
    return rules.look_up(table, key)


@kernel
def unpacked(content):
    return (
        rules.value_in(content),
        rules.depth_in(content),
        rules.index_in(content),
        rules.age_in(content),
        rules.bound_in(content),
    )


@kernel
def there_and_back(value, ply, farther):
    stored = rules.seen_from_here(value, ply)
    return stored, rules.seen_from_root(stored, farther)


def kept(table, *keys):
    return [look_up(table, key) != NOTHING for key in keys]


def put(table, key, depth, age=0):
    store(table, key, 0, depth, 0, age, EXACT)


contents = st.tuples(
    st.integers(-WIN, WIN),
    st.integers(0, 12_800),
    st.integers(0, 1023),
    st.integers(0, 63),
    st.sampled_from([AT_MOST, AT_LEAST, EXACT]),
)


@given(contents)
@settings(deadline=None)
def test_all_that_goes_in_comes_out(content):
    table = new_table(0)
    store(table, 77, *content)
    assert unpacked(look_up(table, 77)) == content


@pytest.mark.parametrize("megabytes", [0, 0.01, 1, 16])
def test_no_bucket_lies_in_two_lines_of_memory(megabytes):
    assert new_table(megabytes).ctypes.data % 64 == 0


def test_of_three_positions_the_two_deeper_ones_stay():
    table = new_table(0)
    put(table, 1, depth=500)
    put(table, 2, depth=300)
    put(table, 3, depth=100)
    assert kept(table, 1, 2, 3) == [True, False, True]
    put(table, 4, depth=200)
    assert kept(table, 1, 3, 4) == [True, False, True]


def test_an_older_search_leaves_first():
    table = new_table(0)
    put(table, 1, depth=900, age=0)
    put(table, 2, depth=100, age=1)
    put(table, 3, depth=100, age=1)
    assert kept(table, 1, 2, 3) == [False, True, True]


def test_a_position_takes_its_own_place():
    table = new_table(0)
    put(table, 1, depth=100)
    put(table, 2, depth=200)
    put(table, 2, depth=50)
    assert kept(table, 1, 2) == [True, True]


@pytest.mark.parametrize("value", [WIN - 9, -WIN + 9, 150, -SURE])
def test_a_win_is_as_far_from_the_position_wherever_it_is_met(value):
    stored, seen = there_and_back(value, 4, 6)
    moved = 2 if abs(value) > SURE else 0
    assert seen == value - np.sign(value) * moved
    assert stored == value + np.sign(value) * 2 * moved


@pytest.mark.parametrize("megabytes", [0.0001, 0.5, 1, 3])
def test_a_table_is_never_larger_than_asked_for(megabytes):
    assert new_table(megabytes).nbytes <= max(32, megabytes * 2**20)


@pytest.mark.parametrize("megabytes", [-1, float("nan"), LARGEST * 2])
def test_an_impossible_size_is_refused(megabytes):
    with pytest.raises(InputError, match="a table has 0 to"):
        new_table(megabytes)
