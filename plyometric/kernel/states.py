"""States inside kernels: many of them at once, as the rows of one array."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array


def state_in(like: Any, words: np.ndarray) -> Any:
    """Return the state that an array of its words holds; `like` is any state of the game, or any tuple.

    A kernel gets many states at once as the rows of one array: Python calls it once for all of them.
    """
    make = getattr(like, "_make", tuple)
    return make(words.tolist())


@intrinsic
def _packed(context: Any, like: Any, words: Any) -> tuple:
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = make_array(words)(target, builder, arguments[1]).data
        places = (target.get_constant(types.intp, i) for i in range(len(like)))
        loaded = [builder.load(builder.gep(data, [place])) for place in places]
        return target.make_tuple(builder, like, loaded)

    return like(like, words), build


@overload(state_in)
def _state_in(like, words):  # type: ignore[no-untyped-def]  # Numba wants bare names here
    return lambda like, words: _packed(like, words)
