"""Passes in any order: modules stay well formed, references say what functions take, and what is built computes the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from tilewright import relax
from tilewright.core.graph.well_formed import mistakes
from tilewright.relax import transform
from tilewright.relax.expr_functor import PyExprVisitor
from tilewright.relax.pipeline import dataflow_lower_passes, finalize_passes

HEAD = "from tvm.script import ir as I, relax as R, tir as T\n\n@I.ir_module\nclass Module:\n"

CHAIN = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.exp(x)
            d = R.add(b, c)
            R.output(d)
        return d
"""

CONSTANTS = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")):
        with R.dataflow():
            w = R.multiply(R.const(2.0, "float32"), R.const(3.0, "float32"))
            a = R.multiply(x, w)
            b = a
            unused = R.sqrt(b)
            c = R.matmul(b, R.permute_dims(x))
            d = R.nn.softmax(c)
            R.output(d)
        return d
"""

TUPLES = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")):
        with R.dataflow():
            parts = R.split(x, 2, axis=1)
            a = R.tanh(parts[0])
            b = R.add(a, parts[1])
            both = (a, b)
            c = R.concat(both, axis=1)
            R.output(a, c)
        e = R.negative(a)
        with R.dataflow():
            f = R.add(e, R.const(1.0, "float32"))
            g = (f, c)
            R.output(g)
        return g
"""

CALLS = """
    @T.prim_func(private=True)
    def twice(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), y: T.Buffer((T.int64(4), T.int64(8)), "float32")):
        for i, j in T.grid(T.int64(4), T.int64(8)):
            with T.block("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = x[vi, vj] * T.float32(2)

    @R.function(private=True)
    def inner(p: R.Tuple(R.Tensor((4, 8), "float32"), R.Tensor((4, 8), "float32")), unused: R.Tensor((3,), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.subtract(p[0], p[1])
            b = R.call_tir(Module.twice, (a,), out_sinfo=R.Tensor((4, 8), "float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = Module.inner((a, x), R.zeros((3,), "float32"))
            c = R.sigmoid(b)
            d = R.add(c, b)
            R.output(d)
        return d
"""

BRANCHES = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        s = R.sum(x)
        positive = R.greater(s, R.const(0.0, "float32"))
        if positive:
            with R.dataflow():
                a = R.exp(x)
                b = R.nn.relu(a)
                R.output(b)
            y = b
        else:
            c = R.negative(x)
            y = R.add(c, c)
        z = R.add(y, R.const(1.0, "float32"))
        return z
"""

SIZES = """
    @R.function
    def main(x: R.Tensor((4, "n"), "float32")) -> R.Tensor(("n * 4",), "float32"):
        n = T.int64()
        with R.dataflow():
            a = R.reshape(x, (n, 4))
            b = R.exp(a)
            c = R.add(b, R.ones((n, 4), "float32"))
            d = R.flatten(c)
            R.output(d)
        return d
"""

PACKED = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        with R.dataflow():
            a = R.exp(x)
            b = R.call_pure_packed("vm.builtin.copy", a, sinfo_args=R.Tensor((4, 8), "float32"))
            c = R.call_dps_packed("tests.pass_orders.negative", (b,), out_sinfo=R.Tensor((4, 8), "float32"))
            d = R.add(c, a)
            e = R.add(d, c)
            R.output(e)
        return e
"""

FUNCTIONS = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        @R.function
        def shifted(y: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
            with R.dataflow():
                z = R.add(x, y)
                t = R.exp(z)
                R.output(t)
            return t
        a = R.multiply(x, x)
        b = shifted(a)
        c = R.sqrt(b)
        return c
"""

MATMULS = """
    @R.function
    def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 6), "float32"):
        with R.dataflow():
            w1 = R.const([[0.5, 0.25, -1.0]], "float32")
            w2 = R.ones((8, 3), "float32")
            a = R.matmul(x, R.broadcast_to(w1, (8, 3)))
            b = R.matmul(x, w2)
            c = R.concat((a, b), axis=1)
            m = R.mean(c, axis=[1], keepdims=True)
            d = R.subtract(c, m)
            e = R.reshape(R.reshape(d, (24,)), (4, 6))
            f = R.nn.dropout(e, 0.5)
            R.output(f)
        return f[0]
