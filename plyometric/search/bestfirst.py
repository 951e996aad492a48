"""Best-first search by the mean of an opinion: other ways to choose the leaf that is expanded next.

    minimax  the end of the line that is now best for both (R. Korf and D. Chickering, Best-first minimax)
    uct      the leaf to which upper confidence bounds lead (L. Kocsis and C. Szepesvari, Bandit based
             Monte-Carlo planning)
    proof    the leaf by which a win is soonest proven or refuted (V. Allis, Searching for solutions)

They see what a search by relevance sees, and are what it is held against. Choices: a leaf is judged when its
parent is expanded; UCT squeezes values between -1 and 1, and takes for a new position that of its best
move; a position counts as won or lost for a proof if its mean is beyond a share of the highest spike.
"""

from dataclasses import dataclass
from math import inf, log, sqrt, tanh
from typing import ClassVar, NamedTuple

import numpy as np
from numba import int64

from plyometric.kernel import NO_MOVE, Game, kernel, rule
from plyometric.kernel.desk import GOES_ON, SPENT, TOLD, Fields
from plyometric.search.growth import (
    GROWN,
    Tree,
    expand,
    is_full,
    is_spent,
    keep_best,
    new_tree,
    plant,
    rounded,
)
from plyometric.search.kinds import Method, tunable
from plyometric.search.minimax import clear, is_ended, is_found
from plyometric.search.opinionated import Opinionated
from plyometric.search.opinions import Outlook
from plyometric.search.staircases import mean

ORDERS = ("minimax", "uct", "proof")
MINIMAX, UCT, PROOF = range(3)

NEVER = 1e9
"""The proof number of what cannot be proven."""

STEEP = 3.0
"""A value of a third of the highest spike is tanh(1) to UCT."""


class Books(NamedTuple):
    """What is known of each position beside its staircase.

    `worth` is its value to its mover, for UCT the sum of all values; `visits` counts these; `proof` and
    `disproof` are numbers of leaves that would prove or refute a win of the root's mover.
    """

    worth: np.ndarray
    visits: np.ndarray
    proof: np.ndarray
    disproof: np.ndarray


class Workings(NamedTuple):
    """What a best-first search works with."""

    tree: Tree
    books: Books
    outlook: Outlook
    terms: np.ndarray  # exploration, and the share of the highest spike that counts as won


# The books


@rule
def enter(x, work, order):
    """Open the books of a position by its mean."""
    tree, books, top = work.tree, work.books, work.outlook.spikes[-1]
    value = mean(tree.chances[x], work.outlook.spikes)
    books.worth[x] = tanh(STEEP * value / top) if order == UCT else value
    books.visits[x] = 1.0
    own, bound = value if tree.plies[x] % 2 == 0 else -value, work.terms[1] * top
    is_won, is_lost = own > bound, own < -bound or (tree.exact[x] and own <= bound)
    books.proof[x] = 0.0 if is_won else NEVER if is_lost else 1.0
    books.disproof[x] = NEVER if is_won else 0.0 if is_lost else 1.0


@rule
def from_children(x, tree, books):
    """Work out value, proof and disproof of a position from its children."""
    value, least, total = -inf, NEVER, 0.0
    is_ours = tree.plies[x] % 2 == 0
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        value = max(value, -books.worth[y])
        least = min(least, books.proof[y] if is_ours else books.disproof[y])
        total = min(total + (books.disproof[y] if is_ours else books.proof[y]), NEVER)
    books.worth[x] = value
    books.proof[x], books.disproof[x] = (least, total) if is_ours else (total, least)


@rule
def value_of_new(x, tree, books):
    """Return what a position that was just expanded is worth to UCT: its best move, or itself at an end."""
    value = -inf if tree.children[x] else books.worth[x] / books.visits[x]
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        value = max(value, -books.worth[y])
    return value


@rule
def settle_accounts(x, work, order):
    """Bring the books up to date from a position that was expanded, or visited again, up to the root."""
    tree, books = work.tree, work.books
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        enter(y, work, order)
    value = value_of_new(x, tree, books)
    while x >= 0:
        if order == UCT:
            books.worth[x] += value
            books.visits[x] += 1.0
            value = -value
        elif tree.children[x]:
            from_children(x, tree, books)
        x = tree.parents[x]


# Choices


