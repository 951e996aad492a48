"""What a browser may ask for: boards, players that think, records, reasons, runs; and what it may not."""

import json
import socket
import threading
import time

import pytest
from fuzz import requests

from plyometric.web.running import Journals, compare, progress
from plyometric.web.shelf import MOST_GAMES

NOUGHTS, CHECKERS = {"game": "noughts.py"}, {"game": "checkers"}
LONG, SHORT = "seconds=50,evaluation=material", "depth=2,evaluation=material"


# Boards


def test_a_board_tells_its_moves_and_their_places(site):
    seen = site.good("look", **CHECKERS)
    move = next(one for one in seen["legal"] if one["text"] == "11-15")
    assert move["places"] == [[2, 5], [3, 4]]
    assert (seen["grid"]["columns"], seen["grid"]["rows"], seen["turn"], seen["result"]) == (8, 8, 0, None)
    after = site.good("look", **CHECKERS, moves=[move["move"]])
    assert (after["played"], after["last"], after["turn"]) == (["11-15"], [[2, 5], [3, 4]], 1)


def test_a_game_without_a_drawing_has_a_list_of_moves(site):
    seen = site.good("look", **NOUGHTS)
    assert seen["picture"] is None and seen["grid"] is None
    assert [move["text"] for move in seen["legal"]] == [str(n) for n in range(1, 10)]
    assert seen["text"].splitlines()[0] == "1 2 3"


def test_a_finished_game_says_who_has_won(site):
    seen = site.good("look", **NOUGHTS, moves=["0", "3", "1", "4", "2"])
    assert (seen["result"], seen["status"], seen["legal"]) == (1, "First has won", [])


def test_a_position_is_read_and_written(site):
    text = "B:W18,26,32:B1,15"
    seen = site.good("look", **CHECKERS, start=text)
    assert seen["position"] == text
    assert "15x31" in [move["text"] for move in seen["legal"]]


def test_an_illegal_move_is_refused(site):
    assert "is not legal" in site.refused("look", **CHECKERS, moves=["7"])


def test_a_game_that_reads_no_positions_is_given_none(site):
    """Machine code checks nothing: words of a state out of the blue could bring the server down."""
    assert "reads no positions" in site.refused("look", **NOUGHTS, start="-1 -1")


def test_a_game_is_saved_and_loaded(site):
    moves = [site.good("look", **CHECKERS)["legal"][0]["move"]]
    saved = site.good("record", **CHECKERS, start="", moves=moves, first="You", second="depth=2")
    assert saved["name"] == "game.pdn" and '[Second "depth=2"]' in saved["text"]
    assert site.good("read", **CHECKERS, text=saved["text"]) == {"start": "", "moves": moves}


def test_a_game_of_go_is_saved_and_loaded_as_sgf(site):
    game = {"game": "go_capture(size=5)"}
    first = site.good("look", **game)
    moves = [first["legal"][0]["move"]]
    moves.append(site.good("look", **game, moves=moves)["legal"][-1]["move"])  # a pass
    saved = site.good("record", **game, moves=moves)
    assert saved["name"] == "game.sgf" and saved["text"].startswith("(;")
    assert site.good("read", **game, text=saved["text"]) == {"start": first["position"], "moves": moves}


# Thinking


def test_a_search_is_told_as_it_deepens(site):
    last = site.think(**CHECKERS, player="depth=6,evaluation=material")[-1]
    assert last["done"] and last["best"] in [one["move"] for one in site.good("look", **CHECKERS)["legal"]]
    assert [step["depth"] for step in last["course"]] == [1, 2, 3, 4, 5, 6]
    assert last["nodes"] == last["course"][-1]["nodes"] and len(last["line"]) >= 6


