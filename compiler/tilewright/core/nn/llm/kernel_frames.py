"""Functions in TensorIR written with the builder: what the kernels of a cache of keys and values share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const

FLOAT, INDEX = "float32", "int32"


class Parameters:
    """The parameters of a function that is being written, in the order in which they are asked for."""

    def size(self, name: str, dtype: str = INDEX) -> Var:
        """A size of tensors, which is known from what is passed."""
        return Var(name, dtype)

    def tensor(self, name: str, shape: Sequence[ExprLike], dtype: str = INDEX) -> Buffer:
        """A tensor."""
        handle: Any = T.arg(f"var_{name}", T.handle())
        made: Buffer = T.match_buffer(handle, tuple(shape), dtype)
        return IRBuilder.name(name, made)

    def number(self, name: str, dtype: str = INDEX) -> Var:
        """A number."""
        made: Any = T.arg(name, Var(name, dtype))
        return made


def kernel(name: str, write: Callable[[Parameters], None], attrs: dict[str, Any] | None = None) -> PrimFunc:
    """The function whose parameters `write` asks for and whose body it writes."""
    with IRBuilder() as builder, T.prim_func():
        T.func_name(name)
        T.func_attr({"tir.noalias": True, **(attrs or {})})
        write(Parameters())
    made: PrimFunc = builder.get()
    return made


@contextmanager
def each(**extents: int | Expr) -> Generator[list[Var], None, None]:
    """A nest of loops, whose variables have the names of the extents."""
    with T.grid(*extents.values()) as found:
        loops = list(found) if isinstance(found, (list, tuple)) else [found]
        IRBuilder.name_many(list(extents), loops)
        yield loops


@contextmanager
def each_at_once(**extents: int | Expr) -> Generator[Var, None, None]:
    """One loop whose rounds may run at the same time."""
    ((name, extent),) = extents.items()
    with T.parallel(0, extent) as found:
        yield IRBuilder.name(name, found)


class Bound:
    """Values that statements written after them know by name."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack

    def __call__(self, name: str, value: object) -> Any:
        """The variable that stands for `value` from here on."""
        if not isinstance(value, Expr):
            return value
        return IRBuilder.name(name, self._stack.enter_context(T.LetStmt(value)))

    def enter(self, frame: Any) -> None:
        """Write what follows into a frame."""
        self._stack.enter_context(frame)


@contextmanager
def binding() -> Generator[Bound, None, None]:
    """A function that binds values for the statements inside."""
    with ExitStack() as stack:
        yield Bound(stack)


def room(name: str, *shape: ExprLike) -> Buffer:
    """Memory for floats in the block that is being written."""
    made: Buffer = T.alloc_buffer(shape, FLOAT)
    return IRBuilder.name(name, made)


def store(buffer: Buffer, indices: Sequence[ExprLike], value: ExprLike) -> None:
    """Write an element, as the buffer's type."""
    T.buffer_store(buffer, cast(value, buffer.dtype), list(indices))


def as_float(value: ExprLike) -> Expr:
    """A value as the kernels compute with it."""
    return cast(value, FLOAT)


def floating(value: float) -> Expr:
    return const(value, FLOAT)
