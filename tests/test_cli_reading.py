"""The command `plyo reading`: the same questions to our reader and to another program."""

import json
import sys

import pytest

from plyometric.cli import main
from plyometric.engines import reading
from plyometric.engines.gtp import GtpEngine
from plyometric.engines.seeking import Question

HEAD = "id\tsgf\tafter_move\tquestion\tvertex\texpected\n"
ROWS = "1\tatari.sgf\t\tattack\tE5\t[1 E4]\n2\tatari.sgf\t\tdefend\tE5\t[1 E4]*\n"
KO = "3\tatari.sgf\t\tattack\tE5\t[2 E4]\n"
OTHER = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({"name": "= Other", "attack": "= 1 E4", "defend": "? no"}.get(word, "="), end="\\n\\n", flush=True)
    if word == "quit":
        break
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "atari.sgf").write_text("(;SZ[9]AB[ee]AW[ed][de][fe])")
    (tmp_path / "other.py").write_text(OTHER)
    path = tmp_path / "problems.tsv"
    path.write_text(HEAD + ROWS + KO)
    return path


def test_both_are_asked_and_answers_with_ko_are_left_out(table, capsys):
    other = f"{sys.executable} {table.parent / 'other.py'}"
    main(["reading", str(table), "--against", other, "--plays", "2000", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["ours"]["right"] == 2 and found["ours"]["n"] == 2
    assert found[other]["right"] == 1 and "refuses 'defend E5'" in found["problems"][1]["theirs"]["text"]


LATE = """
import sys, time
for line in sys.stdin:
    word, *rest = line.split()
    time.sleep(1 if rest == ["A1"] else 0)
    print("=", *(rest if word == "attack" else []), end="\\n\\n", flush=True)
"""


def test_after_a_late_answer_the_next_is_not_taken_for_it(monkeypatch):
    monkeypatch.setattr(reading, "ANSWERS_WITHIN", 0.3)
    reader = GtpEngine([sys.executable, "-c", LATE])
    late, other = (
        reading.reply_of(reader, Question("boardsize 9", (vertex,), f"attack {vertex}"))
        for vertex in ("A1", "B2")
    )
    reader.leave()
    assert late.seconds is None and "gives no answer to 'attack A1'" in late.text
    assert other.text == "B2" and other.is_right


@pytest.mark.parametrize(
    ("rows", "against", "said"),
    [
        (ROWS, "nobody-plays-this", "there is no program 'nobody-plays-this'."),
        (KO, "gnugo", "every answer hangs on a ko"),
        ("3\tatari.sgf\n", "gnugo", "line 2: the columns id, sgf,"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(rows, against, said, table, sentence_for):
    table.write_text(HEAD + rows)
    assert said in sentence_for("reading", str(table), "--against", against)
