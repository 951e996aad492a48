"""How long the studies that are left will take, by what is known of them and by how fast the others went."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Left(NamedTuple):
    """Minutes that are left, and the studies among them of which nobody knows how long they take."""

    minutes: float
    unknown: list[str]

    def __str__(self) -> str:
        if not self.minutes:
            return "nobody has measured yet how long they take" if self.unknown else "nothing is left"
        told = f"about {max(1, round(self.minutes))} min left"
        return f"{told}, not counting {', '.join(self.unknown)}" if self.unknown else told


def time_left(studies: Sequence[str], known: Mapping[str, float], taken: Mapping[str, float]) -> Left:
    """Return what is left of some studies: `known` minutes, and what those that are done have `taken`.

    Where this machine was slower or faster than those before, it is expected to stay so.
    """
    measured = [study for study in taken if known.get(study)]
    expected = sum(known[study] for study in measured)
    pace = sum(taken[study] for study in measured) / expected if expected else 1.0
    left = [study for study in studies if study not in taken]
    unknown = [study for study in left if not known.get(study)]
    return Left(sum(pace * known[study] for study in left if known.get(study)), unknown)
