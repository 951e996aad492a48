"""Experiments: killed and resumed, on one thread or two, they end in the same results."""

import json
import sys
from types import ModuleType

import pytest

from plyometric import studies
from plyometric.arena.workers import workers
from plyometric.cli.shared import Where
from plyometric.cli.study import run_study
from plyometric.errors import InputError
from plyometric.report.account import named_in
from plyometric.runs import open_run
from plyometric.studies import load, names, title
from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.kit import batches


def toy_study():
    """A study that rolls dice: every unit's numbers follow from its seed."""
    study = ModuleType("studies.toy")
    study.__doc__ = "Dice.\n\nPaper: none."
    study.CLAIMS = [Claim("mean", "Table 1", "mean of a die", 3.5, 0.2), Claim("sixes", "", "share of sixes")]
    study.STORY = Story("Is a die fair?", "mean", "A die has six sides.")
    study.run = run_toy
    return study


def roll(seed, rolls):
    from plyometric.kernel.rng import below

    return [1 + int(below(6, seed, 0, i)) for i in rolls]


def run_toy(x):
    n = x.size(quick=200, paper=1_000)
    rolls = x.joined("rolling", roll, batches(range(n), 50, x.seed))
    mean = sum(rolls) / n
    x.measure("mean", mean, mean - 0.1, mean + 0.1, n)
    x.measure_share("sixes", rolls.count(6), n, scale=100)
    x.note("all rolls", " ".join(map(str, rolls)))


def experiment(folder, executor, scale="quick", seed=1, resume=False):
    run = open_run("toy", {"scale": scale, "seed": seed}, folder, resume)
    return Experiment(toy_study(), scale, seed, executor, run, lambda label, items, total: iter(items))


def finished(folder, threads, resume=False, **settings):
    with workers(threads) as executor:
        x = experiment(folder, executor, resume=resume, **settings)
        x.study.run(x)
        x.finish()
    return (folder / "results.json").read_text()


def test_results_are_the_same_on_one_thread_and_on_two(tmp_path):
    one, two = finished(tmp_path / "one", 1), finished(tmp_path / "two", 2)
    assert one == two
    assert one != finished(tmp_path / "other", 1, seed=2)
    mean, sixes = json.loads(one)["claims"]
    assert (mean["n"], mean["verdict"]) == (200, "matches")
    assert 5 < sixes["low"] < sixes["ours"] < sixes["high"] < 30


def test_a_study_that_was_killed_ends_the_same_and_repeats_nothing(tmp_path):
    whole = finished(tmp_path / "whole", 2)
    with workers(1) as executor:
        x = experiment(tmp_path / "cut", executor)
        parts = x.each("rolling", roll, batches(range(200), 50, 1))
        next(parts), next(parts)
        parts.close()
    journal = (tmp_path / "cut" / "journal.jsonl").read_text().splitlines()
    assert [json.loads(line)["unit"] for line in journal][:2] == ["rolling: 0000000", "rolling: 0000050"]
    assert finished(tmp_path / "cut", 2, resume=True) == whole
    assert len((tmp_path / "cut" / "journal.jsonl").read_text().splitlines()) == 4


def test_files_are_made_once(tmp_path):
    asked = []

    def square(x):
        asked.append(x)
        return x * x

    def write(path, number):
        path.parent.mkdir(exist_ok=True)
        path.write_text(str(number))

    units = [(str(i), (i,)) for i in range(4)]
    with workers(1) as executor:
        x = experiment(tmp_path, executor)
        x.files("squares", square, units[:2], write)
        again = experiment(tmp_path, executor, resume=True)
        paths = again.files("squares", square, units, write)
    assert asked == [0, 1, 2, 3]
    assert [path.read_text() for path in paths] == ["0", "1", "4", "9"]
    assert paths[0] == tmp_path / "squares" / "0.parquet"


def test_sizes_follow_the_scale(tmp_path):
    with workers(1) as executor:
        x = experiment(tmp_path, executor)
        sizes = []
        for x.scale in ("quick", "paper", "full"):
            sizes += [x.size(1, 2), x.size(1, 2, 3)]
    assert sizes == [1, 1, 2, 2, 2, 3]


