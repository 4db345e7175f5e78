"""A small module, and passes that note that they ran."""

from __future__ import annotations

from tilewright.ir.function import IRModule
from tilewright.script import ir as I
from tilewright.script import tir as T
from tilewright.transform import Pass, PassContext, module_pass


@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = A[i] + T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((16,), "float32")):
        for i in range(1):
            A[i + 0] = T.float32(0)


def noting(ran: list[str], name: str, opt_level: int = 0, required: tuple[str, ...] = ()) -> Pass:
    """A pass that adds its name to `ran`."""

    @module_pass(opt_level=opt_level, name=name, required=required)
    def note(mod: IRModule, ctx: PassContext) -> IRModule:
        ran.append(name)
        return mod

    return note
