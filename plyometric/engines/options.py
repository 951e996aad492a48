"""Options: every setting that can be tuned, as a GUI shows it and a tuner turns it.

A switch is a `check`. A number is a `spin`, in steps of its setting: where the step is a hundredth of a ply,
half a ply is 50. What moves cost is a spin for each class of them, and for each two classes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from plyometric.errors import InputError, brief
from plyometric.kernel import Game
from plyometric.search.costs import cost_names
from plyometric.search.kinds import Span, spans

Settings = TypeVar("Settings")
CHECK = {"true": True, "false": False}


@dataclass(frozen=True)
class Option(Generic[Settings]):
    """One setting, or one `part` of a setting that has several."""

    title: str
    name: str
    span: Span
    part: int | None = None

    def value(self, settings: Settings) -> Any:
        """Return what the setting is."""
        value = getattr(settings, self.name)
        return value if self.part is None else value[self.part]

    def line(self, settings: Settings) -> str:
        """Return the line that offers the option, with what the setting is as its default."""
        value = self.value(settings)
        if isinstance(value, bool):
            return f"option name {self.title} type check default {str(value).lower()}"
        least, most = self._ends
        now = round(value / self.span.step)
        return f"option name {self.title} type spin default {now} min {least} max {most}"

    def changed(self, settings: Settings, text: str) -> Settings:
        """Return the settings with this one as a text says."""
        value = self._read(text, self.value(settings))
        if self.part is not None:
            parts = getattr(settings, self.name)
            value = (*parts[: self.part], value, *parts[self.part + 1 :])
        return replace(settings, **{self.name: value})  # type: ignore[type-var]

    def ends(self, settings: Settings) -> Iterable[str]:
        """Return the values from which and to which it goes, as texts."""
        return CHECK if isinstance(self.value(settings), bool) else map(str, self._ends)

    @property
    def _ends(self) -> tuple[int, int]:
        return round(self.span.least / self.span.step), round(self.span.most / self.span.step)

    def _read(self, text: str, now: Any) -> Any:
        if isinstance(now, bool):
            if text.lower() not in CHECK:
                raise InputError(f"{self.title} is true or false, not {brief(text)}.")
            return CHECK[text.lower()]
        least, most = self._ends
        if not re.fullmatch("[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise InputError(f"{self.title} is a whole number from {least} to {most}, not {brief(text)}.")
        return type(now)(round(int(text) * self.span.step, 6))


def options_of(settings: Any, game: Game) -> dict[str, Option]:
    """Return the options for the settings that can be tuned, by their titles in small letters."""
    return {option.title.lower(): option for option in _options(settings, game)}


def _options(settings: Any, game: Game) -> Iterator[Option]:
    for name, span in spans(settings).items():
        title = span.title or name.replace("_", " ").title()
        if isinstance(getattr(settings, name), tuple):
            for part, kind in enumerate(cost_names(game)):
                yield Option(f"{title} {kind}", name, span, part)
        else:
            yield Option(title, name, span)
