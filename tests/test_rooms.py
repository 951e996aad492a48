"""The house is in order: rooms import from left to right, and nothing in them is too long to read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyometric

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "plyometric"
ROOMS = (
    {"errors", "files", "runs"},
    {"kernel"},
    {"games"},
    {"search"},
    {"testing"},
    {"arena"},
    {"engines"},
    {"learn"},
    {"studies"},
    {"report"},
    {"cli", "web"},
)
AT_THE_ROOT = {"__init__", "__main__", "errors", "files", "runs", "testing"}
LONGEST_FILE, LONGEST_FUNCTION, MOST_ARGUMENTS = 450, 45, 7

HOMES = {
    f"plyometric.{name}": f"plyometric.{home}.{name}"
    for home, names in plyometric._HOMES.items()
    for name in names
}
"""Where what the package itself offers stands."""

SOURCES = [
    path
    for folder in ("plyometric", "examples", "benchmarks", "tests")
    for path in (ROOT / folder).rglob("*.py")
]
WRITTEN = [path for path in SOURCES if not path.is_relative_to(ROOT / "tests")]
"""Tests type whole command lines, a word an argument."""

IN_ROOMS = [
    path
    for path in PACKAGE.rglob("*.py")
    if path.stem not in ("__init__", "__main__") or path.parent != PACKAGE
]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)} line {line}"


def offenders_in(paths, check) -> str:
    """Return a sentence for every offender that a check finds."""
    return "\n".join(
        sentence for path in sorted(paths) for sentence in check(path, ast.parse(path.read_text()))
    )


# The order of the rooms


def room_of(module: str) -> str:
    """Return the room of plyometric.ROOM.anything."""
    return module.split(".")[1]


def position(room: str) -> int:
    return next(i for i, rooms in enumerate(ROOMS) if room in rooms)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def origin_of(node: ast.ImportFrom, path: Path) -> str:
    """Return the module that an import takes from, also where it is named by dots."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    return ".".join(filter(None, (package if node.level else "", node.module)))


def imported(node: ast.AST, path: Path) -> list[str]:
    """Return what a statement imports from the package; a name that the package offers counts as its home."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        origin = origin_of(node, path)
        names = [f"{origin}.{alias.name}" for alias in node.names]
    else:
        names = []
    ours = [name for name in names if name.startswith("plyometric.") and name != "plyometric.__version__"]
    return [HOMES.get(name, name) for name in ours]


def wrong_imports(path: Path, tree: ast.AST) -> Iterator[str]:
    room = room_of(module_of(path))
    for node in ast.walk(tree):
        for name in imported(node, path):
            if not any(room_of(name) in rooms for rooms in ROOMS):
                yield f"{place(path, node.lineno)} imports {name}, which is in no room."
            elif position(room_of(name)) > position(room):
                yield f"{place(path, node.lineno)} imports {name}, which lies to the right of {room}."


def test_no_room_imports_from_a_room_to_its_right():
    """Inside functions and for type checkers neither."""
    said = offenders_in(IN_ROOMS, wrong_imports)
    assert not said, said


def test_only_few_modules_lie_outside_the_rooms():
    found = {path.stem for path in PACKAGE.glob("*.py")}
    assert found <= AT_THE_ROOT, f"{sorted(found - AT_THE_ROOT)} should lie in rooms of the package."


@pytest.mark.parametrize(
    ("file", "statement", "words"),
    [
        ("search/perft.py", "from plyometric.arena.match import play_match", "the right of search"),
        ("search/perft.py", "def f():\n    import plyometric.cli", "line 2 imports plyometric.cli, which"),
        ("games/fives/lines.py", "if TYPE_CHECKING:\n    from ...search import perft", "the right of games"),
        (
            "runs.py",
            "from plyometric import kernel",
            "imports plyometric.kernel, which lies to the right of runs",
        ),
        (
            "games/fives/rules.py",
            "from plyometric import perft",
            "imports plyometric.search.perft.perft, which",
        ),
        (
            "arena/match.py",
            "from plyometric import nobody",
            "imports plyometric.nobody, which is in no room.",
        ),
        ("games/newgame/starter.py", "from plyometric import Game, rule", ""),
        ("kernel/desk.py", "from . import rng\nfrom plyometric import __version__", ""),
        ("cli/__init__.py", "from plyometric.report import page\nimport numpy", ""),
        ("arena/match.py", "from plyometric.testing import check_game", ""),
    ],
)
def test_an_import_against_the_order_is_named(file, statement, words):
    said = list(wrong_imports(PACKAGE / file, ast.parse(statement)))
    assert len(said) == bool(words)
    assert not words or words in said[0]


# Length


def long_functions(path: Path, tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and (lines := length(node)) > LONGEST_FUNCTION:
            yield f"{place(path, node.lineno)}: {node.name} has {lines} lines, over {LONGEST_FUNCTION}."


def length(function: ast.FunctionDef) -> int:
    """Return the lines of a function, its docstring not counted."""
    told = function.body[0].end_lineno - function.body[0].lineno + 1 if ast.get_docstring(function) else 0
    return function.end_lineno - function.lineno + 1 - told


def test_no_file_is_too_long():
    lines = {path.relative_to(ROOT): len(path.read_text().splitlines()) for path in sorted(SOURCES)}
    long = [f"{path} has {n} lines, over {LONGEST_FILE}." for path, n in lines.items() if n > LONGEST_FILE]
    assert not long, "\n".join(long)


def test_no_function_is_too_long():
    said = offenders_in(SOURCES, long_functions)
    assert not said, said


# Calls


def crowded_calls(path: Path, tree: ast.AST) -> Iterator[str]:
    for node in in_plain_python(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST_ARGUMENTS:
            crowd = f"{len(node.args)} arguments by position, over {MOST_ARGUMENTS}"
            yield f"{place(path, node.lineno)}: {ast.unparse(node.func)} gets {crowd}."


def in_plain_python(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a tree's nodes, but not those of functions that are compiled."""
    if isinstance(node, FUNCTIONS) and any(map(compiles, node.decorator_list)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from in_plain_python(child)


def compiles(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).rpartition(".")[2] in ("kernel", "pairing_kernel", "fragment", "rule")


def test_no_call_has_too_many_arguments_by_position():
    """Kernels alone may, since they know no keywords."""
    said = offenders_in(WRITTEN, crowded_calls)
    assert not said, said


def test_long_functions_and_crowded_calls_are_named():
    body = "\n".join("    x = 1" for _ in range(50))
    tree = ast.parse(
        f'def far():\n    """Go far."""\n{body}\n\n\n@kernel\ndef near():\n    f(1, 2, 3, 4, 5, 6, 7, 8)\n'
    )
    path = PACKAGE / "runs.py"
    assert list(long_functions(path, tree)) == ["plyometric/runs.py line 1: far has 51 lines, over 45."]
    assert list(crowded_calls(path, tree)) == []
    assert list(crowded_calls(path, ast.parse("a.f(1, 2, 3, 4, 5, 6, 7, 8)"))) == [
        "plyometric/runs.py line 1: a.f gets 8 arguments by position, over 7."
    ]
