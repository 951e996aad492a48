"""Which files count as a game's own, and what counts of everything else."""

import zipfile

import pytest

from plyometric.games.loose import module_from_file
from plyometric.kernel import sources


def write(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in files.items():
        (folder / f"{name}.py").write_text(source)
    return folder


def library(folder, name, modules=3, version=""):
    """Put a package of many modules that import each other into a folder, as installers do."""
    calls = "def more():\n    import {}.part{}\n".format
    parts = {f"part{i}": calls(name, (i + 1) % modules) for i in range(modules)}
    write(folder / name, __init__=calls(name, 0), **parts)
    if version:
        record = folder / f"{name}-{version}.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return folder


def followed(path):
    """Return the files that a game file depends on, and the libraries, by name."""
    files, libraries = sources._closure(module_from_file(path).__name__)
    return {file.relative_to(path.parent).as_posix() for file in files.values()}, libraries


def test_modules_beside_a_game_and_their_packages_are_its_own(tmp_path):
    write(tmp_path, game="import helper\n", helper="import pieces.kings\n")
    write(tmp_path / "pieces", __init__="", kings="from . import men\nimport helper\n", men="")
    write(tmp_path, stranger="")
    files = {"game.py", "helper.py", "pieces/__init__.py", "pieces/kings.py", "pieces/men.py"}
    assert followed(tmp_path / "game.py") == (files, set())


@pytest.mark.parametrize("version", ["", "1.0"], ids=["copied there", "installed there"])
def test_a_library_is_not_followed_wherever_it_is_found(version, tmp_path, monkeypatch):
    name = f"vast{len(version)}"
    monkeypatch.syspath_prepend(library(tmp_path / "elsewhere", name, 2000, version))
    write(tmp_path / "mine", game=f"import {name}.part1999\n")
    assert followed(tmp_path / "mine" / "game.py") == ({"game.py"}, {name})


def test_a_library_behind_a_link_is_not_followed(tmp_path, monkeypatch):
    library(tmp_path / "real", "linked")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.syspath_prepend(tmp_path / "link")
    write(tmp_path / "mine", game="import linked\n")
    assert followed(tmp_path / "mine" / "game.py") == ({"game.py"}, {"linked"})


def test_a_library_in_a_zip_is_not_followed(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("zipped.py", "K = 5\n")
    monkeypatch.syspath_prepend(tmp_path / "all.zip")
    write(tmp_path / "mine", game="import zipped\n")
    assert followed(tmp_path / "mine" / "game.py") == ({"game.py"}, {"zipped"})


def test_a_game_among_installed_libraries_does_not_own_them(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(library(tmp_path, "neighbour", version="2.0"))
    write(tmp_path, game="import neighbour\n")
    assert followed(tmp_path / "game.py") == ({"game.py"}, {"neighbour"})


def test_the_version_of_a_library_counts(tmp_path, monkeypatch):
    write(tmp_path / "mine", game="import counted\n")
    monkeypatch.syspath_prepend(library(tmp_path / "old", "counted", version="1.0"))
    module = module_from_file(tmp_path / "mine" / "game.py").__name__
    before = sources.digest.__wrapped__(module)
    monkeypatch.syspath_prepend(library(tmp_path / "new", "counted", version="1.1"))
    sources._version.cache_clear()
    assert sources.digest.__wrapped__(module) != before


def test_what_cannot_be_followed_does_no_harm(tmp_path):
    either = "try:\n    from . import helper\nexcept ImportError:\n    import helper\n"
    torn = "try:\n    import torn\nexcept SyntaxError:\n    pass\n"
    write(tmp_path, game=either + torn, helper="", torn="def (")
    assert followed(tmp_path / "game.py") == ({"game.py", "helper.py", "torn.py"}, set())


def test_a_file_that_is_not_loaded_is_known_by_itself_and_its_helpers(tmp_path):
    write(tmp_path, game="import random\nimport helper\n", helper="A = 1\n", random="A = 1\n")
    seen = [sources.digest_of_file(tmp_path / "game.py")]
    write(tmp_path, helper="A = 2\n")
    seen.append(sources.digest_of_file(tmp_path / "game.py"))
    write(tmp_path, game="import random\nimport helper\n\n")
    seen.append(sources.digest_of_file(tmp_path / "game.py"))
    assert len(set(seen)) == 3
    write(tmp_path, random="1 / 0\n")
    assert sources.digest_of_file(tmp_path / "game.py") == seen[-1]


@pytest.mark.parametrize("source", ["-" * 200_000 + "1", "(" * 5000, "\0", "a" * 10**6 + ".b" * 10**5, "x ="])
def test_a_file_that_cannot_be_read_as_python_has_a_digest_too(tmp_path, source):
    write(tmp_path, game=source)
    assert len(sources.digest_of_file(tmp_path / "game.py")) == 16
