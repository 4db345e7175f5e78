"""NoteSchedule: remembers of which functions somebody has said how their loops run, before lowering leaves no trace of it.

That is a function that a `Schedule` has rewritten, one with the attribute `tir.is_scheduled`, and one with a loop that is parallel, vectorized or unrolled, or has an annotation.

Annotations of blocks say what the compiler's own choices shall be: "tilewright.tile_rows" and "tilewright.tile_vectors" are the most rows and vectors of the register tiles
of what a block stores, and with "tilewright.auto_parallel" the function gets threads as one that nobody has scheduled.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, For, ForKind
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.NoteSchedule")
def note_schedule(func: PrimFunc) -> PrimFunc:
    """Note on a function that its loops run as its author said; what it computes and how it is printed stay the same."""
    asked = {node.name_hint: node for node in walk(func.body) if isinstance(node, Block) and node.annotations}
    tiles = {name: tile for block in asked.values() for name, tile in _tile_of(block)}
    func = func.with_attr(REGISTER_TILES, tiles) if tiles else func
    if any(AUTO_PARALLEL in block.annotations for block in asked.values()):
        return func.replace(scheduled=False)
    if func.scheduled is not None or not _is_scheduled(func):
        return func
    return func.replace(scheduled=True)


# What annotations of blocks ask for, and the attribute of the function in which register tiling finds it: by the names of buffers, the most rows and vectors.
TILE_ROWS, TILE_VECTORS, AUTO_PARALLEL = "tilewright.tile_rows", "tilewright.tile_vectors", "tilewright.auto_parallel"
REGISTER_TILES = "tilewright.register_tiles"


def _tile_of(block: Block) -> Iterator[tuple[str, tuple[int, int]]]:
    """The tile that a block asks for, by the name of the buffer that it writes."""
    rows, vectors = (number_in(block.annotations.get(key)) for key in (TILE_ROWS, TILE_VECTORS))
    if rows is not None and vectors is not None and block.writes:
        yield block.writes[0].buffer.name, (rows, vectors)


def number_in(annotation: object) -> int | None:
    """The integer that an annotation is, None for anything else."""
    value = annotation.value if isinstance(annotation, IntImm) else annotation
    return value if isinstance(value, int) else None


def _is_scheduled(func: PrimFunc) -> bool:
    if func.attrs.get("tir.is_scheduled"):
        return True
    return any(
        isinstance(node, For) and (node.kind is not ForKind.SERIAL or bool(node.annotations))
        for node in walk(func.body)
    )


__all__ = ["AUTO_PARALLEL", "REGISTER_TILES", "TILE_ROWS", "TILE_VECTORS", "note_schedule", "number_in"]
