# Generated from tilewright.tirx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from tvm.tirx.layout import Layout as _Layout
from typing_extensions import Self as _Self
from tvm.tir import Add as Add
from tvm.tir import Allocate as Allocate
from tvm.tir import AllocateConst as AllocateConst
from tvm.tir import And as And
from tvm.tir import AttrStmt as AttrStmt
from tvm.tir import BijectiveLayout as BijectiveLayout
from tvm.tir import BinaryOp as BinaryOp
from tvm.tir import Block as Block
from tvm.tir import BlockDependenceInfo as BlockDependenceInfo
from tvm.tir import BlockRealize as BlockRealize
from tvm.tir import BlockScope as BlockScope
from tvm.tir import Broadcast as Broadcast
from tilewright.core.ir.joint import BufferAccessKind as BufferAccessKind
from tvm.tir import BufferLoad as BufferLoad
from tvm.tir import BufferRealize as BufferRealize
from tvm.tir import BufferRegion as BufferRegion
from tvm.tir import BufferStore as BufferStore
from tvm.ir import Call as Call
from tilewright.core.ops.op import CallEffectKind as CallEffectKind
from tvm.tir import Cast as Cast
from tvm.tir import CmpOp as CmpOp
from tvm.te import CommReducer as CommReducer
from tvm.tir import DataProducer as DataProducer
from tilewright.core.schedule.dependence import DepKind as DepKind
from tvm.tir import Dependency as Dependency
from tvm.tir import Div as Div
from tvm.tir import EQ as EQ
from tvm.tir import Evaluate as Evaluate
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
from tvm.tir import LT as LT
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
from tvm.tir import Ramp as Ramp
from tvm.ir import Range as Range
from tvm.te import Reduce as Reduce
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
from tvm.tir import Select as Select
from tvm.tir import Shuffle as Shuffle
from tvm.tir import SizeVar as SizeVar
from tvm.tir import Stmt as Stmt
from tvm.tir import StmtSRef as StmtSRef
from tvm.ir import StringImm as StringImm
from tvm.tir import Sub as Sub
from tvm.tir import TensorIntrin as TensorIntrin
from tvm.tir import BufferLoad as _TensorLoad_

TensorLoad = _TensorLoad_
from tvm.ir import TensorRegion as TensorRegion
from tvm.tir import Trace as Trace
from tvm.tir import Var as Var
from tvm.tir import While as While
from tvm.tir import add as add
from tvm.te import all as all
from tvm.te import any as any
from tvm.tir import bijective_layout as bijective_layout
from tvm.tir import build as build
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
from tvm.te import trace as trace
from tvm.te import truncdiv as truncdiv
from tvm.te import truncmod as truncmod
from . import compilation_pipeline as compilation_pipeline
from . import exec_scope as exec_scope
from . import expr_functor as expr_functor
from . import layout as layout
from . import op as op
from . import operator as operator
from . import script as script
from . import stmt as stmt
from . import stmt_functor as stmt_functor
from . import tile_primitive as tile_primitive
from . import transform as transform
from . import type as type

