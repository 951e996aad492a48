"""Claims: the figures of a paper, each declared once, and the honest verdict on ours."""

from collections.abc import Mapping
from typing import Any, NamedTuple

MATCHES, SAME_DIRECTION, DIFFERS = "matches", "same direction", "differs"


class Claim(NamedTuple):
    """One figure: where the paper gives it, what it says, and by what comparison its direction is told.

    `error` is half the width of the paper's own interval. `against` names the claim whose figure the
    paper sets it against: the direction holds if ours differ the same way. A claim that reports
    nothing goes beyond the paper.
    """

    id: str
    where: str
    what: str
    reported: float | None = None
    error: float = 0.0
    against: str = ""


class Measured(NamedTuple):
    """What we measured: a value, its 95 % interval, and the size of the sample."""

    ours: float
    low: float
    high: float
    n: int


def verdict(claim: Claim, claims: Mapping[str, Claim], measured: Mapping[str, Measured]) -> str | None:
    """Return whether the paper's figure and ours agree, or None for what goes beyond the paper."""
    if claim.reported is None:
        return None
    ours = measured[claim.id]
    if ours.low <= claim.reported + claim.error and claim.reported - claim.error <= ours.high:
        return MATCHES
    return SAME_DIRECTION if _same_direction(claim, claims, measured) else DIFFERS


def _same_direction(claim: Claim, claims: Mapping[str, Claim], measured: Mapping[str, Measured]) -> bool:
    other = claims.get(claim.against)
    if other is None or other.reported is None or claim.reported is None or other.id not in measured:
        return False
    theirs = claim.reported - other.reported
    ours = measured[claim.id].ours - measured[other.id].ours
    return theirs * ours > 0


def results(
    study: str, seed: int, version: str, claims: list[Claim], measured: Mapping[str, Measured]
) -> dict:
    """Return all that results.json holds: every claim that was measured, with its verdict."""
    known = {claim.id: claim for claim in claims}
    rows = [_row(claim, known, measured) for claim in claims if claim.id in measured]
    return {"study": study, "seed": seed, "version": version, "claims": rows}


def _row(claim: Claim, claims: Mapping[str, Claim], measured: Mapping[str, Measured]) -> dict[str, Any]:
    row = {"id": claim.id, "where": claim.where, "what": claim.what, "reported": claim.reported}
    row |= {key: _rounded(value) for key, value in measured[claim.id]._asdict().items()}
    if claim.reported is None:
        return {**row, "beyond": True}
    return {**row, "verdict": verdict(claim, claims, measured)}


def _rounded(value: float) -> float:
    """Return a figure with as many digits as anybody can use."""
    return value if isinstance(value, int) else float(f"{value:.6g}")
