# Generated from tilewright.meta_schedule.relax_integration by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Database as _Database
from tvm.relax import VMExecutable as _VMExecutable

def compile_relax(database: _Any, mod: _Any, target: _Any, params: _Any, enable_warning: _Any = ...) -> _VMExecutable | _Any:
    """The executable of a module whose kernels have the schedules of a database."""

def extract_tasks(mod: _Any, target: _Any, params: _Any = ..., module_equality: _Any = ...) -> _Any:
    """The kernels of a module, those that are alike once, with the number of their calls as weights.

    Kernels of unknown shapes, and those that call others, are left out.  `params` are constants for parameters, by name.
    """

def extracted_tasks_to_tune_contexts(extracted_tasks: _Any, work_dir: _Any, space: _Any = ..., strategy: _Any = ..., num_threads: _Any = ..., seed: _Any = ...) -> _Any:
    """A context for each task, and the weights."""

def tune_relax(mod: _Any, params: _Any, target: _Any, work_dir: _Any, max_trials_global: _Any, max_trials_per_task: _Any = ..., op_names: _Any = ..., *, num_trials_per_iter: _Any = ..., builder: _Any = ..., runner: _Any = ..., database: _Any = ..., cost_model: _Any = ..., measure_callbacks: _Any = ..., task_scheduler: _Any = ..., space: _Any = ..., strategy: _Any = ..., seed: _Any = ..., module_equality: _Any = ...) -> _Database | _Any:
    """Tune the kernels of a module of Relax, of which `op_names` may choose by parts of their names, and give the database.

    Raises `TVMError` when there is no kernel to tune.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
