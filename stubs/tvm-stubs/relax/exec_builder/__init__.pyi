# Generated from tilewright.relax.exec_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.relax import ExecBuilder as ExecBuilder
from tilewright.core.vm.bytecode import VMFuncKind as VMFuncKind

class VMFuncScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with ib.function("f", num_inputs=2):`"""
    def __init__(self, builder: _Any, function: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
