"""Properties of a Relax tensor value: `A.ndim`, `A.shape[i]`, `A.strides[i]`, `A.dtype.bits`.

Each is a call of an op, which normalisation makes a number where the struct info tells it.  Shape, strides and dtype have parts and are no values
themselves.
"""

from __future__ import annotations

from tilewright.core.base.diagnostics import UserTypeError
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr
from tilewright.core.ir.struct_info import PrimStructInfo, TensorStructInfo
from tilewright.core.ops.op import Op


def _asked(name: str, tensor: RelaxExpr, *args: object) -> Call:
    return Call(Op.get(f"relax.inspect.tensor_{name}"), (tensor, *args))


class _OfTensor:
    """A property of a tensor that is none of its values."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: RelaxExpr) -> None:
        self.tensor = tensor

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.tensor}>"


class DTypeOfTensor(_OfTensor):
    """The data type of a tensor's elements, by its three numbers."""

    __slots__ = ()

    @property
    def type_code(self) -> Call:
        """The number that DLPack gives the kind of the elements."""
        return _asked("dtype_code", self.tensor)

    @property
    def bits(self) -> Call:
        """The bits of an element, or of a lane of one."""
        return _asked("dtype_bits", self.tensor)

    @property
    def lanes(self) -> Call:
        """The lanes of an element."""
        return _asked("dtype_lanes", self.tensor)


class _AlongAxes(_OfTensor):
    """Numbers by axis."""

    __slots__ = ()
    asked = ""

    def __getitem__(self, axis: object) -> Call:
        index = axis if isinstance(axis, RelaxExpr) else PrimValue(axis)
        info = index.struct_info_
        if info is not None and not isinstance(info, PrimStructInfo):
            raise UserTypeError("relax-argument", f"an axis is an integer, and this is `{info.script()}`", None)
        return _asked(self.asked, self.tensor, index)


class ShapeOfTensor(_AlongAxes):
    """The sizes of a tensor by axis."""

    __slots__ = ()
    asked = "shape_i"


class StridesOfTensor(_AlongAxes):
    """The distances of neighbours by axis."""

    __slots__ = ()
    asked = "stride_i"


def _tensor(value: RelaxExpr, name: str) -> RelaxExpr:
    """The value, which must be a tensor where anything is known of it."""
    info = value.struct_info_
    if info is not None and not isinstance(info, TensorStructInfo):
        raise UserTypeError("relax-argument", f"only tensors have `{name}`, and this is `{info.script()}`", name)
    return value


def install() -> None:
    """Give `RelaxExpr` the properties of tensors."""
    target: object = RelaxExpr
    for name, kind in (("dtype", DTypeOfTensor), ("shape", ShapeOfTensor), ("strides", StridesOfTensor)):
        setattr(target, name, property(lambda self, name=name, kind=kind: kind(_tensor(self, name))))
    for name in ("ndim", "byte_offset", "elem_offset"):
        setattr(target, name, property(lambda self, name=name: _asked(name, _tensor(self, name))))


install()
