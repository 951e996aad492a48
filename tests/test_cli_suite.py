"""Suites on the command line: real processes, real searches."""

import json
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from plyometric.cli.suite import followed

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


class Told:
    """A display that keeps the words of its line."""

    def __init__(self):
        self.words = []

    def track(self, label, items, state):
        for item in items:
            self.words.append(state(item))
            yield item


def test_the_line_of_progress_counts_the_position_that_was_searched_last():
    display, solved = Told(), SimpleNamespace(is_held=True)
    list(followed(display, None, [None] * 2, iter([solved] * 2), is_shown=False))
    assert display.words == [(0.5, "1 of 2 positions, 1 solved"), (1.0, "2 of 2 positions, 2 solved")]


def test_a_row_for_each_position_and_a_line_for_each_set(suite):
    skipped, heads, shot, *rest, whole, held_out, train = plyo(
        "suite", "run", suite, "--player", "checkers:evaluation=material,nodes=500"
    ).stdout.splitlines()
    assert skipped.startswith("1 of 4 positions were skipped: line 4: '1-9' is not a legal move here")
    assert heads.split() == ["position", "answer", "played", "depth", "nodes", "found", "at"]
    assert shot.split()[:3] + shot.split()[-1:] == ["shot", "15x31", "15x31", "solved"]
    assert [row.split()[0] for row in rest] == ["wrong", "avoid"]
    assert [line.partition(":")[0] for line in (whole, held_out, train)] == ["all", "held-out", "train"]
    assert "solved 1 of 1, 100.0% [20.7%, 100.0%]" in train
    assert "nodes to solution" in whole


def test_one_document_tells_it_all_and_threads_change_nothing(suite):
    words = ["suite", "run", suite, "--player", "checkers:evaluation=material,nodes=500", "--json"]
    one, two = (plyo(*words, "--threads", threads).stdout for threads in ("1", "2"))
    assert one == two
    facts = json.loads(one)
    assert [position["name"] for position in facts["positions"]] == ["shot", "wrong", "avoid"]
    assert facts["solved"]["n"] == sum(position["solved"] for position in facts["positions"])
    assert facts["n"] == 3 and facts["sets"]["held-out"]["n"] == 2
    assert facts["skipped"][0]["line"] == 4
    assert facts["positions"][0]["found"] == {"depth": 1, "nodes": 2}


def test_a_set_a_clock_and_a_run(suite, tmp_path):
    words = [
        "suite",
        "run",
        suite,
        "--player",
        "checkers:evaluation=material",
        "--seconds",
        "0.05",
        "--set",
        "held-out",
    ]
    out = ["--stop", "--json", "--out", str(tmp_path / "run")]
    first = json.loads(plyo(*words, *out).stdout)
    assert [position["set"] for position in first["positions"]] == ["held-out"] * 2
    assert json.loads((tmp_path / "run" / "results.json").read_text()) == first
    assert json.loads(plyo(*words, *out, "--resume").stdout) == first


def test_ctrl_c_leaves_the_rows_that_were_finished(tmp_path):
    path = tmp_path / "endless.epd"
    path.write_text("B:W18,26,32:B1,15 bm 15x31; id shot;\nB:W21-32:B1-12 bm 11-15; id start;\n")
    words = [*PLYO, "suite", "run", str(path), "--player", "checkers:evaluation=material,depth=100"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        rows = [running.stdout.readline() for _ in range(2)]
        running.send_signal(signal.SIGINT)
        left, said = running.communicate(timeout=60)
    assert rows[1].startswith("shot ") and rows[1].endswith("solved\n")
    assert (running.returncode, left) == (130, "")
    assert said.splitlines()[-1] == "plyo: stopped; what is printed above was finished."


MAKE = [
    "suite",
    "make",
    "checkers",
    "--count",
    "4",
    "--player",
    "evaluation=material,nodes=30",
    "--shallow",
    "50",
    "--deep",
    "2000",
]


def test_a_suite_is_made_that_can_be_run(tmp_path):
    made = tmp_path / "made.epd"
    made.write_text(plyo(*MAKE, "--out", str(tmp_path / "run")).stdout)
    lines = made.read_text().splitlines()
    assert lines[0] == f"# Made by: plyo {' '.join(MAKE)} --margin 100 --seed 1"
    assert (
        plyo(*MAKE, "--threads", "1", "--out", str(tmp_path / "run"), "--resume").stdout == made.read_text()
    )
    facts = json.loads(
        plyo(
            "suite", "run", str(made), "--player", "checkers:evaluation=material,nodes=2000,table=1", "--json"
        ).stdout
    )
    assert [position["name"] for position in facts["positions"]] == [f"checkers.00{n}" for n in range(1, 5)]
    assert facts["solved"]["n"] == 4
    assert min(position["found"]["nodes"] for position in facts["positions"]) > 50
    assert not facts["skipped"]


def test_a_book_is_made_that_a_match_reads(tmp_path):
    words = ["--plies", "3", "--depth", "4", "--margin", "40", "--count", "5", "--seed", "2"]
    book = tmp_path / "my.openings"
    book.write_text(plyo("book", "make", "checkers", *words).stdout)
    first, *_ = lines = book.read_text().splitlines()
    assert first == f"# Made by: plyo openings checkers {' '.join(words)}"
    assert len([line for line in lines if not line.startswith("# ")]) == 5
    player = "checkers:evaluation=material,nodes=50"
    done = plyo("match", player, player, "--games", "4", "--openings", str(book), "--json")
    assert json.loads(done.stdout)["games"] == 4


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
        ("suite make checkers --shallow 10 --deep 10", "a deeper one and a margin of 1 or more are expected"),
        ("suite make checkers --player plain=on,depth=2", "a search that takes nodes is expected"),
        ("suite make checkers --count 0", "--count"),
    ],
)
def test_bad_input_gets_one_sentence(sentence_for, suite, words, said):
    assert said in sentence_for(*words.replace("SUITE", suite).split())
