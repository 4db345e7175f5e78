"""Values of a network that is being exported: tensors, parameters, and objects that are no tensors.

Each holds a Relax expression.  They are symbolic; only a parameter may be bound to elements, in `data`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import Expr, FloatImm, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import RelaxExpr, Var
from tilewright.core.ir.struct_info import ObjectStructInfo, TensorStructInfo
from tilewright.core.nn import ports
from tilewright.core.runtime.tensor import Tensor as RuntimeTensor
from tilewright.core.runtime.tensor import tensor as runtime_tensor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Size = int | str | Expr
# What operators take beside a tensor.
Operand = Union["Tensor", Expr, int, float]

_DEFAULT_DTYPE = ["float32"]


def get_default_dtype() -> str:
    """The data type of parameters that name none; `float32` at first."""
    return _DEFAULT_DTYPE[0]


def set_default_dtype(dtype: str) -> None:
    """Set the data type of parameters that name none."""
    _DEFAULT_DTYPE[0] = dtype


class Tensor:
    """A tensor of known rank, shape and data type, whose elements are not known; `_expr` is its expression."""

    def __init__(self, *, _expr: RelaxExpr) -> None:
        info = _expr.struct_info_
        if not isinstance(info, TensorStructInfo) or info.shape is None:
            raise TypeError(f"an nn.Tensor has a shape that is known, and `{_expr}` is {info}")
        self._expr = _expr

    @staticmethod
    def from_const(data: ArrayLike | RuntimeTensor) -> Tensor:
        """A tensor of these elements."""
        return Tensor(_expr=const(data))

    @staticmethod
    def from_scalar(data: float, dtype: str) -> Tensor:
        """A tensor without dimensions that holds this number."""
        return Tensor(_expr=const(data, dtype))

    @staticmethod
    def from_struct_info(struct_info: TensorStructInfo, name: str = "tensor") -> Tensor:
        """A tensor that stands for any of this struct info."""
        return Tensor(_expr=Var(name, struct_info))

    @staticmethod
    def from_ty(ty: TensorStructInfo, name: str = "tensor") -> Tensor:
        """`from_struct_info` under its name since 0.25."""
        return Tensor.from_struct_info(ty, name)

    @staticmethod
    def placeholder(shape: Sequence[Size], dtype: str, name: str = "tensor") -> Tensor:
        """A tensor that stands for any of this shape; a size that is a text becomes a symbolic one."""
        return Tensor(_expr=Var(name, TensorStructInfo([_size(one, shape) for one in shape], dtype)))

    @property
    def shape(self) -> list[int | Expr]:
        """The sizes: numbers where they are known, expressions where they are symbolic."""
        return [size.value if isinstance(size, IntImm) else size for size in _info(self).shape.values]  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]

    @property
    def ndim(self) -> int:
        """The number of dimensions it has."""
        return _info(self).ndim

    @property
    def dtype(self) -> str:
        """The name of its data type."""
        return str(_info(self).dtype)

    def __repr__(self) -> str:
        return f'Tensor({self.shape}, "{self.dtype}")'

    def __add__(self, other: Operand) -> Tensor:
        return ports.operator.call("add", self, _beside(other, self))

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Tensor:
        return ports.operator.call("subtract", self, _beside(other, self))

    def __rsub__(self, other: Operand) -> Tensor:
        return ports.operator.call("subtract", _beside(other, self), self)

    def __mul__(self, other: Operand) -> Tensor:
        return ports.operator.call("multiply", self, _beside(other, self))

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Tensor:
        return ports.operator.call("divide", self, _beside(other, self))

    def __rtruediv__(self, other: Operand) -> Tensor:
        return ports.operator.call("divide", _beside(other, self), self)

    def __lt__(self, other: Operand) -> Tensor:
        return ports.operator.call("less", self, _beside(other, self))

    def __le__(self, other: Operand) -> Tensor:
        return ports.operator.call("less_equal", self, _beside(other, self))

    def __gt__(self, other: Operand) -> Tensor:
        return ports.operator.call("greater", self, _beside(other, self))

    def __ge__(self, other: Operand) -> Tensor:
        return ports.operator.call("greater_equal", self, _beside(other, self))

    def astype(self, dtype: str) -> Tensor:
        """The tensor in another data type."""
        return ports.operator.call("astype", self, dtype)

    def maximum(self, other: Operand) -> Tensor:
        """The greater of two, element by element."""
        return ports.operator.call("maximum", self, _beside(other, self))

    def minimum(self, other: Operand) -> Tensor:
        """The lesser of two, element by element."""
        return ports.operator.call("minimum", self, _beside(other, self))

    def reshape(self, *shape: Size | Sequence[Size]) -> Tensor:
        """The same elements in another shape, whose sizes are given one by one or together."""
        return ports.operator.call("reshape", self, _all(shape))

    def permute_dims(self, *axes: int | Sequence[int]) -> Tensor:
        """The dimensions in another order, given one by one or together."""
        return ports.operator.call("permute_dims", self, _all(axes))

    def repeat(self, repeats: int, axis: int | None = None) -> Tensor:
        """Each element so many times."""
        return ports.operator.call("repeat", self, repeats, axis)


def _all(given: Sequence[Any]) -> Sequence[Any]:
    """Arguments that are given one by one, or all in one."""
    return given[0] if len(given) == 1 and isinstance(given[0], (tuple, list)) else given


def expression(value: Tensor | Object) -> RelaxExpr:
    """The Relax expression that it stands for."""
    return value._expr  # pyright: ignore[reportPrivateUsage]


def refer(parameter: Parameter, expr: RelaxExpr) -> None:
    """Let a parameter stand for another expression: that of the function that is being exported."""
    parameter._expr = expr  # pyright: ignore[reportPrivateUsage]


def _info(tensor: Tensor) -> TensorStructInfo:
    info = expression(tensor).struct_info
    assert isinstance(info, TensorStructInfo)
    return info


def _size(size: Size, shape: Sequence[Size]) -> int | Expr:
    if isinstance(size, str):
        return SymbolicVar(size, "int64")
    value = size.value if isinstance(size, IntImm) else size
    if isinstance(value, int):
        if value < 0:
            raise ValueError(f"a size is at least 0, and {value} stands in the shape {list(shape)}")
        return value
    if not isinstance(value, Expr):
        raise TypeError(f"a size is an integer, a text or an expression, and `{value}` stands in the shape {shape}")
    if str(value.dtype) != "int64":
        raise TypeError(f"symbolic sizes are of the type int64, and `{value}` is {value.dtype}")
    return value


def _beside(value: Operand, tensor: Tensor) -> Expr | Tensor:
    """A number as a tensor of the data type that it takes beside `tensor`; a tensor as it is."""
    if isinstance(value, (FloatImm, IntImm)):
        value = value.value
    return Tensor.from_scalar(value, tensor.dtype) if isinstance(value, (int, float)) else value


class Parameter(Tensor):
    """A weight of a network: its shape and data type, and once it is bound its elements."""

    def __init__(self, shape: Sequence[Size], dtype: str | None = None) -> None:
        super().__init__(_expr=Tensor.placeholder(shape, dtype or get_default_dtype(), "param")._expr)
        self._data: RuntimeTensor | None = None
        self.attrs: dict[str, Any] = {}

    @property
    def data(self) -> RuntimeTensor | None:
        """The elements, None where none were given; arrays, our tensors and those of other libraries can be set."""
        return self._data

    @data.setter
    def data(self, data: ArrayLike | RuntimeTensor | None) -> None:
        self._data = None if data is None else self._fitting(data)

    def _fitting(self, data: Any) -> RuntimeTensor:
        if not hasattr(data, "__dlpack__") and not hasattr(data, "__array__"):
            raise TypeError(f"a parameter holds an array or a tensor, not {type(data).__name__}")
        from tilewright.core.runtime.torch_bridge import is_torch, to_tensor

        made = to_tensor(data.detach()) if is_torch(data) else runtime_tensor(data)
        if tuple(made.shape) != tuple(self.shape):
            raise ValueError(f"Shape mismatch: expected {tuple(self.shape)}, got {tuple(made.shape)}")
        if str(made.dtype) != self.dtype:
            raise ValueError(f"Dtype mismatch: expected {self.dtype}, got {made.dtype}")
        return made

    def to(self, dtype: str | None = None) -> None:
        """Change the data type; raises `ValueError` when the parameter has elements already."""
        if dtype is None:
            return
        if self._data is not None:
            raise ValueError(
                f"the parameter holds elements of the type {self.dtype}; change the type before data is set"
            )
        self._expr = Tensor.placeholder(self.shape, dtype, "param")._expr


class Object:
    """A value that is no tensor, such as a cache; what is no variable yet is bound to one called `_name`."""

    def __init__(self, *, _expr: RelaxExpr, _name: str) -> None:
        if not isinstance(_expr, Var):
            builder = BlockBuilder.current()
            if builder is None:
                raise RuntimeError("nn.Object is made of an expression while a module is exported")
            _expr = builder.emit(_expr, _name)
        if type(_expr.struct_info_) is not ObjectStructInfo:
            raise TypeError(f"an nn.Object is an R.Object, and `{_name}` is {_expr.struct_info_}")
        self._expr = _expr
