"""The rows of the allocation study that count nodes, and the figure of where they are spent."""

import numpy as np
import pytest

from plyometric.arena.clock import Control
from plyometric.arena.players import read_player
from plyometric.studies import load
from plyometric.studies.allocation.clocks import CLAIMS, LONGEST, spending_batch


def test_every_row_of_the_clock_is_a_claim_beyond_the_paper():
    study = load("allocation")
    assert set(CLAIMS) <= set(study.CLAIMS)
    assert all(claim.reported is None for claim in CLAIMS)


@pytest.mark.parametrize("clock", ["even", "finish"])
def test_what_is_spent_at_each_ply_is_added_up(clock):
    player = read_player(f"checkers:evaluation=material,clock={clock}", control=Control(100))
    nodes, searches = np.array(spending_batch(player, 1, range(3))).T
    assert len(nodes) == LONGEST and 1 <= searches[:10].max() <= 3
    mean = nodes.sum() / searches.sum()
    assert mean <= 102 if clock == "even" else 70 < mean < 140
    again = np.array(spending_batch(player, 1, range(2))) + spending_batch(player, 1, range(2, 3))
    assert again.T.tolist() == [nodes.tolist(), searches.tolist()], "no matter how games are cut into batches"
