# Generated from tilewright.tirx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Add as Add
from tvm.tirx import AllocBuffer as AllocBuffer
from tvm.tir import Allocate as Allocate
from tvm.tir import AllocateConst as AllocateConst
from tvm.tir import And as And
from tvm.tirx import AssertStmt as AssertStmt
from tvm.tir import AttrStmt as AttrStmt
from tvm.tir import BijectiveLayout as BijectiveLayout
from tvm.tir import BinaryOp as BinaryOp
from tvm.tirx import Bind as Bind
from tvm.tirx import BitwiseAnd as BitwiseAnd
from tvm.tirx import BitwiseNot as BitwiseNot
from tvm.tirx import BitwiseOr as BitwiseOr
from tvm.tirx import BitwiseXor as BitwiseXor
from tvm.tir import Block as Block
from tvm.tir import BlockDependenceInfo as BlockDependenceInfo
from tvm.tir import BlockRealize as BlockRealize
from tvm.tir import BlockScope as BlockScope
from tvm.tirx import Break as Break
from tvm.tir import Broadcast as Broadcast
from tvm.tirx import Buffer as Buffer
from tilewright.core.ir.joint import BufferAccessKind as BufferAccessKind
from tvm.tir import BufferLoad as BufferLoad
from tvm.tir import BufferRealize as BufferRealize
from tvm.tir import BufferRegion as BufferRegion
from tvm.tirx import BufferRegionType as BufferRegionType
from tvm.tir import BufferStore as BufferStore
from tvm.tirx import BufferType as BufferType
from tvm.ir import Call as Call
from tilewright.core.ops.op import CallEffectKind as CallEffectKind
from tvm.tir import Cast as Cast
from tvm.tir import CmpOp as CmpOp
from tvm.te import CommReducer as CommReducer
from tvm.tirx import ComposeLayout as ComposeLayout
from tvm.tirx import Continue as Continue
from tvm.tir import DataProducer as DataProducer
from tvm.tirx import DeclBuffer as DeclBuffer
from tilewright.core.schedule.dependence import DepKind as DepKind
from tvm.tir import Dependency as Dependency
from tvm.tir import Div as Div
from tvm.tir import EQ as EQ
from tvm.tir import Evaluate as Evaluate
from tvm.tirx import ExecScope as ExecScope
from tvm.ir import Expr as Expr
from tvm.tir import FloatImm as FloatImm
from tvm.tir import FloorDiv as FloorDiv
from tvm.tir import FloorMod as FloorMod
from tvm.tir import For as For
from tilewright.core.ir.stmt import ForKind as ForKind
from tvm.tir import GE as GE
from tvm.tir import GT as GT
from tvm.ir import GlobalVar as GlobalVar
from tvm.tir import IfThenElse as IfThenElse
from tvm.tir import IndexMap as IndexMap
from tvm.tir import IntImm as IntImm
from tvm.tir import IterVar as IterVar
from tvm.tir import LE as LE
from tvm.tirx import LShift as LShift
from tvm.tir import LT as LT
from tvm.tirx import LambdaExpr as LambdaExpr
from tvm.tir import Layout as Layout
from tvm.tir import Let as Let
from tvm.tirx import Bind as _LetStmt_

LetStmt = _LetStmt_
from tvm.tir import LogicalOp as LogicalOp
from tvm.tir import MatchBufferRegion as MatchBufferRegion
from tvm.tir import Max as Max
from tvm.tir import Min as Min
from tvm.tir import Mod as Mod
from tvm.tir import Mul as Mul
from tvm.tir import NE as NE
from tvm.tir import Not as Not
from tvm.tir import Or as Or
from tvm.ir import PrimExpr as PrimExpr
from tvm.tir import PrimFunc as PrimFunc
from tvm.tir import ProducerLoad as ProducerLoad
from tvm.tir import PyStmtExprMutator as PyStmtExprMutator
from tvm.tir import PyStmtExprVisitor as PyStmtExprVisitor
from tvm.tirx import RShift as RShift
from tvm.tir import Ramp as Ramp
from tvm.ir import Range as Range
from tvm.te import Reduce as Reduce
from tvm.tirx import Return as Return
from tvm.tir import BijectiveLayout as _SBijectiveLayout_

