"""Hybrid script of 2020 from later dialects: buffers are matched in the body, loops say their kind, variables their type, and memory has a variable.

def f(A: T.Buffer((16,), "float32")):             def f(A_handle: ty.handle) -> None:
    for i in T.parallel(16):                ->        A = tir.buffer_bind(A_handle, (16,), "float32")
        x = A[i]                                      for i in tir.range(0, 16, "parallel"):
                                                          x: ty.float32 = A[i]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tilewright.core.base.dtype import INT32
from tilewright.core.builder.dialects import HYBRID as NAMESPACE
from tilewright.core.dialects.hybrid import LOOPS
from tilewright.core.dialects.tirx import FORMS
from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.expr import Expr, IntImm, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.migrate.edits import Change, Piece, Refused, statements

# Forms that programs of 2020 could write, besides ops, data types and the numbers of those types.
_FORMS: Final = frozenset(
    {
        *(
            "match_buffer",
            "alloc_buffer",
            "decl_buffer",
            "Buffer",
            "buffer_decl",
            "allocate",
            "realize",
            "attr",
            "store",
            "load",
        ),
        *("serial", "parallel", "vectorized", "unroll", "grid", "thread_binding", "launch_thread", "env_thread"),
        *("block", "axis", "reads", "writes", "where", "init", "block_attr", "bind", "func_attr", "prim_func"),
        *("evaluate", "handle", "cast", "Cast", "Select", "ramp", "Ramp", "broadcast", "Broadcast", "min", "max"),
        *(
            "call_extern",
            "call_intrin",
            "call_packed",
            "iter_var",
            "comm_reducer",
            "min_value",
            "max_value",
            "LetStmt",
            "var",
        ),
    }
)
_OF_TIRX: Final = {**{name: older for older, name in FORMS.items()}, "let": "LetStmt"}
_KINDS: Final = {name: kind for kind, name in LOOPS.items() if kind != "unrolled"}


def in_hybrid_script(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes of a function whose words alone do not tell; raises `Refused` for what 2020 had no form for."""
    if isinstance(symbol.value, ScriptMacro):
        raise Refused("hybrid script has no macros", (symbol.start, symbol.end))
    if isinstance(symbol.value, PrimFunc) and "global_symbol" not in symbol.value.attrs:
        raise Refused("hybrid script has no private functions", (symbol.start, symbol.end))
    space = script_namespace(node)
    _check_forms(piece, node, space)
    made = {each.start: each for each in piece.definition.source_map.symbols}
    for statement in statements(node):
        yield from _typed(piece, statement, made, space)
        yield from _memory(piece, statement, space)
        if isinstance(statement, ast.For):
            yield from _loop(piece, statement.iter, space)


def _check_forms(piece: Piece, node: ast.FunctionDef, space: str) -> None:
    for part in ast.walk(node):
        if not isinstance(part, ast.Attribute) or not isinstance(part.value, ast.Name) or part.value.id != space:
            continue
        name = _OF_TIRX.get(part.attr, part.attr)
        member = NAMESPACE.members.get(name)
        if name not in _FORMS and (member is None or member.kind not in ("op", "dtype")) and not _is_type(part.attr):
            raise Refused(f"hybrid script has no `{part.attr}`", piece.place(part))
    for statement in statements(node):
        if isinstance(statement, ast.While):
            raise Refused("hybrid script has no `while`", piece.place(statement))


def _is_type(name: str) -> bool:
    return name.startswith(("int", "uint", "float", "bool", "bfloat"))


def _typed(piece: Piece, statement: ast.stmt, made: dict[int, Symbol], space: str) -> Iterator[Change]:
    """`x = value`: `x: ty.int32 = value`"""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        raise Refused("hybrid script has no `+=` of a variable", piece.place(statement))
    if isinstance(statement, ast.AnnAssign) and piece.text(statement.annotation) == f"{space}.let":
        symbol = made.get(piece.place(statement.target)[0])
        if symbol is not None and isinstance(symbol.value, Var):
            yield Change(*piece.place(statement.annotation), 0, f"{space}.{symbol.value.dtype}")
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    symbol = made.get(piece.place(target)[0]) if isinstance(target, ast.Name) else None
    if symbol is None or symbol.kind is not SymbolKind.SCALAR or not isinstance(symbol.value, Var):
        return
    if isinstance(symbol.binding, Expr):
        yield Change(symbol.end, symbol.end, 0, f": {space}.{symbol.value.dtype}")


