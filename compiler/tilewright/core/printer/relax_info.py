"""Struct infos as annotations: `R.Tensor((n, 4), dtype="float32")`, `R.Shape([n, 4])`, `R.Callable(...)`.

In the signature of a function sizes that mention its symbolic variables are strings, since the variables are defined in its body: `R.Tensor(("n", 4))`.
"""

from __future__ import annotations

from tilewright.core.ir.distributed import DeviceMesh, DTensorStructInfo, Placement
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.global_info import VDevice
from tilewright.core.ir.relax import ShapeExpr
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.walk import walk
from tilewright.core.printer.document import Text, bracketed, call, joined, text, tupled, unmarked
from tilewright.core.printer.state import ExpressionRule, Printer
from tilewright.core.printer.values import string


def dimension(printer: Printer, size: Expr) -> Text:
    """A size; in a signature one that mentions a symbolic variable of the function is a string."""
    written = printer.expr(size)
    if size in printer.plainly_sized:
        return written
    if printer.quoted and any(isinstance(node, SymbolicVar) and node in printer.quoted for node in walk(size)):
        return string(unmarked(written))
    return written


def object_info(printer: Printer, node: ObjectStructInfo) -> Text:
    """`R.Object`"""
    return printer.relax("Object")


def prim_info(printer: Printer, node: PrimStructInfo) -> Text:
    """`R.Prim("float32")`, `R.Prim(value=n)`"""
    if node.value is None:
        return (
            printer.tir(str(node.dtype))
            if printer.dialect.sizes_are_text
            else call(printer.relax("Prim"), string(node.dtype))
        )
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
        "derive_func": string(node.derive_func) if isinstance(node.derive_func, str) else None,
    }
    return call(printer.relax("Callable"), **named) if any(named.values()) else printer.relax("Callable")


def dtensor_info(printer: Printer, node: DTensorStructInfo) -> Text:
    """`R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`"""
    inner = node.tensor_sinfo
    shape = (
        tupled([dimension(printer, value) for value in inner.shape.values])
        if isinstance(inner.shape, ShapeExpr)
        else text("None")
    )
    return call(
        printer.relax("DTensor"),
        shape,
        string("" if inner.dtype.kind == "void" else inner.dtype),
        mesh(printer, node.device_mesh),
        string(str(node.placement)),
        ndim=text(str(inner.ndim)) if inner.shape is None and inner.ndim != -1 else None,
    )


def mesh(printer: Printer, node: DeviceMesh) -> Text:
    """`"mesh[0]"`, or the mesh itself when the module has none like it."""
    known = printer.listed_info(node)
    return device_mesh(printer, node) if known is None else text(string(known))


def device_mesh(printer: Printer, node: DeviceMesh) -> Text:
    """`R.device_mesh((2, 2), I.Range(0, 4))`"""
    numbers = node.device_range
    ids = (
        bracketed([text(str(number)) for number in node.device_ids])
        if numbers is None
        else call(printer.ir("Range"), _plain(numbers.min), _plain(numbers.min + numbers.extent))
    )
    return call(printer.relax("device_mesh"), tupled([text(str(size)) for size in node.shape]), ids)


def _plain(number: object) -> str:
    return str(getattr(number, "value", number))


def placement(printer: Printer, node: Placement) -> Text:
    """`"S[0], R"`"""
    return text(string(str(node)))


STRUCT_INFOS: dict[type, ExpressionRule] = {
    DTensorStructInfo: dtensor_info,
    DeviceMesh: mesh,
    Placement: placement,
    ObjectStructInfo: object_info,
    PrimStructInfo: prim_info,
    ShapeStructInfo: shape_info,
    TensorStructInfo: tensor_info,
    TupleStructInfo: tuple_info,
    FuncStructInfo: func_info,
}
