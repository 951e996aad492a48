"""Errors of the compiler and of numbers as sentences about a line of the game, with the cure."""

import pytest

from plyometric.errors import plain_words
from plyometric.games import load
from plyometric.games.newgame import starter_source
from plyometric.kernel.referee import probe

FAULTS = {
    "a fraction among bits": ("foe=s.own | 1 << cell", "foe=s.own | (1 << cell) / 1", "// keeps whole ones"),
    "a constant of 70 bits": ("LINES = (0o007,", "LINES = (1 << 70,", "too large for a word of 64 bits"),
    "a dictionary": (
        "    n = 0\n    for cell",
        "    n, seen = 0, {}\n    for cell",
        "seen is of no kind that rules know",
    ),
    "a start of 64 bits": (
        "State(own=0,",
        "State(own=1 << 63,",
        "start: own is 0x8000000000000000, too large",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_sentence_with_the_cure(tmp_path, fault):
    old, new, words = FAULTS[fault]
    source, path = starter_source("mygame"), tmp_path / "mygame.py"
    assert old in source
    path.write_text(source.replace(old, new))
    with pytest.raises(Exception) as raised:
        probe(load(str(path)))
    assert words in plain_words(raised.value) and "mygame.py" in plain_words(raised.value)


def test_numbers_beyond_a_word_name_their_line():
    with pytest.raises(OverflowError) as raised:
        (1 << 70).to_bytes(8)
    assert plain_words(raised.value).endswith("OverflowError: int too big to convert.") is False
    assert "test_errors.py line" in plain_words(raised.value) and "signed(0x8000_" in plain_words(
        raised.value
    )
