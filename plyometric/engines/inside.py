"""Our own player as a subject: its settings are parameters, and no process is started.

Its parameters have the names and numbers of the options that `plyo engine` offers, so what was tuned here can
be pasted there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from plyometric.arena.players import Player
from plyometric.arena.sitting import Fault
from plyometric.engines.options import Option, options_of
from plyometric.engines.seeking import Effort, Question
from plyometric.engines.uci import REFUSED, Offer, offer_in
from plyometric.errors import InputError, brief
from plyometric.kernel import Game
from plyometric.kernel.referee import legal_moves
from plyometric.search.analysis import Handle
from plyometric.search.kinds import Kind


class Inside:
    """A player of ours that is asked for its nodes to solution."""

    def __init__(self, player: Player) -> None:
        self.game, self.weights = player.game, player.weights
        self.kind: Kind = player.kind.checked(player.game)

    def set(self, settings: Mapping[str, str]) -> None:
        """Set options by name, or say which is not taken."""
        options = options_of(self.kind, self.game)
        for name, text in settings.items():
            if name.lower() not in options:
                known = ", ".join(option.title for option in options.values())
                raise Fault(REFUSED, f"there is no option {brief(name)}: there are {known}.")
            try:
                self.kind = options[name.lower()].changed(self.kind, text).checked(self.game)
            except InputError as error:
                raise Fault(REFUSED, str(error)) from None

    def seek(self, question: Question, nodes: int) -> Effort:
        """Search with nothing known from before, until a finished depth finds an answer."""
        state = self.game.read_position(question.position)
        answers = self._moves(state, question.answers)
        handle = Handle(self.game, self.kind.within(nodes=nodes), state, self.weights, until=answers)
        handle.run()
        steps = handle.course
        solved = bool(steps) and steps[-1].move in answers and steps[-1].nodes <= nodes
        return Effort(solved, steps[-1].nodes if solved else nodes)

    def leave(self) -> None:
        """There is nothing to end."""

    def _moves(self, state: Any, texts: tuple[str, ...]) -> list[int]:
        legal = {self.game.engine_move_text(state, move): move for move in legal_moves(self.game, state)}
        return [legal[text] for text in texts]


def playing(player: Player, settings: Mapping[str, str], nodes: int) -> Player:
    """Return a player with some options set, that searches so many nodes a move."""
    inside = Inside(player)
    inside.set(settings)
    return replace(player, kind=inside.kind.within(nodes=nodes).checked(player.game), name=str(settings))


def offers_of(player: Player) -> dict[str, Offer]:
    """Return what can be turned in a player's search, as an engine would offer it."""
    kind = player.kind.checked(player.game)
    options = options_of(kind, player.game).values()
    taken = (option for option in options if _is_taken(option, kind, player.game))
    offers = (offer_in(option.line(kind)) for option in taken)
    return {offer.name.lower(): offer for offer in offers if offer}


def _is_taken(option: Option, kind: Kind, game: Game) -> bool:
    """Return whether a game takes an option however it is set: one without passes has no null moves."""
    try:
        for text in option.ends(kind):
            option.changed(kind, text).checked(game)
    except InputError:
        return False
    return True
