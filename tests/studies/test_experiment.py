"""Experiments: killed and resumed, on one thread or two, they end in the same results."""

import json
from types import ModuleType

import pytest

from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.runs import open_run
from plyometric.studies import load, names, title
from plyometric.studies.claims import Claim
from plyometric.studies.experiment import Experiment


def toy_study():
    """A study that rolls dice: every unit's numbers follow from its seed."""
    study = ModuleType("studies.toy")
    study.__doc__ = "Dice.\n\nPaper: none."
    study.CLAIMS = [Claim("mean", "Table 1", "mean of a die", 3.5, 0.2), Claim("sixes", "", "share of sixes")]
    study.run = run_toy
    return study


def roll(seed, first, last):
    from plyometric.kernel.rng import below

    return [1 + int(below(6, seed, 0, i)) for i in range(first, last)]


def run_toy(x):
    n = x.size(quick=200, paper=1_000)
    units = [(f"{i}", (x.seed, i, i + 50)) for i in range(0, n, 50)]
    rolls = [number for part in x.each("rolling", roll, units) for number in part]
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
        parts = x.each("rolling", roll, [(f"{i}", (1, i, i + 50)) for i in range(0, 200, 50)])
        next(parts), next(parts)
        parts.close()
    journal = (tmp_path / "cut" / "journal.jsonl").read_text().splitlines()
    assert [json.loads(line)["unit"] for line in journal][:2] == ["rolling: 0", "rolling: 50"]
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


def test_the_report_is_made_from_what_was_noted(tmp_path):
    finished(tmp_path, 1)
    facts = json.loads((tmp_path / "report.json").read_text())
    assert facts["scale"] == "quick"
    assert facts["about"].startswith("Dice.")
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
