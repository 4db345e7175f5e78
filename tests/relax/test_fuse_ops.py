"""Which operators become one kernel, by the smallest graphs, and that their numbers stay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax, transform
from tilewright.core.analysis.op_pattern import OpPatternKind, op_pattern
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


def legal(module: IRModule) -> IRModule:
    return relax.transform.AnnotateTIROpPattern()(relax.transform.LegalizeOps()(module))


def fused(module: IRModule, level: int = -1) -> list[str]:
    """The names of the functions that the groups became."""
    made = relax.transform.FuseOps(level)(legal(module))
    assert_structural_equal(from_source(made.script(show_meta=True)), made)
    return sorted(v.name_hint for v in made.functions if v.name_hint.startswith("fused_"))


def graph(body: str, params: str = 'x: R.Tensor((4, 8), "float32"), y: R.Tensor((4, 8), "float32")') -> IRModule:
    lines = "\n".join(f"            {line}" for line in body.splitlines())
    return from_source(
        f"@I.ir_module\nclass M:\n    @R.function\n    def main({params}):\n        with R.dataflow():\n{lines}\n            R.output(o)\n        return o\n"
    )


@pytest.mark.parametrize(
    ("body", "groups"),
    [
        ("a = R.add(x, y)\no = R.exp(a)", ["fused_add_tir_exp"]),
        ("o = R.add(x, y)", []),
        ("a = R.add(x, y)\nb = R.exp(a)\nc = R.nn.relu(a)\no = R.add(b, c)", ["fused_add_tir_exp_relu_add"]),
        ("a = R.exp(x)\no = R.sum(a, 1)", ["fused_tir_exp_sum"]),
        ("a = R.sum(x, 1)\no = R.exp(a)", []),
        ("a = R.permute_dims(x)\no = R.exp(a)", ["fused_transpose_tir_exp"]),
        ("a = R.matmul(x, R.permute_dims(y))\nb = R.nn.relu(a)\no = R.exp(b)", ["fused_matmul_relu_tir_exp"]),
        ("a = R.nn.softmax(x)\no = R.nn.softmax(a)", []),
        (
            "a = R.exp(x)\nb = R.exp(y)\nt = R.concat((a, b), 1)\no = R.exp(t)",
            ["fused_tir_exp_tir_exp_concatenate_tir_exp"],
        ),
    ],
)
def test_groups(body: str, groups: list[str]) -> None:
    made = fused(graph(body))
    assert [name.rstrip("0123456789") for name in made] == groups or [_plain(name) for name in made] == groups


def _plain(name: str) -> str:
    """Names of operators without the numbers that tell several of them apart."""
    return "_".join(part.rstrip("0123456789") for part in name.split("_"))


def test_level_zero_fuses_nothing() -> None:
    module = graph("a = R.add(x, y)\no = R.exp(a)")
    assert fused(module, 0) == []
    with transform.PassContext(opt_level=0):
        assert fused(module) == []


def test_a_group_has_at_most_so_many_operators() -> None:
    module = graph("a = R.exp(x)\nb = R.nn.relu(a)\nc = R.sin(b)\no = R.cos(c)")
    with transform.PassContext(config={"relax.FuseOps.max_depth": 2}):
        assert len(fused(module)) == 2
    assert len(fused(module)) == 1


def test_a_value_that_is_seen_outside_ends_a_group_or_is_a_result_of_it() -> None:
    @I.ir_module
    class M:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            with R.dataflow():
                a = R.exp(x)
                b = R.nn.relu(a)
                R.output(a, b)
            return (a, b)

    assert fused(M) == []


def test_calls_that_are_not_tensor_ir_stay_apart() -> None:
    @I.ir_module
    class M:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            with R.dataflow():
                a = R.exp(x)
                b = R.call_dps_packed("f", (a,), R.Tensor((4,), "float32"))
                c = R.exp(b)
                d = R.nn.relu(c)
                R.output(d)
            return d

    assert [_plain(name) for name in fused(M)] == ["fused_tir_exp_relu"]


def test_sizes_that_the_arguments_do_not_tell_are_passed_along() -> None:
    @I.ir_module
    class M:
        @R.function
        def main(s: R.Shape(["n"])):
            n = T.int64()
            with R.dataflow():
                a = R.full((n,), R.const(2.0))
                b = R.exp(a)
                R.output(b)
            return b

    module = relax.get_pipeline("zero")(M)
    assert "tir_vars=R.shape([n])" in module.script()
    found = relax.VirtualMachine(relax.build(M))["main"](
        relax.ShapeTuple([3]) if hasattr(relax, "ShapeTuple") else (3,)
    )
    np.testing.assert_allclose(found.numpy(), np.exp(np.full(3, 2, "float32")), rtol=1e-6)


@I.ir_module
class Network:
    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 4), "float32"), b: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.nn.relu(R.matmul(x, w) + b)
            c = R.nn.softmax(a)
            d = R.sum(R.exp(R.permute_dims(c)), 1)
            R.output(c, d)
        return (c, d)


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    given = [generator.standard_normal(size, "float32") for size in ((5, 8), (8, 4), (4,))]
    x, w, b = given
    a = np.maximum(x @ w + b, 0)
    power = np.exp(a - a.max(1, keepdims=True))
    c = power / power.sum(1, keepdims=True)
    stages: list[Any] = [Network, legal(Network)]
    stages.append(relax.transform.FuseOps()(stages[-1]))
    stages.append(relax.transform.FuseTIR()(stages[-1]))
    for stage in stages:
        found = relax.VirtualMachine(relax.build(stage, relax_pipeline=relax.transform.LegalizeOps()))["main"](*given)
        np.testing.assert_allclose(found[0].numpy(), c, rtol=1e-5)
        np.testing.assert_allclose(found[1].numpy(), np.exp(c.T).sum(1), rtol=1e-5)


def test_patterns_of_tensor_ir() -> None:
    found = {v.name_hint: op_pattern(f) for v, f in legal(Network).functions.items() if v.name_hint != "main"}
    assert found == {
        "matmul": OpPatternKind.kOutEWiseFusable,
        "add": OpPatternKind.kElemWise,
        "relu": OpPatternKind.kElemWise,
        "softmax": OpPatternKind.kOutEWiseFusable,
        "transpose": OpPatternKind.kInjective,
        "tir_exp": OpPatternKind.kElemWise,
        "sum": OpPatternKind.kCommReduce,
    }


def test_a_function_without_blocks_is_opaque_and_a_pattern_that_is_there_stays() -> None:
    @I.ir_module
    class M:
        @T.prim_func
        def plain(A: T.Buffer((4,), "float32")):
            for i in range(4):
                A[i] = 0.0

        @T.prim_func
        def known(A: T.Buffer((4,), "float32")):
            T.func_attr({"op_pattern": 2})
            for i in range(4):
                A[i] = 0.0

    made = relax.transform.AnnotateTIROpPattern()(M)
    assert (made["plain"].attrs["op_pattern"], made["known"].attrs["op_pattern"]) == (8, 2)


def test_pipelines() -> None:
    assert relax.get_pipeline("zero")(Network)["main"] is not None
    with pytest.raises(ValueError, match="Unknown pre-built pipeline nobody"):
        relax.get_pipeline("nobody")
    with pytest.raises(ValueError, match="already been registered"):
        relax.register_pipeline("zero")
