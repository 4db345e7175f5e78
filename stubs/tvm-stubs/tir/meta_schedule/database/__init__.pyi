# Generated from tilewright.meta_schedule.database by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Database as Database
from tvm.meta_schedule.database import JSONDatabase as JSONDatabase
from tvm.meta_schedule.database import MemoryDatabase as MemoryDatabase
from tvm.meta_schedule.database import OrderedUnionDatabase as OrderedUnionDatabase
from tvm.meta_schedule import Database as _PyDatabase_

PyDatabase = _PyDatabase_
from tvm.meta_schedule.database import ScheduleFnDatabase as ScheduleFnDatabase
from tvm.meta_schedule.database import TuningRecord as TuningRecord
from tvm.meta_schedule.database import UnionDatabase as UnionDatabase
from tvm.meta_schedule.database import Workload as Workload
from tvm.meta_schedule.database import create as create

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
