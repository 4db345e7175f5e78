"""The operators of PyTorch in Relax, by the names that they have in ATen, in `torch` and as methods.

A row takes the translator and the arguments of the call: values of Relax, numbers, lists.
"""

from __future__ import annotations

from tilewright.core.importers.torch import (
    arithmetic,
    composed,
    indexing,
    losses,
    making,
    moving,
    networks,
    recurrent,
    resizing,
    strides,
)
from tilewright.core.importers.torch.values import Operator

OPERATORS: dict[str, Operator] = {
    **arithmetic.OPERATORS,
    **composed.OPERATORS,
    **networks.OPERATORS,
    **losses.OPERATORS,
    **moving.OPERATORS,
    **making.OPERATORS,
    **indexing.OPERATORS,
    **recurrent.OPERATORS,
    **resizing.OPERATORS,
    **strides.OPERATORS,
}


def operator(name: str) -> Operator | None:
    """The operator of that name, which may be written in the manner of ATen (`_softmax`, `add_`) or of Python (`__and__`)."""
    forms = (name, name.rstrip("_"), name.strip("_"))
    return next((OPERATORS[form] for form in forms if form in OPERATORS), None)
