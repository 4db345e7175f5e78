"""Description of a buffer: its declaration, layout, size in memory, and where the function reads and writes it."""

from __future__ import annotations

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe.text import buffer_text, bullets, bytes_text, code, tuple_text
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm


def buffer_description(analysis: Analysis, definition: Definition, symbol: Symbol, buffer: Buffer) -> str:
    """Markdown about a buffer."""
    known_as = f"the buffer `{buffer.name}`" if buffer.name != symbol.name and symbol.name else None
    facts = (
        known_as,
        f"shape `{tuple_text(buffer.shape)}`, `{buffer.dtype}`, {_size(buffer)}",
        f"strides `{tuple_text(strides(buffer))}`{'' if buffer.strides else ' (compact)'}, scope `{buffer.scope()}`",
        _origin(analysis, definition, symbol),
        _accesses(analysis, definition, symbol),
    )
    return f"{code(buffer_text(buffer))}\n\n**buffer**\n\n{bullets(facts)}"


def strides(buffer: Buffer) -> tuple[Expr, ...]:
    """Elements from one index to the next in each dimension; a buffer that declares none is compact in row-major order."""
    if buffer.strides or not buffer.shape:
        return buffer.strides
    found: list[Expr] = [IntImm(buffer.shape[-1].dtype, 1)]
    for size in reversed(buffer.shape[1:]):
        found.append(found[-1] * size)
    return tuple(reversed(found))


def _size(buffer: Buffer) -> str:
    count = 1
    for size in buffer.shape:
        if not isinstance(size, IntImm):
            return f"{buffer.dtype.nbytes} bytes an element"
        count *= size.value
    total = count * buffer.dtype.nbytes
    exact = f" ({total:,} bytes)" if total >= 1024 else ""
    return f"{bytes_text(total)}{exact}"


def _origin(analysis: Analysis, definition: Definition, symbol: Symbol) -> str | None:
    if symbol.start < 0:
        return None
    owner = symbol.parent
    where = f" in `{owner.name}`" if owner is not None and owner.kind in (SymbolKind.FUNCTION, SymbolKind.BLOCK) else ""
    return f"defined {analysis.source.on_lines([definition.base + symbol.start])}{where}"


def _accesses(analysis: Analysis, definition: Definition, symbol: Symbol) -> str:
    places: dict[str, list[int]] = {"read": [], "write": []}
    for use in symbol.uses:
        if use.access in places:
            places[use.access].append(definition.base + use.start)
    parts = [
        f"{verb} {analysis.source.on_lines(places[key])}"
        for key, verb in (("read", "read"), ("write", "written"))
        if places[key]
    ]
    return ", ".join(parts) if parts else "neither read nor written"
