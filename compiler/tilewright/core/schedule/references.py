"""References to the loops and blocks of a program that is being rewritten.

Nodes never change, so that a rewritten loop is another node. A reference follows: whoever holds it sees what the loop or block has become, or None once it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tilewright.core.base.identity import Identified
from tilewright.core.ir.stmt import Block, BlockRealize, For, SeqStmt, Stmt


class StmtSRef(Identified):
    """A reference to a loop or block; `parent` is the loop or block around it, None for that of a whole function."""

    __slots__ = ("parent", "realize", "stmt")

    _marks: ClassVar[dict[str, StmtSRef]] = {}

    def __init__(
        self, stmt: Block | For | None, parent: StmtSRef | None = None, realize: BlockRealize | None = None
    ) -> None:
        self.stmt, self.parent, self.realize = stmt, parent, realize

    @property
    def is_block(self) -> bool:
        """Whether it is a block that it refers to."""
        return isinstance(self.stmt, Block)

    @property
    def block(self) -> Block:
        """The block."""
        assert isinstance(self.stmt, Block), "a reference to a block"
        return self.stmt

    @property
    def loop(self) -> For:
        """The loop."""
        assert isinstance(self.stmt, For), "a reference to a loop"
        return self.stmt

    @property
    def binding(self) -> BlockRealize:
        """The surroundings of the block: its axes with their values, and its predicate."""
        assert self.realize is not None, "a reference to a block"
        return self.realize

    @property
    def node(self) -> Stmt:
        """The statement as it stands in the program: a loop, or a block with its bindings."""
        return self.loop if self.realize is None else self.realize

    @property
    def seq_index(self) -> int:
        """The position among the statements of the loop or block around it, -1 where it is the only one."""
        parent = self.parent.stmt if self.parent is not None else None
        body = parent.body if parent is not None else None
        if not isinstance(body, SeqStmt):
            return -1
        return next((at for at, part in enumerate(body.seq) if holds(part, self.node)), -1)

    def ancestors(self) -> Iterator[StmtSRef]:
        """The loops and blocks around it, from the innermost."""
        current = self.parent
        while current is not None:
            yield current
            current = current.parent

    def scope(self) -> StmtSRef | None:
        """The block around it."""
        return next((ref for ref in self.ancestors() if ref.is_block), None)

    def loops(self) -> list[StmtSRef]:
        """The loops around it up to the next block, from the outermost."""
        found: list[StmtSRef] = []
        for ref in self.ancestors():
            if ref.is_block:
                break
            found.append(ref)
        return found[::-1]

    def is_inside(self, other: StmtSRef) -> bool:
        """Whether `other` is around it."""
        return any(ref is other for ref in self.ancestors())

    @classmethod
    def inline_mark(cls) -> StmtSRef:
        """The marker for "inlined", in place of a loop to compute at."""
        return cls._marks.setdefault("inline", cls(None))

    @classmethod
    def root_mark(cls) -> StmtSRef:
        """The marker for "at the root", in place of a loop to compute at."""
        return cls._marks.setdefault("root", cls(None))


def holds(part: Stmt, wanted: Stmt) -> bool:
    """Whether `wanted` is `part`, or stands in it outside of further loops and blocks."""
    if part is wanted:
        return True
    if isinstance(part, (For, BlockRealize)):
        return False
    return any(isinstance(child, Stmt) and holds(child, wanted) for child in part.children())


def nested(stmt: Stmt) -> Iterator[For | BlockRealize]:
    """The loops and blocks directly below a statement, which may be one itself."""
    if isinstance(stmt, (For, BlockRealize)):
        yield stmt
        return
    for child in stmt.children():
        if isinstance(child, Stmt):
            yield from nested(child)


def below(stmt: Stmt) -> Iterator[For | BlockRealize]:
    """Every loop and block at and below a statement, the outer ones first; what a block does at its initialisation is not among them."""
    for found in nested(stmt):
        yield found
        yield from below(found.block.body if isinstance(found, BlockRealize) else found.body)


__all__ = ["StmtSRef", "below", "holds", "nested"]
