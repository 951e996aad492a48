"""A tree that has grown by relevance, for people: as text and as a picture, with the reason for each step."""

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

import numpy as np

from plyometric.search.analysis import Handle
from plyometric.search.relevance import NOTHING

LINES = 80
"""How many positions are shown at most, those first that were looked into first."""

ROW, INDENT, BAR, LEFT, WIDE = 24, 22, 100, 16, 900
INK, GREY, FAINT, GOOD, BAD, EVEN = "#453f38", "#756c61", "#b9b1a4", "#7d9a82", "#a23b52", "#d8cfbd"

COLUMNS = (("step", 460), ("V_Q", 515), ("V_I", 570), ("time", 620), ("relevance", 695))
"""What is told of each step, and where its column ends."""

CHANCES = 720
"""Where the bars of chances begin."""

LEGEND = (
    "(+n): n more moves, not looked into. V_Q: by how much knowing the position would change Q, on the mean.",
    "V_I: by how much it would lower Q. time: what looking into it may take. chances: red lost, green won.",
)


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

    def _repr_svg_(self) -> str:
        return tree_svg(self)


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
    step, gain, time, relevance = _numbers(reason)
    return f"{reason.place:4}  {step:<6} {gain:<6} {time:<5} {relevance}"


def _numbers(reason: Reason) -> list[str]:
    """Return V_Q, V_I, time and relevance as short texts; what is all but nothing is 0."""
    least = NOTHING * max(reason.step, 1.0)
    numbers = (reason.step, reason.gain, reason.time, reason.relevance)
    return [f"{number:.3g}" if abs(number) > least else "0" for number in numbers]


def tree_svg(tree: Grown) -> str:
    """Return a tree as a picture: a row each, with why it was looked into and the chances of its spikes."""
    height = ROW * (len(tree.branches) + 5)
    rows = "".join(_row(i, branch) for i, branch in enumerate(tree.branches, 2))
    links = "".join(_links([branch.ply for branch in tree.branches]))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDE}' height='{height}' "
        f"viewBox='0 0 {WIDE} {height}' "
        f"font-family='Georgia, DejaVu Serif, serif' font-size='13' fill='{INK}'>"
        f"<title>{escape(tree.title)}</title>"
        f"<rect width='{WIDE}' height='{height}' fill='white'/>"
        f"<text x='{LEFT}' y='{ROW - 7}' font-weight='bold'>{escape(_heading(tree))}</text>"
        f"{_heads()}{links}{rows}{_legend(height)}</svg>\n"
    )


def _heading(tree: Grown) -> str:
    return f"{tree.title}; the opinion was adapted at step {tree.adapted}" if tree.adapted else tree.title


def _heads() -> str:
    """Return the heads of the columns."""
    places = [*COLUMNS, ("worth", WIDE - LEFT)]
    heads = "".join(_cell(x, 2 * ROW - 7, name, GREY) for name, x in places)
    return f"{heads}<text x='{CHANCES}' y='{2 * ROW - 7}' fill='{GREY}'>chances</text>"


def _legend(height: int) -> str:
    """Return what the columns mean, in two lines at the foot."""
    lines = (
        f"<text x='{LEFT}' y='{height - 30 + 18 * i}' font-size='12' fill='{GREY}'>{escape(line)}</text>"
        for i, line in enumerate(LEGEND)
    )
    return "".join(lines)


def _cell(x: int, y: int, text: str, colour: str = INK) -> str:
    """Return a text that ends at a place."""
    return f"<text x='{x}' y='{y}' text-anchor='end' fill='{colour}'>{escape(text)}</text>"


def _links(plies: list[int]) -> Iterator[str]:
    """Yield a line from each position to the one that it came from."""
    for i, ply in enumerate(plies):
        if ply:
            parent = max(j for j in range(i) if plies[j] == ply - 1)
            x, top, y = LEFT + INDENT * (ply - 1) + 5, ROW * (parent + 3) - 3, ROW * (i + 2) + 12
            yield f"<path d='M{x} {top}V{y}h{INDENT - 8}' fill='none' stroke='{FAINT}'/>"


def _row(i: int, branch: Branch) -> str:
    """Return a position: its move, the reason to look into it, its chances as a bar, and what it is worth."""
    x, y = LEFT + INDENT * branch.ply, ROW * (i + 1) - 7
    why = [str(branch.reason.place), *_numbers(branch.reason)] if branch.reason else []
    cells = "".join(_cell(end, y, text, GREY) for text, (_, end) in zip(why, COLUMNS, strict=False))
    return (
        f"<text x='{x}' y='{y}'>{escape(branch.move + _rest(branch))}</text>{cells}{_bar(branch.chances, y)}"
        f"{_cell(WIDE - LEFT, y, f'{branch.worth:+.1f}')}"
    )


def _bar(chances: list[float], y: int) -> str:
    """Return chances side by side, from lost on the left to won on the right."""
    middle, parts, left = len(chances) // 2, [], float(CHANCES)
    for i, width in enumerate(np.array(chances) * BAR):
        colour = GOOD if i > middle else BAD if i < middle else EVEN
        strength = 0.4 + 0.6 * abs(i - middle) / middle
        box = f"x='{left:.1f}' y='{y - 11}' width='{width:.1f}' height='13'"
        parts.append(f"<rect {box} fill='{colour}' fill-opacity='{strength:.2f}'/>")
        left += width
    return "".join(parts)
