"""The program that is being scheduled, and the references into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from tilewright.core.base.identity import Identified
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import GlobalVar, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Block, BlockRealize, For, Stmt
from tilewright.core.schedule.dependence import BlockScope
from tilewright.core.schedule.references import StmtSRef, below, nested


class ScheduleDebugMask(IntEnum):
    """TVM's checks after each step.  Here every primitive checks its own preconditions; the values are accepted and change nothing."""

    VERIFY_SREF_TREE = 1
    VERIFY_CACHED_FLAGS = 2


class ScheduleState(Identified):
    """A module, and a reference to each loop and block of its functions.

    `mod` is another module after each change. `debug_mask` ("all", "none", a number) and `enable_check` are taken for TVM's programs: primitives check what they need in any case.
    """

    def __init__(self, mod: PrimFunc | IRModule, *, debug_mask: str | int = "none", enable_check: bool = True) -> None:
        if isinstance(mod, PrimFunc):
            mod = IRModule({"main": mod})
        self.mod = _copied(mod)
        self.debug_mask, self.enable_check = debug_mask, enable_check
        self._refs: dict[Stmt, StmtSRef] = {}
        self.roots: dict[GlobalVar, StmtSRef] = {}
        for name, func in self.mod.functions.items():
            if isinstance(func, PrimFunc):
                self._enter_function(name, func)

    def _enter_function(self, name: GlobalVar, func: PrimFunc) -> None:
        if any(self.get_sref(node) is not None for node in nested(func.body)):
            func = renew_defs(func)  # the statements of another function: each needs its own
            self.mod.functions[name] = func
        for node in nested(func.body):
            self._enter(node, None, {})
            if isinstance(node, BlockRealize):
                self.roots[name] = self._refs[node.block]

    def get_sref(self, stmt: Block | BlockRealize | For) -> StmtSRef | None:
        """The reference to a loop or block of the program as it is now; None for any other."""
        return self._refs.get(stmt.block if isinstance(stmt, BlockRealize) else stmt)

    def ref(self, stmt: Block | BlockRealize | For) -> StmtSRef:
        """The reference to a loop or block that is in the program."""
        found = self.get_sref(stmt)
        assert found is not None, "a statement of the program"
        return found

    def get_block_scope(self, block_sref: StmtSRef) -> BlockScope:
        """The dependences between the blocks directly inside a block."""
        return BlockScope(self.child_blocks(block_sref))

    get_sblock_scope = get_block_scope  # the name of TVM since 0.25

    def _get_cached_flags(self, block_sref: StmtSRef) -> object:
        """TVM's cached flags of a block: affine bindings, covered reads, and whether its scope is a stage pipeline."""
        from tilewright.core.schedule.flags import block_flags

        return block_flags(self, block_sref)

    def child_blocks(self, ref: StmtSRef) -> list[StmtSRef]:
        """The blocks below a loop or block that are in no other block below it, in the order of the program."""
        assert ref.stmt is not None
        return [self.ref(node.block) for node in _outermost_blocks(ref.stmt.body)]

    def blocks_below(self, ref: StmtSRef) -> list[StmtSRef]:
        """Every block below a loop or block."""
        assert ref.stmt is not None
        return [self.ref(node.block) for node in below(ref.stmt.body) if isinstance(node, BlockRealize)]

    def function_of(self, ref: StmtSRef) -> tuple[GlobalVar, PrimFunc]:
        """The function that a loop or block is in."""
        top = ref
        while top.parent is not None:
            top = top.parent
        for name, func in self.mod.functions.items():
            if isinstance(func, PrimFunc) and any(node is top.node for node in nested(func.body)):
                return name, func
        raise ValueError("the loop or block is no longer part of the program")

    def replace(
        self,
        src_sref: StmtSRef,
        tgt_stmt: Stmt,
        block_sref_reuse: Mapping[Block, Block] | None = None,
        buffers: Mapping[Buffer, Buffer] | None = None,
    ) -> None:
        """Put `tgt_stmt` where the loop or block of `src_sref` is: a `Block` takes over its bindings, any other statement stands for the whole.

        References go on to loops with the same variable and to blocks with the same axes; `block_sref_reuse` maps further blocks to what they become.
        `buffers` of the function become others.
        """
        name, func = self.function_of(src_sref)
        old: Stmt = src_sref.node
        new: Stmt = src_sref.binding.replace(block=tgt_stmt) if isinstance(tgt_stmt, Block) else tgt_stmt
        parent, around = src_sref.parent, list(src_sref.ancestors())
        known = self._leave(old)
        reuse = {new: known[old] for old, new in (block_sref_reuse or {}).items() if old in known}
        for node in nested(new):
            self._enter(node, parent, {**known, **reuse})
        for ancestor in around:
            old, new = self._rebuilt(ancestor, old, new)
        body = swapped(func.body, old, new)
        functions = dict(self.mod.functions)
        own = {param: (buffers or {}).get(buffer, buffer) for param, buffer in func.buffer_map.items()}
        functions[name] = func.replace(body=body, buffer_map=own, scheduled=True)
        self.mod = IRModule(functions, self.mod.attrs, self.mod.global_infos)
        if name in self.roots:
            for node in nested(body):
                if isinstance(node, BlockRealize):
                    self.roots[name] = self._refs[node.block]

    def _rebuilt(self, ref: StmtSRef, old: Stmt, new: Stmt) -> tuple[Stmt, Stmt]:
        """A loop or block with a statement in it exchanged; its reference follows."""
        before = ref.node
        stmt = ref.stmt
        assert stmt is not None
        del self._refs[stmt]
        ref.stmt = stmt.replace(body=swapped(stmt.body, old, new))
        self._refs[ref.stmt] = ref
        if ref.realize is not None:
            ref.realize = ref.realize.replace(block=ref.stmt)
        return before, ref.node

    def _leave(self, stmt: Stmt) -> dict[object, StmtSRef]:
        """Forget the references into a statement; they are found again by statement, by loop variable, by axes, or by name and position."""
        known: dict[object, StmtSRef] = {}
        for node in list(below(stmt)):
            inner = node.block if isinstance(node, BlockRealize) else node
            ref = self._refs.pop(inner)
            known[inner] = ref
            known.setdefault(_identity(inner, known), ref)
            ref.stmt = None
            ref.realize = None
        return known

    def _enter(self, node: For | BlockRealize, parent: StmtSRef | None, known: dict[object, StmtSRef]) -> None:
        stmt = node.block if isinstance(node, BlockRealize) else node
        ref = known.get(stmt)
        if ref is None or ref.stmt is not None:
            ref = known.get(_identity(stmt, {}))
        if ref is None or ref.stmt is not None:
            ref = StmtSRef(None)
        ref.stmt, ref.parent = stmt, parent
        ref.realize = node if isinstance(node, BlockRealize) else None
        self._refs[stmt] = ref
        for inner in nested(stmt.body):
            self._enter(inner, ref, known)


def _identity(stmt: Block | For, _taken: object) -> Var | tuple[str, str]:
    """The identity of a loop or block across rewrites: its variable; its first axis; its name when a block has no axis."""
    if isinstance(stmt, For):
        return stmt.loop_var
    return stmt.iter_vars[0].var if stmt.iter_vars else ("block", stmt.name_hint)


def swapped(stmt: Stmt, old: Stmt, new: Stmt) -> Stmt:
    """A statement with another in the place of one in it, which no loop or block inside of it is around."""
    if stmt is old:
        return new
    if isinstance(stmt, (For, BlockRealize)):
        return stmt
    return stmt.map_children(lambda child: swapped(child, old, new) if isinstance(child, Stmt) else child)


def _outermost_blocks(stmt: Stmt) -> Iterator[BlockRealize]:
    for node in nested(stmt):
        if isinstance(node, BlockRealize):
            yield node
        else:
            yield from _outermost_blocks(node.body)


def _copied(mod: IRModule) -> IRModule:
    return IRModule(dict(mod.functions), mod.attrs, mod.global_infos)


__all__ = ["ScheduleState", "swapped"]
