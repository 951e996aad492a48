"""Satisficing agents: the paper's example and tables, the theory of cycles, and what goes beyond."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyometric.cli.satisfice import satisfice
from plyometric.errors import InputError
from plyometric.games.dilemma import MATRICES, STRATEGIES, C, D, dilemma, read_actions, social_dilemma
from plyometric.learn.satisficing import Frictions, adapted, course_of, duel, self_play, simulate
from plyometric.learn.satisficing_grid import read_grid, shortest_ways, way_lengths
from plyometric.learn.satisficing_pairs import (
    AS_PRINTED,
    COOPERATION,
    DEFECTION,
    FITTED,
    FOUR_CYCLE,
    OTHER,
    THREE_CYCLE,
    Trials,
    basin_map,
    centres,
    draw,
    evenly,
    four_cycle_exists,
    meets_conclusions,
    meets_sixth_condition,
    outcomes_by_watching,
    outcomes_of,
    tally,
    three_cycle_exists,
    violations,
    watch_pairs,
)

TYPICAL = MATRICES["prisoner's dilemma"]


def text_of(course):
    return " ".join("CD"[a] + "CD"[b] for a, b in course.actions[:, :2])


def test_the_papers_example_against_tit_for_tat():
    course = duel(TYPICAL, lam=0.5, aspiration=4, action=C, against="tit-for-tat", turns=4)
    assert text_of(course) == "CC DC DD CD"
    assert course.payoffs[:, 0].tolist() == [3, 4, 2, 1]
    assert course.aspirations[:, 0].tolist() == [4, 3.5, 3.75, 2.875]


def test_two_agents_find_mutual_cooperation():
    course = self_play(TYPICAL, 0.5, (4, 4), (D, D), 5)
    assert text_of(course) == "DD CC CC CC CC"
    assert course.aspirations[:, 0].tolist() == [4, 3, 3, 3, 3]


LEVEL = st.floats(-10, 10)
SHARE = st.floats(0, 1)


@given(LEVEL, LEVEL, SHARE)
def test_who_is_content_stays_so_however_numbers_are_rounded(aspiration, payoff, lam):
    aspiration = min(aspiration, payoff)
    for _ in range(50):
        aspiration = adapted(aspiration, payoff, lam)
        assert aspiration <= payoff


@given(LEVEL, LEVEL, SHARE.filter(bool))
def test_who_is_discontent_stays_so_while_nothing_better_is_paid(aspiration, payoff, lam):
    aspiration = max(aspiration, np.nextafter(payoff, 11))
    for _ in range(50):
        aspiration = adapted(aspiration, payoff, lam)
        assert aspiration > payoff


# Table 2, measured with 200,000 trials a cell: as printed, and as it fits best.
TABLE_2 = {
    "random": (0.659, 0.733),
    "CC": (0.747, 0.810),
    "DD": (0.739, 0.808),
    "mixed": (0.573, 0.659),
}


@pytest.mark.parametrize("start", TABLE_2)
@pytest.mark.parametrize("reading", [0, 1])
def test_table_2(start, reading):
    counts = tally((AS_PRINTED, FITTED)[reading], start, 1, 0, 40_000)
    wanted = TABLE_2[start][reading]
    four_deviations = 4 * (wanted * (1 - wanted) / 40_000) ** 0.5
    assert counts[COOPERATION] / 40_000 == pytest.approx(wanted, abs=four_deviations)


def test_trials_lie_in_the_ranges_of_table_1():
    for ranges in (AS_PRINTED, FITTED):
        trials = draw(ranges, 1, 0, 10_000)
        for column, low, high in (("aspirations", 0.5, 2), ("lam", 0.1, 0.9), ("sigma", 0.51, 1)):
            values = getattr(trials, column)
            assert low <= values.min() < low + 0.01 and high - 0.01 < values.max() < high
        assert trials.delta.min() >= 0.1 and (trials.delta < trials.sigma - ranges.gap).all()
        assert np.bincount(trials.actions @ [2, 1]) == pytest.approx([2500] * 4, abs=200)


def test_watching_and_the_exact_conditions_agree_and_no_cycle_breaks_them():
    trials = draw(AS_PRINTED, 2, 0, 40_000)
    seen = outcomes_by_watching(trials)
    assert violations(trials, seen) == 0
    assert (seen == outcomes_of(trials)).all()
    assert set(seen.tolist()) == {COOPERATION, DEFECTION, FOUR_CYCLE, THREE_CYCLE}


@pytest.mark.parametrize("lam", [0.0, 0.95, 1.0])
def test_they_agree_outside_the_papers_range_too(lam):
    trials = draw(AS_PRINTED._replace(lam=(lam, lam)), 3, 0, 3000)
    assert (outcomes_by_watching(trials, window=4000) == outcomes_of(trials)).all()


def test_slow_learners_mix_rounds_of_both_kinds_into_longer_cycles():
    trials = draw(AS_PRINTED._replace(lam=(0.95, 0.95)), 1, 0, 5000)
    rest = trials.where(outcomes_of(trials) == OTHER)
    assert len(rest.lam) > 20 and not meets_sixth_condition(rest).any()
    for aspirations, actions, lam, sigma, delta in zip(*rest, strict=True):
        course = self_play(dilemma(sigma, delta), lam, aspirations, actions, 5000)
        _, *rounds, _ = text_of(course)[-3000:].split("DD ")
        assert set(rounds) in ({"CC CD ", "DC "}, {"CC DC ", "CD "})


def test_agents_who_miss_each_other_do_so_for_ever():
    course = self_play(MATRICES["coordination"], 0.1, (1, 1), (C, D), 2000)
    assert text_of(course).endswith("CD DC CD DC")


def test_a_violation_would_be_counted():
    trials = draw(AS_PRINTED, 2, 0, 100)
    assert violations(trials, np.full(100, OTHER)) == 100
    impossible = ~four_cycle_exists(trials.delta, trials.lam)
    assert violations(trials, np.full(100, FOUR_CYCLE)) == impossible.sum() > 0


def goes_on(cycle, sigma, delta, lam):
    """Whether every agent, after so many rounds that its aspirations settled, does what a cycle says."""
    game, rounds = dilemma(sigma, delta), [*cycle, cycle[0]]
    for own, other in (0, 1), (1, 0):
        aspiration, holds = 0.5, True
        for _ in range(int(40 / (1 - lam))):
            holds = True
            for now, then in pairwise(rounds):
                payoff = game[now[own], now[other]]
                holds &= (payoff >= aspiration) == (now[own] == then[own])
                aspiration = lam * aspiration + (1 - lam) * payoff
        if not holds:
            return False
    return True


@given(st.floats(0.51, 0.99), st.floats(0.01, 0.99), st.floats(0.05, 0.9))
def test_the_conditions_are_those_of_the_endless_cycles(sigma, delta, lam):
    edges = (delta * (1 + lam**2) - lam**2, delta * (1 + lam**2) - 1)
    if min(map(abs, edges)) > 1e-6:
        four = [(D, D), (C, D), (D, D), (D, C)]
        assert goes_on(four, sigma, delta, lam) == four_cycle_exists(delta, lam)
    edges = (sigma * (1 + lam) - delta - lam, delta * (1 + lam) - lam * sigma)
    if min(map(abs, edges)) > 1e-6:
        three = [(C, C), (C, D), (D, D)]
        assert goes_on(three, sigma, delta, lam) == three_cycle_exists(sigma, delta, lam)


def test_the_papers_conclusions_need_a_sixth_condition():
    trials = draw(AS_PRINTED._replace(lam=(0.8, 1.0)), 1, 0, 200_000, "same")
    trials = trials.where(meets_conclusions(trials))
    ends = outcomes_of(trials)
    assert 0.982 < (ends == COOPERATION).mean() < 0.987
    assert set(ends.tolist()) == {COOPERATION, THREE_CYCLE}
    assert (ends[meets_sixth_condition(trials)] == COOPERATION).all()


def test_figure_4a_and_its_symmetry():
    axis = centres(0.5, 2.0, 200)
    ends = basin_map(0.8, 0.7, 0.9, (D, D), axis, axis)
    assert (ends == ends.T).all()
    assert (ends == COOPERATION).mean() == pytest.approx(0.36, abs=0.01)
    assert (ends == DEFECTION).mean() == pytest.approx(0.64, abs=0.01)


def test_any_cut_into_batches_gives_the_same_on_any_number_of_threads():
    cuts = [(0, 700), (700, 1), (701, 1299)]
    with ThreadPoolExecutor(2) as executor:
        counts = list(executor.map(lambda cut: tally(AS_PRINTED, "random", 5, *cut), cuts))
        parts = list(executor.map(lambda cut: disturbed(*cut), cuts))
    assert np.sum(counts, axis=0).tolist() == tally(AS_PRINTED, "random", 5, 0, 2000)
    for whole, *pieces in zip(disturbed(0, 2000), *parts, strict=True):
        assert (whole == np.concatenate(pieces)).all()


def disturbed(first, runs):
    starts = evenly(5, first, runs, 6)
    actions = (starts[:, 3:] * 3).astype(int)
    return simulate(
        social_dilemma(3, 2, 0.6), 0.8, starts[:, :3], actions, 60, Frictions(0.1, 0.05, 0.1), 5, first
    )


PLAIN = """
import json, numpy as np
from plyometric.games.dilemma import dilemma, social_dilemma
from plyometric.learn import satisficing as s, satisficing_grid as grid, satisficing_pairs as p
trials = p.draw(p.AS_PRINTED, 9, 0, 8)
runs = s.simulate(social_dilemma(3, 2, 0.6), [0.9, 0.5, 0.7], p.evenly(9, 0, 2, 3), [[0, 1, 2], [2, 2, 0]],
                  50, s.Frictions(0.1, 0.05, 0.1))
