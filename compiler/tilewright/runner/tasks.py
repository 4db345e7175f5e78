"""The tasks of a worker process: a request's `task` names the function that carries it out, whose module is loaded for it alone."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from tilewright.runner.outcomes import Progress, Sizes
from tilewright.runner.request import ExactRequest, FindRequest, Outcome, ProfileRequest, RunRequest, TuneRequest

# The kind of the request, and the module of the function that is named as the task is.
_TASKS: Final[dict[str, tuple[type[Any], str]]] = {
    RunRequest.task: (RunRequest, "tilewright.runner.run"),
    ProfileRequest.task: (ProfileRequest, "tilewright.runner.profile"),
    TuneRequest.task: (TuneRequest, "tilewright.runner.tune"),
    FindRequest.task: (FindRequest, "tilewright.runner.find"),
    ExactRequest.task: (ExactRequest, "tilewright.runner.exact"),
}


def carried_out(message: Mapping[str, Any], on_progress: Progress, on_sizes: Sizes) -> Outcome:
    """The outcome of a request that came as JSON."""
    kind, module = _TASKS[message["task"]]
    work = getattr(import_module(module), message["task"])
    return work(kind(**{name: value for name, value in message.items() if name != "task"}), on_progress, on_sizes)
