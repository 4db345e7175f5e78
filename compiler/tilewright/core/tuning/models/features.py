"""Features of candidates for a cost model: for each store of a scheduled program a row of numbers about its loops, its memory and its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.core.analysis.cost import operations
from tilewright.core.arith.linear import linear
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.passes.tir.threads.note_schedule import AUTO_PARALLEL, TILE_ROWS, TILE_VECTORS, number_in
from tilewright.core.tuning.records.workload import MeasureCandidate

if TYPE_CHECKING:
    from tilewright.core.tuning.context import TuneContext

Rows: TypeAlias = "NDArray[np.float64]"
# The loops from the innermost whose extents, and strides of accesses, are features of their own.
_INNER = 6
_NOTES = (TILE_ROWS, TILE_VECTORS, AUTO_PARALLEL)
_KINDS = (ForKind.PARALLEL, ForKind.VECTORIZED, ForKind.UNROLLED)


class FeatureExtractor:
    """An extractor; programs may derive their own, with `extract_from`."""

    FeatureExtractorType: TypeAlias = "FeatureExtractor | Literal['per-store-feature']"

    def extract_from(self, context: TuneContext, candidates: Sequence[MeasureCandidate]) -> list[Rows]:
        """For each candidate an array of float64, of the shape (stores, features)."""
        raise NotImplementedError

    @staticmethod
    def create(kind: str = "per-store-feature", **options: object) -> FeatureExtractor:
        """The extractor "per-store-feature"; raises `ValueError` for another kind."""
        if kind != "per-store-feature":
            raise ValueError(f"there is no kind of feature extractor called {kind!r}; there is per-store-feature")
        return PerStoreFeature()


class PerStoreFeature(FeatureExtractor):
    """Logarithms of: iterations by kind of loop, extents of the innermost loops, bytes between what consecutive iterations access, operations, bytes stored; and what is asked of register tiling.

    The features are fewer than TVM's 164 and others.
    """

    def extract_from(self, context: TuneContext, candidates: Sequence[MeasureCandidate]) -> list[Rows]:
        return [rows_of(each.sch.mod) for each in candidates]


def rows_of(mod: IRModule) -> Rows:
    """The rows of a program, one a store."""
    functions = [func for func in mod.functions.values() if isinstance(func, PrimFunc)]
    rows = [row for func in functions for row in _rows(func.body, (), {}, (0.0,) * len(_NOTES), 0.0)]
    return np.array(rows or [[0.0] * _length()], np.float64)


def _length() -> int:
    return 1 + len(_KINDS) + 2 * _INNER + 3 + len(_NOTES) + 1


def _rows(
    stmt: Stmt, loops: tuple[For, ...], axes: dict[Var, Expr], notes: tuple[float, ...], unroll: float
) -> Iterator[list[float]]:
    """The rows of the stores of a statement, under these loops and with the axes of blocks in terms of them."""
    if isinstance(stmt, For):
        steps = number_in(stmt.annotations.get("pragma_auto_unroll_max_step"))
        unroll = unroll if steps is None else _log(steps)
        yield from _rows(stmt.body, (*loops, stmt), axes, notes, unroll)
    elif isinstance(stmt, BlockRealize):
        values = [substitute(value, axes) for value in stmt.iter_values]
        inner = {**axes, **{axis.var: value for axis, value in zip(stmt.block.iter_vars, values)}}
        yield from _rows(stmt.block.body, loops, inner, _notes(stmt.block) or notes, unroll)
    elif isinstance(stmt, BufferStore):
        yield [*_row(stmt, loops, axes), *notes, unroll]
    else:
        for child in stmt.children():
            if isinstance(child, Stmt):
                yield from _rows(child, loops, axes, notes, unroll)


def _notes(block: Block) -> tuple[float, ...] | None:
    """The numbers that annotations of a block give for register tiling, None where there are none."""
    found = [number_in(block.annotations.get(key)) for key in _NOTES]
    return None if all(each is None for each in found) else tuple(float(each or 0) for each in found)


def _row(store: BufferStore, loops: tuple[For, ...], axes: dict[Var, Expr]) -> list[float]:
    extents = [loop.extent.value if isinstance(loop.extent, IntImm) else 16 for loop in loops]
    by_kind = [sum(_log(extent) for loop, extent in zip(loops, extents) if loop.kind is kind) for kind in _KINDS]
    inner = loops[: -_INNER - 1 : -1]
    accesses = [node for node in walk(store.value) if isinstance(node, BufferLoad)]
    strides = [sum(_stride(each, loop, axes) for each in (store, *accesses)) for loop in inner]
    sizes = [_log(extent) for extent in extents[: -_INNER - 1 : -1]]
    padding = [0.0] * (_INNER - len(inner))
    return [
        sum(map(_log, extents)),
        *by_kind,
        *sizes,
        *padding,
        *strides,
        *padding,
        _log(operations(store.value) + 1),
        float(store.buffer.dtype.nbytes),
        float(len(accesses)),
    ]


def _stride(access: BufferStore | BufferLoad, loop: For, axes: dict[Var, Expr]) -> float:
    """The logarithm of the bytes between what two iterations of a loop access, 0 for the same, and a large number where it is not linear."""
    total = 0
    width = access.buffer.dtype.nbytes
    for index, extent in zip(reversed(access.indices), reversed(access.buffer.shape)):
        atoms = list(linear(substitute(index, axes)).atoms())
        if any(atom is not loop.loop_var and _mentions(atom, loop.loop_var) for atom, _ in atoms):
            return _FAR
        total += width * sum(factor for atom, factor in atoms if atom is loop.loop_var)
        width *= extent.value if isinstance(extent, IntImm) else 16
    return _log(abs(total) + 1)


def _mentions(e: Expr, variable: Var) -> bool:
    return any(node is variable for node in walk(e))


_FAR = 20.0


def _log(value: float) -> float:
    return log2(max(value, 1))


__all__ = ["FeatureExtractor", "PerStoreFeature", "rows_of"]
