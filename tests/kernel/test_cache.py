"""Machine code on disk: found again by the next process, and never stale."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"

ASK = """
import json, sys
from plyometric.kernel import cache
from plyometric.games import load
from plyometric.kernel.referee import legal_moves

compiled = []
cache.watchers.append(lambda kernel, begins: compiled.append(kernel) if begins else None)
games = [load(text) for text in sys.argv[1:]]
print(json.dumps({"moves": [legal_moves(game, game.start()) for game in games], "compiled": compiled}))
"""

HELPER = "from plyometric.kernel import rule\n\n\n@rule\ndef columns():\n    return 7\n"


def in_new_process(code, cache, *arguments):
    run = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PLYOMETRIC_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the example that takes its columns from a helper, compiled by an earlier process."""
    folder = tmp_path_factory.mktemp("tree")
    source = EXAMPLE.read_text().replace("over(s) else 7", "over(s) else columns()")
    assert "columns()" in source
    source = source.replace("from typing", "from helper_of_game import columns\nfrom typing", 1)
    (folder / "game.py").write_text(source)
    (folder / "helper_of_game.py").write_text(HELPER)
    told = in_new_process(ASK, folder / "cache", folder / "game.py")
    assert told == {"moves": [[0, 1, 2, 3, 4, 5, 6]], "compiled": ["moves"]}
    return folder


@pytest.fixture
def edit(tree):
    """Edit a file of the tree for one test."""
    originals = {}

    def replace(name, old, new):
        text = (tree / name).read_text()
        assert old in text
        originals.setdefault(name, text)
        (tree / name).write_text(text.replace(old, new))

    yield replace
    for name, text in originals.items():
        (tree / name).write_text(text)


def ask(tree):
    return in_new_process(ASK, tree / "cache", tree / "game.py")


def test_code_with_bounds_checks_is_not_taken_for_code_without(tree, monkeypatch):
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert in_new_process(ASK, tree / "cache", tree / "game.py")["compiled"] == ["moves"]


def test_code_of_a_game_needs_no_other_game_whose_states_look_the_same(tmp_path):
    first, second = (tmp_path / name for name in ("first.py", "second.py"))
    for path in (first, second):
        path.write_text(EXAMPLE.read_text())
    assert in_new_process(ASK, tmp_path / "cache", first, second)["compiled"] == ["moves", "moves"]
    assert in_new_process(ASK, tmp_path / "cache", second)["compiled"] == []


def test_an_unchanged_game_is_not_compiled_again(tree):
    files = set((tree / "cache").iterdir())
    assert ask(tree) == {"moves": [[0, 1, 2, 3, 4, 5, 6]], "compiled": []}
    assert set((tree / "cache").iterdir()) == files


def test_an_edited_rule_is_what_the_next_process_plays_by(tree, edit):
    edit("game.py", "out[n] = column", "out[n] = 6 - column")
    assert ask(tree) == {"moves": [[6, 5, 4, 3, 2, 1, 0]], "compiled": ["moves"]}


def test_an_edited_helper_counts_as_an_edited_rule(tree, edit):
    edit("helper_of_game.py", "return 7", "return 3")
    assert ask(tree) == {"moves": [[0, 1, 2]], "compiled": ["moves"]}


def test_an_edit_that_is_taken_back_finds_the_old_machine_code(tree, edit):
    edit("game.py", "out[n] = column", "out[n] = 6 - column")
    edit("game.py", "out[n] = 6 - column", "out[n] = column")
    assert ask(tree)["compiled"] == []


@pytest.mark.parametrize("left", [0, -99], ids=["empty", "cut short"])
def test_a_damaged_file_is_compiled_anew(tree, left):
    for path in (tree / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:left])
    assert ask(tree) == {"moves": [[0, 1, 2, 3, 4, 5, 6]], "compiled": ["moves"]}
    assert ask(tree)["compiled"] == []


def test_a_cache_folder_that_cannot_be_written_is_done_without(tree, tmp_path):
    (tmp_path / "file").write_text("a file where the folder should be")
    told = in_new_process(ASK, tmp_path / "file" / "cache", tree / "game.py")
    assert told["moves"] == [[0, 1, 2, 3, 4, 5, 6]]


