"""Ops that sort, look up and list elements."""

from __future__ import annotations

from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def topk(fields: Fields) -> str:
    """Values, positions, or both; a `k` below 1 is all of them."""
    data, axis = fields["data"], fields["axis"]
    count = fields["k"] if not isinstance(fields["k"], int) or fields["k"] >= 1 else f"{data}.shape[{axis}]"
    found = f"torch.topk({data}, {count}, dim={axis}, largest={fields['largest']})"
    kind = "torch.int32" if fields["dtype"] in (None, "None") else fields["dtype"]
    if fields["ret_type"] == "values":
        return f"{found}.values"
    if fields["ret_type"] == "indices":
        return f"{found}.indices.to({kind})"
    return f"(lambda found: (found.values, found.indices.to({kind})))({found})"


def unique(fields: Fields) -> str:
    """PyTorch does not tell where an element stood first: that is the least of the positions whose inverse it is."""
    x, axis = fields["x"], fields.get("axis")
    asked = {name: fields[name] in ("1", "True") for name in ("return_index", "return_inverse", "return_counts")}
    given = f"{x}, sorted=True" if axis is None else f"{x}, sorted=True, dim={axis}"
    if not any(asked.values()):
        return f"torch.unique({given})"
    parts = ["found"]
    if asked["return_index"]:
        at = "torch.arange(inverse.numel())"
        parts.append(f'torch.full_like(counts, inverse.numel()).scatter_reduce(0, inverse.flatten(), {at}, "amin")')
    parts += ["inverse.flatten()"] if asked["return_inverse"] else []
    parts += ["counts"] if asked["return_counts"] else []
    call = f"torch.unique({given}, return_inverse=True, return_counts=True)"
    return f"(lambda found, inverse, counts: ({', '.join(parts)}))(*{call})"


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "bucketize(input_tensor, boundaries, out_int32: bool = False, right: bool = False)",
        "bucketize",
        "The interval between boundaries that each element is in.",
        group="search",
        torch_form="torch.bucketize({input_tensor}, {boundaries}, out_int32={out_int32}, right={right})",
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "sort(x, axis: int = -1, descending: bool = False)",
        "sort",
        "The elements in order along an axis.",
        group="sorting",
        torch="torch.sort",
        torch_form="torch.sort({x}, dim={axis}, descending={descending}).values",
        waives={**AS_WRITTEN, "gradient": "the positions of the chosen elements are not kept"},
    ),
    relax(
        "argsort(data, axis: int = -1, descending: bool = False, dtype: dtype = 'int32')",
        "argsort",
        "The positions that put the elements in order.",
        group="sorting",
        torch="torch.argsort",
        torch_form="torch.argsort({data}, dim={axis}, descending={descending}, stable=True).to({dtype})",
        gradient="zero",
        params={"dtype": "The data type of the positions."},
        waives=AS_WRITTEN,
    ),
    relax(
        "topk(data, k: int = 1, axis: int = -1, ret_type: str = 'both', largest: bool = True, dtype: dtype = 'int32')",
        "topk",
        "The `k` greatest elements along an axis, their positions, or both.",
        group="sorting",
        torch="torch.topk",
        torch_form=topk,
        params={"k": "How many; all when it is below 1.", "dtype": "The data type of the positions."},
        waives={**AS_WRITTEN, "gradient": "the positions of the chosen elements are not kept"},
    ),
    relax(
        "unique(x, sorted=True, return_index=False, return_inverse=False, return_counts=False, axis=None)",
        "unique",
        "The different elements.",
        group="set",
        torch="torch.unique",
        torch_form=unique,
        data_dependent=True,
        waives={**AS_WRITTEN, "gradient": "the positions of the chosen elements are not kept"},
    ),
    relax(
        "nonzero(x)",
        "nonzero",
        "The positions of the elements that are not zero, one a column.",
        group="set",
        torch="torch.nonzero",
        torch_form="torch.nonzero({x}).T",
        gradient="zero",
        data_dependent=True,
        waives=AS_WRITTEN,
    ),
)
