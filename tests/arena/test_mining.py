"""Mining suites: what is a problem, and what is none."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from plyometric.arena.mining import HALVES, Known, Nugget, Terms, dig, mine, nugget_at, problem_of
from plyometric.arena.players import read_player
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.referee import ASKING, legal_moves, play, read_move
from plyometric.runs import open_run
from plyometric.search.analysis import Handle, analyse
from plyometric.search.full import Full

CHECKERS = load("checkers")
PLAYER = read_player("checkers:evaluation=material,nodes=30")
TERMS = Terms(shallow=50, deep=2000)
DEEP = Full(nodes=TERMS.deep, table=1)
SHOT = "B:W17,20,21,22,23,24,25,28,29:B4,6,7,8,9,10,11,12,13"
"""Black gives a man by 10-15, and gets two."""
WON, LOST = "B:W14,24,27,30:B12,16,20,21,K29,K31", "B:WK1,7,11,19:B4,K26"
"""One move is best by a man or so, of those that leave the mover far ahead or far behind."""


def mined(count, threads=1, run=None):
    with ThreadPoolExecutor(threads) as executor:
        return list(islice(mine(PLAYER, TERMS, 1, executor, run), count))


@pytest.fixture(scope="module")
def nuggets():
    return mined(5)


def test_a_problem_has_one_best_move_that_few_nodes_miss_and_many_hold(nuggets):
    for nugget in nuggets:
        state = CHECKERS.state_of(nugget.words)
        handle = Handle(CHECKERS, DEEP, state)
        found = handle.run()
        agreed = [step for step in handle.course if step.move == nugget.answer]
        assert (found.move, found.value) == (nugget.answer, nugget.value)
        assert (agreed[0].depth, agreed[0].nodes) == (nugget.depth, nugget.nodes)
        assert nugget.nodes > TERMS.shallow and nugget.depth > 2


def test_every_other_move_is_worse_by_the_margin(nuggets):
    for nugget in nuggets:
        state = CHECKERS.state_of(nugget.words)
        others = [move for move in legal_moves(CHECKERS, state) if move != nugget.answer]
        assert analyse(CHECKERS, DEEP, state, only=others).value == nugget.without
        assert nugget.value - nugget.without >= TERMS.margin
        assert nugget.without < 3 * TERMS.margin and nugget.value > -3 * TERMS.margin


def test_threads_and_a_run_that_goes_on_change_nothing(nuggets, tmp_path):
    assert mined(5, threads=3) == nuggets
    assert mined(2, run=open_run("mining", {}, tmp_path / "run")) == nuggets[:2]
    assert mined(5, run=open_run("mining", {}, tmp_path / "run", resume=True)) == nuggets


@pytest.mark.parametrize(
    ("position", "answer", "values"),
    [(SHOT, "10-15", (100, 0)), (WON, "29-25", (360, 230)), (LOST, "26-31", (-260, -360))],
)
def test_where_one_move_gains_or_saves_a_man_there_is_a_problem(position, answer, values, monkeypatch):
    monkeypatch.setattr("plyometric.arena.mining.GLANCE", 1)
    state = CHECKERS.read_position(position)
    nugget = nugget_at(PLAYER, Terms(shallow=1000, deep=200_000), state)
    assert CHECKERS.move_text(state, nugget.answer) == answer
    assert (nugget.value, nugget.without) == values


@pytest.mark.parametrize(
    ("position", "terms", "why"),
    [
        ("B:W18,22:B4,11,15,3", TERMS, "taking is plain to see, whichever way"),
        (SHOT, Terms(shallow=20_000, deep=50_000), "the shallow search finds it"),
        (SHOT, Terms(shallow=1000, deep=50_000, margin=101), "it gains too little"),
        (WON, Terms(shallow=1000, deep=50_000, margin=60), "the game is won without it"),
        (LOST, Terms(shallow=1000, deep=200_000, margin=50), "the game is lost with it"),
        (LOST, Terms(shallow=1000, deep=200_000), "a tenth of the nodes finds nothing new"),
        ("B:W31,32:B1,2", TERMS, "nothing happens"),
    ],
)
def test_what_is_no_problem(position, terms, why):
    assert nugget_at(PLAYER, terms, CHECKERS.read_position(position)) is None, why


def known_after(*positions):
    known = Known(CHECKERS)
    for position, answer in positions:
        assert known.is_new(nugget(position, answer))
    return known


def nugget(position, answer):
    state = CHECKERS.read_position(position)
    return Nugget(tuple(state), read_move(CHECKERS, state, answer), 100, 0, 5, 2000)


def test_a_position_is_a_problem_once_whatever_its_colours():
    known = known_after((SHOT, "10-15"))
    assert not known.is_new(nugget(SHOT, "10-15"))
    assert not known.is_new(nugget(SHOT, "12-16"))
    swapped = CHECKERS.position_text(ASKING["swapped"](CHECKERS, CHECKERS.read_position(SHOT)))
    assert swapped.startswith("W")
    assert not known.is_new(nugget(swapped, "23-18"))


def test_positions_that_differ_in_little_are_one_problem_if_the_answer_is_the_same():
    known = known_after((SHOT, "10-15"))
    nearly = SHOT.replace("B4,", "B3,").replace("29:", "30:")
    assert not known.is_new(nugget(nearly, "10-15"))
    assert known.is_new(nugget(nearly, "12-16"))
    assert known.is_new(nugget("B:W20,24,25,29,30,31,32:B1,2,3,4,10,12,13", "10-15"))


def test_a_game_is_dug_position_by_position_where_there_is_a_choice():
    for index in range(3):
        for words, *_ in dig(PLAYER.as_json(), {"shallow": 1, "deep": 500, "margin": 1}, 1, index):
            assert len(legal_moves(CHECKERS, CHECKERS.state_of(words))) > 1


def test_a_hash_of_the_position_halves_a_suite(nuggets):
    problems = [problem_of(CHECKERS, nugget, f"checkers.{n}") for n, nugget in enumerate(nuggets)]
    assert {problem.part for problem in problems} <= set(HALVES)
    start = CHECKERS.start()
    states = [play(CHECKERS, start, move) for move in legal_moves(CHECKERS, start)]
    parts = [problem_of(CHECKERS, Nugget(tuple(state), 0, 0, 0, 0, 0), "").part for state in states]
    assert set(parts) == set(HALVES)


def test_a_game_without_problems_has_an_end(monkeypatch):
    monkeypatch.setattr("plyometric.arena.mining.PATIENCE", 3)
    with ThreadPoolExecutor(1) as executor:
        assert list(mine(PLAYER, Terms(shallow=400, deep=401, margin=10**6), 1, executor)) == []


@pytest.mark.parametrize(
    ("shallow", "deep", "margin"), [(0, 10, 1), (10, 10, 1), (10, 5, 1), (10, 20, 0)], ids=str
)
def test_impossible_terms_are_refused(shallow, deep, margin):
    with pytest.raises(InputError, match="a deeper one and a margin of 1 or more are expected"):
        Terms(shallow, deep, margin).checked()


def test_the_search_must_take_nodes():
    with pytest.raises(InputError, match="a search that takes nodes is expected"), ThreadPoolExecutor(1) as e:
        next(mine(read_player("checkers:evaluation=material,plain=on,depth=3"), TERMS, 1, e))