FAMILY = """
from typing import NamedTuple
from plyometric.kernel import Game, rule

class State(NamedTuple):
    left: int

def family(most=2):
    @rule
    def moves(s, out):
        for i in range(most):
            out[i] = i
        return most

    @rule
    def play(s, move):
        return State(s.left - move)

    return Game(name=f"family(most={most})", start=lambda: State(9), moves=moves, play=play)

GAME = family()
"""


def test_members_of_a_family_have_machine_code_of_their_own(tmp_path):
    (tmp_path / "two.py").write_text(FAMILY)
    (tmp_path / "four.py").write_text(FAMILY.replace("most=2", "most=4"))
    paths = (tmp_path / "two.py", tmp_path / "four.py")
    cold, warm = (in_new_process(ASK, tmp_path / "cache", *paths) for _ in range(2))
    assert cold == {"moves": [[0, 1], [0, 1, 2, 3]], "compiled": ["moves", "moves"]}
    assert warm == {"moves": [[0, 1], [0, 1, 2, 3]], "compiled": []}


FAR = """
from typing import NamedTuple
from plyometric.kernel import Game, rule

class State(NamedTuple):
    left: int

def family(step=1):
    @rule
    def far(n):
        total = 0
        for i in range(n):
            for j in range(i):
                total += (i ^ j) % 7 * step if i % 3 else j % 5
        return total

    @rule
    def moves(s, out):
        out[0] = far(s.left) + far(s.left + 3)
        return 1

    return Game(name=f"family(step={step})", start=lambda: State(9), moves=moves, play=moves)

GAME = family()
"""


FAR_ASK = ASK.replace(
    "games = [load(text) for text in sys.argv[1:]]",
    "sys.path.append(sys.argv[1]); import far; games = [far.family(int(step)) for step in sys.argv[2:]]",
)


def test_two_members_keep_apart_what_they_call_by_one_name(tmp_path):
    """One is read from disk, with the names that another process gave; the other is compiled here."""
    (tmp_path / "far.py").write_text(FAR)
    one = in_new_process(FAR_ASK, tmp_path / "cache", tmp_path, 1)
    other = in_new_process(FAR_ASK, tmp_path / "other", tmp_path, 5)
    both = in_new_process(FAR_ASK, tmp_path / "cache", tmp_path, 5, 1)
    assert both["moves"] == [*other["moves"], *one["moves"]]
    assert both["compiled"] == ["moves"]


SUM = """
import json, sys
from helper_of_sum import total
from plyometric.games import load
print(json.dumps(total(load(sys.argv[1]).start())))
"""

TOTAL = """
from plyometric.kernel import kernel

@kernel
def total(state):
    return state.left
"""


def test_a_kernel_that_takes_a_state_alone_tells_copies_of_a_game_apart(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "helper_of_sum.py").write_text(TOTAL)
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text(FAMILY)
        assert in_new_process(SUM, tmp_path / "cache", tmp_path / f"{name}.py") == 9
    assert len(list((tmp_path / "cache").iterdir())) == 2


AT_THE_PROMPT = FAMILY.replace(
    "GAME = family()",
    """
import json
from plyometric.kernel import referee
from plyometric.kernel.desk import new_desk
from plyometric.search.analysis import note
note(family(), State(9), new_desk(family()))
print(json.dumps([referee.legal_moves(family(n), State(9)) for n in (1, 3)]))
""",
)


def test_a_game_typed_at_the_prompt_works_and_leaves_nothing_behind(tmp_path):
    assert in_new_process(AT_THE_PROMPT, tmp_path / "cache") == [[0], [0, 1, 2]]
    assert not (tmp_path / "cache").exists()


def test_a_folder_that_anybody_may_write_is_not_read(tree):
    (tree / "cache").chmod(0o777)
    assert ask(tree)["compiled"] == ["moves"]
    (tree / "cache").chmod(0o700)
    assert ask(tree)["compiled"] == []


def test_every_process_finds_the_same_digest():
    """Whatever else it has loaded: workers refuse a game that is not the very same."""
    code = "from plyometric.games import load; import json; print(json.dumps(load('checkers').digest))"
    loads = "import plyometric.arena.match, plyometric.learn.allocation, plyometric.testing; "
    cache = Path(os.devnull) / "none"
    assert in_new_process(code, cache) == in_new_process(loads + code, cache)
