"""RemoveWeightLayoutRewriteBlock: blocks that bring a weight into another layout go, and the weight is expected in that layout.

Such a block carries the annotation "meta_schedule.layout_rewrite_preproc" and copies one buffer into another.  The parameter takes the shape of the
copy; with `skip_tensor_rewrite`, constants in the body keep their values, since the data has been brought into the layout already.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AllocateConst, Block, BlockRealize, BufferStore, DeclBuffer, Evaluate, For, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import Pass, tir_pass

PREPARES = "meta_schedule.layout_rewrite_preproc"


def remove_weight_layout_rewrite_block_with(skip_tensor_rewrite: bool = False) -> Pass:
    """The pass; `skip_tensor_rewrite` leaves the data of constants as it is."""

    def remove(func: PrimFunc) -> PrimFunc:
        """Expect weights in the layout that blocks would bring them into."""
        return _Removal(func, skip_tensor_rewrite).result()

    return tir_pass("tir.RemoveWeightLayoutRewriteBlock")(remove)


remove_weight_layout_rewrite_block = remove_weight_layout_rewrite_block_with()


def _prepares(block: Block) -> bool:
    mark = block.annotations.get(PREPARES)
    return bool(mark.value if isinstance(mark, IntImm) else mark)


class _Removal:
    """Which buffer each copy took the place of."""

    def __init__(self, func: PrimFunc, skip_tensor_rewrite: bool) -> None:
        self.func, self.skip = func, skip_tensor_rewrite
        self.copies: dict[Buffer, Buffer] = {}
        self.blocks: dict[Buffer, Block] = {}
        for node in walk(func.body):
            if isinstance(node, Block) and _prepares(node):
                store = node.body
                if not (isinstance(store, BufferStore) and isinstance(store.value, BufferLoad)):
                    raise PassError(f"block {node.name_hint} is to rewrite a layout, and does not copy one buffer")
                self.copies[store.value.buffer] = store.buffer
                self.blocks[store.value.buffer] = node

    def result(self) -> PrimFunc:
        if not self.copies:
            return self.func
        mapping = {param: self.copies.get(buffer, buffer) for param, buffer in self.func.buffer_map.items()}
        pointers = {old.data: new for old, new in self.copies.items()}
        declared = {old: new for old, new in self.copies.items() if old not in self.func.buffer_map.values()}

        def constant(stmt: AllocateConst) -> Stmt:
            new = pointers.get(stmt.buffer_var)
            return stmt if new is None else self._constant(stmt, new)

        def declaration(stmt: DeclBuffer) -> Stmt:
            new = declared.get(stmt.buffer)
            return stmt if new is None else stmt.replace(buffer=new)

        rules: dict[type, Any] = {Block: self._block, AllocateConst: constant, DeclBuffer: declaration}
        return self.func.replace(body=rewrite(self.func.body, rules), buffer_map=mapping)

    def _block(self, block: Block) -> Block:
        if _prepares(block):
            return block.replace(body=Evaluate(IntImm("int32", 0)), reads=(), writes=())  # pyright: ignore[reportArgumentType]
        new = set(self.copies.values())
        kept = tuple(buffer for buffer in block.alloc_buffers if buffer not in new)
        return block if len(kept) == len(block.alloc_buffers) else block.replace(alloc_buffers=kept)

    def _constant(self, stmt: AllocateConst, new: Buffer) -> Stmt:
        """The constant in its new layout, computed as the block says."""
        data = stmt.data_or_idx
        if not self.skip and not isinstance(data, (int, IntImm)):
            data = self._moved(data, new)
        return stmt.replace(buffer_var=new.data, extents=new.shape, data_or_idx=data)

    def _moved(self, data: Any, new: Buffer) -> Any:
        import numpy as np

        from tilewright.core.interpret.function import run
        from tilewright.core.ir.function import IRModule

        data = np.asarray(data)
        old = next(buffer for buffer, copy in self.copies.items() if copy is new)
        moved = np.zeros([size.value for size in new.shape if isinstance(size, IntImm)], data.dtype)
        source, target = Var("source", "handle"), Var("target", "handle")  # pyright: ignore[reportArgumentType]
        body = _loops_around(self.func.body, self.blocks[old])
        copy = PrimFunc((source, target), body, None, {source: old, target: new})  # pyright: ignore[reportArgumentType]
        run(IRModule({"main": copy}), data, moved)
        return moved


def _loops_around(body: Stmt, block: Block) -> Stmt:
    """The outermost loop that runs nothing but `block`."""
    nodes = [node for node in walk(body) if isinstance(node, (For, BlockRealize)) and _runs_only(node, block)]
    return nodes[0]


def _runs_only(stmt: Stmt, block: Block) -> bool:
    while isinstance(stmt, For):
        stmt = stmt.body
    return isinstance(stmt, BlockRealize) and stmt.block is block
