"""Banks of nodes: the clock of a match that can be played again bit for bit.

Every search is granted a share of nodes. Who spends evenly visits just so many, each time. Any other time
manager may save some and spend more later, or take a few from later on:

    allotted    the share and a tenth of what is in the bank
    at most     four shares, and never more than the bank and three shares of credit hold

A move without a choice costs nothing and grants nothing.
"""

from typing import NamedTuple

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import rule
from plyometric.search.kinds import Kind, Method, Seat, only_move

CREDIT, AT_ONCE, TENTH = 3, 4, 10
"""Shares that may be borrowed, those that one search may visit, and the part of the bank that is allotted."""


class Banking(NamedTuple):
    """What a player with a bank works with: the seat that searches, its share, and what was saved so far."""

    inner: Seat
    share: int
    is_even: bool
    saved: np.ndarray


@rule
def begin_banking(seat):
    """Begin a game with nothing saved."""
    seat.memory.saved[0] = 0
    seat.memory.inner.method.begin(seat.memory.inner)


@rule
def turn_banking(game, state, n, ply, seat):
    """Search with what the bank grants, and pay for it."""
    own, desk = seat.memory, seat.desk
    if n == 1:
        return only_move(game, state, desk)
    grant(ply, own, desk)
    move = own.inner.method.turn(game, state, n, ply, own.inner)
    pay(own.saved, desk)
    return move


@rule
def grant(ply, own, desk):
    """Put a share into the bank, and on the desk what the search at a ply is allotted and has at most."""
    share, saved = own.share, own.saved
    saved[0] += share
    desk.turn = ply
    desk.allotted = 0 if own.is_even else share + (saved[0] - share) // TENTH
    desk.node_limit = share if own.is_even else min(AT_ONCE * share, saved[0] + CREDIT * share)


@rule
def pay(saved, desk):
    """Take from the bank what a search has cost."""
    saved[0] -= desk.nodes


BANKING = Method(name="banking", begin=begin_banking, turn=turn_banking)


def banking(place: Seat, kind: Kind, share: int) -> Seat:
    """Return a seat that searches as another does, with so many nodes a move on average."""
    return Seat(BANKING, place.game, place.desk, bank_for(place, kind, share))


def bank_for(place: Seat, kind: Kind, share: int) -> Banking:
    """Return an empty bank for a seat."""
    return Banking(place, share, kind.is_even, np.zeros(1, np.int64))


def check_bank(kind: Kind) -> None:
    """Refuse a player that cannot be held to a number of nodes, or is held to one already."""
    limits = kind.limits
    if "nodes" not in limits or not kind.timed().ends_early:
        raise InputError(f"a {kind.name} search cannot be held to a number of nodes.")
    if limits["nodes"]:
        raise InputError(f"give it nodes={limits['nodes']} for each move, or a bank for all, not both.")
