"""The parts of a game beyond its rules: evaluation, hints, insight, endings, notation, draws; all optional.

Every rule of a game is declared once, as a field here or in `Game`: what it takes, what it tells, and
what stands in where a game does not give it. Checks, defaults, the kernels by which plain Python asks a
rule, and the table in docs/your-own-game.md follow from these fields.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, NamedTuple

from numba.core import config
from numba.core.dispatcher import Dispatcher

from plyometric.errors import InputError
from plyometric.kernel.compiling import rule

WIN = 1_000_000_000
"""The value of a won game; a win n plies away is worth WIN - n."""

SURE = WIN - 1000
"""The most that a position can be worth before its game is decided: values beyond tell how far the end is."""

HEAVIEST = 1_000_000
"""The largest weight of an evaluation, up or down."""

WIDEST = 1000
"""The most moves that a position may have: their indices are packed into ten bits."""

MOST_PROMISING = 1023
"""The largest number that a game's `prior` may give."""

LONGEST_QUIET = 127
"""The most plies without anything irreversible that a game may go on: searches remember so many positions."""


class Rule(NamedTuple):
    """A rule that a game may give: its name, what it takes, what it tells, and what stands in for it."""

    name: str
    takes: str
    tells: str
    default: Any


def told(takes: str, tells: str, default: Any = MISSING) -> Any:
    """Declare a rule as a field; one whose default is None may be missing."""
    return field(default=default, metadata={"takes": takes, "tells": tells})


def rules_in(part: type) -> dict[str, Rule]:
    """Return the rules that a part declares, by name."""
    return {
        one.name: Rule(one.name, one.metadata["takes"], one.metadata["tells"], one.default)
        for one in fields(part)
        if "takes" in one.metadata
    }


def check_rules(owner: str, part: Any) -> None:
    """Refuse a part in whose rules anything stands but functions marked @rule."""
    for name, declared in rules_in(type(part)).items():
        given = getattr(part, name)
        if given is None and declared.default is None:
            continue
        if not callable(given):
            raise InputError(f"{owner}: {name} must be a function marked @rule, not {given!r:.80}.")
        if not isinstance(given, Dispatcher) and not config.DISABLE_JIT:
            raise InputError(f"{owner}: {name} is a plain function: write @rule above its definition.")


# What stands in where a game gives no rule


@rule
def no_move_loses(state):
    """The default `result`: whoever cannot move has lost."""
    return -1


@rule
def never_over(state):
    """The default `over`: only a lack of moves ends the game."""
    return False


@rule
def never_back(state, move):
    """The default `reversible`: no move can be taken back, so no position recurs."""
    return False


@rule
def all_words(state):
    """The default `identity`: every word of a state tells its position from others."""
    return state


@rule
def nothing_known(state, weights):
    """The default `evaluate`: all positions are worth the same."""
    return 0


@rule
def no_features(state, out):
    """The default `features` and `traits`: none."""
    return


@rule
def no_board(state, out):
    """The default `board`: the game does not tell where its pieces stand."""
    return


@rule
def no_match(state, pattern):
    """The default `matches`: the game knows no patterns."""
    return 0


@rule
def none_forcing(state, out):
    """The default `forcing`: every position is quiet."""
    return 0


@rule
def always_free(state):
    """The default `may_decline` and `may_pass`: nobody must play a forcing move, or any."""
    return True


@rule
def one_class(state, move, n):
    """The default `move_classes`: all moves are alike, of the first class only."""
    return 1


@rule
def no_threat(state):
    """The default `in_check`: nothing must be answered at once."""
    return False


@rule
def nothing_won(state, move):
    """The default `gain`: no move wins anything at once."""
    return 0


@rule
def loses_nothing(state, move):
    """The default `loses`: what a move wins is never lost again at once."""
    return False


@rule
def not_counted(state):
    """The default `clock`: a state does not count quiet plies."""
    return 0


@rule
def all_alike(state, move):
    """The default `prior`: before anything is known, no move looks better than another."""
    return 0


