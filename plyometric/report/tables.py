"""Tables in the terminal: a paper's figures beside ours."""

from typing import Any

from rich.markup import escape
from rich.table import Table

COLOURS = {"matches": "green", "same direction": "yellow", "differs": "red"}


def claims_table(results: dict[str, Any]) -> Table:
    """Return the table of a study: what the paper reported, what we measured, and the verdict."""
    table = Table(title=f"{results['study']}  (seed {results['seed']})", title_justify="left")
    for heading in ("where", "what"):
        table.add_column(heading)
    for heading in ("paper", "ours", "±", "n"):
        table.add_column(heading, justify="right")
    table.add_column("verdict")
    paper = [row for row in results["claims"] if not row.get("beyond")]
    beyond = [row for row in results["claims"] if row.get("beyond")]
    for row in paper:
        table.add_row(
            *map(escape, cells(row)), style=COLOURS[row["verdict"]] if row["verdict"] != "matches" else ""
        )
    if beyond:
        table.add_section()
        table.add_row("[bold]beyond the paper[/bold]")
        for row in beyond:
            table.add_row(*map(escape, cells(row)))
    return table


def cells(row: dict[str, Any]) -> list[str]:
    """Return a claim as the texts of its table row, with half the width of its 95 % interval."""
    error = (row["high"] - row["low"]) / 2
    reported = "" if row["reported"] is None else figure(row["reported"])
    said = row.get("verdict", "")
    return [
        row["where"],
        row["what"],
        reported,
        figure(row["ours"]),
        f"{error:.2g}",
        f"{row['n']:,}",
        said,
    ]


def figure(value: float) -> str:
    """Return a figure with about four digits."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"
