"""`dump_ast`: the nodes of a function of Relax and their fields, for those who learn how it is put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tilewright.core.dialects.releases import is_later
from tilewright.core.graph.expr_functor import ExprFunctor
from tilewright.core.ir.expr import Expr as PrimExpr
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.expr import StringImm as Text
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    If,
    MatchCast,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ops.op import Op

Show = Callable[["ASTPrinter", Any], str]


def dump_ast(
    exp: object,
    indent_str: str = "    ",
    include_struct_info_annotations: bool = True,
    include_call_attrs: bool = True,
    *,
    include_ty_annotations: bool | None = None,
) -> str:
    """The tree below an expression, a binding or a block as text: `Var(name_hint="x")`.

    With the names of 0.27 nodes and fields are called as there: `Var(name="x", ty=TensorType(...))`; `include_ty_annotations` is its word for `include_struct_info_annotations`.
    """
    if include_ty_annotations is not None:
        include_struct_info_annotations = include_ty_annotations
    return ASTPrinter(indent_str, include_struct_info_annotations, include_call_attrs).visit_expr(exp)


class ASTPrinter(ExprFunctor):
    """Writes nodes as calls with a keyword for each field; short ones on one line."""

    def __init__(
        self,
        indent_str: str = "    ",
        include_struct_info_annotations: bool = True,
        include_call_attrs: bool = True,
        *,
        include_ty_annotations: bool | None = None,
    ) -> None:
        if include_ty_annotations is not None:
            include_struct_info_annotations = include_ty_annotations
        self.indent_str = indent_str
        self.include_struct_info_annotations = include_struct_info_annotations
        self.include_call_attrs = include_call_attrs

    def visit_expr(self, expr: object) -> str:
        """One node and what is below it."""
        if is_later() and isinstance(expr, (PrimValue, PrimExpr)) and not isinstance(expr, GlobalVar):
            return self._scalar(expr.value if isinstance(expr, PrimValue) else expr)
        known = _FIELDS.get(type(expr)) or next((row for kind, row in _FIELDS.items() if isinstance(expr, kind)), None)
        if known is None:
            raise TypeError(f"{expr!r} is no expression, binding or block of Relax")
        shown = {name: show(self, getattr(expr, name)) for name, show in known.items()}
        fields = {_word(name, expr): text for name, text in shown.items() if text}
        info = getattr(expr, "struct_info_", None)
        if info is not None and self.include_struct_info_annotations and not isinstance(expr, ExternFunc):
            fields[_word("struct_info", expr)] = self.visit_struct_info_(info)
        return self.build_ast_node("Op" if isinstance(expr, Op) else _word(type(expr).__name__, expr), **fields)

    def _scalar(self, expr: PrimExpr) -> str:
        """A scalar in a place of a value, which 0.27 has no node of its own for."""
        if isinstance(expr, Text):
            name, fields, info = "StringImm", {"value": f'"{expr.value}"'}, "StringType()"
        elif isinstance(expr, SymbolicVar):
            name, fields, info = "Var", {"name": f'"{expr.name}"'}, f"PrimType(dtype={expr.dtype})"
        else:
            return self.visit_prim_expr_(expr)
        return self.build_ast_node(name, **fields, **({"ty": info} if self.include_struct_info_annotations else {}))

    def visit_prim_expr_(self, prim_expr: object) -> str:
        """A scalar expression as TVMScript writes it."""
        return self.build_ast_node(_word("PrimExpr", prim_expr), value=f"`{prim_expr}`")

    visit_prim_expr_field_ = visit_prim_expr_

    def visit_struct_info_(self, struct_info_node: StructInfo) -> str:
        """A struct info with its sizes."""
        fields: dict[str, str] = {}
        if isinstance(struct_info_node, TensorStructInfo):
            fields["dtype"] = str(struct_info_node.dtype)
            shape = struct_info_node.shape
            fields |= {"ndim": str(struct_info_node.ndim)} if shape is None else {"shape": self.visit_expr(shape)}
        elif isinstance(struct_info_node, ShapeStructInfo):
            fields["ndim"] = str(struct_info_node.ndim)
            if struct_info_node.values is not None:
                fields["values"] = self.build_list(map(self.visit_prim_expr_, struct_info_node.values))
        elif isinstance(struct_info_node, (PrimStructInfo, PrimType)):
            fields["dtype"] = str(struct_info_node.dtype)
        elif isinstance(struct_info_node, TupleStructInfo):
            fields["fields"] = self.build_list(map(self.visit_struct_info_, struct_info_node.fields))
        elif isinstance(struct_info_node, FuncStructInfo):
            if struct_info_node.params is not None:
                fields["params"] = self.build_list(map(self.visit_struct_info_, struct_info_node.params))
            fields |= {"ret": self.visit_struct_info_(struct_info_node.ret), "purity": str(struct_info_node.purity)}
        return self.build_ast_node(_word(type(struct_info_node).__name__, struct_info_node), **fields)

    visit_ty_ = visit_struct_info_

    def visit_type_(self, type_node: StructInfo) -> str:
        """A static type: ranks and data types, no sizes."""
        fields: dict[str, str] = {}
        if isinstance(type_node, FuncStructInfo):
            if type_node.params is None:
                return self.build_ast_node("PackedFuncType")
            arguments, result = (
                self.build_list(map(self.visit_type_, type_node.params)),
                self.visit_type_(type_node.ret),
            )
            if is_later():
                fields = {"params": arguments, "ret": result, "purity": str(type_node.purity)}
            else:
                fields = {"arg_types": arguments, "ret_type": result}
        elif isinstance(type_node, TupleStructInfo):
            fields["fields"] = self.build_list(map(self.visit_type_, type_node.fields))
        elif isinstance(type_node, TensorStructInfo | ShapeStructInfo):
            fields["ndim"] = str(type_node.ndim)
        if isinstance(type_node, TensorStructInfo | PrimStructInfo | PrimType) and type_node.dtype is not None:
            fields["dtype"] = str(type_node.dtype)
        return self.build_ast_node(
            _word(_TYPE_NAMES.get(type(type_node), type(type_node).__name__), type_node), **fields
        )

    def build_ast_node(self, nodename: str, **fields: str) -> str:
        """`nodename(field=text, ...)`"""
        return self.build_list((f"{name}={text}" for name, text in fields.items()), f"{nodename}(", ")")

    def build_list(self, members: Iterable[str], open_tok: str = "[", close_tok: str = "]") -> str:
        """The members between brackets: several, or one of several lines, on lines of their own."""
        texts = list(members)
        if len(texts) < 2 and "\n" not in "".join(texts):
            return f"{open_tok}{''.join(texts)}{close_tok}"
        lines = ",\n".join(texts).split("\n")
        return "\n".join([open_tok, *(self.indent_str + line for line in lines), close_tok])


def _word(word: str, node: object) -> str:
    """The name of a kind of node, or of a field of one, in the release that the process stands for."""
    if not is_later():
        return word
    if word == "name_hint":
        return word if isinstance(node, GlobalVar) else "name"
    return _LATER_WORDS.get(word, word)


def _quoted(printer: ASTPrinter, value: object) -> str:
    return f'"{value}"'


def _plain(printer: ASTPrinter, value: object) -> str:
    return str(value)


def _below(printer: ASTPrinter, value: object) -> str:
    return printer.visit_expr(value)


def _each(printer: ASTPrinter, values: Any) -> str:
    return printer.build_list(map(printer.visit_expr, values))


def _scalar(printer: ASTPrinter, value: object) -> str:
    return printer.visit_prim_expr_(value)


def _scalars(printer: ASTPrinter, values: Any) -> str:
    return printer.build_list(map(printer.visit_prim_expr_, values))


def _info(printer: ASTPrinter, info: Any) -> str:
    return "" if info is None else printer.visit_struct_info_(info)


def _infos(printer: ASTPrinter, infos: Any) -> str:
    return printer.build_list(map(printer.visit_struct_info_, infos)) if infos else ""


def _mapping(printer: ASTPrinter, attrs: Mapping[str, object] | None) -> str:
    shown = (f'"{name}": {_attribute(value)}' for name, value in (attrs or {}).items())
    return printer.build_list(shown, "{", "}") if attrs else ""


def _attribute(value: object) -> str:
    if isinstance(value, IntImm):
        value = bool(value.value) if str(value.dtype) == "bool" else value.value
    return f'"{value}"' if isinstance(value, str) else str(value)


def _call_attributes(printer: ASTPrinter, attrs: Mapping[str, object] | None) -> str:
    return _mapping(printer, attrs) if printer.include_call_attrs else ""


# What is shown of each node, and how.  A name that is shown empty is left out.
_FIELDS: dict[type, dict[str, Show]] = {
    DataflowVar: {"name_hint": _quoted},
    Var: {"name_hint": _quoted},
    GlobalVar: {"name_hint": _quoted},
    ExternFunc: {"global_symbol": _quoted},
    Op: {"name": _quoted},
    Constant: {"data": _plain},
    PrimValue: {"value": _scalar},
    StringImm: {"value": _quoted},
    DataTypeImm: {"value": _plain},
    ShapeExpr: {"values": _scalars},
    Tuple: {"fields": _each},
    TupleGetItem: {"tuple_value": _below, "index": _plain},
    Call: {"op": _below, "args": _each, "sinfo_args": _infos, "attrs": _call_attributes},
    If: {"cond": _below, "true_branch": _below, "false_branch": _below},
    SeqExpr: {"blocks": _each, "body": _below},
    Function: {"params": _each, "body": _below, "ret_struct_info": _info, "is_pure": _plain, "attrs": _mapping},
    VarBinding: {"var": _below, "value": _below},
    MatchCast: {"var": _below, "value": _below, "struct_info": _info},
    DataflowBlock: {"bindings": _each},
    BindingBlock: {"bindings": _each},
}
_TYPE_NAMES: dict[type, str] = {
    ObjectStructInfo: "ObjectType",
    PrimStructInfo: "PrimType",
    ShapeStructInfo: "ShapeType",
    TensorStructInfo: "TensorType",
    TupleStructInfo: "TupleType",
    FuncStructInfo: "FuncType",
}
_LATER_WORDS = {
    "Constant": "GenericConst",
    "data": "value",
    "struct_info": "ty",
    "ret_struct_info": "ret_ty",
    "sinfo_args": "ty_args",
    "PrimExpr": "Expr",
    "ObjectType": "AnyType",
    "ObjectStructInfo": "AnyType",
    "PrimStructInfo": "PrimType",
    "ShapeStructInfo": "ShapeType",
    "TensorStructInfo": "TensorType",
    "TupleStructInfo": "TupleType",
    "FuncStructInfo": "FuncType",
}
