"""Choosing boxes that an object detector gives, in numpy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


def get_valid_counts_python(
    data: np.ndarray, score_threshold: float = 0, id_index: int = 0, score_index: int = 1
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The number of boxes of each image with a greater score and a class that is not negative; those boxes first, then -1; and their old positions.

    With a negative `id_index` boxes have no class.
    """
    kept = data[..., score_index] > score_threshold
    if id_index >= 0:
        kept &= data[..., id_index] >= 0
    counts = kept.sum(axis=1).astype("int32")
    order = np.argsort(~kept, axis=1, kind="stable")
    filled = np.arange(data.shape[1]) < counts[:, None]
    boxes = np.where(filled[..., None], np.take_along_axis(data, order[..., None], 1), -1).astype(data.dtype)
    return counts, boxes, np.where(filled, order, -1).astype("int32")


class _Rules(NamedTuple):
    """The settings of `non_max_suppression_python`, under its names."""

    max_output_size: int
    iou_threshold: float
    force_suppress: bool
    coord_start: int
    score_index: int
    id_index: int
    soft_nms_sigma: float
    score_threshold: float


def _overlaps(box: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """The area that each of the boxes has in common with one box, over the area of both together."""
    low, high = np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])
    common = np.prod(np.maximum(high - low, 0), axis=1)
    total = np.prod(box[2:] - box[:2]) + np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) - common
    return np.where(total > 0, common / np.where(total > 0, total, 1), 0)


def _chosen(rows: np.ndarray, rules: _Rules) -> tuple[list[int], np.ndarray]:
    """The chosen ones of rows that are in the order of their scores, and the scores of all rows afterwards."""
    scores, soft = rows[:, rules.score_index].copy(), rules.soft_nms_sigma > 0
    boxes = rows[:, rules.coord_start : rules.coord_start + 4]
    apart = rules.id_index >= 0 and not rules.force_suppress
    left, chosen = np.arange(len(rows)), list[int]()
    while len(left) and len(chosen) != rules.max_output_size:
        best = left[scores[left].argmax()]
        if soft and scores[best] <= rules.score_threshold:
            break
        chosen.append(int(best))
        left = left[left != best]
        common = _overlaps(boxes[best], boxes[left])
        if apart:
            common = np.where(rows[left, rules.id_index] == rows[best, rules.id_index], common, -1)
        left, common = left[common < rules.iou_threshold], common[common < rules.iou_threshold]
        if soft:
            scores[left] *= np.exp(-np.square(np.maximum(common, 0)) / (2 * rules.soft_nms_sigma))
    return chosen, scores


def non_max_suppression_python(
    data: np.ndarray,
    valid_count: np.ndarray,
    indices: np.ndarray,
    max_output_size: int = -1,
    iou_threshold: float = 0.5,
    force_suppress: bool = False,
    top_k: int = -1,
    coord_start: int = 2,
    score_index: int = 1,
    id_index: int = 0,
    return_indices: bool = True,
    invalid_to_bottom: bool = False,
    soft_nms_sigma: float = 0.0,
    score_threshold: float = 0.0,
) -> np.ndarray | list[np.ndarray]:
    """Without the boxes which overlap one of a higher score, and of their class unless `force_suppress`, in at least a part `iou_threshold`.

    The first `valid_count` boxes of each image count, of these the `top_k` with the highest scores.  With `soft_nms_sigma` a smaller overlap lowers the
    score, and a box whose score is not over `score_threshold` is left out.  Returns the boxes by score with -1 for those left out, which
    `invalid_to_bottom` puts last; or with `return_indices` the `indices` of the chosen ones and their number, in soft suppression after the boxes.
    """
    rules = _Rules(
        max_output_size, iou_threshold, force_suppress, coord_start, score_index, id_index, soft_nms_sigma, score_threshold
    )  # fmt: skip
    boxes, numbers = np.full_like(data, -1), np.full(data.shape[:2], -1, "int32")
    counts = np.zeros((len(data), 1), "int32")
    for at, (rows, valid) in enumerate(zip(data, valid_count)):
        order = np.argsort(-rows[:valid, score_index], kind="stable")
        order = order[:top_k] if top_k > 0 else order
        chosen, scores = _chosen(rows[order], rules)
        places = np.arange(len(chosen)) if invalid_to_bottom or soft_nms_sigma > 0 else chosen
        boxes[at, places] = rows[order][chosen]
        boxes[at, places, score_index] = scores[chosen]
        numbers[at, : len(chosen)] = indices[at, order[chosen]]
        counts[at] = len(chosen)
    if not return_indices:
        return boxes
    return [boxes, numbers, counts] if soft_nms_sigma > 0 else [numbers, counts]
