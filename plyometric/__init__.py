"""Plyometric trains the thinking of game programs."""
