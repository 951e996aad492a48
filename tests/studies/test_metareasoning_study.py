"""The study of metareasoning: its suite, what its nets may know, and what it makes of what is found."""

from collections import Counter

import numpy as np
import pytest

from plyometric.arena.workers import workers
from plyometric.kernel import rng
from plyometric.learn.foresight import Examples
from plyometric.report.figures import as_csv
from plyometric.runs import open_run
from plyometric.search.minimax import Found
from plyometric.search.opinions import Opinion
from plyometric.studies import metareasoning, title
from plyometric.studies.experiment import Experiment
from plyometric.studies.metareasoning import endings, paper
from plyometric.studies.metareasoning.endings import WAYS
from plyometric.studies.metareasoning.lab import (
    Lab,
    Nets,
    Watched,
    game,
    is_structure,
    problems,
    tell_calibration,
    time_after,
    unseen,
)

NET = Opinion("pawn_endings", "race", [], [], [], [], [], {})
MIRRORED = "7k/5ppp/8/5PPP/8/8/8/K7 w - - 0 1"
TURNED = "7k/8/8/8/ppp5/8/PPP5/7K b - - 0 1"
OTHER = "7k/ppp5/8/PP6/8/8/8/7K w - - 0 1"


def test_the_suite_has_two_halves_with_one_answer_each():
    halves = [problems(part) for part in ("train", "held-out")]
    assert sum(map(len, halves)) >= 100 and min(map(len, halves)) >= 50
    assert all(len(one.answers) == 1 for half in halves for one in half)
    assert max(Counter(one.state for half in halves for one in half).values()) == 1


@pytest.mark.parametrize(("text", "is_hidden"), [(MIRRORED, True), (TURNED, True), (OTHER, False)])
def test_the_pawns_of_the_paper_are_known_however_turned(text, is_hidden):
    assert is_structure(list(game().read_position(text)[:3])) is is_hidden


def test_no_net_learns_from_games_with_what_it_is_tried_on():
    texts = [OTHER, MIRRORED, OTHER, OTHER]
    states = [game().read_position(text) for text in texts] + [problems("held-out")[0].state, game().start()]
    family = np.array([0, 1, 1, 2, 3, 4])
    examples = Examples(family, family, family, np.array(states, np.int64))
    assert unseen(examples).family.tolist() == [0, 2]


def test_an_adaptation_takes_the_time_of_ten_expansions():
    assert [time_after(n, adapted=0) for n in (0, 7)] == [0, 7]
    assert [time_after(n, adapted=4) for n in (2, 3, 8)] == [2, 13, 18], "made after three expansions"


# The whole, with searches made up


def made_up(way, nets, *terms):
    """Stand in for searches: relevance settles soon, rivals late or never."""
    soon = 20 if way in (*paper.POLICIES, "glance") else 400
    found = [rng.below(2 * soon, 1, len(way), index) for index in terms[-1]]
    return [Watched(n < 500, n, n, n if n < 500 else None, way == "atrqss", 9 * n) for n in found]


def runs_of_policies(*nets):
    return {name: Watched(True, 90, 90 + 10 * (name == "atrqss"), 40, False, 900) for name in paper.POLICIES}


@pytest.fixture
def whole(tmp_path, monkeypatch):
    for name in ("solve_some", "solve_soon", "solve_in_time", "solve_until_stop"):
        monkeypatch.setattr(endings, name, made_up)
    monkeypatch.setattr(endings, "solve_plainly", lambda key, most, indices: [most for _ in indices])
    for name in ("watch_policies", "watch_modules"):
        monkeypatch.setattr(paper, name, runs_of_policies)
    monkeypatch.setattr(paper, "minimax", lambda game, depth: Found(0, (1,), 5 * depth, 4 * depth))
    run = open_run("metareasoning", {"scale": "quick", "seed": 1}, tmp_path / "run", resume=True)
    with workers(1) as executor:
        x = Experiment(metareasoning, "quick", 1, executor, run, lambda label, items, total: iter(items))
        told = {"calibration": {"loss": 0.4, "marginal_loss": 1.5}}
        tell_calibration(x, 3 * [{"planner": told, "glance": told}])
        lab = Lab(x, Examples(*np.zeros((4, 1), np.int64)), 3 * [Nets(NET, NET)])
        paper.rerun_paper(lab)
        endings.try_endings(lab, 20, 5000)
        x.finish()
    return x


def test_every_claim_is_measured(whole):
    assert (
        title("metareasoning") == "Choosing the next computation of a search by the value of its information."
    )
    assert set(whole.measured) == {claim.id for claim in metareasoning.CLAIMS}
    assert len({claim.id for claim in metareasoning.CLAIMS}) == len(metareasoning.CLAIMS)
    assert whole.measured["table3.atrqss"].ours == 100 and whole.measured["qss.soon"].ours == 100


def test_methods_are_compared_in_pairs(whole):
    assert whole.measured["more.qss.uct"].low > 0
    assert whole.measured["endings.qss.50"].ours == 100 > whole.measured["endings.uct.50"].ours


def test_what_alpha_beta_spends_is_set_against_what_relevance_does(whole):
    assert whole.measured["endings.advance.cost"].ours == 5000
    cost = whole.measured["endings.qss.cost"].ours
    assert whole.measured["share.qss.advance"].ours == pytest.approx(100 * cost / 5000)
    assert whole.measured["time.trqss.uct"].ours >= 0


def test_a_row_and_a_curve_for_every_method(whole):
    assert [figure.name for figure in whole.figures] == ["table3", "within", "growth"]
    for figure in whole.figures[1:]:
        assert all(way.name in as_csv(figure.columns) for way in WAYS.values())
