"""Requests to the page: each is refused in words or answered well, and nothing is left behind.

Every question of the API is asked with values spoiled, left out and replaced; addresses climb out of their
folders; bodies are too long, broken or no JSON; foreign sites, names and verbs try the door; scripts stand
in names, notes and positions.
"""

import http.client
import json
import random
from pathlib import Path
from urllib.parse import quote

from web.served import open_site

from plyometric.web.app import listed

from . import Try
from .nonsense import WORDS, spoiled, spoiled_data

COUNT = 6_000
PATIENCE = 60
SCRIPT = "<script>alert(1)</script>"
CLIMBS = [
    "../" * 6 + "etc/passwd",
    "..%2f" * 6 + "etc/passwd",
    "%2e%2e/" * 6,
    "/etc/passwd",
    "..\\" * 6,
    "%00",
]
PAGES = [
    "/",
    "/play",
    "/picture",
    "/runs",
    "/run",
    "/report",
    "/compare",
    "/dilemma",
    "/tree",
    "/static/plyo.js",
]
KEYS = ["game", "name", "a", "b", "position", "strategy", "token", "x"]
GOOD = {
    "/api/look": {"game": "noughts.py", "start": "", "moves": ["0", "4"]},
    "/api/record": {"game": "noughts.py", "start": "", "moves": ["0"], "first": SCRIPT, "second": "you"},
    "/api/read": {"game": "noughts.py", "text": '[Event "x"]\n\n1. 5 1 *\n'},
    "/api/why": {
        "game": "checkers",
        "start": "B:W18,26,32:B1,15",
        "moves": [],
        "player": "depth=4,strategy=depth4",
        "side": 0,
    },
    "/api/walk": {"game": "checkers", "start": "", "moves": [], "player": "depth=4,strategy=depth4"},
    "/api/dilemma": {
        "sigma": 0.8,
        "delta": 0.3,
        "lambda": 0.5,
        "actions": "CC",
        "alpha": 1,
        "beta": 1,
    },
    "/api/progress": {"run": "one"},
    "/api/start": {"study": SCRIPT, "seed": 1},
    "/api/stop": {"run": "one"},
    "/api/resume": {"run": "one"},
    "/api/think": {"tab": "t", "game": "noughts.py", "start": "", "moves": [], "player": "depth=3,plain=on"},
    "/api/prove": {"tab": "t", "game": "noughts.py", "start": "", "moves": []},
}
JSON = "application/json"


def attack(count, folder):
    """Yield what became of each request."""
    assert set(GOOD) == set(listed())
    dice = random.Random(f"requests {count}")
    with open_site(folder) as site:
        run = folder / "runs" / "one"
        run.mkdir(parents=True)
        (run / "config.json").write_text(json.dumps({"name": SCRIPT, "note": SCRIPT}))
        before = contents(folder)
        for _ in range(count):
            kind = dice.choice(list(KINDS))
            request = KINDS[kind](dice)
            yield Try(kind, fault_after(site, *request))
        left = contents(folder) - before
        yield Try("nothing is written", f"{sorted(left)[:5]}" if left else "")
        alive = site.get("/")[0]
        yield Try("it still answers", "" if alive == 200 else f"status {alive}")


def contents(folder):
    """Return all files with their sizes; what Python itself keeps of a game it has loaded is left out."""
    found = (path for path in Path(folder).rglob("*") if "__pycache__" not in path.parts)
    return {(str(path), path.stat().st_size if path.is_file() else -1) for path in found}


# The kinds of requests: method, address, body and headers


def spoiled_values(dice):
    """A question of the API with one value replaced or left out."""
    address = dice.choice(list(GOOD))
    return "POST", address, spoiled_data(dice, GOOD[address]), {"Content-Type": JSON}


def spoiled_texts(dice):
    """A question of the API with one of its texts spoiled."""
    address = dice.choice(list(GOOD))
    body = dict(GOOD[address])
    key = dice.choice([key for key, value in body.items() if isinstance(value, str)] or [*body])
    word = dice.choice(
        [*WORDS, *CLIMBS, SCRIPT, f"checkers:weights={CLIMBS[0]}", "depth=2,weights=/etc/passwd"]
    )
    body[key] = dice.choice((spoiled(dice, str(body[key])), word))
    return "POST", address, json.dumps(body), {"Content-Type": JSON}


def broken_bodies(dice):
    """A body that is no JSON, or without an end."""
    address = dice.choice(list(GOOD))
    good = json.dumps(GOOD[address])
    body = dice.choice(
        (spoiled(dice, good), "[" * 5000, "{" * 5000, dice.randbytes(50), "[1]", "null", good * 3)
    )
    if dice.random() < 0.02:
        body = b'{"game": "' + b"x" * dice.choice((600_000, 3_000_000)) + b'"}'
    return (
        "POST",
        address,
        body,
        {"Content-Type": dice.choice((JSON, JSON, "text/html", "application/json;q=1"))},
    )


def climbing_addresses(dice):
    """An address that climbs out of its folder, or names what is not there."""
    word = dice.choice([*CLIMBS, *WORDS[:40], SCRIPT, "examples/../noughts.py", "one", "checkers"])
    word = word if dice.random() < 0.3 else quote(word, safe="", errors="replace")
    page, key = dice.choice(PAGES), dice.choice(KEYS)
    address = dice.choice(
        (f"{page}?{key}={word}", f"/static/{word}", f"/{word}", f"{page}/{word}", f"/api/{word}")
    )
    return dice.choice(("GET", "GET", "HEAD")), sendable(address), None, {}


def foreign_doors(dice):
    """A request of another site, by another name, or by another verb."""
    address = dice.choice(list(GOOD))
    headers = {"Content-Type": JSON}
    name = dice.choice(("Origin", "Host", "Sec-Fetch-Site", "verb"))
    if name == "verb":
        return dice.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")), address, "{}", headers
    value = dice.choice(
        ("http://evil.example", "evil.example", "null", "cross-site", "127.0.0.1.evil.example", "[")
    )
    return "POST", address, json.dumps(GOOD[address]), {**headers, name: value}


KINDS = {
    "values of a question": spoiled_values,
    "texts of a question": spoiled_texts,
    "bodies": broken_bodies,
    "addresses": climbing_addresses,
    "foreign doors": foreign_doors,
}


def sendable(address):
    """Return an address as a line of HTTP can hold it."""
    return "".join(c if 32 < ord(c) < 127 else quote(c, errors="replace") for c in address)


# What must come back


def fault_after(site, method, address, body, headers):
    """Return what is wrong with how a request is answered, nothing if it is answered well."""
    told = f"{method} {address[:200]} {body[:200] if body else ''!r} {headers}"
    try:
        if isinstance(body, str):
            body = body.encode(errors="surrogatepass")
        status, answered, text = site.ask(method, address, body, headers, timeout=PATIENCE)
    except (http.client.HTTPException, OSError) as error:
        return "" if body and len(body) > 500_000 else f"{told}: {type(error).__name__}: {error}"
    if status >= 500 or "Traceback" in text or "root:" in text:
        return f"{told}: status {status}: {text[:200]}"
    if status == 200 and headers.get("Origin", headers.get("Host")):
        return f"{told}: a foreign site was let in"
    if SCRIPT in text and "json" not in answered.get("content-type", ""):
        return f"{told}: a script came back as it was"
    return ""
