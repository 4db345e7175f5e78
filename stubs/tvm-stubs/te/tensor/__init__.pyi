# Generated from tilewright.te.tensor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import Tensor as _Tensor
from typing_extensions import Self as _Self
from tvm.te import ComputeOp as ComputeOp
from tvm.te import ExternOp as ExternOp
from tvm.te import PlaceholderOp as PlaceholderOp
from tvm.te import ScanOp as ScanOp
from tvm.te import Tensor as Tensor
from tvm.te import TensorSlice as TensorSlice

class Operation(_Any):  # type: ignore[misc, unused-ignore]
    """Base of the operations: a name, a tag and attributes, and the tensors that it makes of others."""
    @property
    def num_outputs(self) -> _Any:
        """Number of tensors that it makes."""
    @property
    def input_tensors(self) -> _Any:
        """The tensors that it reads, in order of first use."""
    def output(self, index: _Any) -> _Tensor | _Any:
        """One of the tensors that it makes."""
    def __init__(self, name: _Any, tag: _Any, attrs: _Any, outputs: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
