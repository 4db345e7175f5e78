# Generated from tilewright.tir.schedule.analysis by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import IndexMap as _IndexMap
from typing_extensions import Self as _Self
from tvm.tir.schedule import BlockRV as BlockRV
from tvm.tir import Schedule as Schedule
from tilewright.core.base.errors import ScheduleError as ScheduleError

class AutoTensorizeMappingInfo(_Any):  # type: ignore[misc, unused-ignore]
    """Maps that make the axes of a block those of a description, and the axes of both."""
    def __init__(self, mappings: _Any, lhs_iters: _Any, rhs_iters: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TensorizeInfo(_Any):  # type: ignore[misc, unused-ignore]
    """The loops of a block by those of a description; `block_iter_paddings` are factors to pad the axes to, where one is needed."""
    def __init__(self, loop_map: _Any, desc_loop_indexer: _Any, block_iter_paddings: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def get_auto_tensorize_mapping_info(sch: _Any, block: _Any, desc_func: _Any) -> AutoTensorizeMappingInfo | _Any:
    """The map that fuses the axes of a block into those of a description: axes that index the same operands belong together."""

def get_tensorize_loop_mapping(sch: _Any, block: _Any, desc_func: _Any, allow_padding: _Any = ...) -> TensorizeInfo | _Any:
    """The innermost loops of a block that fit those of a description, axis by axis from the last; None where they do not."""

def has_block(sch: _Any, block_name: _Any) -> _Any:
    """Whether the function that the schedule works on has exactly one block of that name."""

def is_output_block(sch: _Any, block: _Any) -> _Any:
    """Whether a block writes a buffer that the block around it does not allocate."""

def suggest_index_map(buffer: _Any, indices: _Any, loops: _Any, predicate: _Any) -> _IndexMap | _Any:
    """The arrangement of a buffer in which the loops access it in the order in which they run; None where the indices are not affine."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
