"""RELIEF: on features planted to be relevant, irrelevant, redundant or relevant only together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from plyometric.errors import InputError
from plyometric.learn.relief import Relief, export_text


def planted(n=400, seed=0):
    """Two relevant features, a copy of the first, and five that say nothing of the class."""
    random = np.random.default_rng(seed)
    features = random.integers(0, 10, (n, 8)).astype(float)
    features[:, 2] = features[:, 0]
    return features, (features[:, 0] + features[:, 1] > 9).astype(int)


def slow_weights(examples, labels):
    """Kira and Rendell's update by its definition, in plain Python; equally near examples are averaged."""
    scaled = (examples - examples.min(axis=0)) / np.maximum(np.ptp(examples, axis=0), 1e-300)
    weights = np.zeros(examples.shape[1])
    for i, example in enumerate(scaled):
        gaps = np.abs(scaled - example)
        others = np.arange(len(labels)) != i
        hits, misses = others & (labels == labels[i]), labels != labels[i]
        if hits.any():
            weights += mean_nearest(gaps[misses]) - mean_nearest(gaps[hits])
    return weights / len(labels)


def mean_nearest(gaps):
    distances = gaps.sum(axis=1)
    return gaps[distances <= distances.min() + 1e-9].mean(axis=0)


def test_four_examples_by_hand():
    # Scaled, the examples are (0, 0) and (0, 1) of class 0, then (1, 0) and (1, 1) of class 1. The nearest
    # hit of each differs by 1 in the second feature, the nearest miss by 1 in the first.
    relief = Relief().fit([[2, 5], [2, 7], [6, 5], [6, 7]], [0, 0, 1, 1])
    assert relief.weights_.tolist() == [1, -1]


@given(st.integers(0, 10**6), st.integers(4, 30), st.integers(1, 4), st.integers(2, 5))
@settings(max_examples=40, deadline=None)
def test_weights_follow_the_definition(seed, n, features, values):
    random = np.random.default_rng(seed)
    examples = random.integers(0, values, (n, features)).astype(float)
    examples[0], examples[1] = 0, values
    labels = np.append([0, 1], random.integers(0, 2, n - 2))
    assert Relief().fit(examples, labels).weights_ == pytest.approx(slow_weights(examples, labels), abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_relevant_features_stand_out_and_a_copy_is_as_good_as_the_original(seed):
    relief = Relief().fit(*planted(seed=seed))
    assert relief.weights_[:3].min() > 2 * relief.weights_[3:].max()
    assert relief.weights_[0] == relief.weights_[2]
    assert relief.get_support()[:3].all()


def test_few_irrelevant_features_slip_through():
    # A shuffled run would keep one feature in twenty. Where others are relevant it is a few more, since
    # the nearest miss is then farther away in every feature.
    kept = [Relief().fit(*planted(seed=seed)).get_support()[3:] for seed in range(20)]
    assert np.mean(kept) < 0.2


def test_features_that_matter_only_together_are_found():
    features = np.random.default_rng(1).integers(0, 2, (400, 6)).astype(float)
    exclusive_or = (features[:, 0] != features[:, 1]).astype(int)
    relief = Relief().fit(features, exclusive_or)
    assert relief.get_support().tolist() == [True, True, False, False, False, False]


def test_the_order_of_the_examples_does_not_matter():
    features, labels = planted()
    order = np.random.default_rng(2).permutation(len(labels))
    there, here = Relief().fit(features[order], labels[order]), Relief().fit(features, labels)
    assert there.weights_ == pytest.approx(here.weights_, abs=1e-12)


def test_the_scale_of_a_feature_does_not_matter():
    features, labels = planted()
    stretched = features * [1, 100, 1, 1, 0.001, 1, 1, 1] + 7
    assert Relief().fit(stretched, labels).weights_ == pytest.approx(Relief().fit(features, labels).weights_)


def test_a_constant_feature_weighs_nothing_and_is_never_kept():
    features, labels = planted()
    features[:, 4] = 3
    relief = Relief(fallback=8).fit(features, labels)
    assert relief.weights_[4] == 0 and not relief.get_support()[4]
    relief.threshold_ = 9.0
    assert relief.get_support().tolist() == [True] * 4 + [False] + [True] * 3


def test_the_best_features_are_kept_where_none_passes():
    relief = Relief(fallback=2).fit(*planted())
    relief.threshold_ = 9.0
    assert relief.get_support(indices=True).tolist() == sorted(
        np.argsort(-relief.weights_, kind="stable")[:2]
    )


def test_the_seed_decides_sample_and_shuffles():
    features, labels = planted()
    first, again, other = (Relief(n_samples=50, seed=seed).fit(features, labels) for seed in (1, 1, 2))
    assert (first.weights_ == again.weights_).all() and first.threshold_ == again.threshold_
    assert (first.weights_ != other.weights_).any() and first.threshold_ != other.threshold_


def test_a_sample_of_all_examples_is_all_examples():
    features, labels = planted()
    whole, sample = Relief().fit(features, labels), Relief(n_samples=400).fit(features, labels)
    assert (whole.weights_ == sample.weights_).all()


def test_it_is_a_selector_like_any_other():
    features, labels = planted()
    relief = clone(Relief(seed=3))
    assert relief.get_params() == {
        "n_samples": None,
        "shuffles": 5,
        "quantile": 0.95,
        "fallback": 17,
        "seed": 3,
    }
    assert (relief.fit_transform(features, labels) == features[:, :3]).all()


def test_the_ranking_as_text():
    relief = Relief().fit([[2, 5, 1], [2, 7, 1], [6, 5, 1], [6, 7, 1]], [0, 0, 1, 1])
    relief.threshold_ = 0.25
    assert export_text(relief, ["men", "kings", "moves"]).splitlines() == [
        "men         1.00000  kept",
        "moves       0.00000  dropped",
        "kings      -1.00000  dropped",
        "threshold   0.25000",
    ]


@pytest.mark.parametrize(
    ("features", "labels", "fault"),
    [
        ([[1.0], [float("nan")]], [0, 1], "example 1, feature 0: nan is not a finite number"),
        ([[1.0], [2.0, 3.0]], [0, 1], "rows of numbers, all equally long"),
        ([1.0, 2.0], [0, 1], "a table with rows and columns"),
        ([[1.0], [2.0]], [0, 2], "each 0 or 1"),
        ([[1.0], [2.0]], [0, 1, 1], "labels must be 2 numbers"),
        ([[1.0], [2.0]], [1, 1], "all 2 labels are 1"),
        ([[1.0], [1.0]], [0, 1], "every feature is constant"),
    ],
)
def test_bad_examples_are_refused(features, labels, fault):
    with pytest.raises(InputError, match=fault):
        Relief().fit(features, labels)


@pytest.mark.parametrize("settings", [{"shuffles": 0}, {"fallback": 0}, {"n_samples": 0}, {"quantile": 1.5}])
def test_bad_settings_are_refused(settings):
    with pytest.raises(InputError, match=next(iter(settings))):
        Relief(**settings).fit(*planted())
