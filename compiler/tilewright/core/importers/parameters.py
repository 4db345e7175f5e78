"""Shared by the importers of models: taking parameters out of a module, and padding as a model's format says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.errors import OpAttributeInvalid
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.expr import IntImm, Select
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function
from tilewright.core.topi import nn


def detach_params(mod: IRModule) -> tuple[IRModule, dict[str, list[Any]]]:
    """The module without the attribute "params" of its functions, and the tensors that it held, by function."""
    found: dict[str, list[Any]] = {}
    made = mod.clone()
    for variable, function in mod.functions.items():
        if isinstance(function, Function) and "params" in function.attrs:
            found[variable.name_hint] = list(function.attrs["params"])
            made[variable] = function.without_attr("params")
    return made, found


def autopad(
    bb: BlockBuilder,
    data: Any,
    strides: Sequence[int],
    kernel_shape: Sequence[int],
    dilations: Sequence[int] = (1, 1),
    pad_type: str = "constant",
    deconv: bool = False,
    mode: str = "SAME_UPPER",
    pad_value: float = 0.0,
) -> Any:
    """A tensor (N, C, ...) padded so that a window gives as many results as strides fit into it; where the padding is odd, "SAME_UPPER" has more of it after.

    `pad_type` says what with: "constant", "edge" or "reflect"; raises `OpAttributeInvalid` for another.
    """
    if pad_type not in _FILLS:
        raise OpAttributeInvalid(f'Value {pad_type} in attribute "mode" is invalid for operator Pad.')
    before, after = [0, 0], [0, 0]
    for size, stride, kernel, dilation in zip(data.struct_info.shape.values[2:], strides, kernel_shape, dilations):
        reach = (kernel - 1) * dilation + 1
        total = _total(size, stride, reach)
        if deconv:
            total = kernel - 1 - total
        halves = (total // 2, total - total // 2)
        low, high = halves[::-1] if "LOWER" in mode else halves
        before.append(low)
        after.append(high)
    fill, more = _FILLS[pad_type]
    return bb.emit_te(fill, data, before, after, *(more if pad_type != "constant" else [pad_value]))


def _total(size: Any, stride: int, reach: int) -> Any:
    """The padding that a window needs."""
    if isinstance(size, IntImm):
        return max(reach - (size.value % stride or stride), 0)
    over = size % stride
    return Select(over == 0, tir.const(max(reach - stride, 0), size.dtype), tir.max(reach - over, 0))


_FILLS: dict[str, tuple[Any, list[Any]]] = {
    "constant": (nn.pad, []),
    "edge": (nn.replicate_pad, []),
    "reflect": (nn.mirror_pad, ["REFLECT"]),
}
