"""Kinds of search: each has settings of its own, a method that kernels know, and a desk of its own.

A kind is a frozen dataclass of settings, a subclass of `Kind`, and ends its module with `KIND = ...`. Its
`method` is the compile-time side: kernels that are given a seat call `seat.method.decide(...)`, resolved
when they are compiled, so a game loop holds the machine code of just the searches that meet in it.
Whatever answers a move may have a method and take a seat, whether it searches or not.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from plyometric.errors import InputError, brief
from plyometric.kernel import Bundle, Game, rule
from plyometric.kernel.desk import DEEPEST, Fields, checked_depth, new_desk
from plyometric.kernel.parts import check_rules, rules_in, told
from plyometric.search.managers import Manager

MOST_NODES = 10**18
LIMITS = ("depth", "nodes", "expansions")
SWITCH = {"on": True, "off": False, "true": True, "false": False}


class Seat(NamedTuple):
    """What a player brings to the board: how it thinks, how it judges, its desk, and what else it works with.

    Its game has the rules of the board it sits at, and perhaps another evaluation than the other seat's.
    """

    method: "Method"
    game: Game
    desk: Any
    memory: Any


@rule
def nothing_to_forget(seat):
    """The default `begin`: nothing is remembered from one game to the next."""
    return


@rule
def no_search(game, state, desk, memory):
    """The default `decide`: a method that does not search finds every position level."""
    return 0


@rule
def only_move(game, state, desk):
    """Return the move of a position that has no other."""
    game.moves(state, desk.moves[0])
    return desk.moves[0, 0]


@rule
def turn_by_search(game, state, n, ply, seat):
    """The default `turn`: a forced move at once, else the best that a search finds."""
    if n == 1:
        return only_move(game, state, seat.desk)
    seat.method.decide(game, state, seat.desk, seat.memory)
    return seat.desk.kept[0]


@dataclass(frozen=True, eq=False, kw_only=True)
class Method(Bundle):
    """How a seat thinks, as kernels know it."""

    name: str
    begin: Callable = told("seat", "forget what is known from earlier games", nothing_to_forget)
    turn: Callable = told("game, state, n, ply, seat", "the move in a position that has n", turn_by_search)
    decide: Callable = told("game, state, desk, memory", "search, keep the line, return the value", no_search)
    digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        check_rules(self.name, self)
        self.seal([getattr(self, name) for name in rules_in(Method)], self.name)


class Span(NamedTuple):
    """What a setting may be tuned to: from the least to the most; a smaller change than a step is none."""

    least: float
    most: float
    step: float
    unit: str
    title: str


def tunable(
    default: Any, least: float = 0, most: float = 1, *, step: float = 1, unit: str = "", title: str = ""
) -> Any:
    """Declare a setting that can be tuned, on or off or within a range; of several, each is within it."""
    return field(default=default, metadata={"span": Span(least, most, step, unit, title)})


def spans(settings: Any) -> dict[str, Span]:
    """Return the ranges of all settings that can be tuned, by name."""
    return {one.name: one.metadata["span"] for one in fields(settings) if "span" in one.metadata}


def check_spans(settings: Any) -> None:
    """Refuse a setting that is out of its range."""
    for name, span in spans(settings).items():
        value = getattr(settings, name)
        for part in value if isinstance(value, tuple) else (value,):
            if not span.least <= part <= span.most:
                unit = f" {span.unit}" if span.unit else ""
                raise InputError(f"{name} must be from {span.least} to {span.most}{unit}, not {part}.")


@dataclass(frozen=True)
class Kind:
    """How a position is searched: the settings of one kind of search.

    `marks` are the options by which a player's text picks the kind.
    """

    name: ClassVar[str]
    method: ClassVar[Method]
    marks: ClassVar[tuple[str, ...]] = ()

    depth: int = 0

    @property
    def limits(self) -> dict[str, int]:
        """What may limit a search of this kind, by name; 0 is no limit."""
        return {name: getattr(self, name) for name in LIMITS if hasattr(self, name)}

    @property
    def ends_early(self) -> bool:
        """Whether a search that is cut short has a move to play."""
        return True

    @property
    def manager(self) -> Manager | None:
        """Who decides when it has looked deep enough, where a clock runs; nobody spends all evenly."""
        return None

    @property
    def is_even(self) -> bool:
        """Whether it spends all that a clock allots to a move, and no more."""
        return self.manager is None or self.manager.is_even

    def timed(self) -> Self:
        """Return the settings for a search that a clock may cut short."""
        return self

    def within(self, **limits: int | None) -> Self:
        """Return the settings with these limits, each where it is narrower than the own one."""
        given = {name: limit for name, limit in limits.items() if limit}
        return replace(
            self, **{name: min(limit, getattr(self, name) or limit) for name, limit in given.items()}
        )

    @classmethod
    def smallest(cls) -> Self:
        """Return the settings of the least search of this kind."""
        return cls(depth=1)

    def checked(self, game: Game) -> Self:
        """Return the settings with their gaps filled, or say what is wrong with them."""
        raise NotImplementedError

    def desk_fields(self, game: Game) -> Fields:
        """Return what the desk holds for this kind beside the usual."""
        return ()

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the settings on the desk."""
        desk.plies = self.depth

    def memory(self, game: Game) -> Any:
        """Return what a seat works with beside its desk."""
        return None

    def filled(self, seat: Seat) -> int | None:
        """Return how many thousandths of its memory the last search has filled, if it has one."""
        return None

    def seat(self, game: Game, weights: Any = None) -> Seat:
        """Return a seat for a player that searches so."""
        settings = self.checked(game)
        desk = new_desk(game, weights, settings.desk_fields(game))
        settings.lay_out(game, desk)
        return Seat(self.method, game, desk, settings.memory(game))

    def as_json(self) -> dict[str, Any]:
        """Return the kind and its settings as plain data."""
        return {"kind": self.name, **asdict(self)}


