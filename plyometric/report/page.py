"""The page of a report: one self-contained HTML file, made from run folders alone.

Pictures are embedded as images, never as markup, so that nothing in a run folder can run in a page.
"""

import base64
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from plyometric import __version__
from plyometric.errors import InputError
from plyometric.files import read_json, read_text, write_text
from plyometric.report.account import account
from plyometric.report.summary import files_of, summary
from plyometric.report.tables import cells

LONGEST_DATA = 4000
"""Characters of a figure's data that a page shows; the whole of it is in the run folder."""


TEMPLATE = Path(__file__).parent / "page.html"


def write_page(folders: list[Path], path: Path, title: str) -> None:
    """Write the report on some runs as one page."""
    write_text(path, page_text(folders, title))


def page_text(folders: list[Path], title: str) -> str:
    """Return the report on some runs as the text of one page."""
    templates = Environment(loader=FileSystemLoader(TEMPLATE.parent), autoescape=True)
    runs = [_run(folder) for folder in folders]
    return templates.get_template(TEMPLATE.name).render(title=title, version=__version__, runs=runs)


def _run(folder: Path) -> dict[str, Any]:
    results, report = read_json(folder / "results.json"), read_json(folder / "report.json")
    where = read_json(folder / "run.json")
    with files_of(folder):
        rows = results["claims"]
        groups = [
            ("", [cells(row) for row in rows if not row.get("beyond")]),
            ("beyond the paper", [cells(row) for row in rows if row.get("beyond")]),
        ]
        took = f"{where['seconds']:.0f} s on a machine of {where['cores']} cores"
        took += (
            f" after {where['units_from_before']} units done before" if where.get("units_from_before") else ""
        )
        return {
            "title": report["about"].strip().splitlines()[0],
            "about": report["about"].strip(),
            "summary": summary(folder) if "story" in report else None,
            "account": account(report["story"], rows) if "story" in report else None,
            "facts": f"{report['scale']} scale, seed {results['seed']}, {took}, ended {where['ended']}",
            "groups": groups,
            "figures": [_figure(folder, figure) for figure in report["figures"]],
            "notes": [{key: str(note[key]) for key in ("title", "text")} for note in report["notes"]],
        }


def _figure(folder: Path, figure: dict[str, str]) -> dict[str, str]:
    if not re.fullmatch(r"[\w-]+", figure["name"]):
        raise InputError(
            f"{folder / 'report.json'} names the figure {figure['name']!r}: letters are expected."
        )
    picture, data = (read_text(folder / "figures" / f"{figure['name']}.{kind}") for kind in ("svg", "csv"))
    address = f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"
    return {**figure, "picture": address, "data": data[:LONGEST_DATA]}
