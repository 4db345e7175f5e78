"""Forms of hybrid script, the language of 2020, where they differ from those of the same name: order of arguments, defaults, `dtype=`."""

from __future__ import annotations

from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL
from tilewright.core.builder import allocations, statements
from tilewright.core.builder.allocations import AllocateFrame, RealizeFrame
from tilewright.core.builder.arguments import condition, data_type, describe, expression, shape
from tilewright.core.builder.frames import current_span
from tilewright.core.builder.loops import ForFrame, parallel, serial, unroll, vectorized
from tilewright.core.builder.statements import AssertFrame, LetFrame
from tilewright.core.builder.values import cast as cast_value
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.construction import fill_pointer_type
from tilewright.core.ir.expr import Call, Expr, ExprLike, IntImm, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ops.op import Op

_LOOPS: Final = {"serial": serial, "parallel": parallel, "vectorized": vectorized, "unroll": unroll, "unrolled": unroll}


def loop(begin: Any, end: Any, for_type: str = "serial") -> ForFrame:
    """A loop from `begin` up to `end`: `for i in tir.range(0, 16, "parallel")`."""
    kind = _LOOPS.get(str(for_type).lower())
    if kind is None:
        known = ", ".join(sorted(_LOOPS))
        raise UserError("wrong-argument", f"a loop is one of {known}, not {describe(for_type)}", "for_type")
    return kind(begin, end)


def allocate(var: Var, dtype: str, extents: object, cond: object = True, scope: str = "global") -> AllocateFrame:
    """Memory behind the pointer `var`, a variable of `tir.var("handle")`: `with tir.allocate(var, "float32", [16], True)`."""
    if not isinstance(var, Var) or not var.dtype.is_handle:
        raise UserError("wrong-argument", f"`tir.allocate` takes a handle variable, not {describe(var)}", "var")
    element = data_type(dtype)
    if not isinstance(var.type_annotation, PointerType):
        fill_pointer_type(var, PointerType(PrimType(element), scope))
    where = IntImm(BOOL, 1) if cond is None else condition(cond, "the condition", "cond")
    return AllocateFrame(var, element, shape(extents, "the extents", "extents"), where, {})


def realize(buffer_slice: BufferRegion, storage_scope: str = "", condition: Any = True) -> RealizeFrame:
    """Storage for a part of a buffer; its scope may be said by an attribute "realize_scope" around it."""
    return allocations.realize(buffer_slice, storage_scope, condition)


def cast(dtype: str, value: Any) -> Expr:
    """`value` converted to a data type, which comes first here: `tir.cast("int32", x)`."""
    if isinstance(value, str):
        dtype, value = value, dtype
    return cast_value(value, dtype)


def Assert(condition: ExprLike, message: str) -> AssertFrame:
    """Stop the call with `message` when `condition` does not hold; only after `with`, else `assert condition, message`."""
    frame = statements.Assert(condition, message)
    frame.concise = False
    return frame


def let(var: Var | str, value: object) -> LetFrame:
    """A variable that stands for a value; only after `with`, else `var: ty.int32 = value`."""
    given = expression(value, "the value of a variable", "value")
    variable = Var(var, given.dtype, current_span()) if isinstance(var, str) else var
    frame = statements.LetStmt(given, var=variable)
    frame.concise = False
    return frame


class OpForm:
    """An op: its type can be said by `dtype=`, and then the arguments are taken as they are."""

    def __init__(self, row: Op, classic: Any) -> None:
        self.row = row
        self.classic = classic
        self.__name__ = getattr(classic, "__name__", row.name)
        self.__doc__ = classic.__doc__

    def __call__(self, *args: Any, dtype: str | None = None) -> Any:
        if dtype is None:
            return self.classic(*args)
        values = tuple(expression(arg, f"an argument of `tir.{self.__name__}`") for arg in args)
        return Call(data_type(dtype), self.row, values, current_span())


__all__ = ["Assert", "OpForm", "allocate", "cast", "let", "loop", "realize"]
