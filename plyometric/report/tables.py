"""Tables in the terminal: a paper's figures beside ours."""

from typing import Any

from rich.markup import escape
from rich.table import Table

COLOURS = {"too few to tell": "cyan", "same direction": "yellow", "differs": "red"}


NARROW = 90
"""Columns of a terminal below which a table does without lines and without a column for where."""


def claims_table(results: dict[str, Any], width: int = NARROW) -> Table:
    """Return the table of a study: what the paper reported, what we measured, and the verdicts.

    Where a terminal is not so wide, words fold, and none is lost.
    """
    table = Table("where") if width >= NARROW else Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("what", overflow="fold", min_width=len("classifier"))
    for heading in ("paper", "ours", "±", "n"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", max_width=len("direction") if width < NARROW else None)
    name, rows = results["study"], results["claims"]
    add_rows(table, f"{name} (seed {results['seed']})", [row for row in rows if not row.get("beyond")])
    add_rows(table, f"{name}, beyond the paper", [row for row in rows if row.get("beyond")])
    return table


def add_rows(table: Table, heading: str, rows: list[dict[str, Any]]) -> None:
    """Add a section of claims under a heading; those that do not match the paper are coloured."""
    has_where = len(table.columns) == 7
    if rows:
        table.add_section()
        table.add_row(*([""] if has_where else []), f"[bold]{escape(heading)}[/bold]")
    for row in rows:
        where, what, *rest = map(escape, cells(row))
        named = [where, what] if has_where else [f"{where}: {what}" if where else what]
        table.add_row(*named, *rest, style=COLOURS.get(row.get("verdict", ""), ""))


def cells(row: dict[str, Any]) -> list[str]:
    """Return a claim as the texts of its table row, with half the width of its 95 % interval."""
    reported = "" if row["reported"] is None else figure(row["reported"])
    measured = [figure(row["ours"]), half_width(row["low"], row["high"]), f"{row['n']:,}"]
    return [row["where"], row["what"], reported, *measured, row.get("verdict", "")]


def half_width(low: float | None, high: float | None) -> str:
    """Return half the width of an interval; an end that is null is infinite."""
    if low is None or high is None:
        return "∞"
    half = (high - low) / 2
    return f"{half:.2g}" if half < 99.5 else f"{half:,.0f}"


def figure(value: float | None) -> str:
    """Return a figure with about four digits; null is one that could not be had."""
    if value is None:
        return "?"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:,.4g}"