def test_means_that_belong_together_tell_their_difference_more_surely(tmp_path):
    with workers(1) as executor:
        x = experiment(tmp_path, executor)
        x.measure_mean("before", [10.0, 50.0, 90.0])
        x.measure_mean("after", [12.0, 53.0, 92.0], against=[10.0, 50.0, 90.0])
    assert x.measured["after"].low < x.measured["before"].ours
    assert 0 < x.changes["after"].low < x.changes["after"].value == pytest.approx(7 / 3)
    assert "before" not in x.changes


def test_what_units_count_is_summed_stacked_or_joined(tmp_path):
    units = batches(range(5), 2, 1)
    with workers(1) as executor:
        x = experiment(tmp_path, executor)
        assert x.total("sum", lambda seed, part: [len(part), sum(part)], units).tolist() == [5, 10]
        assert x.rows("rows", lambda seed, part: [len(part), seed], units).tolist() == [
            [2, 1],
            [2, 1],
            [1, 1],
        ]
        assert x.joined("all", lambda seed, part: list(part), units) == [0, 1, 2, 3, 4]


def test_the_report_is_made_from_what_was_noted(tmp_path):
    finished(tmp_path, 1)
    facts = json.loads((tmp_path / "report.json").read_text())
    assert facts["scale"] == "quick"
    assert facts["about"].startswith("Dice.")
    told = {key: facts["story"][key] for key in ("question", "headline", "plain")}
    assert told == {"question": "Is a die fair?", "headline": "mean", "plain": "A die has six sides."}
    assert facts["notes"][0]["title"] == "all rolls"


def test_studies_are_found_by_name():
    assert "allocation" in names()
    assert title("allocation") == "Learning which positions deserve a deeper search."
    with pytest.raises(InputError, match=r"no study is named 'alchemy': there are .*allocation"):
        load("alchemy")


@pytest.mark.parametrize("name", names())
def test_every_study_declares_each_claim_once(name):
    claims = load(name).CLAIMS
    ids = [claim.id for claim in claims]
    assert len(ids) == len(set(ids)) > 0
    assert {claim.against for claim in claims} <= {"", *ids}


@pytest.mark.parametrize("name", names())
def test_every_study_tells_its_story(name):
    study = load(name)
    headline = {claim.id: claim for claim in study.CLAIMS}[study.STORY.headline]
    assert headline.reported is not None
    assert study.STORY.question.endswith(("?", ")"))
    assert len(study.STORY.plain.split()) > 80
    assert {study.STORY.headline} <= set(named_in(study.STORY.found)) <= {claim.id for claim in study.CLAIMS}
    assert study.STORY.why


COUNTING_MOVES = '''"""Learning which lines to extend.

Paper: none.
"""

from plyometric.studies.claims import Claim, Story

STORY = Story("How many?", "one", "Something is counted.")

CLAIMS = (Claim("one", "Table 1", "how many", 1.0),)


def run(x):
    """Count to one."""
    x.measure_exactly("one", 1.0, 1)
'''


@pytest.mark.parametrize("file", ["counting_moves.py", "counting_moves/__init__.py"])
def test_a_study_of_several_words_is_written_with_dashes(file, tmp_path, monkeypatch):
    (tmp_path / "studies" / file).parent.mkdir(parents=True)
    (tmp_path / "studies" / file).write_text(COUNTING_MOVES)
    monkeypatch.setattr(studies, "__path__", [*studies.__path__, str(tmp_path / "studies")])
    try:
        assert "counting-moves" in names() and "counting_moves" not in names()
        assert title("counting-moves") == "Learning which lines to extend."
        results, run = run_study("counting-moves", "quick", 1, Where(threads=1, out=tmp_path / "run"))
        assert results["study"] == "counting-moves"
        assert run.config["name"] == "counting-moves"
        with pytest.raises(InputError, match="no study is named 'counting_moves'"):
            load("counting_moves")
    finally:
        sys.modules.pop("plyometric.studies.counting_moves", None)
