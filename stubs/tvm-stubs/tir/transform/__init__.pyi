# Generated from tilewright.tir.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from tilewright.tir.transform import FACTORIES as FACTORIES
from tilewright.core.passes.core.config import HoistedConditionals as HoistedConditionals
from tilewright.core.passes.core.config import HoistedLetBindings as HoistedLetBindings
from tilewright.tir.transform import PASSES as PASSES
from tvm.transform import Pass as Pass
from tvm.transform import PrimFuncPass as PrimFuncPass
from tvm.tir.transform import SimplifyConfig as _StmtSimplifyConfig_

StmtSimplifyConfig = _StmtSimplifyConfig_
from tvm.transform import prim_func_pass as prim_func_pass
from . import transform as transform

class HoistExpressionConfig(_Any):  # type: ignore[misc, unused-ignore]
    """The options of `HoistExpression`: what it moves out of loops."""
    hoisted_conditionals: _Any
    hoisted_let_bindings: _Any
    def __init__(self, hoisted_conditionals: _Any = ..., hoisted_let_bindings: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class HoistIfThenElseConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Whether conditions on block variables are moved too; the spelling of the field is TVM's."""
    support_block_scope_hosting: _Any
    def __init__(self, support_block_scope_hosting: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class InjectDoubleBufferConfig(_Any):  # type: ignore[misc, unused-ignore]
    """The factor by which the loop around a double buffer is split; 1 leaves it whole."""
    split_loop: _Any
    def __init__(self, split_loop: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class LoopPartitionConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Which loops are split where a condition on their variable changes."""
    partition_const_loop: _Any
    no_unroll_loop_with_extent_one: _Any
    unroll_loop_with_partition_hint_no_interval: _Any
    def __init__(self, partition_const_loop: _Any = ..., no_unroll_loop_with_extent_one: _Any = ..., unroll_loop_with_partition_hint_no_interval: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ReduceBranchingThroughOvercomputeConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Whether `ReduceBranchingThroughOvercompute` follows values through buffers."""
    use_dataflow_analysis: _Any
    def __init__(self, use_dataflow_analysis: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class RemoveNoOpConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Whether `RemoveNoOp` follows values through buffers."""
    use_dataflow_analysis: _Any
    max_simplification_steps: _Any
    def __init__(self, use_dataflow_analysis: _Any = ..., max_simplification_steps: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SimplifyConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Options of `Simplify`; each field is one more kind of reasoning."""
    transitively_prove_inequalities: _Any
    propagate_knowns_to_prove_conditional: _Any
    propagate_knowns_to_simplify_expressions: _Any
    convert_boolean_to_and_of_ors: _Any
    apply_constraints_to_boolean_branches: _Any
    def __init__(self, transitively_prove_inequalities: _Any = ..., propagate_knowns_to_prove_conditional: _Any = ..., propagate_knowns_to_simplify_expressions: _Any = ..., convert_boolean_to_and_of_ors: _Any = ..., apply_constraints_to_boolean_branches: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class UnrollLoopConfig(_Any):  # type: ignore[misc, unused-ignore]
    """Options of `UnrollLoop`: the loops without a mark that are unrolled too, and whether unrolled loops are written out or only marked for the backend."""
    auto_max_step: _Any
    auto_max_depth: _Any
    auto_max_extent: _Any
    explicit_unroll: _Any
    unroll_local_access: _Any
    def __init__(self, auto_max_step: _Any = ..., auto_max_depth: _Any = ..., auto_max_extent: _Any = ..., explicit_unroll: _Any = ..., unroll_local_access: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def Apply(ftransform: _Any) -> _Pass | _Any:
    """The pass that applies `ftransform` to each TensorIR function."""

def DefaultGPUSchedule() -> _Pass | _Any:
    """The pass that binds the independent loops of functions which have no schedule yet; functions for a CPU stay as they are.

    The target is the current one, or that of the function.  Raises `ValueError` where there is neither, or where it does not say how many threads a block has.
    """

def Filter(fcond: _Any) -> _Pass | _Any:
    """The pass that keeps the TensorIR functions for which `fcond` holds."""

def nearest(name: _Any, known: _Any) -> _Any:
    """The known name that a person who typed `name` most likely meant, or None when none is close."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