duel = s.duel(dilemma(0.8, 0.3), 0.7, 1.5, 0, "random", 40)
ways = grid.way_lengths(grid.read_grid("..G .#."), 0.9, 1.0, 0.9, 40, 2)
pairs = p.watch_pairs(dilemma(trials.sigma, trials.delta), [0.3, 0.6], trials.aspirations, trials.actions)
found = [p.outcomes_of(trials), *trials, *runs, *duel, ways, *pairs]
print(json.dumps([array.tolist() for array in found]))
"""


def test_plain_python_gives_the_same():
    def printed(**settings):
        words = [sys.executable, "-c", PLAIN]
        run = subprocess.run(words, env=os.environ | settings, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    assert printed(NUMBA_DISABLE_JIT="1") == printed()


@pytest.mark.parametrize("name", MATRICES)
def test_two_players_with_two_actions_are_a_case_of_many(name):
    game, starts = MATRICES[name], evenly(4, 0, 1000, 6)
    aspirations, actions = starts[:, :2] * 2 * game.max(), (starts[:, 2:4] < 0.5).astype(int)
    lams = 0.1 + 0.8 * starts[:, 4:]
    ends = simulate(game, lams, aspirations, actions, 3000)
    outcomes, periods = watch_pairs(game, lams, aspirations, actions)
    assert (ends.period == periods).all()
    settled = (ends.period == 1) & (ends.actions == C).all(axis=1)
    assert (settled == (outcomes == COOPERATION)).all() and settled.any()


def test_chicken_ends_in_no_cycle_and_seldom_in_a_crash():
    starts = evenly(6, 0, 2000, 4)
    ends = simulate(MATRICES["chicken"], 0.7, 2 * starts[:, :2], (starts[:, 2:] < 0.5).astype(int), 2000)
    assert (ends.period == 1).all()
    assert not (ends.actions == D).all(axis=1).any()


def test_a_social_dilemma_pays_whoever_gives_less():
    table = social_dilemma(players=4, units=3, k=0.5)
    assert table[0, 0] == 1 and table[3, 9] == 0
    assert (np.diff(table, axis=0) > 0).all() and (np.diff(table, axis=1) < 0).all()


def test_two_players_of_one_unit_are_in_a_prisoners_dilemma():
    (reward, sucker), (temptation, punishment) = social_dilemma(players=2, units=1, k=0.6)
    assert temptation > reward > punishment > sucker


def test_five_players_nearly_always_learn_to_cooperate():
    starts = evenly(3, 0, 500, 10)
    aspirations, actions = 0.5 + 1.5 * starts[:, :5], (starts[:, 5:] < 0.5).astype(int)
    ends = simulate(social_dilemma(5, 1, 0.6), 0.9, aspirations, actions, 2000)
    assert ((ends.actions == C).all(axis=1) & (ends.period == 1)).mean() > 0.97


def test_a_discontent_agent_tries_any_other_action():
    ends = simulate(social_dilemma(2, 3, 0.6), 0.5, np.full((6000, 2), 9.0), np.full((6000, 2), 2), 1)
    counts = np.bincount(ends.actions[:, 0], minlength=4)
    assert counts[2] == 0
    assert counts[[0, 1, 3]] == pytest.approx([2000] * 3, abs=150)


def test_hands_slip_as_often_as_they_are_said_to():
    once = simulate(TYPICAL, 0.5, np.zeros((10_000, 2)), np.zeros((10_000, 2)), 1, Frictions(tremble=0.1))
    assert once.actions.mean() == pytest.approx(0.1, abs=0.01)


def test_habit_keeps_an_action_that_pays_too_little():
    once = simulate(TYPICAL, 0.5, np.full((10_000, 2), 9), np.zeros((10_000, 2)), 1, Frictions(inertia=0.3))
    assert once.actions.mean() == pytest.approx(0.7, abs=0.02)


def test_noise_is_seen_and_not_paid():
    once = simulate(TYPICAL, 0.0, np.zeros((10_000, 2)), np.zeros((10_000, 2)), 1, Frictions(noise=0.5))
    assert (once.payoffs == 3).all()
    assert 2.5 <= once.aspirations.min() < 2.51 and 3.49 < once.aspirations.max() < 3.5
    assert once.aspirations.mean() == pytest.approx(3, abs=0.02)


def test_players_of_different_games_each_read_their_own_table():
    battle = np.array([[[2.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 2.0]]])
    course = self_play(battle, [0.5, 0.9], (1.5, 1.5), (C, C), 2)
    assert course.payoffs[0].tolist() == [2, 1]
    assert text_of(course) == "CC CD"


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_do_what_their_names_say(name):
    actions = duel(TYPICAL, 0.6, 4.2, D, name, 60).actions
    own, other = actions[:-1, 1], actions[:-1, 0]
    expected = {
        "cooperator": 0 * own,
        "defector": 0 * own + D,
        "alternator": 1 - own,
        "tit-for-tat": other,
        "suspicious-tit-for-tat": other,
        "win-stay-lose-shift": np.where(other == C, own, 1 - own),
        "grim": np.maximum.accumulate(other),
        "random": actions[1:, 1],
    }
    assert (actions[1:, 1] == expected[name]).all()
    assert name != "random" or 15 < actions[:, 1].sum() < 45


GRID = read_grid("""
...#.
.#...
.#.#.
....G
""")


def test_high_aspirations_and_slow_learning_find_the_shortest_ways():
    patient = way_lengths(GRID, lam=0.99, aspiration=0.9, discount=0.9, walks=2000, runs=50)
    hasty = way_lengths(GRID, lam=0.5, aspiration=0.1, discount=0.9, walks=2000, runs=50)
    shortest = shortest_ways(GRID)
    assert shortest.tolist() == [7, 6, 5, 3, 6, 4, 3, 2, 5, 3, 1, 4, 3, 2, 1]
    assert (patient == shortest).mean() > 0.99
    assert (hasty >= shortest).all() and (hasty > shortest).any()


@pytest.mark.parametrize("picture", ["...", "G.G", "G. .", "G?", ""])
def test_what_is_no_grid_is_refused(picture):
    with pytest.raises(InputError, match="one goal G"):
        read_grid(picture)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"sigma": 0.5}, "sigma = 0.5"),
        ({"sigma": 1.0}, "sigma = 1.0"),
        ({"sigma": float("nan")}, "sigma = nan"),
        ({"delta": 0.8}, "delta = 0.8: mutual defection pays more than 0 and less than sigma, 0.8."),
        ({"delta": 0.0}, "delta = 0.0"),
        ({"lam": -0.1}, "lambda = -0.1: it weighs the past and lies between 0 and 1."),
        ({"lam": 1.1, "against": "grim"}, "lambda = 1.1"),
        ({"against": "tat"}, "no strategy is named 'tat': there are cooperator"),
        ({"actions": "CE"}, "actions 'CE': 2 letters are expected, each C or D."),
        ({"aspirations": (float("inf"), 1.0)}, "aspirations: finite numbers are expected, not inf."),
        ({"steps": 0}, "0 turns"),
    ],
)
def test_bad_input_gets_one_sentence(settings, said):
    with pytest.raises(InputError) as error:
        satisfice(**settings)
    assert said in str(error.value)


def test_games_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="too narrow for 3 players"):
        simulate(TYPICAL, 0.5, [[1, 1, 1]], [[0, 0, 0]], 10)
    with pytest.raises(InputError, match="numbers from 0 to 1"):
        simulate(TYPICAL, 0.5, [[1, 1]], [[0, 2]], 10)
    with pytest.raises(InputError, match=r"aspirations of shape \(1, 3\)"):
        simulate(TYPICAL, 0.5, [[1, 1, 1]], [[0, 0]], 10)
    with pytest.raises(InputError, match="k between 1 / players and 1"):
        social_dilemma(4, 1, 0.25)
    with pytest.raises(InputError, match="no start is named 'CD'"):
        draw(AS_PRINTED, 1, 0, 10, "CD")


def test_the_command_shows_the_course_and_how_it_ends(capsys):
    satisfice(sigma=0.8, delta=0.3, lam=0.5, aspirations=(2.0, 2.0), actions="DD", steps=3)
    title, _, _, *turns, end = capsys.readouterr().out.splitlines()
    assert title == "A against B: sigma 0.8, delta 0.3, lambda 0.5"
    assert turns[0].split() == ["0", "D", "D", "0.3000", "0.3000", "2.0000", "2.0000"]
    assert turns[1].split() == ["1", "C", "C", "0.8000", "0.8000", "1.1500", "1.1500"]
    assert end == "in the end: mutual cooperation"


def test_the_command_prints_json_and_draws(capsys, tmp_path):
    figure = tmp_path / "course.svg"
    satisfice(sigma=0.8, delta=0.5, lam=0.5, against="tit-for-tat", steps=4, json=True, figure=figure)
    facts = json.loads(capsys.readouterr().out)
    course = course_of(0.8, 0.5, 0.5, (2, 2), read_actions("CC"), 4, "tit-for-tat")
    assert [turn["aspirations"] for turn in facts["turns"]] == course.aspirations.tolist()
    assert facts["turns"][1]["actions"] == ["D", "C"] and facts["outcome"] is None
    assert figure.read_text().startswith("<?xml") and "</svg>" in figure.read_text()
    with pytest.raises(FileNotFoundError, match="nowhere"):
        satisfice(figure=tmp_path / "nowhere" / "course.svg")
    with pytest.raises(InputError, match="svg file"):
        satisfice(figure=tmp_path / "course.png")


def test_trials_can_be_chosen():
    trials = draw(AS_PRINTED, 1, 0, 10)
    chosen = trials.where(trials.lam > 0.5)
    assert isinstance(chosen, Trials)
    assert 0 < len(chosen.sigma) < 10 and (chosen.lam > 0.5).all()
