"""A game that hangs, crashes or reaches beyond its arrays is refused with a sentence; nothing else dies."""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from contextlib import ExitStack

import hostile
import pytest

from plyometric import games
from plyometric.cli import main
from plyometric.cli.shared import vetted
from plyometric.errors import InputError
from plyometric.games import proven
from plyometric.kernel import referee
from plyometric.testing import guard
from plyometric.testing.guard import Trial, checked, shortened, trial_of


def written(folder, game):
    path = folder / f"{game.name.replace(' ', '_')}.py"
    path.write_text(game.source)
    return str(path)


def sentence_about(trial, origin):
    deque(trial.watch(), maxlen=0)
    try:
        findings = checked(trial, origin)[1]
    except InputError as error:
        return 2, str(error)
    return 1, next(finding.sentence for finding in findings if finding.status == "failed")


def test_every_hostile_game_is_another():
    assert len({game.source for game in hostile.HOSTILE}) == len(hostile.HOSTILE) >= 40


def test_hostile_games_are_refused_by_rule_and_position(tmp_path):
    origins = [written(tmp_path, game) for game in hostile.CHEAP]
    with ExitStack() as all_at_once:
        trials = [all_at_once.enter_context(trial_of("check", origin, "")) for origin in origins]
        for game, origin, trial in zip(hostile.CHEAP, origins, trials, strict=True):
            code, sentence = sentence_about(trial, origin)
            assert code == game.code, game.name
            assert all(words in sentence for words in game.words), (game.name, sentence)


def test_check_goes_on_to_report_after_a_crash(tmp_path, capsys):
    killed = next(game for game in hostile.CHEAP if game.name == "killed")
    with pytest.raises(SystemExit) as ended:
        main(["check", written(tmp_path, killed), "--json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert ended.value.code == 1
    assert [finding["status"] for finding in findings] == ["failed"] + ["skipped"] * (len(findings) - 1)


def test_a_process_that_gives_no_answer_is_given_up(tmp_path):
    note = {"count": 1, "step": "kinds", "what": "moves", "where": " in State(7, 0)", "seconds": 0.1}
    (tmp_path / "note").write_text(json.dumps(note))
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as process:
        trial = Trial(process, tmp_path)
        assert "moves" in set(trial.watch())
        process.kill()
    assert trial.fate == "moves gives no answer within 0.1 seconds in State(7, 0)."


def test_a_command_refuses_a_file_that_was_never_checked(tmp_path, sentence_for):
    narrow = written(tmp_path, next(game for game in hostile.CHEAP if game.name == "narrow"))
    assert "out has room for 2" in sentence_for("search", narrow, "--depth", "3")


def kept_out(folder, line):
    """Return a file that does something when it is loaded, and must not be loaded in this process."""
    source = f"import os\nassert os.getpid() != {os.getpid()}, 'it was loaded here'\n{line}\n"
    return written(folder, hostile.Hostile("kept out", source, ()))


@pytest.mark.parametrize("words", ["match {0}:depth=1 {0}:depth=2", "play checkers --against {0}:depth=1"])
def test_a_file_that_takes_all_memory_is_refused_before_it_is_loaded(tmp_path, sentence_for, words):
    path = kept_out(tmp_path, "x = bytearray(1 << 45)")
    assert "MemoryError" in sentence_for(*words.format(path).split())


def test_a_file_that_hangs_is_given_up_before_it_is_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "DONE_WITHIN", 2)
    with pytest.raises(InputError, match="takes over 2 seconds"):
        vetted(kept_out(tmp_path, "while True: pass"))


def test_a_sound_file_is_tried_once(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYOMETRIC_CACHE", str(tmp_path / "cache"))
    path = written(tmp_path, hostile.Hostile("sound", hostile.SOUND, ()))
    vetted(path)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    vetted(path)


def test_a_file_that_has_held_is_tried_again_when_it_reads_something_else(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYOMETRIC_CACHE", str(tmp_path / "cache"))
    (tmp_path / "width.txt").write_text("2")
    read = f"width=int(open({str(tmp_path / 'width.txt')!r}).read())"
    path = written(tmp_path, hostile.Hostile("reading", hostile.SOUND.replace("width=3", read), ()))
    proven.remember(proven.known_by(path))
    with pytest.raises(InputError, match="out has room for 2"):
        vetted(path)


def test_a_game_without_moves_at_the_start_is_not_asked_to_play(tmp_path):
    source = hostile.SOUND.replace("State(7, 0)", "State(0, 0)").replace(
        "return State(s.left - move, 1 - s.side)", "return State(s.left // move, 1 - s.side)"
    )
    referee.probe(games.load(written(tmp_path, hostile.Hostile("ended", source, ()))))


def test_a_rule_that_fails_at_the_start_gets_a_sentence(tmp_path):
    source = hostile.SOUND.replace("n = min(3, s.left)", "n = 3 // s.side")
    with pytest.raises(InputError, match="division by zero"):
        referee.probe(games.load(written(tmp_path, hostile.Hostile("divided", source, ()))))


def test_a_long_sentence_keeps_its_ends():
    assert shortened("first " + "x" * 10_000 + "\n last.").startswith("first xx")
    assert shortened("first " + "x" * 10_000 + "\n last.").endswith("xx last.")


def test_a_trial_ends_when_nobody_waits_for_it():
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    lines = (
        f"import time; from plyometric.testing import guarded; guarded.end_with({gone.pid}); time.sleep(60)"
    )
    left = subprocess.run([sys.executable, "-c", lines], start_new_session=True, check=False)
    assert left.returncode == -signal.SIGKILL
