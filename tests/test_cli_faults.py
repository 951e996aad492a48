"""Full disks, faults of the program itself, and a share of the attacks in tests/fuzz."""

import os
import subprocess
import sys

import pytest
from fuzz import command_lines, readers

from plyometric.cli import games, main
from plyometric.errors import PACKAGE


@pytest.fixture(autouse=True)
def _somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_full_disk_is_said_with_what_is_kept_and_the_run_goes_on_later(
    tmp_path, sentence_for, disk_with_room_for, capsys
):
    words = ["perft", "checkers", "4", "--out", "run"]
    main(["perft", "checkers", "4"])
    with disk_with_room_for(300):
        said = sentence_for(*words)
    assert "run/journal.jsonl: File too large; finished units are kept in run, and" in said
    assert not list(tmp_path.rglob(".*.part"))
    main([*words, "--resume"])
    assert "1469" in capsys.readouterr().out


def test_a_game_that_cannot_be_saved_is_printed(disk_with_room_for, monkeypatch):
    typed = iter(["11-15", "save somewhere.pdn", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    printed = []
    monkeypatch.setattr("builtins.print", lambda *words, **_: printed.append(" ".join(map(str, words))))
    monkeypatch.setattr("os._exit", sys.exit)
    with disk_with_room_for(20), pytest.raises(SystemExit):
        main(["play", "checkers", "--against", "evaluation=material,depth=1", "--save", "game.pdn"])
    assert sum("1. 11-15" in text for text in printed) == 2
    assert any("somewhere.pdn: File too large." in text for text in printed)
    assert "plyo: game.pdn: File too large." in printed


def test_standard_output_that_is_full_is_said():
    full = os.open("/dev/full", os.O_WRONLY)
    words = [sys.executable, "-m", "plyometric", "games"]
    done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, cwd=PACKAGE.parent)
    os.close(full)
    assert (done.returncode, done.stderr) == (2, "plyo: No space left on device.\n")


def test_a_fault_of_the_program_is_a_sentence_of_its_own(monkeypatch, capsys):
    monkeypatch.setattr("os._exit", sys.exit)
    monkeypatch.setattr(games.games, "names", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["games"])
    monkeypatch.delenv("PLYO_TRACEBACK")
    with pytest.raises(SystemExit) as ended:
        main(["games"])
    assert ended.value.code == 70
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("plyo: this is a fault of plyometric, which PLYO_TRACEBACK=1 shows in full: ")
    assert "ZeroDivisionError" in line


def test_spoiled_command_lines_end_in_a_sentence(tmp_path):
    assert [tried.fault for tried in command_lines.attack(40, tmp_path) if tried.fault] == []


def test_spoiled_input_is_taken_or_refused_in_a_sentence(tmp_path):
    assert [tried.fault for tried in readers.attack(600, tmp_path) if tried.fault] == []
