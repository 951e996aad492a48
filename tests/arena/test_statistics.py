"""Against published figures of engine tests and of textbooks, and against simulated matches."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plyometric.arena.statistics import (
    Tally,
    chance_of_less,
    elo,
    elo_interval,
    expected_score,
    likelihood_of_superiority,
    log_likelihood_ratio,
    pairs_needed,
    score_interval,
    sprt,
    wilson,
)
from plyometric.errors import InputError

WIN, DRAW, LOSS = 1, 0, -1


def match(*ptnml: int) -> Tally:
    """Return the tally of a match with these pairs, taking the level ones for two draws each."""
    ll, ld, dd, wd, ww = ptnml
    return Tally(wd + 2 * ww, ld + 2 * dd + wd, 2 * ll + ld, ptnml)


counts = st.integers(0, 500)
matches = st.builds(match, counts, counts, counts, counts, counts)


def test_differences_that_are_all_alike_are_no_chance_where_they_are_below_zero():
    assert [chance_of_less([one] * 5) for one in (-2.0, 0.0, 2.0)] == [0.0, 1.0, 1.0]
    assert 0 < chance_of_less([-2.0, -1.0, -3.0]) < 0.05


# Counting


def test_pairs_are_counted_by_their_points():
    pairs = [(WIN, WIN), (WIN, DRAW), (DRAW, WIN), (DRAW, DRAW), (WIN, LOSS), (LOSS, DRAW), (LOSS, LOSS)]
    assert Tally.of_pairs(pairs) == Tally(wins=5, draws=5, losses=4, ptnml=(1, 1, 2, 2, 1))


def test_unpaired_games_are_counted_one_by_one():
    tally = Tally.of_games([WIN, WIN, DRAW, LOSS])
    assert tally == Tally(wins=2, draws=1, losses=1)
    assert (tally.games, tally.pairs, tally.score) == (4, 0, 0.625)


@given(st.lists(st.tuples(st.sampled_from([-1, 0, 1]), st.sampled_from([-1, 0, 1]))), st.integers(0, 50))
def test_a_match_cut_in_two_adds_up(pairs, cut):
    assert Tally.of_pairs(pairs[:cut]) + Tally.of_pairs(pairs[cut:]) == Tally.of_pairs(pairs)


def test_the_spread_is_measured_between_pairs():
    assert match(0, 0, 8, 0, 0).spread == 0
    assert match(4, 0, 0, 0, 4).spread == 0.5
    assert Tally(wins=8, losses=8, ptnml=(0, 0, 8, 0, 0)).spread == 0
    assert Tally(wins=8, losses=8).spread == 0.5


@pytest.mark.parametrize(
    "counts",
    [
        {"wins": -1},
        {"wins": 3, "ptnml": (0, 0, 0, 0, 1)},
        {"wins": 2, "ptnml": (1, 0, 0, 0, 0)},
        {"wins": 2, "ptnml": (0, 1)},
    ],
)
def test_impossible_counts_are_refused(counts):
    with pytest.raises(InputError, match=r"expected|must"):
        Tally(**counts)


def test_paired_and_unpaired_games_do_not_mix():
    with pytest.raises(InputError, match="all games must be in pairs"):
        Tally.of_pairs([(WIN, LOSS)]) + Tally.of_games([WIN])


def test_a_result_is_a_win_a_draw_or_a_loss():
    with pytest.raises(InputError, match="1, 0 or -1"):
        Tally.of_games([1, 0.5])


def test_a_pair_is_two_games():
    with pytest.raises(InputError, match="rows of two results"):
        Tally.of_pairs([(WIN, LOSS, DRAW)])


# Intervals


@pytest.mark.parametrize(
    "successes, trials, confidence, low, high",
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.95, 0.2553, 0.3662),
        (15, 148, 0.95, 0.0624, 0.1605),
        (0, 20, 0.95, 0.0000, 0.1611),
        (1, 29, 0.95, 0.0061, 0.1718),
        # R's prop.test without continuity correction, as in the snapshots of the R package cardx.
        (32, 32, 0.95, 0.8928, 1.0000),
        (5, 10, 0.90, 0.2693, 0.7307),
    ],
)
def test_wilson_intervals_of_the_literature(successes, trials, confidence, low, high):
    interval = wilson(successes / trials, trials, confidence)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=6e-5)
    games = Tally(wins=successes, losses=trials - successes)
    assert score_interval(games, confidence) == pytest.approx(interval)


@pytest.mark.parametrize(
    "ptnml, difference, error",
    [
        ((609, 3850, 9708, 10948, 4885), 92.77, 2.1),  # Stockfish's first network, fishtest 5f28fe6e
        ((48, 3203, 14470, 11835, 444), 55.03, 1.4),  # fishtest 696a9e83
        ((66, 1042, 2452, 1370, 70), 11.68, 3.7),  # fishtest 68d6133f
        ((8, 633, 1558, 804, 6), 9.64, 4.36),  # RubiChess pull request 523, fastchess
        ((34, 54, 63, 64, 75), 55.58, 27.65),  # the tests of fastchess, as are the next two
        ((332, 433, 498, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
        ((89, 1928, 3765, 1956, 99), 1.06, 2.96),  # PZChessBot pull request 303, OpenBench
        ((1400, 4234, 7874, 4238, 1373), -0.45, 2.49),  # Potential pull request 565, OpenBench
    ],
)
def test_elo_of_published_matches(ptnml, difference, error):
    measured = elo_interval(match(*ptnml))
    assert measured.value == pytest.approx(difference, abs=0.006)
    assert measured.error == pytest.approx(error, abs=0.051)


@pytest.mark.parametrize(
    "wins, losses, draws, difference, error, superiority",
    [
        (332, 316, 352, 5.6, 17.3, 0.735),  # Pedantic pull request 8, cutechess-cli
        (364, 346, 218, 6.7, 19.5, 0.750),  # talkchess 84211, cutechess-cli
        (136, 96, 111, 40.70, 30.43, 0.996),  # the tests of fastchess
    ],
)
def test_elo_and_superiority_of_published_unpaired_matches(
    wins, losses, draws, difference, error, superiority
):
    tally = Tally(wins, draws, losses)
    measured = elo_interval(tally)
    assert measured.value == pytest.approx(difference, abs=0.06)
    assert measured.error == pytest.approx(error, abs=0.11)
    assert likelihood_of_superiority(tally) == pytest.approx(superiority, abs=6e-4)


def test_superiority_of_a_published_paired_match():
    # The tests of fastchess print 5.05 %.
    assert likelihood_of_superiority(match(332, 433, 498, 333, 334)) == pytest.approx(0.0505, abs=2e-4)


def test_no_games_say_nothing():
    assert score_interval(Tally()) == (0.5, 0, 1)
    assert elo_interval(Tally()) == (0, -math.inf, math.inf)
    assert likelihood_of_superiority(Tally()) == 0.5
    assert sprt(Tally(), 0, 5).verdict == "running"


@pytest.mark.parametrize("pairs", [1, 10, 1000])
def test_a_clean_sweep_is_no_certainty(pairs):
    sweep = match(0, 0, 0, 0, pairs)
    assert score_interval(sweep) == wilson(1, pairs)
    assert elo_interval(sweep).value == elo_interval(sweep).high == math.inf
    assert math.isfinite(elo_interval(sweep).low)
    assert likelihood_of_superiority(sweep) > 0.8


def test_ten_pairs_won_leave_some_doubt_who_is_stronger():
    assert 0.999 < likelihood_of_superiority(match(0, 0, 0, 0, 10)) < 0.9999


def test_nothing_but_draws_leaves_room_on_both_sides():
    few, many = (score_interval(match(0, 0, pairs, 0, 0)) for pairs in (10, 1000))
    assert few.low < many.low < 0.5 < many.high < few.high
    assert few.error > 0.05 and many.error > 0.0005


@given(matches)
def test_an_interval_holds_its_value_and_is_never_a_point(tally):
    interval = score_interval(tally)
    assert 0 <= interval.low <= interval.value <= interval.high <= 1
    assert interval.error > 0
    assert not any(map(math.isnan, elo_interval(tally)))


@given(matches)
def test_the_opponent_sees_the_mirror_image(tally):
    other = match(*reversed(tally.ptnml))
    mine, theirs = score_interval(tally), score_interval(other)
    assert (mine.low, mine.high) == pytest.approx((1 - theirs.high, 1 - theirs.low))
    assert likelihood_of_superiority(tally) + likelihood_of_superiority(other) == pytest.approx(1)
    assert sprt(tally, -3, 5).llr == pytest.approx(-sprt(other, -5, 3).llr, abs=1e-6)


@given(matches)
def test_superiority_and_interval_agree(tally):
    low, likelihood = score_interval(tally, 0.95).low, likelihood_of_superiority(tally)
    assume(abs(low - 0.5) > 1e-9)
    assert (low > 0.5) == (likelihood > 0.975)


@given(st.floats(-2000, 2000))
def test_elo_and_expected_score_undo_each_other(difference):
    assert elo(expected_score(difference)) == pytest.approx(difference, abs=1e-6)


def test_two_hundred_elo_are_three_points_out_of_four():
    # FIDE Handbook B.02 has 0.76 for 200, from the normal curve; the logistic curve has 0.7597.
    assert expected_score(200) == pytest.approx(0.76, abs=5e-4)
    assert (elo(0), elo(0.5), elo(1)) == (-math.inf, 0, math.inf)


# How many games


@given(st.integers(0, 300), st.integers(0, 300), st.integers(1, 300), st.sampled_from([0.8, 0.95, 0.99]))
def test_the_pairs_needed_for_an_interval_are_those_that_gave_it(sweeps, narrow, level, confidence):
    tally = match(sweeps, narrow, level, narrow, sweeps)
    error = score_interval(tally, confidence).error
    assert pairs_needed(error * (1 + 1e-9), tally.spread, confidence) == tally.pairs
    assert pairs_needed(error * (1 - 1e-9), tally.spread, confidence) == tally.pairs + 1


def test_the_textbook_number_of_coin_tosses():
    # A margin of 3 points at 95 % takes 1,068 answers by the normal curve; Wilson's needs z^2 fewer.
    assert pairs_needed(0.03) == 1068 - 4
    assert pairs_needed(0.03, spread=0.25) < 1068 / 3.9


# Sequential tests


@pytest.mark.parametrize(
    "counts, elo0, elo1, llr",
    [
        # Stockfish pull requests 3098 (both stages), 2493, 3209, 2971, 2598.
        ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
        ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
        ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),
        ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
        ((444, 5546, 17841, 5604, 428), -1.5, 0.5, 2.63),
        # The tests of fastchess: pairs, then games that were not paired.
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
        ((21184, 40708, 21404), 0.5, 2.5, -1.57),
        ((57030, 106593, 57433), 0, 2, -2.59),
    ],
)
def test_log_likelihood_ratios_of_published_tests(counts, elo0, elo1, llr):
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(llr, abs=0.006)


def test_a_short_lopsided_match_needs_the_exact_ratio():
    # montytest 69d3c8dc: exact -0.53772; its two approximations give -0.52194 and -0.55961.
    assert log_likelihood_ratio((13, 37, 50, 25, 3), 0, 2.716) == pytest.approx(-0.53772, abs=1e-4)


@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(-300, 300), st.integers(1, 100))
def test_without_draws_it_is_the_ratio_of_two_biased_coins(losses, wins, elo0, wider):
    expected = coin_ratio(losses, wins, elo0, elo0 + wider)
    assert log_likelihood_ratio((losses, wins), elo0, elo0 + wider) == pytest.approx(expected, abs=1e-8)


def test_a_result_that_never_came_up_counts_a_thousandth():
    assert log_likelihood_ratio((0, 40), 0, 100) == pytest.approx(coin_ratio(0.001, 40, 0, 100))


def coin_ratio(losses: float, wins: float, elo0: float, elo1: float) -> float:
    s0, s1 = expected_score(elo0), expected_score(elo1)
    return wins * math.log(s1 / s0) + losses * math.log((1 - s1) / (1 - s0))


@pytest.mark.parametrize("counts", [(30, 50, 20), (5, 90, 5), (1, 10, 200)])
def test_each_side_is_given_its_likeliest_draw_rate(counts):
    def best(score: float) -> float:
        win = np.linspace(max(0, 2 * score - 1), score, 1_000_001)[1:-1]
        return max(np.log([1 - 2 * score + win, 2 * (score - win), win]).T @ counts)

    expected = best(expected_score(60)) - best(expected_score(-20))
    assert log_likelihood_ratio(counts, -20, 60) == pytest.approx(expected, abs=1e-7)


def test_many_matches_are_judged_at_once():
    rows = np.array([(13, 37, 50, 25, 3), (0, 0, 9, 0, 0), (17, 253, 1042, 337, 39)])
    assert log_likelihood_ratio(rows, 0, 5).tolist() == [
        pytest.approx(sprt(match(*row), 0, 5).llr) for row in rows.tolist()
    ]


def test_verdicts():
    good, bad = match(100, 300, 500, 400, 200), match(200, 400, 500, 300, 100)
    assert sprt(good, 0, 10).verdict == "H1"
    assert sprt(bad, 0, 10).verdict == "H0"
    assert sprt(match(1, 3, 5, 4, 2), 0, 10).verdict == "running"


def test_wald_bounds():
    _, lower, upper, _ = sprt(Tally(), 0, 5)
    assert (lower, upper) == pytest.approx((-2.94, 2.94), abs=0.005)
    _, lower, upper, _ = sprt(Tally(), 0, 5, alpha=0.05, beta=0.10)
    assert (lower, upper) == pytest.approx((-2.25, 2.89), abs=0.005)


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"elo0": 5, "elo1": 5}, "less than"),
        ({"elo0": 5, "elo1": 0}, "less than"),
        ({"elo0": 0, "elo1": math.inf}, "less than"),
        ({"elo0": math.nan, "elo1": 5}, "less than"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "error rates"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "error rates"),
    ],
)
def test_a_test_that_cannot_be_is_refused(settings, complaint):
    with pytest.raises(InputError, match=complaint):
        sprt(match(1, 2, 3, 4, 5), **settings)


def test_values_out_of_range_are_refused():
    for call in (
        lambda: wilson(1.1, 10),
        lambda: wilson(0.5, -1),
        lambda: score_interval(Tally(), confidence=95),
        lambda: pairs_needed(0),
        lambda: pairs_needed(0.01, spread=0.6),
        lambda: elo(-0.1),
    ):
        with pytest.raises(InputError, match="expected"):
            call()


# Simulated matches


def pair_chances(score: float, draw_rate: float, same: float, level: float) -> np.ndarray:
    """Return the chances of the five pairs when some pairs repeat a result and some are level."""
    win = score - draw_rate / 2
    game = np.array([1 - win - draw_rate, draw_rate, win])
    repeated = np.array([game[0], 0, game[1], 0, game[2]])
    surplus = 2 * score - 1
    levelled = np.array([max(-surplus, 0), 0, 1 - abs(surplus), 0, max(surplus, 0)])
    return (1 - same - level) * np.convolve(game, game) + same * repeated + level * levelled


@pytest.mark.parametrize(
    "score, draw_rate", [(0.5, 0), (0.5, 0.4), (0.5, 0.8), (0.6, 0.35), (0.8, 0.2), (0.95, 0)]
)
@pytest.mark.parametrize("same, level", [(0.0, 0.0), (0.5, 0.0), (0.0, 0.6)])
def test_ninety_five_of_a_hundred_intervals_hold_the_truth(score, draw_rate, same, level):
    random = np.random.default_rng(20_260)
    simulated = random.multinomial(200, pair_chances(score, draw_rate, same, level), size=2000)
    intervals = [score_interval(match(*ptnml)) for ptnml in simulated.tolist()]
    assert 0.93 <= np.mean([low <= score <= high for _, low, high in intervals]) <= 0.97


def share_of_h1(true_elo: float, elo0: float, elo1: float, same: float, level: float) -> float:
    """Return how often H1 wins among 2,000 tests that look after every fourth pair."""
    random = np.random.default_rng(20_261)
    chances = pair_chances(expected_score(true_elo), 0.3, same, level)
    running, accepted = np.zeros((2000, 5), np.int64), 0
    _, lower, upper, _ = sprt(Tally(), elo0, elo1)
    while len(running):
        running += random.multinomial(4, chances, size=len(running))
        llr = log_likelihood_ratio(running, elo0, elo1)
        accepted += np.count_nonzero(llr >= upper)
        running = running[(lower < llr) & (llr < upper)]
    return accepted / 2000


@pytest.mark.parametrize("same, level", [(0.4, 0.0), (0.0, 0.4)])
def test_sequential_tests_err_as_seldom_as_promised(same, level):
    assert 0.025 <= share_of_h1(0, 0, 40, same, level) <= 0.06
    assert 0.94 <= share_of_h1(40, 0, 40, same, level) <= 0.975
