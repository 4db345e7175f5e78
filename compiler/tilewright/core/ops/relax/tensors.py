"""Rows of the ops that make, move, pick and reduce elements."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax


def _manipulate(signature: str, infer: str, doc: str, torch: str | None = None) -> RelaxOp:
    name = signature.partition("(")[0]
    return relax(signature, infer, doc, group="manipulate", legalize=name, torch=torch and f"torch.{torch}")


MANIPULATE = (
    _manipulate(
        "broadcast_to(x, shape: Shape)", "broadcast_to", "The tensor repeated to a larger shape.", "broadcast_to"
    ),
    _manipulate(
        "collapse_sum_like(data, collapse_target)",
        "collapse_sum_like",
        "The sum down to another tensor's shape: the inverse of broadcasting.",
    ),
    _manipulate(
        "collapse_sum_to(data, shape: Shape)",
        "collapse_sum_to",
        "The sum down to a shape: the inverse of broadcasting.",
    ),
    _manipulate(
        "concat(tensors, axis: int = 0)",
        "concat",
        "Tensors one after another along an axis; without axis, flattened.",
        "cat",
    ),
    _manipulate(
        "expand_dims(x, axis: ints)",
        "expand_dims",
        "The tensor with dimensions of size 1 at these positions of the result.",
        "unsqueeze",
    ),
    _manipulate(
        "reverse_sequence(data, seq_lengths, seq_axis: int = 1, batch_axis: int = 0)",
        "reverse_sequence",
        "For each place along `batch_axis` the first elements along `seq_axis`, as many as `seq_lengths` says, in reverse.",
    ),
    _manipulate("size(expr)", "size", "The number of elements, as a tensor of int64."),
    _manipulate("flatten(x)", "flatten", "The tensor with one dimension.", "flatten"),
    _manipulate("flip(data, axis: int)", "flip", "The tensor with the order along an axis reversed.", "flip"),
    _manipulate(
        "gather_elements(data, indices, axis: int = 0)",
        "gather_elements",
        "For each index the element at that position along the axis.",
        "gather",
    ),
    _manipulate(
        "gather_nd(data, indices, batch_dims: int = 0)",
        "gather_nd",
        "The slices at positions given by the last dimension of `indices`.",
    ),
    _manipulate(
        "index_put(data, indices, values, accumulate: bool = False)",
        "index_put",
        "The tensor with `values` put, or added, at positions.",
        "index_put",
    ),
    _manipulate(
        "index_tensor(data, indices)",
        "index_tensor",
        "Elements picked by one tensor of indices a dimension, broadcast together.",
    ),
    _manipulate(
        "meshgrid(tensors, indexing: str = 'ij')", "meshgrid", "Grids of coordinates from vectors.", "meshgrid"
    ),
    _manipulate(
        "one_hot(indices, on_value, off_value, depth: int, axis: int = -1)",
        "one_hot",
        "`on_value` at each index of a new axis of size `depth`, else `off_value`.",
    ),
    _manipulate(
        "permute_dims(x, axes: ints = None)",
        "permute_dims",
        "The dimensions in another order; reversed without `axes`.",
        "permute",
    ),
    _manipulate(
        "repeat(data, repeats: int, axis: int = None)",
        "repeat",
        "Each element several times, along an axis or flattened.",
        "repeat_interleave",
    ),
    _manipulate(
        "reshape(x, shape: Shape)", "reshape", "The same elements in another shape; one size may be -1.", "reshape"
    ),
    _manipulate(
        "scatter_elements(data, indices, updates, axis: int = 0, reduction: str = 'update')",
        "scatter_elements",
        "The tensor with `updates` at positions along an axis.",
        "scatter",
    ),
    _manipulate(
        "scatter_nd(data, indices, updates, reduction: str = 'update')",
        "scatter_nd",
        "The tensor with `updates` at positions given by the last dimension of `indices`.",
    ),
    _manipulate(
        "slice_scatter(input_tensor, src, start, end, step, axis: int = 0)",
        "slice_scatter",
        "The tensor with a slice replaced by `src`.",
        "slice_scatter",
    ),
    _manipulate(
        "split(x, indices_or_sections: parts, axis: int = 0)",
        "split",
        "Parts along an axis: so many equal ones, or at these positions.",
        "split",
    ),
    _manipulate("squeeze(x, axis: ints = None)", "squeeze", "The tensor without dimensions of size 1.", "squeeze"),
    _manipulate("stack(tensors, axis: int = 0)", "stack", "Tensors of one shape along a new axis.", "stack"),
    _manipulate("tile(data, repeats: ints)", "tile", "The tensor several times along each dimension.", "tile"),
    _manipulate(
        "layout_transform(x, index_map: any, pad_value: any = None, axis_separators: ints = (), input_axis_separators: ints = ())",
        "layout_transform",
        "The elements at the positions that an index map gives them.",
    ),
)
INDEX = (
    relax(
        "take(x, indices, axis: int = None, mode: str = 'fast')",
        "take",
        "The slices at `indices` along an axis.",
        group="index",
        legalize="take",
        torch="torch.index_select",
    ),
    relax(
        "strided_slice(x, axes: Prims, begin: Prims, end: Prims, strides: Prims = None, assume_inbound: bool = False)",
        "strided_slice",
        "From `begin` to before `end`, every `strides`-th, along each of `axes`.",
        group="index",
        legalize="strided_slice",
    ),
    relax(
        "dynamic_strided_slice(x, begin, end, strides)",
        "unknown_shape",
        "A slice whose bounds are tensors.",
        group="index",
        legalize="dynamic_strided_slice",
    ),
)
CREATE = (
    relax(
        "full(shape: Shape, fill_value: Const, dtype: dtype = None)",
        "full",
        "A tensor filled with a scalar.",
        group="create",
        legalize="full",
        torch="torch.full",
    ),
    relax(
        "full_like(x, fill_value: Const, dtype: dtype = None)",
        "full_like",
        "A tensor of another's shape filled with a scalar.",
        group="create",
        legalize="full_like",
        torch="torch.full_like",
    ),
    relax(
        "ones(shape: Shape, dtype: element)",
        "create",
        "A tensor of ones.",
        group="create",
        legalize="ones",
        torch="torch.ones",
    ),
    relax(
        "ones_like(x, dtype: dtype = None)",
        "like",
        "Ones in another tensor's shape.",
        group="create",
        legalize="ones_like",
        torch="torch.ones_like",
    ),
    relax(
        "zeros(shape: Shape, dtype: element)",
        "create",
        "A tensor of zeros.",
        group="create",
        legalize="zeros",
        torch="torch.zeros",
    ),
    relax(
        "zeros_like(x, dtype: dtype = None)",
        "like",
        "Zeros in another tensor's shape.",
        group="create",
        legalize="zeros_like",
        torch="torch.zeros_like",
    ),
    relax(
        "eye(n, m, k, dtype: dtype = 'float32')",
        "eye",
        "Ones on a diagonal.",
        group="create",
        legalize="eye",
        torch="torch.eye",
    ),
    relax(
        "eye_like(x, k=0, dtype: dtype = None)",
        "eye_like",
        "Ones on a diagonal, in another tensor's shape.",
        group="create",
        legalize="eye_like",
    ),
    relax(
        "arange(start, end, step, dtype: dtype = 'void')",
        "arange",
        "Numbers from `start` up to before `end`.",
        group="create",
        legalize="arange",
        torch="torch.arange",
    ),
    relax(
        "hamming_window(window_size, periodic, alpha, beta, dtype: dtype = 'float32')",
        "hamming_window",
        "A Hamming window.",
        group="create",
        legalize="hamming_window",
        torch="torch.hamming_window",
    ),
    relax(
        "tril(x, k=0)",
        "triangle",
        "The lower triangle, zeros above.",
        group="create",
        legalize="tril",
        torch="torch.tril",
    ),
    relax(
        "triu(x, k=0)",
        "triangle",
        "The upper triangle, zeros below.",
        group="create",
        legalize="triu",
        torch="torch.triu",
    ),
)


def _reduction(name: str, infer: str, doc: str) -> RelaxOp:
    signature = f"{name}(x, axis: ints = None, keepdims: bool = False)"
    return relax(signature, infer, doc, group="statistical", legalize=name, torch=f"torch.{_TORCH.get(name, name)}")


_TORCH = {"max": "amax", "min": "amin", "variance": "var"}
STATISTICAL = (
    _reduction("max", "reduce", "The greatest element along axes."),
    _reduction("mean", "reduce", "The mean along axes."),
    _reduction("min", "reduce", "The least element along axes."),
    _reduction("prod", "reduce", "The product along axes."),
    _reduction("std", "reduce", "The standard deviation of a population along axes."),
    _reduction("sum", "reduce", "The sum along axes."),
    _reduction("variance", "reduce", "The variance of a population along axes."),
    relax(
        "median(x, axis: ints = None, keepdims: bool = False)",
        "median",
        "The middle element, the lower of two; along an axis with its position.",
        group="statistical",
        legalize="median",
        torch="torch.median",
    ),
    relax(
        "cumprod(data, axis: int = None, dtype: dtype = None, exclusive: bool = False)",
        "scan",
        "The products of the elements so far.",
        group="statistical",
        legalize="cumprod",
        torch="torch.cumprod",
    ),
    relax(
        "cumsum(data, axis: int = None, dtype: dtype = None, exclusive: bool = False)",
        "scan",
        "The sums of the elements so far.",
        group="statistical",
        legalize="cumsum",
        torch="torch.cumsum",
    ),
)
SEARCH = (
    relax(
        "argmax(x, axis: int = None, keepdims: bool = False)",
        "argreduce",
        "The position of the greatest element.",
        group="search",
        legalize="argmax",
        torch="torch.argmax",
    ),
    relax(
        "argmin(x, axis: int = None, keepdims: bool = False)",
        "argreduce",
        "The position of the least element.",
        group="search",
        legalize="argmin",
        torch="torch.argmin",
    ),
    relax(
        "bucketize(input_tensor, boundaries, out_int32: bool = False, right: bool = False)",
        "bucketize",
        "The interval between boundaries that each element is in.",
        group="search",
        legalize="bucketize",
        torch="torch.bucketize",
    ),
)
SORTING = (
    relax(
        "sort(x, axis: int = -1, descending: bool = False)",
        "sort",
        "The elements in order along an axis.",
        group="sorting",
        legalize="sort",
        torch="torch.sort",
    ),
    relax(
        "argsort(data, axis: int = -1, descending: bool = False, dtype: dtype = 'int32')",
        "argsort",
        "The positions that put the elements in order.",
        group="sorting",
        legalize="argsort",
        torch="torch.argsort",
    ),
    relax(
        "topk(data, k: int = 1, axis: int = -1, ret_type: str = 'both', largest: bool = True, dtype: dtype = 'int32')",
        "topk",
        "The `k` greatest elements along an axis, their positions, or both.",
        group="sorting",
        legalize="topk",
        torch="torch.topk",
    ),
)
SET = (
    relax(
        "unique(x, sorted=True, return_index=False, return_inverse=False, return_counts=False, axis=None)",
        "unique",
        "The different elements.",
        group="set",
        legalize="unique",
        torch="torch.unique",
    ),
    relax(
        "nonzero(x)",
        "nonzero",
        "The positions of the elements that are not zero, one a column.",
        group="set",
        legalize="nonzero",
        torch="torch.nonzero",
    ),
)
LINEAR = (
    relax(
        "matmul(x1, x2, out_dtype: dtype = None)",
        "matmul",
        "The matrix product, broadcast over the leading dimensions.",
        group="linear_algebra",
        legalize="matmul",
        torch="torch.matmul",
    ),
    relax(
        "einsum(operands, subscripts: str)",
        "einsum",
        "The sum of products that `subscripts` describes.",
        group="linear_algebra",
        legalize="einsum",
        torch="torch.einsum",
    ),
    relax(
        "outer(x1, x2)",
        "outer",
        "The products of all pairs of elements of two vectors.",
        group="linear_algebra",
        legalize="outer",
        torch="torch.outer",
    ),
)
ROWS: tuple[RelaxOp, ...] = (
    *MANIPULATE,
    *INDEX,
    *CREATE,
    *STATISTICAL,
    *SEARCH,
    *SORTING,
    *SET,
    *LINEAR,
)
