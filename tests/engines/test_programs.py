"""Programs that break in eight ways: each is named in a sentence, ended, and never counted as cheap."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from plyometric.arena.sitting import Fault
from plyometric.engines import gtp, programs
from plyometric.engines.gountil import GountilEngine
from plyometric.engines.gtp import GtpEngine, parameters_of
from plyometric.engines.guests import command_in
from plyometric.engines.programs import Program
from plyometric.engines.seeking import Effort, Question, Restarting
from plyometric.engines.uci import UciEngine, offer_in, said_in
from plyometric.errors import InputError, Stopped
from plyometric.kernel import WIN

TAKES_LONG = """
import sys
for line in sys.stdin:
    answer = {"uci": "uciok", "isready": "readyok", "stop": "bestmove e2e4"}.get(line.strip())
    if answer:
        print(answer, flush=True)
"""
BROKEN = Path(__file__).with_name("broken_engine.py")
START = Question("startpos", ("e2e4",))


def needs(name):
    """Skip a test where an engine is not installed."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/games")
    return pytest.mark.skipif(not path, reason=f"{name} is not installed: make engines installs it")


def broken(*how):
    return [sys.executable, str(BROKEN), *map(str, how)]


@pytest.fixture(autouse=True)
def short_of_patience(monkeypatch, request):
    """Wait no longer than it takes where no answer comes; elsewhere a busy machine may take its time."""
    how = getattr(request.node, "callspec", None) and request.node.callspec.params.get("how")
    for engine in (UciEngine, GountilEngine):
        monkeypatch.setattr(engine, "patience", 0.7 if how in ("hangs", "ignores", "nonsense") else 30.0)
    monkeypatch.setattr(programs, "MOST_SAID", 1 << 20)


@pytest.fixture(autouse=True)
def nobody_is_left(monkeypatch):
    """See to it that every program that was started has ended, and was waited for."""
    started = []
    begin = Program.__init__

    def noting(self, command):
        begin(self, command)
        started.append(self)

    monkeypatch.setattr(Program, "__init__", noting)
    yield
    assert all(program._process.returncode is not None for program in started)


def asked(engine, question=START, nodes=1000):
    try:
        return engine.seek(question, nodes)
    finally:
        engine.leave()


WAYS = {
    "uci": lambda how: UciEngine(broken(how), {}),
    "gountil": lambda how: GountilEngine(broken(how), {"check": "1"}),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ("crashes", "crash", "was ended by SIGSEGV; it said last: 'Segmentation fault in movegen'"),
        ("hangs", "no answer", "gives no answer to"),
        ("closes", "crash", "has closed its pipe, though it runs on"),
        ("floods", "flood", "floods its output: 1048576 bytes and no answer"),
    ],
)
def test_what_any_program_can_do_wrong_is_named(way, how, kind, words):
    with pytest.raises(Fault, match=words) as said:
        asked(WAYS[way](how))
    assert said.value.kind == kind


@pytest.mark.parametrize(
    ("way", "how", "kind", "words"),
    [
        ("gountil", "nonsense", "no answer", "gives no answer to 'gountil e2e4'"),
        ("uci", "zero", "no search", "Broken stops at depth 0 after 0 nodes of 1000"),
        ("gountil", "zero", "no search", "answers 'nodes 1 0': a search visits a node or more"),
        ("uci", "ignores", "no answer", "gives no answer to 'go nodes 1000' in 0.7 seconds"),
    ],
)
def test_an_answer_without_a_search_is_no_cheap_answer(way, how, kind, words):
    with pytest.raises(Fault, match=words) as said:
        asked(WAYS[way](how))
    assert said.value.kind == kind


def test_an_option_that_is_refused_out_of_range_or_unknown_is_named():
    for how, options, words in [
        ("rejects", {"depth bonus": "2"}, "Broken rejects an option: it says 'No such option: Depth Bonus'"),
        ("", {"Depth Bonus": "3"}, "Depth Bonus takes 0 to 2, not '3'"),
        ("", {"Style": "Wild"}, "Style takes Solid, Very Wild, not 'Wild'"),
        ("", {"Width": "3"}, "Broken offers no option 'width': it offers Depth Bonus, Style"),
    ]:
        with pytest.raises(Fault, match=words) as said:
            UciEngine(broken(how), options)
        assert said.value.kind == "rejected option"


