"""Buffers and their memory: views of more than there is, and memory scopes that do not exist."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from difflib import get_close_matches

from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.wording import REACH, name_span
from tilewright.core.base.diagnostics import Diagnostic, Edit, Fix, diagnose
from tilewright.core.base.dtype import DType
from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.stmt import Allocate, DeclBuffer, MatchBufferRegion
from tilewright.core.ir.walk import walk

# Scopes are these, or one of these with a tag behind it: "global.vtcm".
_SCOPES = (
    *("global", "shared", "shared.dyn", "local", "warp", "texture", "texture.weight"),
    *("wmma.matrix_a", "wmma.matrix_b", "wmma.accumulator", "m16n8k8.matrixA", "m16n8k8.matrixB", "m16n8k8.matrixC"),
    *("metal.simdgroup", "amx.tmm"),
)
# Those of a kind may have tags of one's own, such as "local.fast", but none that is nearly "shared.dyn".
_KNOWN = re.compile(
    r"((global|local|warp|texture|m16n8k8|metal|amx|tmem)(\..+)?|shared(\.dyn|\.(?!d).+)?|wmma\.(matrix_[ab]|accumulator))$"
)


def large_views(survey: Survey) -> Iterator[Diagnostic]:
    """Buffers that name memory of another buffer, or of an allocation, and more than that has."""
    owners = {buffer.data: buffer for buffer in (*survey.func.buffer_map.values(), *survey.allocated)}
    used = dict.fromkeys(access.buffer for access in survey.accesses)
    views = [buffer for buffer in used if owners.get(buffer.data) is not buffer]
    sizes = _memory(survey) if views else {}
    said: set[Buffer] = set()
    for view in views:
        size, own = sizes.get(view.data), _bits(view)
        if size is None or own is None or view in said or own <= size[1]:
            continue
        said.add(view)
        name, source = view.name, size[0]
        sentence = f"`{name}` covers {own // 8} bytes, and the memory of {source} has {size[1] // 8}"
        yield diagnose("view-too-large", sentence, name_span(name, view.span) or survey.somewhere)


def undeclared_views(survey: Survey) -> Iterator[Diagnostic]:
    """Views of memory in tirx, `V = T.Buffer(shape, data=p)`, that no statement declares: TVM refuses a function with one."""
    used = dict.fromkeys(access.buffer for access in survey.accesses) if survey.func.dialect == "tirx" else {}
    places = {view: place for view in used if (place := _form_of_view(view)) is not None}
    if not places:
        return
    undefined = {variable for variable, _, _ in survey.undefined}
    declared = {node.buffer for node in walk(survey.func.body) if isinstance(node, (DeclBuffer, MatchBufferRegion))}
    for view, place in places.items():
        if view in declared or view.data in undefined or view in survey.allocated:
            continue
        sentence = f"`{view.name}` describes memory without declaring it; in tirx a view is declared by `T.decl_buffer`"
        fix = Fix("Write `decl_buffer`", (Edit(place, "decl_buffer"),), safe=True)
        yield diagnose("undeclared-view", sentence, name_span(view.name, view.span) or survey.somewhere, fixes=(fix,))


def _form_of_view(buffer: Buffer) -> Span | None:
    """The span of `Buffer` in the statement `V = T.Buffer(shape, data=p)` that makes a buffer; None where another makes it."""
    if buffer.span is None:
        return None
    made = re.match(rf"{re.escape(buffer.name)}\s*=\s*\w+\s*\.\s*(Buffer)\s*\(", buffer.span.text)
    return None if made is None else buffer.span.part(made.start(1), made.end(1))


def _memory(survey: Survey) -> dict[Var, tuple[str, int]]:
    """The element types behind the pointers of parameters and allocations, and the sizes of that memory in bits."""
    found: dict[Var, tuple[str, int]] = {}
    for buffer in (*survey.func.buffer_map.values(), *survey.allocated):
        bits = _bits(buffer)
        if bits is not None and buffer.data not in found:
            found[buffer.data] = f"`{buffer.name}`", bits
    views = {access.buffer.data for access in survey.accesses} - found.keys()
    for node in walk(survey.func.body) if views else ():
        if isinstance(node, Allocate) and node.buffer_var in views:
            count = _product(node.extents)
            if count is not None:
                found[node.buffer_var] = f"`{node.buffer_var.name}`", count * _stored_bits(node.dtype)
    return found


def _bits(buffer: Buffer) -> int | None:
    """The number of bits from its pointer that a buffer reaches, None when it is not known."""
    offset = buffer.elem_offset.value if isinstance(buffer.elem_offset, IntImm) else None
    count = _strided(buffer) if buffer.strides else _product(buffer.shape)
    if count is None or offset is None:
        return None
    return (offset + count) * _stored_bits(buffer.dtype)


def _stored_bits(element: DType) -> int:
    """The bits of an element in memory, where a bool takes a byte."""
    return (8 if element.is_bool else element.bits) * element.lanes


def _strided(buffer: Buffer) -> int | None:
    sizes, strides = _numbers(buffer.shape), _numbers(buffer.strides)
    if sizes is None or strides is None or min(sizes, default=1) <= 0:
        return None
    return 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides))


def _numbers(values: tuple[Expr, ...]) -> list[int] | None:
    found = [value.value for value in values if isinstance(value, IntImm)]
    return found if len(found) == len(values) else None


def _product(values: tuple[Expr, ...]) -> int | None:
    found = _numbers(values)
    return None if found is None else math.prod(found)


def unknown_scopes(survey: Survey) -> Iterator[Diagnostic]:
    """Memory scopes that no machine has."""
    said: set[Var] = set()
    buffers = [*survey.func.buffer_map.values(), *survey.allocated, *(access.buffer for access in survey.accesses)]
    for buffer in dict.fromkeys(buffers):
        scope = buffer.scope()
        if not scope or buffer.data in said or _KNOWN.match(scope):
            continue
        said.add(buffer.data)
        close = next(iter(get_close_matches(scope, _SCOPES, n=1, cutoff=0.5)), None)
        hint = "" if close is None else f'; did you mean "{close}"?'
        span = _text_of(scope, buffer) or name_span(buffer.name, buffer.span) or survey.somewhere
        quoted = span.text[1:-1] == scope
        fixes = (
            (Fix(f'Change to "{close}"', (Edit(span, f'"{close}"'),), safe=False),)
            if close is not None and quoted
            else ()
        )
        yield diagnose("unknown-scope", f'there is no memory scope "{scope}"{hint}', span, fixes=fixes)


def _text_of(scope: str, buffer: Buffer) -> Span | None:
    """The span of a buffer's scope."""
    if buffer.span is None:
        return None
    start, text = buffer.span.start, buffer.span.source.text
    begin = text.rfind("\n", 0, start) + 1
    match = re.compile(rf"([\"']){re.escape(scope)}\1").search(text, begin, start + REACH)
    return None if match is None else Span(buffer.span.source, match.start(), match.end())
