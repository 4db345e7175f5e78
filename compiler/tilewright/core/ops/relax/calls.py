"""Calls by name, and what comes with them."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

_CALL = {
    "legalization": "the call stays in the graph",
    "gradient": "the called function may compute anything",
    "torch form": "`printer.torch_calls` writes the call",
    "layout": "the called function may compute anything",
}
_DIFFERENTIABLE = {facet: reason for facet, reason in _CALL.items() if facet != "gradient"}


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "call_tir(gvar, args, tir_vars=None)",
        "declared",
        "A TensorIR function that writes its result into memory that the caller gives.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "call_tir_inplace(gvar, args, tir_vars=None, *, inplace_indices: ints)",
        "declared",
        "`call_tir` that writes results over arguments: -1 is new memory.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "call_tir_with_grad(gvar, args, tir_vars=None, *, te_grad_name: str, te_grad_kwargs: any = None)",
        "declared",
        "`call_tir` with the name of its gradient.",
        group="call",
        waives=_DIFFERENTIABLE,
    ),
    relax(
        "call_dps_packed(func, args)",
        "declared",
        "A registered function that writes its result into memory that the caller gives.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "call_pure_packed(func, *args)",
        "declared",
        "A registered function, promised to have no side effect.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "call_inplace_packed(func, *args, inplace_indices: ints)",
        "declared",
        "A registered function that changes only these arguments and gives them back.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "call_py_func(func, args)",
        "declared",
        "A Python function of the module.",
        group="call",
        pure=False,
        waives=_CALL,
    ),
    relax(
        "call_builtin_with_ctx(func, args)",
        "declared",
        "A function of the virtual machine, which gets the machine as first argument.",
        group="call",
        pure=False,
        waives=_CALL,
    ),
    relax("invoke_closure(closure, args)", "declared", "A function value.", group="call", pure=False, waives=_CALL),
    relax(
        "invoke_pure_closure(closure, args)",
        "declared",
        "A function value without side effect.",
        group="call",
        waives=_CALL,
    ),
    relax(
        "make_closure(func, args)",
        "object",
        "A function value from a function and what it captures.",
        group="call",
        waives=_CALL,
    ),
    relax("null_value()", "object", "No value.", group="call", waives=_CALL),
    relax(
        "print(format, *values)",
        "void",
        "Print values, by a format with {} for each.",
        group="call",
        pure=False,
        params={"values": "The values."},
        waives=_CALL,
    ),
    relax(
        "assert_op(condition, format, *format_args)",
        "void",
        "Stop unless the condition holds.",
        group="call",
        pure=False,
        waives=_CALL,
    ),
    relax(
        "shape_of(expr)", "shape_of", "The shape of a tensor.", group="call", gradient="zero", waives=_DIFFERENTIABLE
    ),
    relax("tensor_to_shape(expr)", "tensor_to_shape", "A tensor of integers as a shape.", group="call", waives=_CALL),
    relax("shape_to_tensor(expr)", "shape_to_tensor", "A shape as a tensor of int64.", group="call", waives=_CALL),
)
