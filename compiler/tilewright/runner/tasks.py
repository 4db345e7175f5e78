"""The tasks of a worker process: a request's `task` names the function that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tilewright.runner.exact import exact
from tilewright.runner.profile import profile
from tilewright.runner.request import ExactRequest, Outcome, ProfileRequest, RunRequest
from tilewright.runner.run import Progress, Sizes, run

_TASKS: Final[dict[str, tuple[type[Any], Callable[[Any, Progress, Sizes], Outcome]]]] = {
    RunRequest.task: (RunRequest, run),
    ProfileRequest.task: (ProfileRequest, profile),
    ExactRequest.task: (ExactRequest, exact),
}


def carried_out(message: Mapping[str, Any], on_progress: Progress, on_sizes: Sizes) -> Outcome:
    """The outcome of a request that came as JSON."""
    kind, work = _TASKS[message["task"]]
    return work(kind(**{name: value for name, value in message.items() if name != "task"}), on_progress, on_sizes)
