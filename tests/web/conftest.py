"""What the tests of the page share: one server, on a folder with a small game and two runs."""

import pytest

pytest.importorskip("uvicorn", reason="the extra [web] is not installed")

from web.served import open_site, write_run


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The page of a folder with a game file and two runs."""
    folder = tmp_path_factory.mktemp("site")
    write_run(folder / "runs" / "one", 1, 50.5, "matches")
    write_run(folder / "runs" / "two", 2, 60.5, "differs")
    with open_site(folder, searches=2) as opened:
        yield opened
