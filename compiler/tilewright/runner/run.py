"""One run, in this process: load, build, call once on fresh data, then measure."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from tilewright.core.frontend.reference import reference_name
from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.context import PassContext
from tilewright.runner.comparison import (
    INTERPRETED,
    MOST_OPERATIONS,
    Comparison,
    compared,
    compared_graph,
    interpreted,
)
from tilewright.runner.kernel import Kernel, prepared_kernel
from tilewright.runner.load import Loaded, executed, load
from tilewright.runner.measure import samples
from tilewright.runner.outcomes import Progress, Sizes, outcome_of
from tilewright.runner.report import RunReport, outcome
from tilewright.runner.request import CannotRun, Outcome, RunRequest

if TYPE_CHECKING:
    from tilewright.runner.graph import Graph


def run(request: RunRequest, on_progress: Progress, on_sizes: Sizes = lambda _: None) -> Outcome:
    """Build and run the function; every way to fail that is not a crash comes back as an `Outcome` with the reason.

    `on_progress` gets each stage and the percentage done, if known; `on_sizes` the symbolic sizes by name once they are chosen.
    """
    return outcome_of(request, lambda: outcome(_run(request, on_progress, on_sizes)))


def checked(check_bounds: bool) -> AbstractContextManager[object]:
    """Inside, native code is built with or without a check of each access."""
    return PassContext(config={"tir.instrument_bound_checkers": True}) if check_bounds else nullcontext()


def scheduled_by(folder: str) -> AbstractContextManager[object]:
    """Inside, functions are built with the schedules of the database in a folder, "" for none; raises `CannotRun` where there is none."""
    if not folder:
        return nullcontext()
    from tilewright.core.tuning.database.json_lines import JSONDatabase

    try:
        return JSONDatabase(work_dir=folder, allow_missing=False)
    except (OSError, ValueError) as error:
        raise CannotRun(f"there is no database of schedules in {folder}: {error}") from error


def _run(request: RunRequest, on_progress: Progress, on_sizes: Sizes) -> RunReport:
    on_progress("loading", None)
    loaded = load(request, lambda: on_progress("importing", None))
    program = _prepared(loaded, request)
    on_sizes(program.sizes)
    on_progress("building", None)
    started = time.perf_counter()
    with checked(request.check_bounds), scheduled_by(request.database):
        program.build()
    built = time.perf_counter() - started
    on_progress("running", 0)
    program.make_arguments()
    result = program.call()
    arrays = program.arrays(result)
    beside = _compared(program, result, request) if request.compare else None
    times = samples(program.call, request.repeat, lambda done: on_progress("running", 100 * done // request.repeat))
    flops, moved = program.costs()
    return RunReport(
        name=request.name,
        data=program.data.sentence,
        seed=request.seed,
        sizes=program.sizes,
        build=built,
        times=times,
        flops=flops,
        moved=moved,
        arrays=arrays,
        scalars=program.scalars(),
        result=program.number(result),
        given=set(program.sizes) <= set(request.sizes),
        compared=beside,
    )


def _prepared(loaded: Loaded, request: RunRequest) -> Kernel | Graph:
    """The function with its sizes; what builds graphs is loaded for them alone."""
    if isinstance(loaded.func, PrimFunc):
        return prepared_kernel(loaded, request)
    from tilewright.runner.graph import prepared_graph

    return prepared_graph(loaded, request)


def _compared(program: Kernel | Graph, result: object, request: RunRequest) -> Comparison | None:
    """The comparison with the reference of the file, or with the interpreter where the work is small or the user asks for it; None without a reference."""
    function, name = _reference(request)
    if not isinstance(program, Kernel):
        if request.reference == INTERPRETED:
            raise CannotRun(
                "The interpreter runs functions of TensorIR; name a Python function of the file as the reference."
            )
        results = program.results(result)
        return None if function is None else compared_graph(program.inputs, results, function, f"`{name}`")
    before, after = program.values
    if function is not None:
        return compared(program.func, before, after, function, f"`{name}`")
    work, _ = program.costs()
    is_small = work is not None and work <= MOST_OPERATIONS
    return interpreted(program.func, before, after) if is_small or request.reference == INTERPRETED else None


def _reference(request: RunRequest) -> tuple[Callable[..., object] | None, str]:
    """The Python function of the file that is the reference, and its name."""
    if request.reference == INTERPRETED:
        return None, ""
    name = request.reference or reference_name(request.text, request.name)
    if name is None:
        return None, ""
    function = executed(request).get(name)
    if callable(function):
        return function, name
    if request.reference:
        raise CannotRun(f"The file defines no function `{name}` that could be the reference.")
    return None, ""
