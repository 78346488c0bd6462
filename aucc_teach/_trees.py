"""The clusters of a tree."""

import numpy as np
from scipy.cluster.hierarchy import leaves_list


def cuts_of_tree(tree, ks):
    """The clusters of a tree for some k, as :func:`aucc_teach.linkage_cuts` has them for all."""
    n, at_k = len(tree) + 1, {}
    # Every node is an interval of the ordered leaves; the last merges are undone one after the other.
    order, labels = leaves_list(tree), np.zeros(n, dtype=np.intp)
    size = lambda node: 1 if node < n else int(tree[node - n, 3])  # noqa: E731
    begins, at_k[1] = {2 * n - 2: 0}, labels.copy()
    for k in range(2, max(ks) + 1):
        node = 2 * n - k
        left, right = tree[node - n, :2].astype(int).tolist()
        begins[left], begins[right] = begins[node], begins[node] + size(left)
        labels[order[begins[right] : begins[right] + size(right)]] = k - 1
        at_k[k] = labels.copy()
    return [at_k[k] for k in ks]
