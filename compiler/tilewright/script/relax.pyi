# Generated from the op table and the builder's functions by `make stubs`; do not edit.
"""`tilewright.script.relax` as type checkers and editors see it."""

from builtins import str as _str
from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from tilewright.core.builder.relax import MatchCastValue as _MatchCastValue
from tilewright.core.builder.relax_frames import BlockFrame as _BlockFrame
from tilewright.core.builder.relax_frames import BranchFrame as _BranchFrame
from tilewright.core.builder.relax_frames import RelaxIfFrame as _RelaxIfFrame
from tilewright.core.builder.relax_frames import SeqFrame as _SeqFrame
from tvm.ir import RelaxExpr as _RelaxExpr
from tvm.ir import Tuple as _Tuple
from tvm.ir import TupleGetItem as _TupleGetItem
from tvm.relax import Call as _Call
from tvm.relax import Constant as _Constant
from tvm.relax import ExternFunc as _ExternFunc
from tvm.relax import FuncStructInfo as _FuncStructInfo
from tvm.relax import ObjectStructInfo as _ObjectStructInfo
from tvm.relax import PrimStructInfo as _PrimStructInfo
from tvm.relax import PrimValue as _PrimValue
from tvm.relax import ShapeExpr as _ShapeExpr
from tvm.relax import ShapeStructInfo as _ShapeStructInfo
from tvm.relax import StringImm as _StringImm
from tvm.relax import StructInfo as _StructInfo
from tvm.relax import TensorStructInfo as _TensorStructInfo
from tvm.relax import TupleStructInfo as _TupleStructInfo
from tvm.relax import Var as _Var
from tvm.relax.distributed import DTensorStructInfo as _DTensorStructInfo
from tvm.relax.distributed import DeviceMesh as _DeviceMesh
from typing import Any as _Any
from typing_extensions import Self as _Self

__all__ = [
    "Any",
    "Callable",
    "DTensor",
    "Else",
    "ExternFunc",
    "If",
    "Object",
    "Prim",
    "SeqExpr",
    "Shape",
    "ShapeExpr",
    "Tensor",
    "Then",
    "Tuple",
    "TupleGetItem",
    "abs",
    "acos",
    "acosh",
    "add",
    "arange",
    "arg",
    "argmax",
    "argmin",
    "argsort",
    "asin",
    "asinh",
    "assert_op",
    "astype",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "broadcast_to",
    "bucketize",
    "builtin",
    "call_builtin_with_ctx",
    "call_dps_packed",
    "call_inplace_packed",
    "call_packed",
    "call_pure_packed",
    "call_py_func",
    "call_tir",
    "call_tir_inplace",
    "call_tir_with_grad",
    "ccl",
    "ceil",
    "clip",
    "collapse_sum_like",
    "collapse_sum_to",
    "concat",
    "const",
    "cos",
    "cosh",
    "cpu",
    "cuda",
    "cumprod",
    "cumsum",
    "dataflow",
    "dequantize",
    "device",
    "device_mesh",
    "dist",
    "divide",
    "dtype",
    "dynamic_strided_slice",
    "einsum",
    "emit",
    "emit_match_cast",
    "emit_te",
    "emit_var_binding",
    "emit_with_sinfo",
    "emit_with_ty",
    "emit_with_type",
    "equal",
    "erf",
    "ewise_fma",
    "exp",
    "expand_dims",
    "ext_dev",
    "eye",
    "eye_like",
    "flatten",
    "flip",
    "floor",
    "floor_divide",
    "floor_mod",
    "full",
    "full_like",
    "func_attr",
    "func_name",
    "func_ret_struct_info",
    "func_ret_ty",
    "func_ret_type",
    "func_ret_value",
    "function",
    "gather_elements",
    "gather_nd",
    "grad",
    "greater",
    "greater_equal",
    "hamming_window",
    "hexagon",
    "hint_on_device",
    "image",
    "index_put",
    "index_tensor",
    "inspect",
    "invoke_closure",
    "invoke_pure_closure",
    "isfinite",
    "isinf",
    "isnan",
    "layout_transform",
    "left_shift",
    "less",
    "less_equal",
    "linear",
    "log",
    "log_add_exp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "macro",
    "make_closure",
    "match_cast",
    "matmul",
    "max",
    "maximum",
    "mean",
    "median",
    "memory",
    "meshgrid",
    "metal",
    "min",
    "minimum",
    "mod",
    "multinomial_from_uniform",
    "multiply",
    "negative",
    "nn",
    "nonzero",
    "not_equal",
    "null_value",
    "one_hot",
    "ones",
    "ones_like",
    "opencl",
    "outer",
    "output",
    "permute_dims",
    "power",
    "prim_value",
    "print",
    "prod",
    "py_module",
    "quantize",
    "repeat",
    "reshape",
    "reverse_sequence",
    "rewriter",
    "right_shift",
    "rocm",
    "round",
    "rsqrt",
    "scatter_elements",
    "scatter_nd",
    "shape",
    "shape_of",
    "shape_to_tensor",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "size",
    "slice_scatter",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "stop_lift_params",
    "str",
    "strided_slice",
    "subtract",
    "sum",
    "take",
    "tan",
    "tanh",
    "tensor_to_shape",
    "tile",
    "to_vdevice",
    "topk",
    "tril",
    "triu",
    "trunc",
    "tuple",
    "unique",
    "variance",
    "vision",
    "vm",
    "vpi",
    "vulkan",
    "webgpu",
    "where",
    "wrap_param",
    "zeros",
    "zeros_like",
]

class Any(_ObjectStructInfo):
    """Any value."""
    def __new__(cls) -> _Self | _Any: ...
    def __init__(self) -> None: ...

class Callable(_FuncStructInfo):
    """A function: `R.Callable((R.Object,), R.Object, True)`; without parameters one of which only the result is known."""
    def __new__(
        cls,
        params: object = None,
        ret: object = None,
        purity: bool | None = None,
        derive_func: object = None,
    ) -> _Self | _Any: ...
    def __init__(
        self,
        params: object = None,
        ret: object = None,
        purity: bool | None = None,
        derive_func: object = None,
    ) -> None: ...

class DTensor(_DTensorStructInfo):
    """A tensor over a mesh: `R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`.

    `device_mesh` is a mesh, or names one of the module's; `placement` says for each of its dimensions along which axis the tensor is cut, or "R".
    """
    def __new__(
        cls,
        shape: object = None,
        dtype: object = None,
        device_mesh: _DeviceMesh | _str = ...,
        placement: object = "",
        *,
        ndim: int = -1,
    ) -> _Self | _Any: ...
    def __init__(
        self,
        shape: object = None,
        dtype: object = None,
        device_mesh: _DeviceMesh | _str = ...,
        placement: object = "",
        *,
        ndim: int = -1,
    ) -> None: ...

def Else() -> _BranchFrame | _Any:
    """The branch for a false condition."""

ExternFunc = _ExternFunc
"""A function from outside, by its registered name."""

def If(condition: object) -> _RelaxIfFrame | _Any:
    """A choice: `with R.If(c):` around `with R.Then():` and `with R.Else():`."""

class Object(_ObjectStructInfo):
    """Any value."""
    def __new__(cls) -> _Self | _Any: ...
    def __init__(self) -> None: ...

class Prim(_PrimStructInfo):
    """A scalar: `R.Prim("int64")`, `R.Prim(value="n")`."""
    def __new__(cls, dtype: object = None, value: object = None) -> _Self | _Any: ...
    def __init__(self, dtype: object = None, value: object = None) -> None: ...

def SeqExpr() -> _SeqFrame | _Any:
    """Blocks with a value at their end."""

class Shape(_ShapeStructInfo):
    """A shape: `R.Shape([n, 4])`, `R.Shape(ndim=2)`."""
    def __new__(cls, values: _Any = None, ndim: int = -1) -> _Self | _Any: ...
    def __init__(self, values: _Any = None, ndim: int = -1) -> None: ...

ShapeExpr = _ShapeExpr
"""A shape, as a value."""

class Tensor(_TensorStructInfo):
    """A tensor: `R.Tensor((n, 4), "float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor("float32")`.

    `shape` lists integers, symbolic variables or text, or is a shape value; `ndim` is the number of dimensions where only that is known; `vdevice`
    names a device of the module, "cuda:0".
    """
    def __new__(
        cls,
        shape: object = None,
        dtype: object = None,
        vdevice: object = None,
        ndim: int = -1,
    ) -> _Self | _Any: ...
    def __init__(self, shape: object = None, dtype: object = None, vdevice: object = None, ndim: int = -1) -> None: ...

def Then() -> _BranchFrame | _Any:
    """The branch for a true condition."""

class Tuple(_TupleStructInfo):
    """A tuple: `R.Tuple(R.Tensor((4,)), R.Object)`."""
    def __new__(cls, *fields: object) -> _Self | _Any: ...
    def __init__(self, *fields: object) -> None: ...

TupleGetItem = _TupleGetItem
"""One of several values, counted from 0."""

def abs(x: _Any) -> _Call | _Any:
    """The absolute value of each element.

    - `x`: The tensor.

    In PyTorch: `torch.abs`.
    """

def acos(x: _Any) -> _Call | _Any:
    """The angle whose cosine each element is.

    - `x`: The tensor.

    In PyTorch: `torch.acos`.
    """

def acosh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic cosine of each element.

    - `x`: The tensor.

    In PyTorch: `torch.acosh`.
    """

def add(x1: _Any, x2: _Any) -> _Call | _Any:
    """The sum of two tensors, broadcast together.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.add`.
    """

def arange(start: object, end: object = None, step: object = 1, dtype: object = None) -> _Call | _Any:
    """Numbers from `start` up to before `end`; with one number, from 0 up to it.  int64, or float32 when one of them is a float."""

def arg(name: _str, struct_info: object) -> _Var | _Any:
    """The next parameter of the function."""

def argmax(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The position of the greatest element.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.argmax`.
    """

def argmin(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The position of the least element.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.argmin`.
    """

