# Generated from the op table and the builder's functions by `make stubs`; do not edit.
"""`tilewright.script.relax` as type checkers and editors see it."""

from builtins import str as _str
from collections.abc import Callable as _Callable
from collections.abc import Mapping as _Mapping
from collections.abc import Sequence as _Sequence
from tilewright.builder.relax import MatchCastValue as _MatchCastValue
from tilewright.builder.relax_frames import BlockFrame as _BlockFrame
from tilewright.builder.relax_frames import BranchFrame as _BranchFrame
from tilewright.builder.relax_frames import RelaxIfFrame as _RelaxIfFrame
from tilewright.builder.relax_frames import SeqFrame as _SeqFrame
from tilewright.ir.distributed import DTensorStructInfo as _DTensorStructInfo
from tilewright.ir.distributed import DeviceMesh as _DeviceMesh
from tilewright.ir.relax import Call as _Call
from tilewright.ir.relax import Constant as _Constant
from tilewright.ir.relax import ExternFunc as _ExternFunc
from tilewright.ir.relax import PrimValue as _PrimValue
from tilewright.ir.relax import ShapeExpr as _ShapeExpr
from tilewright.ir.relax import StringImm as _StringImm
from tilewright.ir.relax import Tuple as _Tuple
from tilewright.ir.relax import TupleGetItem as _TupleGetItem
from tilewright.ir.relax import Var as _Var
from tilewright.ir.struct_info import FuncStructInfo as _FuncStructInfo
from tilewright.ir.struct_info import ObjectStructInfo as _ObjectStructInfo
from tilewright.ir.struct_info import PrimStructInfo as _PrimStructInfo
from tilewright.ir.struct_info import ShapeStructInfo as _ShapeStructInfo
from tilewright.ir.struct_info import TensorStructInfo as _TensorStructInfo
from tilewright.ir.struct_info import TupleStructInfo as _TupleStructInfo
from typing import Any as _Any

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
    "quantize",
    "repeat",
    "reshape",
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

def Any() -> _ObjectStructInfo | _Any:
    """Any value."""

def Callable(
    params: _Any = None,
    ret: _Any = None,
    purity: bool | None = None,
    derive_func: _Any = None,
) -> _FuncStructInfo | _Any:
    """A function: `R.Callable((R.Object,), R.Object, True)`; without parameters one of which only the result is known."""

def DTensor(
    shape: _Any = None,
    dtype: _Any = None,
    device_mesh: _Any = ...,
    placement: _Any = "",
    *,
    ndim: int = -1,
) -> _DTensorStructInfo | _Any:
    """A tensor over a mesh: `R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`.

    `device_mesh` is a mesh, or names one of the module's; `placement` says for each of its dimensions along which axis the tensor is cut, or "R".
    """

def Else() -> _BranchFrame | _Any:
    """What is taken when it does not."""

ExternFunc = _ExternFunc
"""A function from outside, by its registered name."""

def If(condition: _Any) -> _RelaxIfFrame | _Any:
    """A choice: `with R.If(c):` around `with R.Then():` and `with R.Else():`."""

def Object() -> _ObjectStructInfo | _Any:
    """Any value."""

def Prim(dtype: _Any = None, value: _Any = None) -> _PrimStructInfo | _Any:
    """A scalar: `R.Prim("int64")`, `R.Prim(value="n")`."""

def SeqExpr() -> _SeqFrame | _Any:
    """Blocks with a value at their end."""

def Shape(values: _Any = None, ndim: int = -1) -> _ShapeStructInfo | _Any:
    """A shape: `R.Shape([n, 4])`, `R.Shape(ndim=2)`."""

ShapeExpr = _ShapeExpr
"""A shape, as a value."""

def Tensor(
    shape: _Any = None,
    dtype: _Any = None,
    vdevice: _Any = None,
    ndim: int = -1,
) -> _TensorStructInfo | _Any:
    """A tensor: `R.Tensor((n, 4), "float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor("float32")`.

    `shape` lists integers, symbolic variables or text, or is a shape value; `ndim` is the number of dimensions where only that is known; `vdevice`
    names a device of the module, "cuda:0".
    """

def Then() -> _BranchFrame | _Any:
    """What is taken when the condition holds."""

def Tuple(*fields: _Any) -> _TupleStructInfo | _Any:
    """A tuple: `R.Tuple(R.Tensor((4,)), R.Object)`."""

TupleGetItem = _TupleGetItem
"""One of several values, counted from 0."""

def abs(x: _Any) -> _Call | _Any:
    """The absolute value of each element.

    In PyTorch: `torch.abs`.
    """

def acos(x: _Any) -> _Call | _Any:
    """The angle whose cosine each element is.

    In PyTorch: `torch.acos`.
    """

