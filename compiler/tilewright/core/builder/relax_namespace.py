"""The members of `R`: the ops from their rows, the forms from the functions of the builder."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from tilewright.core.base.caller import caller
from tilewright.core.builder import relax, relax_calls, relax_dist, relax_info, relax_te, relax_values
from tilewright.core.builder.namespace import Member, Namespace, form
from tilewright.core.builder.relax_ops import FUNCTIONS, RelaxFunction
from tilewright.core.builder.values import macro
from tilewright.core.ir import relax as nodes
from tilewright.core.ir.node import ports
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.ops.relax_op import RelaxOp

# The kinds of devices that scripts may name.
DEVICES = ("cpu", "cuda", "ext_dev", "hexagon", "metal", "opencl", "rocm", "vpi", "vulkan", "webgpu")


def _function(
    f: Callable[..., Any] | None = None, pure: bool = True, private: bool = False, check_well_formed: bool = True
) -> Any:
    """Make a Python function a function of Relax: `@R.function`, `@R.function(private=True, pure=False)`.

    Its parameters are annotated with `R.Tensor(...)`, `R.Shape(...)` and the like.  A private function has no `global_symbol`.  One that is not pure
    may have side effects.
    """


def _rewriter(rewriter_mod: type) -> Any:
    """Make a class with the functions `pattern` and `replacement` a rewriter: what the first computes becomes what the second does.

    Call it with a module or a function.
    """
    given: object = rewriter_mod
    made = ports.module_of_class.call(given, caller(), True) if isinstance(given, type) else given
    return ports.pattern_rewriter.call(made)


_rewriter.script_role = "ir_module"  # type: ignore[attr-defined]  # its class is read as a module


def _py_module(mod: type | None = None, check_well_formed: bool = True) -> Any:
    """Make a class that inherits `BasePyModule` a module with Python functions, as `I.ir_module` does; calling it makes an instance."""
    if mod is None:
        return lambda made: ports.module_of_class.call(_python_class(made), caller(), check_well_formed)
    return ports.module_of_class.call(_python_class(mod), caller(), check_well_formed)


_py_module.script_role = "ir_module"  # type: ignore[attr-defined]


def _python_class(mod: object) -> type:
    """A class as `py_module` takes it; raises `TypeError` for anything else."""
    if not isinstance(mod, type) or not getattr(mod, "holds_python_functions", False):
        raise TypeError("R.py_module decorates classes that inherit BasePyModule")
    return mod


def _named(group: str, **items: object) -> list[Member]:
    return [form("R", group, value, name) for name, value in items.items()]


def _op(row: RelaxOp, space: str, name: str) -> Member:
    function: RelaxFunction = FUNCTIONS[str(row.script)]
    return Member(
        name,
        space,
        "op",
        function,
        lambda: f"{space}.{name}{_signature(function)}",
        partial(documentation, row),
        row.group,
    )


def _signature(function: RelaxFunction) -> str:
    parts = [item.replace(annotation=inspect.Parameter.empty) for item in function.__signature__.parameters.values()]
    return f"{inspect.Signature(parts)} -> Expr"


def documentation(row: RelaxOp) -> str:
    """Documentation of an op: its effect, its parameters, and its synonyms."""
    parts = [row.doc]
    if row.params:
        parts.append("\n".join(f"- `{param.name}`: {param.doc}" for param in row.params))
    if row.torch:
        parts.append(f"In PyTorch: `{row.torch}`.")
    return "\n\n".join(parts)


def _forms() -> list[Member]:
    return [*_functions(), *_annotations(), *_bindings(), *_calls(), *_operators()]


def _functions() -> list[Member]:
    """Functions and what they say about themselves."""
    return [
        form("R", "functions", relax.function, "function", _function),
        *_named(
            "functions",
            arg=relax.arg,
            func_name=relax.func_name,
            func_attr=relax.func_attr,
            func_ret_struct_info=relax.func_ret_struct_info,
            func_ret_ty=relax.func_ret_struct_info,
            func_ret_type=relax.func_ret_struct_info,
            func_ret_value=relax.func_ret_value,
            macro=macro,
            py_module=_py_module,
            rewriter=_rewriter,
        ),
    ]


def _annotations() -> list[Member]:
    """Types of values, as annotations name them."""
    return [
        form("R", "annotations", relax_info.TENSOR, "Tensor", relax_info.tensor),
        form("R", "annotations", relax_info.TUPLE, "Tuple", relax_info.tuple_),
        *_named(
            "annotations",
            Shape=relax_info.shape,
            Object=relax_info.object_,
            Any=relax_info.object_,
            Prim=relax_info.prim,
            Callable=relax_info.callable_,
            DTensor=relax_dist.dtensor,
            device_mesh=relax_dist.device_mesh,
        ),
    ]


def _bindings() -> list[Member]:
    """Bindings, dataflow blocks and values."""
    return [
        *_named(
            "bindings",
            dataflow=relax.dataflow,
            output=relax.output,
            emit=relax.emit,
            emit_match_cast=relax.emit_match_cast,
            emit_var_binding=relax.emit_var_binding,
            match_cast=relax.match_cast,
            If=relax.If,
            Then=relax.Then,
            Else=relax.Else,
            SeqExpr=relax.seq_expr,
        ),
        *_named(
            "values",
            const=relax_values.const,
            tuple=relax.tuple_,
            shape=relax.shape,
            prim_value=relax.prim_value,
            str=relax.str_,
            dtype=relax.dtype,
        ),
    ]


def _calls() -> list[Member]:
    """Calls of other functions."""
    return [
        *_named(
            "calls",
            emit_te=relax_te.emit_te,
            call_tir=relax_calls.call_tir,
            call_tir_inplace=relax_calls.call_tir_inplace,
            call_tir_with_grad=relax_calls.call_tir_with_grad,
            call_dps_packed=relax_calls.call_dps_packed,
            call_packed=relax_calls.call_packed,
            call_pure_packed=relax_calls.call_pure_packed,
            call_inplace_packed=relax_calls.call_inplace_packed,
            call_py_func=relax_calls.call_py_func,
            call_builtin_with_ctx=relax_calls.call_builtin_with_ctx,
            invoke_closure=relax_calls.invoke_closure,
            invoke_pure_closure=relax_calls.invoke_pure_closure,
            make_closure=relax_calls.make_closure,
            emit_with_sinfo=relax_calls.emit_with_sinfo,
            emit_with_ty=relax_calls.emit_with_sinfo,
            emit_with_type=relax_calls.emit_with_sinfo,
            print=relax_calls.print_,
            assert_op=relax_calls.assert_op,
        ),
    ]


def _operators() -> list[Member]:
    """Operators with forms of their own, devices, and nodes."""
    return [
        *_named(
            "ops",
            arange=relax_calls.arange,
            eye=relax_calls.eye,
            linear=relax_calls.linear,
            layout_transform=relax_calls.layout_transform,
            reshape=relax_calls.reshape,
            stop_lift_params=FUNCTIONS["builtin.stop_lift_params"],
            hint_on_device=relax_calls.hint_on_device,
            to_vdevice=relax_calls.to_vdevice,
        ),
        *_named("devices", **{name: _device(name) for name in DEVICES}, device=relax_calls.runtime_device),
        *(
            Member(name, "R", "class", getattr(nodes, name), f"R.{name}", getattr(nodes, name).__doc__ or "", "nodes")
            for name in ("ExternFunc", "ShapeExpr", "TupleGetItem")
        ),
    ]


def _device(kind: str) -> Callable[[int], object]:
    def made(dev_id: int = 0) -> Any:
        return relax_calls.runtime_device(kind, dev_id)

    made.__doc__ = f"The device of kind `{kind}` with that number."
    return made


def _distributed() -> list[Member]:
    """The members of `R.dist`."""
    made: dict[str, object] = {
        "DTensor": relax_dist.dtensor,
        "device_mesh": relax_dist.device_mesh,
        "call_tir": relax_calls.call_tir,
        "call_tir_local_view": relax_dist.call_tir_local_view,
        "annotate_sharding": relax_dist.annotate_sharding,
        "redistribute": relax_dist.redistribute,
        "redistribute_replica_to_shard": FUNCTIONS["dist.redistribute_replica_to_shard"],
        "const": relax_dist.const,
    }
    return [form("R.dist", "distributed", value, name) for name, value in made.items()]


def _relax() -> Namespace:
    forms = _forms()
    taken = {member.name for member in forms}
    plain: list[Member] = []
    nested: dict[str, list[Member]] = {}
    nested["dist"] = _distributed()
    for row in RELAX_OPS.values():
        space, _, name = str(row.script).rpartition(".")
        if space == "dist":
            continue
        if space:
            nested.setdefault(space, []).append(_op(row, f"R.{space}", name))
        elif name not in taken:
            plain.append(_op(row, "R", name))
    spaces = [
        Member(name, "R", "namespace", Namespace(f"R.{name}", members), f"R.{name}", f"Ops of `R.{name}`.", "ops")
        for name, members in nested.items()
    ]
    return Namespace("R", [*forms, *plain, *spaces])


RELAX = _relax()
