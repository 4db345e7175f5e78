"""Dependences between the blocks of one scope: who writes what others read or write."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from tilewright.core.base.identity import Identified
from tilewright.core.ir.buffer import Buffer
from tilewright.core.schedule.references import StmtSRef


class DepKind(IntEnum):
    """Read after write, write after write, write after read, and opaque dependences."""

    RAW = 0
    WAW = 1
    WAR = 2
    OPAQUE = 3


class Dependency(Identified):
    """`dst` comes after `src` because of a buffer that both use."""

    __slots__ = ("dst", "kind", "src")

    def __init__(self, src: StmtSRef, dst: StmtSRef, kind: DepKind) -> None:
        self.src, self.dst, self.kind = src, dst, kind


class BlockScope(Identified):
    """The dependences between blocks, given in the order of the program."""

    def __init__(self, children: Sequence[StmtSRef]) -> None:
        self.children = list(children)
        self.writers: dict[Buffer, list[StmtSRef]] = {}
        self._by_src: dict[StmtSRef, list[Dependency]] = {}
        self._by_dst: dict[StmtSRef, list[Dependency]] = {}
        readers: dict[Buffer, list[StmtSRef]] = {}
        for child in self.children:
            self._add_block(child, readers)

    def _add_block(self, child: StmtSRef, readers: dict[Buffer, list[StmtSRef]]) -> None:
        read = list(dict.fromkeys(region.buffer for region in child.block.reads))
        written = list(dict.fromkeys(region.buffer for region in child.block.writes))
        for buffer in read:
            self._add(self.writers.get(buffer, ()), child, DepKind.RAW)
        for buffer in written:
            self._add(self.writers.get(buffer, ()), child, DepKind.WAW)
            self._add(readers.get(buffer, ()), child, DepKind.WAR)
        for buffer in read:
            readers.setdefault(buffer, []).append(child)
        for buffer in written:
            self.writers.setdefault(buffer, []).append(child)

    def _add(self, sources: Sequence[StmtSRef], child: StmtSRef, kind: DepKind) -> None:
        for source in sources:
            if any(edge.src is source and edge.kind is kind for edge in self._by_dst.get(child, ())):
                continue
            edge = Dependency(source, child, kind)
            self._by_src.setdefault(source, []).append(edge)
            self._by_dst.setdefault(child, []).append(edge)

    def get_deps_by_src(self, block: StmtSRef) -> list[Dependency]:
        """The dependences of which the block is the source."""
        return list(self._by_src.get(block, ()))

    def get_deps_by_dst(self, block: StmtSRef) -> list[Dependency]:
        """The dependences of which the block is the destination."""
        return list(self._by_dst.get(block, ()))

    def producers(self, block: StmtSRef) -> list[StmtSRef]:
        """The blocks that write what `block` reads or writes."""
        edges = [edge for edge in self.get_deps_by_dst(block) if edge.kind in (DepKind.RAW, DepKind.WAW)]
        return list(dict.fromkeys(edge.src for edge in edges))

    def consumers(self, block: StmtSRef) -> list[StmtSRef]:
        """The blocks that read or write what `block` writes."""
        edges = [edge for edge in self.get_deps_by_src(block) if edge.kind in (DepKind.RAW, DepKind.WAW)]
        return list(dict.fromkeys(edge.dst for edge in edges))


__all__ = ["BlockScope", "DepKind", "Dependency"]
