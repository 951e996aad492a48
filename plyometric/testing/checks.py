"""The checks of the contract, one after the other; each says in one sentence what is wrong and where."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np

from plyometric.errors import InputError
from plyometric.kernel import MOST_PROMISING, WIN, Game, cache, parts, plain, referee
from plyometric.search.perft import perft
from plyometric.testing.asking import (
    ENDS,
    GAMES,
    LEFT_AT,
    SPARE,
    Fault,
    Sample,
    Skip,
    ask,
    at,
    check_places,
    counts,
    ending,
    is_whole,
    moves_in,
    numbers_in,
    pictures_of,
    some,
    state_from,
    text_of,
    whole,
    worth_of,
)
from plyometric.testing.data import data_file, line_of, lines_of, read_perft, replayed
from plyometric.testing.elsewhere import asked_elsewhere, compare, fingerprint
from plyometric.testing.turns import turns


def kinds(game: Game, sample: Sample) -> None:
    """Every rule returns the kind of thing that it must."""
    for state in sample.states:
        over = ask(game, "over", state)
        if not isinstance(over, bool | np.bool_):
            raise Fault(f"over must return True or False, not {over!r}{at(game, state)}.")
        value = worth_of(game, state)
        if abs(value) > WIN // 2:
            raise Fault(f"evaluate returns {value}{at(game, state)}: over {WIN // 2} it looks like a win.")


def moves(game: Game, sample: Sample) -> None:
    """Moves differ, are not negative, can all be played, and owe nothing to what `out` held before."""
    for state in sample.states:
        found = moves_in(game, state)
        if moves_in(game, state, fill=-1) != found:
            raise Fault(f"moves depends on what stood in out before{at(game, state)}.")
        twice = [move for move in found if found.count(move) > 1]
        if twice:
            raise Fault(f"moves writes the move {twice[0]} twice{at(game, state)}.")
        if any(move < 0 for move in found):
            raise Fault(f"moves writes the move {min(found)}{at(game, state)}: moves are not negative.")
        for move in found:
            state_from(game, "play", state, move)


def play(game: Game, sample: Sample) -> None:
    """A move played twice from the same state leads to the same state."""
    for states, chosen in sample.games:
        for (before, after), move in zip(pairwise(states), chosen, strict=True):
            again = state_from(game, "play", before, move)
            if again != after:
                raise Fault(
                    f"play is not pure: move {move} leads to {after}, then to {again}{at(game, before)}."
                )


def endings(game: Game, sample: Sample) -> None:
    """What is seen to be over has no moves, and what has no moves has a result."""
    for state in sample.states:
        found = moves_in(game, state)
        if found and ask(game, "over", state):
            raise Fault(f"over says True where there are {len(found)} moves{at(game, state)}.")
        if not found and whole(game, "result", state) not in ENDS:
            raise Fault(f"result must be 1, 0 or -1, not {ask(game, 'result', state)}{at(game, state)}.")


def playouts_end(game: Game, sample: Sample) -> None:
    """At least one random game ends; not every one must, as many games leave draws to the players."""
    if all(moves_in(game, states[-1]) for states, _ in sample.games):
        raise Fault(f"none of {GAMES} random games ends within {LEFT_AT} plies.")


def move_notation(game: Game, sample: Sample) -> None:
    """Every legal move has a text of its own, also as engines write it, which reads back as that move."""
    writers = ("move_text", "engine_move_text") if game.notation.engine_move_text else ("move_text",)
    for state, write in product(sample.states, writers):
        texts = {move: text_of(game, write, state, move) for move in moves_in(game, state)}
        moves_of = {text: move for move, text in texts.items()}
        for move, text in texts.items():
            if moves_of[text] != move:
                raise Fault(f"moves {move} and {moves_of[text]} are both written {text!r}{at(game, state)}.")
        for move in some(list(texts)):
            again = referee.read_move(game, state, texts[move])
            if again != move:
                raise Fault(
                    f"move {move} is written {texts[move]!r}, which reads as {again}{at(game, state)}."
                )


def position_notation(game: Game, sample: Sample) -> None:
    """The text of a position is one line, and reads back as the same position; pictures are texts too."""
    for state in sample.states:
        pictures_of(game, state)
        check_places(game, state)
        text = text_of(game, "position_text", state)
        if text != text.strip() or len(text.splitlines()) != 1:
            raise Fault(f"position text must be one line without blanks around it, not {text!r}.")
        again = game.read_position(text)
        if type(again) is not type(state) or not (again == state or _are_same(game, state, again)):
            raise Fault(f"{state} is written {text!r}, which reads as {again}.")


def _are_same(game: Game, state: Any, other: Any) -> bool:
    """Return whether two states are one position, and are written alike."""
    known, as_known = (ask(game, "identity", one) for one in (state, other))
    return known == as_known and text_of(game, "position_text", state) == game.position_text(other)


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
        raise Fault(f"{text!r} is read as the {what} {found!r}: it should raise InputError.")


def weights(game: Game, sample: Sample) -> None:
    """The evaluation reads no weights beyond those that the game declares."""
    own = referee.weights_of(game)
    for state in sample.states:
        answers = {
            whole(game, "evaluate", state, np.append(own, np.full(SPARE, beyond))[: len(own)])
            for beyond in (0.0, 1e4)
        }
        if len(answers) > 1:
            raise Fault(f"evaluate reads more than its {len(own)} weights{at(game, state)}.")


def features(game: Game, sample: Sample) -> None:
    """Features are finite numbers, one for each name, all of them written."""
    if not game.feature_names:
        raise Skip("the game has no features.")
    _check_numbers(game, sample, "features", game.feature_names)


def traits(game: Game, sample: Sample) -> None:
    """Traits are finite numbers, one for each name, all of them written."""
    if not game.trait_names:
        raise Skip("the game names no traits.")
    _check_numbers(game, sample, "traits", game.trait_names)


def _check_numbers(game: Game, sample: Sample, verb: str, names: tuple[str, ...]) -> None:
    for state in sample.states:
        found = numbers_in(game, verb, names, state)
        if not np.array_equal(found, numbers_in(game, verb, names, state, fill=1.0)):
            raise Fault(f"{verb} must set every entry of out, and not add to it{at(game, state)}.")
        if not np.isfinite(found).all():
            raise Fault(f"{verb} writes {found.tolist()}{at(game, state)}: numbers must be finite.")


def pattern_counts(game: Game, sample: Sample) -> None:
    """How often a pattern stands on the board is 0 or more, and the same whenever it is asked."""
    if game.matches is parts.no_match:
        raise Skip("the game knows no patterns.")
    if not game.patterns:
        raise Fault("the game gives `matches` but no `patterns` to try it by.")
    for state, pattern in product(sample.states, game.patterns):
        row = np.array(pattern, np.int64)
        found = whole(game, "matches", state, row)
        if found < 0 or found != whole(game, "matches", state, row) or tuple(row) != tuple(pattern):
            raise Fault(f"matches finds {pattern} {found} times, or not always so{at(game, state)}.")


def identities(game: Game, sample: Sample) -> None:
    """States of one identity have the same moves and worth, whatever their other words say."""
    if game.identity is parts.all_words:
        raise Skip("every word of a state tells its position from others.")
    seen: dict[tuple, Any] = {}
    for state in sample.states:
        words = ask(game, "identity", state)
        if not isinstance(words, tuple) or not all(map(is_whole, words)):
            raise Fault(f"identity must return whole numbers, not {words!r}{at(game, state)}.")
        other = seen.setdefault(tuple(words), state)
        if (moves_in(game, state), worth_of(game, state)) != (moves_in(game, other), worth_of(game, other)):
            raise Fault(f"identity does not tell {other} from {state}, but their moves or worth differ.")


def forcing_moves(game: Game, sample: Sample) -> None:
    """Forcing moves are legal moves, each written once."""
    if game.forcing is parts.none_forcing:
        raise Skip("the game names no forcing moves.")
    for state in sample.states:
        legal, forced = moves_in(game, state), moves_in(game, state, verb="forcing")
        if len(set(forced)) < len(forced) or not set(forced) <= set(legal):
            raise Fault(f"forcing writes {forced}, but the legal moves are {legal}{at(game, state)}.")
        free = ask(game, "may_decline", state)
        if not isinstance(free, bool | np.bool_):
            raise Fault(f"may_decline must return True or False, not {free!r}{at(game, state)}.")


def move_classes(game: Game, sample: Sample) -> None:
    """The classes of every legal move are among those that the game names."""
    if game.move_classes is parts.one_class:
        raise Skip("the game has one class of moves.")
    for state in sample.states:
        legal = moves_in(game, state)
        for move in legal:
            found = whole(game, "move_classes", state, move, len(legal))
            if not 0 <= found < 1 << len(game.class_names):
                names = len(game.class_names)
                raise Fault(f"move {move} has the classes {found:b} of {names} bits{at(game, state)}.")


def move_ratings(game: Game, sample: Sample) -> None:
    """A rating is what the position after the move is worth to the side that made it."""
    if _is_default(game.rate):
        raise Skip("the game rates moves by playing them.")
    for state in sample.states:
        found = np.array(moves_in(game, state), np.int64)
        ratings = np.zeros(len(found), np.int64)
        ask(game, "rate", state, found, len(found), referee.weights_of(game), ratings)
        for move, rating in zip(found.tolist(), ratings.tolist(), strict=True):
            worth = _worth(game, state_from(game, "play", state, move))
            if rating != worth:
                raise Fault(f"rate gives move {move} {rating}, but playing it {worth}{at(game, state)}.")


def _worth(game: Game, state: Any) -> int:
    """Return what a position is worth to the side that has just moved."""
    over = ask(game, "over", state)
    return -whole(game, "result", state) * WIN if over else -worth_of(game, state)


def winning_moves(game: Game, sample: Sample) -> None:
    """The moves that win at once are those after which the other side has lost."""
    if _is_default(game.wins):
        raise Skip("the game finds winning moves by playing them.")
    for state in sample.states:
        found = moves_in(game, state, verb="wins")
        children = {move: state_from(game, "play", state, move) for move in moves_in(game, state)}
        ends = {m: c for m, c in children.items() if ask(game, "over", c)}
        wins = [move for move, child in ends.items() if whole(game, "result", child) < 0]
        if sorted(found) != sorted(wins):
            raise Fault(f"wins writes {found}, but the winning moves are {wins}{at(game, state)}.")


def placements(game: Game, sample: Sample) -> None:
    """Where the mover threatens to win by one move, only that move stops it."""
    if not game.placements or game.passed is None:
        raise Skip("the game does not say that its moves are placements.")
    for state in sample.states:
        if ask(game, "over", state) or not moves_in(game, state):
            continue
        threats = set(moves_in(game, state_from(game, "passed", state), verb="wins"))
        for move in moves_in(game, state) if threats else ():
            child = state_from(game, "play", state, move)
            still = set() if ask(game, "over", child) else set(moves_in(game, child, verb="wins"))
            stopped = set() if ask(game, "over", child) else threats - {move} - still
            if stopped:
                what = f"move {move} stops a win by {min(stopped)}"
                raise Fault(f"{what}: moves are no placements{at(game, state)}.")


def move_priors(game: Game, sample: Sample) -> None:
    """How promising a move looks is a number from 0 to MOST_PROMISING."""
    if game.prior is parts.all_alike:
        raise Skip("to the game all moves look alike.")
    for state in sample.states:
        for move in moves_in(game, state):
            found = whole(game, "prior", state, move)
            if not 0 <= found <= MOST_PROMISING:
                right = f"0 to {MOST_PROMISING}"
                raise Fault(f"prior gives {found}, not {right}, to move {move}{at(game, state)}.")


def _is_default(rule: Callable) -> bool:
    return plain(rule).__module__ == parts.__name__


def reversible_moves(game: Game, sample: Sample) -> None:
    """No position comes back after a move that is said not to be reversible."""
    for states, chosen in sample.games:
        seen: dict[Any, int] = {}
        anchor = 0
        for ply, state in enumerate(states):
            position = tuple(ask(game, "identity", state))
            if seen.get(position, anchor) < anchor:
                raise Fault(f"a position comes back after a move that is not reversible{at(game, state)}.")
            seen[position] = ply
            if ply < len(chosen) and not _can_come_back(game, state, chosen[ply]):
                anchor = ply + 1


def _can_come_back(game: Game, state: Any, move: int) -> bool:
    answer = game.recurs and ask(game, "reversible", state, move)
    if not isinstance(answer, bool | np.bool_):
        raise Fault(f"reversible must return True or False, not {answer!r}{at(game, state)}.")
    return bool(answer)


_COLOURLESS = {"perft counts": counts, "evaluation": worth_of, "number of moves": ending}


def colour_symmetry(game: Game, sample: Sample) -> None:
    """With the colours exchanged, a position has as many moves, and is worth the same."""
    if game.swapped is None:
        raise Skip("the game gives no swapped.")
    for state in sample.states:
        other = state_from(game, "swapped", state)
        if state_from(game, "swapped", other) != state:
            raise Fault(f"swapped twice is not the same position{at(game, state)}.")
        for what, fact in _COLOURLESS.items():
            if fact(game, state) != fact(game, other):
                here, there = fact(game, state), fact(game, other)
                raise Fault(f"swapped changes the {what} from {here} to {there}{at(game, state)}.")


def pass_symmetry(game: Game, sample: Sample) -> None:
    """With the other side to move, evaluation and features change their sign, but for those of the turn."""
    if game.passed is None:
        raise Skip("the game gives no passed.")
    signs = np.array([1 if name in game.of_turn else -1 for name in game.feature_names])
    for state in sample.states:
        if not ask(game, "over", state):
            other = state_from(game, "passed", state)
            here, there = worth_of(game, state), worth_of(game, other)
            if here != -there and not game.of_turn:
                raise Fault(f"evaluate gives {here} to one side and {there} to the other{at(game, state)}.")
            gains, losses = (numbers_in(game, "features", game.feature_names, one) for one in (state, other))
            if (gains != signs * losses).any():
                name = game.feature_names[np.flatnonzero(gains != signs * losses)[0]]
                raise Fault(
                    f"feature {name} does not change its sign with the side to move{at(game, state)}."
                )


def same_without_compiler(game: Game, sample: Sample) -> None:
    """The rules give the same answers as plain Python and as machine code."""
    plain = asked_elsewhere(game, "as plain Python", NUMBA_DISABLE_JIT="1")
    compare("compiled", fingerprint(game), "as plain Python", plain.answers)


def same_from_disk(game: Game, sample: Sample) -> None:
    """A process that may have to compile and one that finds all on disk give the same answers."""
    if not cache.is_kept():
        raise Skip(f"machine code is not kept in {cache.folder()}, so no process can read it.")
    first = asked_elsewhere(game, "newly compiled", NUMBA_DISABLE_JIT="0")
    again = asked_elsewhere(game, "read from disk", NUMBA_DISABLE_JIT="0")
    compare("newly compiled", first.answers, "read from disk", again.answers)
    if again.compiled:
        raise Fault("a second process compiles the game again instead of reading it from disk.")


def perft_file(game: Game, sample: Sample) -> None:
    """The numbers of move sequences are those of the perft file."""
    path = data_file(game, sample, "perft")
    for where, state, known in read_perft(game, path):
        for depth, count in enumerate(known, 1):
            found = perft(game, depth, state)
            if found != count:
                raise Fault(f"{where}: perft {depth} is {found}, not {count}{at(game, state)}.")


def playthrough_file(game: Game, sample: Sample) -> None:
    """The recorded game can be replayed, and every line of it is still true."""
    path = data_file(game, sample, "playthrough")
    state = None
    for where, line in lines_of(path):
        text = line.partition("|")[0].strip()
        if state is None and text != "start":
            raise InputError(f"{where}: a recorded game begins with a line for start, not {text!r}.")
        state = game.start() if state is None else replayed(game, state, text, where)
        found = line_of(game.usual, text, state)
        if found != line:
            raise Fault(f"{where}: the line is {line!r}, the game says {found!r}.")
    if state is None:
        raise InputError(f"{path}: it records no game.")


CHECKS: tuple[Callable[[Game, Sample], None], ...] = (
    kinds,
    moves,
    play,
    turns,
    endings,
    playouts_end,
    move_notation,
    position_notation,
    nonsense_refused,
    weights,
    features,
    traits,
    pattern_counts,
    identities,
    forcing_moves,
    move_classes,
    reversible_moves,
    move_ratings,
    winning_moves,
    move_priors,
    placements,
    colour_symmetry,
    pass_symmetry,
    same_without_compiler,
    same_from_disk,
    perft_file,
    playthrough_file,
)

OF_EVALUATIONS = (kinds, weights, features, move_ratings, colour_symmetry, pass_symmetry)
"""The checks that concern what a position is worth: they hold for every evaluation of a game."""
