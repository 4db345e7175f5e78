# Generated from tilewright.relax.binding_rewrite by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Binding as Binding
from tvm.relax import DataflowBlock as DataflowBlock
from tvm.relax import DataflowBlockRewrite as DataflowBlockRewrite
from tvm.relax import Function as Function
from tvm.relax import Var as Var

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
