"""Letting a player think for a browser: in line, watched, and stopped when nobody listens any more."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, NamedTuple

from plyometric.arena.players import Player
from plyometric.arena.sitting import Sitting
from plyometric.cli.shared import value_text
from plyometric.errors import InputError, Stopped, plain_words
from plyometric.files import finite
from plyometric.search.analysis import Handle
from plyometric.web.line import TELLS, IsGone, Line, Ticket
from plyometric.web.shelf import MOST_SECONDS
from plyometric.web.watching import LOOKS, Watch
from plyometric.web.why import depth_allotted

SHARE = 5.0
"""Seconds of a search after which it ends with what it has, where others wait."""


class Thought(NamedTuple):
    """A search for a browser: who thinks about which game, in which line, for which tab."""

    player: Player
    sitting: Sitting
    line: Line
    tab: str


def handle_for(player: Player, sitting: Sitting) -> Handle:
    """Return the search of the position on the board; a strategy says how deep it goes."""
    kind = player.kind
    if player.plan:
        kind = replace(kind, depth=depth_allotted(player, sitting))
    game, weights, past = player.game, player.weights, sitting.recent
    return Handle(game, kind, sitting.state, weights, seconds=player.seconds, past=past)


async def think(thought: Thought, is_gone: IsGone) -> AsyncIterator[bytes]:
    """Yield lines of JSON about a search: where it stands in line, how it goes on, what it found."""
    line, ticket = thought.line, thought.line.join(thought.tab)
    handle: Handle | None = None
    try:
        async for ahead in line.queue(ticket, is_gone):
            yield _told({"waiting": ahead})
        if not ticket.is_called:
            return
        yield _told({"begun": True})
        handle = await asyncio.to_thread(handle_for, thought.player, thought.sitting)
        async for facts in _follow(handle.begin(), line, ticket, is_gone):
            yield _told(facts)
    except InputError as error:
        yield _told({"error": str(error)})
    finally:
        _put_away(handle, line, ticket)


async def _follow(
    handle: Handle, line: Line, ticket: Ticket, is_gone: IsGone
) -> AsyncIterator[dict[str, Any]]:
    watch, began, told = Watch(handle), 0.0, 0.0
    while not handle.is_done:
        await asyncio.sleep(LOOKS)
        watch.look()
        now = time.monotonic()
        began = began if handle.nodes and began else now  # compiling is not thinking
        if now - told >= TELLS:
            told = now
            yield watch.told()
            if ticket.is_replaced or await is_gone():
                return
        if now - began > (SHARE if line.waiting else MOST_SECONDS):
            handle.stop()
    yield {**watch.told(), **_end(handle)}


def _end(handle: Handle) -> dict[str, Any]:
    """Return what a search came to."""
    try:
        found = handle.wait()
    except Stopped:
        return {"error": "this search goes to its depth and was stopped before: ask for a smaller one."}
    except Exception as error:  # a rule of somebody's game that cannot be compiled, or too little memory
        return {"error": plain_words(error)}
    assert found
    best = found.move
    done = {"done": True, "value": value_text(found.value), "taken": round(handle.taken, 4)}
    return {**done, "best": None if best is None else str(best)}


def _put_away(handle: Handle | None, line: Line, ticket: Ticket) -> None:
    """End a search at once if it still goes on; its place is free when it has ended."""
    if handle is None or handle.is_done:
        line.leave(ticket)
        return
    handle.abandon()
    waiting = asyncio.get_running_loop().create_task(_leave_after(handle, line, ticket))
    _leaving.add(waiting)
    waiting.add_done_callback(_leaving.discard)


_leaving: set[asyncio.Task] = set()
"""Searches that were told to end; the loop itself holds its tasks only weakly."""


async def _leave_after(handle: Handle, line: Line, ticket: Ticket) -> None:
    while not handle.is_done:
        await asyncio.sleep(LOOKS)
    line.leave(ticket)


def _told(facts: dict[str, Any]) -> bytes:
    return json.dumps(finite(facts), allow_nan=False).encode() + b"\n"
