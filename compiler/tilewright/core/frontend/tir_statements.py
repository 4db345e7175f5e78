"""Statements inside a TensorIR function: one function for each kind, and the table that the parser gives to the context."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.frames import Frame
from tilewright.core.builder.loops import ForFrame
from tilewright.core.builder.namespace import TIR
from tilewright.core.builder.statements import WhileFrame
from tilewright.core.builder.tirx import CellFrame, LetAnnotation, alloc_local, assert_message
from tilewright.core.frontend.bindings import (
    bind_assigned,
    bind_entered,
    call_form,
    declared_only,
    let_annotated,
    record,
    unknown_names,
)
from tilewright.core.frontend.cells import assign_cell, bind_cell, cell_of, is_cell_value, new_cell, store_into
from tilewright.core.frontend.context import Context, Rule
from tilewright.core.frontend.decisions import of_unknowns, truth
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.evaluate import evaluate, evaluate_alone
from tilewright.core.frontend.frames import close_suite, open_rest, open_suite
from tilewright.core.frontend.macros import defined_macro
from tilewright.core.frontend.misfits import signature_of
from tilewright.core.frontend.operations import OPERANDS, apply_binary, operand
from tilewright.core.frontend.positions import header_place
from tilewright.core.frontend.python_types import refuses_python_type
from tilewright.core.frontend.roles import macro_hygiene, role_of
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.stand_ins import any_given
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.stores import hint_at_loss, visit_store
from tilewright.core.frontend.targets import target_names, unpack
from tilewright.core.frontend.tir_loops import read_suite, read_unguarded, visit_for, visit_while
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.operators import EqualOp, convert
from tilewright.core.ir.stmt import BufferStore

_T = {
    name: TIR.members[name].value
    for name in (
        *("block", "If", "Then", "Else", "Assert", "evaluate", "ret"),
        *("break_loop", "continue_loop", "buffer_store"),
    )
}


def _assign(context: Context, node: ast.Assign) -> None:
    if len(node.targets) > 1:
        context.report("chained-assignment", "one value cannot be assigned to several targets at once", node.targets[1])
        for target in node.targets:
            unknown_names(context, target_names(target), node)
        return
    target = node.targets[0]
    if isinstance(target, ast.Subscript):
        visit_store(context, target, node)
    elif isinstance(target, ast.Attribute):
        _assign_attribute(context, target, evaluate(context, node.value))
    else:
        context.builder.target = target.id if isinstance(target, ast.Name) else ""
        value = evaluate(context, node.value)
        context.builder.target = ""
        if value is UNKNOWN:
            loaded = any_given(context)
            if loaded is not None:
                call_form(context, _T["evaluate"], (loaded,), {}, node)
        unpack(context, target, value, partial(_bind_name, statement=node))


def _assign_attribute(context: Context, target: ast.Attribute, value: object) -> None:
    """`self.count = value`: a store where the attribute is a cell, as in methods of a `T.meta_class`."""
    load = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
    held = evaluate(context, load) if context.dialect.names_are_cells else None
    if held is UNKNOWN or value is UNKNOWN:
        context.gaps.count += 1
    elif not store_into(context, target, held, value):
        context.report("bad-target", "an attribute cannot be assigned inside a script", target)


def _bind_name(context: Context, name: ast.Name, value: object, statement: ast.stmt) -> None:
    if isinstance(value, CellFrame):
        bind_cell(context, name, value, None, statement)
    elif value is UNKNOWN and (known := cell_of(context, name.id)) is not None:
        context.gaps.count += 1
        if context.recorder.recording:
            context.use(known, name, "write")
    elif is_cell_value(context, value):
        assign_cell(context, name, value, statement)
    else:
        bind_assigned(context, name, value, statement)


def _annotated(context: Context, node: ast.AnnAssign) -> None:
    if not isinstance(node.target, ast.Name):
        context.report("bad-target", "only a name can have a type annotation here", node.target)
        return
    if node.value is None and isinstance(node.annotation, ast.Subscript) and context.dialect.names_are_cells:
        frame = _vector(context, node.annotation)
        if frame is not None:
            bind_assigned(context, node.target, frame, node)
            return
    declared = typed_variable(context, node)
    value = UNKNOWN if node.value is None else evaluate(context, node.value)
    is_let = isinstance(declared, LetAnnotation)
    variable: Any = _let_variable(context, declared, value, node) if is_let else declared
    if isinstance(variable, Var) and node.value is not None and value is not UNKNOWN:
        _hint_at_conversion(context, node.target, variable, value, node.value)
    if not is_let and _declares_cell(context, variable) and (node.value is None or value is not UNKNOWN):
        new_cell(context, node.target, variable.dtype, None if node.value is None else value, node)
        return
    if node.value is None:
        context.report("missing-value", f"`{node.target.id}` has a type but no value", node)
    elif variable is not UNKNOWN and value is not UNKNOWN:
        value = operand(context, value, node.value)
    if variable is UNKNOWN or value is UNKNOWN:
        declared_only(context, node.target, variable, node)
        return
    if not isinstance(value, Expr):
        value = convert(value, variable.dtype, context.span(node.value or node))
    let_annotated(context, node.target, variable, value, node)


def _hint_at_conversion(context: Context, name: ast.Name, variable: Var, value: object, node: ast.expr) -> None:
    """Say where a variable's type holds less than the type of its value."""
    given = convert(value) if isinstance(value, EqualOp) else value
    if isinstance(given, (Expr, int, float)) and not variable.dtype.is_handle:
        hint_at_loss(context, variable.dtype.element, f"`{name.id}`", given, node)


