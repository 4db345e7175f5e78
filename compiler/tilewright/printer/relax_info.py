"""Struct infos as annotations: `R.Tensor((n, 4), dtype="float32")`, `R.Shape([n, 4])`, `R.Callable(...)`.

In the signature of a function sizes that mention its symbolic variables are strings, since the variables are defined in its body: `R.Tensor(("n", 4))`.
"""

from __future__ import annotations

from typing import Any

from tilewright.ir.expr import Var as SymbolicVar
from tilewright.ir.global_info import VDevice
from tilewright.ir.relax import ShapeExpr
from tilewright.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.ir.walk import walk
from tilewright.printer.document import Text, bracketed, call, joined, text, tupled, unmarked
from tilewright.printer.state import ExpressionRule, Printer
from tilewright.printer.values import string


def dimension(printer: Printer, size: Any) -> Text:
    """A size; in a signature one that mentions a symbolic variable of the function is a string."""
    written = printer.expr(size)
    if printer.quoted and any(isinstance(node, SymbolicVar) and node in printer.quoted for node in walk(size)):
        return string(unmarked(written))
    return written


def object_info(printer: Printer, node: ObjectStructInfo) -> Text:
    """`R.Object`"""
    return printer.relax("Object")


def prim_info(printer: Printer, node: PrimStructInfo) -> Text:
    """`R.Prim("float32")`, `R.Prim(value=n)`"""
    if node.value is None:
        return call(printer.relax("Prim"), string(node.dtype))
    return call(printer.relax("Prim"), value=dimension(printer, node.value))


def shape_info(printer: Printer, node: ShapeStructInfo) -> Text:
    """`R.Shape([n, 4])`, `R.Shape(ndim=2)`"""
    if node.values is None:
        return call(printer.relax("Shape"), ndim=text(str(node.ndim)))
    return call(printer.relax("Shape"), bracketed([dimension(printer, size) for size in node.values]))


def tensor_info(printer: Printer, node: TensorStructInfo) -> Text:
    """`R.Tensor((n, 4), dtype="float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor`"""
    shape: tuple[Text, ...] = ()
    if isinstance(node.shape, ShapeExpr):
        shape = (tupled([dimension(printer, size) for size in node.shape.values]),)
    elif node.shape is not None:
        shape = (printer.expr(node.shape),)
    named: dict[str, Text | None] = {
        "dtype": None if node.dtype.kind == "void" else text(string(node.dtype)),
        "vdevice": None if node.vdevice is None or node.vdevice.target is None else _device(printer, node.vdevice),
        "ndim": None if node.shape is not None or node.ndim == -1 else text(str(node.ndim)),
    }
    if not shape and not any(named.values()):
        return printer.relax("Tensor")
    return call(printer.relax("Tensor"), *shape, **named)


def _device(printer: Printer, device: VDevice) -> Text:
    """`"cuda:1:global"`: the kind of target, which of the devices of that kind it is, and its memory."""
    kind = device.target.kind if isinstance(device.target.kind, str) else device.target.kind.name
    return text(string(f"{kind}:{printer.device_index(device)}:{device.memory_scope}"))


def tuple_info(printer: Printer, node: TupleStructInfo) -> Text:
    """`R.Tuple(R.Object, R.Shape(ndim=2))`"""
    if not node.fields:
        return printer.relax("Tuple")
    return call(printer.relax("Tuple"), joined([printer.expr(field) for field in node.fields]))


def func_info(printer: Printer, node: FuncStructInfo) -> Text:
    """`R.Callable((R.Object,), R.Object, True)`, `R.Callable`"""
    if node.params is not None:
        params = tupled([printer.expr(param) for param in node.params])
        return call(printer.relax("Callable"), params, printer.expr(node.ret), str(node.purity))
    named: dict[str, Text | None] = {
        "ret": None if isinstance(node.ret, ObjectStructInfo) else printer.expr(node.ret),
        "purity": text("True") if node.purity else None,
    }
    return call(printer.relax("Callable"), **named) if any(named.values()) else printer.relax("Callable")


STRUCT_INFOS: dict[type, ExpressionRule] = {
    ObjectStructInfo: object_info,
    PrimStructInfo: prim_info,
    ShapeStructInfo: shape_info,
    TensorStructInfo: tensor_info,
    TupleStructInfo: tuple_info,
    FuncStructInfo: func_info,
}
