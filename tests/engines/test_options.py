"""Options: they follow from the settings of the search, and turn them."""

import re
from dataclasses import fields

import pytest

from plyometric.engines.options import options_of
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.search.full import Full
from plyometric.search.kinds import kinds, spans
from plyometric.search.selective import Selective

CHECKERS = load("checkers")
KIND = Full(null_move=2.0, costs=(1.0, 0.25, 0.5)).checked(CHECKERS)
OPTIONS = options_of(KIND, CHECKERS)


def test_every_setting_of_every_kind_but_its_limits_its_mark_and_its_files_can_be_tuned():
    limits, files = {"depth", "nodes", "expansions", "seed"}, {"opinion", "planner", "endings", "clock"}
    for kind in kinds().values():
        assert {one.name for one in fields(kind)} - set(spans(kind)) <= limits | {*kind.marks} | files


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("hash", "option name Hash type spin default 16 min 0 max 1048576"),
        ("null window", "option name Null Window type check default true"),
        ("null move", "option name Null Move type spin default 200 min 0 max 1000"),
        ("cost of capture", "option name Cost of capture type spin default 25 min 10 max 1000"),
    ],
)
def test_an_option_shows_what_the_setting_is_and_may_be(name, line):
    assert OPTIONS[name].line(KIND) == line


@pytest.mark.parametrize(
    ("name", "text", "setting", "value"),
    [
        ("hash", "64", "table", 64.0),
        ("null window", "false", "null_window", False),
        ("null move", "137", "null_move", 1.37),
        ("cost of capture", "77", "costs", (1.0, 0.77, 0.5, 1.0, 1.0, 1.0)),
        ("cost of step + capture", "77", "costs", (1.0, 0.25, 0.5, 0.77, 1.0, 1.0)),
        ("singular", "50", "singular", 50),
    ],
)
def test_an_option_turns_its_setting_and_no_other(name, text, setting, value):
    changed = OPTIONS[name].changed(KIND, text)
    assert getattr(changed, setting) == value
    assert type(getattr(changed, setting)) is type(value)
    others = [one.name for one in fields(KIND) if one.name != setting]
    assert all(getattr(changed, one) == getattr(KIND, one) for one in others)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.title)
def test_the_ends_of_a_range_are_accepted_and_what_is_beyond_is_not(option):
    words = option.line(KIND).split()
    if "check" in words:
        accepted, refused = ("true", "False"), ("", "on", "1")
    else:
        least, most = int(words[words.index("min") + 1]), int(words[words.index("max") + 1])
        accepted, refused = (str(least), str(most)), (str(least - 1), str(most + 1), "", "1.5", "½", "9" * 99)
    for text in accepted:
        option.changed(KIND, text).checked(CHECKERS)
    for text in refused:
        with pytest.raises(InputError, match=f"{re.escape(option.title)} is "):
            option.changed(KIND, text)


def test_a_selective_search_has_options_of_its_own():
    kind = Selective(breadth=5).checked(CHECKERS)
    assert set(options_of(kind, CHECKERS)) == {"breadth", "threats"}
