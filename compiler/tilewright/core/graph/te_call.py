"""From values of Relax to a TensorIR function: a function of `te` tensors is called on placeholders in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core import te
from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.global_info import VDevice
from tilewright.core.ir.relax import PrimValue, RelaxExpr, ShapeExpr, StringImm, Tuple, Var
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.walk import substitute, walk

if TYPE_CHECKING:
    from tilewright.core.te.tensor import Tensor


def te_function(
    func: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[PrimFunc, list[RelaxExpr], Any, list[SymbolicVar] | None]:
    """The function, the values to call it on, the struct info of its result, and the sizes that it takes as arguments."""
    inputs = _Inputs()
    converted = [_converted(item, inputs) for item in args]
    named = {key: _converted(item, inputs) for key, item in kwargs.items()}
    made = func(*converted, **named)
    outputs = list(made) if isinstance(made, (tuple, list)) else [made]
    for output in outputs:
        if not isinstance(output, te.Tensor):
            raise TypeError(f"the function gives te tensors, not {type(output).__name__}")
    parameters = [parameter for _, parameter in inputs.given]
    tensors = [parameter for parameter in parameters if isinstance(parameter, te.Tensor)]
    known_sizes = {parameter for parameter in parameters if not isinstance(parameter, te.Tensor)}
    unknown = [var for var in _not_in_shapes(tensors, outputs, [*converted, *named.values()]) if var not in known_sizes]
    prim = te.create_prim_func([*parameters, *outputs, *unknown], "int64")
    prim = prim.without_attr("global_symbol")
    where = _device([value for value, _ in inputs.given])
    infos: list[StructInfo] = [
        TensorStructInfo(ShapeExpr(tuple(_size(inputs.outside(s)) for s in out.shape)), out.dtype, where)
        for out in outputs
    ]
    result = infos[0] if not isinstance(made, (tuple, list)) else infos
    return prim, [value for value, _ in inputs.given], result, [inputs.outside(var) for var in unknown] or None


def _device(values: list[RelaxExpr]) -> VDevice | None:
    """The device of the results: that of the first value with a known one."""
    infos = [value.struct_info for value in values]
    found = [info.vdevice for info in infos if isinstance(info, TensorStructInfo) and info.vdevice is not None]
    return found[0] if found else None


class _Inputs:
    """The values that became placeholders so far, and the symbolic variables that stand inside for those outside."""

    def __init__(self) -> None:
        self.given: list[tuple[RelaxExpr, te.Tensor | SymbolicVar]] = []
        self._inner: dict[SymbolicVar, SymbolicVar] = {}
        self._unnamed = 0

    def inside(self, size: object) -> Any:
        """A size as the function sees it: each function has symbolic variables of its own."""
        if not isinstance(size, Expr):
            return size
        for node in walk(size):
            if isinstance(node, SymbolicVar) and node not in self._inner:
                self._inner[node] = node.copy_with_suffix("")
        return substitute(size, self._inner)

    def outside(self, size: Expr) -> Any:
        """A size of the function as its caller sees it."""
        return substitute(size, {new: old for old, new in self._inner.items()}) if isinstance(size, Expr) else size

    def name(self) -> str:
        """`A`, `B`, ...: the names of inputs that have none."""
        at, self._unnamed = self._unnamed, self._unnamed + 1
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at] if at < 26 else f"input{at}"


def _converted(value: object, inputs: _Inputs) -> Any:
    """A value as the function of `te` takes it: tensors as placeholders, shapes and scalars as they are."""
    if isinstance(value, (tuple, list)):
        return [_converted(item, inputs) for item in value]
    if isinstance(value, dict):
        return {key: _converted(item, inputs) for key, item in value.items()}
    if isinstance(value, (ShapeExpr,)):
        return [inputs.inside(size) for size in value.values]
    if isinstance(value, Tuple):
        return [_converted(field, inputs) for field in value.fields]
    if isinstance(value, (PrimValue, StringImm)):
        return inputs.inside(value.value)
    if isinstance(value, Expr):
        return inputs.inside(value)
    if isinstance(value, RelaxExpr) and not isinstance(value, GlobalVar):
        return _placeholder(value, inputs)
    return value


def _placeholder(value: RelaxExpr, inputs: _Inputs) -> Any:
    """A value that is given twice is two parameters, as in TVM."""
    info = value.struct_info
    if isinstance(info, PrimStructInfo):
        return inputs.inside(info.value) if info.value is not None else _scalar(value, info, inputs)
    if isinstance(info, TupleStructInfo):
        return [_placeholder(value[at], inputs) for at in range(len(info.fields))]
    if not isinstance(info, TensorStructInfo):
        raise TypeError(f"a tensor is expected, not `{info.script()}`")
    shape = shape_of(info)
    if shape is None:
        raise ValueError(f"the shape of `{value}` must be known")
    sizes = tuple(inputs.inside(size) for size in shape)
    made = te.placeholder(sizes, str(info.dtype), value.name_hint if isinstance(value, Var) else inputs.name())
    inputs.given.append((value, made))
    return made


def _scalar(value: RelaxExpr, info: PrimStructInfo, inputs: _Inputs) -> SymbolicVar:
    """A number of the run: a parameter that is no tensor."""
    made = SymbolicVar(value.name_hint if isinstance(value, Var) else inputs.name(), info.dtype)
    inputs.given.append((value, made))
    return made


def _not_in_shapes(inputs: list[te.Tensor], outputs: list[Tensor], given: list[Any]) -> list[SymbolicVar]:
    """The symbolic variables that no dimension of a tensor tells alone."""
    known_sizes = {size for tensor in (*inputs, *outputs) for size in tensor.shape if isinstance(size, SymbolicVar)}
    mentioned = [size for tensor in (*inputs, *outputs) for size in tensor.shape]
    for item in given:
        mentioned += [part for part in (item if isinstance(item, list) else [item]) if isinstance(part, Expr)]
    found = [
        node for size in mentioned if isinstance(size, Expr) for node in walk(size) if isinstance(node, SymbolicVar)
    ]
    return [var for var in dict.fromkeys(found) if var not in known_sizes]


def _size(size: Expr) -> Expr | int:
    value = getattr(size, "value", None)
    return int(value) if isinstance(value, int) else size
