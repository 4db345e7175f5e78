"""Constant matrices are laid out for the kernels that multiply by them when a module is built."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax, tir
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax.transform import AnnotateTIROpPattern, FuseOps, FuseTIR, LegalizeOps, PackWeights
from tilewright.script import from_source
from tilewright.target import Target

ROWS, TERMS, COLUMNS = 32, 128, 160


def weights(rows: int = TERMS, columns: int = COLUMNS, kind: str = "float32") -> np.ndarray:
    return np.random.default_rng(1).standard_normal((rows, columns)).astype(kind)


def product(shape: tuple[Any, ...], matrix: np.ndarray, turned: bool = False, kind: str | None = None) -> IRModule:
    """`relu(x @ matrix)`, or by its transpose."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo(shape, kind or str(matrix.dtype)))
    with builder.function("main", [x]):
        with builder.dataflow():
            weight: Any = relax.const(matrix)
            if turned:
                weight = builder.emit(relax.op.permute_dims(weight))
            out = builder.emit_output(relax.op.nn.relu(builder.emit(relax.op.matmul(x, weight))))
        builder.emit_func_output(out)
    return builder.get()


def packed(module: IRModule, processor: str = "-mcpu=x86-64-v3") -> IRModule:
    with Target(f"llvm {processor}"):
        return PackWeights()(module)


def kernels(module: IRModule) -> list[str]:
    return [variable.name_hint for variable in module.functions if variable.name_hint != "main"]


@pytest.mark.parametrize(("processor", "width"), [("-mcpu=x86-64-v3", 16), ("-mcpu=x86-64-v4", 32)])
def test_panels_are_as_wide_as_a_tile_of_the_target(processor: str, width: int) -> None:
    module = packed(product((ROWS, TERMS), weights()), processor)
    kernel: Any = module["matmul_packed"]
    x, panels, result = (kernel.buffer_map[param].shape for param in kernel.params)
    assert [int(size) for size in panels] == [COLUMNS // width, TERMS, width]
    assert [*map(int, x), *map(int, result)] == [ROWS, TERMS, ROWS, COLUMNS]
    assert_structural_equal(from_source(module.script(show_meta=True)), module)


@pytest.mark.parametrize("shape", [(ROWS, TERMS), (2, 16, TERMS), ("n", TERMS), ("b", "n", TERMS)])
@pytest.mark.parametrize("turned", [False, True])
def test_the_numbers_stay(shape: tuple[Any, ...], turned: bool) -> None:
    sizes = {size: tir.Var(size, "int64") if isinstance(size, str) else size for size in shape}
    matrix = weights(COLUMNS, TERMS) if turned else weights()
    module = product(tuple(sizes[size] for size in shape), matrix, turned)
    assert kernels(packed(module)) == ["matmul_packed"]
    run = relax.VirtualMachine(relax.build(module))["main"]
    for rows in (1, 5, 40) if "n" in shape else (16,):
        given = {"n": rows, "b": 3, ROWS: ROWS, 2: 2, 16: 16, TERMS: TERMS}
        x = np.random.default_rng(2).standard_normal([given[size] for size in shape]).astype("float32")
        expected = np.maximum(x @ (matrix.T if turned else matrix), 0)
        np.testing.assert_allclose(run(x).numpy(), expected, rtol=1e-4, atol=1e-4)


def test_products_by_one_matrix_share_its_panels() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((ROWS, TERMS), "float32"))
    matrix = relax.const(weights(TERMS, TERMS))
    with builder.function("main", [x]):
        once = builder.emit(relax.op.matmul(x, matrix))
        builder.emit_func_output(builder.emit(relax.op.matmul(once, matrix)))
    module = packed(builder.get())
    main: Any = module["main"]
    first, second = (item.value.args[1].fields[1] for block in main.body.blocks for item in block.bindings)
    assert kernels(module) == ["matmul_packed"]
    assert first is second


def test_what_follows_the_product_is_fused_with_it() -> None:
    module = packed(product((ROWS, TERMS), weights()))
    for step in (LegalizeOps(), AnnotateTIROpPattern(), FuseOps(), FuseTIR()):
        module = step(module)
    assert kernels(module) == ["fused_matmul_packed_relu"]


@pytest.mark.parametrize(("shape", "kind"), [((1, TERMS), "float32"), ((1, 1, TERMS), "float32")])
def test_a_single_row_is_multiplied_by_the_rows_of_a_transposed_matrix_as_they_lie(
    shape: tuple[int, ...], kind: str
) -> None:
    matrix = weights(COLUMNS + 1, TERMS, kind)
    module = product(shape, matrix, turned=True)
    made = packed(module)
    assert kernels(made) == ["matmul_by_rows"]
    main: Any = made["main"]
    (call,) = (
        item.value
        for block in main.body.blocks
        for item in block.bindings
        if getattr(item.value, "args", None) and str(item.value.args[0]) == "matmul_by_rows"
    )
    np.testing.assert_array_equal(call.args[1].fields[1].data.numpy(), matrix)
    assert_structural_equal(from_source(made.script(show_meta=True)), made)
    x = np.random.default_rng(2).standard_normal(shape).astype(kind)
    result = relax.VirtualMachine(relax.build(module))["main"](x).numpy()
    np.testing.assert_allclose(result, np.maximum(x @ matrix.T, 0), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(product((1, TERMS), weights()), id="one row, not transposed"),
        pytest.param(product((2, TERMS), weights(COLUMNS, TERMS), turned=True), id="two rows"),
        pytest.param(product((1, 8), weights(COLUMNS, 8), turned=True), id="one row, small"),
        pytest.param(product((ROWS, 8), weights(8)), id="small"),
        pytest.param(product((4, TERMS), weights()), id="few rows"),
        pytest.param(product((TERMS,), weights()), id="a vector"),
        pytest.param(product((ROWS, TERMS), weights(columns=COLUMNS + 1)), id="odd"),
        pytest.param(product((ROWS, TERMS), weights(kind="int32")), id="integers"),
    ],
)
def test_other_products_stay(module: IRModule) -> None:
    assert packed(module) is module or not kernels(packed(module))


def test_a_matrix_that_is_given_stays() -> None:
    builder = relax.BlockBuilder()
    x, w = (relax.Var(name, relax.TensorStructInfo((TERMS, TERMS), "float32")) for name in "xw")
    with builder.function("main", [x, w]):
        builder.emit_func_output(builder.emit(relax.op.matmul(x, w)))
    assert not kernels(packed(builder.get()))
