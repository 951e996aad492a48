"""Suites on the command line: real processes, real searches."""

import json
import subprocess
import sys

import pytest

PLYO = [sys.executable, "-m", "plyometric"]
SUITE = """# some endings
B:W18,26,32:B1,15 bm 15x31; id "shot"; set "train";
B:W21:B1,K2 bm 1-5; id "wrong"; set "held-out";
B:W21:B1,K2 bm 1-9; id "impossible";
B:W21:B1,K2 am 1-6; id "avoid"; set "held-out";
"""


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "mine.epd"
    path.write_text(SUITE)
    return str(path)


def plyo(*words, **settings):
    return subprocess.run([*PLYO, *words], capture_output=True, text=True, timeout=120, **settings)


def test_a_row_for_each_position_and_a_line_for_each_set(suite):
    skipped, heads, shot, *rest, whole, held_out, train = plyo(
        "suite", "run", suite, "--player", "checkers:nodes=500"
    ).stdout.splitlines()
    assert skipped.startswith("1 of 4 positions were skipped: line 4: '1-9' is not a legal move here")
    assert heads.split() == ["position", "answer", "played", "depth", "nodes", "found", "at"]
    assert shot.split()[:3] + shot.split()[-1:] == ["shot", "15x31", "15x31", "solved"]
    assert [row.split()[0] for row in rest] == ["wrong", "avoid"]
    assert [line.partition(":")[0] for line in (whole, held_out, train)] == ["all", "held-out", "train"]
    assert "solved 1 of 1, 100.0% [20.7%, 100.0%]" in train
    assert "nodes to solution" in whole


def test_one_document_tells_it_all_and_threads_change_nothing(suite):
    words = ["suite", "run", suite, "--player", "checkers:nodes=500", "--json"]
    one, two = (plyo(*words, "--threads", threads).stdout for threads in ("1", "2"))
    assert one == two
    facts = json.loads(one)
    assert [position["name"] for position in facts["positions"]] == ["shot", "wrong", "avoid"]
    assert facts["solved"]["n"] == sum(position["solved"] for position in facts["positions"])
    assert facts["n"] == 3 and facts["sets"]["held-out"]["n"] == 2
    assert facts["skipped"][0]["line"] == 4
    assert facts["positions"][0]["found"] == {"depth": 1, "nodes": 2}


def test_a_set_a_clock_and_a_run(suite, tmp_path):
    words = ["suite", "run", suite, "--player", "checkers", "--seconds", "0.05", "--set", "held-out"]
    out = ["--stop", "--json", "--out", str(tmp_path / "run")]
    first = json.loads(plyo(*words, *out).stdout)
    assert [position["set"] for position in first["positions"]] == ["held-out"] * 2
    assert json.loads((tmp_path / "run" / "results.json").read_text()) == first
    assert json.loads(plyo(*words, *out, "--resume").stdout) == first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("suite run SUITE --player checkers", "a search needs a limit: depth, nodes or seconds"),
        ("suite run SUITE --player checkers:plain=on,depth=2 --seconds 1", "takes no limit of seconds"),
        ("suite run SUITE --player checkers:depth=3 --seconds 0", "--seconds"),
        (
            "suite run SUITE --player checkers:depth=3 --set test",
            "the sets of this suite are held-out, train",
        ),
        ("suite run SUITE --player fives:depth=3", "holds no position of fives with its answer"),
        ("suite run nowhere --player checkers:depth=3", "the suite files that come with checkers: "),
        ("suite run /nowhere.epd --player checkers:depth=3", "/nowhere.epd: No such file"),
        ("openings checkers --plies 1 --depth 1 --count 8", "only 7 such openings were found"),
    ],
)
def test_bad_input_gets_one_sentence(sentence_for, suite, words, said):
    assert said in sentence_for(*words.replace("SUITE", suite).split())
