# Generated from tilewright.meta_schedule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from tvm.meta_schedule.database import TuningRecord as _TuningRecord
from tvm.meta_schedule.database import Workload as _Workload
from tvm.tir import PrimFunc as _PrimFunc
from tvm.tir import Schedule as _Schedule
from typing_extensions import Self as _Self
from . import arg_info as arg_info
from . import builder as builder
from . import cost_model as cost_model
from . import database as database
from . import feature_extractor as feature_extractor
from . import measure_callback as measure_callback
from . import mutator as mutator
from . import postproc as postproc
from . import relax_integration as relax_integration
from . import runner as runner
from . import schedule_rule as schedule_rule
from . import search_strategy as search_strategy
from . import space_generator as space_generator
from . import task_scheduler as task_scheduler
from . import testing as testing
from . import tir_integration as tir_integration
from . import tune as tune
from . import utils as utils

class Builder(_Any):  # type: ignore[misc, unused-ignore]
    """Something that builds programs; programs may derive their own."""
    BuilderType: _Any
    build: _Any
    """The result of each, in order; a program that cannot be built has an error in its result."""
    def close(self) -> _Any:
        """End what the builder has started."""
    @staticmethod
    def create(kind: _Any = ..., *, max_workers: _Any = ..., timeout_sec: _Any = ..., initializer: _Any = ...) -> Builder | _Any:
        """A builder "local"; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class CostModel(_Any):  # type: ignore[misc, unused-ignore]
    """A model; programs may derive their own, with `update` and `predict`."""
    CostModelType: _Any
    def load(self, path: _Any) -> _Any:
        """Read what was learned from a file."""
    def save(self, path: _Any) -> _Any:
        """Write what was learned into a file."""
    def update(self, context: _Any, candidates: _Any, results: _Any) -> _Any:
        """Learn from measurements."""
    def predict(self, context: _Any, candidates: _Any) -> _Any:
        """A score of each candidate, larger for those that are probably faster."""
    @staticmethod
    def create(kind: _Any = ..., **options: _Any) -> CostModel | _Any:
        """The model "random", or for "xgb", TVM's word for the default, the learned one; where scikit-learn is missing the random one, with a warning."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Database(_Any):  # type: ignore[misc, unused-ignore]
    """A database; programs may derive their own, with the first five methods."""
    DatabaseType: _Any
    def has_workload(self, mod: _Any) -> _Any:
        """Whether there is such a workload."""
    def commit_workload(self, mod: _Any) -> _Workload | _Any:
        """The workload of the module, which is added unless it is there."""
    def commit_tuning_record(self, record: _Any) -> _Any:
        """Add a record."""
    def get_top_k(self, workload: _Any, top_k: _Any) -> _Any:
        """The fastest records of a workload, the best first, at most `top_k`, for any processor."""
    def get_all_tuning_records(self) -> _Any:
        """All records in the order in which they came."""
    def query_tuning_record(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> _TuningRecord | _Any:
        """The best record of a module for the processor of a target, None where there is none."""
    def query_schedule(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> _Schedule | _Any:
        """The best schedule of a module, None where there is none."""
    def query_ir_module(self, mod: _Any, target: _Any, workload_name: _Any = ...) -> _IRModule | _Any:
        """The module with its best schedule, None where there is none."""
    def query(self, mod: _Any, target: _Any, *, workload_name: _Any = ..., kind: _Any = ...) -> _Any:
        """The best schedule, its record, or the module that it makes; None where there is none."""
    def dump_pruned(self, destination: _Any) -> _Any:
        """Put the best record of each workload into another database."""
    def tuned_function(self, func: _Any, target: _Any) -> _PrimFunc | _Any:
        """The function with its best schedule under its own name, None where none is known."""
    @staticmethod
    def current() -> Database | _Any:
        """The database in force."""
    @staticmethod
    def create(kind: _Any = ..., *args: _Any, **kwargs: _Any) -> Database | _Any:
        """A database "json", "memory", "union" or "ordered_union", or one of a function that schedules; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExtractedTask(_Any):  # type: ignore[misc, unused-ignore]
    """A kernel: its name, its module as called, the modules to tune for it, and its weight, the number of its calls."""
    def __init__(self, task_name: _Any, mod: _Any, target: _Any, dispatched: _Any, weight: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class FeatureExtractor(_Any):  # type: ignore[misc, unused-ignore]
    """An extractor; programs may derive their own, with `extract_from`."""
    FeatureExtractorType: _Any
    def extract_from(self, context: _Any, candidates: _Any) -> _Any:
        """For each candidate an array of float64, of the shape (stores, features)."""
    @staticmethod
    def create(kind: _Any = ..., **options: _Any) -> FeatureExtractor | _Any:
        """The extractor "per-store-feature"; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class MeasureCallback(_Any):  # type: ignore[misc, unused-ignore]
    """A callback; programs may derive their own, with `apply`."""
    CallbackListType: _Any
    apply: _Any
    """Take measurements of a task: here each comes on its own, when it is there."""
    @staticmethod
    def create(kind: _Any = ...) -> _Any:
        """The callbacks "default": records are kept, models learn, artifacts are removed; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class MeasureCandidate(_Any):  # type: ignore[misc, unused-ignore]
    """A schedule to measure, and the arguments of its function."""
    def __init__(self, sch: _Any, args_info: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Mutator(_Any):  # type: ignore[misc, unused-ignore]
    """A mutator; programs may derive their own, with `apply`, and with `random` for their choices."""
    random: _Any
    apply: _Any
    """Another trace, without its postprocessing; None where there is nothing to mutate."""
    def clone(self) -> Mutator | _Any:
        """Another one like this."""
    @staticmethod
    def create(kind: _Any) -> _Any:
        """The mutators for "llvm" with their probabilities; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Postproc(_Any):  # type: ignore[misc, unused-ignore]
    """A postprocessor; programs may derive their own, with `apply`."""
    apply: _Any
    """Change the schedule; whether it is worth measuring."""
    def clone(self) -> Postproc | _Any:
        """Another one like this."""
    @staticmethod
    def create(kind: _Any) -> _Any:
        """The postprocessors for "llvm" in their order; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Profiler(_Any):  # type: ignore[misc, unused-ignore]
    """Seconds by stage, of what runs inside `with Profiler() as profiler`."""
    def get(self) -> _Any:
        """The seconds of each stage, and those of all as "Total"."""
    def table(self) -> _Any:
        """The stages as lines of text, with seconds and parts of the whole."""
    def add(self, name: _Any, seconds: _Any) -> _Any:
        """Count more seconds for a stage."""
    @staticmethod
    def current() -> Profiler | _Any:
        """The profiler in force."""
    @staticmethod
    def timeit(name: _Any) -> _Any:
        """Count what runs inside for a stage of the profiler in force."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Runner(_Any):  # type: ignore[misc, unused-ignore]
    """Something that measures artifacts; programs may derive their own."""
    RunnerType: _Any
    def run(self, runner_inputs: _Any) -> _Any:
        """A future of each, in order; an artifact that cannot be measured has an error in its result."""
    def close(self) -> _Any:
        """End what the runner has started."""
    @staticmethod
    def create(kind: _Any = ..., *, timeout_sec: _Any = ..., evaluator_config: _Any = ..., initializer: _Any = ..., max_workers: _Any = ...) -> Runner | _Any:
        """A runner "local", whatever `max_workers`: measurements at the same time would disturb one another.  Raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScheduleRule(_Any):  # type: ignore[misc, unused-ignore]
    """A rule; programs may derive their own, with `apply`."""
    cores: _Any
    def initialize(self, context: _Any) -> _Any:
        """Tell the rule what it is used for."""
    apply: _Any
    """The schedules to go on with: `[sch]` where the rule has nothing to do."""
    def clone(self) -> ScheduleRule | _Any:
        """Another rule like this one."""
    @staticmethod
    def create(kind: _Any) -> _Any:
        """The rules for "llvm"; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SearchStrategy(_Any):  # type: ignore[misc, unused-ignore]
    """A strategy; programs may derive their own, with `generate_measure_candidates`.

    No trace is handed out twice, also none that the database has records of.  The first candidates are the schedules of the space that sample nothing, such as the default.
    """
    SearchStrategyType: _Any
    database: Database | _Any
    cost_model: CostModel | _Any
    def initialize(self, context: _Any) -> _Any:
        """Tell the strategy what it is used for."""
    def pre_tuning(self, max_trials: _Any, num_trials_per_iter: _Any, design_spaces: _Any, database: _Any = ..., cost_model: _Any = ...) -> _Any:
        """Begin a search of `max_trials` candidates in rounds of `num_trials_per_iter`."""
    def post_tuning(self) -> _Any:
        """End the search."""
    def generate_measure_candidates(self) -> _Any:
        """The next candidates, None when there are no more."""
    def notify_runner_results(self, measure_candidates: _Any, results: _Any) -> _Any:
        """Learn what was measured."""
    def clone(self) -> SearchStrategy | _Any:
        """Another one like this."""
    @staticmethod
    def create(kind: _Any = ..., **options: _Any) -> SearchStrategy | _Any:
        """A strategy "evolutionary", "replay-trace" or "replay-func"; raises `ValueError` for another kind."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SpaceGenerator(_Any):  # type: ignore[misc, unused-ignore]
    """A generator; programs may derive their own, with `generate_design_space`."""
    ScheduleFnType: _Any
    SpaceGeneratorType: _Any
    def initialize(self, context: _Any) -> _Any:
        """Tell the generator what it is used for."""
    def generate_design_space(self, mod: _Any) -> _Any:
        """The schedules to start from; what they sampled may be sampled anew."""
    def clone(self) -> SpaceGenerator | _Any:
        """Another one like this."""
    @staticmethod
    def create(kind: _Any = ..., **options: _Any) -> SpaceGenerator | _Any:
        """The generator "post-order-apply", or that of a function that schedules; raises `ValueError` for another kind."""
    def __init__(self, sch_rules: _Any = ..., postprocs: _Any = ..., mutator_probs: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TaskScheduler(_Any):  # type: ignore[misc, unused-ignore]
    """A scheduler; programs may derive their own, with `next_task_id`."""
    TaskSchedulerType: _Any
    @property
    def remaining_tasks_(self) -> _Any:
        """The tasks that are not terminated."""
    def next_task_id(self) -> _Any:
        """The position of the task for the next round, -1 when all are terminated."""
    def tune(self, tasks: _Any, task_weights: _Any, max_trials_global: _Any, max_trials_per_task: _Any, num_trials_per_iter: _Any, builder: _Any, runner: _Any, measure_callbacks: _Any, database: _Any, cost_model: _Any) -> _Any:
        """Measure until there are `max_trials_global` measurements or no more candidates; those that the database has already count."""
    def terminate_task(self, task_id: _Any) -> _Any:
        """Give a task no more rounds."""
    def touch_task(self, task_id: _Any) -> _Any:
        """Terminate a task that has no measurements left."""
    def print_tuning_statistics(self) -> _Any:
        """Log a line for each task: its best time and its failures."""
    @staticmethod
    def create(kind: _Any = ..., **options: _Any) -> TaskScheduler | _Any:
        """A scheduler "gradient" or "round-robin"; raises `ValueError` for another kind."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TuneContext(_Any):  # type: ignore[misc, unused-ignore]
    """The resources of one task; the space and the search are told which context they are for.

    `num_threads` are the threads that kernels run on; `rand_state` begins what is left to chance, -1 any way.
    """
    def generate_design_space(self) -> _Any:
        """The schedules from which the search starts; raises `ValueError` without a program or a generator."""
    def pre_tuning(self, max_trials: _Any, num_trials_per_iter: _Any = ..., design_spaces: _Any = ..., database: _Any = ..., cost_model: _Any = ...) -> _Any:
        """Begin the search: `max_trials` candidates at most, in rounds of `num_trials_per_iter`."""
    def post_tuning(self) -> _Any:
        """End the search."""
    def generate_measure_candidates(self) -> _Any:
        """The candidates of the next round, None when the search is over."""
    def notify_runner_results(self, measure_candidates: _Any, results: _Any) -> _Any:
        """Tell the search what was measured."""
    def clone(self) -> TuneContext | _Any:
        """Another context like this one, with a space and a search of its own."""
    def __init__(self, mod: _Any = ..., *, target: _Any = ..., space_generator: _Any = ..., search_strategy: _Any = ..., task_name: _Any = ..., rand_state: _Any = ..., num_threads: _Any = ..., logger: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def tune_tasks(*, tasks: _Any, task_weights: _Any, work_dir: _Any, max_trials_global: _Any, max_trials_per_task: _Any = ..., num_trials_per_iter: _Any = ..., builder: _Any = ..., runner: _Any = ..., database: _Any = ..., cost_model: _Any = ..., measure_callbacks: _Any = ..., task_scheduler: _Any = ..., module_equality: _Any = ..., post_optimization: _Any = ...) -> Database | _Any:
    """Tune tasks until the database has `max_trials_global` records of them, at most `max_trials_per_task` each, and give the database.

    Records that it has already count, so that a run that was stopped goes on.  At the end the fastest schedules and the default are measured again, in turn, so that none wins by noise.
    """

def tune_tir(mod: _Any, target: _Any, work_dir: _Any, max_trials_global: _Any, *, max_trials_per_task: _Any = ..., num_trials_per_iter: _Any = ..., builder: _Any = ..., runner: _Any = ..., database: _Any = ..., cost_model: _Any = ..., measure_callbacks: _Any = ..., task_scheduler: _Any = ..., space: _Any = ..., strategy: _Any = ..., num_tuning_cores: _Any = ..., seed: _Any = ..., module_equality: _Any = ..., special_space: _Any = ..., post_optimization: _Any = ...) -> Database | _Any:
    """Tune each TensorIR function of a module, and give the database, by default two files in `work_dir`.

    `max_trials_global` are the measurements of all functions together; those that the database has already count.  `special_space` gives functions a space of their own, None
    for those that are not to be tuned.  Raises `ValueError` for functions whose arguments are not all buffers of known shapes.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
