"""The signature of a function as its caller sees it: parameters, and the sizes that only the arguments know.

`signature(func)` reads `params` and `buffer_map`.  A symbol is a variable in the shape, strides or offset of a parameter buffer that is no
parameter itself; it is bound where it first stands alone as a size, a stride or an offset, and every other mention is
checked.  The order of `symbols` is that of first mention, parameter by parameter, shape before strides before offset; the
native function takes them in this order behind the parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Call, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import VOID_TYPE, dtype_of
from tilewright.core.ir.stmt import Evaluate
from tilewright.core.ir.walk import statements, walk
from tilewright.core.ops.op import Op
from tilewright.core.runtime.writes import written_buffers


@dataclass(frozen=True, slots=True)
class ScalarParameter:
    """A number; `variable` stands for it in sizes."""

    name: str
    dtype: DType
    variable: Var


@dataclass(frozen=True, slots=True)
class BufferParameter:
    """An array: element type, sizes and strides in elements (no strides: compact, row-major), and whether the function writes it."""

    name: str
    dtype: DType
    shape: tuple[Expr, ...]
    strides: tuple[Expr, ...]
    offset: Expr
    written: bool


@dataclass(frozen=True, slots=True)
class PointerParameter:
    """A bare pointer, about whose memory the function says nothing."""

    name: str


Parameter = ScalarParameter | BufferParameter | PointerParameter


@dataclass(frozen=True, slots=True)
class Symbol:
    """A size, stride or offset learnt from the arguments; `where` says in words where it is bound."""

    name: str
    dtype: DType
    variable: Var
    where: str


@dataclass(frozen=True)
class Signature:
    """Everything that a call must respect, and the type of what it returns (None for nothing)."""

    name: str
    parameters: tuple[Parameter, ...]
    symbols: tuple[Symbol, ...]
    result: DType | None

    @cached_property
    def buffers(self) -> tuple[BufferParameter, ...]:
        """The array parameters."""
        return tuple(each for each in self.parameters if isinstance(each, BufferParameter))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(each.name for each in self.parameters)})"


def signature(func: PrimFunc, name: str | None = None) -> Signature:
    """The signature of a function, lowered or not.

    Raises `UserError` when a size stands only in expressions such as `n * 2`, so that no argument tells it.
    """
    written = written_buffers(func)
    parameters = tuple(_parameter(func, param, written) for param in func.params)
    return Signature(name or func.name, parameters, symbols(func), result_type(func))


def result_type(func: PrimFunc) -> DType | None:
    """The function's result type, None for none: as declared, or else the type of the first value passed to `T.ret`."""
    if func.ret_type != VOID_TYPE:
        return dtype_of(func.ret_type)
    evaluated = (each.value for each in statements(func.body) if isinstance(each, Evaluate))
    for node in (node for value in evaluated for node in walk(value)):
        if isinstance(node, Call) and isinstance(node.op, Op) and node.op.name == "tir.ret" and node.args:
            return node.args[0].dtype
    return None


def _parameter(func: PrimFunc, param: Var, written: frozenset[Var]) -> Parameter:
    buffer = func.buffer_map.get(param)
    if buffer is not None:
        return BufferParameter(
            buffer.name, buffer.dtype, buffer.shape, buffer.strides, buffer.elem_offset, buffer.data in written
        )
    if param.dtype.is_handle:
        return PointerParameter(param.name)
    return ScalarParameter(param.name, param.dtype, param)


def symbols(func: PrimFunc) -> tuple[Symbol, ...]:
    """The sizes, strides and offsets that only the arguments tell; raises as `signature` does."""
    mentioned: dict[Var, None] = {}
    bound: dict[Var, str] = {}
    for param in func.params:
        buffer = func.buffer_map.get(param)
        for place, part in _parts(buffer) if buffer is not None else ():
            mentioned.update((node, None) for node in walk(part) if isinstance(node, Var))
            if isinstance(part, Var):
                bound.setdefault(part, place)
    unknown = [variable for variable in mentioned if variable not in func.params]
    for variable in unknown:
        if variable not in bound:
            raise UserError(
                "unbound-size",
                f"`{variable.name}` stands only inside expressions such as `{variable.name} * 2`, so no argument determines its value",
            )
    return tuple(Symbol(variable.name, variable.dtype, variable, bound[variable]) for variable in unknown)


def _parts(buffer: Buffer) -> list[tuple[str, Expr]]:
    """The sizes, strides and offset of a buffer, each with where it stands."""
    sizes = [(f"dimension {axis} of `{buffer.name}`", size) for axis, size in enumerate(buffer.shape)]
    strides = [(f"stride {axis} of `{buffer.name}`", stride) for axis, stride in enumerate(buffer.strides)]
    return [*sizes, *strides, (f"the offset of `{buffer.name}`", buffer.elem_offset)]


__all__ = [
    "BufferParameter",
    "Parameter",
    "PointerParameter",
    "ScalarParameter",
    "Signature",
    "Symbol",
    "result_type",
    "signature",
]
