"""Pictures of boards: well-formed, self-contained, and with everything in its place."""

from xml.etree import ElementTree

import pytest

from plyometric import games
from plyometric.games import drawing
from plyometric.games.drawing import CROWN, Piece
from plyometric.kernel.referee import read_move

SVG = "{http://www.w3.org/2000/svg}"


def parts(picture, name):
    return ElementTree.fromstring(picture).findall(f"{SVG}{name}")


def words(picture):
    return [text.text for text in parts(picture, "text")]


def boxes(picture, fill):
    return [
        (float(box.get("x")), float(box.get("y")))
        for box in parts(picture, "rect")
        if box.get("fill") == fill
    ]


def test_a_picture_says_what_it_shows():
    root = ElementTree.fromstring(drawing.svg('Black & White: "<1>"', 3, 3, {}))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == 'Black & White: "<1>"'


def test_a_picture_needs_nothing_from_elsewhere():
    picture = games.load("checkers").svg(games.load("checkers").start())
    assert picture.count("http") == 1
    assert "href" not in picture and "id=" not in picture and "<style" not in picture


def test_the_top_left_square_is_light():
    picture = drawing.svg("two by two", 2, 2, {})
    assert boxes(picture, drawing.LIGHT) == [(30, 30), (90, 90)]
    assert boxes(picture, drawing.DARK) == [(90, 30), (30, 90)]


def test_a_board_of_crossings_has_a_line_for_each_row_and_column():
    picture = drawing.svg("grid", 4, 3, {}, crossings=True)
    (lines,) = parts(picture, "path")
    assert (lines.get("d").count("H"), lines.get("d").count("V")) == (3, 4)


@pytest.mark.parametrize(("is_light", "fill"), [(False, "#322c28"), (True, "#fbf7ee")])
def test_a_piece_stands_in_the_middle_of_its_square(is_light, fill):
    picture = drawing.svg("piece", 8, 8, {(1, 2): Piece(is_light)})
    (disc,) = [circle for circle in parts(picture, "circle") if circle.get("fill") == fill]
    assert (float(disc.get("cx")), float(disc.get("cy"))) == (180, 120)


def test_marks_are_written_and_crowns_are_drawn():
    picture = drawing.svg("marks", 8, 8, {(0, 0): Piece(True, "7"), (0, 1): Piece(False, CROWN)})
    assert words(picture) == ["7", "marks"]
    assert len(parts(picture, "path")) == 1


def test_highlights_lie_on_their_squares():
    assert boxes(drawing.svg("last move", 8, 8, {}, highlights=[(2, 3)]), drawing.HIGHLIGHT) == [(210, 150)]


def test_labels_stay_inside_the_picture():
    labels = {(-1, 0): "a", (2, 0): "b", (0, -1): "c", (0, 2): "d", (1, 1): "e"}
    picture = drawing.svg("labels", 2, 2, {}, labels)
    assert words(picture) == ["a", "b", "c", "d", "e", "labels"]
    size = ElementTree.fromstring(picture)
    for text in parts(picture, "text"):
        assert 5 < float(text.get("x")) < float(size.get("width")) - 5
        assert 5 < float(text.get("y")) < float(size.get("height")) - 5


def test_a_picture_tells_its_columns_and_rows():
    assert drawing.board_of(drawing.svg("board", 4, 3, {})) == (4, 3)
    assert drawing.board_of("<svg xmlns='http://www.w3.org/2000/svg'></svg>") is None


@pytest.mark.parametrize(
    ("game", "position", "move", "places"),
    [
        ("checkers", "B:W18,26,32:B1,15", "15x31", [(3, 4), (5, 2), (7, 4)]),
        ("chess", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a8=N", [(1, 0), (0, 0)]),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", [(7, 4), (7, 6)]),
        ("fives", "", "e5", [(5, 4)]),
        ("go_capture", "", "F5", [(4, 5)]),
        ("phutball", "9/9/9/4x4/4o4/9/9/9/9 top", "E5-E7", [(4, 4), (2, 4)]),
    ],
)
def test_a_move_has_its_places_on_the_picture(game, position, move, places):
    rules = games.load(game)
    state = rules.read_position(position) if position else rules.start()
    assert [*map(tuple, rules.places(state, read_move(rules, state, move)))] == places
