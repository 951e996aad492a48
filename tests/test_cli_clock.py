"""Learning a time manager on the command line, playing by it, and asking it why."""

import pytest

from plyometric.cli import main

GAME = "examples/connect_four.py"


def test_a_manager_is_learned_played_by_and_explained(told, tmp_path, capsys):
    file = str(tmp_path / "clock.json")
    few = ["--nodes", "100", "--games", "30", "--exponent", "0.5", "--fresh", "2", "--threads", "1"]
    learned = told("learn", "clock", GAME, "-o", file, *few, "--json")
    assert learned["exponent"] == 0.5 and 0.1 < learned["fraction"] < 2
    assert learned["gain"]["games"] == 2
    players = (f"{GAME}:clock={file}", f"{GAME}:clock=even")
    played = told("match", *players, "--bank", "100", "--games", "20", "--threads", "1", "--json")
    assert played["conduct"]["a"]["nodes"] > 0 and played["control"] == {"bank": 100, "clock": ""}
    reasons = told("explain", file, "--game", GAME, "--nodes", "300", "--json")["depths"]
    assert reasons[0]["depth"] == 1 and {"regret", "bar", "goes_on"} <= set(reasons[0])
    main(["explain", file, "--game", GAME, "--nodes", "300"])
    assert "300 nodes are allotted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "match checkers:depth=2 checkers:depth=2 --clock 1+1 --bank 5",
            "give either side a --clock or a --bank",
        ),
        ("match checkers checkers --clock noon", "a clock is SECONDS+SECONDS, such as 60+0.6, not 'noon'"),
        ("match checkers:nodes=9 checkers --bank 5", "give it nodes=9 for each move, or a bank for all"),
        ("match checkers:seconds=1 checkers --clock 9", "with a time control it takes no seconds"),
        ("learn clock checkers -o FILE --fresh 3", "3 is not an even number of 2 or more"),
        ("learn clock checkers -o FILE --trial 5", "5 is not an even number of 2 or more"),
        ("learn clock checkers:breadth=3 -o FILE", "a selective search has no time manager"),
        ("learn clock checkers -o nowhere/clock.json", "--file nowhere/clock.json: a file is expected"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(words, sentence, sentence_for, tmp_path):
    assert sentence in sentence_for(*words.replace("FILE", str(tmp_path / "clock.json")).split())
