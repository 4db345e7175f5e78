"""Helpers for tests of graph programs: small layers, codes and functions of the virtual machine."""

from __future__ import annotations

from tilewright.core.testing.relax.ast_printer import dump_ast
from tilewright.core.testing.relax.nn import (
    Linear,
    LogSoftmax,
    Module,
    Parameter,
    Placeholder,
    ReLU,
    Sequential,
    emit,
    emit_te,
    init_params,
)

__all__ = [
    "Linear",
    "LogSoftmax",
    "Module",
    "Parameter",
    "Placeholder",
    "ReLU",
    "Sequential",
    "dump_ast",
    "emit",
    "emit_te",
    "init_params",
]
