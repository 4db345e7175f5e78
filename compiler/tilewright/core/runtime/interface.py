"""The interface of compiled functions without their bodies, as an exported library carries it.

The text is JSON: the functions, each with an empty body, and for each the symbols of its two forms, the second of which is for arrays that may share memory.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.json import load_json, save_json
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.stmt import Evaluate
from tilewright.core.runtime.signature import result_type
from tilewright.core.runtime.writes import WRITTEN, written_buffers

SYMBOL = "tilewright_interface"
_VERSION = 1


def interface_text(functions: Mapping[str, PrimFunc], symbols: Mapping[str, tuple[str, str]]) -> str:
    """The interface of some functions, in ASCII."""
    module = IRModule({name: _bodiless(functions[name]) for name in symbols})
    return json.dumps({"tilewright_interface": _VERSION, "symbols": symbols, "functions": save_json(module)})


def read_interface(text: str) -> tuple[dict[str, PrimFunc], dict[str, tuple[str, str]]]:
    """The functions and their symbols; raises `ValueError` for the text of another version."""
    whole = json.loads(text)
    if whole.get("tilewright_interface") != _VERSION:
        raise ValueError("the library was exported by another version of Tilewright; export it again")
    functions = {var.name_hint: func for var, func in prim_funcs(load_json(whole["functions"]))}
    return functions, {name: (pair[0], pair[1]) for name, pair in whole["symbols"].items()}


def _bodiless(func: PrimFunc) -> PrimFunc:
    """The function without its body, and in its place what a call must know of it."""
    written = written_buffers(func)
    places = [
        place
        for place, param in enumerate(func.params)
        if param in func.buffer_map and func.buffer_map[param].data in written
    ]
    result = result_type(func)
    returned = func.ret_type if result is None else PrimType(result)
    attrs = DictAttrs({"global_symbol": func.name, WRITTEN: places})
    nothing = Evaluate(IntImm("int32", 0))  # pyright: ignore[reportArgumentType]
    return PrimFunc(func.params, nothing, returned, func.buffer_map, attrs, dialect=func.dialect)
