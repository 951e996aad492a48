"""Programs outside that sit in the plain loop, and the text that enters them for a match.

    uci:/usr/games/stockfish,nodes=5000
    uci:/usr/games/stockfish,movetime=0.1,UCI_LimitStrength=true,UCI_Elo=2000
    uci:gnuchess --uci,depth=4

After the program, and its own arguments if it needs any, come options: nodes, depth and movetime (seconds)
are limits of every search; any other is an option of the engine, whose name may hold blanks.
"""

import os
import re
import shlex
import shutil
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyometric.arena.clock import NO_CONTROL, Control, Times
from plyometric.arena.players import LoadGame, ReadPlan, pairs_in, read_player, seconds_in
from plyometric.arena.sitting import Fault, Said, Sitting
from plyometric.arena.tables import Entrant, is_compiled
from plyometric.engines.orders import take_move
from plyometric.engines.uci import LIMITS, UciEngine
from plyometric.errors import InputError, brief, plain_words
from plyometric.games import load, load_same
from plyometric.kernel import Game

ILLEGAL = "illegal move"
WAY = "uci:"

GAMES = "/usr/games"
"""Where Debian puts engines, which not every search path names."""


@dataclass(frozen=True)
class Visitor:
    """A UCI engine entered for a match of a game."""

    game: Game
    command: tuple[str, ...]
    limits: dict[str, float]
    options: dict[str, str]
    name: str
    control: Control = NO_CONTROL

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a cluster send it as its facts."""
        return visitor_from_json, (self.as_json(),)

    def as_json(self) -> dict[str, Any]:
        """Return all that makes it up, to be sent to a worker or kept in a run folder."""
        facts = {"command": list(self.command), "limits": self.limits, "options": self.options}
        return {"game": self.game.address, **facts, "name": self.name, "control": list(self.control)}

    def sit(self) -> "Seated":
        """Start the program."""
        return Seated(self)


def visitor_from_json(facts: dict[str, Any]) -> Visitor:
    """Return the visitor that `as_json` described."""
    game, command = load_same(*facts["game"]), tuple(facts["command"])
    control = Control(*facts["control"])
    return Visitor(game, command, facts["limits"], facts["options"], facts["name"], control)


class Seated:
    """A UCI engine that sits at a board; after a fault it is started anew for the next game."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.most = visitor.limits.get("movetime", 0.0)
        self.said: Said | None = None
        self.times: Times | None = None
        self.engine: UciEngine | None = None

    def begin(self) -> None:
        """Begin a game, and forget those before; a program that has ended meanwhile is started anew, once."""
        try:
            self._begin()
        except Fault:
            self.leave()
            self._begin()

    def _begin(self) -> None:
        self.engine = self.engine or UciEngine(self.visitor.command, self.visitor.options)
        self.engine.new_game()

    def answer(self, sitting: Sitting) -> int:
        """Return the move that the engine answers, which must be legal."""
        assert self.engine
        self.said = None
        try:
            limits = self.visitor.limits | (clocks_of(sitting, self.times) if self.times else {})
            answer = self.engine.go(position_of(sitting), limits)
            move = self._legal(sitting, answer.move)
        except Fault:
            self.leave()
            raise
        self.said = answer.said
        return move

    def leave(self) -> None:
        """End the program."""
        if self.engine:
            self.engine.leave()
            self.engine = None

    def _legal(self, sitting: Sitting, words: str) -> int:
        try:
            return take_move(sitting, deque(words.split()))
        except InputError:
            where = sitting.game.position_text(sitting.state)
            who = self.visitor.command[0]
            raise Fault(ILLEGAL, f"{who} plays {brief(words)}, which is not legal in {where!r}.") from None


def position_of(sitting: Sitting) -> str:
    """Return a game as engines are told of it: where it began, and the moves since."""
    game = sitting.game
    played = zip(sitting.states, sitting.moves, strict=False)
    moves = [game.engine_move_text(state, move) for state, move in played]
    head = f"fen {game.position_text(sitting.states[0])}"
    return " ".join([head, "moves", *moves]) if moves else head


def clocks_of(sitting: Sitting, times: Times) -> dict[str, float]:
    """Return what stands on the clocks, in the words of UCI; white is whoever moves first in the game."""
    is_second = (sitting.game.records.ply(sitting.states[0]) + len(sitting.moves)) % 2
    white, black = (times.other, times.own) if is_second else (times.own, times.other)
    return {"wtime": white, "btime": black, "winc": times.increment, "binc": times.increment}


# Reading


def read_entrants(
    texts: Sequence[str],
    game: str,
    read_plan: ReadPlan | None = None,
    load_game: LoadGame = load,
    control: Control = NO_CONTROL,
) -> list[Entrant]:
    """Return those whom texts enter for a match; engines play what the players among them do, or a game."""
    players = [
        None if is_outside(text) else read_player(text, read_plan, load_game, True, control) for text in texts
    ]
    board = next((player.game for player in players if player), None) or load_game(game)
    entrants: list[Entrant] = [
        player or read_visitor(text, board.usual, control)
        for player, text in zip(players, texts, strict=True)
    ]
    planning = next((player for player in players if player and player.plan), None)
    if planning and not is_compiled(*entrants):
        raise InputError(
            f"player {planning.name!r:.300}: with a strategy it meets no engine, and nobody who has a clock."
        )
    return entrants


def is_outside(text: str) -> bool:
    """Return whether a text enters a program that is not ours."""
    return text.startswith(WAY)


def read_visitor(text: str, game: Game, control: Control = NO_CONTROL) -> Visitor:
    """Return the engine that a text describes, once it has been started and has taken its options.

    A time control limits it: by a clock, or by as many nodes for each move as a bank grants on average.
    """
    try:
        command, _, rest = text.removeprefix(WAY).partition(",")
        options = dict(pairs_in(text, rest))
        limits = {name: _limit(name, options.pop(name)) for name in LIMITS if name in options}
        if control.nodes:
            limits.setdefault("nodes", control.nodes)
        if not limits and not control.seconds:
            raise InputError("give it a limit: nodes=N, depth=N or movetime=SECONDS.")
        visitor = Visitor(game, command_in(command), limits, options, text, control)
        UciEngine(visitor.command, options).leave()
        return visitor
    except InputError as error:
        raise InputError(f"player {text!r:.300}: {plain_words(error)}") from None


def command_in(text: str) -> tuple[str, ...]:
    """Return a program and its arguments; one without a path is looked for where programs lie."""
    try:
        words = [text] if Path(text).is_file() else shlex.split(text)
    except ValueError as error:
        raise InputError(f"{brief(text)} is no command: {error}.") from None
    where = os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES])
    program = shutil.which(words[0], path=where) if words else None
    if not program:
        raise InputError(f"there is no program {brief(words[0] if words else text)}.")
    return (program, *words[1:])


def _limit(name: str, value: str) -> float:
    if name == "movetime":
        limit: float = seconds_in(name, value)
    else:
        limit = int(value) if re.fullmatch("[0-9]{1,18}", value) else 0
    if not limit:
        raise InputError(f"{name} must be more than 0, not {brief(value)}.")
    return limit
