"""Nodes, functions and modules survive pickling and copying."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilewright import ir, tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.ir.function import IRModule
from tilewright.script import ir as I
from tilewright.script import tir as T
from tilewright.target import Target


@I.ir_module
class Module:
    I.module_attrs({"level": 3, "weights": [1, 2]})

    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        T.func_attr({"target": T.target("llvm"), "tir.noalias": True})
        for i in T.serial(16, annotations={"pragma": "x"}):
            with T.block("b"):
                vi = T.axis.spatial(16, i)
                A[vi] = T.exp(A[vi]) + T.Cast("float32", n)


@pytest.mark.parametrize(
    "again",
    [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy, lambda x: ir.load_json(ir.save_json(x))],
)
def test_copies_are_structurally_equal(again: Callable[[Any], Any]) -> None:
    made = again(Module)
    assert isinstance(made, IRModule)
    assert made is not Module
    assert_structural_equal(made, Module)
    assert made.script() == Module.script()
    func = again(Module["main"])
    assert_structural_equal(func, Module["main"])
    assert func.attrs["target"] == Target("llvm")


def test_depth_does_not_matter() -> None:
    x = tir.Var("x", "int32")
    e: tir.PrimExpr = x
    for _ in range(3000):
        e = tir.Add(e, x)
    made = pickle.loads(pickle.dumps(e))
    assert ir.structural_equal(made, e, map_free_vars=True)


def test_other_values_of_attributes() -> None:
    weights = np.arange(3, dtype="float16")
    index_map = tir.IndexMap.from_func(lambda i, j: [j, i])
    func = Module["main"].with_attr({"weights": weights, "layout": index_map})
    made = pickle.loads(pickle.dumps(func))
    np.testing.assert_array_equal(made.attrs["weights"], weights)
    assert_structural_equal(made.attrs["layout"], index_map, map_free_vars=True)
    target = Target("llvm -mcpu=znver4", host="llvm")
    assert pickle.loads(pickle.dumps(target)) == target


def test_older_names_of_the_script() -> None:
    assert Module.astext() == Module.script(show_meta=True)


def test_the_state_of_a_statement_fills_another_with_a_copy() -> None:
    loop = Module["main"].body.block.body
    made = object.__new__(type(loop))
    made.__setstate__(loop.__getstate__())
    assert_structural_equal(made, loop, map_free_vars=True)
    assert made.body is not loop.body
