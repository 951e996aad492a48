"""What several test files share."""

import json
import os
import signal
import sys
from contextlib import contextmanager

import pytest

from plyometric.cli import main

os.environ["PLYO_TRACEBACK"] = "1"
signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell lets what it starts in the background ignore Ctrl-C, and so would all that the tests start."""


ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def signals_as_before():
    """Put back what is heard: a command that fails in this process leaves it deaf, and all that it starts."""
    before = [signal.getsignal(number) for number in ENDING]
    yield
    for number, heard in zip(ENDING, before, strict=True):
        signal.signal(number, heard)


@pytest.fixture
def disk_with_room_for():
    """Return what lets a file grow to so many bytes and no further, as on a disk that is full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def limited(size):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


@pytest.fixture
def told(capsys):
    """Return what a command tells with --json."""

    def run(*words):
        main(list(words))
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def sentence_for(monkeypatch, capsys):
    """Return the one sentence with which a command is refused.

    The command runs in this process, which saves the second that a new one takes to start.
    """

    def run(*words):
        monkeypatch.setattr("os._exit", sys.exit)
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("compiling ")]
        assert ended.value.code == 2
        assert len(lines) == 1
        return lines[0]

    return run
