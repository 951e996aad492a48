"""Files are written whole or not at all, say what they are, and are refused in one sentence."""

import json
import stat

import pytest

from plyometric.errors import InputError
from plyometric.files import read_document, read_json, write_document, write_json

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
    with pytest.raises(InputError, match="No such file or directory"):
        write_document(tmp_path / "nowhere" / "toy.json", KIND, {})
