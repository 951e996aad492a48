"""The study of widening: its problems, and what it makes of what is found about them."""

import pytest

from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.go_capture.notation import liberties_of, view_of
from plyometric.kernel import rng
from plyometric.report.figures import as_csv
from plyometric.runs import open_run
from plyometric.studies import title, widening
from plyometric.studies.experiment import Experiment
from plyometric.studies.widening import beyond, lab


@pytest.mark.parametrize("name", lab.SETS)
def test_a_set_has_150_problems_each_with_its_answer(name):
    tasks = lab.problems("go_capture", name)
    assert len(tasks) == len({task.state for task in tasks}) == 150
    for task in tasks:
        stones = view_of(task.size, task.state).stones
        assert task.size == 9 and task.state.turn == 0
        assert task.answer not in stones and task.comment.startswith("proven in ")
        assert 1 <= len(liberties_of(9, stones, task.state.target)) <= 5


@pytest.mark.parametrize("name", beyond.OTHERS)
def test_other_games_have_40_problems(name):
    found = lab.problems(name, "threats")
    assert len(found) == len({problem.state for problem in found}) == 40


def replied(name, indices):
    """Stand in for GNU Go: it is right about most, and slower."""
    return [(True, index > 2, 0.1, 0.2) for index in indices]


def made_up(game, name, strategy, plays, is_enhanced, indices):
    """Stand in for a search: widening solves more, and costs less."""
    eager = 90 if strategy != "1" else 60
    return [
        (rng.below(100, 1, len(strategy), index) < eager, 100 + index - is_enhanced, 20, 18)
        for index in indices
    ]


@pytest.fixture
def whole(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "solve_some", made_up)
    monkeypatch.setattr(beyond, "command_in", lambda program: (program,))
    monkeypatch.setattr(beyond, "ask_both", replied)
    run = open_run("widening", {"scale": "quick", "seed": 1}, tmp_path / "run", resume=True)
    with workers(1) as executor:
        x = Experiment(widening, "quick", 1, executor, run, lambda label, items, total: iter(items))
        widening.run(x)
        x.finish()
    return x


def test_every_claim_is_measured(whole):
    assert title("widening") == "Proving captures in Go with few moves first, and with more where that fails."
    assert set(whole.measured) == {claim.id for claim in widening.CLAIMS}
    assert len({claim.id for claim in widening.CLAIMS}) == len(widening.CLAIMS)
    assert whole.measured["table2.1.cost"].ours == 1 and whole.measured["table6.table2.cost"].ours < 1


def test_a_figure_for_every_table(whole):
    assert [figure.name for figure in whole.figures] == list(widening.TABLES)
    assert "OR2-2AND1-2" in as_csv(whole.figures[0].columns)


def test_the_game_of_the_problems_is_the_usual_one():
    assert load("go_capture").width == 82


def test_gnu_go_is_asked_the_same_questions(whole):
    assert whole.measured["gnugo.easy.ours"].ours == 100 > whole.measured["gnugo.easy.GNU Go"].ours
    assert whole.notes[-1]["text"].startswith("easy, ours: 100.00 ms a problem")


def test_without_gnu_go_nothing_is_asked(whole, monkeypatch):
    def missing(program):
        raise InputError("there is no such program.")

    monkeypatch.setattr(beyond, "command_in", missing)
    beyond.meet_gnugo(whole)
    assert "not installed" in whole.notes[-1]["text"]