def _memory(piece: Piece, statement: ast.stmt, space: str) -> Iterator[Change]:
    """`p = T.allocate(extents, dtype, scope)`: the variable, then the memory behind it."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        call = _allocation(statement.value, space)
        if call is not None:
            name = statement.targets[0].id
            line = f'{name} = {space}.var("handle"){piece.in_front_of(statement)}'
            yield Change(*piece.place(statement), 0, line + _allocated(piece, call, name))
    for item in statement.items if isinstance(statement, ast.With) else ():
        call = _allocation(item.context_expr, space)
        if call is not None and isinstance(item.optional_vars, ast.Name):
            name, start = item.optional_vars.id, piece.place(statement)[0]
            yield Change(start, start, 0, f'{name} = {space}.var("handle"){piece.in_front_of(statement)}')
            yield Change(piece.place(call)[0], piece.place(item.optional_vars)[1], 0, _allocated(piece, call, name))


def _allocation(value: ast.expr, space: str) -> ast.Call | None:
    called = value.func if isinstance(value, ast.Call) else None
    named = isinstance(called, ast.Attribute) and called.attr == "allocate" and isinstance(called.value, ast.Name)
    return value if named and isinstance(value, ast.Call) and called.value.id == space else None  # pyright: ignore


def _allocated(piece: Piece, call: ast.Call, name: str) -> str:
    named = {each.arg or "": piece.text(each.value) for each in call.keywords}
    texts = [piece.text(each) for each in call.args]
    values = dict(zip(("extents", "dtype", "scope", "condition"), texts)) | named
    if "annotations" in values or len(texts) > 4:
        raise Refused("memory has no annotations in hybrid script", piece.place(call))
    given = [name, values["dtype"], values["extents"], values.get("condition", "True"), values.get("scope", '"global"')]
    return f"{piece.text(call.func)}({', '.join(given)})"


def _loop(piece: Piece, value: ast.expr, space: str) -> Iterator[Change]:
    """`range(n)` and `T.parallel(n)`: `tir.range(0, n)`, and `tir.range(0, n, "parallel")`"""
    if not isinstance(value, ast.Call):
        return
    called = value.func
    if isinstance(called, ast.Name) and called.id == "range":
        kind = "serial"
    elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == space:
        kind = _KINDS.get(called.attr, "")
    else:
        kind = ""
    if not kind:
        return
    if value.keywords or not 1 <= len(value.args) <= 2:
        raise Refused("a loop has two ends and a kind in hybrid script", piece.place(value))
    ends = ["0", *(piece.text(each) for each in value.args)][-2:]
    yield Change(
        *piece.place(value),
        0,
        f"{space}.range({', '.join(ends)}{'' if kind == 'serial' else f', {chr(34)}{kind}{chr(34)}'})",
    )


# The forms of axes by their letters and names, and what makes their domains in the call of a block.
_DOMAINS: Final = {
    **dict.fromkeys(("S", "spatial"), ""),
    **dict.fromkeys(("R", "reduce"), "reduce_axis"),
    "scan": "scan_axis",
    "opaque": "opaque_axis",
}


def with_axis_arguments(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that put the domains of axes into the calls of their blocks: `with tir.block([16], "C") as [vi]:`, and `tir.bind(vi, i)`."""
    space = script_namespace(node)
    made = {each.start: each.value for each in piece.definition.source_map.symbols}
    for statement in statements(node):
        if isinstance(statement, ast.With) and len(statement.items) == 1 and _is_plain_block(statement.items[0], space):
            yield from _block(piece, statement, made, space)


def _is_plain_block(item: ast.withitem, space: str) -> bool:
    call = item.context_expr
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or item.optional_vars is not None:
        return False
    has_domains = bool(call.args) and isinstance(call.args[0], (ast.List, ast.Tuple))
    return call.func.attr in ("block", "sblock") and not has_domains


def _block(piece: Piece, statement: ast.With, made: dict[int, object], space: str) -> Iterator[Change]:
    names: list[str] = []
    domains: list[str] = []
    for inner in statement.body:
        axes = list(_axes(inner))
        for kind, name, _ in axes:
            names.append(name.id)
            domains.append(_domain(piece, name, kind, made.get(piece.place(name)[0]), space))
        if axes:
            binds = [f"{space}.bind({name.id}, {piece.text(value)})" for _, name, value in axes]
            yield Change(*piece.place(inner), 0, piece.in_front_of(inner).join(binds))
    call = statement.items[0].context_expr
    assert isinstance(call, ast.Call)
    if names:
        given = ", ".join([f"[{', '.join(domains)}]", *(piece.text(each) for each in call.args)])
        yield Change(*piece.place(call), 0, f"{piece.text(call.func)}({given}) as [{', '.join(names)}]")


def _axes(statement: ast.stmt) -> Iterator[tuple[str, ast.Name, ast.expr]]:
    """The axes that a statement makes: the kind of each, its name and its value."""
    call = statement.value if isinstance(statement, ast.Assign) else None
    if (
        not isinstance(statement, ast.Assign)
        or not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute)
    ):
        return
    of, target = call.func.value, statement.targets[0]
    if not isinstance(of, ast.Attribute) or of.attr != "axis" or len(call.args) < 2:
        return
    if call.func.attr != "remap":
        if isinstance(target, ast.Name):
            yield call.func.attr, target, call.args[1]
        return
    kinds = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
    values = call.args[1].elts if isinstance(call.args[1], (ast.List, ast.Tuple)) else []
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    for kind, name, value in zip(str(kinds), names, values):
        if isinstance(name, ast.Name):
            yield kind, name, value


def _domain(piece: Piece, name: ast.Name, kind: str, axis: object, space: str) -> str:
    """The domain of an axis as an argument of its block."""
    dom = axis.dom if isinstance(axis, IterVar) else None
    if dom is None or kind not in _DOMAINS:
        raise Refused(f"the domain of `{name.id}` is not known", piece.place(name))
    low, extent = dom.min, dom.extent
    if not isinstance(low, IntImm) or not isinstance(extent, (IntImm, Var)) or (low.value and isinstance(extent, Var)):
        raise Refused(f"the domain of `{name.id}` cannot stand in the call of the block", piece.place(name))
    end = extent.name if isinstance(extent, Var) else _number(IntImm(extent.dtype, low.value + extent.value), space)
    if not _DOMAINS[kind]:
        return end if not low.value else f"{space}.range({_number(low, space)}, {end})"
    return f"{space}.{_DOMAINS[kind]}({_number(low, space)}, {end})"


def _number(value: IntImm, space: str) -> str:
    return str(value.value) if value.dtype is INT32 else f"{space}.{value.dtype}({value.value})"
