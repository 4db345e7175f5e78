"""Why a primitive cannot be applied, and how that is told.

A primitive raises `Refusal`; the schedule turns it into `ScheduleError`, whose text names the primitive, shows the program with the loops and blocks in question marked, and says why.
"""

from __future__ import annotations

from tilewright.error import ScheduleError
from tilewright.ir.function import IRModule
from tilewright.ir.stmt import Block, BlockRealize, For, Stmt


class Refusal(Exception):
    """`summary` is one sentence; `detail` says more of this program, and `{0}`, `{1}`, ... in it stand for the loops and blocks `at`."""

    def __init__(self, summary: str, detail: str | None = None, *at: For | Block | None) -> None:
        super().__init__(summary)
        self.summary, self.detail, self.at = summary, detail or summary, tuple(stmt for stmt in at if stmt is not None)


RENDER_LEVELS = ("detail", "fast", "none")


def schedule_error(primitive: str, refusal: Refusal, mod: IRModule, level: str) -> ScheduleError:
    """The error that the user sees."""
    if level == "none":
        return ScheduleError("ScheduleError: (not rendered)")
    if level == "fast":
        return ScheduleError(f"ScheduleError: {refusal.summary}")
    names = {stmt: f"tir.{_kind(stmt)}#{at}" for at, stmt in enumerate(refusal.at)}
    program = mod.script(
        obj_to_annotate={_shown(mod, stmt): name for stmt, name in names.items()},
        obj_to_underline=[_shown(mod, stmt) for stmt in names],
    )
    detail = refusal.detail.format(*names.values()) if refusal.at else refusal.detail
    return ScheduleError(
        f"ScheduleError: An error occurred in the schedule primitive '{primitive}'.\n"
        f"The IR with diagnostic is:\n{program}\nError message: {detail}"
    )


def _kind(stmt: Stmt) -> str:
    return "Block" if isinstance(stmt, Block) else "For"


def _shown(mod: IRModule, stmt: Stmt) -> Stmt:
    del mod
    return stmt


def described(stmt: For | Block | BlockRealize) -> str:
    """A loop by its variable, a block by its name."""
    if isinstance(stmt, BlockRealize):
        stmt = stmt.block
    return f"block `{stmt.name_hint}`" if isinstance(stmt, Block) else f"loop `{stmt.loop_var.name}`"


__all__ = ["RENDER_LEVELS", "Refusal", "described", "schedule_error"]
