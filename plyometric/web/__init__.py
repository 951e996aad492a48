"""The page: play, watch it think, follow the runs. `plyo serve` shows it in a browser.

Pages are rendered here and need no build step and nothing from elsewhere. The server keeps no games: a
browser sends where a game began and its moves, and is told what stands on the board.
"""
