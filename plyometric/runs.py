"""Run folders: everything about one execution, so that it can be resumed, and opened years later.

    config.json    all settings that shape the results, the seed among them
    run.json       version, machine and duration
    journal.jsonl  one finished unit of work a line, appended and flushed
    results.json   what came out

A killed run loses at most the units that were under way. Files are written under a temporary name
and renamed, so none is ever seen half-written; a half-written last line of the journal is dropped.
"""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

from plyometric import __version__
from plyometric.errors import InputError
from plyometric.files import read_json, write_json


class Run:
    """A run folder, open for work."""

    def __init__(self, folder: Path, config: dict[str, Any]) -> None:
        self.folder = folder
        self.config = config
        self.done = _read_journal(folder / "journal.jsonl")
        self._began, self._before = time.time(), len(self.done)

    def record(self, key: str, result: Any) -> None:
        """Append a finished unit to the journal, safe on disk when this returns."""
        with (self.folder / "journal.jsonl").open("a") as journal:
            journal.write(json.dumps({"unit": key, "result": result}) + "\n")
            journal.flush()
            os.fsync(journal.fileno())

    def finish(self, results: dict[str, Any]) -> None:
        """Write what came out, and where and how long it ran."""
        write_json(self.folder / "results.json", results)
        seconds = round(time.time() - self._began, 3)
        circumstances = {**_circumstances(), "seconds": seconds, "units_from_before": self._before}
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
        "version": __version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "ended": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
    }
