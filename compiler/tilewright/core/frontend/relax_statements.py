"""Statements inside a function of Relax: one function for each kind, and the table that the parser gives to the context."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from typing import Any

from tilewright.core.analysis.unequal_sizes import first_difference
from tilewright.core.analysis.unequal_sizes import sentence as size_sentence
from tilewright.core.base.diagnostics import UserError, diagnose
from tilewright.core.builder.frames import Frame
from tilewright.core.builder.relax import Else, If, MatchCastValue, Then, func_ret_value, function
from tilewright.core.builder.relax_frames import BlockFrame, bindings_of, current_block, emit_into, emit_match_cast_into
from tilewright.core.builder.relax_ops import function_of
from tilewright.core.builder.relax_values import const
from tilewright.core.frontend.bindings import is_from_outside, unknown_names
from tilewright.core.frontend.calls import Arguments
from tilewright.core.frontend.context import At, Context, Rule
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.evaluate import evaluate, evaluate_alone
from tilewright.core.frontend.frames import close_suite, drop_suite, open_suite
from tilewright.core.frontend.kernel_calls import naming_call_tir
from tilewright.core.frontend.macros import defined_macro
from tilewright.core.frontend.module_reference import ModuleInProgress
from tilewright.core.frontend.positions import header_place, name_place
from tilewright.core.frontend.relax_function import declared_info, read_function, struct_info
from tilewright.core.frontend.roles import macro_hygiene, role
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.targets import target_names, unpack
from tilewright.core.frontend.tir_loops import read_suite
from tilewright.core.frontend.tir_statements import TIR_STATEMENTS
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.construction import with_span, with_struct_info
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.relax import Call, ExternFunc, RelaxExpr, Tuple, Var, VarBinding, relax_expr
from tilewright.core.ir.relax_symbols import sizes, symbols
from tilewright.core.ir.struct_info import ObjectStructInfo, StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.relax_op import RelaxOp

_VALUES = (RelaxExpr, Expr, ExternFunc)


def _assign(context: Context, node: ast.Assign) -> None:
    if len(node.targets) > 1:
        context.report("chained-assignment", "one value cannot be assigned to several targets at once", node.targets[1])
        for target in node.targets:
            unknown_names(context, target_names(target), node)
        return
    target = node.targets[0]
    if not isinstance(target, (ast.Name, ast.Tuple, ast.List)):
        context.report("bad-target", "only a name can be assigned in a function of Relax", target)
        return
    value = evaluate(context, node.value)
    if isinstance(target, (ast.Tuple, ast.List)):
        _unpack(context, target, value, node)
    else:
        _bind(context, target, value, node)


def _unpack(context: Context, target: ast.Tuple | ast.List, value: object, node: ast.Assign) -> None:
    """`a, b = pair`: the items of a tuple, each in a variable of its own."""
    if isinstance(value, RelaxExpr):
        whole = _emitted(context, value, "", None, node.value)
        info = whole.struct_info_ if isinstance(whole, Var) else None
        if isinstance(info, TupleStructInfo):
            value = tuple(whole[at] for at in range(len(info.fields)))
        elif whole is not UNKNOWN:
            value = context.report("not-a-tuple", "only a tuple can be unpacked", node.value)
    unpack(context, target, value, partial(_bind, statement=node))


def _bind(context: Context, name: ast.Name, value: object, statement: ast.stmt) -> None:
    """`name = value`: a variable of the function, or a Python value, as an expression of sizes is one."""
    if isinstance(value, SymbolicVar) and context.scopes.symbol_of(value) is None:
        _symbol(context, name, value, statement)
        return
    if _is_unknown(value):
        value = context.unknown()
    if value is UNKNOWN or isinstance(value, (ModuleInProgress, Expr)) or not _is_value(value):
        kind = SymbolKind.SCALAR if value is UNKNOWN else SymbolKind.PYTHON
        context.bind(kind, name.id, context.place(name), context.place(statement), value)
        return
    at = getattr(statement, "value", None) or statement
    var = _emitted(context, value, name.id, None, at)
    _record(context, name, var, statement)


def _is_unknown(value: object) -> bool:
    """Whether it is a hole, or a tuple that has one."""
    return value is UNKNOWN or (isinstance(value, (tuple, list)) and any(_is_unknown(item) for item in value))


def _is_value(value: object) -> bool:
    """Whether a value is bound in the program; a Python tuple of values is one."""
    if isinstance(value, (tuple, list)):
        return bool(value) and all(_is_value(item) for item in value)
    return (isinstance(value, (*_VALUES, MatchCastValue)) and not isinstance(value, BaseFunc | SymbolicVar)) or (
        isinstance(value, ExternFunc)
    )


def _symbol(context: Context, name: ast.Name, value: SymbolicVar, statement: ast.stmt) -> None:
    """`n = T.int64()`: the size that the signature or a suite around names so, or a new one."""
    known = context.scopes.find(name.id)
    if known is not None and isinstance(known.value, SymbolicVar):
        if known.value.dtype is not value.dtype:
            context.report(
                "symbol-dtype",
                f"a symbolic size is int64, and this is {value.dtype}",
                getattr(statement, "value", name),
            )
        if context.recorder.recording:
            context.use(known, name, "write")
        context.scopes.bind(name.id, known.value, known.symbol)
        return
    if not is_from_outside(context, getattr(statement, "value", None)):
        context.builder.name(name.id, value)
    context.bind(SymbolKind.SCALAR, name.id, context.place(name), context.place(statement), value)


def _record(context: Context, name: ast.Name, var: object, statement: ast.stmt) -> None:
    context.bind(SymbolKind.SCALAR, name.id, context.place(name), context.place(statement), var)


def _emitted(context: Context, value: object, name: str, info: StructInfo | None, at: At) -> Any:
    """A new variable for a value; what is wrong with the value is reported."""
    context.builder.span = context.span(at)
    try:
        frame = current_block(context.builder)
        if isinstance(value, MatchCastValue):
            return emit_match_cast_into(frame, value.value, info or value.struct_info, name, context.span(at))
        given = relax_expr(value)
        if isinstance(given, RelaxExpr) and given.span is None and not isinstance(given, Var):
            given = with_span(given, context.span(at))
        var = emit_into(frame, given, None, name)
        if info is not None:
            return _annotated_as(context, frame, var, info, at)
        return var
    except UserError as error:
        return context.refuse(naming_call_tir(context, error, value, at), _blamed(context, error, at))
    except (TypeError, ValueError) as error:
        return context.report("relax-value", f"this cannot be bound: {error}", at)


def _blamed(context: Context, error: UserError, at: At) -> At:
    """The argument at fault where it is written, else its call, else all."""
    call = error.node
    if not isinstance(at, ast.AST) or not isinstance(call, Call) or not isinstance(call.op, RelaxOp):
        return at
    for node in ast.walk(at):
        if isinstance(node, (ast.Call, ast.BinOp, ast.UnaryOp)) and context.span(node) == call.span:
            if isinstance(node, ast.BinOp) and error.code == "relax-dtype":
                return next((each for each in (node.left, node.right) if _is_number(each)), node)
            if not isinstance(node, ast.Call):
                return node
            return Arguments(context, node, function_of(call.op)).place(error.argument) or node
    return at


def _is_number(node: ast.expr) -> bool:
    """Whether a number is written there, with its sign."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, (int, float))


