"""Commands about studies: studies, study, report, demo."""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from plyometric import studies
from plyometric.cli.display import Display
from plyometric.cli.shared import Json, Seed, Where, app, says_what_is_kept, show
from plyometric.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from plyometric.runs import Run

PIPED_WIDTH = 120
"""Columns of a table that goes to a file or another program."""

QUICK = 1.0
"""Minutes, about, that a study in quick mode takes, most of them for compiling."""

Flag = Annotated[bool, Parameter(negative="")]


@app.command(name="studies")
def list_studies(*, json: Json = False) -> None:
    """List the studies: published experiments that can be run again."""
    titles = {name: studies.title(name) for name in studies.names()}
    show({"studies": titles}, "\n".join(f"{name:22} {title}" for name, title in titles.items()), json)


@app.command
def study(
    name: str,
    /,
    *,
    quick: Flag = False,
    full: Flag = False,
    seed: Seed = 1,
    where: Where | None = None,
    json: Json = False,
) -> None:
    """Run a study: a paper's experiment, its figures printed beside ours.

    Parameters
    ----------
    name
        Name of a study; `plyo studies` lists them. all runs every one, each in a folder of its own, and tells
        how long it will go on; the same command with --resume leaves out what is done.
    quick
        Run everything small, in about a minute.
    full
        Run more than the paper did.
    seed
        All randomness follows from it.
    """
    if quick and full:
        raise InputError("--quick and --full exclude each other.")
    scale = "quick" if quick else "full" if full else "paper"
    where = where or Where()
    if name == "all":
        together = replace(where, out=where.out or Path("runs") / f"all-{scale}")
        run_every(scale, seed, together, "results", json)
        return
    results, run = run_study(name, scale, seed, where)
    show_results(results, run.folder / "report.html", json)


@app.command
def report(
    *runs: Path, file: Annotated[Path, Parameter(name=["--file", "-o"])] = Path("report.html")
) -> None:
    """Write one page about finished runs of studies, from their folders alone.

    Parameters
    ----------
    runs
        Folders of runs.
    file
        The page to write; a name that ends in .md makes it Markdown, all figures and no pictures.
    """
    from plyometric.report.page import write_page
    from plyometric.report.results import write_results

    if not runs:
        raise InputError("name at least one run folder, such as runs/allocation-20260101-120000.")
    if not file.parent.is_dir():
        raise InputError(f"--file {file}: there is no folder {file.parent}.")
    if file.suffix == ".md":
        write_results(list(runs), file)
    else:
        write_page(list(runs), file, "Plyometric report")
    print(f"report: {file}")


@app.command
def demo(*, seed: Seed = 1, where: Where | None = None, json: Json = False) -> None:
    """Run every study in quick mode, ending in one line for each and one report.

    Parameters
    ----------
    seed
        All randomness follows from it.
    """
    run_every("quick", seed, where or Where(), "demo", json)


def run_every(scale: str, seed: int, where: Where, title: str, json: bool) -> None:
    """Run every study one after the other, and tell how long it will go on; end in one line for each."""
    from plyometric.report.pace import time_left
    from plyometric.report.page import write_page

    names, taken = studies.names(), dict[str, float]()
    known = {name: QUICK if scale == "quick" else studies.load(name).STORY.minutes for name in names}
    folders, found = list[Path](), list[dict[str, Any]]()
    for i, name in enumerate(names):
        left = time_left(names[i:], known, taken)
        print(f"study {i + 1} of {len(names)}: {name}; {left}", file=sys.stderr)
        began, done = time.monotonic(), finished(name, scale, seed, where)
        results, folder = done or study_in_folder(name, scale, seed, where)
        if not done:
            taken[name] = (time.monotonic() - began) / 60
        folders.append(folder)
        found.append(results)
    page = folders[0].parent / f"{title}.html"
    write_page(folders, page, f"Plyometric {title}")
    if json:
        show({"studies": found}, "", True)
    else:
        show_summaries(folders, page)


def study_in_folder(name: str, scale: str, seed: int, where: Where) -> tuple[dict[str, Any], Path]:
    """Run one study of several; return its results and its folder."""
    results, run = run_study(name, scale, seed, where, demo=True)
    return results, run.folder


def finished(name: str, scale: str, seed: int, where: Where) -> tuple[dict[str, Any], Path] | None:
    """Return the results of a study of several that was finished before, if this very run is gone on with."""
    from plyometric.files import read_json

    folder = where.out and where.out / name
    if not where.resume or not folder or not (folder / "report.html").exists():
        return None
    if read_json(folder / "config.json") != {"name": name, **config_of(name, scale, seed)}:
        return None
    return read_json(folder / "results.json"), folder


def config_of(name: str, scale: str, seed: int) -> dict[str, Any]:
    """Return all that shapes the results of a study."""
    from plyometric.kernel import sources

    return {"scale": scale, "seed": seed, "sources": sources.digest(studies.load(name).__name__)}


def run_study(
    name: str, scale: str, seed: int, where: Where, demo: bool = False
) -> tuple[dict[str, Any], "Run"]:
    """Run one study and write its report; return its results and its run."""
    from plyometric.arena.workers import workers
    from plyometric.report.figures import write_figures
    from plyometric.report.page import write_page
    from plyometric.runs import open_run
    from plyometric.studies.experiment import Experiment

    module = studies.load(name)
    folder = where.out / name if where.out and demo else where.out
    run = open_run(name, config_of(name, scale, seed), folder, where.resume)
    with Display() as display, says_what_is_kept(run), workers(where.threads, where.cluster) as executor:
        experiment = Experiment(module, scale, seed, executor, run, progress_on(display, name))
        module.run(experiment)
        results = experiment.finish()
        write_figures(run.folder / "figures", experiment.figures)
        write_page([run.folder], run.folder / "report.html", f"Study: {name}")
    return results, run


def progress_on(display: Display, study: str) -> Any:
    """Return the function by which an experiment shows how far it has come."""

    def progress(label: str, items: Iterable[Any], total: int) -> Iterator[Any]:
        done = iter(range(1, total + 1))
        return display.track(f"{study}: {label}", items, lambda _: (next(done) / total, ""))

    return progress


def show_results(results: dict[str, Any], page: Path, json: bool) -> None:
    """Print the claims of a study and where its report is, or one JSON document."""
    if json:
        show(results, "", True)
        return
    from plyometric.report.tables import claims_table

    screen = console()
    screen.print(claims_table(results, screen.width))
    print(f"report: {page}")


def show_summaries(folders: list[Path], page: Path) -> None:
    """Print one line for each finished study, and where the rest is."""
    from plyometric.report.summary import summary, summary_table

    console().print(summary_table([summary(folder) for folder in folders]))
    print(f"\nfull tables and figures: {page}\na study at the paper's scale: plyo study NAME")
    print("play, watch it think and follow the runs in a browser: plyo serve")


def console() -> "Console":
    """Return the console of standard output, as wide as the terminal, or wide enough for a file."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
