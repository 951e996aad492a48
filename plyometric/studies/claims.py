"""Claims: the figures of a paper, each declared once, and the honest verdict on ours.

The rule by which verdicts are given stands in docs/reading-a-report.md, with examples.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from plyometric.arena.statistics import Estimate

MATCHES, TOO_FEW, SAME_DIRECTION, DIFFERS = "matches", "too few to tell", "same direction", "differs"


class Claim(NamedTuple):
    """One figure: where the paper gives it, what it says, and by what comparison its direction is told.

    `error` is half the width of the paper's own interval. `against` names the claim whose figure the
    paper sets it against: the direction holds if ours differ the same way. `stake` is how much the claim
    is about where it is set against nothing; by default all of the figure, and 0 for a figure that is what it
    is by definition, so that there is no verdict on it. A claim that reports nothing goes beyond the paper.
    """

    id: str
    where: str
    what: str
    reported: float | None = None
    error: float = 0.0
    against: str = ""
    stake: float | None = None


class Measured(NamedTuple):
    """What we measured: a value, its 95 % interval, and the size of the sample."""

    ours: float
    low: float
    high: float
    n: int

    @property
    def error(self) -> float:
        """Half the width of the interval: the number after the plus-minus sign."""
        return (self.high - self.low) / 2


class Story(NamedTuple):
    """What a study is about, for someone who has not read the paper.

    The headline is the claim that answers the question; the plain words say what was tried, and explain
    every symbol that the study's tables use. `found` tells what came out in a few sentences, in which the id
    of a claim in braces stands for its figure. `why` says why figures differ from the paper's, where that is
    known. `minutes` are about what the paper's scale takes on two cores that have nothing else to do.
    """

    question: str
    headline: str
    plain: str
    found: str = ""
    why: str = ""
    minutes: float = 0.0


class Evidence(NamedTuple):
    """All that verdicts are given by: the claims, what was measured, and changes measured in pairs.

    A change is by how much a claim's figure differs from the one that it is set against.
    """

    claims: Mapping[str, Claim]
    measured: Mapping[str, Measured]
    changes: Mapping[str, Estimate]


def verdict(claim: Claim, evidence: Evidence) -> str | None:
    """Return whether the paper's figure and ours agree, or None where that is no question."""
    if claim.reported is None or claim.stake == 0:
        return None
    ours = evidence.measured[claim.id]
    if ours.low <= claim.reported + claim.error and claim.reported - claim.error <= ours.high:
        return MATCHES if ours.error <= stake(claim, evidence.claims) / 2 else TOO_FEW
    return SAME_DIRECTION if _goes_their_way(claim, evidence) else DIFFERS


def stake(claim: Claim, claims: Mapping[str, Claim]) -> float:
    """Return how much a claim is about: an interval wider than this cannot speak for it or against it."""
    if theirs := _their_change(claim, claims):
        return abs(theirs)
    return abs(claim.reported or 0.0) if claim.stake is None else claim.stake


def _goes_their_way(claim: Claim, evidence: Evidence) -> bool:
    """Return whether our figure lies where the paper says of the one it is set against, beyond chance."""
    theirs = _their_change(claim, evidence.claims)
    if not theirs or claim.against not in evidence.measured:
        return False
    ours = _our_change(claim, evidence)
    return ours.low > 0 if theirs > 0 else ours.high < 0


def _their_change(claim: Claim, claims: Mapping[str, Claim]) -> float:
    other = claims.get(claim.against)
    if other is None or other.reported is None or claim.reported is None:
        return 0.0
    return claim.reported - other.reported


def _our_change(claim: Claim, evidence: Evidence) -> Estimate:
    """Return the change as measured in pairs, or else that of two figures whose errors are independent."""
    if claim.id in evidence.changes:
        return evidence.changes[claim.id]
    ours, other = evidence.measured[claim.id], evidence.measured[claim.against]
    change, error = ours.ours - other.ours, math.hypot(ours.error, other.error)
    return Estimate(change, change - error, change + error)


def results(study: str, seed: int, version: str, evidence: Evidence) -> dict[str, Any]:
    """Return all that results.json holds: every claim that was measured, with its verdict."""
    rows = [_row(claim, evidence) for claim in evidence.claims.values() if claim.id in evidence.measured]
    return {"study": study, "seed": seed, "version": version, "claims": rows}


def _row(claim: Claim, evidence: Evidence) -> dict[str, Any]:
    row = {"id": claim.id, "where": claim.where, "what": claim.what, "reported": claim.reported}
    row |= {key: _rounded(value) for key, value in evidence.measured[claim.id]._asdict().items()}
    if claim.reported is None:
        return {**row, "beyond": True}
    said = verdict(claim, evidence)
    return {**row, "verdict": said} if said else row


def _rounded(value: float) -> float | None:
    """Return a figure with as many digits as anybody can use; JSON has no infinities."""
    if not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.6g}")
