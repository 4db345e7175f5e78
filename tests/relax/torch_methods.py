"""Every method of PyTorch's tensors that writes into its tensor: what it is called with, or why no graph has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

# No number is 0, and most functions are defined on all of them.
X = torch.rand(4, 6, generator=torch.Generator().manual_seed(5)) * 1.8 - 0.9
OTHER = torch.linspace(0.1, 2.4, 24).reshape(4, 6)
MASK = OTHER > 1
WHOLE = torch.arange(24).reshape(4, 6) % 7 + 1
PICKED = torch.tensor([2, 0])
BATCHES = OTHER.reshape(2, 2, 6)
COLUMNS = BATCHES.transpose(1, 2).contiguous()

_PLAIN = (
    "abs absolute ceil cos cosh deg2rad erf erfc exp exp2 expm1 floor frac neg negative rad2deg reciprocal relu round sgn sigmoid sign sin sinc sinh square tan "
    "tanh trunc fix zero arctan atan arcsinh asinh arcsin asin arccos acos arctanh atanh logical_not nan_to_num conj_physical detach t squeeze tril"
).split()
_OF_POSITIVE = "log log2 log10 log1p sqrt rsqrt".split()
_OF_TWO = (
    "add sub subtract mul multiply div divide true_divide floor_divide fmod remainder atan2 arctan2 copysign heaviside hypot xlogy "
    "eq ne not_equal lt less le less_equal gt greater ge greater_equal copy"
).split()
_OF_WHOLE = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift".split()

CALLS: dict[str, tuple[Any, ...]] = {
    **{f"{name}_": () for name in (*_PLAIN, *_OF_POSITIVE)},
    **{f"{name}_": (OTHER,) for name in _OF_TWO},
    **{f"logical_{name}_": (MASK,) for name in ("and", "or", "xor")},
    **{f"{name}_": (WHOLE,) for name in _OF_WHOLE},
    **{f"__{name}__": (OTHER,) for name in ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "idiv")},
    **{f"__i{name}__": (WHOLE,) for name in ("and", "or", "xor", "lshift", "rshift")},
    "bitwise_not_": (),
    "pow_": (OTHER,),
    "acosh_": (),
    "arccosh_": (),
    "float_power_": (OTHER,),
    "logit_": (0.1,),
    "addbmm_": (BATCHES, COLUMNS),
    "addcdiv_": (OTHER, OTHER + 1),
    "addcmul_": (OTHER, OTHER),
    "addmm_": (OTHER[:, :3], OTHER[:3]),
    "addmv_": (OTHER[:, :3], OTHER[0, :3]),
    "addr_": (OTHER[:, 0], OTHER[0]),
    "as_strided_": ((3, 2), (6, 2), 1),
    "baddbmm_": (BATCHES, COLUMNS),
    "clamp_": (-0.5, 0.5),
    "clamp_max_": (0.1,),
    "clamp_min_": (0.1,),
    "clip_": (-0.5, 0.5),
    "cumprod_": (1,),
    "cumsum_": (0,),
    "fill_": (2.0,),
    "fill_diagonal_": (5.0,),
    "index_add_": (0, PICKED, OTHER[:2]),
    "index_copy_": (0, PICKED, OTHER[:2]),
    "index_fill_": (0, PICKED, 5.0),
    "index_put_": ((PICKED,), OTHER[:2]),
    "index_reduce_": (0, PICKED, OTHER[:2], "amax"),
    "ldexp_": (WHOLE,),
    "lerp_": (OTHER, 0.25),
    "masked_fill_": (MASK, 3.0),
    "masked_scatter_": (MASK, OTHER),
    "put_": (PICKED, OTHER[0, :2]),
    "renorm_": (2, 0, 1.0),
    "requires_grad_": (False,),
    "scatter_": (0, WHOLE % 4, OTHER),
    "scatter_add_": (0, WHOLE % 4, OTHER),
    "scatter_reduce_": (0, WHOLE % 4, OTHER, "amax"),
    "swapaxes_": (0, 1),
    "swapdims_": (0, 1),
    "transpose_": (0, 1),
    "tril_": (),
    "triu_": (1,),
    "unsqueeze_": (1,),
}

# What the tensor is, where it is not `X`.
STARTS: dict[str, Callable[[], torch.Tensor]] = {
    **dict.fromkeys([f"{name}_" for name in _OF_POSITIVE] + ["pow_", "__ipow__"], X.abs),
    **dict.fromkeys(("acosh_", "arccosh_"), lambda: X.abs() + 1),
    **dict.fromkeys(
        [f"{name}_" for name in _OF_WHOLE]
        + ["bitwise_not_", *(f"__i{name}__" for name in ("and", "or", "xor", "lshift", "rshift"))],
        lambda: (X * 20).to(torch.int64),
    ),
    "float_power_": lambda: X.abs().to(torch.float64),
    "addbmm_": lambda: X[:2, :2].contiguous(),
    "addmv_": lambda: X[:, 0].contiguous(),
    "baddbmm_": lambda: X[:2, :4].reshape(2, 2, 2).contiguous(),
}

NO_GRAPH: dict[str, str] = {
    **dict.fromkeys(
        [f"{name}_" for name in "bernoulli cauchy exponential geometric log_normal normal random uniform".split()],
        "draws random numbers",
    ),
    **dict.fromkeys(("apply_", "map_", "map2_"), "calls a function of Python for each element"),
    **dict.fromkeys(
        "resize_ resize_as_ resize_as_sparse_ set_ share_memory_ sparse_resize_ sparse_resize_and_clear_".split(),
        "changes what memory a tensor has",
    ),
    **dict.fromkeys(
        [f"{name}_" for name in "digamma erfinv gcd i0 igamma igammac lcm lgamma mvlgamma nextafter polygamma".split()],
        "computes what neither Relax nor the operators of its translation have",
    ),
}
