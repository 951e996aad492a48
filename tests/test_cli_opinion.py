"""Learning an opinion on the command line, and searching by it."""

import pytest

from plyometric import load
from plyometric.cli import main
from plyometric.cli.opinion import as_wanted
from plyometric.learn.foresight import Inquiry, units_of

GAME = "examples/connect_four.py"


def test_an_opinion_is_learned_and_searched_by(told, tmp_path, capsys):
    file = str(tmp_path / "opinion.json")
    learned = told("learn", "opinion", GAME, "-o", file, "--families", "200", "--nodes", "60", "--json")
    assert learned["examples"] > 4 * learned["held_out"] > 0
    assert learned["spikes"] == [-one for one in reversed(learned["spikes"])]
    assert all(0 <= row[4] <= 1 for row in learned["reliability"])
    found = told("search", f"{GAME}:policy=trqss,expansions=30,opinion={file}", "--json")
    assert found["best"] in "abcdefg" and found["nodes"] > 30
    grown = told(*f"explain --game {GAME} --policy qss,expansions=9,opinion={file}".split(), "--json")
    assert grown["best"] in "abcdefg" and len(grown["branches"]) == 10, "the root and nine positions"
    main(["learn", "opinion", GAME, "-o", file, "--families", "100", "--nodes", "60", "--without", "centre"])
    assert "chance told" in capsys.readouterr().out


def test_a_run_that_goes_on_with_more_families_takes_no_part_of_a_unit_for_the_whole():
    few, more = (units_of(load(GAME), (), Inquiry(), 1, families) for families in (150, 200))
    assert few[0] == more[0] and few[1][0] != more[1][0]


@pytest.mark.parametrize(
    ("evaluation", "weights", "judge"),
    [("", None, "joined"), ("chinook", None, "chinook"), ("", "paper", "material")],
)
def test_an_opinion_judges_as_the_player_does_that_takes_it(evaluation, weights, judge):
    assert as_wanted(load("checkers"), evaluation, weights).evaluation_name == judge


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("learn opinion GAME -o FILE --edges 4/x", "--edges are numbers such as 40/150/400, not '4/x'."),
        ("learn opinion GAME -o FILE --edges 4/3", "edges must be positive and rising, not 4.0/3.0."),
        ("learn opinion GAME -o FILE --without mood", "connect_four tells nothing of 'mood'"),
        (
            "learn opinion GAME -o FILE --families 1 --nodes 9",
            "there is nothing to learn",
        ),
        ("search GAME:policy=qss,expansions=9,opinion=FILE", "No such file"),
        ("match GAME:policy=qss,expansions=5,opinion=FILE GAME:depth=1", "No such file"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(sentence_for, tmp_path, words, sentence):
    places = {"GAME": GAME, "FILE": str(tmp_path / "none.json")}
    for name, place in places.items():
        words = words.replace(name, place)
    assert sentence in sentence_for(*words.split())
