"""Files: written all at once, read with one sentence for whatever is wrong, and saying what they are.

A document is a JSON object whose `format` tells its kind and version, so that no file is taken for
another. Each of its parts stands in a line of its own.
"""

import json
import math
import os
import tempfile
from pathlib import Path
from typing import Any

from plyometric.errors import InputError


def write_document(path: Path, kind: str, parts: dict[str, Any]) -> None:
    """Write a document of a kind such as `plyometric weights 1`, or say why it cannot be written."""
    lines = (f"{json.dumps(key)}: {json.dumps(part, allow_nan=False)}" for key, part in parts.items())
    text = ",\n ".join([f'"format": {json.dumps(kind)}', *lines])
    try:
        write_text(path, f"{{{text}}}\n")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None


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
        return json.loads(path.read_text())
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid JSON: {error}.") from None


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
    """Write a text file all at once: under a temporary name, then renamed."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
