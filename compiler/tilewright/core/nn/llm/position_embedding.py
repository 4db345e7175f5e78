"""Rotary position embeddings: pairs of features turned by an angle that grows with the position.

A rotation is given by the cosine and sine of an angle, `position / theta ** (2 * pair / features)`, which the ways to stretch a model's
context (`rope_type` of Llama 3, YaRN, LongRoPE, ...) change; each is a function of a position and a feature.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tilewright.core.builder import tir as T
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Let, Var
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const
from tilewright.core.nn.llm.kernel_frames import FLOAT, Parameters, each, floating, kernel, store
from tilewright.core.nn.op.kernels import tensor_ir_op
from tilewright.core.nn.tensor import Tensor

# The settings of the scaling as the configurations of models have them, as JSON: `rope_type` and what that takes.
RopeScaling = Mapping[str, Any]
Frequency = Callable[..., tuple[Expr, Expr, dict[Var, Expr]]]


def rope_freq_default(
    s: ExprLike, d: ExprLike, d_range: int, theta: ExprLike, dtype: str
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Cosine and sine of the angle of feature `d` at position `s`, with the values of the variables that they mention, innermost first."""
    return _turn(s / _power(theta, d * 2 % d_range, d_range), dtype)


def rope_freq_gptj(
    s: ExprLike, d: ExprLike, d_range: int, theta: ExprLike, dtype: str
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Like `rope_freq_default`, where features that are adjacent are a pair."""
    return _turn(s / _power(theta, d // 2 * 2 % d_range, d_range), dtype)


def rope_freq_llama3(
    s: ExprLike,
    d: ExprLike,
    d_range: int,
    theta: ExprLike,
    dtype: str,
    factor: float,
    low_freq_factor: float,
    high_freq_factor: float,
    original_max_position_embeddings: float,
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Like `rope_freq_default`, with slow rotations slower by `factor` and a smooth passage between slow and fast ones."""
    own = 1 / _power(theta, d * 2 % d_range, d_range)
    bounds = (factor, low_freq_factor, high_freq_factor, original_max_position_embeddings)
    return _smoothed(s, own, dtype, *bounds)


def rope_freq_llama4(
    s: ExprLike,
    d: ExprLike,
    d_range: int,
    theta: ExprLike,
    dtype: str,
    factor: float,
    low_freq_factor: float,
    high_freq_factor: float,
    original_max_position_embeddings: float,
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Like `rope_freq_llama3` for pairs that are adjacent; without a passage where both factors are the same."""
    own = 1 / _power(theta, d // 2 * 2, d_range)
    if high_freq_factor != low_freq_factor:
        bounds = (factor, low_freq_factor, high_freq_factor, original_max_position_embeddings)
        return _smoothed(s, own, dtype, *bounds)
    frequency = Var("orig_freq", FLOAT)
    longest = floating(original_max_position_embeddings / low_freq_factor)
    is_slow = floating(2 * math.pi) / frequency > longest
    cosine, sine, values = _turn(s * tir.if_then_else(is_slow, frequency / factor, frequency), dtype, "smoothed_freq")
    return cosine, sine, {**values, frequency: own}


def rope_freq_longrope(
    s: ExprLike,
    d: ExprLike,
    d_range: int,
    theta: ExprLike,
    dtype: str,
    max_position_embeddings: int,
    original_max_position_embeddings: int,
    ext_factors: Buffer | None = None,
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Like `rope_freq_default`, with a factor of each pair's own and larger results for a longer context."""
    longer = max_position_embeddings / original_max_position_embeddings
    larger = math.sqrt(1 + math.log(longer) / math.log(original_max_position_embeddings)) if longer > 1.0 else 1.0
    divisor = _power(theta, d * 2 % d_range, d_range)
    if ext_factors is not None:
        divisor = ext_factors[d % (d_range // 2)] * divisor
    angle = Var("freq", FLOAT)
    return cast(tir.cos(angle) * larger, dtype), cast(tir.sin(angle) * larger, dtype), {angle: s / divisor}


def yarn_find_correction_dim(
    num_rotations: int, d: ExprLike, max_position_embeddings: int, inv_theta_log_scale: Any = None
) -> Any:
    """The feature that turns so often over a model's context."""
    return d * math.log(max_position_embeddings / (num_rotations * 2 * math.pi)) * inv_theta_log_scale


def yarn_find_correction_range(
    low_rot: int, high_rot: int, d: ExprLike, max_position_embeddings: int, inv_theta_log_scale: ExprLike | None = None
) -> tuple[Any, Any]:
    """The features between which frequencies pass from their own to the stretched ones."""
    low, high = (
        yarn_find_correction_dim(turns, d, max_position_embeddings, inv_theta_log_scale)
        for turns in (low_rot, high_rot)
    )
    return tir.max(low, 0), tir.min(high, d - 1)


def rope_freq_yarn(
    s: ExprLike,
    d: ExprLike,
    d_range: int,
    theta: ExprLike,
    dtype: str,
    original_max_position_embeddings: int,
    scaling_factor: float,
    beta_fast: int,
    beta_slow: int,
    inv_theta_log_scale: ExprLike | None = None,
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    """Like `rope_freq_default`, with slow rotations slower by `scaling_factor` and a linear passage over the features between."""
    power = _power(theta, d * 2 % d_range, d_range)
    low, high = yarn_find_correction_range(
        beta_fast, beta_slow, d_range, original_max_position_embeddings, inv_theta_log_scale
    )
    high = tir.if_then_else(low == high, high + 0.001, high)
    stretched = cast(tir.max(tir.min((d - low) / (high - low), 1.0), 0.0), FLOAT)
    frequency = 1 / (scaling_factor * power) * stretched + 1 / power * (1 - stretched)
    return _turn(s * frequency, dtype)


def _power(theta: ExprLike, exponent: ExprLike, d_range: int) -> Expr:
    base = theta if isinstance(theta, Expr) else floating(theta)
    return tir.power(base, exponent / floating(d_range))


def _smoothed(
    s: ExprLike, own: Expr, dtype: str, factor: float, low: float, high: float, original: float
) -> tuple[Expr, Expr, dict[Var, Expr]]:
    frequency = Var("orig_freq", FLOAT)
    smooth = original / (2 * math.pi) / (high - low) * frequency - low / (high - low)
    kept = tir.max(0.0, tir.min(1.0, smooth))
    cosine, sine, values = _turn(s * ((1.0 - kept) * frequency / factor + kept * frequency), dtype, "smoothed_freq")
    return cosine, sine, {**values, frequency: own}


def _turn(angle: Expr, dtype: str, name: str = "freq") -> tuple[Expr, Expr, dict[Var, Expr]]:
    variable = Var(name, FLOAT)
    return cast(tir.cos(variable), dtype), cast(tir.sin(variable), dtype), {variable: angle}


# How each `rope_type` turns, and what its description must say: by the name of the parameter of the function.
_BOUNDS = {name: name for name in ("factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings")}
_KINDS: dict[str, tuple[Frequency, Mapping[str, str]]] = {
    "default": (rope_freq_default, {}),
    "gptj": (rope_freq_gptj, {}),
    "llama3": (rope_freq_llama3, _BOUNDS),
    "llama4": (rope_freq_llama4, _BOUNDS),
    "longrope": (
        rope_freq_longrope,
        {name: name for name in ("max_position_embeddings", "original_max_position_embeddings")},
    ),
    "yarn": (
        rope_freq_yarn,
        {
            "original_max_position_embeddings": "original_max_position_embeddings",
            "scaling_factor": "factor",
            "beta_fast": "beta_fast",
            "beta_slow": "beta_slow",
            "inv_theta_log_scale": "inv_theta_log_scale",
        },
    ),
}

# Pairs are adjacent instead of half the features apart.
_SIDE_BY_SIDE = ("gptj", "llama4")


def switch_rope_freq_func(rope_scaling: RopeScaling) -> Frequency:
    """The function that turns as a description of the stretching says; raises `ValueError` for an unknown `rope_type`."""
    kind = rope_scaling.get("rope_type", "default")
    if kind not in _KINDS:
        raise ValueError(f"Unsupported RoPE scaling type: {kind}; there are {', '.join(_KINDS)}")
    function, wanted = _KINDS[kind]
    missing = [key for key in wanted.values() if key not in rope_scaling]
    if missing:
        raise ValueError(f"the RoPE scaling {kind!r} does not say {', '.join(missing)}")
    return partial(function, **{name: rope_scaling[key] for name, key in wanted.items()}) if wanted else function


def rotated(
    feature: Callable[[ExprLike], Expr],
    at: ExprLike,
    position: Expr,
    width: int | Expr,
    theta: ExprLike,
    rope_scaling: RopeScaling,
    dtype: str = FLOAT,
    factors: Buffer | _Chosen | None = None,
    side_by_side: bool = False,
) -> Expr:
    """Feature `at` of a vector, of which `feature` gives each, turned together with its partner for a position: with `side_by_side` its neighbour, whatever the kind of scaling."""
    more = {} if factors is None else {"ext_factors": factors}
    cosine, sine, values = switch_rope_freq_func(rope_scaling)(position, at, width, theta, dtype, **more)
    if side_by_side or rope_scaling.get("rope_type") in _SIDE_BY_SIDE:
        partner = tir.if_then_else(at % 2 == 0, -feature(at + 1), feature(at - 1))
    else:
        half = width // 2
        partner = tir.if_then_else(at < half, -feature(at + half), feature(at - half))
    made: Expr = cosine * cast(feature(at), dtype) + sine * cast(partner, dtype)
    for variable, value in values.items():
        made = Let(variable, value, made)
    return made


def llama_rope(
    qkv: Tensor,
    total_seq_len: ExprLike,
    theta: float,
    scale: float,
    num_q_heads: int,
    num_kv_heads: int,
    rope_scaling: RopeScaling,
    rotary_dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values of a tensor (batch, positions, heads of all three, features): queries and keys are turned.

    The last of the positions is the last of `total_seq_len`; only the first `rotary_dim` features are turned.
    """
    batch, positions, heads, features = qkv.shape
    if heads != num_q_heads + 2 * num_kv_heads:
        raise ValueError(
            f"there are {heads} heads, and {num_q_heads} of queries and twice {num_kv_heads} are asked for"
        )
    dtype = qkv.dtype
    width = rotary_dim or features

    def write(p: Parameters) -> None:
        rows, length = p.size("batch_size", "int64"), p.size("seq_len", "int64")
        source = p.tensor("qkv", (rows, length, heads, features), dtype)
        outs = [
            (p.tensor(name, (rows, length, n, features), dtype), n) for name, n in _parts(num_q_heads, num_kv_heads)
        ]
        total = p.number("total_seq_len", "int64")

        def turned(lead: tuple[ExprLike, ...], h: ExprLike, d: ExprLike) -> Expr:
            position = cast(lead[1] + (total - length), FLOAT) * floating(scale)
            return rotated(lambda f: source[(*lead, h, f)], d, position, width, theta, rope_scaling, dtype)

        _split(source, outs, {"b": rows, "s": length}, turned, width, const(1, "int32") > 0)

    function = kernel("fused_rope", write, {"op_pattern": 8}).without_attr("global_symbol")
    shapes = [(batch, positions, heads, features) for _, heads in _parts(num_q_heads, num_kv_heads)]
    made = tensor_ir_op(
        function, "llama_rope", [qkv, total_seq_len], tuple(Tensor.placeholder(shape, dtype) for shape in shapes)
    )
    return made


def llama_rope_with_position_map(
    theta: float,
    scale: float,
    head_dim: int,
    num_q_heads: int,
    num_kv_heads: int,
    dtype: str,
    rope_scaling: RopeScaling,
    rotary_dim: int | None = None,
    *,
    side_by_side: bool = False,
) -> PrimFunc:
    """The function that takes queries, keys and values apart and turns the first two for positions given one by one.

    It takes the tensor of all three, the positions, the three results, and whether to turn; for "longrope" instead of the last the factors
    of the pairs, those for long contexts before those for short ones.  With `side_by_side` features that are adjacent are a pair, whatever the kind of scaling.
    """
    heads = num_q_heads + 2 * num_kv_heads
    width = rotary_dim or head_dim
    is_long = rope_scaling.get("rope_type") == "longrope"

    def write(p: Parameters) -> None:
        length = p.size("seq_len")
        source = p.tensor("qkv", (length, heads, head_dim), dtype)
        positions = p.tensor("position_map", (length,))
        outs = [(p.tensor(name, (length, n, head_dim), dtype), n) for name, n in _parts(num_q_heads, num_kv_heads)]
        factors = p.tensor("ext_factors", (width,), FLOAT) if is_long else None
        asked = const(1, "int32") > 0 if is_long else p.number("apply_rope", "int64") > 0

        def turned(lead: tuple[ExprLike, ...], h: ExprLike, d: ExprLike) -> Expr:
            position = cast(positions[lead[0]], FLOAT) * floating(scale)
            more = None if factors is None else _Chosen(factors, length, width, rope_scaling)
            feature = partial(_widened, source, lead, h)
            return rotated(feature, d, position, width, theta, rope_scaling, factors=more, side_by_side=side_by_side)

        _split(source, outs, {"s": length}, turned, width, asked)

    return kernel("fused_rope_longrope_scaling" if is_long else "fused_rope", write, {"op_pattern": 8})


def llama4_rope_with_position_map(
    theta: float,
    scale: float,
    head_dim: int,
    num_q_heads: int,
    num_kv_heads: int,
    dtype: str,
    rope_scaling: RopeScaling,
    rotary_dim: int | None = None,
) -> PrimFunc:
    """Like `llama_rope_with_position_map` for models in which features that are adjacent are a pair."""
    return llama_rope_with_position_map(
        theta, scale, head_dim, num_q_heads, num_kv_heads, dtype, rope_scaling, rotary_dim, side_by_side=True
    )


def _widened(source: Buffer, lead: tuple[ExprLike, ...], head: ExprLike, feature: ExprLike) -> Expr:
    return cast(source[(*lead, head, feature)], FLOAT)


class _Chosen:
    """The factors for long contexts or those for short ones, as the number of positions says."""

    def __init__(self, factors: Buffer, length: Expr, width: int, rope_scaling: RopeScaling) -> None:
        self.factors = factors
        self.first = tir.if_then_else(length > rope_scaling["original_max_position_embeddings"], 0, width // 2)

    def __getitem__(self, pair: ExprLike) -> Expr:
        found: Expr = self.factors[self.first + pair]
        return found


def _parts(num_q_heads: int, num_kv_heads: int) -> tuple[tuple[str, int], ...]:
    return ("q", num_q_heads), ("k", num_kv_heads), ("v", num_kv_heads)


def _split(
    source: Buffer,
    outs: Sequence[tuple[Buffer, int]],
    lead: Mapping[str, Any],
    turned: Callable[[tuple[ExprLike, ...], ExprLike, ExprLike], Expr],
    width: int | Expr,
    asked: Expr,
) -> None:
    """Copy the heads of `source` to the results, those of queries and keys turned where that is asked for."""
    first = 0
    for out, heads in outs:
        with each(**lead, h=heads, d=out.shape[-1]) as loops, T.block("llama_fused_rope"):
            *at, h, d = (T.axis.spatial(extent, loop) for extent, loop in zip(out.shape, loops))
            plain = source[(*at, h + first, d)]
            if out is outs[-1][0]:
                store(out, (*at, h, d), plain)
            else:
                value = cast(turned(tuple(at), h + first, d), out.dtype)
                store(out, (*at, h, d), tir.if_then_else(tir.all(asked, d < width), value, plain))
        first += heads
