"""The parameters of a function and the sizes that must be chosen before it can be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from tilewright.core.base.dtype import DType
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BinaryOp, Cast, Expr, FloatImm, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.walk import walk
from tilewright.runner.request import CannotRun
from tilewright.runner.sizes import chosen_sizes


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: a buffer ("buffer"), a number ("scalar") or an untyped pointer ("handle").

    `shape` and `strides` (in elements; empty when compact) hold integers once the sizes are known.
    """

    name: str
    kind: str
    dtype: DType
    variable: Var
    buffer: Buffer | None = None


def parameters(func: PrimFunc) -> tuple[Parameter, ...]:
    """The parameters in order, under the names that the program gives them."""
    return tuple(_parameter(func, variable) for variable in func.params)


def _parameter(func: PrimFunc, variable: Var) -> Parameter:
    buffer = func.buffer_map.get(variable)
    if buffer is not None:
        return Parameter(buffer.name, "buffer", buffer.dtype, variable, buffer)
    kind = "handle" if variable.dtype.is_handle else "scalar"
    return Parameter(variable.name, kind, variable.dtype, variable)


def symbols(func: PrimFunc) -> tuple[Var, ...]:
    """The sizes to choose: variables of the buffers' shapes and integer parameters, in order of first use."""
    found: dict[Var, None] = {}
    for parameter in parameters(func):
        if parameter.buffer is not None:
            for size in parameter.buffer.shape:
                found.update({node: None for node in walk(size) if isinstance(node, Var)})
        elif parameter.kind == "scalar" and parameter.dtype.is_integer and not parameter.dtype.is_bool:
            found[parameter.variable] = None
    return tuple(found)


def bind(func: PrimFunc, sizes: Mapping[str, int], default: int | None) -> dict[Var, int]:
    """A number for each symbol, odd and unequal ones where no `default` is given; raises `CannotRun` for a name that is none."""
    return chosen_sizes(symbols(func), sizes, default)


def evaluate(value: Expr, chosen: Mapping[Var, int]) -> int:
    """An index expression as a number; raises `CannotRun` when it depends on more than the chosen sizes."""
    if isinstance(value, Var) and value in chosen:
        return chosen[value]
    if isinstance(value, (IntImm, FloatImm)):
        return int(value.value)
    if isinstance(value, Cast):
        return evaluate(value.value, chosen)
    if isinstance(value, BinaryOp) and value.row.evaluate is not None:
        a, b = evaluate(value.children()[0], chosen), evaluate(value.children()[1], chosen)  # pyright: ignore[reportArgumentType]
        try:
            return int(value.row.evaluate(a, b, value.dtype))
        except (ArithmeticError, ValueError) as error:
            raise CannotRun(f"A size cannot be computed: {error}.") from error
    raise CannotRun("A size depends on more than the sizes that were chosen.")


class AskedSize(TypedDict):
    """A size to ask for, and what is proposed."""

    name: str
    default: object


class AskedParameter(TypedDict):
    """A parameter to choose data for; a size of its `shape` is a number, or as it is written."""

    name: str
    kind: str
    shape: list[int | str]
    dtype: str


class Plan(TypedDict):
    """The questions before a run."""

    symbols: list[AskedSize]
    parameters: list[AskedParameter]


def plan(func: PrimFunc, default: int | None) -> Plan:
    """The questions before a run."""
    sizes = {variable.name: size for variable, size in bind(func, {}, default).items()}
    return {
        "symbols": [{"name": name, "default": size} for name, size in sizes.items()],
        "parameters": [
            {
                "name": parameter.name,
                "kind": parameter.kind,
                "shape": [size_text(size) for size in parameter.buffer.shape] if parameter.buffer is not None else [],
                "dtype": str(parameter.dtype),
            }
            for parameter in parameters(func)
        ],
    }


def size_text(size: Expr) -> int | str:
    """A size as a number, or as it is written."""
    return size.value if isinstance(size, IntImm) else size.name if isinstance(size, Var) else str(size)
