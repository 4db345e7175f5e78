"""Lowered functions as instructions, and as the TensorIR that stands for them."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.ir import Op, assert_structural_equal
from tilewright.runtime import ShapeTuple
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@I.ir_module
class Lowered:
    @T.prim_func
    def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("double"):
                v = T.axis.spatial(4, i)
                B[v] = A[v] * T.float32(2)

    @R.function(pure=False)
    def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Object:
        cls = Lowered
        storage = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"))
        y = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
        _ = cls.double(x, y)
        _1 = R.vm.kill_object(storage)
        if c:
            r = cls.pair(y)
        else:
            r = (x, R.str("kept"))
        return r

    @R.function(pure=False)
    def pair(x: R.Tensor((4,), "float32")) -> R.Tuple(R.Tensor((4,), "float32"), R.Object):
        s = R.call_packed("vm.builtin.shape_of", x, sinfo_args=R.Shape(ndim=1))
        t = (x, s)
        return t

    @R.function
    def number() -> R.Prim("int64"):
        return R.prim_value(7)


@I.ir_module
class AsTensorIR:
    @T.prim_func
    def __vmtir__main(ctx_ptr: T.handle, r: T.handle, c: T.handle, f: T.handle):
        T.func_attr({"global_symbol": "__vmtir__main"})
        T.anylist_setitem_call_packed(
            r,
            3,
            "vm.builtin.alloc_storage",
            ctx_ptr,
            T.anylist_getitem(c, 0),
            T.int64(0),
            T.anylist_getitem(c, 1),
            T.anylist_getitem(c, 2),
        )
        T.anylist_setitem_call_packed(
            r,
            4,
            "vm.builtin.alloc_tensor",
            T.anylist_getitem(r, 3),
            T.int64(0),
            T.anylist_getitem(c, 3),
            T.anylist_getitem(c, 4),
        )
        T.call_cpacked("double", T.anylist_getitem(r, 1), T.anylist_getitem(r, 4))
        T.anylist_setitem_call_packed(r, 3, "vm.builtin.null_value")
        if T.Call("bool", Op.get("tir.tvm_call_packed"), ["vm.builtin.read_if_cond", T.anylist_getitem(r, 0)]):
            T.anylist_setitem_call_packed(
                r, 6, "vm.builtin.invoke_closure", ctx_ptr, T.anylist_getitem(f, 1), T.anylist_getitem(r, 4)
            )
            T.anylist_setitem_call_packed(r, 5, "vm.builtin.copy", T.anylist_getitem(r, 6))
        else:
            T.anylist_setitem_call_packed(
                r, 7, "vm.builtin.make_tuple", T.anylist_getitem(r, 1), T.anylist_getitem(c, 5)
            )
            T.anylist_setitem_call_packed(r, 5, "vm.builtin.copy", T.anylist_getitem(r, 7))
        T.anylist_setitem_call_packed(r, 2, "vm.builtin.copy", T.anylist_getitem(r, 5))


def written(mode: str) -> tuple[relax.ExecBuilder, tilewright.IRModule]:
    builder = relax.ExecBuilder()
    return builder, relax.vm_build._vmcodegen(builder, Lowered, mode)


@pytest.mark.parametrize("mode", ["bytecode", "compiled"])
def test_lowered_functions_run(mode: str):
    builder, left = written(mode)
    machine = relax.VirtualMachine(relax.vm_build._vmlink(builder, "llvm", left))
    x = np.arange(4, dtype="float32")
    doubled, shape = machine["main"](np.array(True), x)
    np.testing.assert_array_equal(doubled.numpy(), 2 * x)
    assert shape == ShapeTuple((4,))
    same, text = machine["main"](np.array(False), x)
    np.testing.assert_array_equal(same.numpy(), x)
    assert text == "kept"
    assert machine["number"]() == 7


def test_instructions_are_written_as_tensor_ir():
    builder, left = written("compiled")
    assert_structural_equal(left["__vmtir__main"], AsTensorIR["__vmtir__main"])
    assert sorted(variable.name_hint for variable in left.functions) == [
        "__vmtir__main",
        "__vmtir__number",
        "__vmtir__pair",
        "double",
    ]
    assert builder.get().as_text().startswith("@main num_inputs=2 vm_tir_func;")


def test_instructions_of_a_branch():
    text = written("bytecode")[0].get().as_text()
    assert "call  vm.builtin.read_if_cond in: %0" in text
    assert "  If    %4, 4\n  call  pair" in text
    assert "  goto  3\n  call  vm.builtin.make_tuple" in text
