"""Where the games of a match are played: inside one compiled call, or in the plain loop.

Two players without a clock meet in the compiled loop. Where anybody else sits, an engine or a player with a
clock, the plain loop notes how either behaves. Whoever makes an illegal move, crashes or gives no answer
has lost the game, and is counted.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from plyometric.arena.clock import NO_CONTROL, Control, Times
from plyometric.arena.games import play_game, seat
from plyometric.arena.players import Player
from plyometric.arena.sitting import Fault, Machine, Said, Sitting, play_on
from plyometric.kernel import Game

OUT_OF_TIME = "lost on time"
LATE, LATER = "late answer", 0.1
"""An answer that comes so many seconds after its time is late: that is counted, and costs nothing."""

AGREED = 3
"""So many times each, one after the other, both sides must agree who has won before a game is broken off."""


class Guest(Protocol):
    """Whoever sits in the plain loop for several games; `most` seconds are its time for a move, 0 for any.

    Where the game has clocks, `times` tell what is on them when it is to move.
    """

    most: float
    said: Said | None
    times: Times | None

    def begin(self) -> None:
        """Begin a game, and forget those before."""

    def answer(self, sitting: Sitting) -> int:
        """Return the move to make."""

    def leave(self) -> None:
        """Leave, when all games are played."""


class Outside(Protocol):
    """Whoever can be entered for a match and is no player of ours."""

    @property
    def game(self) -> Game:
        """What it plays."""

    @property
    def name(self) -> str:
        """What it is called: the text that describes it."""

    @property
    def control(self) -> Control:
        """The time control by which it plays."""

    def as_json(self) -> dict[str, Any]:
        """Return all that makes it up, to be kept in a run folder."""

    def sit(self) -> Guest:
        """Return it as it sits in the plain loop."""


Entrant = Player | Outside


@dataclass
class Conduct:
    """How one side behaved: its searches, added up, and what it did wrong, of each kind how often."""

    searches: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    faults: Counter = field(default_factory=Counter)
    first_fault: str = ""

    def note(self, said: Said, most: float) -> None:
        """Note a search, and whether its answer came late."""
        self.searches += 1
        self.depth += said.depth
        self.nodes += said.nodes
        self.seconds += said.seconds
        if most and said.seconds > most + LATER:
            self.faults[LATE] += 1

    def blame(self, fault: Fault) -> None:
        """Note what ended a game."""
        self.faults[fault.kind] += 1
        self.first_fault = self.first_fault or str(fault)

    def __add__(self, other: "Conduct") -> "Conduct":
        """Return how it behaved in both parts of a match."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("searches", "depth", "nodes")}
        faults, first = self.faults + other.faults, self.first_fault or other.first_fault
        return Conduct(**sums, seconds=self.seconds + other.seconds, faults=faults, first_fault=first)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**asdict(self), "faults": dict(self.faults)}


def conduct_from_json(facts: dict[str, Any]) -> Conduct:
    """Return what `as_json` described."""
    return Conduct(**{**facts, "faults": Counter(facts["faults"])})


def is_compiled(a: Entrant, b: Entrant) -> bool:
    """Return whether two can meet in the compiled loop: then a match can be played again bit for bit."""
    return all(isinstance(one, Player) and not (one.seconds or one.control.seconds) for one in (a, b))


class CompiledTable:
    """Two players at the compiled loop."""

    def __init__(self, a: Player, b: Player) -> None:
        self.players, self.seats = (a, b), (seat(a), seat(b))

    @property
    def conduct(self) -> tuple[Conduct, Conduct]:
        """How either behaved so far: its searches, by what stands on its desk."""
        one, other = (searches_at(place.desk) for place in self.seats)
        return one, other

    def play(self, start: Any, first: int) -> int:
        """Return the first player's result of a game that it, or for 1 the other, begins."""
        (one, other), seats = self.players, self.seats
        if first == 0:
            return play_game(one, other, start, seats).result
        return -play_game(other, one, start, seats[::-1]).result


