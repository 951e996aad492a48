"""Reports: one page that needs nothing else, that runs nothing, and that is always the same."""

import io
import json
import re
from html.parser import HTMLParser

import pytest
from rich.console import Console

from plyometric.errors import InputError
from plyometric.report.account import account
from plyometric.report.figures import as_csv, as_svg, write_figures
from plyometric.report.page import write_page
from plyometric.report.summary import Summary, summary, summary_table, with_error
from plyometric.report.tables import COLOURS, cells, claims_table, half_width
from plyometric.studies import load, names
from plyometric.studies.claims import DIFFERS, SAME_DIRECTION, TOO_FEW
from plyometric.studies.experiment import Figure

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\" onload='alert(3)"


def draw(axes, columns):
    axes.plot(columns["move"], columns["spent"], label="spent")
    axes.legend()


def figure(name="spending", title="Where it is spent"):
    return Figure(name, title, "A caption.", {"move": [1, 2, 3], "spent": [0.5, 0.25, None]}, draw)


def row(**changes):
    figures = {"reported": 0.5, "ours": 0.51234, "low": 0.4, "high": 0.6, "n": 10_000}
    return {"id": "a", "where": "Table 2", "what": "never", **figures, "verdict": "matches", **changes}


def beyond(**changes):
    facts = row(reported=None, what="a new idea", beyond=True, **{"id": "b", **changes})
    del facts["verdict"]
    return facts


@pytest.fixture
def folder(tmp_path):
    """The folder of a finished run."""
    path = tmp_path / "run"
    path.mkdir()
    write_figures(path / "figures", [figure()])
    results = {"study": "toy", "seed": 1, "version": "1", "claims": [row(), beyond()]}
    shown = [{"name": "spending", "title": "Where it is spent", "caption": "A caption."}]
    report = {"scale": "quick", "about": "Toy.\n\nPaper: none.", "notes": [], "figures": shown}
    report["story"] = {"question": "Does never ever win?", "headline": "a", "plain": "Never is a strategy."}
    write(path / "results.json", results)
    write(path / "report.json", report)
    write(path / "run.json", {"seconds": 12.3, "cores": 2, "ended": "2026-01-01T12:00:00"})
    return path


def write(path, facts):
    path.write_text(json.dumps(facts))


def alter(path, **changes):
    write(path, {**json.loads(path.read_text()), **changes})


def page_of(folder):
    write_page([folder], folder / "page.html", "A title")
    return (folder / "page.html").read_text()


def test_notes_that_are_none_are_refused(folder, tmp_path):
    report = json.loads((folder / "report.json").read_text())
    for notes in (5, [5], [{"title": "a"}], None):
        write(folder / "report.json", {**report, "notes": notes})
        with pytest.raises(InputError, match="is not the folder of a finished study"):
            write_page([folder], tmp_path / "page.html", "A report")


