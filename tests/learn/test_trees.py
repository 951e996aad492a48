"""Forests: against scikit-learn's own predictions, on tables worked by hand, and against hostile files."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import (
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
)
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from plyometric.errors import InputError
from plyometric.learn.trees import (
    chance,
    context_thresholds,
    enrich,
    export_text,
    forest_of,
    grow_tree,
    leaves,
    scores,
)
from plyometric.search.forest import from_rows, to_rows

# men <= 4 leads to leaf 0; else kings <= 0 leads to leaf 1, more kings to leaf 2.
TREE = np.array([[0, 4, 1, 2], [-1, 0.25, -1, 0], [1, 0, 3, 4], [-1, 0.5, -1, 1], [-1, 1, -1, 2]], float)

# A constant, then a tree of one question.
FOREST = np.array([[-1, 10, 1, 0], [0, 2.5, 2, 3], [-1, -1, -1, 1], [-1, 0.5, -1, 2]], float)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Threads of scikit-learn that wait for each other are slow where other tests run at the same time."""
    with threadpool_limits(1):
        yield


def made_up(seed, n=300, features=4):
    random = np.random.default_rng(seed)
    examples = random.integers(0, 9, (n, features)).astype(float)
    return examples, (examples[:, 0] * examples[:, 1] + random.normal(0, 8, n) > 16).astype(int)


def with_thresholds(examples, forest):
    """Add, for every question, an example that lies exactly on its threshold."""
    asked = forest[forest[:, 0] >= 0]
    rows = np.resize(examples, (len(asked), examples.shape[1]))
    rows[np.arange(len(asked)), asked[:, 0].astype(int)] = asked[:, 1]
    return np.vstack([examples, rows])


seeds = st.integers(0, 10**6)
few = settings(max_examples=10, deadline=None)


@given(seeds, st.integers(1, 8))
@few
def test_a_decision_tree_gives_the_same_shares_and_leaves(seed, depth):
    examples, labels = made_up(seed)
    model = DecisionTreeClassifier(criterion="entropy", max_depth=depth, random_state=0).fit(examples, labels)
    forest = forest_of(model)
    fresh, _ = made_up(seed + 1)
    assert scores(forest, fresh) == pytest.approx(model.predict_proba(fresh)[:, 1], abs=1e-15)
    pairs = set(zip(leaves(forest, fresh), model.apply(fresh), strict=True))
    assert len(pairs) == len({mine for mine, _ in pairs}) == len({theirs for _, theirs in pairs})


@given(seeds)
@few
def test_histogram_boosting_gives_the_same_numbers_to_the_last_bit(seed):
    random = np.random.default_rng(seed)
    examples = random.normal(size=(200, 3))
    model = HistGradientBoostingRegressor(max_iter=8, random_state=0).fit(
        examples, np.sin(examples).sum(axis=1)
    )
    forest = forest_of(model)
    tested = with_thresholds(random.normal(size=(100, 3)), forest)
    assert (scores(forest, tested) == model.predict(tested)).all()


def test_histogram_boosting_of_two_classes_gives_the_log_odds():
    examples, labels = made_up(1)
    model = HistGradientBoostingClassifier(max_iter=8, random_state=0).fit(examples, labels)
    assert (scores(forest_of(model), examples) == model.decision_function(examples)).all()


@given(seeds)
@few
def test_gradient_boosting_gives_the_same_numbers(seed):
    examples, labels = made_up(seed)
    model = GradientBoostingRegressor(n_estimators=8, random_state=0).fit(examples, labels * 3.5)
    assert scores(forest_of(model), examples) == pytest.approx(model.predict(examples), abs=1e-12)


def three_classes():
    examples, labels = made_up(2)
    return examples, labels + (examples[:, 2] > 7)


def with_gaps():
    examples, _ = made_up(2)
    there = np.where(examples[:, 0] > 4, np.nan, 1.0)
    return there[:, None], np.isnan(there)


@pytest.mark.parametrize(
    ("model", "examples", "fault"),
    [
        (DecisionTreeClassifier(), three_classes, "decision tree of two classes"),
        (RandomForestClassifier(n_estimators=2), three_classes, "cannot be turned into a forest"),
        (HistGradientBoostingClassifier(max_iter=2), three_classes, "one tree at a time"),
        (HistGradientBoostingRegressor(max_iter=2, loss="poisson"), three_classes, "sum of the trees"),
        (HistGradientBoostingRegressor(max_iter=2, categorical_features=[0]), three_classes, "are numbers"),
        (HistGradientBoostingRegressor(max_iter=2), with_gaps, "missing values"),
    ],
)
def test_other_models_are_refused(model, examples, fault):
    with pytest.raises(InputError, match=fault):
        forest_of(model.fit(*examples()))


# Growing a tree


def test_a_planted_rule_is_grown():
    examples, _ = made_up(3, n=600)
    labels = (examples[:, 1] > 5) & (examples[:, 2] <= 2)
    forest = grow_tree(examples, labels)
    assert scores(forest, examples).tolist() == labels.tolist()
    assert (forest[:, 0] >= 0).sum() == 2


