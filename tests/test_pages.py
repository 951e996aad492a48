"""The pages are true: what stands in them as code runs, and every command in them is one."""

import doctest
import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest

import plyometric.cli  # noqa: F401  (its commands join the app)
from plyometric.cli.shared import app

ROOT = Path(__file__).parents[1]
PAGES = sorted(ROOT.glob("docs/*.md"))
RUN_ELSEWHERE = ("your-own-game.md", "learning-an-evaluation.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    (plyo (?:[^\n]*\\\n)*[^\n]*)$", re.MULTILINE)
SCRIPTS = ("meet_your_game", "who_plays_better", "learn_what_counts")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all pages: the games that they write are compiled once."""
    return tmp_path_factory.mktemp("pages")


def blocks(kind):
    found = [(page, text) for page in PAGES for lang, text in BLOCK.findall(page.read_text()) if lang == kind]
    return [pytest.param(page, text, id=f"{page.stem}-{i}") for i, (page, text) in enumerate(found)]


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if ">>>" in page.read_text() and page.name not in RUN_ELSEWHERE],
    ids=lambda page: page.stem,
)
def test_the_code_of_a_page_runs(page, folder, monkeypatch):
    monkeypatch.chdir(folder)
    found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize(("page", "text"), blocks("python"))
def test_no_python_stands_in_a_page_that_is_not_run(page, text):
    assert ">>>" in text, f"{page.name}: write it as a session, so that it is run"


@pytest.mark.parametrize(("page", "text"), blocks("toml"))
def test_toml_in_a_page_is_toml(page, text):
    assert tomllib.loads(text)


def commands():
    for page in [*PAGES, ROOT / "README.md"]:
        for text in COMMAND.findall(page.read_text()):
            yield page.name, " ".join(text.replace("\\\n", " ").split())


@pytest.mark.parametrize(("page", "line"), list(commands()))
def test_every_command_in_a_page_is_one(page, line):
    words = shlex.split(re.split(r"\s(?:>|\|)\s", line)[0], comments=True)[1:]
    app.parse_args(words, exit_on_error=False, print_error=False)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_among_the_examples_runs(script, capsys):
    runpy.run_path(str(ROOT / "examples" / f"{script}.py"))
    assert len(capsys.readouterr().out.splitlines()) >= 3