SBijectiveLayout = _SBijectiveLayout_
from tvm.tir import Block as _SBlock_

SBlock = _SBlock_
from tvm.tir import BlockDependenceInfo as _SBlockDependenceInfo_

SBlockDependenceInfo = _SBlockDependenceInfo_
from tvm.tir import BlockRealize as _SBlockRealize_

SBlockRealize = _SBlockRealize_
from tvm.tir import BlockScope as _SBlockScope_

SBlockScope = _SBlockScope_
from tvm.tir import Layout as _SLayout_

SLayout = _SLayout_
from tvm.tir import Schedule as Schedule
from tilewright.core.base.errors import ScheduleError as ScheduleError
from tvm.tir import ScheduleState as ScheduleState
from tvm.tirx import ScopeIdDef as ScopeIdDef
from tvm.tirx import ScopeIdDefStmt as ScopeIdDefStmt
from tvm.tir import Select as Select
from tvm.tirx import SeqStmt as SeqStmt
from tvm.tir import Shuffle as Shuffle
from tvm.tir import SizeVar as SizeVar
from tvm.tir import Stmt as Stmt
from tvm.tir import StmtSRef as StmtSRef
from tvm.ir import StringImm as StringImm
from tvm.tir import Sub as Sub
from tvm.tirx import SwizzleLayout as SwizzleLayout
from tvm.tir import TensorIntrin as TensorIntrin
from tvm.tir import BufferLoad as _TensorLoad_

TensorLoad = _TensorLoad_
from tvm.tirx import TensorMapType as TensorMapType
from tvm.ir import TensorRegion as TensorRegion
from tvm.tirx import TileLayout as TileLayout
from tvm.tirx import TilePrimitiveCall as TilePrimitiveCall
from tvm.tir import Trace as Trace
from tvm.tir import Var as Var
from tvm.tir import While as While
from tvm.tir import add as add
from tvm.te import all as all
from tvm.te import any as any
from tvm.tir import bijective_layout as bijective_layout
from tvm.tirx import buffer_data as buffer_data
from tvm.tirx import buffer_data_pointer_type as buffer_data_pointer_type
from tvm.tir import build as build
from tvm.tirx import call_ffi_kernel as call_ffi_kernel
from tvm.tir import call_tir as call_tir
from tvm.te import comm_reducer as comm_reducer
from tvm.tir import const as const
from tvm.ffi import convert as convert
from tilewright.tirx import cooperative_tensor_fill as cooperative_tensor_fill
from tilewright.tirx import cooperative_tensor_load as cooperative_tensor_load
from tilewright.tirx import cooperative_tensor_multiply_accumulate as cooperative_tensor_multiply_accumulate
from tilewright.tirx import cooperative_tensor_store as cooperative_tensor_store
from tvm.tir import decl_buffer as decl_buffer
from tvm.te import div as div
from tvm.te import floordiv as floordiv
from tvm.te import floormod as floormod
from tvm.tir import get_default_tir_pipeline as get_default_tir_pipeline
from tvm.tir import get_tir_pipeline as get_tir_pipeline
from tvm.tir import get_vscale_expr as get_vscale_expr
from tvm.te import indexdiv as indexdiv
from tvm.te import indexmod as indexmod
from tvm.tirx import is_buffer_var as is_buffer_var
from tvm.te import logaddexp as logaddexp
from tilewright.tirx import max as max
from tilewright.tirx import min as min
from tvm.te import multiply as multiply
from tvm.te import power as power
from tilewright.tirx import print_buffer as print_buffer
from tilewright.tirx import ptr_byte_offset as ptr_byte_offset
from tvm.ir import register_intrin_lowering as register_intrin_lowering
from tvm.tir import renew_defs as renew_defs
from tvm.tir import bijective_layout as _sbijective_layout_

sbijective_layout = _sbijective_layout_
from tilewright.tirx import selector as selector
from tvm.tir import layout as _slayout_

slayout = _slayout_
from tvm.tir import stmt_list as stmt_list
from tvm.tir import stmt_seq as stmt_seq
from tvm.te import subtract as subtract
from tilewright.tirx import sum as sum
from tvm.tirx import tensormap_encode_tiled as tensormap_encode_tiled
from tvm.te import trace as trace
from tvm.te import truncdiv as truncdiv
from tvm.te import truncmod as truncmod

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
