"""Learning which moves to search deeper, by counting the nodes to known answers.

Paper: Y. Bjornsson and T. A. Marsland, Learning search control in adversary games.

A move of some classes costs less than a ply, so that lines full of such moves are searched deeper.
Algorithm 1 learns what each class should cost: on positions with known answers it counts the nodes until
the answer is found, once as things are and once with each weight raised by 0.15, and moves every weight
against the relative change. The paper tunes Crafty on 879 positions, within half a million nodes each.

Choices where the paper is silent:
- The engine is ours, and searches as programs did at the time: null move, a table and a quiescence of
  captures alone, but no late-move reductions, no futility and no trend. Those make moves of no promise cost
  more than a ply, which is the same lever pulled from the other side. How much is left to be learned beside
  them is asked as well.
- The positions are ours, too: the suite `combinations`, in which one move gains at least two pawns. It was
  mined by the search with reductions, so by another than the one that is tuned. An answer is found at the
  first depth that is finished with it as the best move, and all nodes count, those of quiescence included.
- A search may visit fewer nodes than half a million, as our positions are such that a search of 2,000 nodes
  misses the answer and one of 100,000 finds it.
- What the classes of a move save adds up, a move costs 0.1 plies at least, and savings are halved beyond
  twice the depth, as Crafty did. Classes: the move gives check; it is the only reply to check; it takes back
  on the square of the last capture; a pawn moves to the seventh row.
- Weights are kept in hundredths of a ply. They are clipped to the range after a step, probes are not.
- The learning rate stays 1.0, as in the paper's experiment.

Beyond the paper: half of the positions are held out, and no method sees them. The values that Crafty's author
had set by hand, 0.25 each, are measured as well, and other methods with the same budget of nodes, some of
which race settings against each other. What was learned plays against the start. Then its open question, what
to extend on: six more classes and all pairs of classes are tried, with a guard against finds by chance. The
same four classes are tuned in the search that chess is played by, those of checkers in its own, and the
options of Glaurung where it is installed.
"""

from plyometric.studies.claims import Claim, Story
from plyometric.studies.experiment import Experiment
from plyometric.studies.search_control.beyond import (
    OBJECTIVES,
    OTHERS,
    compare_methods,
    play_against_start,
    tune_elsewhere,
    tune_glaurung,
)
from plyometric.studies.search_control.discovery import discover_classes
from plyometric.studies.search_control.lab import Lab, ground_of
from plyometric.studies.search_control.paper import BASELINES, REPORTED, rerun_paper, try_baselines

STORY = Story(
    question="How many nodes are left after tuning? (100: no gain)",
    headline="nodes.end",
    plain="""A chess program looks ahead some moves, and further where it gets interesting: after a
check, say. How much further is set by hand in most programs. Here it is learned. A move of a class, such as
a check, costs a part of a ply: 1.0 is an ordinary move, and at 0.1 ten checks cost as much as one. Positions
with known answers tell how good a setting is: the fewer positions ("nodes") a search visits until it finds
the answer, the better. Algorithm 1 is the paper's: it tries each cost a little higher, and moves all costs
to where fewer nodes are needed. "Held out" are positions that were not used for tuning, which tell what was
really learned. A budget is all nodes that a method may visit while it learns.""",
    found="""After tuning by Algorithm 1, the search needed {nodes.end} per cent of the nodes that it had
needed before, and solved {solved.end} per cent of the positions within its limit, where it had solved
{solved.start}. On positions that were not used for tuning it needed {held_out.nodes} per cent of the nodes;
with the weights that the paper ended with {baseline.paper.nodes}, and with those that long steps found
within the same budget {method.descent.all}.""",
    why="""The engine is ours and not Crafty, and so are the positions, fewer of them and easier within the
limit. And Algorithm 1 hardly moves here: it tries each cost 0.15 higher, but once a cost is a little below 1,
0.15 more or less changes nothing before several such moves in one line have saved a whole ply. Methods that
take longer steps, and the weights that the paper ended with, tell what is there to be found.""",
    minutes=15,
)

USUAL = "chess:weights=earlier"
"""Chess, judged by the weights that it had when the study was made."""

PLAIN = f"{USUAL},reductions=0,futility=0,trend=off,evasions=off"
"""The same, searched as at the time of the paper."""

