"""Game records, for every game that can read and write its moves: chess in PGN, others in PDN.

Sources: Portable Game Notation by Steven Edwards, and Portable Draughts Notation 3.0 by Wieger
Wesselink, which comes from it, with its liberal grammar for reading: headers, comments, nested
variations, move numbers, annotation and several games in a text are all understood; only headers,
moves and results are kept. What differs between games is said by their `Records`. Choices where the
sources are silent or at odds with each other:

A result is kept as it was written. Descriptions of PDN give the first figure of `1-0` to White, but
collections of English draughts give it to whoever moves first, and that is Black. Plyometric writes
results the second way, which is right for chess too: `1-0` says that the first side won. The end of a
game overrules its `Result` header, except that `*` there is only the mark between two games.

A file is read as UTF-8; one that is not is taken for Latin-1, in which the older collections are written.

In a header's value quotation marks should stand behind backslashes; many programs forget them.

A star glued to a move (`11-15*`) praises it as forced; a star by itself ends the game. Moves are
numbered in pairs from the start of the record, whoever began, unless the game knows better.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from plyometric.errors import InputError
from plyometric.files import read_bytes
from plyometric.kernel import Game, referee

OPEN = "*"
DERIVED = ("Result", "SetUp", "FEN")
"""The headers that a record does not keep among its headers: they follow from its other fields."""

TOKEN = r"""
      (?P<blank>   \s+ | ;[^\n]* | ^%[^\n]* | COMMENT | \$[0-9]+ | [0-9]*\.+ | [!?]+ | \([!?]+\) | e\.p\. )
    | (?P<header>  \[ \s* (?P<name>\w+) \s+ "(?P<value>(?:[^"\\\n\r]|\\[^\n\r]|"(?!\s*\]))*)" \s* \] )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<result>  (?: RESULTS ) (?= [\s(){}\[;] | $ ) )
    | (?P<move>    [^\s(){}\[\];!?*]+ (?: \([A-Z]\) )? ) [!?*]*
    """

COMMENT = r"\{ [^}\n]* (?: \n (?!\[\w+\s+\") [^}\n]* )* \}"
"""A comment ends before the headers of another game: one that goes on there was never closed."""


@cache
def _token(results: tuple[str, ...]) -> re.Pattern:
    """Return the pattern of all that may stand in a record of a game that ends with one of these."""
    ends = "|".join(map(re.escape, (*results, OPEN)))
    pattern = TOKEN.replace("COMMENT", COMMENT).replace("RESULTS", ends)
    return re.compile(pattern, re.VERBOSE | re.MULTILINE)


class Record(NamedTuple):
    """A recorded game: what is said about it, where it began, what was played and how it ended."""

    headers: dict[str, str]
    start: Any
    moves: tuple[int, ...]
    result: str = OPEN


class Fault(NamedTuple):
    """A game in a text that cannot be read: which one, in which line, and why."""

    game: int
    line: int
    what: str


def text_of(path: Path) -> str:
    """Return the text of a file of records: UTF-8, or Latin-1."""
    data = read_bytes(path)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_records(text: str, game: Game, source: str = "<text>") -> list[Record]:
    """Return all games recorded in a text; `source` names it in the sentence about a fault."""
    return list(each_record(text, game, source))


def each_record(text: str, game: Game, source: str = "<text>") -> Iterator[Record]:
    """Yield the games recorded in a text, those before a fault too."""
    for found in each_reading(text, game):
        if isinstance(found, Fault):
            raise InputError(f"{source}, line {found.line}, game {found.game}: {found.what}")
        yield found


def good_records(text: str, game: Game) -> tuple[list[Record], list[Fault]]:
    """Return the games of a text that can be read, and what is wrong with the others."""
    found = list(each_reading(text, game))
    good = [one for one in found if isinstance(one, Record)]
    return good, [one for one in found if isinstance(one, Fault)]


def each_reading(text: str, game: Game) -> Iterator[Record | Fault]:
    """Yield every game recorded in a text, or what is wrong with it; reading goes on with the next."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    pattern, begin, number = _token(game.records.results), 0, 0
    while begin < len(text):
        try:
            for tokens in _games(_tokens(text, pattern, begin)):
                number += 1
                yield _reading(game, tokens, text, number)
            return
        except _Broken as broken:
            number += 1
            place, what = broken.args
            yield Fault(number, _line(text, place), what)
            begin = _next_game(text, place)


