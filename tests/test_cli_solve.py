"""The command `plyo solve`: one file, a folder of them, and what cannot be solved."""

import json

import pytest

from plyometric.cli import main

ATARI = "(;SZ[5]AB[cc]AW[cb][bc][dc]TR[cc])"
FREE = "(;SZ[5]AB[cc]TR[cc])"
FEW = ("--plays", "2000")
REFUSED = {
    "bare.sgf": "(;SZ[5]AB[cc])",
    "large.sgf": "(;SZ[25]AB[cc]TR[cc])",
    "dead.sgf": "(;SZ[5]AB[aa]AW[ab][ba]TR[aa])",
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "atari.sgf").write_text(ATARI)
    (tmp_path / "free.sgf").write_text(FREE)
    return tmp_path


def test_a_capture_is_proven_with_its_line_and_a_picture(folder, capsys):
    main(["solve", str(folder / "atari.sgf"), "--svg", str(folder / "answer.svg"), *FEW])
    said = capsys.readouterr().out
    assert "atari.sgf: captured by C2; saved by C2; " in said
    assert "captured C2" in (folder / "answer.svg").read_text()


def test_a_target_can_be_named_and_the_answer_be_json(folder, capsys):
    main(["solve", str(folder / "free.sgf"), "--target", "C3", "--json", *FEW])
    (found,) = json.loads(capsys.readouterr().out)["problems"]
    assert found["status"] == "not captured" and found["move"] is None
    assert found["position"] == "5/5/2x2/5/5 C3 o o -"
    assert set(found["refuted"]) == {"B3", "C2", "C4", "D3"}


def test_a_bad_file_in_a_folder_keeps_no_other_from_being_solved(folder, sentence_for, capsys):
    (folder / "bad.sgf").write_text("garbage")
    said = sentence_for("solve", str(folder), *FEW)
    assert "1 of 3 could not be solved" in said and "bad.sgf: this is no SGF" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["{}/free.sgf", "--target", "A1"], "free.sgf: the target A1 is an empty point."),
        (["{}/free.sgf", "--target", "Z9"], "free.sgf: 'Z9' is not a point: they are A1 to E5"),
        (["{}/free.sgf", "--moves", "3"], "free.sgf: there are 0 moves in the game, not 3."),
        (["{}/none.sgf"], "none.sgf: No such file"),
        (["{}/bare.sgf"], "bare.sgf: no stone is marked as the target"),
        (["{}/large.sgf"], "large.sgf: the board has 25 rows: 5 to 19 are accepted."),
        (["{}/dead.sgf"], "dead.sgf: a string that is set up has no liberty"),
        (["{}", "--svg", "{}/x.svg"], "--svg draws one problem"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(words, said, folder, sentence_for):
    for name, text in REFUSED.items():
        (folder / name).write_text(text)
    assert said in sentence_for("solve", *(word.format(folder) for word in words), *FEW)
