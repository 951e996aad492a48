"""Games and matches: rules of drawing, and the same match wherever it is played."""

import pytest

from plyometric.arena.games import play_game, seat
from plyometric.arena.match import match
from plyometric.arena.openings import openings_of
from plyometric.arena.players import read_player
from plyometric.arena.workers import workers
from plyometric.errors import InputError
from plyometric.games import load
from plyometric.kernel import NO_MOVE
from plyometric.kernel.referee import legal_moves, play, result
from plyometric.runs import open_run

CHECKERS = load("checkers")
STRONG, WEAK = (
    read_player("checkers:evaluation=material,depth=5"),
    read_player("checkers:evaluation=material,depth=2"),
)


def tallies(executor, games=24, run=None, test=None, players=(STRONG, WEAK)):
    standings = match(*players, openings_of(CHECKERS), games, 7, executor, run, test)
    return [standing.tally for standing in standings]


def final_state(start, moves):
    for move in moves:
        assert move in legal_moves(CHECKERS, start)
        start = play(CHECKERS, start, move)
    return start


def test_a_won_game_ends_where_somebody_cannot_move():
    start = CHECKERS.read_position("B:W32:B1-5,K14")
    played = play_game(WEAK, WEAK, start)
    end = final_state(start, played.moves)
    assert played.result == 1
    assert NO_MOVE not in played.moves
    assert result(CHECKERS, end) == (1 if len(played.moves) % 2 == 0 else -1)
    assert not legal_moves(CHECKERS, end)


def test_lone_kings_draw():
    start = CHECKERS.read_position("B:WK32:BK1")
    played = play_game(WEAK, WEAK, start)
    assert played.result == 0
    draws = CHECKERS.draws
    assert 0 < len(played.moves) <= draws.quiet < draws.longest


def test_a_game_does_not_depend_on_the_games_before_it():
    seats = seat(STRONG), seat(WEAK)
    fresh = play_game(STRONG, WEAK, CHECKERS.start())
    play_game(STRONG, WEAK, final_state(CHECKERS.start(), legal_moves(CHECKERS, CHECKERS.start())[:1]), seats)
    assert play_game(STRONG, WEAK, CHECKERS.start(), seats) == fresh


def test_a_match_that_goes_on_with_more_games_takes_no_part_of_a_unit_for_the_whole(tmp_path):
    players = (WEAK, WEAK)
    with workers(1) as executor:
        tallies(executor, 2, open_run("m", {}, tmp_path), players=players)
        again = tallies(executor, 4, open_run("m", {}, tmp_path, resume=True), players=players)
    assert again[-1].games == 4


def test_the_deeper_player_wins_alike_on_one_thread_two_threads_and_a_cluster():
    distributed = pytest.importorskip("distributed")
    with workers(1) as executor:
        alone = tallies(executor)
    with workers(2) as executor:
        assert tallies(executor) == alone
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as executor,
    ):
        assert tallies(executor) == alone
    assert alone[-1].games == 24
    assert alone[-1].score > 0.6


def test_a_match_goes_on_where_its_journal_ends(tmp_path):
    with workers(1) as executor:
        whole = tallies(executor)
        begun = match(STRONG, WEAK, openings_of(CHECKERS), 24, 7, executor, open_run("m", {}, tmp_path))
        assert next(begun).tally == whole[0]
        begun.close()
        run = open_run("m", {}, tmp_path, resume=True)
        assert 1 <= len(run.done) < len(whole)
        assert tallies(executor, run=run) == whole


def test_a_sequential_test_ends_the_match_when_it_is_decided():
    with workers(2) as executor:
        seen = tallies(executor, games=4000, test=(0, 200, 0.05, 0.05))
    assert seen[-1].games < 400
    assert seen[-1].score > 0.6


@pytest.mark.parametrize(
    ("games", "test", "players", "said"),
    [
        (7, None, (STRONG, WEAK), "7 is not an even number of 2 or more"),
        (0, None, (STRONG, WEAK), "0 is not an even number"),
        (10, (5, 5, 0.05, 0.05), (STRONG, WEAK), "elo0=5 must be less than elo1=5"),
        (10, (0, 5, 0.7, 0.05), (STRONG, WEAK), "error rates between 0 and 0.5"),
        (10, None, (STRONG, read_player("fives:depth=1")), "checkers and fives are different games"),
    ],
)
def test_an_impossible_match_is_refused_before_it_begins(games, test, players, said):
    with workers(1) as executor, pytest.raises(InputError, match=said):
        tallies(executor, games, test=test, players=players)
