"""The README's session is true."""

import doctest


def test_the_session_in_the_readme_runs():
    failures, tried = doctest.testfile("../README.md", optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 0
    assert failures == 0


def test_the_page_about_learning_is_true():
    page = "../docs/learning-an-evaluation.md"
    failures, tried = doctest.testfile(page, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried > 5
    assert failures == 0
