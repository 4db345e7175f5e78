"""A function of Relax: parameters, result type and body of a decorated `def`, to a `relax.Function`."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import dtype, is_dtype
from tilewright.core.base.source import Span
from tilewright.core.builder.relax import arg, func_name, func_ret_struct_info, function
from tilewright.core.builder.relax_info import as_struct_info, resolving
from tilewright.core.frontend.bindings import call_form
from tilewright.core.frontend.context import Context, Gaps
from tilewright.core.frontend.dialects import dialect_around
from tilewright.core.frontend.dispatch import statements_of
from tilewright.core.frontend.frames import close_suite, drop_suite, open_suite
from tilewright.core.frontend.limits import limited
from tilewright.core.frontend.positions import name_place
from tilewright.core.frontend.python_types import refuses_python_type
from tilewright.core.frontend.relax_checks import report_relax_mistakes, report_unknown_sizes
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.text_sizes import define_type_variables
from tilewright.core.frontend.tir_function import annotation_value, definition_place, own_state, parameters
from tilewright.core.frontend.tree_parts import parts_of
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import Function
from tilewright.core.ir.struct_info import FuncStructInfo, StructInfo


def visit_relax_function(
    context: Context, node: ast.FunctionDef, keywords: dict[str, object], check: bool = True
) -> Function | None:
    """Read a function of Relax; None when something in it could not be built.

    With `check`, what it does wrong as a whole is reported: everything to editors, and to a program that runs what TVM refuses, sizes without a value.
    """
    name = name_place(context.place, context.source, node)
    symbol = context.define(SymbolKind.FUNCTION, node.name, name, definition_place(context, node), None)
    bound = context.scopes.count()
    with own_state(context, symbol) as inner:
        inner.builder.module = context.module
        frame: object = function(keywords.get("pure") is not False, keywords.get("private") is True)
        frame.dialect = dialect_around(context)
        with limited(inner, name, f"`{node.name}`"):
            read_function(inner, node, frame, name)
        made = inner.builder.result
        whole = inner.gaps.count == 0 and isinstance(made, Function)
        symbol.value = made
        if check and isinstance(made, Function):
            if context.environment.recorded:
                report_relax_mistakes(inner, node, made, name)
            else:
                report_unknown_sizes(inner, made, inner.scopes.bound_since(bound), name)
    return made if whole else None


def read_function(context: Context, node: ast.FunctionDef, frame: Any, name: tuple[int, int]) -> None:
    """Read signature and body into a frame."""
    context = context.derived(statements=statements_of("relax"))
    context.builder.span = Span(context.source, *name)
    open_suite(context, frame, name)
    func_name(node.name)
    _signature(context, node)
    visit_suite(context, node.body)
    if frame.output is None and not context.gaps.count:
        context.report(
            "no-return", f"the function `{node.name}` returns nothing; end it with `return` and its result", name
        )
    if frame.output is None:
        drop_suite(context, frame)
    else:
        close_suite(context, frame, name)


def _signature(context: Context, node: ast.FunctionDef) -> None:
    given = parameters(context, node)
    _name_scalars(context, [item.annotation for item in given if item.annotation is not None], _types_said(node.body))
    _name_sizes(context, [item.annotation for item in given if item.annotation is not None])
    for parameter in given:
        place = context.place(parameter)
        value = _parameter(context, parameter)
        context.bind(SymbolKind.PARAMETER, parameter.arg, (place[0], place[0] + len(parameter.arg)), place, value)
    if node.returns is not None:
        _name_sizes(context, _callables(node.returns))
        info = struct_info(context, node.returns, "-> ")
        if info is not UNKNOWN:
            call_form(context, func_ret_struct_info, (info,), {}, node.returns)


def _callables(annotation: ast.expr) -> list[ast.expr]:
    """The types of functions in a type: what they take may have sizes that nothing else names."""
    called = [part for part in parts_of(annotation) if isinstance(part, ast.Call)]
    return [part for part in called if isinstance(part.func, ast.Attribute) and part.func.attr == "Callable"]


def _types_said(body: list[ast.stmt]) -> dict[str, str]:
    """The types of names as the body declares them: "float16" for `x` in `x = T.float16()`."""
    said: dict[str, str] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            called = value.func if isinstance(value, ast.Call) and not value.args else None
            if isinstance(target, ast.Name) and isinstance(called, ast.Attribute) and is_dtype(called.attr):
                said[target.id] = called.attr
    return said


def _name_scalars(context: Context, annotations: list[ast.expr], types: dict[str, str]) -> None:
    """Symbolic variables for the names of scalars, `R.Prim(value="x")`; of 64-bit integers unless the body says another type."""
    for annotation in annotations:
        for part in parts_of(annotation):
            if isinstance(part, ast.keyword) and part.arg == "value" and isinstance(part.value, ast.Constant):
                _name(context, part.value, types.get(str(part.value.value), "int64"))


def _name_sizes(context: Context, annotations: list[ast.expr]) -> None:
    """Symbolic variables for the names that stand alone, as text, where a size does, and for type variables."""
    for annotation in annotations:
        define_type_variables(context, annotation)
        for part in parts_of(annotation):
            for size in part.elts if isinstance(part, (ast.Tuple, ast.List)) else []:
                if isinstance(size, ast.Constant):
                    _name(context, size, "int64")


def _name(context: Context, text: ast.Constant, type_: str) -> None:
    """A symbolic variable for the name that a text is, unless it has one."""
    name = text.value
    if isinstance(name, str) and name.isidentifier() and context.scopes.find_here(name) is None:
        place = context.place(text)
        context.bind(SymbolKind.SCALAR, name, (place[0] + 1, place[1] - 1), place, SymbolicVar(name, dtype(type_)))


def _parameter(context: Context, node: ast.arg) -> object:
    place = context.place(node)
    name = place[0], place[0] + len(node.arg)
    if node.annotation is None:
        sentence = f"the parameter `{node.arg}` needs a type, such as `{context.script('R')}.Tensor(...)`"
        return context.report("missing-annotation", sentence, name)
    if context.scopes.find_here(node.arg) is not None and not isinstance(
        context.scopes.find_here(node.arg), SymbolicVar
    ):
        return context.report("duplicate-name", f"the parameter `{node.arg}` is declared twice", name)
    info = struct_info(context, node.annotation, f"{node.arg}: ")
    if info is UNKNOWN:
        return UNKNOWN
    context.builder.value_span = context.span(name)
    made = call_form(context, arg, (node.arg, info), {}, node.annotation)
    context.builder.value_span = None
    return made


def struct_info(context: Context, annotation: ast.expr, before: str = "") -> Any:
    """The struct info that an annotation says, which stands behind the text `before`; `UNKNOWN` when it says none, which is reported."""
    with resolving(lambda name: _size_named(context, name)):
        value = annotation_value(context, annotation)
        if refuses_python_type(context, "relax-annotation", before, value, annotation, is_graph=True):
            return UNKNOWN
        if value is UNKNOWN:
            return UNKNOWN
        try:
            return as_struct_info(value)
        except UserError as error:
            return context.refuse(error, annotation)


def _size_named(context: Context, name: str) -> object:
    """The symbolic variable called so."""
    binding = context.scopes.find(name) or context.captured(name)
    value = None if binding is None else binding.value
    if isinstance(value, (SymbolicVar, int)) and not isinstance(value, bool):
        return value
    raise UserError("undefined-name", f"the size `{name}` is not defined here", "shape")


def declared_info(context: Context, node: ast.FunctionDef, pure: bool) -> StructInfo | None:
    """A function's declared struct info, from its signature alone; reports nothing."""
    if node.returns is None or any(item.annotation is None for item in node.args.args):
        return None
    context = context.derived(gaps=Gaps())
    context.scopes.enter()
    try:
        with context.silence(), context.recorder.paused():
            annotations = [item.annotation for item in node.args.args if item.annotation is not None]
            _name_scalars(context, annotations, _types_said(node.body))
            _name_sizes(context, annotations)
            infos = [struct_info(context, item) for item in annotations]
            result = struct_info(context, node.returns)
    finally:
        context.scopes.leave()
    if result is UNKNOWN or any(info is UNKNOWN for info in infos):
        return None
    return FuncStructInfo(infos, result, pure)
