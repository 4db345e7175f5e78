"""Products of matrices and of more-dimensional tensors."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr, IterVar, Range
from tilewright.core.ir.operators import const
from tilewright.core.te.operation import reduce_axis
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import known, named


def over(size: Expr, name: str) -> IterVar:
    """An axis that reduces over so many elements."""
    return reduce_axis(Range.from_min_extent(const(0, size.dtype), size), name)


def require_equal(a: Expr, b: Expr, what: str) -> None:
    """Raise `ValueError` when two sizes surely differ."""
    if known(a) is not None and known(b) is not None and known(a) != known(b):
        raise ValueError(f"{what}: {a} is not {b}")


def matmul(a: Tensor, b: Tensor, transp_a: bool = False, transp_b: bool = False) -> Tensor:
    """The product of two matrices, either of which may be given transposed."""
    rows, inner = (a.shape[1], a.shape[0]) if transp_a else (a.shape[0], a.shape[1])
    columns, other = (b.shape[0], b.shape[1]) if transp_b else (b.shape[1], b.shape[0])
    require_equal(inner, other, "the matrices do not fit")
    k = over(inner, "k")

    def value(i: Expr, j: Expr) -> Expr:
        left = a(k.var, i) if transp_a else a(i, k.var)
        right = b(j, k.var) if transp_b else b(k.var, j)
        return reducers.sum(left * right, axis=k)

    return named((rows, columns), value, "T_matmul", tag.MATMUL)


def tensordot(a: Tensor, b: Tensor, axes: int | Sequence[int | Sequence[int]]) -> Tensor:
    """The sum of products over axes of both: the last `axes` of `a` with the first of `b`, or those that two lists name."""
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        left, right = ([one] if isinstance(one, int) else list(one) for one in axes)
    reduced = [over(a.shape[at], f"k{number}") for number, at in enumerate(left)]
    for x, y in zip(left, right):
        require_equal(a.shape[x], b.shape[y], "the tensors do not fit")
    rest_a = [at for at in range(a.ndim) if at not in left]
    rest_b = [at for at in range(b.ndim) if at not in right]

    def value(*at: Expr) -> Expr:
        first = dict(zip(rest_a, at)) | {place: axis.var for place, axis in zip(left, reduced)}
        second = dict(zip(rest_b, at[len(rest_a) :])) | {place: axis.var for place, axis in zip(right, reduced)}
        x, y = a(*[first[n] for n in range(a.ndim)]), b(*[second[n] for n in range(b.ndim)])
        return reducers.sum(x * y, axis=reduced)

    shape = (*[a.shape[at] for at in rest_a], *[b.shape[at] for at in rest_b])
    return named(shape, value, "T_tensordot", tag.MATMUL)


def einsum(subscripts: str, *operand: Tensor) -> Tensor:
    """Einstein's sum: `einsum("ij,jk->ik", a, b)`; a letter that stands for no axis of the result is summed over.

    `...` stands for any axes, aligned at the last; sizes of 1 are broadcast.
    """
    terms, result = _letters(subscripts, operand)
    sizes: dict[str, Expr] = {}
    for term, tensor in zip(terms, operand):
        for one, size in zip(term, tensor.shape):
            if one not in sizes or known(sizes[one]) == 1:
                sizes[one] = size
    summed = {one: over(sizes[one], one) for one in sizes if one not in result}

    def value(*at: Expr) -> Expr:
        point = dict(zip(result, at)) | {one: axis.var for one, axis in summed.items()}
        factors = [_factor(tensor, term, point, sizes) for term, tensor in zip(terms, operand)]
        total = factors[0]
        for factor in factors[1:]:
            total = total * factor
        return reducers.sum(total, axis=list(summed.values())) if summed else total

    return named(tuple(sizes[one] for one in result), value, "T_einsum", tag.MATMUL)


def _factor(tensor: Tensor, term: str, point: dict[str, Expr], sizes: dict[str, Expr]) -> Expr:
    """The element at a point; there is only one along an axis of size 1."""
    repeated = {one for one, size in zip(term, tensor.shape) if known(size) == 1 and known(sizes[one]) != 1}
    return tensor(*[const(0, sizes[one].dtype) if one in repeated else point[one] for one in term])


def _letters(subscripts: str, operand: tuple[Tensor, ...]) -> tuple[list[str], str]:
    """The letters of the axes of each operand and of the result, with further letters in the place of `...`."""
    text = subscripts.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    unused = [one for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if one not in text]
    spread = [tensor.ndim - len(term.replace("...", "")) for term, tensor in zip(terms, operand)]
    if len(terms) != len(operand) or any(more < 0 or (more and "..." not in t) for t, more in zip(terms, spread)):
        raise ValueError(f'"{subscripts}" does not fit the tensors')
    most = "".join(unused[: max(spread)])
    filled = [term.replace("...", most[len(most) - more :]) for term, more in zip(terms, spread)]
    if arrow:
        return filled, output.replace("...", most)
    letters = "".join(terms).replace(".", "")
    return filled, most + "".join(sorted(one for one in set(letters) if letters.count(one) == 1))
