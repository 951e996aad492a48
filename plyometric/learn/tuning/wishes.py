"""Wishes: the parameters that somebody wants to be tuned, as text or as a TOML table, and what is offered.

Check Extension (non-PV nodes)      as the program offers it
Cost of check=10..200               within a range, in the program's own numbers
weight=1,0.1..2.0/0.01              with a start and a step; all that a gountil program needs
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from plyometric.arena.sitting import Fault
from plyometric.engines.uci import Offer
from plyometric.errors import InputError, brief
from plyometric.files import read_text
from plyometric.learn.tuning.parameters import Parameter, Space

NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
RANGE = re.compile(rf"(?:({NUMBER}),)?({NUMBER})\.\.({NUMBER})(?:/({NUMBER}))?")
KEYS = ("start", "least", "most", "step")

LONGEST_TOML = 2**16
LARGEST = 1e15
"""No parameter is larger, and a float64 tells whole numbers up to it apart."""

Wish = dict[str, float]
"""What is wished of a parameter: some of start, least, most and step."""


def wish_in(text: str) -> tuple[str, Wish]:
    """Return the name of a parameter, and what is wished of it."""
    name, equals, ends = text.partition("=")
    match = RANGE.fullmatch(ends.strip()) if equals else None
    if equals and not match:
        raise InputError(f"--param {brief(text)}: NAME or NAME=[START,]LEAST..MOST[/STEP] is expected.")
    given = zip(KEYS, match.groups() if match else (), strict=False)
    return name.strip(), {key: float(value) for key, value in given if value is not None}


def read_wishes(path: Path) -> dict[str, Any]:
    """Return what a TOML file wishes: settings, and under `parameters` a table for each."""
    try:
        found = tomllib.loads(read_text(path, LONGEST_TOML))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid TOML: {error}.") from None
    parameters = found.setdefault("parameters", {})
    if not isinstance(parameters, dict) or not all(map(_is_wish, parameters.values())):
        raise InputError(f'{path}: parameters are written "NAME" = {{least = 0, most = 2}}.')
    return found


def _is_wish(value: Any) -> bool:
    return isinstance(value, dict) and all(
        key in KEYS and isinstance(number, int | float) and abs(number) <= LARGEST
        for key, number in value.items()
    )


def space_of(wishes: Mapping[str, Wish], offers: Mapping[str, Offer]) -> Space:
    """Return the space of the parameters that are wished, or of all that are offered."""
    wanted: Iterable[tuple[str, Wish]] = wishes.items() or ((offer.name, {}) for offer in offers.values())
    return Space(tuple(_parameter(name, wish, offers) for name, wish in wanted))


def _parameter(name: str, wish: Wish, offers: Mapping[str, Offer]) -> Parameter:
    offer = offers.get(name.lower())
    if offer:
        return _offered(offer, wish)
    if offers:
        known = ", ".join(one.name for one in offers.values())
        raise InputError(f"there is no parameter {brief(name)} to tune: there are {known}.")
    if not {"start", "least", "most"} <= wish.keys():
        raise InputError(f"parameter {brief(name)}: write {name}=START,LEAST..MOST, nobody else knows them.")
    return Parameter(name, wish["start"], wish["least"], wish["most"], wish.get("step", 0.01))


def _check_offered(offer: Offer, wanted: Wish) -> None:
    """Refuse what a program would refuse only when it is searching."""
    for key in ("start", "step"):
        if wanted[key] % 1:
            raise InputError(f"{offer.name} takes whole numbers: a {key} of {wanted[key]:g} is none.")
    for key in ("least", "most"):
        try:
            offer.check(f"{wanted[key]:.0f}")
        except Fault as fault:
            raise InputError(str(fault)) from None


def _offered(offer: Offer, wish: Wish) -> Parameter:
    """Return an option as a parameter; where nothing says how far it goes, up to twice its default."""
    if offer.type in ("check", "combo"):
        choices = ("false", "true") if offer.type == "check" else offer.choices
        if offer.default not in choices:
            raise InputError(f"{offer.name} is by default {brief(offer.default)}, none of its choices.")
        if wish:
            raise InputError(f"{offer.name} takes {', '.join(choices)}: name it without a range.")
        return Parameter(offer.name, choices.index(offer.default), 0, len(choices) - 1, choices=choices)
    if not re.fullmatch("-?[0-9]{1,18}|", offer.default):
        raise InputError(f"{offer.name} is by default {brief(offer.default)}, which is no whole number.")
    start = float(offer.default or 0)
    least = start if offer.least is None else float(offer.least)
    most = max(2 * start, 4.0) if offer.most is None else float(offer.most)
    wanted = {"start": start, "least": least, "most": most, "step": 1.0, **wish}
    _check_offered(offer, wanted)
    return Parameter(offer.name, wanted["start"], wanted["least"], wanted["most"], wanted["step"], most)
