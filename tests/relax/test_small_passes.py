"""Each small pass by the smallest program that shows it: what was before, what is after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.error import TVMError
from tilewright.ffi import get_global_func, register_global_func
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import Constant, transform
from tilewright.relax.dpl import is_op, wildcard
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T
from tilewright.tir import Var as SymbolicVar

TWICE = """
    @R.function(private=True)
    def twice(a: R.Tensor((4,), "float32")):
        b = R.add(a, a)
        return b
"""
CALLS_TWICE = """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        b = Module.twice(x)
        c = R.exp(b)
        return c
"""
UNUSED = """
    @R.function(private=True)
    def first(a: R.Tensor((4,), "float32"), b: R.Tensor((8,), "float32")):
        c = R.exp(a)
        return c

    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((8,), "float32")):
        c = Module.first(x, y)
        return c
"""
PAIR = """
    @R.function(private=True)
    def both(a: R.Tensor((4,), "float32")):
        b = R.exp(a)
        c = R.sqrt(a)
        return (b, c)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        d = Module.both(x)
        e = d[1]
        return e
"""
TUPLE = """
    @R.function(private=True)
    def sum(a: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
        b = R.add(a[0], a[1])
        return b

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        c = Module.sum((x, x))
        return c
"""
CASES: list[tuple[str, Callable[[], Any], str, str]] = [
    (
        "InlinePrivateFunctions",
        transform.InlinePrivateFunctions,
        TWICE + CALLS_TWICE,
        """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        b = R.add(x, x)
        c = R.exp(b)
        return c
""",
    ),
    (
        "RemoveUnusedParameters",
        transform.RemoveUnusedParameters,
        UNUSED,
        UNUSED.replace(', b: R.Tensor((8,), "float32")', "").replace("Module.first(x, y)", "Module.first(x)"),
    ),
    (
        "RemoveUnusedOutputs",
        transform.RemoveUnusedOutputs,
        PAIR,
        """
    @R.function(private=True)
    def both(a: R.Tensor((4,), "float32")):
        c = R.sqrt(a)
        return c

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        e = Module.both(x)
        return e
""",
    ),
    (
        "ExpandTupleArguments",
        transform.ExpandTupleArguments,
        TUPLE,
        """
    @R.function(private=True)
    def sum(a_0: R.Tensor((4,), "float32"), a_1: R.Tensor((4,), "float32")):
        b = R.add(a_0, a_1)
        return b

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        c = Module.sum(x, x)
        return c
""",
    ),
    (
        "RemovePurityChecking",
        transform.RemovePurityChecking,
        """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.call_pure_packed("f", x, sinfo_args=R.Tensor((4,), "float32"))
        return y
""",
        """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        R.func_attr({"relax.force_pure": True})
        y = R.call_packed("f", x, sinfo_args=R.Tensor((4,), "float32"))
        return y
""",
    ),
]


XAB = "x: (4, 8); a: (8, 6); b: (8, 6)"
XI = "x: (4, 8); a: (8, 6); i: (3,) int64"
MORE: list[tuple[str, Callable[[], Any], str, str]] = [
    (
        "ExpandMatmulOfSum",
        transform.ExpandMatmulOfSum,
        program(XAB, "s = R.add(a, b); z = R.matmul(x, s)"),
        program(XAB, "p = R.matmul(x, a); q = R.matmul(x, b); z = R.add(p, q)"),
    ),
    (
        "ReorderTakeAfterMatmul",
        transform.ReorderTakeAfterMatmul,
        program(XI, "t = R.take(a, i, axis=1); z = R.matmul(x, t)"),
        program(XI, "t = R.matmul(x, a); z = R.take(t, i, axis=1)"),
    ),
    (
        "ReorderPermuteDimsAfterConcat",
        transform.ReorderPermuteDimsAfterConcat,
        program("a: (6, 8); b: (6, 8)", "p = R.permute_dims(a); q = R.permute_dims(b); z = R.concat((p, q), axis=1)"),
        program("a: (6, 8); b: (6, 8)", "c = R.concat((a, b), axis=0); z = R.permute_dims(c)"),
    ),
    (
        "AdjustMatmulOrder",
        transform.AdjustMatmulOrder,
        program("x: (8, 1); a: (32, 4); b: (4, 8)", "c = R.matmul(a, b); z = R.matmul(c, x)"),
        program("x: (8, 1); a: (32, 4); b: (4, 8)", "c = R.matmul(b, x); z = R.matmul(a, c)"),
    ),
    (
        "CombineParallelMatmul",
        transform.CombineParallelMatmul,
        program(XAB, "p = R.matmul(x, a); q = R.matmul(x, b); z = R.add(p, q)"),
        program(
            XAB,
            "w = R.concat((a, b), axis=1); m = R.matmul(x, w, out_dtype='float32'); s = R.split(m, [6], axis=1); p = s[0]; q = s[1]; z = R.add(p, q)",
        ),
    ),
    (
        "BundleModelParams",
        transform.BundleModelParams,
        program(XAB, "p = R.add(a, b); z = R.matmul(x, p)", '        R.func_attr({"num_input": 1})\n'),
        """
    @R.function
    def main(x: R.Tensor((4, 8), "float32"), model_params: R.Tuple(R.Tensor((8, 6), "float32"), R.Tensor((8, 6), "float32"))):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = model_params[0]
            b = model_params[1]
            p = R.add(a, b)
            z = R.matmul(x, p)
            R.output(z)
        return z
""",
    ),
    (
        "LambdaLift",
        transform.LambdaLift,
        """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        @R.function
        def inner(y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            z = R.exp(y)
            return z
        w = inner(x)
        return w
""",
        """
    @R.function(private=True)
    def main_inner(y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        z = R.exp(y)
        return z

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        w = Module.main_inner(x)
        return w
""",
    ),
]
CHAIN = """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        a = x
        b = R.match_cast(a, R.Tensor((4,), "float32"))
        with R.dataflow():
            c = R.exp(b)
            d = c
            e = R.add(c, d)
            f = e
            R.output(f)
        return f
"""
MORE.append(
    (
        "CanonicalizeBindings",
        transform.CanonicalizeBindings,
        CHAIN,
        """
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            c = R.exp(x)
            f = R.add(c, c)
            R.output(f)
        return f
""",
    )
)
# Applied to its own result this pass finds something to do again.
AGAIN = {"BundleModelParams"}


@pytest.mark.parametrize(("name", "make", "before", "after"), [*CASES, *MORE], ids=[c[0] for c in [*CASES, *MORE]])
def test_before_and_after(name: str, make: Callable[[], Any], before: str, after: str) -> None:
    module, wanted = from_source(HEAD + before), from_source(HEAD + after)
    made = make()
    assert made.info.name == name
    assert_structural_equal(made(module), wanted)
    if name not in AGAIN:
        assert_structural_equal(make()(wanted), wanted)


def bound(module: IRModule) -> list[Any]:
    """The values that main binds."""
    return [item.value for block in module["main"].body.blocks for item in block.bindings]


def ops(module: IRModule) -> list[str]:
    return [value.op.name for value in bound(module)]


@I.ir_module
class Constants:
    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        with R.dataflow():
            a = R.add(R.const(np.array([[1, 2], [3, 4]], "float32")), R.const(1.0))
            b = R.permute_dims(a)
            c = R.zeros((4096,), "float32")
            d = R.multiply(x, b)
            R.output(c, d)
        return (c, d)


def test_constants_are_computed() -> None:
    made = transform.FoldConstant()(Constants)
    assert ops(made) == ["relax.zeros", "relax.multiply"]
    constant = bound(made)[1].args[1]
    assert isinstance(constant, Constant)
    np.testing.assert_array_equal(constant.data.numpy(), [[2, 4], [3, 5]])
    legal = transform.FoldConstant()(transform.LegalizeOps()(Constants))
    assert [value.op.name for value in bound(legal)] == ["relax.call_tir", "relax.call_tir"]


def test_what_depends_on_a_parameter_is_not_computed() -> None:
    @I.ir_module
    class M:
        @R.function
        def main(x: R.Tensor((2,), "float32")):
            with R.dataflow():
                y = R.add(x, R.const(1.0))
                R.output(y)
            return y

    assert_structural_equal(transform.FoldConstant()(M), M)


def test_sizes_computed_from_known_ones_are_known() -> None:
    before = from_source("""
    @R.function
    def main(x: R.Tensor((4, 6), "float32")):
        with R.dataflow():
            sizes = R.shape_to_tensor(R.shape([4, 6]))
            turned = R.flip(sizes, axis=0)
            y = R.reshape(x, R.tensor_to_shape(turned))
            R.output(y)
        return y
    """)
    after = from_source("""
    @R.function
    def main(x: R.Tensor((4, 6), "float32")):
        with R.dataflow():
            y = R.reshape(x, R.shape([6, 4]))
            R.output(y)
        return y
    """)
    made = transform.FoldConstant()(IRModule({"main": before}))
    assert_structural_equal(made, IRModule({"main": after}))


def test_a_size_that_is_not_known_stays_a_computation() -> None:
    before = from_source("""
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        with R.dataflow():
            sizes = R.shape_to_tensor(R.shape([n]))
            R.output(sizes)
        return sizes
    """)
    assert_structural_equal(transform.FoldConstant()(IRModule({"main": before})), IRModule({"main": before}))


def test_names_follow_the_symbols() -> None:
    module = from_source(HEAD + TWICE + CALLS_TWICE)
    other = IRModule({"entry": module["main"], "twice": module["twice"]})
    made = transform.NormalizeGlobalVar()(other)
    assert sorted(variable.name_hint for variable in made.functions) == ["main", "twice"]
    assert transform.NormalizeGlobalVar()(made) is made
    clash = IRModule({"other": module["main"], "main": module["twice"]})
    assert sorted(v.name_hint for v in transform.NormalizeGlobalVar()(clash).functions) == ["main", "main1"]


@I.ir_module
class Order:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.sqrt(y)
            c = R.abs(a)
            d = R.negative(b)
            e = R.add(c, d)
            f = R.sin(a)
            g = R.add(e, f)
            R.output(g)
        return g


@pytest.mark.parametrize(
    ("order", "direction", "names"),
    [
        ("depth-first", "from-inputs", "acfbdeg"),
        ("breadth-first", "from-inputs", "abcfdeg"),
        ("depth-first", "from-outputs", "acbdefg"),
        ("breadth-first", "from-outputs", "badcfeg"),
    ],
)
def test_orders(order: str, direction: str, names: str) -> None:
    main = transform.TopologicalSort(order, direction)(Order)["main"]
    found = "".join(item.var.name_hint for item in main.body.blocks[0].bindings)
    assert found == names


def test_orders_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="'sideways' is not one of 'depth-first'"):
        transform.TopologicalSort("sideways")


def test_libraries_compile_their_functions() -> None:
    handed: list[Any] = []

    def compile_for(functions: Any, options: Any, constants: Any) -> list[Any]:
        handed.append((list(functions), dict(options), dict(constants)))
        return ["module"]

    def double(x: Any, result: Any) -> None:
        result.copyfrom(x.numpy() * 2)

    register_global_func("relax.ext.mine", compile_for, override=True)
    register_global_func("fused_relax_add_mine", double, override=True)
    module = from_source(HEAD + TWICE.replace("(private=True)", "").replace("twice", "main"))
    assert get_global_func("relax.ext.mine") is not None
    fused = transform.FuseOpsByPattern(
        [("mine.add", is_op("relax.add")(wildcard(), wildcard()))], annotate_codegen=True
    )(transform.ConvertToDataflow(1)(module))
    made = transform.RunCodegen({"mine": {"fast": True}})(fused)
    assert [variable.name_hint for variable in made.functions] == ["main"]
    assert handed[0][1] == {"fast": True}
    assert made.attrs["external_mods"] == ("module",)
    assert 'R.call_dps_packed("fused_relax_add_mine", (a,)' in made.script()
    found = relax.VirtualMachine(relax.build(made))["main"](np.ones(4, "float32"))
    np.testing.assert_array_equal(found.numpy(), np.full(4, 2, "float32"))


def test_libraries_that_nobody_knows() -> None:
    module = from_source(
        HEAD
        + TWICE.replace("(private=True)", "").replace(
            "        b", '        R.func_attr({"Codegen": "nobody"})\n        b', 1
        )
    )
    with pytest.raises(ValueError, match=r"nothing is registered as 'relax\.ext\.nobody'"):
        transform.RunCodegen()(module)


def test_closures_compute_the_same() -> None:
    module = from_source(
        HEAD
        + """
    @R.function
    def main(x: R.Tensor((4,), "float32"), k: R.Tensor((4,), "float32")):
        @R.function
        def less(y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            z = R.subtract(y, k)
            return z
        w = less(x)
        return w
"""
    )
    made = transform.LambdaLift()(module)
    assert "R.make_closure(cls.main_less, (k,))" in made.script()
    x, k = np.arange(4, dtype="float32"), np.ones(4, "float32")
    found = relax.VirtualMachine(relax.build(made))["main"](x, k).numpy()
    np.testing.assert_array_equal(found, x - 1)


def test_ops_outside_of_dataflow_are_not_folded() -> None:
    text = """
    @R.function
    def main():
        a = R.add(R.const([1.0, 2.0]), R.const([3.0, 4.0]))
        return a
"""
    module = from_source(HEAD + text)
    assert_structural_equal(transform.FoldConstant()(module), module)
    assert ops(transform.FoldConstant()(transform.ConvertToDataflow(min_size=1)(module))) == []


def test_kernels_that_reshape() -> None:
    module = from_source(HEAD + program("x: (4, 8)", "y = R.reshape(x, (8, 4)); z = R.exp(y)"))
    made = transform.RewriteDataflowReshape()(transform.LegalizeOps()(module))
    assert ops(made) == ["relax.reshape", "relax.call_tir"]


def test_kernels_that_reshape_by_symbolic_sizes() -> None:
    module = from_source(
        HEAD
        + """
    @R.function
    def main(x: R.Tensor(("n", 4, 8), "float32")):
        n = T.int64()
        with R.dataflow():
            y = R.reshape(x, (1, n, 32))
            z = R.exp(y)
            R.output(z)
        return z
"""
    )
    made = transform.RewriteDataflowReshape()(transform.LegalizeOps()(module))
    assert ops(made) == ["relax.reshape", "relax.call_tir"]


def test_what_a_block_gives_stays_a_copy() -> None:
    module = from_source(HEAD + program("x: (4, 8)", "z = R.reshape(x, (8, 4))"))
    assert ops(transform.RewriteDataflowReshape()(transform.LegalizeOps()(module))) == ["relax.call_tir"]


def test_passes_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="FewShotTuning is not in Tilewright: functions without"):
        _ = transform.FewShotTuning
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = transform.Nothing


def test_two_allocations_are_two_memories() -> None:
    """Allocating has no effect, so it may stand in a dataflow block; the same is never given twice."""

    @R.function(private=True)
    def main():
        with R.dataflow():
            a = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), R.prim_value(0))
            b = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), R.prim_value(0))
            gv = (a, b)
            R.output(gv)
        return gv

    module = IRModule.from_expr(main)
    assert_structural_equal(relax.transform.EliminateCommonSubexpr()(module), module)


def test_sizes_are_bound_everywhere() -> None:
    @R.function(private=True)
    def before(x: R.Tensor(("n", "m"), "float32")):
        n = T.int64()
        m = T.int64()
        y = R.call_dps_packed("half", (x,), R.Tensor((n, m // 2), "float32"))
        z = R.match_cast(y, R.Tensor((n, m // 2), "float32"))
        return z

    @R.function(private=True)
    def after(x: R.Tensor(("n", 8), "float32")):
        n = T.int64()
        y = R.call_dps_packed("half", (x,), R.Tensor((n, 4), "float32"))
        z = R.match_cast(y, R.Tensor((n, 4), "float32"))
        return z

    assert_structural_equal(before.bind_symbolic_vars({"m": 8}), after)
    for wrong in ({"k": 8}, {SymbolicVar("m", "int64"): 8}, {"m": SymbolicVar("k", "int64") * 3}):
        with pytest.raises(TVMError):
            before.bind_symbolic_vars(wrong)


def test_a_constant_tells_the_sizes_of_its_parameter() -> None:
    @R.function(private=True)
    def before(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        return R.add(x, y)

    made = before.bind_params({"y": np.ones(4, "float32")})
    assert str(made.ret_struct_info) == 'R.Tensor((4,), dtype="float32")'
    assert str(made.params[0].struct_info) == 'R.Tensor((4,), dtype="float32")'


def test_what_is_kept_alive() -> None:
    @I.ir_module
    class Module:
        @R.function
        def other(x: R.Tensor((4,), "float32")):
            return Module.inner(x)

        @R.function(private=True)
        def inner(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return x

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            if R.const(True, "bool"):
                _ = R.add(x, x)
                y = R.nn.relu(x)
            else:
                y = x
            return y

    made = transform.DeadCodeElimination(["main"])(Module)
    assert sorted(v.name_hint for v in made.functions) == ["inner", "main", "other"]
    assert "R.nn.relu" in made.script()
    assert "R.add" not in made.script()


def test_zero_computes_what_depends_on_constants_alone() -> None:
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((2,), "float32")):
            with R.dataflow():
                one = R.add(R.const([1.0, 2.0], "float32"), R.const([3.0, 4.0], "float32"))
                y = R.multiply(x, one)
                R.output(y)
            return y

    made = relax.get_pipeline("zero")(Module)
    calls = [item.value for item in made["main"].body.blocks[0].bindings]
    assert len(calls) == 1
    (constant,) = [part for part in calls[0].args[1].fields if isinstance(part, Constant)]
    assert constant.data.numpy().tolist() == [4.0, 6.0]


def test_scalars_of_one_type_have_it_in_common() -> None:
    zero, one = (relax.PrimStructInfo(value=value) for value in (0, 1))
    assert_structural_equal(relax.analysis.struct_info_lca(zero, one), relax.PrimStructInfo("int64"))
    assert_structural_equal(
        relax.analysis.struct_info_lca(zero, relax.PrimStructInfo("bool")), relax.ObjectStructInfo()
    )


def test_closures_that_call_themselves() -> None:
    module = from_source(
        HEAD
        + """
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        @R.function
        def more(i: R.Tensor((), "int32"), s: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            c = R.less(i, R.const(3))
            if c:
                n = R.add(i, R.const(1))
                t = R.add(s, x)
                r = more(n, t)
            else:
                r = s
            return r
        w = more(R.const(0), x)
        return w
"""
    )
    made = transform.LambdaLift()(module)
    assert "cls.main_more(n, t, x)" in made.script()
    x = np.array([1, 2], "float32")
    found = relax.VirtualMachine(relax.build(made))["main"](x).numpy()
    np.testing.assert_array_equal(found, 4 * x)


def test_what_is_printed_of_tuples(capsys: pytest.CaptureFixture[str]) -> None:
    module = from_source(
        HEAD
        + """
    @R.function(pure=False)
    def main(x: R.Tensor((), "int32")):
        t = (x, x)
        _ = R.print(x, t)
        _1 = R.print(t, format="both: {}")
        _2 = R.assert_op(R.const(False), [x, t])
        return x
"""
    )
    machine = relax.VirtualMachine(relax.build(module))
    with pytest.raises(AssertionError, match=r"Assertion Failed: 5, \(5, 5\)"):
        machine["main"](np.array(5, "int32"))
    assert capsys.readouterr().out == "5 (5, 5)\nboth: (5, 5)\n"


def test_orders_follow_parameters_and_results() -> None:
    @I.ir_module
    class Two:
        @R.function
        def main(a: R.Tensor((4,), "float32"), b: R.Tensor((4,), "float32"), c: R.Tensor((4,), "float32")):
            with R.dataflow():
                p = R.add(a, c)
                q = R.add(a, b)
                r = R.exp(p)
                s = R.exp(q)
                R.output(r, s)
            both = (s, r)
            return both

    for direction in ("from-inputs", "from-outputs"):
        main = transform.TopologicalSort("depth-first", direction)(Two)["main"]
        assert [item.var.name_hint for item in main.body.blocks[0].bindings] == ["q", "s", "p", "r"]
    broad = transform.TopologicalSort("breadth-first", "from-inputs")(Two)["main"]
    assert [item.var.name_hint for item in broad.body.blocks[0].bindings] == ["p", "q", "r", "s"]
