"""Relevance: the next computation is the one whose information is worth most.

A tree grows leaf by leaf. Every leaf has a staircase of what a deeper search may say of it; Q is how much
more the best move at the root is expected to be worth than the one that now looks best, if all leaves were
known. The policies pick the leaf, and tell when to stop:

    qss     the leaf by whose knowledge Q would change most, until Q is no more than the cost
    trqss   the leaf whose utility is highest for the time that it takes, until none is positive
    atrqss  the same, and the whole opinion may be replaced by a planner's for the price of ten leaves

Sources: Baum and Smith's Best Play for Imperfect Players (qss), and the paper that the study of
metareasoning reruns (trqss, atrqss). Choices where they are silent: after a leaf is known the best move is
chosen anew; the adaptation is tried once, at the root; the likeness of two positions is the cosine between
the last hidden layers of the net.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import Game, kernel, rule, state_in
from plyometric.kernel.desk import GOES_ON, SPENT, TOLD, Fields
from plyometric.search.growth import (
    GROWN,
    Tree,
    expand,
    form_opinion,
    is_full,
    is_spent,
    keep_best,
    new_tree,
    plant,
    renew,
    rounded,
)
from plyometric.search.kinds import Method, tunable
from plyometric.search.minimax import clear, is_ended, is_found
from plyometric.search.opinionated import Opinionated, opinion_of
from plyometric.search.opinions import Outlook
from plyometric.search.staircases import (
    full_value,
    mean,
    pass_down,
    time_after_adaptation,
    utility_of_adaptation,
    utility_of_expansion,
    value_of_leaf,
)

POLICIES = ("qss", "trqss", "atrqss")
QSS, TRQSS, ATRQSS = range(3)

ADAPTATION = 10.0
"""Units of time that an adaptation takes."""

REDUCTION = 0.5
"""The part of its time that a position itself saves by an adaptation there."""

NOTHING = 1e-12
"""What is worth less, measured by the highest spike, is worth nothing."""


class Influence(NamedTuple):
    """What knowing each position would tell about the root, as of the last sweep.

    `best` and `own` are what the best move and the position's own move at the root are expected to be worth
    for each spike; `step` and `gain` are V_Q and V_I of the leaves that matter, which `leaves` lists.
    """

    best: np.ndarray
    own: np.ndarray
    step: np.ndarray
    gain: np.ndarray
    leaves: np.ndarray
    stack: np.ndarray


class Log(NamedTuple):
    """Why the tree has grown as it has: for each computation what was picked, and what was known then.

    `picked` is a leaf, or the root for an adaptation; `reasons` are Q, V_Q, V_I, the time that it takes, and
    its relevance.
    """

    picked: np.ndarray
    reasons: np.ndarray


class Workings(NamedTuple):
    """What a search for relevance works with."""

    tree: Tree
    influence: Influence
    log: Log
    outlook: Outlook
    planner: Outlook
    terms: np.ndarray  # gamma, cost, and the power of effort


# One sweep finds what every leaf is worth


@kernel
def sweep(tree, influence, spikes, q, deepest):
    """Write V_Q and V_I of all leaves that can make a difference; return how many there are."""
    found, scale = int64(0), NOTHING * spikes[-1]
    for child in range(tree.first[0], tree.first[0] + tree.children[0]):
        rival = best_rival(child, tree, spikes)
        for v in range(len(spikes)):
            influence.own[child, v] = -spikes[v]
        pass_down(spikes, tree.others[child], influence.best[child])
        influence.stack[0], waiting = child, 1
        while waiting:
            waiting -= 1
            x = influence.stack[waiting]
            if tree.children[x]:
                waiting = visit_children(x, tree, influence, scale, waiting)
            elif not tree.exact[x] and tree.plies[x] < deepest:
                worth = value_of_leaf(tree.chances[x], influence.best[x], influence.own[x], rival, q)
                influence.step[x], influence.gain[x] = worth
                influence.leaves[found] = x
                found += 1
    return found


@rule
def visit_children(x, tree, influence, scale, waiting):
    """Hand down what is expected to the children of a position; those that matter wait to be visited."""
    for y in range(tree.first[x], tree.first[x] + tree.children[x]):
        pass_down(influence.best[x], tree.others[y], influence.best[y])
        pass_down(influence.own[x], tree.others[y], influence.own[y])
        if not tree.exact[y] and spread(influence.best[y]) + spread(influence.own[y]) > scale:
            influence.stack[waiting] = y
            waiting += 1
    return waiting


@rule
def spread(row):
    """Return how far the largest of some numbers is from the smallest."""
    least = most = row[0]
    for number in row:
        least, most = min(least, number), max(most, number)
    return most - least


@rule
def best_rival(child, tree, spikes):
    """Return what the best of the root's other moves is expected to be worth."""
    best = -inf
    for y in range(tree.first[0], tree.first[0] + tree.children[0]):
        if y != child:
            best = max(best, -mean(tree.chances[y], spikes))
    return best


