"""Finding games: by name, by path, from other packages; and what is said when it fails."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fuzz.games import attack

from plyometric.errors import InputError
from plyometric.games import load, load_installed, names
from plyometric.games.newgame import starter_source
from plyometric.kernel import Draws, Evaluation, Game, Hints, Insight, Notation
from plyometric.kernel.referee import legal_moves

STARTER = starter_source("mygame")


def written(folder, source=STARTER, name="mygame"):
    path = folder / f"{name}.py"
    path.write_text(source)
    return str(path)


def refusal(text):
    with pytest.raises(InputError) as caught:
        load(text)
    return str(caught.value)


def test_installed_games_are_listed_in_order():
    assert "checkers" in names() and names() == sorted(names())


def test_a_game_knows_by_what_name_it_was_loaded(tmp_path):
    path = written(tmp_path)
    assert load("checkers").origin == "checkers"
    assert load(path).origin == path


def test_the_same_file_is_loaded_once(tmp_path):
    path = written(tmp_path)
    assert load(path) is load(path)


def test_an_edited_file_is_loaded_again(tmp_path):
    before = load(written(tmp_path))
    after = load(written(tmp_path, STARTER.replace('name="mygame"', 'name="other"')))
    assert (before.name, after.name) == ("mygame", "other")


def test_files_of_the_same_name_in_two_folders_are_two_games(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = load(written(tmp_path / "a"))
    other = load(written(tmp_path / "b", STARTER.replace("out[n] = cell", "out[n] = 8 - cell")))
    assert legal_moves(one, one.start()) == legal_moves(other, other.start())[::-1]


WITH_HELPER = STARTER.replace("from typing", "from helper import turned\nfrom typing", 1).replace(
    "out[n] = cell", "out[n] = turned(cell)"
)


def test_each_game_has_helpers_of_its_own(tmp_path):
    """Both files say `from helper import turned`, and each means the one beside it."""
    path, modules = list(sys.path), {"helper", "pieces"} & set(sys.modules)
    found = []
    for folder, turned in {"a": "cell", "b": "8 - cell"}.items():
        (tmp_path / folder / "pieces").mkdir(parents=True)
        (tmp_path / folder / "pieces" / "__init__.py").write_text("")
        rule = f"from plyometric.kernel import rule\n\n@rule\ndef turned(cell):\n    return {turned}\n"
        (tmp_path / folder / "pieces" / "turning.py").write_text(rule)
        (tmp_path / folder / "helper.py").write_text("from pieces.turning import turned\n")
        game = load(written(tmp_path / folder, WITH_HELPER))
        found.append(legal_moves(game, game.start()))
    assert found == [list(range(9)), list(range(9))[::-1]]
    assert sys.path == path and {"helper", "pieces"} & set(sys.modules) == modules


def test_a_helper_may_be_imported_late_and_may_import_its_game(tmp_path):
    (tmp_path / "words.py").write_text(
        "def draw(s):\n    from mygame import State\n    return State.__name__\n"
    )
    source = STARTER.replace("def draw(", "def unused(")
    late = "\n\ndef draw(s):\n    import words\n    return words.draw(s)\n\n\nGAME = "
    game = load(written(tmp_path, source.replace("\nGAME = ", late, 1)))
    assert game.draw(game.start()) == "State"
    assert sys.modules[type(game.start()).__module__].State is type(game.start())


def test_a_fault_in_a_helper_is_told_with_its_place(tmp_path):
    (tmp_path / "helper.py").write_text("\n1 / 0\n")
    said = refusal(written(tmp_path, WITH_HELPER))
    assert said == f"{tmp_path / 'helper.py'} line 2: ZeroDivisionError: division by zero."


def test_another_package_can_announce_a_game(tmp_path, monkeypatch):
    written(tmp_path, name="announced_game")
    record = tmp_path / "announced-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: announced\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text("[plyometric.games]\nmygame = announced_game\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "mygame" in names()
    assert load("mygame").name == "mygame"


def test_a_member_of_a_family_is_named_by_its_parameters():
    assert load("fives(size=7)").name == "fives(size=7)"


def test_an_unknown_name_is_answered_with_the_known_ones():
    said = refusal("chequers")
    assert said.startswith("no game is named 'chequers': there are checkers, ")
    assert said.endswith("or give the path of a .py file.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nowhere/mygame.py", "there is no file nowhere/mygame.py."),
        ("checkers(size=8)", "checkers takes no parameters."),
        ("fives(size=large)", "'fives(size=large)': parameters are written name=number, comma between."),
        ("fives(length=3)", "'fives(length=3)': "),
        ("fives(/evil.py\nevil)", r"'fives(/evil.py\nevil)': parameters are written"),
        ("", "no game is named ''"),
        ("os.path", "no game is named 'os.path'"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(text, words):
    assert refusal(text).startswith(words)


@pytest.mark.parametrize(
    "text",
    [
        "evil.py",
        "fives(/evil.py",
        "fives(size=7)/evil.py",
        "./evil.py",
        "fives(size=evil.py",
        " fives",
        "fives\n",
    ],
)
def test_a_text_out_of_a_file_names_installed_games_alone(text, tmp_path, monkeypatch):
    """As a path from this folder, each of these texts leads to a file that must not run."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("raise AssertionError('it ran')")
    with pytest.raises(InputError, match="no game is named"):
        load_installed(text)


