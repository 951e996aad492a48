"""A study's outcome in plain sentences, made from its story and its figures."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from plyometric.report.summary import with_error
from plyometric.report.tables import cells

VERDICTS = {
    "matches": ("matches", "match"),
    "too few to tell": ("agrees, but with too few trials to tell", "agree, but with too few trials to tell"),
    "same direction": ("has the paper's effect at another size", "have the paper's effect at another size"),
    "differs": ("differs", "differ"),
}
"""What is said of one figure with a verdict, and of several."""

UNLIKE = ("differs", "same direction")

Rows = list[dict[str, Any]]


class Account(NamedTuple):
    """What a study asked, tried and found, what does not match and why, and the conclusion."""

    question: str
    tried: str
    found: str
    unlike: list[str]
    why: str
    conclusion: str


def account(story: dict[str, Any], rows: Rows) -> Account:
    """Return the account of a study; a story that was kept by an older version may lack parts."""
    told = {row["id"]: row for row in rows}
    found = _one_line(filled(story.get("found", ""), told))
    unlike = list(differing(rows))
    why = _one_line(story.get("why", "")) if unlike else ""
    return Account(story["question"], _one_line(story["plain"]), found, unlike, why, conclusion(story, rows))


def filled(text: str, rows: dict[str, dict[str, Any]]) -> str:
    """Return a text with figures in place of the claims that it names."""

    def put(match: re.Match) -> str:
        return in_words(rows[match[1]]) if match[1] in rows else "(not measured)"

    return re.sub(r"\{([^{}]+)\}", put, text)


def named_in(text: str) -> list[str]:
    """Return the claims that a text names."""
    return re.findall(r"\{([^{}]+)\}", text)


def in_words(row: dict[str, Any]) -> str:
    """Return a figure with its error, and the paper's beside it."""
    _, _, paper, ours, error, _, _ = cells(row)
    return with_error(row["ours"], ours, error) + (f" (the paper: {paper})" if paper else "")


def differing(rows: Rows) -> Iterator[str]:
    """Yield the figures that are not the paper's."""
    for row in rows:
        if row.get("verdict") in UNLIKE:
            where = f"{row['where']}, " if row["where"] else ""
            yield f"{where}{row['what']}: {in_words(row)}, {row['verdict']}"


def conclusion(story: dict[str, Any], rows: Rows) -> str:
    """Return how many figures match, and what became of the one that answers the question."""
    counted = Counter(row["verdict"] for row in rows if row.get("verdict"))
    parts = [f"{counted[v]} {words[counted[v] > 1]}" for v, words in VERDICTS.items() if counted[v]]
    total = f"Of {sum(counted.values())} figures of the paper {', '.join(parts)}." if parts else ""
    head = next((row for row in rows if row["id"] == story["headline"]), {})
    said, _ = VERDICTS.get(head.get("verdict", ""), ("", ""))
    return f"{total} The one that answers the question, {head['what']}, {said}." if said else total


def _one_line(text: str) -> str:
    return " ".join(text.split())
