"""Files of recorded games on the command line: listed, cleaned, and made into openings and positions."""

import json
import subprocess
import sys

import pytest

PLYO = [sys.executable, "-m", "plyometric"]

CUP = """[Event "Final"]
[White "Oldbury"]
[Black "Wyllie"]
1. 11-15{the usual}23-19 2. 8-11 22-17 1-0

[Event "Misprint"]
1. 11-15 99-19 *

[Event "Café"]
[FEN "B:W18:B15"]
1. 15x22 *
"""


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "cup.pdn"
    path.write_text(CUP, encoding="latin-1")
    return path


def plyo(*words):
    return subprocess.run([*PLYO, "games", *map(str, words)], capture_output=True, text=True, timeout=120)


def test_a_list_has_the_good_games_and_names_the_bad(cup):
    done = plyo("list", cup)
    assert done.returncode == 0
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["Final", "Café"]
    assert "Oldbury" in done.stdout and "4 plies" in done.stdout
    counted, fault = done.stderr.splitlines()
    assert counted.endswith("2 games read, 1 not")
    assert "line 7, game 2: '99-19' is not a legal move here" in fault


def test_a_list_is_plain_data_too(cup):
    facts = json.loads(plyo("list", cup, "--json").stdout)
    assert [one["plies"] for one in facts["games"]] == [4, 1]
    assert [one["line"] for one in facts["faults"]] == [7]


def test_what_is_converted_reads_back(cup, tmp_path):
    clean = tmp_path / "clean.pdn"
    clean.write_text(plyo("convert", cup).stdout)
    done = plyo("list", clean)
    assert done.stdout == plyo("list", cup).stdout
    assert done.stderr.splitlines() == [f"{clean}: 2 games read, 0 not"]


def test_records_become_openings_and_positions(cup):
    assert plyo("convert", cup, "--to", "openings", "--plies", "3").stdout == "11-15 23-19 8-11\n"
    first, second = plyo("convert", cup, "--to", "positions", "--plies", "1").stdout.splitlines()
    assert first.startswith("W:W21,22") and second == "W:W:B22"


def test_what_is_played_must_be_known(cup, tmp_path):
    nameless = tmp_path / "cup.txt"
    nameless.write_text("1. 11-15 *")
    assert plyo("list", nameless).stderr == f"plyo: {nameless}: what is played in it? Say so with --game.\n"
    assert plyo("list", nameless, "--game", "checkers").stdout.split()[-2:] == ["1", "plies"]
