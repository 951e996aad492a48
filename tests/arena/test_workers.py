"""The same answer on one thread, two threads, and a cluster of which a worker is killed."""

import os
import signal
import threading
import time

import pytest

from plyometric.arena.split_perft import split_perft
from plyometric.arena.workers import IN_FLIGHT, each, workers
from plyometric.errors import InputError, Stopped
from plyometric.games import load
from plyometric.kernel.desk import lent, new_desk, stop_all
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
    stopper = threading.Timer(0.5, stop_all)
    stopper.start()
    with pytest.raises(Stopped):
        count_forever()
    assert time.monotonic() - began < 60


def test_a_desk_given_back_is_not_told_to_stop():
    with lent(new_desk(load("checkers"))) as desk:
        desk.nodes = 7
    stop_all()
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
