"""Layouts of tensors: which dimension stands where, as `NHWC` or, with channels in blocks of 16, `NCHW16c` says it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.analysis.infer.support import InferContext, Sizes, fail, sizes_of, wrong_rank
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import TensorStructInfo

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr


_PIECE = re.compile(r"(\d*)([A-Za-z])")


def checked(call: Call, layout: str, reference: str, argument: str) -> None:
    """Raises unless a layout has the dimensions of the reference, each once, and blocks of them only."""
    pieces = _PIECE.findall(layout)
    whole = sorted(letter for _, letter in pieces if letter.isupper())
    blocks = [(count, letter) for count, letter in pieces if letter.islower()]
    is_whole = "".join(count + letter for count, letter in pieces) == layout and whole == sorted(reference)
    if not is_whole or any(not count or letter.upper() not in whole for count, letter in blocks):
        raise fail(call, f"the layout {layout} is not one of the dimensions {', '.join(reference)}", argument)


def rank(layout: str) -> int:
    """The number of dimensions a tensor of this layout has."""
    return sum(letter.isalpha() for letter in layout)


def laid_out(call: Call, info: TensorStructInfo, layout: str, name: str) -> Sizes | None:
    """The sizes of a tensor, where they are known; raises when its number of dimensions is not that of its layout."""
    if info.ndim not in (-1, rank(layout)):
        raise wrong_rank(call, f"`{name}` has {info.ndim} dimensions, and the layout {layout} has {rank(layout)}", name)
    return sizes_of(info)


def by_letter(shape: Sizes, layout: str) -> dict[str, Expr]:
    """The size of each dimension of a layout; a blocked one has as many elements as its blocks, whose size is the layout's."""
    pieces = _PIECE.findall(layout)
    sizes = {letter: size for (_, letter), size in zip(pieces, shape) if letter.isupper()}
    for count, letter in pieces:
        if letter.islower():
            sizes[letter.upper()] = sizes[letter.upper()] * int(count)
    return sizes


def in_layout(context: InferContext, sizes: Mapping[str, Expr | int], layout: str) -> Sequence[Expr | int]:
    """The sizes in the order of a layout, those of blocks divided."""
    blocks = {letter: int(count) for count, letter in _PIECE.findall(layout) if count}
    found: list[Expr | int] = []
    for _, letter in _PIECE.findall(layout):
        if letter.islower():
            found.append(blocks[letter])
            continue
        block = blocks.get(letter.lower())
        found.append(sizes[letter] if block is None else context.analyzer.simplify(sizes[letter] // block))
    return found
