"""Files are written whole or not at all, say what they are, and are refused in one sentence."""

import json
import os
import stat
from pathlib import Path

import pytest

from plyometric.errors import InputError
from plyometric.files import read_document, read_json, read_text, write_document, write_json, write_text

KIND = "plyometric toy 1"


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "results.json"
    write_json(path, {"old": 1})
    with pytest.raises(TypeError):
        write_json(path, {"new": object()})
    assert json.loads(path.read_text()) == {"old": 1}
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize(("content", "said"), [("{broken", "not valid JSON"), (None, "No such file")])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, said):
    path = tmp_path / "some.json"
    if content:
        path.write_text(content)
    with pytest.raises(InputError, match=said):
        read_json(path)


def test_a_document_says_what_it_is_and_comes_back(tmp_path):
    path, parts = tmp_path / "toy.json", {"game": "go", "numbers": [0.1, 2], "more": {"a": None}}
    write_document(path, KIND, parts)
    assert read_document(path, KIND) == {"format": KIND, **parts}
    assert path.read_text().splitlines()[:2] == ['{"format": "plyometric toy 1",', ' "game": "go",']


@pytest.mark.parametrize("content", ["[1, 2]", "3", "null", "{}", '{"format": "plyometric toy 2"}'])
def test_another_kind_of_file_is_refused(tmp_path, content):
    path = tmp_path / "toy.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"toy\.json is of format .*: 'plyometric toy 1' is accepted\.$"):
        read_document(path, KIND)


def test_a_document_that_cannot_be_written_leaves_the_old_one(tmp_path):
    path = tmp_path / "toy.json"
    write_document(path, KIND, {"a": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_document(path, KIND, {"a": float("inf")})
    assert read_document(path, KIND)["a"] == 1
    with pytest.raises(FileNotFoundError, match=r"nowhere/toy\.json"):
        write_document(tmp_path / "nowhere" / "toy.json", KIND, {})


def test_a_full_disk_keeps_the_old_file_and_no_half_of_the_new(tmp_path, disk_with_room_for):
    path = tmp_path / "results.json"
    write_json(path, {"old": 1})
    with disk_with_room_for(100), pytest.raises(OSError, match=r"results\.json"):
        write_json(path, {"new": "x" * 1000})
    assert read_json(path) == {"old": 1}
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o077)
    try:
        write_text(tmp_path / "private", "")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path):
    path = tmp_path / "shared"
    path.write_text("old")
    path.chmod(0o664)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o664


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    for text in ("first", "second"):
        write_text(link, text)
        assert link.is_symlink() and (tmp_path / "real").read_text() == text


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_text(path, "news")
    assert os.read(reader, 100) == b"news"
    assert path.is_fifo()
    os.close(reader)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("1" * 310, "a whole number has 310 digits"),
        ("-" + "1" * 5000, "a whole number has 5001 digits"),
        (b"\xff\xfe", "not a text file"),
    ],
)
def test_json_that_nobody_can_use_is_refused(tmp_path, content, said):
    path = tmp_path / "some.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=said):
        read_json(path)


def test_a_file_without_end_is_refused(tmp_path):
    with pytest.raises(InputError, match="/dev/zero is too long: 1,000 bytes are accepted"):
        read_text(Path("/dev/zero"), 1000)


def test_what_can_be_no_name_of_a_file_is_refused():
    with pytest.raises(InputError, match="is no name of a file"):
        read_text(Path("a\0b"))
    with pytest.raises(InputError, match="File name too long"):
        read_text(Path("a" * 5000))
