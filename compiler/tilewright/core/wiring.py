"""Which function fills each port: everything that a lower floor calls of a higher one, in one table.

The ports are declared in `ops/ports.py`, `ir/node/ports.py`, `nn/ports.py`, `passes/core/ports.py` and `base/registry.py`.  Filling them imports nothing; the first call of a port does.
"""

from __future__ import annotations

from importlib import import_module

from tilewright.core.base.wires import fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

WIRES: dict[str, tuple[str, str]] = {
    "op.row": ("tilewright.core.ops.relax.lookup", "row"),
    "op.names": ("tilewright.core.ops.relax.lookup", "names"),
    "registry.those_of_graphs": ("tilewright.core.vm.registered", "register_those_of_graphs"),
    "nn.operator": ("tilewright.core.nn.op.operators", "operator"),
    "nn.exported": ("tilewright.core.nn.exporter", "exported"),
    "nn.compiled": ("tilewright.core.nn.torch", "compiled"),
    "op.inference": ("tilewright.core.analysis.derive", "inference_of"),
    "op.legalization": ("tilewright.core.passes.relax.legalize", "legalization_of"),
    "op.gradient": ("tilewright.core.passes.relax.gradients.table", "gradient_of"),
    "passes.cpu_features": ("tilewright.core.codegen.llvm.machine", "features_of"),
    "passes.native_function": ("tilewright.core.driver.native", "native_function"),
    "passes.tuning_passes": ("tilewright.core.tuning.relax_passes", "tuning_passes"),
    "passes.tir_passes": ("tilewright.core.passes.tir", "tir_passes"),
    "ir.save_json": ("tilewright.core.ir.json", "save_json"),
    "ir.load_json": ("tilewright.core.ir.json", "load_json"),
    "ir.structural_equal": ("tilewright.core.ir.structural", "structural_equal"),
    "ir.structural_hash": ("tilewright.core.ir.hashing", "structural_hash"),
    "ir.convert": ("tilewright.core.ir.operators", "convert"),
    "ir.subscript": ("tilewright.core.ir.operators", "subscript"),
    "ir.element_pointer": ("tilewright.core.ir.operators", "element_pointer"),
    "ir.access_ptr": ("tilewright.core.ir.operators", "access_ptr"),
    "ir.vector_load": ("tilewright.core.ir.operators", "vector_load"),
    "ir.vector_store": ("tilewright.core.ir.operators", "vector_store"),
    "ir.buffer_view": ("tilewright.core.builder.buffer_views", "view"),
    "ir.permuted_buffer": ("tilewright.core.builder.buffer_views", "permute"),
    "ir.buffer_part": ("tilewright.core.builder.buffer_parts", "sub"),
    "ir.tile_of_buffer": ("tilewright.core.builder.buffer_parts", "tile"),
    "ir.chunk_of_buffer": ("tilewright.core.builder.buffer_parts", "chunk"),
    "ir.rearranged_buffer": ("tilewright.core.builder.buffer_parts", "rearrange"),
    "ir.exec_scope": ("tilewright.core.ir.tile", "ExecScope"),
    "ir.local_buffer": ("tilewright.core.builder.buffer_views", "local"),
    "ir.flattened_shape": ("tilewright.core.ir.operators", "flattened_shape"),
    "ir.flat": ("tilewright.core.ir.flat", "flat"),
    "ir.call_function": ("tilewright.core.ir.relax", "call_function"),
    "ir.shape_of": ("tilewright.core.ir.relax", "shape_of"),
    "ir.specialize": ("tilewright.core.ir.walk", "specialize"),
    "ir.replace_global_vars": ("tilewright.core.ir.global_vars", "replace_global_vars"),
    "ir.script": ("tilewright.core.printer", "script"),
    "ir.show": ("tilewright.core.printer.program", "show_node"),
    "ir.html": ("tilewright.core.printer.html", "node_html"),
    "ir.deep_equal": ("tilewright.core.arith.key", "deep_equal"),
    "ir.simplify": ("tilewright.core.arith.analyzer", "simplified"),
    "ir.can_prove_equal": ("tilewright.core.arith.analyzer", "proved_equal"),
    "ir.element_offset": ("tilewright.core.arith.element_offset", "element_offset"),
    "ir.mapped_ranges": ("tilewright.core.arith.inverse", "mapped_ranges"),
    "ir.inverse_map": ("tilewright.core.arith.inverse", "inverse_map"),
    "ir.padded_inverse": ("tilewright.core.arith.inverse", "padded_inverse"),
    "ir.prim_func_info": ("tilewright.core.analysis.derive", "prim_func_info"),
    "ir.result_info": ("tilewright.core.analysis.derive", "result_info"),
    "ir.is_base_of": ("tilewright.core.analysis.struct_info", "is_base_of"),
    "ir.call_mistakes": ("tilewright.core.analysis.checks.calls", "call_mistakes"),
    "ir.check": ("tilewright.core.analysis.checks.collected", "check"),
    "ir.refuse": ("tilewright.core.analysis.checks.collected", "refuse"),
    "ir.bind_params": ("tilewright.core.passes.relax.parameters.bind", "bind_params"),
    "ir.bind_symbols": ("tilewright.core.passes.relax.parameters.bind", "bind_symbols"),
    "ir.inline_functions": ("tilewright.core.passes.relax.functions.inline_private", "inline_functions"),
    "ir.instance_of": ("tilewright.core.pymodule.base_py_module", "instance_of"),
    "ir.te_function": ("tilewright.core.graph.te_call", "te_function"),
    "ir.block_builder": ("tilewright.core.graph.block_builder", "current_or_new"),
    "ir.pattern_rewriter": ("tilewright.core.passes.relax.patterns.rewrite", "rewriter"),
    "ir.tensor": ("tilewright.core.runtime.tensor", "tensor"),
    "ir.constant_data": ("tilewright.core.runtime.constants", "constant_data"),
    "ir.map_tensor": ("tilewright.core.runtime.index_maps", "map_tensor"),
    "ir.device": ("tilewright.core.runtime.device", "device"),
    "ir.tensor_operator": ("tilewright.core.topi.operators", "operator"),
    "ir.saved_parts": ("tilewright.core.te.saving", "saved_parts"),
    "ir.made_of_parts": ("tilewright.core.te.saving", "made_of_parts"),
    "ir.module_of_class": ("tilewright.core.frontend.live", "module_of_class"),
    "ir.install_as_tvm": ("tilewright.face.install", "install_as_tvm"),
    "ir.public_module": ("tilewright.core.wiring", "public_module"),
    "ir.home_of_name": ("tilewright.face.opening", "home_of"),
}


def public_module(name: str) -> ModuleType:
    """A module of the public face by its name below `tilewright`: `tir`, or "" for the package itself."""
    return import_module(f"tilewright.{name}".rstrip("."))


fill(WIRES)
