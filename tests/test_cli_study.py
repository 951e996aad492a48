"""Studies from the command line: the demo, and a study of several words, both with small studies."""

import json
import sys

import pytest

import plyometric.cli.study
import plyometric.report.figures  # noqa: F401  (it looks for modules beside the studies, which are replaced)
from plyometric import studies
from plyometric.cli.shared import app
from plyometric.errors import InputError

SOURCE = '''"""{title}

Paper: none.
"""

from plyometric.studies.claims import Claim, Story

STORY = Story("{title}?", "share", "A coin has two sides, heads and tails.")

CLAIMS = (
    Claim("share", "Table 1", "% of heads", 50.0),
    Claim("beyond", "", "tails"),
)


def run(x):
    """Count heads."""
    x.measure_share("share", {heads}, {n}, 100)
    x.measure_exactly("beyond", {n} - {heads}, {n})
'''

COINS = {"fair_coin": (510, 1000), "bent_coin": (910, 1000), "rare_coin": (1, 2)}


@pytest.fixture
def plyo(tmp_path, monkeypatch, capsys):
    """Return a function that runs a command where there are three studies of coins and no others."""
    folder = tmp_path / "studies"
    folder.mkdir()
    for module, (heads, n) in COINS.items():
        source = SOURCE.format(title=module.replace("_", " ").capitalize(), heads=heads, n=n)
        (folder / f"{module}.py").write_text(source)
    monkeypatch.setattr(studies, "__path__", [str(folder)])
    monkeypatch.chdir(tmp_path)

    def run(*words):
        app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
        return capsys.readouterr().out

    yield run
    for module in COINS:
        sys.modules.pop(f"plyometric.studies.{module}", None)


def test_a_study_of_several_words_is_asked_for_with_dashes(plyo, tmp_path):
    assert list(json.loads(plyo("studies", "--json"))["studies"]) == ["bent-coin", "fair-coin", "rare-coin"]
    said = plyo("study", "fair-coin", "--quick", "--threads", "1")
    assert "fair-coin (seed 1)" in said
    assert "beyond the paper" in said
    (folder,) = tmp_path.glob("runs/fair-coin-*")
    assert said.endswith(f"report: {folder.relative_to(tmp_path) / 'report.html'}\n")
    assert json.loads((folder / "results.json").read_text())["study"] == "fair-coin"


def test_the_demo_ends_in_a_line_for_each_study_and_tells_where_the_rest_is(plyo, tmp_path):
    said = plyo("demo", "--out", "demo", "--threads", "1")
    lines = said.splitlines()
    assert lines[0].split() == ["question", "paper", "ours", "verdict", "s"]
    bent, fair, rare = (line for line in lines if line.startswith(("bent", "fair", "rare")))
    assert "differs" in bent and "91.0 ± 1.8" in bent
    assert "matches" in fair
    assert "matches" not in rare  # one head of two tosses
    assert "beyond" not in said
    assert "full tables and figures: demo/demo.html" in lines
    page = (tmp_path / "demo" / "demo.html").read_text()
    assert page.index("Bent coin?") < page.index("A coin has two sides") < page.index("beyond the paper")


def test_the_demo_gives_every_claim_as_json(plyo):
    found = json.loads(plyo("demo", "--out", "demo", "--threads", "1", "--json"))["studies"]
    assert [(one["study"], one["claims"][0]["verdict"]) for one in found] == [
        ("bent-coin", "differs"),
        ("fair-coin", "matches"),
        ("rare-coin", "too few to tell"),
    ]


def test_all_studies_run_together_and_go_on_where_they_stopped(plyo, tmp_path, capsys):
    plyo("study", "all", "--quick", "--out", "every", "--threads", "1")
    assert (tmp_path / "every" / "results.html").exists()
    before = (tmp_path / "every" / "bent-coin" / "run.json").read_bytes()
    found = json.loads(plyo("study", "all", "--quick", "--out", "every", "--resume", "--json"))["studies"]
    assert [one["study"] for one in found] == ["bent-coin", "fair-coin", "rare-coin"]
    assert (tmp_path / "every" / "bent-coin" / "run.json").read_bytes() == before, "what is done stays"


def test_a_study_of_another_seed_is_not_taken_for_done_and_none_that_is_done_for_fast(plyo, capsys):
    plyo("study", "all", "--quick", "--out", "every", "--threads", "1")
    with pytest.raises(InputError, match="this run was started with seed = 1, not 2"):
        plyo("study", "all", "--quick", "--out", "every", "--seed", "2", "--resume")
    capsys.readouterr()
    app(["study", "all", "--quick", "--out", "every", "--resume"], result_action="return_value")
    assert "study 3 of 3: rare-coin; about 1 min left" in capsys.readouterr().err


def test_a_page_of_results_holds_every_claim(plyo, tmp_path):
    plyo("study", "all", "--quick", "--out", "every", "--threads", "1")
    plyo("report", *(f"every/{name}-coin" for name in ("bent", "fair", "rare")), "-o", "results.md")
    page = (tmp_path / "results.md").read_text()
    assert page.count("| % of heads |") == 3 and page.count("Beyond the paper:") == 3
    assert "- Table 1, % of heads: 91" in page and "seed 1, version" in page
