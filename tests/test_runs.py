"""Run folders survive being killed, and refuse to mix two runs."""

import shutil
import subprocess
import threading

import pytest

from plyometric.errors import InputError
from plyometric.files import read_json
from plyometric.runs import PACKAGE, open_run, source_of


def test_a_run_is_resumed_where_it_stopped(tmp_path):
    first = open_run("toy", {"seed": 1}, tmp_path / "run")
    first.record("a", 1)
    first.record("b", [2, 3])
    again = open_run("toy", {"seed": 1}, tmp_path / "run", resume=True)
    assert again.done == {"a": 1, "b": [2, 3]}


def test_a_line_torn_by_a_kill_is_dropped_and_the_journal_goes_on(tmp_path):
    run = open_run("toy", {}, tmp_path)
    run.record("a", 1)
    with (tmp_path / "journal.jsonl").open("a") as journal:
        journal.write('{"unit": "b", "resu')
    again = open_run("toy", {}, tmp_path, resume=True)
    assert again.done == {"a": 1}
    again.record("c", 3)
    assert open_run("toy", {}, tmp_path, resume=True).done == {"a": 1, "c": 3}


def test_an_altered_journal_is_named_with_its_line(tmp_path):
    open_run("toy", {}, tmp_path)
    (tmp_path / "journal.jsonl").write_text(
        '{"unit": "a", "result": 1}\nnonsense\n{"unit": "b", "result": 2}\n'
    )
    with pytest.raises(InputError, match=r"journal\.jsonl line 2"):
        open_run("toy", {}, tmp_path, resume=True)


def test_a_folder_with_a_run_is_not_overwritten(tmp_path):
    open_run("toy", {}, tmp_path)
    with pytest.raises(InputError, match="already holds a run"):
        open_run("toy", {}, tmp_path)


def test_resuming_with_other_settings_names_the_setting(tmp_path):
    open_run("toy", {"seed": 1}, tmp_path)
    with pytest.raises(InputError, match="seed = 1, not 2"):
        open_run("toy", {"seed": 2}, tmp_path, resume=True)


def test_resume_without_a_folder_finds_the_newest_run_with_the_same_settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = open_run("toy", {"seed": 1})
    other = open_run("toy", {"seed": 2})
    assert one.folder != other.folder
    assert open_run("toy", {"seed": 1}, resume=True).folder == one.folder
    with pytest.raises(InputError, match="seed = 2, not 3"):
        open_run("toy", {"seed": 3}, resume=True)


def test_what_is_recorded_is_what_a_resumed_run_reads(tmp_path):
    run = open_run("toy", {}, tmp_path)
    told = run.record("a", {"pair": (1, 2.5), 3: None})
    assert told == open_run("toy", {}, tmp_path, resume=True).done["a"] == {"pair": [1, 2.5], "3": None}


def test_threads_that_record_at_once_leave_whole_lines(tmp_path):
    run = open_run("toy", {}, tmp_path)
    long = "x" * 100_000
    threads = [threading.Thread(target=run.record, args=(f"{i}", long)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert open_run("toy", {}, tmp_path, resume=True).done == {f"{i}": long for i in range(8)}


@pytest.fixture
def package(tmp_path):
    """A package in a checkout of its own, and git in that checkout."""
    if not shutil.which("git"):
        pytest.skip("there is no git.")

    def git(*words):
        names = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
        run = subprocess.run(
            ["git", *names, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        return run.stdout.strip()

    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    git("init")
    git("add", "package")
    git("commit", "-m", "Begin")
    source_of.cache_clear()
    return tmp_path / "package", git


def test_the_commit_of_a_checkout_is_known_and_whether_it_was_altered(package):
    folder, git = package
    assert source_of(folder) == {"commit": git("rev-parse", "HEAD"), "altered": False}
    (folder / "new.py").write_text("")
    source_of.cache_clear()
    assert source_of(folder)["altered"] is True


def test_a_package_installed_in_a_checkout_has_not_its_commit(package):
    folder, _ = package
    (folder / "installed").mkdir()
    (folder / "installed" / "__init__.py").write_text("")
    assert source_of(folder / "installed") == {}


def test_without_git_no_commit_is_known(package, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert source_of(package[0]) == {}


def test_finish_writes_results_and_circumstances(tmp_path):
    run = open_run("toy", {}, tmp_path)
    run.finish({"answer": 42})
    assert read_json(tmp_path / "results.json") == {"answer": 42}
    circumstances = read_json(tmp_path / "run.json")
    assert circumstances["seconds"] >= 0
    assert {"commit", "altered"} & circumstances.keys() == source_of(PACKAGE).keys()
