"""What several test files share."""

import sys

import pytest

from plyometric.cli import main


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
