"""Ops that make tensors."""

from __future__ import annotations

from tilewright.core.ops.relax_op import AS_WRITTEN, Fields, RelaxOp, relax


def eye(fields: Fields) -> str:
    """The main diagonal by name, another by its distance."""
    rows, columns, offset, kind = fields["n"], fields["m"], fields["k"], fields["dtype"]
    if offset == "0":
        return f"torch.eye({rows}, {columns}, dtype={kind})"
    return f"(torch.arange({columns}) - torch.arange({rows})[:, None] == {offset}).to({kind})"


def eye_like(fields: Fields) -> str:
    """Like `eye` of the sizes of the tensor, and of its type unless another is asked for."""
    like = fields["x"]
    kind = f"{like}.dtype" if fields["dtype"] in (None, "None") else fields["dtype"]
    return eye({"n": f"{like}.shape[0]", "m": f"{like}.shape[1]", "k": fields["k"], "dtype": kind})


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "full(shape: Shape, fill_value: Const, dtype: dtype = None)",
        "full",
        "A tensor filled with a scalar.",
        group="create",
        torch_form="torch.full({shape}, {fill_value}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "full_like(x, fill_value: Const, dtype: dtype = None)",
        "full_like",
        "A tensor of another's shape filled with a scalar.",
        group="create",
        torch_form="torch.full_like({x}, {fill_value}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "ones(shape: Shape, dtype: element)",
        "create",
        "A tensor of ones.",
        group="create",
        torch_form="torch.ones({shape}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "ones_like(x, dtype: dtype = None)",
        "like",
        "Ones in another tensor's shape.",
        group="create",
        torch_form="torch.ones_like({x}, dtype={dtype})",
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "zeros(shape: Shape, dtype: element)",
        "create",
        "A tensor of zeros.",
        group="create",
        torch_form="torch.zeros({shape}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "zeros_like(x, dtype: dtype = None)",
        "like",
        "Zeros in another tensor's shape.",
        group="create",
        torch_form="torch.zeros_like({x}, dtype={dtype})",
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "eye(n, m, k, dtype: dtype = 'float32')",
        "eye",
        "Ones on a diagonal.",
        group="create",
        torch="torch.eye",
        torch_form=eye,
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "eye_like(x, k=0, dtype: dtype = None)",
        "eye_like",
        "Ones on a diagonal, in another tensor's shape.",
        group="create",
        torch_form=eye_like,
        gradient="zero",
        waives=AS_WRITTEN,
    ),
    relax(
        "arange(start, end, step, dtype: dtype = 'void')",
        "arange",
        "Numbers from `start` up to before `end`.",
        group="create",
        torch_form="torch.arange({start}, {end}, {step}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        params={"start": "The first number; with one argument the end."},
        waives=AS_WRITTEN,
    ),
    relax(
        "hamming_window(window_size, periodic, alpha, beta, dtype: dtype = 'float32')",
        "hamming_window",
        "A Hamming window.",
        group="create",
        torch="torch.hamming_window",
        torch_form="torch.hamming_window({window_size}, bool({periodic}), {alpha}, {beta}, dtype={dtype})",
        gradient="zero",
        precision="follow",
        waives=AS_WRITTEN,
    ),
    relax(
        "tril(x, k=0)",
        "triangle",
        "The lower triangle, zeros above.",
        group="create",
        torch_form="torch.tril({x}, {k})",
        waives=AS_WRITTEN,
    ),
    relax(
        "triu(x, k=0)",
        "triangle",
        "The upper triangle, zeros below.",
        group="create",
        torch_form="torch.triu({x}, {k})",
        waives=AS_WRITTEN,
    ),
)
