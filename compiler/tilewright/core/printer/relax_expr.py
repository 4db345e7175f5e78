"""Expressions of Relax inside a line: variables, constants, tuples, shapes and calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import (
    Call,
    Constant,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    PrimValue,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import FuncStructInfo, StructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Op
from tilewright.core.printer.document import Line, Text, bracketed, call, text, tupled
from tilewright.core.printer.relax_info import STRUCT_INFOS
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import ExpressionRule, Printer
from tilewright.core.printer.values import number, string, value

if TYPE_CHECKING:
    from tilewright.core.ir.attrs import OpAttrs


def define(printer: Printer, var: Var, scope: Scope | None = None) -> Text:
    """Give a variable its name."""
    if not printer.names.known(var.vid):
        printer.names.define(var.vid, var.name_hint or "v")
        (scope or printer.scope).named.append(var.vid)
    return variable(printer, var)


def variable(printer: Printer, node: Var) -> Text:
    """The name of a variable; one that nothing defines is declared first, by a line that only annotates it."""
    known = printer.names.text(node.vid)
    if known is None:
        scope = printer.declaring_scope(node.vid)
        known = define(printer, node, scope)
        if node.struct_info_ is not None:
            scope.statements.append(Line(text(known, ": ", printer.expr(node.struct_info_))))
    return known


def constant(printer: Printer, node: Constant) -> Text:
    """`R.const(1.0, "float32")`, or `R.dist.const` on a mesh; one with dimensions stands in the metadata."""
    array = node.data.numpy() if hasattr(node.data, "numpy") else node.data
    if array.ndim:
        return printer.add_metadata(
            "ir.GenericConst" if printer.dialect.name == "tirx" else "relax.expr.Constant", node
        )
    item = array.astype("float64").item() if str(array.dtype) in _SMALL_FLOATS else array.item()
    written = number(item) if isinstance(item, float) else str(item)
    if written.startswith('"'):
        written = f"float({written})"
    if isinstance(node.struct_info_, DTensorStructInfo):
        return call(f"{printer.relax('dist')}.const", written, printer.expr(node.struct_info_))
    return call(printer.relax("const"), written, string(str(node.data.dtype)))


_SMALL_FLOATS = frozenset({"bfloat16", "float8_e4m3fn", "float8_e5m2"})


def tuple_(printer: Printer, node: Tuple) -> Text:
    """`(x, y)`; one of nothing is `R.tuple()`."""
    if not node.fields:
        return call(printer.relax("tuple"))
    return tupled([printer.expr(field) for field in node.fields])


def tuple_get_item(printer: Printer, node: TupleGetItem) -> Text:
    """`x[0]`"""
    return text(printer.expr(node.tuple_value), f"[{node.index}]")


def shape(printer: Printer, node: ShapeExpr) -> Text:
    """`R.shape([n, 4])`"""
    return call(printer.relax("shape"), _list(printer, node.values))


def prim_value(printer: Printer, node: PrimValue) -> Text:
    """`R.prim_value(n + 1)`"""
    return call(printer.relax("prim_value"), printer.expr(node.value))


def string_imm(printer: Printer, node: StringImm) -> Text:
    """`R.str("text")`"""
    return call(printer.relax("str"), string(node.value))


def data_type_imm(printer: Printer, node: DataTypeImm) -> Text:
    """`R.dtype("float32")`"""
    return call(printer.relax("dtype"), string(node.value))


def extern_func(printer: Printer, node: ExternFunc) -> Text:
    """`R.ExternFunc("name")`, with its type where more is known than that it can be called."""
    known = () if _is_plain(node) else (printer.expr(node.struct_info_),)
    return call(printer.relax("ExternFunc"), string(node.global_symbol), *known)


def _is_plain(node: ExternFunc) -> bool:
    """Whether only a function's being callable is known."""
    return node.struct_info_ is None or structural_equal(node.struct_info_, FuncStructInfo.opaque_func())


def calling(printer: Printer, node: Call) -> Text:
    """`R.add(x, y)`, `cls.f(x)`, `f(x)`, and the forms that call by name."""
    if isinstance(node.op, ExternFunc) and not _is_plain(node.op):
        return call(extern_func(printer, node.op), *_exprs(printer, node.args), **_infos(printer, node.sinfo_args))
    if isinstance(node.op, ExternFunc):
        return call(
            printer.relax("call_packed"),
            string(node.op.global_symbol),
            *_exprs(printer, node.args),
            *_named(printer, node.attrs),
            **_infos(printer, node.sinfo_args),
        )
    if not isinstance(node.op, Op):
        return call(_callee(printer, node.op), *_exprs(printer, node.args), **_infos(printer, node.sinfo_args))
    rule = FORMS.get(node.op.name)
    return rule(printer, node) if rule is not None else _op(printer, node)


def _op(printer: Printer, node: Call) -> Text:
    return call(
        printer.relax(node.op.name.removeprefix("relax.")),
        *_exprs(printer, node.args),
        *_named(printer, node.attrs),
        **_infos(printer, node.sinfo_args),
    )


