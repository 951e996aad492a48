"""Searching one position: at once, or held in the hand while it thinks.

`analyse` searches and returns. A `Handle` is a search that, once begun, goes on beside the caller, who can
see how far it is (depth, line, value, nodes), stop it, and wait for it. Two searches never stop each other.
"""

import math
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE, Game, kernel
from plyometric.kernel.desk import GOES_ON, PLIES, TOLD, lent
from plyometric.kernel.referee import legal_moves, play
from plyometric.search.kinds import Kind, Seat
from plyometric.search.table import POSITIVE, key_of


class Analysis(NamedTuple):
    """What a search found: the leaf is the state at the end of the line, where the value was read."""

    value: int
    line: tuple[int, ...]
    nodes: int
    depth: int
    leaf: Any

    @property
    def move(self) -> int | None:
        """The best move, or None where the game is over."""
        return self.line[0] if self.line else None


class Step(NamedTuple):
    """A search that was finished on the way: its depth, what it found, and all nodes visited until then."""

    depth: int
    move: int
    value: int
    nodes: int


SHORTEST_TICK, LONGEST_TICK = 0.001, 0.01
"""Seconds between two looks at the clock of a search."""

TRIES = 100
"""How often a line is read again that was being written down, before it counts as wrong."""


def analyse(
    game: Game,
    kind: Kind,
    state: Any = None,
    weights: Any = None,
    *,
    seconds: float = 0,
    past: Sequence[Any] = (),
    only: Sequence[int] = (),
) -> Analysis:
    """Search a state (by default, the start) within the limits of the kind and of seconds.

    `past` holds the states of the game before this one, in order: to come back to one is a draw. `only`
    are the moves that may be played, if not all.
    """
    return Handle(game, kind, state, weights, seconds=seconds, past=past, only=only).run()


class Handle:
    """A search held in the hand, run or begun once; when it has ended, `taken` tells its seconds.

    It works on a seat of its own, unless it is given one that remembers earlier searches. `only` are the
    moves that it may play, if not all; it ends as soon as a finished depth finds one best of those that it
    goes on `until`. Of at most so many seconds a `share` is allotted by a clock, of which its time manager
    makes more or less at this `turn` of the game.
    """

    def __init__(
        self,
        game: Game,
        kind: Kind,
        state: Any = None,
        weights: Any = None,
        *,
        seconds: float = 0,
        past: Sequence[Any] = (),
        seat: Seat | None = None,
        only: Sequence[int] = (),
        until: Sequence[int] = (),
        share: float = math.inf,
        turn: int = 0,
    ) -> None:
        _check_limits(kind, seconds)
        self.game, self.kind = game, (kind.timed() if seconds else kind).checked(game)
        self.state = game.start() if state is None else state
        self.seconds, self.share, self.turn, self.taken = seconds, share, turn, 0.0
        self.seat = seat or self.kind.seat(game, weights)
        self.only, self.until = sorted(set(only)), sorted(set(until))
        self._set_out(past)
        self._put_moves()
        self._found: Analysis | BaseException | None = None
        self._thread: threading.Thread | None = None
        self._is_begun = False

    def _set_out(self, past: Sequence[Any]) -> None:
        """Put the limits, what stood in the game before, and the moves to look at on the desk."""
        desk = self.seat.desk
        self.kind.lay_out(self.game, desk)
        desk.stop, desk.past_length = GOES_ON, 0
        desk.allotted, desk.turn = 0, self.turn
        for earlier in past[-PLIES:]:
            note(self.game, earlier, desk)

    def _put_moves(self) -> None:
        """Put the moves on the desk that the search is confined to, and those at which it ends."""
        only, until = self.only, self.until
        wrong = {*only, *until} and {*only, *until} - {*legal_moves(self.game, self.state)}
        if wrong:
            raise InputError(f"a search looks for legal moves only, and {min(wrong)} is none.")
        desk = self.seat.desk
        desk.only_length, desk.sought_length = len(only), len(until)
        desk.only[: len(only)], desk.sought[: len(until)] = only, until
        # What is found among some moves is no knowledge of the position: the table keeps it apart.
        desk.only_mark = hash(tuple(only)) & POSITIVE if only else 0

    def compile(self) -> None:
        """Make sure that the machine code is there, so that no clock counts its making."""
        idle = self.kind.seat(self.game)
        idle.desk.stop = TOLD
        _decide(self.game, self.state, idle)

    def run(self) -> Analysis:
        """Search to the end in the caller's own thread."""
        self._begin_once()
        self._found = self._searched()
        return self._found

    def begin(self) -> "Handle":
        """Let the search go on in a thread of its own."""
        self._begin_once()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End the search soon, with the best line that it has; a kind without one ends with nothing."""
        self.seat.desk.node_limit = 1
        if not self.kind.ends_early:
            self.abandon()

    def grant(self, share: float, elapsed: float) -> None:
        """Tell the search how many nodes a share of the clock is worth, by how fast it was so far."""
        if share < math.inf and elapsed > 0:
            self.seat.desk.allotted = max(1, int(self.nodes * share / elapsed))

    def abandon(self) -> None:
        """End the search at once, whatever it has found."""
        self.seat.desk.stop = TOLD

    def wait(self, seconds: float | None = None) -> Analysis | None:
        """Return what was found, or None if the search goes on after so many seconds."""
        if not self._is_begun:
            raise InputError("the search was not begun: there is nothing to wait for.")
        if self._thread:
            self._thread.join(seconds)
        if isinstance(self._found, BaseException):
            raise self._found
        return self._found

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._found is not None

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far."""
        return int(self.seat.desk.nodes)

    @property
    def depth(self) -> int:
        """The depth of the last search that was finished."""
        return int(self.seat.desk.depth)

    @property
    def deepest(self) -> int:
        """The deepest ply at which a position was judged so far."""
        return int(self.seat.desk.deepest)

    @property
    def filled(self) -> int | None:
        """How many thousandths of its memory this search has filled, if it has one."""
        return self.kind.filled(self.seat)

    @property
    def value(self) -> int:
        """What the position is worth, as far as is known."""
        return int(self.seat.desk.value)

    @property
    def line(self) -> tuple[int, ...]:
        """The best line so far."""
        return self.now().line

    @property
    def course(self) -> list[Step]:
        """The searches that were finished so far, one for each depth."""
        desk = self.seat.desk
        return [Step(*row) for row in desk.course[: desk.steps].tolist()]

    def now(self) -> Analysis:
        """Return what was found so far; a line that is being written down just then is read again."""
        desk = self.seat.desk
        for _ in range(TRIES):
            depth, value, kept = int(desk.depth), int(desk.value), desk.kept.tolist()
            line = tuple(kept[: kept.index(NO_MOVE)]) if depth and NO_MOVE in kept else ()
            leaf = _leaf(self.game, self.state, line)
            if depth == desk.depth and leaf is not None:
                return Analysis(value, line, int(desk.nodes), depth, leaf)
        raise InputError(
            f"the search of {self.game.name} came to a move that is not legal: `forcing` or `wins` must write"
            " legal moves; plyo check says where they do not."
        )

    def _begin_once(self) -> None:
        if self._is_begun:
            raise InputError("a search is run or begun once: make another handle for another search.")
        self._is_begun = True

    def _searched(self) -> Analysis:
        if self.seconds:
            self.compile()
        with lent(self.seat.desk), _clock(self, self.seconds):
            began = time.perf_counter()
            _decide(self.game, self.state, self.seat)
            self.taken = time.perf_counter() - began
        found = self.now()
        if not found.line and legal_moves(self.game, self.state):
            raise InputError(f"the search of {self.game.name} found no move where there are some.")
        return found

    def _work(self) -> None:
        try:
            self._found = self._searched()
        except BaseException as error:
            self._found = error