@rule
def no_number(state):
    """The default `number_of`: no position counts as an ending."""
    return -1


@rule
def undecided(value):
    """Return an evaluation as a search may use it: however large, it is no win and no loss."""
    return min(max(value, -SURE), SURE)


def rate_by_playing(play: Callable, over: Callable, result: Callable, evaluate: Callable) -> Callable:
    """Return the default `rate`: play every move and look."""

    @rule
    def rate(state, moves, n, weights, out):
        for i in range(n):
            child = play(state, moves[i])
            out[i] = -result(child) * WIN if over(child) else -undecided(evaluate(child, weights))

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


# The parts


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What a position is worth, by weights that can be learned.

    `feature_names` and `weights` go together where the worth is a sum of features times weights;
    `dominance` pairs features, the first of which is never worth less than the second; `of_turn` are
    features that belong to whoever is to move, and so stay when all others change their sign by a pass;
    `spreads` say how far each weight is expected to lie from where learning begins.
    `settings` are those of the full search that suit it, where a player names no others.
    """

    evaluate: Callable = told("state, weights", "whole-number worth for the side to move", nothing_known)
    features: Callable = told(
        "state, out", "write the features, one for each of `feature_names`", no_features
    )
    rate: Callable | None = told(
        "state, moves, n, weights, out",
        "write what the position after each of n moves is worth to the mover, WIN where it has won",
        None,
    )
    weights: tuple[float, ...] = ()
    feature_names: tuple[str, ...] = ()
    dominance: tuple[tuple[str, str], ...] = ()
    of_turn: tuple[str, ...] = ()
    spreads: tuple[float, ...] = ()
    settings: Mapping[str, bool | int | float | tuple[float, ...]] = field(default_factory=dict)

    def check(self, owner: str) -> None:
        """Refuse an evaluation that contradicts itself."""
        check_rules(owner, self)
        named = {"dominance": [name for pair in self.dominance for name in pair], "of_turn": self.of_turn}
        for where, names in named.items():
            if unknown := set(names) - set(self.feature_names):
                raise InputError(f"{owner}: {where} names {min(unknown)!r}, which is not a feature.")
        if self.spreads and (len(self.spreads) != len(self.weights) or not min(self.spreads) > 0):
            raise InputError(f"{owner}: spreads must be positive, one for each weight.")


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What helps a search: which moves are forcing, of which class, promising or winning.

    `class_names` are the classes of moves, which a search may make cheap or dear. `placements` says that
    either side could make the same move, and that to make it oneself is the only way to stop it.
    """

    forcing: Callable = told(
        "state, out", "write the moves that must be tried before a position is judged", none_forcing
    )
    may_decline: Callable = told(
        "state", "whether the mover may leave its forcing moves unplayed", always_free
    )
    move_classes: Callable = told(
        "state, move, n", "the classes of one of n moves: bit i stands for `class_names[i]`", one_class
    )
    in_check: Callable = told(
        "state", "whether the mover must answer a threat: any move counts as forcing there", no_threat
    )
    may_pass: Callable = told(
        "state", "whether to pass, if that were allowed, would hardly be better than to move", always_free
    )
    gain: Callable = told(
        "state, move",
        "what a move wins at once, in the unit of the evaluation, 0 for a quiet one",
        nothing_won,
    )
    loses: Callable = told(
        "state, move", "whether a move loses more than it wins when all there is played out", loses_nothing
    )
    prior: Callable = told(
        "state, move", f"how promising a move looks among those rated alike, 0 to {MOST_PROMISING}", all_alike
    )
    wins: Callable | None = told("state, out", "write the moves that win at once, return how many", None)
    class_names: tuple[str, ...] = ("move",)
    placements: bool = False


