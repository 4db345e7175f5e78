"""Products of matrices."""

from __future__ import annotations

from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def matmul(fields: Fields) -> str:
    """Both as the type of the result, when one is asked for."""
    kind = fields["out_dtype"]
    if kind in (None, "None"):
        return f"torch.matmul({fields['x1']}, {fields['x2']})"
    return f"torch.matmul({fields['x1']}.to({kind}), {fields['x2']}.to({kind}))"


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "matmul(x1, x2, out_dtype: dtype = None)",
        "matmul",
        "The matrix product, broadcast over the leading dimensions.",
        group="linear_algebra",
        torch="torch.matmul",
        torch_form=matmul,
        precision="half",
        waives=AS_WRITTEN,
    ),
    relax(
        "einsum(operands, subscripts: str)",
        "einsum",
        "The sum of products that `subscripts` describes.",
        group="linear_algebra",
        torch_form="torch.einsum({subscripts!r}, *{operands})",
        waives={**AS_WRITTEN, "gradient": "write it with `R.matmul` and `R.sum`"},
    ),
    relax(
        "outer(x1, x2)",
        "outer",
        "The products of all pairs of elements of two vectors.",
        group="linear_algebra",
        torch_form="torch.outer({x1}, {x2})",
        precision="half",
        waives=AS_WRITTEN,
    ),
)
