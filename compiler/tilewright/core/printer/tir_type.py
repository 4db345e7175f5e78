"""Types in signatures, and `T.int32()` and `T.handle("float32")`, which make variables."""

from __future__ import annotations

from tilewright.core.base.dtype import DType
from tilewright.core.ir.expr import SizeVar, Var
from tilewright.core.ir.node.type_ import FuncType, PointerType, PrimType, TensorMapType, TupleType
from tilewright.core.printer.document import Text, bracketed, call, joined, text
from tilewright.core.printer.state import ExpressionRule, Printer
from tilewright.core.printer.values import string


def prim_type(printer: Printer, node: PrimType) -> Text:
    """`T.float32`"""
    return printer.type_name(node.dtype)


def pointer_type(printer: Printer, node: PointerType) -> Text:
    """`T.handle("float32", "global")`"""
    return call(printer.tir("handle"), *_pointee(printer, node))


def tensor_map_type(printer: Printer, node: TensorMapType) -> Text:
    """`T.TensorMap()`"""
    return call(printer.tir("TensorMap"))


def tuple_type(printer: Printer, node: TupleType) -> Text:
    """`T.Tuple(T.float32, T.int32)`, or None for no value."""
    if not node.fields:
        return text("None")
    return call(printer.tir("Tuple"), joined([printer.expr(field) for field in node.fields]))


def func_type(printer: Printer, node: FuncType) -> Text:
    """`T.FuncType([T.int32], T.float32)`"""
    arguments = bracketed([printer.expr(argument) for argument in node.arg_types])
    return call(printer.tir("FuncType"), arguments, printer.expr(node.ret_type))


def creation(printer: Printer, var: Var) -> Text:
    """The call that makes a variable like `var`: `T.int32()`, `T.handle("float32", "global")`."""
    size = text("True") if isinstance(var, SizeVar) else None
    type_ = var.type_annotation
    args = _pointee(printer, type_) if isinstance(type_, PointerType) else ()
    return call(printer.tir(_function(var.dtype)), *args, is_size_var=size)


def _pointee(printer: Printer, node: PointerType) -> tuple[Text, ...]:
    element = node.element_type
    inner = text(string(element.dtype)) if isinstance(element, PrimType) else printer.expr(element)
    return (inner, text(string(node.storage_scope))) if node.storage_scope else (inner,)


def _function(dtype: DType) -> str:
    return str(dtype) if dtype.kind != "void" else "void"


TYPES: dict[type, ExpressionRule] = {
    PrimType: prim_type,
    PointerType: pointer_type,
    TensorMapType: tensor_map_type,
    TupleType: tuple_type,
    FuncType: func_type,
}
