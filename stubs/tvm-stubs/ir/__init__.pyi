# Generated from tilewright.ir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.ir.function import BaseFunc as _BaseFunc
from tvm.relax import Call as _Call
from tvm.relax import StructInfo as _StructInfo
from typing_extensions import Self as _Self
from tvm.ffi import AccessPath as AccessPath
from tilewright.core.ir.node.array import Array as Array
from tilewright.core.ir.calling import CallingConv as CallingConv
from tilewright.core.ir.attrs import DictAttrs as DictAttrs
from tvm.ir import ExprWithOp as _ExprOperand_

ExprOperand = _ExprOperand_
from tvm.relax import Constant as _GenericConst_

GenericConst = _GenericConst_
from tvm import IRModule as IRModule
from tilewright.ir import Map as Map
from tvm.ffi import get_first_structural_mismatch as get_first_structural_mismatch
from tvm.ffi import structural_equal as structural_equal
from tvm.ffi import structural_hash as structural_hash
from . import analysis as analysis
from . import attrs as attrs
from . import base as base
from . import container as container
from . import diagnostics as diagnostics
from . import expr as expr
from . import function as function
from . import global_info as global_info
from . import instrument as instrument
from . import module as module
from . import op as op
from . import operators as operators
from . import prim as prim
from . import stmt as stmt
from . import supply as supply
from . import transform as transform
from . import type as type
from . import type_ as type_

