"""A tree that has grown by relevance, for people: as text and as a picture, with the reason for each step."""

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

import numpy as np

from plyometric.search.analysis import Handle

LINES = 80
"""How many positions are shown at most, those first that were looked into first."""

ROW, INDENT, BAR, LEFT = 24, 22, 90, 16
INK, FAINT, GOOD, BAD, EVEN = "#453f38", "#b9b1a4", "#7d9a82", "#a23b52", "#d8cfbd"


class Reason(NamedTuple):
    """Why something was done: its place among all computations, and what was known before it."""

    place: int
    q: float
    step: float
    gain: float
    time: float
    relevance: float


class Branch(NamedTuple):
    """A position that was looked into: by which move, how deep, its worth to the root's mover, and why.

    `chances` are those of the spikes as the root's mover sees them; `others` counts the moves that were not
    looked into.
    """

    move: str
    ply: int
    worth: float
    chances: list[float]
    others: int
    reason: Reason | None


class Grown(NamedTuple):
    """A tree that has grown: its branches from the root down, and when the opinion was adapted, if it was."""

    title: str
    branches: list[Branch]
    adapted: int | None


def grown(handle: Handle, title: str) -> Grown:
    """Return the tree of a search by relevance that has ended."""
    work, n = handle.seat.memory, int(handle.seat.desk.computations)
    reasons = {
        int(x): Reason(i + 1, *row)
        for i, (x, row) in enumerate(zip(work.log.picked[:n], work.log.reasons[:n].tolist(), strict=True))
    }
    adaptation = reasons.pop(0, None)
    shown = {0, *sorted(reasons, key=lambda x: reasons[x].place)[:LINES]}
    branches = list(_branches(handle, 0, shown, reasons))
    return Grown(title, branches, adaptation and adaptation.place)


def _branches(handle: Handle, x: int, shown: set[int], reasons: dict[int, Reason]) -> Iterator[Branch]:
    """Yield a position, and those behind it that were looked into, the best first."""
    tree, spikes = handle.seat.memory.tree, handle.seat.memory.outlook.spikes
    ply, first = int(tree.plies[x]), int(tree.first[x])
    sign = -1 if ply % 2 else 1
    chances = tree.chances[x, ::sign]
    children = range(first, first + int(tree.children[x]))
    below = sorted((y for y in children if y in shown), key=lambda y: float(tree.chances[y] @ spikes))
    worth = float(chances @ spikes)
    yield Branch(_move(handle, x), ply, worth, chances.tolist(), len(children) - len(below), reasons.get(x))
    for y in below:
        yield from _branches(handle, y, shown, reasons)


def _move(handle: Handle, x: int) -> str:
    tree = handle.seat.memory.tree
    if x == 0:
        return "root"
    before: Any = handle.game.state_of(tree.states[tree.parents[x]].tolist())
    return handle.game.move_text(before, int(tree.moves[x]))


def tree_text(tree: Grown) -> str:
    """Return a tree as text, a line for each position that was looked into."""
    lines = [tree.title, f"{'':28}   worth   step  V_Q    V_I    time  relevance"]
    for branch in tree.branches:
        name = f"{'  ' * branch.ply}{branch.move}{_rest(branch)}"
        lines.append(f"{name:28} {branch.worth:+8.1f}  {_reason_text(branch.reason)}".rstrip())
    if tree.adapted:
        lines.append(f"the opinion was adapted at step {tree.adapted}")
    return "\n".join(lines)


def _rest(branch: Branch) -> str:
    return f" (+{branch.others})" if branch.others else ""


def _reason_text(reason: Reason | None) -> str:
    if reason is None:
        return ""
    numbers = f"{reason.step:<6.3g} {reason.gain:<6.3g} {reason.time:<5.3g} {reason.relevance:.3g}"
    return f"{reason.place:4}  {numbers}"


def tree_svg(tree: Grown) -> str:
    """Return a tree as a picture: a row each, with the chances of its spikes and when it was looked into."""
    height = ROW * (len(tree.branches) + 2)
    rows = "".join(_row(i, branch) for i, branch in enumerate(tree.branches, 1))
    links = "".join(_links([branch.ply for branch in tree.branches]))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='860' height='{height}' viewBox='0 0 860 {height}' "
        f"font-family='Georgia, DejaVu Serif, serif' font-size='13' fill='{INK}'>"
        f"<title>{escape(tree.title)}</title>"
        f"<rect width='860' height='{height}' fill='white'/>"
        f"<text x='{LEFT}' y='{ROW - 7}' font-weight='bold'>{escape(tree.title)}</text>{links}{rows}</svg>\n"
    )


def _links(plies: list[int]) -> Iterator[str]:
    """Yield a line from each position to the one that it came from."""
    for i, ply in enumerate(plies):
        if ply:
            parent = max(j for j in range(i) if plies[j] == ply - 1)
            x, top, y = LEFT + INDENT * (ply - 1) + 5, ROW * (parent + 2) - 8, ROW * (i + 1) + 12
            yield f"<path d='M{x} {top}V{y}h{INDENT - 8}' fill='none' stroke='{FAINT}'/>"


def _row(i: int, branch: Branch) -> str:
    """Return a position: its move, the reason to look into it, its chances as a bar, and what it is worth."""
    x, y = LEFT + INDENT * branch.ply, ROW * (i + 1) - 7
    reason = branch.reason
    why = f"step {reason.place}: V_Q {reason.step:.3g}, time {reason.time:.3g}" if reason else ""
    return (
        f"<text x='{x}' y='{y}'>{escape(branch.move + _rest(branch))}</text>"
        f"<text x='460' y='{y}' fill='{FAINT}'>{escape(why)}</text>{_bar(branch.chances, y)}"
        f"<text x='845' y='{y}' text-anchor='end'>{branch.worth:+.1f}</text>"
    )


def _bar(chances: list[float], y: int) -> str:
    """Return chances side by side, from lost on the left to won on the right."""
    middle, parts, left = len(chances) // 2, [], 690.0
    for i, width in enumerate(np.array(chances) * BAR):
        colour = GOOD if i > middle else BAD if i < middle else EVEN
        strength = 0.4 + 0.6 * abs(i - middle) / middle
        box = f"x='{left:.1f}' y='{y - 11}' width='{width:.1f}' height='13'"
        parts.append(f"<rect {box} fill='{colour}' fill-opacity='{strength:.2f}'/>")
        left += width
    return "".join(parts)
