# Generated from tilewright.meta_schedule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Builder as Builder
from tvm.meta_schedule import CostModel as CostModel
from tvm.meta_schedule import Database as Database
from tvm.meta_schedule import ExtractedTask as ExtractedTask
from tvm.meta_schedule import FeatureExtractor as FeatureExtractor
from tvm.meta_schedule import MeasureCallback as MeasureCallback
from tvm.meta_schedule import MeasureCandidate as MeasureCandidate
from tvm.meta_schedule import Mutator as Mutator
from tvm.meta_schedule import Postproc as Postproc
from tvm.meta_schedule import Profiler as Profiler
from tvm.meta_schedule import Runner as Runner
from tvm.meta_schedule import ScheduleRule as ScheduleRule
from tvm.meta_schedule import SearchStrategy as SearchStrategy
from tvm.meta_schedule import SpaceGenerator as SpaceGenerator
from tvm.meta_schedule import TaskScheduler as TaskScheduler
from tvm.meta_schedule import TuneContext as TuneContext
from tvm.meta_schedule import tune_tasks as tune_tasks
from tvm.meta_schedule import tune_tir as tune_tir
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

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