def test_what_cannot_be_started_is_named():
    with pytest.raises(InputError, match="there is no program 'no-such-engine'"):
        command_in("no-such-engine --uci")
    with pytest.raises(Fault, match="cannot be started: Permission denied"):
        Program([str(BROKEN.parent)])


def test_a_program_that_fails_once_is_started_anew_with_its_settings(tmp_path):
    subject = Restarting(lambda: GountilEngine(broken("crashes", tmp_path / "mark"), {"a": "1", "b": "1"}))
    subject.set({"b": "0.5"})
    assert subject.seek(START, 1000) == Effort(True, 200)
    assert subject._subject.parameters == {"a": "1", "b": "0.5"}
    subject.leave()
    always = Restarting(lambda: GountilEngine(broken("crashes"), {}))
    with pytest.raises(Fault, match="SIGSEGV"):
        always.seek(START, 1000)
    always.leave()


def test_the_first_finished_depth_that_agrees_is_the_effort():
    assert asked(WAYS["uci"]("")) == Effort(True, 200)
    assert asked(WAYS["uci"](""), START._replace(answers=("a2a3",))) == Effort(True, 100)
    assert asked(WAYS["uci"](""), START._replace(answers=("h2h3",))) == Effort(False, 1000)
    assert asked(WAYS["uci"](""), nodes=150) == Effort(False, 150)
    assert asked(WAYS["gountil"](""), nodes=150) == Effort(False, 150)


def test_a_flood_is_held_back_not_kept():
    program = Program(broken("floods"))
    program.say("go")
    time.sleep(0.5)
    assert program._heard.qsize() <= programs.MOST_WAITING
    program.leave()


def test_a_program_is_left_once_and_though_what_it_started_lives_on():
    child = "import os, time; os.setsid(); time.sleep(4)"
    parent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}]); print('ready')"
    program = Program([sys.executable, "-c", parent])
    program.hear(lambda line: line == "ready", 30)
    began = time.monotonic()
    program.leave()
    program.leave()
    assert time.monotonic() - began < 3


SAYS_NO_REPLY = "import time\nwhile True: print(flush=True); time.sleep(0.01)"


def test_a_go_program_that_says_nothing_but_blank_lines_gives_no_answer(monkeypatch):
    monkeypatch.setattr(gtp, "GETS_READY_WITHIN", 0.5)
    monkeypatch.setattr(GtpEngine.tell, "__defaults__", (0.5,))
    with pytest.raises(Fault, match=r"gives no answer to 'name' in 0\.5 seconds"):
        GtpEngine([sys.executable, "-c", SAYS_NO_REPLY])


def test_a_go_program_is_left_when_it_is_stopped_while_it_introduces_itself(monkeypatch):
    def stopped(engine, command):
        raise Stopped

    monkeypatch.setattr(GtpEngine, "tell", stopped)
    with pytest.raises(Stopped):
        GtpEngine(broken())


TAKES_NO_DEPTH = """
import sys
if "--depth" in sys.argv:
    sys.exit("bad value")
for line in sys.stdin:
    print("= 1", end="\\n\\n", flush=True)
"""


def test_a_go_program_that_refuses_a_parameter_is_left_once():
    subject = Restarting(lambda: GtpEngine([sys.executable, "-c", TAKES_NO_DEPTH]))
    assert subject.seek(START._replace(answers=("1",)), 10) == Effort(True, 1)
    with pytest.raises(Fault, match=r"it does not start with --depth 9: .* it said last: 'bad value'"):
        subject.set({"depth": "9"})
    subject.leave()


