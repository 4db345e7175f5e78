"""Calls of ops and of the module's functions."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.dtype import HANDLE, DType, DTypeField, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, derived, exprs
from tilewright.core.ir.node import node, ports
from tilewright.core.ir.node.fields import ExprsField, Field
from tilewright.core.ir.node.type_ import MISSING
from tilewright.core.ops.op import Op


@node
class GlobalVar(Expr):
    """A function of the module, by name; `gv(args)` is a call, of Relax when the arguments are.

    `struct_info_` is what Relax knows of the function, None until a module says.
    """

    name_hint: str
    span: Span | None = None
    dtype: DTypeField = derived(init=False, default=HANDLE)
    struct_info_: Any = derived(init=False, default=None)

    @property
    def struct_info(self) -> Any:
        """The function's struct info; raises `ValueError` when no module has declared it."""
        if self.struct_info_ is None:
            raise ValueError(f"The struct_info of @{self.name_hint} is not known: it belongs to no module yet")
        return self.struct_info_

    @property
    def ty(self) -> Any:
        """The type of the function, missing until a module says it."""
        return MISSING if self.struct_info_ is None else self.struct_info_

    def __call__(self, *args: object) -> Any:
        return ports.call_function.call(self, args)


@node
class Call(Expr):
    """A call of an op of the table or of a function of the module."""

    dtype: DTypeField
    op: Field[Op | GlobalVar, Op | GlobalVar | str]
    args: ExprsField
    span: Span | None = None

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)
        if isinstance(self.op, str):
            self.op = Op.get(self.op)
        elif not isinstance(self.op, (Op, GlobalVar)):
            raise TypeError(f"what is called is an op or a function of the module, not {type(self.op).__name__}")
        self.args = exprs(self.args)
