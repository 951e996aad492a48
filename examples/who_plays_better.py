"""Who plays better?: a notebook as a script, a cell at every `# %%`.

A match is of pairs: either player begins once from every opening. What counts is the interval.
"""

# %%
from pathlib import Path

import plyometric as plyo

HERE = Path(__file__).parent if "__file__" in globals() else Path("examples")
GAME = str(HERE / "connect_four.py")

# %% A deeper look against a shallower one.
deeper = plyo.match(f"{GAME}:depth=4", f"{GAME}:depth=2", games=100)
print(deeper)

# %% A thousand random games in a growing tree against a look of four plies.
lots = plyo.match(f"{GAME}:uct=1000", f"{GAME}:depth=4", games=40)
print(lots)

# %% Is that more than luck? The interval says so if it leaves 50 % out.
print("more than luck" if deeper.score.low > 0.5 else "perhaps luck")
