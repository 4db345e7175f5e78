"""`PackWeights`: constant matrices are laid out once, when a module is built, as the kernels that multiply by them read them.

    x @ W,  W: (K, N)    ->    matmul_packed(x, P),  P[j, k, q] = W[k, j * 32 + q]

A tile of a product reads its columns of `W` row by row; in panels of as many columns as a tile has, what it reads is contiguous.

A single row times the transpose of a matrix needs no other layout: it is as many dot products, each of which reads a row of the matrix from end to end.

    x @ W.T,  x: (1, K), W: (N, K)    ->    matmul_by_rows(x, W)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.analysis.op_pattern import OpPatternKind
from tilewright.core.base.dtype import INT64, dtype
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.relax_calls import call_tir
from tilewright.core.builder.relax_values import const as relax_const
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import Call, Constant, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.passes.tir.simd.register_tiling import tile_columns, vector_bytes
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.runtime.tensor import Tensor


# Bytes of a matrix from which on panels pay, and rows at least that are multiplied by it.
_LARGE = 64 << 10
_ROWS = 32


def PackWeights(by_kernel: bool = False) -> Pass:
    """Products of tensors and large constant matrices, or their transposes, as calls of kernels that read the matrix in panels; of one row and a transpose, row by row.

    The panels are as wide as the tiles of the target's vectors; a matrix that they do not divide stays as it is.  With `by_kernel` a kernel packs the matrix,
    which `LiftConstants` moves to where it runs once.
    """
    return Pass("PackWeights", lambda mod: _Packer(mod, by_kernel).transform())


class _Packer(ModuleMutator):
    def __init__(self, mod: IRModule, by_kernel: bool) -> None:
        super().__init__(mod)
        self._packed: dict[tuple[Tensor, bool], Constant] = {}
        self._by_kernel = by_kernel
        self._bytes = vector_bytes(ports.cpu_features.call(Target.current() or Target("llvm")))

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if callee_name(made) != "relax.matmul":
            return made
        found = self._matrix(made.args[1])
        info = made.args[0].struct_info_
        sizes = shape_of(info)
        if found is None or sizes is None or not _is_large(made, sizes, info, found[0]):
            return made
        rows = prod(size.value if isinstance(size, IntImm) else _ROWS for size in sizes[:-1])
        if rows == 1 and found[1]:
            return self._by_rows(made.args[0], found[0], sizes, info)
        if rows < _ROWS or not self._is_even(*found):
            return made
        packed = self._panels_by_kernel(*found) if self._by_kernel else self._panels(*found)
        panels = [size.value for size in shape_of(packed.struct_info)]  # pyright: ignore[reportArgumentType, reportOptionalIterable, reportAttributeAccessIssue]
        callee = self.builder_.add_func(_kernel(sizes, panels, str(info.dtype)), "matmul_packed")
        shape = ShapeExpr((*sizes[:-1], const(panels[0] * panels[2], INT64)))
        return call_tir(callee, (made.args[0], packed), TensorStructInfo(shape, info.dtype))

    def _matrix(self, value: Any) -> tuple[Constant, bool] | None:
        """The constant that a factor is, and whether it is transposed."""
        bound = value if isinstance(value, Constant) else self.lookup_binding(value)
        if isinstance(bound, Constant):
            return bound, False
        if getattr(getattr(bound, "op", None), "name", "") != "relax.permute_dims":
            return None
        (source,) = bound.args
        source = source if isinstance(source, Constant) else self.lookup_binding(source)
        is_turned = bound.attrs.axes is None or [int(axis) for axis in bound.attrs.axes] == [1, 0]
        return (source, True) if isinstance(source, Constant) and is_turned else None

    def _is_even(self, matrix: Constant, is_turned: bool) -> bool:
        """Whether panels divide the matrix."""
        columns = matrix.data.shape[0 if is_turned else 1]
        return columns % tile_columns(dtype(str(matrix.data.dtype)).bits, self._bytes) == 0

    def _by_rows(self, x: RelaxExpr, matrix: Constant, sizes: Sequence[Expr], info: TensorStructInfo) -> RelaxExpr:
        """The product of one row and the transpose of the matrix, which is read as it is."""
        kernel = _kernel_by_rows(sizes, matrix.data.shape, str(info.dtype))
        shape = ShapeExpr((*sizes[:-1], const(matrix.data.shape[0], INT64)))
        return call_tir(
            self.builder_.add_func(kernel, "matmul_by_rows"), (x, matrix), TensorStructInfo(shape, info.dtype)
        )

    def _panels(self, matrix: Constant, is_turned: bool) -> Constant:
        """The matrix in panels; the same one for all products by it."""
        key = (matrix.data, is_turned)
        if key not in self._packed:
            values = matrix.data.numpy()
            values = values.T if is_turned else values
            width = tile_columns(values.itemsize * 8, self._bytes)
            panels = values.reshape(values.shape[0], -1, width).swapaxes(0, 1)
            self._packed[key] = relax_const(np.ascontiguousarray(panels))
        return self._packed[key]

    def _panels_by_kernel(self, matrix: Constant, is_turned: bool) -> RelaxExpr:
        """The matrix in panels, as a kernel makes them."""
        kind = str(matrix.data.dtype)
        width = tile_columns(dtype(kind).bits, self._bytes)
        made = self.builder_.add_func(_packing(matrix.data.shape, width, is_turned, kind), "pack_weights")
        rows, columns = reversed(matrix.data.shape) if is_turned else matrix.data.shape
        shape = ShapeExpr(tuple(const(size, INT64) for size in (columns // width, rows, width)))
        return self.builder_.emit(call_tir(made, (matrix,), TensorStructInfo(shape, kind)))


def _is_large(call: Call, sizes: Sequence[Expr], info: TensorStructInfo, matrix: Constant) -> bool:
    """Whether the product is one of numbers of one type by a matrix that is large enough for its layout to count."""
    kind = str(matrix.data.dtype)
    if len(sizes) < 2 or len(matrix.data.shape) != 2 or kind not in ("float32", "float64"):
        return False
    if str(info.dtype) != kind or str(call.attrs["out_dtype"]) not in ("void", kind):
        return False
    return prod(matrix.data.shape) * dtype(kind).bits // 8 >= _LARGE


def _packing(sizes: Sequence[int], width: int, is_turned: bool, kind: str) -> PrimFunc:
    """The kernel that packs a matrix of these sizes, or its transpose."""
    rows, columns = reversed(sizes) if is_turned else sizes
    panels = (columns // width, rows, width)
    with IRBuilder() as builder, T.prim_func(is_private=True):
        T.func_attr({"tir.noalias": True, "op_pattern": int(OpPatternKind.kOpaque)})
        w, result = T.buffer(tuple(sizes), kind), T.buffer(panels, kind)
        for name, buffer in (("w", w), ("packed", result)):
            T.arg(name, buffer)
        with T.grid(*(const(size, INT64) for size in panels)) as loops, T.block("packed"):
            axes: Any = T.axis.remap("SSS", list(loops))
            panel, row, column = axes
            place = (row, panel * const(width, INT64) + column)
            T.buffer_store(result, w[place[::-1] if is_turned else place], [panel, row, column])
    return builder.get()


def _kernel(sizes: Sequence[Expr], panels: Sequence[int], kind: str) -> PrimFunc:
    """The product of a tensor and a matrix in panels; sizes that are not known are its own variables."""
    count, terms, width = panels
    own = [size if isinstance(size, IntImm) else Var(f"n{at}", INT64) for at, size in enumerate(sizes[:-1])]
    with IRBuilder() as builder, T.prim_func(is_private=True):
        T.func_attr({"tir.noalias": True, "op_pattern": int(OpPatternKind.kOutEWiseFusable)})
        x, w, result = (T.buffer(shape, kind) for shape in ((*own, terms), panels, (*own, count * width)))
        for name, buffer in (("x", x), ("w", w), ("matmul", result)):
            T.arg(name, buffer)
        with T.grid(const(count, INT64), *own, const(width, INT64), const(terms, INT64)) as loops, T.block("matmul"):
            axes: Any = T.axis.remap("S" * (len(own) + 2) + "R", list(loops))
            panel, *rows, column, k = axes
            place = [*rows, panel * const(width, INT64) + column]
            with T.init():
                T.buffer_store(result, const(0, kind), place)
            T.buffer_store(result, result[tuple(place)] + x[(*rows, k)] * w[panel, k, column], place)
    return builder.get()


def _kernel_by_rows(sizes: Sequence[Expr], matrix: Sequence[int], kind: str) -> PrimFunc:
    """The product of one row, of a shape whose other sizes are 1, and the transpose of a matrix."""
    columns, terms = matrix
    ones = list(sizes[:-1])
    with IRBuilder() as builder, T.prim_func(is_private=True):
        T.func_attr({"tir.noalias": True, "op_pattern": int(OpPatternKind.kOutEWiseFusable)})
        x, w, result = (T.buffer(shape, kind) for shape in ((*ones, terms), (columns, terms), (*ones, columns)))
        for name, buffer in (("x", x), ("w", w), ("matmul", result)):
            T.arg(name, buffer)
        with T.grid(*ones, const(columns, INT64), const(terms, INT64)) as loops, T.block("matmul"):
            axes: Any = T.axis.remap("S" * (len(ones) + 1) + "R", list(loops))
            *row, column, k = axes
            place = [*row, column]
            with T.init():
                T.buffer_store(result, const(0, kind), place)
            T.buffer_store(result, result[tuple(place)] + x[(*row, k)] * w[column, k], place)
    return builder.get()
