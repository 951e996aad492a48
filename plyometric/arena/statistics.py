"""The statistics of matches: how sure a score is, what it is in Elo, and when a test may stop.

The unit of evidence is the pair: two games from one opening with colours swapped. The two depend on
each other (a lopsided opening is won once and lost once), so a spread is measured between pairs and
not between games. Games that were not paired count one by one.

Sources: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22
(1927); A. Wald, Sequential Analysis (1947); M. Van den Bergh, A practical introduction to the GSPRT;
X. Li, J. Liu and Z. Ying, Generalized sequential probability ratio test for separate families of
hypotheses, Sequential Analysis 33 (2014).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError

UNSEEN = 1e-3
"""What a result that never came up counts in a likelihood, as in fishtest: rare, not impossible."""

FARTHEST = 4000.0
"""The largest Elo difference that can be tested; its score is 1e-10 away from a clean sweep."""


@dataclass(frozen=True)
class Tally:
    """The results of player A: games won, drawn and lost, and pairs by their points 0, 1/2, 1, 3/2, 2.

    `ptnml` counts the pairs LL, LD, DD or WL, WD, WW. Either every game is in a pair or none is.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    ptnml: tuple[int, ...] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        """Refuse counts that no match can give."""
        if len(self.ptnml) != 5 or min(self.wins, self.draws, self.losses, *self.ptnml) < 0:
            raise InputError(f"{self}: three counts of games and five of pairs are expected, none negative.")
        half_points = sum(points * pairs for points, pairs in enumerate(self.ptnml))
        if self.pairs and (2 * self.pairs, half_points) != (self.games, 2 * self.wins + self.draws):
            raise InputError(f"{self}: all games must be in pairs, or none, and both must give one score.")

    def __add__(self, other: "Tally") -> "Tally":
        """Return the results of both matches together."""
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            tuple(map(sum, zip(self.ptnml, other.ptnml, strict=True))),
        )

    @classmethod
    def of_games(cls, results: Any) -> "Tally":
        """Count games that were not paired, each 1, 0 or -1 for player A."""
        losses, draws, wins = _histogram(np.ravel(results), 1)
        return cls(wins, draws, losses)

    @classmethod
    def of_pairs(cls, results: Any) -> "Tally":
        """Count pairs of games, a row each: two results, each 1, 0 or -1 for player A."""
        pairs = np.asarray(results)
        if len(pairs) and pairs.shape[1:] != (2,):
            raise InputError(f"pairs of games are rows of two results, not an array of shape {pairs.shape}.")
        losses, draws, wins = _histogram(pairs.ravel(), 1)
        return cls(wins, draws, losses, _histogram(pairs.reshape(-1, 2).sum(axis=1), 2))

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(self.ptnml)

    @property
    def score(self) -> float:
        """The share of the points that A won, from 0 to 1; one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def counts(self) -> tuple[int, ...]:
        """The evidence, worst result first: pairs by points, or losses, draws and wins if unpaired."""
        return self.ptnml if self.pairs else (self.losses, self.draws, self.wins)

    @property
    def spread(self) -> float:
        """The standard deviation of a pair's (or unpaired game's) score: 0 if all alike, at most 1/2."""
        square_distances = (np.linspace(0, 1, len(self.counts)) - self.score) ** 2
        return math.sqrt(np.dot(square_distances, self.counts) / max(1, sum(self.counts)))


class Estimate(NamedTuple):
    """A measured value and the ends of its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval: the number after the plus-minus sign."""
        return (self.high - self.low) / 2


class Sprt(NamedTuple):
    """The state of a sequential test: its log-likelihood ratio, the bounds, and 'H0', 'H1' or 'running'."""

    llr: float
    lower: float
    upper: float
    verdict: str


def wilson(share: float, trials: float, confidence: float = 0.95) -> Estimate:
    """Return the Wilson interval of a share of independent successes; no trials leave all of 0 to 1."""
    if not (0 <= share <= 1 and trials >= 0):
        raise InputError(f"a share from 0 to 1 of 0 or more trials is expected, not {share} of {trials}.")
    z = _quantile(confidence)

    def least(part: float) -> float:
        root = math.sqrt(z * z + 4 * trials * part * (1 - part))
        return (2 * trials * part + z * z - z * root) / (2 * (trials + z * z))

    return Estimate(share, least(share), 1 - least(1 - share))


def score_interval(tally: Tally, confidence: float = 0.95) -> Estimate:
    """Return the score with its interval: Wilson's, over as many won-or-lost games as the tally weighs.

    Without draws and pairs that is the plain Wilson interval. Draws, and pairs that balance out,
    spread less than coin tosses do; each then weighs as much as several tosses.
    """
    return wilson(tally.score, _weight(tally), confidence)


def elo_interval(tally: Tally, confidence: float = 0.95) -> Estimate:
    """Return the Elo difference with its interval; a clean sweep is infinite, with one finite end."""
    return Estimate(*map(elo, score_interval(tally, confidence)))


def likelihood_of_superiority(tally: Tally) -> float:
    """Return how likely A is the stronger: over 97.5 % just where the 95 % interval lies above 1/2."""
    return NormalDist().cdf((2 * tally.score - 1) * math.sqrt(_weight(tally)))


def sprt(tally: Tally, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Test H0 'A is elo0 better' against H1 'elo1 better'; stop when the verdict is not 'running'.

    H1 is accepted with probability alpha if H0 is true, and H0 with probability beta if H1 is true.
    """
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise InputError(f"alpha={alpha}, beta={beta}: error rates between 0 and 0.5 are expected.")
    llr = float(log_likelihood_ratio(tally.counts, elo0, elo1))
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    verdict = "H0" if llr <= lower else "H1" if llr >= upper else "running"
    return Sprt(llr, lower, upper, verdict)


