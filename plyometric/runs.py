"""Run folders: everything about one execution, so that it can be resumed, and opened years later.

    config.json    all settings that shape the results, the seed among them
    run.json       version, commit, machine and duration
    journal.jsonl  one finished unit of work a line, appended and flushed
    progress.json  how many units are expected, by their label, for whoever watches
    results.json   what came out
    run.lock       who works in the folder, or did so last

A killed run loses at most the units that were under way. Files are written under a temporary name
and renamed, so none is ever seen half-written; a half-written last line of the journal is dropped.
One process at a time works in a folder, and holds it as long as it lives.
"""

import json
import os
import platform
import re
import subprocess
import time
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from plyometric import __version__
from plyometric.errors import InputError
from plyometric.files import (
    UNFINISHED,
    append_line,
    finite,
    from_json,
    names_the_file,
    read_json,
    sweep,
    write_json,
)

PACKAGE = Path(__file__).parent

GIT_ANSWERS_WITHIN = 2
"""Seconds after which git is not waited for."""

LOCK = "run.lock"


class Run:
    """A run folder, open for work."""

    def __init__(self, folder: Path, config: dict[str, Any], hold: "Hold") -> None:
        self.folder = folder
        self.config = config
        self.done = _read_journal(folder / "journal.jsonl")
        self._hold = hold
        self._expected: dict[str, int] = {}
        self._began, self._before = time.time(), len(self.done)
        self._source = source_of(PACKAGE)
        self._pen = Lock()

    def record(self, key: str, result: Any) -> Any:
        """Append a finished unit to the journal, safe on disk when this returns; return it as read back.

        Any thread may do so. JSON knows lists but no tuples: who resumes must see what we see now.
        """
        line = json.dumps({"unit": key, "result": result})
        with self._pen:
            append_line(self.folder / "journal.jsonl", line)
        return json.loads(line)["result"]

    def expect(self, label: str, units: int) -> None:
        """Note that so many units are to come, those that are done included."""
        self._expected[label] = units
        write_json(self.folder / "progress.json", {"expected": self._expected})

    def finish(self, results: dict[str, Any]) -> None:
        """Write what came out, and where and how long it ran."""
        write_json(self.folder / "results.json", results)
        seconds = round(time.time() - self._began, 3)
        counts = {"seconds": seconds, "units_from_before": self._before}
        circumstances = {"version": __version__, **self._source, **_circumstances(), **counts}
        write_json(self.folder / "run.json", circumstances)


class Hold:
    """A process's hold on a folder, which ends with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK
        with names_the_file(path):
            self._file = path.open("a+")
            if not _is_locked(self._file.fileno()):
                self._file.seek(0)
                who = " ".join(self._file.read(200).split()) or "another process"
                raise InputError(
                    f"{folder} is in use by {who}: wait for its end, or name another with --out."
                )
            self._file.truncate(0)
            since = time.strftime("%Y-%m-%d %H:%M:%S")
            print(f"process {os.getpid()} on {platform.node()} since {since}", file=self._file, flush=True)


_held: WeakValueDictionary[Path, Hold] = WeakValueDictionary()
"""The folders that this process works in."""
_holding = Lock()


def _is_locked(file: int) -> bool:
    """Lock a file if nobody else has; where the system has no such locks, everybody may go on."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _hold(folder: Path) -> Hold:
    place = folder.resolve()
    with _holding:
        hold = _held.get(place) or Hold(folder)
        _held[place] = hold
    return hold


def open_run(name: str, config: dict[str, Any], out: Path | None = None, resume: bool = False) -> Run:
    """Open the run folder `out` (by default runs/<name>-<time>), anew or to go on where it stopped."""
    config = json.loads(json.dumps(finite({"name": name, **config})))
    folder = out or (resume and _latest(name, config)) or _fresh(name)
    folder.mkdir(parents=True, exist_ok=True)
    _check_is_run(folder)
    hold = _hold(folder)
    if (folder / "config.json").exists():
        if not resume:
            raise InputError(f"{folder} already holds a run: --resume goes on with it, --out names another.")
        _check_same(folder / "config.json", config)
        sweep(folder)
    else:
        write_json(folder / "config.json", config)
    return Run(folder, config, hold)


def _check_is_run(folder: Path) -> None:
    """Refuse a folder that holds other things than a run; one that was killed at its start holds a lock.

    A run holds no links: whoever planted one would have what is noted written elsewhere.
    """
    found = sorted(path.name for path in folder.iterdir() if path.name != LOCK and path.suffix != UNFINISHED)
    if found and "config.json" not in found:
        raise InputError(
            f"{folder} holds {found[0]!r:.60} but no config.json, so it is no run: --out names another."
        )
    link = next((path for path in folder.rglob("*") if path.is_symlink()), None)
    if link:
        raise InputError(f"{link} is a link, and a run holds none: --out names another folder.")


def _fresh(name: str) -> Path:
    """Make a folder that was not there, so that two starts at the same instant have one each."""
    base = Path("runs") / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    base.parent.mkdir(exist_ok=True)
    tries = (base.with_name(f"{base.name}-{i}") if i else base for i in range(1000))
    return next(path for path in tries if _is_made(path))


def _is_made(folder: Path) -> bool:
    try:
        folder.mkdir()
    except FileExistsError:
        return False
    return True


def _latest(name: str, config: dict[str, Any]) -> Path | None:
    """Return the newest run in runs/ with the same settings, else the newest that is not finished."""
    pattern = re.compile(rf"{re.escape(name)}-(\d{{8}}-\d{{6}})(?:-(\d+))?")
    named = [(match, path) for path in Path("runs").glob("*") if (match := pattern.fullmatch(path.name))]
    found = sorted(named, key=lambda one: (one[0][1], int(one[0][2] or 0)), reverse=True)
    runs = [path for _, path in found if (path / "config.json").exists()]
    same = (path for path in runs if _is_of(path / "config.json", config))
    unfinished = (path for path in runs if not (path / "results.json").exists())
    return next(same, None) or next(unfinished, None)


def _is_of(path: Path, config: dict[str, Any]) -> bool:
    try:
        return read_json(path) == config
    except InputError:
        return False


def _check_same(path: Path, config: dict[str, Any]) -> None:
    before = read_json(path)
    if not isinstance(before, dict):
        raise InputError(f"{path} does not hold the settings of a run: a JSON object is expected.")
    for key in sorted({*before, *config}):
        if before.get(key) != config.get(key):
            was, now = before.get(key), config.get(key)
            raise InputError(f"{path}: this run was started with {key:.60} = {was!r:.60}, not {now!r:.60}.")


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
        entry = from_json(line)
        unit, result = entry["unit"], entry["result"]
    except (ValueError, KeyError, TypeError):
        unit = None
    if not isinstance(unit, str):
        raise InputError(f"{path} line {number} is not a journal entry: the file was altered.")
    return unit, result


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
