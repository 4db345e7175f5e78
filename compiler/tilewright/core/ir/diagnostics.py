"""The renderer that gets a script's errors before `DiagnosticError` is raised; none unless a program sets one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.source import Span

DiagnosticLevel = Severity


@dataclass(frozen=True)
class DiagnosticContext:
    """The errors found in one script."""

    diagnostics: tuple[Diagnostic, ...]


Renderer = Callable[[DiagnosticContext], None]
_chosen: list[Renderer] = []


def override_renderer(render_func: Renderer | None) -> None:
    """Let `render_func` be called with the errors of each script that is refused; None takes that back."""
    _chosen[:] = [] if render_func is None else [render_func]


def announce(diagnostics: tuple[Diagnostic, ...]) -> None:
    """Pass the errors to the renderer, if one is set."""
    for render in _chosen:
        render(DiagnosticContext(diagnostics))


__all__ = ["Diagnostic", "DiagnosticContext", "DiagnosticLevel", "Renderer", "Span", "announce", "override_renderer"]
