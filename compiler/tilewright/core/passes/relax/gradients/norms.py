"""Gradients of normalisations, through the simpler ops that they are made of."""

from __future__ import annotations

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple
from tilewright.core.passes.relax.gradients.support import Gradient, all_axes, along, c, extents, info, sizes
from tilewright.core.passes.relax.gradients.through import through


def _standard(x: RelaxExpr, like: RelaxExpr, axes: tuple[int, ...], epsilon: float) -> RelaxExpr:
    """Mean 0 and variance 1 over axes."""
    apart = op.subtract(x, op.mean(x, list(axes), keepdims=True))
    spread = op.mean(op.square(apart), list(axes), keepdims=True)
    return op.multiply(apart, op.rsqrt(op.add(spread, c(epsilon, like))))


def _scaled(made: RelaxExpr, call: Call, axes: tuple[int, ...]) -> RelaxExpr:
    """Times gamma, plus beta."""
    x, gamma, beta = call.args[:3]
    made = op.multiply(made, along(gamma, x, axes)) if call.attrs["scale"] else made
    return op.add(made, along(beta, x, axes)) if call.attrs["center"] else made


def _layer_norm(call: Call) -> RelaxExpr:
    x = call.args[0]
    axes = all_axes(call.attrs["axes"], info(x).ndim)
    return _scaled(_standard(x, x, axes, float(call.attrs["epsilon"])), call, axes)


def _instance_norm(call: Call) -> RelaxExpr:
    x = call.args[0]
    ndim = info(x).ndim
    axes = all_axes(call.attrs["axes"], ndim)
    return _scaled(_standard(x, x, axes, float(call.attrs["epsilon"])), call, (int(call.attrs["channel_axis"]) % ndim,))


def _group_norm(call: Call) -> RelaxExpr:
    """Channels apart in groups, normalised, and together again."""
    x, groups = call.args[0], int(call.attrs["num_groups"])
    whole = sizes(x)
    channel = int(call.attrs["channel_axis"]) % len(whole)
    apart = [*whole[:channel], groups, whole[channel] // groups, *whole[channel + 1 :]]
    axes = [at if at < channel else at + 1 for at in all_axes(call.attrs["axes"], len(whole)) if at != channel]
    grouped = op.reshape(x, extents(apart))
    made = _standard(grouped, x, tuple(sorted([*axes, channel + 1])), float(call.attrs["epsilon"]))
    return _scaled(op.reshape(made, extents(whole)), call, (channel,))


def _rms_norm(call: Call) -> RelaxExpr:
    x, weight = call.args
    axes = all_axes(call.attrs["axes"], info(x).ndim)
    mean = op.mean(op.square(x), list(axes), keepdims=True)
    made = op.multiply(x, op.rsqrt(op.add(mean, c(float(call.attrs["epsilon"]), x))))
    return op.multiply(made, along(weight, x, axes))


def _batch_norm(call: Call) -> RelaxExpr:
    """With the statistics of the batch in training, else with those given."""
    x, _, _, mean, spread = call.args
    ndim = info(x).ndim
    axis = int(call.attrs["axis"]) % ndim
    others = [at for at in range(ndim) if at != axis]
    epsilon = c(float(call.attrs["epsilon"]), x)
    if not call.attrs["training"]:
        apart = op.subtract(x, along(mean, x, (axis,)))
        made = op.multiply(apart, along(op.rsqrt(op.add(spread, epsilon)), x, (axis,)))
        return Tuple((_scaled(made, call, (axis,)), mean, spread))
    made = _scaled(_standard(x, x, tuple(others), float(call.attrs["epsilon"])), call, (axis,))
    share = float(call.attrs["momentum"])
    moved = [
        op.add(op.multiply(old, c(1 - share, x)), op.multiply(new, c(share, x)))
        for old, new in ((mean, op.mean(x, others)), (spread, op.variance(x, others)))
    ]
    return Tuple((made, *moved))


RULES: dict[str, Gradient] = {
    "nn.layer_norm": through(_layer_norm),
    "nn.instance_norm": through(_instance_norm),
    "nn.group_norm": through(_group_norm),
    "nn.rms_norm": through(_rms_norm),
    "nn.batch_norm": through(_batch_norm),
}
