"""Learning fives from a teacher, and keeping harmful knowledge out.

Paper: R. A. Hasson, S. Markovitch and Y. Sella, Using filters to improve the efficiency of game-playing
learning procedures.

A student of fives searches to depth 3, three moves wide, and learns five coefficients from a teacher
that searches to depth 5, ten wide. Knowledge may be harmful: so filters stand before the learning rule
(only surprises are lessons), behind it (coefficients must make sense), and before the knowledge base
(they must raise the score of an exam of ten games against a tester whose coefficients are fixed).

Choices where the paper is silent:
- Positions are drawn: five stones each in the central 6 by 6, nobody has three in a row or a win within
  depth 3, and the tester against itself takes ten moves or more. Where the paper has one set of five
  positions, there are many here; figures are means over the sets, with the interval of the mean.
- Of moves rated alike the one nearer to the centre goes first. Overlines win.
- Three with one free cell on each side, and with two on one side alone, are both quarter open.
- A lesson in which a five is made has no coefficient for it; the other counts are used as they are.
- Rules: all coefficients positive, k1 >= k2, k3 >= k4 >= k5, k1 >= k3, k2 >= k5. The paper tells one.
- A surprise is a difference of at least 100, a quarter open three; other thresholds are tried as well.
- Session i plays position i of the set, the student first; from the sixth on, positions of their own.

Beyond the paper, what was learned is also judged by a held-out exam of positions that no learning has
seen, where the paper's exam is both selector and yardstick. Other ways of learning are tried, each from
several pools of positions: the paper's rule with a sequential test in fresh games instead of the exam,
comparison training (coefficients under which the student chooses as the teacher does) and temporal
differences; each also with split patterns such as _s_ss_, where the tester gives them no weight; and a
teacher that sees wins by a row of fours. The best is chosen by positions of its own and judged by others.
Numbers of games, sessions and rounds were set after trials with other seeds.
"""

from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.filters.ablation import ABLATION, THRESHOLDS, compare_subsets, try_thresholds
from plyometric.studies.filters.beyond import VARIANTS, go_beyond
from plyometric.studies.filters.lab import SUBSETS, Lab, named
from plyometric.studies.filters.paper import rerun_paper

STORY = Story(
    question="What is the score with harmful lessons kept out? (50: no gain)",
    headline="figure4.filtered.5",
    plain="""Fives is five in a row on a board of 10 by 10. A student rates a position by its rows of stones;
five numbers, k1 to k5, say what rows of each kind are worth, from an open four down to a three with little
room. It plays a teacher that looks further ahead, and where the teacher judges otherwise it moves its
numbers that way. Not every lesson does good, so filters stand in the way: "experience" lets only surprises
be lessons, "rules" refuses numbers that make no sense, and "self-test" keeps new numbers only if they score
more in an exam. An exam is ten games against a tester, the student as it was at first; it scores from 0 to
100, and 50 is no better than that. The headline is the exam after five sessions with all filters, against
55 in the paper without. The held-out exam is made of positions that no learning has seen: it tells what was
learned from what was picked because it happened to fit the exam.""",
    found="""After five sessions with all filters the student scored {figure4.filtered.5} in its exam, without
any filter {figure4.unfiltered.5}; 50 is no gain. In positions that no learning had seen, filters added
{gain.held_out} points. The exam by which they choose flatters itself by {flattery} points: so much of its
score is luck that was picked.""",
    why="""The paper tells of one set of ten positions, we of many sets. Scores as high as its own come up
among them, but seldom; the mean lies lower.""",
    minutes=7,
)

CLAIMS = (
    Claim("figure4.unfiltered.0", "Figure 4", "exam 0", 50.0),
    Claim("figure4.unfiltered.2", "Figure 4", "no filters, session 2", 66.25, 0.0, "figure4.unfiltered.0"),
    Claim("figure4.unfiltered.5", "Figure 4", "no filters, session 5", 55.0, 0.0, "figure4.unfiltered.2"),
    Claim("figure4.filtered.5", "Figure 4", "all filters, session 5", 74.25, 0.05, "figure4.unfiltered.5"),
    Claim("figure4.idle", "Section 4", "all filters, sessions of 5 without a change", 2.0),
    Claim("curves.never_fall", "Section 5", "all filters, % of curves that never fall", 100.0),
    Claim("curves.fall", "", "no filters, % of curves that end below their top"),
    Claim("gain.exam", "", "points that filters add, own exam"),
    Claim("gain.held_out", "", "points that filters add, held-out exam"),
    Claim("flattery", "", "points by which the exam flatters itself, all filters"),
    Claim("luck.unfiltered", "Figure 4", "% of sets with 66.25 or more after session 2, no filters"),
    Claim("luck.filtered", "Figure 4", "% of sets with 74.25 or more after session 5, all filters"),
    Claim("papers_best", "Section 4", "the paper's best coefficients, held-out exam"),
    *(
        Claim(f"ablation.{named(subset)}.{key}", named(subset), what)
        for subset in SUBSETS
        for key, what in ABLATION.items()
    ),
    *(
        Claim(f"threshold.{threshold}.{key}", f"threshold {threshold}", ABLATION[key])
        for threshold in THRESHOLDS
        for key in ("exam", "held_out", "tests")
    ),
    *(
        Claim(f"beyond.{name}.{key}", judged, variant.what)
        for key, judged in (("held_out", "held-out exam"), ("match", "% against the tester"))
        for name, variant in VARIANTS.items()
    ),
    Claim("best.held_out", "held-out exam", "the best of these"),
    Claim("best.match", "% against the tester", "the best of these, until a sequential test ends"),
    Claim("best.llr", "sequential test", "log-likelihood ratio of 20 Elo against 0; 2.94 accepts"),
)


def run(x: Experiment) -> None:
    """Learn with every subset of filters, put the figures beside the paper's, and learn in other ways."""
    lab = Lab(x)
    rerun_paper(lab)
    compare_subsets(lab)
    try_thresholds(lab)
    go_beyond(lab)
