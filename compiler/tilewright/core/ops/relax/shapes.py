"""Ops that move elements: other shapes, orders and copies of the same elements."""

from __future__ import annotations

from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def concat(fields: Fields) -> str:
    """Without an axis all elements follow each other."""
    if fields["axis"] is None:
        return f"torch.cat([part.flatten() for part in {fields['tensors']}])"
    return f"torch.cat({fields['tensors']}, dim={fields['axis']})"


def expand_dims(fields: Fields) -> str:
    """One new dimension by name, several by an index: counted from the front, from the back, or both."""
    axes: tuple[int, ...] = fields["axis"]
    if len(axes) == 1:
        return f"torch.unsqueeze({fields['x']}, {axes[0]})"
    front = [axis for axis in axes if axis >= 0]
    back = [axis for axis in axes if axis < 0]
    parts = ["None" if at in front else ":" for at in range(max(front, default=-1) + 1)]
    if back:
        parts += ["...", *("None" if at in back else ":" for at in range(min(back), 0))]
    return f"{fields['x']}[{', '.join(parts)}]" if parts else str(fields["x"])


def permute_dims(fields: Fields) -> str:
    """Without axes the dimensions are reversed."""
    if fields["axes"] is None:
        return f"torch.permute({fields['x']}, tuple(reversed(range({fields['x']}.ndim))))"
    return f"torch.permute({fields['x']}, {fields['axes']})"


def split(fields: Fields) -> str:
    """So many parts of one size, of which the last may be smaller, or parts between positions."""
    parts = fields["indices_or_sections"]
    if isinstance(parts, (tuple, list)):
        return f"torch.tensor_split({fields['x']}, {list(parts)}, dim={fields['axis']})"  # pyright: ignore[reportUnknownArgumentType]
    return f"torch.chunk({fields['x']}, {parts}, dim={fields['axis']})"


