"""Rows of calls by name, of memory, of the virtual machine and of devices."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax


def _call(
    signature: str, infer: str, doc: str, pure: bool = True, group: str = "call", legalize: str | None = None
) -> RelaxOp:
    return relax(signature, infer, doc, group=group, pure=pure, legalize=legalize)


ROWS: tuple[RelaxOp, ...] = (
    _call(
        "call_tir(gvar, args, tir_vars=None)",
        "declared",
        "A TensorIR function that writes its result into memory that the caller gives.",
    ),
    _call(
        "call_tir_inplace(gvar, args, tir_vars=None, *, inplace_indices: ints)",
        "declared",
        "`call_tir` that writes results over arguments: -1 is new memory.",
    ),
    _call(
        "call_tir_with_grad(gvar, args, tir_vars=None, *, te_grad_name: str, te_grad_kwargs: any = None)",
        "declared",
        "`call_tir` with the name of its gradient.",
    ),
    _call(
        "call_dps_packed(func, args)",
        "declared",
        "A registered function that writes its result into memory that the caller gives.",
    ),
    _call("call_pure_packed(func, *args)", "declared", "A registered function, promised to have no side effect."),
    _call(
        "call_inplace_packed(func, *args, inplace_indices: ints)",
        "declared",
        "A registered function that changes only these arguments and gives them back.",
    ),
    _call("call_py_func(func, args)", "declared", "A Python function of the module.", False),
    _call(
        "call_builtin_with_ctx(func, args)",
        "declared",
        "A function of the virtual machine, which gets the machine as first argument.",
        False,
    ),
    _call("invoke_closure(closure, args)", "declared", "A function value.", False),
    _call("invoke_pure_closure(closure, args)", "declared", "A function value without side effect."),
    _call("make_closure(func, args)", "object", "A function value from a function and what it captures."),
    _call("null_value()", "object", "No value."),
    _call("print(format, *values)", "void", "Print values, by a format with {} for each.", False),
    _call("assert_op(condition, format, *format_args)", "void", "Stop unless the condition holds.", False),
    _call("shape_of(expr)", "shape_of", "The shape of a tensor."),
    _call("tensor_to_shape(expr)", "tensor_to_shape", "A tensor of integers as a shape."),
    _call("shape_to_tensor(expr)", "shape_to_tensor", "A shape as a tensor of int64."),
    _call(
        "hint_on_device(data, device_type: int, index: int, memory_scope: str = 'global')",
        "same",
        "A wish for a device.",
        group="device",
    ),
    _call("to_vdevice(data, dst_vdevice: any)", "to_vdevice", "The tensor on another device.", group="device"),
    _call(
        "builtin.alloc_tensor(shape: Shape, dtype: Dtype, runtime_device_index, storage_scope='global')",
        "alloc_tensor",
        "Memory for a tensor.",
        group="memory",
    ),
    _call(
        "builtin.stop_lift_params(x)",
        "same",
        "The value, beyond which parameters are not transformed ahead of time.",
        group="memory",
    ),
    _call(
        "memory.alloc_storage(size: Shape, virtual_device_index, storage_scope, dtype: Dtype)",
        "object",
        "Memory of a size in bytes.",
        group="memory",
    ),
    _call(
        "memory.alloc_tensor(storage, offset, shape: Shape, dtype: Dtype, runtime_device_ind=0)",
        "storage_tensor",
        "A tensor in memory that exists.",
        group="memory",
    ),
    _call("memory.ensure_zero_offset(data)", "same", "The tensor, copied unless it begins its memory.", group="memory"),
    _call("memory.kill_storage(storage)", "void", "Memory is no longer needed.", False, "memory"),
    _call("memory.kill_tensor(tensor)", "void", "A tensor is no longer needed.", False, "memory"),
    _call(
        "memory.view(data, shape: Shape = (), dtype: Dtype = (), relative_byte_offset=())",
        "view",
        "The same memory as another tensor.",
        group="memory",
    ),
    _call(
        "vm.alloc_storage(shape: Shape, runtime_device_index, dtype: Dtype, storage_scope='global')",
        "object",
        "Memory of a size in bytes.",
        group="vm",
    ),
    _call(
        "vm.alloc_tensor(storage, offset, shape: Shape, dtype: Dtype, runtime_device_ind=0)",
        "vm_tensor",
        "A tensor in memory that exists.",
        group="vm",
    ),
    _call(
        "vm.call_tir_dyn(func, args)", "void", "A TensorIR function, with its result among the arguments.", False, "vm"
    ),
    _call("vm.kill_object(obj)", "void", "A value is no longer needed.", False, "vm"),
    _call(
        "ccl.allreduce(x, op_type: str = 'sum', in_group: bool = True)",
        "allreduce",
        "The sum, or another reduction, over all workers.",
        group="ccl",
        legalize="ccl.allreduce",
    ),
    _call(
        "ccl.allgather(x, num_workers: int, in_group: bool = True)",
        "allgather",
        "The tensors of all workers one after another.",
        group="ccl",
        legalize="ccl.allgather",
    ),
    _call(
        "ccl.broadcast_from_worker0(x)",
        "same",
        "The tensor of the first worker.",
        group="ccl",
        legalize="ccl.broadcast_from_worker0",
    ),
    _call(
        "ccl.scatter_from_worker0(x, num_workers: int, axis: int = 0)",
        "scatter",
        "A part of the first worker's tensor.",
        group="ccl",
        legalize="ccl.scatter_from_worker0",
    ),
)
