"""Searching, playing and matches on the command line: real processes, real games."""

import json
import signal
import subprocess
import sys
import time

import pytest

from plyometric.arena.players import read_player
from plyometric.cli.play import Parlour
from plyometric.games import load
from plyometric.games.records import read_records
from plyometric.kernel.referee import legal_moves, play

PLYO = [sys.executable, "-m", "plyometric"]
CONNECT_FOUR = "examples/connect_four.py"
MATCH = [
    "match",
    "checkers:evaluation=material,depth=5",
    "checkers:evaluation=material,depth=3",
    "--games",
    "160",
    "--threads",
    "1",
]


def plyo(*words, **settings):
    return subprocess.run([*PLYO, *words], capture_output=True, text=True, timeout=120, **settings)


@pytest.mark.parametrize("limits", ["--depth 7", "--nodes 5000 --table 1", "--seconds 0.3 --table 0"])
def test_search_ends_at_any_limit(limits):
    facts = json.loads(plyo("search", "checkers:evaluation=material", *limits.split(), "--json").stdout)
    assert facts["depth"] >= (7 if "depth" in limits else 1)
    assert facts["best"] == facts["line"][0]
    assert facts["nodes"] > 0
    assert "seconds" not in limits or facts["nodes per second"] > 0, "a short search has no speed to tell"


def test_plain_search_sees_the_same_with_more_nodes():
    full, plain = (
        json.loads(plyo("search", CONNECT_FOUR, "--depth", "8", "--json", *words).stdout)
        for words in ([], ["--plain"])
    )
    assert (full["value"], full["depth"]) == (plain["value"], plain["depth"])
    assert full["nodes"] < plain["nodes"]


def test_a_match_prints_what_engine_testers_know():
    done = plyo(*MATCH[:3], "--games", "20", "--sprt", "0", "50")
    first, *rows = done.stdout.splitlines()
    assert first == f"{MATCH[1]} against {MATCH[2]}"
    told = ["Elo", "Score", "LOS", "Games", "Ptnml", "LLR", "A", "B", "Nodes"]
    assert [row.split()[0] for row in rows] == told
    assert "+/-" in rows[0]
    assert "N: 20" in rows[3]


