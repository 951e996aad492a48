"""Kalah: sow the seeds of a pit around the board; whoever has more in the store at the end has won.

The pits of a side are one word, seven bits each, counted from the left as their owner sees them:

        6  5  4  3  2  1      the other side's
     store              store
        1  2  3  4  5  6      the mover's

Sowing goes to the right, into one's own store and past the other's. A last seed in one's own store lets one
move again: the state turns all the same, and the other side has to pass. A last seed in an empty pit of
one's own takes whatever lies opposite, and itself. Who has no seeds left ends the game; what lies on the
other side is its owner's. Here there are six pits with four seeds each.

A move is written as the number of its pit. A position is typed as the mover's pits and store, / between,
the other side's, and `pass` where the mover has to: `4,4,4,4,4,4,0/4,4,4,4,4,4,0`.
"""

import re
from typing import NamedTuple

from plyometric import Evaluation, Game, InputError, Notation, rule

PITS, SEEDS, BITS = 6, 4, 7
STORE, AROUND, PASS = PITS, 2 * PITS + 1, PITS
FULL = sum(SEEDS << BITS * pit for pit in range(PITS))
NAMES, WEIGHTS = ("store", "seeds", "again"), (10.0, 1.0, 1.0)


class State(NamedTuple):
    """The pits and stores of the side to move and of the other, and whether the mover has to pass."""

    own: int
    foe: int
    store: int
    foe_store: int
    passes: int


@rule
def seeds_in(pits, pit):
    """Return how many seeds lie in a pit."""
    return pits >> BITS * pit & 127


@rule
def seeds_of(pits):
    """Return how many seeds lie on a side."""
    total = 0
    for pit in range(PITS):
        total += seeds_in(pits, pit)
    return total


@rule
def over(s):
    """Return whether a side has no seeds left."""
    return s.own == 0 or s.foe == 0


@rule
def moves(s, out):
    """Write every pit with seeds, or a pass."""
    if s.passes and not over(s):
        out[0] = PASS
        return 1
    n = 0
    for pit in range(0 if over(s) else PITS):
        if seeds_in(s.own, pit):
            out[n] = pit
            n += 1
    return n


@rule
def sown(s, pit):
    """Return the board after sowing, still as the mover sees it, and where the last seed fell."""
    seeds = seeds_in(s.own, pit)
    own, foe, store, place = s.own - (seeds << BITS * pit), s.foe, s.store, pit
    for _ in range(seeds):
        place = (place + 1) % AROUND
        if place < STORE:
            own += 1 << BITS * place
        elif place == STORE:
            store += 1
        else:
            foe += 1 << BITS * (place - STORE - 1)
    return own, foe, store, place


@rule
def play(s, pit):
    """Sow, take what lies opposite the last seed in an empty pit, and turn the board; or pass."""
    if pit == PASS:
        return State(s.foe, s.own, s.foe_store, s.store, 0)
    own, foe, store, place = sown(s, pit)
    opposite = PITS - 1 - place
    if place < STORE and seeds_in(own, place) == 1 and seeds_in(foe, opposite):
        store += 1 + seeds_in(foe, opposite)
        own -= 1 << BITS * place
        foe -= seeds_in(foe, opposite) << BITS * opposite
    return State(foe, own, s.foe_store, store, 1 if place == STORE else 0)


@rule
def leads(s):
    """Return how much more the mover has in its store and in its pits, and in how many it moves again."""
    again = 0
    for pit in range(PITS):
        again += seeds_in(s.own, pit) == STORE - pit
        again -= seeds_in(s.foe, pit) == STORE - pit
    return s.store - s.foe_store, seeds_of(s.own) - seeds_of(s.foe), again


@rule
def features(s, out):
    """Write the leads, which weights can be learned for."""
    out[0], out[1], out[2] = leads(s)


@rule
def evaluate(s, weights):
    """Seeds in the store are safe, those in pits nearly so, and to move again is worth something."""
    store, seeds, again = leads(s)
    return int(weights[0] * store + weights[1] * seeds + weights[2] * again)


@rule
def result(s):
    """Return who has more when what is left goes to its owners."""
    return min(1, max(-1, s.store + seeds_of(s.own) - s.foe_store - seeds_of(s.foe)))


def position_text(state: State) -> str:
    """Return the pits and stores as numbers."""
    sides = ((state.own, state.store), (state.foe, state.foe_store))
    rows = (",".join(str(pits >> BITS * pit & 127) for pit in range(PITS)) + f",{s}" for pits, s in sides)
    return "/".join(rows) + (" pass" if state.passes else "")


def read_position(text: str) -> State:
    """Return the state of a typed position."""
    if re.fullmatch(r"(\d{1,2},){6}\d{1,2}/(\d{1,2},){6}\d{1,2}( pass)?", text, re.ASCII):
        own, foe = ([int(word) for word in side.split(",")] for side in text.removesuffix(" pass").split("/"))
        words = (sum(pits[i] << BITS * i for i in range(PITS)) for pits in (own, foe))
        return State(*words, own[-1], foe[-1], int(text.endswith("pass")))
    raise InputError(
        f"position {text!r}: the pits and the store of either side are expected, as in"
        f" {position_text(GAME.start())}."
    )


def draw(state: State) -> str:
    """Return the board as the mover sees it, its pits at the foot."""
    own, foe = ([pits >> BITS * pit & 127 for pit in range(PITS)] for pits in (state.own, state.foe))
    head, foot = ("".join(f"{n:3}" for n in row) for row in (foe[::-1], own))
    return f"   {head}\n{state.foe_store:3}{'':18}{state.store:3}\n   {foot}"


GAME = Game(
    name="kalah",
    start=lambda: State(FULL, FULL, 0, 0, 0),
    moves=moves,
    play=play,
    result=result,
    over=over,
    passed=rule(lambda s: State(s.foe, s.own, s.foe_store, s.store, s.passes)),
    width=PITS,
    evaluation=Evaluation(evaluate=evaluate, features=features, feature_names=NAMES, weights=WEIGHTS),
    notation=Notation(
        move_text=lambda state, pit: "pass" if pit == PASS else str(pit + 1),
        position_text=position_text,
        read_position=read_position,
        draw=draw,
    ),
)
