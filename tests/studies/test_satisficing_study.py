"""The study of satisficing agents, run small: what it finds, draws, and finds again after a kill."""

import numpy as np
import pytest

from plyometric.arena.workers import workers
from plyometric.report.figures import as_csv, write_figures
from plyometric.runs import open_run
from plyometric.studies import satisficing, title
from plyometric.studies.experiment import Experiment
from plyometric.studies.satisficing.maps import as_letters, as_outcomes


def experiment(folder, threads):
    run = open_run("satisficing", {"scale": "quick", "seed": 1}, folder, resume=True)
    with workers(threads) as executor:
        x = Experiment(satisficing, "quick", 1, executor, run, lambda label, items, total: iter(items))
        satisficing.run(x)
        x.finish()
    return x


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return experiment(tmp_path_factory.mktemp("satisficing") / "whole", threads=2)


def test_every_claim_is_measured(whole):
    assert title("satisficing") == "Agents that learn to cooperate by being satisfied."
    assert [claim.id for claim in satisficing.CLAIMS if claim.id not in whole.measured] == []
    assert set(whole.measured) == {claim.id for claim in satisficing.CLAIMS}


EXPECTED = {
    "figure2.3": (2.875, 0),
    "table2.random": (65.9, 1.5),
    "table2.CC": (74.7, 1.5),
    "table2.DD": (73.9, 1.5),
    "table2.mixed": (57.3, 1.5),
    "table2.fitted.random": (73.3, 1.5),
    "table2.fitted.CC": (81.0, 1.5),
    "table2.fitted.DD": (80.8, 1.5),
    "table2.fitted.mixed": (65.9, 1.5),
    "figure5.other": (0, 0),
    "figure4.a": (24, 1),
    "figure4.b": (66, 1),
    "figure4.c": (83, 1),
    "conclusions.all": (98.5, 0.4),
    "conclusions.sixth": (100, 0),
    "theory.violations": (0, 0),
    "theory.disagreements": (0, 0),
}


@pytest.mark.parametrize("claim", EXPECTED)
def test_what_it_finds(whole, claim):
    value, error = EXPECTED[claim]
    found = whole.measured[claim]
    assert found.ours == pytest.approx(value, abs=error)
    assert found.low <= found.ours <= found.high


def test_half_a_journal_and_one_thread_give_the_same(whole, tmp_path):
    before = (whole.run.folder / "journal.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_text("".join(before[::2]) + before[1][:20])
    (tmp_path / "config.json").write_text((whole.run.folder / "config.json").read_text())
    again = experiment(tmp_path, threads=1)
    assert (tmp_path / "results.json").read_text() == (whole.run.folder / "results.json").read_text()
    assert (tmp_path / "report.json").read_text() == (whole.run.folder / "report.json").read_text()
    for ours, theirs in zip(again.figures, whole.figures, strict=True):
        assert as_csv(ours.columns) == as_csv(theirs.columns)


def test_every_figure_is_drawn_from_its_data(whole, tmp_path):
    write_figures(tmp_path, whole.figures)
    names = {figure.name for figure in whole.figures}
    assert {"figure4", "figure5", "figure6", "figure7", "figure8", "theory"} < names
    for name in names:
        assert (tmp_path / f"{name}.svg").stat().st_size > 10_000
        assert len((tmp_path / f"{name}.csv").read_text().splitlines()) > 2


def test_maps_are_written_in_letters():
    outcomes = np.array([[0, 1, 2], [3, 4, 0]])
    assert as_letters(outcomes) == ["CD4", "3-C"]
    assert (as_outcomes(["CD4", "3-C"]) == outcomes).all()
