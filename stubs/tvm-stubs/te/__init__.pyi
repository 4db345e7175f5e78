# Generated from tilewright.te by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from tvm.te.tag import TagScope as _TagScope
from tvm.te.tensor import Operation as _Operation
from tvm.tir import Call as _Call
from tvm.tir import DataProducer as _DataProducer
from tvm.tir import IterVar as _IterVar
from tvm.tir import PrimFunc as _PrimFunc
from tvm.tir import SizeVar as _SizeVar
from tvm.tir import Var as _Var
from typing_extensions import Self as _Self
from tilewright.te import AXIS_SEPARATOR as AXIS_SEPARATOR
from tilewright.te import abs as abs
from tilewright.te import acos as acos
from tilewright.te import acosh as acosh
from tilewright.te import asin as asin
from tilewright.te import asinh as asinh
from tilewright.te import atan as atan
from tilewright.te import atanh as atanh
from tilewright.te import ceil as ceil
from tilewright.te import cos as cos
from tilewright.te import cosh as cosh
from tilewright.te import erf as erf
from tilewright.te import exp as exp
from tilewright.te import floor as floor
from tilewright.te import fmod as fmod
from tilewright.te import if_then_else as if_then_else
from tilewright.te import isfinite as isfinite
from tilewright.te import isinf as isinf
from tilewright.te import isnan as isnan
from tilewright.te import log as log
from tilewright.te import log10 as log10
from tilewright.te import log2 as log2
from tilewright.te import max as max
from tilewright.te import min as min
from tilewright.te import nearbyint as nearbyint
from tilewright.te import popcount as popcount
from tilewright.te import round as round
from tilewright.te import rsqrt as rsqrt
from tilewright.te import sigmoid as sigmoid
from tilewright.te import sin as sin
from tilewright.te import sinh as sinh
from tilewright.te import sqrt as sqrt
from tilewright.te import sum as sum
from tilewright.te import tan as tan
from tilewright.te import tanh as tanh
from tilewright.te import trunc as trunc
from . import operation as operation
from . import tag as tag
from . import tensor as tensor