class Tags(HTMLParser):
    """Collects every tag of a page with its attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_a_page_needs_nothing_else_and_runs_nothing(folder):
    page = page_of(folder)
    assert not re.search(r"https?:|//[a-z]|@import|url\(", page)
    for tag, attributes in Tags(page).found:
        assert tag not in ("script", "link", "iframe", "object", "embed", "svg")
        assert all(
            value.startswith("data:image/svg+xml;base64,")
            for key, value in attributes.items()
            if key == "src"
        )
        assert not any(key.startswith("on") or key == "href" for key in attributes)


def test_a_page_tells_the_claims_the_figures_and_the_circumstances(folder):
    page = page_of(folder)
    for said in ("never", "0.5123", "0.1", "10,000", "matches", "beyond the paper", "a new idea"):
        assert said in page
    assert "quick scale, seed 1, 12 s on a machine of 2 cores" in page
    assert "move,spent\n1,0.5" in page


def test_hostile_text_is_shown_and_not_obeyed(folder):
    shown = [{"name": "spending", "title": HOSTILE, "caption": HOSTILE}]
    alter(folder / "report.json", about=HOSTILE, notes=[{"title": HOSTILE, "text": HOSTILE}], figures=shown)
    alter(folder / "report.json", story={"question": HOSTILE, "headline": HOSTILE, "plain": HOSTILE})
    hostile = row(id=HOSTILE, what=HOSTILE, where=HOSTILE, verdict=HOSTILE)
    alter(folder / "results.json", claims=[hostile, beyond()])
    (folder / "figures" / "spending.svg").write_text(f"<svg>{HOSTILE}</svg>")
    (folder / "figures" / "spending.csv").write_text(HOSTILE)
    page = page_of(folder)
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    for tag, attributes in Tags(page).found:
        assert tag != "script"
        assert not any(key.startswith("on") for key in attributes)
        assert attributes.get("src", "data:").startswith("data:")


@pytest.mark.parametrize("name", ["../../secret", "a/b", "", "a.b", "a\nb", 3, None])
def test_a_figure_with_a_bad_name_is_refused(folder, name):
    alter(folder / "report.json", figures=[{"name": name, "title": "", "caption": ""}])
    with pytest.raises(InputError, match="run"):
        page_of(folder)


@pytest.mark.parametrize(
    "name", ["results.json", "report.json", "run.json", "figures/spending.svg", "figures/spending.csv"]
)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(InputError, match=rf"{re.escape(name)}: No such file or directory\.$"):
        page_of(folder)


@pytest.mark.parametrize(
    ("file", "changes"),
    [
        ("results.json", {"claims": [{}]}),
        ("results.json", {"claims": 3}),
        ("results.json", {"claims": [{"id": "a", "n": "many"}]}),
        ("report.json", {"about": ""}),
        ("report.json", {"figures": [{}]}),
        ("report.json", {"story": {}}),
        ("report.json", {"story": {"question": "", "headline": "z", "plain": ""}}),
        ("run.json", {"seconds": "long"}),
    ],
)
def test_a_folder_of_something_else_gets_one_sentence(folder, file, changes):
    alter(folder / file, **changes)
    with pytest.raises(InputError, match="is not the folder of a finished study") as error:
        page_of(folder)
    assert "\n" not in str(error.value)


def test_figures_are_the_same_to_the_last_byte(tmp_path):
    write_figures(tmp_path / "a", [figure()])
    write_figures(tmp_path / "b", [figure("other"), figure()])
    for name in ("spending.svg", "spending.csv"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert as_svg(figure()) != as_svg(figure(title="Another title"))
    assert as_csv({"what": ["a, b", 'say "c"'], "n": [1, 2]}) == 'what,n\n"a, b",1\n"say ""c""",2\n'


def test_the_table_in_the_terminal_holds_the_same(folder):
    console = Console(width=140, record=True)
    console.print(claims_table({"study": "toy", "seed": 1, "claims": [row(), beyond()]}))
    text = console.export_text()
    assert text.index("never") < text.index("beyond the paper") < text.index("a new idea")
    assert cells(row()) == ["Table 2", "never", "0.5", "0.5123", "0.1", "10,000", "matches"]
    assert cells(beyond())[-1] == ""


def test_a_narrow_table_loses_no_letter():
    console = Console(width=56, record=True)
    claims = [row(what="context-sensitive", **ENDLESS)]
    console.print(claims_table({"study": "toy", "seed": 1, "claims": claims}))
    assert "…" not in console.export_text()


ENDLESS = {"low": None, "high": None, "n": 1, "verdict": "too few to tell"}


def test_a_figure_without_an_interval_is_shown_as_such(folder):
    assert cells(row(**ENDLESS))[3:] == ["0.5123", "∞", "1", "too few to tell"]
    alter(folder / "results.json", claims=[row(**ENDLESS), beyond(low=None, high=None)])
    assert "∞" in page_of(folder)
    assert summary(folder).ours == "0.5123 ± ∞"


def test_every_verdict_has_a_look_of_its_own(folder):
    assert set(COLOURS) == {TOO_FEW, SAME_DIRECTION, DIFFERS}
    assert len(set(COLOURS.values())) == 3
    style = page_of(folder).partition("</style>")[0]
    for verdict in ("matches", *COLOURS):
        assert f".{verdict.replace(' ', '-')} {{" in style