@pytest.mark.parametrize("text", ["size=7,size=8", ",", "size=٣", f"size={'9' * 5000}"])
def test_parameters_are_whole_numbers_given_once(text):
    assert "parameters are written name=number, comma between." in refusal(f"fives({text})")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def moves(s, out):", "def moves(s, out)", "line 45: expected ':'."),
        ("    width=9,\n", "    draw=draw,\n", "'draw': write notation=Notation(draw=...)."),
        ("    moves=moves,\n", "", "TypeError: Game(...) missing 1 required keyword-only argument: 'moves'."),
        ("    play=play,", "    playing=play,", "unexpected keyword argument 'playing'"),
        (
            "@rule\ndef play",
            "def play",
            "mygame: play is a plain function: write @rule above its definition.",
        ),
        ("LINES = (", "LINES = one, (", "NameError: name 'one' is not defined."),
        ("from typing", "import no_such_module\nfrom typing", "No module named 'no_such_module'."),
        ("LINES = (", "raise SystemExit(0)\nLINES = (", "line 15: SystemExit: 0."),
        ("LINES = (", "raise KeyboardInterrupt\nLINES = (", "line 15: KeyboardInterrupt."),
        ("GAME = ", "GAMES = ", "defines no game: end it with GAME = Game(name=..., ...)."),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(old, new, words, tmp_path):
    assert old in STARTER
    path = written(tmp_path, STARTER.replace(old, new))
    said = refusal(path)
    assert said.startswith(path) and words in said and "\n" not in said


def test_threads_may_load_one_file_at_once(tmp_path):
    source = "import time\ntime.sleep(0.3)\n" + Path("examples/connect_four.py").read_text()
    (tmp_path / "slow.py").write_text(source)
    with ThreadPoolExecutor(4) as threads:
        games = list(threads.map(load, [str(tmp_path / "slow.py")] * 4))
    assert len({game.digest for game in games}) == 1


def test_a_number_read_from_a_file_counts_as_an_edit(tmp_path):
    """What a rule takes from its module is compiled in, wherever the module took it from."""
    (tmp_path / "take.txt").write_text("7")
    source = Path("examples/connect_four.py").read_text().replace("over(s) else 7", "over(s) else COLUMNS")
    reads = "from pathlib import Path\nCOLUMNS = int(Path(__file__).with_name('take.txt').read_text())\n"
    (tmp_path / "reads.py").write_text(source.replace("FLOOR =", reads + "FLOOR =", 1))
    code = f"from plyometric.games import load; print(load({str(tmp_path / 'reads.py')!r}).digest)"
    before = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    (tmp_path / "take.txt").write_text("5")
    after = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert before != after


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"name": 5}, "a game's name is 1 to 100 printable letters, not 5."),
        ({"name": "two\nlines"}, "a game's name is"),
        ({"name": "x" * 5000}, "a game's name is"),
        ({"width": "x"}, "mygame: width is a whole number, not 'x'."),
        ({"width": True}, "width is a whole number"),
        ({"width": 1 << 70}, "width is room for 1 to 1000 moves"),
        ({"start": 5}, "start is a function, not 5."),
        ({"draws": (3, 100, 400)}, "draws is Draws(...), not (3, 100, 400)."),
        ({"draws": Draws(quiet="x")}, "draws is Draws(...)"),
        ({"notation": None}, "notation is Notation(...), not None."),
        ({"hints": Notation()}, "hints is Hints(...)"),
        ({"evaluation": 5}, "evaluation is Evaluation(...), not 5."),
        ({"evaluations": []}, "evaluations is a dict, each value Evaluation(...), not []."),
        ({"evaluations": {"a": 5}}, "evaluations is a dict"),
        ({"evaluation_name": 5}, "evaluation_name is text"),
        ({"moves": 5}, "moves must be a function marked @rule, not 5."),
        ({"evaluation": Evaluation(weights=("a",))}, "weights is a tuple, each part a number, not ('a',)."),
        ({"evaluation": Evaluation(weights=5)}, "weights is a tuple"),
        (
            {"evaluation": Evaluation(feature_names="ab")},
            "tuple, each part text, not 'ab'.",
        ),
        ({"evaluation": Evaluation(dominance=(("a",),))}, "dominance is a tuple"),
        ({"evaluations": {"a": Evaluation(evaluate=5)}}, "evaluate must be a function marked @rule, not 5."),
        ({"hints": Hints(class_names=None)}, "class_names is a tuple"),
        ({"hints": Hints(placements="yes")}, "placements is True or False, not 'yes'."),
        ({"insight": Insight(patterns=((1.5,),))}, "patterns is a tuple"),
        ({"notation": Notation(draw="x")}, "draw is a function or None, not 'x'."),
        ({"notation": Notation(move_text=None)}, "move_text is a function, not None."),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(values, words, tmp_path):
    game = load(written(tmp_path))
    rules = {"name": "mygame", "start": game.start, "moves": game.moves, "play": game.play}
    with pytest.raises(InputError) as caught:
        Game(**{**rules, **values})
    assert words in str(caught.value) and len(str(caught.value)) < 300


def test_nothing_runs_and_nothing_but_a_sentence_comes_of_nonsense(tmp_path):
    assert not [told for told in attack(400, tmp_path) if told[1]]
