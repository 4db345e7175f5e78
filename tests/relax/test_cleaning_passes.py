"""Passes that remove what is done in vain, put norms into weights, or compute functions another way; and passes of one's own over blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import BindingBlock, DataflowBlock, Var, VarBinding, transform
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R

SPLIT, JOIN = "lambda i, j: (i, j // 2, j % 2)", "lambda i, j, k: (i, j * 2 + k)"


def module(params: str, lines: str) -> IRModule:
    return from_source(HEAD + program(params, lines))


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("RemoveRedundantReshape", "a = R.reshape(x, (8,)); z = R.reshape(a, (4, 2))", "z = R.reshape(x, (4, 2))"),
        ("RemoveRedundantReshape", "a = R.reshape(x, (2, 4)); z = R.exp(a)", "z = R.exp(x)"),
        (
            "RemoveRedundantReshape",
            "a = R.reshape(x, (8,)); b = R.exp(a); c = R.reshape(b, (2, 4)); z = R.add(c, x)",
            "a = R.reshape(x, (8,)); b = R.exp(a); c = R.reshape(b, (2, 4)); z = R.add(c, x)",
        ),
        (
            "OptimizeLayoutTransform",
            f"a = R.layout_transform(x, index_map={SPLIT}); b = R.layout_transform(a, index_map={JOIN}); z = R.exp(b)",
            "z = R.exp(x)",
        ),
        (
            "OptimizeLayoutTransform",
            f"a = R.layout_transform(x, index_map={SPLIT}); b = R.exp(a); c = R.layout_transform(b, index_map={JOIN}); "
            f"d = R.layout_transform(c, index_map={SPLIT}); z = R.exp(d)",
            f"a = R.layout_transform(x, index_map={SPLIT}); b = R.exp(a); z = R.exp(b)",
        ),
        (
            "OptimizeLayoutTransform",
            f"a = R.layout_transform(x, index_map={SPLIT}); z = R.exp(a)",
            f"a = R.layout_transform(x, index_map={SPLIT}); z = R.exp(a)",
        ),
    ],
)
def test_before_and_after(name: str, before: str, after: str) -> None:
    made = getattr(transform, name)()
    assert made.info.name == name
    assert_structural_equal(made(module("x: (2, 4)", before)), module("x: (2, 4)", after))


def run(mod: IRModule, *given: Any) -> Any:
    return relax.VirtualMachine(relax.build(mod))["main"](*given).numpy()


RANDOM = np.random.default_rng(3)


def random(*shape: int) -> Any:
    return RANDOM.random(shape, "float32")


def test_functions_by_polynomials() -> None:
    before = module("x: (2, 4)", "a = R.exp(x); b = R.tanh(a); c = R.erf(b); z = R.nn.softmax(c)")
    made = transform.FastMathTransform()(before)
    names = {variable.name_hint for variable in made.functions}
    assert names == {"main", "fast_exp", "fast_tanh", "fast_erf", "fast_softmax"}
    x = random(2, 4)
    np.testing.assert_allclose(run(made, x), run(before, x), 1e-5)


@pytest.mark.parametrize(
    ("params", "lines", "kernels"),
    [
        ("x: (2, 4); w: (3, 4)", "a = R.permute_dims(w); z = R.matmul(x, a)", ["NT_matmul"]),
        ("x: (5, 2, 4); w: (1, 3, 4)", "a = R.permute_dims(w, [0, 2, 1]); z = R.matmul(x, a)", ["NT_matmul"]),
        ("x: (4,); w: (3, 4)", "a = R.permute_dims(w); z = R.matmul(x, a)", ["NT_matmul"]),
        ("x: (4, 4, 4); w: (4, 4, 4)", "a = R.permute_dims(w); z = R.matmul(x, a)", []),
    ],
    ids=["matrices", "batches", "a vector", "more than the last two dimensions"],
)
def test_products_with_transposes(params: str, lines: str, kernels: list[str]) -> None:
    before = module(params, lines)
    made = transform.FuseTransposeMatmul()(before)
    assert sorted(v.name_hint for v in made.functions) == sorted([*kernels, "main"])
    assert len(transform.FuseTIR()(made)) == len(made)
    main = before["main"]
    given = [random(*(int(size) for size in param.struct_info.shape)) for param in main.params]
    np.testing.assert_allclose(run(made, *given), run(before, *given), 1e-5)


def test_products_with_transposes_of_any_number_of_rows() -> None:
    """The kernel packs the transposed matrix, and its rows are read tile by tile, then one by one."""
    given = "x: (1, 'n', 32); w: (64, 32); v: (32, 64)"
    lines = "a = R.permute_dims(w); y = R.matmul(x, a); b = R.permute_dims(v); r = R.matmul(y, b); z = R.add(r, x)"
    before = module(given, lines)
    made = transform.FuseTransposeMatmul()(before)
    assert [str(each) for each in made["main"].ret_struct_info.shape] == ["T.int64(1)", "n", "T.int64(32)"]
    for n in (1, 5, 33):
        values = [random(1, n, 32), random(64, 32), random(32, 64)]
        np.testing.assert_allclose(run(made, *values), run(before, *values), 1e-4)


def network(layout: str = "OIHW") -> IRModule:
    builder = relax.BlockBuilder()
    x = Var("x", relax.TensorStructInfo((1, 3, 6, 6), "float32"))
    shape = (4, 3, 3, 3) if layout == "OIHW" else (3, 3, 3, 4)
    with builder.function("main", [x]):
        with builder.dataflow():
            conv = builder.emit(relax.op.nn.conv2d(x, relax.const(random(*shape)), kernel_layout=layout))
            given = [relax.const(random(4)) for _ in range(4)]
            norm = builder.emit(relax.op.nn.batch_norm(conv, *given, axis=1, training=False))
            out = builder.emit_output(relax.op.nn.relu(relax.TupleGetItem(norm, 0)))
        builder.emit_func_output(out)
    return builder.get()


def test_a_batch_norm_goes_into_the_weights() -> None:
    before = network()
    made = transform.FoldConstant()(transform.FoldBatchnormToConv2D()(before))
    names = [item.value.op.name for item in made["main"].body.blocks[0].bindings]
    assert names == ["relax.nn.conv2d", "relax.add", "relax.nn.relu"]
    x = random(1, 3, 6, 6)
    np.testing.assert_allclose(run(made, x), run(transform.DecomposeOpsForInference()(before), x), 1e-4, 1e-5)


def test_a_kernel_in_another_layout_stays() -> None:
    before = network("HWIO")
    assert_structural_equal(transform.FoldBatchnormToConv2D()(before), before)


# Passes of one's own


@I.ir_module
class Block:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        with R.dataflow():
            a = R.exp(x)
            b = R.add(a, a)
            R.output(b)
        return b

    @R.function
    def plain(x: R.Tensor((4,), "float32")):
        c = R.exp(x)
        return c


def doubled(block: Any, mod: IRModule, ctx: Any) -> BindingBlock:
    """Everything as the argument times two."""
    made = [VarBinding(item.var, relax.op.negative(item.value.args[0])) for item in block.bindings]
    for item in made:
        item.value.struct_info_ = item.var.struct_info_
    return DataflowBlock(tuple(made))


def test_a_pass_over_blocks() -> None:
    made = transform.dataflowblock_pass(doubled, opt_level=1, name="Doubled")
    assert isinstance(made, transform.DataflowBlockPass)
    assert made.info.name == "Doubled"
    text = made(Block).script()
    assert text.count("R.negative") == 2
    assert text.count("R.exp") == 1  # in the function without a block


def test_a_class_of_passes_over_blocks() -> None:
    @transform.dataflowblock_pass(opt_level=1)
    class Shorter:
        def __init__(self, count: int) -> None:
            self.count = count

        def transform_dataflowblock(self, block: DataflowBlock, mod: IRModule, ctx: Any) -> BindingBlock:
            return DataflowBlock(block.bindings[: self.count])

    assert_structural_equal(Shorter(2)(Block), Block)
    with pytest.raises(ValueError, match="removes `b`, which the block puts out"):
        Shorter(1)(Block)


def test_function_passes_are_over_functions_of_relax() -> None:
    seen: list[str] = []

    @transform.function_pass(opt_level=0)
    def watch(func: Any, mod: IRModule, ctx: Any) -> Any:
        seen.append(type(func).__name__)
        return func

    watch(transform.LegalizeOps()(Block))
    assert seen == ["Function", "Function"]