def _vector(context: Context, annotation: ast.Subscript) -> object:
    """The memory of one thread that `v: T.float32[8]` declares; None where the annotation says something else."""
    element = evaluate(context, annotation.value)
    if element is UNKNOWN or isinstance(element, (LetAnnotation, Var)) or not callable(element):
        return None
    variable = call_form(context, element, (), {}, annotation.value)
    sizes = evaluate(context, annotation.slice)
    if variable is UNKNOWN or sizes is UNKNOWN or not isinstance(variable, Var):
        return UNKNOWN
    shape = sizes if isinstance(sizes, (tuple, list)) else (sizes,)
    return call_form(context, alloc_local, (tuple(shape), str(variable.dtype)), {}, annotation)


def _declares_cell(context: Context, variable: object) -> bool:
    return context.dialect.names_are_cells and isinstance(variable, Var) and not variable.dtype.is_handle


def _let_variable(context: Context, annotation: LetAnnotation, value: object, node: ast.AnnAssign) -> object:
    """The variable of `x: T.let[type] = value`, of the type of the value when none is given."""
    spec = annotation.type_spec
    if spec is None:
        if value is UNKNOWN:
            return UNKNOWN
        given = operand(context, value, node.value or node.target)
        return UNKNOWN if given is UNKNOWN else Var("", convert(given).dtype)
    return spec if isinstance(spec, Var) or not callable(spec) else call_form(context, spec, (), {}, node.annotation)


def typed_variable(context: Context, node: ast.AnnAssign) -> object:
    """The variable that an annotation such as `T.int32` makes."""
    annotation = node.annotation
    value = evaluate(context, annotation)
    before = f"{ast.unparse(node.target)}: "
    if refuses_python_type(context, "bad-annotation", before, value, annotation) or value is UNKNOWN:
        return UNKNOWN
    if isinstance(value, LetAnnotation):
        return value
    if not isinstance(value, Var) and callable(value):
        value = call_form(context, value, (), {}, annotation)
    if value is UNKNOWN or (isinstance(value, Var) and context.scopes.symbol_of(value) is None):
        return value
    sentence = f"a variable has a type such as `{context.script()}.int32`, not {describe(value)}"
    return context.report("bad-annotation", sentence, annotation)


def _augmented(context: Context, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Subscript):
        visit_store(context, node.target, node)
        return
    if not isinstance(node.target, ast.Name):
        load = ast.copy_location(ast.Attribute(node.target.value, node.target.attr, ast.Load()), node.target)
        held = evaluate(context, load) if context.dialect.names_are_cells else UNKNOWN
        value = evaluate(context, node.value)
        value = apply_binary(context, node.op, held, value, load, node.value, node)
        _assign_attribute(context, node.target, value)
        return
    load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    before, here = evaluate(context, load), context.scopes.find_here(node.target.id)
    value = apply_binary(context, node.op, before, evaluate(context, node.value), load, node.value, node)
    if cell_of(context, node.target.id) is not None and value is not UNKNOWN:
        assign_cell(context, node.target, value, node)
        return
    if here is not None:
        notes = context.defined_note(here.symbol, f"`{node.target.id}` gets its value here")
        context.report(
            "duplicate-name",
            f"`{node.target.id}` stands for one value and cannot be changed; keep what changes in a buffer of one element",
            node.target,
            notes=notes,
        )
        return
    bind_assigned(context, node.target, value, node)


def _with(context: Context, node: ast.With) -> None:
    context.scopes.enter()
    header = header_place(context.place, node)
    opened: list[Frame] = []
    for item in node.items:
        frame = _frame(context, item)
        value = open_suite(context, frame, item.context_expr)
        opened.append(frame)
        if isinstance(frame, BlockFrame):
            context = context.owned_by(_block_symbol(context, frame, item.context_expr, node))
        if item.optional_vars is not None:
            unpack(context, item.optional_vars, value, partial(bind_entered, statement=node))
    visit_suite(context, node.body)
    for frame in reversed(opened):
        close_suite(context, frame, header)
    context.scopes.leave()


