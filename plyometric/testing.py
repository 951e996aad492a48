"""The contract that every game keeps, as code that can be run on anyone's game.

`check_game` plays random games with compiled rules and reports, check by check, in one sentence what
is wrong and where. A game file may have two data files beside it, with the same stem:

    mygame.perft         a position a line: `position | count count ...`, the numbers of move sequences
                         of length 1, 2, ...; `start` stands for the first position
    mygame.playthrough   a recorded game, a ply a line: `move | legal moves | evaluation | position`,
                         all but the move as they are after it; where there are no legal moves, how the
                         game ended for the side to move. `write_playthrough` writes it.

In both, a line that begins with # is a comment.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyometric import games, kernel
from plyometric.errors import InputError, plain_words
from plyometric.kernel import MOST_PROMISING, WIN, Game, all_alike, none_forcing, one_class, referee, rng
from plyometric.search.perft import perft

GAMES, PLIES = 20, 1000
"""How many random games are played, and the ply at which one that has not ended is left."""

STATES = 15
"""How many states of a random game most checks look at."""

SPARE = 512
"""Room behind every array that a rule writes into, where nothing may be written."""

PATIENCE = 300
"""Seconds after which another process that tries the game is given up."""

ENDS = {1: "won", 0: "drawn", -1: "lost"}


class Finding(NamedTuple):
    """What one check found: `ok`, `failed` or `skipped`, and unless ok, why, in one sentence."""

    check: str
    status: str
    sentence: str = ""


class Sample(NamedTuple):
    """Random games as states and moves, some of their states, and where data files are looked for."""

    games: list[tuple[list[Any], list[int]]]
    states: list[Any]
    data: Path | None


class _Fault(InputError):
    """What breaks the contract, in one sentence."""


class _Skip(Exception):
    """Why a check does not apply, in one sentence."""


def check_game(game: Game, data: Path | str | None = None) -> list[Finding]:
    """Hold a game against the contract; `data` is the folder of its data files, else the game's own."""
    try:
        sample = _sample(game, data)
    except Exception as error:
        later = [Finding(_name(check), "skipped", "tried once kinds is ok.") for check in CHECKS[1:]]
        return [Finding(_name(kinds), "failed", plain_words(error)), *later]
    return [_finding(check, game, sample) for check in CHECKS]


def assert_game(game: Game, data: Path | str | None = None) -> None:
    """Raise an AssertionError that holds the sentence of every failed check."""
    failed = [
        f"{name}: {sentence}" for name, status, sentence in check_game(game, data) if status == "failed"
    ]
    if failed:
        raise AssertionError("\n".join([f"{game.name} breaks the contract:", *failed]))


def _finding(check: Callable[[Game, Sample], None], game: Game, sample: Sample) -> Finding:
    try:
        check(game, sample)
    except _Skip as reason:
        return Finding(_name(check), "skipped", str(reason))
    except Exception as error:
        return Finding(_name(check), "failed", plain_words(error))
    return Finding(_name(check), "ok")


def _name(check: Callable) -> str:
    return check.__name__.replace("_", " ")


# Asking a rule


def _ask(game: Game, verb: str, state: Any, *arguments: Any) -> Any:
    """Return the raw answer of a rule, whatever its kind."""
    try:
        return referee.ASKING[verb](game, state, *arguments)
    except InputError:
        raise
    except Exception as error:
        code = getattr(getattr(game, verb), "py_func", getattr(game, verb)).__code__
        place = f"{code.co_filename} line {code.co_firstlineno}"
        raise _Fault(f"{verb} ({place}) fails{_at(game, state)}: {plain_words(error)}") from error


def _at(game: Game, state: Any) -> str:
    """Return where something was seen, in the game's notation if that works."""
    try:
        return f" in position {game.position_text(state)!r}"
    except Exception:
        return f" in {state!r}"


def _is_whole(thing: Any) -> bool:
    return isinstance(thing, Integral) and not isinstance(thing, bool)


