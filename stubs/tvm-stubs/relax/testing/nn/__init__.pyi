# Generated from tilewright.relax.testing.nn by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.testing import Linear as Linear
from tvm.relax.testing import LogSoftmax as LogSoftmax
from tvm.relax.testing import Module as Module
from tvm.relax.testing import Parameter as Parameter
from tvm.relax.testing import Placeholder as Placeholder
from tvm.relax.testing import ReLU as ReLU
from tvm.relax.testing import Sequential as Sequential
from tvm.relax.testing import emit as emit
from tvm.relax.testing import emit_te as emit_te
from tvm.relax.testing import init_params as init_params

def checkpoint(func: _Any, *args: _Any, **kwargs: _Any) -> _Any:
    """The result of `func`, between checkpoints at which values are kept; one expression, or a tuple of them."""

def emit_checkpoint(func: _Any, *args: _Any, **kwargs: _Any) -> _Any:
    """`checkpoint` whose marks are bound in the function that is being built."""

def emit_checkpoint_sequential(functions: _Any, segments_or_checkpoints: _Any, input: _Any, checkpoint_last: _Any = ...) -> _Any:
    """Layers one after the other in so many parts, or divided at these places, each with marks around it; the last only when that is asked for."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