def _frame(context: Context, item: ast.withitem) -> Frame:
    """The frame of a `with`; a block in place of what is none, so that the body can be read."""
    value = evaluate(context, item.context_expr)
    if isinstance(value, Frame):
        return value
    if callable(value) and not isinstance(item.context_expr, ast.Call):
        what = f"{context.text(item.context_expr)}()"
        fixes = context.replacement(what, item.context_expr, safe=False)
        sentence = f"`{context.text(item.context_expr)}` is not called: the parentheses of `{what}` are missing"
        context.report("not-a-frame", sentence, item.context_expr, fixes=fixes if _takes_nothing(value) else ())
    elif value is not UNKNOWN:
        what = context.text(item.context_expr.func if isinstance(item.context_expr, ast.Call) else item.context_expr)
        context.report("not-a-frame", f"`{what}` cannot be used in a `with`: it opens no scope", item.context_expr)
    context.gaps.count += 1
    return _T["block"]()


def _takes_nothing(function: object) -> bool:
    """Whether a call without arguments is possible."""
    found = signature_of(function)
    if found is None:
        return False
    try:
        found.bind()
    except TypeError:
        return False
    return True


def _block_symbol(context: Context, frame: BlockFrame, node: ast.expr, statement: ast.With) -> Any:
    """The symbol of a block, at its name; of one without a name, at the call that makes it."""
    place = context.place(node)
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        start, end = context.place(node.args[0])
        if context.text(node.args[0])[1:-1] == frame.name:
            place = start + 1, end - 1
    return context.define(SymbolKind.BLOCK, frame.name, place, context.place(statement), frame)


def _if(context: Context, node: ast.If) -> None:
    since = 0 if context.world is None else len(context.world.trail)
    holes = context.gaps.count
    condition = evaluate(context, node.test)
    world = context.world
    if world is not None and (
        condition is UNKNOWN or (context.dialect.branches_are_open and of_unknowns(world, condition))
    ):
        context.gaps.count = holes
        condition = truth(context, world, node.test)
    if condition is UNKNOWN:
        names = read_unguarded(context, node.body, node.orelse)
        for name, symbol in names.items() if context.dialect.branches_are_open else ():
            context.scopes.bind(name, UNKNOWN, symbol)
    elif isinstance(condition, OPERANDS):
        _run_time_if(context, node, condition)
    else:
        read = visit_suite if context.dialect.branches_are_open else read_suite
        taken, other = (node.body, node.orelse) if _truth(context, condition, node.test) else (node.orelse, node.body)
        if world is not None:
            world.skip(other, since)
        read(context, taken)


def _truth(context: Context, value: object, node: ast.expr) -> bool:
    try:
        return bool(value)
    except Exception as error:
        context.report("python-error", f"this has no truth value: {error}", node)
        return False


def _run_time_if(context: Context, node: ast.If, condition: object) -> None:
    value = operand(context, condition, node.test)
    frame: Any = UNKNOWN if value is UNKNOWN else call_form(context, _T["If"], (convert(value),), {}, node.test)
    if frame is UNKNOWN:
        read_unguarded(context, node.body, node.orelse)
        return
    open_suite(context, frame, node.test)
    _side(context, _T["Then"](), node.body, node.test)
    if node.orelse:
        _side(context, _T["Else"](), node.orelse, node.test)
    close_suite(context, frame, node.test)


def _side(context: Context, frame: Frame, statements: list[ast.stmt], at: ast.expr) -> None:
    open_suite(context, frame, at)
    read_suite(context, statements)
    close_suite(context, frame, at)


def _assert(context: Context, node: ast.Assert) -> None:
    value = evaluate(context, node.test)
    value = operand(context, value, node.test) if value is not UNKNOWN else UNKNOWN
    message = "" if node.msg is None else evaluate(context, node.msg)
    if value is UNKNOWN or message is UNKNOWN:
        context.gaps.unguarded = True
        return
    frame = call_form(context, _checked, (value, message), {}, node.test)
    if frame is not UNKNOWN:
        open_rest(context, frame, node)


def _checked(condition: object, message: object) -> object:
    """`T.Assert`; the message may be a kind of error with the parts of a text."""
    return _T["Assert"](condition, assert_message(message))


