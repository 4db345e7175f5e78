"""`relax.build`: a module with functions of Relax to an executable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tilewright.core.driver import tuned
from tilewright.core.driver.build_cache import BuildCache, build_cache
from tilewright.core.driver.constants import compute_constants, without_constants, write_constants
from tilewright.core.driver.native import (
    Buildable,
    PipelineLike,
    TargetLike,
    build_module,
    few_collections,
    require_buildable,
)
from tilewright.core.driver.relax_pipelines import PIPELINES, chosen, get_pipeline, with_lifted_constants
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.relax import Call, ExternFunc, Function, SeqExpr
from tilewright.core.passes.relax.lowering.calls import op_name
from tilewright.core.passes.relax.parameters.bind import BindParams
from tilewright.core.passes.relax.parameters.lift_constants import NAME
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.runtime.module import Module
from tilewright.core.target.target import Target
from tilewright.core.vm.codegen import generate, generate_tir
from tilewright.core.vm.codegen_tir import PREFIX
from tilewright.core.vm.exec_builder import ExecBuilder
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.graph_entry import with_entries

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tilewright.core.runtime.tensor import Tensor

# Graphs are native code in both; the second is what TVM has for machines that do not interpret instructions.
EXEC_MODES = ("bytecode", "compiled")
_DEFAULTS = ("default", "default_build")


def build(
    mod: Buildable | Function,
    target: TargetLike = None,
    params: Mapping[str, ArrayLike | Tensor] | None = None,
    relax_pipeline: PipelineLike = "default",
    tir_pipeline: PipelineLike = "default",
    exec_mode: str = "bytecode",
    *,
    system_lib: bool | None = None,
    pipeline: PipelineLike = None,
) -> VMExecutable:
    """An executable of a module: its ops become TensorIR, and that native code.

    `params` are constants for parameters, by name.  `relax_pipeline` is a pass over the module, or the name of a pipeline; `tir_pipeline` a pass over the
    TensorIR functions that it leaves, before they are lowered.  Raises `ValueError` for a target that is no CPU, and for C, of which no default pipeline makes executables.
    """
    if not isinstance(mod, (IRModule, Function)):
        raise TypeError(f"a module or a function of Relax can be built, and this is {type(mod).__name__}")
    _require_mode(exec_mode)
    module = mod if isinstance(mod, IRModule) else IRModule.from_expr(mod)
    if params:
        module = BindParams("main", dict(params))(module)
    where = Target(target) if target is not None else Target.current() or Target("llvm")
    require_buildable(where)
    if where.kind.name == "c":
        raise ValueError(
            'no default pipeline makes an executable of C: `tvm.build` writes the TensorIR functions of a module in C, and graphs are built for "llvm"'
        )
    asked = pipeline if pipeline is not None else relax_pipeline
    forms = _forms(module, where, asked)
    kept = None
    with few_collections():
        if isinstance(asked, str) and asked in _DEFAULTS and not callable(tir_pipeline) and tuned.current() is None:
            kept = build_cache(module, where, lambda: _built(module, where, asked, tir_pipeline, forms, None))
        found = None if kept is None else kept.found(forms)
        return found if found is not None else _built(module, where, asked, tir_pipeline, forms, kept)


def _built(
    module: IRModule,
    where: Target,
    asked: PipelineLike,
    tir_pipeline: PipelineLike,
    forms: Mapping[str, Callable[[], VMExecutable]],
    kept: BuildCache | None,
    is_merged: bool = True,
) -> VMExecutable:
    """The executable, which `kept` keeps for another time; small kernels of the default pipeline stay apart where they are not `is_merged`.

    A module that is lowered already has nothing in it for the default pipeline.
    """
    lifted = LiftedConstants()
    passes = with_lifted_constants(lifted, is_merged) if asked in _DEFAULTS else chosen(asked)
    is_ready = asked in _DEFAULTS and is_lowered(module)
    with where:
        made = _piped(_linked(module if is_ready else passes(module)), tir_pipeline)
    if is_lowered(made):
        return _of_instructions(made, where)
    tensor_ir, entries = with_entries(made)
    native = _native(tensor_ir, where)
    if kept is not None:
        kept.keep(made, native, entries, lifted)
    if lifted.tensors:
        compute_constants(lifted, entries.pop(NAME), tensor_ir, native)
        made = without_constants(made)
    write_constants(entries)
    return VMExecutable(made, native, where, entries, forms=forms)


def kernels_of(module: IRModule, target: Target) -> IRModule:
    """The module as the default pipeline leaves it: its kernels are what `build` makes native code of."""
    passes = with_lifted_constants(LiftedConstants())
    with target:
        return _linked(passes(module))


def _forms(module: IRModule, where: Target, asked: PipelineLike) -> dict[str, Callable[[], VMExecutable]]:
    """Functions that make the program in other forms, when its pipeline is one of ours, so that its calls can be watched."""
    if not isinstance(asked, str) or asked not in PIPELINES:
        return {}
    return {
        "instructions": cache(lambda: build(module, where, relax_pipeline=get_pipeline("vm"))),
        "kernels": cache(lambda: _built(module, where, asked, "default", {}, None, is_merged=False)),
    }


def _native(tensor_ir: IRModule, where: Target) -> Module | None:
    return build_module(tensor_ir, where) if tensor_ir.functions else None


def _piped(module: IRModule, tir_pipeline: PipelineLike) -> IRModule:
    """The module with a pass run over its TensorIR functions, which keep their names; "default" is what building does by itself."""
    if not callable(tir_pipeline):
        return module
    kernels = {variable: each for variable, each in module.functions.items() if isinstance(each, PrimFunc)}
    if not kernels:
        return module
    made = tir_pipeline(IRModule(kernels, module.attrs, module.global_infos))
    by_name = {variable.name_hint: each for variable, each in made.functions.items()}
    kept: dict[GlobalVar | str, BaseFunc] = {
        variable: by_name.pop(variable.name_hint, each) if variable in kernels else each
        for variable, each in module.functions.items()
    }
    added = {variable: each for variable, each in made.functions.items() if variable.name_hint in by_name}
    return IRModule({**kept, **added}, module.attrs, module.global_infos)


def _linked(module: IRModule) -> IRModule:
    """The module with every TensorIR function called, in native code, as it is called in the module."""
    made: dict[GlobalVar | str, BaseFunc] = {}
    for variable, function in module.functions.items():
        is_tensor_ir = isinstance(function, PrimFunc)
        made[variable] = function.with_attr("global_symbol", variable.name_hint) if is_tensor_ir else function
    return IRModule(made, module.attrs, module.global_infos)


def is_lowered(module: IRModule) -> bool:
    """Whether the functions of Relax are as `VMShapeLower` leaves them: each begins with its shape heap."""
    graphs = [function for function in module.functions.values() if isinstance(function, Function)]
    return bool(graphs) and all(map(_begins_with_heap, graphs))


def _begins_with_heap(function: Function) -> bool:
    blocks = function.body.blocks if isinstance(function.body, SeqExpr) else ()
    bindings = [binding for block in blocks for binding in block.bindings]
    if not bindings or bindings[0].var.name_hint != "shape_heap":
        return False
    value = bindings[0].value
    if not isinstance(value, Call):
        return False
    if op_name(value) == "relax.call_builtin_with_ctx":
        callee = value.args[0]
        return isinstance(callee, ExternFunc) and callee.global_symbol == "vm.builtin.alloc_shape_heap"
    return op_name(value) == "relax.null_value"


def _of_instructions(module: IRModule, where: Target) -> VMExecutable:
    builder = ExecBuilder()
    left = generate(builder, module)
    kernels = IRModule({v: f for v, f in left.functions.items() if isinstance(f, PrimFunc)}, module.attrs)
    return VMExecutable(IRModule({}, module.attrs), _native(kernels, where), where, bytecode=builder.written())


def _require_mode(exec_mode: str) -> None:
    if exec_mode not in EXEC_MODES:
        raise ValueError(f"Unknown exec_mode {exec_mode}")


def _vmcodegen(builder: ExecBuilder, mod: IRModule, exec_mode: str = "bytecode") -> IRModule:
    """Write the functions of Relax of a lowered module into a builder; gives the module of what is left.

    In the mode "compiled" they are also written as TensorIR, as functions `__vmtir__*` of that module, which say what is called; the machine runs
    the instructions.
    """
    _require_mode(exec_mode)
    return (generate if exec_mode == "bytecode" else generate_tir)(builder, mod)


def _vmlink(
    builder: ExecBuilder,
    target: TargetLike = None,
    tir_mod: IRModule | None = None,
    tir_pipeline: PipelineLike = "default",
    ext_libs: Sequence[object] | None = None,
    params: Mapping[str, ArrayLike | Tensor] | None = None,
    *,
    system_lib: bool | None = None,
) -> VMExecutable:
    """An executable of what a builder has, with native code of the TensorIR functions of a module."""
    where = Target(target) if target is not None else Target.current() or Target("llvm")
    given = {} if tir_mod is None else tir_mod.functions
    kernels = IRModule(
        {variable: each for variable, each in given.items() if not variable.name_hint.startswith(PREFIX)}
    )
    attrs = {"external_mods": tuple(ext_libs)} if ext_libs else None
    native = _native(_piped(_linked(kernels), tir_pipeline), where)
    return VMExecutable(IRModule({}, attrs), native, where, bytecode=builder.written())


__all__ = ["EXEC_MODES", "_vmcodegen", "_vmlink", "build", "is_lowered", "kernels_of"]