def _shared(a: StructInfo, b: StructInfo) -> set[SymbolicVar]:
    """The variables of two struct infos that mention the same ones."""
    first, second = ({*symbols((info,))} for info in (a, b))
    return first if first == second else set()


def _annotated_as(context: Context, frame: Any, var: Var, info: StructInfo, at: At) -> object:
    """The variable with the struct info it is annotated with, which must fit what the value is known to be.

    The annotation tells what a call gives; of any other value its own struct info is known, and stays.
    """
    known = var.struct_info_
    if known is not None and not compatible(known, info):
        return context.report(
            "annotation-mismatch", f"the value is `{_said(known)}`, but it is annotated as `{_said(info)}`", at
        )
    pair = None if known is None else first_difference(known, info, _shared(known, info))
    if known is not None and pair is not None:
        sentence = f"the value is `{_said(known)}`, but it is annotated as `{_said(info)}`; {size_sentence(pair)}"
        context.add(diagnose("size-mismatch", sentence, context.span(at)))
    bindings = bindings_of(frame)
    last = bindings[-1]
    if not isinstance(last.value, Call):
        return var
    made = type(var)(var.vid, info, var.span)
    bindings[-1] = VarBinding(made, with_struct_info(last.value, info), last.span)
    return made


def _said(info: StructInfo) -> str:
    return info.script().split("\n")[-1]


