"""The operators of PyTorch in Relax, by the names that they have in ATen, in `torch` and as methods.

A row takes the translator and the arguments of the call: values of Relax, numbers, lists.
"""

from __future__ import annotations

from tilewright.core.importers.torch import (
    arithmetic,
    bags,
    composed,
    indexing,
    losses,
    making,
    moving,
    networks,
    pooling,
    recurrent,
    resizing,
    strides,
)
from tilewright.core.importers.torch.values import Operator

# The tables by topic; a later topic replaces the rows of an earlier one.
TOPICS: dict[str, dict[str, Operator]] = {
    "element by element, and reductions": arithmetic.OPERATORS,
    "written out in several ops of Relax": composed.OPERATORS,
    "products, convolutions, norms, attention": networks.OPERATORS,
    "pooling": pooling.OPERATORS,
    "embedding bags": bags.OPERATORS,
    "losses and norms of vectors": losses.OPERATORS,
    "shapes, slices, sorting": moving.OPERATORS,
    "new tensors": making.OPERATORS,
    "indices": indexing.OPERATORS,
    "recurrent networks": recurrent.OPERATORS,
    "resizing of images": resizing.OPERATORS,
    "diagonals, windows, strides": strides.OPERATORS,
}
# Further names that PyTorch has for operators.
ALIASES: dict[str, str] = {
    "absolute": "abs",
    **{f"arc{name}": f"a{name}" for name in ("cos", "cosh", "sin", "sinh", "tan", "tanh")},
    "fix": "trunc",
    "ger": "outer",
    "greater": "gt",
    "greater_equal": "ge",
    "idiv": "div",
    "ilshift": "lshift",
    "irshift": "rshift",
    "less": "lt",
    "less_equal": "le",
    "nelement": "numel",
    "ndimension": "dim",
    "not_equal": "ne",
    "row_stack": "vstack",
    "true_divide": "div",
}
_ROWS = {name: row for rows in TOPICS.values() for name, row in rows.items()}
OPERATORS: dict[str, Operator] = {**_ROWS, **{name: _ROWS[own] for name, own in ALIASES.items()}}


def operator(name: str) -> Operator | None:
    """The operator of that name, which may be written in the manner of ATen (`_softmax`, `add_`) or of Python (`__and__`)."""
    forms = (name, name.rstrip("_"), name.strip("_"))
    return next((OPERATORS[form] for form in forms if form in OPERATORS), None)
