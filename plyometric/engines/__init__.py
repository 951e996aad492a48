"""Engines: programs that play by lines of text over pipes. Ours speaks UCI, for every game."""
