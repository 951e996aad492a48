"""Learn what counts: a notebook as a script, a cell at every `# %%`.

Weights are learned by trials, and kept only if they are shown to be better in fresh games.
"""

# %%
from pathlib import Path

import plyometric as plyo

HERE = Path(__file__).parent if "__file__" in globals() else Path("examples")
GAME = str(HERE / "kalah.py")

# %% A few trials; `plyo learn evaluation` makes more of them, and writes a file.
lessons = plyo.learn_evaluation(GAME, student="depth=2", sessions=4, judge=100)
print("first", lessons.first)
print("tried", lessons.proposed)
print("kept ", lessons.weights)

# %% How sure is that?
judged = lessons.judged
print(f"{judged.tally.games} games, {judged.tally.score:.1%} of the points, test: {judged.verdict}")
