"""AnnotateEntryFunc: the function that a call of the module means is marked."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule, prim_funcs
from tilewright.core.passes.core.pass_ import module_pass

_ENTRY = "tir.is_entry_func"


@module_pass("tir.AnnotateEntryFunc")
def annotate_entry_func(module: IRModule) -> IRModule:
    """Mark the function that a call of the module means: the only one, or the only one with a symbol, or else `main`."""
    functions = list(prim_funcs(module))
    outside = [var for var, func in functions if func.attrs.get("global_symbol") is not None]
    if len(module.functions) == 1:
        outside = [var for var, _ in functions]
    chosen = outside if len(outside) == 1 else [var for var in outside if var.name_hint == "main"]
    if not chosen or module.functions[chosen[0]].attrs.get(_ENTRY):
        return module
    return module.with_functions({**module.functions, chosen[0]: module.functions[chosen[0]].with_attr(_ENTRY, True)})
