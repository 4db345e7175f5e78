"""Values while a graph runs: tensors, tuples, shapes, numbers, texts and functions; and whether they are what a struct info says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.walk import substitute
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm.mismatch import MismatchedKind, MismatchError, UnknownSize

if TYPE_CHECKING:
    from tilewright.core.ir.relax import Var as RelaxVar

Symbols = dict[Var, int]


def incoming(value: object) -> object:
    """A value as given by the caller: arrays become tensors, sequences tuples."""
    if isinstance(value, (Tensor, ShapeTuple, bool, int, float, str)) or callable(value):
        return value
    if isinstance(value, (tuple, list)):
        return tuple(incoming(item) for item in value)
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        array = cast("np.ndarray", value)
        return tensor(array) if hasattr(array, "__array__") else Tensor(array)
    return value


def argument(value: object, what: str) -> object:
    """An argument converted for a function; raises `MismatchError` for an array that is not contiguous, which kernels of TVM refuse too."""
    if _is_strided(value):
        raise MismatchError(f"{what} is expected to be a compact array; pass a contiguous copy")
    if isinstance(value, (tuple, list)) and not isinstance(value, ShapeTuple):
        return tuple(argument(item, f"{what}[{at}]") for at, item in enumerate(value))
    return incoming(value)


def _is_strided(value: object) -> bool:
    array = value.numpy_view() if isinstance(value, Tensor) else value
    if isinstance(array, np.ndarray):
        return not array.flags.c_contiguous
    told = getattr(array, "is_contiguous", None)
    return told is not None and not told()


def size_of(size: Expr | int, symbols: Symbols) -> int:
    """A size as a number."""
    if isinstance(size, IntImm):
        return size.value
    if isinstance(size, Var) and size in symbols:
        return symbols[size]
    known = {var: IntImm(var.dtype, value) for var, value in symbols.items()}
    found = Analyzer().simplify(substitute(size, known)) if isinstance(size, Expr) else size
    value = getattr(found, "value", None)
    if value is None:
        raise UnknownSize(f"the size `{size}` is not known when it is needed")
    return value


def arguments(params: Iterable[RelaxVar], name: str, args: Iterable[object], symbols: Symbols) -> tuple[object, ...]:
    """The arguments of a function as values, each found to be what its parameter says; those whose sizes later ones tell are checked last."""
    given: list[object] = []
    later: list[tuple[object, StructInfo | None, str]] = []
    for param, arg in zip(params, args):
        what = f"`{param.name_hint}`, argument of `{name}`,"
        value = argument(arg, what)
        given.append(value)
        try:
            check(value, param.struct_info_, symbols, what)
        except UnknownSize:
            later.append((value, param.struct_info_, what))
    for value, info, what in later:
        check(value, info, symbols, what)
    return tuple(given)


def check(value: object, info: StructInfo | None, symbols: Symbols, what: str) -> None:
    """Check `value` against `info`, and give symbolic variables that are new their values; raises `MismatchError`."""
    rule = CHECKS.get(type(info))
    if rule is not None:
        rule(value, info, symbols, what)


def _tensor(value: object, info: TensorStructInfo, symbols: Symbols, what: str) -> None:
    if not isinstance(value, Tensor):
        raise MismatchedKind(f"{what} must be a tensor, not {type(value).__name__}")
    if info.dtype.kind != "void" and str(value.dtype) != str(info.dtype):
        raise MismatchError(f"{what} must hold {info.dtype}, not {value.dtype} (dtype)")
    if info.ndim not in (-1, value.ndim):
        raise MismatchError(f"{what} must have {info.ndim} dimensions, not {value.ndim} (ndim)")
    _sizes(value.shape, tuple(sizes(info)), symbols, what)


def _shape(value: object, info: ShapeStructInfo, symbols: Symbols, what: str) -> None:
    if not isinstance(value, tuple):
        raise MismatchedKind(f"{what} must be a shape, not {type(value).__name__}")
    if info.ndim not in (-1, len(value)):
        raise MismatchError(f"{what} must have {info.ndim} sizes, not {len(value)} (ndim)")
    _sizes(value, info.values or (), symbols, what)


def _sizes(given: tuple[int, ...], wanted: tuple[Expr | int, ...], symbols: Symbols, what: str) -> None:
    for size, number in zip(wanted, given):
        if isinstance(size, Var):
            symbols.setdefault(size, number)
    for at, (size, number) in enumerate(zip(wanted, given)):
        if size_of(size, symbols) != number:
            raise MismatchError(f"dimension {at} of {what} must be {size_of(size, symbols)}, not {number}")


def _prim(value: object, info: PrimStructInfo, symbols: Symbols, what: str) -> None:
    if not isinstance(value, (bool, int, float)):
        raise MismatchedKind(f"{what} must be a number, not {type(value).__name__}")
    if isinstance(info.value, Var):
        symbols.setdefault(info.value, int(value))
    if info.value is not None and isinstance(value, int) and size_of(info.value, symbols) != value:
        raise MismatchError(f"{what} must be {size_of(info.value, symbols)}, not {value}")


def _tuple(value: object, info: TupleStructInfo, symbols: Symbols, what: str) -> None:
    if not isinstance(value, tuple):
        raise MismatchedKind(f"{what} must be a tuple, not {type(value).__name__}")
    if len(value) != len(info.fields):
        raise MismatchError(f"{what} must be a tuple of {len(info.fields)} elements, not {len(value)}")
    for at, (item, field) in enumerate(zip(value, info.fields)):
        check(item, field, symbols, f"{what}[{at}]")


def _function(value: object, info: FuncStructInfo, symbols: Symbols, what: str) -> None:
    if not callable(value):
        raise MismatchedKind(f"{what} must be a function, not {type(value).__name__}")


CHECKS: dict[type, Callable[[object, Any, Symbols, str], None]] = {
    TensorStructInfo: _tensor,
    ShapeStructInfo: _shape,
    PrimStructInfo: _prim,
    TupleStructInfo: _tuple,
    FuncStructInfo: _function,
}
