"""Proofs on the page: whether an attacker reaches a game's goal, by which line, and what fails."""

import asyncio
import threading
import time
from typing import Any

from plyometric.cli.shared import line_text
from plyometric.cli.solve import answer_to, thorough_solver
from plyometric.errors import InputError, Stopped
from plyometric.kernel import NO_MOVE, Game
from plyometric.kernel.desk import stop_lent_by
from plyometric.search.proof import LOST, UNKNOWN, WON
from plyometric.search.widening import Solver, Terms
from plyometric.web.asking import Board
from plyometric.web.line import TELLS, IsGone, Ticket
from plyometric.web.shelf import MOST_SECONDS

PLAYS = 200_000
"""What one search of a proof may play, which bounds its time too."""

WORDS = {WON: "reached", LOST: "not reached by the threats that were tried", UNKNOWN: "not proven"}


def proof(board: Board) -> dict[str, Any]:
    """Return what becomes of the goal in the position on the board."""
    game, state = board.game, board.sitting.state
    if game.goal is None:
        raise InputError(f"{game.name} has no goal to prove.")
    if not board.sitting.legal:
        raise InputError("the game is over: there is nothing to prove.")
    if game.protocol == "gtp":
        return capture(game, state)
    solver = Solver(game, Terms(plays=PLAYS, megabytes=1))
    found = solver.attack(state)
    line = line_text(game, state, tuple(solver.line(state, only_won=True))) if found.is_won else []
    return _facts(WORDS[found.value], line, found._asdict())


def capture(game: Game, state: Any) -> dict[str, Any]:
    """Return whether the string is caught; where the defender is to move, whether he saves it."""
    from plyometric.games.go_capture.rules import ATTACKER
    from plyometric.games.go_capture.sgf import Task

    size = game.position_text(state).count("/") + 1
    if state.turn == ATTACKER:
        found = answer_to("", Task(size, state), PLAYS)
        more = {"saved_by": found["defence"], "refuted": found["refuted"]}
        return _facts(found["status"], found["line"], found) | more
    saved = thorough_solver(size, PLAYS).save(state)
    words = {WON: "captured, whatever the defender does", LOST: "saved", UNKNOWN: "not proven"}
    line = [] if saved.move == NO_MOVE or saved.is_won else [game.move_text(state, saved.move)]
    return _facts(words[saved.value], line, saved._asdict())


def _facts(status: str, line: list[str], spent: dict[str, Any]) -> dict[str, Any]:
    return {"status": status, "line": line, "plays": spent["plays"], "nodes": spent["nodes"]}


async def prove(board: Board, ticket: Ticket, is_gone: IsGone) -> dict[str, Any]:
    """Return a proof, searched for in a thread that ends when nobody listens any more, or in a minute."""
    found: list[Any] = []
    thread = threading.Thread(target=_work, args=(board, found), daemon=True)
    thread.start()
    ends = time.monotonic() + MOST_SECONDS
    while thread.is_alive():
        await asyncio.sleep(TELLS)
        if ticket.is_replaced or time.monotonic() > ends or await is_gone():
            stop_lent_by({thread})
    if isinstance(found[0], Stopped):
        raise InputError("the proof was stopped.")
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def _work(board: Board, found: list[Any]) -> None:
    try:
        found.append(proof(board))
    except BaseException as error:
        found.append(error)
