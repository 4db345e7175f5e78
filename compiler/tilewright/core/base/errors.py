"""The exceptions that users see."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.diagnostics import Diagnostic, TVMError
from tilewright.core.base.excerpt import excerpt


class InternalError(TVMError):
    """An invariant does not hold: a mistake of ours, or broken IR."""


class ScheduleError(TVMError):
    """A program, or a transformation asked of it, that is not possible; TVM's name for it."""


class OpError(TVMError):
    """An op cannot be used so: base of those that say why."""


class OpNotImplemented(OpError, NotImplementedError):
    """There is no such op."""


class OpAttributeRequired(OpError, AttributeError):
    """An op lacks an attribute that it needs."""


class OpAttributeInvalid(OpError, AttributeError):
    """An attribute of an op has a value that it cannot have."""


class OpAttributeUnImplemented(OpError, NotImplementedError):
    """An attribute of an op has a value that is not supported."""


class DiagnosticError(TVMError):
    """A script that is wrong; `diagnostics` says in what, and the text shows each with its place and the lines around it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n" + "\n".join(excerpt(diagnostic) for diagnostic in self.diagnostics))


def py_str(text: bytes | str) -> str:
    """Bytes that hold a text, as a string."""
    return text if isinstance(text, str) else text.decode("utf-8")


__all__ = [
    "DiagnosticError",
    "InternalError",
    "OpAttributeInvalid",
    "OpAttributeRequired",
    "OpAttributeUnImplemented",
    "OpError",
    "OpNotImplemented",
    "ScheduleError",
    "TVMError",
    "py_str",
]