# Kinds by their options


@cache
def kinds() -> dict[str, type[Kind]]:
    """Return all kinds of search by name: those of this folder's modules that end in `KIND = ...`."""
    homes = (path for path in sorted(Path(__file__).parent.glob("*.py")) if "\nKIND = " in path.read_text())
    found = [import_module(f"plyometric.search.{path.stem}").KIND for path in homes]
    return {kind.name: kind for kind in found}


def kind_from_json(facts: dict[str, Any]) -> Kind:
    """Return the kind and settings that `as_json` described."""
    settings: dict[str, Any] = {key: value for key, value in facts.items() if key != "kind"}
    lists = {key: tuple(value) for key, value in settings.items() if isinstance(value, list)}
    return kinds()[facts["kind"]](**settings | lists)


def kind_from_options(options: dict[str, Any], usual: dict[str, Any], also: tuple[str, ...] = ()) -> Kind:
    """Return the kind that options pick, with their values; `usual` ones stand in where the kind knows them.

    An error about an unknown option names those of the kind, and what may be given `also`.
    """
    kind = _picked(options)
    given = {one.name: usual[one.name] for one in fields(kind) if one.name in usual}
    return with_options(kind(**given), options, also)


def with_options(kind: Kind, options: dict[str, Any], also: tuple[str, ...] = ()) -> Kind:
    """Return the settings of a kind with the values of options in place of theirs."""
    known = [one.name for one in fields(kind)]
    for key in options:
        if key not in known:
            accepted = ", ".join([*known, *also])
            raise InputError(f"there is no option {key!r} of a {kind.name} search: there are {accepted}.")
    return replace(kind, **{key: _value(type(kind), key, word) for key, word in options.items()})


def _picked(options: Iterable[str]) -> type[Kind]:
    """Return the kind whose marks are among the options, the full search if none is."""
    marked = {kind: mark for kind in kinds().values() for mark in kind.marks if mark in options}
    if len(marked) > 1:
        claims = ", ".join(f"{mark} picks a {kind.name} search" for kind, mark in marked.items())
        raise InputError(f"{' and '.join(marked.values())} do not go together: {claims}.")
    return next(iter(marked), kinds()["full"])


def _value(kind: type[Kind], key: str, word: Any) -> Any:
    """Return an option's value in the type of its setting."""
    default = next(one.default for one in fields(kind) if one.name == key)
    assert default is not MISSING
    try:
        if isinstance(default, bool):
            return SWITCH[str(word).lower()]
        if isinstance(default, tuple):
            return tuple(_cost(str(part)) for part in (word.split("/") if isinstance(word, str) else word))
        return type(default)(str(word))
    except (KeyError, ValueError, TypeError):
        wanted = {bool: "on or off", int: "a whole number", float: "a number"}.get(
            type(default), "1.0/0.5/..."
        )
        raise InputError(f"{key} must be {wanted}, not {brief(word)}.") from None


def _cost(text: str) -> float | str:
    """Return a number, or the text of one with a name before it."""
    name, _, number = text.rpartition("=")
    return f"{name.strip()}={float(number)}" if name else float(number)


def checked_limits(depth: int, nodes: int, expansions: int = 0) -> int:
    """Return the depth, the deepest there is for 0, or say which limits there are."""
    for name, number in (("nodes", nodes), ("expansions", expansions)):
        if not 0 <= number <= MOST_NODES:
            raise InputError(f"{name} must be from 1 to {MOST_NODES}, not {number}.")
    return checked_depth(depth) if depth else DEEPEST
