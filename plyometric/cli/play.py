"""The command to play against the machine: play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from plyometric.cli.display import Display
from plyometric.cli.shared import app, line_text, load, read_position, value_text
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.kernel import Game
    from plyometric.search.alphabeta import Analysis

HELP = "a move, or: hint, undo, moves, save FILE, quit"


@app.command
def play(
    game: str,
    /,
    *,
    against: str = "nodes=200000",
    side: Annotated[Literal["first", "second"], Parameter(name="--as")] = "first",
    position: str = "",
    save: Path | None = None,
) -> None:
    """Play a game in the terminal.

    Parameters
    ----------
    game
        Name of a game, or path of a game file.
    against
        The opponent: a player, or just its options, such as depth=6.
    side
        Whether you move first or second.
    position
        Where to begin, in the game's own notation.
    save
        File to which the game is written in PDN when it ends or you leave.
    """
    from plyometric.arena.players import read_player

    rules = load(game)
    opponent = read_player(against if ":" in against or against.endswith(".toml") else f"{game}:{against}")
    if opponent.game.digest != rules.digest:
        raise InputError(f"the opponent plays {opponent.game.name}, not {rules.name}.")
    table = Table(rules, opponent, read_position(rules, position), 0 if side == "first" else 1)
    if save:
        check_is_new(save)
    try:
        while not table.is_over():
            if not table.is_yours():
                table.reply()
            elif not _answer(table):
                break
        print(f"\n{table.picture()}\n\n{table.verdict()}")
    finally:
        if save:
            table.save(save)


def check_is_new(path: Path) -> None:
    """Refuse to write over a file, or into a folder that is not there."""
    if path.exists():
        raise InputError(f"{path} exists already: choose another name.")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}.")


def _answer(table: "Table") -> bool:
    """Show the board and do what somebody types; return False when they leave."""
    print(f"\n{table.picture()}\n")
    try:
        verb, _, rest = input("your move: ").strip().partition(" ")
    except EOFError:
        print()
        return False
    verbs = {"hint": table.hint, "undo": table.undo, "moves": table.list_moves}
    try:
        if verb == "save":
            table.save(Path(rest or "game.pdn"))
        elif verb in verbs:
            verbs[verb]()
        elif verb not in ("quit", "exit"):
            table.move(f"{verb} {rest}".strip())
    except InputError as error:
        print(f"{error}\nType {HELP}.")
    return verb not in ("quit", "exit")


class Table:
    """A game under way between a person and a player."""

    def __init__(self, game: "Game", opponent: "Player", start: Any, your_turn: int) -> None:
        self.game = game
        self.opponent = opponent
        self.states = [start]
        self.moves: list[int] = []
        self.your_turn = your_turn
        self.saved: set[Path] = set()

    def picture(self) -> str:
        """Return the board as text."""
        state = self.states[-1]
        return self.game.draw(state) if self.game.draw else self.game.position_text(state)

    def is_yours(self) -> bool:
        """Return whether it is the person's turn."""
        return len(self.moves) % 2 == self.your_turn

    def is_drawn(self) -> bool:
        """Return whether a position stands for the third time."""
        return self.game.recurs and self.states.count(self.states[-1]) >= 3

    def is_over(self) -> bool:
        """Return whether the side to move has no moves, or the game is drawn."""
        from plyometric.kernel.referee import legal_moves

        return self.is_drawn() or not legal_moves(self.game, self.states[-1])

    def result(self) -> int | None:
        """Return 1, 0 or -1 for whoever moved first, or None while the game goes on."""
        from plyometric.kernel.referee import result

        if not self.is_over():
            return None
        outcome = 0 if self.is_drawn() else result(self.game, self.states[-1])
        return -outcome if len(self.moves) % 2 else outcome

    def verdict(self) -> str:
        """Return how the game ended, in a sentence."""
        result = self.result()
        if result is None:
            return "The game was not finished."
        if result == 0:
            return "The game is drawn."
        return "You have won." if (result == 1) == (self.your_turn == 0) else "The machine has won."

    def move(self, text: str) -> None:
        """Play the move that a text names."""
        from plyometric.kernel.referee import read_move

        self._play(read_move(self.game, self.states[-1], text))

    def reply(self) -> None:
        """Let the opponent think and move."""
        found = self._think()
        print(f"machine: {self.game.move_text(self.states[-1], found.line[0])}  ({value_text(found.value)})")
        self._play(found.line[0])

    def hint(self) -> None:
        """Say what the opponent would play in your place."""
        found = self._think()
        line = " ".join(line_text(self.game, self.states[-1], found.line))
        print(f"hint: {line}  ({value_text(found.value)})")

    def undo(self) -> None:
        """Take back your last move and the answer to it."""
        if len(self.moves) < 2:
            raise InputError("There is nothing to take back.")
        del self.moves[-2:], self.states[-2:]

    def list_moves(self) -> None:
        """Say which moves are legal."""
        from plyometric.kernel.referee import legal_moves

        state = self.states[-1]
        print(" ".join(self.game.move_text(state, move) for move in legal_moves(self.game, state)))

    def save(self, path: Path) -> None:
        """Write the game so far to a PDN file; only one that it wrote itself is written over."""
        from plyometric.games.records import OPEN, Record, write_pdn

        if path not in self.saved:
            check_is_new(path)
        self.saved.add(path)
        names = ["You", self.opponent.name] if self.your_turn == 0 else [self.opponent.name, "You"]
        headers = {"Event": self.game.name, "First": names[0], "Second": names[1]}
        result = {None: OPEN, 1: "1-0", 0: "1/2-1/2", -1: "0-1"}[self.result()]
        path.write_text(write_pdn(Record(headers, self.states[0], tuple(self.moves), result), self.game))
        print(f"saved {path}")

    def _play(self, move: int) -> None:
        from plyometric.kernel.referee import play as play_move

        self.states.append(play_move(self.game, self.states[-1], move))
        self.moves.append(move)

    def _think(self) -> "Analysis":
        from plyometric.search.alphabeta import analyse

        who, past = self.opponent, self.states[:-1]
        with Display() as display:
            return display.wait_for(
                "thinking", analyse, self.game, who.settings, self.states[-1], who.weights, past=past
            )
