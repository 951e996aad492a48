"""The command to play against the machine: play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from plyometric.cli.shared import app, line_text, load, read_position, value_text
from plyometric.display import Display
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.kernel import Game

HELP = "a move, or: hint, undo, moves, save FILE, quit"


@app.command
def play(
    game: str,
    /,
    *,
    against: str = "nodes=200000",
    side: Annotated[Literal["first", "second"], Parameter(name="--as")] = "first",
    position: str = "",
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
    """
    from plyometric.arena.players import read_player

    rules = load(game)
    opponent = read_player(against if ":" in against or against.endswith(".toml") else f"{game}:{against}")
    table = Table(rules, opponent, read_position(rules, position), 0 if side == "first" else 1)
    with Display() as display:
        while not table.is_over():
            if table.is_yours():
                print(f"\n{table.picture()}\n")
                _answer(table, input("your move: ").strip(), display)
            else:
                table.reply(display)
    print(f"\n{table.picture()}\n\n{table.verdict()}")


def _answer(table: "Table", words: str, display: Display) -> None:
    """Do what somebody typed; what cannot be done is said and asked again."""
    verb, _, rest = words.partition(" ")
    verbs = {"hint": table.hint, "undo": table.undo, "moves": table.list_moves}
    try:
        if verb in ("quit", "exit"):
            raise KeyboardInterrupt("the game was not saved" if table.moves else "nothing was played")
        if verb == "save":
            table.save(Path(rest or "game.pdn"))
        elif verb in verbs:
            verbs[verb](display)
        else:
            table.move(words)
    except InputError as error:
        print(f"{error}\nType {HELP}.")


class Table:
    """A game under way between a person and a player."""

    def __init__(self, game: "Game", opponent: "Player", start: Any, your_turn: int) -> None:
        self.game = game
        self.opponent = opponent
        self.states = [start]
        self.moves: list[int] = []
        self.your_turn = your_turn

    def picture(self) -> str:
        """Return the board as text."""
        state = self.states[-1]
        return self.game.draw(state) if self.game.draw else self.game.position_text(state)

    def is_yours(self) -> bool:
        """Return whether it is the person's turn."""
        return len(self.moves) % 2 == self.your_turn

    def is_over(self) -> bool:
        """Return whether the side to move has no moves."""
        from plyometric.referee import legal_moves

        return not legal_moves(self.game, self.states[-1])

    def verdict(self) -> str:
        """Return how the game ended."""
        from plyometric.referee import result

        outcome = result(self.game, self.states[-1]) * (1 if self.is_yours() else -1)
        return {1: "You have won.", 0: "The game is drawn.", -1: "The machine has won."}[outcome]

    def move(self, text: str) -> None:
        """Play the move that a text names."""
        from plyometric.referee import read_move

        self._play(read_move(self.game, self.states[-1], text))

    def reply(self, display: Display) -> None:
        """Let the opponent think and move."""
        found = self._think(display)
        print(f"machine: {self.game.move_text(self.states[-1], found.move)}  ({value_text(found.value)})")
        self._play(found.move)

    def hint(self, display: Display) -> None:
        """Say what the opponent would play in your place."""
        found = self._think(display)
        line = " ".join(line_text(self.game, self.states[-1], found.line))
        print(f"hint: {line}  ({value_text(found.value)})")

    def undo(self, display: Display) -> None:
        """Take back your last move and the answer to it."""
        if len(self.moves) < 2:
            raise InputError("There is nothing to take back.")
        del self.moves[-2:], self.states[-2:]

    def list_moves(self, display: Display) -> None:
        """Say which moves are legal."""
        from plyometric.referee import legal_moves

        state = self.states[-1]
        print(" ".join(self.game.move_text(state, move) for move in legal_moves(self.game, state)))

    def save(self, path: Path) -> None:
        """Write the game so far to a PDN file that is not there yet."""
        from plyometric.records import Record, write_pdn

        if path.exists():
            raise InputError(f"{path} exists already: choose another name.")
        names = ["You", self.opponent.name] if self.your_turn == 0 else [self.opponent.name, "You"]
        headers = {"Event": self.game.name, "First": names[0], "Second": names[1]}
        path.write_text(write_pdn(Record(headers, self.states[0], tuple(self.moves)), self.game))
        print(f"saved {path}")

    def _play(self, move: int) -> None:
        from plyometric.referee import play as play_move

        self.states.append(play_move(self.game, self.states[-1], move))
        self.moves.append(move)

    def _think(self, display: Display) -> Any:
        from plyometric.search.alphabeta import analyse

        who = self.opponent
        return display.wait_for("thinking", analyse, self.game, who.settings, self.states[-1], who.weights)
