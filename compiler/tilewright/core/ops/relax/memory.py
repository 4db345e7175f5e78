"""Memory: ops that passes insert on the way to the virtual machine."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

_MEMORY = {
    "legalization": "the virtual machine executes it",
    "gradient": "gradients are taken before memory is planned",
    "torch form": "`printer.torch_calls` writes it, or leaves it to PyTorch",
    "layout": "layouts are chosen before memory is planned",
}


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "builtin.alloc_tensor(shape: Shape, dtype: Dtype, runtime_device_index, storage_scope='global')",
        "alloc_tensor",
        "Memory for a tensor.",
        group="memory",
        role="allocation",
        waives=_MEMORY,
    ),
    relax(
        "memory.alloc_storage(size: Shape, virtual_device_index, storage_scope, dtype: Dtype)",
        "object",
        "Memory of a size in bytes.",
        group="memory",
        role="allocation",
        waives=_MEMORY,
    ),
    relax(
        "memory.alloc_tensor(storage, offset, shape: Shape, dtype: Dtype, runtime_device_ind=0)",
        "storage_tensor",
        "A tensor in memory that exists.",
        group="memory",
        role="allocation",
        waives=_MEMORY,
    ),
    relax(
        "memory.kill_storage(storage)",
        "void",
        "Memory is no longer needed.",
        group="memory",
        role="ending",
        pure=False,
        waives=_MEMORY,
    ),
    relax(
        "memory.kill_tensor(tensor)",
        "void",
        "A tensor is no longer needed.",
        group="memory",
        role="ending",
        pure=False,
        waives=_MEMORY,
    ),
    relax(
        "memory.view(data, shape: Shape = (), dtype: Dtype = (), relative_byte_offset=())",
        "view",
        "The same memory as another tensor.",
        group="memory",
        waives=_MEMORY,
    ),
    relax(
        "vm.alloc_storage(shape: Shape, runtime_device_index, dtype: Dtype, storage_scope='global')",
        "object",
        "Memory of a size in bytes.",
        group="vm",
        role="allocation",
        waives=_MEMORY,
    ),
    relax(
        "vm.alloc_tensor(storage, offset, shape: Shape, dtype: Dtype, runtime_device_ind=0)",
        "vm_tensor",
        "A tensor in memory that exists.",
        group="vm",
        role="allocation",
        waives=_MEMORY,
    ),
    relax(
        "vm.call_tir_dyn(func, args)",
        "void",
        "A TensorIR function, with its result among the arguments.",
        group="vm",
        pure=False,
        waives=_MEMORY,
    ),
    relax(
        "vm.kill_object(obj)",
        "void",
        "A value is no longer needed.",
        group="vm",
        role="ending",
        pure=False,
        waives=_MEMORY,
    ),
)
