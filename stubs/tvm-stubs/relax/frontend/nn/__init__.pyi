# Generated from tilewright.relax.frontend.nn by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import Tensor as _Tensor
from typing_extensions import Self as _Self
from tilewright.relax.frontend.nn import IntExpr as IntExpr
from . import core as core
from . import exporter as exporter
from . import llm as llm
from . import modules as modules
from . import op as op
from . import spec as spec
from . import subroutine as subroutine
from . import torch as torch
from . import visitor as visitor

class Effect(_Any):  # type: ignore[misc, unused-ignore]
    """A state that methods change: a variable goes in, and the changed one comes out beside the result."""
    emit_init: _Any
    """Emit the state that there is at first."""
    def create(self, name_hint: _Any) -> _Any:
        """Parameters that stand for the state of a function."""
    def set_state(self, state_vars: _Any) -> _Any:
        """Go on with this state."""
    def finalize(self) -> _Any:
        """The state at the end of a function, which is forgotten."""
    def to(self, dtype: _Any = ...) -> _Any:
        """Change the data type of what is kept, where there is one."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ExternModule(_Any):  # type: ignore[misc, unused-ignore]
    """Functions from outside by name, each with a function that gives a tensor like its result, from tensors like its arguments.

    `module["f"](x)` in a network emits the call; the last argument of the function itself is its result.
    """
    def load(self) -> _Any:
        """The functions as a module that can be called."""
    def __init__(self, symbols: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Mutator(_Any):  # type: ignore[misc, unused-ignore]
    """Goes through a module: what a `visit_...` gives takes the place of what it was called with.

    Subclasses override the visits they care about, and call `visit` to go on into the parts.  The name is the path to the member.
    """
    visit_module: _Any
    """For a module that is no container."""
    visit_effect: _Any
    """For an effect."""
    visit_param: _Any
    """For a parameter."""
    visit_moduledict: _Any
    """For a dictionary of modules."""
    visit_modulelist: _Any
    """For a list of modules."""
    visit_parameterdict: _Any
    """For a dictionary of parameters."""
    visit_parameterlist: _Any
    """For a list of parameters."""
    visit: _Any
    """Visit the parts of a module, each by its kind, and give the module; anything else as it is."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Object(_Any):  # type: ignore[misc, unused-ignore]
    """A value that is no tensor, such as a cache; what is no variable yet is bound to one called `_name`."""
    def __init__(self, *, _expr: _Any, _name: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class SubroutineMixin(_Any):  # type: ignore[misc, unused-ignore]
    """Base of modules.  Modules of one class, called with arguments and weights of one struct info, share a function."""
    define_subroutine: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Tensor(_Any):  # type: ignore[misc, unused-ignore]
    """A tensor of known rank, shape and data type, whose elements are not known; `_expr` is its expression."""
    @staticmethod
    def from_const(data: _Any) -> Tensor | _Any:
        """A tensor of these elements."""
    @staticmethod
    def from_scalar(data: _Any, dtype: _Any) -> Tensor | _Any:
        """A tensor without dimensions that holds this number."""
    @staticmethod
    def from_struct_info(struct_info: _Any, name: _Any = ...) -> Tensor | _Any:
        """A tensor that stands for any of this struct info."""
    @staticmethod
    def from_ty(ty: _Any, name: _Any = ...) -> Tensor | _Any:
        """`from_struct_info` under its name since 0.25."""
    @staticmethod
    def placeholder(shape: _Any, dtype: _Any, name: _Any = ...) -> Tensor | _Any:
        """A tensor that stands for any of this shape; a size that is a text becomes a symbolic one."""
    @property
    def shape(self) -> _Any:
        """The sizes: numbers where they are known, expressions where they are symbolic."""
    @property
    def ndim(self) -> _Any:
        """The number of dimensions it has."""
    @property
    def dtype(self) -> _Any:
        """The name of its data type."""
    def astype(self, dtype: _Any) -> Tensor | _Any:
        """The tensor in another data type."""
    def maximum(self, other: _Any) -> Tensor | _Any:
        """The greater of two, element by element."""
    def minimum(self, other: _Any) -> Tensor | _Any:
        """The lesser of two, element by element."""
    def reshape(self, *shape: _Any) -> Tensor | _Any:
        """The same elements in another shape, whose sizes are given one by one or together."""
    def permute_dims(self, *axes: _Any) -> Tensor | _Any:
        """The dimensions in another order, given one by one or together."""
    def repeat(self, repeats: _Any, axis: _Any = ...) -> Tensor | _Any:
        """Each element so many times."""
    def __add__(self, other: _Any) -> _Any: ...
    def __radd__(self, other: _Any) -> _Any: ...
    def __sub__(self, other: _Any) -> _Any: ...
    def __rsub__(self, other: _Any) -> _Any: ...
    def __mul__(self, other: _Any) -> _Any: ...
    def __rmul__(self, other: _Any) -> _Any: ...
    def __truediv__(self, other: _Any) -> _Any: ...
    def __rtruediv__(self, other: _Any) -> _Any: ...
    def __lt__(self, other: _Any) -> _Any: ...
    def __le__(self, other: _Any) -> _Any: ...
    def __gt__(self, other: _Any) -> _Any: ...
    def __ge__(self, other: _Any) -> _Any: ...
    def __init__(self, *, _expr: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IOEffect(Effect):
    """Input and output, such as printing tensors: `effect` is the variable to go on with."""
    emit_init: _Any
    """Emit the state that there is at first."""
    def create(self, name_hint: _Any) -> _Any:
        """Parameters that stand for the state of a function."""
    def set_state(self, state_vars: _Any) -> _Any:
        """Go on with this state."""
    def finalize(self) -> _Any:
        """The state at the end of a function, which is forgotten."""
    def __init__(self) -> None: ...

class KVCache(Effect):
    """A cache of elements of one shape: `append` puts more at its end, `view` gives the first of them."""
    emit_init: _Any
    """Emit the state that there is at first."""
    def create(self, name_hint: _Any) -> _Any:
        """Parameters that stand for the state of a function."""
    def set_state(self, state_vars: _Any) -> _Any:
        """Go on with this state."""
    def finalize(self) -> _Any:
        """The state at the end of a function, which is forgotten."""
    def to(self, dtype: _Any = ...) -> _Any:
        """Change the data type of what is kept, where there is one."""
    def view(self, seq_len: _Any) -> Tensor | _Any:
        """The first `seq_len` elements."""
    def append(self, new_element: _Any) -> _Any:
        """Put elements at the end; raises `TypeError` when they are of another data type."""
    def __init__(self, init_seq_len: _Any, unit_shape: _Any, dtype: _Any = ...) -> None: ...

class Module(SubroutineMixin):
    """A network, or a part of one: attributes are its weights and parts, methods compute with `nn.op`.

    `export_tvm` makes functions of Relax of the methods, `jit` compiles them.
    """
    def named_parameters(self, prefix: _Any = ...) -> _Any:
        """The parameters of the module and of its parts, named by the path to them: `layers.0.weight`."""
    def parameters(self) -> _Any:
        """The parameters of the module and of its parts."""
    def state_dict(self, *, prefix: _Any = ..., destination: _Any = ...) -> _Any:
        """The parameters by name, put into `destination` where that is given."""
    def load_state_dict(self, state_dict: _Any, strict: _Any = ...) -> _Any:
        """Take the elements of these parameters; gives the names that were missing, and those that are not known.

        Raises `KeyError` when there are any and `strict` is set, `ValueError` for a parameter without elements.
        """
    def to(self, dtype: _Any = ...) -> _Any:
        """Change the data type of all parameters."""
    def export_tvm(self, spec: _Any, debug: _Any = ..., allow_extern: _Any = ...) -> _Any:
        """The methods that `spec` names as functions of Relax: the module, its parameters by name, and with `allow_extern` its external modules.

        `spec` is an `nn.spec.ModuleSpec`, or `{"forward": {"x": nn.spec.Tensor((1, 784), "float32")}}`.  With `debug` the functions take and give the state
        of input and output, which `nn.op.print_` and `nn.op.debug_func` need.
        """
    def jit(self, spec: _Any, device: _Any = ..., pipeline: _Any = ..., out_format: _Any = ..., debug: _Any = ...) -> _Any:
        """The module compiled: `jit(spec)["forward"](x)` takes and gives tensors of PyTorch.  All parameters must have elements."""
    __init__: _Any

class ObjectModule(ExternModule):
    """Functions of an object file."""
    def load(self) -> _Any:
        """The functions as a module that can be called."""
    def __init__(self, symbols: _Any, filepath: _Any) -> None: ...

class Parameter(Tensor):
    """A weight of a network: its shape and data type, and once it is bound its elements."""
    data: _Tensor | _Any
    def to(self, dtype: _Any = ...) -> _Any:
        """Change the data type; raises `ValueError` when the parameter has elements already."""
    def __init__(self, shape: _Any, dtype: _Any = ...) -> None: ...

class SourceModule(ExternModule):
    """Functions of a source text in C++, or of a file with one; they are exported by `TVM_FFI_DLL_EXPORT_TYPED_FUNC(name, function)`.

    It is compiled when it is loaded, by `compiler`, g++ or clang++; apache-tvm-ffi gives the headers.
    """
    @staticmethod
    def get_includes(tvm_pkg: _Any = ...) -> _Any:
        """The folders with the headers of DLPack and of tvm_ffi; `tvm_pkg` names packages of a source tree of TVM, which is not there."""
    @staticmethod
    def get_compile_options(source_format: _Any, tvm_pkg: _Any = ...) -> _Any:
        """The options that a source text is compiled with where none are given."""
    compile: _Any
    """Write the object file; raises `RuntimeError` with what the compiler said."""
    def load(self) -> _Any:
        """The functions as a module that can be called."""
    def __init__(self, symbols: _Any, source_code: _Any, source_format: _Any, compile_options: _Any = ..., compiler: _Any = ..., output_format: _Any = ...) -> None: ...

class ConvTranspose1D(Module):
    """The transpose of a convolution over (batch, channels, width); the weight is (in_channels, out_channels / groups, window)."""
    forward: _Any
    def __init__(self, in_channels: _Any, out_channels: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., output_padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., bias: _Any = ..., dtype: _Any = ...) -> None: ...

class Embedding(Module):
    """Rows of the weight, which has `num` of `dim` elements, by their numbers."""
    forward: _Any
    def __init__(self, num: _Any, dim: _Any, dtype: _Any = ...) -> None: ...

class GELU(Module):
    """x * the normal distribution at x"""
    forward: _Any
    __init__: _Any

class GroupNorm(Module):
    """Mean 0 and variance 1 within groups of channels, then times weight plus bias."""
    forward: _Any
    def __init__(self, num_groups: _Any, num_channels: _Any, eps: _Any = ..., affine: _Any = ..., dtype: _Any = ...) -> None: ...

class LayerNorm(Module):
    """Mean 0 and variance 1 along the last dimension, then times weight plus bias."""
    forward: _Any
    def __init__(self, normalized_shape: _Any, eps: _Any = ..., elementwise_affine: _Any = ..., dtype: _Any = ...) -> None: ...

class Linear(Module):
    """x @ weight.T + bias, the weight of the shape (out_features, in_features).

    `out_dtype` is the type of the product and of the bias, where it is not that of the weight.
    """
    forward: _Any
    def to(self, dtype: _Any = ...) -> _Any:
        """A bias of the type `out_dtype` keeps it, since it is added to the product."""
    def __init__(self, in_features: _Any, out_features: _Any, bias: _Any = ..., dtype: _Any = ..., out_dtype: _Any = ...) -> None: ...

class RMSNorm(Module):
    """Mean square 1 along `axes`, then times weight plus bias."""
    forward: _Any
    def __init__(self, hidden_size: _Any, axes: _Any, epsilon: _Any = ..., bias: _Any = ..., dtype: _Any = ...) -> None: ...

class ReLU(Module):
    """max(x, 0)"""
    forward: _Any
    __init__: _Any

class SiLU(Module):
    """x * sigmoid(x)"""
    forward: _Any
    __init__: _Any

class Conv1D(Module):
    """A convolution over (batch, channels, width)."""
    dimensions: _Any
    forward: _Any
    def __init__(self, in_channels: _Any, out_channels: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., bias: _Any = ..., dtype: _Any = ...) -> None: ...

class Conv2D(Module):
    """A convolution over images, whose layout is `data_layout`; the window may be one number for both directions."""
    dimensions: _Any
    forward: _Any
    def __init__(self, in_channels: _Any, out_channels: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., bias: _Any = ..., dtype: _Any = ..., data_layout: _Any = ...) -> None: ...

class Conv3D(Module):
    """A convolution over volumes, whose layout is `data_layout`; the window may be one number for all directions."""
    dimensions: _Any
    forward: _Any
    def __init__(self, in_channels: _Any, out_channels: _Any, kernel_size: _Any, stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., bias: _Any = ..., dtype: _Any = ..., data_layout: _Any = ...) -> None: ...

class ModuleDict(Module):
    """Modules by name; iterating gives the modules."""
    def __init__(self, modules: _Any = ...) -> None: ...

class ModuleList(Module):
    """Modules one after another; called, it feeds each with what the one before gave."""
    forward: _Any
    """The result of the last module."""
    def __init__(self, modules: _Any) -> None: ...

class ParameterDict(Module):
    """Parameters by name; iterating gives the names."""
    def __init__(self, params: _Any = ...) -> None: ...

class ParameterList(Module):
    """Parameters one after another."""
    def __init__(self, params: _Any = ...) -> None: ...

def add(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a + b"""

def add_extern(mod: _Any) -> _Any:
    """Let the module that is being exported have the functions of an external module."""

def arange(start: _Any, end: _Any = ..., step: _Any = ..., dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Numbers from `start`, or 0 where only one bound is given, to before `end`."""

def argsort(data: _Any, axis: _Any = ..., descending: _Any = ..., dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The positions of the elements in order along a dimension."""

def astype(x: _Any, dtype: _Any, name: _Any = ...) -> Tensor | _Any:
    """x in another data type; x itself where it is of that type."""

def broadcast_to(x: _Any, shape: _Any, name: _Any = ...) -> Tensor | _Any:
    """x repeated along its dimensions of size 1."""

def ccl_allgather(x: _Any, num_workers: _Any, name: _Any = ...) -> Tensor | _Any:
    """x of all workers, one after another."""

def ccl_allreduce(x: _Any, op_type: _Any = ..., in_group: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """x of all workers together, by sum, product, minimum, maximum or mean."""

def ccl_broadcast_from_worker0(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """x of the first worker."""

def chunk(x: _Any, chunks: _Any, dim: _Any = ..., name: _Any = ...) -> _Any:
    """So many parts along a dimension."""

def concat(x: _Any, dim: _Any, name: _Any = ...) -> Tensor | _Any:
    """Tensors one after another along a dimension."""

def conv1d(x: _Any, weight: _Any, bias: _Any = ..., stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A convolution over (batch, channels, width)."""

def conv1d_transpose(x: _Any, weight: _Any, bias: _Any = ..., stride: _Any = ..., padding: _Any = ..., output_padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The transpose of a convolution over (batch, channels, width)."""

def conv2d(x: _Any, weight: _Any, bias: _Any = ..., stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., data_layout: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A convolution over images."""

def conv3d(x: _Any, weight: _Any, bias: _Any = ..., stride: _Any = ..., padding: _Any = ..., dilation: _Any = ..., groups: _Any = ..., data_layout: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A convolution over volumes."""

def cumsum(data: _Any, axis: _Any = ..., dtype: _Any = ..., exclusive: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Sums of the elements so far; `exclusive` leaves the element itself out."""

def debug_func(name: _Any, *args: _Any, _line_info: _Any = ...) -> _Any:
    """Call a registered function when the network runs; it gets the place in the source text, and then the arguments.

    Raises `RuntimeError` when the module is not exported with `debug=True`.
    """

def divide(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a / b"""

def empty(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A tensor whose elements may be anything."""

def equal(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a == b"""

def exp(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """e to the power of x"""

extern: _Any
"""The result of a registered function, which writes tensors like `out`, given last."""

def floor(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """The greatest integer that is not greater."""

def full(shape: _Any, fill_value: _Any, dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A tensor that holds one number everywhere."""

def gelu(x: _Any, approximate: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """x times the normal distribution at x; with `approximate="tanh"` an approximation by tanh."""

def get_timestep_embedding(x: _Any, embedding_dim: _Any, flip_sin_to_cos: _Any = ..., downscale_freq_shift: _Any = ..., scale: _Any = ..., max_period: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Sines and cosines of time steps at frequencies that fall from 1 to 1 / max_period, as in denoising diffusion models."""

def greater(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a > b"""

def greater_equal(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a >= b"""

def group_norm(x: _Any, num_groups: _Any, weight: _Any, bias: _Any, eps: _Any = ..., channel_axis: _Any = ..., axes: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Mean 0 and variance 1 within groups of channels along `axes`, all behind the channels where none are given."""

def interpolate(x: _Any, size: _Any = ..., scale_factor: _Any = ..., mode: _Any = ..., align_corners: _Any = ..., recompute_scale_factor: _Any = ..., antialias: _Any = ..., data_layout: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """An image in another size, given or so many times its own; the mode is nearest, bilinear or bicubic."""

def layer_norm(x: _Any, normalized_shape: _Any, weight: _Any = ..., bias: _Any = ..., eps: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Mean 0 and variance 1 along the last dimensions, of the sizes `normalized_shape`; then times weight plus bias."""

def less(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a < b"""

def less_equal(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a <= b"""

def log(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """The natural logarithm."""

def matmul(a: _Any, b: _Any, out_dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The matrix product, computed in `out_dtype` where that is given."""

def max(x: _Any, axis: _Any = ..., keepdims: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The greatest element along these dimensions."""

def maximum(x1: _Any, x2: _Any, name: _Any = ...) -> Tensor | _Any:
    """The greater of two."""

def min(x: _Any, axis: _Any = ..., keepdims: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The least element along these dimensions."""

def minimum(x1: _Any, x2: _Any, name: _Any = ...) -> Tensor | _Any:
    """The lesser of two."""

def multinomial_from_uniform(prob: _Any, uniform_sample: _Any, sample_indices: _Any = ..., dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """For each number between 0 and 1 the position it chooses in a row of probabilities, that of `sample_indices` or its own."""

def multiply(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a * b"""

def negative(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """-x"""

def not_equal(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a != b"""

def ones(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A tensor of ones."""

def pad(x: _Any, pad: _Any, mode: _Any = ..., value: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """More elements around x: for each dimension how many before and behind."""

def permute(x: _Any, axes: _Any, name: _Any = ...) -> Tensor | _Any:
    """The dimensions in another order."""

def permute_dims(x: _Any, axes: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The dimensions in another order, reversed where none is given."""

def prelu(x: _Any, alpha: _Any, name: _Any = ...) -> Tensor | _Any:
    """x where it is positive, alpha * x elsewhere."""

def print_(tensor: _Any) -> _Any:
    """Print a tensor when the network runs, with the place in the source text."""

def relu(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """max(x, 0)"""

def relu6(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """min(max(x, 0), 6)"""

def renormalize_top_p_top_k_prob(prob: _Any, sorted_prob: _Any, top_p: _Any, top_k: _Any) -> Tensor | _Any:
    """The probabilities of the kept over their sum, and 0 for the others; `prob` is in any order."""

def repeat(x: _Any, repeats: _Any, axis: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Each element so many times."""

def reshape(x: _Any, shape: _Any, name: _Any = ...) -> Tensor | _Any:
    """The same elements in another shape; -1 is the size that follows from the others, 0 that of x."""

def rms_norm(x: _Any, weight: _Any, axes: _Any, epsilon: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Mean square 1 along these dimensions, then times weight."""

def sample_top_p_top_k_from_sorted_prob(sorted_prob: _Any, sorted_index: _Any, top_p: _Any, top_k: _Any, uniform_sample: _Any, sample_indices: _Any = ...) -> Tensor | _Any:
    """For each number between 0 and 1 what it chooses among the kept of a row: the entry of `sorted_index`."""

def scaled_dot_product_attention(query: _Any, key: _Any, value: _Any, attn_mask: _Any = ..., is_causal: _Any = ..., scale: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """Attention over (batch, length, heads, size); with `is_causal` each position sees those before it and itself."""

def sigmoid(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """1 / (1 + exp(-x))"""

def silu(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """x * sigmoid(x)"""

def softmax(x: _Any, axis: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """exp(x) over its sum along a dimension"""

def softplus(x: _Any, beta: _Any = ..., threshold: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """log(1 + exp(beta * x)) / beta, and x itself where beta * x is beyond the threshold."""

def sort(x: _Any, axis: _Any = ..., descending: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The elements in order along a dimension."""

def split(ary: _Any, indices_or_sections: _Any, axis: _Any = ..., name: _Any = ...) -> _Any:
    """So many parts along a dimension, or the parts that end at these positions."""

def sqrt(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """The square root."""

def square(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """x * x"""

def squeeze(x: _Any, axis: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A dimension of size 1 taken out."""

def subtract(a: _Any, b: _Any, name: _Any = ...) -> Tensor | _Any:
    """a - b"""

def sum(x: _Any, axis: _Any = ..., keepdims: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The sum along these dimensions, all where none is given."""

def take(x: _Any, indices: _Any, axis: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """The elements at these positions along a dimension."""

def tanh(x: _Any, name: _Any = ...) -> Tensor | _Any:
    """The hyperbolic tangent."""

def tensor_expr_op(tensor_expr_func: _Any, name_hint: _Any, args: _Any, *, attrs: _Any = ...) -> _Any:
    """The result of a function of `te` tensors, called on these values; its kernel is called `name_hint`."""

def tensor_ir_inplace_op(func: _Any, name_hint: _Any, args: _Any, inplace_indices: _Any, out: _Any) -> _Any:
    """`tensor_ir_op` whose results lie in the arguments of these positions, -1 standing for new memory."""

def tensor_ir_op(func: _Any, name_hint: _Any, args: _Any, out: _Any) -> _Any:
    """The result of a function in TensorIR, which writes tensors like `out`.

    The arguments are tensors, shapes, whose sizes are passed one by one, and sizes.
    """

def topk(data: _Any, k: _Any = ..., axis: _Any = ..., ret_type: _Any = ..., largest: _Any = ..., dtype: _Any = ..., name: _Any = ...) -> _Any:
    """The greatest or least k elements along a dimension, with their positions: `ret_type` is both, values or indices."""

def triu(x: _Any, diagonal: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """x with zeros below a diagonal."""

def unsqueeze(x: _Any, dim: _Any, name: _Any = ...) -> Tensor | _Any:
    """A dimension of size 1 put in at `dim`."""

def where(condition: _Any, x1: _Any, x2: _Any, name: _Any = ...) -> Tensor | _Any:
    """x1 where the condition holds, x2 elsewhere; a condition of numbers holds where they are not 0."""

def zeros(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> Tensor | _Any:
    """A tensor of zeros."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
