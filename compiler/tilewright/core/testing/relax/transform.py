"""Passes for tests of passes."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.testing.relax.dataflow import (
    dataflow_alias_analysis,
    dataflow_inplace_analysis,
    dataflow_liveness_analysis,
    dataflow_single_inplace_call,
)

__all__ = [
    "ApplyEmptyCppMutator",
    "dataflow_alias_analysis",
    "dataflow_inplace_analysis",
    "dataflow_liveness_analysis",
    "dataflow_single_inplace_call",
]


def ApplyEmptyCppMutator() -> Pass:
    """Visit every function with a mutator that changes nothing: what stays is in normal form."""
    return Pass("ApplyEmptyCppMutator", _visited)


def _visited(mod: IRModule) -> IRModule:
    return ModuleMutator(mod).transform()
