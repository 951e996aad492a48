"""Weights as files: documents that say for which game and features they are, and how they were learned."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from plyometric.errors import InputError, brief
from plyometric.files import checked_document, finite, read_json, write_document
from plyometric.games.shipped import file_named
from plyometric.kernel import Game
from plyometric.kernel.desk import weights_of

FORMAT = "plyometric weights 1"
LISTED = 1000
"""Of more weights than this a file holds two decimals each, and in place of their names a digest of them."""


def write_weights(path: Path, game: Game, weights: Any, learned: dict[str, Any]) -> None:
    """Write weights of a game's evaluation to a file, and how they were learned."""
    listed = list(weights) if len(weights) <= LISTED else [round(weight, 2) for weight in weights]
    parts = {**_purpose(game), "weights": listed, "learned": finite(learned)}
    write_document(path, FORMAT, parts)


def read_weights(game: Game, source: Any) -> tuple[float, ...]:
    """Return weights from a list, from a file or by the name of a file that comes with the game.

    A file is a document or a bare list; a document may name just the weights that are not 0. Without any
    source they are the game's own.
    """
    if not isinstance(source, str):
        return _numbers(game, source, "")
    path = file_named(game, source, "weights")
    content = read_json(path)
    listed = content if isinstance(content, list) else _listed(path, content, game)
    return _numbers(game, listed, f"{source}: ")


def _purpose(game: Game) -> dict[str, Any]:
    """Return what weights are for."""
    names: list[str] | str = list(game.feature_names)
    if len(names) > LISTED:
        digest = sha256("\n".join(names).encode()).hexdigest()[:16]
        names = f"{len(names)} names, sha256 {digest}"
    return {"game": game.name, "evaluation": game.evaluation_name, "names": names}


def _listed(path: Path, content: Any, game: Game) -> Any:
    """Return the weights of a document if it is for this game, its evaluation and its features."""
    parts = checked_document(path, content, FORMAT)
    for key, wanted in _purpose(game).items():
        if parts.get(key) != wanted:
            found = brief(parts.get(key))
            raise InputError(f"{path} holds weights for {key} {found}, not for {wanted!r} of {game.name}.")
    listed = parts.get("weights") or []
    return _by_name(path, listed, game) if isinstance(listed, dict) else listed


def _by_name(path: Path, named: dict[str, Any], game: Game) -> list[Any]:
    """Return weights of which a document names those that are not 0."""
    if unknown := set(named) - set(game.feature_names):
        raise InputError(
            f"{path} has a weight for {brief(min(unknown))}, which is no feature of {game.name}."
        )
    return [named.get(name, 0.0) for name in game.feature_names]


def _numbers(game: Game, listed: Any, place: str) -> tuple[float, ...]:
    try:
        return tuple(weights_of(game, listed).tolist())
    except InputError as error:
        raise InputError(f"{place}{error}") from None
