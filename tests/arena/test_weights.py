"""Weights as files: what was written comes back, and only for what it was written for."""

import json
from dataclasses import replace

import pytest

from plyometric.arena.players import read_player
from plyometric.arena.weights import read_weights, write_weights
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.studies.filters.paper import PAPERS_BEST

FIVES = load("fives")
MINE = (510.0, 400.1, 300.0, 200.0, 100.0)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mine.json"
    write_weights(path, FIVES, MINE, {"by": "hand"})
    return path


def altered(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return str(path)


def test_what_was_written_comes_back(path):
    assert read_weights(FIVES, str(path)) == MINE
    assert read_player(f"fives:depth=2,weights={path}").weights == MINE
    found = json.loads(path.read_text())
    assert (found["game"], found["evaluation"], found["learned"]) == ("fives", "solid", {"by": "hand"})
    assert found["names"] == list(FIVES.feature_names)


def test_a_bare_list_is_still_read(tmp_path):
    (tmp_path / "bare.json").write_text(json.dumps(MINE))
    assert read_weights(FIVES, str(tmp_path / "bare.json")) == MINE


def test_a_document_may_name_just_the_weights_that_are_not_0(path):
    four = FIVES.feature_names[1]
    assert read_weights(FIVES, altered(path, weights={four: 7.0})) == (0.0, 7.0, 0.0, 0.0, 0.0)
    with pytest.raises(InputError, match=r"has a weight for .*sixth.*, which is no feature of fives"):
        read_weights(FIVES, altered(path, weights={"sixth": 1.0}))


def test_of_thousands_of_weights_a_file_holds_two_decimals_and_a_digest_of_their_names(tmp_path):
    tables = load("checkers").judged_by("tables")
    write_weights(tmp_path / "w.json", tables, [weight + 0.001 for weight in tables.weights], {})
    found = json.loads((tmp_path / "w.json").read_text())
    assert found["names"].startswith("46007 names, sha256 ")
    assert read_weights(tables, str(tmp_path / "w.json")) == pytest.approx(tables.weights)


def test_weights_are_the_games_own_unless_some_are_given():
    assert read_weights(FIVES, None) == FIVES.weights
    assert read_weights(FIVES, list(MINE)) == MINE


def test_a_score_without_an_interval_can_be_told(tmp_path):
    write_weights(tmp_path / "w.json", FIVES, MINE, {"score": {"low": float("-inf")}})
    assert json.loads((tmp_path / "w.json").read_text())["learned"] == {"score": {"low": None}}


def test_weights_for_something_else_are_refused(path):
    small = load("fives(size=7)")
    with pytest.raises(InputError, match=r"for game 'fives', not for 'fives\(size=7\)'"):
        read_weights(small, str(path))
    names = ("one", "two", "three", "four", "five")
    twin = replace(FIVES, evaluation=replace(FIVES.evaluation, feature_names=names, dominance=()))
    with pytest.raises(InputError, match=r"for names .*four_1.*, not for .*'one'.* of fives"):
        read_weights(twin, str(path))
    with pytest.raises(InputError, match="for evaluation 'chinook', not for 'solid' of fives"):
        read_weights(FIVES, altered(path, evaluation="chinook"))


HOSTILE = [None, [], [1, 2], "12345", {"a": 1}, [1, 2, 3, 4, None], [1, 2, 3, 4, 1e999]]


@pytest.mark.parametrize("weights", HOSTILE, ids=str)
def test_hostile_weights_are_refused(path, weights):
    with pytest.raises(InputError, match=r"mine\.json"):
        read_weights(FIVES, altered(path, weights=weights))


# What comes with a game


def test_the_papers_best_comes_with_fives():
    assert read_player("fives:depth=3,weights=hasson").weights == PAPERS_BEST


def test_a_file_goes_before_what_comes_with_the_game(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    path.rename("hasson")
    assert read_weights(FIVES, "hasson") == MINE


def test_a_name_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(InputError, match=r"nobody: No such file; the weights files .* fives: hasson\.$"):
        read_weights(FIVES, "nobody")
    with pytest.raises(InputError, match="come with connect_four: none"):
        read_weights(load("examples/connect_four.py"), "nobody")
    with pytest.raises(InputError, match="nowhere/hasson: No such file or directory"):
        read_weights(FIVES, "nowhere/hasson")


def test_what_comes_with_a_game_is_not_for_the_others_of_its_family():
    with pytest.raises(InputError, match=r"hasson\.weights\.json holds weights for game 'fives'"):
        read_player("fives(size=7):depth=3,weights=hasson")
