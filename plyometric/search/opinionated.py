"""Kinds of search that judge by an opinion: what they have in common."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from plyometric.errors import InputError, brief
from plyometric.kernel import Game
from plyometric.kernel.desk import DEEPEST, Fields
from plyometric.search.kinds import Kind, check_spans, checked_limits
from plyometric.search.opinions import Opinion, checked_opinion, read_opinion

CHILDREN, MOST_ROOM, USUAL_ROOM = 96, 1 << 20, 100_000
"""Children that a leaf may have on the whole; positions in a tree at most, and where nothing limits it."""

COUNTED = tuple((name, ()) for name in ("expansions", "expansion_limit", "quiet", "way"))
"""What a desk holds for every search that expands positions and judges them by an opinion."""


@dataclass(frozen=True)
class Opinionated(Kind):
    """A search by an opinion, limited by expansions: positions whose moves were looked at.

    Its mark is also the setting that tells which of some `ways` it goes.
    """

    ways: ClassVar[tuple[str, ...]]
    opinions: ClassVar[tuple[str, ...]] = ("opinion",)

    nodes: int = 0
    expansions: int = 0
    opinion: Any = ""

    def __post_init__(self) -> None:
        for name in self.opinions:
            if isinstance(facts := getattr(self, name), dict):
                object.__setattr__(self, name, Opinion(**facts))

    @property
    def way(self) -> str:
        """Which way the search goes."""
        return str(getattr(self, self.marks[0]))

    @classmethod
    def smallest(cls) -> Self:
        """Return the settings of a search of one leaf."""
        return cls(expansions=1)

    def checked(self, game: Game) -> Self:
        """Return the settings with the opinion in place of its file, or say what is wrong with them."""
        check_spans(self)
        if self.way not in self.ways:
            raise InputError(f"{self.marks[0]} is one of {', '.join(self.ways)}, not {brief(self.way)}.")
        depth = checked_limits(self.depth, self.nodes, self.expansions)
        return replace(self, depth=depth, opinion=opinion_of(game, self.opinion))

    def desk_fields(self, game: Game) -> Fields:
        """Return room for the way, the limits, and what was expanded."""
        return COUNTED

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the way and the limits on the desk."""
        desk.plies, desk.node_limit, desk.expansion_limit = self.depth or DEEPEST, self.nodes, self.expansions
        desk.quiet, desk.way = game.draws.quiet or 1 << 62, self.ways.index(self.way)

    def room(self, game: Game) -> int:
        """Return for how many positions a tree needs room that is limited so."""
        wanted = [self.expansions * min(game.width, CHILDREN), self.nodes]
        least = min((number for number in wanted if number), default=USUAL_ROOM)
        return min(least, MOST_ROOM) + 2 * game.width

    def as_json(self) -> dict[str, Any]:
        """Return the kind and its settings as plain data, opinions included."""
        facts = super().as_json()
        for name in self.opinions:
            if isinstance(opinion := getattr(self, name), Opinion):
                facts[name] = opinion.as_json()
        return facts


def opinion_of(game: Game, source: Any) -> Opinion:
    """Return the opinion that a text names, or one that is there already if it fits the game."""
    return checked_opinion(source, game) if isinstance(source, Opinion) else read_opinion(game, str(source))
