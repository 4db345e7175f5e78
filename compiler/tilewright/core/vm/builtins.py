"""Functions of the runtime that compiled graphs call by name: what they give depends on the elements."""

from __future__ import annotations

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, tensor


def unique(
    x: Tensor,
    sorted: bool | int = True,
    return_index: bool | int = False,
    return_inverse: bool | int = False,
    return_counts: bool | int = False,
    axis: int | tuple[()] | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """The different elements, in order or as they first appear, and where they stand, as numpy's `unique` gives them."""
    along = None if axis is None or isinstance(axis, tuple) else int(axis)
    values, first, inverse, counts = np.unique(
        x.numpy(), return_index=True, return_inverse=True, return_counts=True, axis=along
    )
    if not sorted:
        order = np.argsort(first)
        values, first, counts = np.take(values, order, axis=along or 0), first[order], counts[order]
        inverse = np.argsort(order)[inverse]
    found = [values]
    found += [
        part
        for part, is_asked in zip((first, inverse, counts), (return_index, return_inverse, return_counts))
        if is_asked
    ]
    made: list[Tensor] = [tensor(np.ascontiguousarray(part)) for part in found]
    return tuple(made) if len(made) > 1 else made[0]


def nonzero(x: Tensor) -> Tensor:
    """The positions of the elements that are not zero, one a column."""
    found = np.nonzero(np.atleast_1d(x.numpy()))
    return tensor(np.stack(found).astype("int64"))


def all_class_non_max_suppression(
    boxes: Tensor,
    scores: Tensor,
    most: Tensor | float,
    iou_threshold: Tensor | float,
    score_threshold: Tensor | float,
    output_format: str = "onnx",
) -> tuple[Tensor, ...]:
    """The boxes of each class that overlap no better one of it: rows (batch, class, box), and how many there are.

    In the format of TensorFlow each image of the batch has room for all, with zeros after the last: rows (class, box), best first, their scores,
    and how many there are.
    """
    places, marks = boxes.numpy(), scores.numpy()
    limit, overlap, least = (
        float(np.asarray(_array(value)).ravel()[0]) for value in (most, iou_threshold, score_threshold)
    )
    rows = [
        (batch, kind, box)
        for batch in range(marks.shape[0])
        for kind in range(marks.shape[1])
        for box in _kept(places[batch], marks[batch, kind], int(limit), overlap, least)
    ]
    if output_format == "tensorflow":
        return _by_image(rows, marks)
    return tensor(np.array(rows, "int64").reshape(-1, 3)), tensor(np.array([len(rows)], "int64"))


def _by_image(rows: list[tuple[int, int, int]], marks: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
    """The rows of each image, the best scores first."""
    images, room = marks.shape[0], marks.shape[1] * marks.shape[2]
    chosen, values = np.zeros((images, room, 2), "int64"), np.zeros((images, room), "float32")
    counts = np.zeros((images,), "int64")
    for image, kind, box in sorted(rows, key=lambda row: -marks[row]):
        chosen[image, counts[image]], values[image, counts[image]] = (kind, box), marks[image, kind, box]
        counts[image] += 1
    return tensor(chosen), tensor(values), tensor(counts)


def _array(value: Tensor | float) -> np.ndarray | float:
    return value.numpy() if isinstance(value, Tensor) else value


def _kept(boxes: np.ndarray, scores: np.ndarray, limit: int, overlap: float, least: float) -> list[int]:
    """The boxes of one class, best first."""
    kept: list[int] = []
    for box in np.argsort(-scores, kind="stable"):
        if len(kept) >= limit or scores[box] < least:
            break
        if all(_shared(boxes[box], boxes[other]) <= overlap for other in kept):
            kept.append(int(box))
    return kept


def _shared(a: np.ndarray, b: np.ndarray) -> float:
    """The area that two boxes share over the area that they cover together; corners may come in either order."""
    (top_a, left_a), (bottom_a, right_a) = np.minimum(a[:2], a[2:]), np.maximum(a[:2], a[2:])
    (top_b, left_b), (bottom_b, right_b) = np.minimum(b[:2], b[2:]), np.maximum(b[:2], b[2:])
    both = max(min(bottom_a, bottom_b) - max(top_a, top_b), 0) * max(min(right_a, right_b) - max(left_a, left_b), 0)
    whole = (bottom_a - top_a) * (right_a - left_a) + (bottom_b - top_b) * (right_b - left_b) - both
    return float(both / whole) if whole > 0 else 0.0


for _name, _function in {
    "relax.run.unique": unique,
    "relax.run.nonzero": nonzero,
    "relax.run.all_class_non_max_suppression": all_class_non_max_suppression,
}.items():
    register_global_func(_name, _function, override=True)
