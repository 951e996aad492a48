"""Players: a kind of search with its settings, weights and an allocation strategy, as short text or as TOML.

checkers:depth=6
checkers:nodes=20000,table=8,evaluation=material,weights=mine.json
checkers:depth=4,strategy=strategy.json
chess:seconds=0.1
fives:depth=5,breadth=10,evaluation=split
examples/connect_four.py:depth=9,quiescence=off
mine.toml
examples/connect_four.py:mine.toml

A TOML file is data, so it may name an installed game, but none to be run by its path.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from plyometric.arena.allocation import NO_PATTERNS, Plan, Strategy, Terms
from plyometric.arena.bank import check_bank
from plyometric.arena.clock import NO_CONTROL, Control
from plyometric.arena.weights import read_weights
from plyometric.errors import InputError, brief, plain_words
from plyometric.files import read_text
from plyometric.games import load, load_same
from plyometric.kernel import Game
from plyometric.search.kinds import Kind, kind_from_json, kind_from_options

ReadPlan = Callable[[Path, Game], Plan]
LoadGame = Callable[[str], Game]

USUAL = {"table": 1.0}
"""Megabytes of table if a player names none: it is emptied before every game."""

LONGEST_TOML = 2**14
"""Bytes of a player's file: what TOML takes to read grows faster than the file."""

LONGEST_MOVE = 100_000
"""The most seconds that a move may be given."""

FOR_ALL = ("weights", "evaluation", "strategy")
"""The options of every player, whatever its kind of search."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays a game: how it searches and what it believes positions to be worth.

    One that has `seconds` for each move plays by a clock, in the plain loop only. A match may set a time
    control for all moves.
    """

    game: Game
    kind: Kind
    weights: tuple[float, ...]
    name: str
    plan: Plan | None = None
    seconds: float = 0.0
    control: Control = NO_CONTROL

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a cluster send a player as its facts: a game's machine code stays where it is."""
        return player_from_json, (self.as_json(),)

    def as_json(self) -> dict[str, Any]:
        """Return all that makes up the player, to be sent to a worker or kept in a run folder."""
        return {
            "game": self.game.address,
            "search": self.kind.as_json(),
            "weights": list(self.weights),
            "name": self.name,
            "plan": self.plan and _plan_as_json(self.plan),
            "seconds": self.seconds,
            "control": list(self.control),
        }


def player_from_json(facts: dict[str, Any]) -> Player:
    """Return the player that `as_json` described; its game must be the very same here."""
    game, kind = load_same(*facts["game"]), kind_from_json(facts["search"])
    plan = facts["plan"] and _plan_from_json(facts["plan"])
    control = Control(*facts["control"])
    return Player(game, kind, tuple(facts["weights"]), facts["name"], plan, facts["seconds"], control)


def _plan_as_json(plan: Plan) -> dict[str, Any]:
    learned = {key: np.asarray(value).tolist() for key, value in plan.strategy._asdict().items()}
    return {**plan._asdict(), "terms": plan.terms._asdict(), "strategy": learned}


def _plan_from_json(facts: dict[str, Any]) -> Plan:
    learned = facts["strategy"]
    forest, thresholds = (np.array(learned[key], np.float64) for key in ("forest", "thresholds"))
    patterns = np.array(learned["patterns"], np.int64) if learned["patterns"] else NO_PATTERNS
    strategy = Strategy(learned["kind"], forest, thresholds, patterns, learned["probe"])
    terms, weights = Terms(**facts["terms"]), tuple(facts["weights"])
    return Plan(facts["game"], facts["evaluation"], terms, weights, strategy)


def read_player(
    text: str,
    read_plan: ReadPlan | None = None,
    load_game: LoadGame = load,
    may_have_clock: bool = False,
    control: Control = NO_CONTROL,
) -> Player:
    """Return the player that a text describes: `game:option=value,...`, `game:FILE.toml` or `FILE.toml`.

    `read_plan` reads the file that the option `strategy` names, and `load_game` loads the game. One that may
    have a clock may be given `seconds` for each move, unless a time control is set for all.
    """
    name, options = options_in(text)
    try:
        seconds = seconds_in("seconds", options.pop("seconds", 0)) if may_have_clock else 0.0
        player = unlimited_player(name, options, USUAL, read_plan, load_game)
        _check_limits(player, options, seconds, control)
        kind = player.kind.checked(player.game)
        return replace(player, kind=kind, name=text, seconds=seconds, control=control)
    except (InputError, OSError) as error:
        raise InputError(f"player {text!r:.300}: {plain_words(error)}") from None


