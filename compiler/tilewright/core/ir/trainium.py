"""Layouts of Trainium: 128 partitions "P" of free places "F"; sums of products lie in banks of 512 places."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final

from tilewright.core.ir.layout_algebra import Parts, constant, row_major
from tilewright.core.ir.layout_parts import Iter

_PARTITIONS: Final = 128
_IN_BANK: Final = 512


def trainium_parts(annotation: str, shape: Sequence[Any]) -> Parts:
    """A part for each dimension, along the axis whose letter the annotation has; one dimension of partitions that exceeds 128 is split."""
    if set(annotation) - {"P", "F"} or len(annotation) != len(shape):
        raise AssertionError(f"the annotation {annotation!r} has a letter P or F for each of {len(shape)} dimensions")
    sizes = [constant(size) for size in shape]
    partitions = [(at, size or 0) for at, (size, letter) in enumerate(zip(sizes, annotation)) if letter == "P"]
    total = prod(size for _, size in partitions)
    higher: tuple[int, int] | None = None
    if total > _PARTITIONS:
        if len(partitions) > 1 or total % _PARTITIONS:
            raise AssertionError(f"{total} partitions are neither up to {_PARTITIONS} nor a multiple in one dimension")
        higher = (partitions[0][0], total // _PARTITIONS)
        shape = [_PARTITIONS if at == higher[0] else size for at, size in enumerate(shape)]
    made = [Iter(1, 1, letter) for letter in annotation]
    for letter in "PF":
        places = [at for at, each in enumerate(annotation) if each == letter]
        for at, step in zip(places, row_major([shape[at] for at in places])):
            made[at] = Iter(shape[at], step, letter)
    if higher is not None:
        free = prod(size or 0 for size, letter in zip(sizes, annotation) if letter == "F")
        made.insert(higher[0], Iter(higher[1], free, "F"))
    return tuple(made)


def psum_parts(parts: Parts) -> Parts:
    """The parts with free places counted in banks."""
    return tuple(piece for part in parts for piece in (_in_banks(part) if part.axis.name == "F" else [part]))


def _in_banks(part: Iter) -> list[Iter]:
    extent, stride = constant(part.extent), constant(part.stride)
    if extent is None or not stride:
        raise AssertionError(
            f"a part of {part.extent} places at a distance of {part.stride} cannot be divided into banks"
        )
    if stride % _IN_BANK == 0:
        return [Iter(extent, stride // _IN_BANK, "Bank")]
    each = _IN_BANK // stride
    if _IN_BANK % stride == 0 and extent < each:
        return [part]
    if _IN_BANK % stride or extent % each:
        raise AssertionError(f"{extent} places at a distance of {stride} do not fill banks of {_IN_BANK}")
    return [Iter(extent // each, 1, "Bank"), Iter(each, stride, "F")]


__all__ = ["psum_parts", "trainium_parts"]
