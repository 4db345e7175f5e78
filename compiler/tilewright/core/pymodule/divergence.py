"""The first divergence of two stages of a graph: both run binding by binding, and their values are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function, VarBinding
from tilewright.core.ir.struct_info import (
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.walk import walk
from tilewright.core.printer.torch_function import Writer
from tilewright.core.pymodule.relax_to_pyfunc_converter import RelaxToPyFuncConverter
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.runtime.torch_bridge import to_tensor, to_torch
from tilewright.core.vm.values import Symbols, size_of


@dataclass(frozen=True)
class Divergence:
    """The first binding whose value differs: its name, the statement that made it at either stage, and how the values differ."""

    name: str
    before: str
    after: str
    reason: str
    line: int | None

    def __str__(self) -> str:
        place = f" (line {self.line})" if self.line is not None else ""
        return f"`{self.name}`{place} differs: {self.reason}\n  before: {self.before}\n  after:  {self.after}"


@dataclass(frozen=True)
class Agreement:
    """The number of values that were compared, all of which agree."""

    compared: int


class _Observed(Writer):
    """Writes functions that report the value of each binding."""

    def bound(self, name: str) -> None:
        """Write a call that reports the binding to the instance."""
        self.line(f'self.observe("{name}", {name})')


def first_divergence(
    before: IRModule, after: IRModule, name: str, args: Sequence[object], rtol: float = 1e-4, atol: float = 1e-5
) -> Divergence | Agreement:
    """Run function `name` of both modules on `args`; compare, in order, the bindings of the same name, and the results.

    Floats agree when they differ by no more than `atol + rtol * |before|`; all else must be equal.
    """
    values, sources = _run(before, name, args)
    others, other_sources = _run(after, name, args)
    compared = 0
    for binding, value in values.items():
        if binding not in others:
            continue
        compared += 1
        reason = _difference(value, others[binding], rtol, atol)
        if reason is not None:
            return Divergence(
                "the result" if binding == _RESULT else binding,
                _statement(sources, binding),
                _statement(other_sources, binding),
                reason,
                _line(before, name, binding),
            )
    return Agreement(compared)


_RESULT = "return"


def _run(module: IRModule, name: str, args: Sequence[object]) -> tuple[dict[str, Any], str]:
    """The values of the bindings, and the source that computed them."""
    observed = RelaxToPyFuncConverter(module, _Observed).convert(name)
    instance = observed()
    found: dict[str, Any] = {}
    instance.observe = lambda binding, value: found.__setitem__(binding, _arrays(value))
    found[_RESULT] = _arrays(getattr(instance, name)(*[_copied(value) for value in args]))
    return found, str(observed[name].attrs["python_source"])


def _copied(value: object) -> Any:
    """A copy of an argument, since functions may write over their arguments."""
    if isinstance(value, (tuple, list)):
        return type(value)(_copied(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    return to_torch(to_tensor(np.array(value))) if isinstance(value, np.ndarray) else value


def _arrays(value: object) -> Any:
    """A copy of the present contents of a value."""
    if isinstance(value, (tuple, list)):
        return tuple(_arrays(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    made = to_tensor(value)
    return np.array(made.numpy()) if isinstance(made, Tensor) else value


def _difference(before: object, after: object, rtol: float, atol: float) -> str | None:
    """The difference of two values, None when they agree."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        if len(before) != len(after):  # pyright: ignore[reportUnknownArgumentType]
            return f"{len(before)} values became {len(after)}"  # pyright: ignore[reportUnknownArgumentType]
        parts = (
            (at, _difference(*pair, rtol, atol))
            for at, pair in enumerate(zip(before, after))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        )
        return next((f"in field {at}, {reason}" for at, reason in parts if reason is not None), None)
    if not isinstance(before, np.ndarray) or not isinstance(after, np.ndarray):
        return None if type(before) is not type(after) or before == after else f"{before} became {after}"
    if before.shape != after.shape or before.dtype != after.dtype:
        return f"{before.dtype}{list(before.shape)} became {after.dtype}{list(after.shape)}"
    return _elements(before, after, rtol, atol)


def _elements(before: np.ndarray, after: np.ndarray, rtol: float, atol: float) -> str | None:
    exact = before.dtype.kind in "biu"
    a, b = (before, after) if exact else (before.astype("float64"), after.astype("float64"))
    wrong = a != b if exact else ~np.isclose(b, a, rtol=rtol, atol=atol, equal_nan=True)
    if not wrong.any():
        return None
    first = tuple(int(at) for at in np.argwhere(wrong)[0])
    place = f" at {list(first)}" if first else ""
    share = f"{int(wrong.sum())} of {wrong.size} elements differ"
    return f"{share}; the first{place} was {a[first]} and is {b[first]}"


def _statement(source: str, binding: str) -> str:
    lines = [line.strip() for line in source.split("\n")]
    start = "return " if binding == _RESULT else f"{binding} = "
    return next((line for line in lines if line.startswith(start)), binding)


def _line(module: IRModule, name: str, binding: str) -> int | None:
    """The line of the program that a binding was written on."""
    nodes = (node for node in walk(module[name]) if isinstance(node, VarBinding))
    return next((node.span.line for node in nodes if node.var.name_hint == binding and node.span is not None), None)


def random_arguments(function: Function, sizes: dict[str, int], seed: int, otherwise: int = 4) -> list[Any]:
    """Arguments of a function: normal numbers, small integers, `sizes` for the symbolic ones by name."""
    generator = np.random.default_rng(seed)
    known: Symbols = {}
    for node in _size_variables(function):
        known[node] = sizes.get(node.name, otherwise)
    return [_argument(param.struct_info_, known, generator) for param in function.params]


def _size_variables(function: Function) -> Iterator[Any]:
    from tilewright.core.ir.relax_symbols import symbols

    yield from symbols(param.struct_info_ for param in function.params)


def _argument(info: StructInfo | None, known: Symbols, generator: np.random.Generator) -> Any:
    if isinstance(info, TupleStructInfo):
        return tuple(_argument(field, known, generator) for field in info.fields)
    if isinstance(info, ShapeStructInfo):
        return tuple(size_of(size, known) for size in info.values or ())
    if isinstance(info, PrimStructInfo):
        return size_of(info.value, known) if info.value is not None else 1
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        raise ValueError("the shape of every argument must be known")
    shape = tuple(size_of(size, known) for size in info.shape.values)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    kind = "float32" if info.dtype.kind == "void" else str(info.dtype)
    if kind == "bool" or "int" in kind:
        return generator.integers(0, 2, shape).astype(kind)
    import ml_dtypes

    return generator.standard_normal(shape).astype(getattr(ml_dtypes, kind, None) or kind)


__all__ = ["Agreement", "Divergence", "first_divergence", "random_arguments"]
