"""Learning that has so many minutes: it ends in time, and what nobody waits for any more is not made."""

import json
import threading
import time
from pathlib import Path

import numpy as np

import plyometric.cli.learn  # noqa: F401  (its commands join the app)
from plyometric.arena.workers import each, workers
from plyometric.cli.minutes import FEWEST, Clock, deepest, enough, while_there_is_time
from plyometric.cli.shared import app
from plyometric.learn.examples import Examples

CONNECT_FOUR = str(Path(__file__).parents[1] / "examples" / "connect_four.py")
SPOT = threading.Lock()


def labels(game, positions=3):
    """Return examples of one game."""
    rows = np.zeros((positions, 1))
    column = np.zeros(positions)
    return Examples(rows, rows, column > 0, column, column, column + game)


def test_a_few_games_are_labelled_whatever_the_time():
    clock = Clock(1e-9)
    assert len(list(enough((labels(i) for i in range(100)), 1000, clock))) == FEWEST
    assert len(list(enough((labels(i) for i in range(100)), 9, Clock(0)))) == 3


def test_work_that_nobody_waits_for_any_more_is_given_up():
    begun = []

    def slow(i):
        with SPOT:
            begun.append(i)
        time.sleep(0.05)
        return i

    clock = Clock(0.15 / 60)
    with workers(threads=2) as executor:
        made = (i for i in each(executor, slow, ((str(i), (i,)) for i in range(1000))))
        passed = list(while_there_is_time(made, lambda: clock.part(0, 1)))
        waited = time.monotonic()
        executor.submit(int).result()
    assert 1 <= len(passed) < 40 and len(begun) <= len(passed) + 4
    assert time.monotonic() - waited < 2


def test_no_time_is_any_time():
    clock = Clock(0)
    assert clock.over == 0 and clock.part(0, 1) == 0
    assert list(while_there_is_time((i for i in range(5)), lambda: clock.part(0, 1))) == [0, 1, 2, 3, 4]


def test_the_depth_is_the_greatest_that_there_is_time_for():
    tried = []

    def seconds(depth):
        tried.append(depth)
        return 6.0**depth / 1000

    assert deepest(seconds, 4, limit=10) == (4, 1.296)
    assert deepest(seconds, 9, limit=11) == (5, 6.0**5 / 1000 * 8)
    assert deepest(seconds, 1, limit=1e-9) == (1, 0.006)
    assert max(tried) == 5, "a depth that cannot fit is not tried"
    assert deepest(lambda depth: 20.0**depth / 1000, 4, limit=4) == (2, 8.0)


def test_a_depth_that_there_is_no_time_for_is_refused_or_not_chosen(tmp_path, capsys, sentence_for):
    words = f"learn allocation {CONNECT_FOUR} --n 4 --minutes 0.04 -o {tmp_path / 'strategy.json'}"
    assert "There is time for --k" in sentence_for(*words.split(), "--k", "12")
    app([*words.split(), "--json"], exit_on_error=False, print_error=False, result_action="return_value")
    assert 1 <= json.loads(capsys.readouterr().out)["terms"]["k"] <= 4


def test_learning_by_the_clock_tries_both_strategies_in_many_games(tmp_path, capsys):
    words = ["learn", "allocation", CONNECT_FOUR, "--k", "1", "--n", "1", "--minutes", "0.1", "--json"]
    words += ["--file", str(tmp_path / "strategy.json")]
    app(words, exit_on_error=False, print_error=False, result_action="return_value")
    facts = json.loads(capsys.readouterr().out)
    assert facts["examples"] > 100
    assert all(facts[name]["games"] > 10 for name in ("tried", "random"))
