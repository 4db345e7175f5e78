"""A function or module that only executing its file makes, for commands that read all others as text."""

from __future__ import annotations

from tilewright.core.analyze import analyze
from tilewright.core.ir.json import save_json_placed
from tilewright.runner.load import executed
from tilewright.runner.made import chosen
from tilewright.runner.outcomes import Progress, Sizes, outcome_of
from tilewright.runner.request import FindRequest, Outcome


def find(request: FindRequest, on_progress: Progress, on_sizes: Sizes = lambda _: None) -> Outcome:
    """The JSON of what the name stands for, and the name without that of the function where it is one of a module, in this process."""
    return outcome_of(request, lambda: _found(request, on_progress))


def _found(request: FindRequest, on_progress: Progress) -> Outcome:
    on_progress("importing", None)
    name, value = chosen(analyze(request.text, request.path), executed(request), request.name)
    return Outcome(True, f"{request.name}: found", "", {"name": name, "program": save_json_placed(value)})
