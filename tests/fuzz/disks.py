"""Disks that are full or read-only: one sentence, nothing half-written, and what was done can be resumed.

Real disks of a few kilobytes in memory, which only root can mount.
"""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

from . import Try
from .commands import KEEPING, fault_in, outcome, plyo

COUNT = 1
"""How often all of them are tried."""

SIZES = (8, 48)
"""Kilobytes of the disks on which runs are kept."""

WRITING = {
    "new": "new mygame",
    "satisfice --figure": "satisfice --figure course.svg",
    "play --save": "play checkers --against depth=1 --save game.pdn",
    "report": "report {run} -o page.html",
    "learn allocation -o": "learn allocation checkers --k 2 --n 1 --examples 100 -o learned.json",
    "learn evaluation -o": "learn evaluation fives --student depth=1,breadth=3 --teacher depth=1,breadth=3"
    " --sessions 1 --moves 3 --judge 2 -o learned.json",
}
"""Commands that write a file into the working folder."""

PRINTING = ("games", "studies", "perft checkers 3", "search checkers --depth 3 --json", "--help")


def attack(count, folder):
    """Yield what became of each disk."""
    if os.geteuid():
        return
    for i in range(count):
        place = folder / str(i)
        place.mkdir()
        for kind, words in KEEPING.items():
            yield from when_kept(kind, words.split(), place)
        run = place / "study satisficing" / "run"
        for kind, words in WRITING.items():
            command = [word.format(run=run) for word in words.split()]
            assert_works(command, place / f"{kind} with room")
            yield Try(f"full: {kind}", fault_when_no_room(command, place / f"{kind} full"))
            yield Try(f"read-only: {kind}", fault_when_read_only(command, place / f"{kind} read-only"))
        for words in PRINTING:
            with Path("/dev/full").open("w") as full:
                yield Try("full: standard output", fault_in(*plyo(words.split(), folder, stdout=full)))


def when_kept(kind, words, place):
    """Yield what becomes of a command that keeps a run."""
    command, whole = [*words, "--out", "run"], place / kind
    whole.mkdir()
    code, said = plyo(command, whole)
    assert code == 0, said
    for size in SIZES:
        was_full, fault = fault_when_full(command, place / f"{kind} {size}", size, whole)
        yield Try(f"{'full' if was_full else 'room enough'}: {kind}", fault)
    yield Try(f"read-only: {kind}", fault_when_read_only(command, place / f"{kind} read-only"))


def assert_works(words, folder):
    """Make sure that a command is refused for want of room alone."""
    folder.mkdir()
    code, said = plyo(words, folder, input="quit\n")
    assert code == 0, said


@contextmanager
def disk(folder, size):
    """Mount a disk of so many kilobytes."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def remount(folder, options):
    subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)


def fault_when_full(words, folder, size, whole):
    """Return whether a disk was full, and what is wrong after a run there and its end with room again."""
    with disk(folder, size):
        code, said = plyo(words, folder)
        fault = fault_in(code, said) if code else ""
        left = [path.name for path in folder.rglob(".*.part")]
        remount(folder, "size=64m")
        again, complaint = plyo([*words, "--resume"], folder)
        same = outcome(folder) == outcome(whole)
    if not fault and left:
        fault = f"{left} were left behind"
    if not fault and (again or not same):
        fault = f"resumed with exit code {again}, the same: {same}, said {complaint[-300:]!r}"
    return bool(code), fault


def fault_when_read_only(words, folder):
    with disk(folder, 1000):
        remount(folder, "ro")
        return fault_in(*plyo(words, folder, input="quit\n"))


def fault_when_no_room(words, folder):
    """Return what is wrong after writing a file on a disk that is full to the last byte."""
    with disk(folder, 8):
        (folder / "filler").write_bytes(b"x" * 8192)
        code, said = plyo(words, folder, input="quit\n")
        left = [path.name for path in folder.iterdir() if path.name != "filler"]
    return fault_in(code, said) or (f"{left} were left behind" if left else "")
