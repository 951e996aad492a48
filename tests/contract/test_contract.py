"""Every game keeps the contract, and whatever breaks it is reported in one sentence."""

import doctest
from pathlib import Path

import broken
import pytest

from plyometric import games
from plyometric.errors import InputError
from plyometric.games.newgame import starter_source
from plyometric.testing import assert_game, check_game, checks, write_playthrough

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


INSIGHT_LEFT_OUT = ["traits", "pattern counts", "identities", "forcing moves", "move classes"]
RULES_LEFT_OUT = ["move ratings", "winning moves", "move priors"]
NOT_OFFERED = [*INSIGHT_LEFT_OUT, *RULES_LEFT_OUT, "colour symmetry"]
FAULTS = [
    pytest.param(check, game, words, id=game.name)
    for check, cases in broken.BROKEN.items()
    for game, words in cases
]


def failed(game, data=None):
    return {name: sentence for name, status, sentence in check_game(game, data) if status == "failed"}


@pytest.mark.parametrize("name", games.names())
def test_an_installed_game_keeps_the_contract(name):
    assert_game(games.load(name), HERE.parent / "data")


@pytest.mark.parametrize(
    ("example", "more"),
    [("connect_four.py", []), ("othello.py", ["placements"]), ("kalah.py", ["placements"])],
)
def test_an_example_keeps_the_contract(example, more):
    findings = check_game(games.load(str(ROOT / "examples" / example)))
    assert {finding.check for finding in findings if finding.status != "ok"} == {*NOT_OFFERED, *more}


def test_another_process_asks_the_evaluation_that_is_asked_here():
    checks.same_without_compiler(games.load("fives").judged_by("split"), None)


def test_the_page_about_your_own_game_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = doctest.testfile(str(ROOT / "docs" / "your-own-game.md"), module_relative=False)
    assert page.attempted > 15 and page.failed == 0


def test_a_sound_game_of_no_file_is_checked_as_far_as_possible():
    findings = check_game(broken.SOUND)
    assert all(finding.status != "failed" for finding in findings)
    skipped = {finding.check: finding.sentence for finding in findings if finding.status == "skipped"}
    assert "no other process can load it" in skipped["same from disk"]
    assert set(skipped) == {
        *INSIGHT_LEFT_OUT,
        *RULES_LEFT_OUT,
        "placements",
        "colour symmetry",
        "same without compiler",
        "same from disk",
        "perft file",
        "playthrough file",
    }


@pytest.mark.parametrize(("check", "game", "words"), FAULTS)
def test_a_fault_is_reported_where_it_lies(check, game, words):
    assert words in failed(game)[check]


def test_the_fault_of_a_rule_is_found_in_its_file():
    sentence = failed(broken.sticks("misspelt again", moves=broken.misspelt_field))["kinds"]
    first = broken.misspelt_field.py_func.__code__.co_firstlineno
    file = HERE / "broken.py"
    assert sentence.startswith(
        f"moves ({file} line {first}) fails in position '7 0': {file} line {first + 2}: "
    )


def test_all_failed_sentences_stand_in_the_assertion():
    endless = broken.BROKEN["playouts end"][0][0]
    with pytest.raises(
        AssertionError, match=r"^endless breaks the contract:\nplayouts end: .*\nreversible moves: "
    ):
        assert_game(endless)


DATA_FAULTS = {
    "start | 3 9 24": "line 1: perft 3 is 23, not 24 in position '7 0'.",
    "# counts\n\nstart, 3 9": "line 3: 'start, 3 9' should read `position | count count ...`.",
    "start |": "line 1: 'start |' should read",
    "start | 3 nine": "line 1: 'start | 3 nine' should read",
    "7 x | 3": "line 1: position '7 x': 2 whole numbers are expected.",
}


@pytest.mark.parametrize("text", DATA_FAULTS)
def test_a_wrong_perft_file_is_reported_with_its_line(text, tmp_path):
    (tmp_path / "sticks.perft").write_text(text)
    assert DATA_FAULTS[text] in failed(broken.SOUND, tmp_path)["perft file"]


def test_perft_counts_of_other_positions_are_held_too(tmp_path):
    (tmp_path / "sticks.perft").write_text("3 0 | 3 3 1\n")
    assert failed(broken.SOUND, tmp_path) == {}


def test_a_recorded_game_is_replayed(tmp_path):
    write_playthrough(broken.SOUND, tmp_path / "sticks.playthrough", seed=3)
    assert failed(broken.SOUND, tmp_path) == {}
    last = (tmp_path / "sticks.playthrough").read_text().splitlines()[-1]
    assert last.split(" | ")[1] == "0 lost"


RECORD_FAULTS = {
    "start | 3 | 30 | 7 0\n9 | 3 | 0 | 5 1": "line 2: '9' is not a legal move here: 1, 2, 3.",
    "start | 3 | 31 | 7 0": "line 1: the line is 'start | 3 | 31 | 7 0', the game says 'start | 3 | 30 |",
    "1 | 3 | 0 | 6 1": "line 1: a recorded game begins with a line for start, not '1'.",
    "# nothing": "it records no game.",
}


@pytest.mark.parametrize("text", RECORD_FAULTS)
def test_a_wrong_record_is_reported_with_its_line(text, tmp_path):
    (tmp_path / "sticks.playthrough").write_text(text)
    assert RECORD_FAULTS[text] in failed(broken.SOUND, tmp_path)["playthrough file"]


def starter_with(folder, old, new):
    path = folder / "mygame.py"
    source = starter_source("mygame")
    assert old in source
    path.write_text(source.replace(old, new))
    return games.load(str(path))


def test_an_overflow_shows_as_a_difference_from_plain_python(tmp_path):
    game = starter_with(tmp_path, "weights[0] * lead", "weights[0] * (s.foe << 62 >> 60) + weights[0] * lead")
    with pytest.raises(InputError, match=r"compiled, the game says .*; as plain Python, it says "):
        checks.same_without_compiler(game, None)


def test_a_crash_of_another_process_is_reported(tmp_path):
    crash = "import os\nif os.environ.get('NUMBA_DISABLE_JIT') == '1':\n    os.kill(os.getpid(), 11)\nLINES ="
    game = starter_with(tmp_path, "LINES =", crash)
    with pytest.raises(InputError, match=r"as plain Python, crashes with SIGSEGV\."):
        checks.same_without_compiler(game, None)


@pytest.mark.parametrize("name", ["", "3d", "my game", "my-game", "class", "../mygame", "tüt"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(InputError, match="a game cannot be named "):
        starter_source(name)


def test_the_starter_takes_its_name():
    source = starter_source("hex7")
    assert 'name="hex7"' in source and "starter" not in source
