"""Games for tests, written without their parts: what belongs to a part finds its way there."""

from plyometric.kernel import PARTS, Game
from plyometric.kernel.game import PART_OF


def in_parts(**flat):
    parts = {}
    for name in [name for name in flat if name in PART_OF]:
        parts.setdefault(PART_OF[name], {})[name] = flat.pop(name)
    return Game(**flat, **{part: PARTS[part](**given) for part, given in parts.items()})
