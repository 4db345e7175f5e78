"""Tile primitives, which the threads of a scope do together: `T.cta.copy(A_shared, A[0:64, 0:64])`, `T.tile.fill(acc, 0.0)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT32
from tilewright.core.base.names import nearest
from tilewright.core.builder.arguments import describe, expression, region
from tilewright.core.builder.frames import add_statement, attributes, current_span
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Range, Var
from tilewright.core.ir.tile import LambdaExpr, TilePrimitiveCall
from tilewright.core.ops.describe import documentation
from tilewright.core.ops.op import Op, Param
from tilewright.core.ops.tile import ROWS

_ROWS: Final[Mapping[str, Op]] = {str(row.script).removeprefix("tile."): row for row in ROWS}


class TileForm:
    """A tile primitive as a function, in the scope whose threads do it."""

    __slots__ = ("__name__", "__signature__", "row", "scope")
    takes_parts = True  # an argument may leave out the last indices of a buffer

    def __init__(self, row: Op, scope: str) -> None:
        self.row, self.scope = row, scope
        self.__name__ = str(row.script).rpartition(".")[2]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        own = [
            inspect.Parameter(p.name, kind, default=inspect.Parameter.empty if p.default is ... else p.default)
            for p in row.params
        ]
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in ("workspace", "dispatch")
        ]
        settings = inspect.Parameter("config", inspect.Parameter.VAR_KEYWORD)
        self.__signature__ = inspect.Signature([*own, *named, settings])

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return documentation(self.row)

    def __repr__(self) -> str:
        return f"T.{self.scope}.{self.__name__}"

    def __call__(self, *args: object, **named: object) -> None:
        try:
            bound = self.__signature__.bind(*args, **named)
        except TypeError as error:
            raise TypeError(f"T.{self.row.script}: {error}") from error
        bound.apply_defaults()
        given = bound.arguments
        made = [_argument(self.row, param, given[param.name], given) for param in self.row.params]
        _check(self.row, dict(zip((param.name for param in self.row.params), made)))
        workspace, dispatch = given["workspace"], given["dispatch"]
        if dispatch is not None and not isinstance(dispatch, str):
            raise UserError("wrong-argument", f"`dispatch` is a text, not {describe(dispatch)}", "dispatch")
        add_statement(
            TilePrimitiveCall(
                self.row,
                tuple(made),
                DictAttrs(_workspace(workspace)),
                DictAttrs(attributes(given["config"])),
                dispatch,
                self.scope,
                current_span(),
            )
        )


def _argument(row: Op, param: Param, value: Any, given: Mapping[str, Any]) -> Any:
    what = f"`{param.name}` of `T.{row.script}`"
    if value is None and param.default is None:
        return None
    if param.kind == "buffer":
        return _part(value, what, param.name)
    if param.kind == "int":
        return _truth(value, what, param.name)
    if param.kind == "str":
        return _primitive(value, what, param.name)
    if param.name == "pred":
        return _function(value, given["dst"])
    if param.kind == "any":
        return _axes(value, what, param.name)
    if isinstance(value, (Buffer, BufferRegion)):
        return _part(value, what, param.name)
    other = _element(given)
    return (
        expression(value, what, param.name, other)
        if isinstance(value, (int, float))
        else expression(value, what, param.name)
    )


def _element(given: Mapping[str, Any]) -> Any:
    """The type of a number beside the first part of a buffer; factors of a matrix product are float32."""
    first = next(iter(given.values()))
    held = getattr(first, "buffer", first)
    return None if "alpha" in given else getattr(held, "dtype", None)


def _part(value: object, what: str, argument: str) -> BufferRegion:
    """A part of a buffer, all of it where none is said."""
    if isinstance(value, Buffer):
        ranges = tuple(Range.from_min_extent(IntImm(size.dtype, 0), size) for size in value.shape)
        return BufferRegion(value, ranges)
    if not isinstance(value, (BufferRegion, BufferLoad)):
        raise UserError("not-a-region", f"{what} is a buffer or a part of one, not {describe(value)}", argument)
    return region(value, what, argument)


def _truth(value: object, what: str, argument: str) -> bool | Expr:
    if isinstance(value, bool) or (isinstance(value, Expr) and value.dtype.is_integer):
        return value
    if value in (0, 1):
        return bool(value)
    raise UserError("not-a-condition", f"{what} is True or False, not {describe(value)}", argument)


def _primitive(value: Any, what: str, argument: str) -> str:
    name = str(value.name).rpartition(".")[2] if isinstance(value, Op) else value
    if name not in _ROWS:
        close = nearest(name, _ROWS) if isinstance(name, str) else None
        hint = f'; did you mean "{close}"?' if close else ""
        raise UserError("unknown-op", f"{what} is the name of a tile primitive, not {describe(value)}{hint}", argument)
    return name


def _axes(value: Any, what: str, argument: str) -> tuple[int, ...]:
    found = value if isinstance(value, (tuple, list)) else (value,)
    numbers = [item.value if isinstance(item, IntImm) else item for item in found]
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool):
            raise UserError("wrong-argument", f"{what} are numbers of axes, not {describe(value)}", argument)
    return tuple(numbers)


def _function(value: object, dst: object) -> LambdaExpr:
    """A function of the indices of the first part, with a variable for each."""
    if isinstance(value, LambdaExpr):
        return value
    if not callable(value):
        raise UserError("wrong-argument", f"`pred` is a function of the indices, not {describe(value)}", "pred")
    names = list(inspect.signature(value).parameters)
    rank = len(_part(dst, "`dst` of `T.tile.select`", "dst").region)
    if len(names) != rank:
        raise UserError("tile-shape", f"`pred` takes {len(names)} indices, and `dst` has {rank} dimensions", "pred")
    variables = tuple(Var(name, INT32) for name in names)
    return LambdaExpr(variables, expression(value(*variables), "what `pred` gives"))


def _workspace(value: object) -> Mapping[str, Buffer]:
    held = value or {}
    if not isinstance(held, Mapping) or not all(isinstance(item, Buffer) for item in held.values()):
        raise UserError("wrong-argument", f"`workspace` maps names to buffers, not {describe(value)}", "workspace")
    return held


def _extents(part: BufferRegion) -> list[Expr]:
    """The extents of a part, without those that are 1."""
    sizes = [range_.extent for range_ in part.region]
    return [size for size in sizes if not (isinstance(size, IntImm) and size.value == 1)]


def _check(row: Op, args: dict[str, Any]) -> None:
    """Parts that go element by element have one shape; a product fits; axes exist."""
    name = str(row.script).rpartition(".")[2]
    if name in ("copy", "copy_async", "cast"):
        _check_same(row, args["dst"], args["src"])
    elif name == "gemm":
        _check_product(args)
    for axes, of in (("axes", "src"), ("reduce_axes", "input")):
        if axes in args and of in args:
            _check_axes(args[axes], args[of], axes)


def _check_same(row: Op, dst: BufferRegion, src: BufferRegion) -> None:
    to, of = _extents(dst), _extents(src)
    if len(to) != len(of) or any(_differ(a, b) for a, b in zip(to, of)):
        sentence = f"`dst` of `T.{row.script}` has the shape {_shape(dst)}, and `src` has {_shape(src)}"
        raise UserError("tile-shape", sentence, "src")


def _differ(a: Expr, b: Expr) -> bool:
    return isinstance(a, IntImm) and isinstance(b, IntImm) and a.value != b.value


def _shape(part: BufferRegion) -> str:
    return "(" + ", ".join(str(range_.extent) for range_ in part.region) + ")"


def _check_product(args: dict[str, Any]) -> None:
    parts = {name: [range_.extent for range_ in args[name].region] for name in "DAB"}
    if any(len(sizes) != 2 for sizes in parts.values()):
        return
    (m, n), a, b = parts["D"], parts["A"], parts["B"]
    rows, inner = a[::-1] if args["transpose_A"] is True else a
    across, columns = b[::-1] if args["transpose_B"] is True else b
    if _differ(m, rows) or _differ(n, columns) or _differ(inner, across):
        sentence = (
            f"`T.tile.gemm` multiplies ({rows}, {inner}) by ({across}, {columns}) to ({m}, {n}), which does not fit"
        )
        raise UserError("tile-shape", sentence, "B")


def _check_axes(axes: tuple[int, ...], part: BufferRegion, argument: str) -> None:
    rank = len(part.region)
    for number in axes:
        if not -rank <= number < rank:
            raise UserError(
                "tile-shape", f"axis {number} is reduced, and `{part.buffer.name}` has {rank} dimensions", argument
            )


def tile_forms(scope: str, space: str, make: Callable[..., Any]) -> list[Any]:
    """The members of a scope: every tile primitive, done by its threads."""
    return [make(f"{space}.{name}", TileForm(row, scope)) for name, row in _ROWS.items()]


__all__ = ["TileForm", "tile_forms"]
