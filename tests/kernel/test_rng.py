"""Random numbers: the published answers of Philox, and the same numbers everywhere."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyometric.kernel import kernel, rng


@kernel
def stirred(c0, c1, c2, c3, k0, k1):
    return rng.philox(c0, c1, c2, c3, k0, k1)


# From the test vectors of Random123, philox4x32-10: counter and key, then the answer.
KNOWN = {
    "00000000 00000000 00000000 00000000 00000000 00000000": "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff": "408f276d 41c83b0e a20bc7c6 6d5451fd",
    "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0": "d16cfe09 94fdcceb 5001e420 24126ea1",
}


@pytest.mark.parametrize("place", KNOWN)
def test_philox_gives_the_published_words(place):
    words = stirred(*(int(word, 16) for word in place.split()))
    assert " ".join(f"{word:08x}" for word in words) == KNOWN[place]


PLACES = [(0, 0, 0), (1, 2, 3), (-1, -1, -1), (2**63 - 1, 2**40, 2**33), (-(2**63), 5, 10_000)]


def test_plain_python_gives_the_same_numbers():
    script = (
        "import json, sys; from plyometric.kernel.rng import below, uniform, word\n"
        "print(json.dumps([[word(*p), uniform(*p), below(7, *p)] for p in json.loads(sys.argv[1])]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, json.dumps(PLACES)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [[rng.word(*place), rng.uniform(*place), rng.below(7, *place)] for place in PLACES]
    assert json.loads(run.stdout) == here


@given(st.integers(1, 2**31 - 1), st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**62))
def test_numbers_stay_in_their_range(bound, seed, counter):
    assert 0 <= rng.below(bound, seed, 1, counter) < bound
    assert 0 <= rng.uniform(seed, 1, counter) < 1
    assert 0 <= rng.word(seed, 1, counter) < 2**32


def test_a_die_is_fair():
    rolls = Counter(rng.below(6, 1, 0, i) for i in range(6000))
    surprise = sum((rolls[face] - 1000) ** 2 / 1000 for face in range(6))
    assert surprise < 20.5  # chi-square with 5 degrees of freedom exceeds this once in a thousand


def test_uniform_numbers_fill_the_unit_interval_evenly():
    numbers = [rng.uniform(2, 0, i) for i in range(10_000)]
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.01
    assert min(numbers) < 0.001 and max(numbers) > 0.999


def test_seed_stream_and_counter_all_matter():
    places = [(seed, stream, counter) for seed in range(9) for stream in range(9) for counter in range(9)]
    assert len({rng.word(*place) for place in places}) == len(places)
