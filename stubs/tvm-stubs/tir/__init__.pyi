# Generated from tilewright.tir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.function import PrimFunc as _PrimFunc
from tvm.ir import BaseFunc as _BaseFunc
from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from tvm.ir import Range as _Range
from tvm.ir import Span as _Span
from tvm.ir import Type as _Type
from tvm.ir.stmt import Around as _Around
from typing_extensions import Self as _Self
from tilewright.ops.op import CallEffectKind as CallEffectKind
from tilewright.ir.stmt import ForKind as ForKind
from tvm.ir import GlobalVar as GlobalVar
from tvm.ir import PrimExpr as PrimExpr
from tvm.ir import Range as Range
from tvm.tir import Block as _SBlock_

SBlock = _SBlock_
from tvm.tir import BlockRealize as _SBlockRealize_

SBlockRealize = _SBlockRealize_
from tilewright.base.errors import ScheduleError as ScheduleError
from tvm.te import comm_reducer as comm_reducer
from tilewright.tir import max as max
from tilewright.tir import min as min
from tilewright.tir import sum as sum
from . import analysis as analysis
from . import buffer as buffer
from . import data_layout as data_layout
from . import dlight as dlight
from . import function as function
from . import functor as functor
from . import ir_builder as ir_builder
from . import layouts as layouts
from . import meta_schedule as meta_schedule
from . import op as op
from . import schedule as schedule
from . import stmt as stmt
from . import stmt_functor as stmt_functor
from . import tensor_intrin as tensor_intrin
from . import transform as transform

class DataProducer(_Any):  # type: ignore[misc, unused-ignore]
    """Base of what a `ProducerLoad` reads: the tensors of tensor expressions."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Buffer(_Node):
    """A buffer, known by identity.  `data` is the pointer, `elem_offset` counts elements from it to the first one."""
    READ: _Any
    WRITE: _Any
    def scope(self) -> _Any:
        """The memory it lies in: "global", "shared", "local", ..."""
    @property
    def ndim(self) -> _Any:
        """Number of dimensions."""
    def access_ptr(self, access_mask: _Any, ptr_type: _Any = ..., content_lanes: _Any = ..., offset: _Any = ..., extent: _Any = ...) -> _PrimExpr | _Any:
        """A pointer for an opaque call; `access_mask` is "r", "w", "rw" or the bits 1 and 2."""
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
    name: _Any
    offset_factor: _Any
    shape: _Any
    span: _Span | _Any
    strides: _Any
    __init__: _Any

class BufferRegion(_Node):
    """The part of `buffer` inside `region`, one range a dimension."""
    buffer: Buffer | _Any
    region: _Any
    span: _Span | _Any
    __init__: _Any

class CommReducer(_Node):
    """A commutative, associative combination of values: results of `lhs` and `rhs`, and the identity that starts it."""
    identity_element: _Any
    lhs: _Any
    result: _Any
    rhs: _Any
    span: _Any
    __init__: _Any

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
    """The final indices of the element at `indices`, with constants computed."""
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
    __init__: _Any

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
    __init__: _Any

class MatchBufferRegion(_Node):
    """`buffer` is another name, and layout, for the region `source`."""
    buffer: Buffer | _Any
    source: BufferRegion | _Any
    span: _Span | _Any
    __init__: _Any

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
    __init__: _Any

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
    __init__: _Any

class BlockRealize(Stmt):
    """`block` run with its axes bound to `iter_values`, where `predicate` holds."""
    block: Block | _Any
    iter_values: _Any
    predicate: _PrimExpr | _Any
    span: _Span | _Any
    __init__: _Any

class Broadcast(_PrimExpr):
    """`value` in each of `lanes` lanes."""
    dtype: _Any
    lanes: _PrimExpr | _Any
    span: _Any
    value: _PrimExpr | _Any
    __init__: _Any

class BufferLoad(_PrimExpr):
    """The element (or vector, when the last index is one) of `buffer` at `indices`; lanes whose `predicate` is false are not read."""
    buffer: _Any
    dtype: _Any
    indices: _Any
    predicate: _PrimExpr | _Any
    span: _Any
    __init__: _Any

class BufferRealize(Stmt):
    """Inside `body`, `buffer` has storage for `bounds` where `condition` holds."""
    body: Stmt | _Any
    bounds: _Any
    buffer: Buffer | _Any
    condition: _PrimExpr | _Any
    span: _Span | _Any
    __init__: _Any

class BufferStore(Stmt):
    """Element (or vector) `indices` of `buffer` becomes `value`; lanes whose `predicate` is false stay as they are."""
    buffer: Buffer | _Any
    indices: _Any
    predicate: _PrimExpr | _Any
    span: _Span | _Any
    value: _PrimExpr | _Any
    __init__: _Any

class Call(_PrimExpr):
    """A call of an op of the table or of a function of the module."""
    args: _Any
    dtype: _Any
    op: _Any
    span: _Any
    __init__: _Any

class Cast(_PrimExpr):
    """`value` converted to `dtype`: towards zero from float to integer, wrapping between integers."""
    dtype: _Any
    span: _Any
    value: _PrimExpr | _Any
    __init__: _Any

class Evaluate(Stmt):
    """`value` computed for its effect."""
    span: _Span | _Any
    value: _PrimExpr | _Any
    __init__: _Any

class FloatImm(_PrimExpr):
    """A floating-point constant; `value` is a Python float whatever the dtype."""
    dtype: _Any
    span: _Any
    value: _Any
    __init__: _Any

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
    __init__: _Any

class IfThenElse(Stmt):
    """`then_case` when `condition` holds, else `else_case` if there is one."""
    condition: _PrimExpr | _Any
    else_case: Stmt | _Any
    span: _Span | _Any
    then_case: Stmt | _Any
    __init__: _Any

class IntImm(_PrimExpr):
    """An integer or bool constant."""
    dtype: _Any
    span: _Any
    value: _Any
    __init__: _Any

class Let(_PrimExpr):
    """`body` with `var` standing for `value`."""
    body: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    value: _PrimExpr | _Any
    var: Var | _Any
    __init__: _Any

class Not(_PrimExpr):
    """not a, of a bool"""
    a: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class PrimFunc(_PrimFunc, _BaseFunc):
    """A function over buffers and scalars.

    `plain`: it was said to be without blocks, as in tirx a function is under `@T.prim_func` without `s_tir=True`; None where nothing was said.
    Only the printer asks for it, and for `dialect`.
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
        """What Relax knows of the function: buffers are tensors."""
    attrs: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    body: Stmt | _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    buffer_map: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    dialect: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    params: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    plain: _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    ret_type: _Type | _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    span: _Span | _Any  # pyright: ignore[reportIncompatibleVariableOverride]
    __init__: _Any

