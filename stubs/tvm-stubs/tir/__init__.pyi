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

class DataProducer(_Any):  # type: ignore[misc, unused-ignore]
    """Base of what a `ProducerLoad` reads: the tensors of tensor expressions."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Layout(_Any):  # type: ignore[misc, unused-ignore]
    """A layout; `name` is its word, `len` the number of axes, `layout[i]` the letter of one."""
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

    `layout` says in the tile language where elements lie; without one they lie in row-major order.
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
    def vload(self, begin: _Any, dtype: _Any = ..., predicate: _Any = ...) -> _PrimExpr | _Any:
        """Load a vector of type `dtype` (the element type by default) whose first element is at `begin`."""
    def vstore(self, begin: _Any, value: _Any, predicate: _Any = ...) -> _Any:
        """Store vector `value` from `begin` on."""
    def offset_of(self, indices: _Any) -> _Any:
        """The physical index of a logical one: one number for a flat buffer."""
    def get_flattened_buffer(self) -> Buffer | _Any:
        """A view of the same memory with one dimension, or one for each group of axes between the axis separators; the buffer itself when it is one."""
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
    def __init__(self, data: _Any, dtype: _Any, shape: _Any, strides: _Any, elem_offset: _Any, name: _Any, data_alignment: _Any = ..., offset_factor: _Any = ..., buffer_type: _Any = ..., axis_separators: _Any = ..., span: _Any = ..., layout: _Any = ...) -> None: ...

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
        """The block of that name; in the function given, or that is worked on. Raises `ValueError` when there are several functions and none was given."""
    def block_of(self, block: _Any) -> _BlockRV | _Any:
        """A block given as a random variable, or by name."""
    def traced(self, parameter: _Any, value: _Any) -> _Any:
        """The value, which the trace has as that of a parameter of the method that runs, instead of what was given."""
    def run_instruction(self, kind: _Any, given: _Any, call: _Any) -> _Any:
        """Run a method and write it into the trace, before what it calls itself."""
    def get_sblock(self, name: _Any, func_name: _Any = ...) -> _BlockRV | _Any:
        """The block of that name; in the function given, or that is worked on. Raises `ValueError` when there are several functions and none was given."""
    def get_loops(self, block: _Any) -> _Any:
        """The loops around a block up to the next block, from the outermost."""
    def get_child_blocks(self, block_or_loop: _Any) -> _Any:
        """The blocks directly inside of a block or loop."""
    def get_producers(self, block: _Any) -> _Any:
        """The blocks of the same scope whose results a block uses."""
    def get_consumers(self, block: _Any) -> _Any:
        """The blocks of the same scope that use the results of a block."""
    def get_output_blocks(self, scope_block: _Any) -> _Any:
        """The blocks inside of one that write buffers which it does not allocate."""
    def annotate(self, block_or_loop: _Any, ann_key: _Any, ann_val: _Any) -> _Any:
        """Give a block or loop an annotation."""
    def unannotate(self, block_or_loop: _Any, ann_key: _Any) -> _Any:
        """Take an annotation from a block or loop."""
    def annotate_buffer_access(self, block: _Any, buffer_index: _Any, buf_type: _Any, gen_new_ranges: _Any) -> _Any:
        """Say what a block reads or writes of a buffer, from its axes: for each dimension an index, or where it begins and ends.

        T.reads(A[0:32]), lambda i: [(i * 2 - 3, i * 2 + 3)]  -->  T.reads(A[i * 2 - 3:i * 2 + 3])
        """
    def enter_postproc(self) -> _Any:
        """Mark that what follows in the trace only finishes what was decided."""
    transform_layout: _Any
    """Put the elements of a buffer that a block reads or writes where `index_map` says; places without one hold `pad_value`.

    B: 16 x 16, B[i, j], lambda i, j: (i // 4, j, i % 4)  -->  B: 4 x 16 x 4, B[i // 4, j, i % 4]
    """
    def reindex(self, block: _Any, buffer: _Any) -> _BlockRV | _Any:
        """A copy of what a block reads or writes, with a dimension for each axis of the block that selects the element.

        B[i, j] = A[j, i]  -->  A_reindex[i, j] = A[j, i]; B[i, j] = A_reindex[i, j]
        """
    def reindex_cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> _BlockRV | _Any:
        """A copy in other memory of what a block reads; `index_map` says where from the block's axes.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  A_shared[j, i] = A[i, j]; B[i, j] = A_shared[j, i]
        """
    def reindex_cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, index_map: _Any) -> _BlockRV | _Any:
        """Let a block write to other memory, where `index_map` says from its axes, and copy from there.

        B[i, j] = A[i, j], lambda i, j: (j, i)  -->  B_shared[j, i] = A[i, j]; B[i, j] = B_shared[j, i]
        """
    transform_block_layout: _Any
    """Let a block run over what `index_map` makes of its axes.

    for i, j in 8 x 8: block B(i, j), lambda i, j: i * 8 + j  -->  for ax0 in 64: block B(ax0)
    """
    def set_axis_separator(self, block: _Any, buffer: _Any, axis_separators: _Any) -> _Any:
        """Group the axes of a buffer that a block reads or writes into those of physical memory.

        B: 4 x 8 x 2, [1]  -->  B: T.Buffer((4, 8, 2), axis_separators=[1])
        """
    def cache_read(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> _BlockRV | _Any:
        """A block that copies what a block reads to other memory."""
    def cache_write(self, block: _Any, write_buffer_index: _Any, storage_scope: _Any, consumer_blocks: _Any = ...) -> _BlockRV | _Any:
        """Let a block write to other memory, and a block that copies from there."""
    def cache_inplace(self, block: _Any, read_buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Let a block change a copy in other memory of what it reads and writes; the blocks that copy there and back are the result.

        block: f(A)  -->  A_local = A; block: f(A_local); A = A_local
        """
    def read_at(self, loop: _Any, block: _Any, read_buffer_index: _Any, storage_scope: _Any) -> _BlockRV | _Any:
        """A block that copies, in one piece, what a block reads below a loop to other memory."""
    def write_at(self, loop: _Any, block: _Any, write_buffer_index: _Any, storage_scope: _Any) -> _BlockRV | _Any:
        """Let a block write to other memory below a loop, and a block that copies from there in one piece."""
    def cache_index(self, block: _Any, storage_scope: _Any, cse_thresh: _Any = ...) -> _Any:
        """Blocks that compute the indices of what a block reads before it, those that occur at least `cse_thresh` times."""
    def rolling_buffer(self, block: _Any, write_buffer_index: _Any) -> _Any:
        """Keep of what a block writes only what is still needed, and compute nothing again that an earlier iteration computed."""
    def storage_align(self, block: _Any, buffer_index: _Any, axis: _Any, factor: _Any, offset: _Any) -> _Any:
        """Let the stride of an axis of what a block writes be a multiple of `factor`, plus `offset`."""
    def set_scope(self, block: _Any, buffer_index: _Any, storage_scope: _Any) -> _Any:
        """Put what a block writes into other memory."""
    def unsafe_set_dtype(self, block: _Any, buffer_index: _Any, dtype: _Any) -> _Any:
        """Store what a block writes in another type; the results change as the type cannot hold them."""
    def unsafe_hide_buffer_access(self, block: _Any, buf_type: _Any, buf_index_array: _Any) -> _Any:
        """Let a block not declare some of what it reads or writes."""
    def blockize(self, target: _Any, preserve_unit_iters: _Any = ...) -> _BlockRV | _Any:
        """A block around what is below a loop, or around blocks that follow each other.

        for i, j: B[i, j] = ...  -->  for i: block B_o(i): for j: block B(j): B[i, j] = ...
        """
    def tensorize(self, block_or_loop: _Any, tensor_intrin: _Any, preserve_unit_iters: _Any = ...) -> _Any:
        """Let a tensor intrinsic compute a block, or what is below a loop; it must compute what the intrinsic's description says.

        for k in 4: C[i] += A[i, k] * B[k]  -->  block C_o: the implementation, on C[i], A[i, 0:4] and B[0:4]
        """
    def compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Compute what is read under a loop right there."""
    def reverse_compute_at(self, block: _Any, loop: _Any, preserve_unit_loops: _Any = ..., index: _Any = ...) -> _Any:
        """Compute what can be made of what is written under a loop right there."""
    def compute_inline(self, block: _Any) -> _Any:
        """Put what a block computes where it is read."""
    def reverse_compute_inline(self, block: _Any) -> _Any:
        """Put what a block makes of its producer's result into the producer."""
    def fuse_reduction_epilogue(self, reduction_block: _Any, epilogue_block: _Any) -> _Any:
        """Let a sum start from the term that a block adds to its result, and keep the bounds that it puts around it; the block goes.

        D[i] = 0; D[i] += x[k]; E[i] = D[i] + b[i]  -->  E[i] = b[i]; E[i] += x[k].  A warning says where bounds change results, as TVM's documentation does.
        """
    def decompose_reduction(self, block: _Any, loop: _Any) -> _BlockRV | _Any:
        """The initialisation of a reduction as a block of its own before a loop."""
    def pad_einsum(self, block: _Any, padding: _Any) -> _Any:
        """Let the axes of a block that multiplies and sums be multiples of the numbers given; what it reads is padded with zeros.

        C[i] += A[i, k] (k in 30), [1, 16]  -->  A_pad = A if k < 30 else 0; C[i] += A_pad[i, k] (k in 32)
        """
    def decompose_padding(self, block: _Any, loop: _Any) -> _BlockRV | _Any:
        """The padding that a block writes as a block of its own before a loop; the block itself writes what is inside.

        for i in 12: B[i] = A[i - 1] if 1 <= i < 11 else 0  -->  for i in 12: B[i] = 0; for i in 10: B[i + 1] = A[i]
        """
    def can_decompose_padding(self, block: _Any, loop: _Any) -> _Any:
        """Whether `decompose_padding` is possible."""
    def rfactor(self, loop: _Any, factor_axis: _Any) -> _BlockRV | _Any:
        """A reduction in two steps: over the other loops, into a buffer with a dimension more; then over that."""
    def fuse(self, *loops_: _Any, preserve_unit_iters: _Any = ...) -> _LoopRV | _Any:
        """One loop for a nest of them."""
    def merge(self, *loops_: _Any) -> _LoopRV | _Any:
        """One nest of loops for several that follow each other and have the same extents.

        for i in 8: B[i] = ...; for j in 8: C[j] = ...  -->  for i_m in 8: B[i_m] = ...; C[i_m] = ...
        """
    def split(self, loop: _Any, factors: _Any, preserve_unit_iters: _Any = ..., disable_predication: _Any = ...) -> _Any:
        """A nest of loops with the extents `factors` for one; one factor may be None. Where they do not divide the extent, blocks run under a condition, unless `disable_predication`."""
    def loop_partition(self, loop: _Any, factors: _Any, preserve_unit_iters: _Any = ...) -> _Any:
        """Loops that follow each other for one, over parts of its range; one factor may be None, and what they leave is a part more.

        for i in 128  -->  for i0 in 2; for i1 in range(2, 66); for i2 in range(66, 128)
        """
    def reorder(self, *ordered_loops: _Any) -> _Any:
        """Put loops of one nest in that order."""
    def reorder_block_iter_var(self, block: _Any, new_order: _Any) -> _Any:
        """Put the axes of a block in another order."""
    def add_unit_loop(self, block_or_loop: _Any) -> _LoopRV | _Any:
        """A loop of extent 1 around a block or loop."""
    def parallel(self, loop: _Any) -> _Any:
        """Let the iterations of a loop run on several threads."""
    def vectorize(self, loop: _Any) -> _Any:
        """Let the iterations of a loop be lanes of vectors."""
    def bind(self, loop: _Any, thread_axis: _Any) -> _Any:
        """Let the iterations of a loop be threads of a GPU."""
    def unroll(self, loop: _Any) -> _Any:
        """Write the iterations of a loop one after another."""
    def sample_categorical(self, candidates: _Any, probs: _Any, decision: _Any = ...) -> _PrimExpr | _Any:
        """One of the candidates, with the probabilities given; the decision is its position."""
    def sample_perfect_tile(self, loop: _Any, n: _Any, max_innermost_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """`n` factors whose product is the extent of the loop; of a loop without a known extent the first is None and the others are 1."""
    def sample_partitioned_tile(self, loop: _Any, n: _Any, partition_pos: _Any = ..., innerpart_factor: _Any = ..., decision: _Any = ...) -> _Any:
        """`n` factors of the extent of the loop; the product of those from `partition_pos` on is a multiple of `innerpart_factor`."""
    def sample_compute_location(self, block: _Any, decision: _Any = ...) -> _LoopRV | _Any:
        """A place to compute a block at, for `compute_at`: a loop, or a marker for "inlined" (decision -2) or "where it is" (-1).

        A decision that is no place any more becomes the nearest outer one.
        """
    @property
    def func_working_on(self) -> _GlobalVar | _Any:
        """The function in which blocks are looked for by name, when it was given or is the only one."""
    def work_on(self, func_name: _Any) -> _Any:
        """Look for blocks in that function from now on."""
    def copy(self) -> Schedule | _Any:
        """Another schedule of the same program with the same random variables, which go their own way from here."""
    def seed(self, seed: _Any) -> _Any:
        """Begin the choices of `sample_*` anew."""
    def fork_seed(self) -> _Any:
        """A seed for another schedule."""
    def show(self, style: _Any = ..., black_format: _Any = ..., **options: _Any) -> _Any:
        """Print the program and, if there is one, the trace."""
    def get(self, rand_var_or_sref: _Any) -> _Any:
        """The loop or block that a random variable or reference stands for now, or its number. Raises `IndexError` for one of another schedule, or of what is gone."""
    def get_sref(self, rand_var_or_stmt: _Any) -> StmtSRef | _Any:
        """The reference to the loop or block of a random variable or statement."""
    def remove_rv(self, rand_var: _Any) -> _Any:
        """Forget a random variable."""
    def __init__(self, mod: _Any, *, seed: _Any = ..., debug_mask: _Any = ..., error_render_level: _Any = ..., enable_check: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def add(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs + rhs"""

def bijective_layout(src_layout: _Any, dst_layout: _Any) -> BijectiveLayout | _Any:
    """The way between two layouts."""

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
