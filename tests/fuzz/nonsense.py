"""Nonsense: good texts and data made bad in ways that people, disks and the malicious find."""

import json

WORDS = [
    "",
    " ",
    "-",
    "-1",
    "0",
    "9" * 20,
    "9" * 310,
    "9" * 5000,
    "1e999",
    "1e12",
    "nan",
    "-inf",
    "0x10",
    "1_000",
    "١٢",
    "½",
    "é",
    "𝒳",
    "\u202e",
    "\ufeff",
    "\x00",
    "\x1b[31m",
    "\ud800",
    "\n",
    "\r",
    "\t",
    "=",
    ",",
    ":",
    ";",
    "#",
    "%s",
    "{}",
    "\\",
    "'",
    '"',
    "[[",
    "]]",
    "(" * 300,
    "[" * 3000,
    "{" * 300,
    "a." * 3000,
    "x" * 5000,
    "true",
    "null",
    "None",
    "__import__('os')",
    "../passwd",
    "/dev/null",
    "/proc/self/mem",
    "/proc/nowhere/file",
    ".",
    "~",
    "*",
]

VALUES = [
    None,
    True,
    0,
    -1,
    5,
    2**63,
    10**299,
    1e308,
    float("nan"),
    float("inf"),
    0.5,
    "",
    "x",
    "x" * 5000,
    "\ud800",
    [],
    [[]],
    [None],
    ["1", "2"],
    {},
    {"": None},
]


def spoiled(dice, text):
    """Return a text with some of it left out, doubled, moved or replaced by nonsense."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        a, b = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + dice.choice((0, 1, 3, 40)))
        word = dice.choice(WORDS)
        text = dice.choice(
            (
                lambda a=a, b=b, text=text: text[:a] + text[b:],
                lambda a=a, b=b, text=text: text[:b] + text[a:],
                lambda a=a, text=text: text[:a],
                lambda a=a, b=b, text=text, word=word: text[:a] + word + text[b:],
            )
        )()
    return text


def spoiled_data(dice, data):
    """Return JSON data with one of its values replaced or left out, as text."""
    data = json.loads(json.dumps(data))
    holder, key = dice.choice(list(_places(data)) or [(None, None)])
    if holder is None:
        return json.dumps(dice.choice(VALUES))
    if dice.random() < 0.2:
        del holder[key]
    else:
        holder[key] = dice.choice(VALUES)
    return json.dumps(data)


def _places(data):
    """Yield every list or dict inside data with each of its keys, those further out as often as the rest."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield data, key
        yield from _places(value)


def as_bytes(text):
    """Return a text as it may stand in a file; what UTF-8 cannot say becomes bytes that are no text."""
    return text.encode(errors="surrogatepass")
