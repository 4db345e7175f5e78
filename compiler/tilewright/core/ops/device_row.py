"""The constructor of the rows of devices, whose parameters are written as in a signature."""

from __future__ import annotations

from typing import Any

from tilewright.core.ops.device_parameters import DOCS
from tilewright.core.ops.op import CallEffectKind, Op, Param, Unsupported

# The group of these rows: buffers, texts and truth values among their arguments are converted.
GROUP = "device"


def device_op(script: str, params: str, result: str, doc: str, name: str = "", why: str = "", **more: Any) -> Op:
    """The row of `T.<script>`, a path such as "cuda.cta_sync"; `params` are names with defaults, `mask, *args, width=32`.

    `result` is the name of a rule of `dtype_rules`; the effect is TVM's for such calls, anything may happen.  `name` is the registered name where it
    is not the path, `why` the reason for which no CPU runs it.
    """
    return Op(
        f"tir.{name or script}",
        script,
        tuple(_param(text.strip()) for text in params.split(",") if text.strip()),
        doc,
        result,
        more.pop("effect", CallEffectKind.Opaque),
        lower=Unsupported(why or f"belongs to a device, {_DEVICES.get(script.split('.', maxsplit=1)[0], 'a GPU')}"),
        group=GROUP,
        vectorizable=False,
        **more,
    )


def _param(text: str) -> Param:
    name, _, default = text.partition("=")
    if name == "dtype":  # where it is an argument as any other, it is written `dtype:text`
        return Param(name, "dtype", "The type of the result.")
    variadic = name.startswith("*")
    bare = name.removeprefix("*").removesuffix(":text")
    return Param(
        bare,
        "any",
        DOCS[bare],
        default=_DEFAULTS.get(default, ...) if default else ...,
        variadic=variadic,
    )


_DEFAULTS: dict[str, object] = {
    "None": None,
    "True": True,
    "False": False,
    "''": "",
    **{repr(text): text for text in ("uint64_t", "gpu", "global")},
    "0.0": 0.0,
    "1.0": 1.0,
    **{str(number): number for number in (0, 1, 8, 32)},
}
_DEVICES = {
    "cuda": "a GPU of NVIDIA",
    "ptx": "a GPU of NVIDIA",
    "ptx_legacy": "a GPU of NVIDIA",
    "s_tir": "a GPU of NVIDIA",
    "nvshmem": "GPUs of NVIDIA that share memory",
    "nki": "Trainium",
    "metal": "a GPU of Apple",
    "webgpu": "a GPU behind WebGPU",
}
