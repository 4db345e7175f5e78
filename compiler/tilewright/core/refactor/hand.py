"""A schedule whose loops and blocks are taken from the program itself, by name as far as names suffice, so that its trace can be run again."""

from __future__ import annotations

from tilewright.core.base.errors import ScheduleError
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block, BlockRealize, For
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.instructions import BlockRV, InstructionKind, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.references import below


class Hand(Schedule):
    """A schedule of one function; `has_names` says whether every loop and block so far was found by the names of blocks."""

    def __init__(self, func: PrimFunc, member: str = "main") -> None:
        super().__init__(IRModule({member: func}), error_render_level="fast")
        self.member = member
        self.has_names = True
        self.work_on(member)

    def _refused(self, kind: InstructionKind, refusal: Refusal) -> ScheduleError:
        """The error with the whole sentence, which a menu shows, and without the program, which the editor shows anyway."""
        return ScheduleError(refusal.sentence)

    @property
    def func(self) -> PrimFunc:
        """The function as it is now."""
        func = self.mod[self.member]
        assert isinstance(func, PrimFunc)
        return func

    def block(self, stmt: Block) -> BlockRV:
        """A block of the program."""
        if self._is_only(stmt):
            return self.get_block(stmt.name_hint)
        self.has_names = False
        return self._new_block(self.state.ref(stmt))

    def loop(self, stmt: For) -> LoopRV:
        """A loop of the program."""
        for node in below(stmt):
            if isinstance(node, BlockRealize) and self._is_only(node.block):
                around = [each.stmt for each in self.state.ref(node.block).loops()]
                if stmt in around:
                    return self.get_loops(self.get_block(node.block.name_hint))[around.index(stmt)]
        self.has_names = False
        return self._new_loop(self.state.ref(stmt))

    def _is_only(self, stmt: Block) -> bool:
        blocks = (node.block for node in below(self.func.body) if isinstance(node, BlockRealize))
        return [each for each in blocks if each.name_hint == stmt.name_hint] == [stmt]