"""


@tilewright.register_global_func("tests.pass_orders.negative")
def negative(x: Any, y: Any) -> None:
    y.copyfrom(-x.numpy())


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def tuples(x: np.ndarray) -> Any:
    a = np.tanh(x[:, :4])
    return 1 - a, np.concatenate([a, a + x[:, 4:]], 1)


def calls(x: np.ndarray) -> np.ndarray:
    b = 2 * (np.exp(x) - x)
    return sigmoid(b) + b


def matmuls(x: np.ndarray) -> np.ndarray:
    rows = np.concatenate([x @ np.array([[0.5, 0.25, -1.0]] * 8), x @ np.ones((8, 3))], 1)
    return rows - rows.mean(1, keepdims=True)


PROGRAMS: dict[str, tuple[str, Callable[[np.ndarray], Any]]] = {
    "chain": (CHAIN, lambda x: np.maximum(np.exp(x), 0) + np.exp(x)),
    "constants": (CONSTANTS, lambda x: softmax(6 * x @ x.T)),
    "tuples": (TUPLES, tuples),
    "calls": (CALLS, calls),
    "branches": (BRANCHES, lambda x: (np.exp(x) if x.sum() > 0 else -2 * x) + 1),
    "functions": (FUNCTIONS, lambda x: np.sqrt(np.exp(x + x * x))),
    "matmuls": (MATMULS, matmuls),
    "packed": (PACKED, lambda x: -np.exp(x)),
    "sizes": (SIZES, lambda x: np.exp(x).ravel() + 1),
}

ANY_ORDER: dict[str, Callable[[], Any]] = {
    "AdjustMatmulOrder": transform.AdjustMatmulOrder,
    "AllocateWorkspace": transform.AllocateWorkspace,
    "AttachAttrLayoutFreeBuffers": transform.AttachAttrLayoutFreeBuffers,
    "AttachGlobalSymbol": transform.AttachGlobalSymbol,
    "CombineParallelMatmul": transform.CombineParallelMatmul,
    "ComputePrimValue": transform.ComputePrimValue,
    "DataflowUseInplaceCalls": transform.DataflowUseInplaceCalls,
    "DecomposeOpsForInference": transform.DecomposeOpsForInference,
    "ExpandMatmulOfSum": transform.ExpandMatmulOfSum,
    "FuseTransposeMatmul": transform.FuseTransposeMatmul,
    "InlineInjective": transform.InlineInjective,
    "MergeKernels": transform.MergeKernels,
    "NormalizeGlobalVar": transform.NormalizeGlobalVar,
    "OptimizeLayoutTransform": transform.OptimizeLayoutTransform,
    "PackWeights": transform.PackWeights,
    "RemoveRedundantReshape": transform.RemoveRedundantReshape,
    "SpecializePrimFuncBasedOnCallSite": transform.SpecializePrimFuncBasedOnCallSite,
    "SplitLayoutRewritePreproc": transform.SplitLayoutRewritePreproc,
    "LegalizeOps": transform.LegalizeOps,
    "AnnotateTIROpPattern": transform.AnnotateTIROpPattern,
    "FuseOps": transform.FuseOps,
    "FuseTIR": transform.FuseTIR,
    "FoldConstant": transform.FoldConstant,
    "CanonicalizeBindings": transform.CanonicalizeBindings,
    "ConvertToDataflow": transform.ConvertToDataflow,
    "DeadCodeElimination": transform.DeadCodeElimination,
    "EliminateCommonSubexpr": transform.EliminateCommonSubexpr,
    "ExpandTupleArguments": transform.ExpandTupleArguments,
    "InlinePrivateFunctions": transform.InlinePrivateFunctions,
    "LambdaLift": transform.LambdaLift,
    "Normalize": transform.Normalize,
    "RemoveUnusedOutputs": transform.RemoveUnusedOutputs,
    "RemoveUnusedParameters": transform.RemoveUnusedParameters,
    "RewriteDataflowReshape": transform.RewriteDataflowReshape,
    "TopologicalSort": transform.TopologicalSort,
    "ToNonDataflow": transform.ToNonDataflow,
    "RemovePurityChecking": transform.RemovePurityChecking,
    "CallTIRRewrite": transform.CallTIRRewrite,
    "StaticPlanBlockMemory": transform.StaticPlanBlockMemory,
}

# What brings a module into the form of the virtual machine, in the order in which it stands there.
LOWERING = (*dataflow_lower_passes(), *finalize_passes())


class References(PyExprVisitor):
    """What references to functions say that is not so."""

    def __init__(self, mod: tilewright.IRModule) -> None:
        super().__init__()
        self.module = mod
        self.wrong: list[str] = []

    def visit_global_var_(self, op: Any) -> None:
        arity, said = len(self.module[op.name_hint].params), op.struct_info.params
        if said is not None and len(said) != arity:
            self.wrong.append(f"`{op.name_hint}` takes {arity}, and a reference says {len(said)}")


def wrong(mod: tilewright.IRModule) -> list[str]:
    walk = References(mod)
    for function in mod.functions.values():
        if isinstance(function, relax.Function):
            walk.visit_expr(function)
    return mistakes(mod) + walk.wrong


def flat(value: Any) -> list[np.ndarray]:
    if isinstance(value, (tuple, list)) or type(value).__name__ == "Array":
        return [leaf for part in value for leaf in flat(part)]
    return [value.numpy() if hasattr(value, "numpy") else value]


def check(name: str, order: list[str], pipeline: str, lowered: bool = False) -> None:
    text, expected = PROGRAMS[name]
    mod = tilewright.script.from_source(HEAD + text)
    for each in (*(ANY_ORDER[name]() for name in order), *(LOWERING if lowered else ())):
        mod = each(mod)
        assert wrong(mod) == [], each.info.name
    machine = relax.VirtualMachine(relax.build(mod, "llvm", relax_pipeline=pipeline), tilewright.cpu())
    data = np.random.default_rng(0).standard_normal((4, 8)).astype("float32")
    for got, want in zip(flat(machine["main"](tilewright.runtime.tensor(data))), flat(expected(data)), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.sampled_from(sorted(PROGRAMS)),
    st.lists(st.sampled_from(sorted(ANY_ORDER)), max_size=8),
    st.sampled_from(["default", "vm", "zero"]),
)
def test_any_order(name: str, order: list[str], pipeline: str) -> None:
    check(name, order, pipeline)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from(sorted(PROGRAMS)), st.lists(st.sampled_from(sorted(ANY_ORDER)), max_size=8))
def test_any_order_before_lowering(name: str, order: list[str]) -> None:
    check(name, ["LambdaLift", *order, "LegalizeOps"], "vm", lowered=True)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_fusing_before_memory(name: str) -> None:
    """A pipeline of a program's own, as a course builds it."""
    check(name, ["LegalizeOps", "AnnotateTIROpPattern", "FuseOps", "FuseTIR", "CallTIRRewrite"], "default")
