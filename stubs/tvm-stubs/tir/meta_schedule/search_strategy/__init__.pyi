# Generated from tilewright.meta_schedule.search_strategy by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.search_strategy import EvolutionarySearch as EvolutionarySearch
from tvm.meta_schedule import MeasureCandidate as MeasureCandidate
from tvm.meta_schedule import SearchStrategy as _PySearchStrategy_

PySearchStrategy = _PySearchStrategy_
from tvm.meta_schedule.search_strategy import ReplayFunc as ReplayFunc
from tvm.meta_schedule.search_strategy import ReplayTrace as ReplayTrace
from tvm.meta_schedule import SearchStrategy as SearchStrategy
from tvm.meta_schedule.search_strategy import create as create

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
