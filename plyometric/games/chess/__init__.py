"""Chess."""

from plyometric.games.chess.board import in_check
from plyometric.games.chess.evaluation import FEATURE_NAMES, WEIGHTS, evaluate, features
from plyometric.games.chess.exchange import CLASS_NAMES, gain, loses, may_decline, may_pass, move_classes
from plyometric.games.chess.rules import (
    WIDTH,
    clock,
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
from plyometric.kernel import Draws, Evaluation, Game, Hints

LINEAR = Evaluation(evaluate=evaluate, features=features, feature_names=FEATURE_NAMES, weights=WEIGHTS)

GAME = Game(
    name="chess",
    start=start,
    moves=moves,
    play=play,
    result=result,
    over=over,
    reversible=reversible,
    identity=identity,
    clock=clock,
    passed=passed,
    swapped=swapped,
    width=WIDTH,
    draws=Draws(quiet=100),
    evaluations={"linear": LINEAR},
    hints=Hints(
        forcing=forcing,
        may_decline=may_decline,
        in_check=in_check,
        may_pass=may_pass,
        gain=gain,
        loses=loses,
        move_classes=move_classes,
        class_names=CLASS_NAMES,
        settings={
            "exchange": True,
            "evasions": True,
            "deeper": True,
            "aspiration": 40,
            "null_move": 2.0,
            "reductions": 1.0,
            "futility": 100,
        },
    ),
)
