# Generated from tilewright.meta_schedule.relax_integration by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.relax_integration import compile_relax as compile_relax
from tvm.meta_schedule.relax_integration import extract_tasks as extract_tasks
from tvm.meta_schedule.relax_integration import extracted_tasks_to_tune_contexts as extracted_tasks_to_tune_contexts
from tvm.meta_schedule.relax_integration import tune_relax as tune_relax

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
