"""Ops that mark a value for a pass or a device, and give it as it is."""

from __future__ import annotations

from tilewright.core.ops.relax_op import AS_WRITTEN, RelaxOp, relax

_PLACED = {
    "legalization": "the virtual machine executes it",
    "gradient": "gradients are taken before values are placed",
    "torch form": "`printer.torch_calls` writes the value alone",
    "layout": "it applies to the value in its original layout",
}


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "grad.no_grad(input)",
        "same",
        "The value, through which no gradient flows.",
        group="grad",
        legalize="identity",
        torch_form="{input}.detach()",
        gradient="zero",
        role="mark",
        waives=AS_WRITTEN,
    ),
    relax(
        "grad.start_checkpoint(input)",
        "checkpoint",
        "The value, from which on values are computed anew for the gradient.",
        group="grad",
        legalize="identity",
        torch_form="{input}",
        gradient="same",
        role="mark",
        waives=AS_WRITTEN,
    ),
    relax(
        "grad.end_checkpoint(input)",
        "checkpoint",
        "The value, up to which values are computed anew for the gradient.",
        group="grad",
        legalize="identity",
        torch_form="{input}",
        gradient="same",
        role="mark",
        waives=AS_WRITTEN,
    ),
    relax(
        "hint_on_device(data, device_type: int, index: int, memory_scope: str = 'global')",
        "same",
        "A wish for a device.",
        group="device",
        role="mark",
        waives=_PLACED,
    ),
    relax(
        "to_vdevice(data, dst_vdevice: any)",
        "to_vdevice",
        "The tensor on another device.",
        group="device",
        role="mark",
        waives=_PLACED,
    ),
    relax(
        "builtin.stop_lift_params(x)",
        "same",
        "The value, beyond which parameters are not transformed ahead of time.",
        group="memory",
        role="mark",
        waives=_PLACED,
    ),
    relax(
        "memory.ensure_zero_offset(data)",
        "same",
        "The tensor, copied unless it begins its memory.",
        group="memory",
        role="mark",
        waives=_PLACED,
    ),
)
