"""`FoldBatchnormToConv2D`: a batch norm after a convolution goes into the weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.ir.expr import FloatImm
from tilewright.core.ir.relax import Call, Function, PrimValue, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import dimensions
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.patterns.constructors import is_const, is_op, wildcard
from tilewright.core.passes.relax.patterns.pattern import DFPattern, TupleGetItemPattern
from tilewright.core.passes.relax.patterns.rewrite import rewrite_call

_DATA, _WEIGHT = wildcard(), is_const()
_GAMMA, _BETA, _MEAN, _VARIANCE = is_const(), is_const(), is_const(), is_const()
_CONV = is_op("relax.nn.conv2d")(_DATA, _WEIGHT)
_NORM = is_op("relax.nn.batch_norm")(_CONV, _GAMMA, _BETA, _MEAN, _VARIANCE)
_RESULT = TupleGetItemPattern(_NORM, 0)
# Where the output channels are in the kernel's layout: the shape of a factor for each of them.
_PER_CHANNEL = {"OIHW": (-1, 1, 1, 1), "IOHW": (1, -1, 1, 1)}


def FoldBatchnormToConv2D() -> Pass:
    """`batch_norm(conv2d(x, w))[0]` as `conv2d(x, w * scale) + offset`, where weights and statistics are constants."""
    return each_function("FoldBatchnormToConv2D", _folded)


def _folded(func: Function) -> Function:
    return func if func.attrs.get("Primitive") else rewrite_call(_RESULT, _convolution, func)


def _convolution(value: RelaxExpr, found: Mapping[DFPattern, Any]) -> RelaxExpr:
    conv, norm = found[_CONV], found[_NORM]
    factors = _PER_CHANNEL.get(conv.attrs.kernel_layout)
    if factors is None:
        return value
    channels = found[_GAMMA].struct_info.shape.values[0]
    epsilon = PrimValue(FloatImm("float32", norm.attrs.epsilon))  # pyright: ignore[reportArgumentType]
    # scale = gamma / sqrt(var + epsilon); offset = beta - mean*scale
    scale = _op("divide", found[_GAMMA], _op("sqrt", _op("add", found[_VARIANCE], epsilon)))
    offset = _op("subtract", found[_BETA], _op("multiply", found[_MEAN], scale))
    shape = dimensions(tuple(channels if size == -1 else size for size in factors))
    weight = _op("multiply", found[_WEIGHT], _op("reshape", scale, ShapeExpr(shape)))
    result = Call(conv.op, (found[_DATA], weight), conv.attrs)
    return _op("add", result, _op("reshape", offset, ShapeExpr(dimensions((1, channels, 1, 1)))))


def _op(name: str, *args: object) -> Call:
    return FUNCTIONS[name](*args)
