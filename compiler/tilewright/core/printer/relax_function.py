"""Functions, blocks and bindings of Relax."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from tilewright.core.analysis.derive import derive_call
from tilewright.core.analysis.infer import InferContext
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT64
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.node import Node
from tilewright.core.ir.python_function import is_python
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    ExternFunc,
    Function,
    If,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Op
from tilewright.core.printer.document import Blank, Document, Group, Line, Suite, Text, call, joined, text
from tilewright.core.printer.relax_expr import define, variable
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import Printer, StatementRule, assign
from tilewright.core.printer.tir_type import creation
from tilewright.core.printer.values import mapping

GLOBAL_SYMBOL = "global_symbol"
# Calls that say the struct info of their result themselves.
SELF_DESCRIBED = frozenset(
    {"relax.call_tir", "relax.call_tir_inplace", "relax.call_tir_with_grad", "relax.call_dps_packed"}
)


def function(printer: Printer, node: Function, name: str | None = None) -> Document:
    """`@R.function` over `def`; the function is called `name`, else by its global symbol, else `main`."""
    symbol = node.attrs.get(GLOBAL_SYMBOL)
    return _function(printer, node, name or str(symbol or "main"), private=symbol is None)


def _function(printer: Printer, node: Function, shown: str, private: bool) -> Suite:
    before, sizes = printer.options, printer.sizes
    printer.sizes = InferContext()
    printer.sizes.learn(param.struct_info_ for param in node.params)
    printer.options = dataclasses.replace(before, int_dtype="int64")
    with printer.inside(node) as scope:
        own = _own_symbols(printer, node)
        for symbol in own:
            printer.define(symbol)
        above = _written_above(printer, own)
        printer.as_type_variables(above)
        printer.quoted, printer.plainly_sized = frozenset(own), frozenset(above)
        parameters = [_parameter(printer, param) for param in node.params]
        returned = () if node.ret_struct_info is None else (" -> ", printer.expr(node.ret_struct_info))
        printer.quoted = printer.plainly_sized = frozenset()
        inside = [symbol for symbol in own if symbol not in above]
        scope.statements += [assign(printer.name(symbol), creation(printer, symbol)) for symbol in inside]
        _attributes(printer, node, shown, scope)
        written = _alias(printer, node, scope)
        _sequence(printer, node.body, scope, lambda result: text("return ", result))
        for called, made in written.items():
            printer.names.define_as(called, made)
    printer.options, printer.sizes = before, sizes
    named = {"private": text("True") if private else None, "pure": None if node.is_pure else text("False")}
    decorator = printer.relax("function")
    decorator = call(decorator, **named) if any(named.values()) else decorator
    return Suite(
        (text("@", decorator), text("def ", shown, "(", joined(parameters), ")", *returned, ":")), scope.statements
    )


def _own_symbols(printer: Printer, node: Function) -> list[SymbolicVar]:
    """The sizes that the signature names for the first time: not those of a function around this one."""
    given = definable([param.struct_info_ for param in node.params])
    mentioned = dict.fromkeys((*given, *symbols([node.ret_struct_info])))
    return [symbol for symbol in mentioned if not printer.names.known(symbol)]


def _written_above(printer: Printer, own: list[SymbolicVar]) -> list[SymbolicVar]:
    """The sizes of 64 bits among these, which tirx writes as type variables above the program; those of a function inside another stand in its body."""
    outermost = not any(isinstance(scope.node, Function) for scope in printer.scopes[:-1])
    if not (printer.dialect.sizes_are_text and printer.is_program and outermost):
        return []
    return [symbol for symbol in own if symbol.dtype is INT64]


def _parameter(printer: Printer, param: Var) -> Text:
    """`x: R.Tensor(("n", 4), dtype="float32")`"""
    name = define(printer, param)
    return name if param.struct_info_ is None else text(name, ": ", printer.expr(param.struct_info_))


def _attributes(printer: Printer, node: Function, shown: str, scope: Scope) -> None:
    """`R.func_attr({...})`, without a global symbol that the name of the function says."""
    said = {key: item for key, item in node.attrs.items() if key != GLOBAL_SYMBOL or item != shown}
    if said:
        scope.statements.append(Line(call(printer.relax("func_attr"), mapping(printer, said))))


def _alias(printer: Printer, node: Function, scope: Scope) -> dict[GlobalVar, Callable[[], Text]]:
    """`cls = Module`, in a function of a module that mentions another; gives back what the functions were written as before."""
    alias, module = printer.options.module_alias, next((outer.node for outer in printer.scopes if outer.node), None)
    if not alias or not isinstance(module, IRModule) or not _mentions_function(node):
        return {}
    known = printer.names.text(module)
    scope.statements.append(assign(text(alias), text("Module") if known is None else known))
    before = {called: made for called in module.functions if (made := printer.names.made(called)) is not None}
    for called in before:
        printer.names.define_as(called, lambda called=called: text(f"{alias}.{called.name_hint}"))
    return before


def _mentions_function(node: Node) -> bool:
    pending: list[Any] = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, GlobalVar):
            return True
        pending += current.children()
    return False


def _sequence(printer: Printer, node: RelaxExpr, scope: Scope, last: Callable[[Text], Text]) -> None:
    """The blocks of `node`, and `last` of its result."""
    if isinstance(node, SeqExpr):
        for block in node.blocks:
            scope.statements += block_documents(printer, block, scope)
        node = node.body
    scope.statements.append(Line(last(printer.expr(node)), node))


def block_documents(printer: Printer, block: BindingBlock, scope: Scope) -> list[Document]:
    """The bindings one below the other; those of a dataflow block under `with R.dataflow():`."""
    if not isinstance(block, DataflowBlock):
        for item in block.bindings:
            document = binding(printer, item, scope)
            if document is not None:
                document.node = document.node or item
                scope.statements.append(document)
        return []
    with printer.inside(block) as inner:
        outputs = [item.var for item in block.bindings if not isinstance(item.var, DataflowVar)]
        for output in outputs:
            define(printer, output, scope)
        for item in block.bindings:
            document = binding(printer, item, inner)
            if document is not None:
                document.node = document.node or item
                inner.statements.append(document)
        inner.statements.append(Line(call(printer.relax("output"), *[variable(printer, var) for var in outputs])))
    return [Suite((text("with ", call(printer.relax("dataflow")), ":"),), inner.statements, block)]


def binding(printer: Printer, node: Binding, scope: Scope) -> Document | None:
    """`x: R.Tensor(...) = value`; branches and nested functions are statements of their own."""
    value = node.value
    if isinstance(node, MatchCast):
        if printer.sizes is not None:
            printer.sizes.learn((node.struct_info,))
        written = call(printer.relax("match_cast"), printer.expr(value), printer.expr(node.struct_info))
        return _assigned(printer, node.var, written, scope, _hidden(printer, node.struct_info, node.var))
    if isinstance(value, If):
        return _branches(printer, value, node.var, scope)
    if isinstance(value, Function):
        name = define(printer, node.var, scope)
        imported = Line(text(f"# from tvm.script import relax as {printer.options.relax_prefix}"))
        return Group([imported, Blank(), _function(printer, value, str(name), private=False), Blank()])
    if isinstance(value, Call) and _is_void(node.var) and not printer.used_elsewhere(node.var.vid, node):
        return Line(printer.expr(value))
    described = isinstance(value, Call) and isinstance(value.op, Op) and value.op.name in SELF_DESCRIBED
    return _assigned(printer, node.var, printer.expr(value), scope, _inferable(printer, value, node.var, described))


def _found(printer: Printer, value: RelaxExpr) -> StructInfo | None:
    """The struct info that is inferred for a value without its annotation."""
    if not isinstance(value, Call):
        return value.struct_info_
    try:
        return derive_call(value, printer.sizes)
    except UserError:
        return value.sinfo_args[0] if len(value.sinfo_args) == 1 else None


def _inferable(printer: Printer, value: RelaxExpr, var: Var, described: bool) -> bool:
    """Whether the annotation goes without saying; the forms that say what they give need none."""
    if printer.options.show_all_struct_info and not described:
        return False
    known = _found(printer, value)
    return known is not None and structural_equal(known, var.struct_info_)


def _hidden(printer: Printer, known: StructInfo, var: Var) -> bool:
    return not printer.options.show_all_struct_info and structural_equal(known, var.struct_info_)


def _assigned(printer: Printer, var: Var, value: Text, scope: Scope, hidden: bool) -> Document:
    name = define(printer, var, scope)
    if hidden or var.struct_info_ is None:
        return assign(name, value)
    return Line(text(name, ": ", printer.expr(var.struct_info_), " = ", value))


def _is_void(var: Var) -> bool:
    return isinstance(var.struct_info_, TupleStructInfo) and not var.struct_info_.fields


def _branches(printer: Printer, node: If, var: Var | None, scope: Scope) -> Document:
    """`if cond:` and `else:`, each ending with what the variable becomes."""
    condition = printer.expr(node.cond)
    suites: list[Document] = []
    name = None if var is None else define(printer, var, scope)
    for head, branch in ((text("if ", condition, ":"), node.true_branch), (text("else:"), node.false_branch)):
        with printer.inside(branch) as inner:
            if var is None or name is None:
                _sequence(printer, branch, inner, lambda result: result)
            else:
                known = var.struct_info_
                annotation = () if known is None else (": ", printer.expr(known))
                head_of_last = text(name, *annotation, " = ")
                _sequence(printer, branch, inner, lambda result, begun=head_of_last: text(begun, result))
        suites.append(Suite((head,), inner.statements))
    return Group(suites, node)


def if_statement(printer: Printer, node: If) -> Document:
    """A choice that stands alone."""
    return _branches(printer, node, None, printer.scope)


def sequence_statement(printer: Printer, node: SeqExpr) -> Document:
    """Blocks, then the value."""
    with printer.inside(node) as scope:
        _sequence(printer, node, scope, lambda result: result)
    return Group(scope.statements)


def block_statement(printer: Printer, node: BindingBlock) -> Document:
    """A block that stands alone."""
    with printer.inside(node) as scope:
        scope.statements += block_documents(printer, node, scope)
    return Group(scope.statements)


def binding_statement(printer: Printer, node: Binding) -> Document:
    """A binding that stands alone."""
    with printer.inside(node) as scope:
        document = binding(printer, node, scope)
        if document is not None:
            scope.statements.append(document)
    return Group(scope.statements)


def _python(printer: Printer, source: str) -> Document:
    """`@I.pyfunc` over the text of the function."""
    lines = [Line(text(line)) if line.strip() else Blank() for line in source.rstrip().split("\n")]
    return Group([Line(text("@", printer.ir("pyfunc"))), *lines])


def extern_function(printer: Printer, node: ExternFunc, name: str | None = None) -> Document:
    """`name = R.ExternFunc("symbol")`, and a Python function as it was written."""
    if name is not None and is_python(node):
        return _python(printer, str(node.attrs["python_source"]))
    written = printer.expr(node)
    return Line(written) if name is None else assign(text(name), written)


RELAX_STATEMENTS: dict[type, StatementRule] = {
    If: if_statement,
    SeqExpr: sequence_statement,
    BindingBlock: block_statement,
    DataflowBlock: block_statement,
    VarBinding: binding_statement,
    MatchCast: binding_statement,
}
