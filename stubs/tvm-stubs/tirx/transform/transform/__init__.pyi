# Generated from tilewright.tirx.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.transform import Apply as Apply
from tvm.tir.transform import DefaultGPUSchedule as DefaultGPUSchedule
from tilewright.tirx.transform import FACTORIES as FACTORIES
from tvm.tir.transform import Filter as Filter
from tvm.tirx.transform import FlattenBuffer as FlattenBuffer
from tvm.tir.transform import HoistExpressionConfig as HoistExpressionConfig
from tvm.tir.transform import HoistIfThenElseConfig as HoistIfThenElseConfig
from tilewright.core.passes.core.config import HoistedConditionals as HoistedConditionals
from tilewright.core.passes.core.config import HoistedLetBindings as HoistedLetBindings
from tvm.tir.transform import InjectDoubleBufferConfig as InjectDoubleBufferConfig
from tvm.tir.transform import LoopPartitionConfig as LoopPartitionConfig
from tilewright.tirx.transform import PASSES as PASSES
from tvm.transform import Pass as Pass
from tvm.transform import PrimFuncPass as PrimFuncPass
from tvm.tir.transform import ReduceBranchingThroughOvercomputeConfig as ReduceBranchingThroughOvercomputeConfig
from tvm.tirx.transform import RemoveNoOp as RemoveNoOp
from tvm.tir.transform import RemoveNoOpConfig as RemoveNoOpConfig
from tvm.tir.transform import SimplifyConfig as SimplifyConfig
from tvm.tir.transform import SimplifyConfig as _StmtSimplifyConfig_

StmtSimplifyConfig = _StmtSimplifyConfig_
from tvm.tir.transform import UnrollLoopConfig as UnrollLoopConfig
from tvm.tir.transform import nearest as nearest
from tvm.transform import prim_func_pass as prim_func_pass

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
