"""A game in plain Python, in which anything that answers a move can sit: a player, a person, an engine."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from plyometric.arena.bank import bank_for, grant, pay
from plyometric.arena.clock import Allowance, Times, for_the_rest, reserve_of
from plyometric.arena.players import Player
from plyometric.errors import InputError
from plyometric.games.records import OPEN, Record
from plyometric.kernel import Draws, Game, plain
from plyometric.kernel.referee import ASKING, legal_moves, play, result
from plyometric.search.analysis import Handle


class Sitting:
    """A game under way: the states so far, the moves between them, and whether it is over."""

    def __init__(self, game: Game, start: Any = None, draws: Draws | None = None) -> None:
        self.game = game
        self.draws = (draws or game.draws).checked(game.name)
        self.states = [game.start() if start is None else start]
        self.moves: list[int] = []
        self._since = [0]  # for each state, the first that could stand on the board again

    def copy(self) -> "Sitting":
        """Return the same game, to be played on apart from this one."""
        other = Sitting(self.game, self.states[0], self.draws)
        other.states, other.moves = self.states.copy(), self.moves.copy()
        other._since = self._since.copy()
        return other

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self.states[-1]

    @property
    def legal(self) -> list[int]:
        """The moves of whoever is to move."""
        return legal_moves(self.game, self.state)

    def play(self, move: int) -> None:
        """Make a move, which must be legal."""
        if move not in self.legal:
            raise InputError(f"move {move} is not legal in {self.game.position_text(self.state)!r}.")
        could_return = ASKING["reversible"](self.game, self.state, move)
        self._since.append(self._since[-1] if could_return else len(self.states))
        self.states.append(play(self.game, self.state, move))
        self.moves.append(move)

    def take_back(self, plies: int) -> None:
        """Take back the last moves."""
        if not 1 <= plies <= len(self.moves):
            raise InputError("There is nothing to take back.")
        del self.moves[-plies:], self.states[-plies:], self._since[-plies:]

    @property
    def recent(self) -> list[Any]:
        """The states since the last move that cannot be taken back, this one excluded."""
        return self.states[self._since[-1] : -1]

    @property
    def is_drawn(self) -> bool:
        """Whether the game is drawn though it could go on."""
        if len(self.moves) >= self.draws.longest or not self.draws.quiet:
            return len(self.moves) >= self.draws.longest
        here, recent = self._identity(self.state), self.recent
        times = 1 + sum(self._identity(state) == here for state in recent)
        is_quiet = max(len(recent), ASKING["clock"](self.game, self.state)) >= self.draws.quiet
        return is_quiet or 0 < self.draws.repetitions <= times

    @property
    def is_over(self) -> bool:
        """Whether nobody can or need move any more."""
        return not self.legal or self.is_drawn

    @property
    def result(self) -> int | None:
        """1, 0 or -1 for whoever moved first, or None while the game goes on."""
        if not self.is_over:
            return None
        outcome = 0 if self.legal else result(self.game, self.state)
        return -outcome if len(self.moves) % 2 else outcome

    def record(self, names: Sequence[str]) -> Record:
        """Return the game so far as it is written down, under the names of the first and the second side."""
        written, start = self.game.records, self.states[0]
        headers = {"Event": self.game.name, **dict(zip(written.sides, names, strict=True))}
        won, lost, drawn = written.results[:3]
        if written.ply(start) % 2:
            won, lost = lost, won
        ends = {None: OPEN, 1: won, 0: drawn, -1: lost}
        return Record(headers, start, tuple(self.moves), ends[self.result])

    def _identity(self, state: Any) -> tuple:
        return tuple(ASKING["identity"](self.game, state))


class Fault(InputError):
    """What whoever sits does wrong so that it cannot go on, in one sentence, and of which kind that is."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Said(NamedTuple):
    """What a sitter tells of its last search; the value is its own view, and seconds are as we saw them."""

    value: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


class Sitter(Protocol):
    """Anybody who answers a move."""

    def answer(self, sitting: Sitting) -> int:
        """Return the move to make."""


OVERHEAD, BRIEFEST = 0.005, 0.001
"""Seconds that go by between the end of a search and its clock's, and of a search when no time is left."""


class Machine:
    """A player that sits in the plain loop for one game, and knows what it has searched in it before.

    Its clock, if it has one, runs from the begin of a search to its end; `said` tells of the last one. Where
    a match has a time control, `times` are on the clocks when it is to move, or a bank grants it nodes.
    """

    def __init__(self, player: Player) -> None:
        if player.plan:
            raise InputError(f"player {player.name!r}: a strategy is for matches only.")
        self.player = player
        self.kind = player.kind.timed() if player.control.nodes else player.kind
        self.most = player.seconds
        self.times: Times | None = None
        self.begin()

    def begin(self) -> None:
        """Begin a game, and forget those before."""
        self.seat = self.kind.seat(self.player.game, self.player.weights)
        self.bank = bank_for(self.seat, self.kind, self.player.control.nodes)
        self.said: Said | None = None

    def think(self, sitting: Sitting) -> Handle:
        """Return the search of the position on the board, to be run or begun."""
        past, turn = sitting.recent, len(sitting.moves)
        share, most = self._allowance()
        terms: dict[str, Any] = {"seconds": most, "share": share, "turn": turn, "past": past}
        kind = self.kind.within(nodes=self.bank.share)
        handle = Handle(self.player.game, kind, sitting.state, seat=self.seat, **terms)
        if self.bank.share:
            plain(grant)(turn, self.bank, self.seat.desk)
        return handle

    def _allowance(self) -> Allowance:
        """Return the seconds of a search: those for each move, or what the clock allows."""
        if not self.times:
            return Allowance(most=self.most)
        reserve = reserve_of(self.times.own, OVERHEAD)
        share, most = for_the_rest(self.times.own, self.times.increment, 0, reserve, self.kind.is_even)
        return Allowance(share, max(most, BRIEFEST))

    def answer(self, sitting: Sitting) -> int:
        """Return the only move at once, else the best that a search finds."""
        self.said = None
        if len(sitting.legal) == 1:
            return sitting.legal[0]
        handle = self.think(sitting)
        found = handle.run()
        if self.bank.share:
            plain(pay)(self.bank.saved, self.seat.desk)
        self.said = Said(found.value, found.depth, found.nodes, handle.taken)
        return found.line[0]

    def leave(self) -> None:
        """Nothing is to be put away."""


def play_on(sitting: Sitting, first: Sitter, second: Sitter) -> Iterator[int]:
    """Let two sitters play a game to its end, and yield each move when it is made.

    Who watches may change the game meanwhile: the sitter asked is that whose turn it is.
    """
    while not sitting.is_over:
        sitter = second if len(sitting.moves) % 2 else first
        move = sitter.answer(sitting)
        sitting.play(move)
        yield move