class TensorSlice(_Any):  # type: ignore[misc, unused-ignore]
    """A tensor with some of its leading indices given: `A[i]` of a matrix `A`; `A[i][j]` is an element."""
    @property
    def dtype(self) -> _Any:
        """The data type of the elements."""
    def asobject(self) -> _PrimExpr | _Any:
        """The element; raises `ValueError` while indices are missing."""
    indices: _Any
    tensor: _Any
    def __init__(self, tensor: _Any, indices: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Tensor(_DataProducer):
    """A tensor: `shape`, `dtype`, and the operation `op` that makes it as output `value_index`.

    `A[i, j]`, or `A(i, j)`, is an element, for the body of another stage; with fewer indices `A[i]` is a slice that waits for the others.
    """
    @property
    def ndim(self) -> _Any:
        """Number of dimensions."""
    @property
    def name(self) -> _Any:
        """The operation's name; of one that makes several tensors with ".v" and the number of this one."""
    def astype(self, dtype: _Any) -> Tensor | _Any:
        """The tensor with each element converted."""
    dtype: _Any
    op: _Any
    shape: _Any
    value_index: _Any
    def __add__(self, other: _Any) -> _Any: ...
    def __radd__(self, other: _Any) -> _Any: ...
    def __sub__(self, other: _Any) -> _Any: ...
    def __rsub__(self, other: _Any) -> _Any: ...
    def __mul__(self, other: _Any) -> _Any: ...
    def __rmul__(self, other: _Any) -> _Any: ...
    def __truediv__(self, other: _Any) -> _Any: ...
    def __rtruediv__(self, other: _Any) -> _Any: ...
    def __neg__(self) -> _Any: ...
    def __init__(self, shape: _Any, dtype: _Any, op: _Any, value_index: _Any) -> None: ...

class CommReducer(_Node):
    """A commutative, associative combination of values: results of `lhs` and `rhs`, and the identity that starts it."""
    identity_element: _Any
    lhs: _Any
    result: _Any
    rhs: _Any
    span: _Any
    def __init__(self, lhs: _Any, rhs: _Any, result: _Any, identity_element: _Any, span: _Any = ...) -> None: ...

class ComputeOp(_Operation):
    """Tensors whose elements at `axis` are `body`: one expression for each output, either all of them reductions or none."""
    @property
    def input_tensors(self) -> _Any:
        """The tensors that it reads, in order of first use."""
    def __init__(self, name: _Any, tag: _Any, attrs: _Any, axis: _Any, shape: _Any, body: _Any) -> None: ...

class ExternOp(_Operation):
    """Tensors that a statement writes: it sees the tensors as buffers."""
    @property
    def input_tensors(self) -> _Any:
        """The tensors that it reads, in order of first use."""
    def __init__(self, name: _Any, tag: _Any, attrs: _Any, inputs: _Any, input_placeholders: _Any, output_placeholders: _Any, body: _Any) -> None: ...

class PlaceholderOp(_Operation):
    """A tensor that is given from outside."""
    def __init__(self, name: _Any, shape: _Any, dtype: _Any) -> None: ...

class ScanOp(_Operation):
    """States along `scan_axis`: the first rows are `init`, each further one is `update`, in which `state_placeholder` stands for the rows before."""
    @property
    def input_tensors(self) -> _Any:
        """The tensors that it reads, in order of first use."""
    def __init__(self, name: _Any, tag: _Any, attrs: _Any, axis: _Any, init: _Any, update: _Any, state_placeholder: _Any, inputs: _Any) -> None: ...

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
    def __init__(self, combiner: _Any, source: _Any = ..., axis: _Any = ..., condition: _Any = ..., value_index: _Any = ..., init: _Any = ..., span: _Any = ..., *, src: _Any = ..., rdom: _Any = ...) -> None: ...

def all(*args: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """Whether every condition holds; raises `ValueError` without any."""

def any(*args: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """Whether one of the conditions holds; raises `ValueError` without any."""

def comm_reducer(fcombine: _Any, fidentity: _Any, name: _Any = ...) -> _Any:
    """A reducer from a commutative `fcombine(x, y)` and the identity `fidentity(dtype)`; for several values at once both take and give tuples."""

def compute(shape: _Any, fcompute: _Any, name: _Any = ..., tag: _Any = ..., attrs: _Any = ..., varargs_names: _Any = ...) -> _Any:
    """A tensor, or several of one shape, computed element by element.

    ```python
    C = te.compute((n, m), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    ```

    `fcompute` takes one index for each dimension and returns the element, or one for each of several tensors.  Its parameters name the loops;
    those of a `*args` parameter are called `varargs_names`, by default i0, i1, ...  A reduction stands at the top of what it returns.
    """

const: _Any
"""A constant of a data type."""

def create_prim_func(ops: _Any, index_dtype_override: _Any = ...) -> _PrimFunc | _Any:
    """The function over `ops`: tensors, given or computed, and scalar variables, in the order of its parameters.

    With `index_dtype_override` sizes, loops and indices have that type.  Raises `ValueError` when a tensor that is read is neither computed nor
    among `ops`, `TypeError` for an operation that has no block form.
    """

def div(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient; of integers rounded towards zero."""

extern: _Any
"""Tensors written by a statement.

```python
C = te.extern((n, m), [A, B], lambda ins, outs: tir.call_packed("matmul", ins[0], ins[1], outs[0]), name="C")
```

`shape` is the shape of the result, or a list of shapes.  `fcompute` gets the buffers of `inputs` and of the results and returns a statement, or a call
to be evaluated.  `dtype` (one, or a list) may be left out when all inputs have the same.  `in_buffers` and `out_buffers` replace the buffers that
would be made.
"""

def extern_primfunc(input_tensors: _Any, primfunc: _Any, **kwargs: _Any) -> _Any:
    """A stage that is the body of `primfunc`: the buffers it reads are those of `input_tensors`, the others that it writes the results.

    What it reads and writes is an input that changes in place; where there is no other result, the last such buffer is the result, and no input.
    """

def floordiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient, rounded down."""

def floormod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The remainder of floor division."""

def indexdiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """a // b of indices, which are not negative."""

def indexmod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """a % b of indices, which are not negative."""

def logaddexp(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """log(exp(a) + exp(b)), computed from the larger one so that it does not overflow."""

def max_value(dtype: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The largest finite value of a data type, as a constant."""

def min_value(dtype: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The smallest finite value of a data type, as a constant: for floats the negative one of the largest magnitude."""

def multiply(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs * rhs"""

def placeholder(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A tensor that is given from outside; float32 unless said otherwise.

    `shape` holds integers and integer expressions such as `te.var("n")`, one a dimension; `()` is a single number.
    """

def power(x: _Any, y: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """x to the power of y, of which one is a float."""

def reduce_axis(dom: _Any, name: _Any = ..., thread_tag: _Any = ..., span: _Any = ...) -> _IterVar | _Any:
    """An axis to reduce over: `dom` is `(begin, end)` or a range."""

def scan(init: _Any, update: _Any, state_placeholder: _Any, inputs: _Any = ..., name: _Any = ..., tag: _Any = ..., attrs: _Any = ...) -> _Any:
    """The states after all steps, one tensor or a list of them.

    `init` are the rows that there are at first, `update` says how a row is made of those before it, which are read of `state_placeholder`.
    Raises `ValueError` unless these fit each other.  `create_prim_func` takes no such stage, here as in TVM.
    """

def size_var(name: _Any = ..., dtype: _Any = ..., span: _Any = ...) -> _SizeVar | _Any:
    """A new variable that is never negative: a symbolic size."""

def subtract(lhs: _Any, rhs: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """lhs - rhs"""

def tag_scope(tag: _Any) -> _TagScope | _Any:
    """The scope, or decorator, that gives `tag` to the stages made in it."""

def thread_axis(dom: _Any = ..., tag: _Any = ..., name: _Any = ..., span: _Any = ...) -> _IterVar | _Any:
    """An axis bound to the threads called `tag`, such as "threadIdx.x"; `dom` is their number, a pair, or a range."""

def trace(args: _Any, trace_action: _Any = ...) -> _Call | _Any:
    """The last of `args`, which the registered function `trace_action` is called with first; what it returns, if anything, takes its place."""

def truncdiv(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The quotient, rounded towards zero."""

def truncmod(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The remainder of truncated division."""

def var(name: _Any = ..., dtype: _Any = ..., span: _Any = ...) -> _Var | _Any:
    """A new variable."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
