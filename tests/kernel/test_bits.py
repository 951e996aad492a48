"""Sets of squares: all 64 bits of a word count, compiled and as plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyometric.errors import plain_words
from plyometric.kernel import kernel, sources
from plyometric.kernel.bits import bit, down, lowest, popcount, signed, up, without_lowest

FULL = signed(0xFFFF_FFFF_FFFF_FFFF)
WORDS = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([0, 1, -1, -(2**63), 2**63 - 1])
PLACES = st.integers(-70, 70)
FUNCTIONS = (popcount, lowest, without_lowest, signed)


@kernel
def answers(word, n):
    alone = popcount(word), lowest(word), without_lowest(word), signed(word)
    return alone, (up(word, n), down(word, n), bit(n))


def plain_answers(word, n):
    return tuple(function(word) for function in FUNCTIONS), (up(word, n), down(word, n), bit(n))


def bits_of(word):
    """The word's 64 bits as one of Python's own numbers, which have no sign bit."""
    return word % 2**64


def right_answers(word, n):
    """The same by arithmetic on numbers of any size."""
    bits = bits_of(word)
    places = [i for i in range(64) if bits // 2**i % 2]
    rest = sum(2**i for i in places[1:])
    alone = len(places), places[0] if places else 64, rest, bits
    return alone, (moved(bits, n), moved(bits, -n), moved(1, n))


def moved(bits, n):
    return bits * 2**n % 2**64 if n > 0 else bits // 2**-n


def unsigned(answers):
    return tuple(tuple(map(bits_of, part)) for part in answers)


@settings(deadline=None)
@given(WORDS, PLACES)
def test_machine_code_is_right_in_all_64_bits(word, n):
    assert unsigned(answers(word, n)) == right_answers(word, n)


@settings(deadline=None)
@given(WORDS, PLACES)
def test_plain_python_says_what_machine_code_says(word, n):
    assert plain_answers(word, n) == answers(word, n)
    assert plain_answers(np.int64(word), np.int64(n)) == answers(word, n)


@pytest.mark.parametrize("n", [64, -64, 1000, 2**63 - 1])
def test_whatever_moves_as_far_as_the_word_is_wide_is_lost(n):
    assert answers(-1, n)[1] == plain_answers(-1, n)[1] == (0, 0, 0)


def test_an_empty_set_has_no_lowest_bit():
    assert (lowest(0), without_lowest(0)) == (64, 0)
    assert answers(0, 0)[0] == (0, 64, 0, 0)


@given(st.integers())
def test_a_number_of_any_size_gives_its_lowest_64_bits(number):
    assert -(2**63) <= signed(number) < 2**63
    assert bits_of(signed(number)) == number % 2**64


@kernel
def rest_of_a_word_below_zero(word):
    """Whatever the compiler knows about a word, its last bit is one like any other."""
    return without_lowest(word) if word < 0 else 0


def test_the_last_bit_alone_can_be_taken_away():
    assert rest_of_a_word_below_zero(-(2**63)) == without_lowest(-(2**63)) == 0


@kernel
def corners(word):
    """Constants of all kinds: a word, its unsigned writing, a literal place."""
    return popcount(word & FULL), popcount(0x8100_0000_0000_0081), up(1, 63), down(FULL, 63), lowest(bit(63))


def test_constants_are_words():
    assert corners(-1) == (64, 4, -(2**63), 1, 63)


@kernel
def half(number):
    return popcount(number / 2)


def test_a_number_that_is_not_whole_is_refused():
    with pytest.raises(Exception, match="popcount") as compiled:
        half(3)
    assert plain_words(compiled.value).endswith("popcount(float64) cannot be compiled.")
    with pytest.raises(TypeError):
        popcount(1.5)


WALK = """
import json, sys
sys.path.insert(0, sys.argv[1])
from plyometric.kernel import cache
from test_bits import answers

compiled = []
cache.watchers.append(lambda kernel, begins: compiled.append(kernel) if begins else None)
print(json.dumps([[answers(word, n) for word, n in json.loads(sys.argv[2])], compiled]))
"""
ASKED = [(word, n) for word in (0, 1, -1, -(2**63), 2**63 - 1, 0x0123_4567_89AB_CDEF) for n in (0, 8, 63, 64)]


def asked_elsewhere(**settings):
    run = subprocess.run(
        [sys.executable, "-c", WALK, str(Path(__file__).parent), json.dumps(ASKED)],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def test_other_processes_say_the_same_cold_warm_and_uncompiled(tmp_path):
    here = json.loads(json.dumps([answers(word, n) for word, n in ASKED]))
    assert asked_elsewhere(PLYOMETRIC_CACHE=str(tmp_path)) == [here, ["answers"]]
    assert asked_elsewhere(PLYOMETRIC_CACHE=str(tmp_path)) == [here, []]
    assert asked_elsewhere(NUMBA_DISABLE_JIT="1") == [here, []]


def test_the_digest_of_a_game_covers_them():
    assert "plyometric.kernel.bits" in sources._closure("plyometric.games.checkers")[0]
