"""Subjects: programs and players of ours, asked for their nodes to solution by plain facts."""

import sys

import pytest
from engines.test_programs import BROKEN

from plyometric.arena.players import player_from_json
from plyometric.arena.sitting import Fault
from plyometric.engines.candidates import is_ours, our_candidate
from plyometric.engines.inside import playing
from plyometric.engines.questions import questions_in, table_of
from plyometric.engines.seeking import Effort, Question, Restarting
from plyometric.engines.subjects import dismiss, efforts, start
from plyometric.errors import InputError
from plyometric.games import load

DOUBLE_JUMP = Question("B:W18,26,32:B1,15", ("15x31",))


class Noting:
    """A subject that notes what it is told."""

    def __init__(self, notes):
        self.notes = notes
        notes.append("start")

    def set(self, settings):
        self.notes.append(dict(settings))

    def seek(self, question, nodes):
        self.notes.append("seek")
        return Effort(True, 1)

    def leave(self):
        self.notes.append("leave")


def test_what_is_set_already_is_not_told_again():
    notes = []
    subject = Restarting(lambda: Noting(notes))
    for _ in range(2):
        subject.set({"a": "1"})
        subject.seek(DOUBLE_JUMP, 10)
    assert notes == ["start", {"a": "1"}, "seek", "seek"]


def test_a_program_that_nothing_makes_forget_starts_anew_for_every_question():
    notes = []
    subject = Restarting(lambda: Noting(notes), forgets=False)
    for _ in range(2):
        subject.set({"a": "1"})
        subject.seek(DOUBLE_JUMP, 10)
    told = [note for note in notes if note != {"a": "1"}]
    assert told == ["start", "seek", "leave", "start", "seek"]


def test_a_fault_that_comes_again_counts_as_not_found():
    facts = {"way": "gountil", "command": [sys.executable, str(BROKEN), "zero"], "parameters": {"a": "1"}}
    (found,) = efforts(facts, {"a": "2"}, [("x", ["e2e4"], "")], 500)
    dismiss()
    assert not found.solved and found.nodes == 500
    assert found.fault.startswith("no search: ") and "a search visits a node or more" in found.fault


def test_a_player_of_ours_is_asked_without_a_process():
    who = our_candidate("checkers:evaluation=material")
    assert {"cost of capture", "singular"} <= set(who.offers)
    subject = start(who.facts)
    found = subject.seek(DOUBLE_JUMP, 5000)
    assert found.solved and 0 < found.nodes < 5000
    assert subject.seek(DOUBLE_JUMP, 1) == Effort(False, 1)
    subject.set({"Cost of step": "50"})
    assert subject.kind.costs[:3] == (0.5, 1.0, 1.0)
    with pytest.raises(Fault, match="there is no option 'Cost of flight': there are "):
        subject.set({"Cost of flight": "50"})
    with pytest.raises(Fault, match="Cost of step is a whole number from 10 to 1000, not '5'"):
        subject.set({"Cost of step": "5"})


def test_what_makes_no_search_better_or_what_the_game_refuses_is_not_tuned():
    connect_four, endings = map(our_candidate, ("examples/connect_four.py", "pawn_endings"))
    assert "null move" in connect_four.offers and "hash" not in connect_four.offers
    assert "null move" not in endings.offers and "singular" in endings.offers
    with pytest.raises(Fault, match="pawn_endings has no rule `passed`") as said:
        start(endings.facts).set({"Null Move": "1000"})
    assert said.value.kind == "rejected option"


def test_what_was_tuned_can_play():
    player = player_from_json(our_candidate("checkers:evaluation=material").facts["player"])
    tuned = playing(player, {"Cost of capture": "25"}, 300)
    assert tuned.kind.costs[:3] == (1.0, 0.25, 1.0) and tuned.kind.nodes == 300


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("printsgf /tmp/x\tD4\t[0]", "the question is 'printsgf /tmp/x': attack, defend, "),
        ("\t\t[0]", "the question is '': attack"),
        ("attack\tD4 D5\t[0]", "the vertex is 'D4 D5': one such as E5 is expected"),
        ("attack\tD4\t[1 (D4]", r"'1 \(D4' is no regular expression: missing \)"),
    ],
)
def test_a_row_that_is_no_question_to_a_reader_is_refused(tmp_path, row, words):
    path = tmp_path / "reading.tsv"
    head = "id\tsgf\tafter_move\tquestion\tvertex\texpected"
    path.write_text(f"{head}\n1\ta.sgf\t\t{row}\n")
    with pytest.raises(InputError, match=rf"reading\.tsv, line 2: {words}"):
        table_of(path)
    path.write_text(f"{head}\n1\ta.sgf\t²\tattack\tD4\t[0]\n")
    with pytest.raises(InputError, match="after_move is '²': a whole number or nothing is expected"):
        table_of(path)


def test_either_end_of_an_expected_answer_will_do():
    either = DOUBLE_JUMP._replace(answers=("1 A1|B2",))
    assert either.is_answered_by("1 B2") and either.is_answered_by("1 A1") and not either.is_answered_by("0")


def test_games_are_told_from_programs():
    ours = ("chess", "checkers:singular=20", "mine.py", "fives(size=9)", "fives(size=9):depth=3")
    assert all(map(is_ours, (*ours, "mine.toml", "chess:mine.toml")))
    assert not any(map(is_ours, ("glaurung", "uci:stockfish", "uci:stockfish --set mine.toml")))


def test_questions_to_a_go_program_stand_in_a_table(tmp_path):
    path = tmp_path / "reading.tsv"
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.sgf").write_text("(;SZ[9];B[eg];W[cc])")
    row = "7\tgames/a.sgf\t2\tattack\tE3\t[1 (E4|F3)]*"
    empty, missing = "8\tgames/a.sgf\t2\tattack\tC7\t[0]", "9\tgames/b.sgf\t\tattack\tC7\t[0]"
    head = "id\tsgf\tafter_move\tquestion\tvertex\texpected"
    path.write_text(f"{head}\n{row}\n{empty}\n{missing}\n")
    ((question, name, part),), skipped = questions_in(path, load("checkers"), "gtp")
    assert question.position == f"loadsgf {tmp_path / 'games/a.sgf'} 2"
    assert question[1:] == (("1 (E4|F3)",), "attack E3") and (name, part) == ("7", "")
    assert skipped.startswith("2 of 3 questions were skipped: 8: no stone stands at C7; 9: ")
    path.write_text(f"{head}\n{empty}\n")
    with pytest.raises(InputError, match="holds no question that can be asked"):
        questions_in(path, load("checkers"), "gtp")
    path.write_text(f"{head}\n{row.replace('[1 (E4|F3)]*', '[1 D[45]]')}\n")
    assert table_of(path)[0].question.answers == ("1 D[45]",)
    path.write_text("id\tsgf\n7\ta.sgf\n")
    with pytest.raises(InputError, match="line 2: the columns id, sgf, after_move, question"):
        questions_in(path, load("checkers"), "gtp")