def test_a_match_killed_half_way_resumes_to_the_same_table(tmp_path):
    whole = plyo(*MATCH, "--out", str(tmp_path / "whole"))
    journal = tmp_path / "cut" / "journal.jsonl"
    killed = subprocess.Popen([*PLYO, *MATCH, "--out", str(tmp_path / "cut")], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not journal.exists() or len(journal.read_bytes().splitlines()) < 4:
        assert time.monotonic() < until
        time.sleep(0.005)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert not (tmp_path / "cut" / "results.json").exists()
    resumed = plyo(*MATCH, "--out", str(tmp_path / "cut"), "--resume")
    assert resumed.stdout == whole.stdout
    assert (tmp_path / "cut" / "results.json").read_text() == (
        tmp_path / "whole" / "results.json"
    ).read_text()


def test_a_search_without_end_is_refused(sentence_for):
    said = sentence_for("search", CONNECT_FOUR, "--seconds", "inf")
    assert "--seconds must be a number from 0 to 100000, not inf" in said


def test_a_seed_leaves_room_for_those_that_are_counted_from_it(sentence_for):
    assert "--seed" in sentence_for("playouts", CONNECT_FOUR, "10", "--seed", str(2**63 - 1))


def test_what_could_not_be_played_or_kept_is_refused_and_leaves_no_folder(sentence_for, tmp_path):
    out = str(tmp_path / "run")
    said = sentence_for("match", "checkers:depth=1", "checkers:depth=1", "--games", "3", "--out", out)
    assert "3 is not an even number of 2 or more" in said
    said = sentence_for("openings", CONNECT_FOUR, "--plies", "2", "--out", out)
    assert "only openings that are drawn are kept" in said and not (tmp_path / "run").exists()


def test_openings_are_printed_as_a_file_that_a_match_reads(tmp_path):
    words = ["openings", CONNECT_FOUR, "--plies", "2", "--depth", "3", "--margin", "5"]
    path = tmp_path / "mine.openings"
    path.write_text(plyo(*words).stdout)
    assert path.read_text().startswith(f"# Made by: plyo {' '.join(words)}\n")
    player = f"{CONNECT_FOUR}:depth=2"
    done = plyo("match", player, player, "--games", "4", "--openings", str(path), "--json")
    assert json.loads(done.stdout)["games"] == 4


def test_play_with_hint_undo_and_save(tmp_path):
    typed = "hint\nmoves\n11-15\nundo\nsave early.pdn\n9-13\nnonsense\nsave game.pdn\nquit\n"
    done = plyo("play", "checkers", "--against", "evaluation=material,depth=3", input=typed, cwd=tmp_path)
    assert done.returncode == 0
    assert "hint: " in done.stdout
    assert "12-16" in done.stdout
    assert "'nonsense' is not a legal move here" in done.stdout
    assert done.stdout.rstrip().endswith("The game was not finished.")
    (early,) = read_records((tmp_path / "early.pdn").read_text(), load("checkers"))
    (record,) = read_records((tmp_path / "game.pdn").read_text(), load("checkers"))
    assert early.moves == ()
    assert len(record.moves) == 2
    assert load("checkers").move_text(record.start, record.moves[0]) == "9-13"


def test_a_saved_game_is_gone_on_with(tmp_path):
    (tmp_path / "game.pdn").write_text("1. 11-15 23-19 *\n")
    words = ("play", "checkers", "--against", "evaluation=material,depth=1", "--load", "game.pdn")
    done = plyo(*words, "--save", "longer.pdn", input="8-11\n", cwd=tmp_path)
    assert done.returncode == 0 and "saved longer.pdn" in done.stdout
    (record,) = read_records((tmp_path / "longer.pdn").read_text(), load("checkers"))
    assert len(record.moves) == 4


def test_a_game_is_won_and_saved(tmp_path):
    words = [
        "play",
        "checkers",
        "--against",
        "evaluation=material,depth=1",
        "--position",
        "B:W18:B15",
        "--save",
        "won.pdn",
    ]
    done = plyo(*words, input="15x22\n", cwd=tmp_path)
    assert "You have won." in done.stdout
    (record,) = read_records((tmp_path / "won.pdn").read_text(), load("checkers"))
    assert record.result == "1-0"
    state = play(load("checkers"), record.start, record.moves[0])
    assert not legal_moves(load("checkers"), state)


@pytest.mark.parametrize(
    ("position", "move", "your_turn", "headers"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", 0, '[White "You"]\n[Black "depth=1"]\n[Result "1-0"]'),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 9", "Ra1", 0, '[White "depth=1"]\n[Black "You"]\n[Result "0-1"]'),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 9", "Ra1", 1, '[White "You"]\n[Black "depth=1"]\n[Result "0-1"]'),
    ],
)
def test_a_record_of_chess_names_the_colours_whoever_began(position, move, your_turn, headers):
    chess = load("chess")
    table = Parlour(chess, read_player("chess:depth=1"), chess.read_position(position), your_turn)
    table.sitting.play(chess.read_move(table.sitting.state, move))
    assert headers in table.record().replace("chess:", "")


def test_the_machine_can_begin_and_win():
    done = plyo("play", CONNECT_FOUR, "--against", "depth=4", "--as", "second", input="a\n" * 20)
    assert done.stdout.startswith("machine: d")
    assert "The machine has won." in done.stdout


def test_the_end_of_input_ends_the_game_politely():
    done = plyo("play", "checkers", "--against", "evaluation=material,depth=2", input="11-15\n")
    assert done.returncode == 0
    assert "The game was not finished." in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("search checkers", "a search needs a limit: depth, nodes or seconds"),
        ("search checkers --nodes 0", "--nodes"),
        ("search checkers --seconds -1", "--seconds"),
        ("search checkers --depth 3 --table -1", "--table"),
        ("search checkers --plain --nodes 5", "there is no option 'nodes' of a plain search"),
        ("match checkers:depth=2 chequers:depth=2", "no game is named 'chequers'"),
        ("match checkers:depth=2 checkers:dept=2", "there is no option 'dept'"),
        ("match checkers:depth=2 checkers:depth=0", "depth and nodes must be 1 or more"),
        ("match checkers:depth=2 checkers:depth=2 --games 3", "3 is not an even number"),
        ("match checkers:depth=2 checkers:depth=2 --games -2", "--games"),
        ("match checkers:depth=2 checkers:depth=2 --sprt 5 0", "elo0=5.0 must be less than elo1=0.0"),
        ("match checkers:depth=2 checkers:depth=2 --openings BAD", "line 2: '8-12' is not a legal move"),
        ("play checkers --against fives:depth=2", "the opponent plays fives, not checkers"),
        ("play checkers --against dept=2", "there is no option 'dept'"),
        ("play checkers --save /no/where/game.pdn", "there is no folder"),
        ("openings checkers --plies 0 --depth 3 --margin 5", "--plies"),
    ],
)
def test_bad_input_gets_one_sentence(sentence_for, words, said, tmp_path):
    bad = tmp_path / "bad.openings"
    bad.write_text("11-15\n11-15 23-19 8-12\n")
    assert said in sentence_for(*words.replace("BAD", str(bad)).split())