def _return(context: Context, node: ast.Return) -> None:
    value = None if node.value is None else evaluate(context, node.value)
    if value is UNKNOWN:
        return
    if not isinstance(value, (*OPERANDS, bool, int, float)):
        if isinstance(value, Buffer):
            sentence = f"a kernel returns a number or nothing: an array is written into a parameter, and this returns {describe(value)}"
            context.report("return-value", sentence, node.value or node)
            return
        given = "nothing; a kernel that ends early returns 0" if node.value is None else describe(value)
        context.report("return-value", f"a function returns an expression, and this is {given}", node.value or node)
        return
    given = operand(context, value, node.value or node)  # pyright: ignore[reportArgumentType]
    if given is not UNKNOWN:
        call_form(context, _T["evaluate"], (_T["ret"](convert(given)),), {}, node)


def _expression(context: Context, node: ast.Expr) -> None:
    inner = node.value
    if isinstance(inner, ast.Constant) and (isinstance(inner.value, str) or inner.value is ...):
        return
    value = evaluate_alone(context, inner)
    if value is UNKNOWN or value is None or isinstance(value, str):
        return
    if isinstance(value, Frame):
        _open_bare(context, value, inner)
    elif isinstance(value, BufferStore):
        call_form(context, _T["buffer_store"], (value.buffer, value.value, value.indices, value.predicate), {}, inner)
    elif isinstance(value, (Expr, EqualOp, bool, int)) and not (
        isinstance(value, Var) and not isinstance(inner, ast.Call)
    ):
        call_form(context, _T["evaluate"], (convert(value),), {}, inner)
    elif not isinstance(inner, ast.Call):
        context.report("unused-value", f"{describe(value)} does nothing here", inner)


def _open_bare(context: Context, frame: Frame, at: ast.expr) -> None:
    """A scope statement that takes the rest of the suite, if it may."""
    if not frame.concise:
        what = context.text(at.func if isinstance(at, ast.Call) else at)
        context.report("needs-with", f"`{what}` can only be used after `with` here", at)
        return
    open_rest(context, frame, at)


def _pass(context: Context, node: ast.Pass | ast.Nonlocal) -> None:
    """Nothing: names from around are read anyway, and `nonlocal` only makes Python keep them for us."""


def _jump(context: Context, node: ast.Break | ast.Continue) -> None:
    form, name = ("break_loop", "break") if isinstance(node, ast.Break) else ("continue_loop", "continue")
    inside = any(isinstance(frame, (ForFrame, WhileFrame)) for frame in context.builder.frames)
    if not inside:
        context.report("outside-loop", f"`{name}` has no loop around it", node)
        return
    call_form(context, _T["evaluate"], (_T[form](),), {}, node)


def _function(context: Context, node: ast.FunctionDef) -> None:
    """Inside a function only macros can be defined."""
    if len(node.decorator_list) == 1 and role_of(context, node.decorator_list[0]) == "macro":
        hygienic = macro_hygiene(context, node.decorator_list[0])
        name = ast.copy_location(ast.Name(node.name, ast.Store()), node)
        record(context, SymbolKind.FUNCTION, name, node, defined_macro(context, node, hygienic))
        return
    context.report(
        "unsupported-statement", "a function cannot be defined inside a function of the script", _keyword(context, node)
    )
    context.bind(SymbolKind.PYTHON, node.name, context.place(node), context.place(node), UNKNOWN)


def _unsupported(context: Context, node: ast.stmt) -> None:
    what = _UNSUPPORTED.get(type(node), "this statement")
    context.report("unsupported-statement", f"{what} cannot be used inside a script", _keyword(context, node))
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    unknown_names(context, names, node)
    for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
        name = (alias.asname or alias.name).split(".")[0]
        context.bind(SymbolKind.PYTHON, name, context.place(alias), context.place(node), UNKNOWN)


def _keyword(context: Context, node: ast.stmt) -> tuple[int, int]:
    """The first word of a statement, or all of it when it is on one line."""
    start, end = context.place(node)
    first = context.source.text[start:end].split("\n", 1)[0]
    return start, start + len(first.rstrip())


_UNSUPPORTED: dict[type[ast.stmt], str] = {
    ast.Try: "`try`",
    ast.Raise: "`raise`",
    ast.ClassDef: "a class",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Delete: "`del`",
    ast.AsyncFor: "`async for`",
    ast.AsyncWith: "`async with`",
    ast.AsyncFunctionDef: "an `async` function",
    ast.Match: "`match`",
}


TIR_STATEMENTS: dict[type, Rule] = {
    **{kind: _unsupported for kind in ast.stmt.__subclasses__()},
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.For: visit_for,
    ast.While: visit_while,
    ast.If: _if,
    ast.With: _with,
    ast.Assert: _assert,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Pass: _pass,
    ast.Nonlocal: _pass,
    ast.Break: _jump,
    ast.Continue: _jump,
    ast.FunctionDef: _function,
}