def _reading(game: Game, tokens: list[re.Match], text: str, number: int) -> Record | Fault:
    try:
        return _record(game, tokens)
    except _Broken as broken:
        place, what = broken.args
        return Fault(number, _line(text, place), what)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _next_game(text: str, place: int) -> int:
    """Return where the next game begins: with a header behind a line that is none."""
    following = re.compile(r"^(?:[^\n\[][^\n]*)?\n[^\S\n]*(?=\[)", re.MULTILINE).search(text, place)
    return following.end() if following else len(text)


def write_record(record: Record, game: Game) -> str:
    """Return a record as text, its lines at most 80 columns wide where its words allow."""
    headers = {name: value for name, value in record.headers.items() if name not in DERIVED}
    headers["Result"] = record.result
    if record.start != game.start():
        headers |= {"SetUp": "1", "FEN": game.position_text(record.start)}
    end = record.result if record.result in game.records.results else OPEN
    body = " ".join([*_numbered(_move_texts(record, game), game.records.ply(record.start)), end])
    lines = textwrap.wrap(body, 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*(_header(name, value) for name, value in headers.items()), "", *lines, ""])


class _Broken(Exception):
    """A fault at a place in the text that is being read."""


@contextmanager
def _placed(place: int) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise _Broken(place, str(error)) from None


def _games(tokens: Iterable[re.Match]) -> Iterator[list[re.Match]]:
    """Yield the tokens of one game after the other; a result ends a game, a new header begins one."""
    game: list[re.Match] = []
    for token in _main_line(tokens):
        if token.lastgroup == "header" and game and game[-1].lastgroup != "header":
            yield game
            game = []
        game.append(token)
        if token.lastgroup == "result":
            yield game
            game = []
    if game:
        yield game


def _main_line(tokens: Iterable[re.Match]) -> Iterator[re.Match]:
    """Yield all headers, moves and results that stand in no variation."""
    opened: list[int] = []
    for token in tokens:
        if token.lastgroup == "open":
            opened.append(token.start())
        elif token.lastgroup == "close" and not opened:
            raise _Broken(token.start(), "this ) closes no variation.")
        elif token.lastgroup == "close":
            opened.pop()
        elif not opened:
            yield token
    if opened:
        raise _Broken(opened[-1], "the variation that ( opens here is never closed.")


def _tokens(text: str, pattern: re.Pattern, place: int) -> Iterator[re.Match]:
    while place < len(text):
        token = pattern.match(text, place)
        if not token:
            raise _Broken(place, FAULTS.get(text[place], f"{text[place]!r} is out of place here."))
        if token.lastgroup != "blank":
            yield token
        place = token.end()


FAULTS = {
    "{": "the comment that { opens here is never closed.",
    "[": 'this header is broken: one is written [Name "value"], on one line.',
}


def _record(game: Game, tokens: list[re.Match]) -> Record:
    headers = {token["name"]: token for token in tokens if token["header"]}
    values = {name: re.sub(r'\\(["\\])', r"\1", token["value"]) for name, token in headers.items()}
    start = game.start()
    if "FEN" in headers and values.get("SetUp") != "0":
        with _placed(headers["FEN"].start()):
            start = game.read_position(values["FEN"])
    moves = _moves(game, start, [token for token in tokens if token["move"]])
    ended = tokens[-1]["result"] or OPEN
    result = values.get("Result", OPEN) if ended == OPEN else ended
    kept = {name: value for name, value in values.items() if name not in DERIVED}
    return Record(kept, start, tuple(moves), result)


def _moves(game: Game, state: Any, tokens: list[re.Match]) -> Iterator[int]:
    for token in tokens:
        with _placed(token.start()):
            move = referee.read_move(game, state, token["move"])
        yield move
        state = referee.play(game, state, move)


def _move_texts(record: Record, game: Game) -> Iterator[str]:
    state = record.start
    for move in record.moves:
        yield game.move_text(state, move)
        state = referee.play(game, state, move)


def _numbered(texts: Iterator[str], first: int) -> Iterator[str]:
    """Yield the moves with their numbers; one of the second side has none unless it is the first move."""
    for ply, text in enumerate(texts, first):
        dots = "." if ply % 2 == 0 else "..." if ply == first else ""
        yield f"{ply // 2 + 1}{dots} {text}" if dots else text


def _header(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name) or "\n" in value or "\r" in value:
        raise InputError(f"header {name!r}: {value!r}: a name is one word, and a value one line.")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
