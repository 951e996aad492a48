"""How Python becomes machine code.

A `Game` is a bundle of rules that kernels take as their first argument. It has a Numba type of its
own, named by a digest of the sources behind it, so that `game.moves` inside a kernel is resolved at
compile time, a kernel is compiled once for each game, later processes find the machine code on disk,
and no edit can ever run stale code.
"""

import hashlib
import itertools
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import CodeType
from typing import Any

import numpy as np
from numba import njit, typeof, types
from numba.core import config
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import make_array

from plyometric.errors import InputError
from plyometric.kernel import sources
from plyometric.kernel.cache import DiskCache

WIN = 1_000_000_000
"""The value of a won game; a win n plies away is worth WIN - n."""


WIDEST = 1000
"""The most moves that a position may have: their indices are packed into ten bits."""

MOST_PROMISING = 1023
"""The largest number that a game's `prior` may give."""

NO_MOVE = -1
"""What stands where there is no move; a move itself is never negative."""


def rule(function: Callable) -> Callable:
    """Mark a rule of a game: a small pure function, compiled into the kernels that call it."""
    return njit(_named_by_content(function))


def kernel(function: Callable) -> Callable:
    """Mark a kernel: compiled once for each game, kept on disk, run without the interpreter's lock."""
    compiled = njit(nogil=True)(_named_by_content(function))
    if isinstance(compiled, Dispatcher):
        compiled._cache = DiskCache(function)  # type: ignore[attr-defined]
    return compiled


def _named_by_content(function: Callable) -> Callable:
    """Give a function made inside another, or a lambda, a name that tells what it holds.

    Machine code from disk names the functions in it as the process did that compiled them. Where two of
    one name meet, the first is called for both, and the members of a family share all their names.
    """
    if "<" in function.__qualname__:
        held = [_value(thing) for thing in _held(function)]
        code = function.__code__
        content = repr((code.co_code, code.co_names, [_value(c) for c in code.co_consts], held))
        function.__qualname__ += f".{hashlib.sha256(content.encode()).hexdigest()[:12]}"
    return function


def _held(function: Callable) -> list[Any]:
    """Return what a function closes over, as far as it is there yet."""
    held = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            held.append(_plain(cell.cell_contents))
    return held


def _plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


def _value(thing: Any) -> Any:
    """Return a constant as something whose text tells it from others, in every process alike."""
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, thing.tobytes()
    if hasattr(thing, "__qualname__"):
        return thing.__module__, thing.__qualname__
    return thing.co_code if isinstance(thing, CodeType) else thing


@rule
def no_move_loses(state):
    """The default `result`: whoever cannot move has lost."""
    return -1


@rule
def never_over(state):
    """The default `over`: only a lack of moves ends the game."""
    return False


@rule
def nothing_known(state, weights):
    """The default `evaluate`: all positions are worth the same."""
    return 0


@rule
def no_match(state, pattern):
    """The default `matches`: the game knows no patterns."""
    return 0


@rule
def none_forcing(state, out):
    """The default `forcing`: every position is quiet."""
    return 0


@rule
def one_class(state, move):
    """The default `move_class`: all moves are alike."""
    return 0


@rule
def never_back(state, move):
    """The default `reversible`: no move can be taken back, so no position recurs."""
    return False


@rule
def no_features(state, out):
    """The default `features` and `traits`: none."""
    return


@rule
def all_alike(state, move):
    """The default `prior`: before anything is known, no move looks better than another."""
    return 0


@rule
def left_out(state):
    """Stands in kernels for an optional rule that a game does not give."""
    return state


def rate_by_playing(play: Callable, over: Callable, result: Callable, evaluate: Callable) -> Callable:
    """Return the default `rate`: play every move and look."""

    @rule
    def rate(state, moves, n, weights, out):
        for i in range(n):
            child = play(state, moves[i])
            out[i] = -result(child) * WIN if over(child) else -evaluate(child, weights)

    return rate


def win_by_playing(moves: Callable, play: Callable, over: Callable, result: Callable) -> Callable:
    """Return the default `wins`: play every move and see whether it ended the game."""

    @rule
    def wins(state, out):
        n = 0
        for i in range(moves(state, out)):
            child = play(state, out[i])
            if over(child) and result(child) < 0:
                out[n] = out[i]
                n += 1
        return n

    return wins


