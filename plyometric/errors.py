"""The two ways a command ends early, bad input and being told to stop; and any error in plain words."""

import os
import re
import traceback
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

LONGEST_NAME = 300
"""Characters of a file's name that a sentence shows."""


class InputError(Exception):
    """Bad input, said in one sentence: what was wrong, where, and what is accepted."""


class Stopped(Exception):
    """A kernel was told to stop before it had finished."""


class Interrupted(KeyboardInterrupt):
    """A signal, whose number it holds, told the process to stop."""


def brief(value: object, most: int = 60) -> str:
    """Return a value as an error shows it: cut short, and whatever it is, told."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = "something too long to be written out"
    return text if len(text) <= most else f"{text[: most - 3]}..."


BEYOND = (
    "too large for a word of 64 bits, the last of which is the sign: write a number with that bit as"
    " signed(0x8000_...), and a shift that may leave the word as up(word, n), both from plyometric"
)
FLOATING = (
    "a number with a fraction has come to an operator on bits (&, |, ^, << or >>): / and ** with a fraction"
    " make such numbers, // keeps whole ones whole"
)
_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_TOO_LARGE = re.compile(r"int too (big|large) to convert")

_PLACE = re.compile(r'File "(?P<file>.+?)", line (?P<line>\d+)| (?:at|from) (?P<path>\S.*?) \((?P<row>\d+)\)')
_RULE = re.compile(r"<function (\S+) at 0x")
_NUMBA_SAYS = (
    (r"(Failed in nopython mode pipeline.*\n)+|NameError: ", r""),
    (r"Untyped global name '(\w+)': .*<class 'function'>", r"\1 is a plain function: write @rule above it"),
    (
        r"Cannot bind 'args=(.*) kws=.* signature '(.*)' due to \"TypeError: (.*)\"\.",
        r"takes \2, gets \1: \3",
    ),
    (r"Untyped global name '(\w+)': .*Int value is too large: \d+", rf"\1 is a number {BEYOND}"),
    (r".*Int value is too large: \d+", f"a number here is {BEYOND}"),
    (r"Untyped global name '(\w+)': .*", r"the value of \1 cannot be compiled"),
    (r"No implementation of function .*\s+>>> i?(and_|or_|xor|[lr]shift|and|or)\(.*float64.*\)", FLOATING),
    (r"No implementation of function .*\s+>>> (.*)", r"\1 cannot be compiled"),
    (
        r"Cannot infer the type of variable '(\w+)'.*",
        r"\1 is of no kind that rules know: they take numbers and tuples, no lists or dictionaries",
    ),
    (r"Can't unify return type from the following types: (.*)", r"returns now one kind, now another: \1"),
    (r"Literal\[int\]\((-?\d+)\)", r"\1"),
    (r"unicode_type", "str"),
)


def plain_words(error: Exception) -> str:
    """Return an error as one sentence: file and line where they are known, then the innermost reason.

    Numba paints its words where colorama is installed.
    """
    text = _PAINT.sub("", str(error))
    if isinstance(error, InputError):
        return text
    if isinstance(error, MemoryError):
        return f"there is not enough memory{': ' * bool(text)}{text.rstrip('.')}."
    if isinstance(error, OSError) and error.errno:
        return f"{_file_of(error)}{os.strerror(error.errno)}."
    if _is_from_numba(error) and not isinstance(error, OverflowError):
        return f"{_place_in(text)}{_reason_in(text)}."
    if isinstance(error, OverflowError) and _TOO_LARGE.search(text):
        return f"{_raised_at(error)}a number here is {BEYOND}."
    return f"{_raised_at(error)}{type(error).__name__}: {text.rstrip('.')}."


def _file_of(error: OSError) -> str:
    return f"{str(error.filename)[:LONGEST_NAME]}: " if error.filename else ""


def _is_from_numba(error: Exception) -> bool:
    innermost = traceback.extract_tb(error.__traceback__)[-1:]
    is_inside = any("numba" in Path(frame.filename).parts for frame in innermost)
    return is_inside or type(error).__module__.startswith("numba.")


def _place_in(text: str) -> str:
    """Return the innermost place in a game that Numba names, and the rule that is called there."""
    places = [match for match in _PLACE.finditer(text) if not _is_machinery(match["file"] or match["path"])]
    rule = _RULE.search(text, 0, places[0].start() if places else len(text))
    return (_place_text(places[0]) if places else "") + (f"{rule[1]}: " if rule else "")


def _place_text(match: re.Match) -> str:
    return f"{Path(match['file'] or match['path']).resolve()} line {match['line'] or match['row']}: "


def _reason_in(text: str) -> str:
    for pattern, words in _NUMBA_SAYS:
        text = re.sub(pattern, words, text)
    return text.strip().partition("\n")[0].partition(". Raised from")[0].rstrip(".")


def _raised_at(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = [frame for frame in frames if not _is_machinery(frame.filename)]
    return f"{places[-1].filename} line {places[-1].lineno}: " if places else ""


def _is_machinery(file: str) -> bool:
    """Return whether a file belongs to what runs the games rather than to a game."""
    path = Path(file).resolve()
    is_ours = path.is_relative_to(PACKAGE) and not path.is_relative_to(PACKAGE / "games")
    return is_ours or "numba" in path.parts
