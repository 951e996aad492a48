"""plyo tune: engines by UCI and gountil, our own player, files of wishes, and a kill half-way."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from plyometric.arena.match import Standing
from plyometric.arena.statistics import Tally
from plyometric.arena.tables import Conduct
from plyometric.cli import main
from plyometric.cli.match import conduct_facts, facts_of
from plyometric.cli.tune import TEST, account, check_match, match_lines, terms_of
from plyometric.engines.candidates import Candidate
from plyometric.engines.uci import offer_in
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.learn.tuning.wishes import space_of, wish_in

TUNABLE = Path(__file__).parent / "engines" / "tunable_engine.py"
ENGINE = f"uci:{sys.executable} {TUNABLE}"
WISHES = ("--param", "Alpha", "--param", "Beta", "--nodes", "6000", "--method", "descent")
WORDS = (*WISHES, "--game", "checkers")


@pytest.fixture
def suite(tmp_path):
    """Positions of checkers that differ in one man, all with the same answer."""
    path = tmp_path / "suite.epd"
    whites = [[man for man in range(21, 33) if man != gone] for gone in range(21, 33)]
    boards = [f"B:W{','.join(map(str, men))}:B9,10,11,12" for men in whites]
    path.write_text("".join(f'{board} bm 11-15; id "{n}";\n' for n, board in enumerate(boards)))
    return str(path)


def tuned(capsys, *words):
    main(["tune", *words, "--json", "--threads", "1"])
    return json.loads(capsys.readouterr().out)


def test_an_engine_is_tuned_by_uci_and_the_lines_to_paste_are_printed(capsys, suite, tmp_path):
    out = tmp_path / "run"
    main(["tune", ENGINE, "--suite", suite, "--threads", "1", "--out", str(out), *WORDS])
    said = capsys.readouterr().out
    assert "setoption name Alpha value 7\nsetoption name Beta value 2" in said
    assert "train: solved" in said and "held-out: solved" in said and "Take it" in said
    results = json.loads((out / "results.json").read_text())
    assert results["best"] == {"Alpha": "7", "Beta": "2"} and results["is accepted"]
    assert {path.name for path in (out / "figures").iterdir()} >= {"progress.svg", "parameters.csv"}


def test_dead_and_conditional_options_are_named_and_a_file_may_tell_what_is_wished(capsys, suite, tmp_path):
    wishes = tmp_path / "wishes.toml"
    wishes.write_text(
        'nodes = 6000\nmethod = "descent"\nobjective = "log"\n'
        "[parameters]\nAlpha = {least = 1, most = 8}\nGamma = {}\nDead = {}\nSwitch = {}\n"
    )
    found = tuned(capsys, ENGINE, "--suite", suite, "--settings", str(wishes), "--game", "checkers")
    assert found["silent"] == [
        "Gamma does nothing unless Switch is set otherwise.",
        "Dead is dead: no count changes with it.",
    ]
    assert found["best"]["Alpha"] == "7" and found["objective"] == "log"


def test_a_program_is_tuned_by_the_three_commands_of_the_paper(capsys, suite):
    params = ("--param", "alpha=2,0..9/1", "--param", "beta=5,0..9/1")
    engine = f"gountil:{sys.executable} {TUNABLE}"
    found = tuned(capsys, engine, "--suite", suite, *params, *WORDS[4:6], "--game", "checkers")
    assert found["train"]["nodes"][1] < found["train"]["nodes"][0]
    values = list(found["best"].values())
    assert account(found).endswith(f"setparam {values[0]} {values[1]}"), "no program of the paper knows UCI"
    by_gtp = account({**found, "way": "gtp"})
    assert by_gtp.endswith(f"--alpha {values[0]} --beta {values[1]}")


def test_a_player_of_ours_needs_no_process_and_keeps_to_its_budget(capsys, tmp_path):
    lines = [
        line.split(" | ") for line in (TUNABLE.parents[1] / "data" / "tactics.txt").read_text().splitlines()
    ]
    path = tmp_path / "checkers.epd"
    path.write_text("".join(f"{one[1]} bm {one[2]};\n" for one in lines if one[0] == "checkers"))
    words = ("--suite", str(path), "--nodes", "2000", "--budget", "400000")
    params = (
        word for name in ("step", "capture", "crowning") for word in ("--param", f"Cost of {name}=10..200")
    )
    found = tuned(capsys, "checkers:evaluation=material", *words, *params)
    assert [one["setting"]["Cost of step"] for one in found["rounds"][:1]] == ["100"]
    assert 0 < found["spent"] < 500_000 and found["train"]["positions"] == 14


def test_a_tuner_killed_half_way_resumes_to_the_same_result(capsys, suite, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    slow = f"uci:{sys.executable} {TUNABLE} 0.02"
    words = [slow, "--suite", suite, *WORDS, "--threads", "1"]
    main(["tune", *words, "--out", str(whole)])
    command = [sys.executable, "-m", "plyometric", "tune", *words, "--out", str(killed)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal = killed / "journal.jsonl"
    while not journal.exists() or journal.read_text().count("\n") < 15:
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (killed / "results.json").exists()
    main(["tune", *words, "--out", str(killed), "--resume"])
    capsys.readouterr()
    assert (killed / "results.json").read_text() == (whole / "results.json").read_text()
    keys = [json.loads(line)["unit"] for line in journal.read_text().splitlines()]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--param", "Alhpa"), "there is no parameter 'Alhpa' to tune: there are Alpha, Beta"),
        (("--param", "Alpha=0..12"), "Alpha takes 0 to 9, not '12'"),
        (("--param", "Switch=0..5"), "Switch takes false, true: name it without a range"),
        (("--param", "Alpha=0..9/0.5"), "Alpha takes whole numbers: a step of 0.5 is none"),
        (("--param", "Alpha=9"), "--param 'Alpha=9': NAME or NAME=[START,]LEAST..MOST[/STEP] is expected."),
        (("--method", "magic"), "there is no method 'magic': there are gradient"),
        (("--objective", "time"), "there is no objective 'time'"),
    ],
)
def test_bad_wishes_are_refused(sentence_for, suite, words, sentence):
    assert sentence in sentence_for("tune", ENGINE, "--suite", suite, "--game", "checkers", *words)


@pytest.mark.parametrize(
    ("games", "sentence"),
    [("3", "3 is not an even number of 2 or more"), ("2", "only UCI engines and players of ours can play")],
)
def test_a_match_that_cannot_be_played_is_refused_before_anything_is_tuned(
    sentence_for, suite, tmp_path, games, sentence
):
    words = ("--suite", suite, "--game", "checkers", "--param", "a=1,0..2", "--out", str(tmp_path / "run"))
    said = sentence_for("tune", f"gountil:{sys.executable} {TUNABLE}", *words, "--games", games)
    assert sentence in said and not (tmp_path / "run").exists()


def test_an_engine_that_passes_over_its_limit_plays_no_match():
    who = Candidate("fast", load("checkers"), {"way": "uci", "by_count": "go infinite"}, {})
    with pytest.raises(InputError, match="fast does not keep to a limit of nodes"):
        check_match(who, 2)
    check_match(who._replace(facts={"way": "uci", "by_count": "go nodes {nodes}"}), 2)


def test_faults_of_the_match_are_told():
    wrong = Conduct(faults=Counter({"crash": 2}), first_fault="it has gone.")
    standing = Standing(Tally.of_pairs([(1, 1)]), (Conduct(), wrong))
    _, said = match_lines(facts_of(standing.tally, TEST) | conduct_facts(standing))
    assert said == "faults of the start setting there: crash: 2; at first: it has gone."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("suite = 5", "suite must be a text, not 5"),
        ("method = [1]", r"method must be a text, not \[1\]"),
        ("x = " + "[" * 20_000, "is not valid TOML"),
        ("[parameters]\na = {start = 1, least = 0, most = inf}", "parameters are written"),
    ],
)
def test_a_file_of_wishes_that_nobody_can_fulfil_is_refused(tmp_path, text, sentence):
    wishes = tmp_path / "wishes.toml"
    wishes.write_text(text)
    nothing = dict.fromkeys(("suite", "nodes", "budget", "method", "objective"))
    with pytest.raises(InputError, match=sentence):
        terms_of(nothing, [], wishes, 1)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("option name A type check default", "A is by default '', none of its choices"),
        ("option name B type combo default So var Solid var Risky", "B is by default 'So', none of its"),
        ("option name C type spin default x min 0 max 3", "C is by default 'x', which is no whole number"),
    ],
)
def test_an_option_that_is_offered_without_a_start_is_named(line, sentence):
    offer = offer_in(line)
    with pytest.raises(InputError, match=sentence):
        space_of({}, {offer.name.lower(): offer})


def test_a_range_without_end_is_refused():
    with pytest.raises(InputError, match="a range from less to more is expected"):
        space_of(dict([wish_in(f"a=1,0..{'9' * 400}")]), {})


def test_an_engine_that_fails_is_refused_and_never_cheap(sentence_for, suite):
    broken = TUNABLE.with_name("broken_engine.py")
    words = ("--suite", suite, "--game", "checkers", "--param", "a=1,0..2")
    said = sentence_for("tune", f"gountil:{sys.executable} {broken} zero", *words)
    assert "failed 20 times" in said or "fails as it is" in said
    assert "a search visits a node or more" in said
