"""A small program for checkers that speaks UCI and gountil, and whose counts follow from its settings and the
position.

It takes the fewest nodes with Alpha at 7 and Beta at 2; Gamma does something while Switch is true, and Dead
never does. With a number after it, each search takes so many seconds.
"""

import sys
import time
import zlib

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
SPINS = {"Alpha": 2, "Beta": 5, "Gamma": 1, "Dead": 1}
STATE = {"position": "", **SPINS, "Switch": "false"}


def say(line):
    print(line, flush=True)


def count():
    """Return the nodes that a position takes."""
    time.sleep(SECONDS)
    hard = 1000 + zlib.crc32(STATE["position"].encode()) % 4000
    away = abs(int(STATE["Alpha"]) - 7) + abs(int(STATE["Beta"]) - 2)
    away += int(STATE["Gamma"]) if STATE["Switch"] == "true" else 0
    return hard * (10 + away) // 10


def go(limit):
    nodes = count()
    say("info depth 1 score cp 0 nodes 20 pv 12-16")
    if nodes <= limit:
        say(f"info depth 2 score cp 0 nodes {nodes // 2} pv 12-16")
        say(f"info depth 3 score cp 9 nodes {nodes} pv 11-15")
        say(f"info depth 4 score cp 9 nodes {limit} pv 11-15")
    else:
        say(f"info depth 2 score cp 0 nodes {limit} pv 12-16")
    say("bestmove 11-15")


def gountil():
    nodes = count()
    say(f"nodes 1 {nodes}" if nodes <= 6000 else "nodes 0 6000")


def main():
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "uci":
            say("id name Tunable")
            for name, default in SPINS.items():
                say(f"option name {name} type spin default {default} min 0 max 9")
            say("option name Switch type check default false")
            say("uciok")
        elif verb == "isready":
            say("readyok")
        elif verb == "setoption":
            STATE[words[1]] = words[3]
        elif verb == "setparam":
            STATE["Alpha"], STATE["Beta"] = (round(float(word)) for word in words)
        elif verb in ("position", "setboard"):
            STATE["position"] = line.split(maxsplit=1)[1].strip()
        elif verb == "go":
            go(int(words[1]))
        elif verb == "gountil":
            gountil()
        elif verb == "quit":
            break


main()
