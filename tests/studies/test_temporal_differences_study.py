"""The study of temporal differences, run small: what it finds, and finds again after a kill."""

import numpy as np
import pytest

from plyometric.arena.workers import workers
from plyometric.report.figures import as_csv
from plyometric.runs import open_run
from plyometric.studies import temporal_differences, title
from plyometric.studies.experiment import Experiment
from plyometric.studies.temporal_differences.lab import AS_IN_PAPER, HAND, ONES, ZERO, School, Way, learner
from plyometric.studies.temporal_differences.paper import PUBLISHED, same_signs


class Small(Experiment):
    """An experiment of the fewest games and openings that still go through everything."""

    def size(self, quick, paper, full=None):
        """Return the quick size, a sixth of it where it is large, and no database."""
        return 0 if (quick, paper) == (2, 4) else quick if quick <= 5 else max(4, quick // 6)


def experiment(folder, threads):
    run = open_run("temporal-differences", {"scale": "quick", "seed": 1}, folder, resume=True)
    with workers(threads) as executor:
        x = Small(temporal_differences, "quick", 1, executor, run, lambda label, items, total: iter(items))
        temporal_differences.run(x)
        x.finish()
    return x


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return experiment(tmp_path_factory.mktemp("temporal") / "whole", threads=2)


def test_every_claim_of_the_quick_scale_is_measured(whole):
    assert title("temporal-differences") == "Learned checkers weights against the best hand-tuned ones."
    missing = {claim.id for claim in temporal_differences.CLAIMS} - set(whole.measured)
    assert all(claim.startswith(("figure1.", "figure2.", "blended.", "tables.")) for claim in missing)
    assert {"figure1.3.white.3", "figure2.3.black", "beyond.regression"} <= set(whole.measured)
    assert {figure.name for figure in whole.figures} == {"figure1-3", "beyond"}


def test_half_a_journal_and_one_thread_give_the_same(whole, tmp_path):
    before = (whole.run.folder / "journal.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_text("".join(before[: len(before) // 2]) + before[-1][:20])
    (tmp_path / "config.json").write_text((whole.run.folder / "config.json").read_text())
    again = experiment(tmp_path, threads=1)
    assert (tmp_path / "results.json").read_text() == (whole.run.folder / "results.json").read_text()
    assert [as_csv(one.columns) for one in again.figures] == [as_csv(one.columns) for one in whole.figures]


def test_learning_starts_from_material_alone_and_holds_it():
    assert ZERO[-2:] == ONES[-2:] == HAND[-2:] == (100.0, 130.0)
    assert not np.any(ZERO[:-2])
    school = School([[0xFFF, 0xFFF00000, 0, 0]], 3, 1, 0)
    practice = learner(Way(3, True, 1, AS_IN_PAPER), school)
    assert (practice.held, practice.turns, practice.opponent, practice.batch) == ((84, 85), (1,), HAND, 1)
    assert (practice.lam, practice.rate, practice.size) == (0.95, 0.0002, 100.0)


def test_signs_are_compared_where_the_hand_tuned_weight_is_not_zero():
    assert same_signs(HAND) == (72, 72)
    assert same_signs(ZERO) == (0, 72)
    same, compared = same_signs(PUBLISHED)
    assert compared == 72 and 0 < same < 72
