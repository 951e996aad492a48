"""Learning: which positions deserve more thought, and what they are worth."""