class ProducerLoad(_PrimExpr):
    """The element of a tensor expression's tensor at `indices`."""
    dtype: _Any
    indices: _Any
    producer: _Any
    span: _Any
    __init__: _Any

class Ramp(_PrimExpr):
    """The vector base, base + stride, ..., base + (lanes - 1) * stride."""
    base: _PrimExpr | _Any
    dtype: _Any
    lanes: _PrimExpr | _Any
    span: _Any
    stride: _PrimExpr | _Any
    __init__: _Any

class Reduce(_PrimExpr):
    """Element `value_index` of the combination of `source` over all points of `axis` at which `condition` holds."""
    axis: _Any
    combiner: CommReducer | _Any
    condition: _PrimExpr | _Any
    dtype: _Any
    init: _Any
    source: _Any
    span: _Any
    value_index: _Any
    __init__: _Any

class Select(_PrimExpr):
    """`true_value` where `condition` holds, else `false_value`; both are evaluated."""
    condition: _PrimExpr | _Any
    dtype: _Any
    false_value: _PrimExpr | _Any
    span: _Any
    true_value: _PrimExpr | _Any
    __init__: _Any

class SeqStmt(Stmt):
    """Statements one after another; never empty, and those of another `SeqStmt` among them stand for themselves."""
    seq: _Any
    span: _Span | _Any
    __init__: _Any

class Shuffle(_PrimExpr):
    """The lanes of the concatenated `vectors` picked by constant `indices`."""
    dtype: _Any
    indices: _Any
    span: _Any
    vectors: _Any
    __init__: _Any

class StringImm(_PrimExpr):
    """A string constant, for names and messages."""
    dtype: _Any
    span: _Any
    value: _Any
    __init__: _Any

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
    __init__: _Any

class While(Stmt):
    """`body` again and again as long as `condition` holds before it."""
    body: Stmt | _Any
    condition: _PrimExpr | _Any
    span: _Span | _Any
    __init__: _Any