def compatible(known: StructInfo, declared: StructInfo) -> bool:
    """Whether a value of which `known` is known may be one of `declared`."""
    if isinstance(known, ObjectStructInfo) or isinstance(declared, ObjectStructInfo):
        return True
    if isinstance(known, TensorStructInfo) and isinstance(declared, TensorStructInfo):
        types = known.dtype is declared.dtype or "void" in (known.dtype.kind, declared.dtype.kind)
        ranks = known.ndim == declared.ndim or -1 in (known.ndim, declared.ndim)
        return types and ranks and _sizes_fit(known, declared)
    if isinstance(known, TupleStructInfo) and isinstance(declared, TupleStructInfo):
        return len(known.fields) == len(declared.fields) and all(map(compatible, known.fields, declared.fields))
    return type(known) is type(declared)


def _sizes_fit(known: TensorStructInfo, declared: TensorStructInfo) -> bool:
    left, right = getattr(known.shape, "values", None), getattr(declared.shape, "values", None)
    if left is None or right is None:
        return True
    return all(
        not (hasattr(a, "value") and hasattr(b, "value")) or a.value == b.value  # pyright: ignore[reportAttributeAccessIssue]
        for a, b in zip(left, right)
    )


def _annotated(context: Context, node: ast.AnnAssign) -> None:
    if not isinstance(node.target, ast.Name):
        context.report("bad-target", "only a name can have a type annotation here", node.target)
        return
    info = struct_info(context, node.annotation, f"{ast.unparse(node.target)}: ")
    if node.value is None:
        context.report("missing-value", f"`{node.target.id}` has a type but no value", node)
        unknown_names(context, [node.target], node)
        return
    value = evaluate(context, node.value)
    if _is_unknown(value) or info is UNKNOWN:
        context.gaps.count += 1
        unknown_names(context, [node.target], node)
        return
    var = _emitted(context, value, node.target.id, info, node.value)
    _record(context, node.target, var, node)


def _with(context: Context, node: ast.With) -> None:
    if len(node.items) != 1:
        context.report("unsupported-statement", "one `with` opens one block here", node.items[1].context_expr)
        return
    item = node.items[0]
    frame = evaluate(context, item.context_expr)
    if not isinstance(frame, BlockFrame):
        if frame is not UNKNOWN:
            sentence = f"`with` opens a dataflow block here: `{context.script('R')}.dataflow()`"
            context.report("not-a-frame", sentence, item.context_expr)
        read_suite(context, node.body)
        return
    _dataflow(context, node, frame, item.context_expr)


def _dataflow(context: Context, node: ast.With, frame: BlockFrame, at: ast.expr) -> None:
    context.scopes.enter()
    holes = context.gaps.count
    if open_suite(context, frame, at) is UNKNOWN:
        context.open_frames.pop()
        visit_suite(context, node.body)
        _unknown_from_here(context, context.scopes.leave())
        return
    visit_suite(context, node.body)
    names = {name: context.scopes.find_here(name) for name in context.scopes.names()}
    outputs = [
        (name, binding) for name, binding in names.items() if binding is not None and binding.value in frame.outputs
    ]
    close_suite(context, frame, header_place(context.place, node))
    ended = context.scopes.leave()
    if context.gaps.count > holes and not outputs:
        _unknown_from_here(context, ended)
    for name, binding in outputs:
        made = frame.outputs[binding.value]
        binding.symbol.value = made
        context.scopes.bind(name, made, binding.symbol)


def _unknown_from_here(context: Context, names: Mapping[str, Symbol]) -> None:
    """Names of a suite that was not understood as a whole: they may mean something behind it."""
    for name, symbol in names.items():
        context.scopes.bind(name, UNKNOWN, symbol)


def _read_branches(context: Context, node: ast.If) -> None:
    """Both sides of a choice that cannot be made; what they name may come from either."""
    context.gaps.count += 1
    for statements in (node.body, node.orelse):
        _unknown_from_here(context, read_suite(context, statements))


