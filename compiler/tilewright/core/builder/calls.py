"""The ops of the table as functions: `T.exp(x)`, `T.call_extern("int32", "f", x)`, ...

`OpFunction` reads its row: it converts the arguments as the parameters say, checks them, and makes the call of the type that the
row's rule gives.  The few ops whose building needs more stand in `intrinsics.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.base.source import Span
from tilewright.core.builder.arguments import data_type, describe, expression
from tilewright.core.builder.frames import IRBuilder, value_span
from tilewright.core.dialects.releases import release
from tilewright.core.ir.expr import BINARY_NODES, Expr, StringImm
from tilewright.core.ir.operators import binary, call, logical_not, match_types
from tilewright.core.ops.describe import documentation
from tilewright.core.ops.dtype_rules import DTypeError
from tilewright.core.ops.op import Op, Param

Build = Callable[[Op, tuple[Any, ...], "DType | None", "Span | None"], Expr]
"""Makes the expression from the row, the converted arguments, the result type when one was given, and the place."""


def make_call(row: Op, args: tuple[object, ...], type_: DType | None, span: Span | None) -> Expr:
    """The usual way: an operator class for rows that have one, else a call."""
    if row.node in BINARY_NODES:
        return binary(row.node, *args, span=span)
    if row.node == "Not":
        return logical_not(*args, span=span)
    return call(row, *args, dtype_=type_, span=span)


# What every op takes, whether or not its row has one.
_DTYPE_BY_NAME = inspect.Parameter("dtype", inspect.Parameter.KEYWORD_ONLY, default=None)


class OpFunction:
    """A row as a function."""

    __slots__ = ("__name__", "__signature__", "_build", "_dtype_at", "_meet", "_simple", "_takes_dtype", "row")

    def __init__(self, row: Op, name: str, build: Build = make_call) -> None:
        self.row = row
        self.__name__ = name
        self._build = build
        self._dtype_at = next((at for at, param in enumerate(row.params) if param.kind == "dtype"), None)
        self._meet = row.result in ("promote", "comparison", "select")
        self._simple = not any(param.variadic or param.kind != "expr" for param in row.params)
        self._takes_dtype = any(param.name == "dtype" for param in row.params)
        more = [] if self._takes_dtype else [_DTYPE_BY_NAME]
        self.__signature__ = inspect.Signature([*(_parameter(param) for param in row.params), *more])

    def __get__(self, instance: object, owner: type | None = None) -> OpFunction:
        """Python's tools take a callable with this method for a function; in a class it stays what it is."""
        return self

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return documentation(self.row)

    def __repr__(self) -> str:
        return f"T.{self.__name__}"

    def __call__(self, *args: object, span: Span | None = None, **named: object) -> Expr:
        params = self.row.params
        if named or not self._simple or len(args) != len(params):
            args, params = self._bind(args, named)
        type_: DType | None = None
        values: list[Any] = []
        for param, value in zip(params, args):
            if param.kind == "dtype":
                type_ = data_type(value, param.name)
            else:
                values.append(self._convert(param, value))
        if self._meet and len(values) == 2:
            values = self._matched(values)
        if self.row.operands:
            self._check(values)
        return self._build(self.row, tuple(values), type_, span if span is not None else value_span())

    def _bind(self, args: tuple[object, ...], named: dict[str, object]) -> tuple[tuple[object, ...], tuple[Param, ...]]:
        """The arguments in the order of the parameters, and the parameter of each.

        `dtype=` is taken by name wherever it stands, and by every row: of those without such a parameter it says, as in TVM, what is known anyway.
        """
        if not self._takes_dtype:
            named.pop("dtype", None)
        if self._dtype_at is not None and "dtype" in named and self._dtype_at <= len(args):
            args = (*args[: self._dtype_at], named.pop("dtype"), *args[self._dtype_at :])
        try:
            bound = self.__signature__.bind(*args, **named)
        except TypeError as error:
            raise TypeError(f"T.{self.__name__}: {error}") from error
        bound.apply_defaults()
        given: list[object] = []
        params: list[Param] = []
        for param in self.row.params:
            value = bound.arguments[param.name]
            if param.variadic:
                given.extend(value)
                params.extend([param] * len(value))
            elif value is not None or param.default is ...:
                given.append(value)
                params.append(param)
        return tuple(given), tuple(params)

    def _convert(self, param: Param, value: object) -> object:
        if param.kind == "any":
            return value
        what = f"argument `{param.name}` of `T.{self.__name__}`"
        if param.kind == "str":
            return self._text(param, value, what)
        if isinstance(value, (int, float)) and self._meet:
            return value
        if self.row.operands == "float" and isinstance(value, int):
            value = float(value)
        return expression(value, what, param.name)

    def _matched(self, values: list[Any]) -> list[Any]:
        """Both operands in the type in which they meet: a Python number takes that of the other."""
        if self.row.operands == "float" and all(isinstance(value, int) for value in values):
            values = [float(value) for value in values]
        return list(match_types(*values))

    def _text(self, param: Param, value: object, what: str) -> Expr:
        if isinstance(value, StringImm):
            return value
        if not isinstance(value, str):
            raise UserError("wrong-argument", f"{what} is a text, not {describe(value)}", param.name)
        return StringImm(value)

    def _check(self, values: list[Any]) -> None:
        """Every operand must be of the kind that the row takes."""
        wanted = self.row.operands
        of_python = not IRBuilder.is_in_scope()
        of_today = of_python and release() == "0.27"
        if of_python and wanted == "float" and not (of_today and self.__name__ in _ALWAYS_FLOAT):
            return  # TVM takes integers from Python, and so programs that only analyse such calls; scripts are checked
        for value in values:
            if not (value.dtype.is_float if wanted == "float" else value.dtype.is_integer):
                kind = "floating-point" if wanted == "float" else "integer"
                if of_today:
                    raise DTypeError(f"tirx.{self.__name__} only supports {kind} inputs, but got {value.dtype}")
                kind = "floating-point numbers" if wanted == "float" else "integers"
                raise DTypeError(f"`T.{self.__name__}` takes {kind}, and this is {value.dtype}")


# Functions for which TVM 0.27 refuses integers, too.
_ALWAYS_FLOAT: Final = frozenset({"cos", "sin", "tan"})


def _parameter(param: Param) -> inspect.Parameter:
    if param.variadic:
        return inspect.Parameter(param.name, inspect.Parameter.VAR_POSITIONAL)
    default = inspect.Parameter.empty if param.default is ... else param.default
    return inspect.Parameter(param.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


__all__ = ["Build", "OpFunction", "make_call"]