def log_likelihood_ratio(counts: Sequence[int] | np.ndarray, elo0: float, elo1: float) -> np.ndarray:
    """Return how much better elo1 explains the counts (`Tally.counts`, or rows of them) than elo0.

    This is the generalised ratio: each side is given the likeliest distribution of results that has
    its expected score, so nothing is assumed about draws or about how the games of a pair depend.
    """
    if not -FARTHEST <= elo0 < elo1 <= FARTHEST:
        raise InputError(f"elo0={elo0} must be less than elo1={elo1}, both from -{FARTHEST} to {FARTHEST}.")
    seen = np.maximum(counts, UNSEEN)
    return _log_likelihood(seen, expected_score(elo1)) - _log_likelihood(seen, expected_score(elo0))


def pairs_needed(half_width: float, spread: float = 0.5, confidence: float = 0.95) -> int:
    """Return how many pairs bring `score_interval` down to a half-width, at an even score.

    The spread is that of an earlier `Tally`; one half, the worst case, is all pairs won or lost 2-0.
    """
    if not (0 < half_width < 0.5 and 0 <= spread <= 0.5):
        raise InputError(
            f"a half-width between 0 and 0.5 and a spread from 0 to 0.5 are expected,"
            f" not {half_width} and {spread}."
        )
    weight = _quantile(confidence) ** 2 * (1 / (4 * half_width**2) - 1)
    surplus = 4 * spread**2 * weight - 1
    # The positive root of n (n + 1) = weight (4 n spread^2 + 1), which is `_weight` at a score of 1/2.
    return math.ceil((surplus + math.sqrt(surplus**2 + 4 * weight)) / 2)


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return a mean with Student's interval; a single value says nothing about its spread."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    n, mean = len(values), float(np.mean(values))
    if n < 2:
        return Estimate(mean, -math.inf, math.inf)
    error = float(stdtrit(n - 1, (1 + confidence) / 2) * np.std(values, ddof=1) / math.sqrt(n))
    return Estimate(mean, mean - error, mean + error)


def chance_of_less(values: Sequence[float]) -> float:
    """Return how likely a mean as low as that of some values is by chance, by Student's test, if it is 0."""
    from scipy.special import stdtr

    n, spread = len(values), float(np.std(values, ddof=1))
    if not spread:
        return 0.0 if values[0] < 0 else 1.0
    return float(stdtr(n - 1, np.mean(values) * math.sqrt(n) / spread))


def ratio_interval(values: Sequence[float], against: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return the ratio of two sums whose parts belong together one by one, with its interval.

    The interval is that of the mean by which parts lie off the ratio, in units of what they are set against.
    """
    ours, theirs = np.array(values, float), np.array(against, float)
    ratio = float(ours.sum() / theirs.sum())
    off = mean_interval((ours - ratio * theirs) / theirs.mean(), confidence)
    return Estimate(ratio, ratio + off.low, ratio + off.high)


def elo(score: float) -> float:
    """Return the Elo difference that goes with an expected score, infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise InputError(f"a score from 0 to 1 is expected, not {score}.")
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """Return the share of the points that a player stronger by an Elo difference expects."""
    return 1 / (1 + 10 ** (-difference / 400))


def _weight(tally: Tally) -> float:
    """Return how many won-or-lost games would say as much about the score as the tally does.

    That is the number of pairs, times the spread that such games would have over the spread there is.
    One imagined pair of the widest spread joins both, so that results all alike are never certainty.
    """
    n = sum(tally.counts)
    if n == 0:
        return 0.0
    imagined = 0.25 / n
    return n * (tally.score * (1 - tally.score) + imagined) / (tally.spread**2 + imagined)


def _log_likelihood(counts: np.ndarray, score: float) -> np.ndarray:
    """Return the log-likelihood of counts under the likeliest distribution with that expected score.

    The distribution is counts / (1 + tilt * distance), up to a factor that all scores share; its mean
    is the score at the one tilt where the pulls below cancel, and their sum falls as the tilt grows.
    """
    distance = np.linspace(0, 1, counts.shape[-1]) - score
    low = np.full((*counts.shape[:-1], 1), -1 / distance[-1])
    high = np.full_like(low, -1 / distance[0])
    for _ in range(60):
        tilt = (low + high) / 2
        pull = (counts * distance / (1 + tilt * distance)).sum(axis=-1, keepdims=True)
        low, high = np.where(pull > 0, tilt, low), np.where(pull > 0, high, tilt)
    return -(counts * np.log1p(tilt * distance)).sum(axis=-1)


def _quantile(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise InputError(f"a confidence between 0 and 1 is expected, not {confidence}.")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _histogram(results: np.ndarray, extreme: int) -> tuple[int, ...]:
    values = range(-extreme, extreme + 1)
    counts = tuple(int(np.count_nonzero(results == value)) for value in values)
    if sum(counts) != len(results):
        raise InputError(f"results must be 1, 0 or -1 for player A, not {sorted(set(results.tolist()))}.")
    return counts
