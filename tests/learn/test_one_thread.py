"""Libraries stay on one thread as long as anybody learns, and may use all again afterwards."""

import warnings
from contextlib import ExitStack

import numpy  # noqa: F401  its BLAS is one of those restricted
import pytest
from threadpoolctl import threadpool_info

from plyometric.learn.one_thread import TOLD_TO_END, on_one_thread


def threads():
    return [library["num_threads"] for library in threadpool_info()]


def test_who_ends_first_does_not_free_the_libraries_of_the_others():
    before, first, second = threads(), ExitStack(), ExitStack()
    first.enter_context(on_one_thread())
    second.enter_context(on_one_thread())
    first.close()
    assert threads() and set(threads()) == {1}
    second.close()
    assert threads() == before


def test_a_net_that_was_told_to_end_is_no_reason_to_warn_and_all_else_is():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with on_one_thread():
            warnings.warn(f"{TOLD_TO_END} (2) reached", stacklevel=1)
            warnings.warn("something else", stacklevel=1)
    assert [str(one.message) for one in seen] == ["something else"]


def test_a_learner_that_fails_ends_too():
    before = threads()
    with pytest.raises(ZeroDivisionError), on_one_thread():
        raise ZeroDivisionError
    assert threads() == before
