"""Tensor intrinsics for the loops and blocks of a file: those that are registered, and those that the file itself registers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from tilewright.core.analyze import Analysis
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BufferStore, For
from tilewright.core.ir.walk import walk
from tilewright.core.schedule.tensor_intrin import TensorIntrin

_REGISTERED = re.compile(r"\bTensorIntrin\.register\(\s*[\"']([\w.]+)[\"']\s*,\s*(\w+)\s*,\s*(\w+)")


def own_intrinsics(analysis: Analysis) -> dict[str, TensorIntrin]:
    """The intrinsics that a file registers, by `TensorIntrin.register("name", desc, impl)` with functions of its own."""
    functions = analysis.functions
    found: dict[str, TensorIntrin] = {}
    for name, desc, impl in _REGISTERED.findall(analysis.source.text):
        described, computed = functions.get(desc), functions.get(impl)
        if isinstance(described, PrimFunc) and isinstance(computed, PrimFunc):
            try:
                found[name] = TensorIntrin(described, computed)
            except ValueError:  # the parameters of the two do not fit
                continue
    return found


def fitting(own: Mapping[str, TensorIntrin], stmt: For | Block) -> Iterator[tuple[str, str | TensorIntrin]]:
    """The intrinsics that may compute a statement: their descriptions have loops of the same extents and buffers of the same types."""
    wanted = _shape(stmt)
    for name in dict.fromkeys((*own, *TensorIntrin.names())):
        known = TensorIntrin.get(name, allow_missing=True)
        intrin = own.get(name) or known
        if intrin is not None and _shape(intrin.desc.body) == wanted:
            yield name, name if known is not None else intrin


def _shape(node: Node) -> tuple[Counter[int], Counter[str]]:
    """The extents of the loops that are not of one iteration, and the types of the buffers."""
    extents: Counter[int] = Counter()
    buffers: dict[Buffer, None] = {}
    for each in walk(node):
        if isinstance(each, For) and isinstance(each.extent, IntImm) and each.extent.value != 1:
            extents[each.extent.value] += 1
        elif isinstance(each, (BufferLoad, BufferStore)):
            buffers[each.buffer] = None
    return extents, Counter(str(buffer.dtype) for buffer in buffers)
