"""Commands that keep runs, killed at their work: resumed, they come to what they would have come to.

A kill counts if it hit when the run folder was open and before the command had ended; one that came too
late is dealt again, sooner.
"""

import random
import signal
import subprocess
import time

from . import Try
from .commands import KEEPING, begin, outcome, plyo

COUNT = 70


def attack(count, folder):
    """Yield what became of each kill."""
    dice, known = random.Random(count), {}
    for i in range(count):
        kind = list(KEEPING)[i % len(KEEPING)]
        words = [*KEEPING[kind].split(), "--out", "run"]
        if kind not in known:
            known[kind] = undisturbed(words, folder / kind)
        seconds, whole = known[kind]
        place, moment = killed(words, folder / f"{kind} {i}", dice, seconds)
        yield Try(kind, fault_after_kill(words, place, moment, whole))


def undisturbed(words, folder):
    """Return how long a command works on its run, and what it comes to; the first time it may compile."""
    for name in ("cold", "warm"):
        running = at_work(words, folder / name)
        began = time.monotonic()
        said = running.communicate()[1]
        assert running.returncode == 0, said
    return time.monotonic() - began, outcome(folder / "warm")


def at_work(words, folder):
    """Start a command in a new folder, and return when its run folder is open."""
    folder.mkdir(parents=True)
    running = begin(words, folder)
    while not (folder / "run" / "config.json").exists():
        assert running.poll() is None, running.communicate()[1]
        time.sleep(0.005)
    return running


def killed(words, folder, dice, seconds):
    """Kill a command at its work; return the folder that it leaves, and after how long it was."""
    running, moment = at_work(words, folder), dice.uniform(0, seconds)
    try:
        running.communicate(timeout=moment)
    except subprocess.TimeoutExpired:
        running.kill()
        running.communicate()
    if running.returncode == -signal.SIGKILL:
        return folder, moment
    return killed(words, folder.with_name(f"{folder.name} again"), dice, moment)


def fault_after_kill(words, folder, moment, whole):
    code, said = plyo([*words, "--resume"], folder)
    if code:
        return f"killed after {moment:.2f} s, resuming ended with {code}: {said[-300:]!r}"
    left = [path.name for path in folder.rglob(".*.part")]
    if left:
        return f"killed after {moment:.2f} s, {left} were left behind"
    return "" if outcome(folder) == whole else f"killed after {moment:.2f} s, it came to something else"
