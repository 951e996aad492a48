"""Searching game trees: perft, minimax."""
