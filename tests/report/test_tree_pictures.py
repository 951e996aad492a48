"""A tree that has grown by relevance, as text and as a picture."""

from xml.etree import ElementTree

from plyometric.report.trees import BAR, Branch, Grown, Reason, tree_svg, tree_text

SURE, LEVEL, LOST = [0.0, 0.0, 1.0], [0.25, 0.5, 0.25], [1.0, 0.0, 0.0]
TREE = Grown(
    "trqss, 3 expansions; best a<b",
    [
        Branch("root", 0, 12.5, LEVEL, 2, None),
        Branch("a<b", 1, 40.0, SURE, 0, Reason(1, 9.0, 8.0, -2e-14, 1.5, 2.5)),
        Branch("c", 2, 40.0, SURE, 3, Reason(3, 1.0, 0.125, 0.1, 1.25, 0.04)),
        Branch("d", 1, -40.0, LOST, 1, Reason(2, 2.0, 1.0, 1.0, 2.0, 0.25)),
    ],
    adapted=2,
)


def test_a_line_for_each_position_with_its_reason():
    title, heads, *lines, adapted = tree_text(TREE).split("\n")
    assert title == TREE.title and heads.split() == ["worth", "step", "V_Q", "V_I", "time", "relevance"]
    assert lines[1].split() == ["a<b", "+40.0", "1", "8", "0", "1.5", "2.5"], "all but nothing is nothing"
    assert lines[2].startswith("    c (+3)") and lines[0].split() == ["root", "(+2)", "+12.5"]
    assert adapted == "the opinion was adapted at step 2"


def test_the_picture_has_the_same_and_bars_as_wide_as_chances():
    picture = ElementTree.fromstring(tree_svg(TREE))
    kind = "{http://www.w3.org/2000/svg}"
    texts = [one.text for one in picture.iter(f"{kind}text")]
    assert texts[0] == f"{TREE.title}; the opinion was adapted at step 2"
    assert {"a<b", "c (+3)", "d (+1)", "step", "relevance", "+12.5", "0.125"} <= set(texts)
    assert len(list(picture.iter(f"{kind}path"))) == 3, "one from each position to the one before"
    _, *bars = picture.iter(f"{kind}rect")
    assert sum(float(bar.get("width")) for bar in bars) == BAR * len(TREE.branches)
    wide, high = (float(picture.get(side)) for side in ("width", "height"))
    assert all(
        float(one.get("x")) <= wide and float(one.get("y")) <= high for one in picture.iter(f"{kind}text")
    )
