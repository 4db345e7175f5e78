# Generated from tilewright.relax.block_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import StructInfo as _StructInfo
from typing_extensions import Self as _Self
from tvm.ir import BaseFunc as BaseFunc
from tvm.relax import Binding as Binding
from tvm.relax import BindingBlock as BindingBlock
from tvm.relax import BlockBuilder as BlockBuilder
from tvm.ir import GlobalVar as GlobalVar
from tvm import IRModule as IRModule
from tvm.relax import Var as Var

class DataflowScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with bb.dataflow():`"""
    def __init__(self, builder: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class FunctionScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with bb.function("main", [x]):`"""
    def __init__(self, builder: _Any, name: _Any, params: _Any, attrs: _Any, pure: _Any, private: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TestingScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with bb.testing_scope([n, m]):` a scope in which symbolic variables are known, to normalise single expressions."""
    def __init__(self, builder: _Any, def_vars: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def call_result(call: _Any) -> _StructInfo | _Any:
    """The struct info that a `call_tir` declares for its result."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