def squeeze(fields: Fields) -> str:
    """Without axes every size of 1 goes."""
    return (
        f"torch.squeeze({fields['x']})" if fields["axis"] is None else f"torch.squeeze({fields['x']}, {fields['axis']})"
    )


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "broadcast_to(x, shape: Shape)",
        "broadcast_to",
        "The tensor repeated to a larger shape.",
        group="manipulate",
        torch_form="torch.broadcast_to({x}, {shape})",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "collapse_sum_like(data, collapse_target)",
        "collapse_sum_like",
        "The sum down to another tensor's shape: the inverse of broadcasting.",
        group="manipulate",
        torch_form="{data}.sum_to_size({collapse_target}.shape)",
        waives=AS_WRITTEN,
    ),
    relax(
        "collapse_sum_to(data, shape: Shape)",
        "collapse_sum_to",
        "The sum down to a shape: the inverse of broadcasting.",
        group="manipulate",
        torch_form="{data}.sum_to_size({shape})",
        waives=AS_WRITTEN,
    ),
    relax(
        "concat(tensors, axis: int = 0)",
        "concat",
        "Tensors one after another along an axis; without axis, flattened.",
        group="manipulate",
        torch="torch.cat",
        torch_form=concat,
        precision="follow",
        params={"axis": "The axis; without one the tensors are vectors."},
    ),
    relax(
        "expand_dims(x, axis: ints)",
        "expand_dims",
        "The tensor with dimensions of size 1 at these positions of the result.",
        group="manipulate",
        torch="torch.unsqueeze",
        torch_form=expand_dims,
        precision="follow",
        params={"axis": "Where the new axes stand in the result."},
    ),
    relax(
        "reverse_sequence(data, seq_lengths, seq_axis: int = 1, batch_axis: int = 0)",
        "reverse_sequence",
        "For each place along `batch_axis` the first elements along `seq_axis`, as many as `seq_lengths` says, in reverse.",
        group="manipulate",
        waives={
            **AS_WRITTEN,
            "torch form": "the lengths of the parts that are reversed are in a tensor",
            "gradient": "no op of Relax computes the gradient",
        },
    ),
    relax(
        "size(expr)",
        "size",
        "The number of elements, as a tensor of int64.",
        group="manipulate",
        torch_form="torch.tensor({expr}.numel())",
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "flatten(x)",
        "flatten",
        "The tensor with one dimension.",
        group="manipulate",
        torch_form="torch.flatten({x})",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "flip(data, axis: int)",
        "flip",
        "The tensor with the order along an axis reversed.",
        group="manipulate",
        torch="torch.flip",
        torch_form="torch.flip({data}, ({axis},))",
        layout="along_axis",
    ),
    relax(
        "meshgrid(tensors, indexing: str = 'ij')",
        "meshgrid",
        "Grids of coordinates from vectors.",
        group="manipulate",
        torch_form="torch.meshgrid(*{tensors}, indexing={indexing!r})",
        precision="follow",
        waives={**AS_WRITTEN, "gradient": "use `R.take`, `R.gather_elements` or `R.scatter_elements`, which have one"},
    ),
    relax(
        "one_hot(indices, on_value, off_value, depth: int, axis: int = -1)",
        "one_hot",
        "`on_value` at each index of a new axis of size `depth`, else `off_value`.",
        group="manipulate",
        torch_form="torch.where(({indices}[..., None] == torch.arange({depth})).movedim(-1, {axis}), {on_value}, {off_value})",
        gradient="zero",
        params={"axis": "Where the new axis stands in the result."},
        waives=AS_WRITTEN,
    ),
    relax(
        "permute_dims(x, axes: ints = None)",
        "permute_dims",
        "The dimensions in another order; reversed without `axes`.",
        group="manipulate",
        torch="torch.permute",
        torch_form=permute_dims,
        precision="follow",
        params={"axes": "The dimensions in their new order; reversed unless given."},
    ),
    relax(
        "repeat(data, repeats: int, axis: int = None)",
        "repeat",
        "Each element several times, along an axis or flattened.",
        group="manipulate",
        torch_form="torch.repeat_interleave({data}, {repeats}, dim={axis})",
    ),
    relax(
        "reshape(x, shape: Shape)",
        "reshape",
        "The same elements in another shape; one size may be -1.",
        group="manipulate",
        torch_form="torch.reshape({x}, {shape})",
        precision="follow",
        params={"shape": "The new shape; 0 keeps the size at that place, one -1 is what is left."},
        waives=AS_WRITTEN,
    ),
    relax(
        "split(x, indices_or_sections: parts, axis: int = 0)",
        "split",
        "Parts along an axis: so many equal ones, or at these positions.",
        group="manipulate",
        torch="torch.split",
        torch_form=split,
        precision="follow",
    ),
    relax(
        "squeeze(x, axis: ints = None)",
        "squeeze",
        "The tensor without dimensions of size 1.",
        group="manipulate",
        torch="torch.squeeze",
        torch_form=squeeze,
        precision="follow",
        params={"axis": "The axes to drop; all of size 1 unless given."},
    ),
    relax(
        "stack(tensors, axis: int = 0)",
        "stack",
        "Tensors of one shape along a new axis.",
        group="manipulate",
        torch_form="torch.stack({tensors}, dim={axis})",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "tile(data, repeats: ints)",
        "tile",
        "The tensor several times along each dimension.",
        group="manipulate",
        torch_form="torch.tile({data}, {repeats})",
    ),
    relax(
        "layout_transform(x, index_map: any, pad_value: any = None, axis_separators: ints = (), input_axis_separators: ints = ())",
        "layout_transform",
        "The elements at the positions that an index map gives them.",
        group="manipulate",
        precision="follow",
        waives={
            **AS_WRITTEN,
            "torch form": "its index map is code of TensorIR",
            "gradient": "the index map need not be reversible",
        },
    ),
)
