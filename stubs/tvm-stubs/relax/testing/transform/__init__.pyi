# Generated from tilewright.relax.testing.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from tvm import IRModule as IRModule

def ApplyEmptyCppMutator() -> _Pass | _Any:
    """Visit every function with a mutator that changes nothing: what stays is in normal form."""

def dataflow_alias_analysis(block: _Any, inputs: _Any) -> _Any:
    """The numbers of the memory in which each variable may lie, and of the fields of each tuple."""

def dataflow_inplace_analysis(block: _Any, inputs: _Any, mod: _Any) -> _Any:
    """The bindings whose results can be written over an argument, with which: those that are large enough, and those of its shape."""

def dataflow_liveness_analysis(block: _Any) -> _Any:
    """For each variable the binding that makes it, -1 from outside, and the last that needs it, their number for what is seen outside."""

def dataflow_single_inplace_call(mod: _Any, call: _Any, inplace_indices: _Any) -> _Any:
    """The call as one that writes over an argument, and the module with the function that it calls."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
