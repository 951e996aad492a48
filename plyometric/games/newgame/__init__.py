"""The source of a new game: the starter under a name of one's own."""

import keyword
import re
from pathlib import Path

from plyometric.errors import InputError


def starter_source(name: str) -> str:
    """Return the source of a small working game with that name."""
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) or keyword.iskeyword(name):
        raise InputError(f"a game cannot be named {name!r}: use letters, digits and _, such as my_game.")
    starter = Path(__file__).with_name("starter.py").read_text()
    return re.sub(r"\bstarter\b", name, starter)