def test_a_machine_finds_the_double_jump(site):
    last = site.think(**CHECKERS, start="B:W18,26,32:B1,15", player="depth=9,evaluation=material")[-1]
    assert last["line"][0] == "15x31"


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("weights=/etc/passwd,depth=2", "listed name"),
        ("weights=../../x.json,depth=2", "listed name"),
        ("strategy=runs/one/config.json,depth=4", "listed name"),
        ("noughts.py:x.toml", "form option=value"),
        ("checkers:depth=2", "another game"),
        ("depth=2,table=100000", "at most"),
        ("depth=2,clock=mine", "listed name"),
        ("depth=2,costs=1/x.toml", "listed name"),
        ("depth=2,endings=9", "endings"),
        ("depth=2,__class__=1", "no option"),
        ("seconds=1000", "at most"),
        ("", "limit"),
        ("depth=0", "1 or more"),
    ],
)
def test_a_player_that_is_not_allowed_is_refused(site, player, words):
    game = CHECKERS if "strategy" in player or "endings" in player else NOUGHTS
    assert words in site.refused("think", **game, tab="t", player=player)


def test_words_that_name_no_file_may_be_said(site):
    """Such as how alpha-beta orders moves by an opinion, or a time manager that is built in."""
    shelf = site.office.shelf
    assert shelf.player("checkers", "depth=2,clock=even").kind.clock == "even"
    assert shelf.player("pawn_endings", "best_first=uct,expansions=5").kind.best_first == "uct"


def test_the_same_game_is_asked_for_often_and_made_once(site):
    players = [site.office.shelf.player("checkers", f"depth={depth}") for depth in (1, 2, 3)]
    assert len({id(player.game) for player in players}) == 1


def test_games_that_cannot_be_loaded_take_nobodys_place(site):
    for i in range(MOST_GAMES + 1):
        assert "games were asked for" not in site.refused("look", game=f"checkers(n={i})")
    assert site.good("look", **NOUGHTS)


def test_nobody_thinks_about_a_game_that_is_over(site):
    said = site.refused("think", **NOUGHTS, moves=["0", "3", "1", "4", "2"], tab="t", player="depth=2")
    assert "over" in said


