"""Steps of schedules, taken on our own `Schedule`: each is kept with the schedule that it made, so that the same steps are not taken again after an edit of those that follow.

A step is never changed, except that further steps are kept with it: an analysis makes steps of its own, which take over what those of the one before have made.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.base.errors import ScheduleError
from tilewright.core.frontend.recover import quiet
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import BlockRealize
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.references import StmtSRef, below
from tilewright.core.schedule_scripts.library import NotKnown
from tilewright.core.schedule_scripts.values import BLOCK, LOOP, Handle, Items

# Exceptions that a step raises for what the script asks of it; others would be mistakes of ours.
REFUSALS = (ScheduleError, ValueError, TypeError, IndexError)
_WARNING = frozenset(("fuse_reduction_epilogue",))
_PURE = ("get_", "sample_")
MOST = 400  # steps of one schedule that are followed


@dataclass(eq=False)
class Step:
    """A schedule after a step, with what the step gave, as values of the script; `error` says why it was refused."""

    schedule: Schedule
    depth: int = 0
    given: Any = None
    error: Exception | None = None
    earlier: Step | None = None  # the same step of the analysis before
    following: dict[Hashable, Step] = field(default_factory=dict[Hashable, "Step"])
    held: tuple[object, ...] = ()  # what the keys of steps name by identity

    def is_gone(self, handle: Handle) -> bool:
        """Whether a loop or block that there was is no longer in the program."""
        value = self.schedule._values.get(handle.variable)  # pyright: ignore[reportPrivateUsage]
        marks = (StmtSRef.inline_mark(), StmtSRef.root_mark())
        return isinstance(value, StmtSRef) and value.stmt is None and value not in marks

    def take(self, name: str, args: list[Any], named: dict[str, Any]) -> Step:
        """The step that follows with a method of the schedule."""
        key = _key(name, args, named)
        known = self.following.get(key) if key is not None else None
        if known is not None:
            return known
        before = self.earlier.following.get(key) if self.earlier is not None and key is not None else None
        made = self._run(name, args, named) if before is None else _again(before)
        made.depth, made.held = self.depth + 1, (args, named)
        if key is not None:
            self.following[key] = made
        return made

    def _run(self, name: str, args: list[Any], named: dict[str, Any]) -> Step:
        schedule = self.schedule if name.startswith(_PURE) else self.schedule.copy()
        try:
            with quiet() if name in _WARNING else nullcontext():
                given = getattr(schedule, name)(*args, **named)
        except NotKnown:  # in a function of the script
            raise
        except Exception as error:  # judged by `is_certain`
            return Step(self.schedule, error=error)
        return Step(schedule, given=_as_value(given))


def _again(before: Step) -> Step:
    """The same step in a later analysis, which has no need of those before `before`: each edit would keep one more."""
    before.earlier = None
    return Step(before.schedule, 0, before.given, before.error, before)


def first_step(program: PrimFunc | IRModule, earlier: Sequence[Step]) -> Step:
    """The beginning of a schedule of a program: that of an earlier analysis, if there is one."""
    made = _again(earlier[0]) if earlier else Step(Schedule(program, seed=1, error_render_level="fast"))
    made.held = (program,)
    return made


def sentence(error: Exception) -> str:
    """The reason for which a step is refused."""
    refusal = error.__context__
    text = refusal.sentence if isinstance(refusal, Refusal) else str(error).removeprefix("ScheduleError: ")
    first = text.strip().splitlines()[0].rstrip(".") if text.strip() else type(error).__name__
    return first[:1].lower() + first[1:] if first[1:2].islower() or first[1:2] == " " else first


def is_certain(name: str, error: Exception) -> bool:
    """Whether TVM refuses a step too: not where the reason is a pattern, or a proof, of which it may know more."""
    refusal = error.__context__
    if not isinstance(refusal, Refusal):
        return isinstance(error, REFUSALS)
    is_other_producer = name == "reverse_compute_inline" and "does more than" in refusal.detail
    return name not in _MATCHING and not refusal.summary.startswith(_PATTERNS) and not is_other_producer


_MATCHING = frozenset(("fuse_reduction_epilogue", "rolling_buffer", "pad_einsum", "decompose_padding", "cache_index"))
_PATTERNS = (
    "The annotation",  # an annotation that is there may be given again
    "The scope root is not a stage pipeline",
    "The region that is read is not covered",
    "The block is no reduction with a known reducer",
    "The transformation of the layout has no inverse",
    "The bindings of the inner block can not be blockized",
    "The block under the loops to be reordered is not affine",
    "The index map is not bijective affine",
    "Cannot detect the new block iter type",
    "The block itervars appeared in lhs and rhs",
)


def names_of_blocks(schedule: Schedule, func_name: str | None = None) -> list[str]:
    """The names of all blocks in the function that is worked on."""
    found = schedule.func_working_on
    name = func_name or (found.name_hint if found is not None else "")
    known = {var.name_hint: func for var, func in schedule.mod.functions.items()}
    function = known.get(name)
    if not isinstance(function, PrimFunc):
        return []
    return list(dict.fromkeys(each.block.name_hint for each in below(function.body) if isinstance(each, BlockRealize)))


def _as_value(given: object) -> Any:
    """The results of a method as values of the script."""
    if isinstance(given, LoopRV):
        return Handle(LOOP, given)
    if isinstance(given, BlockRV):
        return Handle(BLOCK, given)
    if isinstance(given, (list, tuple)):
        return Items(_as_value(each) for each in given)  # pyright: ignore[reportUnknownVariableType]
    return given


def _key(name: str, args: list[Any], named: dict[str, Any]) -> Hashable | None:
    try:
        return name, _hashed(args), _hashed(named)
    except TypeError:
        return None


def _hashed(value: Any) -> Hashable:
    if isinstance(value, (list, tuple)):
        return type(value), *map(_hashed, value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(value, dict):
        return tuple((key, _hashed(each)) for key, each in value.items())  # pyright: ignore[reportUnknownVariableType]
    if value is None or isinstance(value, (bool, int, float, str)):
        return type(value), value
    if isinstance(value, (LoopRV, BlockRV, Var, PrimFunc, IRModule)):
        return id(value)
    text = getattr(value, "written", None)  # a function of the script
    if isinstance(text, str):
        return text
    raise TypeError


__all__ = [
    "MOST",
    "REFUSALS",
    "Step",
    "first_step",
    "is_certain",
    "names_of_blocks",
    "sentence",
]
