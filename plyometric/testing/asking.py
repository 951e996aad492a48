"""Asking the rules of a game that may be wrong: with room to spare, and a sentence for every fault."""

from collections.abc import Iterator
from functools import partial
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric.errors import InputError, plain_words
from plyometric.games.drawing import board_of
from plyometric.kernel import RULES, WIDEST, Game, parts, plain, referee, rng
from plyometric.search.perft import perft

GAMES, LEFT_AT = 20, 1000
"""How many random games are played, and the ply at which one that has not ended is left."""

TRIED_GAMES, TRIED_PLIES = 3, 30
"""How many random games, and how much of each, a game is tried in before it is first used."""

STATES = 15
"""How many states of a random game most checks look at."""

SPARE = 512
"""Room behind every array that a rule writes into, where nothing may be written."""

ENDS = {1: "won", 0: "drawn", -1: "lost"}


class Sample(NamedTuple):
    """Random games as states and moves, some of their states, and where data files are looked for."""

    games: list[tuple[list[Any], list[int]]]
    states: list[Any]
    data: Path | None


class Fault(InputError):
    """What breaks the contract, in one sentence."""


class Skip(Exception):
    """Why a check does not apply, in one sentence."""


def ask(game: Game, verb: str, state: Any, *arguments: Any) -> Any:
    """Return the raw answer of a rule, whatever its kind."""
    try:
        return referee.ASKING[verb](game, state, *arguments)
    except InputError:
        raise
    except Exception as error:
        why = plain_words(error) + _room_for(verb, error, arguments)
        raise Fault(f"{place_of(verb, getattr(game, verb))} fails{at(game, state)}: {why}") from error


def place_of(verb: str, function: Any) -> str:
    """Return a rule's name, and where it stands."""
    code = getattr(plain(function), "__code__", None)
    return f"{verb} ({code.co_filename} line {code.co_firstlineno})" if code else verb


def _room_for(verb: str, error: Exception, arguments: tuple) -> str:
    """Return how long the arrays are beyond which a rule may have reached."""
    words = zip(RULES[verb].takes.split(", ")[1:], arguments, strict=False)
    held = [f"{word} has room for {len(a)}" for word, a in words if isinstance(a, np.ndarray)]
    return f" Here {', '.join(held)}." if held and isinstance(error, IndexError) else ""


def at(game: Game, state: Any) -> str:
    """Return where something was seen, in the game's notation if that works."""
    try:
        return f" in position {game.position_text(state)!r}"
    except Exception:
        return f" in {state!r}"


def is_whole(thing: Any) -> bool:
    """Return whether something is a whole number, and no truth value."""
    return isinstance(thing, Integral) and not isinstance(thing, bool)


def whole(game: Game, verb: str, state: Any, *arguments: Any) -> int:
    """Return the whole number that a rule answers."""
    answer = ask(game, verb, state, *arguments)
    if not is_whole(answer):
        raise Fault(f"{verb} must return a whole number, not {answer!r}{at(game, state)}.")
    return int(answer)


def text_of(game: Game, verb: str, state: Any, *arguments: Any) -> str:
    """Return the text that a game's notation gives."""
    answer = getattr(game, verb)(state, *arguments)
    if not isinstance(answer, str):
        where = at(game, state) if verb != "position_text" else f" in {state!r}"
        raise Fault(f"{verb} must return text, not {answer!r}{where}.")
    return answer


def state_from(game: Game, verb: str, state: Any, *arguments: Any) -> Any:
    """Return the state that a rule answers."""
    answer = ask(game, verb, state, *arguments)
    if type(answer) is not type(state) or not all(map(is_whole, answer)):
        kind = type(state).__name__
        raise Fault(f"{verb} must return a {kind} of whole numbers, not {answer!r}{at(game, state)}.")
    return answer


def pictures_of(game: Game, state: Any) -> list[str]:
    """Return the board as the game draws it."""
    return [text_of(game, verb, state) for verb in ("draw", "svg") if getattr(game, verb) is not None]


def check_places(game: Game, state: Any) -> None:
    """Refuse places of moves that are no places of the board, if the game tells any."""
    if not game.places:
        return
    columns, rows = board_of(game.svg(state) if game.svg else "") or (WIDEST, WIDEST)
    for move in moves_in(game, state):
        for place in game.places(state, move):
            row, column = place if len(place) == 2 and all(map(is_whole, place)) else (-1, -1)
            if not (0 <= row < rows and 0 <= column < columns):
                wanted = f"(row, column) below {rows} and {columns}"
                raise Fault(f"places must be {wanted}, and move {move} has {place!r}{at(game, state)}.")


