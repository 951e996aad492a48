"""Candidates: who is to be tuned, with what it offers and the facts that start it anywhere.

chess, chess:null_move=3      a player of ours, without a process
glaurung, uci:PATH, gtp:PATH  a program that is probed first, and refused if it cannot be tuned
gountil:PATH                  a program that knows the three commands of the paper
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyometric.arena.players import LoadGame, options_in, unlimited_player
from plyometric.engines import subjects
from plyometric.engines.guests import command_in
from plyometric.engines.inside import offers_of
from plyometric.engines.probing import Probe, is_tunable, probe
from plyometric.engines.uci import Offer
from plyometric.errors import InputError
from plyometric.games import load, names
from plyometric.kernel import Game

SMALL_TABLE = {"table": 1.0}
"""Megabytes of table of a player of ours, which is emptied before every position."""

WITH_THE_PAPER = "gountil:"


class Candidate(NamedTuple):
    """Who is to be tuned."""

    name: str
    game: Game
    facts: subjects.Facts
    offers: dict[str, Offer]

    @property
    def way(self) -> str:
        """How it is reached."""
        return self.facts["way"]


def is_ours(text: str) -> bool:
    """Return whether a text names a player of ours."""
    game = text.rpartition(":")[0] or text
    return game.partition("(")[0] in names() or game.endswith((".py", ".toml"))


def our_candidate(text: str, load_game: LoadGame = load) -> Candidate:
    """Return a player of ours."""
    name, options = options_in(text)
    player = unlimited_player(name, options, SMALL_TABLE, load_game=load_game)
    facts = {"way": "inside", "player": player.as_json()}
    offers = {name: one for name, one in offers_of(player).items() if is_tunable(one)}
    return Candidate(text, player.game, facts, offers)


def candidate(text: str, game: Game) -> Iterator[tuple[str, Candidate | None]]:
    """Probe a program; yield what is tried, and in the end the candidate."""
    if text.startswith(WITH_THE_PAPER):
        command = list(command_in(text.removeprefix(WITH_THE_PAPER)))
        yield "done", Candidate(text, game, {"way": "gountil", "command": command, "parameters": {}}, {})
        return
    for step, told in probe(text, game):
        yield step, None
        found = told
    if not found.is_repeatable:
        raise InputError(f"{found.name}: {found.verdict}")
    yield "done", Candidate(text, game, _facts(found), {one.name.lower(): one for one in found.tunable})


def _facts(found: Probe) -> dict[str, Any]:
    facts: dict[str, Any] = {"way": found.way, "command": list(found.command)}
    if found.way == "uci":
        facts |= {"options": {}, "by_count": found.by_count, "reset": list(found.reset)}
        facts |= {"forgets": bool(found.reset)}
    return facts
