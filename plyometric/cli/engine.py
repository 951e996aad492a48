"""The commands about other programs: engine, to be played with, and probe, to try one."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, BinaryIO

from plyometric.cli.display import Display
from plyometric.cli.search import USUAL_TABLE
from plyometric.cli.shared import Json, app, load, show, vetted
from plyometric.errors import InputError

if TYPE_CHECKING:
    from plyometric.engines.probing import Probe
    from plyometric.engines.uci import Offer

LONGEST_LINE = 1 << 16
"""Bytes of a line that is listened to: the moves of the longest game of chess there can be fit in."""


@app.command
def engine(game: str, /) -> None:
    """Be an engine: speak UCI on standard input and output, to a GUI, a tournament manager or a tuner.

    A game of Go speaks GTP, and answers `attack` and `defend`.

    Parameters
    ----------
    game
        Name of a game, path of a game file, or a player: chess:table=64,weights=FILE. Its limits, if it
        has any, hold for every search.
    """
    from plyometric.arena.players import options_in
    from plyometric.kernel import cache

    voice = Voice()
    name, options = options_in(game)
    protocol = vetted(name).notation.protocol
    with cache.watched(voice.tell_compiling) if protocol == "uci" else nullcontext():
        load(name)
        listen(served_by(protocol, name, options, voice.say), voice)


def listen(served: Any, voice: "Voice") -> None:
    """Let an engine hear standard input to its end, or until it has heard enough."""
    for line in lines_of(sys.stdin.buffer):
        if line is None:
            voice.say(f"info string a line of over {LONGEST_LINE} bytes is passed over.")
        elif not served.hear(line):
            break
    served.leave()


def served_by(protocol: str, name: str, options: dict[str, Any], say: Callable[[str], None]) -> Any:
    """Return what answers in a protocol for the player that options describe."""
    if protocol == "gtp":
        from plyometric.engines.serving_go import GoEngine

        if options:
            raise InputError(
                f"{name} answers by reading, and takes no options: leave {', '.join(options)} out."
            )
        return GoEngine(say)
    from plyometric.arena.players import unlimited_player
    from plyometric.engines.serving import Engine

    return Engine(unlimited_player(name, options, USUAL_TABLE | usual_clock(name, options)), say)


def usual_clock(name: str, options: dict[str, Any]) -> dict[str, str]:
    """Return the time manager that was learned for a game as it is played, if one comes with it."""
    from plyometric.arena.players import FOR_ALL
    from plyometric.games.shipped import shipped

    is_as_played = not any(key in options for key in FOR_ALL)
    return {"clock": "learned"} if is_as_played and "learned" in shipped(load(name), "clock") else {}


@app.command
def probe(engine: str, /, *, game: str = "chess", json: Json = False) -> None:
    """Try an engine, and say whether and how its search can be tuned.

    Parameters
    ----------
    engine
        A program, glaurung or "gnuchess --uci"; its language is found out, or told by uci:, gtp: or
        gountil: before it.
    game
        What it plays.
    """
    from plyometric.engines import probing

    with Display() as display:
        steps = probing.probe(engine, load(game))
        for _, found in display.track("probing", steps, lambda step: (None, step[0])):
            told = found
    show(asdict(told), probe_table(told), json)


def probe_table(told: "Probe") -> str:
    """Return what was found out about an engine: what can be tuned, each finding, and the verdict."""
    lines = [f"{told.name} ({told.way}: {' '.join(told.command)})"]
    lines += [f"  {offer_text(offer)}" for offer in told.tunable]
    lines += [f"{topic}: {sentence}" for topic, sentence in told.findings]
    return "\n".join([*lines, told.verdict])


def offer_text(offer: "Offer") -> str:
    """Return an option as a line: its name, its range or its choices, and what it is by default."""
    within = {"spin": offer.range, "check": "true or false"}.get(offer.type, ", ".join(offer.choices))
    return f"{offer.name}: {within}, by default {offer.default}"


class Voice:
    """Standard output, a whole line at a time from any thread; when nobody listens any more, all ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def say(self, line: str) -> None:
        """Say one line at once."""
        try:
            with self._lock:
                sys.stdout.buffer.write(f"{line}\n".encode(errors="replace"))
                sys.stdout.buffer.flush()
        except OSError:
            os._exit(1)

    def tell_compiling(self, kernel: str, begins: bool) -> None:
        """Say what is waited for."""
        if begins:
            self.say(f"info string compiling {kernel} (once)")


def lines_of(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines that arrive, whatever bytes they hold, and None for one that is too long."""
    while piece := stream.readline(LONGEST_LINE):
        if piece.endswith(b"\n") or len(piece) < LONGEST_LINE:
            yield piece.decode(errors="replace")
        else:
            while piece and not piece.endswith(b"\n"):
                piece = stream.readline(LONGEST_LINE)
            yield None
