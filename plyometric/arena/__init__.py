"""Players against players: workers, matches and their statistics."""
