"""Assignments of the script bind a name for what was just made, a scope for the rest of the suite, or a new variable with a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from tilewright.core.base.diagnostics import Edit, Fix
from tilewright.core.base.dtype import INT32
from tilewright.core.base.source import Span
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.frames import Frame, IRBuilder
from tilewright.core.builder.namespace import TIR
from tilewright.core.builder.tirx import UNOPENED
from tilewright.core.frontend.calls import Places, invoke
from tilewright.core.frontend.context import At, Context
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.frames import open_rest
from tilewright.core.frontend.operations import region_value
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, IterVar, Var
from tilewright.core.ir.operators import EqualOp, convert

_LET = TIR.members["LetStmt"].value
_META_VAR = TIR.members["meta_var"].value


def bind_assigned(context: Context, name: ast.Name, value: object, statement: ast.stmt) -> None:
    """Bind `name` to `value` as `name = value` does; what a second definition means is not known."""
    size = _size_written_as_text(context, name.id, value)
    if size is not None:
        record(context, SymbolKind.SCALAR, name, statement, size)
        return
    is_new = check_new(context, name, value)
    kind, bound, binding = _assigned(context, name.id, value, statement)
    record(context, kind, name, statement, bound if is_new else UNKNOWN, binding)


def _size_written_as_text(context: Context, name: str, value: Any) -> Var | None:
    """The size that a parameter's shape named as text, when `name = T.int32()` says, as the printer of tirx does, what it is."""
    before = context.scopes.find_here(name)
    if before is None or before.symbol.start >= 0 or not context.dialect.sizes_are_text:
        return None
    same = isinstance(before.value, Var) and isinstance(value, Var) and before.value.dtype is value.dtype
    return before.value if same and context.scopes.symbol_of(value) is None else None


def check_new(context: Context, name: ast.Name, value: object = None) -> bool:
    """Report a second definition of a name in one scope; whether it is the first."""
    before = context.scopes.find_here(name.id)
    if before is None or name.id == "_":
        return True
    if value is UNKNOWN:
        return False
    notes = context.defined_note(before.symbol, f"`{name.id}` is defined here first")
    fixed = isinstance(value, Expr) and value.dtype.is_handle and context.dialect.names_are_cells
    sentence = f"`{name.id}` is defined already in this scope{' and cannot be reassigned' if fixed else ''}{_meant(context, before.value, value)}"
    context.report("duplicate-name", sentence, name, notes=notes)
    return False


def _meant(context: Context, before: object, value: object) -> str:
    """A guess at the intent of a second definition: copy a buffer, or fill one."""
    if not isinstance(before, Buffer):
        return ""
    if isinstance(value, Buffer) and context.scopes.symbol_of(value) is not None:
        return f"; to copy the elements, write `{before.name}[i] = {value.name}[i]` in a loop"
    if isinstance(value, (Expr, EqualOp, bool, int, float)) and not isinstance(value, Var):
        return f"; to store into the buffer, write an element such as `{before.name}[{', '.join('0' for _ in before.shape)}]`"
    return ""


def record(
    context: Context, kind: SymbolKind, name: ast.Name, statement: ast.stmt, value: object, binding: object = None
) -> None:
    """Write the definition of a name to the source map and let it mean `value`; an axis is shown as its `IterVar`."""
    shown = value
    if kind is SymbolKind.AXIS:
        shown, binding = axis_of(context, value) or (value, None)
    symbol = context.define(kind, name.id, context.place(name), context.place(statement), shown, binding)
    context.scopes.bind(name.id, value, symbol)


def axis_of(context: Context, variable: object) -> tuple[IterVar, Expr] | None:
    """The axis whose variable this is, with the value bound to it, if the innermost block has just defined it."""
    block = context.builder.last(BlockFrame)
    for axis, value in zip(block.iter_vars, block.iter_values) if block is not None else ():
        if axis.var is variable:
            return axis, value
    return None


def _assigned(context: Context, name: str, value: Any, statement: ast.stmt) -> tuple[SymbolKind, object, object]:
    """The kind of symbol, what the name means, and the value that it was given."""
    if value is UNKNOWN:
        return SymbolKind.SCALAR, UNKNOWN, None
    if isinstance(value, _META_VAR):
        value = value.value
        _open_memory(context, name, value, statement)
        return SymbolKind.PYTHON, value, None
    if isinstance(value, Frame):
        return _named(context, name, open_rest(context, value, statement), statement)
    if isinstance(value, (list, tuple)) and value:
        return SymbolKind.PYTHON, _bind_items(context, name, value, statement), None
    if isinstance(value, (Buffer, IterVar)) or (isinstance(value, Var) and context.scopes.symbol_of(value) is None):
        return _named(context, name, value, statement)
    if isinstance(value, (Expr, EqualOp, BufferRegion, bool, int, float)):
        return _let(context, name, value, statement)
    _open_memory(context, name, value, statement)
    return SymbolKind.PYTHON, value, None


def _open_memory(context: Context, name: str, owner: object, statement: ast.stmt) -> None:
    """Let the memory that the constructor of a `T.meta_class` made begin here, named after the object and its attribute."""
    for attribute, frame in vars(owner).pop(UNOPENED, ()) if hasattr(owner, "__dict__") else ():
        IRBuilder.name(f"{name}_{attribute}", frame.buffer)
        open_rest(context, frame, statement)


