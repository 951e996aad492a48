"""Learned checkers weights against the best hand-tuned ones.

Paper: J. Schaeffer, M. Hlynka and V. Jussila, Temporal difference learning applied to a high-performance
game-playing program, IJCAI 2001.

Chinook judges a position by 21 features in each of four phases of the game. Its makers tuned the 84
weights by hand for five years. The paper starts all of them at 0, lets TDLeaf learn them in games against
the hand-tuned program (teacher) or against itself, and plays the outcome against the hand-tuned weights.

Choices where the paper is silent or other than what can be done here:
- The features are our own reading of their names (plyometric/games/checkers/chinook.py); man 100, king 130.
- Values are squashed to tanh(v), v in men. Steps are plain, lambda 0.95, after every game; the learner's
  own turns count, less those with one move. The paper's alpha, 0.01, means nothing without the unit of
  weights in the gradient, which it does not tell, nor how it squashes. Both were chosen by its Table 1, so
  that weights come out as large: alpha 0.0002, weights in men, ends at 2.4 to 2.9 hundredths on average, the
  paper's at 2.6. With KnightCap's tanh(0.255 v) and 0.01, weights grow past a man, and the program gives its
  men away for them: it scores 8 to 10 % after 2,000 games at 5 plies.
- 2,000 games a set instead of up to 10,000: at 5 plies nothing is gained after the first 1,000.
- Openings: of all three-move openings that lose nothing, the 144 that the hand-tuned weights find most
  balanced. After them White is to move: "white" weights are learned moving first, "black" moving second;
  against itself, one set of weights learns from both sides.
- Databases of 4 pieces at most instead of 6, looked up by the search; the game is played on. It is drawn
  after 150 plies or three times the same position.
- Search depths are smaller than the paper's 5, 9, 13 and 15: the quick run learns at 3 plies, the usual one
  at 5 and 9; only the full one at 13. Baselines are played at the greatest depth learned at, 15 in the paper.
- Held-out openings are an opening and six random moves, the most balanced of eight; the paper took 393
  positions of Tinsley's games, each 8 plies long.
- Matches are deterministic: intervals speak about other openings, not about other lots.

Beyond the paper, weights are learned by Adam's steps, without squashing, by RootStrap and TreeStrap, by
logistic regression on games against itself, and from solved endings; all are judged in held-out openings
against the hand-tuned weights at equal depth, the best of them also at equal nodes, by a sequential test, and
so are the other evaluations that come with checkers.
"""

from plyometric.arena.statistics import wilson
from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.temporal_differences.beyond import OTHERS, WAYS, go_beyond
from plyometric.studies.temporal_differences.lab import ALL_DEPTHS, ALL_PLAYED, SETS, Lab
from plyometric.studies.temporal_differences.paper import RARE, rerun_paper


def margin(per_cent: float, games: int) -> float:
    """Return how far chance alone may move a score of so many games, draws not counted as such."""
    return 100 * wilson(per_cent / 100, games).error


STORY = Story(
    question="What do self-taught weights score against hand-tuned ones? (50: as good)",
    headline="selfplay.held_out",
    plain="""A checkers program judges positions by features, such as how freely its men can move or how well
its back row is guarded. How much each counts is a weight, and there is one for each of four phases of the
game. Experts tuned them by hand. Here they all start at 0 and are learned: the value of a position should be
what the program finds a move later, and at last the game's result; each difference moves the weights a
little (temporal differences). "Teacher" learns against the hand-tuned weights, "self-play" against itself. A
match is played from both sides of every opening, both programs looking equally far ahead; 50 % means as
strong as the hand-tuned weights. "Held out" are openings that no learning has seen.""",
    found="""Weights that started at 0 and were learned from games against itself scored
{selfplay.held_out} per cent of the points against those that experts tuned by hand. With all weights at 0 the
program had {baseline.zero} per cent, with all weights alike {baseline.ones}.""",
    why="""The features are our own reading of the names that the paper gives, and the searches are less
deep than its own, above all in quick mode.""",
    minutes=70,
)

CLAIMS = (
    Claim("baseline.zero", "Section 4.1", "% with all weights 0", 100 * 34 / 288, margin(11.8, 288)),
    Claim(
        "baseline.ones",
        "Section 4.1",
        "% with all weights 1",
        100 * 94.5 / 288,
        margin(32.8, 288),
        "baseline.zero",
    ),
    Claim("baseline.published", "Table 1", "% with the weights that the paper learned, on our features"),
    *(
        Claim(
            f"figure1.{depth}.{name}.{played}", f"Figure 1, {played} ply", f"% learned at {depth} ply, {name}"
        )
        for depth in ALL_DEPTHS
        for name in SETS
        for played in ALL_PLAYED
    ),
    *(
        Claim(f"figure2.{depth}.{name}", "Figure 2", f"% learned at {depth} ply, {name}, held out")
        for depth in ALL_DEPTHS
        for name in SETS
    ),
    Claim(
        "selfplay.held_out",
        "Section 4.3",
        "% learned by self-play, held out",
        50.2,
        margin(50.2, 786),
        stake=20.0,
    ),
    Claim("selfplay.training", "Section 4.3", "% learned by self-play, training openings"),
    *(
        Claim(
            f"rare.{name}", "Section 5", f"{name} in phase 1, positions a game", reported / 8533, stake=0.05
        )
        for name, reported in RARE.items()
    ),
    Claim("signs.ours", "Table 1", "% of learned weights with the sign of the hand-tuned"),
    Claim("signs.paper", "Table 1", "% of the paper's learned weights with that sign"),
    *(Claim(f"beyond.{name}", "held out", f"% {what}") for name, what in WAYS.items()),
    Claim("best.nodes", "held out, equal nodes", "% the best of these"),
    Claim("best.llr", "sequential test", "log-likelihood ratio of 10 Elo against 0; 2.94 accepts"),
    *(
        claim
        for name, what in OTHERS.items()
        for claim in (
            Claim(f"{name}.nodes", "held out, equal nodes", f"% the evaluation {name}: {what}"),
            Claim(f"{name}.llr", "sequential test", "log-likelihood ratio of 10 Elo against 0; 2.94 accepts"),
        )
    ),
)


def run(x: Experiment) -> None:
    """Learn, play the matches of the paper, and learn in other ways."""
    lab = Lab(x)
    rerun_paper(lab)
    go_beyond(lab)