def moves_in(game: Game, state: Any, fill: int = 0, verb: str = "moves") -> list[int]:
    """Return the moves written into an array of the game's width that held something before."""
    room = np.full(game.width + SPARE, fill, np.int64)
    n = whole(game, verb, state, room[: game.width])
    if not 0 <= n <= game.width or (room[game.width :] != fill).any():
        raise Fault(f"{verb} writes more than width={game.width} moves, or returns {n}{at(game, state)}.")
    return room[:n].tolist()


def worth_of(game: Game, state: Any) -> int:
    """Return what a position is worth by the game's own weights."""
    return whole(game, "evaluate", state, referee.weights_of(game))


def numbers_in(game: Game, verb: str, names: tuple[str, ...], state: Any, fill: float = 0.0) -> np.ndarray:
    """Return what a rule writes, a number for each name, into an array that held something before."""
    n = len(names)
    room = np.full(n + SPARE, fill)
    ask(game, verb, state, room[:n])
    if (room[n:] != fill).any():
        raise Fault(f"{verb} writes more than its {n} names{at(game, state)}.")
    return room[:n]


def ending(game: Game, state: Any) -> str:
    """Return the number of legal moves, and where that is 0, how the game ended."""
    n = len(referee.legal_moves(game, state))
    return str(n) if n else f"0 {ENDS.get(referee.result(game, state), 'without a result')}"


def counts(game: Game, state: Any) -> list[int]:
    """Return perft 1 to 3, or up to the first that is large enough to tell and to take long."""
    counts = [int(perft(game, 1, state))]
    while counts[-1] <= 500 and len(counts) < 3:
        counts.append(int(perft(game, len(counts) + 1, state)))
    return counts


def sample_of(game: Game, data: Path | str | None) -> Sample:
    """Play random games, and take some of their states."""
    played = [guarded_game(game, index) for index in range(GAMES)]
    states = [state for game_states, _ in played for state in some(game_states)]
    if data is None and game.origin.endswith(".py"):
        data = Path(game.origin).parent
    return Sample(played, states, None if data is None else Path(data))


def guarded_game(game: Game, index: int, plies: int = LEFT_AT) -> tuple[list[Any], list[int]]:
    """Play as `referee.random_game` does, but with room to spare around the rules."""
    states, chosen = [first_state(game)], list[int]()
    while len(chosen) < plies and (moves := moves_in(game, states[-1])):
        chosen.append(moves[rng.below(len(moves), 0, index, len(chosen))])
        states.append(state_from(game, "play", states[-1], chosen[-1]))
    return states, chosen


def first_state(game: Game) -> Any:
    """Return the first state, if it is one."""
    state = game.start()
    if not isinstance(state, tuple) or not hasattr(state, "_fields") or not all(map(is_whole, state)):
        raise Fault(f"start must return a NamedTuple of whole numbers, not {state!r}.")
    referee.check_words(state)
    return state


def every_answer(game: Game) -> Iterator[Any]:
    """Yield what every rule and every evaluation that a game gives says along a few short games."""
    games = [guarded_game(game, index, TRIED_PLIES) for index in range(TRIED_GAMES)]
    for states, chosen in games:
        yield from (
            whole(game, "result", state) for state in states[len(chosen) :] if not moves_in(game, state)
        )
        for state, move in zip(states, chosen, strict=False):
            yield text_of(game, "position_text", state), text_of(game, "move_text", state, move)
            yield from pictures_of(game, state)
            yield from _answers_in(game, state, move)


def _answers_in(game: Game, state: Any, move: int) -> Iterator[Any]:
    for judged in map(game.judged_by, game.offered_evaluations):
        for name in filter(partial(_is_given, judged), RULES):
            known = known_in(judged, name, state, move)
            yield ask(judged, name, *(known[word] for word in RULES[name].takes.split(", ")))


def _is_given(game: Game, name: str) -> bool:
    """Return whether a game gives a rule itself, and can be asked for it."""
    rule = getattr(game, name)
    is_own = rule is not None and plain(rule).__module__ != parts.__name__
    return is_own and name != "result" and (name != "matches" or bool(game.patterns))


def known_in(game: Game, name: str, state: Any, move: int) -> dict[str, Any]:
    """Return what a rule may take, by the words of its declaration."""
    moves = np.array(referee.legal_moves(game, state), np.int64)
    wide = {"features": np.zeros(game.feature_count), "traits": np.zeros(game.trait_count)}
    return {
        "state": state,
        "move": move,
        "number": 0,
        "moves": moves,
        "n": len(moves),
        "weights": referee.weights_of(game),
        "pattern": np.array(game.patterns[0] if game.patterns else (), np.int64),
        "out": wide.get(name, np.zeros(game.width, np.int64)),
    }


def some(things: list[Any]) -> list[Any]:
    """Return a few things from a list, evenly spread, the last included."""
    return things[:: -max(1, len(things) // STATES)][::-1]
