"""Chess as python-chess knows it, which is asked here and nowhere in the package: its licence is not ours."""

import ast
from pathlib import Path

from fuzz import chess_positions, chess_texts

import plyometric

PACKAGE = Path(plyometric.__file__).parent


def faults(module, count, folder):
    return [f"{kind}: {fault}" for kind, fault in module.attack(count, folder) if fault]


def test_random_positions_have_the_moves_texts_checks_and_ends_that_python_chess_finds(tmp_path):
    assert faults(chess_positions, 3000, tmp_path) == []


def test_spoiled_texts_are_refused_or_mean_the_same_to_python_chess(tmp_path):
    assert faults(chess_texts, 900, tmp_path) == []


def test_the_package_never_imports_it():
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert "chess" not in {name.partition(".")[0] for name in names}, path
