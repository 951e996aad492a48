"""Runs on the page: which there are, how far one has come, how two differ."""

import os
import platform
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.files import from_json, read_json
from plyometric.report.summary import files_of, summary
from plyometric.report.tables import cells, figure

UNIT = re.compile(rb'\{"unit": "((?:[^"\\]|\\.)*)"')
HOLDER = re.compile(r"process (\d{1,9}) on (\S+)")
RECENT = 200_000
"""Bytes at the end of a journal from which the last figures are read."""

MOST_POINTS = 300


class Card(NamedTuple):
    """A run in one line of the list."""

    name: str
    study: str
    scale: str
    seed: str
    state: str
    units: int
    began: str
    seconds: str
    question: str
    ours: str
    paper: str
    verdict: str
    verdicts: dict[str, int]


class Journals:
    """Counts the units in journals; what was counted is not read again."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[int, Counter[str]]] = {}

    def counts(self, folder: Path) -> Counter[str]:
        """Return how many units each label has finished."""
        path = folder / "journal.jsonl"
        place, counts = self._read.get(path, (0, Counter[str]()))
        try:
            if path.stat().st_size < place:
                place, counts = 0, Counter[str]()
            with path.open("rb") as file:
                file.seek(place)
                whole, newline, _ = file.read().rpartition(b"\n")
        except OSError:
            return Counter()
        units = (UNIT.match(line) for line in whole.splitlines())
        counts = counts + Counter(_label(unit[1]) for unit in units if unit)
        self._read[path] = place + len(whole) + len(newline), counts
        return counts


def _label(unit: bytes) -> str:
    """Return to what a unit belongs; the steps of a learner are numbered and no more."""
    text = unit.decode(errors="replace")
    return "steps" if text.isdigit() else text.rpartition(": ")[0] or text


def is_under_way(folder: Path) -> bool:
    """Return whether the process that holds a run's lock is alive on this machine."""
    try:
        found = HOLDER.match((folder / "run.lock").read_text(errors="replace")[:200])
    except OSError:
        return False
    if not found or found[2] != platform.node():
        return False
    try:
        os.kill(int(found[1]), 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return not (folder / "results.json").exists()


def state_of(folder: Path) -> str:
    """Return whether a run is finished, under way or stopped."""
    if (folder / "results.json").is_file():
        return "finished"
    return "under way" if is_under_way(folder) else "stopped"


def card(folder: Path, journals: Journals) -> Card:
    """Return a run as one line of the list; files that are not as they should be leave gaps."""
    config = _object(folder / "config.json")
    results, run = _object(folder / "results.json"), _object(folder / "run.json")
    told = _summary(folder)
    judged = [str(row.get("verdict") or "") for row in results.get("claims", []) if isinstance(row, dict)]
    began = (folder / "config.json").stat().st_mtime
    return Card(
        name=folder.name,
        study=str(config.get("name", "?")),
        scale=str(config.get("scale", "")),
        seed=str(config.get("seed", "")),
        state=state_of(folder),
        units=journals.counts(folder).total(),
        began=time.strftime("%Y-%m-%d %H:%M", time.localtime(began)),
        seconds=f"{run['seconds']:.0f}" if isinstance(run.get("seconds"), int | float) else "",
        question=told[0],
        paper=told[1],
        ours=told[2],
        verdict=told[3],
        verdicts=dict(Counter(filter(None, judged))),
    )


def _summary(folder: Path) -> tuple[str, str, str, str]:
    try:
        found = summary(folder)
    except InputError:
        return "", "", "", ""
    return found.question, found.paper, found.ours, found.verdict


def _object(path: Path) -> dict[str, Any]:
    try:
        found = read_json(path)
    except InputError:
        return {}
    return found if isinstance(found, dict) else {}


def progress(folder: Path, journals: Journals) -> dict[str, Any]:
    """Return how far a run has come: units by label, of how many if that is known, and the last figures."""
    counts = journals.counts(folder)
    expected = _object(folder / "progress.json").get("expected", {})
    expected = expected if isinstance(expected, dict) else {}
    labels = [
        {"label": label, "done": counts[label], "of": _whole(expected.get(label))}
        for label in dict.fromkeys((*expected, *counts))
    ]
    entries = list(recent(folder))
    told = {"latest": latest(entries), "curves": curves(entries)}
    return {"state": state_of(folder), "units": counts.total(), "labels": labels, **told}


def _whole(number: Any) -> int | None:
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def recent(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the last finished units and their results."""
    path = folder / "journal.jsonl"
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - RECENT, 0))
            lines = file.read().splitlines()[-MOST_POINTS:]
    except OSError:
        return
    for line in lines:
        try:
            entry = from_json(line)
            yield str(entry["unit"])[:120], entry["result"]
        except (ValueError, KeyError, TypeError):
            continue  # the first may be cut off, and the last half-written


def latest(entries: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Return the first numbers of the last units whose results are rows of numbers."""
    rows = [(unit, result if isinstance(result, list) else [result]) for unit, result in entries]
    plain = [(unit, row[:8]) for unit, row in rows if row and all(map(_is_number, row[:8]))]
    return [{"unit": unit, "numbers": row} for unit, row in plain[-12:]]


def curves(entries: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of a learner step by step, by name."""
    points = [result for unit, result in entries if unit.isdigit() and isinstance(result, dict)]
    names = dict.fromkeys(name for point in points for name, value in point.items() if _is_number(value))
    return [
        {"name": str(name)[:60], "points": [point[name] for point in points if _is_number(point.get(name))]}
        for name in list(names)[:6]
    ]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# Two runs side by side


def compare(one: Path, other: Path) -> dict[str, Any]:
    """Return what two runs were asked and what they found, side by side."""
    configs = [_object(folder / "config.json") for folder in (one, other)]
    settings = [
        {"key": key, "a": _shown(configs[0].get(key)), "b": _shown(configs[1].get(key))}
        for key in sorted({*configs[0], *configs[1]})
        if configs[0].get(key) != configs[1].get(key)
    ]
    with files_of(one):
        mine = _claims(one)
    with files_of(other):
        theirs = _claims(other)
    rows = [_pair(key, mine.get(key), theirs.get(key)) for key in dict.fromkeys((*mine, *theirs))]
    return {"names": [one.name, other.name], "settings": settings, "rows": rows}


def _claims(folder: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in read_json(folder / "results.json")["claims"]}


def _shown(value: Any) -> str:
    return "" if value is None else str(value)[:80]


def _pair(key: str, a: dict[str, Any] | None, b: dict[str, Any] | None) -> dict[str, Any]:
    """Return one claim of two runs, and whether their intervals meet."""
    row = a or b or {}
    facts: dict[str, Any] = {"id": key, "where": row["where"], "what": row["what"]}
    facts["paper"] = "" if row["reported"] is None else figure(row["reported"])
    for name, one in (("a", a), ("b", b)):
        _, _, _, ours, error, _, said = cells(one) if one else [""] * 7
        facts[name] = {"ours": ours, "error": error, "verdict": said}
    facts["differs"] = bool(a and b) and _lie_apart(a or {}, b or {})
    return facts


def _lie_apart(a: dict[str, Any], b: dict[str, Any]) -> bool:
    ends = [a["low"], a["high"], b["low"], b["high"]]
    return None not in ends and (ends[1] < ends[2] or ends[3] < ends[0])
