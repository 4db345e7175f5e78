"""Comparing programs whatever their functions are called, and schedules with their traces."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.trace import Trace


def assert_structural_equal_ignore_global_symbol(
    func1: PrimFunc | IRModule, func2: PrimFunc | IRModule, *args: bool, **kwargs: bool
) -> None:
    """`assert_structural_equal` of two functions as if they had the same symbol; of modules it compares the symbols too."""
    assert_structural_equal(_nameless(func1), _nameless(func2), *args, **kwargs)


def _nameless(program: PrimFunc | IRModule) -> PrimFunc | IRModule:
    return program if isinstance(program, IRModule) else program.with_attr("global_symbol", "")


def verify_trace_roundtrip(
    sch: Schedule,
    mod: PrimFunc | IRModule,
    *,
    debug_mask: str | int = "all",
    text_format: str | Sequence[str] = ("python", "json"),
) -> Schedule:
    """A schedule of `mod` made from the trace of `sch`, written and read back; raises where it is another program or has another trace."""
    formats = (text_format,) if isinstance(text_format, str) else text_format
    made = sch
    for form in formats:
        made = Schedule(mod, debug_mask=debug_mask)
        if form == "json":
            Trace.apply_json_to_schedule(sch.trace.as_json(), made)
        elif form == "python":
            _run("\n".join(sch.trace.as_python()), made)
        else:
            raise ValueError(f'text_format is "python" or "json", not {form!r}')
        assert_structural_equal(made.mod, sch.mod)
        old, new = sch.trace.as_python(), made.trace.as_python()
        if old != new:
            raise AssertionError(
                "the trace of the new schedule is another:\n" + "\n".join(new) + "\ninstead of\n" + "\n".join(old)
            )
    return made


def _run(text: str, sch: Schedule) -> None:
    """Run the lines of a trace, which this process has just written, on a schedule."""
    import tilewright.tir as tir
    from tilewright.script import tir as T

    exec(text, {**vars(tir), "T": T}, {"sch": sch})


__all__ = ["assert_structural_equal_ignore_global_symbol", "verify_trace_roundtrip"]
