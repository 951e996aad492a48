"""Tuning: methods, races and screening on searches that are made up, so that the truth is known."""

import math

import pytest

from plyometric.arena.statistics import chance_of_less
from plyometric.engines.seeking import Effort
from plyometric.errors import InputError
from plyometric.kernel import rng
from plyometric.learn.tuning.bench import MOST_FAULTS, Bench
from plyometric.learn.tuning.discovery import highest_kept, put_together, tried
from plyometric.learn.tuning.methods import Central, Descent, Gradient, method_named
from plyometric.learn.tuning.objectives import OBJECTIVES, objective_named
from plyometric.learn.tuning.parameters import Parameter, Space
from plyometric.learn.tuning.racing import race
from plyometric.learn.tuning.screening import silent
from plyometric.learn.tuning.tuner import Split, Tuner, compared, split

WEIGHTS = Space(tuple(Parameter(name, 1.0, 0.1, 2.0, 0.01, 10.0) for name in ("check", "reply", "push")))
CAP = 50_000
PLACES = Split(tuple(range(40)), tuple(range(40, 80)))
GRADIENTS = ("gradient", "central", "spsa")
METHODS = (*GRADIENTS, "descent", "random", "cma", "tpe")


def hardness(place):
    return 2000 * math.exp(3 * rng.uniform(1, place, 0))


def search(setting, place):
    """A search made up: best at 0.3 for the first weight and 0.8 for the second; the third does nothing."""
    check, reply, _ = setting
    distance = 3 * (check - 0.3) ** 2 + (reply - 0.8) ** 2 + 0.1 * rng.uniform(2, place, round(100 * check))
    nodes = round(hardness(place) * math.exp(distance))
    return Effort(nodes <= CAP, min(nodes, CAP))


class Lab:
    """A bench whose searches are made up, and that notes what it was asked."""

    def __init__(self, search=search, objective="nodes", in_job=1):
        self.search, self.asked = search, []
        self.bench = Bench(self.measure, CAP, objective_named(objective), in_job)

    def measure(self, jobs):
        for job in jobs:
            self.asked += [(job.setting, place) for place in job.places]
            yield [self.search(job.setting, place) for place in job.places]

    def tuner(self, name, budget=10**7, space=WEIGHTS):
        return Tuner(space, method_named(name, space, 1), self.bench, PLACES, budget)


# Algorithm 1


def test_a_step_of_algorithm_1_moves_every_weight_against_its_relative_change():
    gradient = Gradient(WEIGHTS)
    asked = gradient.ask()
    assert asked == [(1.0, 1.0, 1.0), (1.15, 1.0, 1.0), (1.0, 1.15, 1.0), (1.0, 1.0, 1.15)]
    gradient.tell(asked, [1000, 1300, 900, 1000])
    assert gradient.point == pytest.approx((0.7, 1.1, 1.0))
    gradient.tell(gradient.ask(), [1000, 3000, 1000, 1000])
    assert gradient.point == pytest.approx((0.1, 1.1, 1.0))  # clipped to the range


def test_a_probe_may_pass_the_range_but_not_what_the_program_takes():
    """The paper does not clip probes; an engine's own limits hold, and the probe goes down."""
    high = [Parameter("weight", 2.0, 0.1, 2.0, 0.01, ceiling) for ceiling in (10.0, -1.0)]
    beyond, down = (Gradient(Space((one,))) for one in high)
    assert beyond.ask()[1] == pytest.approx((2.15,))
    assert down.ask()[1] == pytest.approx((1.85,))
    down.tell(down.ask(), [1000, 900])
    assert down.point == pytest.approx((1.9,))


def test_probes_are_no_smaller_than_a_step():
    option = Space((Parameter("Check Extension", 1, 0, 2),))
    assert Gradient(option).ask() == [(1,), (2,)]
    assert Central(option).ask() == [(1,), (2,), (0,)]
    assert option.snapped((1.4,)) == (1,) and option.told((1.0,)) == {"Check Extension": "1"}


def test_settings_are_whole_steps_away_from_the_start():
    """So the start is what the program has by default, whatever range and step somebody wishes."""
    margin = Parameter("margin", 105, 50, 300, 10)
    assert [margin.snapped(value) for value in (0, 50, 105, 109, 111, 999)] == [55, 55, 105, 105, 115, 295]
    weight = Parameter("weight", 1.0, 0.1, 2.0, 0.01, 10.0)
    assert [weight.snapped(value) for value in (0.0, 0.104, 1.996, 2.149)] == [0.1, 0.1, 2.0, 2.15]


def test_central_differences_take_half_of_what_either_side_changes():
    central = Central(WEIGHTS)
    central.tell(central.ask(), [1000, 1200, 1000, 1000, 1000, 1000, 1000])
    assert central.point == pytest.approx((0.9, 1.0, 1.0))


# All methods


