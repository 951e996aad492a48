"""Everything that reads: a good text, made bad, is taken or refused in a sentence, and soon."""

import json
import random
import time
import warnings
from functools import partial
from pathlib import Path

from plyometric.arena.openings import read_openings
from plyometric.arena.players import read_player
from plyometric.arena.weights import read_weights, write_weights
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.games.records import read_records
from plyometric.games.shipped import shipped
from plyometric.kernel.referee import read_move
from plyometric.learn.examples import read_examples
from plyometric.learn.strategies import read_plan
from plyometric.report.page import write_page
from plyometric.report.summary import summary, summary_table
from plyometric.runs import open_run
from plyometric.search.managers import STABLE, read_manager, write_manager

from . import Try
from .nonsense import as_bytes, spoiled, spoiled_data

COUNT = 24_000
PATIENCE = 5
"""Seconds within which anything is taken or refused."""

HERE = Path(__file__).parents[2]
EXAMPLES = [str(HERE / "examples" / f"{name}.py") for name in ("connect_four", "othello")]

PLAYERS = [
    "checkers:depth=6",
    "checkers:nodes=20000,table=8,weights=[1,2]",
    "checkers:depth=4,strategy=depth4",
    "fives:depth=5,breadth=10,evaluation=split",
    "fives(size=15):depth=3,weights=hasson",
    "fives:depth=3,costs=1/0.5/1,singular=50",
    "checkers:plain=on,depth=2",
    f"{EXAMPLES[0]}:depth=9,quiescence=off",
]
TOML = """game = "checkers"
depth = 6
table = 8.5
weights = [100, 150, 3]
order = true
"""
PDN = """[Event "a game"]
[FEN "B:W18,26,32:B1,15"]
1. 15x31 {well; played} (1. 1-6) 32-28! 2. 31-27 * [Result "1-0"] 1. 11-15 22-18 2. 15x22 25x18 1/2-1/2
"""
POSITIONS = {"checkers": "B:W18,26,K32:B1,15", "fives": ""} | dict.fromkeys(EXAMPLES, "")
OPENINGS = "# made by hand\n11-15 22-18 15x22  # 3\n9-13 24-20\n\n10-14\n"
CLAIM = {"id": "a", "where": "Table 2", "what": "never", "reported": 0.5, "ours": 0.51, "low": 0.4}
CLAIM |= {"high": 0.6, "n": 10_000, "verdict": "matches"}
REPORT = {
    "results.json": {"study": "toy", "seed": 1, "claims": [CLAIM, CLAIM | {"id": "b", "beyond": True}]},
    "report.json": {
        "scale": "quick",
        "about": "Toy.\n\nPaper: none.",
        "notes": [{"title": "A tree", "text": "of life"}],
        "figures": [{"name": "spending", "title": "Where", "caption": "A caption."}],
        "story": {"question": "Does it?", "headline": "a", "plain": "Never is a strategy."},
    },
    "run.json": {"seconds": 12.3, "cores": 2, "ended": "2026-01-01", "units_from_before": 3},
}


def attack(count, folder):
    """Yield what became of each input."""
    dice = random.Random(f"readers {count}")
    readers = list(all_readers(folder))
    warnings.simplefilter("ignore")
    for i in range(count):
        kind, make, read = readers[i % len(readers)]
        content = make(dice)
        yield Try(kind, fault_of(read, content))


def fault_of(read, content):
    began = time.monotonic()
    try:
        read(content)
    except InputError:
        pass
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]} for {content!r:.300}"
    took = time.monotonic() - began
    return f"{took:.1f} s for {content!r:.300}" if took > PATIENCE else ""