class Call(_Any):  # type: ignore[misc, unused-ignore]
    """A call.  An operator of TensorIR, or a type of TensorIR as that of the result, makes one of TensorIR; anything else one of Relax."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Constant(_Any):  # type: ignore[misc, unused-ignore]
    """A value that is known: a number, a text, a dtype or a tensor."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class EnvFunc(_Any):  # type: ignore[misc, unused-ignore]
    """A function that is known by its name in the registry of global functions, so that programs that hold it can be saved."""
    @staticmethod
    def get(name: _Any) -> EnvFunc | _Any:
        """The function registered under `name`; raises `ValueError` when there is none."""
    def __init__(self, name: _Any, func: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Expr(_Any):  # type: ignore[misc, unused-ignore]
    """Any expression: of TensorIR, of Relax, an operator, a function, a buffer or a part of one."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExprWithOp(_Any):  # type: ignore[misc, unused-ignore]
    """An expression that Python's operators take."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class OpaqueExpr(_Any):  # type: ignore[misc, unused-ignore]
    """The base of values that no finished program holds; Tilewright has none of its own."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SequentialSpan(_Any):  # type: ignore[misc, unused-ignore]
    """Several places in sources, one after another."""
    def __init__(self, spans: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SourceName(_Any):  # type: ignore[misc, unused-ignore]
    """The name of a source, usually that of a file."""
    def __init__(self, name: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Span(_Any):  # type: ignore[misc, unused-ignore]
    """A half-open range of offsets in one source.  It is never changed; Python would take three times as long to make it if it had to see to that."""
    @property
    def text(self) -> _Any:
        """The characters in the range."""
    def part(self, start: _Any, end: _Any) -> Span | _Any:
        """The range of a part of the text, by offsets in it; it may reach beyond its end."""
    def following(self, length: _Any) -> _Any:
        """The characters from the beginning on, whether they are in the range or not."""
    @property
    def line(self) -> _Any:
        """1-based line of the first character in the file the source came from."""
    @property
    def column(self) -> _Any:
        """1-based column (in characters) of the first character."""
    @property
    def end_line(self) -> _Any:
        """1-based line of the end of the range."""
    @property
    def end_column(self) -> _Any:
        """1-based column just after the last character."""
    @property
    def place(self) -> _Any:
        """The beginning and the end as people count them."""
    end: _Any
    source: _Any
    start: _Any
    def __init__(self, source: _Any, start: _Any, end: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class StringImm(_Any):  # type: ignore[misc, unused-ignore]
    """A text."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TensorLoad(_Any):  # type: ignore[misc, unused-ignore]
    """The element of a buffer at an index; `tvm.tirx.TensorLoad` makes one."""
    kinds: _Any
    def __new__(cls, *args: _Any, **options: _Any) -> _Any: ...

class TensorRegion(_Any):  # type: ignore[misc, unused-ignore]
    """A part of a buffer: a range of each index."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class TupleType(_Any):  # type: ignore[misc, unused-ignore]
    """The type of several values.  Types of TensorIR make one of TensorIR, those of Relax one of Relax."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Type(_Any):  # type: ignore[misc, unused-ignore]
    """Any type: of a value of TensorIR, of a buffer, or of a value of Relax."""
    kinds: _Any
    @staticmethod
    def missing() -> _Any:
        """The placeholder of a type that is not known yet."""
    @staticmethod
    def Missing() -> _Any:
        """The placeholder of a type that is not known yet."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Var(_Any):  # type: ignore[misc, unused-ignore]
    """A variable.  A type of TensorIR or a dtype makes one of TensorIR, anything else one of Relax."""
    kinds: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Attrs(_Any):  # type: ignore[misc, unused-ignore]
    """The base of all sets of attributes."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BaseExpr(_Any):  # type: ignore[misc, unused-ignore]
    """The base of all expressions, of TensorIR and of Relax."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Node(_Any):  # type: ignore[misc, unused-ignore]
    """Base of everything in the IR: compared by identity, walked through `children` and `map_children`."""
    def replace(self, **changes: _Any) -> _Any:
        """A copy with some fields changed."""
    def script(self, **options: _Any) -> _Any:
        """TVMScript text of this node; the options are those of `tilewright.core.printer.script`.

        A program is printed in the dialect that it was written in, unless `dialect` says another.
        """
    def show(self, style: _Any = ..., black_format: _Any = ..., **options: _Any) -> _Any:
        """Print `script()` with colours when the output is a terminal or a notebook."""
    def astext(self, show_meta_data: _Any = ...) -> _Any:
        """`script()` under the name that it had in TVM before."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Op(_Any):  # type: ignore[misc, unused-ignore]
    """One row.

    `name`: registered name ("tir.exp").  `script`: the name under `T.` ("exp"), None when it has none.  `result`: name of the
    rule in `dtype_rules.RESULT_RULES` that gives the result type from the argument types.  `evaluate`: value for Python
    numbers and the result type, for folding and the interpreter; None when it cannot be known at compile time; it may raise
    ArithmeticError or ValueError where the mathematics has no answer.  `node`: the expression class
    that stands for it ("Add"), None when it is a `Call`.  `symbol` and `precedence`: printing as a Python operator.
    `dtype_position`: where the result dtype stands among the printed arguments: "first", "last", or None when it is
    not printed because the arguments tell it.  `operands`: "float" or "integer" when the values it is called with must be such,
    "" when it takes any.
    """
    @staticmethod
    def get(name: _Any) -> Op | _Any:
        """The row registered under `name`; raises `AttributeError` when there is none, as TVM does."""
    @staticmethod
    def list_op_names() -> _Any:
        """All registered names."""
    def get_attr(self, attr_name: _Any) -> _Any:
        """A further attribute of the row, None when it has none of that name."""
    def has_attr(self, attr_name: _Any) -> _Any:
        """Whether it has a further attribute of that name."""
    @property
    def description(self) -> _Any:
        """The documentation of the row."""
    def reset_attr(self, attr_name: _Any) -> _Any:
        """Have the row no attribute of that name, until one is registered again."""
    @property
    def num_inputs(self) -> _Any:
        """Number of arguments, -1 when it takes any number."""
    associative: _Any
    attrs: _Any
    commutative: _Any
    doc: _Any
    dtype_position: _Any
    effect: _Any
    evaluate: _Any
    group: _Any
    lower: _Any
    name: _Any
    node: _Any
    operands: _Any
    params: _Any
    precedence: _Any
    result: _Any
    script: _Any
    symbol: _Any
    vectorizable: _Any
    def __init__(self, name: _Any, script: _Any, params: _Any, doc: _Any, result: _Any = ..., effect: _Any = ..., evaluate: _Any = ..., lower: _Any = ..., node: _Any = ..., symbol: _Any = ..., precedence: _Any = ..., commutative: _Any = ..., associative: _Any = ..., vectorizable: _Any = ..., dtype_position: _Any = ..., group: _Any = ..., operands: _Any = ..., attrs: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BaseFunc(_BaseFunc):
    """Base of the functions a module may hold; `attrs["global_symbol"]` is the name it is linked under.

    `dialect` is the name of the dialect that it was written in, in which it is printed; None for one that was not read from text.
    """
    def with_attr(self, attr_key_or_dict: _Any, attr_value: _Any = ...) -> _Any:
        """A copy with one attribute set, or with those of a mapping."""
    def with_attrs(self, attr_map: _Any) -> _Any:
        """A copy with the attributes of a mapping set."""
    def without_attr(self, attr_key: _Any) -> _Any:
        """A copy without that attribute."""
    def get_attr(self, attr_key: _Any, default: _Any = ...) -> _Any:
        """The attribute, or `default`."""
    __init__: _Any

class GlobalInfo(Node):
    """Base of what `IRModule.global_infos` lists."""
    __init__: _Any

class PrimExpr(Node):
    """Base of the expressions; every one has a `dtype` and a `span` (None when it was not parsed)."""
    @property
    def ty(self) -> _Any:
        """The type of its value, as releases since 0.25 call it: that of what a pointer points to is part of it."""
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
    def __eq__(self, other: _Any) -> _Any: ...
    def __ne__(self, other: _Any) -> _Any: ...
    __hash__: _Any
    __init__: _Any

class Range(Node):
    """The integers from `min` up to `min + extent`.  `Range(begin, end)` and `Range(extent)` as in Python; a sequence of two is taken too."""
    @staticmethod
    def from_min_extent(min_value: _Any, extent: _Any, span: _Any = ...) -> Range | _Any:
        """The range that begins at `min_value` and has `extent` members."""
    def replace(self, **changes: _Any) -> _Any:
        """A copy with some of `min`, `extent`, `span` changed."""
    extent: PrimExpr | _Any
    min: PrimExpr | _Any
    span: _Any
    def __init__(self, begin: _Any, end: _Any = ..., span: _Any = ...) -> None: ...

class RelaxExpr(Node):
    """Base of the Relax expressions.  Operators build calls of the ops (`a + b` is `relax.add(a, b)`): see `relax_operators`."""
    @property
    def struct_info(self) -> _StructInfo | _Any:
        """The value's struct info; raises `ValueError` when the expression was never normalised."""
    @property
    def ty(self) -> _Any:
        """The struct info as TVM since 0.27 has it, a type: that of a scalar is its `PrimType`, and one that is not known is missing."""
    @property
    def checked_type(self) -> _StructInfo | _Any:
        """The static part of the struct info: dtypes and ranks, no sizes."""
    @property
    def dtype(self) -> _Any: ...
    @property
    def shape(self) -> _Any: ...
    @property
    def strides(self) -> _Any: ...
    @property
    def ndim(self) -> _Any: ...
    @property
    def byte_offset(self) -> _Any: ...
    @property
    def elem_offset(self) -> _Any: ...
    def astype(self, dtype: _Any) -> _Call | _Any: ...
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
    def __neg__(self) -> _Any: ...
    def __pow__(self, other: _Any) -> _Any: ...
    def __lt__(self, other: _Any) -> _Any: ...
    def __le__(self, other: _Any) -> _Any: ...
    def __gt__(self, other: _Any) -> _Any: ...
    def __ge__(self, other: _Any) -> _Any: ...
    __init__: _Any

class DummyGlobalInfo(GlobalInfo):
    """Information that says nothing."""
    def __init__(self) -> None: ...

class FuncType(Node):
    """A function."""
    arg_types: _Any
    ret_type: _Any
    def __init__(self, arg_types: _Any, ret_type: _Any) -> None: ...

class GlobalVar(PrimExpr):
    """A function of the module, by name; `gv(args)` is a call, of Relax when the arguments are.

    `struct_info_` is what Relax knows of the function, None until a module says.
    """
    @property
    def struct_info(self) -> _Any:
        """The function's struct info; raises `ValueError` when no module has declared it."""
    @property
    def ty(self) -> _Any:
        """The type of the function, missing until a module says it."""
    dtype: _Any
    name_hint: _Any
    span: _Any
    struct_info_: _Any
    def __init__(self, name_hint: _Any, span: _Any = ...) -> None: ...

class PointerType(Node):
    """A pointer to elements of `element_type` in memory of `storage_scope` ("global", "shared", ...)."""
    element_type: _Any
    storage_scope: _Any
    def __init__(self, element_type: _Any, storage_scope: _Any = ...) -> None: ...

class PrimType(Node):
    """A machine value of one dtype; `PrimType("handle")` is an untyped pointer.  It is equal to the text of its dtype."""
    def is_scalar(self) -> _Any:
        """Whether it has one element."""
    def matches_code(self, *codes: _Any) -> _Any:
        """Whether its kind is one of these of `DataTypeCode`."""
    def matches_element_type(self, code: _Any, bits: _Any) -> _Any:
        """Whether an element is of that kind and has that many bits."""
    dtype: _Any
    def __init__(self, dtype: _Any) -> None: ...

class Tuple(RelaxExpr):
    """Several values as one."""
    fields: _Any
    span: Span | _Any
    struct_info_: _StructInfo | _Any
    def __init__(self, fields: _Any, span: _Any = ...) -> None: ...

class TupleGetItem(RelaxExpr):
    """One of several values, counted from 0."""
    index: _Any
    span: Span | _Any
    struct_info_: _StructInfo | _Any
    tuple_value: RelaxExpr | _Any
    def __init__(self, tuple_value: _Any, index: _Any, span: _Any = ...) -> None: ...

class VDevice(GlobalInfo):
    """Device number `vdevice_id` for `target` (None means any), with memory `memory_scope`."""
    memory_scope: _Any
    target: _Any
    vdevice_id: _Any
    def __init__(self, target: _Any = ..., vdevice_id: _Any = ..., memory_scope: _Any = ...) -> None: ...

class OpaqueType(Node):
    """The type of values that no finished program holds."""
    __init__: _Any

class StringType(Node):
    """The type of texts."""
    __init__: _Any

def assert_structural_equal(lhs: _Any, rhs: _Any, map_free_vars: _Any = ...) -> _Any:
    """Raise `ValueError` unless the programs are the same; its text shows both, with the first difference underlined."""

def is_prim_expr(value: _Any) -> _Any:
    """Whether a value is an expression of TensorIR."""

def is_prim_var(value: _Any) -> _Any:
    """Whether a value is a variable of TensorIR."""

def load_json(json_str: _Any) -> _Any:
    """The object saved by `save_json`, or the constants of TVM's metadata; raises `ValueError` for any other text."""

def make_node(type_key: _Any, **kwargs: _Any) -> _Any:
    """The node of the type called `type_key` ("tir.IntImm") with these fields; fields left out have their defaults.

    Raises `AttributeError` for an unknown type, and `TypeError` for fields that the type does not have or that are missing.
    """

def register_intrin_lowering(op_name: _Any, target: _Any, *, f: _Any = ..., level: _Any = ...) -> _Any:
    """Say what calls of an op become on a target ("llvm", or "default" for all): `f` takes the call and gives an expression, None for no change."""

def register_op(op_name: _Any, describe: _Any = ...) -> Op | _Any:
    """A new op that takes any arguments, whose calls may do anything; raises `ValueError` when there is one of that name."""

def register_op_attr(op_name: _Any, attr_key: _Any, value: _Any = ..., level: _Any = ...) -> _Any:
    """Give an op an attribute, registering the op when there is none; without `value`, a decorator of the function that is the value."""

def save_json(node: _Any) -> _Any:
    """JSON text of a node, or of lists and dicts of nodes; spans are left out."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
