"""Verdicts: honest about what agrees, what only points the same way, what differs, and what cannot tell."""

import json
import math

import pytest

from plyometric.arena.statistics import Estimate, mean_interval
from plyometric.studies import load, names
from plyometric.studies.claims import (
    DIFFERS,
    MATCHES,
    SAME_DIRECTION,
    TOO_FEW,
    Claim,
    Evidence,
    Measured,
    results,
    stake,
    verdict,
)

BASE = Claim("base", "Table 1", "base", 0.50, 0.01)
CLAIM = Claim("better", "Table 1", "better", 0.60, 0.01, against="base")
KNOWN = {"base": BASE, "better": CLAIM}


def measured(ours, error, n=100):
    return Measured(ours, ours - error, ours + error, n)


def judged(ours, error=0.005, base=0.50, claim=CLAIM, changes=()):
    figures = {"base": measured(base, 0.01), "better": measured(ours, error)}
    return verdict(claim, Evidence(KNOWN, figures, dict(changes)))


def alone(reported, ours, half_width, **facts):
    claim = Claim("alone", "", "", reported, **facts)
    return verdict(claim, Evidence({"alone": claim}, {"alone": measured(ours, half_width)}, {}))


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


def test_an_interval_as_wide_as_what_is_at_stake_still_speaks_and_a_wider_one_does_not():
    assert judged(0.60, error=0.0499) == MATCHES
    assert judged(0.60, error=0.0501) == TOO_FEW


def test_noise_is_not_rewarded():
    share = Claim("share", "Section 6", "full system", 0.50, 0.05, against="random")
    known = {"share": share, "random": Claim("random", "Section 6", "random", 0.24, 0.05)}
    figures = {"share": measured(0.20, 0.31), "random": measured(0.24, 0.32)}
    assert verdict(share, Evidence(known, figures, {})) == TOO_FEW


def test_a_direction_must_stand_out_of_its_own_interval():
    assert judged(0.52, error=0.005) == SAME_DIRECTION  # 0.02 +- 0.011
    assert judged(0.51, error=0.005) == DIFFERS  # 0.01 +- 0.011
    assert judged(0.52, error=0.02) == DIFFERS  # 0.02 +- 0.022


def test_a_score_that_cannot_be_told_from_its_base_has_no_direction():
    base, claim = Claim("base", "", "", 50.0), Claim("exam", "", "", 66.25, against="base")
    figures = {"base": Measured(50.0, 50.0, 50.0, 8), "exam": measured(50.06, 9.6)}
    assert verdict(claim, Evidence({"base": base, "exam": claim}, figures, {})) == DIFFERS


def test_the_direction_is_told_by_our_own_base():
    assert judged(0.58, base=0.56) == SAME_DIRECTION
    assert judged(0.58, base=0.59) == DIFFERS


def test_a_change_that_was_measured_in_pairs_is_surer_than_two_figures():
    assert judged(0.51) == DIFFERS
    assert judged(0.51, changes={"better": Estimate(0.01, 0.005, 0.015)}) == SAME_DIRECTION
    assert judged(0.51, changes={"better": Estimate(0.01, -0.005, 0.025)}) == DIFFERS


def test_a_figure_that_falls_must_fall():
    worse = CLAIM._replace(reported=0.40)
    assert judged(0.45, claim=worse) == SAME_DIRECTION
    assert judged(0.55, claim=worse) == DIFFERS


def test_a_figure_that_is_set_against_nothing_has_no_direction():
    assert judged(0.58, claim=CLAIM._replace(against="")) == DIFFERS
    assert judged(0.58, claim=CLAIM._replace(against="unheard of")) == DIFFERS


def test_a_base_that_was_not_measured_tells_nothing():
    evidence = Evidence(KNOWN, {"better": Measured(0.58, 0.57, 0.585, 100)}, {})
    assert verdict(CLAIM, evidence) == DIFFERS


def test_the_whole_figure_is_at_stake_unless_something_else_is_said():
    assert alone(2.0, 1.5, 1.0) == MATCHES
    assert alone(2.0, 1.5, 1.1) == TOO_FEW
    assert alone(2.0, 1.5, 1.0, stake=1.0) == TOO_FEW
    assert alone(0.0, 0.1, 0.2, stake=1.0) == MATCHES
    assert alone(-2.0, -1.5, 1.0) == MATCHES


def test_exact_figures_match_when_they_are_equal():
    assert alone(2.875, 2.875, 0.0) == MATCHES
    assert alone(2.87, 2.875, 0.0, error=0.006) == MATCHES
    assert alone(0.0, 0.0, 0.0) == MATCHES
    assert alone(17.0, 8.0, 0.0) == DIFFERS


def test_one_sample_matches_nothing():
    single = mean_interval([71.0])
    assert math.isinf(single.high)
    claim = Claim("exam", "", "", 74.25)
    evidence = Evidence({"exam": claim}, {"exam": Measured(*single, 1)}, {})
    assert verdict(claim, evidence) == TOO_FEW
    (row,) = results("toy", 1, "1", evidence)["claims"]
    assert (row["ours"], row["low"], row["high"]) == (71.0, None, None)
    assert json.loads(json.dumps(row, allow_nan=False)) == row


@pytest.mark.parametrize("name", names())
def test_every_claim_of_every_study_has_something_at_stake_but_what_others_are_set_against(name):
    known = {claim.id: claim for claim in load(name).CLAIMS}
    empty = {one.id for one in known.values() if one.reported is not None and not stake(one, known)}
    assert empty <= {one.against for one in known.values()} - {""}


def test_what_is_so_by_definition_has_no_verdict():
    assert alone(1.0, 1.0, 0.0, stake=0.0) is None
    unit = Claim("unit", "", "", 1.0, stake=0.0)
    (row,) = results("toy", 1, "1", Evidence({"unit": unit}, {"unit": measured(1.0, 0.0)}, {}))["claims"]
    assert "verdict" not in row and "beyond" not in row


def test_what_goes_beyond_the_paper_has_no_verdict():
    claim = Claim("new", "", "something new")
    figures = {"new": Measured(0.123456789, 0.1, 0.2, 7), "base": Measured(0.5, 0.4, 0.6, 10)}
    evidence = Evidence({"base": BASE, "new": claim, "better": CLAIM}, figures, {})
    found = results("toy", 3, "1.0", evidence)
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
