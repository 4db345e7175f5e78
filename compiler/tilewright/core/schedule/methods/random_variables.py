"""What every method of a schedule stands on: random variables and what they stand for, and steps that are written into the trace."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.base.identity import Identified
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm, Var
from tilewright.core.ir.function import IRModule
from tilewright.core.schedule.errors import Refusal, schedule_error
from tilewright.core.schedule.instructions import KINDS, BlockRV, Instruction, LoopRV
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState
from tilewright.core.schedule.trace import Trace


class RandomVariables(Identified):
    """The values of random variables, and how a step runs."""

    state: ScheduleState
    trace: Trace
    _level: str
    _values: dict[Any, Any]
    _function: GlobalVar | None
    _random: random.Random

    @property
    def mod(self) -> IRModule:
        """The program as it is now."""
        return self.state.mod

    def _value(self, variable: Any) -> Any:
        if isinstance(variable, (BlockRV, LoopRV)) or (isinstance(variable, Var) and variable in self._values):
            if variable not in self._values:
                raise IndexError(f"the {type(variable).__name__} is not one of this schedule")
            value = self._values[variable]
            if (
                isinstance(value, StmtSRef)
                and value.stmt is None
                and value not in (StmtSRef.inline_mark(), StmtSRef.root_mark())
            ):
                raise IndexError(f"the {type(variable).__name__} stands for a loop or block that is no longer there")
            return value
        if isinstance(variable, Var):
            raise IndexError(f"the random variable {variable.name} is not one of this schedule")
        if isinstance(variable, Expr):
            return self._number(variable)
        raise TypeError(f"expected a random variable of this schedule, not {type(variable).__name__}")

    def _number(self, e: Expr) -> Any:
        """The number that an expression of random variables is."""
        from tilewright.core.arith.analyzer import Analyzer
        from tilewright.core.ir.walk import substitute

        known = {
            variable: IntImm("int32", value)
            for variable, value in self._values.items()
            if isinstance(variable, Var) and isinstance(value, int)
        }
        found = Analyzer().simplify(substitute(e, known))
        return found.value if isinstance(found, IntImm) else found

    def _ref(self, variable: Any) -> StmtSRef:
        value = self._value(variable)
        if not isinstance(value, StmtSRef):
            raise TypeError(f"expected a BlockRV or LoopRV, not {type(variable).__name__}")
        return value

    def _loop_like(self, loop: Any) -> Any:
        if not isinstance(loop, LoopRV):
            raise TypeError(f"expected a LoopRV, not {type(loop).__name__}")
        return loop

    def _step(self, kind: str, inputs: Sequence[Any], attrs: Sequence[Any], run: Callable[[], Any]) -> Any:
        """Run one primitive and write it into the trace; references become random variables."""
        row = KINDS[kind]
        try:
            result = run()
        except Refusal as refusal:
            raise schedule_error(row.method.replace("_", "-"), refusal, self.mod, self._level) from None
        many = isinstance(result, list)
        outputs = [self._new(each) for each in (result if many else [] if result is None else [result])]
        self.trace.append(Instruction(row, inputs, attrs, outputs))
        return outputs if many else outputs[0] if outputs else None

    def _new(self, value: Any) -> Any:
        """A random variable for a reference."""
        variable: Any = BlockRV() if value.is_block else LoopRV()
        self._values[variable] = value
        return variable


__all__ = ["RandomVariables"]
