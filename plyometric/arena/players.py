"""Players: search settings, weights and an allocation strategy, as short text or as a TOML file.

checkers:depth=6
checkers:nodes=20000,table=8,weights=mine.json
checkers:depth=4,strategy=strategy.json
examples/connect_four.py:depth=9,quiescence=off
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyometric.arena.allocation import NO_PATTERNS, Plan, Strategy, Terms
from plyometric.arena.weights import read_weights
from plyometric.errors import InputError
from plyometric.games import load, load_same
from plyometric.kernel import Game
from plyometric.search.alphabeta import Settings

ReadPlan = Callable[[Path, Game], Plan]

SWITCH = {"on": True, "off": False, "true": True, "false": False}
TABLE = 1.0
"""Megabytes of table if a player names none: it is emptied before every game."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays a game: how it searches and what it believes positions to be worth."""

    game: Game
    settings: Settings
    weights: tuple[float, ...]
    name: str
    plan: Plan | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a cluster send a player as its facts: a game's machine code stays where it is."""
        return player_from_json, (self.as_json(),)

    def as_json(self) -> dict[str, Any]:
        """Return all that makes up the player, to be sent to a worker or kept in a run folder."""
        return {
            "game": self.game.origin,
            "digest": self.game.digest,
            "settings": self.settings._asdict(),
            "weights": list(self.weights),
            "name": self.name,
            "plan": self.plan and _plan_as_json(self.plan),
        }


def player_from_json(facts: dict[str, Any]) -> Player:
    """Return the player that `as_json` described; its game must be the very same here."""
    settings = Settings(**{**facts["settings"], "costs": tuple(facts["settings"]["costs"])})
    game = load_same(facts["game"], facts["digest"])
    plan = facts["plan"] and _plan_from_json(facts["plan"])
    return Player(game, settings, tuple(facts["weights"]), facts["name"], plan)


def _plan_as_json(plan: Plan) -> dict[str, Any]:
    learned = {key: np.asarray(value).tolist() for key, value in plan.strategy._asdict().items()}
    return {**plan._asdict(), "terms": plan.terms._asdict(), "strategy": learned}


def _plan_from_json(facts: dict[str, Any]) -> Plan:
    learned = facts["strategy"]
    forest, thresholds = (np.array(learned[key], np.float64) for key in ("forest", "thresholds"))
    patterns = np.array(learned["patterns"], np.int64) if learned["patterns"] else NO_PATTERNS
    strategy = Strategy(learned["kind"], forest, thresholds, patterns, learned["probe"])
    return Plan(facts["game"], Terms(**facts["terms"]), tuple(facts["weights"]), strategy)


def read_player(text: str, read_plan: ReadPlan | None = None) -> Player:
    """Return the player that a text describes: `game:option=value,...`, or the path of a TOML file.

    `read_plan` reads the file that the option `strategy` names.
    """
    if text.endswith(".toml"):
        return _player(text, *_from_toml(Path(text)), read_plan)
    game, _, options = text.rpartition(":") if ":" in text else (text, "", "")
    return _player(text, game, dict(_pairs(text, options)), read_plan)


def _pairs(text: str, options: str) -> Iterator[tuple[str, str]]:
    for option in filter(None, options.split(",")):
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"player {text!r}: {option!r} is not of the form option=value.")
        yield key.strip(), value.strip()


def _from_toml(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        options = tomllib.loads(path.read_text())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not valid TOML: {error}.") from None
    if "game" not in options:
        raise InputError(f'{path} names no game: add a line such as game = "checkers".')
    return str(options.pop("game")), options


def _player(text: str, game_name: str, options: dict[str, Any], read_plan: ReadPlan | None) -> Player:
    game = load(game_name)
    strategy = options.pop("strategy", None)
    if strategy is not None and read_plan is None:
        raise InputError(f"player {text!r}: a strategy is for matches only.")
    plan = read_plan(Path(str(strategy)), game) if read_plan and strategy is not None else None
    weights = read_weights(game, options.pop("weights", plan and list(plan.weights)))
    try:
        settings = Settings(**{"table": TABLE, **{key: _value(key, word) for key, word in options.items()}})
        if ("depth" in options and settings.depth < 1) or ("nodes" in options and settings.nodes < 1):
            raise InputError("depth and nodes must be 1 or more.")
        if not settings.depth and not settings.nodes:
            raise InputError("give it a limit, depth=N or nodes=N.")
        if plan and plan.terms.k != settings.depth:
            raise InputError(f"its strategy was learned for depth={plan.terms.k}, to which it adds.")
        return Player(game, settings.checked(game), weights, text, plan)
    except InputError as error:
        raise InputError(f"player {text!r}: {error}") from None


def _value(key: str, word: Any) -> Any:
    """Return an option's value in the type of its setting."""
    if key not in Settings._fields:
        raise InputError(
            f"there is no option {key!r}: there are weights, strategy, {', '.join(Settings._fields)}."
        )
    default = Settings._field_defaults[key]
    try:
        if isinstance(default, bool):
            return SWITCH[str(word).lower()]
        if isinstance(default, tuple):
            return tuple(float(part) for part in (word.split("/") if isinstance(word, str) else word))
        return type(default)(str(word))
    except (KeyError, ValueError, TypeError):
        kind = {bool: "on or off", int: "a whole number", float: "a number"}.get(type(default), "1.0/0.5/...")
        raise InputError(f"{key} must be {kind}, not {word!r}.") from None
