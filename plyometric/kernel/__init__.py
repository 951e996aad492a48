"""The kernel: how Python becomes machine code.

compiling   the marks @rule, @kernel, @pairing_kernel and @fragment
bundles     rules under one name, as an argument of kernels
parts       the parts of a game, and every rule that it may give
game        Game
goals       what an attacker wants to reach in a game
slates      boards that are written on
states      many states in one array
bits, rng   sets of squares in a word; random numbers by their place
sets        sets of points in several words
desk        the working memory of one kernel
referee     plain Python's questions to a compiled game
frozen      the values that machine code holds
cache       machine code on disk, by a digest of its sources
"""

from plyometric.kernel.bundles import Bundle as Bundle
from plyometric.kernel.compiling import fragment as fragment
from plyometric.kernel.compiling import kernel as kernel
from plyometric.kernel.compiling import pairing_kernel as pairing_kernel
from plyometric.kernel.compiling import plain as plain
from plyometric.kernel.compiling import rule as rule
from plyometric.kernel.game import PARTS as PARTS
from plyometric.kernel.game import RULES as RULES
from plyometric.kernel.game import STANDARD as STANDARD
from plyometric.kernel.game import Game as Game
from plyometric.kernel.goals import Goal as Goal
from plyometric.kernel.parts import MOST_PROMISING as MOST_PROMISING
from plyometric.kernel.parts import WIDEST as WIDEST
from plyometric.kernel.parts import WIN as WIN
from plyometric.kernel.parts import Draws as Draws
from plyometric.kernel.parts import Endings as Endings
from plyometric.kernel.parts import Evaluation as Evaluation
from plyometric.kernel.parts import Hints as Hints
from plyometric.kernel.parts import Insight as Insight
from plyometric.kernel.parts import Notation as Notation
from plyometric.kernel.parts import Records as Records
from plyometric.kernel.parts import Slice as Slice
from plyometric.kernel.states import state_in as state_in

NO_MOVE = -1
"""What stands where there is no move; a move itself is never negative."""
