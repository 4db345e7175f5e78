"""Arguments of a function that is measured: `ArgInfo`, whose one kind is `TensorInfo`."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule, PrimFunc


class ArgInfo:
    """An argument of a function."""

    def as_json(self) -> list[object]:
        """The argument as lists and texts, in TVM's form."""
        raise NotImplementedError

    @staticmethod
    def from_json(json_obj: object) -> ArgInfo:
        """The argument of such JSON; raises `ValueError` for any other."""
        if not isinstance(json_obj, (list, tuple)) or len(json_obj) != 3 or json_obj[0] != "TENSOR":
            raise ValueError(f'an argument as JSON is ["TENSOR", dtype, shape], not {json_obj!r}')
        return TensorInfo(json_obj[1], [int(size) for size in json_obj[2]])

    @staticmethod
    def from_prim_func(func: PrimFunc) -> list[ArgInfo]:
        """The arguments of a function; raises `ValueError` unless all are buffers of known shapes."""
        return [_tensor(func, position) for position in range(len(func.params))]

    @staticmethod
    def from_entry_func(mod: IRModule, remove_preproc: bool = True) -> list[ArgInfo]:
        """The arguments of the function "main", or of the only function of a module."""
        functions = [func for func in mod.functions.values() if isinstance(func, PrimFunc)]
        main = [func for name, func in mod.functions.items() if name.name_hint == "main"]
        chosen = main[0] if main else functions[0] if len(functions) == 1 else None
        if not isinstance(chosen, PrimFunc):
            raise ValueError("the module has no function `main`, and not one function alone")
        return ArgInfo.from_prim_func(chosen)


class TensorInfo(ArgInfo):
    """A tensor: the dtype of its elements and its shape."""

    def __init__(self, dtype_: str | DType, shape: Sequence[int]) -> None:
        self.dtype = dtype(str(dtype_))
        self.shape = tuple(int(size) for size in shape)

    def as_json(self) -> list[object]:
        """`["TENSOR", dtype, shape]`."""
        return ["TENSOR", str(self.dtype), list(self.shape)]

    def __repr__(self) -> str:
        return f'TensorInfo("{self.dtype}", {list(self.shape)})'


def _tensor(func: PrimFunc, position: int) -> TensorInfo:
    variable = func.params[position]
    buffer = func.buffer_map.get(variable)
    if buffer is None:
        raise ValueError(f"`{variable.name}` is no buffer: only functions of buffers can be measured")
    sizes = [size.value for size in buffer.shape if isinstance(size, IntImm)]
    if len(sizes) < len(buffer.shape):
        raise ValueError(f"`{buffer.name}` has a shape that is not known: specialize the function first")
    return TensorInfo(buffer.dtype, sizes)


__all__ = ["ArgInfo", "TensorInfo"]