def _if(context: Context, node: ast.If) -> None:
    condition = evaluate(context, node.test)
    if condition is UNKNOWN:
        _read_branches(context, node)
        return
    if not isinstance(condition, (RelaxExpr, Expr)):
        visit_suite(context, node.body if condition else node.orelse)
        return
    if not node.orelse:
        context.report("branch-result", "an `if` needs an `else`, since each branch gives its value", node.test)
    test = _condition(context, condition, node.test)
    if test is UNKNOWN:
        _read_branches(context, node)
        return
    _check_condition(context, test, node.test)
    frame = If(test)
    if open_suite(context, frame, node.test) is UNKNOWN:
        context.open_frames.pop()
        _read_branches(context, node)
        return
    holes = context.gaps.count
    ended: dict[str, Symbol] = {}
    for side, statements in ((Then(), node.body), (Else(), node.orelse)):
        if statements:
            ended |= _branch(context, side, statements, node)
    if context.gaps.count > holes:
        drop_suite(context, frame)
        _unknown_from_here(context, ended)
        return
    close_suite(context, frame, node.test)
    if frame.var is None:
        _unknown_from_here(context, ended)
    else:
        place = context.place(node.test)
        context.bind(SymbolKind.SCALAR, frame.var.name_hint, place, context.place(node), frame.var)
        _point_to_branch(context, frame.var, node)


def _point_to_branch(context: Context, var: Var, node: ast.If) -> None:
    """The variable is defined where the first branch gives it its value."""
    last = node.body[-1]
    names = [name for name in target_names(last) if name.id == var.name_hint] if isinstance(last, ast.expr) else []
    target = last.targets[0] if isinstance(last, ast.Assign) else getattr(last, "target", None)
    if not names and isinstance(target, ast.Name):
        context.bind(SymbolKind.SCALAR, var.name_hint, context.place(target), context.place(last), var)


def _condition(context: Context, value: object, at: ast.expr) -> object:
    """A condition as a variable or constant."""
    given = relax_expr(value)
    return given if isinstance(given, Var) or not isinstance(given, Call) else _emitted(context, given, "", None, at)


def _check_condition(context: Context, test: object, at: ast.expr) -> None:
    """Report what can be neither true nor false: the machine reads an integer or a bool of one element."""
    info = relax_expr(test).struct_info_
    if not isinstance(info, TensorStructInfo):
        return
    several = any(isinstance(size, IntImm) and size.value != 1 for size in sizes(info))
    if info.dtype.is_float or info.ndim > 1 or several:
        context.report("not-a-condition", f"a condition is a bool of one element, and this is `{info.script()}`", at)


def _branch(context: Context, frame: Frame, statements: list[ast.stmt], node: ast.If) -> dict[str, Symbol]:
    """The names that it defines; one with holes may lack what it ends with, and is not finished."""
    holes = context.gaps.count
    context.scopes.enter()
    open_suite(context, frame, node.test)
    visit_suite(context, statements)
    _emit_last_number(context, statements[-1])
    if context.gaps.count > holes:
        drop_suite(context, frame)
    else:
        close_suite(context, frame, header_place(context.place, statements[-1]))
    return context.scopes.leave()


def _emit_last_number(context: Context, last: ast.stmt) -> None:
    """A number that a branch ends with, `y = 1`, is its value, and so becomes one of the program."""
    if not isinstance(last, ast.Assign) or not isinstance(last.targets[0], ast.Name):
        return
    name = last.targets[0]
    known = context.scopes.find_here(name.id)
    if known is not None and isinstance(known.value, (bool, int, float)):
        var = _emitted(context, const(known.value), name.id, None, last.value)
        context.scopes.bind(name.id, var, known.symbol)
        known.symbol.kind, known.symbol.value = SymbolKind.SCALAR, var


def _return(context: Context, node: ast.Return) -> None:
    if node.value is None:
        context.report("return-value", "a function of Relax returns a value", node)
        return
    value = evaluate(context, node.value)
    if _is_unknown(value):
        context.gaps.count += 1
        return
    if value is None or not (_is_value(value) or isinstance(value, (SymbolicVar, int, float, str, tuple, list))):
        context.report(
            "return-value", f"a function of Relax returns a value, and this is {describe(value)}", node.value
        )
        return
    if context.expansion is not None:
        context.expansion.returned = value
        return
    try:
        func_ret_value(value)
    except UserError as error:
        context.refuse(error, node)
    except (TypeError, ValueError) as error:
        context.report("relax-value", f"this cannot be returned: {error}", node.value)