@kernel
def note(game, state, desk):
    """Note that a position stood in the game before the root."""
    desk.past[desk.past_length] = key_of(game, state)
    desk.past_length += 1


def _decide(game: Game, state: Any, seat: Seat) -> None:
    seat.method.decide(game, state, seat.desk, seat.memory)


def _check_limits(kind: Kind, seconds: float) -> None:
    if not 0 <= seconds <= threading.TIMEOUT_MAX:
        raise InputError(f"seconds must be more than 0, not {seconds}.")
    if not any(kind.limits.values()) and not seconds:
        raise InputError(f"a search needs a limit: {', '.join(kind.limits)} or seconds.")
    if seconds and not kind.timed().ends_early:
        raise InputError(f"a {kind.name} search goes to its depth, and takes no limit of seconds.")


@contextmanager
def _clock(handle: Handle, seconds: float) -> Iterator[None]:
    """Keep the time of a search, and stop it when so many seconds are over; 0 is no limit."""
    ended = threading.Event()
    keeper = threading.Thread(target=_keep_time, args=(handle, seconds, ended), daemon=True)
    if seconds:
        keeper.start()
    try:
        yield
    finally:
        ended.set()
        if seconds:
            keeper.join()


def _keep_time(handle: Handle, seconds: float, ended: threading.Event) -> None:
    """Tell a search again and again what its share of the clock is worth, until it ends or must end."""
    began, elapsed, tick = time.perf_counter(), 0.0, tick_for(handle.share)
    while not ended.wait(min(tick, max(seconds - elapsed, 0.0))):
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            handle.stop()
            return
        handle.grant(handle.share, elapsed)


def tick_for(share: float) -> float:
    """Return how often to look at a clock, in seconds, so that a share is told well enough."""
    return min(max(share / 50, SHORTEST_TICK), LONGEST_TICK) if share < math.inf else threading.TIMEOUT_MAX


def _leaf(game: Game, state: Any, line: tuple[int, ...]) -> Any:
    """Return the state after a line, or None if that is no line of legal moves."""
    for move in line:
        if move not in legal_moves(game, state):
            return None
        state = play(game, state, move)
    return state
