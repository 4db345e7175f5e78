"""VerifyMemory: who may touch memory outside of threads."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.target import Target

TEXT = """
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    {head}
        A[i] = T.float32(1)
"""
OUTSIDE, INSIDE = "for i in range(4):", 'for i in T.thread_binding(4, thread="threadIdx.x"):'


@pytest.mark.parametrize(
    ("head", "target", "fine"),
    [
        (OUTSIDE, None, True),
        (OUTSIDE, "llvm", True),
        (OUTSIDE, "cuda", False),
        (INSIDE, "cuda", True),
        (INSIDE, "llvm", True),
        (OUTSIDE, "vulkan", False),
    ],
)
def test_memory_of_a_graphics_processor(head: str, target: str | None, fine: bool) -> None:
    module = program(TEXT.format(head=head))
    if target is not None:
        module = tir.transform.BindTarget(Target(target))(module)
    if fine:
        assert tir.transform.VerifyMemory()(module) is module
    else:
        with pytest.raises(RuntimeError, match=r"main: `A` is directly accessed by host memory"):
            tir.transform.VerifyMemory()(module)
