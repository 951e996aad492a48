"""A small engine that speaks just enough UCI and gountil, and is broken in the way that it is told.

    python broken_engine.py FAULT

With the path of a file after the fault it crashes only once, and leaves the file there.
"""

import os
import sys
import time
from pathlib import Path

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
MARK = sys.argv[2] if len(sys.argv) > 2 else ""


def say(line):
    print(line, flush=True)


def think():
    """Do what goes before an answer, or the fault."""
    if FAULT == "crashes":
        if MARK and Path(MARK).exists():
            return
        if MARK:
            Path(MARK).touch()
        print("Segmentation fault in movegen", file=sys.stderr, flush=True)
        os.kill(os.getpid(), 11)
    if FAULT in ("hangs", "ignores"):
        time.sleep(0.2 if FAULT == "ignores" else 3600)
    if FAULT == "closes":
        sys.stdout.flush()
        os.close(1)
        os.close(2)
        time.sleep(3600)
    if FAULT == "floods":
        while True:
            sys.stdout.write("info string " + "x" * 8000 + "\n")


def go(words):
    if FAULT == "ignores":
        while True:
            say("info depth 1 nodes 10 time 1")
            time.sleep(0.05)
    think()
    if FAULT == "nonsense":
        return say("bestmove")
    if FAULT == "illegal":
        return say("bestmove e2e5")
    if FAULT == "zero":
        return say("bestmove e2e4")
    for depth in (1, 2, 3):
        say(f"info depth {depth} score cp {depth} nodes {100 * depth} pv {'e2e4' if depth > 1 else 'a2a3'}")
    return say("bestmove e2e4")


def gountil(words):
    think()
    replies = {"nonsense": "knots one 5", "zero": "nodes 1 0"}
    say(replies.get(FAULT, "nodes 1 200"))


def main():
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "uci":
            say("id name Broken")
            say("option name Depth Bonus type spin default 1 min 0 max 2")
            say("option name Style type combo default Solid var Solid var Very Wild")
            say("uciok")
        elif verb == "isready":
            say("readyok")
        elif verb == "setoption" and FAULT == "rejects":
            say("No such option: Depth Bonus")
        elif verb == "go":
            go(words)
        elif verb == "gountil":
            gountil(words)
        elif verb == "quit":
            return


main()
