"""The command to play against the machine: play."""

from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from plyometric.cli.display import Display
from plyometric.cli.shared import app, line_text, load, read_position, value_text, vetted
from plyometric.errors import InputError, plain_words

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.arena.sitting import Sitter, Sitting
    from plyometric.kernel import Game
    from plyometric.search.analysis import Analysis

HELP = "a move, or: hint, undo, moves, save FILE, quit"


@app.command
def play(
    game: str,
    /,
    *,
    against: str = "nodes=200000",
    side: Annotated[Literal["first", "second"], Parameter(name="--as")] = "first",
    position: str = "",
    load_from: Annotated[Path | None, Parameter(name="--load")] = None,
    save: Path | None = None,
) -> None:
    """Play a game in the terminal.

    Where your only move is a pass, it is made for you.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    against
        The opponent: a player, or just its options, such as depth=6 or a TOML file.
    side
        Whether you move first or second.
    position
        Where to begin, in the game's own notation.
    load_from
        File with a game that was saved, to go on with; of several the last.
    save
        File to which the game is written in PDN, chess in PGN, when it ends or you leave.
    """
    from plyometric.arena.players import read_player
    from plyometric.arena.sitting import play_on

    rules = load(game)
    opponent = read_player(against if ":" in against else f"{game}:{against}", load_game=vetted)
    if opponent.game.rules_digest != rules.rules_digest:
        raise InputError(f"the opponent plays {opponent.game.name}, not {rules.name}.")
    table = Parlour(rules, opponent, read_position(rules, position), 0 if side == "first" else 1)
    if save:
        check_is_new(save)
    if load_from:
        table.go_on_with(load_from)
    try:
        with suppress(Left):
            deque(play_on(table.sitting, *table.sitters), maxlen=0)
        print(f"\n{table.picture()}\n\n{table.verdict()}")
    except KeyboardInterrupt as stop:
        if save:
            table.write(save)
            stop.add_note(f"the game is saved in {save}")
        raise
    if save:
        table.save(save)


def check_is_new(path: Path) -> None:
    """Refuse to write over a file, or into a folder that is not there."""
    if path.exists():
        raise InputError(f"{path} exists already: choose another name.")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}.")


class Left(Exception):
    """Somebody has left the board."""


class Parlour:
    """A person and a player at a board: what either says and does there."""

    def __init__(self, game: "Game", opponent: "Player", start: Any, your_turn: int) -> None:
        from plyometric.arena.sitting import Machine, Sitting

        self.game = game
        self.sitting = Sitting(game, start)
        self.machine = Machine(opponent)
        self.your_turn = your_turn
        self.saved: set[Path] = set()

    @property
    def sitters(self) -> tuple["Sitter", "Sitter"]:
        """Who moves first, and who second."""
        person, machine = Person(self), Announced(self)
        return (machine, person) if self.your_turn else (person, machine)

    def picture(self) -> str:
        """Return the board as text."""
        state = self.sitting.state
        return self.game.draw(state) if self.game.draw else self.game.position_text(state)

    def verdict(self) -> str:
        """Return how the game ended, in a sentence."""
        result = self.sitting.result
        if result is None:
            return "The game was not finished."
        if result == 0:
            return "The game is drawn."
        return "You have won." if (result == 1) == (self.your_turn == 0) else "The machine has won."

    def think(self) -> "Analysis":
        """Let the machine search the position on the board."""
        with Display() as display:
            return display.follow("thinking", self.machine.think(self.sitting), value_text)

    def hint(self) -> None:
        """Say what the opponent would play in your place."""
        found = self.think()
        line = " ".join(line_text(self.game, self.sitting.state, found.line))
        print(f"hint: {line}  ({value_text(found.value)})")

    def undo(self) -> None:
        """Take back your last move and the answer to it."""
        self.sitting.take_back(2)

    def list_moves(self) -> None:
        """Say which moves are legal."""
        state = self.sitting.state
        print(" ".join(self.game.move_text(state, move) for move in self.sitting.legal))

    def record(self) -> str:
        """Return the game so far as text."""
        from plyometric.games.records import write_record

        is_second = self.your_turn ^ self.game.records.ply(self.sitting.states[0]) % 2
        names = ["You", self.machine.player.name][:: -1 if is_second else 1]
        return write_record(self.sitting.record(names), self.game)

    def go_on_with(self, path: Path) -> None:
        """Set the last game of a file up on the board."""
        from plyometric.arena.sitting import Sitting
        from plyometric.games.records import read_records, text_of

        records = read_records(text_of(path), self.game, str(path))
        if not records:
            raise InputError(f"{path} holds no game.")
        self.sitting = Sitting(self.game, records[-1].start)
        for move in records[-1].moves:
            self.sitting.play(move)

    def save(self, path: Path) -> None:
        """Write the game so far to a file, and say so."""
        self.write(path)
        print(f"saved {path}")

    def write(self, path: Path) -> None:
        """Write the game so far to a file; only one that it wrote itself is written over.

        A game that cannot be written is printed, so that it is not lost.
        """
        from plyometric.files import write_text

        if path not in self.saved:
            check_is_new(path)
        text = self.record()
        try:
            write_text(path, text)
        except OSError:
            print(text)
            raise
        self.saved.add(path)


class Announced:
    """The machine, which says what it plays."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    def answer(self, sitting: "Sitting") -> int:
        """Think, say the move, and make it."""
        found = self.parlour.think()
        move = found.line[0]
        print(f"machine: {sitting.game.move_text(sitting.state, move)}  ({value_text(found.value)})")
        return move


class Person:
    """Somebody at the keyboard."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    def answer(self, sitting: "Sitting") -> int:
        """Show the board and do what is typed, until it is a move; a pass that must be is made at once."""
        if [sitting.game.move_text(sitting.state, move) for move in sitting.legal] == ["pass"]:
            print("you have to pass")
            return sitting.legal[0]
        while True:
            print(f"\n{self.parlour.picture()}\n")
            try:
                move = self._typed(sitting)
            except (InputError, OSError) as error:
                print(f"{plain_words(error)}\nType {HELP}.")
                continue
            if move is not None:
                return move

    def _typed(self, sitting: "Sitting") -> int | None:
        from plyometric.kernel.referee import read_move

        try:
            verb, _, rest = input("your move: ").strip().partition(" ")
        except EOFError:
            print()
            raise Left from None
        verbs = {"hint": self.parlour.hint, "undo": self.parlour.undo, "moves": self.parlour.list_moves}
        if verb in ("quit", "exit"):
            raise Left
        if verb == "save":
            self.parlour.save(Path(rest or f"game.{self.parlour.game.records.extension}"))
        elif verb in verbs:
            verbs[verb]()
        else:
            return read_move(sitting.game, sitting.state, f"{verb} {rest}".strip())
        return None
