"""Learning, explaining and reporting from the command line: what is printed, kept and refused."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cyclopts import CycloptsError

import plyometric.cli.learn
import plyometric.cli.study  # noqa: F401  (their commands join the app)
from plyometric.cli.shared import app
from plyometric.errors import InputError
from plyometric.kernel import sources

CONNECT_FOUR = str(Path(__file__).parents[1] / "examples" / "connect_four.py")
SMALL = ["--k", "2", "--n", "2", "--deep", "3", "--moves", "12", "--examples", "1500", "--seed", "4"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a strategy for connect four, learned by a process of its own, and its account."""
    path = tmp_path_factory.mktemp("learned")
    words = [sys.executable, "-m", "plyometric", "learn", "allocation", CONNECT_FOUR, *SMALL, "--json"]
    words += ["-o", "strategy.json", "--out", "kept", "--threads", "2", "--games", "20"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, cwd=path)
    assert done.returncode == 0, done.stderr
    (path / "account.json").write_text(done.stdout)
    shutil.copy(path / "kept" / "results.json", path)
    whole = (path / "strategy.json").read_text()
    (path / "torn.json").write_text(whole[:500])
    (path / "later.json").write_text(whole.replace("strategy 1", "strategy 9"))
    return path


@pytest.fixture
def plyo(folder, monkeypatch, capsys):
    """Run a command in that folder; return what it prints."""

    def run(*words):
        app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
        return capsys.readouterr().out

    monkeypatch.chdir(folder)
    return run


def learn(plyo, *words):
    return plyo("learn", "allocation", CONNECT_FOUR, *SMALL, *words)


def test_learning_gives_an_account(folder):
    facts = json.loads((folder / "account.json").read_text())
    assert facts["examples"] >= 1500
    assert 0 < facts["positive"] < 1
    assert "legal moves" in facts["asked about"]
    assert facts["tried"]["games"] == 20
    assert facts["terms"]["d"] == 3


def test_the_same_seed_learns_the_same_on_one_thread_and_from_kept_positions(plyo):
    """A file that is there already is replaced."""
    wanted = Path("strategy.json").read_text()
    Path("other.json").write_text("something else")
    said = learn(plyo, "-o", "other.json", "--threads", "1").splitlines()
    assert said[0] == "connect_four: depth 4 in place of 2 at 3 of 12 moves"
    assert said[-1] == "wrote other.json"
    assert Path("other.json").read_text() == wanted
    learn(plyo, "-o", "kept.json", "--out", "kept", "--resume")
    assert Path("kept.json").read_text() == wanted
    assert not list(Path().glob("*.json?*"))


def test_kept_positions_are_of_one_set_of_terms_and_must_be_whole(plyo, tmp_path):
    with pytest.raises(InputError, match="already holds a run: --resume goes on with it"):
        learn(plyo, "-o", "x.json", "--out", "kept")
    with pytest.raises(InputError, match="probe = 0, not 1"):
        learn(plyo, "-o", "x.json", "--out", "kept", "--resume", "--probe", "1")
    file, mine = str(tmp_path / "x.json"), str(tmp_path / "mine")
    learn(plyo, "-o", file, "--out", mine, "--method", "boosted")
    part = tmp_path / "mine" / "000000.parquet"
    part.write_bytes(part.read_bytes()[:1000])
    before = (tmp_path / "x.json").read_text()
    with pytest.raises(InputError, match=r"000000\.parquet is not a whole file"):
        learn(plyo, "-o", file, "--out", mine, "--resume")
    assert (tmp_path / "x.json").read_text() == before


def test_positions_labelled_by_another_search_are_not_gone_on_with(plyo, tmp_path):
    shutil.copytree("kept", tmp_path / "kept")
    config = tmp_path / "kept" / "config.json"
    facts = json.loads(config.read_text())
    assert facts["sources"] == sources.digest("plyometric.learn.allocation")
    assert "plyometric.search.minimax" in sources._closure("plyometric.learn.allocation")[0]
    config.write_text(json.dumps({**facts, "sources": "0123456789abcdef"}))
    with pytest.raises(InputError, match="started with sources = '0123456789abcdef'"):
        learn(plyo, "-o", str(tmp_path / "x.json"), "--out", str(tmp_path / "kept"), "--resume")


def test_a_run_holds_what_came_out(folder):
    account, results = (json.loads((folder / name).read_text()) for name in ("account.json", "results.json"))
    assert account == {**results, "file": "strategy.json"}
    assert json.loads((folder / "strategy.json").read_text())["learned"]["examples"] == results["examples"]


def test_weights_from_a_file_change_what_is_learned(plyo, tmp_path):
    (tmp_path / "weights.json").write_text("[1, -1]")
    learn(plyo, "-o", str(tmp_path / "x.json"), "--weights", str(tmp_path / "weights.json"))
    facts = json.loads((tmp_path / "x.json").read_text())
    assert facts["weights"] == [1, -1]
    assert facts["forest"] != json.loads(Path("strategy.json").read_text())["forest"]


