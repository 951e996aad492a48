"""What the page may use: games, learned files and runs, found in one folder.

A request names these by the texts listed here, never by a path of its own: what is not listed is not there.
"""

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyometric import games
from plyometric.cli.shared import vetted
from plyometric.errors import InputError, brief
from plyometric.files import read_json
from plyometric.search.managers import BUILT_IN

if TYPE_CHECKING:
    from plyometric.arena.players import Player
    from plyometric.kernel import Game

LONGEST_NAME = 200
MOST_GAMES = 40
"""How many games, members of families included, may be asked for."""

MOST_SECONDS = 60.0
"""How long one search may take."""

CAPS = {"nodes": 10**9, "table": 64, "endings": 4, "expansions": 5000}
"""The most that a player who is asked for by a browser may be given."""

PLAIN = re.compile(r"-?\d{1,18}(\.\d{1,18})?|on|off|true|false", re.ASCII)
COSTS = re.compile(r"(?!.*\.toml)[\w .+=/-]{1,500}", re.ASCII)
WORDS = re.compile(r"\w{1,60}", re.ASCII)
WORDY = ("alphabeta", "best_first", "evaluation", "policy")
NO_FILES = {"costs": COSTS} | dict.fromkeys(WORDY, WORDS)
"""Options whose words never name a file, and how these look."""

LEARNED = ("weights", "strategy", "opinion", "planner", "clock")


class Shelf:
    """The games, learned files and runs of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.installed = games.names()
        self.files = {text: path for text, path in self._near("py") if "\nGAME = " in _opening(path)}
        self.learned = {
            text: path for text, path in self._near("json") if '"format": "plyometric ' in _opening(path, 200)
        }
        self._games: dict[str, Game] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._loading = threading.Lock()

    def _near(self, ending: str) -> Iterator[tuple[str, Path]]:
        """Yield the files of the folder and of those in it, links to elsewhere excluded."""
        for path in sorted((*self.folder.glob(f"*.{ending}"), *self.folder.glob(f"*/*.{ending}"))):
            is_shown = path.is_file() and path.resolve().is_relative_to(self.folder)
            if is_shown and not path.name.startswith(".") and not path.parent.name.startswith("."):
                yield path.relative_to(self.folder).as_posix(), path

    @property
    def games(self) -> list[str]:
        """The names of all games that are listed."""
        return [*self.installed, *self.files]

    def game(self, text: str) -> "Game":
        """Return a game that is listed, or a member of a family that is installed."""
        if text in self._games:
            return self._games[text]
        if text not in self.files and text.partition("(")[0] not in self.installed:
            raise InputError(f"there is no game {brief(text)} here: there are {', '.join(self.games)}.")
        with self._lock_of(text):
            if text not in self._games:
                self._games[text] = self._loaded(text)
            return self._games[text]

    def _lock_of(self, text: str) -> threading.Lock:
        """Return what keeps a game from being loaded twice, while others are loaded beside it."""
        with self._loading:
            if len(self._locks) >= MOST_GAMES and text not in self._locks:
                raise InputError(f"{MOST_GAMES} games were asked for: start plyo serve again for more.")
            return self._locks.setdefault(text, threading.Lock())

    def _loaded(self, text: str) -> "Game":
        """Load a game; one that cannot be loaded takes nobody's place."""
        try:
            return vetted(str(self.files[text])) if text in self.files else games.load_installed(text)
        except BaseException:
            with self._loading:
                self._locks.pop(text, None)
            raise

    def player(self, game: str, text: str) -> "Player":
        """Return the player of a game that options such as `depth=8` describe, within what is allowed."""
        from plyometric.arena.players import pairs_in, read_player
        from plyometric.learn.strategies import read_plan

        named, _, options = text.rpartition(":")
        if named not in ("", game):
            raise InputError(f"player {brief(text)} is for another game than {game}.")
        pairs = dict(pairs_in(options, options))
        allowed = ",".join(f"{key}={self._allowed(game, key, word)}" for key, word in pairs.items())
        player = read_player(f"{game}:{allowed}", read_plan, lambda _: self.game(game), may_have_clock=True)
        _check_caps(player)
        return player

    def _allowed(self, game: str, key: str, word: str) -> str:
        """Return an option's value if it names nothing, or something that is listed."""
        form = NO_FILES.get(key, PLAIN)
        if form.fullmatch(word):
            return word
        if word in self.learned:
            return str(self.learned[word])
        if key not in NO_FILES and (word in self.names_of(game) or (key == "clock" and word in BUILT_IN)):
            return word
        listed = ", ".join((*self.names_of(game), *self.learned)) or "none"
        raise InputError(f"{brief(key)}={brief(word)}: a number, on or off, or a listed name: {listed}.")

    def names_of(self, game: str) -> list[str]:
        """Return the names of what was learned and comes with a game."""
        from plyometric.games.shipped import shipped

        return [name for kind in LEARNED for name in shipped(self.game(game), kind)]

    def strategies_of(self, game: str) -> list[str]:
        """Return the names of the allocation strategies for a game."""
        from plyometric.games.shipped import shipped

        mine = [text for text, path in self.learned.items() if _is_strategy_for(path, self.game(game).name)]
        return [*shipped(self.game(game), "strategy"), *mine]

    def allocators_of(self, game: str) -> dict[str, str]:
        """Return the options of a player for each strategy of a game, by the strategy's name."""
        from plyometric.learn.strategies import read_plan

        found = {}
        for name in self.strategies_of(game):
            plan = read_plan(self.learned.get(name, Path(name)), self.game(game).usual)
            found[name] = f"depth={plan.terms.k},strategy={name}"
        return found

    def runs(self) -> dict[str, Path]:
        """Return the run folders there are now, the newest first."""
        found = [path for path in self.folder.glob("runs/*") if (path / "config.json").is_file()]
        inside = [path for path in found if path.resolve().is_relative_to(self.folder)]
        return {path.name: path for path in sorted(inside, key=_age)}

    def run(self, name: str) -> Path:
        """Return the folder of a run that is listed."""
        found = self.runs().get(name)
        if found is None:
            raise InputError(f"there is no run {brief(name)} in {self.folder.name}/runs.")
        return found


def _opening(path: Path, longest: int = 100_000) -> str:
    """Return how a file begins, nothing if it cannot be read."""
    try:
        return path.read_text(errors="replace")[:longest]
    except OSError:
        return ""


def _age(path: Path) -> float:
    return -(path / "config.json").stat().st_mtime


def _is_strategy_for(path: Path, game: str) -> bool:
    try:
        facts = read_json(path)
    except InputError:
        return False
    return str(facts.get("format", "")).startswith("plyometric allocation") and facts.get("game") == game


def _check_caps(player: Any) -> None:
    for name, most in CAPS.items():
        given = getattr(player.kind, name, 0)
        if given > most:
            raise InputError(f"{name}={given}: a page gives {most} at most.")
    if player.seconds > MOST_SECONDS:
        raise InputError(f"seconds={player.seconds:g}: a page gives {MOST_SECONDS:g} at most.")
