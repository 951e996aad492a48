"""The command line as a new user meets it: real processes, exit codes and sentences."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from plyometric.cli import main

PLYO = [sys.executable, "-m", "plyometric"]
CONNECT_FOUR = "examples/connect_four.py"


def plyo(*words, **settings):
    return subprocess.run([*PLYO, *words], capture_output=True, text=True, timeout=120, **settings)


def test_perft_prints_a_line_for_each_depth():
    done = plyo("perft", "checkers", "6")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0] == ["depth", "leaves", "seconds"]
    assert [int(row[1]) for row in rows[1:]] == [7, 49, 302, 1469, 7361, 36768]


def test_perft_of_a_game_file_from_a_position():
    done = plyo("perft", CONNECT_FOUR, "7", "--json")
    counts = [row["leaves"] for row in json.loads(done.stdout)["perft"]]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536]
    assert plyo("perft", "checkers", "1", "--position", "W:W32:B1").stdout.split()[-2] == "2"


def test_search_finds_the_double_jump():
    done = plyo(
        "search", "checkers:evaluation=material", "--depth", "5", "--position", "B:W18,26,32:B15,1", "--json"
    )
    facts = json.loads(done.stdout)
    assert facts["best"] == "15x31"
    assert facts["line"][0] == "15x31"
    assert facts["value"] > 0
    assert facts["nodes"] > 0


def test_search_prints_the_same_in_words():
    done = plyo("search", CONNECT_FOUR, "--depth", "4")
    words = [line.split()[0] for line in done.stdout.splitlines()[-6:]]
    assert words == ["value", "best", "line", "depth", "nodes", "nodes"]


def test_games_lists_checkers():
    assert "checkers" in plyo("games").stdout.split()
    assert "checkers" in json.loads(plyo("games", "--json").stdout)["games"]


def test_new_writes_a_game_that_passes_its_check(tmp_path):
    assert plyo("new", "mygame", cwd=tmp_path).returncode == 0
    done = plyo("check", "mygame.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    again = plyo("new", "mygame", cwd=tmp_path)
    assert again.returncode == 2
    assert "mygame.py exists already" in again.stderr


BAD_FILES = {
    "syntax.py": ("def moves(:\n", "syntax.py line 1"),
    "no_game.py": ("x = 1\n", "GAME = Game("),
    "missing_verb.py": (
        "from plyometric import Game\nGAME = Game(name='g', start=tuple)\n",
        "missing_verb.py line 2",
    ),
    "wrong_verb.py": (
        "from plyometric import Game\nGAME = Game(name='g', start=tuple, moves=3, play=4)\n",
        "moves must be a function marked @rule, not 3",
    ),
    "float_value.py": (
        "from typing import NamedTuple\nfrom plyometric import Evaluation, Game, rule\n"
        "class State(NamedTuple):\n    x: int\n"
        "@rule\ndef moves(s, out):\n    out[0] = 1\n    return 1\n"
        "@rule\ndef play(s, move):\n    return State(s.x + 1)\n"
        "@rule\ndef evaluate(s, weights):\n    return 0.5\n"
        "GAME = Game(name='g', start=lambda: State(0), moves=moves, play=play,"
        " evaluation=Evaluation(evaluate=evaluate))\n",
        "evaluate must return a whole number, not 0.5",
    ),
    "undefined.py": (
        "from typing import NamedTuple\nfrom plyometric import Game, rule\n"
        "class State(NamedTuple):\n    x: int\n"
        "@rule\ndef moves(s, out):\n    return wrong_name\n"
        "@rule\ndef play(s, move):\n    return State(s.x + 1)\n"
        "GAME = Game(name='g', start=lambda: State(0), moves=moves, play=play)\n",
        "undefined.py",
    ),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_game_file_gets_one_sentence(tmp_path, name):
    source, said = BAD_FILES[name]
    (tmp_path / name).write_text(source)
    assert_one_sentence(plyo("perft", str(tmp_path / name), "3"), said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("search checkers --depth -1", "--depth"),
        ("search checkers --depth many", "--depth"),
        ("search checkers", "a search needs a limit: depth"),
        ("perft checkers 3 --threads -2", "--threads"),
        ("perft checkers 0", "DEPTH"),
        ("perft chequers 3", "no game is named 'chequers'"),
        ("perft nowhere.py 3", "there is no file nowhere.py"),
        ("perft checkers(size=9) 3", "takes no parameters"),
        ("perft checkers 3 --position B:W18,18:B1", "18"),
        ("perft checkers 3 --position B:W1:B5", "1"),
        ("perft checkers 3 --position B:W33:B5", "33"),
        ("perft checkers 3 --position B:W20-32:B5", "13"),
        ("new 3d-chess", "3d-chess"),
        ("fly", "fly"),
    ],
)
def test_bad_input_gets_one_sentence(sentence_for, words, said):
    assert said in sentence_for(*words.split())


def assert_one_sentence(done, said):
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if not line.startswith("compiling ")]
    assert len(lines) == 1, done.stderr
    assert said in lines[0]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_who_is_told_to_stop_stops_at_once_and_says_what_is_kept(tmp_path, told):
    words = [*PLYO, "perft", "checkers", "15", "--out", str(tmp_path / "run")]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(tmp_path / "run" / "journal.jsonl")
    began = time.monotonic()
    running.send_signal(told)
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - began < 5
    assert running.returncode == 128 + told
    assert f"kept in {tmp_path / 'run'}" in said.splitlines()[-1]


def test_a_killed_run_resumes_to_the_same_result(tmp_path):
    words = ["perft", "checkers", "10", "--threads", "1"]
    plyo(*words, "--out", str(tmp_path / "whole"))
    killed = subprocess.Popen([*PLYO, *words, "--out", str(tmp_path / "cut")], stdout=subprocess.DEVNULL)
    wait_for(tmp_path / "cut" / "journal.jsonl")
    killed.kill()
    killed.wait()
    assert not (tmp_path / "cut" / "results.json").exists()
    assert plyo(*words, "--out", str(tmp_path / "cut"), "--resume").returncode == 0
    assert (tmp_path / "cut" / "results.json").read_text() == (
        tmp_path / "whole" / "results.json"
    ).read_text()


def wait_for(path, seconds=60):
    until = time.monotonic() + seconds
    while not path.exists() or path.stat().st_size == 0:
        assert time.monotonic() < until, f"{path} was never written"
        time.sleep(0.01)


def test_help_does_not_wait_for_numba():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "plyometric", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
        timeout=60,
    )
    assert "numba" not in done.stderr
    assert "perft" in done.stdout


@pytest.mark.parametrize("command", ["perft", "search", "explain", "learn evaluation"])
def test_help_shows_no_default_that_says_nothing(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    main([*command.split(), "--help"])
    told = capsys.readouterr().out
    assert "[default: False]" in told
    assert '[default: ""]' not in told and "[default: None]" not in told
