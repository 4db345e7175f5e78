# Generated from tilewright.tir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.ir.function import PrimFunc as _PrimFunc
from tvm import IRModule as _IRModule
from tvm.ir import BaseFunc as _BaseFunc
from tvm.ir import GlobalVar as _GlobalVar
from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from tvm.ir import Range as _Range
from tvm.ir import Span as _Span
from tvm.ir.stmt import Around as _Around
from tvm.tir.schedule import BlockRV as _BlockRV
from tvm.tir.schedule import Instruction as _Instruction
from tvm.tir.schedule import LoopRV as _LoopRV
from tvm.tirx import BufferType as _BufferType
from tvm.tirx.layout import Layout as _Layout
from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from tilewright.core.ops.op import CallEffectKind as CallEffectKind
from tvm.te import CommReducer as CommReducer
from tilewright.core.schedule.dependence import DepKind as DepKind
from tilewright.core.ir.stmt import ForKind as ForKind
from tvm.ir import GlobalVar as GlobalVar
from tvm.ir import PrimExpr as PrimExpr
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
from tilewright.core.base.errors import ScheduleError as ScheduleError
from tvm.te import all as all
from tvm.te import any as any
from tvm.te import comm_reducer as comm_reducer
from tvm.ffi import convert as convert
from tvm.te import div as div
from tvm.te import floordiv as floordiv
from tvm.te import floormod as floormod
from tvm.te import indexdiv as indexdiv
from tvm.te import indexmod as indexmod
from tvm.te import logaddexp as logaddexp
from tilewright.tir import max as max
from tilewright.tir import min as min
from tvm.te import multiply as multiply
from tvm.te import power as power
from tvm.tir import bijective_layout as _sbijective_layout_

sbijective_layout = _sbijective_layout_
from tvm.tir import layout as _slayout_

slayout = _slayout_
from tvm.te import subtract as subtract
from tilewright.tir import sum as sum
from tvm.te import trace as trace
from tvm.te import truncdiv as truncdiv
from tvm.te import truncmod as truncmod
from . import analysis as analysis
from . import block_dependence_info as block_dependence_info
from . import block_scope as block_scope
from . import buffer as buffer
from . import data_layout as data_layout
from . import dlight as dlight
from . import expr as expr
from . import function as function
from . import functor as functor
from . import ir_builder as ir_builder
from . import layouts as layouts
from . import meta_schedule as meta_schedule
from . import op as op
from . import pipeline as pipeline
from . import schedule as schedule
from . import stmt as stmt
from . import stmt_functor as stmt_functor
from . import tensor_intrin as tensor_intrin
from . import transform as transform

