"""A game that may be wrong is tried in a process of its own, which may crash, hang or run out of memory.

That process checks the bounds of every array, and writes down what it is about to ask before it asks. So
whatever becomes of it, this side can say which rule it was, and in which position.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from plyometric.errors import InputError
from plyometric.games import proven
from plyometric.kernel import cache
from plyometric.testing import Finding, left_after

LOOKED_AT_EVERY = 0.05
"""Seconds between two looks at the other process."""

DONE_WITHIN = 600
"""Seconds after which one step of a trial, a check for instance, is given up."""

LONGEST_SENTENCE = 600
"""Characters of a sentence that are shown: a wrong game can return anything."""


class Trial:
    """A process in which a game is tried, what it has told, and of what it died."""

    def __init__(self, process: subprocess.Popen, folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.fate = ""

    def watch(self) -> Iterator[str]:
        """Yield what the process is at, again and again until it ends or is given up."""
        note, since = self._note(), time.monotonic()
        step, begun = len(self.told()), since
        while self._runs():
            now, seen, told = time.monotonic(), self._note(), len(self.told())
            note, since = (note, since) if seen["count"] == note["count"] else (seen, now)
            step, begun = (step, begun) if told == step else (told, now)
            yield note["what"] or note["step"]
            if now - since > note["seconds"]:
                self.fate = f"{_takes_over(note)}{note['where']}."
                return
            if now - begun > DONE_WITHIN:
                self.fate = f"{note['step']} takes over {DONE_WITHIN} seconds."
                return
        self.fate = _last_words(self._note(), self.process.returncode)

    def told(self) -> list[dict[str, Any]]:
        """Return what the process has told so far, one fact a line."""
        return list(_facts_in(self.folder / "told"))

    def _runs(self) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(LOOKED_AT_EVERY)
        return self.process.returncode is None

    def _note(self) -> dict[str, Any]:
        nothing = {"count": 0, "step": "the trial", "what": "", "where": "", "seconds": DONE_WITHIN}
        return next(_facts_in(self.folder / "note"), nothing)


@contextmanager
def trial_of(task: str, origin: str, *more: str) -> Iterator[Trial]:
    """Let another process do a task of `plyometric.testing` with a game; it ends with the context."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = (task, origin, *more, folder, str(os.getpid()))
        command = [sys.executable, "-m", "plyometric.testing", *words]
        quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        process = subprocess.Popen(command, env=_checked_environment(folder), start_new_session=True, **quiet)
        try:
            yield Trial(process, Path(folder))
        finally:
            _end(process)


def _checked_environment(folder: str) -> dict[str, str]:
    """Return an environment in which bounds are checked; that machine code is kept apart from all other."""
    kept = cache.folder()
    with suppress(OSError):
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = {"NUMBA_BOUNDSCHECK": "1", "PLYOMETRIC_CACHE": str(kept / "checked"), "TMPDIR": folder}
    return os.environ | own


def _end(process: subprocess.Popen) -> None:
    """End a process and those that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _facts_in(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the whole lines of a file that a process may have died over."""
    with suppress(OSError):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError):
                yield json.loads(line)


def _takes_over(note: dict[str, Any]) -> str:
    seconds = f"{note['seconds']} seconds"
    if note.get("compiling"):
        return f"{note['what'] or note['step']} takes over {seconds} to compile"
    return f"{note['what'] or note['step']} gives no answer within {seconds}"


def _last_words(note: dict[str, Any], code: int) -> str:
    ended = f"with exit code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"
    return f"{note['what'] or note['step']} ends its process {ended}{note['where']}."


def shortened(sentence: str) -> str:
    """Return a sentence as one line of bearable length."""
    line = " ".join(sentence.split())
    half = LONGEST_SENTENCE // 2
    return line if len(line) <= LONGEST_SENTENCE else f"{line[:half]} ... {line[-half:]}"


def checked(trial: Trial, origin: str) -> tuple[str, list[Finding]]:
    """Return the name of a game and what a trial by `check` found; what cannot be loaded is bad input."""
    game, facts = _told_by(trial, origin)
    findings = [Finding(**fact) for fact in facts if "status" in fact]
    if not _is_done(facts):
        check = [fact["begun"] for fact in facts if "begun" in fact][-1]
        findings += [Finding(check, "failed", trial.fate), *left_after(check)]
    if all(finding.status != "failed" for finding in findings):
        proven.remember(*game["digests"])
    return game["game"], [finding._replace(sentence=shortened(finding.sentence)) for finding in findings]


def refuse_unless_sound(origin: str) -> None:
    """Try a game file that is used for the first time, and remember that it held."""
    with trial_of("attempt", origin) as trial:
        deque(trial.watch(), maxlen=0)
        game, facts = _told_by(trial, origin)
    fault = next((fact["fault"] for fact in facts if "fault" in fact), "")
    if fault or not _is_done(facts):
        raise InputError(f"{origin}: {shortened(fault or trial.fate)} `plyo check` tries all of it.")
    proven.remember(*game["digests"])


def _told_by(trial: Trial, origin: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return which game a trial was of, and all that it told."""
    facts = trial.told()
    refused = next((fact["refused"] for fact in facts if "refused" in fact), "")
    game = next((fact for fact in facts if "game" in fact), None)
    if refused or game is None:
        raise InputError(shortened(refused or f"{origin}: {trial.fate}"))
    return game, facts


def _is_done(facts: list[dict[str, Any]]) -> bool:
    return any("done" in fact for fact in facts)