def searches_at(desk: Any) -> Conduct:
    """Return what the compiled loop has counted at a desk."""
    return Conduct(int(desk.searches), int(desk.reached), int(desk.spent))


class Clocks:
    """The clocks of a game: what either guest has left; each is told before it is to move."""

    def __init__(self, control: Control, guests: tuple[Guest, Guest]) -> None:
        self.increment, self.guests, self.rest = control.increment, guests, [control.seconds] * 2
        self.is_running = control.seconds > 0
        self._tell()

    def press(self, place: int) -> None:
        """Take off what a guest's last search took; one that has overstepped its time has lost."""
        said = self.guests[place].said
        if self.is_running and said:
            self.rest[place] -= said.seconds
            if self.rest[place] < 0:
                over = f"{-self.rest[place]:.3f} seconds over its time"
                raise Fault(OUT_OF_TIME, f"it answers {over}.")
        self.rest[place] += self.increment
        self._tell()

    def _tell(self) -> None:
        for place, guest in enumerate(self.guests):
            own, other = self.rest[place], self.rest[1 - place]
            guest.times = Times(own, other, self.increment) if self.is_running else None


class PlainTable:
    """Two guests at the plain loop; where both find a side ahead by a `bar` that is not 0, it has won."""

    def __init__(
        self, game: Game, guests: tuple[Guest, Guest], bar: int, control: Control = NO_CONTROL
    ) -> None:
        self.game, self.guests, self.bar, self.control = game, guests, bar, control
        self.conduct = Conduct(), Conduct()

    def play(self, start: Any, first: int) -> int:
        """Return the first guest's result of a game that it, or for 1 the other, begins."""
        sitting, order = Sitting(self.game, start), (first, 1 - first)
        result = self._result(sitting, order)
        return -result if first else result

    def _result(self, sitting: Sitting, order: tuple[int, int]) -> int:
        """Return the result of whoever begins; a fault of whoever sits down or moves loses the game."""
        values: list[int] = []
        turn = 0
        try:
            for place in order:
                self.guests[place].begin()
                turn = 1 - turn
            clocks = Clocks(self.control, self.guests)
            for _ in play_on(sitting, *(self.guests[place] for place in order)):
                values.append(self._value(order[turn], values))
                clocks.press(order[turn])
                turn = 1 - turn
                if self.bar and (winner := agreed(values, self.bar)):
                    return winner
        except Fault as fault:
            self.conduct[order[turn]].blame(fault)
            return 1 if turn else -1
        return sitting.result or 0

    def _value(self, place: int, before: list[int]) -> int:
        """Note what a guest tells of its move; return its value, or that of its last move."""
        guest = self.guests[place]
        if not guest.said:
            return before[-2] if len(before) > 1 else 0
        self.conduct[place].note(guest.said, guest.most)
        return guest.said.value


def agreed(values: list[int], bar: int) -> int:
    """Return 1 if whoever moves first has won by both sides' last values, -1 if lost, 0 if that is open."""
    last = [-value if ply % 2 else value for ply, value in enumerate(values)][-2 * AGREED :]
    if len(last) < 2 * AGREED:
        return 0
    return (min(last) >= bar) - (max(last) <= -bar)


@contextmanager
def table_for(a: Entrant, b: Entrant, bar: int = 0) -> Iterator[CompiledTable | PlainTable]:
    """Lend a table at which two entrants sit until all their games are played."""
    if is_compiled(a, b):
        yield CompiledTable(a, b)  # type: ignore[arg-type]
        return
    with ExitStack() as leaving:
        guests = [_seated(one, leaving) for one in (a, b)]
        yield PlainTable(a.game.usual, (guests[0], guests[1]), bar, a.control)


def _seated(entrant: Entrant, leaving: ExitStack) -> Guest:
    guest: Guest = Machine(entrant) if isinstance(entrant, Player) else entrant.sit()
    leaving.callback(guest.leave)
    return guest
