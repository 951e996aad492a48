"""What commands show while they work."""

import time

import pytest

from plyometric.arena.workers import each, workers
from plyometric.cli.display import Display
from plyometric.errors import InputError


def test_endless_work_is_begun_no_more_when_enough_was_found():
    begun = []

    def work(i):
        time.sleep(0.02)
        begun.append(i)

    units = ((str(i), (i,)) for i in range(1000))
    with Display() as display, workers(1) as executor:
        supply = each(executor, work, units)
        assert len(display.collect("looking", supply, 3, "things")) == 3
    assert len(begun) < 20, "what was under way may end"


def test_too_few_are_refused():
    with Display() as display, pytest.raises(InputError, match="only 2 things were found"):
        display.collect("looking", (i for i in range(2)), 3, "things")
