"""Ports of nodes: their operators, JSON, equality, printing, simplifying, checking, calling.

Each port names one function above, in a file of `ir/` over the nodes or on a higher floor; `wiring.py` says which.  Builders and passes use the ports too,
where they need a function of a floor above them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.base.diagnostics import Diagnostic
    from tilewright.core.ir.buffer import Buffer, BufferRegion
    from tilewright.core.ir.expr import Expr, GlobalVar, Range, Var
    from tilewright.core.ir.function import IRModule, PrimFunc
    from tilewright.core.ir.index_map import IndexMap
    from tilewright.core.ir.node.declaration import Node
    from tilewright.core.ir.relax import Function, RelaxExpr
    from tilewright.core.ir.stmt import Stmt
    from tilewright.core.ir.struct_info import StructInfo

# Functions over nodes, in `ir/`.
save_json: Port[[Node], str] = Port("ir.save_json")
load_json: Port[[str], Any] = Port("ir.load_json")
structural_equal: Port[[Node, Node], bool] = Port("ir.structural_equal")
structural_hash: Port[[Node], int] = Port("ir.structural_hash")
convert: Port[..., Expr] = Port("ir.convert")
subscript: Port[[Buffer, object], Expr | BufferRegion] = Port("ir.subscript")
element_pointer: Port[[Buffer, tuple[Expr, ...]], Expr] = Port("ir.element_pointer")
access_ptr: Port[[Buffer, int | str, str, int, object, object], Expr] = Port("ir.access_ptr")
vector_load: Port[[Buffer, object, str | None, Expr | None], Expr] = Port("ir.vector_load")
vector_store: Port[[Buffer, object, Any, Expr | None], Stmt] = Port("ir.vector_store")
buffer_view: Port[..., Any] = Port("ir.buffer_view")
permuted_buffer: Port[..., Any] = Port("ir.permuted_buffer")
local_buffer: Port[..., Any] = Port("ir.local_buffer")
buffer_part: Port[..., Any] = Port("ir.buffer_part")
tile_of_buffer: Port[..., Any] = Port("ir.tile_of_buffer")
chunk_of_buffer: Port[..., Any] = Port("ir.chunk_of_buffer")
rearranged_buffer: Port[..., Any] = Port("ir.rearranged_buffer")
exec_scope: Port[[str], Any] = Port("ir.exec_scope")
flattened_shape: Port[[Buffer], tuple[Expr, ...]] = Port("ir.flattened_shape")
flat: Port[[Stmt], tuple[Stmt, ...]] = Port("ir.flat")
call_function: Port[[GlobalVar, tuple[object, ...]], Any] = Port("ir.call_function")
shape_of: Port[[object], RelaxExpr] = Port("ir.shape_of")
specialize: Port[[PrimFunc, Mapping[Var, Any]], PrimFunc] = Port("ir.specialize")
replace_global_vars: Port[[IRModule, Mapping[Any, Any]], IRModule] = Port("ir.replace_global_vars")

# Printing.
script: Port[..., str] = Port("ir.script")
show: Port[..., None] = Port("ir.show")
html: Port[[Node], str] = Port("ir.html")

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
is_base_of: Port[[Any, Any], bool] = Port("ir.is_base_of")
call_mistakes: Port[[IRModule], list[Diagnostic]] = Port("ir.call_mistakes")
check: Port[[PrimFunc, frozenset[str] | None], list[Diagnostic]] = Port("ir.check")
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
saved_parts: Port[[object], tuple[str, tuple[Any, ...]] | None] = Port("ir.saved_parts")
made_of_parts: Port[[str, list[Any]], Any] = Port("ir.made_of_parts")

# Programs in Python.
module_of_class: Port[[type, FrameType, bool], IRModule] = Port("ir.module_of_class")
public_module: Port[[str], ModuleType] = Port("ir.public_module")
home_of_name: Port[[str, str], str] = Port("ir.home_of_name")
install_as_tvm: Port[[], None] = Port("ir.install_as_tvm")
