"""`StorageRewrite` on memory with a tag of its own, and its options."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
from tilewright.core.ir.walk import walk
from tilewright.ir.expr import IntImm
from tilewright.ir.stmt import Allocate
from tilewright.transform import PassContext

TAGGED = """@T.prim_func
def main(A: T.Buffer((20,), "float32"), B: T.Buffer((20,), "int16")):
    for j in range(10):
        a_data = T.allocate([20], "float32", "local.fast")
        a = T.decl_buffer((20,), data=a_data, scope="local.fast")
        b_data = T.allocate([20], "int16", "local.fast")
        b = T.decl_buffer((20,), "int16", data=b_data, scope="local.fast")
        a[j] = T.float32(1)
        b[j] = T.int16(1)
        A[j] = a[j]
        B[j] = b[j]
"""
TWO = """@T.prim_func
def main(A: T.Buffer((64,), "float32")):
    for i in range(64):
        b_data = T.allocate([64], "float32", "global")
        b = T.decl_buffer((64,), data=b_data)
        b[i] = A[63 - i]
        A[i] = b[i]
    for i in range(64):
        c_data = T.allocate([{size}], "float32", "global")
        c = T.decl_buffer(({size},), data=c_data)
        c[0] = A[i]
        A[63 - i] = c[0] + c[0]
"""


def sizes(text: str) -> list[int]:
    made = tir.transform.StorageRewrite()(program(text))["main"]
    extents = [node.extents[0] for node in walk(made) if isinstance(node, Allocate)]
    return [extent.value for extent in extents if isinstance(extent, IntImm)]


def test_tagged_memory_is_one_allocation() -> None:
    assert sizes(TAGGED) == [30]
    text = tir.transform.StorageRewrite()(program(TAGGED)).script()
    assert "[j + 40]" in text or "[40 + j]" in text


@pytest.mark.parametrize(("size", "left"), [(64, [64]), (100, [100]), (4, [64]), (3, [64, 3]), (1, [64, 1])])
def test_memory_of_a_like_size_is_used_again(size: int, left: list[int]) -> None:
    assert sizes(TWO.format(size=size)) == left


def test_options_switch_it_off() -> None:
    with PassContext(config={"tir.disable_storage_rewrite": True}):
        module = program(TWO.format(size=64))
        assert tir.transform.StorageRewrite()(module) is module
    with PassContext(config={"tir.merge_static_smem": True}):
        assert sizes(TWO.format(size=64)) == [64, 64]
