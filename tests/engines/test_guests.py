"""Engines and clocks in matches: the same openings and journal, faults counted, nobody left behind."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engines.test_programs import BROKEN, needs

from plyometric.arena.match import match
from plyometric.arena.openings import openings_of
from plyometric.arena.tables import agreed, is_compiled
from plyometric.arena.workers import workers
from plyometric.engines.guests import read_entrants
from plyometric.errors import InputError
from plyometric.learn.strategies import read_plan
from plyometric.runs import open_run

FOUR = "examples/connect_four.py"
PLYO = [sys.executable, "-m", "plyometric"]


def entered(b, a="chess:depth=1"):
    return read_entrants((a, b), "chess")


def broken(how):
    return f"uci:{sys.executable} {BROKEN} {how},nodes=100"


def played(players, games=2, run=None, bar=0):
    with workers(1) as executor:
        openings = openings_of(players[0].game)
        return list(match(*players, openings, games, 1, executor, run, bar=bar))[-1]


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ("crashes", "crash", "was ended by SIGSEGV"),
        ("illegal", "illegal move", "plays 'e2e5', which is not legal in "),
        ("nonsense", "nonsense", "answers 'bestmove', in which there is no move"),
    ],
)
def test_who_does_wrong_has_lost_and_is_counted(how, kind, words):
    standing = played(entered(broken(how)))
    ours, theirs = standing.conduct
    assert standing.tally.wins == 2 and theirs.faults == {kind: 2}
    assert words in theirs.first_fault and not ours.faults


DIES_AT_NEW_GAMES = """
import sys
begun = 0
for line in sys.stdin:
    answer = {"uci": "uciok", "isready": "readyok"}.get(line.strip(), "bestmove 0000")
    begun += line.startswith("ucinewgame")
    if begun == int(sys.argv[1]):
        sys.exit(3)
    print(answer, flush=True)
"""


@pytest.fixture
def dying(tmp_path):
    """Return what enters an engine that ends when it is told of its game of that number."""
    (tmp_path / "dies.py").write_text(DIES_AT_NEW_GAMES)
    engine = f"uci:{sys.executable} {tmp_path / 'dies.py'}"
    return lambda game: read_entrants((f"{FOUR}:depth=1", f"{engine} {game},nodes=5"), FOUR)


def test_an_engine_that_ends_between_games_is_started_anew(dying):
    seated = dying(2)[1].sit()
    seated.begin()
    before = seated.engine
    seated.begin()
    assert seated.engine is not before
    seated.leave()


def test_an_engine_that_ends_before_every_game_loses_them_all(dying):
    standing = played(dying(1))
    assert standing.tally.wins == 2 and standing.conduct[1].faults == {"crash": 2}
    assert "ended with exit code 3" in standing.conduct[1].first_fault


def test_a_player_with_a_strategy_is_not_entered_where_anybody_has_a_clock():
    players = ("checkers:depth=4,strategy=depth4", "checkers:seconds=0.1")
    with pytest.raises(InputError, match="with a strategy it meets no engine"):
        read_entrants(players, "", read_plan)


def test_players_with_a_clock_meet_in_the_plain_loop(tmp_path):
    players = read_entrants(
        ("checkers:evaluation=material,seconds=0.01", "checkers:evaluation=material,depth=2"), ""
    )
    assert not is_compiled(*players)
    standing = played(players, run=open_run("m", {}, tmp_path))
    assert standing.tally.games == 2 and standing.conduct[0].searches > 5
    assert 0 < standing.conduct[0].seconds / standing.conduct[0].searches < 0.2
    again = played(players, run=open_run("m", {}, tmp_path, resume=True))
    assert again == standing, "what the journal holds is not played again"


def test_a_game_is_broken_off_where_both_agree():
    lost_and_won = [900, -900] * 3
    assert agreed(lost_and_won, 800) == 1 and agreed([-value for value in lost_and_won], 800) == -1
    assert agreed(lost_and_won[1:], 800) == 0, "three moves of each are needed"
    assert agreed([900, 900] * 3, 800) == 0 and agreed(lost_and_won, 901) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uci:no-such-engine,nodes=5", "there is no program 'no-such-engine'"),
        (f"uci:{sys.executable} {BROKEN}", "give it a limit: nodes=N, depth=N or movetime=SECONDS"),
        (f"uci:{sys.executable} {BROKEN},nodes=0", "nodes must be more than 0, not '0'"),
        (f"uci:{sys.executable} {BROKEN},movetime=x", "movetime must be a number from 0 to 100000, not 'x'"),
        (f"uci:{sys.executable} {BROKEN},nodes=5,depth", "'depth' is not of the form option=value"),
        (f"uci:{sys.executable} {BROKEN},nodes=5,Width=1", "offers no option 'width'"),
        ("chess:seconds=-1", "seconds must be a number from 0 to 100000, not '-1'"),
        ("chess", "give it a limit"),
    ],
)
def test_what_cannot_be_entered_is_refused_in_a_sentence(text, words):
    with pytest.raises(InputError, match=words):
        entered(text)


@needs("glaurung")
def test_a_match_against_a_real_engine_is_the_same_played_again():
    """By weights that lead nowhere where Glaurung, held to nodes, finds no move."""
    ours = "chess:nodes=500,weights=earlier"
    players = entered("uci:glaurung,nodes=10000,Check Extension (PV nodes)=1", ours)
    standing = played(players, bar=800)
    assert not any(one.faults for one in standing.conduct)
    assert standing.conduct[1].nodes / standing.conduct[1].searches > 2000
    again = played(players, bar=800)
    assert again.tally == standing.tally and again.conduct[1].nodes == standing.conduct[1].nodes


def test_ctrl_c_leaves_no_engine_behind(tmp_path):
    text = f"uci:{sys.executable} {BROKEN} hangs {tmp_path},nodes=5"
    words = [*PLYO, "match", "chess:depth=1", text, "--games", "2", "--out", str(tmp_path / "run")]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + 90
    while not (tmp_path / "run" / "config.json").exists() or not processes_with(tmp_path.name):
        assert time.monotonic() < until
        time.sleep(0.05)
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    assert running.wait(20) == 130
    assert b"stopped; finished units are kept in" in running.stderr.read()
    assert not processes_with(tmp_path.name)


def processes_with(word):
    """Return the broken engines that run and were given a word."""
    lines = (path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists())
    return [line for line in lines if b"broken_engine.py\0hangs" in line and word.encode() in line]


def test_a_match_tells_how_either_side_behaved():
    words = [*PLYO, "match", "chess:depth=1", broken("illegal"), "--games", "2", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    facts = json.loads(done.stdout)
    assert facts["conduct"]["b"]["faults"] == {"illegal move": 2} and facts["wins"] == 2