class AllocBuffer(_Any):  # type: ignore[misc, unused-ignore]
    """Memory for a buffer, which what follows uses."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class AssertStmt(_Any):  # type: ignore[misc, unused-ignore]
    """A check: the call fails with an error of `kind` and the message unless `condition` holds."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Bind(_Any):  # type: ignore[misc, unused-ignore]
    """`var` stands for `value` in what follows."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BitwiseAnd(_Any):  # type: ignore[misc, unused-ignore]
    """`a & b`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BitwiseNot(_Any):  # type: ignore[misc, unused-ignore]
    """`~a`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BitwiseOr(_Any):  # type: ignore[misc, unused-ignore]
    """`a | b`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BitwiseXor(_Any):  # type: ignore[misc, unused-ignore]
    """`a ^ b`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Break(_Any):  # type: ignore[misc, unused-ignore]
    """Leave the innermost loop."""
    op_name: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Buffer(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer of a name and a type; `tvm.tirx.decl_buffer` makes one of its parts."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BufferType(_Any):  # type: ignore[misc, unused-ignore]
    """The facts about a buffer besides its name and its memory; `dtype` is the type of an element."""
    strides: _Any
    elem_offset: _PrimExpr | _Any
    data_alignment: _Any
    offset_factor: _Any
    layout: _Layout | _Any
    allocated_addr: _Any
    def is_missing(self) -> _Any:
        """False: it is known."""
    def __init__(self, dtype: _Any, storage_scope: _Any, shape: _Any, strides: _Any = ..., elem_offset: _Any = ..., data_alignment: _Any = ..., offset_factor: _Any = ..., layout: _Any = ..., allocated_addr: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ComposeLayout(_Any):  # type: ignore[misc, unused-ignore]
    """`ComposeLayout(3, 3, 3, tile_layout)`, or `ComposeLayout(SwizzleLayout(3, 3, 3), tile_layout)`."""
    node: _Any
    def __new__(cls, *args: _Any, **named: _Any) -> _Any: ...

class Continue(_Any):  # type: ignore[misc, unused-ignore]
    """Go on with the next iteration of the innermost loop."""
    op_name: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DeclBuffer(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer over memory that exists, which what follows uses."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExecScope(_Any):  # type: ignore[misc, unused-ignore]
    """A scope of threads by its name: "cluster", "cta", "warpgroup", "warp" or "thread"."""
    @property
    def kind(self) -> _Any:
        """TVM's number of the scope."""
    def __init__(self, name: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class LShift(_Any):  # type: ignore[misc, unused-ignore]
    """`a << b`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class RShift(_Any):  # type: ignore[misc, unused-ignore]
    """`a >> b`"""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Return(_Any):  # type: ignore[misc, unused-ignore]
    """Leave the function with `value`."""
    op_name: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScopeIdDef(_Any):  # type: ignore[misc, unused-ignore]
    """Variables for the number of a `cur` in its `parent`, one for each extent; without extents the size follows from other definitions."""
    preferred_extents: _Any
    def __init__(self, def_ids: _Any, extents: _Any, parent: _Any, cur: _Any, preferred_extents: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScopeIdDefStmt(_Any):  # type: ignore[misc, unused-ignore]
    """The number of a scope of threads, which what follows uses."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SeqStmt(_Any):  # type: ignore[misc, unused-ignore]
    """Statements one after another, of which those that define something hold what follows."""
    node: _Any
    @classmethod
    def holds(cls, stmt: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SwizzleLayout(_Any):  # type: ignore[misc, unused-ignore]
    """The permutation of the places of as many elements as one period has."""
    node: _Any
    @classmethod
    def holds(cls, node: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TilePrimitiveCall(_Any):  # type: ignore[misc, unused-ignore]
    """The threads of `scope` do `op` with `args` together."""
    node: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class LambdaExpr(_Node):
    """A value for each index: `pred` with `vars` standing for the index."""
    pred: _PrimExpr | _Any
    vars: _Any
    def __init__(self, vars: _Any, pred: _Any) -> None: ...

class TileLayout(_Layout):
    """The parts of an index, along which axes copies lie, and where the first element is."""
    @staticmethod
    def from_iters(shard: _Any, replica: _Any = ..., offset: _Any = ...) -> TileLayout | _Any:
        """A layout from its parts; `offset` maps axes to numbers of places, or lists them."""
    def size(self, axis_name: _Any = ...) -> _Any:
        """The number of elements it places, along one axis if that is named; None where a size is no constant."""
    def span(self, axis_name: _Any = ...) -> _PrimExpr | _Any:
        """The number of places that it reaches along an axis, copies and the offset included; without a name along memory."""
    def is_trivial(self) -> _Any:
        """Whether elements lie in memory in row-major order without gaps."""
    def is_trainium(self) -> _Any:
        """Whether it places elements in partitions and free places of Trainium."""
    @staticmethod
    def trainium(annotation: _Any, shape: _Any, is_psum: _Any = ...) -> TileLayout | _Any:
        """The layout on Trainium of a buffer whose dimensions are partitions, "P", or free places, "F"; of sums of products with `is_psum`."""
    def to_psum(self) -> TileLayout | _Any:
        """The layout with free places counted in the banks of the memory of sums."""
    def get_scope(self) -> _Any:
        """The innermost scope of threads whose parts it numbers, and the scope around all of them; None for a layout of memory alone.

        Raises `ValueError` when the scopes of its axes do not follow one another.
        """
    def verify_well_formed(self) -> _Any:
        """Whether the scopes of its threads follow one another; it raises `ValueError` where they do not."""
    apply: _Any
    """The place of an element along each axis: of its number in row-major order, its index in `shape`, or an index for each part."""
    apply_to_shape: _Any
    """The index for each part of the element at an index in `input_shape`."""
    def canonicalize(self) -> TileLayout | _Any:
        """The layout that says the same in the fewest parts; with a target in force that has warps, along the fewest axes of threads."""
    def group(self, shape: _Any) -> _Any:
        """The layout with its parts split at the sizes of `shape`, and where the parts of each dimension begin."""
    def group_many(self, shapes: _Any) -> _Any:
        """The layout with its parts split at the sizes of all shapes, and for each shape where the parts of its dimensions begin."""
    def tile(self, outer: _Any, outer_shape: _Any, inner_shape: _Any) -> TileLayout | _Any:
        """This layout as a tile, repeated as `outer` says: its places along an axis lie as far apart as a tile reaches."""
    def direct_sum(self, left: _Any, left_shape: _Any, right_shape: _Any) -> TileLayout | _Any:
        """This layout beside another one: the places of an element are added."""
    def is_tile_inner(self, tile_layout: _Any, tiled_shape: _Any, inner_shape: _Any) -> TileLayout | _Any:
        """The layout that makes `tile_layout` of this one as its tile, None where there is none."""
    def is_tile_outer(self, tile_layout: _Any, tiled_shape: _Any, outer_shape: _Any) -> _Layout | _Any:
        """The tile of which this layout makes `tile_layout`, None where there is none."""
    def is_direct_sum_right(self, sum_layout: _Any, interleaved_shape: _Any, right_shape: _Any) -> TileLayout | _Any:
        """The layout that makes `sum_layout` together with this one at its right, None where there is none."""
    def is_direct_sum_left(self, sum_layout: _Any, interleaved_shape: _Any, left_shape: _Any) -> TileLayout | _Any:
        """The layout that makes `sum_layout` together with this one at its left, None where there is none."""
    def tile_to(self, to_shape: _Any, current_shape: _Any) -> TileLayout | _Any:
        """This layout repeated in row-major order until it has `to_shape`."""
    def slice(self, shape: _Any, region: _Any) -> TileLayout | _Any:
        """The layout of the part of a buffer of `shape` between two indices of each dimension, None where that is no layout."""
    def storage(self) -> TileLayout | _Any:
        """The part of the layout in the memory of one thread."""
    def unpack(self, num: _Any) -> TileLayout | _Any:
        """The layout of elements of which `num` make one of this layout."""
    def pack(self, num: _Any) -> TileLayout | _Any:
        """The layout of elements that `num` neighbours of this layout make."""
    def broadcast(self, num: _Any, position: _Any = ..., axis_name: _Any = ...) -> TileLayout | _Any:
        """The layout with a part of `num` values more, at all of which the same element is seen."""
    def permute_dims(self, perm: _Any) -> TileLayout | _Any:
        """The layout with its parts in another order."""
    def permute_by_groups(self, seps: _Any, perm: _Any) -> TileLayout | _Any:
        """The layout with groups of its parts in another order; `seps` says where each begins, and where the last ends."""
    offset: _Any
    replica: _Any
    shard: _Any
    def __init__(self, shard: _Any, replica: _Any = ..., offset: _Any = ...) -> None: ...

class BufferRegionType(_Node):
    """The type of parts of buffers."""
    __init__: _Any

class TensorMapType(_Node):
    """The type of descriptors of tensors, with which a GPU copies tiles."""
    __init__: _Any

def buffer_data(buffer: _Any) -> _Any:
    """The pointer to the memory of a buffer.  Raises `TypeError` for anything else."""

def buffer_data_pointer_type(buffer: _Any) -> _Any:
    """The type of the pointer to the memory of a buffer.  Raises `TypeError` for anything else."""

def call_ffi_kernel(*args: _Any, launch_params: _Any, ret_ty: _Any = ...) -> _PrimExpr | _Any:
    """Launch a kernel: its name, its arguments, then a value for each of `launch_params`, the tags of threads and sizes of memory."""

def is_buffer_var(value: _Any) -> _Any:
    """Whether a value is a buffer."""

def tensormap_encode_tiled(*args: _Any, descriptor_dtype: _Any, rank: _Any, interleave: _Any = ..., swizzle: _Any = ..., l2_promotion: _Any = ..., oob_fill: _Any = ..., force_cu_dtype: _Any = ...) -> _PrimExpr | _Any:
    """Write the descriptor of a tensor of `rank` dimensions in global memory.

    The arguments are the pointers to the descriptor and to the data, `rank` sizes, `rank - 1` strides in bytes, `rank` sizes of a box and `rank` steps.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