def _named(context: Context, name: str, value: object, statement: ast.stmt) -> tuple[SymbolKind, object, object]:
    """Name what was just made; what has a name in the script already, or in the program around it, keeps it, and gets this one as a second."""
    known = context.scopes.symbol_of(value) is not None or is_from_outside(context, getattr(statement, "value", None))
    if not known and not isinstance(value, Frame) and value is not UNKNOWN:
        IRBuilder.name(name, value)
    if isinstance(value, Buffer):
        return SymbolKind.BUFFER, value, None
    if axis_of(context, value) is not None:
        return SymbolKind.AXIS, value, None
    return SymbolKind.SCALAR, value, None


def is_from_outside(context: Context, node: ast.AST | None) -> bool:
    """Whether an expression names a thing, or a part of one, that the script got from the program around it."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name) and context.scopes.find(node.id) is None


def _bind_items(context: Context, name: str, values: Any, statement: ast.stmt) -> object:
    """Several values under one name: new variables and buffers are named after it, expressions get variables of their own."""
    made: list[Any] = []
    for position, value in enumerate(values):
        python = isinstance(value, (bool, int, float)) or not isinstance(
            value, (Expr, EqualOp, Buffer, IterVar, list, tuple)
        )
        made.append(value if python else _assigned(context, f"{name}_{position}", value, statement)[1])
    return tuple(made) if isinstance(values, tuple) else made


def _let(context: Context, name: str, value: object, statement: ast.stmt) -> tuple[SymbolKind, Any, Any]:
    """A new variable with a value, for the rest of the suite."""
    at = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value else statement
    if isinstance(value, BufferRegion):
        value = region_value(context, value, at)  # pyright: ignore[reportArgumentType]
        if value is UNKNOWN:
            return SymbolKind.SCALAR, UNKNOWN, None
    given = convert(value)
    frame = call_form(context, _LET, (given,), {}, at)
    if frame is UNKNOWN:
        return SymbolKind.SCALAR, UNKNOWN, None
    IRBuilder.name(name, frame.var)
    return SymbolKind.SCALAR, open_rest(context, frame, statement), given


def let_annotated(context: Context, name: ast.Name, variable: Var, value: Expr, statement: ast.AnnAssign) -> None:
    """`name: T.int32 = value`: a new variable of the annotated type."""
    check_new(context, name)
    IRBuilder.name(name.id, variable)
    frame = call_form(context, _LET, (value,), {"var": variable}, statement.value or statement)
    bound = variable if frame is UNKNOWN else open_rest(context, frame, statement)
    record(context, SymbolKind.SCALAR, name, statement, bound, value)


def call_form(
    context: Context,
    function: Any,
    args: tuple[Any, ...],
    keywords: dict[str, Any],
    at: At,
    places: Mapping[str, At] | None = None,
) -> Any:
    """Call a function of the builder on behalf of a statement; a complaint is reported at the place of its parameter, or at `at`."""
    return invoke(context, function, list(args), keywords, at, Places(at, places))


def bind_loop(context: Context, name: ast.Name, value: object, statement: ast.For, domains: dict[Any, Any]) -> None:
    """A name of a `for` target: a loop variable, or several at once for a starred or single name.

    A name that gets no variable of the loop is given one of its own, so that what it indexes can still be checked.
    """
    check_new(context, name)
    value = Var(name.id, INT32) if value is UNKNOWN else IRBuilder.name(name.id, value)
    place, extent = context.place(name), context.place(statement)
    binding = domains.get(value) if isinstance(value, Var) else None
    if isinstance(value, (tuple, list)):
        binding = tuple(domains.get(each) for each in value)
    context.bind(SymbolKind.LOOP, name.id, place, extent, value, binding)


def bind_entered(context: Context, name: ast.Name, value: object, statement: ast.With) -> None:
    """A name after `as`."""
    check_new(context, name)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, Frame) or value is None:
        nothing = "this `with` binds no variable, so there is nothing to name"
        value = context.report("binds-nothing", nothing, name, fixes=_unnamed(context, name, statement))
    elif value is not UNKNOWN and not isinstance(value, (Buffer, Var, IterVar, list, tuple)):
        value = context.report("binds-nothing", f"{describe(value)} cannot be named here", name)
    kind, bound, _ = (
        (SymbolKind.SCALAR, UNKNOWN, None) if value is UNKNOWN else _named(context, name.id, value, statement)
    )
    record(context, kind, name, statement, bound)


def _unnamed(context: Context, name: ast.Name, statement: ast.With) -> tuple[Fix, ...]:
    """The fix that takes `as name` away."""
    item = next((item for item in statement.items if item.optional_vars is name), None)
    if item is None or context.origin is not None:
        return ()
    span = Span(context.source, context.range(item.context_expr)[1], context.range(name)[1])
    return (Fix(f"Remove `as {name.id}`", (Edit(span, ""),)),)


def declared_only(context: Context, name: ast.Name, variable: object, statement: ast.stmt) -> None:
    """Let a name whose value was not understood mean `UNKNOWN`; editors show the type that it is declared with."""
    symbol = context.define(SymbolKind.SCALAR, name.id, context.place(name), context.place(statement), variable)
    context.scopes.bind(name.id, UNKNOWN, symbol)


def unknown_names(context: Context, names: list[ast.Name], statement: ast.stmt) -> list[Symbol]:
    """Let names of a statement that was not understood mean `UNKNOWN`."""
    return [
        context.bind(SymbolKind.SCALAR, name.id, context.place(name), context.place(statement), UNKNOWN)
        for name in names
    ]
