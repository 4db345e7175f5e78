"""Arguments given by the names of the parameters."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.runtime.arguments import PackedArg
from tilewright.core.runtime.errors import ArgumentError
from tilewright.core.runtime.signature import Signature


def in_order(
    signature: Signature, args: tuple[PackedArg, ...], named: Mapping[str, PackedArg]
) -> tuple[PackedArg, ...]:
    """All arguments by position; raises `ArgumentError` for a name that is no parameter, given twice, or left out."""
    names = [parameter.name for parameter in signature.parameters]
    listed = ", ".join(names)
    for name in named:
        if names.count(name) != 1:
            raise ArgumentError(f"{signature.name} has no parameter `{name}`; it takes {listed}")
        if name in names[: len(args)]:
            raise ArgumentError(f"{signature.name}: argument `{name}` is given twice, by position and by name")
    missing = [name for name in names[len(args) :] if name not in named]
    if missing:
        raise ArgumentError(f"{signature.name}: argument `{missing[0]}` is missing; it takes {listed}")
    return (*args, *(named[name] for name in names[len(args) :]))
