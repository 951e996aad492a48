"""Examples on disk: what was written comes back, damaged files are named, sets share no game."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyometric.errors import InputError
from plyometric.learn.examples import Examples, all_examples, cut_by_game, read_examples, write_examples

NAMES, FIELDS = ["men", "kings"], ("own", "foe", "side")


def made_up(games=(3, 4, 2), seed=0):
    random = np.random.default_rng(seed)
    n = sum(games)
    return Examples(
        random.integers(0, 9, (n, 2)).astype(float),
        random.integers(0, 1 << 40, (n, 3)),
        random.random(n) < 0.5,
        random.normal(size=n),
        np.arange(n) % 7,
        np.repeat(np.arange(len(games)), games),
    )


def same(one, other):
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(one, other, strict=True))


def test_what_was_written_comes_back(tmp_path):
    one, other = made_up(), made_up(seed=1)
    write_examples(tmp_path / "deep" / "a.parquet", one, NAMES, FIELDS)
    write_examples(tmp_path / "b.parquet", other, NAMES, FIELDS)
    paths = [tmp_path / "deep" / "a.parquet", tmp_path / "b.parquet"]
    assert all(map(same, read_examples(paths), [one, other]))
    assert same(all_examples(paths), one.joined(other))
    assert sorted(tmp_path.rglob("*.*")) == sorted(paths)  # nothing unfinished is left


@pytest.mark.parametrize("keep", [0, 1, 100, -1, -8])
def test_a_truncated_file_gets_one_sentence(tmp_path, keep):
    path = tmp_path / "a.parquet"
    write_examples(path, made_up(), NAMES, FIELDS)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(InputError, match=r"a\.parquet is not a whole file of examples: .*[^.]\.$") as error:
        list(read_examples([path]))
    assert "\n" not in str(error.value)


def test_a_missing_file_and_one_without_labels_are_named(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pytest.raises(InputError, match=r"none\.parquet"):
        list(read_examples([tmp_path / "none.parquet"]))
    pq.write_table(pa.table({"x: men": [1.0], "state: own": [1]}), tmp_path / "half.parquet")
    with pytest.raises(InputError, match=r"half\.parquet.*positive"):
        list(read_examples([Path(tmp_path / "half.parquet")]))


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=8), st.lists(st.integers(1, 20), min_size=1, max_size=4)
)
def test_sets_share_no_game_and_lose_nothing(games, sizes):
    examples = made_up(games)
    parts = cut_by_game(examples, sizes)
    assert len(parts) == len(sizes)
    seen = [set(part.game.tolist()) for part in parts]
    assert sum(map(len, seen)) == len(set().union(*seen)) == len(games)
    assert np.array_equal(np.concatenate([part.gain for part in parts]), examples.gain)


def test_sets_are_of_about_the_sizes_asked_for():
    parts = cut_by_game(made_up([5] * 20), [20, 30, 50])
    assert [len(part.gain) for part in parts] == [20, 30, 50]
    parts = cut_by_game(made_up([5] * 20), [22, 30, 48])
    assert [len(part.gain) for part in parts] == [25, 30, 45]
