"""Trees and boosted forests as one flat array, which kernels walk: learning another recompiles nothing.

A forest is a float64 array with four numbers a row, and a walk begins at row 0:

    a question   feature, threshold, row to go to if x[feature] <= threshold, row if it is greater
    a leaf       -1, value, first row of the next tree or -1, number of the leaf

A forest's score is the sum of the leaves that a walk through all its trees comes to. Every row leads
to later rows only, so every walk ends. Missing values are not supported: NaN is greater than any
threshold. scikit-learn's trees (not its histogram boosting) see features as float32, so the two agree
on all numbers that float32 holds exactly, whole numbers up to 16 million among them.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import int64

from plyometric.errors import InputError
from plyometric.kernel import kernel, rule
from plyometric.search.forest import leaf_below, roots_of, score


@rule
def leaf(forest, x):
    """Return the row of the leaf that an example comes to in the first tree."""
    return leaf_below(forest, x, int64(0))


@kernel
def _score_each(forest, examples, out):
    for i in range(len(examples)):
        out[i] = score(forest, examples[i])


@kernel
def _leaf_of_each(forest, examples, out):
    for i in range(len(examples)):
        out[i] = int64(forest[leaf(forest, examples[i]), 3])


def scores(forest: np.ndarray, examples: Any) -> np.ndarray:
    """Return the score of every example."""
    examples = _fitting(forest, examples)
    out = np.zeros(len(examples))
    _score_each(forest, examples, out)
    return out


def leaves(forest: np.ndarray, examples: Any) -> np.ndarray:
    """Return the number of the leaf that every example comes to, in a forest of one tree."""
    if len(roots_of(forest)) > 1:
        raise InputError(f"leaves are told apart in a single tree, not in {len(roots_of(forest))} trees.")
    examples = _fitting(forest, examples)
    out = np.zeros(len(examples), np.int64)
    _leaf_of_each(forest, examples, out)
    return out


def _fitting(forest: np.ndarray, examples: Any) -> np.ndarray:
    examples, asked = checked_examples(examples), int(forest[:, 0].max()) + 1
    if examples.shape[1] < asked:
        raise InputError(f"the forest asks for {asked} features, and the examples have {examples.shape[1]}.")
    return examples


def checked_examples(examples: Any) -> np.ndarray:
    """Return examples as rows of finite numbers."""
    try:
        array = np.ascontiguousarray(examples, np.float64)
    except (TypeError, ValueError):
        raise InputError("examples must be rows of numbers, all equally long.") from None
    if array.ndim != 2 or 0 in array.shape:
        raise InputError(f"examples must be a table with rows and columns, not of shape {array.shape}.")
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise InputError(f"example {row}, feature {column}: {array[row, column]} is not a finite number.")
    return array


def checked_labels(labels: Any, n: int) -> np.ndarray:
    """Return the labels of n examples as 0 and 1."""
    array = np.asarray(labels)
    if array.shape != (n,) or not np.isin(array, (0, 1)).all():
        raise InputError(f"labels must be {n} numbers, one for each example, each 0 or 1.")
    return array.astype(np.int64)


def contrasting_labels(labels: Any, n: int) -> np.ndarray:
    """Return the labels of n examples as 0 and 1, both of which must occur."""
    array = checked_labels(labels, n)
    if array.min() == array.max():
        raise InputError(f"all {n} labels are {array[0]}: both 0 and 1 must occur.")
    return array


# Growing a tree


def grow_tree(
    examples: Any, labels: Any, min_leaf: int = 50, min_gain: float = 1e-4, max_p: float = 0.01
) -> np.ndarray:
    """Return a decision tree after Quinlan's ID3, whose leaves hold the share of positive examples.

    Each question is the one that gains most information. A node asks none if that would leave fewer
    than `min_leaf` examples on a side, gain less than `min_gain` bits, or if a chi-square test gives
    the split a probability above `max_p` under pure chance (Quinlan, Induction of decision trees, 1986).
    Questions have two answers, as scikit-learn's do, where ID3 has one for each value. It grows the
    tree without the last two rules; cutting it at the first node that breaks one leaves exactly the
    tree that would have stopped there, since a node's question does not depend on other nodes.
    """
    from sklearn.tree import DecisionTreeClassifier

    examples = checked_examples(examples)
    labels = contrasting_labels(labels, len(examples))
    model = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=min_leaf, random_state=0)
    tree = model.fit(examples, labels).tree_
    nodes = _nodes_of_tree(tree, _shares(tree))
    stops = ~nodes.is_leaf & ((_gains(tree) < min_gain) | (_chances(tree) > max_p))
    return _chained([nodes._replace(is_leaf=nodes.is_leaf | stops)])


def _shares(tree: Any) -> np.ndarray:
    return tree.value[:, 0, 1] / tree.value[:, 0].sum(axis=1)


def _gains(tree: Any) -> np.ndarray:
    """Return the information that every question gains; what stands at leaves means nothing."""
    left, right = tree.children_left, tree.children_right
    weighted = tree.impurity * tree.n_node_samples
    return (weighted - weighted[left] - weighted[right]) / tree.n_node_samples


def _chances(tree: Any) -> np.ndarray:
    """Return how probable every split would be by chance; what stands at leaves means nothing."""
    positive = _shares(tree) * tree.n_node_samples
    table = np.array([positive, tree.n_node_samples - positive])
    return np.array(
        [
            chance(table[:, i], table[:, j])
            for i, j in zip(tree.children_left, tree.children_right, strict=True)
        ]
    )


def chance(left: Any, right: Any) -> float:
    """Return the p-value of the chi-square test on the counts of two classes on two sides."""
    (a, b), (c, d) = left, right
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    chi_square = (a + b + c + d) * (a * d - b * c) ** 2 / margins if margins else 0.0
    return math.erfc(math.sqrt(chi_square / 2))


# Trees that scikit-learn has learned


class _Nodes(NamedTuple):
    """A tree as columns, one entry a node; node 0 is the root."""

    is_leaf: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray


def forest_of(model: Any) -> np.ndarray:
    """Return a fitted scikit-learn model as a forest whose score is the model's own.

    That is the share of positive examples for a DecisionTreeClassifier of two classes, the prediction
    for boosted regression, and the log-odds (`decision_function`) for a
    HistGradientBoostingClassifier of two classes.
    """
    from sklearn import ensemble, tree

    if isinstance(model, tree.DecisionTreeClassifier) and model.tree_.value.shape[1:] == (1, 2):
        return _chained([_nodes_of_tree(model.tree_, _shares(model.tree_))])
    if isinstance(model, ensemble.HistGradientBoostingRegressor | ensemble.HistGradientBoostingClassifier):
        return _from_histograms(model)
    if isinstance(model, ensemble.GradientBoostingRegressor) and model.init is None:
        return _from_boosting(model)
    raise InputError(
        f"{model} cannot be turned into a forest: a decision tree of two classes, histogram boosting,"
        " or gradient boosting for regression is accepted."
    )


def _nodes_of_tree(tree: Any, value: np.ndarray) -> _Nodes:
    left, right = tree.children_left, tree.children_right
    return _Nodes(left < 0, tree.feature, tree.threshold, left, right, value)


def _from_histograms(model: Any) -> np.ndarray:
    if model.n_trees_per_iteration_ != 1 or np.any(model.is_categorical_):
        raise InputError(f"{model}: one tree at a time is accepted, and features that are numbers.")
    if getattr(model, "loss", None) in ("poisson", "gamma"):
        raise InputError(f"{model}: a loss whose prediction is the sum of the trees is accepted.")
    trees = [predictor.nodes for (predictor,) in model._predictors]
    if not all(np.isfinite(nodes["num_threshold"]).all() for nodes in trees):
        raise InputError(f"{model} was fitted to missing values, which a forest does not support.")
    return _chained([_constant(model._baseline_prediction), *map(_nodes_of_histogram, trees)])


def _nodes_of_histogram(nodes: np.ndarray) -> _Nodes:
    names = ("feature_idx", "num_threshold", "left", "right", "value")
    return _Nodes(nodes["is_leaf"].astype(bool), *(nodes[name] for name in names))


def _from_boosting(model: Any) -> np.ndarray:
    trees = [estimator.tree_ for estimator in model.estimators_[:, 0]]
    later = [_nodes_of_tree(tree, model.learning_rate * tree.value[:, 0, 0]) for tree in trees]
    return _chained([_constant(model.init_.constant_), *later])


def _constant(value: np.ndarray) -> _Nodes:
    """Return a tree that gives every example the same value."""
    none = np.zeros(1, np.int64)
    return _Nodes(np.ones(1, bool), none, none, none, none, np.ravel(value)[:1])


def _chained(trees: list[_Nodes]) -> np.ndarray:
    """Return trees as a forest, each of them in the order of a walk that goes left first."""
    rows: list[tuple] = []
    for nodes in trees:
        rows += _rows_of(nodes, len(rows), nodes is trees[-1])
    forest = np.array(rows, np.float64)
    is_leaf = forest[:, 0] < 0
    forest[is_leaf, 3] = np.arange(is_leaf.sum())
    return forest


def _rows_of(nodes: _Nodes, first: int, is_last: bool) -> Iterator[tuple]:
    order = list(_in_order(nodes))
    row_of = {node: first + i for i, node in enumerate(order)}
    following = -1 if is_last else first + len(order)
    for node in order:
        if nodes.is_leaf[node]:
            yield -1, nodes.value[node], following, 0
        else:
            children = row_of[int(nodes.left[node])], row_of[int(nodes.right[node])]
            yield nodes.feature[node], nodes.threshold[node], *children


def _in_order(nodes: _Nodes) -> Iterator[int]:
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        if not nodes.is_leaf[node]:
            waiting += [int(nodes.right[node]), int(nodes.left[node])]


# The context-sensitive classifier


class LeafTable(NamedTuple):
    """What is known of a tree's leaves, by their numbers: the paper's E(l), and P(l)."""

    reached: np.ndarray
    positive: np.ndarray
    share: np.ndarray

    @property
    def weight(self) -> np.ndarray:
        """The paper's W(l): the share of all examples that come to each leaf."""
        return self.reached / self.reached.sum()


