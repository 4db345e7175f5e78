# Generated from tilewright.meta_schedule.builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Builder as Builder
from tvm.meta_schedule.builder import BuilderInput as BuilderInput
from tvm.meta_schedule.builder import BuilderResult as BuilderResult
from tvm.meta_schedule.builder import DaskBuilder as DaskBuilder
from tvm.meta_schedule.builder import LocalBuilder as LocalBuilder
from tvm.meta_schedule import Builder as _PyBuilder_

PyBuilder = _PyBuilder_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
