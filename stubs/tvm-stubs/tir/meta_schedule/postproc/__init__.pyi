# Generated from tilewright.meta_schedule.postproc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.postproc import DisallowDynamicLoop as DisallowDynamicLoop
from tvm.meta_schedule import Postproc as Postproc
from tvm.meta_schedule import Postproc as _PyPostproc_

PyPostproc = _PyPostproc_
from tvm.meta_schedule.postproc import RewriteParallelVectorizeUnroll as RewriteParallelVectorizeUnroll
from tvm.meta_schedule.postproc import RewriteReductionBlock as RewriteReductionBlock

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