class BijectiveLayout(_Any):  # type: ignore[misc, unused-ignore]
    """The way between two layouts of the same axes, for indices and shapes."""
    forward_index: _Any
    """The indices in the target of the element at `indices` of the source."""
    def backward_index(self, indices: _Any) -> _Any:
        """The indices in the source of the element at `indices` of the target."""
    forward_shape: _Any
    """The shape in the target layout of a tensor with that shape in the source layout."""
    def backward_shape(self, shape: _Any) -> _Any:
        """The shape in the source layout of a tensor with that shape in the target layout."""
    def __init__(self, src_layout: _Any, dst_layout: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BlockDependenceInfo(_Any):  # type: ignore[misc, unused-ignore]
    """The dependences between the blocks of a function or module: references to blocks, whose `parent` is the block around them, and the scope of each.

    Raises `TypeError` for anything but a function or a module.
    """
    def get_sref(self, block: _Any) -> StmtSRef | _Any:
        """The reference to a block; None for one that is not in the program."""
    def get_block_scope(self, block_sref: _Any) -> BlockScope | _Any:
        """The dependences between the blocks directly inside a block."""
    def get_sblock_scope(self, block_sref: _Any) -> BlockScope | _Any:
        """The dependences between the blocks directly inside a block."""
    def __init__(self, mod: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DataProducer(_Any):  # type: ignore[misc, unused-ignore]
    """Base of what a `ProducerLoad` reads: the tensors of tensor expressions."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Layout(_Any):  # type: ignore[misc, unused-ignore]
    """A layout; `name` is its word, `len` the number of axes, `layout[i]` the letter of one."""
    @property
    def axes(self) -> _Any:
        """The axes, as far as they go: the inner part of an axis has its size, an axis itself the variable of a size."""
    def index_of(self, axis: _Any) -> _Any:
        """The position of an axis, -1 when the layout has none of that letter."""
    def factor_of(self, axis: _Any) -> _Any:
        """The size of the inner part of an axis, given by either letter; -1 when it has none."""
    def __init__(self, name: _Any, dtype: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TensorIntrin(_Any):  # type: ignore[misc, unused-ignore]
    """`desc` says what a piece of a program computes; `impl` computes the same in the machine's way, with the same parameters."""
    @staticmethod
    def register(name: _Any, desc: _Any, impl: _Any, override: _Any = ...) -> _Any:
        """Make an intrinsic known under a name; raises `ValueError` when the name is taken and `override` is not set."""
    @staticmethod
    def get(name: _Any, allow_missing: _Any = ...) -> TensorIntrin | _Any:
        """The intrinsic of that name; raises `ValueError` when there is none, unless that is allowed."""
    @staticmethod
    def names() -> _Any:
        """The names under which intrinsics are registered."""
    def __init__(self, desc: _Any, impl: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BlockScope(_Any):  # type: ignore[misc, unused-ignore]
    """The dependences between blocks, given in the order of the program."""
    def get_deps_by_src(self, block: _Any) -> _Any:
        """The dependences of which the block is the source."""
    def get_deps_by_dst(self, block: _Any) -> _Any:
        """The dependences of which the block is the destination."""
    def producers(self, block: _Any) -> _Any:
        """The blocks that write what `block` reads or writes."""
    def consumers(self, block: _Any) -> _Any:
        """The blocks that read or write what `block` writes."""
    def __init__(self, children: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Dependency(_Any):  # type: ignore[misc, unused-ignore]
    """`dst` comes after `src` because of a buffer that both use."""
    dst: _Any
    kind: _Any
    src: _Any
    def __init__(self, src: _Any, dst: _Any, kind: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScheduleState(_Any):  # type: ignore[misc, unused-ignore]
    """A module, and a reference to each loop and block of its functions.

    `mod` is another module after each change. `debug_mask` ("all", "none", a number) and `enable_check` are taken for TVM's programs: primitives check what they need in any case.
    """
    def get_sref(self, stmt: _Any) -> StmtSRef | _Any:
        """The reference to a loop or block of the program as it is now; None for any other."""
    def ref(self, stmt: _Any) -> StmtSRef | _Any:
        """The reference to a loop or block that is in the program."""
    def get_block_scope(self, block_sref: _Any) -> BlockScope | _Any:
        """The dependences between the blocks directly inside a block."""
    def get_sblock_scope(self, block_sref: _Any) -> BlockScope | _Any:
        """The dependences between the blocks directly inside a block."""
    def child_blocks(self, ref: _Any) -> _Any:
        """The blocks below a loop or block that are in no other block below it, in the order of the program."""
    def blocks_below(self, ref: _Any) -> _Any:
        """Every block below a loop or block."""
    def function_of(self, ref: _Any) -> _Any:
        """The function that a loop or block is in."""
    def replace(self, src_sref: _Any, tgt_stmt: _Any, block_sref_reuse: _Any = ..., buffers: _Any = ...) -> _Any:
        """Put `tgt_stmt` where the loop or block of `src_sref` is: a `Block` takes over its bindings, any other statement stands for the whole.

        References go on to loops with the same variable and to blocks with the same axes; `block_sref_reuse` maps further blocks to what they become.
        `buffers` of the function become others.
        """
    def __init__(self, mod: _Any, *, debug_mask: _Any = ..., enable_check: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class StmtSRef(_Any):  # type: ignore[misc, unused-ignore]
    """A reference to a loop or block; `parent` is the loop or block around it, None for that of a whole function."""
    @property
    def is_block(self) -> _Any:
        """Whether it is a block that it refers to."""
    @property
    def block(self) -> Block | _Any:
        """The block."""
    @property
    def loop(self) -> For | _Any:
        """The loop."""
    @property
    def binding(self) -> BlockRealize | _Any:
        """The surroundings of the block: its axes with their values, and its predicate."""
    @property
    def node(self) -> Stmt | _Any:
        """The statement as it stands in the program: a loop, or a block with its bindings."""
    @property
    def seq_index(self) -> _Any:
        """The position among the statements of the loop or block around it, -1 where it is the only one."""
    def ancestors(self) -> _Any:
        """The loops and blocks around it, from the innermost."""
    def scope(self) -> StmtSRef | _Any:
        """The block around it."""
    def loops(self) -> _Any:
        """The loops around it up to the next block, from the outermost."""
    def is_inside(self, other: _Any) -> _Any:
        """Whether `other` is around it."""
    @classmethod
    def inline_mark(cls) -> StmtSRef | _Any:
        """The marker for "inlined", in place of a loop to compute at."""
    @classmethod
    def root_mark(cls) -> StmtSRef | _Any:
        """The marker for "at the root", in place of a loop to compute at."""
    parent: _Any
    realize: _Any
    stmt: _Any
    def __init__(self, stmt: _Any, parent: _Any = ..., realize: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Trace(_Any):  # type: ignore[misc, unused-ignore]
    """Instructions in the order they were given; `decisions` says what those that sample chose.

    `dialect` is that of the scheduled program, in whose names the trace is written; None is that of the release in force.
    """
    def get_decision(self, inst: _Any) -> _Any:
        """The decision of a sampling instruction; None for any other."""
    def append(self, inst: _Any, decision: _Any = ...) -> _Any:
        """Add an instruction at the end."""
    def insert(self, position: _Any, inst: _Any, decision: _Any = ...) -> _Any:
        """Add an instruction before that of a position."""
    def pop(self) -> _Instruction | _Any:
        """Take the last instruction away and give it; None when there is none, or it is a sampling one or the beginning of the postprocessing."""
    def with_decision(self, inst: _Any, decision: _Any, remove_postproc: _Any) -> Trace | _Any:
        """The same trace in which an instruction chose otherwise."""
    def simplified(self, remove_postproc: _Any) -> Trace | _Any:
        """The trace without the instructions whose results nothing uses and that change nothing."""
    apply_to_schedule: _Any
    """Run the instructions on a schedule; `decision_provider` may choose otherwise."""
    def as_json(self, remove_postproc: _Any = ...) -> _Any:
        """The trace as lists, numbers and texts: instructions as [kind, inputs, attributes, outputs], then decisions as [instruction, decision]."""
    def as_python(self, remove_postproc: _Any = ...) -> _Any:
        """The calls, a line of Python each."""
    @staticmethod
    def apply_json_to_schedule(json_obj: _Any, sch: _Any) -> _Any:
        """Run what `as_json` gave on a schedule. Raises `ValueError` for what it did not give."""
    def show(self, style: _Any = ..., black_format: _Any = ...) -> _Any:
        """Print the trace, coloured where the terminal or notebook can."""
    def __init__(self, insts: _Any = ..., decisions: _Any = ..., dialect: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Buffer(_Node):
    """A buffer, known by identity.  `data` is the pointer, `elem_offset` counts elements from it to the first one.

    `layout` says in the tile language where elements lie; without one they lie in row-major order.  `allocated_addr` is the place in a memory of a device
    that the program itself gave it: a number or an expression for each dimension of that memory.
    """
    READ: _Any
    WRITE: _Any
    def scope(self) -> _Any:
        """The memory it lies in: "global", "shared", "local", ..."""
    @property
    def ty(self) -> _BufferType | _Any:
        """Its type, as TVM since 0.27 has it: all but its name and its memory."""
    @property
    def ndim(self) -> _Any:
        """Number of dimensions."""
    def access_ptr(self, access_mask: _Any, ptr_type: _Any = ..., content_lanes: _Any = ..., offset: _Any = ..., extent: _Any = ...) -> _PrimExpr | _Any:
        """A pointer for an opaque call; `access_mask` is "r", "w", "rw" or the bits 1 and 2."""
    def ptr_to(self, indices: _Any) -> _PrimExpr | _Any:
        """The pointer to the element at `indices`."""
    def view(self, *shape: _Any, layout: _Any = ...) -> _Any:
        """In the tile language a buffer over the same memory with other sizes, one of which may be -1, or with elements of another type: `A.view("uint8")`."""
    def permute(self, *dims: _Any) -> _Any:
        """In the tile language a buffer over the same memory whose dimensions have another order."""
    def local(self, *shape: _Any, layout: _Any = ...) -> _Any:
        """In the tile language a buffer over what one thread has of this one."""
    def rearrange(self, pattern: _Any, /, **sizes: _Any) -> _Any:
        """In the tile language a buffer over the same memory whose dimensions are split, moved and joined: `A.rearrange("a (b c) -> b a c", c=4)`."""
    @property
    def sub(self) -> _Any:
        """In the tile language parts of this buffer as buffers: `A.sub[i, 0:8]`."""
    def tile(self, *specs: _Any) -> _Any:
        """In the tile language parts of this buffer of which dimensions are split: `A.tile(1, (-1, 4))[:, k]`."""
    def chunk(self, spec: _Any) -> _Any:
        """In the tile language one of equal parts of dimensions: `A.chunk((None, 4))[:, k]` is a region."""
    def vload(self, begin: _Any, dtype: _Any = ..., predicate: _Any = ...) -> _PrimExpr | _Any:
        """Load a vector of type `dtype` (the element type by default) whose first element is at `begin`."""
    def vstore(self, begin: _Any, value: _Any, predicate: _Any = ...) -> _Any:
        """Store vector `value` from `begin` on."""
    def offset_of(self, indices: _Any) -> _Any:
        """The physical index of a logical one: one number for a flat buffer."""
    def get_flattened_buffer(self) -> Buffer | _Any:
        """A view of the same memory with one dimension, or one for each group of axes between the axis separators; the buffer itself when it is one."""
    allocated_addr: _Any
    axis_separators: _Any
    buffer_type: _Any
    data: Var | _Any
    data_alignment: _Any
    dtype: _Any
    elem_offset: _PrimExpr | _Any
    layout: _Layout | _Any
    name: _Any
    offset_factor: _Any
    shape: _Any
    span: _Span | _Any
    strides: _Any
    def __init__(self, data: _Any, dtype: _Any, shape: _Any, strides: _Any, elem_offset: _Any, name: _Any, data_alignment: _Any = ..., offset_factor: _Any = ..., buffer_type: _Any = ..., axis_separators: _Any = ..., span: _Any = ..., layout: _Any = ..., allocated_addr: _Any = ...) -> None: ...

class BufferRegion(_Node):
    """The part of `buffer` inside `region`, one range a dimension."""
    @property
    def source(self) -> Buffer | _Any:
        """The buffer, under the name that TVM since 0.27 has for it."""
    buffer: Buffer | _Any
    region: _Any
    span: _Span | _Any
    def __init__(self, buffer: _Any, region: _Any, span: _Any = ...) -> None: ...

class IndexMap(_Node):
    """`final_indices`, as expressions of the variables `initial_indices`; `inverse_index_map` goes back, where it was given."""
    AXIS_SEPARATOR: _Any
    @staticmethod
    def from_func(mapping_function: _Any, ndim: _Any = ..., inverse_index_map: _Any = ..., *, index_dtype: _Any = ...) -> IndexMap | _Any:
        """The map that `mapping_function` computes from one variable for each index; `ndim` counts those of a `*args` parameter."""
    @staticmethod
    def from_func_with_separators(mapping_function: _Any, ndim: _Any = ..., inverse_index_map: _Any = ..., *, index_dtype: _Any = ...) -> _Any:
        """The map, and the positions at which the function's result has `IndexMap.AXIS_SEPARATOR`."""
    map_indices: _Any
    """The final indices of the element at `indices`, with constants computed, and simplified by an analyzer where one is given."""
    def map_tensor(self, arr_src: _Any) -> _Any:
        """A tensor with the elements of `arr_src` where the map puts them; places that no element has are zero."""
    def map_ndarray(self, arr_src: _Any) -> _Any:
        """A tensor with the elements of `arr_src` where the map puts them; places that no element has are zero."""
    def map_ranges(self, ranges: _Any) -> _Any:
        """The ranges of the final indices while the initial ones run through `ranges`."""
    map_shape: _Any
    """The shape that a buffer of `shape` has in the new layout."""
    inverse: _Any
    """The map back, for a buffer of that shape; raises `ValueError` when the map is no bijection there."""
    non_surjective_inverse: _Any
    """The map back and, over its variables, the condition under which a place of the new layout is padding."""
    is_equivalent_to: _Any
    """Whether both maps are written alike, whatever their variables are called."""
    def with_index_dtype(self, index_dtype: _Any) -> IndexMap | _Any:
        """The same map of indices of another integer type; itself when they have it already."""
    def with_own_variables(self) -> IndexMap | _Any:
        """The same map of variables of its own, so that two places of a program share none."""
    final_indices: _Any
    initial_indices: _Any
    inverse_index_map: IndexMap | _Any
    def __init__(self, initial_indices: _Any, final_indices: _Any, inverse_index_map: _Any = ...) -> None: ...

class IterVar(_Node):
    """An iteration variable with its domain: a block axis, a thread index or a reduction axis."""
    DataPar: _Any
    ThreadIndex: _Any
    CommReduce: _Any
    Ordered: _Any
    Opaque: _Any
    @property
    def dtype(self) -> _Any:
        """The dtype of the variable."""
    dom: _Range | _Any
    iter_type: _Any
    span: _Any
    thread_tag: _Any
    var: Var | _Any
    def equal(self, other: _Any) -> _Any: ...
    astype: _Any
    """`value` converted to a type; the value itself when it has it, a constant when it is one."""
    def __add__(self, other: _Any) -> _Any: ...
    def __radd__(self, other: _Any) -> _Any: ...
    def __sub__(self, other: _Any) -> _Any: ...
    def __rsub__(self, other: _Any) -> _Any: ...
    def __mul__(self, other: _Any) -> _Any: ...
    def __rmul__(self, other: _Any) -> _Any: ...
    def __truediv__(self, other: _Any) -> _Any: ...
    def __rtruediv__(self, other: _Any) -> _Any: ...
    def __floordiv__(self, other: _Any) -> _Any: ...
    def __rfloordiv__(self, other: _Any) -> _Any: ...
    def __mod__(self, other: _Any) -> _Any: ...
    def __rmod__(self, other: _Any) -> _Any: ...
    def __and__(self, other: _Any) -> _Any: ...
    def __rand__(self, other: _Any) -> _Any: ...
    def __or__(self, other: _Any) -> _Any: ...
    def __ror__(self, other: _Any) -> _Any: ...
    def __xor__(self, other: _Any) -> _Any: ...
    def __rxor__(self, other: _Any) -> _Any: ...
    def __lshift__(self, other: _Any) -> _Any: ...
    def __rlshift__(self, other: _Any) -> _Any: ...
    def __rshift__(self, other: _Any) -> _Any: ...
    def __rrshift__(self, other: _Any) -> _Any: ...
    def __neg__(self, span: _Any = ...) -> _Any: ...
    def __invert__(self, span: _Any = ...) -> _Any: ...
    def __lt__(self, other: _Any) -> _Any: ...
    def __le__(self, other: _Any) -> _Any: ...
    def __gt__(self, other: _Any) -> _Any: ...
    def __ge__(self, other: _Any) -> _Any: ...
    def __init__(self, dom: _Any, var: _Any, iter_type: _Any, thread_tag: _Any = ..., span: _Any = ...) -> None: ...

class MatchBufferRegion(_Node):
    """`buffer` is another name, and layout, for the region `source`."""
    buffer: Buffer | _Any
    source: BufferRegion | _Any
    span: _Span | _Any
    def __init__(self, buffer: _Any, source: _Any, span: _Any = ...) -> None: ...

class PyStmtExprMutator(_Any):  # type: ignore[misc, unused-ignore]
    """Rewrites statements and expressions; its methods give what a node becomes, the same object when it does not change."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PyStmtExprVisitor(_Any):  # type: ignore[misc, unused-ignore]
    """Sees every statement and expression; its methods give nothing."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Stmt(_Node):
    """Base of the statements."""
    __init__: _Any

class AttrStmt(Stmt):
    """`body` marked with `attr_key` = `value`, said about `node` (an iteration variable, a pointer, a buffer, a number)."""
    attr_key: _Any
    body: Stmt | _Any
    node: _Any
    span: _Span | _Any
    value: _PrimExpr | _Any
    def __init__(self, node: _Any, attr_key: _Any, value: _Any, body: _Any, span: _Any = ...) -> None: ...

class BinaryOp(_PrimExpr):
    """Base of the operators with two operands of one dtype."""
    @property
    def row(self) -> _Any: ...
    __init__: _Any

class Block(Stmt):
    """A unit of computation over `iter_vars` that reads and writes the regions it declares.

    `init` runs at the first point of the reduction axes; `alloc_buffers` live inside the block; `match_buffers` name parts of others.
    """
    alloc_buffers: _Any
    annotations: _Any
    body: Stmt | _Any
    init: Stmt | _Any
    iter_vars: _Any
    match_buffers: _Any
    name_hint: _Any
    reads: _Any
    span: _Span | _Any
    writes: _Any
    def __init__(self, iter_vars: _Any, reads: _Any, writes: _Any, name_hint: _Any, body: _Any, init: _Any = ..., alloc_buffers: _Any = ..., match_buffers: _Any = ..., annotations: _Any = ..., span: _Any = ...) -> None: ...

class BlockRealize(Stmt):
    """`block` run with its axes bound to `iter_values`, where `predicate` holds."""
    block: Block | _Any
    iter_values: _Any
    predicate: _PrimExpr | _Any
    span: _Span | _Any
    def __init__(self, iter_values: _Any, predicate: _Any, block: _Any, span: _Any = ...) -> None: ...

class Broadcast(_PrimExpr):
    """`value` in each of `lanes` lanes."""
    dtype: _Any
    lanes: _PrimExpr | _Any
    span: _Any
    value: _PrimExpr | _Any
    def __init__(self, value: _Any, lanes: _Any, span: _Any = ...) -> None: ...

class BufferLoad(_PrimExpr):
    """The element (or vector, when the last index is one) of `buffer` at `indices`; lanes whose `predicate` is false are not read."""
    @property
    def source(self) -> Buffer | _Any:
        """The buffer, under the name that TVM since 0.27 has for it."""
    buffer: _Any
    dtype: _Any
    indices: _Any
    predicate: _PrimExpr | _Any
    span: _Any
    def __init__(self, buffer: _Any, indices: _Any, predicate: _Any = ..., span: _Any = ...) -> None: ...

class BufferRealize(Stmt):
    """Inside `body`, `buffer` has storage for `bounds` where `condition` holds."""
    body: Stmt | _Any
    bounds: _Any
    buffer: Buffer | _Any
    condition: _PrimExpr | _Any
    span: _Span | _Any
    def __init__(self, buffer: _Any, bounds: _Any, condition: _Any, body: _Any, span: _Any = ...) -> None: ...

class BufferStore(Stmt):
    """Element (or vector) `indices` of `buffer` becomes `value`; lanes whose `predicate` is false stay as they are."""
    buffer: Buffer | _Any
    indices: _Any
    predicate: _PrimExpr | _Any
    span: _Span | _Any
    value: _PrimExpr | _Any
    def __init__(self, buffer: _Any, value: _Any, indices: _Any, predicate: _Any = ..., span: _Any = ...) -> None: ...

class Call(_PrimExpr):
    """A call of an op of the table or of a function of the module."""
    args: _Any
    dtype: _Any
    op: _Any
    span: _Any
    def __init__(self, dtype: _Any, op: _Any, args: _Any, span: _Any = ...) -> None: ...

class Cast(_PrimExpr):
    """`value` converted to `dtype`: towards zero from float to integer, wrapping between integers."""
    dtype: _Any
    span: _Any
    value: _PrimExpr | _Any
    def __init__(self, dtype: _Any, value: _Any, span: _Any = ...) -> None: ...

class Evaluate(Stmt):
    """`value` computed for its effect."""
    span: _Span | _Any
    value: _PrimExpr | _Any
    def __init__(self, value: _Any, span: _Any = ...) -> None: ...

class FloatImm(_PrimExpr):
    """A floating-point constant; `value` is a Python float whatever the dtype."""
    dtype: _Any
    span: _Any
    value: _Any
    def __init__(self, dtype: _Any, value: _Any, span: _Any = ...) -> None: ...

class For(Stmt):
    """`body` for each `loop_var` from `min` up to `min + extent`; `thread_binding` is set exactly when the kind is THREAD_BINDING.

    The variable goes up by `step`, or by 1 where that is None; passes between LowerLoopStep and the backend see no steps.
    """
    annotations: _Any
    body: Stmt | _Any
    extent: _PrimExpr | _Any
    kind: _Any
    loop_var: Var | _Any
    min: _PrimExpr | _Any
    span: _Span | _Any
    step: _PrimExpr | _Any
    thread_binding: IterVar | _Any
    def __init__(self, loop_var: _Any, min: _Any, extent: _Any, kind: _Any, body: _Any, thread_binding: _Any = ..., annotations: _Any = ..., step: _Any = ..., span: _Any = ...) -> None: ...

class IfThenElse(Stmt):
    """`then_case` when `condition` holds, else `else_case` if there is one."""
    condition: _PrimExpr | _Any
    else_case: Stmt | _Any
    span: _Span | _Any
    then_case: Stmt | _Any
    def __init__(self, condition: _Any, then_case: _Any, else_case: _Any = ..., span: _Any = ...) -> None: ...

class IntImm(_PrimExpr):
    """An integer or bool constant."""
    dtype: _Any
    span: _Any
    value: _Any
    def __init__(self, dtype: _Any, value: _Any, span: _Any = ...) -> None: ...

class Let(_PrimExpr):
    """`body` with `var` standing for `value`."""
    body: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    value: _PrimExpr | _Any
    var: Var | _Any
    def __init__(self, var: _Any, value: _Any, body: _Any, span: _Any = ...) -> None: ...

class Not(_PrimExpr):
    """not a, of a bool"""
    a: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, span: _Any = ...) -> None: ...

class PrimFunc(_PrimFunc, _BaseFunc):
    """A function over buffers and scalars.

    `plain`: it was said to be without blocks, as in tirx a function is under `@T.prim_func` without `s_tir=True`; None where nothing was said.
    Only the printer asks for it, and for `dialect`.
    `scheduled`: somebody has said how its loops run, so that the compiler makes none parallel by itself; None where nothing was said.
    """
    def with_body(self, new_body: _Any, span: _Any = ...) -> PrimFunc | _Any:
        """A copy with another body."""
    def specialize(self, param_map: _Any) -> PrimFunc | _Any:
        """A copy in which some parameters have become constants or buffers of known shape; the function itself where none has."""
    def __call__(self, *args: _Any, **named: _Any) -> _Any:
        """A program is built before it is called; raises `TypeError`."""
    @property
    def name(self) -> _Any:
        """The linked name, "main" when it has none."""
    @property
    def struct_info(self) -> _Any:
        """The function's struct info: buffers are tensors."""
    @property
    def ty(self) -> _Any:
        """Its struct info, as TVM since 0.27 calls the type of an expression."""
    attrs: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    body: Stmt | _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    buffer_map: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    dialect: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    params: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    plain: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    ret_type: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    scheduled: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    span: _Span | _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    def __init__(self, params: _Any, body: _Any, ret_type: _Any = ..., buffer_map: _Any = ..., attrs: _Any = ..., span: _Any = ..., *, plain: _Any = ..., scheduled: _Any = ..., dialect: _Any = ...) -> None: ...

class ProducerLoad(_PrimExpr):
    """The element of a tensor expression's tensor at `indices`."""
    dtype: _Any
    indices: _Any
    producer: _Any
    span: _Any
    def __init__(self, producer: _Any, indices: _Any, span: _Any = ...) -> None: ...

class Ramp(_PrimExpr):
    """The vector base, base + stride, ..., base + (lanes - 1) * stride."""
    base: _PrimExpr | _Any
    dtype: _Any
    lanes: _PrimExpr | _Any
    span: _Any
    stride: _PrimExpr | _Any
    def __init__(self, base: _Any, stride: _Any, lanes: _Any, span: _Any = ...) -> None: ...

class Select(_PrimExpr):
    """`true_value` where `condition` holds, else `false_value`; both may be evaluated, `T.if_then_else` evaluates only the one that is chosen."""
    condition: _PrimExpr | _Any
    dtype: _Any
    false_value: _PrimExpr | _Any
    span: _Any
    true_value: _PrimExpr | _Any
    def __init__(self, condition: _Any, true_value: _Any, false_value: _Any, span: _Any = ...) -> None: ...

class SeqStmt(Stmt):
    """Statements one after another; never empty, and those of another `SeqStmt` among them stand for themselves."""
    seq: _Any
    span: _Span | _Any
    def __init__(self, seq: _Any, span: _Any = ...) -> None: ...

class Shuffle(_PrimExpr):
    """The lanes of the concatenated `vectors` picked by constant `indices`."""
    dtype: _Any
    indices: _Any
    span: _Any
    vectors: _Any
    def __init__(self, vectors: _Any, indices: _Any, span: _Any = ...) -> None: ...

class StringImm(_PrimExpr):
    """A string constant, for names and messages."""
    dtype: _Any
    span: _Any
    value: _Any
    def __init__(self, value: _Any, span: _Any = ...) -> None: ...

class Var(_PrimExpr):
    """A variable, known by identity; `name` is only what it is printed as.  `dtype` may be given as text or as a `Type`."""
    @property
    def name_hint(self) -> _Any:
        """The name under which TVM's classic API knows `name`."""
    def replace(self, **changes: _Any) -> _Any:
        """A new variable of the same type unless changed."""
    def copy_with_suffix(self, suffix: _Any) -> Var | _Any:
        """A new variable of the same type whose name has `suffix` added."""
    dtype: _Any
    name: _Any
    span: _Any
    type_annotation: _Any
    def __init__(self, name: _Any, dtype: _Any = ..., span: _Any = ..., *, ty: _Any = ...) -> None: ...

class While(Stmt):
    """`body` again and again as long as `condition` holds before it."""
    body: Stmt | _Any
    condition: _PrimExpr | _Any
    span: _Span | _Any
    def __init__(self, condition: _Any, body: _Any, span: _Any = ...) -> None: ...

class Add(BinaryOp):
    """a + b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Allocate(_Around):
    """Memory for `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`."""
    @property
    def buffer(self) -> Buffer | _Any:
        """The buffer that the memory is for: that which is declared at once, since TVM since 0.25 has both in one statement, or one made of the sizes."""
    @property
    def declared(self) -> DeclBuffer | _Any:
        """The declaration of a buffer in this memory that follows at once."""
    annotations: _Any
    body: Stmt | _Any
    buffer_var: Var | _Any
    condition: _PrimExpr | _Any
    dtype: _Any
    extents: _Any
    span: _Span | _Any
    def __init__(self, buffer_var: _Any, dtype: _Any, extents: _Any, condition: _Any, body: _Any, annotations: _Any = ..., span: _Any = ...) -> None: ...

class AllocateConst(_Around):
    """Constant data of `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`.

    `data_or_idx` is a numpy array, or the number of an entry of the module's "constants" attribute.
    """
    @property
    def data(self) -> _Any:
        """The elements; None where an entry of the module's constants is named."""
    annotations: _Any
    body: Stmt | _Any
    buffer_var: Var | _Any
    data_or_idx: _Any
    dtype: _Any
    extents: _Any
    span: _Span | _Any
    def __init__(self, buffer_var: _Any, dtype: _Any, extents: _Any, data_or_idx: _Any, body: _Any, annotations: _Any = ..., span: _Any = ...) -> None: ...

class AssertStmt(_Around):
    """`body`, run only when `condition` holds; otherwise the call fails with `message`."""
    @property
    def error_kind(self) -> StringImm | _Any:
        """The kind of error, with which the message may begin: `ValueError: ...`."""
    @property
    def kind(self) -> StringImm | _Any:
        """The kind of error, under the name that TVM since 0.27 has for it."""
    @property
    def message_parts(self) -> _Any:
        """The message without its kind of error."""
    body: Stmt | _Any
    condition: _PrimExpr | _Any
    message: _PrimExpr | _Any
    span: _Span | _Any
    def __init__(self, condition: _Any, message: _Any, body: _Any, span: _Any = ...) -> None: ...

class CmpOp(BinaryOp):
    """Base of the comparisons: bool, one lane for each lane of the operands."""
    __init__: _Any

class DeclBuffer(_Around):
    """`buffer` is a view, valid inside `body`, of memory that exists."""
    body: Stmt | _Any
    buffer: Buffer | _Any
    span: _Span | _Any
    def __init__(self, buffer: _Any, body: _Any, span: _Any = ...) -> None: ...

class Div(BinaryOp):
    """a / b for floats; for integers the quotient rounded towards zero"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class FloorDiv(BinaryOp):
    """a // b, rounded towards negative infinity"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class FloorMod(BinaryOp):
    """a % b, remainder of `FloorDiv`: it has the sign of `b`"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class LetStmt(_Around):
    """`body` with `var` standing for `value`."""
    body: Stmt | _Any
    span: _Span | _Any
    value: _PrimExpr | _Any
    var: Var | _Any
    def __init__(self, var: _Any, value: _Any, body: _Any, span: _Any = ...) -> None: ...

class LogicalOp(BinaryOp):
    """Base of `And` and `Or`, whose operands are bool."""
    __init__: _Any

class Max(BinaryOp):
    """The larger of a and b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Min(BinaryOp):
    """The smaller of a and b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Mod(BinaryOp):
    """Remainder of `Div`: it has the sign of `a`"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Mul(BinaryOp):
    """a * b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class SizeVar(Var):
    """A variable that is never negative: the extent of a symbolic dimension."""
    def __init__(self, name: _Any, dtype: _Any = ..., span: _Any = ..., *, ty: _Any = ...) -> None: ...

class Sub(BinaryOp):
    """a - b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class And(LogicalOp):
    """a and b, both bool"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class EQ(CmpOp):
    """a == b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class GE(CmpOp):
    """a >= b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class GT(CmpOp):
    """a > b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class LE(CmpOp):
    """a <= b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class LT(CmpOp):
    """a < b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class NE(CmpOp):
    """a != b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Or(LogicalOp):
    """a or b, both bool"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    def __init__(self, a: _Any, b: _Any, span: _Any = ...) -> None: ...

class Schedule(_Any):  # type: ignore[misc, unused-ignore]
    """A program to rewrite, `mod` as it is now; the methods are TVM's schedule primitives.

    Blocks and loops are random variables (`BlockRV`, `LoopRV`), which follow what they name through later steps; blocks may be given by name. `seed` begins the choices of `sample_*`.
    A step that is not possible raises `ScheduleError`, whose text shows the program ("detail"), one sentence ("fast") or nothing ("none"), and changes nothing.
    """
    @property
    def mod(self) -> _IRModule | _Any:
        """The program as it is now."""
    def get_block(self, name: _Any, func_name: _Any = ...) -> _BlockRV | _Any:
        """Look for the block of that name.

        - `name`: the name.
        - `func_name`: the function to look in; without it the one that is worked on.

        Returns the block. Refuses a name that no block or several blocks have; raises `ValueError` when there are several functions and none was given.
        """
    def block_of(self, block: _Any) -> _BlockRV | _Any:
        """A block given as a random variable, or by name."""
    def traced(self, parameter: _Any, value: _Any) -> _Any:
        """The value, which the trace has as that of a parameter of the method that runs, instead of what was given."""
    def run_instruction(self, kind: _Any, given: _Any, call: _Any) -> _Any:
        """Run a method and write it into the trace, before what it calls itself."""
    def get_sblock(self, name: _Any, func_name: _Any = ...) -> _BlockRV | _Any:
        """Look for the block of that name.

        - `name`: the name.
        - `func_name`: the function to look in; without it the one that is worked on.

        Returns the block. Refuses a name that no block or several blocks have; raises `ValueError` when there are several functions and none was given.
        """
    def get_loops(self, block: _Any) -> _Any:
        """Give the loops around a block, up to the next block around it.

        - `block`: the block, or its name.

        Returns the loops, from the outermost.
        """
    def get_child_blocks(self, block_or_loop: _Any) -> _Any:
        """Give the blocks directly inside of a block or loop: those that no other block lies around in it.

        - `block_or_loop`: the block or loop.

        Returns the blocks in the order of the program.
        """
    def get_producers(self, block: _Any) -> _Any:
        """Give the blocks whose results a block reads, those of the same scope.

        - `block`: the block, or its name.

        Returns the blocks.
        """
    def get_consumers(self, block: _Any) -> _Any:
        """Give the blocks that read the results of a block, those of the same scope.

        - `block`: the block, or its name.

        Returns the blocks.
        """
    def get_output_blocks(self, scope_block: _Any) -> _Any:
        """Give the blocks inside of a block that write buffers which it does not allocate: what they write leaves it.

        - `scope_block`: the block around them, such as `"root"`.

        Returns the blocks.
        """
    def annotate(self, block_or_loop: _Any, ann_key: _Any, ann_val: _Any) -> _Any:
        """Give a block or loop an annotation, which passes and tools read.

        - `block_or_loop`: the block or loop.
        - `ann_key`: its name.
        - `ann_val`: a number, a text, an expression, or a list or mapping of them.

        Refuses a name that is there already.
        """
    def unannotate(self, block_or_loop: _Any, ann_key: _Any) -> _Any:
        """Take an annotation from a block or loop.

        - `block_or_loop`: the block or loop.
        - `ann_key`: its name.

        Refuses a name that is not there.
        """
    def annotate_buffer_access(self, block: _Any, buffer_index: _Any, buf_type: _Any, gen_new_ranges: _Any) -> _Any:
        """Declare which part of a buffer a block reads or writes, from its axes.

            before: T.reads(A[0:32])
            after:  T.reads(A[i * 2 - 3:i * 2 + 3])         # lambda i: [(i * 2 - 3, i * 2 + 3)]

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions, from 0.
        - `buf_type`: `"read"` or `"write"`.
        - `gen_new_ranges`: a function from the axes to an index, or a pair of begin and end, for each dimension.
        """
    def enter_postproc(self) -> _Any:
        """Mark in the trace that the steps from here on only finish what was decided."""
    transform_layout: _Any
    """Store the elements of a buffer in another order: at the place that `index_map` says. Every access in the function is changed with it.

        before: B: 16 x 16, B[i, j]
        after:  B: 4 x 16 x 4, B[i // 4, j, i % 4]      # lambda i, j: (i // 4, j, i % 4)

    - `block`: the block, or its name.
    - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.
    - `index_map`: a function from the old indices of an element to the new ones, such as `lambda i, j: (j, i)`, or an `IndexMap`.
    - `pad_value`: what places hold that no element has: a number, or a function of the new indices; without it such a map is refused.
    - `assume_injective_transform`: do not ask whether the map puts two elements in one place.

    Refuses a map that has no inverse, and a `pad_value` of another type.
    """
    def reindex(self, block: _Any, buffer: _Any) -> _BlockRV | _Any:
        """Copy a buffer so that a block reads or writes it by its own axes: the copy has a dimension for each axis that the element depends on.

            before: B[i, j] = A[j, i]
            after:  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]    # reindex("B", ("read", 0))

        - `block`: the block, or its name.
        - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.

        Returns the block that copies. Refuses a block that reads and writes the buffer, accesses at different indices, and loops that hold other blocks too.
        """
    def reindex_cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> _BlockRV | _Any:
        """Copy what a block reads into other memory, each element to where `index_map` says.

            before: B[i, j] = A[i, j]
            after:  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]      # lambda i, j: (j, i)

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `index_map`: a function from the axes of the block to the indices in the copy, such as `lambda i, j: (j, i)`, or an `IndexMap`.

        Returns the block that copies. Refuses a block that reads more than one element in an iteration.
        """
    def reindex_cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> _BlockRV | _Any:
        """Let a block write into other memory, each element to where `index_map` says, and copy from there in a block of its own.

            before: B[i, j] = A[i, j]
            after:  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]      # lambda i, j: (j, i)

        - `block`: the block, or its name.
        - `write_buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `index_map`: a function from the axes of the block to the indices in the other memory, such as `lambda i, j: (j, i)`, or an `IndexMap`.

        Returns the block that copies. Refuses a block that writes more than one element in an iteration.
        """
    transform_block_layout: _Any
    """Let a block run over other axes, which `index_map` makes of its own.

        before: for i, j in 8 x 8: block B(i, j)
        after:  for ax0 in 64: block B(ax0)             # lambda i, j: i * 8 + j

    - `block`: the block, or its name. Its axes are bound to the loops around it.
    - `index_map`: a function from the axes to the new ones, such as `lambda i, j: (j, i)`, or an `IndexMap`.

    Refuses a map that is not one to one, and a new axis made of spatial and reduction axes.
    """
    def set_axis_separator(self, block: _Any, buffer: _Any, axis_separators: _Any) -> _Any:
        """Group the dimensions of a buffer into those of physical memory.

            before: B: T.Buffer((4, 8, 2))
            after:  B: T.Buffer((4, 8, 2), axis_separators=[1])

        - `block`: the block, or its name.
        - `buffer`: `("read", 0)`, the first region that the block reads, `("write", 0)`; or the buffer or its name.
        - `axis_separators`: the positions at which a new physical dimension begins; None for one dimension.
        """
    def cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> _BlockRV | _Any:
        """Copy what a block reads into other memory, in a block of its own before it; the block then reads the copy.

            before: C[i] = A[i] + 1
            after:  A_local[i] = A[i]; C[i] = A_local[i] + 1    # cache_read("C", 0, "local")

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `consumer_blocks`: the blocks that use the copy; without it all that come after.

        Returns the block that copies, which other primitives can move. Refuses a buffer that several blocks write, and a scope that does not exist.
        """
    def cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> _BlockRV | _Any:
        """Let a block write into other memory, and copy from there in a block of its own after it.

            before: C[i] = A[i] + 1
            after:  C_local[i] = A[i] + 1; C[i] = C_local[i]    # cache_write("C", 0, "local")

        - `block`: the block, or its name.
        - `write_buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.
        - `consumer_blocks`: the blocks that read the other memory instead of what is copied from there.

        Returns the block that copies. Refuses a buffer that several blocks write, and a scope that does not exist.
        """
    def cache_inplace(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Let a block change a copy, in other memory, of a buffer that it reads and writes.

            before: block: f(A)
            after:  A_local = A; block: f(A_local); A = A_local    # cache_inplace(block, 0, "local")

        - `block`: the block, or its name.
        - `read_buffer_index`: which of the regions that the block reads, from 0; or the buffer or its name.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies there and the one that copies back. Refuses a buffer that the block does not both read and write.
        """
    def read_at(self, loop: _Any, block: _Any, read_buffer_index: _Any, storage_scope: _Any) -> _BlockRV | _Any:
        """Copy, in one piece below a loop, what a block reads into other memory; the block then reads the copy.

        - `loop`: the loop.
        - `block`: the block below it that reads.
        - `read_buffer_index`: which of the regions that the block reads, from 0.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies. Refuses a buffer that is written below the loop.
        """
    def write_at(self, loop: _Any, block: _Any, write_buffer_index: _Any, storage_scope: _Any) -> _BlockRV | _Any:
        """Let a block write into other memory below a loop, and copy from there in one piece after it.

        - `loop`: the loop.
        - `block`: the block below it that writes.
        - `write_buffer_index`: which of the regions that the block writes, from 0.
        - `storage_scope`: the memory of the copy: `"global"`, `"local"`, `"shared"` and so on.

        Returns the block that copies. Refuses a buffer that is read below the loop.
        """
    def cache_index(self, block: _Any, storage_scope: _Any, cse_thresh: _Any = ...) -> _Any:
        """Compute the indices at which a block reads before it, in blocks of their own, and let it read them.

            before: B[i, j] = A[max(min(i // 2, 39), 0), j]
            after:  index_var_0[i] = max(min(i // 2, 39), 0); B[i, j] = A[index_var_0[i], j]

        - `block`: the block, or its name.
        - `storage_scope`: the memory of the indices.
        - `cse_thresh`: how often an index must occur at least.

        Returns the blocks that compute indices.
        """
    def rolling_buffer(self, block: _Any, write_buffer_index: _Any) -> _Any:
        """Keep of what a block writes only what later iterations of a loop still need, in memory that is used in turn, and compute nothing twice.

        - `block`: the block, or its name. `compute_at` has put it into the loop of those that read it.
        - `write_buffer_index`: which of the regions that the block writes, from 0.

        Refuses a buffer that its scope does not allocate, and one over which no loop moves by less than an iteration needs.
        """
    def storage_align(self, block: _Any, buffer_index: _Any, axis: _Any, factor: _Any, offset: _Any) -> _Any:
        """Let the stride of a dimension of a buffer be a multiple of `factor`, plus `offset`, so that threads do not meet in one bank of memory.

        - `block`: the block, or its name. It writes the buffer.
        - `buffer_index`: which of the regions that the block writes, from 0.
        - `axis`: the dimension; negative numbers count from the end.
        - `factor`, `offset`: numbers of elements.
        """
    def set_scope(self, block: _Any, buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Put a buffer that a block writes into other memory.

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions that the block writes, from 0; or the buffer or its name.
        - `storage_scope`: the memory: `"global"`, `"local"`, `"shared"` and so on.

        Refuses a parameter of the function, and a scope that does not exist.
        """
    def unsafe_set_dtype(self, block: _Any, buffer_index: _Any, dtype: _Any) -> _Any:
        """Store a buffer that a block writes in another data type; the results change as far as that type cannot hold them.

        - `block`: the block, or its name.
        - `buffer_index`: which of the regions that the block writes, from 0.
        - `dtype`: the data type, such as `"float16"`.

        Refuses a parameter of the function.
        """
    def unsafe_hide_buffer_access(self, block: _Any, buf_type: _Any, buf_index_array: _Any) -> _Any:
        """Take regions out of what a block declares to read or write, though it goes on doing so; steps that follow then know nothing of them.

        - `block`: the block, or its name.
        - `buf_type`: `"read"` or `"write"`.
        - `buf_index_array`: the positions of the regions, from 0.
        """
    def blockize(self, target: _Any, preserve_unit_iters: _Any = ...) -> _BlockRV | _Any:
        """Make one block of what is below a loop, or of blocks that follow each other; it has axes of its own for the loops outside.

            before: for i, j: block B: B[i, j] = ...
            after:  for i: block B_o(i): for j: block B(j): B[i, j] = ...    # blockize(j)

        - `target`: a loop with one block below it, or a list of blocks.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new block. Refuses a loop with several blocks below it, and axes that are not a part outside and a part inside, as after `split`.
        """
    def tensorize(self, block_or_loop: _Any, tensor_intrin: _Any, preserve_unit_iters: _Any = ...) -> _Any:
        """Replace a block, or what is below a loop, by a tensor intrinsic that computes the same.

            before: for k in 4: C[i] += A[i, k] * B[k]
            after:  block C_o: the implementation, on C[i], A[i, 0:4] and B[0:4]

        - `block_or_loop`: the block, or the loop.
        - `tensor_intrin`: the intrinsic, or the name under which it is registered.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Refuses what differs from the intrinsic's description: the message says where.
        """
    def compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Move a block into a loop whose body reads what it computes: each iteration computes first the part that it reads.

            before: for i: B[i] = ...; for j: C[j] = B[j]
            after:  for j: B[j] = ...; C[j] = B[j]          # compute_at("B", j)

        - `block`: the block, or its name. It is the producer.
        - `loop`: the loop to move it into, around all blocks that read what it writes; the marker of `sample_compute_location` for "inlined" is taken as well.
        - `preserve_unit_loops`: whether loops of extent 1 are made too.
        - `index`: the place among the statements of the loop's body; -1 is the last that is possible, -2 the first.

        Refuses an output block, a block that a block outside of the loop reads too, and a block that is neither complete nor a reduction with its initialization.
        """
    def reverse_compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Move a block into the loop that computes what it reads: each iteration goes on with the part that it has just computed.

            before: for i: B[i] = ...; for j: C[j] = B[j]
            after:  for i: B[i] = ...; C[i] = B[i]          # reverse_compute_at("C", i)

        - `block`: the block, or its name. It is the consumer.
        - `loop`: the loop to move it into, around all blocks that write what it reads.
        - `preserve_unit_loops`: whether loops of extent 1 are made too.
        - `index`: the place among the statements of the loop's body; -1 is the last that is possible, -2 the first.

        Refuses a block of which a producer is outside of the loop, and one that would read more than an iteration has computed.
        """
    def compute_inline(self, block: _Any) -> _Any:
        """Put what a block computes where it is read; the block and its buffer go.

            before: B[i] = A[i] + 1; C[i] = B[i] * 2
            after:  C[i] = (A[i] + 1) * 2                   # compute_inline("B")

        - `block`: the block, or its name. It writes one element of one buffer in each iteration, at indices that are distinct axes.

        Refuses an output block, a reduction, a block that reads what it writes, and a buffer that several blocks write.
        """
    def reverse_compute_inline(self, block: _Any) -> _Any:
        """Put what a block makes of its producer's result into the producer; the block and the buffer between them go.

            before: B[i] = A[i] + 1; C[i] = B[i] * 2
            after:  C[i] = (A[i] + 1) * 2                   # reverse_compute_inline("C")

        - `block`: the block, or its name. It reads what one producer writes, and nothing else reads that.

        Refuses a block with several producers, a producer that has other consumers, and a block that its place of reading does not tell the axes of.
        """
    def fuse_reduction_epilogue(self, reduction_block: _Any, epilogue_block: _Any) -> _Any:
        """Let a sum start from the term that a second block adds to its result, and keep the bounds that this block puts around it; the second block goes.

            before: D[i] = 0; D[i] += x[k]; E[i] = D[i] + b[i]
            after:  E[i] = b[i]; E[i] += x[k]               # fuse_reduction_epilogue("D", "E")

        - `reduction_block`: the block that sums.
        - `epilogue_block`: the block that adds to the sum.

        A warning says where bounds change results, as TVM's documentation does. Refuses a reduction that is no sum, and an epilogue of another form.
        """
    def decompose_reduction(self, block: _Any, loop: _Any) -> _BlockRV | _Any:
        """Put the initialization of a reduction (`T.init`) into a block of its own before a loop; the block itself only updates.

            before: for i: for k: block C: init C[i] = 0; C[i] += ...
            after:  for i: block C_init: C[i] = 0; for k: block C_update: C[i] += ...    # decompose_reduction("C", k)

        - `block`: the block, or its name.
        - `loop`: the loop before which the initialization stands: one around the block, and outside of every loop over a reduction axis, or the first of these.

        Returns the block of the initialization.
        """
    def pad_einsum(self, block: _Any, padding: _Any) -> _Any:
        """Let the axes of a block that multiplies and sums be multiples of given numbers; what it reads is padded with zeros in blocks of their own.

            before: C[i] += A[i, k]                         (k in 30)
            after:  A_pad = A if k < 30 else 0; C[i] += A_pad[i, k]     (k in 32)    # pad_einsum("C", [1, 16])

        - `block`: the block, or its name. Each index in it is an axis.
        - `padding`: a number for each axis; 1 leaves an axis as it is.

        Refuses a block of another form, and one whose result zeros would change.
        """
    def decompose_padding(self, block: _Any, loop: _Any) -> _BlockRV | _Any:
        """Let a block of its own write the padding of a buffer, before a loop; the block itself then writes only what is inside, without a condition.

            before: for i in 12: B[i] = A[i - 1] if 1 <= i < 11 else 0
            after:  for i in 12: B[i] = 0; for i in 10: B[i + 1] = A[i]    # decompose_padding("B", i)

        - `block`: the block, or its name. It chooses between an element and a constant.
        - `loop`: the loop around the block before which the padding is written.

        Returns the block that writes the padding.
        """
    def can_decompose_padding(self, block: _Any, loop: _Any) -> _Any:
        """Whether `decompose_padding` is possible.

        - `block`: the block, or its name.
        - `loop`: the loop that it would be given.
        """
    def rfactor(self, loop: _Any, factor_axis: _Any) -> _BlockRV | _Any:
        """Compute a reduction in two steps: over the other loops, into a buffer with one dimension more, then over that dimension. The first step can run on several threads.

            before: for i, k in 8 x 64: block C: C[i] += A[i, k]      (k split into ko, ki)
            after:  block C_rf: C_rf[i, ko] += A[i, ko * 16 + ki]; block C: C[i] += C_rf[i, ko]    # rfactor(ko, 1)

        - `loop`: the loop of the reduction that becomes the dimension.
        - `factor_axis`: the place of the new dimension among those of the buffer; negative numbers count from the end.

        Returns the block of the first step. Refuses a loop that is no serial loop of a reduction, a block under a condition, and a reduction that is not known to
        be a sum, product, minimum or the like.
        """
    def fuse(self, *loops_: _Any, preserve_unit_iters: _Any = ...) -> _LoopRV | _Any:
        """Replace nested loops by one loop over all their iterations.

            before: for i in 16: for j in 16
            after:  for i_j_fused in 256                    # fuse(i, j)

        - `loops_`: the loops, from the outermost; each holds only the next.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new loop. Refuses loops with something between them, and bounds of an inner loop that use the variable of an outer one.
        """
    def merge(self, *loops_: _Any) -> _LoopRV | _Any:
        """Replace nests of loops that follow each other and have the same extents by one nest with all their bodies.

            before: for i in 8: B[i] = ...; for j in 8: C[j] = ...
            after:  for i_m in 8: B[i_m] = ...; C[i_m] = ...    # merge(i, j)

        - `loops_`: of each nest the loop down to which it is merged, in the order in which the nests run; at least two.

        Returns that loop of the new nest. Refuses other extents, something between the nests, and blocks of which one needs an element that another
        computes only in a later iteration.
        """
    def split(self, loop: _Any, factors: _Any, preserve_unit_iters: _Any = ..., disable_predication: _Any = ...) -> _Any:
        """Replace one loop by a nest of loops whose extents are `factors`.

            before: for i in 256
            after:  for i_0 in 16: for i_1 in 16            # split(i, [None, 16])

        - `loop`: the loop.
        - `factors`: the extents, from the outermost; at most one may be None (or -1), which stands for as many as are needed.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.
        - `disable_predication`: leave out the condition under which blocks run where the factors do not divide the extent.

        Returns the new loops, from the outermost. Refuses factors whose product is smaller than the extent, a loop that does not start at 0, and one that is
        bound to threads or has annotations.
        """
    def loop_partition(self, loop: _Any, factors: _Any, preserve_unit_iters: _Any = ...) -> _Any:
        """Replace a loop by loops that follow each other, each over a part of its range.

            before: for i in 128
            after:  for i_0 in 2; for i_1 in range(2, 66); for i_2 in range(66, 128)    # loop_partition(i, [2, 64])

        - `loop`: the loop.
        - `factors`: the number of iterations of each part; at most one may be None, which stands for the rest. If none is, what they leave is a part more.
        - `preserve_unit_iters`: whether loops of extent 1 keep their variables in the bindings of blocks; otherwise 0 stands there.

        Returns the new loops in their order. Refuses factors whose sum is the extent or more, and factors that are not positive.
        """
    def reorder(self, *ordered_loops: _Any) -> _Any:
        """Put loops of one nest into another order.

            before: for i: for j: for k
            after:  for k: for j: for i                     # reorder(k, i)

        - `ordered_loops`: the loops in the order that they get, among the places that they have now; the loops between them stay where they are.

        Refuses loops that are not in one nest without other statements, axes of another kind than spatial or reduction in the blocks below, and bounds of a loop
        that use the variable of one that would come to lie inside.
        """
    def reorder_block_iter_var(self, block: _Any, new_order: _Any) -> _Any:
        """Put the axes of a block into another order.

        - `block`: the block, or its name.
        - `new_order`: the positions of the axes now, in the order that they get: `[1, 0]` exchanges two.

        Refuses what is no permutation of the axes.
        """
    def add_unit_loop(self, block_or_loop: _Any) -> _LoopRV | _Any:
        """Put a loop of one iteration around a block or loop.

        - `block_or_loop`: the block or loop.

        Returns the new loop.
        """
    def parallel(self, loop: _Any) -> _Any:
        """Let the iterations of a loop run at once on several threads of the CPU.

            before: for i in 256
            after:  for i in T.parallel(256)                # parallel(i)

        - `loop`: the loop.

        Refuses a loop of a reduction: one that an axis other than a spatial one is bound to, and one whose blocks are neither complete nor reductions with
        their initialization.
        """
    def vectorize(self, loop: _Any) -> _Any:
        """Let the iterations of a loop be computed by one instruction: each is a lane of a vector.

            before: for j in 16
            after:  for j in T.vectorized(16)               # vectorize(j)

        - `loop`: the loop.

        Refuses what `parallel` refuses.
        """
    def bind(self, loop: _Any, thread_axis: _Any) -> _Any:
        """Let the iterations of a loop be threads of a GPU.

            before: for i in 64
            after:  for i in T.thread_binding(64, thread="threadIdx.x")    # bind(i, "threadIdx.x")

        - `loop`: the loop.
        - `thread_axis`: `blockIdx.x`, `threadIdx.y`, `vthread.x` and so on.

        Refuses what `parallel` refuses; a reduction may run over `threadIdx` axes.
        """
    def unroll(self, loop: _Any) -> _Any:
        """Write the iterations of a loop one after another, without a loop.

            before: for i in 4
            after:  for i in T.unroll(4)                    # unroll(i)

        - `loop`: the loop.
        """
    def sample_categorical(self, candidates: _Any, probs: _Any, decision: _Any = ...) -> _PrimExpr | _Any:
        """Draw one of several numbers.

        - `candidates`: the numbers.
        - `probs`: the probability of each.
        - `decision`: the position of the number; without it, chance decides. Traces keep it.

        Returns the number, as a random variable.
        """
    def sample_perfect_tile(self, loop: _Any, n: _Any, max_innermost_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """Draw factors whose product is the extent of a loop, for `split`.

        - `loop`: the loop.
        - `n`: the number of factors.
        - `max_innermost_factor`: the most that the last factor may be.
        - `decision`: the factors; without it, chance decides. Traces keep it.

        Returns the factors, as random variables; of a loop without a known extent the first is None and the others are 1.
        """
    def sample_partitioned_tile(self, loop: _Any, n: _Any, partition_pos: _Any = ..., innerpart_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """Draw factors whose product is the extent of a loop, of which the last together are a multiple of a number.

        - `loop`: the loop.
        - `n`: the number of factors.
        - `partition_pos`: the position of the first of those that count together.
        - `innerpart_factor`: the number that their product is a multiple of.
        - `decision`: the factors; without it, chance decides. Traces keep it.

        Returns the factors, as random variables. Raises `ValueError` for a loop without a known extent.
        """
    def sample_compute_location(self, block: _Any, decision: _Any = ...) -> _LoopRV | _Any:
        """Draw a place to compute a block at, for `compute_at`.

        - `block`: the block, or its name.
        - `decision`: the position of the loop, -2 for inlined, -1 for where it is; one that is no place any more becomes the nearest outer one; without it, chance decides. Traces keep it.

        Returns a loop, or a marker for one of the other two.
        """
    @property
    def func_working_on(self) -> _GlobalVar | _Any:
        """The function in which blocks are looked for by name, when it was given or is the only one."""
    def work_on(self, func_name: _Any) -> _Any:
        """Look for blocks by name in that function from now on.

        - `func_name`: its name in the module.
        """
    def copy(self) -> Schedule | _Any:
        """Make another schedule of the same program with the same random variables, which goes its own way from here."""
    def seed(self, seed: _Any) -> _Any:
        """Begin the choices of `sample_*` anew.

        - `seed`: the number that they follow from.
        """
    def fork_seed(self) -> _Any:
        """Make a seed for another schedule."""
    def show(self, style: _Any = ..., black_format: _Any = ..., **options: _Any) -> _Any:
        """Print the program and, if there is one, the trace of the steps.

        - `style`, `black_format` and `options`: as of `show` of a module.
        """
    def get(self, rand_var_or_sref: _Any) -> _Any:
        """Give the loop or block that a random variable or reference stands for now, or its number.

        - `rand_var_or_sref`: the random variable or the reference; raises `IndexError` for one of another schedule, or of what is gone.
        """
    def get_sref(self, rand_var_or_stmt: _Any) -> StmtSRef | _Any:
        """Give the reference to the loop or block of a random variable or statement.

        - `rand_var_or_stmt`: the random variable, or a block or loop of the program.
        """
    def remove_rv(self, rand_var: _Any) -> _Any:
        """Forget a random variable: a loop, a block or a number.

        - `rand_var`: the variable; raises `IndexError` for one that this schedule does not have.
        """
    def __init__(self, mod: _Any, *, seed: _Any = ..., debug_mask: _Any = ..., error_render_level: _Any = ..., enable_check: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def add(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs + rhs"""

def bijective_layout(src_layout: _Any, dst_layout: _Any) -> _Any:
    """The way between two layouts; None where they have other axes, or one of them none (`""`, or TVM's word for it, `"__undef__"`)."""

build: _Any
"""Native code of a function or module; the same as `tilewright.build`.  `pipeline` may be a pass that is run before."""

call_tir: _Any
"""A call of a function of the module that returns nothing."""

const: _Any
"""`value` as a constant, of the type that it has in Python or numpy unless another is given.

Raises `LiteralError` when the type does not hold it.
"""

decl_buffer: _Any
"""A new buffer, with TVM's defaults.

`shape` and `strides` hold integers or integer expressions, one a dimension; without `elem_offset` it is 0, or a fresh variable `<name>_elem_offset` when
`offset_factor` is positive.  `data_alignment` counts bytes; -1 means 64.
"""

def get_default_tir_pipeline(target: _Any = ...) -> _Pass | _Any:
    """The pass that does all that lowering for a target does, as the `PassContext` in force says."""

def get_tir_pipeline(name: _Any = ..., *, target: _Any = ...) -> _Pass | _Any:
    """A pipeline by name; there is "default".  `target` says what for.  Raises `ValueError` for another name."""

def get_vscale_expr(dtype: _Any, min_size: _Any = ...) -> _PrimExpr | _Any:
    """The number of lanes of a scalable vector of `dtype` whose registers have at least `min_size` bits."""

def layout(layout_str: _Any, dtype: _Any = ...) -> Layout | _Any:
    """The layout called so."""

def renew_defs(func: _Any) -> PrimFunc | _Any:
    """The same function with new parameters, variables and buffers, so that both may stand in one program."""

stmt_list: _Any
"""The members of a sequence, or the one statement."""

def stmt_seq(*args: _Any) -> SeqStmt | _Any:
    """The statements one after another; expressions are evaluated."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