@rule
def favourite_of(tree, spikes):
    """Return the root's child that looks best, and what it is expected to be worth to the mover."""
    chosen, best = tree.first[0], -inf
    for y in range(tree.first[0], tree.first[0] + tree.children[0]):
        value = -mean(tree.chances[y], spikes)
        if value > best:
            chosen, best = y, value
    return chosen, best


# Policies


@rule
def relevance(x, work, policy):
    """Return by how much a leaf deserves to be expanded next."""
    gamma, cost = work.terms[0], work.terms[1]
    step, gain = work.influence.step[x], work.influence.gain[x]
    if policy == QSS:
        return step
    time = work.tree.time[x]
    return utility_of_expansion(full_value(step, gain, gamma), time, gamma, cost) / time


@rule
def most_relevant(found, work, policy):
    """Return the place among the leaves of the most relevant one, and its relevance."""
    place, highest = 0, -inf
    for i in range(found):
        value = relevance(work.influence.leaves[i], work, policy)
        if value > highest:
            place, highest = i, value
    return place, highest


@rule
def relevance_of_adaptation(work, desk):
    """Return the relevance of forming all opinions anew by the planner's."""
    tree, saved = work.tree, 0.0
    for x in range(desk.size):
        if tree.children[x] == 0 and not tree.exact[x]:
            saved += tree.time[x] - adapted_time(x, tree)
    return utility_of_adaptation(saved, ADAPTATION, work.terms[0], work.terms[1]) / ADAPTATION


@rule
def adapted_time(x, tree):
    """Return how long a leaf takes after an adaptation at the root."""
    return time_after_adaptation(tree.time[x], tree.effort[x], tree.likeness[x], REDUCTION)


@kernel
def adapt(game, like, work, desk):
    """Form the opinions about all leaves anew by the planner, and back all of them up."""
    tree = work.tree
    desk.adapted = desk.expansions + 1
    for x in range(desk.size - 1, -1, -1):
        if tree.children[x]:
            renew(x, tree)
        elif not tree.exact[x]:
            form_opinion(game, state_in(like, tree.states[x]), x, tree, work.planner, work.terms[2])
            tree.time[x] = adapted_time(x, tree)


@rule
def grow(game, like, work, desk, found):
    """Expand the most relevant leaves of a sweep, or adapt; return whether anything was worth it."""
    policy, tree = desk.way, work.tree
    for i in range(min(found, desk.batch)):
        place, highest = most_relevant(found - i, work, policy)
        if policy == ATRQSS and not desk.adapted and i == 0:
            other = relevance_of_adaptation(work, desk)
            if other > max(highest, 0.0):
                note(0, other, work, desk)
                adapt(game, like, work, desk)
                return True
        leaf = work.influence.leaves[place]
        if is_idle(leaf, highest, work, policy) or is_full(tree, desk, game.width) or is_spent(desk):
            return i > 0
        note(leaf, highest, work, desk)
        desk.expansions += 1
        outlook = work.planner if desk.adapted else work.outlook
        before = desk.size
        expand(game, like, leaf, tree, outlook, work.terms[2], desk)
        if desk.adapted:
            for x in range(before, desk.size):
                tree.time[x] = adapted_time(x, tree)
        work.influence.leaves[place] = work.influence.leaves[found - i - 1]
    return found > 0


@rule
def is_idle(leaf, highest, work, policy):
    """Return whether even the most relevant leaf is not worth to be expanded."""
    least = NOTHING * work.outlook.spikes[-1]
    return work.influence.step[leaf] <= least or (policy != QSS and highest <= 0.0)


@rule
def note(x, value, work, desk):
    """Write down what is done next, and why."""
    i = desk.computations
    desk.computations += 1
    _, best = favourite_of(work.tree, work.outlook.spikes)
    work.log.picked[i], reasons = x, work.log.reasons[i]
    reasons[0] = mean(work.tree.chances[0], work.outlook.spikes) - best
    reasons[1] = work.influence.step[x] if x else 0.0
    reasons[2] = work.influence.gain[x] if x else 0.0
    reasons[3] = work.tree.time[x] if x else ADAPTATION
    reasons[4] = value


