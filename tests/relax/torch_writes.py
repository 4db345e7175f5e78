"""Views of tensors of PyTorch, and what writes into them: the tables that tests cross."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

X = torch.randn(4, 6, generator=torch.Generator().manual_seed(3))
PICKED = torch.tensor([1, 0])

View = Callable[[Any], Any]
Write = Callable[[Any], Any]

VIEWS: dict[str, View] = {
    "select": lambda y: y.select(0, 1),
    "select from the end": lambda y: y.select(1, -2),
    "subscript": lambda y: y[1],
    "slice": lambda y: y[1:3],
    "slice with steps": lambda y: y[::2, 1::3],
    "slice from the end": lambda y: y[-3:-1, -4:],
    "subscript and slice": lambda y: y[2, 1:5],
    "ellipsis and None": lambda y: y[..., None, 1:3],
    "narrow": lambda y: y.narrow(1, 2, 3),
    "view": lambda y: y.view(3, 8),
    "view with -1": lambda y: y.view(-1, 2, 3),
    "view_as": lambda y: y.view_as(torch.zeros(6, 4)),
    "reshape": lambda y: y.reshape(2, 12),
    "transpose": lambda y: y.transpose(0, 1),
    "t": lambda y: y.t(),
    "T": lambda y: y.T,
    "mT": lambda y: y.mT,
    "permute": lambda y: y.permute(1, 0),
    "movedim": lambda y: y.movedim(0, 1),
    "swapaxes": lambda y: y.swapaxes(0, 1),
    "swapdims": lambda y: y.swapdims(1, 0),
    "squeeze": lambda y: y[:1].squeeze(),
    "squeeze along": lambda y: y[1:2].squeeze(0),
    "unsqueeze": lambda y: y.unsqueeze(1),
    "diagonal": lambda y: y.diagonal(),
    "diagonal beside": lambda y: y.diagonal(1),
    "diagonal below": lambda y: y.diagonal(-2),
    "split": lambda y: y.split(2, 1)[1],
    "split with sizes": lambda y: y.split([1, 3], 0)[1],
    "tensor_split": lambda y: y.tensor_split(3, 1)[2],
    "chunk": lambda y: y.chunk(3)[1],
    "unbind": lambda y: y.unbind(0)[2],
    "hsplit": lambda y: y.hsplit(2)[0],
    "expand": lambda y: y[:, :1].expand(4, 1),
    "as_strided": lambda y: y.as_strided((3, 2), (6, 2), 1),
    "flatten": lambda y: y.flatten(),
    "ravel": lambda y: y.ravel(),
    "unflatten": lambda y: y.unflatten(1, (2, 3)),
    "detach": lambda y: y.detach(),
    "contiguous": lambda y: y.contiguous(),
    "to its own type": lambda y: y.to(torch.float32),
    "view of a slice": lambda y: y[1:3].view(4, 3),
    "transpose of a slice": lambda y: y[:, 1:4].t()[1:],
    "diagonal of a view": lambda y: y.view(2, 2, 6).diagonal(0, 0, 1),
    "chain": lambda y: y.unsqueeze(0).permute(2, 0, 1)[::2].flatten(1)[:, 1:3],
    "itself": lambda y: y,
}


def _at(v: Any, index: Any, value: Any) -> None:
    v[index] = value


def _added(v: Any) -> None:
    v[0] += 1


def _of_shape(v: Any) -> Any:
    """Numbers, all different, of the shape of a view."""
    return torch.arange(1.0, v.numel() + 1).reshape(v.shape) / 8


def _rows(v: Any) -> Any:
    """Two rows of the shape of those of a view."""
    return _of_shape(v)[:2]


WRITES: dict[str, Write] = {
    "[0] = number": lambda v: _at(v, 0, 7.0),
    "[-1] = tensor": lambda v: _at(v, -1, _of_shape(v)[0] * 2),
    "[:] = tensor": lambda v: _at(v, slice(None), _of_shape(v)),
    "[1:] = number": lambda v: _at(v, slice(1, None), -1.0),
    "[::2] = number": lambda v: _at(v, slice(None, None, 2), 4.0),
    "[..., 0] = number": lambda v: _at(v, (..., 0), 4.0),
    "[mask] = number": lambda v: _at(v, v > 0, 9.0),
    "[indices] = tensor": lambda v: _at(v, PICKED, _rows(v)),
    "[0] += number": _added,
    "add_": lambda v: v.add_(_of_shape(v), alpha=2),
    "sub_": lambda v: v.sub_(0.5),
    "mul_": lambda v: v.mul_(3),
    "div_": lambda v: v.div_(2),
    "pow_": lambda v: v.pow_(2),
    "remainder_": lambda v: v.remainder_(0.7),
    "fmod_": lambda v: v.fmod_(0.7),
    "floor_divide_": lambda v: v.floor_divide_(0.3),
    "fill_": lambda v: v.fill_(2.0),
    "zero_": lambda v: v.zero_(),
    "copy_": lambda v: v.copy_(_of_shape(v)),
    "copy_ of integers": lambda v: v.copy_(_of_shape(v).to(torch.int64)),
    "copy_ of one row": lambda v: v.copy_(_of_shape(v)[:1]),
    "masked_fill_": lambda v: v.masked_fill_(v > 0, 3.0),
    "masked_scatter_": lambda v: v.masked_scatter_(v > 0, _of_shape(v)),
    "index_put_": lambda v: v.index_put_((PICKED,), _rows(v)),
    "index_put_ adding": lambda v: v.index_put_((PICKED * 0,), _rows(v), accumulate=True),
    "index_add_": lambda v: v.index_add_(0, PICKED, _rows(v), alpha=2),
    "index_fill_": lambda v: v.index_fill_(0, PICKED[:1], 5.0),
    "index_copy_": lambda v: v.index_copy_(0, PICKED, _rows(v)),
    "index_reduce_": lambda v: v.index_reduce_(0, PICKED, _rows(v), "amax"),
    "scatter_": lambda v: v.scatter_(0, torch.zeros_like(v[:1], dtype=torch.int64), _of_shape(v)),
    "scatter_ of a number": lambda v: v.scatter_(0, torch.ones_like(v[:1], dtype=torch.int64), 5.0),
    "scatter_add_": lambda v: v.scatter_add_(0, torch.zeros_like(v, dtype=torch.int64), _of_shape(v)),
    "scatter_reduce_": lambda v: v.scatter_reduce_(0, torch.zeros_like(v, dtype=torch.int64), _of_shape(v), "amax"),
    "put_": lambda v: v.put_(PICKED, torch.tensor([5.0, 6.0])),
    "clamp_": lambda v: v.clamp_(-0.5, 0.5),
    "clamp_min_": lambda v: v.clamp_min_(0.1),
    "clamp_max_": lambda v: v.clamp_max_(0.1),
    "clip_": lambda v: v.clip_(max=0.1),
    "relu_": lambda v: v.relu_(),
    "torch.relu_": lambda v: torch.relu_(v),
    "F.relu in place": lambda v: torch.nn.functional.relu(v, inplace=True),
    "F.relu in place by position": lambda v: torch.nn.functional.relu(v, True),
    "F.silu in place": lambda v: torch.nn.functional.silu(v, inplace=True),
    "F.hardtanh_": lambda v: torch.nn.functional.hardtanh_(v, -0.2, 0.2),
    "F.leaky_relu_": lambda v: torch.nn.functional.leaky_relu_(v, 0.2),
    "F.elu_": lambda v: torch.nn.functional.elu_(v, 0.5),
    "F.threshold_": lambda v: torch.threshold_(v, 0.1, 2.0),
    "out=": lambda v: torch.add(v, 1.0, out=v),
    **{
        f"{name}_": lambda v, name=name: getattr(v, f"{name}_")()
        for name in (
            *("abs", "neg", "exp", "exp2", "expm1", "sigmoid", "tanh", "sin", "cos", "tan", "asinh", "atan", "sinh"),
            *("cosh", "erf", "erfc", "floor", "ceil", "round", "trunc", "frac", "sign", "sgn", "square", "nan_to_num"),
            *("reciprocal", "logical_not", "deg2rad", "rad2deg", "sinc", "logit"),
        )
    },
    **{
        f"{name}_ of positive numbers": lambda v, name=name: getattr(v.abs_().add_(0.1), f"{name}_")()
        for name in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt")
    },
    "asin_ and acos_": lambda v: v.clamp_(-0.9, 0.9).asin_().mul_(0.5).acos_(),
    "atanh_ and acosh_": lambda v: v.clamp_(-0.9, 0.9).atanh_().abs_().add_(1.5).acosh_(),
    "addcmul_": lambda v: v.addcmul_(_of_shape(v), _of_shape(v), value=0.5),
    "addcdiv_": lambda v: v.addcdiv_(_of_shape(v), _of_shape(v) + 1),
    "lerp_": lambda v: v.lerp_(_of_shape(v), 0.25),
    "atan2_": lambda v: v.atan2_(_of_shape(v)),
    "hypot_": lambda v: v.hypot_(_of_shape(v)),
    "copysign_": lambda v: v.copysign_(-_of_shape(v)),
    "heaviside_": lambda v: v.heaviside_(_of_shape(v)),
    "xlogy_": lambda v: v.xlogy_(_of_shape(v)),
    "cumsum_": lambda v: v.cumsum_(0),
    "cumprod_": lambda v: v.cumprod_(0),
    "eq_": lambda v: v.eq_(_of_shape(v)),
    "ne_": lambda v: v.ne_(0.0),
    "lt_": lambda v: v.lt_(0.0),
    "le_": lambda v: v.le_(0.0),
    "gt_": lambda v: v.gt_(0.0),
    "ge_": lambda v: v.ge_(0.0),
    "logical_and_": lambda v: v.logical_and_(_of_shape(v) > 0.5),
    "logical_or_": lambda v: v.logical_or_(_of_shape(v) > 0.5),
    "logical_xor_": lambda v: v.logical_xor_(_of_shape(v) > 0.5),
    "detach_": lambda v: v.detach_().add_(1),
    "squeeze_ and unsqueeze_": lambda v: v.unsqueeze_(0).squeeze_(0).add_(1),
    "transpose_": lambda v: v.transpose_(0, -1).add_(1),
}

# What takes matrices alone.
OF_MATRICES: dict[str, Write] = {
    "tril_": lambda v: v.tril_(),
    "triu_": lambda v: v.triu_(1),
    "fill_diagonal_": lambda v: v.fill_diagonal_(5.0),
    "t_": lambda v: v.t_().add_(1),
    "addmm_": lambda v: v.addmm_(torch.ones(v.shape[0], 3), torch.ones(3, v.shape[1]), beta=0.5),
    "renorm_": lambda v: v.renorm_(2, 0, 1.0),
}


class Written(torch.nn.Module):
    """Each write into its view of a copy of its own: the copies as they are then, another view of them, and the views."""

    def __init__(self, pairs: list[tuple[View, Write]]) -> None:
        super().__init__()
        self.pairs = pairs

    def forward(self, x: Any) -> Any:
        found: list[Any] = []
        for view, write in self.pairs:
            y = x.clone()
            other, v = y[1:], view(y)
            write(v)
            found += [y, other.clone(), v.clone()]
        return tuple(found)
