# Generated from tilewright.meta_schedule.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.utils import cpu_count as cpu_count
from tvm.meta_schedule.utils import fork_seed as fork_seed
from tvm.meta_schedule.utils import remove_build_dir as remove_build_dir

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
