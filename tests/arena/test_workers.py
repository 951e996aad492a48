"""The same answer on one thread, two threads, and a cluster of which a worker is killed.

What is done is kept: through a kill, a unit that fails, a second search that is stopped.
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from plyometric.arena.split_perft import split_perft
from plyometric.arena.workers import IN_FLIGHT, each, workers
from plyometric.errors import InputError, Stopped
from plyometric.games import load
from plyometric.kernel.desk import lent, new_desk, stop_lent_by
from plyometric.runs import open_run

DEPTH, LEAVES = 8, 845931


def perft_with(executor, run=None, depth=DEPTH):
    game = load("checkers")
    return sum(split_perft(game, depth, game.start(), executor, run))


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_count_the_same(threads):
    with workers(threads) as executor:
        assert perft_with(executor) == LEAVES


def test_a_cluster_counts_the_same_although_a_worker_is_killed():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as executor,
    ):
        victim = next(iter(cluster.workers.values())).pid
        game = load("checkers")
        parts = split_perft(game, 10, game.start(), executor)
        first = next(parts)
        os.kill(victim, signal.SIGKILL)
        assert first + sum(parts) == 18391564


def test_a_cluster_that_is_not_there_is_named():
    with pytest.raises(InputError, match="no Dask scheduler"), workers(cluster="tcp://127.0.0.1:9"):
        pass


def test_a_journal_spares_the_units_that_are_done(tmp_path):
    def square(x):
        asked.append(x)
        return x * x

    asked: list[int] = []
    units = [(str(i), (i,)) for i in range(5)]
    run = open_run("toy", {}, tmp_path)
    with workers(2) as executor:
        half = each(executor, square, units[:3], run)
        assert list(half) == [0, 1, 4]
        asked.clear()
        resumed = open_run("toy", {}, tmp_path, resume=True)
        assert list(each(executor, square, units, resumed)) == [0, 1, 4, 9, 16]
    assert sorted(asked) == [3, 4]


UNITS = [(f"unit {i}", (i,)) for i in range(20)]


def square(x):
    return x, {"squared": (x * x,)}


SQUARES = [[x, {"squared": [x * x]}] for x in range(20)]


class Faulty:
    """Squares numbers, but fails at one of them so many times; tells what it was asked."""

    def __init__(self, at, times=1000):
        self.at, self.left, self.asked = at, times, []

    def __call__(self, x):
        self.asked.append(x)
        if x == self.at and self.left:
            self.left -= 1
            raise ZeroDivisionError("no such number")
        return square(x)


def squares(folder, function=square, units=UNITS, resume=False):
    run = open_run("toy", {}, folder, resume)
    with workers(2) as executor:
        yield from each(executor, function, units, run)


def in_journal(folder):
    return {json.loads(line)["unit"] for line in (folder / "journal.jsonl").read_text().splitlines()}


def test_a_fresh_and_a_resumed_result_are_the_same(tmp_path):
    assert list(squares(tmp_path)) == list(squares(tmp_path, Faulty(at=0), resume=True)) == SQUARES


KILLED_IN_ITS_FIRST_UNIT = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_workers import UNITS, square, squares

folder = Path(sys.argv[2])

def slow_at_first(x):
    journal = folder / "journal.jsonl"
    while x == 0 and not (journal.exists() and journal.read_bytes().count(b"\\n") == len(UNITS) - 1):
        time.sleep(0.01)
    if x == 0:
        os.kill(os.getpid(), 9)
    return square(x)

list(squares(folder, slow_at_first))
"""


def test_a_kill_during_a_slow_first_unit_loses_nothing_that_is_done(tmp_path):
    command = [sys.executable, "-c", KILLED_IN_ITS_FIRST_UNIT, str(Path(__file__).parent), str(tmp_path)]
    assert subprocess.run(command, timeout=120).returncode == -signal.SIGKILL
    assert in_journal(tmp_path) == {key for key, _ in UNITS[1:]}
    again = Faulty(at=None)
    assert list(squares(tmp_path, again, resume=True)) == SQUARES
    assert again.asked == [0]


def test_a_unit_that_fails_once_is_tried_again(tmp_path):
    once = Faulty(at=3, times=1)
    assert list(squares(tmp_path, once)) == SQUARES
    assert sorted(once.asked) == sorted([*range(20), 3])


def test_a_unit_that_fails_twice_is_named_when_all_others_are_done(tmp_path):
    twice = Faulty(at=3)
    results = squares(tmp_path, twice)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    with pytest.raises(InputError) as said:
        next(results)
    assert str(said.value).startswith("unit 'unit 3' failed twice: ")
    assert str(said.value).endswith("ZeroDivisionError: no such number.")
    assert in_journal(tmp_path) == {key for key, _ in UNITS} - {"unit 3"}
    assert twice.asked.count(3) == 2


def test_a_unit_that_fails_on_resume_is_named_and_once_mended_all_ends_the_same(tmp_path):
    for resume in (False, True):
        failing = Faulty(at=3)
        with pytest.raises(InputError, match="'unit 3' failed twice"):
            list(squares(tmp_path, failing, resume=resume))
    assert failing.asked == [3, 3]
    assert list(squares(tmp_path, resume=True)) == SQUARES


