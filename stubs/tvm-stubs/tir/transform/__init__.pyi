# Generated from tilewright.tir.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.transform.apply import Apply as Apply
from tilewright.transform.apply import Filter as Filter
from tilewright.transform.config import HoistExpressionConfig as HoistExpressionConfig
from tilewright.transform.config import HoistIfThenElseConfig as HoistIfThenElseConfig
from tilewright.transform.config import HoistedConditionals as HoistedConditionals
from tilewright.transform.config import HoistedLetBindings as HoistedLetBindings
from tilewright.transform.config import InjectDoubleBufferConfig as InjectDoubleBufferConfig
from tilewright.transform.config import LoopPartitionConfig as LoopPartitionConfig
from tilewright.transform.decorators import PrimFuncPass as PrimFuncPass
from tilewright.transform.config import ReduceBranchingThroughOvercomputeConfig as ReduceBranchingThroughOvercomputeConfig
from tilewright.transform.config import RemoveNoOpConfig as RemoveNoOpConfig
from tilewright.transform.config import SimplifyConfig as SimplifyConfig
from tilewright.transform.config import UnrollLoopConfig as UnrollLoopConfig
from tilewright.transform.decorators import prim_func_pass as prim_func_pass

def __getattr__(name: _str) -> _Any: ...
