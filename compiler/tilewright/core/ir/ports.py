"""Ports of nodes to higher floors: printing, simplifying, checking, calling.

Each port names one function above; `wiring.py` says which.  Builders and passes use the ports too, where they need a function of a floor above them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.base.diagnostics import Diagnostic
    from tilewright.core.ir.buffer import Buffer
    from tilewright.core.ir.expr import Expr, Range
    from tilewright.core.ir.function import IRModule, PrimFunc
    from tilewright.core.ir.index_map import IndexMap
    from tilewright.core.ir.relax import Function
    from tilewright.core.ir.struct_info import StructInfo

# Printing.
script: Port[..., str] = Port("ir.script")
show: Port[..., None] = Port("ir.show")

# Arithmetic.
deep_equal: Port[[Expr, Expr], bool] = Port("ir.deep_equal")
simplify: Port[[Expr], Expr] = Port("ir.simplify")
can_prove_equal: Port[[Expr, Expr], bool] = Port("ir.can_prove_equal")
element_offset: Port[[Buffer, tuple[Expr, ...]], Expr] = Port("ir.element_offset")
mapped_ranges: Port[[IndexMap, tuple[Range, ...]], tuple[Range, ...]] = Port("ir.mapped_ranges")
inverse_map: Port[[IndexMap, tuple[Range, ...]], IndexMap] = Port("ir.inverse_map")
padded_inverse: Port[[IndexMap, tuple[Range, ...]], tuple[IndexMap, Expr]] = Port("ir.padded_inverse")

# Analysis.
prim_func_info: Port[[PrimFunc], StructInfo] = Port("ir.prim_func_info")
result_info: Port[[StructInfo | None, StructInfo, Sequence[StructInfo | None]], StructInfo] = Port("ir.result_info")
is_base_of: Port[[StructInfo, StructInfo], bool] = Port("ir.is_base_of")
call_mistakes: Port[[IRModule], list[Diagnostic]] = Port("ir.call_mistakes")
check: Port[[PrimFunc], list[Diagnostic]] = Port("ir.check")
refuse: Port[[PrimFunc], list[Diagnostic]] = Port("ir.refuse")

# Functions of Relax.
bind_params: Port[[Function, Mapping[Any, Any]], Function] = Port("ir.bind_params")
bind_symbols: Port[[Function, Mapping[Any, Any]], Function] = Port("ir.bind_symbols")
inline_functions: Port[[Function, Mapping[Any, Any]], Function] = Port("ir.inline_functions")
instance_of: Port[[IRModule, Any, Any], Any] = Port("ir.instance_of")
te_function: Port[[Any, tuple[Any, ...], Mapping[str, Any]], tuple[Any, Any, Any, Any]] = Port("ir.te_function")
block_builder: Port[[], Any] = Port("ir.block_builder")
pattern_rewriter: Port[[IRModule], Any] = Port("ir.pattern_rewriter")

# Tensors and devices.
tensor: Port[[Any], Any] = Port("ir.tensor")
constant_data: Port[[Any, str | None], Any] = Port("ir.constant_data")
map_tensor: Port[[IndexMap, Any], Any] = Port("ir.map_tensor")
device: Port[[str | int, int], Any] = Port("ir.device")
tensor_operator: Port[..., Any] = Port("ir.tensor_operator")

# Programs in Python.
module_of_class: Port[[type, FrameType, bool], IRModule] = Port("ir.module_of_class")
public_module: Port[[str], ModuleType] = Port("ir.public_module")
install_as_tvm: Port[[], None] = Port("ir.install_as_tvm")