def test_explaining_names_the_questions(plyo):
    words = ("explain", "strategy.json", "--game", CONNECT_FOUR, "--position", "...o.../..xx...")
    facts = json.loads(plyo(*words, "--deep", "1", "--moves", "5", "--json"))
    assert facts["is_deep"] == (facts["score"] >= facts["threshold"])
    assert all(" is " in line for line in facts["path"])
    text = plyo(*words)
    assert "look deeper: depth " in text
    assert "with 3 deep searches and 12 moves left" in text
    assert all(line in text for line in facts["path"])
    assert "as no deep search is left" in plyo(*words, "--deep", "0")
    assert "It would look deeper" in plyo(*words, "--deep", "2", "--moves", "2")


def test_a_strategy_that_comes_with_a_game_is_explained_by_its_name(plyo):
    facts = json.loads(plyo("explain", "depth4", "--json"))
    assert (facts["game"], facts["deep"], facts["moves"]) == ("checkers", 8, 40)


@pytest.mark.parametrize("name", ["evil.py", "fives(/evil.py"])
def test_a_strategy_cannot_name_a_file_to_be_run(plyo, name, tmp_path, monkeypatch):
    facts = json.loads(Path("strategy.json").read_text())
    monkeypatch.chdir(tmp_path)
    Path("fives(").mkdir()
    Path(name).write_text("open('ran', 'w').close()\n")
    Path("s.json").write_text(json.dumps({**facts, "game": name}))
    with pytest.raises(InputError, match=r"evil\.py', which is not installed"):
        plyo("explain", "s.json")
    assert not Path("ran").exists()


TEXTS = {
    "GAME": CONNECT_FOUR,
    "ONE-MOVE": ".oxoxox/.oxoxox/.xoxoxo/.xoxoxo/.oxoxox/.oxoxox",
    "WON": "ooo..../xxxx...",
}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("explain strategy.json", "'connect_four', which is not installed: give its file with --game"),
        ("explain strategy.json --game checkers", "strategy for 'connect_four', not for checkers"),
        ("explain nowhere.json", "nowhere.json: No such file"),
        ("explain torn.json", "torn.json is not valid JSON"),
        ("explain later.json", "later.json is of format 'plyometric allocation strategy 9'"),
        ("explain strategy.json --game GAME --deep 4", "from 0 to 3, not 4"),
        ("explain strategy.json --game GAME --moves 0", "from 1 to 12, not 0"),
        ("explain strategy.json --game GAME --position xyz", "position 'xyz'"),
        (
            "explain strategy.json --game GAME --position ONE-MOVE",
            "only one legal move, so there is nothing to",
        ),
        (
            "explain strategy.json --game GAME --position WON",
            "the game is over, so there is nothing to decide",
        ),
        ("learn allocation checkers --deep 40 --moves 40 -o x.json", "d=40 of m=40"),
        ("learn allocation checkers --deep 0 -o x.json", "d=0"),
        ("learn allocation checkers --k 0 -o x.json", "--k"),
        ("learn allocation checkers --k 99 --n 9 -o x.json", "100 at most"),
        ("learn allocation checkers --method best -o x.json", "--method"),
        ("learn allocation checkers", "--file"),
        ("learn allocation checkers -o nowhere/x.json", "nowhere/x.json"),
        ("learn allocation checkers -o .", "a file is expected"),
        ("learn allocation checkers --out x.json", "--file"),
        (
            "explain depth5 --game checkers",
            "the strategy files that come with checkers: depth4",
        ),
        ("learn allocation GAME --weights torn.json -o x.json", "torn.json"),
        ("learn allocation GAME --weights account.json -o x.json", "account.json"),
        ("learn allocation chequers -o x.json", "no game is named 'chequers'"),
        ("learn everything", "everything"),
        ("study alchemy", "no study is named 'alchemy'"),
        ("study allocation --quick --full", "exclude each other"),
        ("report", "at least one run folder"),
        ("report nowhere", "nowhere/results.json: No such file"),
    ],
)
def test_bad_input_gets_one_sentence(plyo, words, said):
    with pytest.raises((InputError, CycloptsError)) as error:
        plyo(*(TEXTS.get(word, word) for word in words.split()))
    assert said in " ".join(str(error.value).split())
    assert not Path("x.json").exists()


def test_a_sentence_ends_the_process_with_code_2(folder):
    words = [sys.executable, "-m", "plyometric", "explain", "torn.json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("plyo: torn.json is not valid JSON")


def test_studies_are_listed(plyo):
    assert "Learning which positions deserve a deeper search." in plyo("studies")
    assert "allocation" in json.loads(plyo("studies", "--json"))["studies"]


def test_a_report_is_made_from_a_run_folder_alone(plyo, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    facts = {"where": "Table 1", "what": "a figure", "reported": 1.0, "low": 0.9, "high": 1.1, "n": 5}
    claims = [{"id": "a", **facts, "ours": 1.0, "verdict": "matches"}]
    report = {"scale": "quick", "about": "A toy.", "notes": [], "figures": []}
    files = {
        "results": {"study": "toy", "seed": 1, "version": "1", "claims": claims},
        "report": report,
        "run": {"seconds": 1.0, "cores": 2, "ended": "today"},
    }
    for name, content in files.items():
        (run / f"{name}.json").write_text(json.dumps(content))
    page = tmp_path / "page.html"
    assert plyo("report", str(run), "-o", str(page)) == f"report: {page}\n"
    assert "a figure" in page.read_text()
