"""The kit of the studies: work cut into units, and pictures drawn from columns."""

import math

import pytest

from plyometric.arena.statistics import Estimate
from plyometric.report.figures import as_svg
from plyometric.studies.experiment import Figure
from plyometric.studies.kit import batches, cut, draw_curves, draw_intervals, one_each, series, with_intervals


def test_batches_cover_every_index_once_and_are_keyed_by_their_first():
    assert batches(range(10, 35), 10, "setting", 7) == [
        ("0000010", ("setting", 7, range(10, 20))),
        ("0000020", ("setting", 7, range(20, 30))),
        ("0000030", ("setting", 7, range(30, 35))),
    ]
    assert batches(range(0), 10) == []


def test_the_batches_of_a_larger_run_begin_with_those_of_a_smaller_one():
    assert batches(range(500), 100, "a")[:2] == batches(range(200), 100, "a")


def test_settings_make_a_unit_each():
    assert one_each([("a", 1), ("b", 2)], "shared") == [
        ("000", ("a", 1, "shared")),
        ("001", ("b", 2, "shared")),
    ]


def test_a_sequence_is_cut_into_parts():
    assert cut([1, 2, 3, 4, 5], 2) == [[1, 2], [3, 4], [5]]


FOUND = [Estimate(0.5, 0.4, 0.6), Estimate(0.7, -math.inf, math.inf)]
COLUMNS = {"row": ["a", "b"], **with_intervals("Q", FOUND, [0.55, None]), **with_intervals("R", FOUND)}


def test_a_series_has_columns_for_its_interval_and_for_the_paper():
    assert COLUMNS["Q"] == [0.5, 0.7]
    assert COLUMNS["Q, low"] == [0.4, -math.inf]
    assert COLUMNS["Q, paper"] == [0.55, None]
    assert "R, paper" not in COLUMNS
    assert series(COLUMNS) == ["Q", "R"]


@pytest.fixture
def axes():
    from matplotlib.figure import Figure as Canvas

    return Canvas().subplots()


def test_intervals_stand_beside_the_papers_figures(axes):
    draw_intervals(axes, COLUMNS, xlabel="score", even=0.5)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["Q", "Q, paper", "R"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a", "b"]
    bars = [bar.get_segments() for container in axes.containers for bar in container.lines[2]]
    assert bars[0][0][:, 0].tolist() == pytest.approx([0.4, 0.6])
    assert bars[0][1][:, 0].tolist() == [0.7, 0.7]  # an endless interval is not drawn


def test_curves_have_bands_and_crosses_where_there_are_data_for_them(axes):
    columns = {"session": [0, 10], **with_intervals("Q", FOUND[:1] * 2, [0.5, None]), "plain": [1, 2]}
    draw_curves(axes, columns, is_even=True, xlabel="session", ylim=(0, 3))
    assert [line.get_label() for line in axes.lines] == ["Q", "Q, paper", "plain"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0", "10"]
    assert len(axes.collections) == 1
    assert axes.get_ylim() == (0, 3)


def test_a_picture_with_an_endless_interval_can_be_written():
    figure = Figure("f", "F", "", COLUMNS, lambda axes, columns: draw_intervals(axes, columns, "x"))
    assert as_svg(figure).endswith("</svg>\n")