def all_readers(folder):
    """Yield a name, what makes bad input, and what reads it, for every reader."""
    games = {name: load(name) for name in POSITIONS}
    checkers, fives = games["checkers"], games["fives"]
    yield "player text", lambda dice: spoiled(dice, dice.choice(PLAYERS)), player_of
    yield in_file("player file", folder / "player.toml", partial(spoiled, text=TOML), player_of)
    yield "game record", partial(spoiled, text=PDN), partial(read_records, game=checkers)
    for name, game in games.items():
        text, name = POSITIONS[name] or game.position_text(game.start()), Path(name).stem
        yield f"position of {name}", partial(spoiled, text=text), game.read_position
        yield f"move of {name}", partial(spoiled, text="11-15"), partial(read_move, game, game.start())
    openings = partial(read_openings, checkers)
    yield in_file("openings", folder / "some.openings", partial(spoiled, text=OPENINGS), openings)
    strategy = json.loads(shipped(checkers, "strategy")["depth4"].read_text())
    yield in_file("strategy", folder / "s.json", either(strategy), partial(read_plan, game=checkers))
    write_manager(folder / "c.json", STABLE)
    manager = json.loads((folder / "c.json").read_text())
    yield in_file("time manager", folder / "c.json", either(manager), partial(used_manager, checkers))
    yield from weights_readers(folder / "w.json", fives)
    yield from run_readers(folder / "run")
    yield from report_readers(folder / "report")
    yield in_file("examples", folder / "e.parquet", partial(spoiled, text="PAR1 x PAR1"), examples_in)


def weights_readers(path, game):
    write_weights(path, game, game.weights, {"by": "hand"})
    weights = json.loads(path.read_text())
    for kind, data in (("weights", weights), ("weights, a list", weights["weights"])):
        yield in_file(kind, path, either(data), lambda path: read_weights(game, str(path)))


def examples_in(path):
    return list(read_examples([path]))


def either(data):
    """Return what spoils data, now as data and now as text."""
    text = json.dumps(data)
    return lambda dice: spoiled_data(dice, data) if dice.random() < 0.7 else spoiled(dice, text)


def player_of(text):
    return read_player(str(text), read_plan)


def used_manager(game, path):
    return read_manager(game, str(path)).for_kernels()


def in_file(kind, path, make, read):
    def write_and_read(text):
        path.write_bytes(as_bytes(text))
        return read(path)

    return kind, make, write_and_read


def run_readers(folder):
    run = open_run("toy", {"seed": 1, "weights": [1.5, 2], "a": {"name": "x"}}, folder)
    run.record("unit 1", {"results": [1, 2.5, None]})
    run.record("unit 2", [3])
    config, journal = (folder / name for name in ("config.json", "journal.jsonl"))
    good = {path: path.read_bytes() for path in (config, journal)}

    def resume(path):
        try:
            open_run("toy", {"seed": 1, "weights": [1.5, 2], "a": {"name": "x"}}, folder, resume=True)
        finally:
            path.write_bytes(good[path])

    entry = {"unit": "unit 1", "result": {"results": [1, 2.5, None]}}
    yield in_file("config.json", config, either(json.loads(good[config])), resume)
    yield in_file("journal, text", journal, partial(spoiled, text=good[journal].decode()), resume)
    yield in_file("journal, data", journal, lambda dice: spoiled_data(dice, entry) + "\n", resume)


def report_readers(folder):
    (folder / "figures").mkdir(parents=True)
    for kind in ("svg", "csv"):
        (folder / "figures" / f"spending.{kind}").write_text("1,2\n")
    for name, facts in REPORT.items():
        (folder / name).write_text(json.dumps(facts))

    def shown(show, path):
        try:
            show()
        finally:
            path.write_text(json.dumps(REPORT[path.name]))

    page = partial(shown, partial(write_page, [folder], folder / "page.html", "A report"))
    line = partial(shown, lambda: summary_table([summary(folder)]))
    for name, facts in REPORT.items():
        yield in_file(f"report, {name}", folder / name, either(facts), page)
        yield in_file(f"summary, {name}", folder / name, either(facts), line)
