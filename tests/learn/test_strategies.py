"""Strategies as files: what was written comes back, and no file can harm whoever reads it."""

import json
from pathlib import Path

import numpy as np
import pytest

from plyometric.arena.allocation import LEARNED, NO_PATTERNS, Plan, Strategy, Terms
from plyometric.arena.players import read_player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.learn.strategies import asked_about, explain, game_of, read_plan, write_plan

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
TERMS = Terms(k=2, n=1, d=2, m=6)
NAMES = ["legal moves", "evaluation", "centre", "beside"]

# legal moves <= 6 leads to leaf 0; else evaluation <= 0 leads to leaf 1, more to leaf 2.
TREE = [[0, 6, 1, 2], [-1, 0.25, -1, 0], [1, 0, 3, 4], [-1, 0.5, -1, 1], [-1, 1, -1, 2]]
FOREST = [
    [-1, 10, 1, 0],
    [1, 2.5, 2, 3],
    [-1, -1, 4, 1],
    [-1, 0.5, 4, 2],
    [1, 7, 5, 6],
    [-1, 1, -1, 3],
    [-1, 2, -1, 4],
]
THRESHOLDS = [[0.0] * 7, [0.9] * 7, [0.5] * 7]


@pytest.fixture(scope="module")
def game():
    return load(CONNECT_FOUR)


def plan_of(game, forest=TREE, probe=0):
    thresholds = np.array(THRESHOLDS)
    strategy = Strategy(LEARNED, np.array(forest, float), thresholds, NO_PATTERNS, probe)
    return Plan(game.name, game.evaluation_name, TERMS, tuple(game.weights), strategy)


@pytest.fixture
def path(game, tmp_path):
    write_plan(tmp_path / "strategy.json", plan_of(game), game, {"by": "hand"})
    return tmp_path / "strategy.json"


def altered(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return path


def test_what_was_written_comes_back(game, path):
    plan = read_plan(path, game)
    assert plan[:3] == plan_of(game)[:3]
    for one, other in zip(plan.strategy, plan_of(game).strategy, strict=True):
        assert np.array_equal(one, other)
    assert game_of(path) == "connect_four"
    written = json.loads(path.read_text())
    assert (written["description"], written["learned"]) == (NAMES, {"by": "hand"})


def test_patterns_of_checkers_come_back(tmp_path):
    checkers = load("checkers")
    patterns = np.array([[1, 2, 3, 0, 0, 5], [7, 6, 5, 4, 3, 0]], np.int64)
    strategy = Strategy(
        LEARNED,
        np.array([[24.0, 1, 1, 2], [-1, 0, -1, 0], [-1, 1, -1, 1]]),
        np.array(THRESHOLDS),
        patterns,
        1,
    )
    write_plan(
        tmp_path / "s.json", Plan("checkers", "material", TERMS, checkers.weights, strategy), checkers, {}
    )
    assert np.array_equal(read_plan(tmp_path / "s.json", checkers).strategy.patterns, patterns)


def test_a_file_is_overwritten_whole_or_not_at_all(game, path):
    before = path.read_bytes()
    endless = plan_of(game)._replace(weights=(float("inf"), 1.0))
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_plan(path, endless, game, {})
    assert path.read_bytes() == before
    with pytest.raises(FileNotFoundError, match="nowhere"):
        write_plan(path.parent / "nowhere" / "s.json", plan_of(game), game, {})
    assert list(path.parent.iterdir()) == [path]


def test_a_strategy_of_another_game_or_version_is_refused(game, path):
    with pytest.raises(InputError, match="strategy for 'connect_four', not for checkers"):
        read_plan(path, load("checkers"))
    with pytest.raises(InputError, match="describes positions otherwise"):
        read_plan(altered(path, description=[*NAMES[:3], "corner"]), game)
    with pytest.raises(InputError, match="is of format 'plyometric allocation strategy 2'"):
        read_plan(altered(path, format="plyometric allocation strategy 2"), game)
    for text in ("[]", "3", '{"format": null}'):
        path.write_text(text)
        with pytest.raises(InputError, match="is of format None"):
            read_plan(path, game)


def test_a_strategy_comes_with_checkers():
    player = read_player("checkers:depth=4,strategy=depth4", read_plan)
    assert player.plan.terms[:4] == (4, 2, 8, 40)
    with pytest.raises(InputError, match=r"depth5: No such file; the strategy files .* checkers: depth4\.$"):
        read_plan(Path("depth5"), load("checkers"))


def test_a_truncated_file_gets_one_sentence(game, path):
    whole = path.read_text()
    for length in (0, 1, len(whole) // 2, len(whole) - 2):
        path.write_text(whole[:length])
        with pytest.raises(InputError, match="not valid JSON") as error:
            read_plan(path, game)
        assert "\n" not in str(error.value)


BAD_TERMS = [
    {"k": 0},
    {"k": -4},
    {"n": 1_000},
    {"k": 99, "n": 99},
    {"d": 6},
    {"d": -1},
    {"m": 10**30},
    {"margin": -1},
    {"gain": 1e999},
    {"gain": float("nan")},
    {"k": 2.5},
    {"k": "2"},
    {"k": True},
]


@pytest.mark.parametrize("change", BAD_TERMS, ids=str)
def test_hostile_terms_are_refused(game, path, change):
    with pytest.raises(InputError):
        read_plan(altered(path, terms={**TERMS._asdict(), **change}), game)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("forest", [[4, 6, 1, 2], *TREE[1:]]),  # there are features 0 to 3
        ("forest", [[0.5, 6, 1, 2], *TREE[1:]]),
        ("forest", [*TREE[:2], [1, 0, 0, 4], *TREE[3:]]),  # a circle
        ("forest", [*TREE[:2], [1, 0, 2, 4], *TREE[3:]]),
        ("forest", [*TREE[:2], [1, 0, 3, 99], *TREE[3:]]),
        ("forest", [[0, float("nan"), 1, 2], *TREE[1:]]),
        ("forest", [[0, 10**400, 1, 2], *TREE[1:]]),
        ("forest", []),
        ("forest", "TREE"),
        ("thresholds", THRESHOLDS[:2]),
        ("thresholds", [row[:-1] for row in THRESHOLDS]),
        ("thresholds", [[float("inf")] * 7] * 3),
        ("probe", 5),
        ("probe", 10**30),
        ("probe", 1e999),
        ("probe", -1),
        ("probe", None),
        ("patterns", [[0, 0, 0, 0, 0, 99]]),
        ("patterns", [[0, 0]]),
        ("patterns", 7),
        ("weights", [1.0]),
        ("weights", [1.0, float("nan")]),
        ("weights", "12"),
        ("weights", None),
        ("terms", None),
        ("terms", {}),
    ],
)
def test_hostile_values_are_refused(game, path, part, value):
    with pytest.raises(InputError, match=r"strategy\.json") as error:
        read_plan(altered(path, **{part: value}), game)
    assert "\n" not in str(error.value)


