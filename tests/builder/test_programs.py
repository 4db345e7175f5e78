"""Whole programs built with the builder: what the nodes look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.node.type_ import PointerType
from tilewright.ir.expr import BufferLoad, Cast, IntImm, IterVarKind, Ramp, Range
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferRealize,
    BufferStore,
    DeclBuffer,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    While,
)


def built(body: Callable[[], Any]) -> PrimFunc:
    """The function whose frame runs `body`."""
    with IRBuilder() as builder, T.prim_func():
        body()
    return builder.get()


def array(name: str, *shape: Any, dtype: str = "float32") -> Buffer:
    """A buffer parameter."""
    return T.arg(name, T.buffer(shape, dtype))


def whole(buffer: Buffer) -> list[tuple[int, int]]:
    """The sizes of the buffer as ranges, for comparison with a region."""
    return [(0, int(size)) for size in buffer.shape]


def matmul() -> None:
    a, b, c = array("A", 64, 32), array("B", 32, 16), array("C", 64, 16)
    with T.grid(64, 16, 32) as (i, j, k), T.block("C"):
        vi, vj, vk = IRBuilder.name_many(["vi", "vj", "vk"], T.axis.remap("SSR", [i, j, k]))
        with T.init():
            T.buffer_store(c, T.float32(0), [vi, vj])
        T.buffer_store(c, c[vi, vj] + a[vi, vk] * b[vk, vj], [vi, vj])


def test_matmul_with_an_init_block() -> None:
    func = built(matmul)
    root = func.body.block
    assert root.name_hint == "root"
    loops = [root.body, root.body.body, root.body.body.body]
    assert [int(loop.extent) for loop in loops] == [64, 16, 32]
    realize = loops[-1].body
    assert isinstance(realize, BlockRealize)
    assert [value is loop.loop_var for value, loop in zip(realize.iter_values, loops)] == [True] * 3
    block = realize.block
    assert [axis.iter_type for axis in block.iter_vars] == [
        IterVarKind.DataPar,
        IterVarKind.DataPar,
        IterVarKind.CommReduce,
    ]
    assert [int(axis.dom.extent) for axis in block.iter_vars] == [64, 16, 32]
    assert isinstance(block.init, BufferStore)
    assert [region.buffer.name for region in block.reads] == ["A", "B"]
    assert [region.buffer.name for region in block.writes] == ["C"]
    assert not block.annotations


def test_parameters_become_handles_with_buffers() -> None:
    def body() -> None:
        array("A", 4)
        T.arg("n", T.int32())
        T.evaluate(0)

    func = built(body)
    assert [param.name for param in func.params] == ["A_handle", "n"]
    assert [func.buffer_map[param].name for param in func.params[:1]] == ["A"]
    assert func.params[0].dtype == "handle"


def test_declared_regions_stay_as_they_were_written() -> None:
    def body() -> None:
        a = array("A", 16, 16)
        with T.serial(4) as i, T.block("b"):
            vi = T.axis.spatial(4, i)
            T.reads([a[vi * 4 : vi * 4 + 4, 0:16]])
            T.writes(a[vi, 0])
            T.where(i < 3)
            T.block_attr({"x": [1, 2]})
            T.buffer_store(a, 0, [vi, 0])

    realize = built(body).body.block.body.body
    block = realize.block
    assert [int(range_.extent) for range_ in block.reads[0].region] == [4, 16]
    assert [int(range_.extent) for range_ in block.writes[0].region] == [1, 1]
    assert block.annotations == {"x": (1, 2)}
    assert realize.predicate.dtype == "bool"


def test_a_block_that_declares_nothing_read_reads_nothing() -> None:
    def body() -> None:
        a = array("A", 4)
        with T.block("root"), T.block("b"):
            T.reads()
            T.buffer_store(a, a[1], [0])

    block = built(body).body.block.body.block
    assert block.reads == ()
    assert len(block.writes) == 1


@pytest.mark.parametrize("dom", [8, (2, 8), Range(2, 8)])
def test_domains_of_axes(dom: Any) -> None:
    def body() -> None:
        a = array("A", 8)
        with T.serial(8) as i, T.block("b"):
            for name in ("spatial", "reduce", "scan", "opaque"):
                getattr(T.axis, name)(dom, i)
            T.buffer_store(a, 0, [0])

    axes = built(body).body.block.body.body.block.iter_vars
    begin = 0 if dom == 8 else 2
    assert [(int(axis.dom.min), int(axis.dom.extent)) for axis in axes] == [(begin, 8 - begin)] * 4
    assert [axis.iter_type.name for axis in axes] == ["DataPar", "CommReduce", "Ordered", "Opaque"]


def test_an_axis_takes_the_type_of_its_domain() -> None:
    def body() -> None:
        a = array("A", T.int64(8))
        with T.serial(T.int64(8)) as i, T.block("b"):
            vi = T.axis.remap("S", [i])
            vj = T.axis.spatial(T.int64(4), 1)
            assert (i.dtype, vi.dtype, vj.dtype) == ("int64", "int64", "int64")
            T.buffer_store(a, 0, [vi])

    assert built(body).body.block.body.body.block.iter_vars[0].dom.extent.dtype == "int64"


def test_the_kinds_of_loops() -> None:
    def body() -> None:
        with T.serial(1, 5, annotations={"a": 1}), T.parallel(2), T.vectorized(4), T.unroll(3):
            with T.thread_binding(8, thread="threadIdx.x"), T.thread_binding(0, 8, "threadIdx.y"):
                with T.thread_binding(8, "vthread"):
                    T.evaluate(0)

    loop: Any = built(body).body
    found: list[Any] = []
    while isinstance(loop, For):
        tag = loop.thread_binding.thread_tag if loop.thread_binding is not None else None
        found.append((loop.kind, int(loop.min), int(loop.extent), tag))
        loop = loop.body
    thread = ForKind.THREAD_BINDING
    assert found == [
        (ForKind.SERIAL, 1, 4, None),
        (ForKind.PARALLEL, 0, 2, None),
        (ForKind.VECTORIZED, 0, 4, None),
        (ForKind.UNROLLED, 0, 3, None),
        (thread, 0, 8, "threadIdx.x"),
        (thread, 0, 8, "threadIdx.y"),
        (thread, 0, 8, "vthread"),
    ]


def test_grid_gives_one_variable_or_a_list() -> None:
    with IRBuilder():
        with T.grid(2, 3) as (i, j):
            assert (i.dtype, j.dtype) == ("int32", "int32")
            T.evaluate(0)
    with IRBuilder() as builder:
        with T.grid(T.int64(2)) as i:
            T.evaluate(i)
    assert builder.get().loop_var is i
    assert i.dtype == "int64"


def test_the_extent_of_a_loop_is_simplified() -> None:
    with IRBuilder() as builder:
        n = IRBuilder.name("n", T.int32())
        with T.serial(n * 4, n * 4 + 4):
            T.evaluate(0)
    assert int(builder.get().extent) == 4


def test_intermediate_buffers_live_in_the_innermost_block_or_the_root() -> None:
    def body() -> None:
        b = IRBuilder.name("B", T.alloc_buffer((4,)))
        with T.serial(4) as i, T.block("b"):
            vi = T.axis.remap("S", [i])
            with T.serial(2):
                c = IRBuilder.name("C", T.alloc_buffer((2,), scope="local"))
            T.buffer_store(c, 0, [0])
            T.buffer_store(b, c[0], [vi])

    root = built(body).body.block
    inner = root.body.body.block
    assert [buffer.name for buffer in root.alloc_buffers] == ["B"]
    assert [(buffer.name, buffer.scope()) for buffer in inner.alloc_buffers] == [("C", "local")]


def test_match_buffer_of_a_parameter() -> None:
    def body() -> None:
        handle, n = T.arg("a", T.handle()), IRBuilder.name("n", T.int32())
        a = T.match_buffer(handle, (n, 4), "int8", strides=["s0", "s1"], align=32, offset_factor=2)
        IRBuilder.name("A", a)
        T.buffer_store(a, 0, [0, 0])

    func = built(body)
    made = func.buffer_map[func.params[0]]
    assert (made.name, made.dtype, made.data_alignment, made.offset_factor) == ("A", "int8", 32, 2)
    assert [stride.name for stride in made.strides] == ["s0", "s1"]
    assert made.elem_offset.name == "A_elem_offset"


@pytest.mark.parametrize("given", ["shape", "no shape", "fewer dimensions", "element"])
def test_match_buffer_of_a_part(given: str) -> None:
    def body() -> None:
        a = array("A", 16, 16, dtype="float16")
        with T.serial(4) as i, T.block("b"):
            vi = T.axis.remap("S", [i])
            T.reads(a[vi * 4 : vi * 4 + 4, 0:16])
            T.writes()
            part = a[vi * 4 : vi * 4 + 4, 0:16]
            if given == "shape":
                T.match_buffer(part, (4, 16), "float16")
            elif given == "no shape":
                T.match_buffer(part)
            elif given == "fewer dimensions":
                T.match_buffer(a[vi, 0:16], (16,), "float16")
            else:
                T.match_buffer(a[vi, 0], (), "float16")
            T.evaluate(0)

    (match,) = built(body).body.block.body.body.block.match_buffers
    assert match.buffer.dtype == "float16"
    shapes = {"shape": [4, 16], "no shape": [4, 16], "fewer dimensions": [16], "element": []}
    assert [int(size) for size in match.buffer.shape] == shapes[given]
    assert len(match.source.region) == 2


def test_views_and_declared_buffers() -> None:
    def body() -> None:
        a = array("A", 16)
        with T.decl_buffer((4, 4), data=a.data) as view:
            T.buffer_store(view, 0, [0, 0])
        with T.decl_buffer((4,), "bool") as own:
            T.buffer_store(own, True, [0])

    view, own = built(body).body
    assert isinstance(view, DeclBuffer)
    assert isinstance(own, Allocate)
    assert isinstance(own.body, DeclBuffer)
    assert own.buffer_var is own.body.buffer.data
    assert isinstance(own.buffer_var.type_annotation, PointerType)
    assert own.buffer_var.type_annotation.element_type.dtype == "int8"


def test_allocations() -> None:
    def body() -> None:
        with T.allocate([4, 8], "float32", "local", annotations={"a": 1}) as pointer:
            T.evaluate(pointer)
        with T.allocate_const([1, 2, 3, 4], "int16", [2, 2]) as data:
            T.evaluate(data)
        with T.realize(array("A", 8)[0:4], "shared"):
            T.evaluate(0)

    with IRBuilder() as builder, T.prim_func():
        body_of = T.buffer((8,))
        with T.allocate([4, 8], "float32", "local", annotations={"a": 1}) as pointer:
            T.evaluate(pointer)
        with T.allocate_const([1, 2, 3, 4], "int16", [2, 2]) as data:
            T.evaluate(data)
        with T.realize(body_of[0:4], "shared"):
            T.evaluate(0)
    allocate, constant, realize = builder.get().body
    assert isinstance(allocate, Allocate)
    assert (allocate.buffer_var, allocate.dtype, [int(e) for e in allocate.extents]) == (pointer, "float32", [4, 8])
    assert allocate.annotations == {"a": 1}
    assert pointer.type_annotation.storage_scope == "local"
    assert isinstance(constant, AllocateConst)
    np.testing.assert_array_equal(constant.data_or_idx, np.array([[1, 2], [3, 4]], "int16"))
    assert isinstance(realize, AttrStmt)
    assert (realize.attr_key, realize.value.value) == ("realize_scope", "shared")
    assert isinstance(realize.body, BufferRealize)


def test_branches() -> None:
    def body() -> None:
        a = array("A", 4)
        with T.If(a[0] > 0):
            with T.Then():
                T.buffer_store(a, 1, [0])
            with T.Else():
                T.buffer_store(a, 2, [0])
                T.buffer_store(a, 3, [1])

    choice = built(body).body
    assert isinstance(choice, IfThenElse)
    assert isinstance(choice.then_case, BufferStore)
    assert len(choice.else_case) == 2


def test_lets_asserts_attributes_and_while() -> None:
    def body() -> None:
        n = T.arg("n", T.int32())
        with T.LetStmt(n * 2) as x, T.LetStmt(x, "int64") as wide, T.let(T.int32(), n) as old:
            with T.Assert(wide > 0, "positive"), T.attr("key", "pragma", 3), T.While(True):
                T.evaluate(old)

    stmt = built(body).body
    assert isinstance(stmt, LetStmt)
    assert isinstance(stmt.body.value, Cast)
    assert stmt.body.var.dtype == "int64"
    check = stmt.body.body.body
    assert isinstance(check, AssertStmt)
    assert check.message.value == "positive"
    assert isinstance(check.body, AttrStmt)
    assert isinstance(check.body.body, While)


def test_threads() -> None:
    def body() -> None:
        tx = IRBuilder.name("tx", T.env_thread("threadIdx.x"))
        with T.launch_thread("blockIdx.x", 4) as bx, T.launch_thread(tx, 32) as same, T.launch_thread("vthread", 2):
            assert same is tx
            T.evaluate(bx + tx)

    outer = built(body).body
    keys = [(s.node.thread_tag, s.attr_key, int(s.value)) for s in (outer, outer.body, outer.body.body)]
    assert keys == [
        ("blockIdx.x", "thread_extent", 4),
        ("threadIdx.x", "thread_extent", 32),
        ("vthread", "virtual_thread", 2),
    ]
    assert int(outer.node.dom.extent) == 4


def test_a_store_converts_the_value() -> None:
    def body() -> None:
        a, n = array("A", 8, dtype="float16"), T.arg("n", T.int32())
        T.buffer_store(a, n, [0])
        T.buffer_store(a, 1, 1)
        T.buffer_store(a, a[2], [slice(0, 8, 2)])
        T.buffer_store(a, a[0:4], [slice(4, 8)])

    first, second, third, fourth = built(body).body
    assert isinstance(first.value, Cast)
    assert (second.value.dtype, second.value.value) == ("float16", 1.0)
    assert third.value.dtype == "float16x4"
    assert isinstance(third.indices[0], Ramp)
    assert int(third.indices[0].stride) == 2
    assert isinstance(fourth.value, BufferLoad)


def test_a_slice_of_length_one_is_an_element() -> None:
    def body() -> None:
        T.buffer_store(array("A", 8), 0, [slice(2, 3)])

    assert isinstance(built(body).body.indices[0], IntImm)


def test_a_block_without_realize_stands_alone() -> None:
    with IRBuilder() as builder, T.block("b", no_realize=True):
        T.reads()
        T.writes()
        T.evaluate(0)
    assert isinstance(builder.get(), Block)


def test_the_type_that_a_function_returns() -> None:
    def body() -> None:
        T.func_ret(T.int32)
        T.evaluate(T.ret(T.int32(1)))

    assert built(body).ret_type.dtype == "int32"
