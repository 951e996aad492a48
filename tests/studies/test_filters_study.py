"""The study of filters, run small: what it finds, and finds again on one thread and after a kill."""

import json

import pytest

from plyometric.arena.workers import workers
from plyometric.games.fives import GAME
from plyometric.games.fives.notation import rows_of
from plyometric.kernel.referee import features
from plyometric.report.figures import as_csv, write_figures
from plyometric.runs import open_run
from plyometric.studies import filters, title
from plyometric.studies.experiment import Experiment
from plyometric.studies.filters.beyond import VARIANTS, WITH_SPLIT, first_weights
from plyometric.studies.filters.school import FIRST, starting_position


class Small(Experiment):
    """An experiment of the fewest sets and positions that still go through everything."""

    def size(self, quick, paper, full=None):
        """Return the quick size, a fifth of it where it is large."""
        return quick if quick <= 5 else max(4, quick // 5)


def experiment(folder, threads):
    run = open_run("filters", {"scale": "quick", "seed": 1}, folder, resume=True)
    with workers(threads) as executor:
        x = Small(filters, "quick", 1, executor, run, lambda label, items, total: iter(items))
        filters.run(x)
        x.finish()
    return x


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A whole run with the ways of learning that need no other game."""
    kept = {name: VARIANTS.pop(name) for name in list(VARIANTS) if "split" in name or "threats" in name}
    yield experiment(tmp_path_factory.mktemp("filters") / "whole", threads=2)
    VARIANTS.update(kept)


def test_every_claim_but_those_of_other_games_is_measured(whole):
    assert title("filters") == "Learning fives from a teacher, and keeping harmful knowledge out."
    missing = [claim.id for claim in filters.CLAIMS if claim.id not in whole.measured]
    assert all("split" in claim or "threats" in claim or claim.endswith(".tests") for claim in missing)
    assert {f"beyond.{name}.held_out" for name in VARIANTS} <= set(whole.measured)


def test_an_exam_before_any_learning_is_exactly_fifty(whole):
    assert whole.measured["figure4.unfiltered.0"][:3] == (50.0, 50.0, 50.0)


def test_tested_curves_never_fall_and_rules_are_kept(whole):
    assert whole.measured["curves.never_fall"].ours == 100
    for line in (whole.run.folder / "journal.jsonl").read_text().splitlines():
        unit, result = json.loads(line).values()
        if unit.startswith("experience+rules+self-test"):
            assert result["exams"] == sorted(result["exams"])
            for k1, k2, k3, k4, k5 in result["weights"]:
                assert k1 >= k2 >= k5 > 0
                assert k1 >= k3 >= k4 >= k5


def test_cheap_filters_spare_tests(whole):
    with_experience, alone = (
        whole.measured[f"ablation.{name}.tests"].ours for name in ("experience+self-test", "self-test")
    )
    assert with_experience <= alone


def test_half_a_journal_and_one_thread_give_the_same(whole, tmp_path):
    before = (whole.run.folder / "journal.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_text("".join(before[::2]) + before[1][:20])
    (tmp_path / "config.json").write_text((whole.run.folder / "config.json").read_text())
    again = experiment(tmp_path, threads=1)
    assert (tmp_path / "results.json").read_text() == (whole.run.folder / "results.json").read_text()
    for ours, theirs in zip(again.figures, whole.figures, strict=True):
        assert as_csv(ours.columns) == as_csv(theirs.columns)


def test_every_figure_is_drawn_from_its_data(whole, tmp_path):
    write_figures(tmp_path, whole.figures)
    assert {path.stem for path in tmp_path.iterdir()} == {"figure4", "ablation", "beyond"}
    assert all(path.stat().st_size > 10_000 for path in tmp_path.glob("*.svg"))


def test_starting_positions_decide_nothing():
    for stream in range(5):
        state = starting_position(4, stream)
        board = "\n".join(rows_of(10, state))
        assert (board.count("x"), board.count("o"), state.side) == (5, 5, 0)
        assert not features(GAME, state).any()
        assert set(board.splitlines()[0] + board.splitlines()[-1]) == {"."}
        assert starting_position(4, stream) == state


def test_a_tester_that_knows_fewer_patterns_gives_them_no_weight():
    assert first_weights(GAME) == FIRST
    assert first_weights(WITH_SPLIT) == (*FIRST, 0, 0, 0, 0)
