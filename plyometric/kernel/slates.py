"""Slates: boards that are written on, where a search must be quicker than pure states allow.

A move is put on the desk itself, and wiped again. A slate belongs to a game's goal and knows the same rules,
but it writes only those moves that a good player would look at: what is read on it is a judgement, and no
proof.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from plyometric.kernel.bundles import Bundle
from plyometric.kernel.parts import check_rules, rules_in, told

MANY = (1 << 15) - 1
"""The number of what can never be proven, or disproven."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Slate(Bundle):
    """A slate, as kernels know it; its position lies in fields of the desk.

    Two of them are `hash`, by which it is known, and `mover`, 0 where the attacker is to move.
    """

    name: str
    fields: tuple[tuple[str, tuple[int, ...]], ...]
    laid: Callable = told("state, asks, desk", "write a position; `asks` says whether the attacker asks")
    put: Callable = told("move, desk", "play a move")
    wiped: Callable = told("desk", "take the last move back")
    allowed: Callable = told("move, desk", "whether the side to move may put a stone there")
    glance: Callable = told("desk", "the proof and disproof number that a position begins with")
    ideas: Callable = told("desk, out", "write the moves worth a thought; return how many there are")
    digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        check_rules(self.name, self)
        self.seal([getattr(self, name) for name in rules_in(Slate)], (self.name, self.fields))
