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
BY_TEACHER = ["--method", "teacher", "--keep", "any"]
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
    told = learn("fives", "-o", "w.json", "--filters", "self-test, rules", *NARROW, *SMALL, *BY_TEACHER)
    assert told["lessons"] >= told["admitted"] >= told["proposed"] >= told["accepted"]
    assert told["tests"] == told["proposed"]
    assert told["games"] == 4 * told["tests"]
    written = json.loads(Path("w.json").read_text())
    assert written["weights"] == list(told["learned"].values())
    assert (written["game"], written["learned"]["seed"]) == ("fives", 1)
    assert written["learned"]["judged"] == told["judged"] and told["judged"]["games"] <= 8
    assert read_player("fives:depth=2,weights=w.json").weights == tuple(written["weights"])
    again = learn("fives", "-o", "again.json", "--filters", "rules,self-test", *NARROW, *SMALL, *BY_TEACHER)
    assert again == told


def test_another_evaluation_of_the_game_can_be_learned(learn, sentence_for):
    told = learn("fives", "-o", "w.json", "--evaluation", "split", *NARROW, *SMALL, *BY_TEACHER)
    assert len(told["learned"]) == 9 and json.loads(Path("w.json").read_text())["evaluation"] == "split"
    assert len(read_player("fives:depth=2,evaluation=split,weights=w.json").weights) == 9
    said = sentence_for("match", "fives:depth=2,weights=w.json", "fives:depth=2")
    assert "holds weights for evaluation 'split', not for 'solid' of fives" in said
    said = sentence_for("learn", "evaluation", "fives", "--student", "depth=3,weights=hasson")
    assert "student and teacher differ in their search alone" in said


def test_what_is_not_shown_to_be_better_leaves_the_first_weights(learn):
    """Four pairs of games can show nothing."""
    told = learn("fives", "-o", "w.json", "--method", "teacher", *NARROW, *SMALL)
    assert told["candidate"] != told["first"] == told["learned"] and not told["judged"]["is better"]
    assert json.loads(Path("w.json").read_text())["weights"] == list(told["first"].values())


@pytest.mark.parametrize("method", ["comparison", "tdleaf", "trials"])
def test_other_methods_work_for_somebody_elses_game(learn, method):
    told = learn(
        CONNECT_FOUR, "-o", "w.json", "--method", method, "--keep", "any", "--teacher", "depth=4", *SMALL
    )
    assert list(told["learned"]) == ["centre", "beside"]
    if method != "trials":
        assert sum(map(abs, told["learned"].values())) == pytest.approx(9.0)
    assert json.loads(Path("w.json").read_text())["names"] == ["centre", "beside"]


def test_learning_begins_with_weights_that_come_with_the_game(learn):
    told = learn("fives", "--weights", "hasson", *NARROW, *SMALL)
    assert list(told["first"].values()) == [560, 450, 300, 222.5, 122.5]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--filters", "selftest"],
            "there is no filter 'selftest': there are experience, focus, rules, self-test",
        ),
        (["--filters", "rules", "--method", "tdleaf"], "--filters are for the method teacher"),
        (["--teacher", "depht=3"], "there is no option 'depht'"),
        (["--student", "depth=3,weights=short.json"], "differ in their search alone"),
        (["--weights", "short.json"], "short.json: fives takes 5 weights, numbers from"),
        (["--weights", "nan.json"], "nan.json: fives takes 5 weights, numbers from"),
        (["--weights", "torn.json"], "torn.json is not valid JSON"),
        (["--weights", "words.json"], "words.json is of format None: 'plyometric weights 1' is accepted"),
        (["--weights", "missing.json"], "missing.json: No such file"),
        (["--file", "no/such/folder.json"], "in a folder that exists"),
    ],
)
def test_bad_input_gets_one_sentence(learn, tmp_path, words, said):
    files = {"short": "[1, 2, 3]", "nan": "[500, NaN, 300, 200, 100]", "torn": "[500, 4", "words": '{"a": 1}'}
    for name, text in files.items():
        (tmp_path / f"{name}.json").write_text(text)
    out = [] if "--file" in words else ["-o", "w.json"]
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


# Runs


METHODS = {
    "teacher": ["--filters", "rules,self-test", *NARROW, "--sessions", "60"],
    "comparison": ["--method", "comparison", *NARROW, "--sessions", "30"],
    "tdleaf": ["--method", "tdleaf", "--student", "depth=3,breadth=3", "--sessions", "300"],
}
FEW = ["--exam", "2", "--judge", "4", "--moves", "20"]


def begun(folder, *words):
    """Start learning in a process of its own."""
    command = [sys.executable, "-m", "plyometric", "learn", "evaluation", "fives", "-o", "w.json", *words]
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)


def wait_for_steps(process, journal, steps):
    while not journal.exists() or journal.read_bytes().count(b"\n") < steps:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)


@pytest.mark.parametrize("method", METHODS)
def test_a_killed_run_ends_in_the_same_files(learn, tmp_path, method):
    words = [*METHODS[method], *FEW]
    killed = begun(tmp_path, *words, "--out", "cut", "--threads", "2")
    wait_for_steps(killed, tmp_path / "cut" / "journal.jsonl", 3)
    killed.kill()
    killed.wait()
    assert not (tmp_path / "cut" / "results.json").exists()
    resumed = learn("fives", "-o", "w.json", *words, "--out", "cut", "--resume", "--threads", "1")
    assert learn("fives", "-o", "whole.json", *words, "--out", "whole") == resumed
    assert Path("w.json").read_bytes() == Path("whole.json").read_bytes()
    for name in ("weights.json", "results.json", "state.json", "figures/curve.csv", "figures/curve.svg"):
        assert (Path("cut") / name).read_bytes() == (Path("whole") / name).read_bytes()
    assert Path("cut/weights.json").read_bytes() == Path("w.json").read_bytes()


def test_a_run_is_of_one_set_of_settings(learn):
    words = ["fives", *METHODS["tdleaf"][:4], *FEW, "--out", "run"]
    learn(*words, "--sessions", "20")
    with pytest.raises(InputError, match="already holds a run: --resume goes on with it"):
        learn(*words, "--sessions", "20")
    with pytest.raises(InputError, match="sessions = 20, not 30"):
        learn(*words, "--sessions", "30", "--resume")
    curve = Path("run/figures/curve.csv").read_text().splitlines()
    assert curve[0].startswith("step,games,change,weight four_1,")
    assert [line.split(",")[:2] for line in curve[1:]] == [["0", "0"], ["1", "10"], ["2", "20"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "stopped; the weights learned so far are in w.json.\n"),
        (
            ["--out", "run"],
            "stopped; the weights learned so far are in w.json; finished steps are kept in run, and the same"
            " command with --resume goes on.\n",
        ),
    ],
)
def test_ctrl_c_says_what_is_kept(tmp_path, words, said):
    learning = begun(tmp_path, *NARROW, "--sessions", "9999", *words)
    while not (tmp_path / "w.json").exists():
        assert learning.poll() is None
        time.sleep(0.05)
    os.kill(learning.pid, signal.SIGINT)
    assert learning.wait(timeout=20) == 130
    assert learning.stderr.read().endswith(said)
    assert read_player(f"fives:depth=2,weights={tmp_path / 'w.json'}")
