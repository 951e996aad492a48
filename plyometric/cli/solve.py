"""The command that proves captures: solve."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from plyometric.cli.display import Display
from plyometric.cli.shared import Json, app, line_text, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.games.go_capture.sgf import Task
    from plyometric.search.widening import Solver


@app.command
def solve(
    path: Path,
    /,
    *,
    target: str = "",
    moves: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    plays: Annotated[int, Parameter(validator=Number(gte=1))] = 1_000_000,
    svg: Path | None = None,
    json: Json = False,
) -> None:
    """Say whether a string of Go stones can be captured, by which moves, and whether it can be saved.

    Captured means proven; where no proof was found within the plays, that is said.

    Parameters
    ----------
    path
        An SGF file, or a folder of them. A file may hold many games.
    target
        A stone of the string, such as D4; by default the one that the file marks with a triangle.
    moves
        How many moves of the game are played first.
    plays
        What a search may play at most.
    svg
        Write a picture of the answer here, if there is one problem.
    """
    facts, faults = list[dict[str, Any]](), list[str]()
    with Display() as display:
        for task in tasks_in(path, target, moves, faults):
            facts.append(display.wait_for("proving", answer_to, *task, plays))
            if not json:
                print(in_words(facts[-1]), flush=True)
            if svg:
                draw_answer(svg, task[1], facts)
    if json:
        show({"problems": facts, "failed": faults}, "", as_json=True)
    if faults:
        raise InputError(
            f"{len(faults)} of {len(faults) + len(facts)} could not be solved: {'; '.join(faults)}"
        )


def tasks_in(path: Path, target: str, moves: int, faults: list[str]) -> Iterator[tuple[str, "Task"]]:
    """Yield the problems of a file, or of all files of a folder; a file of these that fails is noted."""
    from plyometric.games.go_capture.sgf import read_tasks

    files = sorted(path.rglob("*.sgf")) if path.is_dir() else [path]
    if not files:
        raise InputError(f"{path}: there is no .sgf file in this folder.")
    for file in files:
        try:
            found = read_tasks(file, target, moves)
        except InputError as error:
            if not path.is_dir():
                raise
            faults.append(str(error).rstrip("."))
            continue
        numbered = len(found) > 1
        yield from ((f"{file} game {n}" if numbered else str(file), task) for n, task in enumerate(found, 1))


def thorough_solver(size: int, plays: int) -> "Solver":
    """Return what proves captures on boards of a size, with memory that nobody else uses."""
    from plyometric.games import load_installed
    from plyometric.games.go_capture import name_of
    from plyometric.search.widening import THOROUGH, Solver, Terms

    return Solver(load_installed(name_of(size)), Terms(THOROUGH, plays, megabytes=1))


def answer_to(name: str, task: "Task", plays: int) -> dict[str, Any]:
    """Return all that is found about one problem."""
    from plyometric.kernel import NO_MOVE
    from plyometric.kernel.referee import ASKING
    from plyometric.search.proof import LOST, UNKNOWN, WON

    solver = thorough_solver(task.size, plays)
    game = solver.game
    attack = solver.attack(task.state)
    words = {WON: "captured", LOST: "not captured", UNKNOWN: "not proven"}
    facts: dict[str, Any] = {"problem": name, "position": game.position_text(task.state)}
    facts |= {
        "status": words[attack.value],
        "plays": attack.plays,
        "nodes": attack.nodes,
        "depth": attack.depth,
        "refuted": refutations(solver, task, attack.move if attack.is_won else NO_MOVE),
    }
    if not attack.is_won:
        return facts | {"move": None, "line": [], "defence": None}
    passed = ASKING["passed"](game, task.state)
    defence = solver.save(passed)
    saving = None if defence.is_won or defence.move == NO_MOVE else game.move_text(passed, defence.move)
    line = line_text(game, task.state, tuple(solver.line(task.state)))
    return facts | {"move": game.move_text(task.state, attack.move), "line": line, "defence": saving}


def refutations(solver: "Solver", task: "Task", answer: int) -> dict[str, str]:
    """Return the liberties of the string by which it is not caught, each with the defender's reply."""
    from plyometric.games.go_capture.notation import liberties_of, view_of
    from plyometric.games.points import PASS, point_text
    from plyometric.kernel import NO_MOVE
    from plyometric.kernel.referee import legal_moves, play

    liberties = liberties_of(task.size, view_of(task.size, task.state).stones, task.state.target)
    found = {}
    for move in sorted(liberties & {*legal_moves(solver.game, task.state)} - {answer}):
        reply = solver.save(play(solver.game, task.state, move))
        if not reply.is_won:
            saving = PASS if reply.move == NO_MOVE else point_text(task.size, reply.move)
            found[point_text(task.size, move)] = saving
    return found


def in_words(facts: dict[str, Any]) -> str:
    """Return what was found about one problem in a line."""
    failing = (f"{move} fails to {reply}" for move, reply in facts["refuted"].items())
    spent = "; ".join((*failing, f"{facts['plays']:,} plays, {facts['nodes']:,} nodes"))
    if not facts["line"]:
        return f"{facts['problem']}: {facts['status']}; {spent}"
    saved = f"saved by {facts['defence']}" if facts["defence"] else "lost even if the defender moves first"
    return f"{facts['problem']}: {facts['status']} by {' '.join(facts['line'])}; {saved}; {spent}"


def draw_answer(path: Path, task: "Task", facts: list[dict[str, Any]]) -> None:
    """Write the picture of the only problem: the answer is highlighted."""
    from plyometric.files import write_text
    from plyometric.games.go_capture.notation import svg
    from plyometric.games.points import read_point

    if len(facts) > 1:
        raise InputError("--svg draws one problem: give a file that has one.")
    found = facts[0]
    lit = [read_point(task.size, found["move"])] if found["move"] else []
    write_text(
        path, svg(task.size, task.state, lit, f"{found['status']} {' '.join(found['line'][:1])}".strip())
    )
