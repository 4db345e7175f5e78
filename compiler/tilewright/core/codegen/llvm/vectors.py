"""Parts of vectors, and the mask of a partial one."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.dtype import INT64
from tilewright.core.codegen.llvm.index import broadcast, index, numbered
from tilewright.core.codegen.llvm.types import register, suffix
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr


def low(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The first half of the lanes."""
    return _pick(body, args[0], range(args[0].dtype.lanes // 2))


def high(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The second half of the lanes."""
    lanes = args[0].dtype.lanes
    return _pick(body, args[0], range(lanes // 2, lanes))


def combine(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The lanes of one vector, then those of another of the same length."""
    kind, lanes = register(args[0].dtype), args[0].dtype.lanes * 2
    first, second = body.value(args[0]), body.value(args[1])
    if not args[0].dtype.is_vector:
        wide = register(expr.dtype)
        half = body.set(f"insertelement {wide} poison, {kind} {first}, i64 0")
        return body.set(f"insertelement {wide} {half}, {kind} {second}, i64 1")
    return body.set(f"shufflevector {kind} {first}, {kind} {second}, {_order(range(lanes))}")


def _pick(body: Body, source: Expr, lanes: range) -> str:
    kind, value = register(source.dtype), body.value(source)
    if len(lanes) == 1:
        return body.set(f"extractelement {kind} {value}, i64 {lanes[0]}")
    return body.set(f"shufflevector {kind} {value}, {kind} poison, {_order(lanes)}")


def _order(lanes: range) -> str:
    return f"<{len(lanes)} x i32> <{', '.join(f'i32 {lane}' for lane in lanes)}>"


def vscale(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """The number by which the machine's vectors are longer than the smallest."""
    kind = register(expr.dtype)
    return body.set(f"call {kind} @llvm.vscale.{kind}()")


def active_lane_mask(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """base + lane < limit, in 64 bits so that nothing wraps."""
    if expr.dtype.scalable:
        first, end = (index(body, arg) for arg in args)
        return body.set(
            f"call {register(expr.dtype)} @llvm.get.active.lane.mask.{suffix(expr.dtype)}.i64(i64 {first}, i64 {end})"
        )
    wide = INT64.times_lanes_of(expr.dtype)
    base, limit = (broadcast(body, INT64, index(body, arg), wide) for arg in args)
    places = body.set(f"add {register(wide)} {base}, {numbered(body, wide)}")
    return body.set(f"icmp slt {register(wide)} {places}, {limit}")
