"""Searching game trees: perft, minimax, the full search."""
