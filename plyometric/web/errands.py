"""Studies that the page starts: each is `plyo study` in a process of its own, as in a terminal."""

import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any, NamedTuple

from plyometric import studies
from plyometric.errors import InputError, brief
from plyometric.files import read_json
from plyometric.web.running import state_of

AT_ONCE = 1
"""How many studies the page runs at once: each uses all cores."""

ENDS_WITHIN = 10
SCALES = {"quick": ["--quick"], "paper": [], "full": ["--full"]}


class Errand(NamedTuple):
    """A study under way, and where it says what goes wrong."""

    folder: Path
    process: subprocess.Popen
    said: IO[bytes]


class Errands:
    """Starts, stops and resumes studies in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._out: dict[str, Errand] = {}
        self._starting = threading.Lock()

    def start(self, name: str, seed: int) -> str:
        """Begin a study at quick scale; return the name of its run."""
        if name not in studies.names():
            raise InputError(f"no study is named {brief(name)}: there are {', '.join(studies.names())}.")
        return self._begin(name, None, [name, "--quick", "--seed", str(seed)])

    def resume(self, run: Path) -> None:
        """Go on with a run that was stopped."""
        if state_of(run) != "stopped":
            raise InputError(f"{run.name} is {state_of(run)}: only what was stopped can go on.")
        config: Any = read_json(run / "config.json")
        name, scale, seed = (config.get(key) for key in ("name", "scale", "seed"))
        if name not in studies.names() or scale not in SCALES or type(seed) is not int:
            raise InputError(f"{run.name} is no run of a study: resume it in a terminal.")
        self._begin(name, run, [name, *SCALES[scale], "--seed", str(seed), "--resume"])

    def stop(self, name: str) -> None:
        """Tell a study that this page began to end; what it has finished is kept."""
        errand = self._out.get(name)
        if errand is None or errand.process.poll() is not None:
            raise InputError(f"{brief(name)} was not started here, or has ended: stop it where it runs.")
        errand.process.send_signal(signal.SIGINT)

    def owns(self, name: str) -> bool:
        """Return whether a run was begun here and still goes on."""
        return name in self._out and self._out[name].process.poll() is None

    def said(self, name: str) -> str:
        """Return the sentence with which a run ended early, if it was begun here."""
        errand = self._out.get(name)
        if errand is None or errand.process.poll() in (None, 0):
            return ""
        errand.said.seek(0)
        lines = errand.said.read()[-2000:].decode(errors="replace").strip().splitlines()
        return lines[-1][:300] if lines else ""

    def end(self) -> None:
        """Stop all that goes on, and wait for it."""
        going = [errand for errand in self._out.values() if errand.process.poll() is None]
        for errand in going:
            errand.process.send_signal(signal.SIGINT)
        for errand in going:
            try:
                errand.process.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                errand.process.kill()

    def _check_room(self) -> None:
        going = [name for name in self._out if self.owns(name)]
        if len(going) >= AT_ONCE:
            raise InputError(f"{going[0]} is under way: stop it, or wait for its end.")

    def _fresh(self, name: str) -> Path:
        """Return a folder that is not there yet."""
        base = self.folder / "runs" / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}"
        tries = (base.with_name(f"{base.name}-{i}") if i else base for i in range(1000))
        return next(path for path in tries if not path.exists())

    def _begin(self, name: str, run: Path | None, words: list[str]) -> str:
        """Begin a study in a folder, or in a fresh one, if there is room; return the folder's name."""
        with self._starting:
            self._check_room()
            errand = self._started(run or self._fresh(name), words)
            self._out[errand.folder.name] = errand
        self._wait_for_folder(errand)
        return errand.folder.name

    def _started(self, run: Path, words: list[str]) -> Errand:
        said = tempfile.TemporaryFile()  # noqa: SIM115  (it is read when the study has ended)
        command = [sys.executable, "-m", "plyometric", "study", *words, "--out", str(run)]
        process = subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said
        )
        return Errand(run, process, said)

    def _wait_for_folder(self, errand: Errand) -> None:
        """Wait until the run can be listed, so that whoever began it can be sent there."""
        for _ in range(200):
            if (errand.folder / "config.json").exists() or errand.process.poll() is not None:
                return
            time.sleep(0.05)
