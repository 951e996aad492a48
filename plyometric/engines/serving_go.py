"""Our side of GTP, the Go Text Protocol: a board, and the questions whether a string is caught.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2 (2002). `attack` and `defend` answer
as GNU Go's do: `1 D4` if the move does it, `0` if none is found, and `1 PASS` for a string that needs no
defence. Nothing is remembered from one question to the next. It plays no games.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from sgfmill.boards import Board

from plyometric import __version__
from plyometric.errors import InputError, plain_words
from plyometric.games import load_installed
from plyometric.games.go_capture import SIZES, sgf
from plyometric.games.go_capture.notation import View, checked
from plyometric.games.go_capture.rules import NO_KO, State
from plyometric.games.points import PASS, point_text, read_point
from plyometric.kernel import NO_MOVE
from plyometric.search.proof import LOST
from plyometric.search.widening import THOROUGH, Solver, Terms

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


@cache
def solver_for(size: int, plays: int) -> Solver:
    """Return what proves captures on boards of a size."""
    name = "go_capture" if size == 9 else f"go_capture(size={size})"
    return Solver(load_installed(name), Terms(THOROUGH, plays, megabytes=1))


class GoEngine:
    """A Go board behind a pipe, with answers about captures."""

    def __init__(self, say: Callable[[str], None], plays: int = 1_000_000) -> None:
        self.say, self.plays, self.board, self.ko = say, plays, Board(19), NO_KO
        self.verbs: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Plyometric",
            "version": lambda words: __version__,
            "known_command": lambda words: str(words[0] in self.verbs).lower(),
            "list_commands": lambda words: "\n".join(self.verbs),
            "boardsize": self._resize,
            "clear_board": lambda words: self._resize([str(self.board.side)]),
            "komi": lambda words: "",
            "clear_cache": lambda words: "",
            "play": self._play,
            "loadsgf": self._load,
            "attack": self._attack,
            "defend": self._defend,
            "quit": lambda words: "",
        }

    def hear(self, line: str) -> bool:
        """Answer a line; return whether to listen on."""
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            return True
        try:
            self.say(f"={number} {self._answer(words[0], words[1:])}\n")
        except Exception as error:
            self.say(f"?{number} {plain_words(error)}\n")
        return words[0] != "quit"

    def leave(self) -> None:
        """Nothing goes on between two lines."""

    def _answer(self, verb: str, words: list[str]) -> str:
        if verb not in self.verbs:
            raise InputError("unknown command")
        try:
            return self.verbs[verb](words)
        except IndexError:
            raise InputError(f"{verb} takes more words than that") from None

    def _resize(self, words: list[str]) -> str:
        if not words[0].isdigit() or int(words[0]) not in SIZES:
            raise InputError("unacceptable size")
        self.board, self.ko = Board(int(words[0])), NO_KO
        return ""

    def _play(self, words: list[str]) -> str:
        size, colour = self.board.side, COLOURS.get(words[0].lower())
        if colour is None:
            raise InputError("a colour is black or white")
        if words[1].lower() == PASS:
            self.ko = NO_KO
            return ""
        point = read_point(size, words[1])
        try:
            forbidden = self.board.play(*divmod(point, size + 1), sgf.COLOURS[colour])
        except ValueError:
            raise InputError("illegal move") from None
        self.ko = NO_KO if forbidden is None else forbidden[0] * (size + 1) + forbidden[1]
        return ""

    def _load(self, words: list[str]) -> str:
        """Take the board of a file before the move of a number, or at the end of its main line."""
        before = int(words[1]) - 1 if len(words) > 1 and words[1].isdigit() else None
        self.board, self.ko = sgf.read_board(Path(words[0]), before)
        return ""

    def _view(self, vertex: str, is_attack: bool) -> State:
        """Return the position about the string at a point."""
        size, stones = self.board.side, sgf.stones_on(self.board)
        point = read_point(size, vertex)
        if point not in stones:
            raise InputError(f"there is no stone at {vertex}")
        attacker = 1 - stones[point]
        mover = attacker if is_attack else 1 - attacker
        return checked(size, View(stones, point, attacker, mover, self.ko))

    def _attack(self, words: list[str]) -> str:
        found = solver_for(self.board.side, self.plays).attack(self._view(words[0], is_attack=True))
        return f"1 {point_text(self.board.side, found.move)}" if found.is_won else "0"

    def _defend(self, words: list[str]) -> str:
        found = solver_for(self.board.side, self.plays).save(self._view(words[0], is_attack=False))
        if found.move != NO_MOVE and not found.is_won:
            return f"1 {point_text(self.board.side, found.move)}"
        return "1 PASS" if found.value == LOST else "0"