@kernel
def decide(game, state, desk, work):
    """Grow a tree where it is worth most, keep the line of the best move, and return the value."""
    clear(desk)
    tree, spikes = work.tree, work.outlook.spikes
    desk.adapted = desk.computations = 0
    plant(game, state, tree, work.outlook, desk)
    expand(game, state, int64(0), tree, work.outlook, work.terms[2], desk)
    if desk.stop == TOLD or tree.children[0] == 0:
        desk.value = rounded(mean(tree.chances[0], spikes))
        return desk.value
    last = int64(-1)
    while True:
        chosen, best = favourite_of(tree, spikes)
        tree.favourites[desk.expansions] = tree.moves[chosen]
        if tree.moves[chosen] != last:
            keep_best(chosen, best, tree, spikes, desk)
            last = tree.moves[chosen]
        q = mean(tree.chances[0], spikes) - best
        is_over = desk.way == QSS and q <= work.terms[1]
        if is_over or is_ended(desk) or is_found(desk):
            break
        found = sweep(tree, work.influence, spikes, q, desk.plies)
        if not grow(game, state, work, desk, found):
            break
    keep_best(chosen, best, tree, spikes, desk)
    if desk.stop == SPENT:
        desk.stop = GOES_ON
    return desk.value


@dataclass(frozen=True)
class Relevance(Opinionated):
    """Growth of a tree where information is worth most, by an opinion that was learned."""

    name: ClassVar[str] = "relevance"
    method: ClassVar[Method] = Method(name="relevance", decide=decide)
    marks: ClassVar[tuple[str, ...]] = ("policy",)
    ways: ClassVar[tuple[str, ...]] = POLICIES
    opinions: ClassVar[tuple[str, ...]] = ("opinion", "planner")

    policy: str = "trqss"
    planner: Any = ""
    gamma: float = tunable(0.5, 0, 1, step=0.01)
    cost: float = tunable(0.0, 0, 1000, step=0.01, unit="in the unit of the evaluation")
    effort: float = tunable(0.2, 0, 1, step=0.01)
    contamination: float = tunable(0.005, 0, 1, step=0.001)
    floor: float = tunable(0.001, 0, 0.1, step=0.0001)
    batch: int = tunable(1, 1, 1000, unit="leaves")

    def checked(self, game: Game) -> "Relevance":
        """Return the settings with opinions in place of their files, or say what is wrong with them."""
        whole = super().checked(game)
        if self.policy == "atrqss" and not self.planner:
            raise InputError("atrqss adapts its opinion to a planner's: give planner=FILE as well.")
        planner = opinion_of(game, self.planner) if self.planner else whole.opinion
        if planner.spikes != whole.opinion.spikes:
            raise InputError("the planner has other spikes than the opinion: learn both from one data set.")
        return replace(whole, planner=planner)

    def desk_fields(self, game: Game) -> Fields:
        """Return room for the settings, and for how far the tree has grown."""
        own = ("batch", "adapted", "computations")
        return *super().desk_fields(game), *GROWN, *((name, ()) for name in own)

    def lay_out(self, game: Game, desk: Any) -> None:
        """Put the settings on the desk."""
        super().lay_out(game, desk)
        desk.batch = self.batch

    def memory(self, game: Game) -> Workings:
        """Return an empty tree and what it is grown by."""
        outlook, planner = (
            one.for_kernels(self.contamination, self.floor) for one in (self.opinion, self.planner)
        )
        room = self.room(game)
        terms = np.array([self.gamma, self.cost, self.effort])
        tree = new_tree(game, room, outlook)
        return Workings(tree, *_blank(room, len(outlook.spikes)), outlook, planner, terms)

    def filled(self, seat: Any) -> int | None:
        """Return how many thousandths of the tree's room are taken.

        Asked for by name, since NumPy tells the size of a record as `desk.size`.
        """
        return int(1000 * seat.desk["size"] // len(seat.memory.tree.keys))


def _blank(room: int, spikes: int) -> tuple[Influence, Log]:
    """Return a blank influence and a blank log for a tree of that room."""
    stairs = [np.zeros((room, spikes)) for _ in range(2)]
    influence = Influence._make([*stairs, *np.zeros((2, room)), *np.zeros((2, room), np.int64)])
    return influence, Log(np.zeros(room + 1, np.int64), np.zeros((room + 1, 5)))


KIND = Relevance
