"""Annotations of a software pipeline that do not fit its loop."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir

PROGRAM = """@T.prim_func
def main(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    for i in T.serial(8, annotations={{"software_pipeline_stage": {stage}, "software_pipeline_order": {order}}}):
        with T.block(""):
            B = T.alloc_buffer((1,), "float32")
            B[0] = A[i]
            C[i] = B[0]
"""


@pytest.mark.parametrize(
    ("stage", "order", "message"),
    [
        ([0], [0, 1], "software_pipeline_stage of loop `i` has 1 numbers for 2 statements"),
        ([0, 1], [0, 0], r"software_pipeline_order of loop `i` is \[0, 0\], and no order of 2 statements"),
        ([1, 0], [0, 1], "runs a statement before the one whose result it reads"),
        ([0, 0], [1, 0], "runs a statement before the one whose result it reads"),
    ],
)
def test_annotations_that_do_not_fit(stage: list[int], order: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tir.transform.InjectSoftwarePipeline()(program(PROGRAM.format(stage=stage, order=order)))
