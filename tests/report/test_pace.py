"""An honest estimate of the time that is left."""

from plyometric.report.pace import time_left

KNOWN = {"slow": 20.0, "quick": 2.0, "new": 0.0}


def test_what_is_known_adds_up_and_what_is_not_is_named():
    left = time_left(["quick", "slow", "new"], KNOWN, {})
    assert left.minutes == 22 and left.unknown == ["new"]
    assert str(left) == "about 22 min left, not counting new"


def test_a_machine_that_was_slower_stays_so():
    assert time_left(["quick", "slow"], KNOWN, {"quick": 3.0}).minutes == 30
    assert str(time_left(["quick", "slow"], KNOWN, {"quick": 3.0, "slow": 31.0})) == "nothing is left"


def test_nothing_is_made_up():
    assert "nobody has measured" in str(time_left(["new"], {}, {}))
