"""Trees of tokens, given by the parent of each node: the orders that attention over them needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm.page_table import CachedSequence


def path_of(parents: Sequence[int], leaf: int) -> list[int]:
    """The nodes from the root to a leaf; none for -1."""
    path: list[int] = []
    while leaf != -1:
        path.append(leaf)
        leaf = parents[leaf]
    return path[::-1]


def orders_of(sequences: Sequence[CachedSequence]) -> tuple[Tensor, Tensor]:
    """The offset of each tree's nodes, and the times at which a depth-first walk enters and leaves each node."""
    rows = [row for sequence in sequences for row in order_of(sequence.tree)]
    counts = np.cumsum([0, *(len(sequence.tree) for sequence in sequences)])
    return tensor(counts.astype("int32")), tensor(np.array(rows, "int32").reshape(-1, 2))


def order_of(parents: Sequence[int]) -> list[tuple[int, int]]:
    """For each node of a tree, the times at which a depth-first walk enters and leaves it.

    A node comes after its parent, so that sizes of what hangs on one are known from the last node on, and places from the first.
    """
    sizes = [1] * len(parents)
    for node in range(len(parents) - 1, -1, -1):
        if parents[node] != -1:
            sizes[parents[node]] += sizes[node]
    entered, reached, top = [0] * len(parents), [0] * len(parents), 0
    for node, parent in enumerate(parents):
        if parent == -1:
            entered[node], top = top, top + sizes[node]
        else:
            entered[node] = reached[parent]
            reached[parent] += sizes[node]
        reached[node] = entered[node] + 1
    return [(start, start + size) for start, size in zip(entered, sizes)]
