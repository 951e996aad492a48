"""The Go Text Protocol: a board, and answers about captures."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from plyometric.engines.serving_go import GoEngine


@pytest.fixture
def talk():
    said = []
    engine = GoEngine(said.append, plays=2000)

    def ask(*lines):
        said.clear()
        for line in lines:
            engine.hear(line)
        return said[-1].rstrip("\n")

    ask("boardsize 5")
    return ask


def test_it_introduces_itself(talk):
    assert talk("7 protocol_version") == "=7 2"
    assert talk("name") == "= Plyometric"
    assert talk("known_command attack") == "= true"
    assert "defend" in talk("list_commands")


def test_a_stone_in_atari_is_attacked_and_defended(talk):
    stones = ["play b E5", "play w E6", "play w D5", "play w F5"]
    assert talk("boardsize 9", *stones, "attack E5") == "= 1 E4"
    assert talk("defend E5") == "= 1 E4"
    assert talk("attack E6") == "= 0"
    assert talk("defend E6") == "= 1 PASS"


def test_a_file_is_loaded_before_a_move(talk, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9];B[ee];W[ed];B[aa];W[de];B[ab];W[fe];B[ef])")
    assert talk(f"loadsgf {file} 7", "attack E5") == "= 1 E4"
    assert talk(f"loadsgf {file}", "attack E5") == "= 0"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("boardsize 25", "? unacceptable size"),
        ("genmove b", "? unknown command"),
        ("attack C3", "? there is no stone at C3"),
        ("attack", "? attack takes more words than that"),
        ("play b Z9", "? 'Z9' is not a point"),
        ("play red C3", "? a colour is black or white"),
        ("loadsgf nowhere.sgf", "? nowhere.sgf: No such file"),
    ],
)
def test_what_it_cannot_do_it_says(talk, line, said):
    assert talk(line).startswith(said)


def test_it_leaves_when_told(talk):
    said = []
    assert not GoEngine(said.append).hear("quit")
    assert said == ["= \n"]


LADDER = [
    "boardsize 19",
    *("play w D4", "play b C4", "play b D3", "play b C5"),
    *("play w Q16", "play b R16", "play b Q17", "play b P17"),
    "attack D4",
    "attack Q16",
]


def answers_of(rounds):
    said = []
    engine = GoEngine(said.append, plays=2000)
    for line in LADDER * rounds:
        engine.hear(line)
    return [line for line in said if line.strip() != "="]


def test_engines_in_two_threads_do_not_share_their_memory():
    alone = answers_of(30)
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(answers_of, [30, 30])) == [alone, alone]
    assert len(set(alone)) == 2
