"""What a block is: its axes, and the regions it reads and writes."""

from __future__ import annotations

from tilewright.analyze import Definition
from tilewright.describe.text import bullets, code, expression_text, range_text
from tilewright.frontend.source_map import Symbol, SymbolKind
from tilewright.ir.buffer import BufferRegion
from tilewright.ir.expr import IntImm, Range
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Block
from tilewright.ir.walk import walk


def block_description(definition: Definition, symbol: Symbol) -> str:
    """Markdown about a block; what it reads and writes is known once its function could be built."""
    block = _built(definition, symbol)
    head = code(f'with T.block("{symbol.name}")' if symbol.name else "with T.block()")
    if block is None:
        return f"{head}\n\n**block**"
    axes = [f"`{axis.var.name}` over `{range_text(axis.dom)}`" for axis in block.iter_vars if axis.dom is not None]
    facts = (
        f"axes {', '.join(axes)}" if axes else None,
        f"reads `{regions_text(block.reads)}`" if block.reads else "reads nothing",
        f"writes `{regions_text(block.writes)}`" if block.writes else "writes nothing",
        "initialises its reduction" if block.init is not None else None,
    )
    return f"{head}\n\n**block**\n\n{bullets(facts)}"


def regions_text(regions: tuple[BufferRegion, ...]) -> str:
    """Regions as `T.reads` would list them."""
    return ", ".join(f"{region.buffer.name}[{', '.join(_slice(part) for part in region.region)}]" for region in regions)


def _slice(part: Range) -> str:
    if isinstance(part.extent, IntImm) and part.extent.value == 1:
        return expression_text(part.min)
    return f"{expression_text(part.min)}:{expression_text(part.min + part.extent)}"


def _built(definition: Definition, symbol: Symbol) -> Block | None:
    """The block of the finished function that was written at the symbol's place; blocks of one name are told apart by their order."""
    namesakes = [s for s in definition.source_map.symbols if s.kind is SymbolKind.BLOCK and s.name == symbol.name]
    blocks = [
        node
        for func in _functions(definition)
        for node in walk(func)
        if isinstance(node, Block) and node.name_hint == symbol.name
    ]
    ordered = sorted(namesakes, key=lambda other: other.start)
    return blocks[ordered.index(symbol)] if len(blocks) == len(ordered) else None


def _functions(definition: Definition) -> list[PrimFunc]:
    found: list[PrimFunc] = []
    for value in definition.values.values():
        members = value.functions.values() if isinstance(value, IRModule) else (value,)
        found += [func for func in members if isinstance(func, PrimFunc)]
    return found