COMBINATIONS = "combinations"
"""The suite of chess positions in which one move gains much."""

ELSEWHERE = {"reductions": "with late-move reductions", "checkers": "checkers"}
"""The other search and the other game in which classes of moves are tuned."""

KEYS = {"all": "all of the budget", "half": "half of it", "solved": "% solved"}

CLAIMS = (
    Claim("nodes.start", "Figure 1", "nodes at the start, %", 100.0),
    Claim("nodes.end", "Figure 1", "nodes after tuning, % of the start", 73.0, 0.5, "nodes.start"),
    Claim("solved.start", "Figure 1", "solved at the start, %", 39.0, 0.5),
    Claim("solved.end", "Figure 1", "solved after tuning, %", 57.0, 0.5, "solved.start"),
    Claim("weight.start", "Section 4", "weight of every class at the start", 1.0),
    *(
        Claim(f"weight.{name}", "Section 4", f"weight of {name}", weight, 0.005, "weight.start")
        for name, weight in REPORTED.items()
    ),
    Claim("held_out.nodes", "held out", "Algorithm 1, nodes, % of the start"),
    Claim("held_out.solved.start", "held out", "solved at the start, %"),
    Claim("held_out.solved.end", "held out", "Algorithm 1, solved, %"),
    *(
        Claim(f"baseline.{name}.{key}", "held out", f"{what}, {of}")
        for name, what in BASELINES.items()
        for key, of in (("nodes", "nodes, % of the start"), ("solved", "solved, %"))
    ),
    *(
        Claim(f"method.{name}.{key}", "held out", f"{what}, {of}")
        for name, what in {"gradient": "Algorithm 1", **OTHERS}.items()
        for key, of in KEYS.items()
    ),
    *(
        Claim(f"objective.{name}.{key}", "held out", f"{what}, {of}")
        for name, what in OBJECTIVES.items()
        for key, of in KEYS.items()
    ),
    Claim("match.score", "% of points", "the best method's weights against the start"),
    Claim("match.llr", "sequential test", "log-likelihood ratio of 10 Elo against 0; 2.94 accepts"),
    Claim("discovery.tried", "discovery", "changes tried, a class or two that meet in a move each"),
    Claim("discovery.kept", "discovery", "changes that pay by more than chance"),
    Claim("discovery.nodes", "held out", "discovered, put together, nodes, % of the start"),
    Claim("discovery.solved", "held out", "discovered, put together, solved, %"),
    Claim("discovery.pair", "held out", "the best discovered pair alone, nodes, % of the start"),
    Claim("discovery.match.score", "% of points", "discovered, put together, against the start"),
    Claim("discovery.match.llr", "sequential test", "discovered: log-likelihood ratio as above"),
    *(
        Claim(f"{place}.{name}.{key}", "held out", f"{where}, {what}, {of}")
        for place, where in ELSEWHERE.items()
        for name, what in (("gradient", "Algorithm 1"), ("descent", "steps"))
        for key, of in KEYS.items()
    ),
    *(Claim(f"glaurung.{key}", "held out", f"Glaurung, steps, {of}") for key, of in KEYS.items()),
)


def run(x: Experiment) -> None:
    """Tune our engine by Algorithm 1, then by other methods, and other engines."""
    lab = Lab(x)
    nodes = x.size(5000, 50_000, 200_000)
    positions = x.size(24, 150, 400)
    chess = ground_of(x, PLAIN, positions, nodes, len(REPORTED), COMBINATIONS)
    budget = x.size(15, 25) * nodes * len(chess.places.train)
    first = rerun_paper(lab, chess, budget)
    try_baselines(lab, chess)
    found = compare_methods(lab, chess, budget, first)
    best = min(found.values(), key=lambda one: one.outcome.train.change.value).outcome.best
    played = {"games": x.size(8, 400), "nodes": x.size(200, 2000)}
    play_against_start(lab, chess, best, "match", **played)
    discover_classes(lab, chess, **played)
    grounds = {
        "reductions": ground_of(x, USUAL, positions, nodes, len(REPORTED), COMBINATIONS),
        "checkers": ground_of(x, "checkers:evaluation=material", positions, nodes),
    }
    for label, ground in grounds.items():
        tune_elsewhere(lab, label, ground, budget // 2)
    if x.scale != "quick":
        tune_glaurung(lab, chess, budget // 2)
