"""What moves cost: a part of a ply for each class of moves, and for each two classes that meet in a move.

What the classes of a move save adds up, and so does what each two of them save together; a move that
saves nothing costs a ply. Source: Y. Bjornsson and T. A. Marsland, Learning search control in adversary
games; pairs of classes are ours.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from plyometric.errors import InputError, brief
from plyometric.kernel import Game, rule
from plyometric.search.pruning import PLY

CHEAPEST = PLY // 10
"""What a move costs at least."""


def cost_names(game: Game) -> list[str]:
    """Return what a cost can be given for: each class of moves, then each two classes that meet in one."""
    return [*game.class_names, *(" + ".join(two) for two in combinations(game.class_names, 2))]


def costs_for(game: Game, given: Iterable[float | str]) -> tuple[float, ...]:
    """Return the costs of all classes and pairs: those given, in order or by name; all others cost a ply."""
    names = cost_names(game)
    costs = [1.0] * len(names)
    for i, one in enumerate(given):
        name, cost = _named(one) if isinstance(one, str) else (names[i] if i < len(names) else "", one)
        if name not in names:
            raise InputError(f"{game.name} has no move class {brief(name)}: {_accepted(game)}")
        costs[names.index(name)] = cost
    return tuple(costs)


def _named(text: str) -> tuple[str, float]:
    name, _, cost = text.rpartition("=")
    return name, float(cost)


def _accepted(game: Game) -> str:
    """Return the end of a sentence that says how costs are given."""
    classes = game.class_names
    ways = [f"{classes[0]}=0.5", *([f"{classes[0]} + {classes[1]}=0.5"] if len(classes) > 1 else [])]
    return f"there are {', '.join(classes)}; give a cost each in this order, or by name, {' or '.join(ways)}."


def cost_table(game: Game, costs: Iterable[Any]) -> list[list[int]]:
    """Return the costs as kernels know them: of class i in row and column i, of a pair in row i, column j."""
    places = {name: i for i, name in enumerate(game.class_names)}
    table = [[PLY] * len(places) for _ in places]
    for name, cost in zip(cost_names(game), costs, strict=True):
        first, _, second = name.partition(" + ")
        table[places[first]][places[second or first]] = round(cost * PLY)
    return table


@rule
def cost_of(game, state, move, n, ply, desk):
    """Return how much of the depth a move costs: its classes each add what they save, within limits."""
    if not desk.uses_costs:
        return PLY
    classes, saved = game.move_classes(state, move, n), 0
    for i in range(len(desk.costs)):
        for j in range(i, len(desk.costs) if classes >> i & 1 else 0):
            if classes >> j & 1:
                saved += PLY - desk.costs[i, j]
    if saved > 0 and ply > 2 * desk.depth + 2:
        saved //= 2
    return max(PLY - saved, CHEAPEST)