def _whole(game: Game, verb: str, state: Any, *arguments: Any) -> int:
    answer = _ask(game, verb, state, *arguments)
    if not _is_whole(answer):
        raise _Fault(f"{verb} must return a whole number, not {answer!r}{_at(game, state)}.")
    return int(answer)


def _state(game: Game, verb: str, state: Any, *arguments: Any) -> Any:
    answer = _ask(game, verb, state, *arguments)
    if type(answer) is not type(state) or not all(map(_is_whole, answer)):
        kind = type(state).__name__
        raise _Fault(f"{verb} must return a {kind} of whole numbers, not {answer!r}{_at(game, state)}.")
    return answer


def _moves(game: Game, state: Any, fill: int = 0, verb: str = "moves") -> list[int]:
    """Return the moves written into an array of the game's width that held something before."""
    room = np.full(game.width + SPARE, fill, np.int64)
    n = _whole(game, verb, state, room[: game.width])
    if not 0 <= n <= game.width or (room[game.width :] != fill).any():
        raise _Fault(f"{verb} writes more than width={game.width} moves, or returns {n}{_at(game, state)}.")
    return room[:n].tolist()


def _evaluate(game: Game, state: Any) -> int:
    return _whole(game, "evaluate", state, referee.weights_of(game))


def _features(game: Game, state: Any, fill: float = 0.0) -> np.ndarray:
    """Return the features written into an array that held something before."""
    n = len(game.feature_names)
    room = np.full(n + SPARE, fill)
    _ask(game, "features", state, room[:n])
    if (room[n:] != fill).any():
        raise _Fault(f"features writes more than its {n} feature_names{_at(game, state)}.")
    return room[:n]


def _ending(game: Game, state: Any) -> str:
    """Return the number of legal moves, and where that is 0, how the game ended."""
    n = len(referee.legal_moves(game, state))
    return str(n) if n else f"0 {ENDS.get(referee.result(game, state), 'without a result')}"


def _counts(game: Game, state: Any) -> list[int]:
    """Return perft 1 to 3, or up to the first that is large enough to tell and to take long."""
    counts = [int(perft(game, 1, state))]
    while counts[-1] <= 500 and len(counts) < 3:
        counts.append(int(perft(game, len(counts) + 1, state)))
    return counts


# Random games


def _sample(game: Game, data: Path | str | None) -> Sample:
    played = [_random_game(game, index) for index in range(GAMES)]
    states = [state for game_states, _ in played for state in _some(game_states)]
    if data is None and game.origin.endswith(".py"):
        data = Path(game.origin).parent
    return Sample(played, states, None if data is None else Path(data))


def _random_game(game: Game, index: int) -> tuple[list[Any], list[int]]:
    """Play as `referee.random_game` does, but with room to spare around the rules."""
    states, chosen = [_start(game)], list[int]()
    while len(chosen) < PLIES and (moves := _moves(game, states[-1])):
        chosen.append(moves[rng.below(len(moves), 0, index, len(chosen))])
        states.append(_state(game, "play", states[-1], chosen[-1]))
    return states, chosen


def _start(game: Game) -> Any:
    state = game.start()
    if not isinstance(state, tuple) or not hasattr(state, "_fields") or not all(map(_is_whole, state)):
        raise _Fault(f"start must return a NamedTuple of whole numbers, not {state!r}.")
    return state


