"""`PackConvolutions`: convolutions by constant weights compute panels of output channels, for which the weights are laid out once.

    conv2d(x, W),  W: (O, I, KH, KW)    ->    conv2d_packed(x, P),  P[j, i, ky, kx, q] = W[j * 32 + q, i, ky, kx]

A register tile is some neighbouring pixels by a panel of channels: its vectors are full however small the image is.  The result is transposed back, which
costs little beside the sum over input channels and window.  An image with a border is copied into a wider one, and of one whose pixels are read with steps by a window of one
element only those are copied: then all pixels of the result are neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.analysis.op_pattern import OpPatternKind
from tilewright.core.base.dtype import INT64, dtype
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.relax_calls import call_tir
from tilewright.core.builder.relax_values import const as relax_const
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.operators import call as tir_call
from tilewright.core.ir.relax import Call, Constant, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.passes.tir.simd.register_tiling import tile_columns, vector_bytes
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.ir.buffer import Buffer


# Terms of each sum from which on transposing the result pays.
_TERMS = 32


def PackConvolutions(lifted: LiftedConstants | None = None) -> Pass:
    """2-d convolutions by constants, without groups, as calls of kernels that read the weights in panels of output channels.

    The number of output channels must be divisible by the columns of a tile, and all sizes known.  `lifted` gets how the panels are computed.
    """
    notes = LiftedConstants() if lifted is None else lifted
    return Pass("PackConvolutions", lambda mod: _Packer(mod, notes).transform())


class _Packer(ModuleMutator):
    def __init__(self, mod: IRModule, lifted: LiftedConstants) -> None:
        super().__init__(mod)
        self._lifted = lifted
        self._kernels: dict[object, GlobalVar] = {}
        self._bytes = vector_bytes(ports.cpu_features.call(Target.current() or Target("llvm")))

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if callee_name(made) != "relax.nn.conv2d" or not _is_plain(made):
            return made
        data, weight = made.args
        sizes, result = _known(data.struct_info_), _known(made.struct_info_)
        kind = str(weight.data.dtype)
        width = tile_columns(dtype(kind).bits, self._bytes)
        if sizes is None or result is None or result[1] % width or prod(weight.data.shape[1:]) < _TERMS:
            return made
        packed = relax_const(self._lifted.computed("conv2d_panels", [weight.data], width))
        window = [int(getattr(each, "value", each)) for name in _WINDOW for each in made.attrs[name]]
        callee = self._callee(sizes, tuple(packed.data.shape), result, tuple(window), kind)
        return call_tir(callee, (data, packed), _info(result, kind))

    def _callee(self, *form: Any) -> GlobalVar:
        """The kernel of convolutions of a form, made at the first of them."""
        if form not in self._kernels:
            self._kernels[form] = self.builder_.add_func(_kernel(*form), "conv2d_packed")
        return self._kernels[form]


# Strides, what is added above, left, below and right, and the distances of the window's elements.
_WINDOW = ("strides", "padding", "dilation")


def _is_plain(call: Call) -> bool:
    """Whether it is a convolution of one type and of the usual layouts, by constant weights."""
    data, weight = call.args
    attrs, info = call.attrs, data.struct_info_
    if not isinstance(weight, Constant) or not isinstance(info, TensorStructInfo) or int(attrs.groups) != 1:
        return False
    layouts = (str(attrs.data_layout), str(attrs.kernel_layout), str(attrs.out_layout or attrs.data_layout))
    kind = str(weight.data.dtype)
    same = str(info.dtype) == kind and str(attrs.out_dtype or "void") in ("void", "", kind)
    return layouts == ("NCHW", "OIHW", "NCHW") and kind in ("float32", "float64") and same and len(attrs.padding) == 4


def _known(info: object) -> tuple[int, ...] | None:
    sizes = shape_of(info) if isinstance(info, TensorStructInfo) else None
    if sizes is None or not all(isinstance(size, IntImm) for size in sizes):
        return None
    return tuple([size.value for size in sizes if isinstance(size, IntImm)])


def _info(sizes: Sequence[int], kind: str) -> TensorStructInfo:
    return TensorStructInfo(ShapeExpr(tuple(_ints(sizes))), kind)


def _ints(sizes: Sequence[int]) -> list[Expr]:
    return [const(size, INT64) for size in sizes]


def _kernel(
    sizes: Sequence[int], panels: Sequence[int], result: Sequence[int], window: Sequence[int], kind: str
) -> PrimFunc:
    """The convolution of an image with weights in panels."""
    (batch, channels, height, width), (count, _, rows, columns, lanes) = sizes, panels
    stride_y, stride_x, top, left, *_, step_y, step_x = _ints(window)
    with IRBuilder() as builder, T.prim_func(is_private=True):
        T.func_attr({"tir.noalias": True, "op_pattern": int(OpPatternKind.kOutEWiseFusable)})
        x, w, out = (T.buffer(tuple(shape), kind) for shape in (sizes, panels, result))
        for name, buffer in (("x", x), ("w", w), ("conv2d", out)):
            T.arg(name, buffer)
        source, steps = x, (stride_y, stride_x)
        single = rows == columns == 1
        if any(window[2:6]) or (single and window[:2] != (1, 1)):
            framed = (height + window[2] + window[4], width + window[3] + window[5])
            high, across = result[2:] if single else framed
            wide = (batch, channels, *_apart(high, across, dtype(kind).bits // 8))
            source = T.alloc_buffer(wide, kind)
            _copied(x, source, wide, (height, width), (top, left), steps if single else None)
            steps = steps if not single else (const(1, INT64), const(1, INT64))
        tiles = T.alloc_buffer((batch, count, *result[2:], lanes), kind)
        grid = _ints((batch, count, *result[2:], lanes, channels, rows, columns))
        with T.grid(*grid) as loops, T.block("conv2d"):
            axes: Any = T.axis.remap("SSSSSRRR", list(loops))
            n, panel, oy, ox, q, i, ky, kx = axes
            place = [n, panel, oy, ox, q]
            with T.init():
                T.buffer_store(tiles, const(0, kind), place)
            pixel = source[n, i, oy * steps[0] + ky * step_y, ox * steps[1] + kx * step_x]
            T.buffer_store(tiles, tiles[tuple(place)] + pixel * w[panel, i, ky, kx, q], place)
        with T.grid(*_ints((batch, count, lanes, *result[2:]))) as loops, T.block("conv2d_result"):
            axes = T.axis.remap("SSSSS", list(loops))
            n, panel, q, oy, ox = axes
            T.buffer_store(out, tiles[n, panel, oy, ox, q], [n, panel * const(lanes, INT64) + q, oy, ox])
    return builder.get()


def _apart(height: int, width: int, size: int) -> tuple[int, int]:
    """The rows and columns of an image of which the channels do not share few places of the caches, as they would a multiple of four lines apart."""
    shapes = ((height + more_rows, width + more_columns) for more_columns in (0, 1) for more_rows in (0, 1))
    return next((each for each in shapes if prod(each) * size % _FOUR_LINES), (height, width))


_FOUR_LINES = 256


def _copied(
    x: Buffer,
    wide: Buffer,
    sizes: Sequence[int],
    inside: tuple[int, int],
    offset: tuple[Expr, Expr],
    steps: tuple[Expr, Expr] | None,
) -> None:
    """Copy an image, or with `steps` every so many of its pixels, into another one, whose border is zero."""
    with T.grid(*_ints(sizes)) as loops, T.block("padded" if steps is None else "sampled"):
        axes: Any = T.axis.remap("SSSS", list(loops))
        n, c, *place = axes
        from_ = place if steps is None else [at * step for at, step in zip(place, steps)]
        bounds = [
            binary("And", binary("GE", at, low), binary("LT", at, low + const(size, INT64)))
            for at, low, size in zip(from_, offset, inside)
        ]
        pixel = x[n, c, from_[0] - offset[0], from_[1] - offset[1]]
        value = tir_call("tir.if_then_else", binary("And", bounds[0], bounds[1]), pixel, const(0, x.dtype))
        T.buffer_store(wide, value, list(axes))


__all__ = ["PackConvolutions"]