def test_many_units_that_fail_are_named_in_one_sentence():
    with workers(2) as executor, pytest.raises(InputError) as said:
        list(each(executor, divmod, [(f"{i}", (i, 0)) for i in range(7)]))
    assert str(said.value).startswith("units '0', '1', '2', '3', '4' and 2 more failed twice: ")


def test_of_endless_units_those_under_way_are_done_before_one_is_named(tmp_path):
    endless = ((f"unit {i}", (i,)) for i in itertools.count())
    results = squares(tmp_path, Faulty(at=3), endless)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    with pytest.raises(InputError, match="'unit 3' failed twice"):
        next(results)
    begun = IN_FLIGHT + 3
    assert in_journal(tmp_path) == {f"unit {i}" for i in range(begun)} - {"unit 3"}


@pytest.mark.parametrize("end", [Stopped, KeyboardInterrupt])
def test_being_told_to_stop_ends_all_at_once(end):
    asked, may_end = [], threading.Event()

    def work(x):
        asked.append(x)
        if x == 1:
            raise end
        may_end.wait(60)

    with workers(2) as executor:
        results = each(executor, work, [(f"{i}", (i,)) for i in range(3)])
        with pytest.raises(end):
            next(results)
        may_end.set()
    assert asked.count(1) == 1


def test_results_can_be_kept_in_another_way_as_soon_as_they_are_there(tmp_path):
    others_are_kept = threading.Event()

    def work(x):
        return others_are_kept.wait(60) and x if x == 0 else x

    def keep(key, result):
        (tmp_path / key).write_text(str(result))
        if len(list(tmp_path.iterdir())) == 4:
            others_are_kept.set()
        return tmp_path / key

    with workers(2) as executor:
        paths = list(each(executor, work, [(f"{i}", (i,)) for i in range(5)], keep=keep))
    assert [path.read_text() for path in paths] == ["0", "1", "2", "3", "4"]


class Belated(Future):
    """A future whose result comes when somebody has run out of patience, just before they look again."""

    def done(self):
        if not super().done():
            self.set_result("there")
        return True


class Postman(Executor):
    """Delivers belated futures; nobody waits for them longer than a while."""

    def submit(self, function, /, *arguments, **settings):
        future = Belated()
        threading.Timer(0.3, future.done).start()
        return future


def test_a_result_that_comes_as_patience_ends_is_taken():
    assert list(each(Postman(), square, UNITS[:1])) == ["there"]


def stopped_after(begun, may_end):
    """Return whether a kernel in this thread was told to stop before it might end."""
    try:
        with lent(new_desk(load("checkers"))) as desk:
            begun.set()
            while not may_end.is_set() and not desk.stop:
                time.sleep(0.01)
    except Stopped:
        return True
    return False


def test_halting_one_search_leaves_another_alone():
    begun, other_begun, may_end = (threading.Event() for _ in range(3))
    with workers(1) as executor:
        lasting = executor.submit(stopped_after, begun, may_end)
        with pytest.raises(KeyboardInterrupt), workers(1) as other:
            halted = other.submit(stopped_after, other_begun, may_end)
            assert begun.wait(60) and other_begun.wait(60)
            raise KeyboardInterrupt
        assert halted.result(60) is True
        may_end.set()
        assert lasting.result(60) is False


def test_units_are_taken_up_only_as_fast_as_they_are_done():
    taken = []

    def endless():
        for i in range(10_000):
            taken.append(i)
            yield str(i), (i,)

    with workers(2) as executor:
        results = each(executor, abs, endless())
        assert next(results) == 0
        assert len(taken) == IN_FLIGHT


def test_a_running_kernel_stops_when_told():
    def count_forever():
        with workers(1) as executor:
            perft_with(executor, depth=16)

    began = time.monotonic()
    stopper = threading.Timer(0.5, lambda: stop_lent_by(threading.enumerate()))
    stopper.start()
    with pytest.raises(Stopped):
        count_forever()
    assert time.monotonic() - began < 60


def test_a_desk_given_back_is_not_told_to_stop():
    with lent(new_desk(load("checkers"))) as desk:
        desk.nodes = 7
    stop_lent_by(threading.enumerate())
    assert (desk.nodes, desk.stop) == (7, 0)


def test_an_interruption_does_not_wait_for_what_cannot_be_stopped():
    """Such as compiling: the call goes on, and nobody waits for it."""
    begun, may_end, ended = (threading.Event() for _ in range(3))

    def compile_for_long():
        begun.set()
        may_end.wait(60)
        ended.set()

    with pytest.raises(KeyboardInterrupt), workers(1) as executor:
        executor.submit(compile_for_long)
        begun.wait(60)
        raise KeyboardInterrupt
    assert not ended.is_set()
    may_end.set()
    assert ended.wait(60)


def test_a_unit_that_cannot_be_kept_ends_all_work_and_is_not_done_again(tmp_path, disk_with_room_for):
    faultless = Faulty(at=None)
    list(squares(tmp_path, units=UNITS[:3]))
    size = (tmp_path / "journal.jsonl").stat().st_size
    with disk_with_room_for(size + 10), pytest.raises(OSError, match=r"journal\.jsonl"):
        list(squares(tmp_path, faultless, units=UNITS[:4], resume=True))
    assert faultless.asked == [3]
    assert list(squares(tmp_path, resume=True)) == SQUARES
