"""The interface of layout rules: the arguments of a rule and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.relax.layout.rules.words import initial, is_plain

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


Wanted = Mapping[str, Sequence[str]]
LayoutOf = Callable[[RelaxExpr], Any]


@dataclass(frozen=True)
class Followed:
    """A call whose first arguments are in the layouts `inputs` and whose result is then in `output`, nested as the values are.

    `attrs` are the attributes that it needs for that, `args` further arguments that change, by their position.
    """

    inputs: Sequence[Any]
    output: Any
    attrs: Mapping[str, object] = field(default_factory=dict[str, object])
    args: Mapping[int, RelaxExpr] = field(default_factory=dict[int, RelaxExpr])


Rule = Callable[[Call, Wanted, LayoutOf], Followed]


def tensor(value: RelaxExpr) -> TensorStructInfo:
    """The struct info of a tensor."""
    info = value.struct_info_
    if not isinstance(info, TensorStructInfo):
        raise ValueError(f"layouts are followed through tensors, and this is `{info}`")
    return info


def shape_of(info: TensorStructInfo) -> Sequence[Expr] | None:
    """The sizes of a tensor, as far as they are known."""
    return info.shape.values if isinstance(info.shape, ShapeExpr) else None


def plain(value: RelaxExpr, layout_of: LayoutOf) -> str:
    """The layout of a value where none of its dimensions is in blocks, else the one that it was written in."""
    found = layout_of(value)
    return found if is_plain(found) else str(initial(tensor(value).ndim))


def of_most(call: Call, layout_of: LayoutOf) -> str:
    """The layout that the last two of three arguments share, else that of the first."""
    first, second, third = (layout_of(item) for item in call.args)
    return second if second == third else first


def as_written(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The argument, and the result, as they were written."""
    return Followed([initial(tensor(call.args[0]).ndim)], initial(tensor(call).ndim))
