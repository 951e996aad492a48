"""Meet your game: a notebook as a script, a cell at every `# %%`.

Look at a board, search it, play it out: each is one call, and draws itself in a notebook.
"""

# %%
from pathlib import Path

import plyometric as plyo

HERE = Path(__file__).parent if "__file__" in globals() else Path("examples")
GAME = str(HERE / "kalah.py")

board = plyo.board(GAME)
print(board)

# %% What is best? The fifth pit from the left may be, the third moves again.
found = plyo.search(board.game, board, depth=8)
print(found)

# %% The same after a move, and what would follow.
after = board.play("3", "pass")
print(plyo.search(after.game, after, depth=8).line)

# %% What random games say of the first moves.
played = plyo.playouts(board.game, 20_000)
for move, share in sorted(zip(played.texts, played.scores.values(), strict=True), key=lambda one: -one[1]):
    print(f"{move}  {share:.1%}")
