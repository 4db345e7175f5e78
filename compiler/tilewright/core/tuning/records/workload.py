"""`Workload`, a program to schedule; `TuningRecord`, a trace for it with the times that were measured; `MeasureCandidate`, a schedule that is to be measured.

As JSON they have TVM's form: a workload is its hash and its program, a record is `[trace, seconds, target, arguments]`.  The program inside is Tilewright's own JSON in base64.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import cached_property
from math import inf
from statistics import median

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.json import load_json, save_json
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.trace import Trace
from tilewright.core.target.target import Target
from tilewright.core.tuning.records.arg_info import ArgInfo

# The time, in seconds, that stands in a record for a schedule that could not be built or run, as in TVM.
FAILED = 1e10


def normalize_mod(mod: PrimFunc | IRModule) -> IRModule:
    """A module with the one function "main", as workloads are compared: without its name and what passes have noted on it; other modules stay as they are."""
    if isinstance(mod, PrimFunc):
        plain = mod.replace(attrs={"global_symbol": "main", "tir.noalias": True}, scheduled=None)
        return IRModule({"main": plain})
    if not isinstance(mod, IRModule):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a PrimFunc or an IRModule can be tuned, and this is {type(mod).__name__}")
    functions = list(mod.functions.values())
    if len(functions) == 1 and isinstance(functions[0], PrimFunc):
        return normalize_mod(functions[0])
    return mod


class Workload:
    """A program to schedule."""

    def __init__(self, mod: IRModule) -> None:
        self.mod = mod

    @cached_property
    def shash(self) -> int:
        """Its structural hash."""
        return structural_hash(self.mod)

    def as_json(self) -> list[str]:
        """`[hash, program]`."""
        return [str(self.shash), base64.b64encode(save_json(self.mod).encode()).decode()]

    @staticmethod
    def from_json(json_obj: object) -> Workload:
        """The workload of such JSON; raises `ValueError` for any other, also for a program that TVM wrote."""
        if not isinstance(json_obj, (list, tuple)) or len(json_obj) != 2:
            raise ValueError("a workload as JSON is [hash, program]")
        mod = load_json(base64.b64decode(str(json_obj[1])).decode())
        if not isinstance(mod, IRModule):
            raise ValueError("the program of the workload is not one that Tilewright wrote")
        return Workload(mod)


class MeasureCandidate:
    """A schedule to measure, and the arguments of its function."""

    def __init__(self, sch: Schedule, args_info: Sequence[ArgInfo]) -> None:
        self.sch = sch
        self.args_info = list(args_info)


class TuningRecord:
    """A trace for a workload, with the seconds that each measured call took, and the target."""

    def __init__(
        self,
        trace: Trace,
        workload: Workload,
        run_secs: Sequence[float] | None = None,
        target: Target | None = None,
        args_info: Sequence[ArgInfo] | None = None,
    ) -> None:
        self.trace = trace
        self.workload = workload
        self.run_secs = None if run_secs is None else [float(each) for each in run_secs]
        self.target = target
        self.args_info = None if args_info is None else list(args_info)

    @property
    def seconds(self) -> float:
        """The median of the measured times, by which records are compared; infinite for those that failed."""
        found = median(self.run_secs) if self.run_secs else inf
        return found if found < FAILED else inf

    @property
    def is_valid(self) -> bool:
        """Whether it could be built and run."""
        return self.seconds < inf

    @cached_property
    def key(self) -> str:
        """The same text for the same trace."""
        return "\n".join(self.trace.as_python())

    def schedule(self) -> Schedule:
        """The workload with the trace applied; raises `ScheduleError` when that is not possible."""
        made = Schedule(self.workload.mod, error_render_level="fast")
        self.trace.apply_to_schedule(made, remove_postproc=False)
        return made

    def as_measure_candidate(self) -> MeasureCandidate:
        """The scheduled program, to be measured again."""
        return MeasureCandidate(self.schedule(), self.args_info or ArgInfo.from_entry_func(self.workload.mod))

    def as_json(self) -> list[object]:
        """`[trace, seconds, target, arguments]`; None for what is not known."""
        target = None if self.target is None else self.target.export()
        args = None if self.args_info is None else [each.as_json() for each in self.args_info]
        return [self.trace.as_json(), self.run_secs, target, args]

    @staticmethod
    def from_json(json_obj: object, workload: Workload) -> TuningRecord:
        """The record of such JSON for a workload; raises `ValueError` for any other, `ScheduleError` when its trace does not fit the workload."""
        if not isinstance(json_obj, (list, tuple)) or len(json_obj) != 4:
            raise ValueError("a record as JSON is [trace, seconds, target, arguments]")
        trace, run_secs, target, args = json_obj
        made = Schedule(workload.mod, error_render_level="fast")
        Trace.apply_json_to_schedule(trace, made)
        return TuningRecord(
            made.trace,
            workload,
            run_secs,
            None if target is None else Target(target),
            None if args is None else [ArgInfo.from_json(each) for each in args],
        )


# A schedule that is not faster than the default by this part of its time is not known to be faster: medians of one program differ as much.
_NOISE = 0.01


def winner(records: Sequence[TuningRecord]) -> TuningRecord:
    """The fastest record; the default, which has no steps, where that is as fast but for noise."""
    fastest = min(records, key=lambda each: each.seconds)
    default = min((each for each in records if not each.trace.insts), key=lambda each: each.seconds, default=fastest)
    return default if default.seconds * (1 - _NOISE) <= fastest.seconds else fastest


def winner_and_default(records: Sequence[TuningRecord]) -> tuple[TuningRecord, float]:
    """The record of the schedule that is taken, and the seconds of the default one; those of the taken one where the default was not measured."""
    taken = winner(records)
    return taken, min((each.seconds for each in records if not each.trace.insts), default=taken.seconds)


__all__ = ["FAILED", "MeasureCandidate", "TuningRecord", "Workload", "normalize_mod", "winner", "winner_and_default"]
