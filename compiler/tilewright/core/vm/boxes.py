"""Boxes in images at run time: those that count, and those that overlap no better one.

A box is a row of numbers; settings name the columns of its score, its class and its four corners.  Rows and places that stand for no box are -1, as in TVM.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, tensor


def get_valid_counts(data: Tensor, threshold: float, id_index: int, score_index: int) -> tuple[Tensor, ...]:
    """The number of boxes of each image that have a score above the threshold and a class, these boxes in front, and where they stood."""
    rows = data.numpy()
    counts = np.zeros(rows.shape[0], "int32")
    boxes, places = np.full_like(rows, -1), np.full(rows.shape[:2], -1, "int32")
    for image, given in enumerate(rows):
        counted = given[:, score_index] > threshold
        if id_index >= 0:
            counted &= given[:, id_index] >= 0
        found = np.flatnonzero(counted)
        counts[image] = len(found)
        boxes[image, : len(found)], places[image, : len(found)] = given[found], found
    return tensor(counts), tensor(boxes), tensor(places)


@dataclass(frozen=True, slots=True)
class _Suppression:
    """The settings of a suppression: `most` boxes are kept, all when it is not positive; `corners`, `score` and `kind` are columns."""

    most: int
    overlap: float
    across_classes: bool
    corners: int
    score: int
    kind: int
    sigma: float
    threshold: float

    def kept(self, boxes: np.ndarray, places: np.ndarray) -> list[int]:
        """The rows that are kept of boxes sorted by score.  Scores fall on the way; where they do so by degrees, the best box that is left moves up."""
        rows: list[int] = []
        for row in range(len(boxes)):
            if len(rows) == self.most > 0:
                break
            if self.sigma > 0:
                best = row + int(np.argmax(boxes[row:, self.score]))
                boxes[[row, best]], places[[row, best]] = boxes[[best, row]], places[[best, row]]
            if boxes[row, self.score] > self.threshold:
                rows.append(row)
                self._lower(boxes, row)
        return rows

    def _lower(self, boxes: np.ndarray, row: int) -> None:
        """Lower the scores of the later boxes that overlap one: to nothing, or with a sigma by exp(-overlap² / (2 sigma)) where they overlap little."""
        later = boxes[row + 1 :]
        rivals = later[:, self.score] > self.threshold
        if not self.across_classes and self.kind >= 0:
            rivals &= later[:, self.kind] == boxes[row, self.kind]
        shared = overlaps(boxes[row, self.corners : self.corners + 4], later[:, self.corners : self.corners + 4])
        scores = later[:, self.score]
        if self.sigma > 0:
            scores[rivals] *= np.exp(-0.5 / self.sigma * shared[rivals] ** 2).astype(boxes.dtype)
        scores[rivals & (shared >= self.overlap)] = -np.inf


def overlaps(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The area that a box shares with each of others over the area that they cover together; corners may come in either order."""
    low, high = np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])
    lows, highs = np.minimum(others[:, :2], others[:, 2:]), np.maximum(others[:, :2], others[:, 2:])
    both = np.maximum(np.minimum(high, highs) - np.maximum(low, lows), 0).prod(axis=1)
    whole = (high - low).prod() + (highs - lows).prod(axis=1) - both
    return np.where(whole > 0, both / np.where(whole > 0, whole, 1), 0)


def non_max_suppression(
    data: Tensor,
    valid_count: Tensor,
    indices: Tensor,
    most: int,
    overlap: float,
    across_classes: int,
    top_k: int,
    corners: int,
    score: int,
    kind: int,
    gives_places: int,
    to_the_front: int,
    sigma: float,
    threshold: float,
) -> Tensor | tuple[Tensor, ...]:
    """The boxes of each image that overlap no better one, or the places of these and how many there are, behind the boxes where scores decay.

    With a sigma the box of the highest score that is left is next; without one, scores above 0 count, in the order that they had.
    """
    rows, counts = data.numpy(), valid_count.numpy()
    least = threshold if sigma > 0 else 0.0
    how = _Suppression(most, overlap, bool(across_classes), corners, score, kind, sigma, least)
    boxes, places = np.full_like(rows, -1), np.full(rows.shape[:2], -1, "int32")
    kept = np.zeros((rows.shape[0], 1), "int32")
    for image, given in enumerate(rows):
        count = int(counts[image]) if top_k <= 0 else min(top_k, int(counts[image]))
        order = np.argsort(-given[: counts[image], score], kind="stable")[:count]
        sorted_, stood = given[order].copy(), order.astype("int32")
        chosen = how.kept(sorted_, stood)
        kept[image] = len(chosen)
        at = np.arange(len(chosen)) if sigma > 0 or gives_places or to_the_front else np.asarray(chosen, int)
        boxes[image, at], places[image, : len(chosen)] = sorted_[chosen], indices.numpy()[image, stood[chosen]]
    if not gives_places:
        return tensor(boxes)
    found = tensor(places), tensor(kept)
    return (tensor(boxes), *found) if sigma > 0 else found


for _name, _function in {
    "relax.run.get_valid_counts": get_valid_counts,
    "relax.run.non_max_suppression": non_max_suppression,
}.items():
    register_global_func(_name, _function, override=True)