@dataclass(frozen=True, kw_only=True)
class Insight:
    """What learners may look at beyond the evaluation's features; `patterns` are some to try `matches` by.

    `drawn` is plain Python: it returns a position for a seed and an index, from which learners begin where
    the start of the game is no fair sample.
    """

    traits: Callable = told(
        "state, out", "write what a learner may look at, one for each of `trait_names`", no_features
    )
    board: Callable = told(
        "state, out", "write the squares of each kind of piece, a word for each of `piece_names`", no_board
    )
    matches: Callable = told(
        "state, pattern", "how often a pattern, a row of numbers, stands on the board", no_match
    )
    trait_names: tuple[str, ...] = ()
    piece_names: tuple[str, ...] = ()
    drawn: Callable[[int, int], Any] | None = None
    patterns: tuple[tuple[int, ...], ...] = ()


class Slice(NamedTuple):
    """Endings that are solved together: they lead to each other, and to those of the slices before."""

    pieces: int
    name: str
    size: int


@dataclass(frozen=True, kw_only=True)
class Endings:
    """How positions with few pieces are counted off, so that a database can tell what each is worth.

    Every such position has a number. Numbers need not all be taken: one is free whose position has
    another number. `slices` cut them into runs, those with fewer pieces first.
    """

    number_of: Callable = told("state", "the number of a position with few pieces, -1 for others", no_number)
    numbered: Callable | None = told("number", "the position of a number", None)
    slices: tuple[Slice, ...] = ()


def words_as_text(state: tuple) -> str:
    """The default `position_text`: the words of the state, separated by blanks."""
    return " ".join(str(word) for word in state)


class Records(NamedTuple):
    """How games are recorded: by default as draughts players do, in PDN.

    `sides` are who moves first and who second, `results` how a record says that a game ended, a win of
    either side and a draw first, and `ply` says how many plies came before a position: it is even where
    the first side is to move.
    """

    extension: str = "pdn"
    sides: tuple[str, str] = ("First", "Second")
    results: tuple[str, ...] = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0")
    ply: Callable[[Any], int] = lambda state: 0


@dataclass(frozen=True, kw_only=True)
class Notation:
    """How people read and write the game: plain Python.

    move_text(state, move)    a move as players write it
    read_move(state, text)    the move that a text names; by default the one that is written so
    position_text(state), read_position(text)
    draw(state), svg(state)   the board as text and as a picture
    places(state, move)       where on the picture a move begins, lands and ends: (row, column) each
    engine_move_text(state, move)   a move as engines write it; by default as players do
    records                   how games are written down
    protocol                  by which other programs talk to one that plays it: uci or gtp
    """

    move_text: Callable[[Any, int], str] = lambda state, move: str(move)
    read_move: Callable[[Any, str], int] | None = None
    position_text: Callable[[Any], str] = words_as_text
    read_position: Callable[[str], Any] = None  # type: ignore[assignment]  # by default the words again
    draw: Callable[[Any], str] | None = None
    svg: Callable[[Any], str] | None = None
    places: Callable[[Any, int], Sequence[tuple[int, int]]] | None = None
    engine_move_text: Callable[[Any, int], str] | None = None
    records: Records = Records()
    protocol: str = "uci"


class Draws(NamedTuple):
    """When a game is drawn that could go on.

    A position has stood so many times, so many plies went by of which none is irreversible (0 for never,
    both), or the game was broken off after the longest time that it may take.
    """

    repetitions: int = 3
    quiet: int = 100
    longest: int = 400

    def checked(self, owner: str) -> "Draws":
        """Return the draw rules, or say what is wrong with them."""
        most = LONGEST_QUIET
        if self.repetitions < 0 or self.repetitions == 1 or not 0 <= self.quiet <= most or self.longest < 1:
            raise InputError(
                f"{owner}: a game is drawn by 2 or more repetitions and by 1 to {most} quiet plies (0 for"
                f" never), and lasts 1 ply at least; {self} says otherwise."
            )
        if self.repetitions and not self.quiet:
            raise InputError(
                f"{owner}: where repetitions count, a game needs a limit of 1 to {most} quiet plies."
            )
        return self
