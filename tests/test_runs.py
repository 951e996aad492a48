"""Run folders survive being killed, and refuse to mix two runs."""

import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

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


HOLDS_A_FOLDER = """
import sys
from pathlib import Path
from plyometric.runs import open_run

run = open_run("toy", {}, Path(sys.argv[1]))
run.record("a", 1)
print("held", flush=True)
sys.stdin.read()
"""


def test_one_process_at_a_time_works_in_a_folder_and_the_other_hears_who(tmp_path):
    words = [sys.executable, "-c", HOLDS_A_FOLDER, str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=rf"in use by process {other.pid} on \S+ since \d+"):
            open_run("toy", {}, tmp_path, resume=True)
        other.kill()
    assert open_run("toy", {}, tmp_path, resume=True).done == {"a": 1}


def test_a_folder_that_cannot_be_identified_is_not_adopted(tmp_path):
    (tmp_path / "journal.jsonl").write_text('{"unit": "a", "result": 1}\n')
    for resume in (False, True):
        with pytest.raises(InputError, match=r"holds 'journal\.jsonl' but no config\.json"):
            open_run("toy", {}, tmp_path, resume=resume)
    assert [path.name for path in tmp_path.iterdir()] == ["journal.jsonl"]


@pytest.mark.parametrize("name", ["run.lock", "journal.jsonl", "figures/one.svg"])
def test_what_a_link_leads_to_is_not_written(tmp_path, name):
    (tmp_path / "precious").write_text("precious")
    run = tmp_path / "run"
    open_run("toy", {}, run)
    (run / "run.lock").unlink()
    (run / "figures").mkdir()
    (run / name).symlink_to(tmp_path / "precious")
    with pytest.raises(InputError, match=f"{name} is a link, and a run holds none"):
        open_run("toy", {}, run, resume=True)
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_run_that_was_killed_at_its_start_begins_again(tmp_path):
    open_run("toy", {}, tmp_path)
    (tmp_path / "config.json").rename(tmp_path / ".0123.part")
    assert open_run("toy", {}, tmp_path).done == {}


def test_what_a_kill_left_half_written_is_removed_by_who_resumes(tmp_path):
    open_run("toy", {}, tmp_path)
    (tmp_path / ".0123.part").write_text("half")
    open_run("toy", {}, tmp_path, resume=True)
    assert not (tmp_path / ".0123.part").exists()


def test_starts_at_the_same_instant_have_a_folder_each(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "20260101-120000")
    with ThreadPoolExecutor(8) as threads:
        runs = list(threads.map(lambda seed: open_run("toy", {"seed": seed}), range(8)))
    assert len({run.folder for run in runs}) == 8


def test_resume_takes_no_run_of_another_name_that_begins_alike(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    open_run("toy-shop", {})
    assert open_run("toy", {}, resume=True).config["name"] == "toy"


def test_a_unit_that_does_not_fit_on_the_disk_leaves_no_trace(tmp_path, disk_with_room_for):
    run = open_run("toy", {}, tmp_path)
    run.record("a", 1)
    journal = tmp_path / "journal.jsonl"
    whole = journal.read_bytes()
    with disk_with_room_for(len(whole) + 10), pytest.raises(OSError, match=r"journal\.jsonl"):
        run.record("b", "x" * 100)
    assert journal.read_bytes() == whole
    run.record("c", 3)
    assert open_run("toy", {}, tmp_path, resume=True).done == {"a": 1, "c": 3}


@pytest.mark.parametrize("content", ["[]", "5", "null", '"text"'])
def test_settings_of_the_wrong_kind_are_refused(tmp_path, content):
    open_run("toy", {}, tmp_path)
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(InputError, match=r"config\.json does not hold the settings of a run"):
        open_run("toy", {}, tmp_path, resume=True)


@pytest.mark.parametrize(
    "line", ['{"unit": [], "result": 1}', '{"unit": 5, "result": 1}', "[" * 99_999, "[]", "9" * 5000, "null"]
)
def test_a_journal_of_units_that_are_none_is_refused(tmp_path, line):
    open_run("toy", {}, tmp_path)
    (tmp_path / "journal.jsonl").write_text(f"{line}\n")
    with pytest.raises(InputError, match=r"journal\.jsonl line 1 is not a journal entry"):
        open_run("toy", {}, tmp_path, resume=True)


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
