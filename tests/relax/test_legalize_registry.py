"""Rules of legalisation that programs register, values turned into expressions, and gradients held against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, topi
from tilewright.ir import Op
from tilewright.relax.transform.legalize_ops import register_legalize
from tilewright.relax.utils import args_converter
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.testing import check_numerical_grads


@I.ir_module
class Sum:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), k: R.Prim("float32")):
        gv = R.add(x, k)
        return gv


def names(mod: Any) -> list[str]:
    return sorted(var.name_hint for var in mod.functions)


def test_a_registered_rule_comes_before_ours() -> None:
    add = Op.get("relax.add")
    ours = add.get_attr("FLegalize")
    try:
        register_legalize("relax.add", lambda bb, call: bb.call_te(topi.add, *call.args, primfunc_name_hint="mine"))
        assert names(relax.transform.LegalizeOps()(Sum)) == ["main", "mine"]
        add.reset_attr("FLegalize")
        assert names(relax.transform.LegalizeOps()(Sum)) == ["main"]
    finally:
        register_legalize("relax.add", ours)
    assert names(relax.transform.LegalizeOps()(Sum)) == ["add", "main"]


def test_numbers_of_the_run_are_parameters() -> None:
    x = np.arange(6, dtype="float32").reshape(2, 3)
    run = relax.VirtualMachine(relax.build(Sum, "llvm"), tilewright.cpu())
    np.testing.assert_array_equal(run["main"](tilewright.runtime.tensor(x), 2.5).numpy(), x + 2.5)


def test_arguments_become_expressions() -> None:
    @args_converter.auto
    def kinds(x: relax.Expr, *parts: list[relax.Expr], name: relax.Expr | None = None) -> list[str]:
        return [type(x).__name__, *[type(item).__name__ for part in parts for item in part], type(name).__name__]

    assert kinds((1, 2), ["a"], [()], name=None) == ["ShapeExpr", "StringImm", "Tuple", "NoneType"]
    with pytest.raises(TypeError, match="list of values"):
        kinds(1, 2)


def test_slopes() -> None:
    at = np.array([1.0, -2.0, 0.0])
    check_numerical_grads(lambda x: abs(x).sum(), [at], [np.array([1.0, -1.0, 1.0])])
    with pytest.raises(AssertionError, match=r"the gradient of 0 at \(1,\) is 1"):
        check_numerical_grads(lambda x: abs(x).sum(), [at], [np.array([1.0, 1.0, 1.0])])


def test_one_slope_of_prelu_serves_all_channels() -> None:
    @I.ir_module
    class Before:
        @R.function
        def main(x: R.Tensor((2, 3), "float32"), slope: R.Tensor((1,), "float32")):
            gv = R.nn.prelu(x, slope)
            return gv

    x = np.array([[-1, 2, -3], [4, -5, -6]], "float32")
    run = relax.VirtualMachine(relax.build(Before, "llvm"), tilewright.cpu())
    given = [tilewright.runtime.tensor(item) for item in (x, np.array([0.5], "float32"))]
    np.testing.assert_array_equal(run["main"](*given).numpy(), np.where(x > 0, x, x * 0.5))


def test_names_from_around() -> None:
    def module(kind: str) -> Any:
        @I.ir_module
        class Before:
            @R.function
            def main(x: R.Tensor((2,), kind)):
                nonlocal kind
                gv = R.astype(x, kind)
                return gv

        return Before

    assert module("float16")["main"].ret_struct_info.dtype == "float16"


def test_indices_of_32_bits_that_may_lie_outside() -> None:
    @I.ir_module
    class Before:
        @R.function
        def main(x: R.Tensor((3,), "float32"), at: R.Tensor((3,), "int32")):
            gv = R.take(x, at, axis=0, mode="nan")
            return gv

    run = relax.VirtualMachine(relax.build(Before, "llvm"), tilewright.cpu())
    given = [np.array([1, 2, 3], "float32"), np.array([-1, 0, 3], "int32")]
    found = run["main"](*[tilewright.runtime.tensor(item) for item in given]).numpy()
    np.testing.assert_array_equal(found, np.array([3, 1, np.nan], "float32"))
