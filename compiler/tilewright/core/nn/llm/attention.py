"""Attention of the rows of one sequence over its keys and values, on the CPU: the body that the kernels share.

Keys and values are first laid out as the products read them (and keys turned), once for all heads of queries that share them.  Powers are of 2,
so that the logarithm of the sum that a kernel gives beside its result is one to the base 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core.builder import tir as T
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import cast
from tilewright.core.nn.llm.kernel_frames import (
    FLOAT,
    Bound,
    Parameters,
    as_float,
    binding,
    each,
    each_at_once,
    floating,
    room,
    store,
)
from tilewright.core.nn.llm.position_embedding import RopeScaling, rotated

HIDDEN = -5e4  # the score of a key that a row does not see


@dataclass(frozen=True)
class Heads:
    """Numbers of heads and features, and the type of the elements."""

    kv: int
    qo: int
    qk_features: int
    v_features: int
    dtype: str


@dataclass(frozen=True)
class Turning:
    """Numbers that a kernel is given: whether and how queries and keys are turned, and what scores are multiplied by."""

    mode: Expr
    scale: Expr
    theta: Expr
    score_scale: Expr
    rope_scaling: RopeScaling

    @staticmethod
    def of(p: Parameters, rope_scaling: RopeScaling) -> Turning:
        mode = p.number("rotary_mode")
        scale, theta, score_scale = (p.number(name, FLOAT) for name in ("rope_scale", "rope_theta", "sm_scale"))
        return Turning(mode, scale, theta, score_scale, rope_scaling)

    def turned(self, feature: Callable[[ExprLike], Expr], at: ExprLike, position: Expr, width: int) -> Expr:
        """A feature, turned where the kernel is to do that."""
        place = cast(position, FLOAT) * self.scale
        value = rotated(lambda f: as_float(feature(f)), at, place, width, self.theta, self.rope_scaling)
        return tir.if_then_else(self.mode > 0, value, as_float(feature(at)))


@dataclass(frozen=True)
class Sequence:
    """The positions of the rows of a sequence, of its keys and values, and the keys that a row sees."""

    first_row: Expr
    rows: int | Expr
    columns: Expr
    key: Callable[[ExprLike, ExprLike, ExprLike], Expr]  # head, column, feature
    value: Callable[[ExprLike, ExprLike, ExprLike], Expr]
    key_position: Callable[[ExprLike], Expr]  # column
    row_position: Callable[[ExprLike], Expr]  # row
    visible: Callable[[ExprLike, ExprLike], ExprLike]  # row, column


def attend(
    heads: Heads,
    batch_size: Expr,
    q: Buffer,
    output: Buffer,
    lse: Buffer,
    turning: Turning,
    sequence_at: Callable[[Expr, Bound], Sequence],
) -> None:
    """Write the attention of each sequence, vectorized over the heads of keys and sequences."""
    group = heads.qo // heads.kv
    with each_at_once(pair=batch_size * heads.kv) as pair, binding() as bind:
        batch, kv_head = bind("batch", pair // heads.kv), bind("kv_head", pair % heads.kv)
        one = sequence_at(batch, bind)
        bind.enter(T.block("attention"))
        keys, values = room("keys", heads.qk_features, one.columns), room("values", one.columns, heads.v_features)
        with each(col=one.columns, f=heads.qk_features) as (col, f):
            key = turning.turned(lambda at: one.key(kv_head, col, at), f, one.key_position(col), heads.qk_features)
            store(keys, (f, col), key)
        with each(col=one.columns, f=heads.v_features) as (col, f):
            store(values, (col, f), as_float(one.value(kv_head, col, f)))
        query, scores, mixed = (
            room("query", heads.qk_features),
            room("scores", one.columns),
            room("mixed", heads.v_features),
        )
        best, total = room("best", 1), room("total", 1)
        with each(member=group, row=one.rows) as (member, row):
            head, place = kv_head * group + member, one.first_row + row
            _score(heads, turning, one, (row, place, head), q, query, keys, scores)
            _soften(one, row, scores, best, total)
            _mix(one, heads.v_features, scores, values, mixed)
            with each(f=heads.v_features) as (f,):
                store(output, (place, head, f), mixed[f] / total[0])
            store(lse, (place, head), best[0] + tir.log2(total[0]))


def _score(
    heads: Heads,
    turning: Turning,
    one: Sequence,
    at: tuple[ExprLike, ExprLike, ExprLike],
    q: Buffer,
    query: Buffer,
    keys: Buffer,
    scores: Buffer,
) -> None:
    """The products of a row's query with the keys."""
    row, place, head = at
    with each(f=heads.qk_features) as (f,):
        value = turning.turned(lambda at: q[place, head, at], f, one.row_position(row), heads.qk_features)
        store(query, (f,), value * turning.score_scale * floating(math.log2(math.e)))
    with each(col=one.columns) as (col,):
        store(scores, (col,), floating(0))
    with each(f=heads.qk_features, col=one.columns) as (f, col):
        store(scores, (col,), scores[col] + query[f] * keys[f, col])


def _soften(one: Sequence, row: ExprLike, scores: Buffer, best: Buffer, total: Buffer) -> None:
    """Make scores the powers of 2 of their distances to the best, and add them up."""
    store(best, (0,), floating(HIDDEN))
    with each(col=one.columns) as (col,):
        store(scores, (col,), tir.if_then_else(one.visible(row, col), scores[col], floating(HIDDEN)))
        store(best, (0,), tir.max(best[0], scores[col]))
    store(total, (0,), tir.exp2(floating(HIDDEN) - best[0]))
    with each(col=one.columns) as (col,):
        store(scores, (col,), tir.exp2(scores[col] - best[0]))
        store(total, (0,), total[0] + scores[col])


def _mix(one: Sequence, features: int, scores: Buffer, values: Buffer, mixed: Buffer) -> None:
    """The values, each as much as its power."""
    with each(f=features) as (f,):
        store(mixed, (f,), floating(0))
    with each(col=one.columns, f=features) as (col, f):
        store(mixed, (f,), mixed[f] + scores[col] * values[col, f])
