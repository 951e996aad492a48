"""The README's session and the pages are true."""

import ast
import doctest
import re
from pathlib import Path

import pytest

from plyometric.kernel import PARTS, Game
from plyometric.kernel.parts import rules_in

ROOT = Path(__file__).parents[1]


def test_the_session_in_the_readme_runs():
    failures, tried = doctest.testfile("../README.md", optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 0
    assert failures == 0


def test_the_page_about_learning_is_true():
    page = "../docs/learning-an-evaluation.md"
    failures, tried = doctest.testfile(page, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 5
    assert failures == 0


def names_in(room):
    """Return the names of the modules of a room, and of all that they define."""
    names = set()
    for path in (ROOT / "plyometric" / room).rglob("*.py"):
        names |= {path.stem}
        for node in ast.walk(ast.parse(path.read_text())):
            names |= {getattr(node, "name", "")} | {
                t.id for t in getattr(node, "targets", []) if hasattr(t, "id")
            }
    return names


def test_the_words_of_each_room_on_the_design_page_are_in_that_room():
    rows = re.findall(
        r"^\| (`\w+`(?:, `\w+`)*) \| .* \| (.*) \|$", (ROOT / "docs/design.md").read_text(), re.M
    )
    words = {}
    for rooms, said in rows:
        for room in re.findall(r"`(\w+)`", rooms):
            words[room] = re.findall(r"`(\w+)`", said)
    rooms = "kernel games search arena engines learn studies report cli web"
    assert set(words) == set(rooms.split())
    for room in set(words) - {"report", "cli"}:
        missing = set(words[room]) - names_in(room)
        assert not missing, f"docs/design.md names {missing} in {room}"


@pytest.mark.parametrize("part", [Game, *PARTS.values()], ids=lambda part: part.__name__)
def test_the_page_about_games_lists_every_rule_as_it_is_declared(part):
    page = (ROOT / "docs/your-own-game.md").read_text()
    for declared in rules_in(part).values():
        assert f"| `{declared.name}({declared.takes})` | {declared.tells} |" in page


@pytest.mark.parametrize(
    "page", [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md"], ids=lambda page: page.name
)
def test_no_page_points_to_what_is_not_there(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"
