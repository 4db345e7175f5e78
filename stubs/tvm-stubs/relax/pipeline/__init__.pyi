# Generated from tilewright.relax.pipeline by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from tilewright.relax.pipeline import PIPELINE_MAP as PIPELINE_MAP
from tvm.relax.pipeline import default as _default_build_pipeline_

default_build_pipeline = _default_build_pipeline_
from tvm.relax import get_default_pipeline as get_default_pipeline
from tvm.relax import get_pipeline as get_pipeline
from tvm.relax import register_pipeline as register_pipeline
from tvm.relax.pipeline import static_shape_tuning as _static_shape_tuning_pipeline_

static_shape_tuning_pipeline = _static_shape_tuning_pipeline_
from tvm.relax.pipeline import zero as _zero_pipeline_

zero_pipeline = _zero_pipeline_

def chosen(pipeline: _Any) -> _Any:
    """A pass by the name of its pipeline, or as it is; None changes nothing."""

def dataflow_lower_passes(target: _Any = ...) -> _Any:
    """The passes that leave dataflow blocks and promises of purity behind, and make results of kernels arguments."""

def default() -> _Pass | _Any:
    """The passes that a module needs to be built: as "zero", and then small kernels that follow one another become one native function, in which values that are
    computed element by element are not stored in between.
    """

def finalize_passes(target: _Any = ...) -> _Any:
    """The passes that plan memory and lower what is left to calls of the virtual machine's functions."""

def legalize_passes(target: _Any = ...) -> _Any:
    """The passes that make ops fused kernels."""

def library_dispatch_passes(target: _Any = ...) -> _Any:
    """The passes for ops that have kernels of their own."""

def static_shape_tuning(total_trials: _Any = ..., target: _Any = ..., work_dir: _Any = ..., **options: _Any) -> _Pass | _Any:
    """Ops of inference as fused kernels; with `total_trials` above 0 these are tuned into the database in `work_dir` and get the schedules of it."""

def vm() -> _Pass | _Any:
    """The result of TVM's default pipeline for a module: ops become TensorIR, each on its own, and the rest calls of the virtual machine's functions."""

def zero() -> _Pass | _Any:
    """Ops become TensorIR, what depends on constants alone is computed, and ops that can run together become one function each."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