def argsort(data: _Any, axis: _Any = ..., descending: _Any = ..., dtype: _Any = ...) -> _Call | _Any:
    """The positions that put the elements in order.

    - `data`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `descending`: Whether the greatest comes first.
    - `dtype`: The data type of the positions.

    In PyTorch: `torch.argsort`.
    """

def asin(x: _Any) -> _Call | _Any:
    """The angle whose sine each element is.

    - `x`: The tensor.

    In PyTorch: `torch.asin`.
    """

def asinh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic sine of each element.

    - `x`: The tensor.

    In PyTorch: `torch.asinh`.
    """

def assert_op(
    condition: object,
    format_args: object = None,
    *more: object,
    format: object = "",
) -> _Call | _Any:
    """Stop with the message unless the condition holds.

    The values that the message speaks of stand in a list, or one after the other as they are printed; the message may be the last of them.
    """

def astype(x: _Any, dtype: _Any) -> _Call | _Any:
    """Each element as another data type.

    - `x`: The tensor.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.Tensor.to`.
    """

def atan(x: _Any) -> _Call | _Any:
    """The angle whose tangent each element is.

    - `x`: The tensor.

    In PyTorch: `torch.atan`.
    """

def atan2(x1: _Any, x2: _Any) -> _Call | _Any:
    """The angle of the point (`x2`, `x1`), between -pi and pi.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.atan2`.
    """

def atanh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic tangent of each element.

    - `x`: The tensor.

    In PyTorch: `torch.atanh`.
    """

