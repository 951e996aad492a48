"""Games: rules as compiled pure functions, with an evaluation, hints, insight and notation beside them."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import chain
from typing import Any

from plyometric.errors import InputError
from plyometric.kernel.bundles import Bundle
from plyometric.kernel.compiling import digest_of, plain
from plyometric.kernel.fitting import check_kinds, check_name
from plyometric.kernel.goals import Goal
from plyometric.kernel.parts import (
    WIDEST,
    Draws,
    Endings,
    Evaluation,
    Hints,
    Insight,
    Notation,
    Rule,
    all_words,
    check_rules,
    never_back,
    never_over,
    no_move_loses,
    not_counted,
    rate_by_playing,
    rules_in,
    told,
    win_by_playing,
)

STANDARD = "standard"
"""The name of the evaluation of a game that has but one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Bundle):
    """A game: rules that are compiled into every kernel, and its parts.

    Rules are functions marked `@rule`; `start()` is plain Python and returns the first state; `width` is
    room for the moves of one position. Whatever stands in a part can be asked of the game itself:
    `game.evaluate` is `game.evaluation.evaluate`, in kernels too.

    A game may have several evaluations by name, the first of which it is judged by; `judged_by` returns
    the same game with another. `played_by` names the one by which players judge, where that is not the first.
    """

    name: str
    start: Callable[[], Any]
    moves: Callable = told("state, out", "write the legal moves, return how many; none: the game is over")
    play: Callable = told("state, move", "the state after a move, seen by the side now to move")
    result: Callable = told(
        "state", "1, 0 or -1 for the side to move, asked where it has no moves", no_move_loses
    )
    over: Callable = told("state", "whether the game is seen to be over at a glance", never_over)
    reversible: Callable = told(
        "state, move", "whether the position could come back after the move", never_back
    )
    identity: Callable = told("state", "the words that tell the position from others", all_words)
    clock: Callable = told(
        "state", "quiet plies before a position as the state itself counts them", not_counted
    )
    mover: Callable | None = told(
        "state", "0 where whoever began is to move, 1 where the other side is; checked, never needed", None
    )
    passed: Callable | None = told("state", "the same board with the other side to move", None)
    swapped: Callable | None = told("state", "the same position with the colours exchanged", None)
    width: int = 128
    draws: Draws = Draws()
    evaluation: Evaluation = None  # type: ignore[assignment]  # by default the first of those below
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
    played_by: str = ""
    hints: Hints = Hints()
    insight: Insight = Insight()
    endings: Endings = Endings()
    notation: Notation = Notation()
    goal: Goal | None = None
    evaluation_name: str = ""
    origin: str = field(default="", init=False)
    digest: str = field(default="", init=False)
    rules_digest: str = field(default="", init=False)
    made: Mapping[str, Callable] = field(default_factory=dict, init=False)
    kin: dict[str, "Game"] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self._check_kinds()
        if not 1 <= self.width <= WIDEST:
            raise InputError(f"{self.name}: width is room for 1 to {WIDEST} moves, not {self.width}.")
        if not self.class_names:
            raise InputError(f"{self.name}: class_names must name one class of moves at least.")
        self.draws.checked(self.name)
        self._choose_evaluation()
        self._set(kin={self.evaluation_name: self})
        for judge in (self.evaluation, *self.evaluations.values()):
            judge.check(self.name)
        for part in (self, self.hints, self.insight, self.endings):
            check_rules(self.name, part)
        self._set(made=self._made())
        self.seal([getattr(self, name) for name in RULES], self._constants())
        self._set(rules_digest=self._digest_of_rules())

    def _check_kinds(self) -> None:
        """Refuse values of the wrong kind, before anything is done with them."""
        check_name(self.name)
        check_kinds(self.name, self)
        judged = filter(None, (self.evaluation, *self.evaluations.values()))
        for part in (*judged, self.hints, self.insight, self.endings, self.notation):
            check_kinds(self.name, part)

    def _choose_evaluation(self) -> None:
        """Settle by which evaluation positions are judged."""
        if self.evaluation is not None and self.evaluations and not self.evaluation_name:
            raise InputError(f"{self.name}: give `evaluation` or `evaluations`, not both.")
        offered = self.offered_evaluations
        name = self.evaluation_name or offered[0]
        for named in (name, self.played_by or name):
            if named not in offered:
                raise InputError(
                    f"{self.name} has no evaluation {named!r:.80}: there are {', '.join(offered)}."
                )
        if self.evaluation is None:
            self._set(evaluation=self.evaluations.get(name, Evaluation()))
        self._set(evaluation_name=name)

    def _made(self) -> dict[str, Callable]:
        """Make what a game may leave out from what it gives."""
        rules = (self.play, self.over, self.result)
        return {
            "rate": rate_by_playing(*rules, self.evaluate),
            "wins": win_by_playing(self.moves, *rules),
            "read_position": partial(_words_from_text, self),
            "engine_move_text": self.notation.move_text,
        }

    def _constants(self) -> tuple:
        """Return the constants that kernels may compile in."""
        judged = (self.feature_names, len(self.weights))
        hinted = (self.class_names, self.trait_names, self.piece_names, self.placements)
        return self.name, self.width, tuple(self.draws), judged, hinted, self.goal

    def _digest_of_rules(self) -> str:
        """Digest what makes the game the same whoever judges its positions."""
        rules = [plain(getattr(self, name)) for name in rules_in(Game)]
        known = digest_of([function for function in rules if function], (self.name, self.width))
        return known or self.digest

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        """Look through the parts; what they leave out and can be made from the rules was made."""
        part = PART_OF.get(name)
        if part is None:
            raise AttributeError(f"a game has no {name}")
        given = getattr(self.__dict__[part], name)
        return self.made.get(name) if given is None else given

    @property
    def offered_evaluations(self) -> tuple[str, ...]:
        """The names of the evaluations, the usual one first."""
        return tuple(self.evaluations) or (STANDARD,)

    @property
    def usual(self) -> "Game":
        """The same game, judged by its usual evaluation."""
        return self.judged_by(self.offered_evaluations[0])

    @property
    def played(self) -> "Game":
        """The same game, judged as its players judge it where they name neither evaluation nor weights."""
        return self.judged_by(self.played_by)

    def judged_by(self, evaluation: str) -> "Game":
        """Return the same game, judged by the evaluation of that name."""
        name = evaluation or self.evaluation_name
        if name not in self.kin:
            unset: Any = None
            other = replace(self, evaluation=unset, evaluation_name=name)
            other._set(kin=self.kin)
            self.kin[name] = other
        self.kin[name]._set(origin=self.origin)
        return self.kin[name]

    @property
    def address(self) -> tuple[str, str, str]:
        """Where another process finds the very same game: origin, evaluation and digest."""
        return self.origin, self.evaluation_name, self.digest

    @property
    def feature_count(self) -> int:
        """How many features there are."""
        return len(self.feature_names)

    @property
    def trait_count(self) -> int:
        """How many traits there are."""
        return len(self.trait_names)

    @property
    def piece_count(self) -> int:
        """How many kinds of piece there are."""
        return len(self.piece_names)

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


PARTS: dict[str, type] = {
    "evaluation": Evaluation,
    "hints": Hints,
    "insight": Insight,
    "endings": Endings,
    "notation": Notation,
}
PART_OF = {one.name: part for part, kind in PARTS.items() for one in fields(kind)}
"""Where each thing stands that is not in the game itself."""

RULES: dict[str, Rule] = dict(chain.from_iterable(rules_in(kind).items() for kind in (Game, *PARTS.values())))
"""Every rule that a game may give, by name."""


def _words_from_text(game: Game, text: str) -> Any:
    words, wanted = text.split(), len(game.start())
    numbers = [int(word) for word in words if re.fullmatch("-?[0-9]{1,19}", word)]
    if len(words) != wanted or len(numbers) != wanted or not all(-(1 << 63) <= n < 1 << 63 for n in numbers):
        raise InputError(f"position {text!r}: {wanted} whole numbers are expected.")
    return game.state_of(numbers)
