"""The calls that the passes for the virtual machine make and look for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.builder.relax_calls import made_call
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import Call, DataTypeImm, ExternFunc, PrimValue, RelaxExpr, ShapeExpr, StringImm, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.runtime.layout import item_bytes

if TYPE_CHECKING:
    from tilewright.core.base.dtype import DType


NOTHING = TupleStructInfo(())


def op_name(value: RelaxExpr) -> str:
    """The name of the op that a value calls, "" for any other value."""
    return callee_name(value) if isinstance(value, Call) else ""


def packed(name: str, *args: object, info: StructInfo = NOTHING) -> Call:
    """The call of a registered function."""
    return Call(ExternFunc(name), args, OpAttrs({}), (info,))


def alloc_tensor(info: TensorStructInfo, device: int, scope: str) -> Call:
    """Memory for a tensor of that struct info."""
    args = (info.shape, DataTypeImm(info.dtype), PrimValue(device), StringImm(scope))
    made = made_call("builtin.alloc_tensor", args, {})
    return with_struct_info(made, info)


def alloc_storage(size: Expr, device: RelaxExpr, scope: RelaxExpr, dtype: DType | str) -> Call:
    """Memory of a number of bytes."""
    return made_call("memory.alloc_storage", (ShapeExpr((size,)), device, scope, DataTypeImm(dtype)), {})


def tensor_in(storage: Var, shape: RelaxExpr, dtype: DType) -> Call:
    """A tensor at the beginning of memory."""
    return made_call("memory.alloc_tensor", (storage, PrimValue(0), shape, DataTypeImm(dtype), PrimValue(0)), {})


def bytes_of(dtype: DType, sizes: Iterable[Expr]) -> Expr:
    """The number of bytes a tensor takes."""
    total: Expr = const(item_bytes(dtype), "int64")
    for size in sizes:
        total = total * size
    return total


def device_of(mod: IRModule, info: TensorStructInfo) -> tuple[int, str]:
    """The number of a tensor's device among those of the module, and the kind of memory."""
    known = list(mod.global_infos.get("vdevice", ())) if mod.global_infos else []
    if info.vdevice is not None:
        place = next((at for at, each in enumerate(known) if each is info.vdevice or each == info.vdevice), None)
        if place is None:
            raise ValueError(f"the module has no device `{info.vdevice}`, and a tensor is said to lie there")
        return place, info.vdevice.memory_scope
    return next((at for at, each in enumerate(known) if each.memory_scope == "global"), 0), "global"


def bytes_of_shape(dtype: DType, sizes: Iterable[Expr]) -> Expr:
    """The number of bytes a tensor of one dimension or more takes, as the product of its sizes times that of an element."""
    first, *rest = sizes
    total: Expr = first
    for size in rest:
        total = total * size
    return total * const(item_bytes(dtype), "int64")


def bytes_with_factor(dtype: DType, sizes: Sequence[Expr]) -> Expr:
    """The number of bytes a tensor takes, as a number times the product of the symbolic sizes."""
    factor, total = item_bytes(dtype), const(1, "int64")
    for size in sizes:
        if isinstance(size, IntImm):
            factor *= size.value
        else:
            total = total * size
    return const(factor, "int64") * total