def test_who_hangs_up_stops_the_search(site):
    """The place in the line is free again soon, though the search would go on for a minute."""
    line = site.office.line
    body = json.dumps({**CHECKERS, "tab": "gone", "player": LONG, "moves": [], "start": ""})
    site.think(**CHECKERS, player=SHORT)  # so that all is compiled
    with socket.create_connection(("127.0.0.1", site.port)) as door:
        head = ["POST /api/think HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
        door.sendall("\r\n".join([*head, f"Content-Length: {len(body)}", "", body]).encode())
        while b'"nodes"' not in door.recv(65536):
            pass
        assert len(line.at_work) == 1
    patience = time.monotonic() + 30
    while line.at_work and time.monotonic() < patience:
        time.sleep(0.02)
    assert not line.at_work


def test_a_tab_that_asks_again_ends_its_search_before(site):
    told = []
    slow = threading.Thread(target=lambda: told.extend(site.think(**CHECKERS, player=LONG, tab="same")))
    slow.start()
    time.sleep(0.5)
    assert site.think(**CHECKERS, player=SHORT, tab="same")[-1]["done"]
    slow.join(30)
    assert not slow.is_alive() and "done" not in told[-1]


def test_a_strategy_says_why_it_looks_deeper(site):
    seen = site.good("look", **CHECKERS)
    moves = [seen["legal"][0]["move"]]
    told = site.good("why", **CHECKERS, moves=moves, player="depth=4,strategy=depth4", side=1)
    (now,) = told["decisions"]
    assert (now["ply"], now["deep_left"], now["moves_left"]) == (1, told["terms"]["d"], told["terms"]["m"])
    assert now["is_deep"] == (now["score"] >= now["threshold"])
    assert now["path"] and now["leaf"] is not None and len(now["features"]) == 23


def test_a_walk_through_the_tree_ends_at_its_leaf(site):
    found = site.good("walk", **CHECKERS, player="depth=4,strategy=depth4")
    assert found["rows"][0] == 0 and len(found["rows"]) == len(found["path"]) + 1


def test_a_ladder_is_proven(site):
    found = site.good("prove", game="go_capture", moves=[], tab="p")
    assert found["status"] == "captured" and found["line"][0] == "F5"
    assert "no goal" in site.refused("prove", **NOUGHTS, moves=[], tab="p")


# Studies


def test_the_basin_is_computed_by_the_kernels(site):
    settings = {"sigma": 0.8, "delta": 0.3, "lambda": 0.9, "actions": "CC", "alpha": 1.5, "beta": 1.2}
    found = site.good("dilemma", **settings)
    assert len(found["rows"]) == len(found["rows"][0]) == 90
    assert sum(one["share"] for one in found["outcomes"]) == pytest.approx(1, abs=1e-3)
    assert "sigma" in site.refused("dilemma", **{**settings, "sigma": 0.2})
    assert "lambda" in site.refused("dilemma", **{**settings, "lambda": 0.9999999})


# Runs


def test_runs_are_listed_with_their_verdicts(site):
    text = site.get("/runs")[2]
    assert "How many?" in text and "1 matches" in text and "1 differs" in text
    assert site.get("/run?name=../one")[0] == 400
    assert site.get("/report?name=..%2f..%2fetc")[0] == 400


def test_two_runs_are_compared(site):
    found = compare(site.folder / "runs" / "one", site.folder / "runs" / "two")
    assert [row["key"] for row in found["settings"]] == ["seed"]
    assert [row["differs"] for row in found["rows"]] == [True]


def test_progress_is_read_from_the_journal_as_it_grows(tmp_path):
    journals = Journals()
    (tmp_path / "progress.json").write_text('{"expected": {"games": 4}}')
    journal = tmp_path / "journal.jsonl"
    journal.write_text('{"unit": "games: 0", "result": [1, 2]}\n{"unit": "games: 1", "res')
    assert progress(tmp_path, journals)["labels"] == [{"label": "games", "done": 1, "of": 4}]
    journal.write_text('{"unit": "games: 0", "result": [1, 2]}\n{"unit": "games: 1", "result": 3}\n')
    told = progress(tmp_path, journals)
    assert told["labels"] == [{"label": "games", "done": 2, "of": 4}]
    assert told["latest"][-1] == {"unit": "games: 1", "numbers": [3]}


def test_a_learner_has_curves(tmp_path):
    points = [{"score": 0.5, "weights": [1.0]}, {"score": 0.625, "weights": [2.0]}]
    lines = (json.dumps({"unit": str(i), "result": point}) for i, point in enumerate(points))
    (tmp_path / "journal.jsonl").write_text("\n".join(lines) + "\n")
    told = progress(tmp_path, Journals())
    assert told["curves"] == [{"name": "score", "points": [0.5, 0.625]}]
    assert told["labels"] == [{"label": "steps", "done": 2, "of": None}]


def test_only_studies_and_what_was_stopped_can_be_run(site):
    assert "no study" in site.refused("start", study="--help", seed=1)
    assert "finished" in site.refused("resume", run="one")
    assert "not started here" in site.refused("stop", run="one")


# A share of the attacks


def test_hostile_requests_are_refused_in_words(tmp_path):
    faults = [one for one in requests.attack(300, tmp_path) if one.fault]
    assert not faults, faults[:3]


def test_a_study_is_begun_stopped_and_resumed(site):
    """In processes of their own, whose finished units are kept."""
    run = site.good("start", study="satisficing", seed=1)["run"]
    assert "is under way" in site.refused("start", study="satisficing", seed=2)
    for verb in ("resume", ""):
        wait_for(site, run, "under way")
        site.good("stop", run=run)
        wait_for(site, run, "stopped")
        if verb:
            site.good(verb, run=run)
    assert site.good("progress", run=run)["said"].startswith("plyo: stopped; ")


def test_two_who_begin_a_study_at_once_begin_one(site):
    said = []

    def begin():
        said.append(site.post("start", study="filters", seed=3))

    both = [threading.Thread(target=begin) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    (run,) = [answer["run"] for status, answer in said if status == 200]
    (why,) = [answer["error"] for status, answer in said if status == 400]
    assert why.startswith(f"{run} is under way")
    site.good("stop", run=run)
    wait_for(site, run, "stopped")


def wait_for(site, run, state):
    for _ in range(600):
        if site.good("progress", run=run)["state"] == state:
            return
        time.sleep(0.05)
    raise AssertionError(f"{run} is not {state}")
