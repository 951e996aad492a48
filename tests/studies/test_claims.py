"""Verdicts: honest about what agrees, what only points the same way, and what differs."""

import pytest

from plyometric.studies.claims import DIFFERS, MATCHES, SAME_DIRECTION, Claim, Measured, results, verdict

BASE = Claim("base", "Table 1", "base", 0.50, 0.01)
CLAIM = Claim("better", "Table 1", "better", 0.60, 0.01, against="base")
KNOWN = {"base": BASE, "better": CLAIM}


def judged(ours, width=0.005, base=0.50, claim=CLAIM):
    measured = {
        "base": Measured(base, base - 0.01, base + 0.01, 100),
        "better": Measured(ours, ours - width, ours + width, 100),
    }
    return verdict(claim, KNOWN, measured)


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        (0.60, MATCHES),
        (0.586, MATCHES),  # the intervals overlap: 0.591 and 0.59
        (0.614, MATCHES),
        (0.58, SAME_DIRECTION),  # better than the base, yet not as much
        (0.70, SAME_DIRECTION),
        (0.50, DIFFERS),  # no effect at all
        (0.45, DIFFERS),
    ],
)
def test_verdicts(ours, expected):
    assert judged(ours) == expected


def test_the_direction_is_told_by_our_own_base():
    assert judged(0.58, base=0.57) == SAME_DIRECTION
    assert judged(0.58, base=0.59) == DIFFERS


def test_a_figure_that_is_set_against_nothing_has_no_direction():
    assert judged(0.58, claim=CLAIM._replace(against="")) == DIFFERS
    assert judged(0.58, claim=CLAIM._replace(against="unheard of")) == DIFFERS


def test_a_base_that_was_not_measured_tells_nothing():
    assert verdict(CLAIM, KNOWN, {"better": Measured(0.58, 0.57, 0.585, 100)}) == DIFFERS


def test_what_goes_beyond_the_paper_has_no_verdict():
    claim = Claim("new", "", "something new")
    measured = {"new": Measured(0.123456789, 0.1, 0.2, 7), "base": Measured(0.5, 0.4, 0.6, 10)}
    found = results("toy", 3, "1.0", [BASE, claim, CLAIM], measured)
    assert found == {
        "study": "toy",
        "seed": 3,
        "version": "1.0",
        "claims": [
            {
                "id": "base",
                "where": "Table 1",
                "what": "base",
                "reported": 0.50,
                "ours": 0.5,
                "low": 0.4,
                "high": 0.6,
                "n": 10,
                "verdict": MATCHES,
            },
            {
                "id": "new",
                "where": "",
                "what": "something new",
                "reported": None,
                "ours": 0.123457,
                "low": 0.1,
                "high": 0.2,
                "n": 7,
                "beyond": True,
            },
        ],
    }
