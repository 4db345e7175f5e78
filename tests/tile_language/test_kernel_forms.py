"""Forms of the tile language in programs that run: each is read, printed and comes back as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.backend.cuda import op as cuda
from tilewright.backend.trn import op as trn
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.ir.traversal import structural_walk
from tilewright.script import from_source
from tilewright.script import tirx as T
from tilewright.tir.analysis import verify_tirx_well_formed
from tilewright.tirx import AllocBuffer, BufferRegion, ScopeIdDef, Var, decl_buffer

Tx = T.tile


def comes_back(func: Any) -> str:
    """The text of a function, which says the same when it is read."""
    text = func.script()
    again = from_source(text)
    assert again.script() == text
    assert_structural_equal(func, again)
    return text


def read(body: str) -> Any:
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return from_source(
        f"# from tvm.script import tirx as T\n@T.prim_func\ndef f(A: T.Buffer((8, 16), 'float32'), i: T.int32):\n{lines}\n"
    )


def test_tile_primitives_by_their_scope_under_the_name_of_the_tiles() -> None:
    @T.prim_func
    def f(A: T.Buffer((64,), "float32")):
        T.device_entry()
        for k in T.serial(4):
            Tx.cta.fill(A[k * 8 : k * 8 + 8], T.float32(0))
            Tx.warp.exp2(A[0:32])

    text = comes_back(f)
    assert "T.cta.fill(A[k * 8:k * 8 + 8], T.float32(0.0))" in text
    assert "T.warp.exp2(A[0:32])" in text


@pytest.mark.parametrize(("given", "said"), [("True", "unroll=True"), ("False", "unroll=False"), ("4", "unroll=4")])
def test_a_loop_that_is_to_be_written_out_or_not(given: str, said: str) -> None:
    text = comes_back(read(f"for j in T.serial(8, unroll={given}):\n    A[0, j] = T.float32(0)"))
    assert f"T.serial(8, {said})" in text


def test_a_loop_with_other_annotations_says_all_of_them() -> None:
    text = comes_back(
        read("for j in T.serial(8, annotations={'disable_unroll': True, 'k': 1}):\n    A[0, j] = T.float32(0)")
    )
    assert "annotations=" in text


def test_a_grid_takes_the_begin_of_a_loop_and_its_extent() -> None:
    text = comes_back(read("for (*ij,) in T.grid(8, (2, 12)):\n    A[ij[0], ij[1]] = T.float32(0)"))
    assert "range(2, 14)" in text


def test_registers_by_an_annotation() -> None:
    text = comes_back(read("v: T.float32[8]\nm: T.f16[4, 2]\nT.evaluate(v[0] + T.float32(m[0, 0]))"))
    assert "v = T.alloc_local((8,))" in text
    assert 'm = T.alloc_local((4, 2), "float16")' in text


def test_memory_of_one_element_is_stored_to_by_its_name() -> None:
    text = comes_back(read("x = T.alloc_shared((1,), 'float32')\nx = A[0, 0] + T.float32(1)\nT.evaluate(x[0])"))
    assert "x[0] = A[0, 0] + T.float32(1.0)" in text


def test_a_cell_over_memory_that_exists() -> None:
    func = read("x = T.decl_scalar('float32', A.data, 'global', 3)\nx = x + T.float32(1)")
    assert "x[0] = x[0] + T.float32(1.0)" in comes_back(func)


def test_addresses_that_the_program_gives() -> None:
    text = comes_back(
        read("B = T.alloc_buffer((8,), 'float32', scope='trn.sbuf', allocated_addr=1024)\nB[0] = T.float32(0)")
    )
    assert "allocated_addr=1024" in text
    text = comes_back(
        read(
            "at = T.alloc_shared((1,), 'uint32')\nat[0] = T.uint32(0)\n"
            "C = T.decl_buffer((8,), 'float32', scope='tmem', allocated_addr=at[0])\nT.evaluate(C[0])"
        )
    )
    assert "allocated_addr=at[0]" in text


def test_parts_of_buffers() -> None:
    func = read(
        "B = A.rearrange('a (b c) -> b a c', c=4)\nC = A.sub[2:4, 8:16]\nD = A.sub[i, 0:8]\nE = A.tile(1, (-1, 4))[:, i]\n"
        "F = A.sub[i::2]\nG = A.permute(1, 0)\nT.tile.fill(A.chunk((None, 4))[:, i], T.float32(0))\n"
        "T.evaluate(B[0, 0, 0] + C[0, 0] + D[0] + E[0, 0] + F[0, 0] + G[0, 0])"
    )
    text = comes_back(func)
    assert "B = T.decl_buffer((4, 8, 4), data=A.data, layout=T.TileLayout(T.S[(4, 8, 4):(4, 16, 1)]))" in text
    assert "C = T.decl_buffer((2, 8), data=A.data, elem_offset=40, layout=T.TileLayout(T.S[(2, 8):(16, 1)]))" in text
    assert "T.tile.fill(A[0:8, i * 4:i * 4 + 4]" in text


def test_the_last_indices_may_be_left_out_in_a_tile_primitive() -> None:
    assert "T.tile.fill(A[i, 0:16], T.float32(0.0))" in comes_back(read("T.tile.fill(A[i], T.float32(0))"))
    with pytest.raises(DiagnosticError, match="rank-mismatch"):
        read("T.evaluate(A[i])")


def test_a_part_of_a_part() -> None:
    part = decl_buffer((128, 64), "float16")[32:64, 0:32]
    assert isinstance(part, BufferRegion)
    inner = part[0:16, 4]
    assert [(int(each.min), int(each.extent)) for each in inner.region] == [(32, 16), (4, 1)]
    assert inner.buffer is part.buffer


def test_a_pointer_is_not_assigned_twice() -> None:
    with pytest.raises(DiagnosticError, match="cannot be reassigned"):
        read("p = A.ptr_to([0, 0])\np = A.ptr_to([0, 1])\nT.evaluate(T.reinterpret('uint64', p))")


def test_blocks_of_threads_that_stay() -> None:
    @T.prim_func(persistent=True)
    def f(A: T.Buffer((64,), "float32")):
        T.device_entry()
        T.cta.fill(A[0:32], T.float32(0))

    assert "@T.prim_func(persistent=True)" in comes_back(f)
    assert bool(f.attrs["tir.persistent_kernel"])


def test_a_descriptor_of_a_tensor_is_a_parameter() -> None:
    @T.prim_func
    def f(M: T.TensorMap()):
        T.evaluate(T.address_of(M))

    assert "def f(M: T.TensorMap()):" in comes_back(f)


def test_source_in_a_call_stays_in_the_program() -> None:
    text = comes_back(read('T.cuda.func_call("g", T.address_of(A[0, 0]), source_code="a {\\n b; }")'))
    assert 'T.cuda.func_call("g", T.address_of(A[0, 0]), source_code="a {\\n b; }")' in text
    text = comes_back(read('T.evaluate(T.cuda.func_call("g", 1, source_code="b", return_type="int32"))'))
    assert 'source_code="b", return_type="int32")' in text


def test_a_method_that_calls_itself_while_a_condition_is_known_to_hold() -> None:
    @T.prim_func
    def f(A: T.Buffer((8,), "float32")):
        @T.inline
        def down(n):
            if n > 0:
                down(n - 1)
            A[n] = T.float32(0)

        down(3)

    assert [f"A[{n}] = " in comes_back(f) for n in range(5)] == [True, True, True, True, False]


def test_a_macro_without_end_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="recursive-macro"):

        @T.prim_func
        def f(A: T.Buffer((8,), "float32")):
            @T.inline
            def again(n):
                again(n)

            again(3)


def test_memory_of_an_object() -> None:
    @T.meta_class
    class Holder:
        def __init__(self, external: Any) -> None:
            self.external = external
            self.rows = T.alloc_buffer((2,), "int32", scope="local")
            self.count = T.local_scalar("int32")

        @T.inline
        def step(self):
            self.count = self.count + T.int32(1)
            self.count += T.int32(2)

    @T.prim_func
    def f():
        T.device_entry()
        outside = T.alloc_buffer((2,), "int32", scope="local")
        first = Holder(outside)
        second = Holder(outside)
        first.step()
        T.evaluate(first.rows[0] + second.rows[1] + first.count + second.count + first.external[0])

    text = comes_back(f)
    assert 'first_rows = T.alloc_local((2,), "int32")' in text
    assert "second_count: T.int32" in text
    assert "first_count = first_count + 1" in text
    names: list[str] = []
    structural_walk(f.body, lambda node: names.append(node.buffer.name) if isinstance(node, AllocBuffer) else None)
    assert sorted(names) == ["first_count", "first_rows", "outside", "second_count", "second_rows"]


def test_memory_that_an_object_does_not_keep_is_refused() -> None:
    @T.meta_class
    class Careless:
        def __init__(self) -> None:
            T.alloc_buffer((1,), "int32", scope="local")

    with pytest.raises(DiagnosticError, match="no attribute keeps"):

        @T.prim_func
        def f():
            held = Careless()  # noqa: F841


def unchecked(*scopes: str) -> Any:
    lines = "\n".join(f"    {line}" for line in ("T.device_entry()", *scopes, "T.evaluate(0)"))
    return from_source(
        f"# from tvm.script import tirx as T\n@T.prim_func(check_well_formed=False)\ndef f():\n{lines}\n"
    )


def test_a_verifier_of_scopes() -> None:
    assert verify_tirx_well_formed(
        unchecked("T.cta_id([32])", "T.warp_id([4])", "T.lane_id([32])", "T.thread_id([128])")
    )
    wrong = unchecked("T.warp_id([4])", "T.lane_id([32])", "T.thread_id()", "T.thread_id([64])")
    assert not verify_tirx_well_formed(wrong, assert_mode=False)
    with pytest.raises(ValueError, match="Inconsistent extents for scope"):
        verify_tirx_well_formed(wrong, device_func=True)
    with pytest.raises(ValueError, match="preferred_extents must have the same size"):
        verify_tirx_well_formed(unchecked("T.cta_id_in_cluster([2, 1], preferred=[2])"))


def test_a_size_that_follows_from_others_is_of_one_number() -> None:
    ScopeIdDef([Var("i", "int32")], None, "kernel", "cta")
    with pytest.raises(ValueError, match="must define exactly one Var"):
        ScopeIdDef([Var("i", "int32"), Var("j", "int32")], None, "kernel", "cta")


def test_functions_of_devices_under_the_names_of_their_modules() -> None:
    p = Var("p", "handle")
    assert cuda.cuda_printf("x=%d", 1).script(dialect="tirx").endswith('T.cuda.printf("x=%d", 1)')
    assert (
        cuda.nvshmem_getmem_nbi_warp(p, p, 16, 0)
        .script(dialect="tirx")
        .endswith("T.nvshmem.getmem_nbi.warp(p, p, 16, 0)")
    )
    A = decl_buffer((1,), "float16", "A")
    assert trn.nki_memset(A[0], 0).script(dialect="tirx").endswith("T.nki.memset(A[0], 0)")