class Add(BinaryOp):
    """a + b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class Allocate(_Around):
    """Memory for `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`."""
    @property
    def buffer(self) -> Buffer | _Any:
        """The buffer that the memory is for, where one is declared at once: TVM since 0.25 has both in one statement."""
    annotations: _Any
    body: Stmt | _Any
    buffer_var: Var | _Any
    condition: _PrimExpr | _Any
    dtype: _Any
    extents: _Any
    span: _Span | _Any
    __init__: _Any

class AllocateConst(_Around):
    """Constant data of `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`.

    `data_or_idx` is a numpy array, or the number of an entry of the module's "constants" attribute.
    """
    annotations: _Any
    body: Stmt | _Any
    buffer_var: Var | _Any
    data_or_idx: _Any
    dtype: _Any
    extents: _Any
    span: _Span | _Any
    __init__: _Any

class AssertStmt(_Around):
    """`body`, run only when `condition` holds; otherwise the call fails with `message`."""
    body: Stmt | _Any
    condition: _PrimExpr | _Any
    message: _PrimExpr | _Any
    span: _Span | _Any
    __init__: _Any

class CmpOp(BinaryOp):
    """Base of the comparisons: bool, one lane for each lane of the operands."""
    __init__: _Any

class DeclBuffer(_Around):
    """`buffer` is a view, valid inside `body`, of memory that exists."""
    body: Stmt | _Any
    buffer: Buffer | _Any
    span: _Span | _Any
    __init__: _Any

class Div(BinaryOp):
    """a / b for floats; for integers the quotient rounded towards zero"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class FloorDiv(BinaryOp):
    """a // b, rounded towards negative infinity"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class FloorMod(BinaryOp):
    """a % b, remainder of `FloorDiv`: it has the sign of `b`"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class LetStmt(_Around):
    """`body` with `var` standing for `value`."""
    body: Stmt | _Any
    span: _Span | _Any
    value: _PrimExpr | _Any
    var: Var | _Any
    __init__: _Any

class LogicalOp(BinaryOp):
    """Base of `And` and `Or`, whose operands are bool."""
    __init__: _Any

class Max(BinaryOp):
    """The larger of a and b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class Min(BinaryOp):
    """The smaller of a and b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class Mod(BinaryOp):
    """Remainder of `Div`: it has the sign of `a`"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class Mul(BinaryOp):
    """a * b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class SizeVar(Var):
    """A variable that is never negative: the extent of a symbolic dimension."""
    __init__: _Any

class Sub(BinaryOp):
    """a - b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class And(LogicalOp):
    """a and b, both bool"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class EQ(CmpOp):
    """a == b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class GE(CmpOp):
    """a >= b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class GT(CmpOp):
    """a > b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class LE(CmpOp):
    """a <= b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class LT(CmpOp):
    """a < b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class NE(CmpOp):
    """a != b"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

class Or(LogicalOp):
    """a or b, both bool"""
    a: _PrimExpr | _Any
    b: _PrimExpr | _Any
    dtype: _Any
    span: _Any
    __init__: _Any

def add(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs + rhs"""

def all(*args: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """Whether every condition holds; raises `ValueError` without any."""

def any(*args: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """Whether one of the conditions holds; raises `ValueError` without any."""

build: _Any
"""Native code of a function or module; the same as `tilewright.build`.  `pipeline` may be a pass that is run before."""

call_tir: _Any
"""A call of a function of the module that returns nothing."""

const: _Any
"""`value` as a constant, of the type that it has in Python or numpy unless another is given.

Raises `LiteralError` when the type does not hold it.
"""

convert: _Any
"""`value` as an expression; a Python or numpy number takes the type of the operand it meets where it fits.

Raises `TypeError` for what has no expression.
"""

decl_buffer: _Any
"""A new buffer, with TVM's defaults.

`shape` and `strides` hold integers or integer expressions, one a dimension; without `elem_offset` it is 0, or a fresh variable `<name>_elem_offset` when
`offset_factor` is positive.  `data_alignment` counts bytes; -1 means 64.
"""

def div(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient; of integers rounded towards zero."""

def floordiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient, rounded down."""

def floormod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """What floor division leaves."""

def get_vscale_expr(dtype: _Any, min_size: _Any = ...) -> _PrimExpr | _Any:
    """The number of lanes of a scalable vector of `dtype` whose registers have at least `min_size` bits."""

def indexdiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """a // b of indices, which are not negative."""

def indexmod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """a % b of indices, which are not negative."""

def logaddexp(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """log(exp(a) + exp(b)), computed from the larger one so that it does not overflow."""

def multiply(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs * rhs"""

def power(x: _Any, y: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """x to the power of y, of which one is a float."""

stmt_list: _Any
"""The members of a sequence, or the one statement."""

def stmt_seq(*args: _Any) -> SeqStmt | _Any:
    """The statements one after another; expressions are evaluated."""

def subtract(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs - rhs"""

def trace(args: _Any, trace_action: _Any = ...) -> Call | _Any:
    """The last of `args`, which the registered function `trace_action` is called with first; what it returns, if anything, takes its place."""

def truncdiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient, rounded towards zero."""

def truncmod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """What truncated division leaves."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
