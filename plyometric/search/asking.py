"""Searching in one call: `plyometric.search(game, depth=9)`."""

from typing import Any, NamedTuple

from plyometric.games.notebook import Board, Line, game_of, html_table, state_of, value_text
from plyometric.kernel import Game
from plyometric.search.analysis import Handle
from plyometric.search.kinds import kind_from_options

TABLE = 16.0
"""Megabytes of table where nobody names them: a search that is asked for alone may be long."""

AT_LEAST = 0.1
"""Seconds below which the speed of a search is mostly noise, above all on a busy machine, and is not told."""


class Thought(NamedTuple):
    """What a search found, for the side to move; it draws itself in a notebook."""

    value: int
    line: Line
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> str | None:
        """The best move as players write it, or None where the game is over."""
        return self.line.texts[0] if self.line.moves else None

    @property
    def board(self) -> Board:
        """The board that was searched."""
        return self.line.start

    @property
    def nodes_per_second(self) -> int | None:
        """How fast it was, unless it was too short to tell."""
        return speed(self.nodes, self.seconds)

    def __str__(self) -> str:
        return f"{self.move or 'the game is over'} ({value_text(self.value)}): {self.line}"

    def _repr_html_(self) -> str:
        facts = (("value", value_text(self.value)), ("line", self.line), ("depth", self.depth))
        rows = (*facts, ("nodes", f"{self.nodes:,}"))
        return self.board._repr_html_() + html_table(("best", self.move or "none"), rows)


def speed(nodes: int, seconds: float) -> int | None:
    """Return nodes per second, unless a search was too short for that to be told."""
    return round(nodes / seconds) if seconds >= AT_LEAST else None


def search(
    game: Game | str,
    position: Any = None,
    *,
    depth: int = 0,
    nodes: int = 0,
    seconds: float = 0,
    weights: Any = None,
    **options: Any,
) -> Thought:
    """Search a position (by default, the start) until a limit is reached; without any, to depth 6.

    Further options pick the kind of search and its settings, as in a player's text: plain=True, breadth=5,
    uct=10000. `plyo kinds` lists them.
    """
    rules = game_of(game)
    rules = rules if weights is not None else rules.played
    given = {**{"depth": depth, "nodes": nodes}, **options}
    wanted = {key: "on" if value is True else value for key, value in given.items() if value not in (0, None)}
    kind = kind_from_options(wanted, {"table": TABLE, **rules.settings})
    if not any(kind.limits.values()) and not seconds:
        kind = kind_from_options({**wanted, "depth": 6}, {"table": TABLE, **rules.settings})
    state = state_of(rules, position)
    handle = Handle(rules, kind, state, weights, seconds=seconds)
    handle.compile()
    found = handle.run()
    line = Line(Board(rules, state), found.line)
    return Thought(found.value, line, found.depth, found.nodes, handle.taken)
