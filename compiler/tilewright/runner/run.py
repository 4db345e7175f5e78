"""One run, in this process: load, build, call once on fresh data, then measure."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.driver.build import build
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.errors import ArgumentError, FunctionError
from tilewright.runner.access import roles
from tilewright.runner.inputs import Argument, arguments
from tilewright.runner.load import errors_counted, load, rendered
from tilewright.runner.measure import samples
from tilewright.runner.parameters import bind, evaluate, parameters
from tilewright.runner.places import of_the_program
from tilewright.runner.report import ArrayReport, RunReport, ScalarReport, array_report, outcome
from tilewright.runner.request import CannotRun, Outcome, RunRequest

Progress = Callable[[str, "int | None"], None]


def run(request: RunRequest, on_progress: Progress) -> Outcome:
    """Build and run the function; every way to fail that is not a crash comes back as an `Outcome` with the reason."""
    try:
        return outcome(_run(request, on_progress))
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


def _run(request: RunRequest, on_progress: Progress) -> RunReport:
    on_progress("loading", None)
    loaded = load(request)
    chosen = bind(loaded.func, request.sizes, request.default_size)
    on_progress("building", None)
    started = time.perf_counter()
    function = build(loaded.target)[loaded.entry]
    built = time.perf_counter() - started
    on_progress("running", 0)
    given = arguments(loaded.func, chosen, request.seed)
    before = [np.array(value) if isinstance(value, np.ndarray) else value for value in given]
    result = function(*given)
    arrays = _arrays(loaded.func, before, given)
    times = samples(
        lambda: function(*given), request.repeat, lambda done: on_progress("running", 100 * done // request.repeat)
    )
    return RunReport(
        name=request.name,
        seed=request.seed,
        sizes={variable.name: size for variable, size in chosen.items()},
        build=built,
        times=times,
        flops=_number(flops(loaded.func), chosen),
        moved=_number(bytes_moved(loaded.func), chosen),
        arrays=arrays,
        scalars=_scalars(loaded.func, chosen, given),
        result=None if result is None else str(result),
    )


def _scalars(func: PrimFunc, chosen: Mapping[Var, int], given: Sequence[Argument]) -> tuple[ScalarReport, ...]:
    """The numbers that were passed, without those that are listed as sizes."""
    return tuple(
        ScalarReport(parameter.name, str(parameter.dtype), str(value))
        for parameter, value in zip(parameters(func), given)
        if parameter.kind == "scalar" and parameter.variable not in chosen
    )


def _arrays(func: PrimFunc, before: Sequence[Any], after: Sequence[Any]) -> tuple[ArrayReport, ...]:
    found = roles(func)
    return tuple(
        array_report(
            parameter.name, found[parameter.buffer], str(parameter.dtype), old, new, bool(parameter.buffer.strides)
        )
        for parameter, old, new in zip(parameters(func), before, after)
        if parameter.buffer is not None
    )


def _number(value: Expr | None, chosen: Mapping[Var, int]) -> float | None:
    """A cost as a number; None when it depends on data."""
    if value is None:
        return None
    try:
        return float(evaluate(value, chosen))
    except CannotRun:
        return None
