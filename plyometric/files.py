"""Files: written all at once, read with one sentence for whatever is wrong, and saying what they are.

A document is a JSON object whose `format` tells its kind and version, so that no file is taken for
another. Each of its parts stands in a line of its own. A file that cannot be read is bad input; one that
cannot be written is no fault of the input, and stays the `OSError` that it is, with the file's name.
"""

import json
import math
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from plyometric.errors import InputError

LONGEST = 2**28
"""Bytes of a file that are read: some files, such as devices, have no end."""

MOST_DIGITS = 300
"""Digits of a whole number in a file: one that is longer does not fit into a float64."""

UNFINISHED = ".part"
"""How the name of a file ends that is being written."""


def write_document(path: Path, kind: str, parts: dict[str, Any]) -> None:
    """Write a document of a kind such as `plyometric weights 1`."""
    lines = (f"{json.dumps(key)}: {json.dumps(part, allow_nan=False)}" for key, part in parts.items())
    text = ",\n ".join([f'"format": {json.dumps(kind)}', *lines])
    write_text(path, f"{{{text}}}\n")


def read_document(path: Path, kind: str) -> dict[str, Any]:
    """Read a document of that kind, and refuse any other."""
    return checked_document(path, read_json(path), kind)


def checked_document(path: Path, content: Any, kind: str) -> dict[str, Any]:
    """Return the content of a file if it is a document of that kind."""
    found = content.get("format") if isinstance(content, dict) else None
    if found != kind:
        raise InputError(f"{path} is of format {found!r:.60}: {kind!r} is accepted.")
    return content


def read_json(path: Path) -> Any:
    """Read a JSON file, or say in one sentence why it cannot be read."""
    try:
        return from_json(read_text(path))
    except ValueError as error:
        raise InputError(f"{path} is not valid JSON: {error}.") from None


def from_json(text: str | bytes) -> Any:
    """Return what JSON text says; whatever is wrong with it is a ValueError."""
    try:
        return json.loads(text, parse_int=_whole_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a whole number has {len(digits)} digits")
    return int(digits)


def read_text(path: Path, longest: int = LONGEST) -> str:
    """Read a text file of so many bytes at most, or say in one sentence why it cannot be read."""
    try:
        return read_bytes(path, longest).decode()
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file.") from None


def read_bytes(path: Path, longest: int = LONGEST) -> bytes:
    """Read a file of so many bytes at most, or say in one sentence why it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(longest + 1)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None
    except ValueError:
        raise InputError(f"{str(path)!r:.60} is no name of a file.") from None
    if len(data) > longest:
        raise InputError(f"{path} is too long: {longest:,} bytes are accepted.")
    return data


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file all at once."""
    write_text(path, json.dumps(finite(value), indent=1, allow_nan=False) + "\n")


def finite(value: Any) -> Any:
    """Return a value fit for JSON, which has no infinities: they become null."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def write_text(path: Path, text: str) -> None:
    """Write a text file all at once."""
    write_bytes(path, text.encode(errors="backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file all at once: under another name, then renamed. A device is written to as it is.

    A link stays, and what it leads to is written.
    """
    with names_the_file(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)


def _replace(path: Path, data: bytes) -> None:
    unfinished = path.with_name(f".{secrets.token_hex(8)}{UNFINISHED}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            unfinished.chmod(path.stat().st_mode & 0o7777)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str) -> None:
    """Append a line to a file, safe on disk when this returns; one that does not fit leaves no trace."""
    rest = memoryview(f"{line}\n".encode())
    with names_the_file(path), path.open("ab", buffering=0) as file:
        end = file.tell()
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(end)
            raise


def sweep(folder: Path) -> None:
    """Remove files of a folder that a kill left half-written."""
    for path in folder.rglob(f".*{UNFINISHED}"):
        path.unlink()


@contextmanager
def names_the_file(path: Path) -> Iterator[None]:
    """Let an OSError name the file that was meant, of which the system knows nothing or another name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
