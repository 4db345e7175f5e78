"""The outcome of whatever a worker does, failures too; loads nothing that builds or runs, which finding a function and the exact check do without."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.source import Source
from tilewright.core.runtime.errors import ArgumentError, FunctionError
from tilewright.runner.load import errors_counted, rendered
from tilewright.runner.places import told
from tilewright.runner.request import CallRequest, CannotRun, FindRequest, Outcome, TuneRequest

# What hears of each stage with the percentage done, if known, and of the symbolic sizes by name.
Progress = Callable[[str, "int | None"], None]
Sizes = Callable[[Mapping[str, int]], None]


def outcome_of(request: CallRequest | TuneRequest | FindRequest, work: Callable[[], Outcome]) -> Outcome:
    """The outcome of some work; an exception becomes the reason why there is none."""
    try:
        return work()
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
        return Outcome(False, title, told(error, Source(request.text, request.path)))
