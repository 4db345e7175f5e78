"""What patterns match becomes functions of its own, for libraries to compute; neighbours of one library are merged."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright import relax
from tilewright.error import TVMError
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import Function
from tilewright.relax.backend.cuda.cublas import partition_for_cublas
from tilewright.relax.dpl import is_const, is_op, is_tuple_get_item, wildcard
from tilewright.relax.transform import (
    FuseOpsByPattern,
    FuseTIR,
    FusionPattern,
    LegalizeOps,
    MergeCompositeFunctions,
    PatternCheckContext,
)
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Before:
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32"), v: R.Tensor((4, 4), "float32")):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.nn.relu(a)
            c = R.matmul(b, v)
            d = R.add(R.nn.relu(c), R.const(1.0, "float32"))
            R.output(d)
        return d


MATMUL = is_op("relax.matmul")(wildcard(), wildcard())
PATTERNS = [("lib.dense", is_op("relax.nn.relu")(MATMUL)), ("lib.add", is_op("relax.add")(wildcard(), is_const()))]


def names(module: IRModule) -> list[str]:
    return sorted(variable.name_hint for variable in module.functions)


AFTER = """
@I.ir_module
class After:
    @R.function(private=True)
    def fused_relax_matmul_relax_nn_relu(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32")):
        R.func_attr({"Composite": "lib.dense", "Primitive": True})
        with R.dataflow():
            lv = R.matmul(x, w)
            gv = R.nn.relu(lv)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32"), v: R.Tensor((4, 4), "float32")):
        cls = After
        with R.dataflow():
            b = cls.fused_relax_matmul_relax_nn_relu(x, w)
            c = cls.fused_relax_matmul_relax_nn_relu(b, v)
            d = R.add(c, R.const(1.0, "float32"))
            R.output(d)
        return d
"""


def test_functions_of_matches() -> None:
    made = FuseOpsByPattern([PATTERNS[0]])(Before)

    after = from_source(AFTER)
    assert_structural_equal(made["main"], after["main"])
    name = "fused_relax_matmul_relax_nn_relu"
    assert_structural_equal(made[name], after[name])


def test_constants_move_inside_unless_told_otherwise() -> None:
    inside = FuseOpsByPattern([PATTERNS[1]])(Before)["fused_relax_add"]
    outside = FuseOpsByPattern([PATTERNS[1]], bind_constants=False)(Before)["fused_relax_add"]
    assert isinstance(inside, Function)
    assert isinstance(outside, Function)
    assert len(inside.params) == 1
    assert [param.name_hint for param in outside.params][1] == "param_0"


def test_wrapped_for_a_library() -> None:
    made = FuseOpsByPattern(PATTERNS, annotate_codegen=True)(Before)
    assert names(made) == ["fused_relax_add_lib", "fused_relax_matmul_relax_nn_relu_lib", "main"]
    outer = made["fused_relax_matmul_relax_nn_relu_lib"]
    assert outer.attrs == {"Codegen": "lib", "global_symbol": "fused_relax_matmul_relax_nn_relu_lib"}
    text = made.script(show_meta=True)
    assert "def local_func(" in text
    assert 'R.func_attr({"Composite": "lib.dense"})' in text
    assert_structural_equal(from_source(text), made)


def test_merged_for_a_library() -> None:
    made = MergeCompositeFunctions()(FuseOpsByPattern(PATTERNS)(Before))
    whole = "fused_relax_matmul_relax_nn_relu_relax_matmul_relax_nn_relu_relax_add_lib"
    assert names(made) == [whole, "main"]
    assert made[whole].attrs["Codegen"] == "lib"
    assert f"cls.{whole}(x, w, v)" in made.script()


@I.ir_module
class Between:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.nn.relu(x)
            b = R.add(a, a)
            c = R.multiply(a, b)
            R.output(c)
        return c


def test_what_lies_between_keeps_calls_apart() -> None:
    patterns = [
        ("a.relu", is_op("relax.nn.relu")(wildcard())),
        ("b.add", is_op("relax.add")(wildcard(), wildcard())),
        ("a.multiply", is_op("relax.multiply")(wildcard(), wildcard())),
    ]
    made = MergeCompositeFunctions()(FuseOpsByPattern(patterns)(Between))
    assert names(made) == ["fused_relax_add1_b", "fused_relax_multiply1_a", "fused_relax_nn_relu1_a", "main"]


def test_checks_see_the_match() -> None:
    seen: list[PatternCheckContext] = []

    def check(context: PatternCheckContext) -> bool:
        seen.append(context)
        return context.annotated_expr["product"] is not context.matched_expr and len(seen) == 2

    wanted = FusionPattern("lib.dense", PATTERNS[0][1], {"product": MATMUL}, check, lambda named: {"of": len(named)})
    made = FuseOpsByPattern([wanted])(Before)
    assert [len(context.matched_bindings) for context in seen] == [2, 2]
    assert made["fused_relax_matmul_relax_nn_relu"].attrs["of"] == 1
    assert made.script().count("cls.fused_relax_matmul_relax_nn_relu(") == 1
    assert all(str(seen[0].value_to_bound_var[value]) == str(var) for var, value in seen[0].matched_bindings.items())


def test_only_entries_and_only_calls_that_are_free() -> None:
    assert FuseOpsByPattern(PATTERNS, entry_functions=["other"])(Before).script() == Before.script()
    both = [("lib.matmul", MATMUL), ("lib.dense", PATTERNS[0][1])]
    made = FuseOpsByPattern(both)(Before)
    assert names(made) == ["fused_relax_matmul", "main"]


def test_items_of_tuples() -> None:
    @I.ir_module
    class Halves:
        @R.function
        def main(x: R.Tensor((4, 4), "float32")):
            with R.dataflow():
                pair = R.split(x, 2, axis=1)
                y = R.nn.relu(pair[0])
                R.output(y)
            return y

    split = is_op("relax.split")(wildcard())
    made = FuseOpsByPattern([("lib.half", is_op("relax.nn.relu")(is_tuple_get_item(split, 0)))])(Halves)
    assert names(made) == ["fused_relax_split_relax_nn_relu", "main"]


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    given = [generator.standard_normal(size, "float32") for size in ((2, 4), (4, 4), (4, 4))]
    wanted = np.maximum(np.maximum(given[0] @ given[1], 0) @ given[2], 0) + 1
    fused = FuseOpsByPattern(PATTERNS)(Before)
    for module in (fused, MergeCompositeFunctions()(fused)):
        found = relax.VirtualMachine(relax.build(module))["main"](*given).numpy()
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_results_that_only_rename_are_written() -> None:
    renamed = from_source(
        """
@I.ir_module
class Module:
    @R.function(private=True)
    def fused(a: R.Tensor((4,), "float32")):
        R.func_attr({"Primitive": True})
        with R.dataflow():
            b = R.exp(a)
            c = b
            R.output(c)
        return c

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = Module.fused(x)
        return y
"""
    )
    x = np.arange(4, dtype="float32")
    found = relax.VirtualMachine(relax.build(FuseTIR()(LegalizeOps()(renamed))))["main"](x).numpy()
    np.testing.assert_allclose(found, np.exp(x), rtol=1e-6)


def test_a_larger_match_takes_the_place_of_one_inside_it() -> None:
    whole = is_op("relax.nn.relu")(MATMUL)
    made = FuseOpsByPattern([("lib.either", MATMUL | whole)])(Before)
    assert "fused_relax_matmul_relax_nn_relu" in names(made)
    assert "fused_relax_matmul" not in names(made)


CHOICE = """
@R.function
def main(x: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    with R.dataflow():
        a = R.exp(x)
        R.output(a)
    if c:
        with R.dataflow():
            b = R.exp(a)
            d = R.exp(b)
            R.output(d)
        z = R.sqrt(d)
    else:
        z = R.sqrt(a)
    return z
"""


def test_blocks_in_branches_count_and_matches_do_not_leave_them() -> None:
    twice = is_op("relax.exp")(is_op("relax.exp")(wildcard()))
    text = FuseOpsByPattern([("lib.twice", twice)])(IRModule({"main": from_source(CHOICE)}))["main"].script()
    assert "= R.exp(x)" in text
    assert "fused_relax_exp_relax_exp(a)" in text
    assert text.count("R.exp(") == 1


FORK = """
@R.function
def main(x: R.Tensor((2, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.sqrt(a)
        c = R.nn.relu(a)
        d = R.add(b, c)
        R.output(d)
    return d
"""
EXP_RELU = is_op("relax.nn.relu")(is_op("relax.exp")(wildcard()))


def test_what_needs_a_part_of_a_group_follows_its_call() -> None:
    before = IRModule({"main": from_source(FORK)})
    after = FuseOpsByPattern([("lib.exp_relu", EXP_RELU)])(before)
    assert relax.analysis.well_formed(after)
    x = np.linspace(-2, 2, 8, dtype="float32").reshape(2, 4)
    found = [relax.VirtualMachine(relax.build(LegalizeOps()(mod)))["main"](x).numpy() for mod in (before, after)]
    np.testing.assert_allclose(found[1], found[0])


def test_sizes_that_a_cast_defines_are_there_before_a_group_needs_them() -> None:
    text = """
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), y: R.Tensor("float32", ndim=1)):
        n = T.int64()
        with R.dataflow():
            a = R.exp(x)
            b = R.sqrt(a)
            z = R.match_cast(y, R.Tensor((n,), "float32"))
            s = R.shape_to_tensor(R.shape([n]))
            c = R.nn.relu(a)
            R.output(b, c, s)
        return b, c, s
    """
    after = FuseOpsByPattern([("lib.exp_relu", EXP_RELU)])(IRModule({"main": from_source(text)}))
    assert relax.analysis.well_formed(after)


def test_a_group_that_needs_itself_is_refused() -> None:
    pattern = is_op("relax.add")(wildcard(), EXP_RELU)
    with pytest.raises(TVMError, match="A cyclic dependency detected: `a`, `c`, `d` would be computed together"):
        FuseOpsByPattern([("lib.all", pattern)])(IRModule({"main": from_source(FORK)}))


CHAINS = """
@I.ir_module
class Chains:
    @R.function(private=True)
    def first(x: R.Tensor((4,), "float32")):
        R.func_attr({"Composite": "p.exp"})
        with R.dataflow():
            y = R.exp(x)
            R.output(y)
        return y

    @R.function(private=True)
    def second(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        R.func_attr({"Composite": "q.add"})
        with R.dataflow():
            z = R.add(x, y)
            R.output(z)
        return z

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = Chains.first(x)
            b = Chains.second(a, x)
            c = Chains.first(a)
            d = R.sqrt(c)
            e = Chains.second(b, d)
            R.output(e)
        return e
"""


def test_merged_calls_follow_what_they_need() -> None:
    before = from_source(CHAINS)
    after = MergeCompositeFunctions()(before)
    assert relax.analysis.well_formed(after)
    x = np.linspace(-1, 1, 4, dtype="float32")
    found = [relax.VirtualMachine(relax.build(mod))["main"](x).numpy() for mod in (before, after)]
    np.testing.assert_allclose(found[1], found[0])


def test_libraries_for_graphics_processors_are_imported_and_refuse() -> None:
    with pytest.raises(NotImplementedError, match="Tilewright builds for the CPU"):
        partition_for_cublas(Before)
