"""Questions about memory, and about what is known before a model runs."""

from __future__ import annotations

import pytest

from tilewright import relax
from tilewright.relax.analysis import (
    collect_non_negative_expressions,
    computable_at_compile_time,
    estimate_memory_usage,
)
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


def test_what_a_plan_saves_is_told():
    @I.ir_module
    class Chain:
        @R.function
        def main(x: R.Tensor((256,), "float32")):
            with R.dataflow():
                a = R.exp(x)
                b = R.sin(a)
                c = R.cos(b)
                d = R.tanh(c)
                R.output(d)
            return d

        @R.function
        def unknown(x: R.Tensor(("n",), "float32")):
            with R.dataflow():
                a = R.exp(x)
                R.output(a)
            return a

    module = Chain
    for name in ("LegalizeOps", "ToNonDataflow", "RemovePurityChecking", "CallTIRRewrite", "StaticPlanBlockMemory"):
        module = getattr(relax.transform, name)()(module)
    assert estimate_memory_usage(module) == (
        "Memory usage estimation:\n"
        "- Function main:\n"
        " * Without memory planning, there are 4 constant-size memory allocation(s) with total size 3.815e-06 GB.\n"
        " * With memory planning, there are 3 constant-size memory allocation(s) with total size 2.861e-06 GB.\n"
        " * Memory planning reduces constant memory size to 75.0%.\n"
        "- Function unknown:\n"
        " * Without memory planning, there are 0 constant-size memory allocation(s) with total size 0.0 GB,"
        " and 1 dynamic-size allocation(s).\n"
        " * With memory planning, there are 0 constant-size memory allocation(s) with total size 0.0 GB.\n\n"
    )


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("c = R.add(w, w)\nd = R.add(x, c)\ne = R.negative(w)", "w c e"),
        ("c = R.ones([m], 'int32')\nd = R.ones([n], 'int32')\ne = (c, d)", "w c"),
        ("c = R.match_cast(w, R.Tensor((k,), 'int32'))\nd = R.ones([k], 'int32')", "w c d"),
    ],
)
def test_what_weights_alone_decide(body: str, names: str):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = (
        '@R.function\ndef f(x: R.Tensor(("n",), "int32"), w: R.Tensor(("m",), "int32")):\n'
        f'    R.func_attr({{"num_input": 1}})\n    n, m, k = T.int64(), T.int64(), T.int64()\n{lines}    return x\n'
    )
    assert [var.name_hint for var in computable_at_compile_time(from_source(text))] == names.split()


def test_without_weights_nothing_is_known_before():
    @R.function
    def f(x: R.Tensor((2,), "int32"), w: R.Tensor((2,), "int32")):
        c = R.add(w, w)
        return c

    assert not computable_at_compile_time(f)


def test_sizes_are_not_negative():
    n, m = T.int64(), T.int64()
    info = R.Tuple(R.Tensor((n, m + 1, 4), "float32"), R.Shape([n]), R.Prim(value=m))
    found = collect_non_negative_expressions(info)
    assert found[0] is n
    assert [str(size) for size in found[1:]] == [str(m + 1)]
