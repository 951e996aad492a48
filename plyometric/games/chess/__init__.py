"""Chess."""

from plyometric.games.chess.rules import (
    WIDTH,
    forcing,
    identity,
    moves,
    over,
    passed,
    play,
    result,
    reversible,
    start,
    swapped,
)
from plyometric.kernel import Draws, Game, Hints

GAME = Game(
    name="chess",
    start=start,
    moves=moves,
    play=play,
    result=result,
    over=over,
    reversible=reversible,
    identity=identity,
    passed=passed,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=100),
    hints=Hints(forcing=forcing),
)