@pytest.mark.parametrize("name", METHODS)
def test_every_method_finds_a_better_setting_within_its_budget_and_measures_nothing_twice(name):
    lab = Lab()
    tuner = lab.tuner(name)
    rounds = list(tuner.rounds())
    outcome = tuner.outcome()
    assert len(lab.asked) == len(set(lab.asked))
    assert outcome.train.nodes[1] < 0.8 * outcome.train.nodes[0]
    assert outcome.held_out.change.high < 0 and outcome.is_accepted
    assert rounds[-1].spent <= 10**7 + 10 * CAP * len(PLACES.train)
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_gives_the_same_rounds_whatever_is_searched_in_one_go(name):
    one, other = (list(Lab(in_job=in_job).tuner(name, 3 * 10**6).rounds()) for in_job in (1, 7))
    assert one == other


def test_descent_takes_single_steps_and_tries_changes_together():
    """Each of two changes helps alone and both together do harm: then the better one is taken."""
    space = Space((Parameter("a", 0, 0, 2), Parameter("b", 0, 0, 2)))
    costs = {(0, 0): 10, (1, 0): 8, (0, 1): 7, (1, 1): 12, (0, 2): 9}
    descent = Descent(space)
    asked = descent.ask()
    assert asked == [(0, 0), (1, 0), (0, 1)]
    descent.tell(asked, [costs[point] for point in asked])
    assert descent.ask() == [(0, 0), (1, 1)]
    descent.tell(descent.ask(), [10, 12])
    assert descent.point == (0, 1)
    asked = descent.ask()
    descent.tell(asked, [costs[point] for point in asked])
    assert descent.ask() == []


def test_unknown_names_are_refused():
    with pytest.raises(InputError, match="no method 'genetic': there are gradient, central, spsa"):
        method_named("genetic", WEIGHTS, 1)
    with pytest.raises(InputError, match="no objective 'time': there are nodes, log, par2, solved"):
        objective_named("time")
    with pytest.raises(InputError, match="a: a range from less to more"):
        Parameter("a", 3, 0, 2)
    with pytest.raises(InputError, match="a is named twice"):
        Space((Parameter("a", 0, 0, 2),) * 2)


# Races, objectives, screening


def test_a_race_finds_the_best_and_spares_the_searches_of_those_behind():
    lab = Lab()
    settings = [(0.3, 0.8, 1.0), (0.4, 0.8, 1.0), (1.5, 0.8, 1.0), (1.9, 1.9, 1.0)]
    costs = race(lab.bench, settings, PLACES.train)
    assert costs == sorted(costs)
    measured = [sum(1 for asked, _ in lab.asked if asked == setting) for setting in settings]
    assert measured[0] == 40 and measured[3] == 16
    assert costs[0] == lab.bench.cost(settings[0], PLACES.train)


def test_who_dropped_out_is_never_told_to_be_cheaper_than_the_leader():
    """The first leads at first and is bad later; the second is a little behind it there, and drops out."""

    def nodes(setting, place):
        if place < 16:
            return {0.0: 100, 1.0: 110, 2.0: 10 if place % 2 else 390}[setting[0]]
        return {0.0: 1000, 1.0: 900, 2.0: 100}[setting[0]]

    lab = Lab(lambda setting, place: Effort(True, nodes(setting, place)))
    costs = race(lab.bench, [(0.0,), (1.0,), (2.0,)], tuple(range(32)))
    assert not lab.bench.knows((1.0,), range(32)), "it dropped out"
    assert costs[0] == 550 and costs[2] == 150 < costs[1]


def test_objectives_are_what_they_say():
    efforts = [Effort(True, 100), Effort(False, 10_000)]
    costs = {name: one.cost(efforts, 10_000) for name, one in OBJECTIVES.items()}
    assert costs == pytest.approx({"nodes": 5050, "log": 1000, "par2": 10_050, "solved": 0.5})


def test_dead_and_conditional_parameters_are_named():
    space = Space((Parameter("depth", 1, 0, 2), Parameter("margin", 1, 0, 9), Parameter("dead", 1, 0, 9),
                   Parameter("pruning", 0, 0, 1, choices=("false", "true"))))  # fmt: skip

    def counts(setting, place):
        depth, margin, _, pruning = setting
        return Effort(True, int(100 + 10 * depth + place + pruning * (1 + margin)))

    found = silent(Lab(counts).bench, space, PLACES.train)
    assert [one.sentence for one in found] == [
        "margin does nothing unless pruning is set otherwise.",
        "dead is dead: no count changes with it.",
    ]


def test_positions_are_split_by_their_sets_or_by_lot():
    parts = ["train", "held-out", "train", ""]
    assert [sorted(part) for part in split(parts, 1)] == [[0, 2], [1]]
    by_lot = split([""] * 101, 1)
    assert len(by_lot.train) == 51 and len(by_lot.held_out) == 50
    assert not {*by_lot.train} & {*by_lot.held_out}
    with pytest.raises(InputError, match="3 positions are too few"):
        split([""] * 3, 1)


