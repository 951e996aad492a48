"""Learning an evaluation from the command line: what is printed, written and refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plyometric.cli.evaluation  # noqa: F401  (its command joins the app)
from plyometric.arena.players import read_player
from plyometric.cli.shared import app
from plyometric.errors import InputError

CONNECT_FOUR = str(Path(__file__).parents[1] / "examples" / "connect_four.py")
SMALL = ["--sessions", "3", "--exam", "2", "--judge", "4", "--moves", "20"]
NARROW = ["--student", "depth=3,breadth=3", "--teacher", "depth=4,breadth=6"]


@pytest.fixture
def learn(monkeypatch, tmp_path, capsys):
    """Learn in an empty folder; return what is printed as JSON."""

    def run(*words):
        words = ["learn", "evaluation", *words, "--json"]
        app(words, exit_on_error=False, print_error=False, result_action="return_value")
        return json.loads(capsys.readouterr().out)

    monkeypatch.chdir(tmp_path)
    return run


def test_a_teacher_and_filters_give_weights_that_a_player_can_use(learn):
    told = learn("fives", "-o", "w.json", "--filters", "self-test, rules", *NARROW, *SMALL)
    assert told["lessons"] >= told["admitted"] >= told["proposed"] >= told["accepted"]
    assert told["tests"] == told["proposed"]
    assert told["games"] == 4 * told["tests"]
    weights = json.loads(Path("w.json").read_text())
    assert weights == list(told["learned"].values())
    assert read_player("fives:depth=2,weights=w.json").weights == tuple(weights)
    again = learn("fives", "-o", "again.json", "--filters", "rules,self-test", *NARROW, *SMALL)
    assert again == told


def test_learning_that_changes_nothing_is_worth_exactly_fifty(learn):
    told = learn("fives", "-o", "w.json", "--filters", "focus=four_1,experience=1000000", *NARROW, *SMALL)
    if told["accepted"] == 0:
        assert told["held-out exam"]["value"] == 50.0
    assert told["first"]["three_3"] == told["learned"]["three_3"]


@pytest.mark.parametrize("method", ["comparison", "tdleaf"])
def test_other_methods_work_for_somebody_elses_game(learn, method):
    told = learn(CONNECT_FOUR, "-o", "w.json", "--method", method, "--teacher", "depth=4", *SMALL)
    assert list(told["learned"]) == ["centre", "beside"]
    assert sum(map(abs, told["learned"].values())) == pytest.approx(9.0)
    assert len(json.loads(Path("w.json").read_text())) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--filters", "selftest"],
            "there is no filter 'selftest': there are experience, focus, rules, self-test",
        ),
        (["--filters", "rules", "--method", "tdleaf"], "--filters are for the method teacher"),
        (["--teacher", "depht=3"], "there is no option 'depht'"),
        (["--student", "depth=3,weights=short.json"], "takes 5 finite weights"),
        (["--weights", "short.json"], "short.json: fives takes 5 finite weights, not"),
        (["--weights", "nan.json"], "nan.json: fives takes 5 finite weights, not"),
        (["--weights", "torn.json"], "torn.json is not valid JSON"),
        (["--weights", "words.json"], "words.json: a list of numbers is expected"),
        (["--weights", "missing.json"], "missing.json: No such file"),
        (["--out", "no/such/folder.json"], "in a folder that exists"),
    ],
)
def test_bad_input_gets_one_sentence(learn, tmp_path, words, said):
    files = {"short": "[1, 2, 3]", "nan": "[500, NaN, 300, 200, 100]", "torn": "[500, 4", "words": '{"a": 1}'}
    for name, text in files.items():
        (tmp_path / f"{name}.json").write_text(text)
    out = [] if "--out" in words else ["-o", "w.json"]
    with pytest.raises(InputError, match=said):
        learn("fives", *out, *SMALL, *words)
    assert not Path("w.json").exists()


def test_a_game_without_features_is_refused(learn, tmp_path):
    (tmp_path / "bare.py").write_text(
        "from typing import NamedTuple\n"
        "from plyometric import Game, rule\n"
        "class State(NamedTuple):\n    left: int\n"
        "@rule\ndef moves(s, out):\n    out[0] = 1\n    return min(s.left, 1)\n"
        "@rule\ndef play(s, move):\n    return State(s.left - move)\n"
        'GAME = Game(name="bare", start=lambda: State(9), moves=moves, play=play)\n'
    )
    with pytest.raises(InputError, match="bare has 0 features and 0 weights"):
        learn("bare.py", "-o", "w.json")


def test_ctrl_c_keeps_the_weights_of_finished_sessions(tmp_path):
    words = [sys.executable, "-m", "plyometric", "learn", "evaluation", "fives", "-o", "w.json", *NARROW]
    learning = subprocess.Popen(
        [*words, "--sessions", "9999"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "w.json").exists():
        assert learning.poll() is None
        time.sleep(0.05)
    os.kill(learning.pid, signal.SIGINT)
    assert learning.wait(timeout=20) == 130
    assert learning.stderr.read().endswith("stopped; the weights learned so far are in w.json.\n")
    assert len(json.loads((tmp_path / "w.json").read_text())) == 5
