"""One run, in this process: load, build, call once on fresh data, then measure."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from tilewright.core.base.errors import DiagnosticError
from tilewright.core.ir.function import PrimFunc
from tilewright.core.passes.core.context import PassContext
from tilewright.core.runtime.errors import ArgumentError, FunctionError
from tilewright.runner.comparison import MOST_OPERATIONS, Comparison, compared, interpreted, reference_name
from tilewright.runner.graph import prepared_graph
from tilewright.runner.kernel import Kernel, prepared_kernel
from tilewright.runner.load import Loaded, errors_counted, executed, load, rendered
from tilewright.runner.measure import samples
from tilewright.runner.places import of_the_program
from tilewright.runner.report import RunReport, outcome
from tilewright.runner.request import CannotRun, Outcome, RunRequest

Progress = Callable[[str, "int | None"], None]
Sizes = Callable[[Mapping[str, int]], None]


def run(request: RunRequest, on_progress: Progress, on_sizes: Sizes = lambda _: None) -> Outcome:
    """Build and run the function; every way to fail that is not a crash comes back as an `Outcome` with the reason.

    `on_progress` gets each stage and the percentage done, if known; `on_sizes` the symbolic sizes by name once they are chosen.
    """
    try:
        return outcome(_run(request, on_progress, on_sizes))
    except CannotRun as problem:
        return Outcome(False, f"{request.name}: {problem.sentence}", problem.details or problem.sentence)
    except DiagnosticError as error:
        return Outcome(False, f"{request.name}: {errors_counted(error.diagnostics)}", rendered(error.diagnostics))
    except (ArgumentError, FunctionError) as error:
        return Outcome(False, str(error), str(error))
    except MemoryError:
        return Outcome(False, f"{request.name}: not enough memory", "Choose smaller sizes.")
    except (Exception, SystemExit) as error:
        title = f"{request.name}: {type(error).__name__}: {error}".splitlines()[0]
        return Outcome(False, title, "".join(traceback.format_exception(type(error), error, of_the_program(error))))


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
    prepare = prepared_kernel if isinstance(loaded.func, PrimFunc) else prepared_graph
    program = prepare(loaded, request)
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
    beside = _compared(program, loaded, request) if request.compare else None
    times = samples(program.call, request.repeat, lambda done: on_progress("running", 100 * done // request.repeat))
    flops, moved = program.costs()
    return RunReport(
        name=request.name,
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


def _compared(program: object, loaded: Loaded, request: RunRequest) -> Comparison | None:
    """The comparison with the reference of the file, or with the interpreter where the work is small; None for graphs and for more work."""
    if not isinstance(program, Kernel) or not isinstance(loaded.func, PrimFunc):
        return None
    before, after = program.values
    name = reference_name(request.text, request.name)
    if name is not None:
        reference = executed(request).get(name)
        if callable(reference):
            return compared(loaded.func, before, after, reference, f"`{name}`")
    work, _ = program.costs()
    return interpreted(loaded.func, before, after) if work is not None and work <= MOST_OPERATIONS else None
