"""So that `python -m plyometric` is the same as `plyo`."""

from plyometric.cli import main

main()
