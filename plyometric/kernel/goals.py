"""Goals: what an attacker wants to reach in a game, and a defender to prevent.

A goal gives small sets of moves, and says on what a proof rests: its *zone*. A zone is whatever the game
takes for one, as long as all its zones are of one kind. Whoever wants to upset a proof must move in its
zone: that is all the defender's moves that need be looked at. *Slack* is the number of moves that the
defender may add anywhere before the proof is played out, and against which the zone must hold; a zone for
slack 0 is never asked for its moves.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from plyometric.kernel.bundles import Bundle
from plyometric.kernel.compiling import rule
from plyometric.kernel.parts import check_rules, rules_in, told
from plyometric.kernel.slates import Slate


@rule
def as_it_is(state, drawn):
    """The default `aimed`: a game has one goal, and the attacker is to move."""
    return state


@dataclass(frozen=True, eq=False, kw_only=True)
class Goal(Bundle):
    """A goal, as kernels know it. The attacker is to move in `strike`, `tries` and `attacks`.

    Elsewhere `attacks` says whether he is. Where the goal is missed nothing strikes or can be tried. In `out`
    there is room for the moves of one position.
    """

    name: str
    reached: Callable = told("state, attacks", "whether the goal is reached")
    missed: Callable = told("state, attacks", "whether the goal is out of reach for good")
    strike: Callable = told("state, out", "the move that reaches the goal at once, or NO_MOVE")
    tries: Callable = told("state, order, out", "write the moves that may reach it in `order` moves")
    attacks: Callable = told("state, breadth, out", "write the attacker's moves of a set, 1 the smallest")
    no_zone: Callable = told("state", "an empty zone")
    struck: Callable = told("state, move, slack", "the zone of the proof that a `strike` reaches the goal")
    moved: Callable = told("zone, before, after, move, slack", "a zone, and what the move before it rests on")
    barred: Callable = told("zone, state, slack", "the zone of why some moves in a zone are illegal")
    joined: Callable = told("zone, other", "the union of two zones")
    closed: Callable = told("zone, state", "a zone, and what it comes to on this board")
    replies: Callable = told("zone, state, out", "write the defender's legal moves in a zone")
    aimed: Callable = told(
        "state, drawn", "the board, with the attacker to move, about a goal that a number draws", as_it_is
    )
    has_ladders: bool = True  # whether rows of threats of one move end, so that they can be read out
    slate: Slate | None = None  # a board to read on, where a game has one
    digest: str = field(default="", init=False)

    def __post_init__(self) -> None:
        check_rules(self.name, self)
        self.seal([getattr(self, name) for name in rules_in(Goal)], (self.name, self.has_ladders))
