"""The full search: strong play for any game, with settings that can each be turned off."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyometric.errors import InputError
from plyometric.kernel import WIN, Game, rule
from plyometric.kernel.desk import PLIES, Fields
from plyometric.search.alphabeta import deepen
from plyometric.search.costs import cost_table, costs_for
from plyometric.search.databases.shelf import checked_pieces, database
from plyometric.search.kinds import Kind, Method, Seat, check_spans, checked_limits, tunable
from plyometric.search.managers import Manager, checked_clock, manager_from_json, manager_of
from plyometric.search.ordering import HISTORY, REPLIES
from plyometric.search.pruning import LATE, PLY, late_table
from plyometric.search.table import LARGEST, Memory, filled, new_table

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
    "uses_blame",
    "uses_replies",
    "uses_trend",
    "is_bold",
)
BOLD = ("null_move", "reductions", "futility")
WIDEST_MARGIN = WIN // 1000 - 1
MOST_PATIENT = 1000


@rule
def forget(seat):
    """Clear what is known from earlier games and searches."""
    seat.memory.table[:] = 0
    seat.desk.history[:] = 0
    seat.desk.replies[:] = 0
    seat.desk.age = 0


@dataclass(frozen=True)
class Full(Kind):
    """The full search: strong play for any game; with every enhancement off it is plain minimax."""

    name: ClassVar[str] = "full"
    method: ClassVar[Method] = Method(name="full", begin=forget, decide=deepen)

    nodes: int = 0
    table: float = tunable(16.0, 0, LARGEST, unit="MB", title="Hash")
    order: bool = tunable(True)
    null_window: bool = tunable(True)
    quiescence: bool = tunable(True)
    repetition: bool = tunable(True)
    singular: int = tunable(0, 0, WIDEST_MARGIN, unit="in the unit of the evaluation")
    costs: tuple[float | str, ...] = tunable((), 0.1, 10, step=0.01, unit="plies", title="Cost of")
    exchange: bool = tunable(False)
    evasions: bool = tunable(False)
    deeper: bool = tunable(False)
    blame: bool = tunable(False)
    replies: bool = tunable(False)
    trend: bool = tunable(False)
    aspiration: int = tunable(0, 0, WIDEST_MARGIN, unit="in the unit of the evaluation")
    null_move: float = tunable(0.0, 0, 10, step=0.01, unit="plies")
    reductions: float = tunable(0.0, 0, 10, step=0.01, unit="plies")
    futility: int = tunable(0, 0, WIDEST_MARGIN, unit="in the unit of the evaluation")
    patience: int = tunable(0, 0, MOST_PATIENT, unit="plies")
    endings: int = 0
    clock: Any = "finish"

    def __post_init__(self) -> None:
        if isinstance(self.clock, dict):
            object.__setattr__(self, "clock", manager_from_json(self.clock))

    @property
    def manager(self) -> Manager:
        """Who decides when it has looked deep enough, where a clock runs."""
        return manager_of(self.clock)

    def checked(self, game: Game) -> "Full":
        """Return the settings with their gaps filled, or say what is wrong with them."""
        costs = costs_for(game, self.costs)
        check_spans(replace(self, costs=costs))
        if self.null_move and not game.passed:
            raise InputError(f"{game.name} has no rule `passed`: there are no null moves in it.")
        checked_pieces(game, self.endings)
        clock = checked_clock(game, self.clock)
        return replace(self, depth=checked_limits(self.depth, self.nodes), costs=costs, clock=clock)

    def desk_fields(self, game: Game) -> Fields:
        """Return room for what orders the moves, and for the settings."""
        once = ("age", "singular_margin", "quiet", "patience", "aspiration", *BOLD, *SWITCHES)
        return (
            ("killers", (PLIES, 2)),  # moves that cut off siblings
            ("history", (2, HISTORY)),
            ("replies", (REPLIES,)),
            ("costs", (len(game.class_names), len(game.class_names))),
            ("chosen", (PLIES,)),  # the move that leads on from each ply, NO_MOVE for a pass
            ("checked", (PLIES,)),  # whether the mover is in check there
            ("static", (PLIES,)),  # what the position there is worth at a glance
            ("late", (LATE, LATE)),
            *((name, ()) for name in once),
        )

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the settings on the desk."""
        desk.plies, desk.node_limit = self.depth, self.nodes
        desk.costs[:] = cost_table(game, self.costs)
        desk.singular_margin = self.singular
        desk.uses_table, desk.uses_singular = self.table > 0, self.singular > 0
        desk.uses_order, desk.uses_null_window = self.order, self.null_window
        desk.uses_quiescence = self.quiescence
        desk.uses_repetition = self.repetition and game.recurs
        desk.uses_costs = any(cost != 1.0 for cost in self.costs)
        desk.uses_exchange, desk.uses_evasions = self.exchange, self.evasions
        desk.uses_deeper, desk.uses_blame = self.deeper, self.blame
        desk.uses_replies, desk.uses_trend = self.replies, self.trend
        desk.quiet = game.draws.quiet or 1 << 62
        desk.patience = self.patience
        desk.aspiration, desk.futility = self.aspiration, self.futility
        desk.null_move, desk.reductions = round(self.null_move * PLY), round(self.reductions * PLY)
        desk.is_bold = any(getattr(self, name) for name in BOLD)
        desk.late[:] = late_table(self.reductions)

    def memory(self, game: Game) -> Memory:
        """Return the transposition table, the database of endings that is wanted, and the time manager."""
        endings = database(game, self.endings) if self.endings else None
        return Memory(new_table(self.table), endings, self.manager.for_kernels())

    def filled(self, seat: Seat) -> int | None:
        """Return how many thousandths of the table the last search has filled."""
        return filled(seat.memory.table, int(seat.desk.age)) if self.table else None


KIND = Full
