"""Print the fingerprint of a game: python -m plyometric.testing GAME EVALUATION."""

import json
import sys

from plyometric import games
from plyometric.errors import plain_words
from plyometric.testing import fingerprint

if __name__ == "__main__":
    try:
        print(json.dumps(fingerprint(games.load(sys.argv[1]).judged_by(sys.argv[2]))))
    except Exception as fault:
        sys.exit(plain_words(fault))