def enrich(
    forest: np.ndarray, examples: Any, labels: Any, so_far: LeafTable | None = None
) -> tuple[np.ndarray, LeafTable]:
    """Return a tree with the leaves' shares counted anew on fresh examples, and the table of leaves.

    Examples may come in chunks: each call is given the table of the one before, and adds to it. A leaf
    that no example has reached keeps the share that it had, at weight 0.
    """
    numbers = leaves(forest, examples)
    labels = checked_labels(labels, len(numbers))
    is_leaf = forest[:, 0] < 0
    n = int(is_leaf.sum())
    reached = np.bincount(numbers, minlength=n)
    positive = np.bincount(numbers[labels == 1], minlength=n)
    if so_far is not None:
        reached, positive = reached + so_far.reached, positive + so_far.positive
    share = np.where(reached > 0, positive / np.maximum(reached, 1), forest[is_leaf, 1])
    enriched = forest.copy()
    enriched[is_leaf, 1] = share
    return enriched, LeafTable(reached, positive, share)


def context_thresholds(leaf_share: Any, leaf_weight: Any, ratios: Any) -> np.ndarray:
    """Return, for each ratio r = d/m, the share b from which on a leaf's boards get a deep search.

    Equation 5 of Markovitch and Sella, corrected: b is the greatest P(l) such that the leaves with at
    least that share hold at least r of all boards. (Printed is the least b; but b = 0 always does.)
    Nothing is left to spend at r <= 0, so b is infinite; at r >= 1 it is the least share of all.
    """
    share, weight = np.asarray(leaf_share, np.float64), np.asarray(leaf_weight, np.float64)
    ratios = np.asarray(ratios, np.float64)
    if share.ndim != 1 or share.shape != weight.shape or not len(share):
        raise InputError(f"every leaf has one share and one weight, not {share.shape} and {weight.shape}.")
    order = np.argsort(-share, kind="stable")
    held = np.cumsum(weight[order])
    # Weights that should add up to r may miss it by a rounding error.
    first = np.searchsorted(held, ratios - 1e-12).clip(max=len(share) - 1)
    thresholds = share[order][first]
    return np.where(ratios <= 0, np.inf, np.where(ratios >= 1, share.min(), thresholds))


# Text and JSON


def export_text(forest: np.ndarray, names: Sequence[str]) -> str:
    """Return a forest as indented questions and leaves."""
    roots = roots_of(forest)
    lines: list[str] = []
    for i, root in enumerate(roots, 1):
        lines += [f"tree {i} of {len(roots)}"] if len(roots) > 1 else []
        lines += _lines(forest, names, root)
    return "\n".join(lines)


def _lines(forest: np.ndarray, names: Sequence[str], root: int) -> Iterator[str]:
    waiting = [(root, "", "")]
    while waiting:
        row, indent, answer = waiting.pop()
        feature, number, third, fourth = forest[row]
        yield from [answer] if answer else []
        if feature < 0:
            yield f"{indent}{number:.6g}  (leaf {int(fourth)})"
        else:
            name, deeper = names[int(feature)], indent + "    "
            waiting.append((int(fourth), deeper, f"{indent}{name} > {number:.6g}"))
            waiting.append((int(third), deeper, f"{indent}{name} <= {number:.6g}"))