def _some(things: list[Any]) -> list[Any]:
    """Return a few things from a list, evenly spread, the last included."""
    return things[:: -max(1, len(things) // STATES)][::-1]


# The checks


def kinds(game: Game, sample: Sample) -> None:
    """Every rule returns the kind of thing that it must."""
    for state in sample.states:
        over = _ask(game, "over", state)
        if not isinstance(over, bool | np.bool_):
            raise _Fault(f"over must return True or False, not {over!r}{_at(game, state)}.")
        value = _evaluate(game, state)
        if abs(value) > WIN // 2:
            raise _Fault(f"evaluate returns {value}{_at(game, state)}: over {WIN // 2} it looks like a win.")


def moves(game: Game, sample: Sample) -> None:
    """Moves differ, are not negative, can all be played, and owe nothing to what `out` held before."""
    for state in sample.states:
        found = _moves(game, state)
        if _moves(game, state, fill=-1) != found:
            raise _Fault(f"moves depends on what stood in out before{_at(game, state)}.")
        twice = [move for move in found if found.count(move) > 1]
        if twice:
            raise _Fault(f"moves writes the move {twice[0]} twice{_at(game, state)}.")
        if any(move < 0 for move in found):
            raise _Fault(f"moves writes the move {min(found)}{_at(game, state)}: moves are not negative.")
        for move in found:
            _state(game, "play", state, move)


def play(game: Game, sample: Sample) -> None:
    """A move played twice from the same state leads to the same state."""
    for states, chosen in sample.games:
        for (before, after), move in zip(pairwise(states), chosen, strict=True):
            again = _state(game, "play", before, move)
            if again != after:
                raise _Fault(
                    f"play is not pure: move {move} leads to {after}, then to {again}{_at(game, before)}."
                )


def endings(game: Game, sample: Sample) -> None:
    """What is seen to be over has no moves, and what has no moves has a result."""
    for state in sample.states:
        found = _moves(game, state)
        if found and _ask(game, "over", state):
            raise _Fault(f"over says True where there are {len(found)} moves{_at(game, state)}.")
        if not found and _whole(game, "result", state) not in ENDS:
            raise _Fault(f"result must be 1, 0 or -1, not {_ask(game, 'result', state)}{_at(game, state)}.")


def playouts_end(game: Game, sample: Sample) -> None:
    """At least one random game ends; not every one must, as many games leave draws to the players."""
    if all(_moves(game, states[-1]) for states, _ in sample.games):
        raise _Fault(f"none of {GAMES} random games ends within {PLIES} plies.")


def move_notation(game: Game, sample: Sample) -> None:
    """Every legal move has a text of its own, which reads back as that move."""
    for state in sample.states:
        texts = {move: game.move_text(state, move) for move in _moves(game, state)}
        moves_of = {text: move for move, text in texts.items()}
        for move, text in texts.items():
            if moves_of[text] != move:
                raise _Fault(
                    f"moves {move} and {moves_of[text]} are both written {text!r}{_at(game, state)}."
                )
        for move in _some(list(texts)):
            again = referee.read_move(game, state, texts[move])
            if again != move:
                raise _Fault(
                    f"move {move} is written {texts[move]!r}, which reads as {again}{_at(game, state)}."
                )


def position_notation(game: Game, sample: Sample) -> None:
    """The text of a position is one line, and reads back as the same state."""
    for state in sample.states:
        text = game.position_text(state)
        if text != text.strip() or len(text.splitlines()) != 1:
            raise _Fault(f"position text must be one line without blanks around it, not {text!r}.")
        again = game.read_position(text)
        if again != state or type(again) is not type(state):
            raise _Fault(f"{state} is written {text!r}, which reads as {again}.")


def nonsense_refused(game: Game, sample: Sample) -> None:
    """Text that is no position and text that is no move raise InputError."""
    readers: dict[str, Callable[[str], Any]] = {
        "position": game.read_position,
        "move": partial(referee.read_move, game, game.start()),
    }
    for (what, read), text in product(readers.items(), ("", "?!")):
        try:
            found = read(text)
        except InputError:
            continue
        raise _Fault(f"{text!r} is read as the {what} {found!r}: it should raise InputError.")


def weights(game: Game, sample: Sample) -> None:
    """The evaluation reads no weights beyond those that the game declares."""
    own = referee.weights_of(game)
    for state in sample.states:
        answers = {
            _whole(game, "evaluate", state, np.append(own, np.full(SPARE, beyond))[: len(own)])
            for beyond in (0.0, 1e4)
        }
        if len(answers) > 1:
            raise _Fault(f"evaluate reads more than its {len(own)} weights{_at(game, state)}.")


def features(game: Game, sample: Sample) -> None:
    """Features are finite numbers, one for each name, all of them written."""
    if not game.feature_names:
        raise _Skip("the game has no features.")
    for state in sample.states:
        found = _features(game, state)
        if not np.array_equal(found, _features(game, state, fill=1.0)):
            raise _Fault(f"features must set every entry of out, and not add to it{_at(game, state)}.")
        if not np.isfinite(found).all():
            raise _Fault(f"features writes {found.tolist()}{_at(game, state)}: numbers must be finite.")


def forcing_moves(game: Game, sample: Sample) -> None:
    """Forcing moves are legal moves, each written once."""
    if game.forcing is none_forcing:
        raise _Skip("the game names no forcing moves.")
    for state in sample.states:
        legal, forced = _moves(game, state), _moves(game, state, verb="forcing")
        if len(set(forced)) < len(forced) or not set(forced) <= set(legal):
            raise _Fault(f"forcing writes {forced}, but the legal moves are {legal}{_at(game, state)}.")


def move_classes(game: Game, sample: Sample) -> None:
    """The class of every legal move is one of those that the game names."""
    if game.move_class is one_class:
        raise _Skip("the game has one class of moves.")
    for state in sample.states:
        for move in _moves(game, state):
            found = _whole(game, "move_class", state, move)
            if not 0 <= found < len(game.class_names):
                raise _Fault(f"move {move} has class {found} of {len(game.class_names)}{_at(game, state)}.")


def move_ratings(game: Game, sample: Sample) -> None:
    """A rating is what the position after the move is worth to the side that made it."""
    if _is_default(game.rate):
        raise _Skip("the game rates moves by playing them.")
    for state in sample.states:
        found = np.array(_moves(game, state), np.int64)
        ratings = np.zeros(len(found), np.int64)
        _ask(game, "rate", state, found, len(found), referee.weights_of(game), ratings)
        for move, rating in zip(found.tolist(), ratings.tolist(), strict=True):
            worth = _worth(game, _state(game, "play", state, move))
            if rating != worth:
                raise _Fault(f"rate gives move {move} {rating}, but playing it {worth}{_at(game, state)}.")


def _worth(game: Game, state: Any) -> int:
    """Return what a position is worth to the side that has just moved."""
    over = _ask(game, "over", state)
    return -_whole(game, "result", state) * WIN if over else -_evaluate(game, state)


def winning_moves(game: Game, sample: Sample) -> None:
    """The moves that win at once are those after which the other side has lost."""
    if _is_default(game.wins):
        raise _Skip("the game finds winning moves by playing them.")
    for state in sample.states:
        found = _moves(game, state, verb="wins")
        children = {move: _state(game, "play", state, move) for move in _moves(game, state)}
        ends = {m: c for m, c in children.items() if _ask(game, "over", c)}
        wins = [move for move, child in ends.items() if _whole(game, "result", child) < 0]
        if sorted(found) != sorted(wins):
            raise _Fault(f"wins writes {found}, but the winning moves are {wins}{_at(game, state)}.")


def move_priors(game: Game, sample: Sample) -> None:
    """How promising a move looks is a number from 0 to MOST_PROMISING."""
    if game.prior is all_alike:
        raise _Skip("to the game all moves look alike.")
    for state in sample.states:
        for move in _moves(game, state):
            found = _whole(game, "prior", state, move)
            if not 0 <= found <= MOST_PROMISING:
                right = f"0 to {MOST_PROMISING}"
                raise _Fault(f"prior gives {found}, not {right}, to move {move}{_at(game, state)}.")


def _is_default(rule: Callable) -> bool:
    return getattr(rule, "py_func", rule).__module__ == kernel.__name__


def reversible_moves(game: Game, sample: Sample) -> None:
    """No position comes back after a move that is said not to be reversible."""
    for states, chosen in sample.games:
        seen: dict[Any, int] = {}
        anchor = 0
        for ply, state in enumerate(states):
            if seen.get(state, anchor) < anchor:
                raise _Fault(f"a position comes back after a move that is not reversible{_at(game, state)}.")
            seen[state] = ply
            if ply < len(chosen) and not _can_come_back(game, state, chosen[ply]):
                anchor = ply + 1


def _can_come_back(game: Game, state: Any, move: int) -> bool:
    answer = game.recurs and _ask(game, "reversible", state, move)
    if not isinstance(answer, bool | np.bool_):
        raise _Fault(f"reversible must return True or False, not {answer!r}{_at(game, state)}.")
    return bool(answer)


_COLOURLESS = {"perft counts": _counts, "evaluation": _evaluate, "number of moves": _ending}


def colour_symmetry(game: Game, sample: Sample) -> None:
    """With the colours exchanged, a position has as many moves, and is worth the same."""
    if game.swapped is None:
        raise _Skip("the game gives no swapped.")
    for state in sample.states:
        other = _state(game, "swapped", state)
        if _state(game, "swapped", other) != state:
            raise _Fault(f"swapped twice is not the same position{_at(game, state)}.")
        for what, fact in _COLOURLESS.items():
            if fact(game, state) != fact(game, other):
                here, there = fact(game, state), fact(game, other)
                raise _Fault(f"swapped changes the {what} from {here} to {there}{_at(game, state)}.")


def pass_symmetry(game: Game, sample: Sample) -> None:
    """With the other side to move, evaluation and features change their sign."""
    if game.passed is None:
        raise _Skip("the game gives no passed.")
    for state in sample.states:
        if not _ask(game, "over", state):
            other = _state(game, "passed", state)
            here, there = _evaluate(game, state), _evaluate(game, other)
            if here != -there:
                raise _Fault(f"evaluate gives {here} to one side and {there} to the other{_at(game, state)}.")
            gains, losses = _features(game, state), _features(game, other)
            if (gains != -losses).any():
                name = game.feature_names[np.flatnonzero(gains != -losses)[0]]
                raise _Fault(
                    f"feature {name} does not change its sign with the side to move{_at(game, state)}."
                )


def same_without_compiler(game: Game, sample: Sample) -> None:
    """The rules give the same answers as plain Python and as machine code."""
    plain = _asked_elsewhere(game, "as plain Python", NUMBA_DISABLE_JIT="1")
    _compare("compiled", fingerprint(game), "as plain Python", plain)


def same_from_disk(game: Game, sample: Sample) -> None:
    """A process that compiles and one that finds the machine code on disk give the same answers."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"PLYOMETRIC_CACHE": folder, "NUMBA_DISABLE_JIT": "0"}
        cold = _asked_elsewhere(game, "newly compiled", **settings)
        kept = set(Path(folder).iterdir())
        warm = _asked_elsewhere(game, "read from disk", **settings)
        _compare("newly compiled", cold, "read from disk", warm)
        if set(Path(folder).iterdir()) != kept:
            raise _Fault("a second process compiles the game again instead of reading it from disk.")


def perft_file(game: Game, sample: Sample) -> None:
    """The numbers of move sequences are those of the perft file."""
    path = _data_file(game, sample, "perft")
    for where, state, counts in read_perft(game, path):
        for depth, count in enumerate(counts, 1):
            found = perft(game, depth, state)
            if found != count:
                raise _Fault(f"{where}: perft {depth} is {found}, not {count}{_at(game, state)}.")


def playthrough_file(game: Game, sample: Sample) -> None:
    """The recorded game can be replayed, and every line of it is still true."""
    path = _data_file(game, sample, "playthrough")
    state = None
    for where, line in _lines(path):
        text = line.partition("|")[0].strip()
        if state is None and text != "start":
            raise InputError(f"{where}: a recorded game begins with a line for start, not {text!r}.")
        state = game.start() if state is None else _replayed(game, state, text, where)
        found = _line(game, text, state)
        if found != line:
            raise _Fault(f"{where}: the line is {line!r}, the game says {found!r}.")
    if state is None:
        raise InputError(f"{path}: it records no game.")


CHECKS: tuple[Callable[[Game, Sample], None], ...] = (
    kinds,
    moves,
    play,
    endings,
    playouts_end,
    move_notation,
    position_notation,
    nonsense_refused,
    weights,
    features,
    forcing_moves,
    move_classes,
    reversible_moves,
    move_ratings,
    winning_moves,
    move_priors,
    colour_symmetry,
    pass_symmetry,
    same_without_compiler,
    same_from_disk,
    perft_file,
    playthrough_file,
)


# Records of games


def write_playthrough(game: Game, path: Path | str, seed: int = 0) -> None:
    """Record a random game in a file, for later versions of the rules to be held against."""
    head = f"# {game.name}, a random game: move | legal moves | evaluation | position, as after the move"
    Path(path).write_text("\n".join([head, *_record(game, seed, 0, PLIES)]) + "\n")


def _record(game: Game, seed: int, index: int, plies: int) -> list[str]:
    states, chosen = referee.random_game(game, seed, index, plies)
    texts = [game.move_text(state, move) for state, move in zip(states, chosen, strict=False)]
    return [_line(game, text, state) for text, state in zip(["start", *texts], states, strict=True)]


def _line(game: Game, text: str, state: Any) -> str:
    """Return the line of a playthrough: a move's text and what is true after it."""
    facts = (text, _ending(game, state), referee.evaluate(game, state), game.position_text(state))
    return " | ".join(map(str, facts))


def _replayed(game: Game, state: Any, text: str, where: str) -> Any:
    try:
        return referee.play(game, state, referee.read_move(game, state, text))
    except InputError as error:
        raise _Fault(f"{where}: {error}") from None


def read_perft(game: Game, path: Path) -> Iterator[tuple[str, Any, list[int]]]:
    """Yield place, state and counts of every line of a perft file."""
    for where, line in _lines(path):
        position, _, numbers = line.rpartition("|")
        counts = numbers.split()
        if not position or not counts or not all(map(str.isdecimal, counts)):
            raise InputError(f"{where}: {line!r} should read `position | count count ...`.")
        yield where, _position_at(game, position.strip(), where), list(map(int, counts))


def _position_at(game: Game, text: str, where: str) -> Any:
    try:
        return game.start() if text == "start" else game.read_position(text)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _data_file(game: Game, sample: Sample, kind: str) -> Path:
    if sample.data is None:
        raise _Skip(f"no folder was named for the game's .{kind} file.")
    path = sample.data / f"{Path(game.origin or game.name).stem}.{kind}"
    if not path.is_file():
        raise _Skip(f"there is no file {path}.")
    return path


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield place and content of every line that says something."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield f"{path} line {number}", line.strip()


# Other processes


def fingerprint(game: Game) -> list[str]:
    """Return what a game answers along three short random games, to be compared between processes."""
    lines = [line for index in range(3) for line in _record(game, 0, index, 40)]
    states = referee.random_game(game, 0, 0, 40)[0] if game.feature_names else []
    lines += [f"features {referee.features(game, state).tolist()}{_at(game, state)}" for state in states]
    return [*lines, f"perft {_counts(game, game.start())}"]


def _asked_elsewhere(game: Game, how: str, **settings: str) -> list[str]:
    """Return the fingerprint of a game that another process takes."""
    if not game.origin:
        raise _Skip("the game was not loaded from a file or by its name, so no other process can load it.")
    command = [sys.executable, "-m", "plyometric.testing", game.origin]
    environment = os.environ | settings
    try:
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise _Fault(f"another process, with the game {how}, takes over {PATIENCE} seconds.") from None
    if run.returncode:
        raise _Fault(f"another process, with the game {how}, {_last_words(run)}")
    return json.loads(run.stdout.splitlines()[-1])


def _last_words(run: subprocess.CompletedProcess) -> str:
    if run.returncode < 0:
        return f"crashes with {signal.Signals(-run.returncode).name}."
    return f"fails: {(run.stderr.strip().splitlines() or ['it says nothing'])[-1]}"


def _compare(one: str, these: list[str], other: str, those: list[str]) -> None:
    for this, that in zip(these, those, strict=False):
        if this != that:
            raise _Fault(f"{one}, the game says {this!r}; {other}, it says {that!r}.")
    if len(these) != len(those):
        raise _Fault(f"random games are longer or shorter {one} than {other}.")


if __name__ == "__main__":
    try:
        print(json.dumps(fingerprint(games.load(sys.argv[1]))))
    except Exception as fault:
        sys.exit(plain_words(fault))
