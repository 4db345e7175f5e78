"""What each Relax op is in PyTorch, as text of Python: "relax.add" is `torch.add({x1}, {x2})`.

The fields of a template are parameters of the row.  One that is a value stands as the source text of the argument; a tuple of values that is
written out, a shape for instance, as a `Texts`.  One that is a setting stands as its value, and a data type as `torch.float32`, or None when the
call leaves it open.  A missing argument is None.  Where the settings decide the spelling, a function stands in the place of the template.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.ops.relax import torch_nn
from tilewright.core.ops.relax.torch_forms import (
    Spelling,
    arg_reduce,
    concat,
    cumulative,
    expand_dims,
    eye,
    eye_like,
    gather_nd,
    matmul,
    median,
    permute_dims,
    prod,
    reduce_extreme,
    scatter_elements,
    scatter_nd,
    split,
    squeeze,
    strided_slice,
    take,
    topk,
    unique,
)

_SAME = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "erf", "exp", "log", "rsqrt", "sigmoid", "sin"),
    *("sinh", "sqrt", "tan", "tanh", "abs", "bitwise_not", "ceil", "floor", "logical_not", "negative", "round", "sign"),
    *("square", "trunc", "isfinite", "isinf", "isnan", "flatten"),
)
_PAIRS = {
    "add": "add",
    "atan2": "atan2",
    "floor_divide": "floor_divide",
    "floor_mod": "remainder",
    "log_add_exp": "logaddexp",
    "maximum": "maximum",
    "minimum": "minimum",
    "mod": "fmod",
    "multiply": "mul",
    "power": "pow",
    "subtract": "sub",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "left_shift": "bitwise_left_shift",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
    "logical_xor": "logical_xor",
    "right_shift": "bitwise_right_shift",
    "equal": "eq",
    "greater": "gt",
    "greater_equal": "ge",
    "less": "lt",
    "less_equal": "le",
    "not_equal": "ne",
    "outer": "outer",
}
_OTHERS: dict[str, Spelling] = {
    "clip": "torch.clamp({x}, {min}, {max})",
    "divide": 'torch.div({x1}, {x2}, rounding_mode=None if {x1}.is_floating_point() else "trunc")',
    "ewise_fma": "torch.addcmul({x3}, {x1}, {x2})",
    "where": "torch.where({condition}, {x1}, {x2})",
    "astype": "{x}.to({dtype})",
    "size": "torch.tensor({expr}.numel())",
    "wrap_param": "{data}.to({dtype})",
    "broadcast_to": "torch.broadcast_to({x}, {shape})",
    "collapse_sum_like": "{data}.sum_to_size({collapse_target}.shape)",
    "collapse_sum_to": "{data}.sum_to_size({shape})",
    "concat": concat,
    "expand_dims": expand_dims,
    "flip": "torch.flip({data}, ({axis},))",
    "gather_elements": "torch.gather({data}, {axis}, {indices}.long())",
    "gather_nd": gather_nd,
    "index_put": "torch.index_put({data}, {indices}, {values}, accumulate={accumulate})",
    "index_tensor": "{data}[{indices}]",
    "meshgrid": "torch.meshgrid(*{tensors}, indexing={indexing!r})",
    "one_hot": "torch.where(({indices}[..., None] == torch.arange({depth})).movedim(-1, {axis}), {on_value}, {off_value})",
    "permute_dims": permute_dims,
    "repeat": "torch.repeat_interleave({data}, {repeats}, dim={axis})",
    "reshape": "torch.reshape({x}, {shape})",
    "scatter_elements": scatter_elements,
    "scatter_nd": scatter_nd,
    "slice_scatter": "torch.slice_scatter({input_tensor}, {src}, {axis}, {start}, {end}, {step})",
    "split": split,
    "squeeze": squeeze,
    "stack": "torch.stack({tensors}, dim={axis})",
    "tile": "torch.tile({data}, {repeats})",
    "take": take,
    "strided_slice": strided_slice,
    "dynamic_strided_slice": (
        "{x}[torch.meshgrid(*(torch.tensor(range(size)[slice(*bounds)], dtype=torch.long) "
        'for size, *bounds in zip({x}.shape, {begin}.tolist(), {end}.tolist(), {strides}.tolist())), indexing="ij")]'
    ),
    "full": "torch.full({shape}, {fill_value}, dtype={dtype})",
    "full_like": "torch.full_like({x}, {fill_value}, dtype={dtype})",
    "ones": "torch.ones({shape}, dtype={dtype})",
    "ones_like": "torch.ones_like({x}, dtype={dtype})",
    "zeros": "torch.zeros({shape}, dtype={dtype})",
    "zeros_like": "torch.zeros_like({x}, dtype={dtype})",
    "eye": eye,
    "eye_like": eye_like,
    "arange": "torch.arange({start}, {end}, {step}, dtype={dtype})",
    "hamming_window": "torch.hamming_window({window_size}, bool({periodic}), {alpha}, {beta}, dtype={dtype})",
    "tril": "torch.tril({x}, {k})",
    "triu": "torch.triu({x}, {k})",
    "max": reduce_extreme("amax"),
    "min": reduce_extreme("amin"),
    "mean": "torch.mean({x}, dim={axis}, keepdim={keepdims})",
    "sum": "torch.sum({x}, dim={axis}, keepdim={keepdims}, dtype={x}.dtype)",
    "prod": prod,
    "std": "torch.std({x}, dim={axis}, correction=0, keepdim={keepdims})",
    "variance": "torch.var({x}, dim={axis}, correction=0, keepdim={keepdims})",
    "median": median,
    "cumprod": cumulative("cumprod", "ones_like"),
    "cumsum": cumulative("cumsum", "zeros_like"),
    "argmax": arg_reduce("argmax"),
    "argmin": arg_reduce("argmin"),
    "bucketize": "torch.bucketize({input_tensor}, {boundaries}, out_int32={out_int32}, right={right})",
    "sort": "torch.sort({x}, dim={axis}, descending={descending}).values",
    "argsort": "torch.argsort({data}, dim={axis}, descending={descending}, stable=True).to({dtype})",
    "topk": topk,
    "unique": unique,
    "nonzero": "torch.nonzero({x}).T",
    "matmul": matmul,
    "einsum": "torch.einsum({subscripts!r}, *{operands})",
}
TORCH: Mapping[str, Spelling] = {
    **{f"relax.{name}": f"torch.{name}({{x}})" for name in _SAME},
    **{f"relax.{name}": f"torch.{other}({{x1}}, {{x2}})" for name, other in _PAIRS.items()},
    **{f"relax.{name}": spelling for name, spelling in _OTHERS.items()},
}
"""The ops on tensors."""

WITHOUT_TORCH: Mapping[str, str] = {
    "relax.layout_transform": "its index map is code of TensorIR",
    "relax.reverse_sequence": "the lengths of the parts that are reversed are in a tensor",
}
"""Ops that PyTorch has nothing like, and why."""


def torch_text(name: str, fields: Mapping[str, Any]) -> str | None:
    """A call of the op of this registered name as Python text, None when PyTorch has nothing like it."""
    spelling = TORCH.get(name) or torch_nn.TORCH.get(name)
    if spelling is None:
        return None
    return spelling.format(**fields) if isinstance(spelling, str) else spelling(fields)
