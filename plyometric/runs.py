"""Run folders: everything about one execution, so that it can be resumed, and opened years later.

    config.json    all settings that shape the results, the seed among them
    run.json       version, commit, machine and duration
    journal.jsonl  one finished unit of work a line, appended and flushed
    results.json   what came out

A killed run loses at most the units that were under way. Files are written under a temporary name
and renamed, so none is ever seen half-written; a half-written last line of the journal is dropped.
"""

import json
import os
import platform
import subprocess
import time
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from plyometric import __version__
from plyometric.errors import InputError
from plyometric.files import read_json, write_json

PACKAGE = Path(__file__).parent

GIT_ANSWERS_WITHIN = 2
"""Seconds after which git is not waited for."""


class Run:
    """A run folder, open for work."""

    def __init__(self, folder: Path, config: dict[str, Any]) -> None:
        self.folder = folder
        self.config = config
        self.done = _read_journal(folder / "journal.jsonl")
        self._began, self._before = time.time(), len(self.done)
        self._source = source_of(PACKAGE)
        self._pen = Lock()

    def record(self, key: str, result: Any) -> Any:
        """Append a finished unit to the journal, safe on disk when this returns; return it as read back.

        Any thread may do so. JSON knows lists but no tuples: who resumes must see what we see now.
        """
        line = json.dumps({"unit": key, "result": result})
        with self._pen, (self.folder / "journal.jsonl").open("a") as journal:
            journal.write(line + "\n")
            journal.flush()
            os.fsync(journal.fileno())
        return json.loads(line)["result"]

    def finish(self, results: dict[str, Any]) -> None:
        """Write what came out, and where and how long it ran."""
        write_json(self.folder / "results.json", results)
        seconds = round(time.time() - self._began, 3)
        counts = {"seconds": seconds, "units_from_before": self._before}
        circumstances = {"version": __version__, **self._source, **_circumstances(), **counts}
        write_json(self.folder / "run.json", circumstances)


def open_run(name: str, config: dict[str, Any], out: Path | None = None, resume: bool = False) -> Run:
    """Open the run folder `out` (by default runs/<name>-<time>), anew or to go on where it stopped."""
    folder = out or (resume and _latest(name, config)) or _fresh(name)
    config = json.loads(json.dumps({"name": name, **config}))
    if (folder / "config.json").exists():
        if not resume:
            raise InputError(f"{folder} already holds a run: --resume goes on with it, --out names another.")
        _check_same(folder / "config.json", config)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        write_json(folder / "config.json", config)
    return Run(folder, config)


def _fresh(name: str) -> Path:
    base = Path("runs") / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    tries = (base.with_name(f"{base.name}-{i}") if i else base for i in range(1000))
    return next(path for path in tries if not path.exists())


def _latest(name: str, config: dict[str, Any]) -> Path | None:
    """Return the newest run in runs/ with the same settings, else the newest that is not finished."""
    wanted = json.loads(json.dumps({"name": name, **config}))
    found = sorted(Path("runs").glob(f"{name}-*/config.json"), reverse=True)
    same = (path.parent for path in found if read_json(path) == wanted)
    unfinished = (path.parent for path in found if not (path.parent / "results.json").exists())
    return next(same, None) or next(unfinished, None)


def _check_same(path: Path, config: dict[str, Any]) -> None:
    before = read_json(path)
    for key in sorted({*before, *config}):
        if before.get(key) != config.get(key):
            was, now = before.get(key), config.get(key)
            raise InputError(f"{path}: this run was started with {key} = {was!r}, not {now!r}.")


def _read_journal(path: Path) -> dict[str, Any]:
    """Return the finished units, and cut off a last line that a kill left half-written."""
    if not path.exists():
        return {}
    whole, _, torn = path.read_bytes().rpartition(b"\n")
    if torn:
        os.truncate(path, len(whole) + (1 if whole else 0))
    return dict(_journal_line(path, n, line) for n, line in enumerate(whole.splitlines(), 1))


def _journal_line(path: Path, number: int, line: bytes) -> tuple[str, Any]:
    try:
        entry = json.loads(line)
        return entry["unit"], entry["result"]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} line {number} is not a journal entry: the file was altered.") from None


def _circumstances() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "ended": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
    }


@cache
def source_of(package: Path) -> dict[str, Any]:
    """Return the commit that a package was taken from, and whether it was altered; nothing if none is known.

    A package that is installed in some other project's folder is no part of that project's commit.
    """
    try:
        _git(package, "ls-files", "--error-unmatch", "__init__.py")
        commit = _git(package, "rev-parse", "HEAD")
        return {"commit": commit, "altered": bool(_git(package, "status", "--porcelain", "--", "."))}
    except (OSError, subprocess.SubprocessError):
        return {}


def _git(folder: Path, *words: str) -> str:
    command = ["git", "--no-optional-locks", "-C", str(folder), *words]
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        command, env=elsewhere, capture_output=True, text=True, check=True, timeout=GIT_ANSWERS_WITHIN
    )
    return done.stdout.strip()
