"""Our side of UCI, the Universal Chess Interface, for any game: a player that answers lines of text.

Positions are written in the game's own notation, moves as engines write them (`engine_move_text`). A line
that cannot be read is answered by an `info string` and changes nothing.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plyometric import __version__
from plyometric.arena.clock import Allowance
from plyometric.arena.players import Player
from plyometric.arena.sitting import Sitting
from plyometric.engines.options import Option, options_of
from plyometric.engines.orders import Order, play_on_with, read_order, take_move
from plyometric.engines.thinking import Say, Seeking, Thinking, info_line, remark
from plyometric.errors import InputError, brief, plain_words
from plyometric.kernel import Records
from plyometric.search.analysis import Handle, note
from plyometric.search.kinds import Kind, tunable, with_options

Moves = Sequence[int]
CLEAR, START = "Clear Hash", "startpos"

KEPT = 0.9
"""The part of a lateness that is still reckoned with at the next move."""


@dataclass(frozen=True)
class Manners:
    """How an engine behaves beside its search: milliseconds that its lines may take, and pondering.

    Pondering is the GUI's to decide: the option only tells it that the engine can.
    """

    move_overhead: int = tunable(10, 0, 5000, unit="ms")
    ponder: bool = tunable(False)


class Engine:
    """A player behind a pipe: it hears lines, and says lines, also while it thinks."""

    def __init__(self, player: Player, say: Say) -> None:
        self.game, self.weights, self.say = player.game, player.weights, say
        self.manners = Manners()
        if not player.kind.timed().ends_early:
            raise InputError(f"a {player.kind.name} search cannot be stopped in time: it makes no engine.")
        self._sit_down(player.kind.timed().checked(player.game))
        self.sitting, self._head, self._words = Sitting(self.game), START, list[str]()
        self.thinking: Thinking | None = None
        self.lateness = 0.0
        self.is_ready = False
        self.verbs: dict[str, Callable[[str], None]] = {
            "": self._pass_over,
            "uci": self._introduce,
            "debug": self._pass_over,
            "register": self._pass_over,
            "isready": self._answer_when_ready,
            "setoption": self._set_option,
            "ucinewgame": self._forget,
            "position": self._take_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._begin_clock,
            "setboard": self._set_board,
            "setparam": self._set_costs,
            "gountil": self._seek,
        }

    def hear(self, line: str) -> bool:
        """Do what a line says; return whether to listen on."""
        verb, *rest = line.split(None, 1) or [""]
        if verb == "quit":
            return False
        try:
            if verb not in self.verbs:
                raise InputError(f"there is no command {brief(verb)}: there are {', '.join(self.verbs)[2:]}.")
            self.verbs[verb](rest[0].rstrip() if rest else "")
        except Exception as error:
            self.say(remark(plain_words(error)))
        return True

    def leave(self) -> None:
        """End the search that goes on, with its answer."""
        if self.thinking:
            self.thinking.stop()
            self.thinking.wait()

    # What a GUI may say

    def _pass_over(self, rest: str) -> None:
        """Nothing is to be done."""

    def _introduce(self, rest: str) -> None:
        self.say(f"id name Plyometric {__version__} {self.game.name}")
        self.say("id author Plyometric")
        for owner, option in self._options().values():
            self.say(option.line(getattr(self, owner)))
        self.say(f"option name {CLEAR} type button")
        self.say("uciok")

    def _answer_when_ready(self, rest: str) -> None:
        self._get_ready()
        self.say("readyok")

    def _set_option(self, rest: str) -> None:
        self._settle()
        words = rest.split()
        end = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:end]).lower(), " ".join(words[end + 1 :])
        if words[:1] != ["name"] or name not in {CLEAR.lower(), *self._options()}:
            raise InputError(f"there is no option {brief(name)}: uci lists them all.")
        if name == CLEAR.lower():
            self._forget("")
        else:
            self._turn(*self._options()[name], value)

    def _forget(self, rest: str) -> None:
        self._settle()
        self.lateness = 0.0
        self._sit_down(self.kind)

    def _take_position(self, rest: str) -> None:
        self._settle()
        head, _, moves = f"{rest} ".partition(" moves ")
        self._set_up(head.strip(), moves.split())

    def _go(self, rest: str) -> None:
        self._settle()
        self._get_ready()
        began = time.perf_counter()
        order = read_order(self.sitting, rest.split())
        if order.unknown:
            self.say(remark(f"go knows no {brief(' '.join(order.unknown))}, which is passed over."))
        overhead, is_forced = self.manners.move_overhead / 1000, self._is_forced(order)
        allowance = order.allowance(self._side(), overhead, is_forced, self.kind.is_even, self.lateness)
        handle = self._handle(self.kind.within(**order.limits), self.sitting, only=order.only)
        self.thinking = Thinking(handle, allowance, order.infinite or order.ponder, began, self.say)

    def _stop(self, rest: str) -> None:
        if self.thinking:
            self.thinking.stop()

    def _begin_clock(self, rest: str) -> None:
        if self.thinking:
            self.thinking.begin_clock()

    # What a tuner may say (Bjornsson and Marsland, Learning search control in adversary games)

    def _set_board(self, rest: str) -> None:
        self._forget("")
        self._set_up(rest if rest == START else f"fen {rest}", [])

    def _set_costs(self, rest: str) -> None:
        self._settle()
        self._sit_down(with_options(self.kind, {"costs": rest.split()}).checked(self.game))

    def _seek(self, rest: str) -> None:
        self._settle()
        self._get_ready()
        began, sought = time.perf_counter(), take_move(self.sitting, deque(rest.split()))
        handle = self._handle(self.kind, self.sitting, until=[sought])
        self.thinking = Seeking(handle, Allowance(), False, began, self.say)

    # How it is done

    def _settle(self) -> None:
        """Wait for a search that is about to end; refuse what would disturb one that goes on."""
        if self.thinking and not self.thinking.is_ending:
            raise InputError("a search goes on: say stop first.")
        if self.thinking:
            self.thinking.wait()
            self.lateness = max(self.thinking.lateness, KEPT * self.lateness)
            self.thinking = None

    def _sit_down(self, kind: Kind) -> None:
        """Search so from now on, and forget all that was found before."""
        self.kind, self.seat = kind, kind.seat(self.game, self.weights)

    def _get_ready(self) -> None:
        """Load or compile, by a small search, all machine code that is needed: no clock shall count it."""
        if not self.is_ready:
            sitting = Sitting(self.game)
            for move in sitting.legal[:1]:
                sitting.play(move)
            self.game.read_position(self.game.position_text(sitting.state))
            note(self.game, sitting.state, self.seat.desk)
            handle = self._handle(self.kind.within(depth=1), sitting, only=sitting.legal[:1])
            info_line(handle, handle.run(), 1)
            self._sit_down(self.kind)
            self.is_ready = True

    def _handle(self, kind: Kind, sitting: Sitting, only: Moves = (), until: Moves = ()) -> Handle:
        past, turn = sitting.recent, len(sitting.moves)
        return Handle(
            self.game, kind, sitting.state, past=past, seat=self.seat, only=only, until=until, turn=turn
        )

    def _options(self) -> dict[str, tuple[str, Option]]:
        """Return by name all options, each with whose it is."""
        return {
            name: (owner, option)
            for owner in ("kind", "manners")
            for name, option in options_of(getattr(self, owner), self.game).items()
        }

    def _turn(self, owner: str, option: Option, value: str) -> None:
        """Set an option; a search with other settings begins with nothing known."""
        settings = option.changed(getattr(self, owner), value)
        if owner == "manners":
            self.manners = settings
        else:
            self._sit_down(settings.checked(self.game))

    def _set_up(self, head: str, words: list[str]) -> None:
        """Set up a position and make the moves after it; those that were made before are not read again."""
        known = len(self._words)
        if head == self._head and words[:known] == self._words:
            sitting, new = self.sitting.copy(), words[known:]
        else:
            sitting, new = Sitting(self.game, self._start(head)), words
        play_on_with(sitting, new)
        self.sitting, self._head, self._words = sitting, head, words

    def _start(self, head: str) -> Any:
        kind, _, text = head.partition(" ")
        if head == START:
            return self.game.start()
        if kind != "fen":
            raise InputError(
                f"a position is {START} or fen TEXT, then perhaps moves and some, not {brief(head)}."
            )
        return self.game.read_position(text.strip())

    def _side(self) -> int | None:
        """Return whose clock it is, 0 for whoever moves first in the game, None if that cannot be told."""
        ply = self.game.records.ply
        if self._head != START and ply is Records().ply:
            return None
        return (ply(self.sitting.states[0]) + len(self.sitting.moves)) % 2

    def _is_forced(self, order: Order) -> bool:
        return len(order.only or self.sitting.legal) == 1
