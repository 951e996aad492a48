"""Probing: what an engine can do is found out by trying it."""

import sys

import pytest
from engines.test_programs import BROKEN, needs

from plyometric.arena.sitting import Fault
from plyometric.engines.probing import is_tunable, position_after, probe, spoken_by
from plyometric.engines.uci import offer_in
from plyometric.errors import InputError
from plyometric.games import load

CHESS = load("chess")


def probed(text):
    *_, (_, told) = probe(text, CHESS)
    return told


def test_an_engine_that_stops_early_is_told_to_be_broken():
    told = probed(f"uci:{sys.executable} {BROKEN}")
    said = dict(told.findings)
    assert "1,000 ends at 300" in said["node limit"] and "it is broken" in said["node limit"]
    assert said["repeatability"] == "the counts of two runs are the same."
    assert told.verdict.startswith("It can be tuned: 2 options, by stopping it by hand, with ucinewgame")


def test_a_program_that_speaks_no_known_language_or_fails_is_named():
    with pytest.raises(InputError, match="answers neither UCI nor GTP"):
        spoken_by((sys.executable, "-c", "print('hello')"))
    with pytest.raises(Fault, match="SIGSEGV"):
        probed(f"gountil:{sys.executable} {BROKEN} crashes")


def test_gountil_is_probed():
    told = probed(f"gountil:{sys.executable} {BROKEN}")
    assert told.findings == [
        ("repeatability", "one question put three times takes 200 nodes: the counts are the same.")
    ]


COUNTS_BY_LOT = """
import random, sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "gountil":
        print("nodes 1", random.randint(1, 10**9), flush=True)
    elif word == "get_reading_node_counter":
        print("=", random.randint(1, 10**9), end="\\n\\n", flush=True)
    elif word not in ("setboard", "setparam"):
        print("= ok", end="\\n\\n", flush=True)
"""


@pytest.mark.parametrize("way", ["gtp", "gountil"])
def test_a_program_that_never_counts_alike_cannot_be_tuned(way, tmp_path):
    (tmp_path / "lot.py").write_text(COUNTS_BY_LOT)
    told = probed(f"{way}:{sys.executable} {tmp_path / 'lot.py'}")
    assert not told.is_repeatable and told.verdict.startswith("It cannot be tuned")
    assert "the counts are different" in told.findings[0][1]


def test_no_engine_is_asked_for_a_move_where_there_is_none(monkeypatch):
    game = load("examples/connect_four.py")
    moves = [0, 1, 0, 1, 0, 1, 0]
    monkeypatch.setattr("plyometric.engines.probing.random_game", lambda *terms: ((), moves))
    assert position_after(game, 18).endswith("moves a b a b a b"), "the seventh move wins"


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("option name Check Extension (PV nodes) type spin default 2 min 0 max 2", True),
        ("option name Futility Pruning type check default true", True),
        ("option name King Safety Curve type combo default Quadratic var Quadratic var Linear", True),
        ("option name Hash type spin default 16 min 1 max 99", False),
        ("option name UCI_Elo type spin default 1350 min 1350 max 2850", False),
        ("option name Threads type spin default 2 min 1 max 8", False),
        ("option name Clear Hash type button", False),
        ("option name Personality type string default Default", False),
    ],
)
def test_options_about_the_search_can_be_tuned_and_others_not(line, is_one):
    assert is_tunable(offer_in(line)) == is_one


@needs("glaurung")
def test_glaurung_looks_at_its_limit_now_and_then_and_forgets_by_a_new_start_only():
    told = probed("glaurung")
    topics = [topic for topic, _ in told.findings]
    assert topics == ["defaults", "defaults", "node limit", "repeatability", "reset"]
    assert (
        "40,000 ends at 60,000: " in told.findings[2][1] or "40,000 ends at 60,000, " in told.findings[2][1]
    )
    assert {"Check Extension (non-PV nodes)", "Razoring Margin"} <= {offer.name for offer in told.tunable}
    assert told.verdict.startswith("It can be tuned: 44 options")
