"""Real numbers as integers, and back."""

from __future__ import annotations

from tilewright.core.ops.relax.torch_form import along
from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def quantize(fields: Fields) -> str:
    """Rounded, moved by the zero point and cut to what the type holds."""
    data, kind, axis = fields["data"], str(fields["out_dtype"]), int(fields["axis"])
    scale, zero = (along(fields[name], data, axis) for name in ("scale", "zero_point"))
    limits = f"torch.{'f' if 'float' in kind else 'i'}info({kind})"
    return f"torch.clamp(torch.round({data} / {scale}) + {zero}, {limits}.min, {limits}.max).to({kind})"


def dequantize(fields: Fields) -> str:
    """The distance from the zero point, times the scale."""
    data, axis = fields["data"], int(fields["axis"])
    scale, zero = (along(fields[name], data, axis) for name in ("scale", "zero_point"))
    return f"(({data}.to(torch.float32) - {zero}) * {scale}).to({fields['out_dtype']})"


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "quantize(data, scale, zero_point, axis: int = -1, out_dtype: dtype = 'int8')",
        "quantize",
        "Real numbers as integers: clamp(round(data / scale) + zero_point).",
        group="qdq",
        torch_form=quantize,
        gradient="zero",
        params={"scale": "The size of a step."},
        waives=AS_WRITTEN,
    ),
    relax(
        "dequantize(data, scale, zero_point, axis: int = -1, out_dtype: dtype = 'float32')",
        "dequantize",
        "Integers as real numbers: scale * (data - zero_point).",
        group="qdq",
        torch_form=dequantize,
        params={"scale": "The size of a step."},
        waives={**AS_WRITTEN, "gradient": "integers have no gradient, and scales are not learnt"},
    ),
)
