"""Players as short text and as TOML files."""

import json

import pytest

from plyometric.arena.players import player_from_json, read_player
from plyometric.errors import InputError
from plyometric.games import load


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("a = " + "[" * 5000, "is not valid TOML"),
        ("a." * 25_000 + "a = 1", "is too long"),
        ("a." * 8000 + "a = 1", "names no game"),
        ('game = "checkers"\ndepth = ' + "9" * 5000, "is not valid TOML"),
        ('game = "checkers"\ndepth = ' + "9" * 310, "a number of 64 bits"),
        ('game = "checkers"\ndepth = 1\nweights = "' + "x" * 5000 + '"', "No such file; the weights files"),
    ],
)
def test_a_players_file_that_nobody_can_use_is_refused_soon(tmp_path, content, said):
    path = tmp_path / "player.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=said):
        read_player(str(path))


def test_a_game_whose_name_no_file_can_have_is_refused():
    with pytest.raises(InputError, match="File name too long"):
        read_player(f"/{'x' * 5000}.py:depth=1")


def test_a_player_in_a_few_words():
    player = read_player("checkers:depth=6,table=2,quiescence=off,costs=capture=0.5")
    assert player.game.name == "checkers"
    assert (player.kind.depth, player.kind.table) == (6, 2.0)
    assert (player.kind.quiescence, player.kind.repetition) == (False, True)
    assert player.kind.costs[:3] == (1.0, 0.5, 1.0)
    assert player.weights == player.game.weights


def test_a_family_and_a_file_are_games_too():
    assert read_player("fives(size=7):depth=2").game.name == "fives(size=7)"
    assert read_player("examples/connect_four.py:nodes=500").kind.nodes == 500


def test_a_player_from_toml_and_weights_from_json(tmp_path):
    mine = [weight + 20 for weight in load("checkers").weights]
    (tmp_path / "mine.json").write_text(json.dumps(mine))
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "checkers"\ndepth = 3\norder = false\nweights = "{tmp_path}/mine.json"\n')
    player = read_player(str(path))
    assert (player.kind.depth, player.kind.order, player.weights) == (3, False, tuple(mine))
    path.write_text(f'game = "checkers"\nnodes = 100\nweights = {mine}\ncosts = [1, 1, 2]\n')
    assert read_player(str(path)).weights == tuple(mine)
    assert read_player(str(path)).kind.costs[:3] == (1.0, 1.0, 2.0)


def test_the_game_of_a_players_file_may_stand_before_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("nodes = 500\n")
    assert read_player(f"examples/connect_four.py:{path}").game.name == "connect_four"
    path.write_text('game = "checkers"\nnodes = 500\n')
    assert read_player(f"checkers:{path}").kind.nodes == 500
    with pytest.raises(InputError, match=r"mine\.toml is for 'checkers', not 'fives'"):
        read_player(f"fives:{path}")


def test_a_players_file_names_no_file_to_be_run(tmp_path):
    (tmp_path / "evil.py").write_text("raise AssertionError('it ran')")
    (tmp_path / "mine.toml").write_text(f'game = "{tmp_path / "evil.py"}"\nnodes = 500\n')
    with pytest.raises(InputError, match=r"mine\.toml names a file, '.*: leave it out and write GAME.py:"):
        read_player(str(tmp_path / "mine.toml"))


def test_a_player_survives_the_journey_to_a_worker():
    player = read_player("checkers:evaluation=material,depth=6,costs=1/0.5/1")
    assert player_from_json(json.loads(json.dumps(player.as_json()))) == player


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chequers:depth=6", "no game is named 'chequers'"),
        ("checkers", "give it a limit"),
        ("fives(size=15)", "give it a limit"),
        ("checkers:", "give it a limit"),
        ("checkers:depth", "'depth' is not of the form option=value"),
        ("checkers:deepth=6", "there is no option 'deepth'"),
        ("checkers:depth=six", "depth must be a whole number, not 'six'"),
        ("checkers:depth=6.5", "depth must be a whole number"),
        ("checkers:depth=0", "depth and nodes must be 1 or more"),
        ("checkers:depth=-3", "depth and nodes must be 1 or more"),
        ("checkers:depth=500", "depth must be from 1 to"),
        ("checkers:nodes=0", "depth and nodes must be 1 or more"),
        ("checkers:nodes=10000000000000000000000", "nodes must be from 1 to"),
        ("checkers:depth=4,table=-1", "table must be from 0"),
        ("checkers:depth=4,table=much", "table must be a number"),
        ("checkers:depth=4,order=maybe", "order must be on or off"),
        ("checkers:depth=4,costs=1/1/1/1/1/1/1", "step, capture, crowning; give a cost each in this order"),
        ("checkers:depth=4,costs=flight=2", "checkers has no move class 'flight'"),
        ("checkers:depth=4,costs=1/2/0", "from 0.1 to 10 plies"),
        ("checkers:depth=4,costs=a/b/c", "costs must be"),
        ("checkers:depth=4,weights=nowhere.json", "nowhere.json: No such file"),
        ("nowhere.toml", "nowhere.toml: No such file"),
    ],
)
def test_a_bad_player_gets_one_sentence(text, said):
    with pytest.raises(InputError, match=said):
        read_player(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("depth = ", "is not valid TOML"),
        ("depth = 4", "names no game"),
        ("depth = 4\ngame = 5", "names no game"),
        ('game = "checkers"\ndepth = 4.5', "depth must be a whole number, not 4.5"),
        ('game = "checkers"\ndepth = true', "depth must be a whole number, not True"),
        ('game = "checkers"\ndepth = 4\nweights = [1]', "weights, numbers from"),
        ('game = "checkers"\ndepth = 4\nweights = ["a", "b"]', "weights, numbers from"),
        ('game = "checkers"\ndepth = 4\ncosts = "cheap"', "costs must be"),
    ],
)
def test_a_bad_toml_file_gets_one_sentence(tmp_path, text, said):
    path = tmp_path / "player.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        read_player(str(path))


def test_a_player_who_names_no_evaluation_has_that_of_play_and_its_settings(tmp_path):
    (tmp_path / "mine.json").write_text("[100, 150, 1]")
    usual, first = read_player("checkers:depth=6"), read_player("checkers:depth=6,evaluation=material")
    assert (usual.game.evaluation_name, usual.kind.endings, usual.kind.deeper) == ("joined", 4, True)
    assert (first.kind.endings, first.kind.deeper, first.kind.reductions) == (0, False, 0.0)
    assert read_player(f"checkers:depth=6,weights={tmp_path}/mine.json").game.evaluation_name == "material"
