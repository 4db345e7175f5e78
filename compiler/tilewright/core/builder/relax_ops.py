"""The Relax ops as functions: `R.add(x, y)`, `R.nn.conv2d(x, w, strides=2)`, made from their rows.

Values become Relax expressions as their parameter says, settings their usual form; the struct info of the call is derived when it is normalised.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tilewright.core.base.diagnostics import UserError, UserTypeError
from tilewright.core.builder.frames import value_span
from tilewright.core.builder.relax_values import const, dtype, prims, shape, sizes, volume_sizes
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.relax import Call, relax_expr
from tilewright.core.ops.op import Param
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.ops.relax_op import FORMS, RelaxOp

VALUES: dict[str, Callable[[Any], Any]] = {
    "expr": relax_expr,
    "Shape": shape,
    "Sizes": sizes,
    "VolumeSizes": volume_sizes,
    "Const": const,
    "Prims": prims,
    "Dtype": dtype,
}


class RelaxFunction:
    """A row as a function."""

    __slots__ = ("__name__", "__signature__", "row")

    def __init__(self, row: RelaxOp) -> None:
        self.row = row
        self.__name__ = row.name.rpartition(".")[2]
        self.__signature__ = inspect.Signature(_parameters(row))

    def __get__(self, instance: object, owner: type | None = None) -> RelaxFunction:
        """Python's tools take a callable with this method for a function; in a class it stays what it is."""
        return self

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.row.doc

    def __repr__(self) -> str:
        return f"R.{self.row.script}"

    def __call__(self, *args: object, **named: object) -> Call:
        try:
            bound = self.__signature__.bind(*args, **named)
        except TypeError as error:
            raise UserTypeError("missing-argument", f"`R.{self.row.script}`: {error}", None) from error
        bound.apply_defaults()
        return call(self.row, bound.arguments)


def _parameters(row: RelaxOp) -> list[inspect.Parameter]:
    kinds = inspect.Parameter
    seen_variadic = False
    made: list[inspect.Parameter] = []
    for param in row.params:
        default = kinds.empty if param.default is ... else param.default
        if param.variadic:
            made.append(kinds(param.name, kinds.VAR_POSITIONAL))
            seen_variadic = True
        else:
            kind = kinds.KEYWORD_ONLY if seen_variadic else kinds.POSITIONAL_OR_KEYWORD
            made.append(kinds(param.name, kind, default=default))
    return made if not _out_of_order(made) else _by_name_after_defaults(made)


def _out_of_order(parameters: list[inspect.Parameter]) -> bool:
    plain = [item for item in parameters if item.kind is item.POSITIONAL_OR_KEYWORD]
    first = next((at for at, item in enumerate(plain) if item.default is not item.empty), len(plain))
    return any(item.default is item.empty for item in plain[first:])


def _by_name_after_defaults(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Required parameters after optional ones become keyword-only."""
    made: list[inspect.Parameter] = []
    optional = False
    for item in parameters:
        optional = optional or item.default is not item.empty
        late = optional and item.default is item.empty
        made.append(item.replace(kind=item.KEYWORD_ONLY) if late else item)
    return sorted(made, key=lambda item: item.kind)


def call(row: RelaxOp, given: dict[str, Any]) -> Call:
    """The call of a row with its arguments by name."""
    args: list[Any] = []
    attrs: dict[str, Any] = {}
    for param in row.params:
        value = given[param.name]
        if param.kind in FORMS:
            attrs[param.name] = _made(row, param, value, FORMS)
        elif param.variadic:
            args += [_made(row, param, item, VALUES) for item in value]
        elif value is not None:
            args.append(_made(row, param, value, VALUES))
    if attrs.get("out_layout", "") is None:
        attrs["out_layout"] = attrs.get("data_layout", attrs.get("layout"))
    return Call(row, tuple(args), OpAttrs(attrs), (), value_span())


def _made(row: RelaxOp, param: Param, value: object, forms: dict[str, Callable[[object], object]]) -> object:
    """A value converted for a parameter; raises when it is of the wrong kind."""
    try:
        return forms[param.kind](value)
    except (TypeError, ValueError) as error:
        kind = UserTypeError if isinstance(error, TypeError) else UserError
        raise kind("relax-argument", f"`{param.name}` of `R.{row.script}`: {error}", param.name) from error


FUNCTIONS: dict[str, RelaxFunction] = {str(row.script): RelaxFunction(row) for row in RELAX_OPS.values()}


def function_of(row: RelaxOp) -> RelaxFunction:
    """The function of a row."""
    return FUNCTIONS[str(row.script)]