@rule
def merit(x, y, work, order):
    """Return by how much the mover at x wants to look into its child y."""
    books = work.books
    if order == MINIMAX:
        return -books.worth[y]
    if order == UCT:
        unsure = sqrt(log(books.visits[x] + 1.0) / books.visits[y])
        return -books.worth[y] / books.visits[y] + work.terms[0] * unsure
    return -books.proof[y] if work.tree.plies[x] % 2 == 0 else -books.disproof[y]


@rule
def next_leaf(work, order):
    """Return the leaf to which the wishes of both movers lead."""
    tree, x = work.tree, int64(0)
    while tree.children[x]:
        chosen, best = tree.first[x], -inf
        for y in range(tree.first[x], tree.first[x] + tree.children[x]):
            value = merit(x, y, work, order)
            if value > best:
                chosen, best = y, value
        x = chosen
    return x


@rule
def favourite_of(work, order):
    """Return the root's child to play: the most visited, the best proven, or the best."""
    tree, books = work.tree, work.books
    chosen, best = tree.first[0], -inf
    for y in range(tree.first[0], tree.first[0] + tree.children[0]):
        value = -books.worth[y]
        if order == UCT:
            value = books.visits[y] - 0.1 * books.worth[y] / books.visits[y]
        if order == PROOF and books.proof[y] > 0.0:
            value -= NEVER
        if value > best:
            chosen, best = y, value
    return chosen


@rule
def is_settled(work, order):
    """Return whether a proof or a refutation is found."""
    return order == PROOF and (work.books.proof[0] == 0.0 or work.books.disproof[0] == 0.0)


@rule
def has_no_room(game, tree, desk):
    """Return whether so much was expanded, or visited, as may be."""
    return is_spent(desk) or is_full(tree, desk, game.width) or desk.expansions + 1 >= len(tree.keys)


@kernel
def decide(game, state, desk, work):
    """Expand one leaf after another, keep the line of the best move, and return the value."""
    clear(desk)
    tree, spikes, order = work.tree, work.outlook.spikes, desk.way
    plant(game, state, tree, work.outlook, desk)
    enter(int64(0), work, order)
    expand(game, state, int64(0), tree, work.outlook, 0.0, desk)
    if desk.stop == TOLD or tree.children[0] == 0:
        desk.value = rounded(mean(tree.chances[0], spikes))
        return desk.value
    settle_accounts(int64(0), work, order)
    last = int64(-1)
    while True:
        chosen = favourite_of(work, order)
        is_told = order != PROOF or work.books.proof[0] == 0.0
        tree.favourites[desk.expansions] = tree.moves[chosen] if is_told else NO_MOVE
        if tree.moves[chosen] != last:
            keep_best(chosen, -mean(tree.chances[chosen], spikes), tree, spikes, desk)
            last = tree.moves[chosen]
        if is_settled(work, order) or is_ended(desk) or is_found(desk) or has_no_room(game, tree, desk):
            break
        x = next_leaf(work, order)
        is_open = not tree.exact[x] and tree.plies[x] < desk.plies
        if not is_open and order != UCT:
            break
        desk.expansions += 1
        if is_open:
            expand(game, state, x, tree, work.outlook, 0.0, desk)
        settle_accounts(x, work, order)
    keep_best(chosen, -mean(tree.chances[chosen], spikes), tree, spikes, desk)
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return desk.value


@dataclass(frozen=True)
class BestFirst(Opinionated):
    """Growth of a tree by best-first minimax, UCT or proof numbers, by the mean of an opinion."""

    name: ClassVar[str] = "best-first"
    method: ClassVar[Method] = Method(name="best-first", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("best_first",)
    ways: ClassVar[tuple[str, ...]] = ORDERS

    best_first: str = "uct"
    exploration: float = tunable(0.5, 0, 10, step=0.01)
    won: float = tunable(0.7, 0, 1, step=0.01, unit="of the highest spike")

    def desk_fields(self, game: Game) -> Fields:
        """Return room for the settings, and for how far the tree has grown."""
        return *super().desk_fields(game), *GROWN

    def memory(self, game: Game) -> Workings:
        """Return an empty tree and its books."""
        outlook, room = self.opinion.for_kernels(0.0, 0.0), self.room(game)
        terms = np.array([self.exploration, self.won])
        return Workings(new_tree(game, room, outlook), Books(*np.zeros((4, room))), outlook, terms)


KIND = BestFirst