def options_in(text: str) -> tuple[str, dict[str, Any]]:
    """Return the game and the options that a player's text names."""
    game, colon, options = text.rpartition(":")
    if text.endswith(".toml"):
        return _from_toml(Path(options), game)
    return (game, dict(pairs_in(text, options))) if colon else (text, {})


def seconds_in(name: str, value: Any) -> float:
    """Return the seconds that a move may take, 0 for any time."""
    try:
        seconds = float(str(value))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_MOVE:
        raise InputError(f"{name} must be a number from 0 to {LONGEST_MOVE}, not {brief(value)}.")
    return seconds


def pairs_in(text: str, options: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a player's options."""
    for option in filter(None, options.split(",")):
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"player {text!r}: {option!r} is not of the form option=value.")
        yield key.strip(), value.strip()


def _from_toml(path: Path, game: str) -> tuple[str, dict[str, Any]]:
    """Return the game and the options in a file, which need not name the game that stands before it."""
    options = _toml_in(path)
    named = options.pop("game", game)
    if not named or not isinstance(named, str):
        raise InputError(f'{path} names no game: add a line such as game = "checkers", or write GAME:{path}.')
    if named != game and named.endswith(".py"):
        raise InputError(f"{path} names a file, {brief(named)}: leave it out and write GAME.py:{path}.")
    if game and named != game:
        raise InputError(f"{path} is for {brief(named)}, not {brief(game)}.")
    return named, dict(_plain_options(path, options))


def _toml_in(path: Path) -> dict[str, Any]:
    text = read_text(path, LONGEST_TOML)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid TOML: {error}.") from None


def _plain_options(path: Path, options: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in options.items():
        if not _is_plain(value):
            accepted = "text, on or off, a number of 64 bits or a list of them is expected"
            raise InputError(f"{path}, {brief(key)}: {accepted}, not {brief(value)}.")
        yield key, value


def _is_plain(value: Any) -> bool:
    """Return whether an option's value is what players take."""
    if isinstance(value, list):
        return not any(isinstance(part, list) for part in value) and all(map(_is_plain, value))
    if isinstance(value, int):
        return -(1 << 63) <= value < 1 << 63
    return isinstance(value, str | float)


def unlimited_player(
    name: str,
    options: dict[str, Any],
    usual: dict[str, Any],
    read_plan: ReadPlan | None = None,
    load_game: LoadGame = load,
) -> Player:
    """Return the player of a game with these options, which need not limit its search."""
    general = {key: options[key] for key in FOR_ALL if key in options}
    game = _judged(load_game(name), general)
    special = {key: options[key] for key in options if key not in FOR_ALL}
    kind = kind_from_options(special, {**usual, **game.settings}, FOR_ALL)
    plan = _plan_named(general.get("strategy"), game, kind, read_plan)
    weights = read_weights(game, general.get("weights", plan and list(plan.weights)))
    return Player(game, kind, weights, name, plan)


def _judged(game: Game, general: dict[str, Any]) -> Game:
    """Return the game as a player judges it; weights and strategies are for the first evaluation."""
    usual = "" if "weights" in general or "strategy" in general else game.played_by
    return game.judged_by(str(general.get("evaluation", usual)))


def _check_limits(player: Player, options: dict[str, Any], seconds: float, control: Control) -> None:
    """Refuse a player that has no limit, or one of nothing, or that a time control cannot hold."""
    kind, limits = player.kind, player.kind.limits
    if control != NO_CONTROL:
        check_bank(kind)
        if seconds or player.plan:
            raise InputError("with a time control it takes no seconds for each move, and no strategy.")
        return
    if any(limits[key] < 1 for key in limits if key in options):
        raise InputError(f"{' and '.join(limits)} must be 1 or more.")
    if not any(limits.values()) and not seconds:
        raise InputError(f"give it a limit, {' or '.join(f'{key}=N' for key in limits)}.")


def _plan_named(source: Any, game: Game, kind: Kind, read_plan: ReadPlan | None) -> Plan | None:
    """Return the plan that the option `strategy` names."""
    if source is None:
        return None
    if read_plan is None:
        raise InputError("a strategy is for matches only.")
    plan = read_plan(Path(str(source)), game)
    if plan.terms.k != kind.depth:
        raise InputError(f"its strategy was learned for depth={plan.terms.k}, to which it adds.")
    return plan
