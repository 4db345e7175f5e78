"""Variables that are given a second value in an inner scope, which makes a new variable and leaves the outer one as it was.

Python would change the variable; in the script the new value is lost at the end of the loop's body, the branch or the `with`.  It is reported where the outer variable is read when
the new one has had its value, as the flow of the program goes: behind it, or in the next iteration of a loop.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.base.diagnostics import Edit, Fix, Note, diagnose
from tilewright.core.base.source import Span
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.positions import Place
from tilewright.core.frontend.source_map import Symbol, SymbolKind, Use
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var

_LOOPS = (ast.For, ast.While)
_JUMPS = (ast.Return, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class _Step:
    """One statement on the way from the function down to an assignment, and the suite of its parent that it stands in."""

    statement: ast.stmt
    suite: list[ast.stmt]


def report_lost_assignments(context: Context, node: ast.FunctionDef, symbols: list[Symbol]) -> None:
    """Report each assignment of the function whose value is lost although the variable is read again; `symbols` are those that it defines."""
    if context.dialect.names_are_cells:
        _report_cells(context, node, symbols)
        return
    for symbol in symbols:
        outer = symbol.hides
        if outer is None or not _is_let(symbol):
            continue
        if isinstance(outer.value, Buffer) and not symbol.uses:
            _report_hidden_buffer(context, symbol, outer)
        if not _is_variable(outer):
            continue
        way = tuple(_way(context.place, node.body, symbol.start))
        read = _read_again(context.place, way, symbol, outer)
        if read is not None:
            _report(context, node, symbol, outer, read, way, symbols)
        elif not symbol.uses:
            sentence = f"`{symbol.name}` is a new variable here, and nothing reads it before the end of {_around(way)}"
            context.add(diagnose("lost-assignment", sentence, _name(context, symbol), _outer_note(context, outer)))


def _report_cells(context: Context, node: ast.FunctionDef, symbols: list[Symbol]) -> None:
    """Report cells that an annotation declares again inside, where the outer one is read afterwards."""
    for symbol in symbols:
        outer = symbol.hides
        if outer is None or not all(_is_element(each.value) for each in (symbol, outer)):
            continue
        way = tuple(_way(context.place, node.body, symbol.start))
        statement, read = way[-1].statement if way else None, _read_again(context.place, way, symbol, outer)
        if read is None or not isinstance(statement, ast.AnnAssign) or statement.value is None:
            continue
        sentence = (
            f"the type declares a new variable `{symbol.name}`, which is lost at the end of {_around(way)}, and the outer `{symbol.name}` keeps its value; "
            "leave the type out to change that one"
        )
        still = Note(f"this reads the outer `{symbol.name}`", context.span((read.start, read.end)))
        notes = (*_outer_note(context, outer), still)
        untyped = Edit(context.span((symbol.end, context.place(statement.annotation)[1])), "")
        fixes = () if context.origin is not None else (Fix("Leave the type out", (untyped,), safe=False),)
        context.add(diagnose("lost-assignment", sentence, _name(context, symbol), notes, fixes))


def _is_element(value: object) -> bool:
    """Whether it is memory of one element, as that of a cell is."""
    return isinstance(value, Buffer) and all(isinstance(size, IntImm) and size.value == 1 for size in value.shape)


def _is_let(symbol: Symbol) -> bool:
    """Whether it is a variable that was given a value by an assignment."""
    return symbol.kind is SymbolKind.SCALAR and isinstance(symbol.binding, Expr) and isinstance(symbol.value, Var)


def _is_variable(symbol: Symbol) -> bool:
    value = getattr(symbol.value, "var", symbol.value)  # of an axis
    return symbol.start >= 0 and isinstance(value, Var)


def _way(place: Place, suite: list[ast.stmt], offset: int) -> Iterator[_Step]:
    """The statements around `offset`, from outside in."""
    for statement in suite:
        start, end = place(statement)
        if start <= offset < end:
            yield _Step(statement, suite)
            for inner in (getattr(statement, "body", None), getattr(statement, "orelse", None)):
                if isinstance(inner, list):
                    yield from _way(place, inner, offset)  # pyright: ignore[reportUnknownArgumentType]


def _read_again(place: Place, way: tuple[_Step, ...], symbol: Symbol, outer: Symbol) -> Use | None:
    """The first place that reads the outer variable when the new one has had its value."""
    if not way:
        return None
    assigned = place(way[-1].statement)
    reads = [use for use in outer.uses if use.access == "read"]
    skipped = tuple(_skipped(place, way))
    behind = [use for use in reads if use.start >= assigned[1] and not _within(use, skipped)]
    again = [use for use in reads if any(_within(use, (part,)) for part in _repeated(place, way, outer))]
    return min((*behind, *again), key=lambda use: (use.start < assigned[1], use.start), default=None)


def _around(way: tuple[_Step, ...]) -> str:
    """The loop, branch or `with` around the assignment at the end of the way, with which its variable ends, in words."""
    outer = way[-2].statement if len(way) > 1 else None
    if isinstance(outer, _LOOPS):
        return "the loop's body"
    return "the branch" if isinstance(outer, ast.If) else "the `with`"


def _within(use: Use, parts: tuple[tuple[int, int], ...]) -> bool:
    return any(start <= use.start < end for start, end in parts)


def _skipped(place: Place, way: tuple[_Step, ...]) -> Iterator[tuple[int, int]]:
    """The text behind an assignment that does not run after it: other branches, and what a jump at the end of its suite leaves out."""
    for outer, inner in itertools.pairwise(way):
        if isinstance(outer.statement, ast.If) and outer.statement.orelse and inner.suite is outer.statement.body:
            yield place(outer.statement.orelse[0])[0], place(outer.statement)[1]
    for depth, step in enumerate(way):
        jump = step.suite[-1]
        if isinstance(jump, _JUMPS):
            loops = [place(each.statement)[1] for each in way[:depth] if isinstance(each.statement, _LOOPS)]
            left = loops[-1] if loops and not isinstance(jump, ast.Return) else place(way[0].suite[-1])[1]
            yield place(jump)[0], left


def _repeated(place: Place, way: tuple[_Step, ...], outer: Symbol) -> Iterator[tuple[int, int]]:
    """The parts of loops that run again after an assignment, while the outer variable is the same."""
    for depth, step in enumerate(way):
        loop = step.statement
        start, end = place(loop)
        if not isinstance(loop, _LOOPS) or start <= outer.start < end or _is_left(way[depth + 1 :]):
            continue
        yield (start if isinstance(loop, ast.While) else place(loop.body[0])[0]), end


def _is_left(inside: tuple[_Step, ...]) -> bool:
    """Whether the assignment is followed by a jump out of the loop whose statements on the way are `inside`."""
    for step in inside:
        if isinstance(step.suite[-1], (ast.Return, ast.Break)):
            return True
        if isinstance(step.statement, _LOOPS):
            return False
    return False


def _report(
    context: Context,
    node: ast.FunctionDef,
    symbol: Symbol,
    outer: Symbol,
    read: Use,
    way: tuple[_Step, ...],
    symbols: list[Symbol],
) -> None:
    name = symbol.name
    sentence = (
        f"`{name}` is a new variable here, which is lost at the end of {_around(way)}, and the outer `{name}` keeps its value; "
        "keep what changes in a buffer of one element"
    )
    still = Note(f"this reads the outer `{name}`", context.span((read.start, read.end)))
    notes = (*_outer_note(context, outer), still)
    fixes = _in_a_buffer(context, node, outer, symbols)
    context.add(diagnose("lost-assignment", sentence, _name(context, symbol), notes, fixes))


def _report_hidden_buffer(context: Context, symbol: Symbol, outer: Symbol) -> None:
    name = symbol.name
    sentence = (
        f"`{name}` is a new variable here, which nothing reads, and nothing is stored in the buffer `{name}`; "
        f"write `{name}[...] = ...` to store an element"
    )
    note = context.defined_note(outer, f"the buffer `{name}` is defined here")
    context.add(diagnose("lost-assignment", sentence, _name(context, symbol), note))


def _name(context: Context, symbol: Symbol) -> Span:
    return context.span((symbol.start, symbol.end))


def _outer_note(context: Context, outer: Symbol) -> tuple[Note, ...]:
    return context.defined_note(outer, f"the outer `{outer.name}` gets its value here")


def _in_a_buffer(context: Context, node: ast.FunctionDef, outer: Symbol, symbols: list[Symbol]) -> tuple[Fix, ...]:
    """The fix that keeps the value in a buffer of one element, where the outer variable is one of an assignment that stands alone on its line."""
    if not _is_let(outer) or context.origin is not None:
        return ()
    same = [outer, *_hiding(outer, symbols)]
    statements = [_assignment(context, node, symbol) for symbol in same]
    types = {symbol.value.dtype for symbol in same}
    first = statements[0]
    if first is None or isinstance(first, ast.AugAssign) or None in statements or len(types) != 1:
        return ()
    edits = [edit for symbol, statement in zip(same, statements) for edit in _made_a_store(context, symbol, statement)]
    at = context.place(first)[0]
    edits.append(Edit(context.span((at, at)), _allocation(context, node, outer, first)))
    ordered = sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end))
    return (Fix(f"Keep `{outer.name}` in a buffer of one element", tuple(ordered), safe=False),)


def _hiding(outer: Symbol, symbols: list[Symbol]) -> Iterator[Symbol]:
    """The variables of the name that are assigned in scopes inside that of `outer`."""
    for symbol in symbols:
        if symbol.hides is outer and _is_let(symbol):
            yield symbol
            yield from _hiding(symbol, symbols)


def _assignment(context: Context, node: ast.FunctionDef, symbol: Symbol) -> ast.stmt | None:
    """The statement that gives one name its value, alone on its line."""
    way = tuple(_way(context.place, node.body, symbol.start))
    statement = way[-1].statement if way else None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        target = statement.target
    else:
        return None
    start, end = context.place(statement)
    line = context.source.line_text(context.source.line_of(start))
    alone = line.strip().split("#")[0].strip() == context.span((start, end)).text
    return statement if alone and isinstance(target, ast.Name) else None


def _made_a_store(context: Context, symbol: Symbol, statement: ast.stmt | None) -> Iterator[Edit]:
    """The edits that make a definition and the uses of a variable those of an element; `x += 1` is both in one place."""
    end = context.place(statement.annotation)[1] if isinstance(statement, ast.AnnAssign) else symbol.end
    yield Edit(context.span((symbol.end, end)), "[0]")
    for use in symbol.uses:
        yield Edit(context.span((use.end, use.end)), "[0]")


def _allocation(context: Context, node: ast.FunctionDef, outer: Symbol, statement: ast.stmt) -> str:
    """The line that allocates the buffer, in front of the statement that gives it its value."""
    start = context.place(statement)[0]
    indent = context.source.text[context.source.line_starts[context.source.line_of(start)] : start]
    at_top = any(statement is each for each in node.body)
    form, scope = ("alloc_buffer", "") if at_top else ("decl_buffer", ', scope="local"')
    return f'{outer.name} = {script_namespace(node)}.{form}((1,), "{outer.value.dtype}"{scope})\n{indent}'
