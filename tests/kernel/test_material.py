"""Rules are material of kernels: set in where they are called, and never machine code by themselves."""

import numpy as np
import pytest
from numba import int64
from numba.core import config

from plyometric.kernel import kernel, pairing_kernel, rule
from plyometric.kernel.material import Material


@rule
def doubled(n):
    return 2 * n


@rule
def trebled(n):
    return 3 * n


@rule
def applied(what, n):
    return what(n) + 1


@rule
def factorial(n):
    return int64(1) if n <= 1 else n * factorial(n - 1)


@kernel
def all_of_them(n):
    return applied(doubled, n), applied(trebled, n), factorial(n)


@rule
def binomial(n, k):
    return int64(1) if k == 0 or k == n else binomial(n - 1, k - 1) + binomial(n - 1, k)


@pytest.fixture(autouse=True)
def nothing_compiled_earlier(tmp_path, monkeypatch):
    """Let these tests find no kernel on disk: they look into what compiling leaves behind."""
    monkeypatch.setenv("PLYOMETRIC_CACHE", str(tmp_path))


def test_rules_do_inside_a_kernel_what_they_do_in_python():
    assert all_of_them(5) == (11, 16, 120)
    assert (doubled(5), applied.py_func(trebled, 5), factorial(5)) == (10, 16, 120)


def test_a_rule_that_calls_itself_answers_python_before_any_kernel_holds_it():
    assert binomial(5, 2) == 10
    assert binomial(n=6, k=3) == 20


def test_no_machine_code_is_made_of_a_rule_alone():
    all_of_them(5)
    (compiled,) = doubled.overloads.values()
    assert isinstance(compiled.library, Material)
    name = compiled.fndesc.llvm_func_name
    assert not compiled.library.codegen._engine.is_symbol_defined(name)


def test_a_rule_stands_in_the_kernel_that_calls_it():
    all_of_them(5)
    (compiled,) = all_of_them.overloads.values()
    defined = " ".join(function.name for function in compiled.library.get_defined_functions())
    assert "doubled" not in defined and "applied" not in defined
    assert "factorial" in defined, "a rule that calls itself remains a function"


@pairing_kernel
def add_both(pairs):
    one, other = 0.0, 0.0
    for i in range(len(pairs)):
        one, other = one + pairs[i, 0], other + pairs[i, 1]
    return one, other


def test_a_kernel_that_works_on_neighbouring_numbers_leaves_the_setting_as_it_was():
    before = config.SLP_VECTORIZE
    assert add_both(np.array([[1.0, 2.0], [3.0, 4.0]])) == (4.0, 6.0)
    assert before == config.SLP_VECTORIZE
