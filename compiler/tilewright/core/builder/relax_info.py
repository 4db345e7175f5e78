"""Struct infos as they are written: `R.Tensor((n, 4), "float32")`, `R.Shape`, `R.Tuple(...)`, `R.Callable(...)`.

A size may be text, `R.Tensor(("n", "n * 2"))`: the names in it mean symbolic variables, which the parser resolves; elsewhere each name is a new one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, TypeVar

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.builder.dtypes import DTypeForm
from tilewright.core.builder.relax_devices import device
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.relax import PrimValue, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)

_RESOLVE: ContextVar[Callable[[str], Any] | None] = ContextVar("resolve", default=None)


@contextmanager
def resolving(names: Callable[[str], object]) -> Generator[None]:
    """Inside, names in sizes written as text mean what `names` gives."""
    token = _RESOLVE.set(names)
    try:
        yield
    finally:
        _RESOLVE.reset(token)


def _named(name: str) -> object:
    known = _RESOLVE.get()
    return Var(name, "int64") if known is None else known(name)  # pyright: ignore[reportArgumentType]


def size(value: object) -> Any:
    """A size: an integer, an expression, or text."""
    if isinstance(value, str):
        return _read(value)
    if isinstance(value, PrimValue):
        return value.value
    known = getattr(value, "struct_info_", None)
    if isinstance(known, PrimStructInfo) and known.value is not None:
        return known.value
    if isinstance(value, TypeVar):
        return _named(value.__name__)
    if isinstance(value, bool) or not isinstance(value, (int, Expr)):
        raise UserError(
            "shape-annotation", f"a size is an integer or the name of one, not {type(value).__name__}", "shape"
        )
    if isinstance(value, Expr) and isinstance(value, Var) and str(value.dtype) != "int64":
        raise UserError(
            "symbol-dtype",
            f"the value in {'ShapeType' if is_later() else 'ShapeStructInfo'} can only have dtype of int64, and `{value.name}` is {value.dtype}",
            "shape",
        )
    return value


def _read(text: str) -> object:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise UserError("shape-annotation", f'"{text}" is not an expression over sizes', "shape") from error
    return _evaluate(tree, text)


def _evaluate(node: ast.expr, text: str) -> Any:
    if isinstance(node, ast.Name):
        return _named(node.id)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        return _ARITHMETIC[type(node.op)](_evaluate(node.left, text), _evaluate(node.right, text))
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        return _COMPARISONS[type(node.ops[0])](_evaluate(node.left, text), _evaluate(node.comparators[0], text))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand, text)
    if isinstance(node, ast.Call):
        return _called(node, text)
    raise UserError("shape-annotation", f'"{text}" is not an expression over sizes', "shape")


def _called(node: ast.Call, text: str) -> object:
    """Calls such as `T.min(n, 4)` inside a size; `T.Cast("float32", n)` names a type."""
    from tilewright.core.builder.namespace import TIR

    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    member = TIR.member(name)
    if member is None or node.keywords:
        raise UserError("shape-annotation", f'"{text}" is not an expression over sizes', "shape")
    return member.value(*[_argument(item, text) for item in node.args])


def _argument(node: ast.expr, text: str) -> object:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return _evaluate(node, text)


_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}


_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: binary("EQ", a, b),
    ast.NotEq: lambda a, b: binary("NE", a, b),
}


class TensorForm:
    """`R.Tensor`: alone any tensor, called a tensor of some shape and type."""

    __name__ = "Tensor"

    def __call__(
        self, shape: object = None, dtype: object = None, vdevice: object = None, ndim: int = -1
    ) -> TensorStructInfo:
        return tensor(shape, dtype, vdevice, ndim)

    def __repr__(self) -> str:
        return "R.Tensor"


def tensor(shape: object = None, dtype: Any = None, vdevice: Any = None, ndim: int = -1) -> TensorStructInfo:
    """A tensor: `R.Tensor((n, 4), "float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor("float32")`.

    `shape` lists integers, symbolic variables or text, or is a shape value; `ndim` is the number of dimensions where only that is known; `vdevice`
    names a device of the module, "cuda:0".
    """
    if isinstance(shape, (str, DType)) and dtype is None:
        shape, dtype = None, shape
    if not isinstance(ndim, int) or isinstance(ndim, bool):
        raise UserError("shape-annotation", f"`ndim` is an integer, not {type(ndim).__name__}", "ndim")
    if ndim < -1:
        raise UserError("shape-annotation", f"`ndim` is at least -1, which means unknown, not {ndim}", "ndim")
    sizes = None
    if isinstance(shape, RelaxExpr):
        sizes = shape
    elif isinstance(shape, (tuple, list)):
        sizes = ShapeExpr(tuple(size(item) for item in shape))
    elif shape is not None:
        raise UserError("shape-annotation", f"the shape is a tuple of sizes, not {type(shape).__name__}", "shape")
    if isinstance(sizes, ShapeExpr) and ndim not in (-1, len(sizes.values)):
        raise UserError("shape-annotation", f"the shape has {len(sizes.values)} sizes, and `ndim` is {ndim}", "ndim")
    if isinstance(vdevice, str):
        vdevice = device(vdevice)
    return TensorStructInfo(sizes, dtype, vdevice, ndim)


class TupleForm:
    """`R.Tuple`: alone a tuple of nothing, called one of these."""

    __name__ = "Tuple"

    def __call__(self, *fields: object) -> TupleStructInfo:
        return tuple_(*fields)

    def __repr__(self) -> str:
        return "R.Tuple"


def tuple_(*fields: object) -> TupleStructInfo:
    """A tuple: `R.Tuple(R.Tensor((4,)), R.Object)`."""
    given = fields[0] if len(fields) == 1 and isinstance(fields[0], (tuple, list)) else fields
    return TupleStructInfo([as_struct_info(field) for field in given])


def shape(values: Any = None, ndim: int = -1) -> ShapeStructInfo:
    """A shape: `R.Shape([n, 4])`, `R.Shape(ndim=2)`."""
    if values is None:
        return ShapeStructInfo(None, ndim)
    return ShapeStructInfo([size(value) for value in values])


def object_() -> ObjectStructInfo:
    """Any value."""
    return ObjectStructInfo()


def prim(dtype: object = None, value: object = None) -> PrimStructInfo:
    """A scalar: `R.Prim("int64")`, `R.Prim(value="n")`."""
    if value is None and dtype is None:
        raise UserError("shape-annotation", "`R.Prim` needs a data type or a value", None)
    if value is None:
        return PrimStructInfo(str(dtype))
    given = size(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else value
    return PrimStructInfo(given)


def callable_(
    params: object = None, ret: object = None, purity: bool | None = None, derive_func: object = None
) -> FuncStructInfo:
    """A function: `R.Callable((R.Object,), R.Object, True)`; without parameters one of which only the result is known."""
    result = ObjectStructInfo() if ret is None else as_struct_info(ret)
    if params is None:
        return FuncStructInfo(None, result, bool(purity), derive_func)
    given = params if isinstance(params, (tuple, list)) else (params,)
    return FuncStructInfo([as_struct_info(param) for param in given], result, True if purity is None else purity)


TENSOR, TUPLE = TensorForm(), TupleForm()


def as_struct_info(value: object) -> StructInfo:
    """A struct info as it may be written: `R.Tensor` alone, `R.Object` alone, or called."""
    if isinstance(value, StructInfo):
        return value
    if value is None:
        return TupleStructInfo(())
    if value in (shape, prim):
        return ShapeStructInfo(None, -1) if value is shape else prim()
    if callable(value) and (getattr(value, "__module__", None) == __name__ or _is_proxy(value)):
        made = value()
        if isinstance(made, StructInfo):
            return made
    if isinstance(value, DTypeForm):
        return PrimStructInfo(str(value.dtype))
    if isinstance(value, (tuple, list)):
        return TupleStructInfo([as_struct_info(item) for item in value])
    raise UserError("relax-annotation", f"a type such as `R.Tensor(...)` is expected, not {_described(value)}", None)


class StructInfoProxy:
    """The base of the struct infos as classes; `make` is the form that a proxy calls, and calling one gives the struct info itself."""

    make: ClassVar[Callable[..., StructInfo]]

    def __new__(cls, *args: object, **options: object) -> Any:
        return cls.make(*args, **options)


def _is_proxy(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, StructInfoProxy)


def _described(value: object) -> str:
    return f"`{value!r}`" if isinstance(value, (str, int, float)) else type(value).__name__
