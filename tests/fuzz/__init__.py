"""Attacks: long runs of bad input, full disks and kills, each of which must end well.

Every module of this folder but the shared ones has `COUNT`, how often it is tried in full, and
`attack(count, folder)`, which yields a `Try` each time. `python -m fuzz` in tests/ runs them all and
prints a table.
"""

from typing import NamedTuple


class Try(NamedTuple):
    """One thing tried: its kind, and what went wrong, nothing if it ended well."""

    kind: str
    fault: str = ""
