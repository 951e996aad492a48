"""Choosing the next computation of a search by the value of its information.

Paper: a study of meta-reasoning that merges planning with game-tree search, on Baum and Smith's Best Play for
Imperfect Players (BPIP); it was tried on one pawn ending.

Every leaf of a tree has chances of what a deeper search would say of it, its opinion. QSS expands the leaf by
whose knowledge Q, what a perfect look at all leaves would gain, changes most. TRQSS divides what a leaf is
worth by the time that it takes, and stops where nothing is worth its time. ATRQSS may besides adapt all
opinions by planning, for the price of ten leaves.

Choices where the paper is silent, or its parts are not published:
- The opinions are learned, seven chances each, from searches that the study makes itself; the net sees some
  70 traits of pawn endings, and no squares. Equation 7 has its sign corrected.
- The planner looks three plies ahead by moves of pawns alone. ATRQSS begins with nets that do not see what it
  says, and its adaptation is to switch to nets that do.
- The paper's own evaluator and adapter, as far as they are published, are rows of their own: a value set by
  hand over conjunctions of features, between bounds, adapted to the ending by walks.
- No net learns from games with the pawns of the paper's ending, before or after 1.b6, or with an ending of
  the suite.
- The kings of the paper's diagram are not told. They stand on h1 and h8, where alpha-beta without sorting
  first finds 1.b6 at nine plies, as in the paper, and has about as many leaves.
- What a unit of time costs, and the contamination of opinions, were chosen by nets of other seeds; the terms
  of UCT and of proof-number search are those that solve most of the suite's other half, by such a net.

Beyond the paper: a suite of endings with one winning move, proven by search, half of it held out, for QSS,
TRQSS and ATRQSS against alpha-beta, best-first minimax, proof-number search and UCT, all with the same nets:
with as many expansions, and in equal time, where a rival may judge half as many positions again.
"""

from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.metareasoning.endings import (
    LIMITS,
    PLAIN,
    RELEVANT,
    RIVALS,
    SEEKERS,
    STOPS,
    WAYS,
    try_endings,
)
from plyometric.studies.metareasoning.lab import open_lab
from plyometric.studies.metareasoning.paper import DEEPEST, REPORTED, SOON, rerun_paper

STORY = Story(
    question="How many expansions does the search by relevance need on the paper's ending?",
    headline="table3.trqss",
    plain="""A program that looks ahead must choose where to look. Here it grows a tree of positions one by
one, and before each step it asks which leaf, if it were known better, would most likely change the move that
it plays. For that it must know how sure it is of each leaf: its opinion, the chances of what a deeper search
would say. "QSS" looks where an answer would change most; "TRQSS" also counts how long an answer takes, and
stops where none is worth its time; "ATRQSS" may besides exchange its opinions for those of a planner, which
costs as much as ten expansions. An expansion is a position whose moves are all looked at; a time unit is as
long. A search has settled when the right move stays best to its end. Alpha-beta is the usual search of chess
programs, which looks at everything to some depth. "At a glance" is without the planner's help.""",
    found="""Alpha-beta looked at {negamax.leaves} leaves, {negamax.depth} plies deep, before it found the
move that wins. The search that asks which knowledge is worth having took {table3.qss} units of time (QSS),
with an eye on the time that answers take {table3.trqss} (TRQSS), and with the planner's opinions
{table3.atrqss} (ATRQSS).""",
    why="""All hangs on the net that foretells what a deeper search would say. The paper's is not published,
so ours was learned anew; one that has learned from few games, as in quick mode, foretells little, and then
the tree grows in the wrong places.""",
    minutes=7,
)

PREVIOUS = {"qss": "", "trqss": "table3.qss", "atrqss": "table3.trqss"}

CLAIMS = (
    Claim("negamax.leaves", "Section 5", "leaves of alpha-beta until it finds 1.b6", 400_000, 50_000),
    Claim("negamax.depth", "Section 5", "plies until it finds 1.b6", DEEPEST),
    *(
        Claim(f"table3.{name}", "Table 3", f"{name.upper()}, time units", units, 0.5, PREVIOUS[name])
        for name, units in REPORTED.items()
    ),
    *(
        Claim(f"{name}.{key}", "the paper's ending", f"{way.name}, {words}")
        for name, way in RELEVANT.items()
        for key, words in (
            ("right", "% of nets that stop at 1.b6"),
            ("soon", f"% that do so within {SOON} expansions"),
            ("settled", "time units until 1.b6 is best for good"),
        )
    ),
    Claim("adapted", "the paper's ending", "ATRQSS, % of nets that lead to an adaptation"),
    *(
        Claim(f"modules.{name}{key}", "the paper's evaluator", f"{name.upper()}, {words}")
        for name in REPORTED
        for key, words in (("", "time units"), (".right", "% that stop at 1.b6"))
    ),
    Claim("nets.marginal", "positions held out", "log-loss by how positions are at large"),
    Claim("nets.glance", "positions held out", "log-loss of nets without plans"),
    Claim("nets.planner", "positions held out", "log-loss of nets with plans"),
    *(
        Claim(f"endings.{key}.{limit}", f"within {limit}", f"{way.name}, % solved")
        for limit in LIMITS
        for key, way in WAYS.items()
    ),
    *(Claim(f"endings.{key}.cost", "endings", f"{way.name}, time units") for key, way in WAYS.items()),
    *(Claim(f"endings.{key}.cost", "endings", f"{name}, expansions") for key, name in PLAIN.items()),
    *(
        Claim(f"more.{name}.{key}", "within 100", f"{name.upper()} over {way.name}, % of endings")
        for name in SEEKERS
        for key, way in RIVALS.items()
    ),
    *(
        Claim(f"time.{name}.{key}", "in equal time", f"{name.upper()} over {way.name}, % of endings")
        for name in SEEKERS
        for key, way in RIVALS.items()
    ),
    *(
        Claim(f"share.{name}.{key}", "endings", f"{name.upper()}, expansions in % of those of {words}")
        for name in SEEKERS
        for key, words in (*PLAIN.items(), *((key, RIVALS[key].name) for key in ("sorted", "unsorted")))
    ),
    *(
        Claim(f"stops.{name}.{key}", "where it stops", f"{way.name}, {words}")
        for name, way in STOPS.items()
        for key, words in (("right", "% right"), ("time", "time units"))
    ),
    Claim("stops.adapted", "where it stops", "ATRQSS, % of endings with an adaptation"),
    Claim("stops.saved", "where it stops", "ATRQSS, time units saved by an adaptation"),
)


def run(x: Experiment) -> None:
    """Train nets, rerun the paper's ending, and try every method on endings that are held out."""
    lab = open_lab(x, families=x.size(16_000, 80_000, 240_000), nets=x.size(3, 10))
    rerun_paper(lab)
    try_endings(lab, most=x.size(12, 1000), plainly=x.size(5_000, 100_000, 1_000_000))
