"""Description of a block: its axes, and the regions it reads and writes."""

from __future__ import annotations

from tilewright.core.analyze import Definition
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.describe.text import bullets, code, expression_text, range_text
from tilewright.core.describe.work import block_facts
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.expr import IntImm, Range
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block
from tilewright.core.ir.walk import walk


def block_description(definition: Definition, symbol: Symbol) -> str:
    """Markdown about a block; what it reads and writes without saying so is known once its function could be built."""
    frame, block = symbol.value, block_of(definition, symbol)
    axes = block.iter_vars if block is not None else frame.iter_vars if isinstance(frame, BlockFrame) else ()
    listed = [f"`{axis.var.name}` over `{range_text(axis.dom)}`" for axis in axes if axis.dom is not None]
    facts = (
        f"axes {', '.join(listed)}" if listed else None,
        _regions("reads", block.reads, frame) if block is not None else None,
        _regions("writes", block.writes, frame) if block is not None else None,
        *(block_facts(definition, symbol, block) if block is not None else ()),
        "initialises its reduction" if block is not None and block.init is not None else None,
    )
    head = code(f'with T.block("{symbol.name}")' if symbol.name else "with T.block()")
    return f"{head}\n\n**block**\n\n{bullets(facts)}".rstrip()


def block_detail(frame: BlockFrame) -> str:
    """The axes of a block, in one line."""
    return ", ".join(axis.var.name for axis in frame.iter_vars)


def _regions(verb: str, regions: tuple[BufferRegion, ...], frame: object) -> str:
    """The regions read or written; a block that names them itself "declares" them."""
    declared = isinstance(frame, BlockFrame) and getattr(frame, verb) is not None
    said = " (declared)" if declared else " (inferred)"
    return f"{verb} `{regions_text(regions)}`{said}" if regions else f"{verb} nothing"


def regions_text(regions: tuple[BufferRegion, ...]) -> str:
    """Regions as `T.reads` would list them."""
    return ", ".join(f"{region.buffer.name}[{', '.join(_slice(part) for part in region.region)}]" for region in regions)


def _slice(part: Range) -> str:
    if isinstance(part.extent, IntImm) and part.extent.value == 1:
        return expression_text(part.min)
    return f"{expression_text(part.min)}:{expression_text(part.min + part.extent)}"


def block_of(definition: Definition, symbol: Symbol) -> Block | None:
    """The block of the finished function that was written at the symbol's place; blocks of one name are distinguished by their order."""
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
