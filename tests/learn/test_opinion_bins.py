"""Bins of values: what is good for one side is as good for the other when the sides are exchanged."""

import numpy as np
import pytest

from plyometric.learn.opinions import bins_for


@pytest.mark.parametrize("edges", [(), (3.0, 6.0), (5.0,)])
def test_a_value_and_its_mirror_fall_into_mirrored_bins(edges):
    """Also those at a cut, of which there are many where values are whole numbers."""
    values = np.repeat(np.arange(-9.0, 10.0), 7)
    bins = bins_for(values, edges)
    assert np.isin(values, bins.cuts).any()
    assert bins.spikes[bins.of(-values)] == pytest.approx(-bins.spikes[bins.of(values)])
    assert (np.diff(bins.of(values)) >= 0).all() and {*bins.of(values)} == {*range(len(bins.spikes))}
