"""Making stages: `placeholder`, `compute`, `reduce_axis`, and the variables that they are written with."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import FLOAT32, INT32, dtype_named
from tilewright.core.base.registry import PackedFunction
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, IterVar, IterVarKind, Range, Reduce, SizeVar, Var, exprs
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.node.type_ import Type
from tilewright.core.ir.operators import const as constant
from tilewright.core.ir.operators import convert
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.ir.walk import walk
from tilewright.core.te.tag import scoped_tag
from tilewright.core.te.tensor import ComputeOp, PlaceholderOp, Tensor


class ComputeError(TVMError, ValueError):
    """The values of a stage that no loop nest computes."""


def placeholder(shape: ExprLike | Sequence[ExprLike], dtype: str | None = None, name: str = "placeholder") -> Tensor:
    """A tensor that is given from outside; float32 unless said otherwise.

    `shape` holds integers and integer expressions such as `te.var("n")`, one a dimension; `()` is a single number.
    """
    type_ = FLOAT32 if dtype is None else dtype_named(dtype)
    return PlaceholderOp(name, shape_of(shape), type_).output(0)


def compute(
    shape: ExprLike | Sequence[ExprLike],
    fcompute: PackedFunction,
    name: str = "compute",
    tag: str = "",
    attrs: Mapping[str, object] | None = None,
    varargs_names: Sequence[str] | None = None,
) -> Any:
    """A tensor, or several of one shape, computed element by element.

    ```python
    C = te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    ```

    `fcompute` takes one index for each dimension and returns the element, or one for each of several tensors.  Its parameters name the loops;
    those of a `*args` parameter are called `varargs_names`, by default i0, i1, ...  A reduction stands at the top of what it returns.
    """
    sizes = shape_of(shape)
    names = _axis_names(fcompute, len(sizes), varargs_names, name)
    axis = tuple(
        IterVar(Range.from_min_extent(constant(0, size.dtype), size), Var(axis_name, size.dtype), IterVarKind.DataPar)
        for size, axis_name in zip(sizes, names)
    )
    found = fcompute(*[one.var for one in axis])
    body = tuple(convert(value) for value in (found if isinstance(found, (tuple, list)) else (found,)))
    _check_reductions(body, name)
    op = ComputeOp(name, scoped_tag(tag), attrs, axis, sizes, body)
    return op.output(0) if op.num_outputs == 1 else op.outputs


def shape_of(shape: ExprLike | Sequence[ExprLike]) -> tuple[Expr, ...]:
    """Sizes as expressions; a single one stands for itself."""
    if isinstance(shape, ShapeExpr):
        return shape.values
    return exprs(shape if isinstance(shape, (tuple, list)) else (shape,))


def _axis_names(fcompute: PackedFunction, ndim: int, varargs_names: Sequence[str] | None, name: str) -> tuple[str, ...]:
    """The names of the parameters of `fcompute`; raises `ValueError` unless there is one for each dimension."""
    parameters = inspect.signature(fcompute).parameters.values()
    named = [one.name for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    if any(one.kind in (one.KEYWORD_ONLY, one.VAR_KEYWORD) for one in parameters):
        raise ValueError(f"the function of stage `{name}` has keyword parameters, and it is called with indices only")
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        rest = varargs_names if varargs_names is not None else [f"i{at}" for at in range(ndim - len(named))]
        named += rest
    if len(named) != ndim:
        raise ValueError(f"stage `{name}` has {ndim} dimensions, and its function takes {len(named)} indices")
    return tuple(named)


def _check_reductions(body: tuple[Expr, ...], name: str) -> None:
    """A reduction is a loop of its own: it cannot stand inside an expression, or beside values that are none."""
    reductions = [value for value in body if isinstance(value, Reduce)]
    if reductions and len(reductions) != len(body):
        raise ComputeError(f"of the values of stage `{name}` either all are reductions or none")
    inside = [part for value in body for part in (value.children() if isinstance(value, Reduce) else (value,))]
    if any(isinstance(node, Reduce) for part in inside for node in walk(part)):
        raise ComputeError(
            f"stage `{name}` has a reduction inside an expression: reductions are only allowed at the top level of compute; "
            "make the reduction a stage of its own and use its elements"
        )
    if len({tuple(map(id, value.axis)) for value in reductions}) > 1:
        raise ComputeError(f"the reductions of stage `{name}` run over different axes")


def reduce_axis(dom: Any, name: str = "rv", thread_tag: str = "", span: Span | None = None) -> IterVar:
    """An axis to reduce over: `dom` is `(begin, end)` or a range."""
    domain = dom if isinstance(dom, Range) else Range(*dom)
    return IterVar(domain, Var(name, domain.extent.dtype), IterVarKind.CommReduce, thread_tag, span)


def thread_axis(dom: object = None, tag: str = "", name: str = "", span: Span | None = None) -> IterVar:
    """An axis bound to the threads called `tag`, such as "threadIdx.x"; `dom` is their number, a pair, or a range."""
    if isinstance(dom, str):
        dom, tag = None, dom
    if not tag:
        raise ValueError('a thread axis needs the name of its threads, such as "threadIdx.x"')
    given: Any = dom if dom is None or isinstance(dom, (Range, tuple, list)) else (0, dom)
    domain: Range | None = Range(given[0], given[1]) if isinstance(given, (tuple, list)) else given
    type_ = INT32 if domain is None else domain.extent.dtype
    return IterVar(domain, Var(name or tag, type_), IterVarKind.ThreadIndex, tag, span)


def var(name: str = "tindex", dtype: str | Type = "int32", span: Span | None = None) -> Var:
    """A new variable."""
    return Var(name, dtype if isinstance(dtype, Type) else dtype_named(dtype), span)


def size_var(name: str = "size", dtype: str = "int32", span: Span | None = None) -> SizeVar:
    """A new variable that is never negative: a symbolic size."""
    return SizeVar(name, dtype_named(dtype), span)


def const(value: ExprLike, dtype: str = "int32", span: Span | None = None) -> Expr:
    """A constant of a data type."""
    return constant(value, dtype, span)


__all__ = ["compute", "const", "placeholder", "reduce_axis", "size_var", "thread_axis", "var"]
