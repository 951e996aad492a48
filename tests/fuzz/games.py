"""Attack the finding of games: names, addresses and values of every kind, thousands of them.

Nothing may run, and whatever is refused is refused in one sentence.
"""

import contextlib
import random
import sys
from dataclasses import fields
from pathlib import Path

import numpy as np

from plyometric.errors import InputError
from plyometric.games import load, load_installed, load_same
from plyometric.kernel import Draws, Evaluation, Game, Hints, Insight, Notation

COUNT = 16_000
LONGEST = 600
"""How long a sentence may be."""

NAMES = "fives checkers evil size os plyometric games __init__ drawing dilemma fives(/evil.py fives(size=7)"
SIGNS = "( ) = , / .. . .py : \\ % ' \" 7 10 -1 1e9 ٣ \ud800 \u202e"
LONG = ("9" * 30, "9" * 5000, "x" * 300, "/" * 5000)
WORDS = (*NAMES.split(), *SIGNS.split(), *LONG, "\n", "\0", " ")
BAITS = ("evil.py", "fives(/evil.py", "fives(size=7)/evil.py", "fives.py", "checkers.py", "(.py", ".py")
VALUES = (
    *(None, True, 0, -1, 5, 1 << 70, 1.5, float("nan"), 1e300, 2j, "", "x", "x" * 5000, "\ud800", b"x", ...),
    *((), [], {}, set(), ("a",), ("a", 5), (1.0, 2.0), (("a", "b"),), ((1, 2), (3,)), {"a": 5}, range(3)),
    *(np.zeros(3), np.array(["a"]), np.array([None]), np.int64(3), object(), object, len, lambda: None),
    *(Draws(), Draws(1, 2, 3), Draws("x"), Draws(None, 5), Hints(), Insight(), Notation(), Evaluation()),
)
PARTS = {"evaluation": Evaluation, "hints": Hints, "insight": Insight, "notation": Notation}


def text(dice):
    """Return a text made of pieces that mean something to somebody."""
    return "".join(dice.choices(WORDS, k=dice.randint(0, 6)))


def name_from_a_file(dice):
    load_installed(dice.choice((text(dice), dice.choice(BAITS))))


def name_from_a_person(dice):
    load(_leading_nowhere(dice))


def address(dice):
    origin = dice.choice((_leading_nowhere(dice), "checkers", "fives(size=7)"))
    load_same(origin, text(dice), text(dice))


def _leading_nowhere(dice):
    """Return a text, often like a path, that leads to none of the baits: a person may run those."""
    asked = text(dice) + dice.choice(("", ".py"))
    return f"no-{asked.lstrip('/.')}" if asked.endswith(".py") else asked


def values(dice):
    """Make a game of which one or two values are of any kind."""
    sound = load("checkers")
    given = {"name": "fuzzed", "start": sound.start, "moves": sound.moves, "play": sound.play}
    for _ in range(dice.randint(1, 2)):
        part = dice.choice((None, *PARTS))
        kind = PARTS[part] if part else Game
        field, value = dice.choice([one.name for one in fields(kind) if one.init]), dice.choice(VALUES)
        given |= {part: kind(**{field: value})} if part else {field: value}
    Game(**given)


TRIES = {
    "names out of files": name_from_a_file,
    "names from people": name_from_a_person,
    "addresses": address,
    "values of a game": values,
}


def attack(count, folder, seed=1):
    """Yield what became of so many tries, each made where bait lies about."""
    dice, kinds = random.Random(seed), list(TRIES)
    with contextlib.chdir(folder):
        for bait in map(Path, BAITS):
            bait.parent.mkdir(parents=True, exist_ok=True)
            bait.write_text("import sys\nsys.fell_for_it = True\n")
        for i in range(count):
            kind = kinds[i % len(kinds)]
            yield kind, fault_in(TRIES[kind], dice)


def fault_in(attempt, dice):
    """Return what went wrong: anything but a sentence, and a file that ran."""
    sys.fell_for_it = False
    try:
        attempt(dice)
    except InputError as error:
        said = str(error)
        return f"not a sentence: {said!r:.200}" if "\n" in said or len(said) > LONGEST else ""
    except BaseException as error:
        return f"{error!r:.200}"
    return "a file was run" if sys.fell_for_it else ""
