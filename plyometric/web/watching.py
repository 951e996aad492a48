"""Watching a search think: what it has found at each depth, and where its nodes go.

Nothing is added to the search for that. It writes what it finds on its desk, and which of the root's moves
it is at; whoever watches looks there 100 times a second, and counts the nodes since the last look for the
move that is searched. So shares of nodes are samples, and depths that end between two looks have none.
"""

import time
from collections import Counter
from typing import Any

from plyometric.cli.shared import line_text, value_text
from plyometric.errors import InputError
from plyometric.kernel import NO_MOVE
from plyometric.kernel.referee import legal_moves
from plyometric.report.trees import Grown, grown
from plyometric.search.analysis import Handle

LOOKS = 0.01
"""Seconds between two looks at the desk."""

BRANCHES = 40
"""How many positions of a growing tree are shown."""


class Watch:
    """Looks at a search while it goes on."""

    def __init__(self, handle: Handle) -> None:
        self.handle, self.game, self.state = handle, handle.game, handle.state
        self.names = {move: self.game.move_text(self.state, move) for move in legal_moves(*self._root)}
        self.nodes: dict[int, Counter[int]] = {}
        self._tells_root = "chosen" in (handle.seat.desk.dtype.names or ())
        self._seen, self._told_at, self._line = 0, -1, list[str]()
        self._began = 0.0  # when the first nodes were seen: compiling is not thinking

    @property
    def _root(self) -> tuple[Any, Any]:
        return self.game, self.state

    def look(self) -> None:
        """Count the nodes since the last look for the move that is searched now."""
        desk = self.handle.seat.desk
        if self.handle.is_done or not desk.nodes:
            return
        self._began = self._began or time.perf_counter()
        if not self._tells_root:
            return
        depth, steps = int(desk.depth) + 1, int(desk.steps)
        move, nodes = int(desk.chosen[0]), int(desk.nodes)
        since = max(self._seen, int(desk.course[steps - 1, 3]) if steps else 0)
        if nodes > since and move in self.names:
            self.nodes.setdefault(depth, Counter())[move] += nodes - since
        self._seen = nodes

    def told(self) -> dict[str, Any]:
        """Return what there is to see now."""
        handle = self.handle
        course = handle.course
        facts = {
            "depth": handle.depth,
            "deepest": handle.deepest,
            "nodes": handle.nodes,
            "seconds": round(time.perf_counter() - self._began, 3) if self._began else 0.0,
            "value": value_text(handle.value) if course else "",
            "line": self._line_now(),
            "course": [
                {
                    "depth": step.depth,
                    "move": self.names.get(step.move, "?"),
                    "number": step.value,
                    "value": value_text(step.value),
                    "nodes": step.nodes,
                }
                for step in course
            ],
            "roots": self._roots(),
        }
        tree = self._tree()
        return {**facts, "tree": tree} if tree else facts

    def _line_now(self) -> list[str]:
        """Return the best line, read again only when a depth was finished."""
        if self._told_at != self.handle.depth:
            try:
                found = self.handle.now()
            except InputError:
                return self._line
            self._told_at, self._line = found.depth, line_text(*self._root, found.line)
        return self._line

    def _roots(self) -> list[dict[str, Any]]:
        """Return the root's moves by the nodes they had, with their share of each depth."""
        total = sum(self.nodes.values(), Counter[int]())
        everything = total.total() or 1
        return [
            {
                "move": self.names[move],
                "share": round(nodes / everything, 4),
                "shares": {
                    depth: round(at[move] / at.total(), 4) for depth, at in self.nodes.items() if at[move]
                },
            }
            for move, nodes in total.most_common()
            if move != NO_MOVE
        ]

    def _tree(self) -> dict[str, Any] | None:
        """Return the tree of a search that grows one."""
        if not hasattr(self.handle.seat.memory, "log"):
            return None
        try:
            return tree_facts(grown(self.handle, ""))
        except (IndexError, ValueError):
            return None  # it is being written just now


def tree_facts(tree: Grown) -> dict[str, Any]:
    """Return a tree that grows as plain data: where it was looked into last, and why."""
    rows = [
        {
            "move": branch.move,
            "ply": branch.ply,
            "worth": round(branch.worth, 1),
            "chances": [round(chance, 3) for chance in branch.chances],
            "others": branch.others,
            "step": branch.reason.place if branch.reason else None,
            "relevance": float(f"{branch.reason.relevance:.3g}") if branch.reason else None,
        }
        for branch in tree.branches[:BRANCHES]
    ]
    return {"rows": rows, "adapted": tree.adapted}
