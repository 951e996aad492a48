"""Command lines: good ones, made bad, in one process; each ends with a code and one sentence at most."""

import io
import os
import random
import resource
import signal
import sys
import warnings
from contextlib import contextmanager

from plyometric.cli import main
from plyometric.cli.signals import end

from . import Try
from .commands import fault_in
from .nonsense import WORDS

COUNT = 2_400
TOO_LONG = 1.0
"""Seconds after which a command that works is told to stop."""

MEMORY = 8 * 2**30

GOOD = [
    "games --json",
    "studies --json",
    "perft checkers 3 --position B:W18,26,K32:B1,15 --threads 1 --out run1 --json",
    "perft checkers 4 --out run1 --resume",
    "playouts checkers 200 --position B:W18,26,K32:B1,15 --seed 2 --threads 1 --json",
    "games list some.pdn --game checkers --json",
    "games convert some.pdn --to openings --plies 4",
    "search checkers --depth 3 --position B:W18,26,K32:B1,15 --json",
    "match checkers:depth=1 checkers:nodes=50,table=1 --games 4 --seed 1 --threads 2 --out run2 --resume",
    "match fives:depth=1,breadth=3 fives:depth=2,breadth=2,weights=hasson --games 2 --sprt 0 5 --alpha 0.1",
    "match checkers:depth=4,strategy=depth4 player.toml --games 2 --openings some.openings --json",
    "match checkers:clock=stable checkers:clock=even --bank 50 --games 2 --seed 1 --threads 1 --json",
    "match checkers checkers --clock 0.1+0.01 --games 2 --threads 1",
    "openings checkers --plies 1 --depth 1 --margin 100",
    "openings checkers --plies 2 --depth 1 --margin 100 --count 3 --seed 1 --threads 1",
    "suite run some.epd --player checkers:nodes=50 --set train --stop --threads 1 --out run5 --resume --json",
    "suite run some.epd --player checkers --seconds 0.01",
    "suite make checkers --count 1 --player nodes=20 --shallow 20 --deep 200 --margin 50 --seed 1 --out run6",
    "learn allocation checkers -o s.json --k 1 --n 1 --deep 2 --moves 5 --examples 100 --probe 1 --games 2",
    "learn clock checkers -o c.json --nodes 100 --games 4 --exponent 0 --trial 2 --fresh 2 --threads 1",
    "learn evaluation fives -o w.json --student depth=1,breadth=2 --teacher depth=1,breadth=3 --sessions 1"
    " --exam 1 --moves 2 --judge 2 --filters experience=1,rules,self-test --out run3 --resume",
    "learn evaluation fives --method tdleaf --student depth=1,breadth=2 --sessions 1 --moves 2 --judge 2",
    "explain depth4 --position B:W30,31:B1,2 --game checkers --deep 3 --moves 5 --json",
    "play checkers --against depth=1 --as second --position B:W18,26,K32:B1,15 --save game.pdn",
    "satisfice --sigma 0.6 --delta 0.5 --figure course.svg --steps 5 --against tit-for-tat --json",
    "report run1 run2 -o page.html",
    "new mygame",
    "check nowhere.py --data . --json",
    "study nowhere --quick --seed 1 --out run4 --cluster tcp://127.0.0.1:1",
    "--version",
    "--help",
]
FILES = {
    "player.toml": 'game = "checkers"\ndepth = 1\n',
    "some.epd": 'B:W18,26,32:B1,15 bm 15x31; set "train";\nB:W21:B1,K2 am 1-5; id "b";\nbroken\n',
    "some.openings": "11-15 22-18\n9-13\n",
    "some.pdn": "1. 11-15 22-18 *\n1. 9-13 99-1 *\n",
}
TYPED = "hint\nmoves\nundo\nsave game2.pdn\nsave /dev/full\nnonsense\n11-15\nquit\n"


class _Exit(BaseException):
    """The process would have ended here."""


def attack(count, folder):
    """Yield what became of each command line."""
    dice = random.Random(count)
    here = folder / "here"
    here.mkdir()
    for name, text in FILES.items():
        (here / name).write_text(text)
    warnings.simplefilter("ignore")
    with in_one_process(here):
        for line in GOOD:
            ending_of(line.split(), 60)
        for _ in range(count):
            line = dice.choice(GOOD)
            words = spoiled_line(dice, line.split())
            yield Try(line.split()[0], fault(words, *ending_of(words, TOO_LONG)))


def spoiled_line(dice, words):
    """Return the words of a command line with some of them bad, doubled or left out."""
    options = [word for line in GOOD for word in line.split() if word.startswith("-")]
    for _ in range(dice.choice((1, 1, 2, 3))):
        place, word = dice.randrange(len(words) + 1), dice.choice(WORDS).replace("\x00", "?")
        words = dice.choice(
            (
                lambda a=place, ws=words, w=word: [*ws[:a], w, *ws[a + 1 :]],
                lambda a=place, ws=words, w=word: [*ws[:a], w, *ws[a:]],
                lambda a=place, ws=words, w=word: [*ws[:a], dice.choice(options), w, *ws[a:]],
                lambda a=place, ws=words, w=word: [*ws[:a], *(x + w for x in ws[a : a + 1]), *ws[a + 1 :]],
                lambda a=place, ws=words, w=word: ws[:a] + ws[a + 1 :],
            )
        )()
    return words


def fault(words, code, said):
    if code in (0, 1, 128 + signal.SIGALRM):
        is_clean = "Traceback" not in said
        return "" if is_clean else f"{words!r:.400}: said {said[-300:]!r}"
    found = fault_in(code, said)
    return found and f"{words!r:.400}: {found}"


def ending_of(words, seconds):
    """Return the exit code of a command, and what it said on standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
    before, sys.stdin, sys.stdout, sys.stderr = (
        (sys.stdin, sys.stdout, sys.stderr),
        io.StringIO(TYPED),
        out,
        err,
    )
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        main(words)
        code = 0
    except (_Exit, SystemExit) as ended:
        code = ended.args[0] if ended.args else 0
    except BaseException as error:
        code = f"{type(error).__name__}: {error}"[:300]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stdin, sys.stdout, sys.stderr = before
    err.flush()
    return code or 0, err.buffer.getvalue().decode()


@contextmanager
def in_one_process(folder):
    """Let commands end without ending the process, in a folder of their own and with so much memory."""
    was_in, end_for_good, memory = os.getcwd(), os._exit, resource.getrlimit(resource.RLIMIT_AS)  # noqa: PTH109
    os.chdir(folder)
    os._exit = exit_here
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, memory[1]))
    stopped = signal.signal(signal.SIGALRM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, stopped)
        resource.setrlimit(resource.RLIMIT_AS, memory)
        os._exit = end_for_good
        os.chdir(was_in)


def exit_here(code):
    raise _Exit(code)
