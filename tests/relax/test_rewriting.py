"""Patterns with edges between them, bindings rewritten together, and rewriters written as modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tilewright.core.analyze import analyze
from tilewright.ir import assert_structural_equal
from tilewright.relax import DataflowBlock, Function, SeqExpr, Var, const, op
from tilewright.relax.analysis import free_vars
from tilewright.relax.dpl import (
    PatternContext,
    PatternMatchingRewriter,
    has_attr,
    has_dtype,
    is_const,
    is_op,
    reject,
    rewrite_bindings,
    rewrite_call,
    wildcard,
)
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@R.function
def parallel(x: R.Tensor((4, 4), "float32"), v: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.matmul(x, v)
        b = R.matmul(x, w)
        c = R.nn.relu(a)
        d = R.add(c, b)
        R.output(d)
    return d


def block(function: Function) -> DataflowBlock:
    assert isinstance(function.body, SeqExpr)
    found = function.body.blocks[0]
    assert isinstance(found, DataflowBlock)
    return found


def names(function: Function) -> list[str]:
    return [str(item.value).partition("(")[0] for item in block(function).bindings]


def test_edges() -> None:
    with PatternContext() as context:
        matmul, relu = is_op("relax.matmul")(wildcard(), wildcard()), is_op("relax.nn.relu")(wildcard())
        _ = matmul >> relu
        found = context.match_dfb(block(parallel))
    assert found is not None
    assert (str(found[matmul]), str(found[relu])) == ("a", "c")


def test_edges_that_are_not_there() -> None:
    with PatternContext() as context:
        relu, matmul = is_op("relax.nn.relu")(wildcard()), is_op("relax.matmul")(wildcard(), wildcard())
        _ = relu ^ matmul
        assert context.match_dfb(block(parallel)) is None
    with PatternContext() as context:
        second = is_op("relax.matmul")(wildcard(), wildcard())
        second.used_by(is_op("relax.add")(varg_default_wildcard=True), 1)
        found = context.match_dfb(block(parallel))
    assert found is not None
    assert str(found[second]) == "b"


def test_only_used_by_is_strict() -> None:
    @R.function
    def twice(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.nn.relu(a)
            c = R.add(a, b)
            R.output(c)
        return c

    for only, found in ((True, False), (False, True)):
        with PatternContext() as context:
            exp, relu = is_op("relax.exp")(wildcard()), is_op("relax.nn.relu")(varg_default_wildcard=True)
            _ = exp >> relu if only else exp ^ relu
            assert (context.match_dfb(block(twice)) is not None) is found


def test_sequences_and_forks() -> None:
    with PatternContext() as context:
        sequence = is_op("relax.matmul")(varg_default_wildcard=True) ^ is_op("relax.nn.relu")(
            varg_default_wildcard=True
        )
        _ = sequence ^ is_op("relax.add")(varg_default_wildcard=True)
        other = sequence.dup()
        found = context.match_dfb(block(parallel))
    assert found is None  # there is one relu, and the copied sequence wants another
    assert other[0] is not sequence[0]
    with PatternContext() as context:
        source = wildcard()
        left, right = (is_op("relax.matmul")(varg_default_wildcard=True) for _ in range(2))
        source.fork_to(left, right)
        source.same_shape_as(left)
        found = context.match_dfb(block(parallel))
    assert found is not None
    assert str(found[source]) == "x"


def test_edges_need_a_context() -> None:
    with pytest.raises(RuntimeError, match="PatternContext"):
        _ = wildcard() ^ wildcard()


def test_bindings_are_rewritten_together() -> None:
    with PatternContext() as context:
        x, v, w = wildcard(), wildcard(), wildcard()
        first, second = is_op("relax.matmul")(x, v), is_op("relax.matmul")(x, w)

        def combined(found: Mapping[Any, Any], values: Mapping[Any, Any]) -> dict[Any, Any]:
            assert str(values[found[first]]).startswith("R.matmul(")
            whole = op.matmul(found[x], op.concat([found[v], found[w]], axis=1))
            parts = (op.strided_slice(whole, [1], [at], [at + 4]) for at in (0, 4))
            return dict(zip((found[first], found[second]), parts))

        made = rewrite_bindings(context, combined, parallel)
    assert names(made) == ["R.concat", "R.matmul", "R.strided_slice", "R.strided_slice", "R.nn.relu", "R.add"]


def test_what_is_made_may_match_again() -> None:
    @R.function
    def chain(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.exp(a)
            R.output(b)
        return b

    with PatternContext() as context:
        source = wildcard()
        whole = is_op("relax.exp")(source)
        made = rewrite_bindings(
            context, lambda found, values: {found[whole]: op.negative(op.exp(op.exp(found[source])))}, chain
        )
    assert names(made) == ["R.exp", "R.exp", "R.negative"] * 2


def test_what_is_made_is_matched_with_what_is_left() -> None:
    @R.function
    def sums(
        x: R.Tensor((4,), "float32"),
        p: R.Tensor((4,), "float32"),
        q: R.Tensor((4,), "float32"),
        r: R.Tensor((4,), "float32"),
    ):
        with R.dataflow():
            a = R.add(x, p)
            b = R.add(a, q)
            c = R.add(b, r)
            R.output(c)
        return c

    with PatternContext() as context:
        first, second, third = wildcard(), wildcard(), wildcard()
        inner = is_op("relax.add")(first, second)
        outer = is_op("relax.add")(inner, third)

        def to_the_right(found: Mapping[Any, Any], values: Mapping[Any, Any]) -> dict[Any, Any]:
            return {found[outer]: op.add(found[first], op.add(found[second], found[third]))}

        made = rewrite_bindings(context, to_the_right, sums)
    pairs, triples, whole = block(made).bindings
    assert str(pairs.value) == "R.add(p, q)"
    assert free_vars(triples.value)[0].vid is pairs.var.vid
    assert free_vars(whole.value)[1].vid is triples.var.vid


def test_nothing_to_rewrite() -> None:
    with PatternContext() as context:
        _ = is_op("relax.exp")(wildcard()) ^ is_op("relax.exp")(wildcard())
        assert rewrite_bindings(context, lambda found, values: {}, parallel) is parallel


@R.rewriter
class AddAsDouble:
    @R.function
    def pattern(a: R.Tensor("float32")):
        b = R.add(a, a)
        return b

    @R.function
    def replacement(a: R.Tensor("float32")):
        b = R.multiply(a, R.const(2.0, "float32"))
        return b


@I.ir_module
class Sums:
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.add(x, x)
            b = R.add(a, y)
            R.output(b)
        return b


def test_rewriters_as_modules() -> None:
    @I.ir_module
    class Doubled:
        @R.function
        def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
            with R.dataflow():
                a = R.multiply(x, R.const(2.0, "float32"))
                b = R.add(a, y)
                R.output(b)
            return b

    assert isinstance(AddAsDouble, PatternMatchingRewriter)
    assert_structural_equal(AddAsDouble(Sums), Doubled)
    assert AddAsDouble(Doubled) is Doubled


def test_one_rewriter_or_another() -> None:
    other = PatternMatchingRewriter.from_pattern(
        is_op("relax.multiply")(wildcard(), wildcard()), lambda call, _: op.subtract(call.args[0], call.args[1])
    )
    assert isinstance(AddAsDouble, PatternMatchingRewriter)
    made = (AddAsDouble | other)(Sums)["main"]
    assert isinstance(made, Function)
    assert names(made) == ["R.subtract", "R.add"]  # what the first makes, the other finds


def test_what_is_made_is_matched_again() -> None:
    left = is_op("relax.maximum")(is_op("relax.maximum")(a := wildcard(), b := wildcard()), c := wildcard())

    @R.function
    def chain(w: R.Tensor((4,)), x: R.Tensor((4,)), y: R.Tensor((4,)), z: R.Tensor((4,))):
        with R.dataflow():
            s = R.maximum(w, x)
            t = R.maximum(s, y)
            u = R.maximum(t, z)
            R.output(u)
        return u

    @R.function
    def turned(w: R.Tensor((4,)), x: R.Tensor((4,)), y: R.Tensor((4,)), z: R.Tensor((4,))):
        with R.dataflow():
            s = R.maximum(y, z)
            t = R.maximum(x, s)
            u = R.maximum(w, t)
            R.output(u)
        return u

    made = rewrite_call(left, lambda _, found: op.maximum(found[a], op.maximum(found[b], found[c])), chain)
    assert_structural_equal(made.without_attr("global_symbol"), turned.without_attr("global_symbol"))


def test_a_replacement_that_always_matches_again_ends() -> None:
    @R.function
    def single(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            R.output(a)
        return a

    source = wildcard()
    with pytest.warns(RuntimeWarning, match="the pattern still matches what the rewriter makes: rewriting ends after "):
        made = rewrite_call(is_op("relax.exp")(source), lambda _, found: op.exp(op.negative(found[source])), single)
    assert 1 < names(made).count("R.negative") < 100


def test_rewriting_back_and_forth_ends() -> None:
    a, b = wildcard(), wildcard()
    main = Sums["main"]
    assert isinstance(main, Function)
    made = rewrite_call(is_op("relax.add")(a, b), lambda _, found: op.add(found[b], found[a]), main)
    assert names(made) == ["R.add", "R.add"]


def test_rewriting_that_makes_more_of_what_it_finds_ends() -> None:
    a, b = wildcard(), wildcard()
    main = Sums["main"]
    assert isinstance(main, Function)
    with pytest.warns(RuntimeWarning, match=r"with \d+ bindings where 2 bindings were"):
        made = rewrite_call(
            is_op("relax.add")(a, b), lambda _, found: op.add(op.add(found[a], found[b]), found[b]), main
        )
    assert set(names(made)) == {"R.add"}
    assert len(names(made)) > 2


def test_sums_and_products_match_in_either_order() -> None:
    doubled = wildcard()
    for name, fits in (("relax.add", True), ("relax.multiply", True), ("relax.subtract", False)):
        call = getattr(op, name.removeprefix("relax."))
        x = Var("x", R.Tensor((4,), "float32"))
        assert is_op(name)(is_const(), doubled).match(call(x, const(2.0))) is fits


def test_sizes_of_a_pattern_are_found() -> None:
    @R.rewriter
    class Square:
        @R.function
        def pattern(a: R.Tensor(("n", "m"), "float32"), b: R.Tensor(("m", "n"), "float32")):
            return R.matmul(a, b)

        @R.function
        def replacement(a: R.Tensor(("n", "m"), "float32"), b: R.Tensor(("m", "n"), "float32")):
            n = T.int64()
            return R.call_pure_packed("square", a, b, sinfo_args=R.Tensor((n, n), "float32"))

    @R.function(private=True)
    def before(x: R.Tensor((4, "k"), "float32"), y: R.Tensor(("k", 4), "float32"), z: R.Tensor((4, 8), "float32")):
        a = R.matmul(x, y)
        b = R.matmul(a, z)
        return b

    @R.function(private=True)
    def after(x: R.Tensor((4, "k"), "float32"), y: R.Tensor(("k", 4), "float32"), z: R.Tensor((4, 8), "float32")):
        a = R.call_pure_packed("square", x, y, sinfo_args=R.Tensor((4, 4), "float32"))
        b = R.matmul(a, z)
        return b

    assert_structural_equal(Square(before), after)


def test_values_are_not_looked_for_across_effects() -> None:
    @R.function(private=True, pure=False)
    def before(x: R.Tensor((4,), "float32")):
        a = R.exp(x)
        R.print(format="between")
        b = R.nn.relu(a)
        return b

    pattern = is_op("relax.nn.relu")(is_op("relax.exp")(a := wildcard()))
    made = rewrite_call(pattern, lambda _, found: found[a], before)
    assert_structural_equal(made, before)


def test_private_functions_come_along() -> None:
    @R.rewriter
    class ByFunction:
        @R.function
        def pattern(a: R.Tensor((4,), "float32")):
            return R.add(a, a)

        @R.function
        def replacement(a: R.Tensor((4,), "float32")):
            return ByFunction.twice(a)

        @R.function(private=True)
        def twice(a: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return R.multiply(a, R.const(2.0, "float32"))

    made = ByFunction(Sums)
    assert sorted(variable.name_hint for variable in made.functions) == ["main", "twice"]
    assert "cls.twice(x)" in made.script()
    with pytest.raises(ValueError, match="whole module"):
        ByFunction(Sums["main"])


def test_several_values_at_once() -> None:
    @R.rewriter
    class Split:
        @R.function
        def pattern(x: R.Tensor((4, 4), "float32"), v: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")):
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            return (a, b)

        @R.function
        def replacement(x: R.Tensor((4, 4), "float32"), v: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")):
            vw = R.concat([v, w], axis=1)
            both = R.matmul(x, vw)
            parts = R.split(both, 2, axis=1)
            return (parts[0], parts[1])

    made = Split(parallel)
    assert names(made)[:3] == ["R.concat", "R.matmul", "R.split"]
    assert "R.add" in names(made)


def test_a_module_without_a_pattern_is_no_rewriter() -> None:
    with pytest.raises(KeyError, match="`pattern` is missing"):
        PatternMatchingRewriter.from_module(Sums)


def test_small_patterns() -> None:
    value = block(parallel).bindings[0].value
    assert has_dtype("float32").match(value)
    assert not has_dtype("float16").match(value)
    assert has_attr({"out_dtype": "void"}).match(value)
    assert not reject(is_op("relax.matmul")(wildcard(), wildcard())).match(value)


def test_rewriters_are_read_without_running_them() -> None:
    text = """from tvm.script import relax as R

@R.rewriter
class Wrong:
    @R.function
    def pattern(a: R.Tensor((2,), "float32"), b: R.Tensor((3,), "float32")):
        c = R.add(a, b)
        return c
"""
    assert [diagnostic.span.start for diagnostic in analyze(text).diagnostics if diagnostic.span] != []
