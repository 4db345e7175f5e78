"""`tilewright check --exact`: what executing a file tells beyond what reading it does."""

from __future__ import annotations

import asyncio

from tilewright.cli.check_files import File
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.project.stored import loaded
from tilewright.project.texts import Unreadable, program
from tilewright.runner.exact import found_in
from tilewright.runner.process import run_in_process
from tilewright.runner.request import ExactRequest


def exactly(file: File, timeout: float) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file and all its diagnostics: those of reading it, and those of executing it."""
    try:
        source = Source(program(file.content), file.name)
    except Unreadable:
        return file.inspected
    request = ExactRequest(source.text, file.name)
    outcome = asyncio.run(run_in_process(request, timeout, lambda _stage, _percentage: None))
    return source, (*loaded(file.stored or "", source), *found_in(outcome, request, source))