def test_a_search_that_takes_long_is_not_told_to_pass_over_its_limit_of_nodes():
    engine = UciEngine([sys.executable, "-c", TAKES_LONG], {})
    engine.patience = 0.3
    for limits, kind, words in [
        ({"nodes": 100}, "no answer", "gives no answer to 'go nodes 100' in 0.3 seconds"),
        ({"movetime": 0.1}, "limit ignored", "it passes over 'movetime 100'"),
    ]:
        with pytest.raises(Fault, match=words) as said:
            engine.go("startpos", limits)
        assert said.value.kind == kind
        engine.program.ask("stop", until=lambda line: line == "bestmove e2e4", within=5)
    engine.leave()


@pytest.mark.parametrize(
    ("line", "offer"),
    [
        ("option name Hash type spin default 16 min 1 max 99", ("Hash", "spin", "16", 1, 99, ())),
        ("option name Use Book type check default true", ("Use Book", "check", "true", None, None, ())),
        (
            "option name S type combo default A b var A b var C",
            ("S", "combo", "A b", None, None, ("A b", "C")),
        ),
        ("option name Log File type string default", ("Log File", "string", "", None, None, ())),
        ("option name Clear Hash type button", ("Clear Hash", "button", "", None, None, ())),
    ],
)
def test_options_are_read(line, offer):
    assert offer_in(line) == offer


def test_an_offer_of_many_blanks_is_read_at_once():
    began = time.monotonic()
    assert offer_in(f"option name{' ' * 3000}x") is None
    assert time.monotonic() - began < 1


def test_what_an_offer_takes_is_told_without_ends_that_it_has_not():
    for ends, told in (("", "whole numbers"), (" min 1", "1 to any"), (" max 3", "any to 3")):
        with pytest.raises(Fault, match=f"A takes {told}, not 'x'"):
            offer_in(f"option name A type spin default 1{ends}").check("x")


def test_help_that_is_no_text_offers_what_can_be_read_of_it(tmp_path):
    program = tmp_path / "helps.py"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.stdout.buffer.write(b'\\xff\\xfe --x <depth> (default 3)\\n')\n"
    )
    program.chmod(0o755)
    assert parameters_of([str(program)]) == {}, "it offers x, and does not take it"


def test_what_a_search_tells_is_read():
    lines = [
        "info depth 3 score cp 12 nodes 40 pv e2e4",
        "info depth 4 multipv 2 score cp -90 nodes 80 pv a2a3",
        "info string depth 99 nodes 99",
        "info nodes 120 nps 5",
    ]
    assert said_in(lines)[:3] == (12, 4, 120)
    assert said_in(["info depth 5 score mate 2 nodes 9"]).value == WIN - 3
    assert said_in(["info depth 5 score mate -1 nodes 9"]).value == 2 - WIN
    assert said_in([]) == (0, 0, 0, 0.0)


@needs("glaurung")
def test_glaurung_finds_a_mate_with_its_extensions_turned():
    mate = Question("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", ("a1a8",))
    engine = UciEngine(command_in("glaurung"), {"Check Extension (non-PV nodes)": "2"})
    assert engine.offers["threads"].default == "2"
    effort = asked(engine, mate)
    assert effort.solved and 0 < effort.nodes < 1000


@needs("gnugo")
def test_gnu_go_reads_by_parameters_that_it_takes_not_that_it_prints():
    command = command_in("gnugo --mode gtp")
    offers = parameters_of(command)
    assert {"depth", "break-chain-depth", "owl-reading"} <= set(offers) and "break_chain-depth" not in offers
    ladder = "boardsize 9\nclear_board\nplay white E5\nplay black D5\nplay black E6"
    question = Question(ladder, ("0",), "attack E5")
    engine = GtpEngine(command)
    whole = engine.seek(question, 10**9)
    assert whole.solved and engine.seek(question, 10**9) == whole
    engine.set({"depth": "4"})
    assert asked(engine, question, 10**9).nodes < whole.nodes
    with pytest.raises(Fault, match="it does not start with --break_chain-depth 7"):
        GtpEngine(command, {"break_chain-depth": "7"})
