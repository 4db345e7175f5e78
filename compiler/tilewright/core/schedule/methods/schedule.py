"""`Schedule`: a program, rewritten step by step by primitives that leave what it computes as it is, and the trace of the steps."""

from __future__ import annotations

from typing import overload

from tilewright.core.dialects import common_dialect
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import Block, For
from tilewright.core.schedule import sampling
from tilewright.core.schedule.errors import RENDER_LEVELS
from tilewright.core.schedule.instructions import BlockRV, ExprRV, InstructionKind, LoopRV
from tilewright.core.schedule.methods.annotation import Annotation
from tilewright.core.schedule.methods.blockize import Blockize
from tilewright.core.schedule.methods.caching import Caching
from tilewright.core.schedule.methods.compute_location import ComputeLocation
from tilewright.core.schedule.methods.layout import Layout
from tilewright.core.schedule.methods.loops import Loops
from tilewright.core.schedule.methods.sampling import Sampling
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState
from tilewright.core.schedule.trace import Trace

Mod = PrimFunc | IRModule


class Schedule(Sampling, Loops, ComputeLocation, Blockize, Caching, Layout, Annotation):
    """A program to rewrite, `mod` as it is now; the methods are TVM's schedule primitives.

    Blocks and loops are random variables (`BlockRV`, `LoopRV`), which follow what they name through later steps; blocks may be given by name. `seed` begins the choices of `sample_*`.
    A step that is not possible raises `ScheduleError`, whose text shows the program ("detail"), one sentence ("fast") or nothing ("none"), and changes nothing.
    """

    def __init__(
        self,
        mod: Mod,
        *,
        seed: int | None = None,
        debug_mask: str | int = "none",
        error_render_level: str = "detail",
        enable_check: bool = True,
    ) -> None:
        if error_render_level not in RENDER_LEVELS:
            raise ValueError(f'error_render_level is "detail", "fast" or "none", not {error_render_level!r}')
        self.state = ScheduleState(mod, debug_mask=debug_mask, enable_check=enable_check)
        self.trace = Trace([], {}, common_dialect(func.dialect for func in self.mod.functions.values()))
        self._level = error_render_level
        self._values: dict[object, object] = {}
        self._written = {}
        self._function: GlobalVar | None = None
        self._random = sampling.Chance(sampling.new_seed(seed))
        only = [name for name, func in self.mod.functions.items() if isinstance(func, PrimFunc)]
        main = next((name for name in only if name.name_hint == "main"), None)
        self._function = only[0] if len(only) == 1 else main

    @property
    def func_working_on(self) -> GlobalVar | None:
        """The function in which blocks are looked for by name, when it was given or is the only one."""
        return self._function

    def work_on(self, func_name: str) -> None:
        """Look for blocks by name in that function from now on.

        - `func_name`: its name in the module.
        """
        self._function = self.mod.get_global_var(func_name)

    def copy(self) -> Schedule:
        """Make another schedule of the same program with the same random variables, which goes its own way from here."""
        made = Schedule.__new__(Schedule)
        made.state = ScheduleState(self.mod, debug_mask=self.state.debug_mask, enable_check=self.state.enable_check)
        made.trace = Trace(list(self.trace.insts), dict(self.trace.decisions), self.trace.dialect)
        made._level, made._function = self._level, self._function
        made._random = sampling.Chance(self.fork_seed())
        made._values, made._written = {}, {}
        for variable, value in self._values.items():
            if isinstance(value, StmtSRef):
                value = made.state.get_sref(value.stmt) if value.stmt is not None else StmtSRef(None)
            made._values[variable] = value
        return made

    def seed(self, seed: int) -> None:
        """Begin the choices of `sample_*` anew.

        - `seed`: the number that they follow from.
        """
        self._random = sampling.Chance(sampling.new_seed(seed))

    def fork_seed(self) -> int:
        """Make a seed for another schedule."""
        return self._random.fork()

    def show(self, style: str | None = None, black_format: bool | None = None, **options: object) -> None:
        """Print the program and, if there is one, the trace of the steps.

        - `style`, `black_format` and `options`: as of `show` of a module.
        """
        self.mod.show(style, black_format, **options)
        if self.trace.insts:
            self.trace.show(style, bool(black_format))

    def _repr_html_(self) -> str:
        """The program and the steps that made it, in colours and foldable, as notebooks show them."""
        from tilewright.core.printer.html import html

        steps = [("steps", str(self.trace))] if self.trace.insts else []
        return html(("program", self.mod.script()), *steps)

    @overload
    def get(self, rand_var_or_sref: BlockRV) -> Block: ...
    @overload
    def get(self, rand_var_or_sref: LoopRV) -> For: ...
    @overload
    def get(self, rand_var_or_sref: ExprRV) -> int: ...
    @overload
    def get(self, rand_var_or_sref: StmtSRef) -> Block | For | None: ...
    def get(self, rand_var_or_sref: object) -> object:
        """Give the loop or block that a random variable or reference stands for now, or its number.

        - `rand_var_or_sref`: the random variable or the reference; raises `IndexError` for one of another schedule, or of what is gone.
        """
        if isinstance(rand_var_or_sref, StmtSRef):
            return rand_var_or_sref.stmt
        value = self._value(rand_var_or_sref)
        return value.stmt if isinstance(value, StmtSRef) else value

    @overload
    def get_sref(self, rand_var_or_stmt: BlockRV | LoopRV) -> StmtSRef: ...
    @overload
    def get_sref(self, rand_var_or_stmt: object) -> StmtSRef | None: ...
    def get_sref(self, rand_var_or_stmt: object) -> StmtSRef | None:
        """Give the reference to the loop or block of a random variable or statement.

        - `rand_var_or_stmt`: the random variable, or a block or loop of the program.
        """
        if isinstance(rand_var_or_stmt, (Block, For)):
            return self.state.get_sref(rand_var_or_stmt)
        return self._ref(rand_var_or_stmt)

    def remove_rv(self, rand_var: object) -> None:
        """Forget a random variable: a loop, a block or a number.

        - `rand_var`: the variable; raises `IndexError` for one that this schedule does not have.
        """
        if self._values.pop(rand_var, None) is None:
            raise IndexError("the random variable is not one of this schedule")


__all__ = ["InstructionKind", "Schedule"]