def fields_as_text(state: tuple) -> str:
    """The default `position_text`: the words of the state, separated by blanks."""
    return " ".join(str(word) for word in state)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game: compiled rules, weights, notation and drawing.

    Rules, each marked `@rule` and compiled into every kernel:
        moves(state, out)         write the legal moves into `out`, return how many; 0 = game over
        play(state, move)         the state after a move, seen by the side now to move
        result(state)             1, 0 or -1 for the side to move, asked where it has no moves
        over(state)               whether the game is seen to be over at a glance, asked at the horizon
        evaluate(state, weights)  whole-number worth for the side to move
        features(state, out)      write the features into `out`, one for each name in `feature_names`
        traits(state, out)        write what else a learner may look at, one for each of `trait_names`
        matches(state, pattern)   how often a pattern, a row of numbers, stands on the board
        forcing(state, out)       write the moves that must be tried before a position is judged
        move_class(state, move)   the move's class, an index into `class_names`
        reversible(state, move)   whether the position could come back after it; that would be a draw
        rate(state, moves, n, weights, out)
                                  write what the position after each of n moves is worth to the mover
        prior(state, move)        how promising a move looks among those rated alike: 0 to MOST_PROMISING
        wins(state, out)          write the moves that win at once, return how many
        passed(state)             the same board with the other side to move (optional)
        swapped(state)            the same position with the colours exchanged (optional)

    Constants:
        weights, feature_names    what evaluation starts from, and what it looks at
        dominance                 pairs of features, the first never worth less than the second
        class_names               the classes of moves, which search may make cheap or dear
        may_decline               whether a side may leave its forcing moves unplayed
        width                     room for this many moves in one position

    Plain Python:
        start()                   the first state
        move_text(state, move)    a move as players write it
        position_text(state), read_position(text)
        draw(state), svg(state)   the board as text and as a picture (optional)
    """

    name: str
    start: Callable[[], Any]
    moves: Callable
    play: Callable
    result: Callable = no_move_loses
    over: Callable = never_over
    evaluate: Callable = nothing_known
    features: Callable = no_features
    traits: Callable = no_features
    matches: Callable = no_match
    forcing: Callable = none_forcing
    move_class: Callable = one_class
    reversible: Callable = never_back
    rate: Callable = None  # type: ignore[assignment]  # filled in below
    prior: Callable = all_alike
    wins: Callable = None  # type: ignore[assignment]  # filled in below
    passed: Callable | None = None
    swapped: Callable | None = None
    weights: tuple[float, ...] = ()
    feature_names: tuple[str, ...] = ()
    dominance: tuple[tuple[str, str], ...] = ()
    trait_names: tuple[str, ...] = ()
    class_names: tuple[str, ...] = ("move",)
    may_decline: bool = True
    width: int = 128
    move_text: Callable[[Any, int], str] = lambda state, move: str(move)
    position_text: Callable[[Any], str] = fields_as_text
    read_position: Callable[[str], Any] = None  # type: ignore[assignment]  # filled in below
    read_move: Callable[[Any, str], int] | None = None
    draw: Callable[[Any], str] | None = None
    svg: Callable[[Any], str] | None = None
    origin: str = field(default="", init=False)
    digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        if not 1 <= self.width <= WIDEST:
            raise InputError(f"{self.name}: width is room for 1 to {WIDEST} moves, not {self.width}.")
        for name in RULES:
            _check_rule(self.name, name, getattr(self, name))
        self._fill_in()
        if self.read_position is None:
            object.__setattr__(self, "read_position", partial(_fields_from_text, self))
        unknown = {name for pair in self.dominance for name in pair} - set(self.feature_names)
        if unknown:
            raise InputError(f"{self.name}: dominance names {min(unknown)!r}, which is not a feature.")
        object.__setattr__(self, "digest", _digest(self))
        _loaded[self.name, self.digest] = self

    def _fill_in(self) -> None:
        """Make the rules that a game may leave out from those that it gives."""
        if self.rate is None:
            rate = rate_by_playing(self.play, self.over, self.result, self.evaluate)
            object.__setattr__(self, "rate", rate)
        if self.wins is None:
            object.__setattr__(self, "wins", win_by_playing(self.moves, self.play, self.over, self.result))

    @property
    def feature_count(self) -> int:
        """How many features there are."""
        return len(self.feature_names)

    @property
    def trait_count(self) -> int:
        """How many traits there are."""
        return len(self.trait_names)

    @property
    def has_traits(self) -> bool:
        """Whether the game tells learners more than its features."""
        return bool(self.trait_names)

    @property
    def recurs(self) -> bool:
        """Whether positions can come back."""
        return self.reversible is not never_back

    def state_of(self, words: Iterable[int]) -> Any:
        """Return the state that consists of these words."""
        return type(self.start())(*words)

    def __repr__(self) -> str:
        return f"Game({self.name})"


RULES = (
    "moves",
    "play",
    "result",
    "over",
    "evaluate",
    "features",
    "traits",
    "matches",
    "forcing",
    "move_class",
    "reversible",
    "rate",
    "prior",
    "wins",
    "passed",
    "swapped",
)
OPTIONAL_RULES = ("rate", "wins", "passed", "swapped")

_loaded: dict[tuple[str, str], Game] = {}
_passing = itertools.count()


def _check_rule(game: str, name: str, value: Any) -> None:
    if value is None and name in OPTIONAL_RULES:
        return
    if not callable(value):
        raise InputError(f"{game}: {name} must be a function marked @rule, not {value!r}.")
    if not isinstance(value, Dispatcher) and not config.DISABLE_JIT:
        raise InputError(f"{game}: {name} is a plain function: write @rule above its definition.")


def _fields_from_text(game: Game, text: str) -> Any:
    words, wanted = text.split(), len(game.start())
    if len(words) != wanted or not all(re.fullmatch("-?[0-9]{1,18}", word) for word in words):
        raise InputError(f"position {text!r}: {wanted} whole numbers are expected.")
    return game.state_of(map(int, words))


def _digest(game: Game) -> str:
    """Digest all that a kernel for this game can see, or a passing name where no file backs it."""
    functions = [_plain(getattr(game, name)) for name in RULES if getattr(game, name)]
    modules = sorted({function.__module__ for function in functions})
    if "__main__" in modules or not all(map(sources.source_file, modules)):
        return f"{PASSING}{next(_passing)}"
    names = (game.name, game.feature_names, game.trait_names, game.class_names)
    constants = (names, game.width, len(game.weights), game.may_decline)
    code = [(f.__code__.co_qualname, f.__code__.co_firstlineno, _values_in(f, set())) for f in functions]
    seen = (constants, code, [sources.digest(name) for name in modules])
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def _values_in(function: Callable, seen: set[Callable]) -> list:
    """Return the constants that a rule closes over or takes from its module, those of its helpers included.

    They become part of the machine code, wherever they come from: a parameter, a table read from a file.
    """
    seen.add(function)
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    things = [*_held(function), *map(_plain, named)]
    values = [_value(thing) for thing in things if isinstance(thing, int | float | str | tuple | np.ndarray)]
    helpers = [thing for thing in things if hasattr(thing, "__code__") and thing not in seen]
    return values + [_values_in(helper, seen) for helper in helpers]


PASSING = "passing-"


class GameType(types.Type):
    """The Numba type of one game; its name makes kernels and their cache specific to it."""

    def __init__(self, name: str, digest: str) -> None:
        self.identity = (name, digest)
        super().__init__(name=f"Game({name}, {digest})")

    def __reduce__(self) -> tuple:
        return GameType, self.identity

    @property
    def game(self) -> Game:
        """The game itself, which its process has loaded."""
        return _loaded[self.identity]

    @property
    def is_passing(self) -> bool:
        """True for a game that no file backs: its machine code ends with the process."""
        return self.identity[1].startswith(PASSING)


@typeof_impl.register(Game)
def _type_of_game(game: Game, context: Any) -> GameType:
    return GameType(game.name, game.digest)


register_model(GameType)(models.OpaqueModel)


@unbox(GameType)
def _unbox_game(kind: GameType, game: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def _verb(game: Game, verb: str) -> Any:
    """Return what a game has under a name; a rule that it leaves out is compiled, but never asked."""
    found = getattr(game, verb)
    return left_out if found is None else found


@infer_getattr
class _Verbs(AttributeTemplate):
    key = GameType

    def generic_resolve(self, kind: GameType, verb: str) -> types.Type:
        return typeof(_verb(kind.game, verb))


@lower_getattr_generic(GameType)
def _lower_verb(context: Any, builder: Any, kind: GameType, value: Any, verb: str) -> Any:
    constant = _verb(kind.game, verb)
    constant_type = typeof(constant)
    if isinstance(constant_type, types.Callable):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, constant_type, constant)


def state_in(like: Any, words: np.ndarray) -> Any:
    """Return the state that an array of its words holds; `like` is any state of the game.

    A kernel gets many states at once as the rows of one array: Python calls it once for all of them.
    """
    return type(like)(*words.tolist())


@intrinsic
def _packed(context: Any, like: Any, words: Any) -> tuple:
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = make_array(words)(target, builder, arguments[1]).data
        places = (target.get_constant(types.intp, i) for i in range(len(like)))
        loaded = [builder.load(builder.gep(data, [place])) for place in places]
        return target.make_tuple(builder, like, loaded)

    return like(like, words), build


@overload(state_in)
def _state_in(like, words):  # type: ignore[no-untyped-def]  # Numba wants bare names here
    return lambda like, words: _packed(like, words)