def bitwise_and(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in both; integers and booleans.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.bitwise_and`.
    """

def bitwise_not(x: _Any) -> _Call | _Any:
    """Each element with all bits inverted; integers and booleans.

    - `x`: The tensor.

    In PyTorch: `torch.bitwise_not`.
    """

def bitwise_or(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in either; integers and booleans.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.bitwise_or`.
    """

def bitwise_xor(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in one of the two; integers and booleans.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.bitwise_xor`.
    """

def broadcast_to(x: _Any, shape: _Any) -> _Call | _Any:
    """The tensor repeated to a larger shape.

    - `x`: The tensor.
    - `shape`: The shape of the result.

    In PyTorch: `torch.broadcast_to`.
    """

def bucketize(input_tensor: _Any, boundaries: _Any, out_int32: _Any = ..., right: _Any = ...) -> _Call | _Any:
    """The interval between boundaries that each element is in.

    - `input_tensor`: The tensor.
    - `boundaries`: The bounds of the intervals, a vector in order.
    - `out_int32`: Whether the result is int32 instead of int64.
    - `right`: Whether an interval includes its upper bound instead of its lower one.

    In PyTorch: `torch.bucketize`.
    """

class builtin:
    """Ops of `R.builtin`."""

    @staticmethod
    def alloc_tensor(
        shape: _Any,
        dtype: _Any,
        runtime_device_index: _Any,
        storage_scope: _Any = ...,
    ) -> _Call | _Any:
        """Memory for a tensor.

        - `shape`: The shape of the result.
        - `dtype`: The data type of the result.
        - `runtime_device_index`: The number of the device.
        - `storage_scope`: The kind of memory.
        """

    @staticmethod
    def stop_lift_params(x: _Any) -> _Call | _Any:
        """The value, beyond which parameters are not transformed ahead of time.

        - `x`: The tensor.
        """

def call_builtin_with_ctx(func: object, args: object, *, sinfo_args: object = None) -> _Call | _Any:
    """Call a function of the virtual machine, which gets the machine as its first argument."""

call_dps_packed: _Any
"""Call a registered function that writes its result into new memory, given as its last argument."""

def call_inplace_packed(
    func: object,
    *args: object,
    inplace_indices: object,
    sinfo_args: object,
) -> _Call | _Any:
    """Call a registered function that changes the arguments numbered `inplace_indices`, and nothing else, and gives them back."""

def call_packed(func: _str, *args: object, sinfo_args: object = None, **kwargs: object) -> _Call | _Any:
    """Call a registered function, which may have side effects, and gives a value of the struct info `sinfo_args`."""

call_pure_packed: _Any
"""Call a registered function that is promised to have no side effect."""

def call_py_func(py_func_name: _str | _StringImm, *args: object, out_sinfo: object) -> _Call | _Any:
    """Call a Python function of the module, on values given one by one or as one tuple: `R.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))`."""

call_tir: _Any
"""Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

`tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
"""

call_tir_inplace: _Any
"""`R.call_tir` whose results lie in the arguments numbered `inplace_indices`, -1 standing for new memory."""

call_tir_with_grad: _Any
"""`R.call_tir` with the registered name of what computes its gradient, and arguments for it."""

class ccl:
    """Ops of `R.ccl`."""

    @staticmethod
    def allgather(x: _Any, num_workers: _Any, in_group: _Any = ...) -> _Call | _Any:
        """The tensors of all workers one after another.

        - `x`: The tensor.
        - `num_workers`: The number of workers.
        - `in_group`: Whether only the workers of the group take part.
        """

    @staticmethod
    def allreduce(x: _Any, op_type: _Any = ..., in_group: _Any = ...) -> _Call | _Any:
        """The sum, or another reduction, over all workers.

        - `x`: The tensor.
        - `op_type`: `'sum'`, `'prod'`, `'min'`, `'max'` or `'avg'`.
        - `in_group`: Whether only the workers of the group take part.
        """

    @staticmethod
    def broadcast_from_worker0(x: _Any) -> _Call | _Any:
        """The tensor of the first worker.

        - `x`: The tensor.
        """

    @staticmethod
    def scatter_from_worker0(x: _Any, num_workers: _Any, axis: _Any = ...) -> _Call | _Any:
        """A part of the first worker's tensor.

        - `x`: The tensor.
        - `num_workers`: The number of workers.
        - `axis`: The axis; a negative one is counted from the last.
        """

def ceil(x: _Any) -> _Call | _Any:
    """The least integer not below each element.

    - `x`: The tensor.

    In PyTorch: `torch.ceil`.
    """

def clip(x: _Any, min: _Any, max: _Any) -> _Call | _Any:
    """Each element, no lower than `min` and no higher than `max`.

    - `x`: The tensor.
    - `min`: The lower bound, a number.
    - `max`: The upper bound, a number.

    In PyTorch: `torch.clamp`.
    """

def collapse_sum_like(data: _Any, collapse_target: _Any) -> _Call | _Any:
    """The sum down to another tensor's shape: the inverse of broadcasting.

    - `data`: The tensor.
    - `collapse_target`: The tensor whose shape the result has.
    """

def collapse_sum_to(data: _Any, shape: _Any) -> _Call | _Any:
    """The sum down to a shape: the inverse of broadcasting.

    - `data`: The tensor.
    - `shape`: The shape of the result.
    """

def concat(tensors: _Any, axis: _Any = ...) -> _Call | _Any:
    """Tensors one after another along an axis; without axis, flattened.

    - `tensors`: The tensors, as a tuple.
    - `axis`: The axis; without one the tensors are vectors.

    In PyTorch: `torch.cat`.
    """

def const(value: _Any, dtype: _str | _StructInfo | None = None) -> _Any:
    """A tensor known at compile time, from a number, an array or a tensor.

    `dtype` is a data type, or the struct info of a tensor, whose shape the value must have and which the constant keeps.  Without `dtype` integers and floats of 64 bits, Python's among them, become those of 32; other arrays, and our tensors, keep their type.
    """

def cos(x: _Any) -> _Call | _Any:
    """The cosine of each element, in radians.

    - `x`: The tensor.

    In PyTorch: `torch.cos`.
    """

def cosh(x: _Any) -> _Call | _Any:
    """The hyperbolic cosine of each element.

    - `x`: The tensor.

    In PyTorch: `torch.cosh`.
    """

def cpu(dev_id: int = 0) -> _Any:
    """The device of kind `cpu` with that number."""

def cuda(dev_id: int = 0) -> _Any:
    """The device of kind `cuda` with that number."""

def cumprod(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Call | _Any:
    """The products of the elements so far.

    - `data`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `dtype`: The data type of the result.
    - `exclusive`: Whether each result leaves its own element out.

    In PyTorch: `torch.cumprod`.
    """

def cumsum(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Call | _Any:
    """The sums of the elements so far.

    - `data`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `dtype`: The data type of the result.
    - `exclusive`: Whether each result leaves its own element out.

    In PyTorch: `torch.cumsum`.
    """

def dataflow() -> _BlockFrame | _Any:
    """A block of bindings without side effects: `with R.dataflow():`; `R.output` says what the rest of the function sees of it."""

def dequantize(
    data: _Any,
    scale: _Any,
    zero_point: _Any,
    axis: _Any = ...,
    out_dtype: _Any = ...,
) -> _Call | _Any:
    """Integers as real numbers: scale * (data - zero_point).

    - `data`: The tensor.
    - `scale`: The size of a step.
    - `zero_point`: The integer that stands for zero.
    - `axis`: The axis; a negative one is counted from the last.
    - `out_dtype`: The data type of the result; that of the operands unless given.
    """

device: _Any
"""A device of this machine, by its kind and number."""

def device_mesh(shape: _Sequence[int], device_ids: object) -> _DeviceMesh | _Any:
    """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""

class dist:
    """Ops of `R.dist`."""

    class DTensor(_DTensorStructInfo):
        """A tensor over a mesh: `R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`.

        `device_mesh` is a mesh, or names one of the module's; `placement` says for each of its dimensions along which axis the tensor is cut, or "R".
        """
        def __new__(
            cls,
            shape: object = None,
            dtype: object = None,
            device_mesh: _DeviceMesh | _str = ...,
            placement: object = "",
            *,
            ndim: int = -1,
        ) -> _Self | _Any: ...
        def __init__(
            self,
            shape: object = None,
            dtype: object = None,
            device_mesh: _DeviceMesh | _str = ...,
            placement: object = "",
            *,
            ndim: int = -1,
        ) -> None: ...

    @staticmethod
    def annotate_sharding(value: object, device_mesh: object, placement: object) -> _Call | _Any:
        """The same tensor, with a wish for how it lies over a mesh."""

    call_tir: _Any
    """Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

    `tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
    """

    @staticmethod
    def call_tir_local_view(
        gvar: object,
        args: object,
        out_sinfo: object = None,
        tir_vars: object = None,
        out_ty: object = None,
    ) -> _Call | _Any:
        """Call a TensorIR function on the part of each tensor that a device holds."""

    @staticmethod
    def const(value: _Any, struct_info: _StructInfo) -> _Constant | _Any:
        """A tensor over a mesh that is known at compile time."""

    @staticmethod
    def device_mesh(shape: _Sequence[int], device_ids: object) -> _DeviceMesh | _Any:
        """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""

    @staticmethod
    def redistribute(value: object, device_mesh: object, placement: object) -> _Call | _Any:
        """The tensor in another placement."""

    @staticmethod
    def redistribute_replica_to_shard(input: _Any, num_workers: _Any, axis: _Any) -> _Any | _Any:
        """The part of a tensor that is whole on each worker which the worker keeps."""

def divide(x1: _Any, x2: _Any) -> _Call | _Any:
    """The quotient of two tensors, broadcast together; of integers rounded towards zero.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.div`.
    """

def dtype(value: object) -> _Any:
    """A data type as a value."""

def dynamic_strided_slice(x: _Any, begin: _Any, end: _Any, strides: _Any) -> _Call | _Any:
    """A slice whose bounds are tensors.

    - `x`: The tensor.
    - `begin`: A tensor of the first positions, one a dimension.
    - `end`: A tensor of the positions before which it ends.
    - `strides`: A tensor of the distances.
    """

def einsum(operands: _Any, subscripts: _Any) -> _Call | _Any:
    """The sum of products that `subscripts` describes.

    - `operands`: The tensors, as a tuple.
    - `subscripts`: A letter a dimension, operands divided by commas, `->` before the result.

    In PyTorch: `torch.einsum`.
    """

def emit(value: object, annotate_struct_info: object = None) -> _Var | _Any:
    """Bind a value to a new variable."""

def emit_match_cast(value: object, struct_info: object) -> _Var | _Any:
    """Bind a value that is checked at run time to be of the struct info."""

def emit_te(func: _Callable[..., object], *args: object, **kwargs: _Any) -> _Call | _Any:
    """The call of the TensorIR function that `func` makes of te tensors, `topi.add` for instance: `R.emit_te(topi.add, x, y)`.

    The function is added to the module; `primfunc_name_hint` names it, and `primfunc_attrs` are its attributes.
    """

def emit_var_binding(value: _Any) -> _Var | _Any:
    """Add a binding that is made already."""

def emit_with_sinfo(op: _str, args: object, sinfo_args: object = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def emit_with_ty(op: _str, args: object, sinfo_args: object = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def emit_with_type(op: _str, args: object, sinfo_args: object = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether the elements are equal.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.eq`.
    """

def erf(x: _Any) -> _Call | _Any:
    """The error function of each element.

    - `x`: The tensor.

    In PyTorch: `torch.erf`.
    """

def ewise_fma(x1: _Any, x2: _Any, x3: _Any) -> _Call | _Any:
    """x1 * x2 + x3 of each element.

    - `x1`: The first tensor.
    - `x2`: The second tensor.
    - `x3`: The third tensor.

    In PyTorch: `torch.addcmul`.
    """

def exp(x: _Any) -> _Call | _Any:
    """e to the power of each element.

    - `x`: The tensor.

    In PyTorch: `torch.exp`.
    """

def expand_dims(x: _Any, axis: _Any) -> _Call | _Any:
    """The tensor with dimensions of size 1 at these positions of the result.

    - `x`: The tensor.
    - `axis`: Where the new axes stand in the result.

    In PyTorch: `torch.unsqueeze`.
    """

def ext_dev(dev_id: int = 0) -> _Any:
    """The device of kind `ext_dev` with that number."""

def eye(n: object, m: object = None, k: object = 0, dtype: object = "float32") -> _Call | _Any:
    """Ones on a diagonal of `n` rows and `m` columns, as many as rows unless given."""

def eye_like(x: _Any, k: _Any = ..., dtype: _Any = ...) -> _Call | _Any:
    """Ones on a diagonal, in another tensor's shape.

    - `x`: The tensor.
    - `k`: The diagonal: 0 is the main one, positive ones lie above.
    - `dtype`: The data type of the result.
    """

def flatten(x: _Any) -> _Call | _Any:
    """The tensor with one dimension.

    - `x`: The tensor.

    In PyTorch: `torch.flatten`.
    """

def flip(data: _Any, axis: _Any) -> _Call | _Any:
    """The tensor with the order along an axis reversed.

    - `data`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.flip`.
    """

def floor(x: _Any) -> _Call | _Any:
    """The greatest integer not above each element.

    - `x`: The tensor.

    In PyTorch: `torch.floor`.
    """

def floor_divide(x1: _Any, x2: _Any) -> _Call | _Any:
    """The quotient rounded down.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.floor_divide`.
    """

def floor_mod(x1: _Any, x2: _Any) -> _Call | _Any:
    """The remainder of `floor_divide`, with the sign of the divisor.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.remainder`.
    """

def full(shape: _Any, fill_value: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A tensor filled with a scalar.

    - `shape`: The shape of the result.
    - `fill_value`: The filling, a tensor without dimensions.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.full`.
    """

def full_like(x: _Any, fill_value: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A tensor of another's shape filled with a scalar.

    - `x`: The tensor.
    - `fill_value`: The filling, a tensor without dimensions.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.full_like`.
    """

def func_attr(attrs: _Mapping[_str, _Any]) -> None:
    """Attributes of the function: `R.func_attr({"num_input": 1})`."""

def func_name(name: _str) -> None:
    """The name of the function."""

def func_ret_struct_info(ret_sinfo: object) -> None:
    """The struct info of the function's result."""

def func_ret_ty(ret_sinfo: object) -> None:
    """The struct info of the function's result."""

def func_ret_type(ret_sinfo: object) -> None:
    """The struct info of the function's result."""

def func_ret_value(value: object) -> None:
    """The result of the function."""

from typing import no_type_check as function
"""Make a Python function a function of Relax: `@R.function`, `@R.function(private=True, pure=False)`.

Its parameters are annotated with `R.Tensor(...)`, `R.Shape(...)` and the like.  A private function has no `global_symbol`.  One that is not pure
may have side effects.
"""

MYPY = True
if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.relax_function.typing_extensions import no_type_check as function

def gather_elements(data: _Any, indices: _Any, axis: _Any = ...) -> _Call | _Any:
    """For each index the element at that position along the axis.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.gather`.
    """

def gather_nd(data: _Any, indices: _Any, batch_dims: _Any = ...) -> _Call | _Any:
    """The slices at positions given by the last dimension of `indices`.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    - `batch_dims`: How many leading dimensions data and indices share.
    """

class grad:
    """Ops of `R.grad`."""

    @staticmethod
    def avg_pool2d_backward(
        output_grad: _Any,
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `avg_pool2d`.

        - `output_grad`: The gradient with respect to the result.
        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        """

    @staticmethod
    def end_checkpoint(input: _Any) -> _Call | _Any:
        """The value, up to which values are computed anew for the gradient.

        - `input`: The value.
        """

    @staticmethod
    def max_pool2d_backward(
        output_grad: _Any,
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `max_pool2d`.

        - `output_grad`: The gradient with respect to the result.
        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        """

    @staticmethod
    def nll_loss_backward(
        output_grad: _Any,
        predictions: _Any,
        targets: _Any,
        weights: _Any = ...,
        reduction: _Any = ...,
        ignore_index: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `nll_loss`.

        - `output_grad`: The gradient with respect to the result.
        - `predictions`: What is predicted, before or after the logarithm as the op says.
        - `targets`: The number of the true class of each.
        - `weights`: The weight of each class.
        - `reduction`: How what is written joins what is there: `'update'` replaces it, others are `'add'`, `'mul'`, `'mean'`, `'max'`, `'min'`.
        - `ignore_index`: The class that does not count.
        """

    @staticmethod
    def no_grad(input: _Any) -> _Call | _Any:
        """The value, through which no gradient flows.

        - `input`: The value.
        """

    @staticmethod
    def start_checkpoint(input: _Any) -> _Call | _Any:
        """The value, from which on values are computed anew for the gradient.

        - `input`: The value.
        """

    @staticmethod
    def take_backward(
        output_grad: _Any,
        x: _Any,
        indices: _Any,
        axis: _Any = ...,
        mode: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `take`.

        - `output_grad`: The gradient with respect to the result.
        - `x`: The tensor.
        - `indices`: The positions, integers.
        - `axis`: The axis; a negative one is counted from the last.
        - `mode`: What an index outside does: `'fast'` must not be, `'clip'` means the nearest, `'wrap'` goes round, `'nan'` gives not-a-number.
        """

def greater(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is greater than `x2`.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.gt`.
    """

def greater_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is at least `x2`.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.ge`.
    """

def hamming_window(
    window_size: _Any,
    periodic: _Any,
    alpha: _Any,
    beta: _Any,
    dtype: _Any = ...,
) -> _Call | _Any:
    """A Hamming window.

    - `window_size`: The number of elements.
    - `periodic`: Whether the window goes on where it ends.
    - `alpha`: The coefficient alpha.
    - `beta`: The coefficient beta.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.hamming_window`.
    """

def hexagon(dev_id: int = 0) -> _Any:
    """The device of kind `hexagon` with that number."""

def hint_on_device(
    data: object,
    dst_vdevice: _Any = None,
    memory_scope: _str = "global",
    *,
    device_type: int | None = None,
    index: int = 0,
) -> _Call | _Any:
    """The tensor, with the wish that it be on a device: `R.device(1, 0)`, or its kind and number."""

class image(_Any):  # type: ignore[misc, unused-ignore]
    """Ops of `R.image`."""

    @staticmethod
    def affine_grid(data: _Any, size: _Any, align_corners: _Any = ...) -> _Call | _Any:
        """The positions, from -1 to 1, of an image or volume of a size after the maps that matrices (batch, 2, 3) or (batch, 3, 4) are.

        - `data`: The tensor.
        - `size`: The size of the result.
        - `align_corners`: Whether -1 and 1 are the middles of the outer elements, and not their edges.

        In PyTorch: `torch.nn.functional.affine_grid`.
        """

    @staticmethod
    def grid_sample(
        data: _Any,
        grid: _Any,
        method: _Any = ...,
        layout: _Any = ...,
        padding_mode: _Any = ...,
        align_corners: _Any = ...,
    ) -> _Call | _Any:
        """An image or volume at positions from -1 to 1: column, row and, in volumes, depth along axis 1 of `grid`.

        - `data`: The tensor.
        - `grid`: The positions, their coordinates along axis 1: column, row, depth.
        - `method`: `'nearest_neighbor'`, `'linear'` or `'cubic'`; at positions of a grid `'nearest'`, `'bilinear'` or `'bicubic'`.
        - `layout`: The dimensions by letter.
        - `padding_mode`: What is outside: `'zeros'`, `'border'` or `'reflection'`.
        - `align_corners`: Whether -1 and 1 are the middles of the outer elements, and not their edges.

        In PyTorch: `torch.nn.functional.grid_sample`.
        """

    resize2d: _Any
    """An image in another size.

    - `data`: The tensor.
    - `size`: The size of the result.
    - `roi`: The region that is seen, where the coordinates say so.
    - `layout`: The dimensions by letter.
    - `method`: `'nearest_neighbor'`, `'linear'` or `'cubic'`; at positions of a grid `'nearest'`, `'bilinear'` or `'bicubic'`.
    - `coordinate_transformation_mode`: How positions of the result and of the image are related.
    - `rounding_method`: How a position is rounded to the nearest element.
    - `cubic_alpha`: The coefficient of cubic interpolation.
    - `cubic_exclude`: Whether elements outside have no weight.
    - `extrapolation_value`: The number outside of the region.
    - `out_dtype`: The data type of the result; that of the operands unless given.

    In PyTorch: `torch.nn.functional.interpolate`.
    """

    @staticmethod
    def resize3d(
        data: _Any,
        size: _Any,
        roi: _Any = ...,
        layout: _Any = ...,
        method: _Any = ...,
        coordinate_transformation_mode: _Any = ...,
        rounding_method: _Any = ...,
        cubic_alpha: _Any = ...,
        cubic_exclude: _Any = ...,
        extrapolation_value: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """A volume in another size.

        - `data`: The tensor.
        - `size`: The size of the result.
        - `roi`: The region that is seen, where the coordinates say so.
        - `layout`: The dimensions by letter.
        - `method`: `'nearest_neighbor'`, `'linear'` or `'cubic'`; at positions of a grid `'nearest'`, `'bilinear'` or `'bicubic'`.
        - `coordinate_transformation_mode`: How positions of the result and of the image are related.
        - `rounding_method`: How a position is rounded to the nearest element.
        - `cubic_alpha`: The coefficient of cubic interpolation.
        - `cubic_exclude`: Whether elements outside have no weight.
        - `extrapolation_value`: The number outside of the region.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.interpolate`.
        """

def index_put(data: _Any, indices: _Any, values: _Any, accumulate: _Any = ...) -> _Call | _Any:
    """The tensor with `values` put, or added, at positions.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    - `values`: What is written.
    - `accumulate`: Whether values are added to what is there.

    In PyTorch: `torch.index_put`.
    """

def index_tensor(data: _Any, indices: _Any) -> _Call | _Any:
    """Elements picked by one tensor of indices a dimension, broadcast together.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    """

class inspect:
    """Ops of `R.inspect`."""

    @staticmethod
    def tensor_byte_offset(tensor: _Any) -> _Call | _Any:
        """The bytes between the memory and the first element.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_dtype_bits(tensor: _Any) -> _Call | _Any:
        """The bits of an element, or of a lane of one.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_dtype_code(tensor: _Any) -> _Call | _Any:
        """The number that DLPack gives the kind of the elements.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_dtype_lanes(tensor: _Any) -> _Call | _Any:
        """The lanes of an element.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_elem_offset(tensor: _Any) -> _Call | _Any:
        """The elements between the memory and the first one of the tensor.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_ndim(tensor: _Any) -> _Call | _Any:
        """The number of dimensions.

        - `tensor`: The tensor.
        """

    @staticmethod
    def tensor_shape_i(tensor: _Any, axis: _Any) -> _Call | _Any:
        """The size along an axis.

        - `tensor`: The tensor.
        - `axis`: The axis; a negative one is counted from the last.
        """

    @staticmethod
    def tensor_stride_i(tensor: _Any, axis: _Any) -> _Call | _Any:
        """The distance, in elements, between neighbours along an axis.

        - `tensor`: The tensor.
        - `axis`: The axis; a negative one is counted from the last.
        """

def invoke_closure(closure: _RelaxExpr, args: object, sinfo_args: object) -> _Call | _Any:
    """Call a function value."""

def invoke_pure_closure(closure: _RelaxExpr, args: object, sinfo_args: object) -> _Call | _Any:
    """Call a function value that has no side effect."""

def isfinite(x: _Any) -> _Call | _Any:
    """Whether each element is neither infinite nor not-a-number.

    - `x`: The tensor.

    In PyTorch: `torch.isfinite`.
    """

def isinf(x: _Any) -> _Call | _Any:
    """Whether each element is infinite.

    - `x`: The tensor.

    In PyTorch: `torch.isinf`.
    """

def isnan(x: _Any) -> _Call | _Any:
    """Whether each element is not-a-number.

    - `x`: The tensor.

    In PyTorch: `torch.isnan`.
    """

def layout_transform(
    x: object,
    index_map: _Any,
    pad_value: object = None,
    axis_separators: object = None,
    input_axis_separators: object = None,
) -> _Call | _Any:
    """The elements at the positions that `index_map`, an `IndexMap` or a function of the indices, gives them."""

def left_shift(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` shifted to the left by `x2` bits.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.bitwise_left_shift`.
    """

def less(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is less than `x2`.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.lt`.
    """

def less_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is at most `x2`.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.le`.
    """

def linear(data: object, weight: object, bias: object = None, out_dtype: object = None) -> _Call | _Any:
    """`data` times the transpose of `weight`, plus `bias`."""

def log(x: _Any) -> _Call | _Any:
    """The natural logarithm of each element.

    - `x`: The tensor.

    In PyTorch: `torch.log`.
    """

def log_add_exp(x1: _Any, x2: _Any) -> _Call | _Any:
    """log(exp(x1) + exp(x2)), without overflow.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.logaddexp`.
    """

def logical_and(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether both are true.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.logical_and`.
    """

def logical_not(x: _Any) -> _Call | _Any:
    """The negation of each boolean.

    - `x`: The tensor.

    In PyTorch: `torch.logical_not`.
    """

def logical_or(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether one is true.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.logical_or`.
    """

def logical_xor(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether exactly one is true.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.logical_xor`.
    """

from typing import no_type_check as macro
"""A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
"""

if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.relax_macro.typing_extensions import no_type_check as macro

def make_closure(func: object, args: object) -> _Call | _Any:
    """A function value from a function and the values that it captures."""

def match_cast(value: object, struct_info: object) -> _MatchCastValue | _Any:
    """A value that is checked at run time to be of the struct info; symbolic variables that are new in it get their values from it."""

def matmul(x1: _Any, x2: _Any, out_dtype: _Any = ...) -> _Call | _Any:
    """The matrix product, broadcast over the leading dimensions.

    - `x1`: The first tensor.
    - `x2`: The second tensor.
    - `out_dtype`: The data type of the result; that of the operands unless given.

    In PyTorch: `torch.matmul`.
    """

def max(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The greatest element along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.amax`.
    """

def maximum(x1: _Any, x2: _Any) -> _Call | _Any:
    """The greater of two elements.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.maximum`.
    """

def mean(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The mean along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.mean`.
    """

def median(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The middle element, the lower of two; along an axis with its position.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.median`.
    """

class memory:
    """Ops of `R.memory`."""

    @staticmethod
    def alloc_storage(size: _Any, virtual_device_index: _Any, storage_scope: _Any, dtype: _Any) -> _Call | _Any:
        """Memory of a size in bytes.

        - `size`: The size of the result.
        - `virtual_device_index`: The number of the device.
        - `storage_scope`: The kind of memory.
        - `dtype`: The data type of the result.
        """

    @staticmethod
    def alloc_tensor(
        storage: _Any,
        offset: _Any,
        shape: _Any,
        dtype: _Any,
        runtime_device_ind: _Any = ...,
    ) -> _Call | _Any:
        """A tensor in memory that exists.

        - `storage`: The memory.
        - `offset`: Where in the memory it begins.
        - `shape`: The shape of the result.
        - `dtype`: The data type of the result.
        - `runtime_device_ind`: The number of the device.
        """

    @staticmethod
    def ensure_zero_offset(data: _Any) -> _Call | _Any:
        """The tensor, copied unless it begins its memory.

        - `data`: The tensor.
        """

    @staticmethod
    def kill_storage(storage: _Any) -> _Call | _Any:
        """Memory is no longer needed.

        - `storage`: The memory.
        """

    @staticmethod
    def kill_tensor(tensor: _Any) -> _Call | _Any:
        """A tensor is no longer needed.

        - `tensor`: The tensor.
        """

    @staticmethod
    def view(data: _Any, shape: _Any = ..., dtype: _Any = ..., relative_byte_offset: _Any = ...) -> _Call | _Any:
        """The same memory as another tensor.

        - `data`: The tensor.
        - `shape`: The shape of the result.
        - `dtype`: The data type of the result.
        - `relative_byte_offset`: How many bytes after the tensor's it begins.
        """

def meshgrid(tensors: _Any, indexing: _Any = ...) -> _Call | _Any:
    """Grids of coordinates from vectors.

    - `tensors`: The tensors, as a tuple.
    - `indexing`: `'ij'`: the first vector runs along the first axis; `'xy'`: along the second.

    In PyTorch: `torch.meshgrid`.
    """

def metal(dev_id: int = 0) -> _Any:
    """The device of kind `metal` with that number."""

def min(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The least element along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.amin`.
    """

def minimum(x1: _Any, x2: _Any) -> _Call | _Any:
    """The lesser of two elements.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.minimum`.
    """

def mod(x1: _Any, x2: _Any) -> _Call | _Any:
    """The remainder of the quotient rounded towards zero, with the sign of the dividend.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.fmod`.
    """

def multinomial_from_uniform(
    prob: _Any,
    uniform_sample: _Any,
    sample_indices: _Any,
    dtype: _Any = ...,
) -> _Call | _Any:
    """Samples of distributions, from uniform ones.

    - `prob`: The probability of each class, a row a distribution.
    - `uniform_sample`: Random numbers between 0 and 1.
    - `sample_indices`: The row that each sample is drawn from.
    - `dtype`: The data type of the result.
    """

def multiply(x1: _Any, x2: _Any) -> _Call | _Any:
    """The product of two tensors, broadcast together.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.mul`.
    """

def negative(x: _Any) -> _Call | _Any:
    """Each element with its sign inverted.

    - `x`: The tensor.

    In PyTorch: `torch.negative`.
    """

class nn:
    """Ops of `R.nn`."""

    @staticmethod
    def adaptive_avg_pool1d(
        data: _Any,
        output_size: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean over windows chosen so that the result has `output_size`.

        - `data`: The tensor.
        - `output_size`: The size of the result; that of the data unless given.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.adaptive_avg_pool1d`.
        """

    @staticmethod
    def adaptive_avg_pool2d(
        data: _Any,
        output_size: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean over windows chosen so that the result has `output_size`.

        - `data`: The tensor.
        - `output_size`: The size of the result; that of the data unless given.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.adaptive_avg_pool2d`.
        """

    @staticmethod
    def adaptive_avg_pool3d(
        data: _Any,
        output_size: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean over windows chosen so that the result has `output_size`.

        - `data`: The tensor.
        - `output_size`: The size of the result; that of the data unless given.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.adaptive_avg_pool3d`.
        """

    @staticmethod
    def attention(
        query: _Any,
        key: _Any,
        value: _Any,
        bias: _Any = ...,
        scale: _Any = ...,
        causal_mask: _Any = ...,
        window_size: _Any = ...,
    ) -> _Call | _Any:
        """softmax(query @ key * scale + bias) @ value, a head at a time.

        - `query`: The queries: batch, sequence, heads, size.
        - `key`: The keys: batch, sequence, heads, size.
        - `value`: The values: batch, sequence, heads, size.
        - `bias`: What is added.
        - `scale`: What the scores are multiplied by; 1 / sqrt(size) unless given.
        - `causal_mask`: Which keys a query sees: all without it, `'TopLeft'` or `'BottomRight'` those that are not later.
        - `window_size`: How many keys before its own a query sees.

        In PyTorch: `torch.nn.functional.scaled_dot_product_attention`.
        """

    @staticmethod
    def attention_bias(
        query: _Any,
        key: _Any,
        value: _Any,
        bias: _Any = ...,
        scale: _Any = ...,
        causal_mask: _Any = ...,
        window_size: _Any = ...,
    ) -> _Call | _Any:
        """`attention` with a bias.

        - `query`: The queries: batch, sequence, heads, size.
        - `key`: The keys: batch, sequence, heads, size.
        - `value`: The values: batch, sequence, heads, size.
        - `bias`: What is added.
        - `scale`: What the scores are multiplied by; 1 / sqrt(size) unless given.
        - `causal_mask`: Which keys a query sees: all without it, `'TopLeft'` or `'BottomRight'` those that are not later.
        - `window_size`: How many keys before its own a query sees.

        In PyTorch: `torch.nn.functional.scaled_dot_product_attention`.
        """

    @staticmethod
    def attention_var_len(
        queries: _Any,
        keys: _Any,
        values: _Any,
        seqstart_q: _Any,
        max_seqlen_q: _Any,
        seqstart_k: _Any = ...,
        max_seqlen_k: _Any = ...,
        scale: _Any = ...,
        causal_mask: _Any = ...,
        window_size: _Any = ...,
    ) -> _Call | _Any:
        """`attention` over sequences of different lengths.

        - `queries`: The queries of all sequences, one after another.
        - `keys`: The keys of all sequences, one after another.
        - `values`: What is written.
        - `seqstart_q`: Where each sequence of queries begins.
        - `max_seqlen_q`: The longest sequence of queries.
        - `seqstart_k`: Where each sequence of keys begins.
        - `max_seqlen_k`: The longest sequence of keys.
        - `scale`: What the scores are multiplied by; 1 / sqrt(size) unless given.
        - `causal_mask`: Which keys a query sees: all without it, `'TopLeft'` or `'BottomRight'` those that are not later.
        - `window_size`: How many keys before its own a query sees.
        """

    @staticmethod
    def avg_pool1d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.avg_pool1d`.
        """

    @staticmethod
    def avg_pool2d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.avg_pool2d`.
        """

    @staticmethod
    def avg_pool3d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The mean of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.avg_pool3d`.
        """

    @staticmethod
    def batch_flatten(data: _Any) -> _Call | _Any:
        """All dimensions but the first as one.

        - `data`: The tensor.

        In PyTorch: `torch.flatten`.
        """

    @staticmethod
    def batch_norm(
        data: _Any,
        gamma: _Any,
        beta: _Any,
        moving_mean: _Any,
        moving_var: _Any,
        axis: _Any,
        epsilon: _Any = ...,
        center: _Any = ...,
        scale: _Any = ...,
        momentum: _Any = ...,
        training: _Any = ...,
    ) -> _Call | _Any:
        """Normalised over all dimensions but `axis`: the result, the new moving mean and the new moving variance.

        - `data`: The tensor.
        - `gamma`: What the normalised elements are multiplied by.
        - `beta`: What is added to the normalised elements.
        - `moving_mean`: The mean so far.
        - `moving_var`: The variance so far.
        - `axis`: The axis; a negative one is counted from the last.
        - `epsilon`: What is added to the variance, against division by zero.
        - `center`: Whether `beta` is added.
        - `scale`: Whether `gamma` is multiplied with.
        - `momentum`: The part of the new value in the moving ones.
        - `training`: Whether mean and variance are those of the batch.

        In PyTorch: `torch.nn.functional.batch_norm`.
        """

    @staticmethod
    def conv1d(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """A convolution over 1 dimension(s): `data` and `weight` in the given layouts.

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv1d`.
        """

    @staticmethod
    def conv1d_transpose(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        output_padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """The transpose of a convolution over 1 dimension(s).

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `output_padding`: How many elements are added at the ends of the result.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv_transpose1d`.
        """

    @staticmethod
    def conv2d(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """A convolution over 2 dimension(s): `data` and `weight` in the given layouts.

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv2d`.
        """

    @staticmethod
    def conv2d_transpose(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        output_padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """The transpose of a convolution over 2 dimension(s).

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `output_padding`: How many elements are added at the ends of the result.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv_transpose2d`.
        """

    @staticmethod
    def conv3d(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """A convolution over 3 dimension(s): `data` and `weight` in the given layouts.

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv3d`.
        """

    @staticmethod
    def conv3d_transpose(
        data: _Any,
        weight: _Any,
        strides: _Any = ...,
        padding: _Any = ...,
        output_padding: _Any = ...,
        dilation: _Any = ...,
        groups: _Any = ...,
        data_layout: _Any = ...,
        kernel_layout: _Any = ...,
        out_layout: _Any = ...,
        out_dtype: _Any = ...,
    ) -> _Call | _Any:
        """The transpose of a convolution over 3 dimension(s).

        - `data`: The tensor.
        - `weight`: The weights.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `output_padding`: How many elements are added at the ends of the result.
        - `dilation`: The distance of two elements that a window sees.
        - `groups`: The number of groups that channels are divided into.
        - `data_layout`: The dimensions of the data by letter.
        - `kernel_layout`: The dimensions of the weights by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.
        - `out_dtype`: The data type of the result; that of the operands unless given.

        In PyTorch: `torch.nn.functional.conv_transpose3d`.
        """

    @staticmethod
    def cross_entropy_with_logits(predictions: _Any, labels: _Any) -> _Call | _Any:
        """The cross entropy of logits and a distribution.

        - `predictions`: What is predicted, before or after the logarithm as the op says.
        - `labels`: What is true.

        In PyTorch: `torch.nn.functional.cross_entropy`.
        """

    @staticmethod
    def dropout(data: _Any, rate: _Any = ...) -> _Call | _Any:
        """Some elements zero in training: the result and the mask.

        - `data`: The tensor.
        - `rate`: The probability that an element is dropped.

        In PyTorch: `torch.nn.functional.dropout`.
        """

    @staticmethod
    def gelu(data: _Any) -> _Call | _Any:
        """x times the probability that a normal variable is below x.

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.gelu`.
        """

    @staticmethod
    def gelu_tanh(data: _Any) -> _Call | _Any:
        """`gelu`, approximated with tanh.

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.gelu`.
        """

    @staticmethod
    def group_norm(
        data: _Any,
        gamma: _Any,
        beta: _Any,
        num_groups: _Any,
        channel_axis: _Any,
        axes: _Any,
        epsilon: _Any = ...,
        center: _Any = ...,
        scale: _Any = ...,
    ) -> _Call | _Any:
        """Normalised over groups of channels.

        - `data`: The tensor.
        - `gamma`: What the normalised elements are multiplied by.
        - `beta`: What is added to the normalised elements.
        - `num_groups`: The number of groups that channels are divided into.
        - `channel_axis`: The axis of the channels.
        - `axes`: The axes; negative ones are counted from the last.
        - `epsilon`: What is added to the variance, against division by zero.
        - `center`: Whether `beta` is added.
        - `scale`: Whether `gamma` is multiplied with.

        In PyTorch: `torch.nn.functional.group_norm`.
        """

    @staticmethod
    def instance_norm(
        data: _Any,
        gamma: _Any,
        beta: _Any,
        channel_axis: _Any,
        axes: _Any,
        epsilon: _Any = ...,
        center: _Any = ...,
        scale: _Any = ...,
    ) -> _Call | _Any:
        """Normalised over each channel of each item.

        - `data`: The tensor.
        - `gamma`: What the normalised elements are multiplied by.
        - `beta`: What is added to the normalised elements.
        - `channel_axis`: The axis of the channels.
        - `axes`: The axes; negative ones are counted from the last.
        - `epsilon`: What is added to the variance, against division by zero.
        - `center`: Whether `beta` is added.
        - `scale`: Whether `gamma` is multiplied with.

        In PyTorch: `torch.nn.functional.instance_norm`.
        """

    @staticmethod
    def layer_norm(
        data: _Any,
        gamma: _Any,
        beta: _Any,
        axes: _Any,
        epsilon: _Any = ...,
        center: _Any = ...,
        scale: _Any = ...,
    ) -> _Call | _Any:
        """Normalised over `axes`.

        - `data`: The tensor.
        - `gamma`: What the normalised elements are multiplied by.
        - `beta`: What is added to the normalised elements.
        - `axes`: The axes; negative ones are counted from the last.
        - `epsilon`: What is added to the variance, against division by zero.
        - `center`: Whether `beta` is added.
        - `scale`: Whether `gamma` is multiplied with.

        In PyTorch: `torch.nn.functional.layer_norm`.
        """

    @staticmethod
    def leakyrelu(data: _Any, alpha: _Any = ...) -> _Call | _Any:
        """Each element, times `alpha` when negative.

        - `data`: The tensor.
        - `alpha`: The slope below zero.

        In PyTorch: `torch.nn.functional.leaky_relu`.
        """

    @staticmethod
    def log_softmax(data: _Any, axis: _Any = ...) -> _Call | _Any:
        """The logarithm of the softmax along an axis.

        - `data`: The tensor.
        - `axis`: The axis; a negative one is counted from the last.

        In PyTorch: `torch.nn.functional.log_softmax`.
        """

    @staticmethod
    def max_pool1d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The greatest of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.max_pool1d`.
        """

    @staticmethod
    def max_pool2d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The greatest of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.max_pool2d`.
        """

    @staticmethod
    def max_pool3d(
        data: _Any,
        pool_size: _Any = ...,
        strides: _Any = ...,
        padding: _Any = ...,
        dilation: _Any = ...,
        ceil_mode: _Any = ...,
        count_include_pad: _Any = ...,
        layout: _Any = ...,
        out_layout: _Any = ...,
    ) -> _Call | _Any:
        """The greatest of the elements in each window.

        - `data`: The tensor.
        - `pool_size`: The size of the window.
        - `strides`: How far the window moves.
        - `padding`: How many zeros surround the data: at both ends of all dimensions, of each, or begins and ends.
        - `dilation`: The distance of two elements that a window sees.
        - `ceil_mode`: Whether the size of the result is rounded up.
        - `count_include_pad`: Whether the padding counts as elements.
        - `layout`: The dimensions by letter.
        - `out_layout`: The dimensions of the result by letter; those of the data unless given.

        In PyTorch: `torch.nn.functional.max_pool3d`.
        """

    @staticmethod
    def nll_loss(
        predictions: _Any,
        targets: _Any,
        weights: _Any = ...,
        reduction: _Any = ...,
        ignore_index: _Any = ...,
    ) -> _Call | _Any:
        """The negative log likelihood of the targets.

        - `predictions`: What is predicted, before or after the logarithm as the op says.
        - `targets`: The number of the true class of each.
        - `weights`: The weight of each class.
        - `reduction`: How what is written joins what is there: `'update'` replaces it, others are `'add'`, `'mul'`, `'mean'`, `'max'`, `'min'`.
        - `ignore_index`: The class that does not count.

        In PyTorch: `torch.nn.functional.nll_loss`.
        """

    @staticmethod
    def pad(data: _Any, pad_width: _Any, pad_mode: _Any = ..., pad_value: _Any = ...) -> _Call | _Any:
        """The tensor with elements added before and after each dimension.

        - `data`: The tensor.
        - `pad_width`: How many elements are added at both ends of each dimension.
        - `pad_mode`: What they are: `'constant'`, `'reflect'`, `'replicate'` or `'circular'`.
        - `pad_value`: The number at positions that nothing is moved to.

        In PyTorch: `torch.nn.functional.pad`.
        """

    @staticmethod
    def pixel_shuffle(data: _Any, upscale_factor: _Any) -> _Call | _Any:
        """Channels spread out into height and width.

        - `data`: The tensor.
        - `upscale_factor`: How many times larger height and width become.

        In PyTorch: `torch.nn.functional.pixel_shuffle`.
        """

    @staticmethod
    def prelu(data: _Any, alpha: _Any, axis: _Any = ...) -> _Call | _Any:
        """Each element, times the `alpha` of its channel when negative.

        - `data`: The tensor.
        - `alpha`: The slope below zero, one a channel.
        - `axis`: The axis; a negative one is counted from the last.

        In PyTorch: `torch.nn.functional.prelu`.
        """

    @staticmethod
    def relu(data: _Any) -> _Call | _Any:
        """Each element, zero when negative.

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.relu`.
        """

    @staticmethod
    def relu6(data: _Any) -> _Call | _Any:
        """Each element, no lower than 0 and no higher than 6.

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.relu6`.
        """

    @staticmethod
    def rms_norm(data: _Any, weight: _Any, axes: _Any = ..., epsilon: _Any = ...) -> _Call | _Any:
        """Divided by the root of the mean square over `axes`.

        - `data`: The tensor.
        - `weight`: The weights.
        - `axes`: The axes; negative ones are counted from the last.
        - `epsilon`: What is added to the variance, against division by zero.

        In PyTorch: `torch.nn.functional.rms_norm`.
        """

    @staticmethod
    def selu(data: _Any) -> _Call | _Any:
        """The scaled exponential linear unit.

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.selu`.
        """

    @staticmethod
    def silu(data: _Any) -> _Call | _Any:
        """x * sigmoid(x).

        - `data`: The tensor.

        In PyTorch: `torch.nn.functional.silu`.
        """

    @staticmethod
    def softmax(data: _Any, axis: _Any = ...) -> _Call | _Any:
        """exp(x) over its sum along an axis.

        - `data`: The tensor.
        - `axis`: The axis; a negative one is counted from the last.

        In PyTorch: `torch.nn.functional.softmax`.
        """

    @staticmethod
    def softplus(data: _Any, beta: _Any = ..., threshold: _Any = ...) -> _Call | _Any:
        """log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold.

        - `data`: The tensor.
        - `beta`: The coefficient beta.
        - `threshold`: Above it the function is the identity.

        In PyTorch: `torch.nn.functional.softplus`.
        """

def nonzero(x: _Any) -> _Call | _Any:
    """The positions of the elements that are not zero, one a column.

    - `x`: The tensor.

    In PyTorch: `torch.nonzero`.
    """

def not_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether the elements differ.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.ne`.
    """

def null_value() -> _Call | _Any:
    """No value."""

def one_hot(indices: _Any, on_value: _Any, off_value: _Any, depth: _Any, axis: _Any = ...) -> _Call | _Any:
    """`on_value` at each index of a new axis of size `depth`, else `off_value`.

    - `indices`: The positions, integers.
    - `on_value`: The number at the index.
    - `off_value`: The number elsewhere.
    - `depth`: The size of the new axis.
    - `axis`: Where the new axis stands in the result.
    """

def ones(shape: _Any, dtype: _Any) -> _Call | _Any:
    """A tensor of ones.

    - `shape`: The shape of the result.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.ones`.
    """

def ones_like(x: _Any, dtype: _Any = ...) -> _Call | _Any:
    """Ones in another tensor's shape.

    - `x`: The tensor.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.ones_like`.
    """

def opencl(dev_id: int = 0) -> _Any:
    """The device of kind `opencl` with that number."""

def outer(x1: _Any, x2: _Any) -> _Call | _Any:
    """The products of all pairs of elements of two vectors.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.outer`.
    """

def output(*vars: _Any) -> None:
    """The variables of a dataflow block that the rest of the function sees."""

def permute_dims(x: _Any, axes: _Any = ...) -> _Call | _Any:
    """The dimensions in another order; reversed without `axes`.

    - `x`: The tensor.
    - `axes`: The dimensions in their new order; reversed unless given.

    In PyTorch: `torch.permute`.
    """

def power(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` to the power of `x2`.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.pow`.
    """

def prim_value(value: object) -> _PrimValue | _Any:
    """A scalar as a value."""

def print(*values: object, format: object = "") -> _Call | _Any:
    """Print values; `format` has {} for each."""

def prod(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The product along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.prod`.
    """

def py_module(mod: type | None = None, check_well_formed: bool = True) -> _Any:
    """Make a class that inherits `BasePyModule` a module with Python functions, as `I.ir_module` does; calling it makes an instance."""

def quantize(
    data: _Any,
    scale: _Any,
    zero_point: _Any,
    axis: _Any = ...,
    out_dtype: _Any = ...,
) -> _Call | _Any:
    """Real numbers as integers: clamp(round(data / scale) + zero_point).

    - `data`: The tensor.
    - `scale`: The size of a step.
    - `zero_point`: The integer that stands for zero.
    - `axis`: The axis; a negative one is counted from the last.
    - `out_dtype`: The data type of the result; that of the operands unless given.
    """

def repeat(data: _Any, repeats: _Any, axis: _Any = ...) -> _Call | _Any:
    """Each element several times, along an axis or flattened.

    - `data`: The tensor.
    - `repeats`: How many times.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.repeat_interleave`.
    """

def reshape(x: object, shape: object) -> _Call | _Any:
    """The same elements in another shape; one size may be -1, which is then as much as is left, and 0 stands for the size at the same place."""

def reverse_sequence(
    data: _Any,
    seq_lengths: _Any,
    seq_axis: _Any = ...,
    batch_axis: _Any = ...,
) -> _Call | _Any:
    """For each place along `batch_axis` the first elements along `seq_axis`, as many as `seq_lengths` says, in reverse.

    - `data`: The tensor.
    - `seq_lengths`: How many elements are reversed, for each place along `batch_axis`: a vector of int32 or int64.
    - `seq_axis`: The axis of the elements.
    - `batch_axis`: The axis of the lengths.
    """

def rewriter(rewriter_mod: type) -> _Any:
    """Make a class with the functions `pattern` and `replacement` a rewriter: what the first computes becomes what the second does.

    Call it with a module or a function.
    """

def right_shift(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` shifted to the right by `x2` bits; the sign is kept.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.bitwise_right_shift`.
    """

def rocm(dev_id: int = 0) -> _Any:
    """The device of kind `rocm` with that number."""

def round(x: _Any) -> _Call | _Any:
    """The nearest integer to each element, halves to even.

    - `x`: The tensor.

    In PyTorch: `torch.round`.
    """

def rsqrt(x: _Any) -> _Call | _Any:
    """One over the square root of each element.

    - `x`: The tensor.

    In PyTorch: `torch.rsqrt`.
    """

def scatter_elements(
    data: _Any,
    indices: _Any,
    updates: _Any,
    axis: _Any = ...,
    reduction: _Any = ...,
) -> _Call | _Any:
    """The tensor with `updates` at positions along an axis.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    - `updates`: What is written.
    - `axis`: The axis; a negative one is counted from the last.
    - `reduction`: How what is written joins what is there: `'update'` replaces it, others are `'add'`, `'mul'`, `'mean'`, `'max'`, `'min'`.

    In PyTorch: `torch.scatter`.
    """

def scatter_nd(data: _Any, indices: _Any, updates: _Any, reduction: _Any = ...) -> _Call | _Any:
    """The tensor with `updates` at positions given by the last dimension of `indices`.

    - `data`: The tensor.
    - `indices`: The positions, integers.
    - `updates`: What is written.
    - `reduction`: How what is written joins what is there: `'update'` replaces it, others are `'add'`, `'mul'`, `'mean'`, `'max'`, `'min'`.
    """

def shape(value: object) -> _Any:
    """A shape as a value: `R.shape([n, 4])`."""

def shape_of(expr: _Any) -> _Call | _Any:
    """The shape of a tensor.

    - `expr`: The value.
    """

def shape_to_tensor(expr: _Any) -> _Call | _Any:
    """A shape as a tensor of int64.

    - `expr`: The value.
    """

def sigmoid(x: _Any) -> _Call | _Any:
    """1 / (1 + exp(-x)) of each element.

    - `x`: The tensor.

    In PyTorch: `torch.sigmoid`.
    """

def sign(x: _Any) -> _Call | _Any:
    """-1, 0 or 1 as each element is negative, zero or positive.

    - `x`: The tensor.

    In PyTorch: `torch.sign`.
    """

def sin(x: _Any) -> _Call | _Any:
    """The sine of each element, in radians.

    - `x`: The tensor.

    In PyTorch: `torch.sin`.
    """

def sinh(x: _Any) -> _Call | _Any:
    """The hyperbolic sine of each element.

    - `x`: The tensor.

    In PyTorch: `torch.sinh`.
    """

def size(expr: _Any) -> _Call | _Any:
    """The number of elements, as a tensor of int64.

    - `expr`: The value.
    """

def slice_scatter(
    input_tensor: _Any,
    src: _Any,
    start: _Any,
    end: _Any,
    step: _Any,
    axis: _Any = ...,
) -> _Call | _Any:
    """The tensor with a slice replaced by `src`.

    - `input_tensor`: The tensor.
    - `src`: What the slice is replaced by.
    - `start`: The first position.
    - `end`: The position before which it ends.
    - `step`: The distance of two positions.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.slice_scatter`.
    """

def sort(x: _Any, axis: _Any = ..., descending: _Any = ...) -> _Call | _Any:
    """The elements in order along an axis.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `descending`: Whether the greatest comes first.

    In PyTorch: `torch.sort`.
    """

def split(x: _Any, indices_or_sections: _Any, axis: _Any = ...) -> _Call | _Any:
    """Parts along an axis: so many equal ones, or at these positions.

    - `x`: The tensor.
    - `indices_or_sections`: The number of parts, or the positions where parts after the first begin.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.split`.
    """

def sqrt(x: _Any) -> _Call | _Any:
    """The square root of each element.

    - `x`: The tensor.

    In PyTorch: `torch.sqrt`.
    """

def square(x: _Any) -> _Call | _Any:
    """Each element times itself.

    - `x`: The tensor.

    In PyTorch: `torch.square`.
    """

def squeeze(x: _Any, axis: _Any = ...) -> _Call | _Any:
    """The tensor without dimensions of size 1.

    - `x`: The tensor.
    - `axis`: The axes to drop; all of size 1 unless given.

    In PyTorch: `torch.squeeze`.
    """

def stack(tensors: _Any, axis: _Any = ...) -> _Call | _Any:
    """Tensors of one shape along a new axis.

    - `tensors`: The tensors, as a tuple.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.stack`.
    """

def std(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The standard deviation of a population along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.std`.
    """

def stop_lift_params(x: _Any) -> _Any | _Any:
    """The value, beyond which parameters are not transformed ahead of time."""

def str(value: _str) -> _StringImm | _Any:
    """Text as a value."""

def strided_slice(
    x: _Any,
    axes: _Any,
    begin: _Any,
    end: _Any,
    strides: _Any = ...,
    assume_inbound: _Any = ...,
) -> _Call | _Any:
    """From `begin` to before `end`, every `strides`-th, along each of `axes`.

    - `x`: The tensor.
    - `axes`: The axes; negative ones are counted from the last.
    - `begin`: The first position along each axis.
    - `end`: The position before which it ends.
    - `strides`: The distance of two positions along each axis.
    - `assume_inbound`: Whether the positions are known to lie inside, so that they need not be cut off.
    """

def subtract(x1: _Any, x2: _Any) -> _Call | _Any:
    """The difference of two tensors, broadcast together.

    - `x1`: The first tensor.
    - `x2`: The second tensor.

    In PyTorch: `torch.sub`.
    """

def sum(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The sum along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.sum`.
    """

def take(x: _Any, indices: _Any, axis: _Any = ..., mode: _Any = ...) -> _Call | _Any:
    """The slices at `indices` along an axis.

    - `x`: The tensor.
    - `indices`: The positions, integers.
    - `axis`: The axis; a negative one is counted from the last.
    - `mode`: What an index outside does: `'fast'` must not be, `'clip'` means the nearest, `'wrap'` goes round, `'nan'` gives not-a-number.

    In PyTorch: `torch.index_select`.
    """

def tan(x: _Any) -> _Call | _Any:
    """The tangent of each element, in radians.

    - `x`: The tensor.

    In PyTorch: `torch.tan`.
    """

def tanh(x: _Any) -> _Call | _Any:
    """The hyperbolic tangent of each element.

    - `x`: The tensor.

    In PyTorch: `torch.tanh`.
    """

def tensor_to_shape(expr: _Any) -> _Call | _Any:
    """A tensor of integers as a shape.

    - `expr`: The value.
    """

def tile(data: _Any, repeats: _Any) -> _Call | _Any:
    """The tensor several times along each dimension.

    - `data`: The tensor.
    - `repeats`: How many times.

    In PyTorch: `torch.tile`.
    """

def to_vdevice(data: object, dst_vdevice: object) -> _Call | _Any:
    """The tensor on another device of the module."""

def topk(
    data: _Any,
    k: _Any = ...,
    axis: _Any = ...,
    ret_type: _Any = ...,
    largest: _Any = ...,
    dtype: _Any = ...,
) -> _Call | _Any:
    """The `k` greatest elements along an axis, their positions, or both.

    - `data`: The tensor.
    - `k`: How many; all when it is below 1.
    - `axis`: The axis; a negative one is counted from the last.
    - `ret_type`: `'both'`, `'values'` or `'indices'`.
    - `largest`: Whether the greatest are taken, else the least.
    - `dtype`: The data type of the positions.

    In PyTorch: `torch.topk`.
    """

def tril(x: _Any, k: _Any = ...) -> _Call | _Any:
    """The lower triangle, zeros above.

    - `x`: The tensor.
    - `k`: The diagonal: 0 is the main one, positive ones lie above.

    In PyTorch: `torch.tril`.
    """

def triu(x: _Any, k: _Any = ...) -> _Call | _Any:
    """The upper triangle, zeros below.

    - `x`: The tensor.
    - `k`: The diagonal: 0 is the main one, positive ones lie above.

    In PyTorch: `torch.triu`.
    """

def trunc(x: _Any) -> _Call | _Any:
    """Each element without its fraction.

    - `x`: The tensor.

    In PyTorch: `torch.trunc`.
    """

def tuple(*fields: _Any) -> _Tuple | _Any:
    """Several values as one."""

def unique(
    x: _Any,
    sorted: _Any = ...,
    return_index: _Any = ...,
    return_inverse: _Any = ...,
    return_counts: _Any = ...,
    axis: _Any = ...,
) -> _Call | _Any:
    """The different elements.

    - `x`: The tensor.
    - `sorted`: Whether the elements are in order.
    - `return_index`: Whether the position of the first of each is a further result.
    - `return_inverse`: Whether the number of each element among the results is a further result.
    - `return_counts`: Whether how often each is there is a further result.
    - `axis`: The axis; a negative one is counted from the last.

    In PyTorch: `torch.unique`.
    """

def variance(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The variance of a population along axes.

    - `x`: The tensor.
    - `axis`: The axis; a negative one is counted from the last.
    - `keepdims`: Whether the axes stay, with size 1.

    In PyTorch: `torch.var`.
    """

class vision(_Any):  # type: ignore[misc, unused-ignore]
    """Ops of `R.vision`."""

    @staticmethod
    def all_class_non_max_suppression(
        boxes: _Any,
        scores: _Any,
        max_output_boxes_per_class: _Any,
        iou_threshold: _Any,
        score_threshold: _Any,
        output_format: _Any = ...,
    ) -> _Call | _Any:
        """The boxes that overlap no better one of their class.

        - `boxes`: The corners of the boxes.
        - `scores`: The score of each box in each class.
        - `max_output_boxes_per_class`: How many boxes of a class are kept.
        - `iou_threshold`: Boxes that overlap more are suppressed.
        - `score_threshold`: Boxes of lower score are dropped.
        - `output_format`: How the result is written: `'onnx'` or `'tensorflow'`.
        """

    @staticmethod
    def get_valid_counts(
        data: _Any,
        score_threshold: _Any = ...,
        id_index: _Any = ...,
        score_index: _Any = ...,
    ) -> _Call | _Any:
        """The number of boxes with a score above the threshold in each image, the boxes with those in front, and the places where they stood.

        - `data`: The tensor.
        - `score_threshold`: Boxes of lower score are dropped.
        - `id_index`: The column that holds the number of its class; negative when there is none.
        - `score_index`: The column of a box that holds its score.
        """

    @staticmethod
    def multibox_transform_loc(
        cls_pred: _Any,
        loc_pred: _Any,
        anchor: _Any,
        clip: _Any = ...,
        threshold: _Any = ...,
        variances: _Any = ...,
        keep_background: _Any = ...,
        apply_softmax: _Any = ...,
    ) -> _Call | _Any:
        """The boxes that offsets from anchors mean, and the scores of their classes (Liu et al., SSD, 2016).

        - `cls_pred`: The score of each class for each anchor, before or after softmax.
        - `loc_pred`: Four offsets for each anchor.
        - `anchor`: The corners of the anchors: left, top, right and bottom.
        - `clip`: Whether corners are clipped to 0 and 1.
        - `threshold`: Above it the function is the identity.
        - `variances`: What the offsets of x, y, width and height are multiplied by.
        - `keep_background`: Whether the scores of the background, class 0, come back too.
        - `apply_softmax`: Whether the scores still need softmax over the classes.
        """

    @staticmethod
    def non_max_suppression(
        data: _Any,
        valid_count: _Any,
        indices: _Any,
        max_output_size: _Any = ...,
        iou_threshold: _Any = ...,
        force_suppress: _Any = ...,
        top_k: _Any = ...,
        coord_start: _Any = ...,
        score_index: _Any = ...,
        id_index: _Any = ...,
        return_indices: _Any = ...,
        invalid_to_bottom: _Any = ...,
        soft_nms_sigma: _Any = ...,
        score_threshold: _Any = ...,
    ) -> _Call | _Any:
        """The boxes of each image that overlap no better one.

        - `data`: The tensor.
        - `valid_count`: The number of boxes of each image that count.
        - `indices`: The positions, integers.
        - `max_output_size`: How many boxes of an image are kept; all when negative.
        - `iou_threshold`: Boxes that overlap more are suppressed.
        - `force_suppress`: Whether boxes of different classes suppress one another too.
        - `top_k`: How many boxes of the highest scores are looked at; all when negative.
        - `coord_start`: The first of the four columns that hold the corners of a box.
        - `score_index`: The column of a box that holds its score.
        - `id_index`: The column that holds the number of its class; negative when there is none.
        - `return_indices`: Whether the places of the boxes come back in place of the boxes.
        - `invalid_to_bottom`: Whether the boxes that are kept are moved to the front.
        - `soft_nms_sigma`: How slowly scores fall with the overlap (Bodla et al., Soft-NMS, 2017); 0 drops boxes instead.
        - `score_threshold`: Boxes of lower score are dropped.
        """

    @staticmethod
    def roi_align(
        data: _Any,
        rois: _Any,
        pooled_size: _Any,
        spatial_scale: _Any,
        sample_ratio: _Any = ...,
        aligned: _Any = ...,
        layout: _Any = ...,
        mode: _Any = ...,
    ) -> _Call | _Any:
        """The mean, or the greatest, of interpolated samples in each cell of a grid over each region of an image (He et al., Mask R-CNN, 2017).

        - `data`: The tensor.
        - `rois`: The regions: the number of the image, then left, top, right and bottom.
        - `pooled_size`: The rows and columns of the grid.
        - `spatial_scale`: What the corners of the regions are multiplied by.
        - `sample_ratio`: The samples of a cell along each axis; as many as it is high and wide, rounded up, when not positive.
        - `aligned`: Whether positions are those of the centres of pixels; without it, as in earlier networks, half a pixel off, and regions have at least one pixel.
        - `layout`: The dimensions by letter.
        - `mode`: "avg" or "max".
        """

    @staticmethod
    def roi_pool(
        data: _Any,
        rois: _Any,
        pooled_size: _Any,
        spatial_scale: _Any,
        layout: _Any = ...,
    ) -> _Call | _Any:
        """The greatest element in each cell of a grid over each region of an image; 0 where a cell is empty.

        - `data`: The tensor.
        - `rois`: The regions: the number of the image, then left, top, right and bottom, the last two inclusive.
        - `pooled_size`: The rows and columns of the grid.
        - `spatial_scale`: What the corners of the regions are multiplied by.
        - `layout`: The dimensions by letter.
        """

class vm:
    """Ops of `R.vm`."""

    @staticmethod
    def alloc_storage(
        shape: _Any,
        runtime_device_index: _Any,
        dtype: _Any,
        storage_scope: _Any = ...,
    ) -> _Call | _Any:
        """Memory of a size in bytes.

        - `shape`: The shape of the result.
        - `runtime_device_index`: The number of the device.
        - `dtype`: The data type of the result.
        - `storage_scope`: The kind of memory.
        """

    @staticmethod
    def alloc_tensor(
        storage: _Any,
        offset: _Any,
        shape: _Any,
        dtype: _Any,
        runtime_device_ind: _Any = ...,
    ) -> _Call | _Any:
        """A tensor in memory that exists.

        - `storage`: The memory.
        - `offset`: Where in the memory it begins.
        - `shape`: The shape of the result.
        - `dtype`: The data type of the result.
        - `runtime_device_ind`: The number of the device.
        """

    @staticmethod
    def call_tir_dyn(func: _Any, args: _Any) -> _Call | _Any:
        """A TensorIR function, with its result among the arguments.

        - `func`: The function.
        - `args`: The arguments, as a tuple.
        """

    @staticmethod
    def kill_object(obj: _Any) -> _Call | _Any:
        """A value is no longer needed.

        - `obj`: The value.
        """

def vpi(dev_id: int = 0) -> _Any:
    """The device of kind `vpi` with that number."""

def vulkan(dev_id: int = 0) -> _Any:
    """The device of kind `vulkan` with that number."""

def webgpu(dev_id: int = 0) -> _Any:
    """The device of kind `webgpu` with that number."""

def where(condition: _Any, x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` where the condition holds, else `x2`; all three are broadcast together.

    - `condition`: Booleans.
    - `x1`: What is taken where the condition holds.
    - `x2`: What is taken elsewhere.

    In PyTorch: `torch.where`.
    """

def wrap_param(data: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A parameter of the model as another data type.

    - `data`: The tensor.
    - `dtype`: The data type of the result.
    """

def zeros(shape: _Any, dtype: _Any) -> _Call | _Any:
    """A tensor of zeros.

    - `shape`: The shape of the result.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.zeros`.
    """

def zeros_like(x: _Any, dtype: _Any = ...) -> _Call | _Any:
    """Zeros in another tensor's shape.

    - `x`: The tensor.
    - `dtype`: The data type of the result.

    In PyTorch: `torch.zeros_like`.
    """

