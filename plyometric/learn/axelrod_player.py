"""The satisficing agent as a player of the Axelrod library, to be entered in anybody's tournament."""

from plyometric.errors import InputError
from plyometric.learn.satisficing import adapted, lambdas

try:
    import axelrod
except ImportError:
    raise InputError("this needs the Axelrod library: pip install 'plyometric[axelrod]'.") from None


class Satisficer(axelrod.Player):
    """Keep an action that pays what one aspires to, leave one that does not, and adapt the aspiration.

    Of the game the agent needs its own payoff alone. The defaults follow the advice of the paper,
    to aspire high and to learn slowly.

    Names:

    - Satisficing strategy: J. L. Stimpson, M. A. Goodrich and L. C. Walters, Satisficing and learning
      cooperation in the prisoner's dilemma, IJCAI 2001
    """

    name = "Satisficer"
    classifier = {  # noqa: RUF012  (the library's own way to describe a player)
        "memory_depth": float("inf"),
        "stochastic": False,
        "makes_use_of": {"game"},
        "long_run_time": False,
        "inspects_source": False,
        "manipulates_source": False,
        "manipulates_state": False,
    }

    def __init__(
        self, aspiration: float = 5.0, lam: float = 0.9, first: axelrod.Action = axelrod.Action.C
    ) -> None:
        super().__init__()
        self.aspiration = float(aspiration)
        self.lam = float(lambdas(lam))
        self.first = first

    def strategy(self, opponent: axelrod.Player) -> axelrod.Action:
        """Judge the last turn by what it paid, and answer."""
        if not self.history:
            return self.first
        own = self.history[-1]
        payoff = float(self.match_attributes["game"].score((own, opponent.history[-1]))[0])
        is_content = payoff >= self.aspiration
        self.aspiration = adapted(self.aspiration, payoff, self.lam)
        return own if is_content else own.flip()
