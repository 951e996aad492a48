"""The study of search control, on checkers alone: its moves are compiled faster than those of chess."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from plyometric.arena.workers import workers
from plyometric.runs import open_run
from plyometric.studies import search_control, title
from plyometric.studies.experiment import Experiment
from plyometric.studies.search_control.beyond import (
    OTHERS,
    compare_methods,
    play_against_start,
    tune_elsewhere,
)
from plyometric.studies.search_control.discovery import discover_classes
from plyometric.studies.search_control.lab import Lab, ground_of, half_way
from plyometric.studies.search_control.paper import REPORTED, measure_nodes_and_solved

TACTICS = Path(__file__).parents[1] / "data" / "tactics.txt"
NODES = 400


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The suite of checkers: positions with a forced win, which some hundred nodes may or may not find."""
    path = tmp_path_factory.mktemp("suite") / "tactics.epd"
    rows = [line.split(" | ") for line in TACTICS.read_text().splitlines()]
    path.write_text("".join(f"{row[1]} bm {row[2]};\n" for row in rows if row[0] == "checkers"))
    return str(path)


def experiment(folder, threads, suite):
    """Tune the classes of checkers by every method, and let the best play."""
    run = open_run("search-control", {"scale": "quick", "seed": 1}, folder, resume=True)
    with workers(threads) as executor:
        x = Experiment(search_control, "quick", 1, executor, run, lambda label, items, total: iter(items))
        here = Lab(x)
        ground = ground_of(x, "checkers:evaluation=material", 12, NODES, suite=suite)
        first = here.tune("gradient", ground, "gradient", 20_000)
        measure_nodes_and_solved(here, first)
        compare_methods(here, ground, 20_000, first)
        play_against_start(here, ground, first.outcome.best, "match", games=4, nodes=100)
        discover_classes(here, ground, games=4, nodes=100)
        tune_elsewhere(here, "checkers", ground, 10_000)
        x.finish()
    return x


@pytest.fixture(scope="module")
def whole(tmp_path_factory, suite):
    return experiment(tmp_path_factory.mktemp("study") / "whole", 2, suite)


def test_the_study_is_found_by_its_name_with_a_dash():
    assert title("search-control").startswith("Learning which moves to search deeper")


def test_every_method_is_measured_on_positions_held_out(whole):
    for name in ("gradient", *OTHERS):
        assert {f"method.{name}.{key}" for key in ("all", "half", "solved")} <= set(whole.measured)
    assert whole.measured["nodes.start"].ours == 100
    assert whole.measured["nodes.end"].ours <= 100, "the best is never worse in training than the start"
    assert whole.measured["match.score"].n == 4
    assert whole.measured["discovery.tried"].ours == 2 * (3 + 3)
    assert whole.measured["discovery.kept"].ours <= 12 and whole.measured["discovery.nodes"].ours > 0
    assert {f"checkers.{name}.all" for name in ("gradient", "descent")} <= set(whole.measured)
    assert [figure.name for figure in whole.figures] == ["methods"]


def test_a_resumed_run_ends_in_the_same_results(whole, tmp_path, suite):
    lines = (whole.run.folder / "journal.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "config.json").write_text((whole.run.folder / "config.json").read_text())
    (tmp_path / "journal.jsonl").write_text("".join(lines[: len(lines) // 2]))
    again = experiment(tmp_path, 1, suite)
    assert again.measured == whole.measured


def test_the_best_half_way_is_what_was_known_then():
    assert half_way([], 100, (1.0,)) == (1.0,)


def test_every_claim_of_the_paper_has_our_figure_to_come():
    reported = [claim.id for claim in search_control.CLAIMS if claim.reported is not None]
    assert reported[:4] == ["nodes.start", "nodes.end", "solved.start", "solved.end"]
    assert {f"weight.{name}" for name in ("check", "only reply", "recapture", "push to the seventh")} <= set(
        reported
    )


def test_every_player_that_is_tuned_can_be_and_has_its_suite():
    x = SimpleNamespace(seed=1)
    plain = ground_of(x, search_control.PLAIN, 9, NODES, 4, search_control.COMBINATIONS)
    assert set(plain.classes) == set(REPORTED)
    assert len(plain.places.train) == len(plain.places.held_out) == 9
    assert not set(plain.places.train) & set(plain.places.held_out)
