"""The contract that every game keeps, as code that can be run on anyone's game.

`check_game` plays random games with compiled rules and reports, check by check, in one sentence what
is wrong and where. A game file may have two data files beside it, with the same stem:

    mygame.perft         a position a line: `position | count count ...`, the numbers of move sequences
                         of length 1, 2, ...; `start` stands for the first position
    mygame.playthrough   a recorded game, a ply a line: `move | legal moves | evaluation | position`,
                         all but the move as they are after it; where there are no legal moves, how the
                         game ended for the side to move. `write_playthrough` writes it.

In both, a line that begins with # is a comment.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from plyometric.errors import plain_words
from plyometric.kernel import Game
from plyometric.testing.asking import Sample, Skip, sample_of
from plyometric.testing.checks import CHECKS, OF_EVALUATIONS, kinds
from plyometric.testing.data import read_perft as read_perft
from plyometric.testing.data import write_playthrough as write_playthrough
from plyometric.testing.elsewhere import fingerprint as fingerprint


class Finding(NamedTuple):
    """What one check found: `ok`, `failed` or `skipped`, and unless ok, why, in one sentence."""

    check: str
    status: str
    sentence: str = ""


def check_game(game: Game, data: Path | str | None = None) -> list[Finding]:
    """Hold a game against the contract; `data` is the folder of its data files, else the game's own.

    It runs in this process, which a wrong game can bring down; `plyo check` guards against that.
    """
    return list(findings_in(game, data))


def findings_in(
    game: Game, data: Path | str | None = None, begin: Callable[[str], None] = lambda check: None
) -> Iterator[Finding]:
    """Yield what each check finds; `begin` is called with its name before it starts."""
    begin(_name(kinds))
    try:
        sample = sample_of(game, data)
    except Exception as error:
        yield Finding(_name(kinds), "failed", plain_words(error))
        yield from left_after(_name(kinds))
        return
    for prefix, judged, check in _all_checks(game):
        begin(prefix + _name(check))
        found = _finding(check, judged, sample)
        yield found._replace(check=prefix + found.check)


def left_after(check: str) -> list[Finding]:
    """Return the findings of the checks that cannot be made once one has failed for good."""
    names = [_name(one) for one in CHECKS]
    later = names[names.index(check) + 1 :] if check in names else []
    return [Finding(name, "skipped", f"tried once {check} is ok.") for name in later]


def _all_checks(game: Game) -> Iterator[tuple[str, Game, Callable[[Game, Sample], None]]]:
    """Yield each check with the game that it is made of and what its name begins with."""
    yield from (("", game, check) for check in CHECKS)
    for name in game.offered_evaluations:
        if name != game.evaluation_name:
            yield from ((f"{name}: ", game.judged_by(name), check) for check in OF_EVALUATIONS)


def assert_game(game: Game, data: Path | str | None = None) -> None:
    """Raise an AssertionError that holds the sentence of every failed check."""
    failed = [
        f"{name}: {sentence}" for name, status, sentence in check_game(game, data) if status == "failed"
    ]
    if failed:
        raise AssertionError("\n".join([f"{game.name} breaks the contract:", *failed]))


def _finding(check: Callable[[Game, Sample], None], game: Game, sample: Sample) -> Finding:
    try:
        check(game, sample)
    except Skip as reason:
        return Finding(_name(check), "skipped", str(reason))
    except Exception as error:
        return Finding(_name(check), "failed", plain_words(error))
    return Finding(_name(check), "ok")


def _name(check: Callable) -> str:
    return check.__name__.replace("_", " ")
