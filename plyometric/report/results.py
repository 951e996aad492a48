"""The results of studies as one page of Markdown: every figure of every paper, and what does not match."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyometric.files import read_json, write_text
from plyometric.report.account import Account, account
from plyometric.report.summary import files_of
from plyometric.report.tables import cells

HEADS = ("where", "what", "paper", "ours", "± (95 %)", "n", "verdict")

OPENING = """# Results

Every figure of every paper beside ours. This page is made by `plyo study all` and `plyo report` from its
folders, never by hand. ± is half the width of our 95 % interval;
[reading-a-report.md](reading-a-report.md) has the rule of the verdicts."""


def write_results(folders: list[Path], path: Path) -> None:
    """Write the results of some runs as one page of Markdown."""
    parts = [OPENING, *map(_study, folders)]
    write_text(path, "\n\n".join(parts) + "\n")


def _study(folder: Path) -> str:
    results, report, run = (read_json(folder / f"{name}.json") for name in ("results", "report", "run"))
    with files_of(folder):
        rows = results["claims"]
        told = account(report["story"], rows)
        title = report["about"].strip().splitlines()[0].rstrip(".")
        parts = [f"## {results['study']}: {title}", *_words(told), _circumstances(results, report, run)]
        ours = [row for row in rows if row.get("beyond")]
        parts += [_table([row for row in rows if not row.get("beyond")])]
        parts += ["Beyond the paper:", _table(ours)] if ours else []
        return "\n\n".join(parts)


def _words(told: Account) -> Iterator[str]:
    yield f"**{told.question}** {told.found}"
    yield told.conclusion
    if told.unlike:
        yield f"What does not match: {told.why}"
        yield "\n".join(f"- {_plain(one)}" for one in told.unlike)


def _circumstances(results: dict[str, Any], report: dict[str, Any], run: dict[str, Any]) -> str:
    machine = f"{run['cores']} cores, {run.get('machine', 'a machine')}, Python {run.get('python', '?')}"
    when = (
        f"{report['scale']} scale, seed {results['seed']}, version {results['version']}, ended {run['ended']}"
    )
    return f"*{when}, {run['seconds']:.0f} s; {_plain(machine)}.*"


def _table(rows: list[dict[str, Any]]) -> str:
    lines = [HEADS, ("---",) * len(HEADS), *(map(_plain, cells(row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain(text: str) -> str:
    """Return a text in which nothing is markup."""
    return "".join(f"\\{letter}" if letter in "|*_<>[]`\\" else letter for letter in " ".join(text.split()))
