"""`relax.build`: a module with functions of Relax to an executable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.driver import Buildable, TargetLike, build_module
from tilewright.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.ir.relax import Function
from tilewright.relax import transform
from tilewright.relax.pipeline import chosen
from tilewright.target import Target
from tilewright.vm.executable import VMExecutable
from tilewright.vm.graph_entry import with_entries


def build(
    mod: Buildable | Function,
    target: TargetLike = None,
    params: Mapping[str, Any] | None = None,
    relax_pipeline: Any = "default",
    tir_pipeline: Any = "default",
    exec_mode: str = "bytecode",
    *,
    system_lib: bool | None = None,
    pipeline: Any = None,
) -> VMExecutable:
    """An executable of a module: its ops become TensorIR, and that native code.

    `params` are constants for parameters, by name.  `relax_pipeline` is a pass over the module, or the name of a pipeline.
    """
    if not isinstance(mod, (IRModule, Function)):
        raise TypeError(f"a module or a function of Relax can be built, and this is {type(mod).__name__}")
    module = mod if isinstance(mod, IRModule) else IRModule.from_expr(mod)
    if params:
        module = transform.BindParams("main", dict(params))(module)
    where = Target(target) if target is not None else Target.current() or Target("llvm")
    module = chosen(pipeline if pipeline is not None else relax_pipeline)(module)
    named = _linked(module)
    tensor_ir, entries = with_entries(named)
    native = build_module(tensor_ir, where) if tensor_ir.functions else None
    return VMExecutable(named, native, where, entries)


def _linked(module: IRModule) -> IRModule:
    """The module with every TensorIR function called, in native code, as it is called in the module."""
    made: dict[Any, BaseFunc] = {}
    for variable, function in module.functions.items():
        is_tensor_ir = isinstance(function, PrimFunc)
        made[variable] = function.with_attr("global_symbol", variable.name_hint) if is_tensor_ir else function
    return IRModule(made, module.attrs, module.global_infos)
