"""ExtractPrimFuncConstants: the data of constants moves into the module's attribute "constants", and the functions refer to it by number.

Constants with the same content share a number.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.stmt import AllocateConst
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import module_pass

_ATTRIBUTE = "constants"


@module_pass("tir.ExtractPrimFuncConstants")
def extract_prim_func_constants(module: IRModule) -> IRModule:
    """Keep the data of constants in the module instead of in the functions."""
    kept: list[Any] = list(module.attrs.get(_ATTRIBUTE) or ())
    places = {_content(array): place for place, array in enumerate(kept)}

    def extract(stmt: AllocateConst) -> AllocateConst:
        data = stmt.data_or_idx
        if not (hasattr(data, "tobytes") or hasattr(data, "numpy")):
            return stmt
        place = places.setdefault(_content(data), len(kept))
        if place == len(kept):
            kept.append(data)
        return stmt.replace(data_or_idx=place)

    def function(func: PrimFunc) -> PrimFunc:
        return func.with_body(rewrite(func.body, {AllocateConst: extract}))

    changed = module.map_functions(function)
    return module if changed is module else changed.with_attr(_ATTRIBUTE, tuple(kept))


def _content(data: Any) -> tuple[str, tuple[int, ...], bytes]:
    array = data.numpy() if hasattr(data, "numpy") else data
    return str(array.dtype), tuple(array.shape), array.tobytes()