# What is believed


def test_what_helps_in_training_only_is_not_accepted():
    """Above 1 the searches of training become cheap, and those held out dear."""

    def overfits(setting, place):
        return Effort(True, 1000 if (setting[0] > 1) == (place < 40) else 2000)

    tuner = Lab(overfits).tuner("descent", 10**6)
    list(tuner.rounds())
    outcome = tuner.outcome()
    assert outcome.train.nodes == (80_000, 40_000) and outcome.held_out.nodes == (40_000, 80_000)
    assert not outcome.is_accepted and outcome.advice.startswith("Keep what you have")


def test_what_fails_on_positions_held_out_is_not_advised():
    def fails(setting, place):
        is_cheap = setting[0] > 1
        if is_cheap and place == 41:
            return Effort(False, CAP, "it crashed")
        return Effort(True, 10 if is_cheap else CAP // 2)

    tuner = Lab(fails).tuner("descent", 10**6)
    list(tuner.rounds())
    outcome = tuner.outcome()
    assert outcome.held_out.change.high < 0 and not outcome.is_accepted
    assert outcome.advice == "Keep what you have: what was found fails on positions held out: it crashed"


def test_a_setting_that_fails_is_never_taken():
    """Whatever fails counts as not found, and even where it is cheap elsewhere it is not the best."""

    def fails(setting, place):
        if setting[0] < 1:
            return Effort(False, CAP, "it crashed") if place == 3 else Effort(True, 10)
        return Effort(True, 1000)

    lab = Lab(fails)
    tuner = lab.tuner("descent", 10**6)
    with pytest.raises(InputError, match=f"failed {MOST_FAULTS} times; at first: it crashed"):
        for _ in range(MOST_FAULTS):
            list(tuner.rounds())
            assert tuner.best == WEIGHTS.start
            tuner = lab.tuner("random", 10**8)


def test_a_program_that_fails_at_the_start_is_refused():
    tuner = Lab(lambda setting, place: Effort(False, CAP, "it hangs.")).tuner("gradient")
    with pytest.raises(InputError, match=r"failed 20 times; at first: it hangs|it fails as it is"):
        list(tuner.rounds())


def test_positions_on_which_the_start_fails_are_left_out():
    """One of 40 is, of those to learn from and of those held out; three of 40 are too many."""

    def fails_at(*failing):
        def one(setting, place):
            return Effort(False, CAP, "no node") if place in failing else search(setting, place)

        return Lab(one)

    lab = fails_at(PLACES.train[3], PLACES.held_out[5])
    tuner = lab.tuner("descent", 10**6)
    list(tuner.rounds())
    outcome = tuner.outcome()
    assert tuner.left_out == {PLACES.train[3]: "no node", PLACES.held_out[5]: "no node"}
    assert outcome.train.positions == len(PLACES.train) - 1
    assert outcome.held_out.positions == len(PLACES.held_out) - 1
    assert outcome.is_accepted and lab.bench.faults.total() == 2
    with pytest.raises(InputError, match="it fails as it is, before anything was tuned: no node"):
        fails_at(*PLACES.train[:3]).tuner("descent").begin()


def test_a_change_has_an_interval():
    lab = Lab()
    better = (0.3, 0.8, 1.0)
    lab.bench.measure([WEIGHTS.start, better], PLACES.train)
    found = compared(lab.bench, WEIGHTS.start, better, PLACES.train)
    assert found.change.low < found.change.value < found.change.high < 0
    assert found.change.value == pytest.approx(found.nodes[1] / found.nodes[0] - 1)


def test_chance_finds_are_guarded_against():
    assert highest_kept([0.9, 0.5, 1.0]) < 0
    assert highest_kept([0.001, 0.04, 0.9, 1.0]) == 0.04
    assert chance_of_less([-1.0, -1.1, -0.9, -1.2]) < 0.001 < 0.5 < chance_of_less([1.0, -0.5, 0.7, 0.2])


def test_what_pays_is_found_among_what_does_not_and_put_together():
    """Nodes fall by a tenth for the first parameter and rise with the third; the second does nothing."""

    def measure(jobs):
        for setting, places in jobs:
            share = 1 - 0.1 * setting[0] + 0.2 * setting[2]
            yield [Effort(True, round((1000 + 37 * (place % 7)) * share)) for place in places]

    bench, start = Bench(measure, 5000, OBJECTIVES["log"]), (0.0, 0.0, 0.0)
    changes = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    trials = tried(bench, start, changes, range(40))
    assert [trial.is_kept for trial in trials] == [True, False, False, True]
    assert [trial.positions for trial in trials] == [40, 16, 16, 40]
    kept = [trial.setting for trial in trials if trial.is_kept]
    assert put_together(bench, start, kept, range(40)) == (1.0, 0.0, -1.0)
