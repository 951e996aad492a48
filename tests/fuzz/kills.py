"""Commands that keep runs, killed at a random moment: resumed, they come to what they would have come to."""

import random
import time

from . import Try
from .commands import KEEPING, begin, outcome, plyo

COUNT = 64


def attack(count, folder):
    """Yield what became of each kill."""
    dice, known = random.Random(count), {}
    for i in range(count):
        kind = list(KEEPING)[i % len(KEEPING)]
        words = [*KEEPING[kind].split(), "--out", "run"]
        if kind not in known:
            known[kind] = undisturbed(words, folder / kind)
        seconds, whole = known[kind]
        yield Try(kind, fault_after_kill(words, folder / f"{kind} {i}", dice.uniform(0.2, seconds), whole))


def undisturbed(words, folder):
    """Return how long a command takes, and what it comes to; the first time it may have to compile."""
    for name in ("cold", "warm"):
        (folder / name).mkdir(parents=True)
        began = time.monotonic()
        code, said = plyo(words, folder / name)
        assert code == 0, said
    return time.monotonic() - began, outcome(folder / "warm")


def fault_after_kill(words, folder, moment, whole):
    folder.mkdir()
    running = begin(words, folder)
    time.sleep(moment)
    running.kill()
    running.communicate()
    code, said = plyo([*words, "--resume"], folder)
    if code:
        return f"killed after {moment:.2f} s, resuming ended with {code}: {said[-300:]!r}"
    left = [path.name for path in folder.rglob(".*.part")]
    if left:
        return f"killed after {moment:.2f} s, {left} were left behind"
    return "" if outcome(folder) == whole else f"killed after {moment:.2f} s, it came to something else"