def acosh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic cosine of each element.

    In PyTorch: `torch.acosh`.
    """

def add(x1: _Any, x2: _Any) -> _Call | _Any:
    """The sum of two tensors, broadcast together.

    In PyTorch: `torch.add`.
    """

def arange(start: _Any, end: _Any = None, step: _Any = 1, dtype: _Any = None) -> _Call | _Any:
    """Numbers from `start` up to before `end`; with one number, from 0 up to it.  int64, or float32 when one of them is a float."""

def arg(name: _str, struct_info: _Any) -> _Var | _Any:
    """The next parameter of the function."""

def argmax(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The position of the greatest element.

    In PyTorch: `torch.argmax`.
    """

def argmin(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The position of the least element.

    In PyTorch: `torch.argmin`.
    """

def argsort(data: _Any, axis: _Any = ..., descending: _Any = ..., dtype: _Any = ...) -> _Call | _Any:
    """The positions that put the elements in order.

    In PyTorch: `torch.argsort`.
    """

def asin(x: _Any) -> _Call | _Any:
    """The angle whose sine each element is.

    In PyTorch: `torch.asin`.
    """

def asinh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic sine of each element.

    In PyTorch: `torch.asinh`.
    """

def assert_op(condition: _Any, format_args: _Any = None, format: _Any = "") -> _Call | _Any:
    """Stop with the message unless the condition holds."""

def astype(x: _Any, dtype: _Any) -> _Call | _Any:
    """Each element as another data type.

    In PyTorch: `torch.Tensor.to`.
    """

def atan(x: _Any) -> _Call | _Any:
    """The angle whose tangent each element is.

    In PyTorch: `torch.atan`.
    """

def atanh(x: _Any) -> _Call | _Any:
    """The inverse hyperbolic tangent of each element.

    In PyTorch: `torch.atanh`.
    """

def bitwise_and(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in both; integers and booleans.

    In PyTorch: `torch.bitwise_and`.
    """

def bitwise_not(x: _Any) -> _Call | _Any:
    """Each element with all bits inverted; integers and booleans.

    In PyTorch: `torch.bitwise_not`.
    """

def bitwise_or(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in either; integers and booleans.

    In PyTorch: `torch.bitwise_or`.
    """

def bitwise_xor(x1: _Any, x2: _Any) -> _Call | _Any:
    """The bits set in one of the two; integers and booleans.

    In PyTorch: `torch.bitwise_xor`.
    """

def broadcast_to(x: _Any, shape: _Any) -> _Call | _Any:
    """The tensor repeated to a larger shape.

    In PyTorch: `torch.broadcast_to`.
    """

def bucketize(input_tensor: _Any, boundaries: _Any, out_int32: _Any = ..., right: _Any = ...) -> _Call | _Any:
    """The interval between boundaries that each element is in.

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
        """Memory for a tensor."""

    @staticmethod
    def stop_lift_params(x: _Any) -> _Call | _Any:
        """The value, beyond which parameters are not transformed ahead of time."""

def call_builtin_with_ctx(func: _Any, args: _Any, *, sinfo_args: _Any = None) -> _Call | _Any:
    """Call a function of the virtual machine, which gets the machine as its first argument."""

def call_dps_packed(func: _Any, args: _Any, out_sinfo: _Any) -> _Call | _Any:
    """Call a registered function that writes its result into new memory, given as its last argument."""

def call_inplace_packed(func: _Any, *args: _Any, inplace_indices: _Any, sinfo_args: _Any) -> _Call | _Any:
    """Call a registered function that changes the arguments numbered `inplace_indices`, and nothing else, and gives them back."""

def call_packed(func: _str, *args: _Any, sinfo_args: _Any = None, **kwargs: _Any) -> _Call | _Any:
    """Call a registered function, which may have side effects, and gives a value of the struct info `sinfo_args`."""

def call_pure_packed(func: _Any, *args: _Any, sinfo_args: _Any) -> _Call | _Any:
    """Call a registered function that is promised to have no side effect."""

def call_py_func(py_func_name: _str, *args: _Any, out_sinfo: _Any) -> _Call | _Any:
    """Call a Python function of the module, on values given one by one or as one tuple: `R.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))`."""

def call_tir(gvar: _Any, args: _Any, out_sinfo: _Any, tir_vars: _Any = None) -> _Call | _Any:
    """Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

    `tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
    """

def call_tir_inplace(
    gvar: _Any,
    args: _Any,
    inplace_indices: _Any,
    out_sinfo: _Any,
    tir_vars: _Any = None,
) -> _Call | _Any:
    """`R.call_tir` whose results lie in the arguments numbered `inplace_indices`, -1 standing for new memory."""

def call_tir_with_grad(
    gvar: _Any,
    args: _Any,
    out_sinfo: _Any,
    te_grad_name: _str,
    te_grad_kwargs: _Any = None,
    tir_vars: _Any = None,
) -> _Call | _Any:
    """`R.call_tir` with the registered name of what computes its gradient, and arguments for it."""

class ccl:
    """Ops of `R.ccl`."""

    @staticmethod
    def allgather(x: _Any, num_workers: _Any, in_group: _Any = ...) -> _Call | _Any:
        """The tensors of all workers one after another."""

    @staticmethod
    def allreduce(x: _Any, op_type: _Any = ..., in_group: _Any = ...) -> _Call | _Any:
        """The sum, or another reduction, over all workers."""

    @staticmethod
    def broadcast_from_worker0(x: _Any) -> _Call | _Any:
        """The tensor of the first worker."""

    @staticmethod
    def scatter_from_worker0(x: _Any, num_workers: _Any, axis: _Any = ...) -> _Call | _Any:
        """A part of the first worker's tensor."""

def ceil(x: _Any) -> _Call | _Any:
    """The least integer not below each element.

    In PyTorch: `torch.ceil`.
    """

def clip(x: _Any, min: _Any, max: _Any) -> _Call | _Any:
    """Each element, no lower than `min` and no higher than `max`.

    In PyTorch: `torch.clamp`.
    """

def collapse_sum_like(data: _Any, collapse_target: _Any) -> _Call | _Any:
    """The sum down to another tensor's shape: the inverse of broadcasting."""

def collapse_sum_to(data: _Any, shape: _Any) -> _Call | _Any:
    """The sum down to a shape: the inverse of broadcasting."""

def concat(tensors: _Any, axis: _Any = ...) -> _Call | _Any:
    """Tensors one after another along an axis; without axis, flattened.

    In PyTorch: `torch.cat`.
    """

def const(value: _Any, dtype: _str | None = None) -> _Any:
    """A tensor known at compile time, from a number, an array or a tensor.

    Without `dtype` Python's integers are int32, its floats float32 and its truths bool; an array keeps its own type.
    """

def cos(x: _Any) -> _Call | _Any:
    """The cosine of each element, in radians.

    In PyTorch: `torch.cos`.
    """

def cosh(x: _Any) -> _Call | _Any:
    """The hyperbolic cosine of each element.

    In PyTorch: `torch.cosh`.
    """

def cpu(dev_id: int = 0) -> _Any:
    """The device of kind `cpu` with that number."""

def cuda(dev_id: int = 0) -> _Any:
    """The device of kind `cuda` with that number."""

def cumprod(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Call | _Any:
    """The products of the elements so far.

    In PyTorch: `torch.cumprod`.
    """

def cumsum(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ...) -> _Call | _Any:
    """The sums of the elements so far.

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
    """Integers as real numbers: scale * (data - zero_point)."""

def device(device_type: _str, index: int = 0) -> _Any:
    """A device of this machine, by its kind and number."""

def device_mesh(shape: _Sequence[int], device_ids: _Any) -> _DeviceMesh | _Any:
    """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""

class dist:
    """Ops of `R.dist`."""

    @staticmethod
    def DTensor(
        shape: _Any = None,
        dtype: _Any = None,
        device_mesh: _Any = ...,
        placement: _Any = "",
        *,
        ndim: int = -1,
    ) -> _DTensorStructInfo | _Any:
        """A tensor over a mesh: `R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`.

        `device_mesh` is a mesh, or names one of the module's; `placement` says for each of its dimensions along which axis the tensor is cut, or "R".
        """

    @staticmethod
    def annotate_sharding(value: _Any, device_mesh: _Any, placement: _Any) -> _Call | _Any:
        """The same tensor, with a wish for how it lies over a mesh."""

    @staticmethod
    def call_tir(gvar: _Any, args: _Any, out_sinfo: _Any, tir_vars: _Any = None) -> _Call | _Any:
        """Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

        `tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
        """

    @staticmethod
    def call_tir_local_view(
        gvar: _Any,
        args: _Any,
        out_sinfo: _Any = None,
        tir_vars: _Any = None,
        out_ty: _Any = None,
    ) -> _Call | _Any:
        """Call a TensorIR function on the part of each tensor that a device holds."""

    @staticmethod
    def const(value: _Any, struct_info: _Any) -> _Constant | _Any:
        """A tensor over a mesh that is known at compile time."""

    @staticmethod
    def device_mesh(shape: _Sequence[int], device_ids: _Any) -> _DeviceMesh | _Any:
        """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""

    @staticmethod
    def redistribute(value: _Any, device_mesh: _Any, placement: _Any) -> _Call | _Any:
        """The tensor in another placement."""

    @staticmethod
    def redistribute_replica_to_shard(input: _Any, num_workers: _Any, axis: _Any) -> _Any | _Any:
        """The part of a tensor that is whole on each worker which the worker keeps."""

def divide(x1: _Any, x2: _Any) -> _Call | _Any:
    """The quotient of two tensors, broadcast together; of integers rounded towards zero.

    In PyTorch: `torch.div`.
    """

def dtype(value: _Any) -> _Any:
    """A data type as a value."""

def dynamic_strided_slice(x: _Any, begin: _Any, end: _Any, strides: _Any) -> _Call | _Any:
    """A slice whose bounds are tensors."""

def einsum(operands: _Any, subscripts: _Any) -> _Call | _Any:
    """The sum of products that `subscripts` describes.

    In PyTorch: `torch.einsum`.
    """

def emit(value: _Any, annotate_struct_info: _Any = None) -> _Var | _Any:
    """Bind a value to a new variable."""

def emit_match_cast(value: _Any, struct_info: _Any) -> _Var | _Any:
    """Bind a value that is checked at run time to be of the struct info."""

def emit_te(func: _Callable[..., _Any], *args: _Any, **kwargs: _Any) -> _Call | _Any:
    """The call of the TensorIR function that `func` makes of te tensors, `topi.add` for instance: `R.emit_te(topi.add, x, y)`.

    The function is added to the module; `primfunc_name_hint` names it, and `primfunc_attrs` are its attributes.
    """

def emit_var_binding(value: _Any) -> _Var | _Any:
    """Add a binding that is made already."""

def emit_with_sinfo(op: _str, args: _Any, sinfo_args: _Any = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def emit_with_ty(op: _str, args: _Any, sinfo_args: _Any = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def emit_with_type(op: _str, args: _Any, sinfo_args: _Any = None) -> _Call | _Any:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""

def equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether the elements are equal.

    In PyTorch: `torch.eq`.
    """

def erf(x: _Any) -> _Call | _Any:
    """The error function of each element.

    In PyTorch: `torch.erf`.
    """

def ewise_fma(x1: _Any, x2: _Any, x3: _Any) -> _Call | _Any:
    """x1 * x2 + x3 of each element."""

def exp(x: _Any) -> _Call | _Any:
    """e to the power of each element.

    In PyTorch: `torch.exp`.
    """

def expand_dims(x: _Any, axis: _Any) -> _Call | _Any:
    """The tensor with dimensions of size 1 at these positions of the result.

    In PyTorch: `torch.unsqueeze`.
    """

def ext_dev(dev_id: int = 0) -> _Any:
    """The device of kind `ext_dev` with that number."""

def eye(n: _Any, m: _Any = None, k: _Any = 0, dtype: _Any = "float32") -> _Call | _Any:
    """Ones on a diagonal of `n` rows and `m` columns, as many as rows unless given."""

def eye_like(x: _Any, k: _Any = ..., dtype: _Any = ...) -> _Call | _Any:
    """Ones on a diagonal, in another tensor's shape."""

def flatten(x: _Any) -> _Call | _Any:
    """The tensor with one dimension.

    In PyTorch: `torch.flatten`.
    """

def flip(data: _Any, axis: _Any) -> _Call | _Any:
    """The tensor with the order along an axis reversed.

    In PyTorch: `torch.flip`.
    """

def floor(x: _Any) -> _Call | _Any:
    """The greatest integer not above each element.

    In PyTorch: `torch.floor`.
    """

def floor_divide(x1: _Any, x2: _Any) -> _Call | _Any:
    """The quotient rounded down.

    In PyTorch: `torch.floor_divide`.
    """

def floor_mod(x1: _Any, x2: _Any) -> _Call | _Any:
    """The remainder of `floor_divide`, with the sign of the divisor.

    In PyTorch: `torch.remainder`.
    """

def full(shape: _Any, fill_value: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A tensor filled with a scalar.

    In PyTorch: `torch.full`.
    """

def full_like(x: _Any, fill_value: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A tensor of another's shape filled with a scalar.

    In PyTorch: `torch.full_like`.
    """

def func_attr(attrs: _Mapping[_str, _Any]) -> None:
    """Attributes of the function: `R.func_attr({"num_input": 1})`."""

def func_name(name: _str) -> None:
    """The name of the function."""

def func_ret_struct_info(ret_sinfo: _Any) -> None:
    """The struct info of the function's result."""

def func_ret_ty(ret_sinfo: _Any) -> None:
    """The struct info of the function's result."""

def func_ret_type(ret_sinfo: _Any) -> None:
    """The struct info of the function's result."""

def func_ret_value(value: _Any) -> None:
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

    In PyTorch: `torch.gather`.
    """

def gather_nd(data: _Any, indices: _Any, batch_dims: _Any = ...) -> _Call | _Any:
    """The slices at positions given by the last dimension of `indices`."""

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
        """The gradient of `avg_pool2d`."""

    @staticmethod
    def end_checkpoint(input: _Any) -> _Call | _Any:
        """The value, up to which values are computed anew for the gradient."""

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
        """The gradient of `max_pool2d`."""

    @staticmethod
    def nll_loss_backward(
        output_grad: _Any,
        predictions: _Any,
        targets: _Any,
        weights: _Any = ...,
        reduction: _Any = ...,
        ignore_index: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `nll_loss`."""

    @staticmethod
    def no_grad(input: _Any) -> _Call | _Any:
        """The value, through which no gradient flows."""

    @staticmethod
    def start_checkpoint(input: _Any) -> _Call | _Any:
        """The value, from which on values are computed anew for the gradient."""

    @staticmethod
    def take_backward(
        output_grad: _Any,
        x: _Any,
        indices: _Any,
        axis: _Any = ...,
        mode: _Any = ...,
    ) -> _Call | _Any:
        """The gradient of `take`."""

def greater(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is greater than `x2`.

    In PyTorch: `torch.gt`.
    """

def greater_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is at least `x2`.

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

    In PyTorch: `torch.hamming_window`.
    """

def hexagon(dev_id: int = 0) -> _Any:
    """The device of kind `hexagon` with that number."""

def hint_on_device(data: _Any, device_type: _Any, index: _Any, memory_scope: _Any = ...) -> _Call | _Any:
    """A wish for a device."""

class image:
    """Ops of `R.image`."""

    @staticmethod
    def resize2d(
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
        """An image in another size.

        In PyTorch: `torch.nn.functional.interpolate`.
        """

def index_put(data: _Any, indices: _Any, values: _Any, accumulate: _Any = ...) -> _Call | _Any:
    """The tensor with `values` put, or added, at positions.

    In PyTorch: `torch.index_put`.
    """

def index_tensor(data: _Any, indices: _Any) -> _Call | _Any:
    """Elements picked by one tensor of indices a dimension, broadcast together."""

def invoke_closure(closure: _Any, args: _Any, sinfo_args: _Any) -> _Call | _Any:
    """Call a function value."""

def invoke_pure_closure(closure: _Any, args: _Any, sinfo_args: _Any) -> _Call | _Any:
    """Call a function value that has no side effect."""

def isfinite(x: _Any) -> _Call | _Any:
    """Whether each element is neither infinite nor not-a-number.

    In PyTorch: `torch.isfinite`.
    """

def isinf(x: _Any) -> _Call | _Any:
    """Whether each element is infinite.

    In PyTorch: `torch.isinf`.
    """

def isnan(x: _Any) -> _Call | _Any:
    """Whether each element is not-a-number.

    In PyTorch: `torch.isnan`.
    """

def layout_transform(
    x: _Any,
    index_map: _Any,
    pad_value: _Any = None,
    axis_separators: _Any = None,
    input_axis_separators: _Any = None,
) -> _Call | _Any:
    """The elements at the positions that `index_map`, an `IndexMap` or a function of the indices, gives them."""

def left_shift(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` shifted to the left by `x2` bits.

    In PyTorch: `torch.bitwise_left_shift`.
    """

def less(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is less than `x2`.

    In PyTorch: `torch.lt`.
    """

def less_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether `x1` is at most `x2`.

    In PyTorch: `torch.le`.
    """

def linear(data: _Any, weight: _Any, bias: _Any = None, out_dtype: _Any = None) -> _Any:
    """`data` times the transpose of `weight`, plus `bias`."""

def log(x: _Any) -> _Call | _Any:
    """The natural logarithm of each element.

    In PyTorch: `torch.log`.
    """

def log_add_exp(x1: _Any, x2: _Any) -> _Call | _Any:
    """log(exp(x1) + exp(x2)), without overflow.

    In PyTorch: `torch.logaddexp`.
    """

def logical_and(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether both are true.

    In PyTorch: `torch.logical_and`.
    """

def logical_not(x: _Any) -> _Call | _Any:
    """The negation of each boolean.

    In PyTorch: `torch.logical_not`.
    """

def logical_or(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether one is true.

    In PyTorch: `torch.logical_or`.
    """

def logical_xor(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether exactly one is true.

    In PyTorch: `torch.logical_xor`.
    """

from typing import no_type_check as macro
"""A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
"""

if 1 != 1 and not MYPY:  # only pyright looks inside
    from tilewright.script.pyright.relax_macro.typing_extensions import no_type_check as macro

def make_closure(func: _Any, args: _Any) -> _Call | _Any:
    """A function value from a function and the values that it captures."""

def match_cast(value: _Any, struct_info: _Any) -> _MatchCastValue | _Any:
    """A value that is checked at run time to be of the struct info; symbolic variables that are new in it get their values from it."""

def matmul(x1: _Any, x2: _Any, out_dtype: _Any = ...) -> _Call | _Any:
    """The matrix product, broadcast over the leading dimensions.

    In PyTorch: `torch.matmul`.
    """

def max(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The greatest element along axes.

    In PyTorch: `torch.amax`.
    """

def maximum(x1: _Any, x2: _Any) -> _Call | _Any:
    """The greater of two elements.

    In PyTorch: `torch.maximum`.
    """

def mean(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The mean along axes.

    In PyTorch: `torch.mean`.
    """

class memory:
    """Ops of `R.memory`."""

    @staticmethod
    def alloc_storage(size: _Any, virtual_device_index: _Any, storage_scope: _Any, dtype: _Any) -> _Call | _Any:
        """Memory of a size in bytes."""

    @staticmethod
    def alloc_tensor(storage: _Any, offset: _Any, shape: _Any, dtype: _Any) -> _Call | _Any:
        """A tensor in memory that exists."""

    @staticmethod
    def ensure_zero_offset(data: _Any) -> _Call | _Any:
        """The tensor, copied unless it begins its memory."""

    @staticmethod
    def kill_storage(storage: _Any) -> _Call | _Any:
        """Memory is no longer needed."""

    @staticmethod
    def kill_tensor(tensor: _Any) -> _Call | _Any:
        """A tensor is no longer needed."""

    @staticmethod
    def view(data: _Any, shape: _Any = ..., dtype: _Any = ..., relative_byte_offset: _Any = ...) -> _Call | _Any:
        """The same memory as another tensor."""

def meshgrid(tensors: _Any, indexing: _Any = ...) -> _Call | _Any:
    """Grids of coordinates from vectors.

    In PyTorch: `torch.meshgrid`.
    """

def metal(dev_id: int = 0) -> _Any:
    """The device of kind `metal` with that number."""

def min(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The least element along axes.

    In PyTorch: `torch.amin`.
    """

def minimum(x1: _Any, x2: _Any) -> _Call | _Any:
    """The lesser of two elements.

    In PyTorch: `torch.minimum`.
    """

def mod(x1: _Any, x2: _Any) -> _Call | _Any:
    """The remainder of the quotient rounded towards zero, with the sign of the dividend.

    In PyTorch: `torch.fmod`.
    """

def multinomial_from_uniform(
    prob: _Any,
    uniform_sample: _Any,
    sample_indices: _Any,
    dtype: _Any = ...,
) -> _Call | _Any:
    """Samples of distributions, from uniform ones."""

def multiply(x1: _Any, x2: _Any) -> _Call | _Any:
    """The product of two tensors, broadcast together.

    In PyTorch: `torch.mul`.
    """

def negative(x: _Any) -> _Call | _Any:
    """Each element with its sign inverted.

    In PyTorch: `torch.neg`.
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

        In PyTorch: `torch.nn.functional.scaled_dot_product_attention`.
        """

    @staticmethod
    def attention_var_len(
        query: _Any,
        key: _Any,
        value: _Any,
        seqstart_q: _Any,
        seqstart_k: _Any,
        max_seqlen_q: _Any,
        max_seqlen_k: _Any,
        scale: _Any = ...,
        causal_mask: _Any = ...,
        window_size: _Any = ...,
    ) -> _Call | _Any:
        """`attention` over sequences of different lengths."""

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

        In PyTorch: `torch.nn.functional.avg_pool3d`.
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

        In PyTorch: `torch.nn.functional.conv3d`.
        """

    @staticmethod
    def cross_entropy_with_logits(predictions: _Any, labels: _Any) -> _Call | _Any:
        """The cross entropy of logits and a distribution.

        In PyTorch: `torch.nn.functional.cross_entropy`.
        """

    @staticmethod
    def dropout(data: _Any, rate: _Any = ...) -> _Call | _Any:
        """Some elements zero in training: the result and the mask.

        In PyTorch: `torch.nn.functional.dropout`.
        """

    @staticmethod
    def gelu(data: _Any) -> _Call | _Any:
        """x times the probability that a normal variable is below x.

        In PyTorch: `torch.nn.functional.gelu`.
        """

    @staticmethod
    def gelu_tanh(data: _Any) -> _Call | _Any:
        """`gelu`, approximated with tanh.

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

        In PyTorch: `torch.nn.functional.layer_norm`.
        """

    @staticmethod
    def leakyrelu(data: _Any, alpha: _Any = ...) -> _Call | _Any:
        """Each element, times `alpha` when negative.

        In PyTorch: `torch.nn.functional.leaky_relu`.
        """

    @staticmethod
    def log_softmax(data: _Any, axis: _Any = ...) -> _Call | _Any:
        """The logarithm of the softmax along an axis.

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

        In PyTorch: `torch.nn.functional.nll_loss`.
        """

    @staticmethod
    def pad(data: _Any, pad_width: _Any, pad_mode: _Any = ..., pad_value: _Any = ...) -> _Call | _Any:
        """The tensor with elements added before and after each dimension.

        In PyTorch: `torch.nn.functional.pad`.
        """

    @staticmethod
    def pixel_shuffle(data: _Any, upscale_factor: _Any) -> _Call | _Any:
        """Channels spread out into height and width.

        In PyTorch: `torch.nn.functional.pixel_shuffle`.
        """

    @staticmethod
    def prelu(data: _Any, alpha: _Any, axis: _Any = ...) -> _Call | _Any:
        """Each element, times the `alpha` of its channel when negative.

        In PyTorch: `torch.nn.functional.prelu`.
        """

    @staticmethod
    def relu(data: _Any) -> _Call | _Any:
        """Each element, zero when negative.

        In PyTorch: `torch.nn.functional.relu`.
        """

    @staticmethod
    def relu6(data: _Any) -> _Call | _Any:
        """Each element, no lower than 0 and no higher than 6.

        In PyTorch: `torch.nn.functional.relu6`.
        """

    @staticmethod
    def rms_norm(data: _Any, weight: _Any, axes: _Any = ..., epsilon: _Any = ...) -> _Call | _Any:
        """Divided by the root of the mean square over `axes`.

        In PyTorch: `torch.nn.functional.rms_norm`.
        """

    @staticmethod
    def selu(data: _Any) -> _Call | _Any:
        """The scaled exponential linear unit.

        In PyTorch: `torch.nn.functional.selu`.
        """

    @staticmethod
    def silu(data: _Any) -> _Call | _Any:
        """x * sigmoid(x).

        In PyTorch: `torch.nn.functional.silu`.
        """

    @staticmethod
    def softmax(data: _Any, axis: _Any = ...) -> _Call | _Any:
        """exp(x) over its sum along an axis.

        In PyTorch: `torch.nn.functional.softmax`.
        """

    @staticmethod
    def softplus(data: _Any, beta: _Any = ..., threshold: _Any = ...) -> _Call | _Any:
        """log(1 + exp(beta * x)) / beta; x itself where beta * x is above the threshold.

        In PyTorch: `torch.nn.functional.softplus`.
        """

def nonzero(x: _Any) -> _Call | _Any:
    """The positions of the elements that are not zero, one a column.

    In PyTorch: `torch.nonzero`.
    """

def not_equal(x1: _Any, x2: _Any) -> _Call | _Any:
    """Whether the elements differ.

    In PyTorch: `torch.ne`.
    """

def null_value() -> _Call | _Any:
    """No value."""

def one_hot(indices: _Any, on_value: _Any, off_value: _Any, depth: _Any, axis: _Any = ...) -> _Call | _Any:
    """`on_value` at each index of a new axis of size `depth`, else `off_value`."""

def ones(shape: _Any, dtype: _Any) -> _Call | _Any:
    """A tensor of ones.

    In PyTorch: `torch.ones`.
    """

def ones_like(x: _Any, dtype: _Any = ...) -> _Call | _Any:
    """Ones in another tensor's shape.

    In PyTorch: `torch.ones_like`.
    """

def opencl(dev_id: int = 0) -> _Any:
    """The device of kind `opencl` with that number."""

def outer(x1: _Any, x2: _Any) -> _Call | _Any:
    """The products of all pairs of elements of two vectors.

    In PyTorch: `torch.outer`.
    """

def output(*vars: _Any) -> None:
    """The variables of a dataflow block that the rest of the function sees."""

def permute_dims(x: _Any, axes: _Any = ...) -> _Call | _Any:
    """The dimensions in another order; reversed without `axes`.

    In PyTorch: `torch.permute`.
    """

def power(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` to the power of `x2`.

    In PyTorch: `torch.pow`.
    """

def prim_value(value: _Any) -> _PrimValue | _Any:
    """A scalar as a value."""

def print(*values: _Any, format: _Any = "") -> _Call | _Any:
    """Print values; `format` has {} for each."""

def prod(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The product along axes.

    In PyTorch: `torch.prod`.
    """

def quantize(
    data: _Any,
    scale: _Any,
    zero_point: _Any,
    axis: _Any = ...,
    out_dtype: _Any = ...,
) -> _Call | _Any:
    """Real numbers as integers: clamp(round(data / scale) + zero_point)."""

def repeat(data: _Any, repeats: _Any, axis: _Any = ...) -> _Call | _Any:
    """Each element several times, along an axis or flattened.

    In PyTorch: `torch.repeat_interleave`.
    """

def reshape(x: _Any, shape: _Any) -> _Call | _Any:
    """The same elements in another shape; one size may be -1, which is then as much as is left, and 0 stands for the size at the same place."""

def rewriter(rewriter_mod: type) -> _Callable[[_Any], _Any] | _Any:
    """Make a class with the functions `pattern` and `replacement` a rewriter: what the first computes becomes what the second does.

    Call it with a module or a function.
    """

def right_shift(x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` shifted to the right by `x2` bits; the sign is kept.

    In PyTorch: `torch.bitwise_right_shift`.
    """

def rocm(dev_id: int = 0) -> _Any:
    """The device of kind `rocm` with that number."""

def round(x: _Any) -> _Call | _Any:
    """The nearest integer to each element, halves to even.

    In PyTorch: `torch.round`.
    """

def rsqrt(x: _Any) -> _Call | _Any:
    """One over the square root of each element.

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

    In PyTorch: `torch.scatter`.
    """

def scatter_nd(data: _Any, indices: _Any, updates: _Any, reduction: _Any = ...) -> _Call | _Any:
    """The tensor with `updates` at positions given by the last dimension of `indices`."""

def shape(value: _Any) -> _Any:
    """A shape as a value: `R.shape([n, 4])`."""

def shape_of(expr: _Any) -> _Call | _Any:
    """The shape of a tensor."""

def shape_to_tensor(expr: _Any) -> _Call | _Any:
    """A shape as a tensor of int64."""

def sigmoid(x: _Any) -> _Call | _Any:
    """1 / (1 + exp(-x)) of each element.

    In PyTorch: `torch.sigmoid`.
    """

def sign(x: _Any) -> _Call | _Any:
    """-1, 0 or 1 as each element is negative, zero or positive.

    In PyTorch: `torch.sign`.
    """

def sin(x: _Any) -> _Call | _Any:
    """The sine of each element, in radians.

    In PyTorch: `torch.sin`.
    """

def sinh(x: _Any) -> _Call | _Any:
    """The hyperbolic sine of each element.

    In PyTorch: `torch.sinh`.
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

    In PyTorch: `torch.slice_scatter`.
    """

def sort(x: _Any, axis: _Any = ..., descending: _Any = ...) -> _Call | _Any:
    """The elements in order along an axis.

    In PyTorch: `torch.sort`.
    """

def split(x: _Any, indices_or_sections: _Any, axis: _Any = ...) -> _Call | _Any:
    """Parts along an axis: so many equal ones, or at these positions.

    In PyTorch: `torch.split`.
    """

def sqrt(x: _Any) -> _Call | _Any:
    """The square root of each element.

    In PyTorch: `torch.sqrt`.
    """

def square(x: _Any) -> _Call | _Any:
    """Each element times itself.

    In PyTorch: `torch.square`.
    """

def squeeze(x: _Any, axis: _Any = ...) -> _Call | _Any:
    """The tensor without dimensions of size 1.

    In PyTorch: `torch.squeeze`.
    """

def stack(tensors: _Any, axis: _Any = ...) -> _Call | _Any:
    """Tensors of one shape along a new axis.

    In PyTorch: `torch.stack`.
    """

def std(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The standard deviation of a population along axes.

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
    """From `begin` to before `end`, every `strides`-th, along each of `axes`."""

def subtract(x1: _Any, x2: _Any) -> _Call | _Any:
    """The difference of two tensors, broadcast together.

    In PyTorch: `torch.sub`.
    """

def sum(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The sum along axes.

    In PyTorch: `torch.sum`.
    """

def take(x: _Any, indices: _Any, axis: _Any = ..., mode: _Any = ...) -> _Call | _Any:
    """The slices at `indices` along an axis.

    In PyTorch: `torch.index_select`.
    """

def tan(x: _Any) -> _Call | _Any:
    """The tangent of each element, in radians.

    In PyTorch: `torch.tan`.
    """

def tanh(x: _Any) -> _Call | _Any:
    """The hyperbolic tangent of each element.

    In PyTorch: `torch.tanh`.
    """

def tensor_to_shape(expr: _Any) -> _Call | _Any:
    """A tensor of integers as a shape."""

def tile(data: _Any, repeats: _Any) -> _Call | _Any:
    """The tensor several times along each dimension.

    In PyTorch: `torch.tile`.
    """

def to_vdevice(data: _Any, dst_vdevice: _Any) -> _Call | _Any:
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

    In PyTorch: `torch.topk`.
    """

def tril(x: _Any, k: _Any = ...) -> _Call | _Any:
    """The lower triangle, zeros above.

    In PyTorch: `torch.tril`.
    """

def triu(x: _Any, k: _Any = ...) -> _Call | _Any:
    """The upper triangle, zeros below.

    In PyTorch: `torch.triu`.
    """

def trunc(x: _Any) -> _Call | _Any:
    """Each element without its fraction.

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

    In PyTorch: `torch.unique`.
    """

def variance(x: _Any, axis: _Any = ..., keepdims: _Any = ...) -> _Call | _Any:
    """The variance of a population along axes.

    In PyTorch: `torch.var`.
    """

class vision:
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
        """The boxes that overlap no better one of their class."""

class vm:
    """Ops of `R.vm`."""

    @staticmethod
    def alloc_storage(
        size: _Any,
        runtime_device_index: _Any,
        dtype: _Any,
        storage_scope: _Any = ...,
    ) -> _Call | _Any:
        """Memory of a size in bytes."""

    @staticmethod
    def alloc_tensor(storage: _Any, offset: _Any, shape: _Any, dtype: _Any) -> _Call | _Any:
        """A tensor in memory that exists."""

    @staticmethod
    def call_tir_dyn(func: _Any, args: _Any) -> _Call | _Any:
        """A TensorIR function, with its result among the arguments."""

    @staticmethod
    def kill_object(obj: _Any) -> _Call | _Any:
        """A value is no longer needed."""

def vpi(dev_id: int = 0) -> _Any:
    """The device of kind `vpi` with that number."""

def vulkan(dev_id: int = 0) -> _Any:
    """The device of kind `vulkan` with that number."""

def webgpu(dev_id: int = 0) -> _Any:
    """The device of kind `webgpu` with that number."""

def where(condition: _Any, x1: _Any, x2: _Any) -> _Call | _Any:
    """`x1` where the condition holds, else `x2`; all three are broadcast together.

    In PyTorch: `torch.where`.
    """

def wrap_param(data: _Any, dtype: _Any = ...) -> _Call | _Any:
    """A parameter of the model as another data type."""

def zeros(shape: _Any, dtype: _Any) -> _Call | _Any:
    """A tensor of zeros.

    In PyTorch: `torch.zeros`.
    """

def zeros_like(x: _Any, dtype: _Any = ...) -> _Call | _Any:
    """Zeros in another tensor's shape.

    In PyTorch: `torch.zeros_like`.
    """

