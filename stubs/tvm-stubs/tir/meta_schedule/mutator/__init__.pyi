# Generated from tilewright.meta_schedule.mutator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.mutator import MutateComputeLocation as MutateComputeLocation
from tvm.meta_schedule.mutator import MutateParallel as MutateParallel
from tvm.meta_schedule.mutator import MutateTileSize as MutateTileSize
from tvm.meta_schedule.mutator import MutateUnroll as MutateUnroll
from tvm.meta_schedule import Mutator as Mutator
from tvm.meta_schedule import Mutator as _PyMutator_

PyMutator = _PyMutator_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