def test_chance_alone_grows_no_tree():
    random = np.random.default_rng(4)
    forest = grow_tree(random.integers(0, 2, (1000, 3)), random.integers(0, 2, 1000))
    assert len(forest) == 1


def test_id3_is_blind_to_features_that_matter_only_together():
    corners = np.array([[a, b] for a in (0, 1) for b in (0, 1)] * 100)
    assert len(grow_tree(corners, corners[:, 0] != corners[:, 1])) == 1


@given(seeds, st.integers(5, 80))
@few
def test_no_leaf_is_smaller_and_no_question_weaker_than_allowed(seed, min_leaf):
    examples, labels = made_up(seed)
    forest = grow_tree(examples, labels, min_leaf=min_leaf, max_p=0.05)
    assert np.bincount(leaves(forest, examples)).min() >= min_leaf
    for row in np.flatnonzero(forest[:, 0] >= 0):
        left, right = (examples_below(forest, int(child), examples, labels) for child in forest[row, 2:])
        assert chance(left, right) <= 0.05


def examples_below(forest, row, examples, labels):
    """Count positive and negative examples in all leaves below a row."""
    below = [row]
    for at in below:
        below += [int(child) for child in forest[at, 2:]] if forest[at, 0] >= 0 else []
    numbers = [forest[at, 3] for at in below if forest[at, 0] < 0]
    here = labels[np.isin(leaves(forest, examples), numbers)]
    return here.sum(), (1 - here).sum()


def test_the_chi_square_test_by_hand():
    # 60 * (10 * 10 - 20 * 20)^2 / 30^4 = 6.667, which chance exceeds in 0.98 % of all cases.
    assert chance((10, 20), (20, 10)) == pytest.approx(0.00982, abs=1e-5)
    assert chance((10, 20), (20, 40)) == 1
    assert chance((10, 0), (20, 0)) == 1


def test_too_small_a_gain_stops():
    examples, labels = made_up(5)
    assert len(grow_tree(examples, labels)) > 1
    assert len(grow_tree(examples, labels, min_gain=1.0)) == 1


# The context-sensitive classifier

BOARDS = [[3, 0], [4, 1], [5, 0], [5, 0], [5, 0], [6, 0]]


def test_enrichment_counts_by_hand():
    # Boards with 3 and 4 men come to leaf 0, one of the two is positive; four boards without kings come
    # to leaf 1, three of them positive; nothing comes to leaf 2, which keeps its share of 1.
    enriched, table = enrich(TREE, BOARDS, [0, 1, 1, 1, 0, 1])
    assert table.reached.tolist() == [2, 4, 0] and table.positive.tolist() == [1, 3, 0]
    assert table.share.tolist() == [1 / 2, 3 / 4, 1]
    assert table.weight.tolist() == [2 / 6, 4 / 6, 0]
    assert enriched[[1, 3, 4], 1].tolist() == [1 / 2, 3 / 4, 1]
    assert TREE[1, 1] == 0.25


@given(seeds, st.integers(1, 299))
@few
def test_enrichment_in_chunks_is_enrichment_at_once(seed, cut):
    forest = grow_tree(*made_up(seed), min_leaf=10)
    examples, labels = made_up(seed + 1)
    at_once, whole = enrich(forest, examples, labels)
    part, table = enrich(forest, examples[:cut], labels[:cut])
    in_chunks, table = enrich(part, examples[cut:], labels[cut:], table)
    assert (in_chunks == at_once).all()
    assert all((mine == theirs).all() for mine, theirs in zip(table, whole, strict=True))
    assert table.weight.sum() == pytest.approx(1)


def test_enrichment_wants_a_single_tree():
    with pytest.raises(InputError, match="a single tree, not in 2"):
        enrich(FOREST, [[1]], [0])


# Sorted by share the leaves hold, from the top: .10 at .9; then .20 and .10 more at .6, together .40; then
# .25 more at .3, together .65; then .35 more at .1, together 1. For a ratio of .11 the leaf at .9 is not
# enough (.10 < .11), so the threshold falls to .6, and so on.
SHARES, WEIGHTS = [0.3, 0.6, 0.9, 0.1, 0.6], [0.25, 0.2, 0.1, 0.35, 0.1]
THRESHOLDS = {
    -1: math.inf,
    0: math.inf,
    0.05: 0.9,
    0.10: 0.9,
    0.11: 0.6,
    0.40: 0.6,
    0.41: 0.3,
    0.65: 0.3,
    0.66: 0.1,
    1: 0.1,
    5: 0.1,
}


def test_the_corrected_equation_by_hand():
    assert context_thresholds(SHARES, WEIGHTS, list(THRESHOLDS)).tolist() == list(THRESHOLDS.values())


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(1, 9)), min_size=1), st.integers(1, 99))
def test_the_corrected_equation_by_its_definition(table, percent):
    share = [share / 10 for share, _ in table]
    weight = [weight / sum(weight for _, weight in table) for _, weight in table]

    def held(b):
        return sum(w for s, w in zip(share, weight, strict=True) if s >= b)

    expected = max(b for b in share if held(b) >= percent / 100 - 1e-12)
    assert context_thresholds(share, weight, [percent / 100]).tolist() == [expected]


