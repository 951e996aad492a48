"""What the commands share: the app, common options, and how results are shown."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.validators import Number

from plyometric import __version__, games
from plyometric.files import finite

if TYPE_CHECKING:
    from plyometric.kernel import Game
    from plyometric.runs import Run

app = App(
    name="plyo",
    help="Train the thinking of game programs.",
    version=__version__,
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(show_default=lambda value: None if value in (None, "") else str(value)),
)
app.register_install_completion_command()

Depth = Annotated[int, Parameter(validator=Number(gte=1, lte=100))]
Seed = Annotated[int, Parameter(validator=Number(gte=0, lt=2**62))]
"""Other seeds are counted from it, and these too must fit into a word."""

Json = Annotated[bool, Parameter(negative="", help="Print one JSON document on standard output.")]


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Where work is done and kept."""

    threads: Annotated[int, Parameter(validator=Number(gte=0))] = 0
    "How many threads to use; 0 means one for each core."
    cluster: str = ""
    "Address of a Dask scheduler to work on, such as tcp://host:8786."
    out: Path | None = None
    "Folder in which the run is kept, so that it can be resumed."
    resume: Annotated[bool, Parameter(negative="")] = False
    "Go on with a run that was stopped."


def load(game: str) -> "Game":
    """Load a game and make sure that its rules return what they must."""
    from plyometric.kernel.referee import probe

    rules = vetted(game)
    probe(rules)
    return rules


def vetted(text: str) -> "Game":
    """Return a game; a file is first tried where it can do no harm, unless it has held before."""
    from plyometric.games.proven import known_by

    if not text.endswith(".py") or not Path(text).is_file():
        return games.load(text)
    try_unless_proven(text, known_by(text))
    game = games.load(text)
    try_unless_proven(text, game.digest)
    return game


def try_unless_proven(file: str, digest: str) -> None:
    """Let another process try a game file, unless it is known by the digest to have held."""
    from plyometric.games.proven import is_proven

    if not is_proven(digest):
        from plyometric.testing.guard import refuse_unless_sound

        refuse_unless_sound(file)


def read_position(game: "Game", text: str) -> Any:
    """Return the state that a position text names, or the start."""
    return game.read_position(text) if text else game.start()


def line_text(game: "Game", state: Any, line: tuple[int, ...]) -> list[str]:
    """Return a line of moves as players write it."""
    from plyometric.kernel.referee import play

    texts = []
    for move in line:
        texts.append(game.move_text(state, move))
        state = play(game, state, move)
    return texts


def value_text(value: int) -> str:
    """Return a value in words where it is a sure win or loss."""
    from plyometric.games.notebook import value_text as in_words

    return in_words(value)


def show(facts: dict[str, Any], text: str, as_json: bool) -> None:
    """Print a result, as text or as one JSON document."""
    print(json.dumps(finite(facts), indent=1, allow_nan=False) if as_json else text)


def open_run_if_wanted(name: str, config: dict[str, Any], where: Where) -> "Run | None":
    """Open a run folder if one was asked for with --out or --resume."""
    from plyometric.runs import open_run

    if not where.out and not where.resume:
        return None
    return open_run(name, config, where.out, where.resume)


@contextmanager
def says_what_is_kept(run: "Run | None") -> Iterator[None]:
    """Add to whatever ends a command early where the finished work lies."""
    try:
        yield
    except (KeyboardInterrupt, Exception) as error:
        if run:
            error.add_note(
                f"finished units are kept in {run.folder}, and the same command with --resume goes on"
            )
        elif isinstance(error, KeyboardInterrupt):
            error.add_note("what is printed above was finished")
        raise
