"""Rows of tile primitives, `T.tile` and `T.cta`, `T.warp`, ...: what the threads of a scope do together with parts of buffers.

A call is a statement of its own, `TilePrimitiveCall`.  The kind of a parameter is "buffer" for a part of a buffer, "expr" for a part or a number,
"int" for a truth value, "str" for the name of another primitive, "any" for axes or a function of the indices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilewright.core.ops.device_parameters import DOCS
from tilewright.core.ops.device_row import GROUP
from tilewright.core.ops.op import CallEffectKind, Op, Param, Unsupported

_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            *(
                "dst",
                "src",
                "A",
                "B",
                "C",
                "D",
                "SFA",
                "SFB",
                "output",
                "input",
                "data",
                "binary_output",
                "reduce_output",
            ),
            *("unary_output", "unary_input"),
        ),
        "buffer",
    ),
    **dict.fromkeys(("transA", "transB", "transpose_A", "transpose_B", "accum", "reverse1"), "int"),
    **dict.fromkeys(("binary_op", "reduce_op", "unary_op", "op0", "op1"), "str"),
    **dict.fromkeys(("axes", "reduce_axes", "pred"), "any"),
}
_DEFAULTS: Final[Mapping[str, Any]] = {"None": None, "False": False, "-1": -1, "1.0": 1.0, "0.0": 0.0}


def _tile(name: str, params: str, doc: str) -> Op:
    return Op(
        f"tir.tile.{name}",
        f"tile.{name}",
        tuple(_param(text.strip()) for text in params.split(",")),
        doc,
        "void",
        CallEffectKind.Opaque,
        lower=Unsupported("is done by the threads of a GPU together"),
        group=GROUP,
        vectorizable=False,
    )


def _param(text: str) -> Param:
    name, _, default = text.partition("=")
    return Param(name, _KINDS.get(name, "expr"), DOCS[name], default=_DEFAULTS[default] if default else ...)


_UNARY = "dst, src=None, bias=None, scale=None"
_BINARY = "dst, src1, src2=None"
ROWS = (
    _tile("zero", "dst, src=None", "`dst` filled with zeros."),
    _tile("fill", "dst, value", "`dst` filled with one value."),
    _tile("memset", "dst, value", "`dst` filled with one value."),
    _tile("copy", "dst, src", "`src` copied to `dst`, which has as many elements."),
    _tile("copy_async", "dst, src", "`T.tile.copy` that has begun; a barrier says when it is done."),
    _tile("cast", "dst, src", "`src` in the type of `dst`."),
    _tile("permute_layout", "dst, src", "`src` in the layout of `dst`."),
    _tile("sqrt", _UNARY, "The square root of `src * scale + bias`, elementwise."),
    _tile("exp", _UNARY, "e to the power of `src * scale + bias`, elementwise."),
    _tile("exp2", _UNARY, "2 to the power of `src * scale + bias`, elementwise."),
    _tile("log2", _UNARY, "The logarithm to the base 2 of `src * scale + bias`, elementwise."),
    _tile("silu", "dst, src", "`src * sigmoid(src)`, elementwise."),
    _tile("reciprocal", "dst, src=None", "One over each element."),
    _tile("add", _BINARY, "The sum, elementwise."),
    _tile("sub", _BINARY, "The difference, elementwise."),
    _tile("mul", _BINARY, "The product, elementwise."),
    _tile("fdiv", _BINARY, "The quotient, elementwise."),
    _tile("maximum", _BINARY, "The larger one, elementwise."),
    _tile("minimum", _BINARY, "The smaller one, elementwise."),
    _tile("fma", "dst, src, scale, bias", "`src * scale + bias`, elementwise."),
    _tile("select", "dst, true_value, false_value, pred", "One of two values, by a function of the indices of `dst`."),
    _tile("sum", "dst, src, axes=-1, accum=False", "The sum of `src` over `axes`, added to `dst` if `accum`."),
    _tile("max", "dst, src, axes=-1, accum=False", "The maximum of `src` over `axes`, and of `dst` if `accum`."),
    _tile("min", "dst, src, axes=-1, accum=False", "The minimum of `src` over `axes`, and of `dst` if `accum`."),
    _tile("reduce_negate", "output, input, reduce_op, reduce_axes=-1, accum=False", "`input` reduced and negated."),
    _tile(
        "binary_reduce",
        "binary_output, reduce_output, src1, src2, binary_op, reduce_op, reduce_axes=-1",
        "An elementwise operation, and its result reduced.",
    ),
    _tile(
        "unary_reduce",
        "unary_output, reduce_output, unary_input, unary_op, reduce_op, bias=None, scale=None, reduce_axes=-1",
        "A function of each element, and its result reduced.",
    ),
    _tile(
        "binary_chain",
        "output, data, operand0, operand1, op0, op1, reverse1=False",
        "Two elementwise operations after one another.",
    ),
    _tile(
        "gemm", "D, A, B, C, transpose_A=False, transpose_B=False, alpha=1.0, beta=0.0", "D = alpha * A @ B + beta * C."
    ),
    _tile(
        "gemm_async",
        "C, A, B, SFA=None, SFB=None, transA=False, transB=False, accum=False",
        "C = A @ B, added to C if `accum`, begun; with factors for the blocks of A and B.",
    ),
)
