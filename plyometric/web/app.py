"""The app: which address answers what."""

import asyncio
import os
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from plyometric.errors import InputError, plain_words
from plyometric.files import finite, from_json
from plyometric.web import asking, pages
from plyometric.web.errands import Errands
from plyometric.web.guard import Guard
from plyometric.web.line import Crowded, Line
from plyometric.web.running import Journals, progress
from plyometric.web.shelf import Shelf

HOME = Path(__file__).parent
LONGEST_BODY = 500_000
READ_WITHIN = 10
"""Seconds in which a request must have sent its body."""

Answer = Callable[["Office", dict[str, Any]], Any]


class Office:
    """What the app works with: the shelf, the line before the searches, the studies it has begun."""

    def __init__(self, folder: Path, searches: int = 0) -> None:
        self.shelf = Shelf(folder)
        self.line = Line(searches or max(1, os.cpu_count() or 1))
        self.errands = Errands(self.shelf.folder)
        self.journals = Journals()


def create(folder: Path, token: str = "", searches: int = 0) -> Guard:
    """Return the app for the games and runs of a folder; a token is asked for where one is given."""
    office = Office(folder, searches)
    routes = [
        *pages.routes(office),
        *(Route(f"/api/{name}", asked(office, answer), methods=["POST"]) for name, answer in ANSWERS.items()),
        Route("/api/think", streamed(office), methods=["POST"]),
        Route("/api/prove", proven(office), methods=["POST"]),
        Mount("/static", StaticFiles(directory=HOME / "static")),
    ]
    refusals: Any = {InputError: bad_input, Crowded: crowded, HTTPException: refused, Exception: fault}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(office.errands.end)

    app = Starlette(routes=routes, exception_handlers=refusals, lifespan=lifespan)
    app.state.office = office
    return Guard(app, token)


# What goes wrong


def bad_input(request: Request, error: Exception) -> Response:
    """Say what was wrong with a request."""
    return pages.trouble(request, 400, plain_words(error))


def crowded(request: Request, error: Exception) -> Response:
    """Say that too many are waiting."""
    return pages.trouble(request, 429, plain_words(error))


def refused(request: Request, error: Exception) -> Response:
    """Say that there is no such page, or no such way to ask for it."""
    assert isinstance(error, HTTPException)
    return pages.trouble(request, error.status_code, error.detail)


def fault(request: Request, error: Exception) -> Response:
    """Say that the fault is ours, and show it where the server was started."""
    traceback.print_exception(error, file=sys.stderr)
    return pages.trouble(request, 500, "That is a fault of plyometric; the terminal shows more.")


# What is asked for


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request holds."""
    try:
        async with asyncio.timeout(READ_WITHIN):
            data = b""
            async for part in request.stream():
                data += part
                if len(data) > LONGEST_BODY:
                    raise HTTPException(413, f"A request holds {LONGEST_BODY:,} bytes at most.")
    except (TimeoutError, ClientDisconnect):
        raise HTTPException(408, "The request did not come to its end.") from None
    try:
        body = from_json(data)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise HTTPException(400, "A JSON object is expected.")
    return body


def asked(office: Office, answer: Answer) -> Callable:
    """Return what answers a question in a thread, so that nobody else waits for it."""

    async def endpoint(request: Request) -> Response:
        body = await body_of(request)
        return JSONResponse(finite(await run_in_threadpool(answer, office, body)))

    return endpoint


def streamed(office: Office) -> Callable:
    """Return what lets a player think, and tells of it line by line."""

    async def endpoint(request: Request) -> Response:
        body = await body_of(request)
        tab = asking.text_in(body, "tab", longest=60)
        board = await run_in_threadpool(asking.board_in, office.shelf, body)
        player = await run_in_threadpool(asking.player_in, office.shelf, body, board)
        if not board.sitting.legal:
            raise InputError("the game is over: there is nothing to think about.")
        from plyometric.web.thinking import Thought, think

        office.line.check_room()
        lines = think(Thought(player, board.sitting, office.line, tab), request.is_disconnected)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    return endpoint


def proven(office: Office) -> Callable:
    """Return what proves the goal of a game, in line with the searches."""

    async def endpoint(request: Request) -> Response:
        body = await body_of(request)
        tab = asking.text_in(body, "tab", longest=60)
        board = await run_in_threadpool(asking.board_in, office.shelf, body)
        from plyometric.web.proving import prove

        ticket = office.line.join(tab)
        try:
            async for _ in office.line.queue(ticket, request.is_disconnected):
                pass
            if not ticket.is_called:
                raise InputError("nobody waits for that proof any more.")
            return JSONResponse(await prove(board, ticket, request.is_disconnected))
        finally:
            office.line.leave(ticket)

    return endpoint


# The answers


def look(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Tell what stands on a board."""
    from plyometric.web.board import look as look_at

    return look_at(asking.board_in(office.shelf, body))


def record(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Write a game down."""
    from plyometric.web.board import extension_of
    from plyometric.web.board import record as written

    board = asking.board_in(office.shelf, body)
    names = asking.text_in(body, "first", "?", 100), asking.text_in(body, "second", "?", 100)
    return {"text": written(board, names), "name": f"game.{extension_of(board.game)}"}


def read(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Read the first game of a file."""
    from plyometric.web.board import read_record

    _, game = asking.game_in(office.shelf, body)
    return read_record(game, asking.long_text_in(body, "text", None, asking.LONGEST_RECORD))


def why(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Tell why a strategy looks deeper, for every move of a side."""
    from plyometric.web.why import why as told

    board = asking.board_in(office.shelf, body)
    player = asking.player_in(office.shelf, body, board)
    return told(player, board.sitting, int(asking.number_in(body, "side", 0, 1)))


def walk(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Tell the way of a position through a learned tree."""
    from plyometric.web.lessons import path_of

    board = asking.board_in(office.shelf, body)
    player = asking.player_in(office.shelf, body, board)
    if not player.plan:
        raise InputError("name a strategy.")
    return path_of(player, board.sitting.state)


def dilemma(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Draw the basin of cooperation."""
    from plyometric.web.lessons import basin

    return basin(body)


def progress_of(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Tell how far a run has come."""
    folder = office.shelf.run(asking.text_in(body, "run", longest=asking.LONGEST_NAME))
    facts = progress(folder, office.journals)
    return {**facts, "ours": office.errands.owns(folder.name), "said": office.errands.said(folder.name)}


def start(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Begin a study at quick scale."""
    name = asking.text_in(body, "study", longest=asking.LONGEST_NAME)
    return {"run": office.errands.start(name, int(asking.number_in(body, "seed", 0, 2**31)))}


def stop(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Stop a study that was begun here."""
    office.errands.stop(asking.text_in(body, "run", longest=asking.LONGEST_NAME))
    return {}


def resume(office: Office, body: dict[str, Any]) -> dict[str, Any]:
    """Go on with a run that was stopped."""
    office.errands.resume(office.shelf.run(asking.text_in(body, "run", longest=asking.LONGEST_NAME)))
    return {}


ANSWERS: dict[str, Answer] = {
    "look": look,
    "record": record,
    "read": read,
    "why": why,
    "walk": walk,
    "dilemma": dilemma,
    "progress": progress_of,
    "start": start,
    "stop": stop,
    "resume": resume,
}


def listed() -> Iterator[str]:
    """Yield the addresses that are asked by POST."""
    yield from (f"/api/{name}" for name in (*ANSWERS, "think", "prove"))