def _call_tir(printer: Printer, node: Call) -> Text:
    """`R.call_tir(cls.f, (x,), out_sinfo=R.Tensor(...), tir_vars=R.shape([n]))`"""
    callee, arguments, *rest = node.args
    name = node.op.name.removeprefix("relax.")
    return call(
        printer.relax("dist.call_tir" if name == "call_tir" and _over_meshes(node) else name),
        _named_function(printer, callee),
        printer.expr(arguments),
        text(f"{printer.words.relax_keywords.get('out_sinfo', 'out_sinfo')}=", _out(printer, node.sinfo_args)),
        *_named(printer, node.attrs),
        tir_vars=printer.expr(rest[0]) if rest else None,
    )


def _over_meshes(node: Call) -> bool:
    """Whether the results of a call lie over a mesh."""
    (info,) = node.sinfo_args
    return any(
        isinstance(each, DTensorStructInfo) for each in (info.fields if isinstance(info, TupleStructInfo) else (info,))
    )


def _call_py_func(printer: Printer, node: Call) -> Text:
    """`R.call_py_func("name", (x,), out_sinfo=R.Tensor(...))`"""
    callee, arguments = node.args
    name = text(string(callee.value)) if isinstance(callee, StringImm) else printer.expr(callee)
    out = text(f"{printer.words.relax_keywords.get('out_sinfo', 'out_sinfo')}=", _out(printer, node.sinfo_args))
    return call(printer.relax("call_py_func"), name, printer.expr(arguments), out)


def _call_by_name(printer: Printer, node: Call) -> Text:
    """`R.call_pure_packed("name", x, sinfo_args=(...))`"""
    callee, *arguments = node.args
    return call(
        printer.relax(node.op.name.removeprefix("relax.")),
        _named_function(printer, callee),
        *_exprs(printer, tuple(arguments)),
        *_named(printer, node.attrs),
        **_infos(printer, node.sinfo_args),
    )


def _formatted(position: int) -> Callable[[Printer, Call], Text]:
    """`R.print(x, format=R.str("..."))`: the text, which is argument `position`, comes last and by name."""

    def rule(printer: Printer, node: Call) -> Text:
        rest = tuple(argument for at, argument in enumerate(node.args) if at != position)
        return call(
            printer.relax(node.op.name.removeprefix("relax.")),
            *_exprs(printer, rest),
            format=printer.expr(node.args[position]),
        )

    return rule


def _named_function(printer: Printer, callee: object) -> Text:
    return text(string(callee.global_symbol)) if isinstance(callee, ExternFunc) else _callee(printer, callee)


def _callee(printer: Printer, callee: object) -> Text:
    """A function of the module; in a function that stands alone, by its bare name."""
    if isinstance(callee, GlobalVar) and not printer.names.known(callee):
        return text(callee.name_hint)
    return printer.expr(callee)


def _out(printer: Printer, infos: tuple[StructInfo, ...]) -> Text:
    """One struct info, or those of a tuple as a list."""
    (info,) = infos
    if isinstance(info, TupleStructInfo) and info.fields:
        return bracketed([printer.expr(field) for field in info.fields])
    return printer.expr(info)


def _infos(printer: Printer, infos: tuple[StructInfo, ...]) -> dict[str, Text | None]:
    """The struct infos of what a call gives, under the name that the argument has."""
    named = printer.words.relax_keywords.get("sinfo_args", "sinfo_args")
    return {named: tupled([printer.expr(info) for info in infos])} if infos else {}


def _exprs(printer: Printer, nodes: tuple[object, ...]) -> list[Text]:
    return [printer.expr(node) for node in nodes]


def _list(printer: Printer, items: tuple[object, ...]) -> Text:
    return bracketed([printer.expr(item) for item in items])


def _named(printer: Printer, attrs: OpAttrs) -> list[Text]:
    """The attributes of a call as named arguments; a type that is left open is `"void"`, or None where the language says so."""
    open_type, omitted = printer.words.open_type, printer.words.relax_omitted
    return [
        text(f"{name}=", open_type if str(item) == "void" and "dtype" in name else value(printer, item))
        for name, item in attrs.items()
        if name not in omitted or item
    ]


FORMS: dict[str, Callable[[Printer, Call], Text]] = {
    **dict.fromkeys(
        (
            "relax.call_tir",
            "relax.call_tir_inplace",
            "relax.call_tir_with_grad",
            "relax.call_dps_packed",
            "relax.dist.call_tir_local_view",
        ),
        _call_tir,
    ),
    **dict.fromkeys(
        (
            "relax.call_pure_packed",
            "relax.call_inplace_packed",
            "relax.call_builtin_with_ctx",
            "relax.invoke_closure",
            "relax.invoke_pure_closure",
        ),
        _call_by_name,
    ),
    "relax.call_py_func": _call_py_func,
    "relax.print": _formatted(0),
    "relax.assert_op": _formatted(1),
}

RELAX_EXPRESSIONS: dict[type, ExpressionRule] = {
    **STRUCT_INFOS,
    Var: variable,
    DataflowVar: variable,
    Constant: constant,
    Tuple: tuple_,
    TupleGetItem: tuple_get_item,
    ShapeExpr: shape,
    PrimValue: prim_value,
    StringImm: string_imm,
    DataTypeImm: data_type_imm,
    ExternFunc: extern_func,
    Call: calling,
}
