"""Databases from the command line: built, probed, and refused in one sentence."""

import json

import pytest

import plyometric.cli.database  # noqa: F401  (its commands join the app)
from plyometric.cli.shared import app
from plyometric.errors import InputError
from plyometric.search.databases import shelf


@pytest.fixture
def plyo(tmp_path, monkeypatch, capsys):
    """Return a function that runs a command with an empty shelf."""
    monkeypatch.setattr(shelf, "folder", lambda: tmp_path)
    monkeypatch.setattr(shelf, "_opened", {})

    def run(*words):
        app(["database", *words], exit_on_error=False, print_error=False, result_action="return_value")
        return capsys.readouterr().out

    return run


def test_a_database_is_built_and_tells_its_totals(plyo):
    said = plyo("build", "checkers", "--pieces", "2")
    assert said.splitlines()[2].split()[:2] == ["2", "6,972"]
    facts = json.loads(plyo("build", "checkers", "--pieces", "2", "--json"))
    assert facts["totals"]["1"] == {
        "positions": 120,
        "wins": 60,
        "draws": 0,
        "losses": 60,
        "longest win": 1,
    }


def test_a_position_is_looked_up_with_all_its_moves(plyo):
    said = plyo("probe", "checkers", "B:W22:B18", "--pieces", "2")
    assert said.split() == ["win", "in", "1", "plies", "18x25", "win", "in", "1", "plies"]
    facts = json.loads(plyo("probe", "checkers", "W:WK10:BK1", "--pieces", "2", "--json"))
    assert facts["value"] == "draw"
    assert set(facts["moves"]) == {"10-6", "10-7", "10-14", "10-15"}
    assert facts["moves"]["10-6"].startswith("loss in")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "fives"), "fives has no endings"),
        (("build", "checkers", "--pieces", "7"), "up to 6 pieces, not of 7"),
        (("probe", "checkers", "B:W21-32:B1-12", "--pieces", "1"), "database of 1 pieces does not hold"),
    ],
)
def test_what_cannot_be_is_said(plyo, words, sentence):
    with pytest.raises(InputError, match=sentence):
        plyo(*words)