def _expression(context: Context, node: ast.Expr) -> None:
    inner = node.value
    if isinstance(inner, ast.Constant) and (isinstance(inner.value, str) or inner.value is ...):
        return
    value = evaluate_alone(context, inner)
    if value is UNKNOWN or value is None:
        return
    if isinstance(value, Frame):
        context.report("needs-with", f"`{context.text(inner)}` can only be used after `with` here", inner)
        return
    if isinstance(value, Tuple) and not value.fields:
        _emitted(context, value, "_", None, inner)
        return
    if not isinstance(value, Call):
        context.report("unused-value", f"{describe(value)} does nothing here", inner)
        return
    var = _emitted(context, value, "_", None, inner)
    info = var.struct_info_ if isinstance(var, Var) else None
    if isinstance(info, StructInfo) and not isinstance(info, ObjectStructInfo) and not _is_void(info):
        context.report("unused-result", f"the result, `{_said(info)}`, is not used; give it a name", inner)


def _is_void(info: StructInfo) -> bool:
    return isinstance(info, TupleStructInfo) and not info.fields


def _function(context: Context, node: ast.FunctionDef) -> None:
    """A function inside: of Relax, as a value; or a macro."""
    found, keywords = role(context, node)
    name = name_place(context.place, context.source, node)
    if found == "macro":
        macro = defined_macro(context, node, macro_hygiene(context, node.decorator_list[0]))
        context.bind(SymbolKind.FUNCTION, node.name, name, context.place(node), macro)
        return
    if found != "relax_function":
        what = "a TensorIR function" if found == "prim_func" else "a Python function"
        context.report("unsupported-statement", f"{what} cannot be defined inside a function of Relax", name)
        context.bind(SymbolKind.PYTHON, node.name, name, context.place(node), UNKNOWN)
        return
    frame = function(keywords.get("pure") is not False, True)
    context.scopes.enter()
    holes = context.gaps.count
    itself = _itself(context, node, name, keywords.get("pure") is not False)
    read_function(context, node, frame, name)
    context.scopes.leave()
    made = getattr(frame, "made", None)
    var = UNKNOWN if made is None or context.gaps.count > holes else _emitted(context, made, node.name, None, name)
    if itself is None:
        context.bind(SymbolKind.FUNCTION, node.name, name, context.place(node), var)
        return
    if made is not None and isinstance(var, Var) and isinstance(itself.value, Var):
        bindings = bindings_of(current_block(context.builder))
        bindings[-1] = VarBinding(itself.value, made, bindings[-1].span)
        var = itself.value
    itself.value = var
    context.scopes.bind(node.name, var, itself)


def _itself(context: Context, node: ast.FunctionDef, name: tuple[int, int], pure: bool) -> Symbol | None:
    """The symbol by which a function inside calls itself, None when it does not; a variable when it says what it takes and gives."""
    mentioned = (part for statement in node.body for part in ast.walk(statement))
    if not any(isinstance(part, ast.Name) and part.id == node.name for part in mentioned):
        return None
    info = declared_info(context, node, pure)
    made = UNKNOWN if info is None else Var(node.name, info, context.span(name))
    return context.bind(SymbolKind.FUNCTION, node.name, name, context.place(node), made)


def _unsupported(context: Context, node: ast.stmt) -> None:
    names: dict[type[ast.stmt], str] = {
        ast.For: "a loop",
        ast.While: "a loop",
        ast.Assert: "`assert`",
        ast.AugAssign: "an augmented assignment",
    }
    what = names.get(type(node), "this statement")
    context.report(
        "unsupported-statement", f"{what} cannot be used in a function of Relax", header_place(context.place, node)
    )


def _pass(context: Context, node: ast.Pass) -> None:
    return


RELAX_STATEMENTS: dict[type[ast.stmt], Rule] = {
    **TIR_STATEMENTS,
    **dict.fromkeys((ast.For, ast.While, ast.Assert, ast.AugAssign, ast.Break, ast.Continue), _unsupported),
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.With: _with,
    ast.If: _if,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.FunctionDef: _function,
    ast.Pass: _pass,
}
