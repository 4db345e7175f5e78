# Generated from tilewright.relax.backend.cpu_generic by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.pipeline import dataflow_lower_passes as dataflow_lower_passes
from tvm.relax.pipeline import finalize_passes as finalize_passes
from tvm.relax import get_default_pipeline as get_default_pipeline
from tvm.relax.pipeline import legalize_passes as legalize_passes
from tvm.relax.pipeline import library_dispatch_passes as library_dispatch_passes

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
