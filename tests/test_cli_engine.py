"""The engine as other programs meet it: a process, pipes, a GUI's library, and a share of the attacks."""

import signal
import subprocess
import sys

import pytest
from fuzz import uci

chess = pytest.importorskip("chess")
engines = pytest.importorskip("chess.engine")

PLYO = [sys.executable, "-m", "plyometric", "engine"]


def said_by(game, *lines, **settings):
    """Return all lines that an engine says to some bytes, the last of which closes the pipe."""
    told = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n"
    done = subprocess.run([*PLYO, game], input=told, capture_output=True, timeout=120, **settings)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_options_that_a_reader_of_go_has_not_are_refused(sentence_for):
    said = sentence_for("engine", "go_capture:depth=3")
    assert "go_capture answers by reading, and takes no options: leave depth out." in said


@pytest.fixture(scope="module")
def gui():
    with engines.SimpleEngine.popen_uci([*PLYO, "chess:table=1"], timeout=240) as engine:
        yield engine


def test_a_gui_plays_a_game_of_chess(gui):
    """Its library refuses illegal moves and lines that are no UCI."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 12:
        answer = gui.play(board, engines.Limit(time=0.02), info=engines.INFO_ALL)
        assert answer.move in board.legal_moves
        assert {"depth", "seldepth", "score", "nodes", "nps", "hashfull", "pv"} <= set(answer.info)
        board.push(answer.move)


def test_a_gui_castles_promotes_and_captures_in_passing(gui):
    for fen, moves in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["e8c8"]),
        ("8/P6k/8/8/8/8/7K/8 w - - 0 1", ["a7a8n"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["e5d6"]),
    ]:
        board = chess.Board(fen)
        wanted = [chess.Move.from_uci(move) for move in moves]
        assert gui.play(board, engines.Limit(depth=2), root_moves=wanted).move in wanted


def test_a_gui_finds_a_mate_and_the_side_that_is_mated(gui):
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    found = gui.analyse(board, engines.Limit(mate=1))
    assert found["score"].white().mate() == 1 and found["pv"][0].uci() == "a1a8"
    board.push_uci("a1a8")
    assert gui.play(board, engines.Limit(depth=3)).move is None


def test_a_gui_stops_an_analysis_ponders_and_turns_options(gui):
    assert gui.options["Hash"].max >= 1024 and gui.options["Null Move"].type == "spin"
    gui.configure({"Null Move": 150, "Exchange": False, "Clear Hash": None})
    with gui.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves
    board = chess.Board()
    answer = gui.play(board, engines.Limit(white_clock=1, black_clock=1), ponder=True)
    board.push(answer.move)
    board.push(answer.ponder or next(iter(board.legal_moves)))
    assert gui.play(board, engines.Limit(white_clock=1, black_clock=1)).move in board.legal_moves


def test_lines_however_odd_are_answered_and_the_end_of_input_ends_it():
    long = b"go " + b"9" * (1 << 20)
    lines = said_by(
        "checkers:evaluation=material", "uci", b"\xff\xfe\x00", long, uci.longest_line(), b"go depth 2"
    )
    assert "uciok" in lines
    remarks = [line for line in lines if line.startswith("info string") and "compiling" not in line]
    assert len(remarks) == 3
    assert "a line of over 65536 bytes is passed over" in remarks[1]
    assert lines[-1].startswith("bestmove ")


def test_the_end_of_input_without_a_newline_is_heard():
    done = subprocess.run(
        [*PLYO, "checkers:evaluation=material"], input=b"isready", capture_output=True, timeout=120
    )
    assert done.stdout.endswith(b"readyok\n")


def test_nobody_who_listens_any_more_ends_it_quietly():
    running = subprocess.Popen(
        [*PLYO, "checkers:evaluation=material"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.stdin.write(b"isready\n")
    running.stdin.flush()
    while running.stdout.readline() != b"readyok\n":
        pass
    running.stdout.close()
    running.stdin.write(b"go infinite\n")
    running.stdin.flush()
    assert running.wait(60) == 1
    assert running.stderr.read() == b""


def test_ctrl_c_ends_it():
    running = subprocess.Popen(
        [*PLYO, "checkers:evaluation=material"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.stdin.write(b"isready\ngo infinite\n")
    running.stdin.flush()
    while not running.stdout.readline().startswith(b"info depth"):
        pass
    running.send_signal(signal.SIGINT)
    assert running.wait(60) == 130
    assert b"Traceback" not in running.stderr.read()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chequers", "no game is named 'chequers'"),
        ("checkers:plain=on,depth=3", "a plain search cannot be stopped in time"),
        ("checkers:speed=9", "there is no option 'speed'"),
        ("checkers:strategy=depth4", "a strategy is for matches only"),
    ],
)
def test_what_makes_no_engine_is_refused_in_a_sentence(sentence_for, words, said):
    assert said in sentence_for("engine", words)


def test_a_share_of_the_attacks(tmp_path):
    faults = [fault for _, fault in uci.attack(300, tmp_path) if fault]
    assert not faults, faults[:5]
