# Generated from tilewright.meta_schedule.postproc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Postproc as _Postproc
from tvm.meta_schedule import Postproc as Postproc
from tvm.meta_schedule import Postproc as _PyPostproc_

PyPostproc = _PyPostproc_

class DisallowDynamicLoop(_Postproc):
    """Refuses loops whose extents are not known."""
    apply: _Any
    """Change the schedule; whether it is worth measuring."""
    __init__: _Any

class RewriteParallelVectorizeUnroll(_Postproc):
    """Makes loops parallel, vectors and unrolled, as the annotations of the root block say, and takes these away."""
    apply: _Any
    """Change the schedule; whether it is worth measuring."""
    __init__: _Any

class RewriteReductionBlock(_Postproc):
    """Initialises reductions before their loops, in blocks of their own; those that the compiler tiles by itself stay as they are."""
    apply: _Any
    """Change the schedule; whether it is worth measuring."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
