"""Our side of GTP, the Go Text Protocol: a board, and the questions whether a string is caught.

Source: G. Farnebäck, Specification of the Go Text Protocol, version 2 (2002). `attack` and `defend` answer
as GNU Go's do: `1 D4` if the move does it, `0` if none is found, and `1 PASS` for a string that needs no
defence. They are read, not proven. Nothing is remembered from one question to the next. It plays no games.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sgfmill.boards import Board

from plyometric import __version__
from plyometric.errors import InputError, plain_words
from plyometric.games import load_installed
from plyometric.games.go_capture import SIZES, name_of, sgf
from plyometric.games.go_capture.notation import View, state_of
from plyometric.games.go_capture.rules import ATTACKER, DEFENDER, NO_KO, State
from plyometric.games.points import PASS, point_text, read_point
from plyometric.kernel import NO_MOVE
from plyometric.search.proof import LOST
from plyometric.search.reading import Reader

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class GoEngine:
    """A Go board behind a pipe, with answers about captures."""

    def __init__(self, say: Callable[[str], None], plays: int = 10_000) -> None:
        self.say, self.plays = say, plays
        self.readers = dict[int, Reader]()
        self._lay(Board(19), NO_KO)
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
        return self._lay(Board(int(words[0])), NO_KO)

    def _play(self, words: list[str]) -> str:
        size, colour = self.board.side, COLOURS.get(words[0].lower())
        if colour is None:
            raise InputError("a colour is black or white")
        if words[1].lower() == PASS:
            return self._lay(self.board, NO_KO)
        point = read_point(size, words[1])
        try:
            forbidden = self.board.play(*divmod(point, size + 1), sgf.COLOURS[colour])
        except ValueError:
            raise InputError("illegal move") from None
        ko = NO_KO if forbidden is None else forbidden[0] * (size + 1) + forbidden[1]
        return self._lay(self.board, ko)

    def _load(self, words: list[str]) -> str:
        """Take the board of a file before the move of a number, or at the end of its main line."""
        before = int(words[1]) - 1 if len(words) > 1 and words[1].isdigit() else None
        return self._lay(*sgf.read_board(Path(words[0]), before))

    def _lay(self, board: Any, ko: int) -> str:
        """Take a board, and keep it as positions in which either colour attacks."""
        size, stones = board.side, sgf.stones_on(board)
        self.board, self.ko, self.stones = board, ko, stones
        self.positions = [state_of(size, View(stones, 0, attacker, attacker)) for attacker in (0, 1)]
        return ""

    def _about(self, vertex: str, turn: int) -> State:
        """Return the position about the string at a point."""
        point = read_point(self.board.side, vertex)
        if point not in self.stones:
            raise InputError(f"there is no stone at {vertex}")
        return self.positions[1 - self.stones[point]]._replace(ko=self.ko, target=point, turn=turn)

    def _reader(self) -> Reader:
        """Return what reads on boards of this size, with memory that no other engine uses."""
        size = self.board.side
        if size not in self.readers:
            self.readers[size] = Reader(load_installed(name_of(size)), self.plays)
        return self.readers[size]

    def _attack(self, words: list[str]) -> str:
        found = self._reader().attack(self._about(words[0], ATTACKER))
        return f"1 {point_text(self.board.side, found.move)}" if found.is_won else "0"

    def _defend(self, words: list[str]) -> str:
        found = self._reader().save(self._about(words[0], DEFENDER))
        if found.move != NO_MOVE and not found.is_won:
            return f"1 {point_text(self.board.side, found.move)}"
        return "1 PASS" if found.value == LOST else "0"