def test_a_page_opens_with_the_question_and_with_plain_words(folder):
    page = page_of(folder)
    opening, _, rest = page.partition("<section>")
    for said in ("Does never ever win?", "0.5 ± 0.1", "matches", "Never is a strategy."):
        assert said in opening
    assert "Table 2" in rest and "Table 2" not in opening


def test_a_run_folder_from_before_there_were_stories_still_has_a_page(folder):
    report = json.loads((folder / "report.json").read_text())
    del report["story"]
    write(folder / "report.json", report)
    assert "a new idea" in page_of(folder)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("report.json", {"scale": "quick"}),
        ("report.json", []),
        ("report.json", {"story": {"question": "Does it?", "headline": ["a"]}}),
        ("results.json", {"claims": [{"id": "a"}]}),
        ("run.json", {"seconds": "12"}),
    ],
)
def test_a_summary_of_an_older_or_foreign_run_is_refused(folder, name, facts):
    (folder / name).write_text(json.dumps(facts))
    with pytest.raises(InputError, match="is not the folder of a finished study"):
        summary(folder)


def test_a_summary_has_no_more_decimals_than_its_error(folder):
    assert summary(folder) == Summary("toy", "Does never ever win?", "0.5", "0.5 ± 0.1", "matches", "12")
    assert with_error(54.875, "54.88", "9.1") == "54.9 ± 9.1"
    assert with_error(1234.5, "1,234", "12") == "1,234 ± 12"
    assert with_error(972.5, "972.5", half_width(622.5, 1322.5)) == "972 ± 350"
    assert with_error(9725.0, "9,725", half_width(0, 4000)) == "9,725 ± 2,000"
    assert with_error(17.0, "17", "0") == "17"
    assert with_error(0.00001, "1e-05", "2e-06") == "1e-05 ± 2e-06"


def told(lines, width):
    console = Console(width=width, record=True)
    console.print(summary_table(lines))
    return [line.rstrip() for line in console.export_text().splitlines()]


def stories(n):
    asked = [(name, load(name).STORY.question) for name in names()]
    found = [(*one, "74.25", "54.88 ± 9.1", "too few to tell", "1234") for one in asked]
    return [Summary(*found[i % len(found)]) for i in range(n)]


def test_seven_studies_are_told_on_one_screen():
    lines = told(stories(7), 80)
    assert len(lines) + len(["", "where the tables are", "how to run one", "the prompt"]) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == ["question", "paper", "ours", "verdict", "s"]


def test_a_narrow_screen_folds_words_and_loses_none():
    lines = told(stories(3), 60)
    assert max(map(len, lines)) <= 60
    said = " ".join(" ".join(lines).split())
    for line in stories(3):
        words = f"{line.question} {line.verdict} {line.ours} {line.seconds}".split()
        assert [word for word in words if word not in said] == []


def test_a_story_is_told_with_its_figures():
    story = {"question": "?", "headline": "a", "plain": "It was\ntried.", "found": "Never had {a}, and {z}."}
    rows = [row(), row(id="c", what="always", ours=0.9, low=0.8, high=1.0, verdict="differs"), beyond()]
    told = account({**story, "why": "Luck."}, rows)
    assert told.found == "Never had 0.5 ± 0.1 (the paper: 0.5), and (not measured)."
    assert told.unlike == ["Table 2, always: 0.9 ± 0.1 (the paper: 0.5), differs"] and told.why == "Luck."
    assert told.conclusion.startswith("Of 2 figures of the paper 1 matches, 1 differs. The one that answers")
    assert account(story, rows[:1]).why == ""


def test_words_fold_in_a_narrow_terminal_and_none_is_lost():
    rows = [
        row(what="a context-sensitive classifier", where="Section 6", verdict="too few to tell"),
        beyond(),
    ]
    table = claims_table({"study": "toy", "seed": 1, "claims": rows}, 60)
    console = Console(width=60, color_system=None, file=io.StringIO())
    console.print(table)
    said = console.file.getvalue()
    assert "…" not in said and max(map(len, said.splitlines())) <= 60
    for word in ("Section", "classifier", "0.5123", "10,000", "tell", "beyond"):
        assert word in said
