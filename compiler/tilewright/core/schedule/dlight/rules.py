"""`ScheduleRule`, and `ApplyDefaultSchedule`, the pass that applies the first rule that fits to each function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.target import Target

if TYPE_CHECKING:
    from tilewright.core.schedule.methods.schedule import Schedule

SCHEDULED = "tir.is_scheduled"


class Rule(Protocol):
    """A rule as a function."""

    def __call__(self, func: PrimFunc, target: object, tunable: bool, /) -> Schedule | list[Schedule] | None: ...


class ScheduleRule:
    """A way to schedule functions; a function or an object with `apply` is one."""

    def apply(self, func: PrimFunc, target: Target, tunable: bool) -> Schedule | list[Schedule] | None:
        """Schedules of a function, the best first; None when the rule does not fit."""
        raise NotImplementedError

    def is_target_available(self, target: Target) -> bool:
        """Whether the rule is for a target."""
        return False


def ApplyDefaultSchedule(*rules: object) -> Pass:
    """The pass that schedules each function that is not scheduled yet by the first rule that fits; the target is that of the function, or the current one."""

    def run(mod: IRModule) -> IRModule:
        return mod.map_functions(lambda func: func if func.attrs.get(SCHEDULED) else _scheduled(func, rules))

    return Pass("ApplyDefaultSchedule", run)


def target_of(func: PrimFunc) -> Target | None:
    """The target of a function, or the current one."""
    own = func.attrs.get("target")
    return own if isinstance(own, Target) else Target.current()


def _scheduled(func: PrimFunc, rules: tuple[object, ...]) -> PrimFunc:
    target = target_of(func) or Target.current(allow_none=False)  # which raises
    for rule in rules:
        apply = cast("Rule", getattr(rule, "apply", rule))
        found = apply(func, target, False)
        if found is None:
            continue
        best = found[0] if isinstance(found, (list, tuple)) else found
        made = best.mod["main"]
        assert isinstance(made, PrimFunc)
        return made.with_attr(SCHEDULED, True)
    return func
