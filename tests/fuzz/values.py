"""Weights, strategies, players, options: refused in a sentence, or taken, and then all moves are legal."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np

from plyometric.arena.allocation import LEARNED, NO_PATTERNS, Plan, Strategy, Terms
from plyometric.arena.games import play_game
from plyometric.arena.players import Player, read_player
from plyometric.arena.sitting import Sitting
from plyometric.arena.weights import read_weights, write_weights
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel.parts import HEAVIEST
from plyometric.kernel.referee import legal_moves, random_game
from plyometric.learn.strategies import read_plan, write_plan
from plyometric.search.analysis import analyse
from plyometric.search.minimax import Plain

from . import Try

COUNT = 20_000
FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
TERMS = Terms(k=1, n=1, d=2, m=6)
TREE = np.array([[0, 6, 1, 2], [-1, 0.25, -1, 0], [1, 0, 3, 4], [-1, 0.5, -1, 1], [-1, 1, -1, 2]], float)
SEARCHES = ("plain=on,depth=2", "depth=3,table=0.01", "depth=4,breadth=3", "nodes=100,singular=9")

NUMBERS = [0, -0.0, 1, -1, 0.5, 5e-324, HEAVIEST, -HEAVIEST, HEAVIEST + 0.5, 1e7, 1e12, -1e18, 2**63]
NUMBERS += [1e22, 1e300, float("inf"), float("-inf"), float("nan"), 10**309, -(10**309), 10**5000]
OTHERS = [None, True, False, "", "1", "123", "x" * 5000, [], [1], [[1, 2, 3]], {}, {"a": 1}, b"1", 1j]
WORDS = [
    "",
    "9" * 20,
    "9" * 310,
    "9" * 5000,
    "0",
    "-1",
    "1",
    "2",
    "5",
    "50",
    "126",
    "1e3",
    "0.1",
    "nan",
    "inf",
]
WORDS += ["on", "off", "true", "x", "1/1/1", "0.1/0.1/10", "nan/1/1", "1e999/1/1", "١٢", "[1,2,3]", "\x00"]
KEYS = ["depth", "nodes", "table", "order", "null_window", "quiescence", "repetition", "singular", "costs"]
KEYS += ["breadth", "threats", "plain", "weights", "evaluation", "nonsense", ""]


def number(dice):
    """Return a number: one that somebody may think of, or one that nobody does."""
    return dice.choice(
        (
            lambda: dice.choice(NUMBERS),
            lambda: dice.uniform(-HEAVIEST, HEAVIEST),
            lambda: dice.choice((-1, 1)) * 10 ** dice.uniform(-300, 7),
        )
    )()


def listed(dice, n):
    """Return a list for n weights, most often of numbers, sometimes of something else or too long."""
    found = [number(dice) for _ in range(n + (dice.random() < 0.1))]
    for _ in range(dice.choice((0, 0, 0, 1))):
        found[dice.randrange(len(found))] = dice.choice(OTHERS)
    return dice.choice((found, found, tuple(found), found if dice.random() < 0.8 else dice.choice(OTHERS)))


def tame(dice, n):
    """Return n weights that are accepted, most of them as large as can be."""
    return [dice.choice((HEAVIEST, -HEAVIEST, dice.uniform(-HEAVIEST, HEAVIEST), 0.0)) for _ in range(n)]


def think(dice, player):
    """Search a position with what was accepted, within small limits, and hold the move against the rules."""
    game, kind = player.game, player.kind
    small = {key: min(getattr(kind, key) or most, most) for key, most in LIMITS.items() if hasattr(kind, key)}
    kind = replace(kind, depth=2) if isinstance(kind, Plain) else replace(kind, **small)
    states, _ = random_game(game, dice.randrange(100), 0, dice.randrange(40))
    found = analyse(game, kind, states[-1], player.weights)
    legal = legal_moves(game, states[-1])
    assert found.move in legal if legal else found.move is None, f"{found.move} is not legal"


LIMITS = {"nodes": 60, "depth": 20, "table": 0.01, "threats": 3}


def contend(player, other):
    """Play a game, and play it again by the rules."""
    sitting = Sitting(player.game)
    for move in play_game(player, other, player.game.start()).moves:
        sitting.play(move)


# What is tried


def try_list(dice, game, folder):
    search = dice.choice(SEARCHES)
    weights = read_weights(game, dice.choice((listed, listed, tame))(dice, len(game.weights)))
    think(dice, replace(read_player(f"{game.origin}:{search}"), weights=weights))


def try_document(dice, game, folder):
    path = folder / "weights.json"
    write_weights(path, game, game.weights, {})
    facts = json.loads(path.read_text()) | {"weights": readable(listed(dice, len(game.weights)))}
    path.write_text(json.dumps(facts if dice.random() < 0.8 else facts["weights"]))
    think(dice, read_player(f"{game.origin}:{dice.choice(SEARCHES)},weights={path}"))


def readable(value):
    """Return a value as JSON can tell it."""
    if isinstance(value, list | tuple):
        return [readable(part) for part in value]
    return 10**310 if value == 10**5000 else repr(value) if isinstance(value, bytes | complex) else value


def try_strategy(dice, game, folder):
    path = folder / "strategy.json"
    learned = Strategy(LEARNED, TREE, np.full((3, 7), 0.5), NO_PATTERNS, dice.randrange(3))
    write_plan(path, Plan(game.name, game.evaluation_name, TERMS, game.weights, learned), game, {})
    facts = json.loads(path.read_text())
    for _ in range(dice.randrange(3)):
        spoil(dice, facts)
    path.write_text(json.dumps(facts))
    player = read_player(f"{game.origin}:depth=1,table=0.01,strategy={path}", read_plan)
    contend(player, replace(player, plan=None))


def spoil(dice, facts):
    """Put something else in one place of a document, however deep it lies."""
    holder, key = facts, dice.choice(list(facts))
    while isinstance(holder[key], list | dict) and holder[key] and dice.random() < 0.8:
        holder = holder[key]
        key = dice.choice(list(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
    holder[key] = readable(dice.choice((number(dice), number(dice), dice.choice(OTHERS), dice.randrange(9))))


def try_text(dice, game, folder):
    options = ",".join(f"{dice.choice(KEYS)}={dice.choice(WORDS)}" for _ in range(dice.randrange(1, 4)))
    search = f"{dice.choice(SEARCHES)},{options}"
    think(dice, read_player(f"{game.origin}:{dice.choice((search, options))}"))


def try_toml(dice, game, folder):
    path = folder / "player.toml"
    options = {"depth": 2, dice.choice(KEYS[:-1]): toml(dice)}
    options |= {"weights": listed(dice, len(game.weights))} if dice.random() < 0.5 else {}
    path.write_text("".join(f"{key} = {as_toml(value)}\n" for key, value in options.items()))
    think(dice, read_player(f"{game.origin}:{path}"))


def toml(dice):
    return dice.choice((number(dice), dice.choice(OTHERS), dice.choice(WORDS), dice.randrange(200)))


def as_toml(value):
    """Return a value as TOML; a number beyond 64 bits as hexadecimal digits, of which there may be many."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, int) and not isinstance(value, bool) and value > 1 << 64:
        return hex(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str | bool):
        return json.dumps(value)
    return "{}" if not isinstance(value, int) or abs(value) > 1 << 64 else str(value)


