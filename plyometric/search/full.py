"""The full search: strong play for any game, with settings that can each be turned off."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import WIN, Game, rule
from plyometric.kernel.desk import PLIES, Fields
from plyometric.search.alphabeta import HISTORY, deepen
from plyometric.search.kinds import Kind, Method, checked_limits
from plyometric.search.pruning import LATE, PLY, late_table
from plyometric.search.table import LARGEST, new_table

SWITCHES = (
    "uses_table",
    "uses_order",
    "uses_null_window",
    "uses_quiescence",
    "uses_repetition",
    "uses_singular",
    "uses_costs",
    "uses_exchange",
    "uses_evasions",
    "uses_deeper",
    "is_bold",
)
BOLD = ("null_move", "reductions", "futility")


@rule
def forget(seat):
    """Clear what is known from earlier games and searches."""
    seat.memory[:] = 0
    seat.desk.history[:] = 0
    seat.desk.age = 0


@dataclass(frozen=True)
class Full(Kind):
    """The full search: strong play for any game; with every enhancement off it is plain minimax."""

    name: ClassVar[str] = "full"
    method: ClassVar[Method] = Method(name="full", begin=forget, decide=deepen)

    nodes: int = 0
    table: float = 16.0
    order: bool = True
    null_window: bool = True
    quiescence: bool = True
    repetition: bool = True
    singular: int = 0
    costs: tuple[float, ...] = ()
    exchange: bool = False
    evasions: bool = False
    deeper: bool = False
    aspiration: int = 0
    null_move: float = 0.0
    reductions: float = 0.0
    futility: int = 0

    def checked(self, game: Game) -> "Full":
        """Return the settings with their gaps filled, or say what is wrong with them."""
        if not 0 <= self.table <= LARGEST:
            raise InputError(f"table must be from 0 to {LARGEST} MB, not {self.table}.")
        if not 0 <= self.singular < WIN:
            raise InputError(f"singular is a margin in the unit of the evaluation, not {self.singular}.")
        if len(self.costs) not in (0, len(game.class_names)):
            raise InputError(
                f"{game.name} has the move classes {', '.join(game.class_names)}: give a cost each."
            )
        if not all(0.1 <= cost <= 10 for cost in self.costs):
            raise InputError(f"the cost of a move is from 0.1 to 10 plies, not {self.costs}.")
        if self.null_move and not game.passed:
            raise InputError(f"{game.name} has no rule `passed`: there are no null moves in it.")
        if not (0 <= self.null_move <= 10 and 0 <= self.reductions <= 10):
            raise InputError("null_move and reductions are from 0 to 10 plies.")
        if not (0 <= self.futility < WIN // 1000 and 0 <= self.aspiration < WIN // 1000):
            raise InputError("futility and aspiration are margins in the unit of the evaluation.")
        costs = self.costs or (1.0,) * len(game.class_names)
        return replace(self, depth=checked_limits(self.depth, self.nodes), costs=costs)

    def desk_fields(self, game: Game) -> Fields:
        """Return room for what orders the moves, and for the settings."""
        once = ("age", "singular_margin", "quiet", "aspiration", *BOLD, *SWITCHES)
        return (
            ("killers", (PLIES, 2)),  # moves that cut off siblings
            ("history", (HISTORY,)),
            ("costs", (len(game.class_names),)),
            ("chosen", (PLIES,)),  # the move that leads on from each ply, NO_MOVE for a pass
            ("checked", (PLIES,)),  # whether the mover is in check there
            ("late", (LATE, LATE)),
            *((name, ()) for name in once),
        )

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the settings on the desk."""
        desk.plies, desk.node_limit = self.depth, self.nodes
        desk.costs[:] = [round(cost * PLY) for cost in self.costs]
        desk.singular_margin = self.singular
        desk.uses_table, desk.uses_singular = self.table > 0, self.singular > 0
        desk.uses_order, desk.uses_null_window = self.order, self.null_window
        desk.uses_quiescence = self.quiescence
        desk.uses_repetition = self.repetition and game.recurs
        desk.uses_costs = any(cost != 1.0 for cost in self.costs)
        desk.uses_exchange, desk.uses_evasions, desk.uses_deeper = self.exchange, self.evasions, self.deeper
        desk.quiet = game.draws.quiet or 1 << 62
        desk.aspiration, desk.futility = self.aspiration, self.futility
        desk.null_move, desk.reductions = round(self.null_move * PLY), round(self.reductions * PLY)
        desk.is_bold = any(getattr(self, name) for name in BOLD)
        desk.late[:] = late_table(self.reductions)

    def memory(self) -> np.ndarray:
        """Return the transposition table."""
        return new_table(self.table)


KIND = Full
