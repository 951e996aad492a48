"""What is read from the cache is run, so nothing is read that others could have planted."""

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

VICTIM, OTHER = 12345, 23456

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can plant files as somebody else"
)

ADD = "def add(a, b):\n    return a + b\n"

ASK = """
import json, os, sys
sys.path.append(sys.argv[1])
from add import add
from plyometric.kernel import kernel

os.environ["PLYOMETRIC_CACHE"] = "/dev/null/none"
kernel(add)(1, 2)
os.setgroups([])
os.setgid(USER)
os.setuid(USER)
told = {}
for place in sys.argv[2:]:
    os.environ["PLYOMETRIC_CACHE"] = place
    sys.ran = False
    try:
        assert kernel(add)(1, 2) == 3
    except TypeError:
        assert sys.ran
    told[place] = sys.ran
print(json.dumps(told))
"""


class Evil:
    """What somebody else would like to run."""

    def __reduce__(self):
        return exec, ("import sys; sys.ran = True",)


def ask(folder, *places):
    """Add two numbers as the victim, with one cache after the other; tell where evil ran.

    The process becomes the victim's when it has loaded all that it needs, which may be root's alone.
    """
    code = ASK.replace("USER", str(VICTIM))
    command = [sys.executable, "-c", code, str(folder), *map(str, places)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert run.returncode == 0, run.stderr
    return {Path(place).name: ran for place, ran in json.loads(run.stdout).items()}


def own(path, user=VICTIM, mode=0o700):
    os.chown(path, user, user)
    path.chmod(mode)
    return path


class Planter:
    """Somebody who puts evil where a user may look for machine code."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        data = pickle.dumps([Evil()])
        self.content = hashlib.sha256(name.encode() + b"\0" + data).digest() + data

    def file(self, cache, owner=VICTIM, mode=0o600, name=""):
        path = cache / (name or self.name)
        path.write_bytes(self.content)
        return own(path, owner, mode)

    def cache(self, name, owner=VICTIM, mode=0o700):
        path = self.folder / name
        path.mkdir(parents=True)
        return own(path, owner, mode)


def in_order(to):
    to.file(to.cache("in order"))


def in_order_of_root(to):
    to.file(to.cache("in order of root", 0, 0o755), 0, 0o644)


def in_order_by_an_own_link(to):
    to.file(to.cache("behind an own link"))
    (to.folder / "in order by an own link").symlink_to(to.folder / "behind an own link")
    os.chown(to.folder / "in order by an own link", VICTIM, VICTIM, follow_symlinks=False)


def folder_open_to_the_group(to):
    to.file(to.cache("folder open to the group", mode=0o770))


def folder_open_to_all(to):
    to.file(to.cache("folder open to all", mode=0o777))


def folder_open_to_all_but_sticky(to):
    to.file(to.cache("folder open to all but sticky", mode=0o1777))


def folder_of_another(to):
    to.file(to.cache("folder of another", OTHER, 0o755))


def parent_open_to_all(to):
    own(to.cache("open/parent open to all").parent, mode=0o777)
    to.file(to.folder / "open" / "parent open to all")
    return "open/parent open to all"


def parent_of_another(to):
    own(to.cache("theirs/parent of another").parent, OTHER, 0o755)
    to.file(to.folder / "theirs" / "parent of another")
    return "theirs/parent of another"


def grandparent_open_to_all(to):
    own(to.cache("wide/narrow/grandparent open to all").parents[1], mode=0o777)
    own(to.folder / "wide" / "narrow")
    to.file(to.folder / "wide" / "narrow" / "grandparent open to all")
    return "wide/narrow/grandparent open to all"


def folder_by_a_link_of_another(to):
    to.file(to.cache("clone"))
    link = to.folder / "folder by a link of another"
    link.symlink_to(to.folder / "clone")
    os.chown(link, OTHER, OTHER, follow_symlinks=False)


def folder_by_a_link_in_an_open_folder(to):
    to.cache("market", mode=0o777)
    to.file(to.cache("other clone"))
    (to.folder / "market" / "signpost").symlink_to(to.folder / "other clone")
    link = to.folder / "folder by a link in an open folder"
    link.symlink_to(to.folder / "market" / "signpost")


def folder_by_a_link_in_a_circle(to):
    link = to.folder / "folder by a link in a circle"
    link.symlink_to(link)


def file_of_another(to):
    to.file(to.cache("file of another"), OTHER, 0o644)


def file_open_to_all(to):
    to.file(to.cache("file open to all"), mode=0o666)


def file_open_to_the_group(to):
    to.file(to.cache("file open to the group"), mode=0o660)


def file_by_a_link(to):
    (to.cache("file by a link") / to.name).symlink_to(to.file(to.cache("download")))


def file_with_a_second_name(to):
    (to.cache("file with a second name") / to.name).hardlink_to(to.file(to.cache("other download")))


def file_that_was_another(to):
    """As it was in the folder under another name: the seal is right, but for that name."""
    other = Planter(to.folder, "another.nbc")
    other.file(to.cache("file that was another"), name=to.name)


def pipe(to):
    os.mkfifo(to.cache("pipe") / to.name)
    own(to.folder / "pipe" / to.name, mode=0o600)


def folder_in_place_of_the_file(to):
    own(to.cache("folder in place of the file/x").parent)
    (to.folder / "folder in place of the file" / "x").rename(
        to.folder / "folder in place of the file" / to.name
    )


PLANTED = {
    plant.__name__.replace("_", " "): plant
    for plant in (
        folder_open_to_the_group,
        folder_open_to_all,
        folder_open_to_all_but_sticky,
        folder_of_another,
        parent_open_to_all,
        parent_of_another,
        grandparent_open_to_all,
        folder_by_a_link_of_another,
        folder_by_a_link_in_an_open_folder,
        folder_by_a_link_in_a_circle,
        file_of_another,
        file_open_to_all,
        file_open_to_the_group,
        file_by_a_link,
        file_with_a_second_name,
        file_that_was_another,
        pipe,
        folder_in_place_of_the_file,
        in_order,
        in_order_of_root,
        in_order_by_an_own_link,
    )
}


def where_evil_ran():
    """Return for each planted cache whether what it holds ran in a process of the user who owns it."""
    folder = Path(tempfile.mkdtemp())
    try:
        own(folder, 0, 0o755)
        (folder / "add.py").write_text(ADD)
        (folder / "first").mkdir()
        own(folder / "first")
        ask(folder, folder / "first")
        (kept,) = (folder / "first").iterdir()
        planter = Planter(folder, kept.name)
        places = [folder / (plant(planter) or name) for name, plant in PLANTED.items()]
        return ask(folder, *places)
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def told():
    return where_evil_ran()


@pytest.mark.parametrize("place", PLANTED)
def test_what_others_planted_does_not_run(place, told):
    assert told[place] == place.startswith("in order")