def try_game(dice, game, folder):
    """The heaviest weights play whole games by the rules."""
    first, second = (
        Player(game, read_player(f"{game.origin}:{search}").kind, tuple(tame(dice, len(game.weights))), "")
        for search in ("depth=2,table=0.01", "depth=2,breadth=3")
    )
    contend(first, second)


TRIES = {
    "weights, lists": (7, try_list),
    "weights, documents": (4, try_document),
    "strategies": (4, try_strategy),
    "players, texts": (6, try_text),
    "players, TOML": (4, try_toml),
    "games with the heaviest weights": (1, try_game),
}


def attack(count, folder, seed=1, names=("checkers", "fives(size=7)", FOUR)):
    """Yield what became of so many tries."""
    dice, games = random.Random(seed), [load(name) for name in names]
    kinds, chances = list(TRIES), [chance for chance, _ in TRIES.values()]
    for _ in range(count):
        kind = dice.choices(kinds, chances)[0]
        game = games[-1] if kind == "strategies" else dice.choice(games)
        yield Try(kind, fault_in(TRIES[kind][1], dice, game, folder))


def fault_in(attempt, dice, game, folder):
    """Return what went wrong: anything but a sentence, and a sentence that tells of an illegal move."""
    try:
        attempt(dice, game, folder)
    except InputError as error:
        is_about_moves = "is not legal" in str(error) or "found no move" in str(error)
        return f"{game.name}: {error}" if is_about_moves or "\n" in str(error) else ""
    except Exception as error:
        return f"{game.name}: {type(error).__name__}: {str(error)[:200]}"
    return ""
