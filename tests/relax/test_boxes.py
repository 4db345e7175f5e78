"""Boxes of single-shot detectors: those that count, those that overlap no better one, and those that offsets from anchors mean."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.error import TVMError
from tilewright.script import relax as R

# Each row: class, score, left, top, right, bottom.  The second overlaps the first by 9/11 of what both cover, the third and the fourth nothing.
BOXES = np.array(
    [
        [0, 0.9, 0, 0, 10, 10],
        [0, 0.8, 1, 0, 11, 10],
        [1, 0.7, 1, 0, 11, 10],
        [0, 0.6, 50, 50, 60, 60],
    ],
    "float32",
)
SHARED = 9 / 11


def run(op: Any, *arrays: np.ndarray, **settings: Any) -> list[np.ndarray]:
    """The results of a call of an op with these arguments and settings."""
    params = [relax.Var(f"x{at}", R.Tensor(each.shape, str(each.dtype))) for at, each in enumerate(arrays)]
    builder = relax.BlockBuilder()
    with builder.function("main", params):
        builder.emit_func_output(builder.emit(op(*params, **settings)))
    found = relax.VirtualMachine(relax.build(builder.get(), "llvm"))["main"](*arrays)
    return [each.numpy() for each in (found if isinstance(found, (list, tuple)) else [found])]


def suppressed(boxes: Any = BOXES, count: Any = None, **settings: Any) -> list[np.ndarray]:
    """The boxes of one image that are left, which came from the places 10, 11, ... of another list."""
    counts = np.array([len(boxes) if count is None else count], "int32")
    places = np.arange(10, 10 + len(boxes), dtype="int32")[None]
    return run(R.vision.non_max_suppression, boxes[None], counts, places, **settings)


def kept(*arguments: Any, **settings: Any) -> list[int]:
    places, count = suppressed(*arguments, **settings)
    assert (places[0, count[0, 0] :] == -1).all()
    return places[0, : count[0, 0]].tolist()


def test_boxes_that_count_come_to_the_front() -> None:
    data = np.array([[[1, 0.2], [0, 0.6], [-1, 0.9], [2, 0.7]], [[0, 0.1]] * 4], "float32")
    counts, boxes, places = run(R.vision.get_valid_counts, data, score_threshold=0.5)
    assert counts.tolist() == [2, 0]
    assert places.tolist() == [[1, 3, -1, -1], [-1] * 4]
    np.testing.assert_array_equal(boxes[0], np.array([[0, 0.6], [2, 0.7], [-1, -1], [-1, -1]], "float32"))
    counts, *_ = run(R.vision.get_valid_counts, data, score_threshold=0.5, id_index=-1)
    assert counts.tolist() == [3, 0]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [10, 12, 13]),  # of the same class alone
        ({"force_suppress": True}, [10, 13]),
        ({"id_index": -1}, [10, 13]),
        ({"iou_threshold": SHARED + 0.01}, [10, 11, 12, 13]),
        ({"max_output_size": 2}, [10, 12]),
        ({"top_k": 2}, [10]),
        ({"count": 3}, [10, 12]),
        ({"invalid_to_bottom": True}, [10, 12, 13]),
    ],
)
def test_the_places_of_boxes_that_overlap_no_better_one(settings: dict[str, Any], expected: list[int]) -> None:
    assert kept(**settings) == expected


def test_boxes_are_sorted_and_corners_come_in_either_order() -> None:
    turned = BOXES[::-1].copy()
    turned[3, 2:] = turned[3, [4, 5, 2, 3]]
    assert kept(turned) == [13, 11, 10]


def test_the_boxes_themselves() -> None:
    gone = np.full(6, -1, "float32")
    (boxes,) = suppressed(return_indices=False)
    np.testing.assert_array_equal(boxes[0], [BOXES[0], gone, BOXES[2], BOXES[3]])
    (boxes,) = suppressed(return_indices=False, invalid_to_bottom=True)
    np.testing.assert_array_equal(boxes[0], [BOXES[0], BOXES[2], BOXES[3], gone])


def test_scores_decay_with_the_overlap() -> None:
    settings: dict[str, Any] = {"soft_nms_sigma": 0.5, "iou_threshold": 1.0, "score_threshold": 0.1}
    boxes, places, count = suppressed(**settings)
    assert (places.tolist(), count.tolist()) == ([[10, 12, 13, 11]], [[4]])
    np.testing.assert_allclose(boxes[0, :, 1], [0.9, 0.7, 0.6, 0.8 * np.exp(-(SHARED**2))], rtol=1e-6)
    _, places, count = suppressed(**{**settings, "score_threshold": 0.5})
    assert (places.tolist(), count.tolist()) == ([[10, 12, 13, -1]], [[3]])


ANCHORS = np.array([[[0.0, 0.0, 1.0, 0.5], [0.2, 0.2, 0.4, 0.6]]], "float32")
OFFSETS = np.array([[0.5, -0.5, 0.1, 0.2, 0.0, 0.0, 0.0, 0.0]], "float32")
LIKELY = np.array([[[1.0, -1.0], [0.5, 2.0], [0.0, 0.0]]], "float32")


@pytest.mark.parametrize("clip", [False, True])
def test_offsets_from_anchors(clip: bool) -> None:
    x, y, w, h = variances = (0.1, 0.2, 0.3, 0.4)
    boxes, scores = run(R.vision.multibox_transform_loc, LIKELY, OFFSETS, ANCHORS, variances=variances, clip=clip)
    middle = 0.5 + 0.5 * x, 0.25 - 0.5 * y * 0.5
    half = 0.5 * np.exp(0.1 * w), 0.25 * np.exp(0.2 * h)
    first = np.array([middle[1] - half[1], middle[0] - half[0], middle[1] + half[1], middle[0] + half[0]])
    wanted = np.stack([np.clip(first, 0, 1) if clip else first, np.array([0.2, 0.2, 0.6, 0.4])])
    np.testing.assert_allclose(boxes[0], wanted, rtol=1e-5)
    wanted = np.exp(LIKELY) / np.exp(LIKELY).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(scores, wanted, rtol=1e-5)


def test_scores_below_the_threshold_and_of_the_background_are_0() -> None:
    settings = {"threshold": 0.6, "keep_background": False, "apply_softmax": False}
    _, scores = run(R.vision.multibox_transform_loc, LIKELY, OFFSETS, ANCHORS, **settings)
    assert scores.tolist() == [[[0, 0], [0, 2], [0, 0]]]


def array(*shape: int, dtype: str = "float32") -> relax.Var:
    return relax.Var("x", R.Tensor(shape, dtype))


COUNTS, PLACES = array(2, dtype="int32"), array(2, 10, dtype="int32")


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: R.vision.get_valid_counts(array(2, 10, 6), score_index=6), "a box has no column 6: it has 6"),
        (lambda: R.vision.get_valid_counts(array(2, 10, 6), id_index=-2), "a box has no column -2"),
        (
            lambda: R.vision.non_max_suppression(array(2, 10, 6), COUNTS, PLACES, coord_start=3),
            "a box has no column 6: it has 6",
        ),
        (
            lambda: R.vision.non_max_suppression(array(2, 10, 6), array(3, dtype="int32"), PLACES),
            "dimension 0 of `valid_count` must be 2, not 3",
        ),
        (
            lambda: R.vision.non_max_suppression(array(2, 10, 6), COUNTS, array(2, 10, dtype="int64")),
            "`indices` must be int32, and is int64",
        ),
        (
            lambda: R.vision.multibox_transform_loc(array(2, 3, 5), array(2, 20), array(2, 5, 4)),
            "dimension 0 of `anchor` must be 1, not 2",
        ),
    ],
)
def test_arguments_that_do_not_fit(made: Any, said: str) -> None:
    with pytest.raises(TVMError, match=said):
        relax.BlockBuilder().normalize(made())
