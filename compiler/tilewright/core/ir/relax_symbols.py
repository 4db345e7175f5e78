"""The symbolic variables of struct infos, and which of them a struct info defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.walk import walk


def sizes(info: StructInfo | None, functions: bool = False) -> Iterator[Expr]:
    """The scalar expressions in a struct info, in order; those of functions only when asked, since a function defines its own."""
    if isinstance(info, TensorStructInfo):
        if isinstance(info.shape, ShapeExpr):
            yield from info.shape.values
    elif isinstance(info, DTensorStructInfo):
        yield from sizes(info.tensor_sinfo, functions)
    elif isinstance(info, ShapeStructInfo):
        yield from info.values or ()
    elif isinstance(info, PrimStructInfo):
        if info.value is not None:
            yield info.value
    elif isinstance(info, TupleStructInfo):
        for field in info.fields:
            yield from sizes(field, functions)
    elif isinstance(info, FuncStructInfo) and functions:
        for part in (*(info.params or ()), info.ret):
            yield from sizes(part, functions)


def definable(infos: Iterable[StructInfo | None]) -> tuple[Var, ...]:
    """The variables that stand alone as a size, so that a value tells what they are; each once, in order."""
    found = [size for info in infos for size in sizes(info) if isinstance(size, Var)]
    return tuple(dict.fromkeys(found))


def symbols(infos: Iterable[StructInfo | None]) -> tuple[Var, ...]:
    """All variables that the sizes mention; each once, in order."""
    mentioned = (node for info in infos for size in sizes(info, True) for node in walk(size) if isinstance(node, Var))
    return tuple(dict.fromkeys(mentioned))
