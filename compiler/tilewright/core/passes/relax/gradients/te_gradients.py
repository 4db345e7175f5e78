"""Gradients that programs write with `te` for their own kernels, by the name that `call_tir_with_grad` gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from tilewright.core.ir.relax import Call, RelaxExpr, Tuple, Var
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.passes.relax.gradients.support import no_grad

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


TeGradient = Callable[..., Any]
OwnGradient = TypeVar("OwnGradient", bound=TeGradient)
_REGISTERED: dict[str, TeGradient] = {}


@overload
def register_te_gradient(te_grad_name: str, te_grad_func: None = None) -> Callable[[OwnGradient], OwnGradient]: ...
@overload
def register_te_gradient(te_grad_name: str, te_grad_func: OwnGradient) -> OwnGradient: ...
def register_te_gradient(
    te_grad_name: str, te_grad_func: OwnGradient | None = None
) -> OwnGradient | Callable[[OwnGradient], OwnGradient]:
    """Register a function that takes the gradient of a kernel's result and the kernel's arguments as `te` tensors and gives their gradients.

    Without the function, a decorator.
    """

    def register(function: OwnGradient) -> OwnGradient:
        _REGISTERED[te_grad_name] = function
        return function

    return register if te_grad_func is None else register(te_grad_func)


def call_tir_with_grad(var: Var, call: Call, grad: RelaxExpr, ctx: BlockBuilder) -> list[RelaxExpr]:
    """The registered function, as a kernel of its own."""
    name = str(call.attrs["te_grad_name"])
    function = _REGISTERED.get(name)
    if function is None:
        raise ValueError(f"no gradient is registered under the name {name!r}")
    kernel, given, *sizes = call.args
    named = dict(call.attrs["te_grad_kwargs"] or {})
    arguments = given.fields if isinstance(given, Tuple) else [given]
    adjoints = [grad] if not isinstance(grad.struct_info, TupleStructInfo) else list(grad.struct_info.fields)
    results = adjoints if len(adjoints) == 1 else [grad[at] for at in range(len(adjoints))]
    made = ctx.emit(ctx.call_te(function, *results, *arguments, **named, primfunc_name_hint=name))
    whole = made if isinstance(made.struct_info, TupleStructInfo) else Tuple((made,))
    return [no_grad(kernel), whole, *map(no_grad, sizes)]