def test_a_missing_part_is_named(game, path):
    facts = json.loads(path.read_text())
    del facts["thresholds"]
    path.write_text(json.dumps(facts))
    with pytest.raises(InputError, match="not a whole strategy: KeyError\\('thresholds'\\)"):
        read_plan(path, game)


# Reasons


def test_a_reason_names_every_question_of_a_tree(game):
    reason = explain(game, plan_of(game), game.start(), 7, d=2, m=6)
    assert reason == (True, 0.5, 0.5, 1, ["legal moves is 7, more than 6", "evaluation is 0, at most 0"])


@pytest.mark.parametrize(("d", "m", "is_deep"), [(0, 6, False), (1, 6, False), (2, 6, True), (1, 1, True)])
def test_a_decision_depends_on_what_is_left(game, d, m, is_deep):
    assert explain(game, plan_of(game), game.start(), 7, d, m).is_deep is is_deep


@pytest.mark.parametrize(("d", "m"), [(3, 6), (-1, 6), (1, 7), (1, 0)])
def test_more_than_there_was_cannot_be_left(game, d, m):
    with pytest.raises(InputError, match="left is a whole number from"):
        explain(game, plan_of(game), game.start(), 7, d, m)


def test_a_reason_of_many_trees_names_what_they_ask_about(game):
    reason = explain(game, plan_of(game, FOREST), game.start(), 7, d=1, m=6)
    assert reason == (True, 10.0, 0.9, 2, ["evaluation is 0, asked about 2 times"])


def test_a_tree_without_questions_has_no_path(game):
    assert explain(game, plan_of(game, [[-1, 0.3, -1, 0]]), game.start(), 7, 2, 6).path == []


def test_what_is_asked_most_comes_first():
    assert list(asked_about(np.array(TREE, float), NAMES)) == [("legal moves", 2 / 3), ("evaluation", 1 / 3)]
    assert list(asked_about(np.array(FOREST, float), NAMES)) == [("evaluation", 1.0)]
    assert list(asked_about(np.array([[-1.0, 0.3, -1, 0]]), NAMES)) == []
