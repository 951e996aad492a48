"""An engine hears lines and says lines: real searches of real games, without a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from typing import NamedTuple

import pytest
from in_parts import in_parts

from plyometric.arena.players import Player, read_player, unlimited_player
from plyometric.engines.orders import Order
from plyometric.engines.serving import Engine
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import Notation, rule
from plyometric.kernel.referee import legal_moves
from plyometric.search.full import Full

CHECKERS = load("checkers")
DOUBLE_JUMP = "B:W18,26,32:B1,15"
CONT = int(signal.SIGCONT)


class Table:
    """An engine, and all that it has said."""

    def __init__(self, player):
        self.said = []
        self.engine = Engine(player, self.said.append)

    def tell(self, *lines):
        """Say lines to the engine; return what it answers at once."""
        before = len(self.said)
        for line in lines:
            assert self.engine.hear(line)
        return self.said[before:]

    def answer(self, *lines):
        """Say lines and wait for the search that the last one begins; return its words by name."""
        before = len(self.said)
        self.tell(*lines)
        self.engine.thinking.wait()
        *infos, best = self.said[before:]
        assert best.startswith("bestmove ")
        return words_of(infos[-1] if infos else "") | {"bestmove": best.split()[1], "infos": infos}


def words_of(info):
    """Return the words of an info line by name: numbers one each, a score two, the line all to the end."""
    found = dict(re.findall(r"(\w+) (\d+)", info.partition(" pv ")[0]))
    score = re.search(r"score (\w+ -?\d+)", info)
    return found | {"score": score and score[1], "pv": info.partition(" pv ")[2].split()}


@pytest.fixture
def table():
    return Table(unlimited_player("checkers", {"evaluation": "material", "table": "1"}, {}))


def test_an_engine_introduces_itself_at_once(table):
    first, *options, last = table.tell("uci")
    assert re.fullmatch(r"id name Plyometric \S+ checkers", first)
    assert last == "uciok"
    assert "option name Hash type spin default 1 min 0 max 1048576" in options
    assert "option name Cost of crowning type spin default 100 min 10 max 1000" in options
    assert "option name Move Overhead type spin default 10 min 0 max 5000" in options
    assert "option name Ponder type check default false" in options
    assert "option name Clear Hash type button" in options


def test_it_is_ready_when_all_machine_code_is_there(table):
    from plyometric.kernel import cache

    assert table.tell("isready")[-1] == "readyok"
    compiled = []
    with cache.watched(lambda kernel, begins: compiled.append(kernel)):
        table.answer("position startpos moves 11-15 22-18 15x22 26x17", "go depth 4 searchmoves 9-13 8-11")
    assert not compiled


def test_it_finds_the_double_jump_and_says_how(table):
    found = table.answer(f"position fen {DOUBLE_JUMP}", "go depth 5")
    assert (found["bestmove"], found["depth"], found["pv"][0]) == ("15x31", "5", "15x31")
    assert int(found["seldepth"]) >= 5 and int(found["nodes"]) > 0 and int(found["nps"]) > 0
    assert {"hashfull", "time"} <= set(found)
    assert found["score"].startswith("cp ")


def test_it_counts_the_moves_to_the_end_of_a_decided_game(table):
    assert table.answer("position fen B:W14:B9,10", "go depth 9")["score"] == "mate 1"
    assert table.answer("position fen B:W18,26,32:B1,15", "go depth 9")["score"] == "mate 3"
    assert table.answer("position fen W:W32:BK31,1", "go depth 9")["score"].startswith("mate -")
    assert table.answer("position startpos", "go mate 3")["depth"] == "5"
    over = table.answer("position fen W:W:B1", "go depth 9")
    assert (over["bestmove"], over["score"]) == ("(none)", "mate 0")


def test_moves_after_a_position_are_played_and_remembered(table):
    table.tell("position startpos moves 11-15 22-18 15x22")
    played = zip(table.engine.sitting.states, table.engine.sitting.moves, strict=False)
    assert [CHECKERS.move_text(*pair) for pair in played] == ["11-15", "22-18", "15x22"]
    assert table.answer("go depth 1")["bestmove"] in ("25x18", "26x17")
    table.tell("position startpos moves 11-15 22-18 15x22 25x18")
    assert len(table.engine.sitting.moves) == 4
    table.tell("position startpos moves 9-13")
    assert len(table.engine.sitting.moves) == 1


def test_a_position_that_cannot_be_set_up_leaves_the_old_one(table):
    table.tell("position startpos moves 11-15")
    before = table.engine.sitting.states
    for line, said in [
        ("position startpos moves 11-15 1-2", "'1-2' is not a legal move here"),
        ("position fen B:W33:B1", "33"),
        ("position", "a position is startpos or fen TEXT"),
        ("position endpos", "a position is startpos or fen TEXT"),
    ]:
        (answer,) = table.tell(line)
        assert answer.startswith("info string ") and said in answer
        assert table.engine.sitting.states == before


def test_it_knows_what_stood_before(table):
    """Kings that walk to and fro: coming back a second time is a draw, so the winning side goes elsewhere."""
    there_and_back = "32-28 1-5 28-32 5-1 32-28 1-5"
    table.tell(f"position fen W:WK32,K31,K30:BK1 moves {there_and_back}")
    assert len(table.engine.sitting.recent) == 6
    assert table.answer("go depth 2 searchmoves 28-32")["score"] == "cp 0"
    assert table.answer("go depth 2 searchmoves 28-24")["score"] != "cp 0"


def test_searchmoves_restricts_the_root_and_leaves_no_trace(table):
    free = table.answer(f"position fen {DOUBLE_JUMP}", "go depth 7")
    table.tell("ucinewgame")
    kept = table.answer("position startpos", "go depth 7 searchmoves 12-16")
    assert kept["bestmove"] == kept["pv"][0] == "12-16"
    assert table.answer("go depth 7 searchmoves 12-16 9-14")["bestmove"] in ("12-16", "9-14")
    again, fresh = table.answer("go depth 7"), None
    table.tell("ucinewgame")
    fresh = table.answer("go depth 7")
    assert again["score"] == fresh["score"] and free["bestmove"] == "15x31"


def test_the_table_lasts_for_a_game(table):
    first, second = (int(table.answer("go depth 9")["nodes"]) for _ in range(2))
    assert second < first
    for line in ("ucinewgame", "setoption name Clear Hash", "setoption name hash value 1"):
        table.tell(line)
        assert int(table.answer("go depth 9")["nodes"]) == first


def test_setoption_turns_the_search(table):
    table.tell("setoption name Cost of capture value 50", "setoption name Null Window value false")
    table.tell("setoption name Move Overhead value 33")
    assert table.engine.kind.costs[:3] == (1.0, 0.5, 1.0) and table.engine.kind.null_window is False
    assert table.engine.manners.move_overhead == 33
    kind = table.engine.kind
    for line, said in [
        ("setoption name Hash value many", "Hash is a whole number from 0 to 1048576, not 'many'"),
        ("setoption name Speed value 9", "there is no option 'speed'"),
        ("setoption Hash 9", "there is no option"),
        ("setoption", "there is no option"),
    ]:
        (answer,) = table.tell(line)
        assert answer.startswith("info string ") and said in answer
    assert table.engine.kind == kind


def test_a_stop_right_after_go_still_gets_a_move(table):
    table.tell("isready", "position startpos moves 11-15")
    for _ in range(20):
        found = table.answer("go infinite", "stop")
        assert found["bestmove"] in named(table.engine.sitting.state)
        assert found["infos"], "the last line before bestmove must be there"


def named(state):
    return [CHECKERS.move_text(state, move) for move in legal_moves(CHECKERS, state)]


def test_an_infinite_search_answers_only_when_it_is_stopped(table):
    table.tell("isready", "position fen B:W14:B9,10", "go infinite")
    wait_for(lambda: table.engine.thinking.handle.is_done)
    assert not [line for line in table.said if line.startswith("bestmove")]
    assert table.answer("stop")["score"] == "mate 1"


def test_a_pondering_search_counts_its_time_from_the_hit_on(table):
    table.tell("isready", "go ponder movetime 50")
    wait_for(lambda: table.engine.thinking.seconds > 0.2)
    assert not table.engine.thinking.is_ending
    began = table.engine.thinking.seconds
    table.tell("ponderhit")
    table.engine.thinking.wait()
    assert table.said[-1].startswith("bestmove")
    assert table.engine.thinking.seconds >= began + 0.03


def wait_for(condition, seconds=60):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it never came to that"
        time.sleep(0.002)


def test_what_would_disturb_a_search_waits_for_its_end(table):
    table.tell("isready", "go infinite")
    for line in ("go depth 1", "position startpos", "setoption name Hash value 2", "ucinewgame"):
        assert table.tell(line) == ["info string a search goes on: say stop first."]
    assert table.tell("isready") == ["readyok"]
    found = table.answer("stop", "go depth 3")
    assert found["depth"] == "3"
    assert len([line for line in table.said if line.startswith("bestmove")]) == 2


def test_no_nodes_are_one_node_and_not_any_number():
    assert Order(nodes=0).limits["nodes"] == 1 and Order().limits["nodes"] is None


def test_nodes_depth_and_the_players_own_limits_end_a_search():
    table = Table(read_player("checkers:evaluation=material,depth=5,table=1"))
    assert table.answer("go infinite depth 9", "stop")["depth"] <= "5"
    assert table.answer("go depth 9")["depth"] == "5"
    assert int(table.answer("go nodes 200")["nodes"]) < 300


def test_movetime_and_clocks_end_a_search(table):
    table.tell("isready")
    for line in ("go movetime 30", "go wtime 300 btime 300 winc 10 binc 10", "go wtime 0 btime 0"):
        found = table.answer(line)
        assert found["bestmove"] in named(CHECKERS.start())


def allowed(table, line):
    """Return how many seconds a search may take, when it has ended."""
    table.answer(line)
    return table.engine.thinking.allowance.most


def stop_this_process(seconds):
    """Let nothing run here for some seconds, as on a machine that has too much to do."""
    words = [sys.executable, "-c", f"import os, time; time.sleep({seconds}); os.kill({os.getpid()}, {CONT})"]
    with subprocess.Popen(words) as waker:
        os.kill(os.getpid(), signal.SIGSTOP)
    assert waker.returncode == 0


def test_who_was_woken_late_leaves_more_of_its_clock_alone(table):
    table.tell("isready")
    before = allowed(table, "go wtime 2000 btime 2000")
    table.tell("go infinite")
    wait_for(lambda: table.engine.thinking.handle.depth)
    stop_this_process(0.5)
    table.tell("stop")
    table.engine.thinking.wait()
    assert table.engine.thinking.lateness > 0.3
    assert allowed(table, "go wtime 2000 btime 2000") < before * 0.8
    assert allowed(table, "go movetime 100") == pytest.approx(0.09)
    for _ in range(40):
        allowed(table, "go wtime 10 btime 10")
    assert table.engine.lateness < 0.1, "in time it is forgotten"


def test_a_forced_move_is_played_at_once_on_a_clock(table):
    found = table.answer(
        "isready", "position startpos moves 11-15 22-18 15x22 25x18 12-16 18-14", "go wtime 60000 btime 60000"
    )
    assert found["bestmove"] in ("9x18", "10x17")


def test_unknown_lines_are_answered_and_change_nothing(table):
    for line in ("fly", "GO depth 3", "bestmove 11-15", "\x00\x00", "position\x00startpos"):
        (answer,) = table.tell(line)
        assert answer.startswith("info string there is no command ")
    assert table.tell("", "   ", "debug on", "register later", "stop", "ponderhit") == []
    (answer,) = table.tell("go depth many")
    assert answer == "info string depth is a whole number, not 'many'."
    assert table.engine.hear("quit") is False


def test_a_search_without_a_first_move_in_time_answers_any(table, monkeypatch):
    """As where forcing moves explode before one ply is done: the search is given up."""
    table.tell("isready", "go infinite searchmoves 9-14")
    thinking = table.engine.thinking
    monkeypatch.setattr(type(thinking.handle), "depth", property(lambda handle: 0))
    monkeypatch.setattr(thinking.handle, "stop", lambda: None)
    thinking.stop()
    thinking.wait()
    assert table.said[-1] == "bestmove 9-14"


def test_a_tuner_asks_after_how_many_nodes_a_move_is_found():
    table = Table(read_player("checkers:evaluation=material,nodes=5000,table=1"))
    table.tell(f"setboard {DOUBLE_JUMP}", "setparam 1 0.5 0.75")
    assert table.engine.kind.costs[:3] == (1.0, 0.5, 0.75)
    (solved,) = asked(table, "gountil 15x31")
    assert re.fullmatch(r"nodes 1 [1-9]\d*", solved)
    table.tell(f"setboard {DOUBLE_JUMP}")
    assert asked(table, "gountil 15x31") == [solved]
    table.tell("setboard startpos")
    found = table.answer("go nodes 5000")["bestmove"]
    other = next(move for move in named(CHECKERS.start()) if move != found)
    table.tell("setboard startpos")
    said = asked(table, f"gountil {other}")
    assert said == ["nodes 0 5000"] or said[0].startswith("nodes 1 ")
    assert table.tell("setparam 1 1 1 1 1 1 1")[0].startswith("info string checkers has no move class")
    assert table.tell("gountil")[0].startswith("info string '' is not a legal move here")


def asked(table, line):
    before = len(table.said)
    table.tell(line)
    table.engine.thinking.wait()
    return table.said[before:]


def test_only_a_search_that_can_be_stopped_makes_an_engine():
    with pytest.raises(InputError, match="a plain search cannot be stopped in time: it makes no engine"):
        Engine(read_player("checkers:evaluation=material,plain=on,depth=3"), print)


def test_a_selective_player_is_an_engine_too():
    table = Table(unlimited_player("fives", {"breadth": "5"}, {}))
    found = table.answer("position startpos", "go nodes 3000")
    assert found["bestmove"] and "hashfull" not in found
    assert "option name Breadth type spin default 5 min 1 max 1000" in table.tell("uci")


class Heap(NamedTuple):
    left: int


def words_with_blanks(state, move):
    return ["take one", "take one and another", "take three"][move - 1]


def heap():
    """Take one, two or three; the words of a move hold blanks, and one move's begin another's."""

    def moves(s, out):
        n = min(s.left, 3)
        for i in range(n):
            out[i] = i + 1
        return n

    return in_parts(
        name="heap",
        start=lambda: Heap(10),
        moves=rule(moves),
        play=rule(lambda s, move: Heap(s.left - move)),
        notation=Notation(move_text=words_with_blanks),
        width=3,
    )


def test_moves_may_hold_blanks():
    game = heap()
    table = Table(Player(game, Full(table=0), (), "heap"))
    table.tell("position startpos moves take one and another take one take three")
    assert table.engine.sitting.moves == [2, 1, 3]
    assert table.answer("go depth 3 searchmoves take one take three depth 2")["bestmove"] == "take"
    assert table.engine.thinking.handle.only == [1, 3]
    table.tell("position fen 7 moves take three")
    assert table.engine.sitting.state == Heap(4)
