"""Tensors over meshes of devices: read, understood, printed and read back."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.error import DiagnosticError
from tilewright.ir import assert_structural_equal, load_json, save_json
from tilewright.relax.distributed import DeviceMesh, DTensorStructInfo, Placement
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2, 2), I.Range(0, 4)), R.device_mesh((2,), [4, 5])]})

    @T.prim_func
    def twice(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
        for i, j in T.grid(128, 128):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    @R.function
    def main(
        x: R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R"), y: R.DTensor(("n",), "float32", "mesh[1]", "R")
    ) -> R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R"):
        a = R.dist.call_tir(Module.twice, (x,), R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R"))
        b = R.add(a, x)
        c = R.dist.annotate_sharding(b, "mesh[1]", "S[1]")
        d = R.dist.redistribute(c, "mesh[0]", "S[0], R")
        e = R.dist.call_tir_local_view(Module.twice, (d,), R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R"))
        return e

    @R.function
    def part(x: R.Tensor((8, 4), "float32")):
        a = R.dist.redistribute_replica_to_shard(x, num_workers=2, axis=1)
        return a


def infos() -> dict[str, Any]:
    bindings = Module["main"].body.blocks[0].bindings
    return {item.var.name_hint: item.var.struct_info for item in bindings}


def test_it_reads_back() -> None:
    text = Module.script()
    assert '"mesh": [R.device_mesh((2, 2), I.Range(0, 4)), R.device_mesh((2,), [4, 5])]' in text
    assert 'x: R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")' in text
    assert 'R.dist.annotate_sharding(b, device_mesh="mesh[1]", placement="S[1]")' in text
    assert_structural_equal(from_source(text), Module)
    assert_structural_equal(load_json(save_json(Module)), Module)


def test_what_is_known_of_results() -> None:
    found = infos()
    assert_structural_equal(found["b"], Module["main"].params[0].struct_info)
    assert_structural_equal(found["c"], found["b"])  # a wish alone
    assert str(found["d"].placement) == "S[0], R"
    assert_structural_equal(found["e"], found["a"])
    assert_structural_equal(Module["part"].ret_struct_info, R.Tensor((8, 2), "float32"))


def test_an_op_on_tensors_over_a_mesh_gives_one() -> None:
    mesh = DeviceMesh((2,), [0, 1])

    @R.function
    def f(x: R.DTensor((4, 6), "float32", mesh, "S[0]")):
        y = R.permute_dims(x)
        return y

    assert_structural_equal(
        f.ret_struct_info, DTensorStructInfo(R.Tensor((6, 4), "float32"), mesh, Placement.from_text("S[1]"))
    )


@pytest.mark.parametrize("text", ["S[0], R", "R", ""])
def test_placements(text: str) -> None:
    assert str(Placement.from_text(text)) == text


def test_mistakes() -> None:
    with pytest.raises(ValueError, match='lists "S\\[axis\\]" and "R", not "X"'):
        Placement.from_text("R, X")
    with pytest.raises(ValueError, match="has 4 devices, and 3 are given"):
        DeviceMesh((2, 2), [0, 1, 2])
    with pytest.raises(DiagnosticError, match="the module has no mesh `mesh\\[3\\]`"):
        from_source(Module.script().replace('"mesh[1]", "R")', '"mesh[3]", "R")'))


def test_a_constant_on_a_mesh() -> None:
    @R.function
    def f(x: R.DTensor((4, 6), "float32", DeviceMesh((2,), [0, 1]), "R")):
        y = R.add(x, R.dist.const(2.0, R.DTensor((), "float32", DeviceMesh((2,), [0, 1]), "R")))
        return y

    assert 'R.add(x, R.dist.const(2.0, R.DTensor((), "float32", R.device_mesh((2,), [0, 1]), "R")))' in f.script()
    assert_structural_equal(from_source(f.script()), f)


def test_a_wish_for_a_plain_tensor_leaves_it_one() -> None:
    @I.ir_module
    class Wished:
        I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

        @R.function
        def f(x: R.Tensor((4, 6), "float32")) -> R.Tensor((4, 6), "float32"):
            y: R.Tensor((4, 6), "float32") = R.dist.annotate_sharding(x, "mesh[0]", "S[1]")
            return y

    assert_structural_equal(Wished["f"].ret_struct_info, R.Tensor((4, 6), "float32"))