def test_leaves_without_weight_are_deep_when_there_is_plenty():
    assert context_thresholds([0.5, 0.2], [1, 0], [0.5, 1]).tolist() == [0.5, 0.2]


def test_shares_and_weights_must_fit():
    with pytest.raises(InputError, match="one share and one weight"):
        context_thresholds([0.5, 0.2], [1], [0.5])


# Text and JSON


def test_a_tree_as_text():
    assert export_text(TREE, ["men", "kings"]).splitlines() == [
        "men <= 4",
        "    0.25  (leaf 0)",
        "men > 4",
        "    kings <= 0",
        "        0.5  (leaf 1)",
        "    kings > 0",
        "        1  (leaf 2)",
    ]


def test_a_forest_as_text():
    assert export_text(FOREST, ["men"]).splitlines() == [
        "tree 1 of 2",
        "10  (leaf 0)",
        "tree 2 of 2",
        "men <= 2.5",
        "    -1  (leaf 1)",
        "men > 2.5",
        "    0.5  (leaf 2)",
    ]


def test_scores_by_hand():
    assert scores(FOREST, [[2.5], [2.6]]).tolist() == [9, 10.5]
    assert leaves(TREE, [[4, 9], [5, 0], [5, 1]]).tolist() == [0, 1, 2]


def test_examples_must_have_the_features_that_are_asked_for():
    with pytest.raises(InputError, match="asks for 2 features, and the examples have 1"):
        scores(TREE, [[1]])


@given(seeds)
@few
def test_a_forest_comes_back_from_json_as_it_was(seed):
    random = np.random.default_rng(seed)
    examples = random.normal(size=(200, 3))
    forest = forest_of(HistGradientBoostingRegressor(max_iter=5).fit(examples, examples[:, 0] ** 2))
    assert (from_rows(json.loads(json.dumps(to_rows(forest))), features=3) == forest).all()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{}", "^forest: a list of rows"),
        ("[]", "^forest: a list of rows"),
        ("[[-1, 1, -1]]", "^forest, row 0: 4 finite numbers"),
        ('[[-1, "1", -1, 0]]', "row 0: 4 finite numbers"),
        ("[[-1, true, -1, 0]]", "row 0: 4 finite numbers"),
        ("[[-1, NaN, -1, 0]]", "row 0: 4 finite numbers"),
        ("[[-1, 1e999, -1, 0]]", "row 0: 4 finite numbers"),
        (f"[[-1, 1{'0' * 400}, -1, 0]]", "row 0: 4 finite numbers"),
        (
            "[[2, 1, 1, 2], [-1, 0, -1, 0], [-1, 0, -1, 1]]",
            "row 0: the feature must be a whole number from 0 to 1",
        ),
        ("[[0.5, 1, 1, 2], [-1, 0, -1, 0], [-1, 0, -1, 1]]", "row 0: the feature"),
        ("[[-2, 1, -1, 0]]", "row 0: the feature"),
        ("[[0, 1, 0, 1], [-1, 0, -1, 0]]", "row 0: it must lead to later rows, up to 1"),
        ("[[0, 1, 1, 3], [-1, 0, -1, 0], [-1, 0, -1, 1]]", "row 0: it must lead to later rows"),
        ("[[0, 1, 1, 1e300], [-1, 0, -1, 0]]", "row 0: it must lead to later rows"),
        ("[[0, 1, 1.5, 2], [-1, 0, -1, 0], [-1, 0, -1, 1]]", "row 0: it must lead to later rows"),
        ("[[-1, 1, 0, 0]]", "row 0: it must lead to later rows"),
        (
            "[[0, 1, 1, 2], [-1, 0, 2, 0], [-1, 0, -1, 1]]",
            "row 0: a question must lead to rows of its own tree",
        ),
        (
            "[[0, 1, 1, 2], [-1, 0, -1, 0], [-1, 0, 3, 1], [-1, 0, -1, 2]]",
            "row 1: a leaf must lead to the tree that follows",
        ),
        ("[[0, 1, 1, 1], [-1, 0, -1, 0]]", "row 1: exactly one row must lead here"),
        ("[[-1, 1, -1, 0], [-1, 1, -1, 1]]", "row 1: exactly one row must lead here"),
        ("[[-1, 1, -1, 7]]", "row 0: leaves must be numbered"),
    ],
)
def test_a_hostile_file_is_refused_with_its_place(text, fault):
    with pytest.raises(InputError, match=fault):
        from_rows(json.loads(text), features=2)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_forest_is_refused_or_harmless(data):
    rows = data.draw(st.sampled_from([TREE, FOREST])).tolist()
    for _ in range(data.draw(st.integers(1, 3))):
        row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
        rows[row][column] = data.draw(st.integers(-2, 6) | st.floats())
    try:
        forest = from_rows(rows, features=2)
    except InputError:
        return
    assert np.isfinite(scores(forest, [[0, 0], [9, 9]])).all() or np.abs(forest[:, 1]).max() > 1e300
    assert export_text(forest, ["men", "kings"]).count("leaf") == (forest[:, 0] < 0).sum()
